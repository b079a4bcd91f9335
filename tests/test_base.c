/* SPDX-License-Identifier: Apache-2.0 */
/* Proves the promises of base/: errors, balls, beds, rings, output files. */
#include "ball.h"
#include "bed.h"
#include "err.h"
#include "event.h"
#include "log.h"
#include "outfile.h"
#include "ring.h"

#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

static void every_error_has_its_own_name_and_text(void **state)
{
    (void)state;
    assert_string_equal(err_text(0), "no error");
    assert_string_equal(err_text(ERR_NOT_FOUND), "not found");
    assert_string_equal(err_name(ERR_FULL), "FULL");
    assert_string_equal(err_text(1), "unknown error");
    assert_string_equal(err_text(-1000), "unknown error");
    for (int a = -1; a > -(int)ERR_CODE_COUNT; a--)
        for (int b = a - 1; b > -(int)ERR_CODE_COUNT; b--)
            assert_string_not_equal(err_text(a), err_text(b));
}

static void errno_becomes_the_error_that_fits_best(void **state)
{
    (void)state;
    assert_int_equal(err_from_errno(0), 0);
    assert_int_equal(err_from_errno(ENOENT), ERR_NOT_FOUND);
    assert_int_equal(err_from_errno(EACCES), ERR_DENIED);
    assert_int_equal(err_from_errno(ENOSPC), ERR_FULL);
    assert_int_equal(err_from_errno(EBADMSG), ERR_IO); /* anything not listed */
}

static void names_of_balls_lead_back_to_their_ids(void **state)
{
    (void)state;
    static const int counts[] = {0, 23, 3, 16, 16};
    for (int s = BALL_SET_SNOOKER; s <= BALL_SET_NUMBERED; s++) {
        const struct ball_set *set = ball_set((enum ball_set_id)s);
        assert_int_equal(set->count, counts[s]);
        for (ball_id id = 1; id <= set->count; id++)
            assert_int_equal(ball_from_name(set, ball_name(set, id)), id);
    }
}

static void scenario_names_are_understood(void **state)
{
    (void)state;
    const struct ball_set *snooker = ball_set(BALL_SET_SNOOKER), *english = ball_set(BALL_SET_ENGLISH);
    assert_int_equal(ball_from_name(snooker, "red3"), SNOOKER_RED_1 + 2);
    assert_int_equal(ball_from_name(snooker, "red-15"), SNOOKER_RED_1 + 14);
    assert_int_equal(ball_from_name(snooker, "red"), BALL_NONE);
    assert_int_equal(ball_from_name(snooker, "red-17"), BALL_NONE);
    assert_int_equal(ball_from_name(snooker, ""), BALL_NONE);
    assert_int_equal(ball_from_name(english, "eight"), ENGLISH_BLACK);
    assert_int_equal(ball_from_name(ball_set(BALL_SET_NUMBERED), "15"), NUMBERED_15);
    assert_null(ball_set(BALL_SET_NONE));
}

static void masks_count_and_walk_their_members(void **state)
{
    (void)state;
    ball_mask reds = ball_of_kind(ball_set(BALL_SET_SNOOKER), BALL_KIND_RED);
    assert_int_equal(ball_count(reds), 16);
    assert_int_equal(reds, ball_range(SNOOKER_RED_1, SNOOKER_RED_16));
    int seen = 0, last = 0;
    for (BALL_EACH(id, reds)) {
        assert_true((int)id > last);
        last = (int)id;
        seen++;
    }
    assert_int_equal(seen, 16);
    assert_false(ball_in(reds, BALL_NONE));
}

static void standard_bed_has_the_spots_of_the_book(void **state)
{
    (void)state;
    struct bed b = bed_standard();
    assert_true(b.baulk_x == -1047.5);
    assert_true(b.spot[SPOT_YELLOW].y == -292 && b.spot[SPOT_GREEN].y == 292);
    assert_true(b.spot[SPOT_PINK].x == 892.25);
    assert_true(b.spot[SPOT_BLACK].x == 1460.5);
}

static void pool_bed_has_its_line_and_foot_spot_where_asked(void **state)
{
    (void)state;
    struct bed b = bed_pool(2000, 1000, 50.8, 47.6, 0.2);
    assert_true(b.baulk_x == -600 && b.d_radius == 0);
    assert_true(b.ball_d == 50.8 && b.cue_ball_d == 47.6);
    assert_true(b.spot[SPOT_FOOT].x == 500 && b.spot[SPOT_HEAD].x == -600 && b.spot[SPOT_BLUE].x == 0);
}

static void vectors_turn_left_and_stay_finite(void **state)
{
    (void)state;
    struct vec2 left = vec2_left(vec2(1, 0)), unit = vec2_unit(vec2(3, 4)), zero = vec2_unit(vec2(0, 0));
    assert_true(left.x == 0 && left.y == 1);
    assert_true(vec2_cross(vec2(1, 0), left) > 0);
    assert_float_equal(vec2_len(unit), 1, 1e-12);
    assert_true(zero.x == 0 && zero.y == 0);
    assert_false(vec2_finite(vec2(0, INFINITY)) || vec2_finite(vec2(NAN, 0)));
}

static void nearest_point_lies_between_the_ends(void **state)
{
    (void)state;
    struct vec2 a = {0, 0}, b = {10, 0};
    assert_true(vec2_dist(vec2_nearest(vec2(4, 3), a, b), vec2(4, 0)) < 1e-12);
    assert_true(vec2_dist(vec2_nearest(vec2(-4, 3), a, b), a) < 1e-12);
    assert_true(vec2_dist(vec2_nearest(vec2(14, 3), a, b), b) < 1e-12);
    assert_true(vec2_dist(vec2_nearest(vec2(4, 3), b, b), b) < 1e-12);
}

static void full_ring_drops_the_oldest_and_counts_it(void **state)
{
    (void)state;
    struct ring *ring;
    int in, out = 0;
    assert_int_equal(ring_open(&ring, 2, sizeof in, RING_DROP_OLDEST), 0);
    for (in = 1; in <= 2; in++)
        assert_int_equal(ring_push(ring, &in, NULL), 0);
    in = 3;
    assert_int_equal(ring_push(ring, &in, &out), 1);
    assert_int_equal(out, 1);
    assert_int_equal(ring_dropped(ring), 1);
    assert_int_equal(ring_used(ring), 2);
    ring_finish(ring);
    assert_int_equal(ring_push(ring, &in, NULL), ERR_CLOSED);
    assert_int_equal(ring_pop(ring, &out, 0), 0);
    assert_int_equal(out, 2);
    assert_int_equal(ring_pop(ring, &out, -1), 0);
    assert_int_equal(out, 3);
    assert_int_equal(ring_pop(ring, &out, -1), ERR_END);
    ring_close(&ring);
    assert_null(ring);
}

static void empty_ring_times_out(void **state)
{
    (void)state;
    struct ring *ring;
    int out;
    assert_int_equal(ring_open(&ring, 1, sizeof out, RING_BLOCK), 0);
    assert_int_equal(ring_pop(ring, &out, 0), ERR_TIMEOUT);
    assert_int_equal(ring_pop(ring, &out, NS_PER_S / 100), ERR_TIMEOUT);
    ring_close(&ring);
    assert_int_equal(ring_open(&ring, 0, 1, RING_BLOCK), ERR_RANGE);
    assert_int_equal(ring_open(&ring, SIZE_MAX / 2, 16, RING_BLOCK), ERR_RANGE);
}

enum { MANY = 20000 };

static void *write_many(void *user)
{
    for (int i = 0; i < MANY; i++)
        if (ring_push(user, &i, NULL) < 0)
            return user;
    ring_finish(user);
    return NULL;
}

static void blocking_ring_loses_nothing_between_threads(void **state)
{
    (void)state;
    struct ring *ring;
    pthread_t writer;
    int out, expected = 0;
    void *failed;
    assert_int_equal(ring_open(&ring, 3, sizeof out, RING_BLOCK), 0);
    assert_int_equal(pthread_create(&writer, NULL, write_many, ring), 0);
    while (ring_pop(ring, &out, -1) == 0)
        assert_int_equal(out, expected++);
    pthread_join(writer, &failed);
    assert_null(failed);
    assert_int_equal(expected, MANY);
    assert_int_equal(ring_dropped(ring), 0);
    ring_close(&ring);
}

static void live_ring_accounts_for_every_item(void **state)
{
    (void)state;
    struct ring *ring;
    pthread_t writer;
    int out, last = -1, got = 0;
    assert_int_equal(ring_open(&ring, 3, sizeof out, RING_DROP_OLDEST), 0);
    assert_int_equal(pthread_create(&writer, NULL, write_many, ring), 0);
    while (ring_pop(ring, &out, -1) == 0) {
        assert_true(out > last); /* in order, none twice */
        last = out;
        got++;
    }
    pthread_join(writer, NULL);
    assert_int_equal(last, MANY - 1);
    assert_int_equal(got + (int)ring_dropped(ring), MANY);
    ring_close(&ring);
}

static void *push_one_too_many(void *user)
{
    int item = 0;
    while (ring_push(user, &item, NULL) == 0)
        item++;
    return NULL;
}

static void finishing_wakes_a_writer_that_waits(void **state)
{
    (void)state;
    struct ring *ring;
    pthread_t writer;
    assert_int_equal(ring_open(&ring, 2, sizeof(int), RING_BLOCK), 0);
    assert_int_equal(pthread_create(&writer, NULL, push_one_too_many, ring), 0);
    while (ring_used(ring) < 2)
        sched_yield();
    ring_finish(ring);
    assert_int_equal(pthread_join(writer, NULL), 0); /* or the test hangs */
    assert_int_equal(ring_used(ring), 2);
    ring_close(&ring);
}

static char *temporary_folder(void)
{
    static char folder[64];
    strcpy(folder, "/tmp/whiteglove-test-XXXXXX");
    assert_non_null(mkdtemp(folder));
    return folder;
}

static void output_appears_whole_or_not_at_all(void **state)
{
    (void)state;
    char path[128];
    const char *folder = temporary_folder();
    snprintf(path, sizeof path, "%s/out.txt", folder);
    struct outfile out;
    assert_int_equal(outfile_open(&out, path), 0);
    fputs("hello", out.stream);
    assert_int_not_equal(access(path, F_OK), 0);
    assert_int_equal(outfile_commit(&out), 0);
    struct stat info;
    assert_int_equal(stat(path, &info), 0);
    assert_int_equal(info.st_size, 5);
    assert_int_equal(outfile_open(&out, path), 0);
    fputs("half", out.stream);
    outfile_discard(&out);
    assert_int_equal(stat(path, &info), 0);
    assert_int_equal(info.st_size, 5);
    unlink(path);
    assert_int_equal(rmdir(folder), 0); /* nothing was left beside it */
    assert_int_equal(outfile_open(&out, "/nowhere/at/all"), ERR_NOT_FOUND);
}

static void replacing_keeps_links_and_gives_the_usual_mode(void **state)
{
    (void)state;
    char target[128], link_path[128];
    const char *folder = temporary_folder();
    snprintf(target, sizeof target, "%s/target", folder);
    snprintf(link_path, sizeof link_path, "%s/link", folder);
    fclose(fopen(target, "w"));
    assert_int_equal(symlink(target, link_path), 0);
    mode_t before = umask(027);
    struct outfile out;
    assert_int_equal(outfile_open(&out, link_path), 0);
    fputs("new", out.stream);
    assert_int_equal(outfile_commit(&out), 0);
    umask(before);
    struct stat info;
    assert_int_equal(lstat(link_path, &info), 0);
    assert_true(S_ISLNK(info.st_mode));
    assert_int_equal(stat(target, &info), 0);
    assert_int_equal(info.st_size, 3);
    assert_int_equal(info.st_mode & 0777, 0640);
    unlink(link_path);
    unlink(target);
    assert_int_equal(rmdir(folder), 0);
}

static void full_disk_is_said_not_hidden(void **state)
{
    (void)state;
    struct outfile out = {.stream = fopen("/dev/full", "w")}; /* not by name: root would lose it to a mistake */
    assert_non_null(out.stream);
    fputs("lost", out.stream);
    assert_int_equal(outfile_commit(&out), ERR_FULL);
}

static void remember_line(void *user, enum log_level level, const char *line)
{
    snprintf(user, 64, "%d %s", (int)level, line);
}

static void only_lines_up_to_the_level_are_written(void **state)
{
    (void)state;
    char line[64] = "";
    log_set_sink(remember_line, line);
    log_set_level(LOG_INFO);
    log_info("frame %d", 3);
    assert_string_equal(line, "3 frame 3");
    log_debug("not this");
    assert_string_equal(line, "3 frame 3");
    log_set_level(LOG_WARN);
    log_set_sink(NULL, NULL);
    assert_int_equal(log_level_from_name("trace"), LOG_TRACE);
    assert_int_equal(log_level_from_name("none"), LOG_NONE);
    assert_int_equal(log_level_from_name("loud"), LOG_NONE);
}

static void long_lines_are_cut_not_overrun(void **state)
{
    (void)state;
    char line[64] = "";
    log_set_sink(remember_line, line);
    log_error("%*s", 5000, "far right");
    log_set_sink(NULL, NULL);
    assert_int_equal(strlen(line), sizeof line - 1);
}

static void words_of_events_lead_back_to_their_values(void **state)
{
    (void)state;
    for (int i = 1; i < POCKET_COUNT; i++)
        assert_int_equal(pocket_from_name(pocket_name((enum pocket)i)), i);
    for (int i = 1; i < CUSHION_COUNT; i++)
        assert_int_equal(cushion_from_name(cushion_name((enum cushion)i)), i);
    for (int i = 1; i < FLAG_KINDS; i++)
        assert_int_equal(flag_from_name(flag_name((enum flag_kind)i)), i);
    assert_string_equal(event_kind_name(EVENT_GAP), "gap");
    assert_string_equal(event_kind_name(EVENT_PUSH), "push");
    assert_string_equal(event_kind_name(EVENT_DOUBLE_HIT), "double_hit");
    assert_true(event_is_hint(EVENT_PUSH) && event_is_hint(EVENT_DOUBLE_HIT) && !event_is_hint(EVENT_CONTACT));
    assert_string_equal(event_kind_name((enum event_kind)99), "none");
    assert_int_equal(pocket_from_name("none"), POCKET_NONE);
    assert_int_equal(flag_from_name(NULL), FLAG_NONE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_error_has_its_own_name_and_text),
        cmocka_unit_test(errno_becomes_the_error_that_fits_best),
        cmocka_unit_test(names_of_balls_lead_back_to_their_ids),
        cmocka_unit_test(scenario_names_are_understood),
        cmocka_unit_test(masks_count_and_walk_their_members),
        cmocka_unit_test(standard_bed_has_the_spots_of_the_book),
        cmocka_unit_test(pool_bed_has_its_line_and_foot_spot_where_asked),
        cmocka_unit_test(vectors_turn_left_and_stay_finite),
        cmocka_unit_test(nearest_point_lies_between_the_ends),
        cmocka_unit_test(full_ring_drops_the_oldest_and_counts_it),
        cmocka_unit_test(empty_ring_times_out),
        cmocka_unit_test(blocking_ring_loses_nothing_between_threads),
        cmocka_unit_test(live_ring_accounts_for_every_item),
        cmocka_unit_test(finishing_wakes_a_writer_that_waits),
        cmocka_unit_test(output_appears_whole_or_not_at_all),
        cmocka_unit_test(replacing_keeps_links_and_gives_the_usual_mode),
        cmocka_unit_test(full_disk_is_said_not_hidden),
        cmocka_unit_test(only_lines_up_to_the_level_are_written),
        cmocka_unit_test(long_lines_are_cut_not_overrun),
        cmocka_unit_test(words_of_events_lead_back_to_their_values),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
