/* SPDX-License-Identifier: Apache-2.0 */
/* test_review_parts.c: are pictures exactly the frames that were asked for, do balls find their places, do questions
 * and clauses say what they must? */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "answers.h"
#include "err.h"
#include "guess.h"
#include "identity.h"
#include "media.h"
#include "pictures.h"
#include "replace.h"
#include "review.h"
#include "rows.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- pictures ---------------------------------------------------------------------------------------------------- */

enum { FILM = 90 };

/* A film of FILM numbered pictures whose whole ones lie `apart` frames, with its rows. */
static struct pictures *film(int slot, const char *name, const char *pipeline, struct rows *rows, double rate,
                             double wobble)
{
    static ns_t t[FILM];
    struct rows_writer w;
    struct pictures *p;
    char path[500], rows_path[520];
    for (int i = 0; i < FILM; i++)
        t[i] = (ns_t)((i + (i % 3 == 1 ? wobble : 0)) / rate * 1e9);
    snprintf(path, sizeof path, "%s", media_path(slot, name));
    snprintf(rows_path, sizeof rows_path, "%s.rows", path);
    media_make(path, pipeline, t, FILM);
    assert_int_equal(rows_create(&w, rows_path), 0);
    for (int i = 0; i < FILM; i++)
        rows_add(&w, &(struct row){.t = t[i]});
    assert_int_equal(rows_commit(&w), 0);
    assert_int_equal(rows_open(rows, rows_path), 0);
    assert_int_equal(rows->count, FILM);
    assert_int_equal(pictures_open(&p, path, rows), 0);
    return p;
}

static void expect_frame(struct pictures *p, int64_t n)
{
    struct frame f;
    assert_int_equal(pictures_get(p, n, &f), 0);
    assert_int_equal(media_number(&f), n);
    assert_int_equal(f.seq, n);
    pictures_release(p, &f);
}

/* Jumps, steps on, steps back, the ends. */
static void expect_all_orders(struct pictures *p)
{
    static const int order[] = {0, 1, 2, 50, 49, 48, 47, 46, 51, 89, 88, 0, 89, 30, 31, 60, 45, 59, 58, 10, 11, 12, 3};
    struct frame f;
    for (size_t i = 0; i < sizeof order / sizeof *order; i++)
        expect_frame(p, order[i]);
    for (int i = 1; i < 40; i++)
        expect_frame(p, i * 37 % FILM);
    assert_int_equal(pictures_get(p, FILM, &f), ERR_RANGE);
    assert_int_equal(pictures_get(p, -1, &f), ERR_RANGE);
}

static void any_frame_is_had_by_its_number(void **state)
{
    (void)state;
    struct rows rows;
    struct pictures *p = film(0, "plain.mp4", "x264enc key-int-max=25 bframes=2 ! mp4mux", &rows, 25, 0);
    expect_all_orders(p);
    pictures_close(&p);
    rows_close(&rows);
}

static void frames_of_uneven_length_are_told_apart(void **state)
{
    (void)state;
    struct rows rows;
    struct pictures *p = film(1, "uneven.mkv", "x264enc key-int-max=200 ! matroskamux", &rows, 29.97, 0.4);
    expect_all_orders(p);
    pictures_close(&p);
    rows_close(&rows);
}

/* Planes apart or woven, the picture is the same, in any size. */
static void a_smaller_picture_is_the_same_from_either_layout(void **state)
{
    (void)state;
    enum { W = 96, H = 54, CHROMA = W / 2 * H / 2 };
    uint8_t luma[W * H], u[CHROMA], v[CHROMA], uv[2 * CHROMA];
    for (int i = 0; i < W * H; i++)
        luma[i] = (uint8_t)(40 + i % W + i / W);
    for (int i = 0; i < CHROMA; i++) {
        uv[2 * i] = u[i] = (uint8_t)(90 + i % 48);
        uv[2 * i + 1] = v[i] = (uint8_t)(160 - i % 48);
    }
    struct frame apart = {.plane = {luma, u, v},
                          .stride = {W, W / 2, W / 2},
                          .width = W,
                          .height = H,
                          .format = PIXEL_I420,
                          .matrix = COLOUR_BT709};
    struct frame woven = apart;
    woven.format = PIXEL_NV12;
    woven.plane[1] = uv;
    woven.stride[1] = W;
    for (int width = 0; width <= W; width += 24) {
        size_t a = 0, b = 0;
        unsigned char *one = pictures_jpeg(&apart, width, 80, &a), *other = pictures_jpeg(&woven, width, 80, &b);
        assert_true(one && other && a == b && !memcmp(one, other, a));
        free(one);
        free(other);
    }
}

static void a_lent_frame_outlives_the_film(void **state)
{
    (void)state;
    struct rows rows;
    struct frame f;
    struct pictures *p = film(2, "lent.mp4", "x264enc key-int-max=25 ! mp4mux", &rows, 25, 0);
    assert_int_equal(pictures_get(p, 7, &f), 0);
    for (int i = 20; i < 80; i++)
        expect_frame(p, i);
    assert_int_equal(media_number(&f), 7);
    size_t size = 0;
    unsigned char *jpeg = pictures_jpeg(&f, 160, 80, &size);
    assert_non_null(jpeg);
    assert_true(size > 100 && jpeg[0] == 0xff && jpeg[1] == 0xd8);
    free(jpeg);
    pictures_release(p, &f);
    pictures_close(&p);
    rows_close(&rows);
}

static void what_is_no_film_is_refused(void **state)
{
    (void)state;
    struct rows rows = {0};
    struct pictures *p;
    char path[500];
    assert_int_equal(pictures_open(&p, "/nowhere/film.mp4", &rows), ERR_NOT_FOUND);
    snprintf(path, sizeof path, "%s", media_path(3, "text.mp4"));
    media_write(path, "this is no film at all", 22);
    assert_true(pictures_open(&p, path, &rows) < 0);
    assert_null(p);
    assert_int_equal(rows_open(&rows, path), ERR_FORMAT);
}

/* ---- putting back ------------------------------------------------------------------------------------------------ */

static void balls_that_look_alike_find_the_nearest_places(void **state)
{
    (void)state;
    const struct ball_set *set = ball_set(BALL_SET_SNOOKER);
    struct layout wanted = {.known = ball_bit(SNOOKER_RED_1) | ball_bit(SNOOKER_RED_1 + 1) | ball_bit(SNOOKER_BLUE)};
    wanted.at[SNOOKER_RED_1] = vec2(0, 0);
    wanted.at[SNOOKER_RED_1 + 1] = vec2(100, 0);
    wanted.at[SNOOKER_BLUE] = vec2(500, 0);
    struct replace_seen seen[] = {
        {vec2(90, 0), 0.3, BALL_KIND_RED, 0, 1, 1, 0,
         false}, /* greedy would give it to the second, and leave the first 210 away */
        {vec2(-190, 0), 0.3, BALL_KIND_RED, 0, 1, 1, 0, false},
        {vec2(500.4, 0), 0.3, BALL_KIND_BLUE, 0, 1, 1, 0, false},
        {vec2(0.1, 0), 0.3, BALL_KIND_PINK, 0, 1, 1, 0, false}, /* no red, however near */
    };
    struct replace_list list = replace_compare(set, &wanted, seen, 4, 1);
    assert_int_equal(list.n, 3);
    assert_int_equal(list.extra_n, 1);
    assert_false(list.done);
    double sum = 0;
    for (int i = 0; i < 3; i++)
        sum += list.row[i].left;
    assert_true(fabs(sum - 200.4) < 0.01);
    for (int i = 0; i < 3; i++)
        assert_int_equal(list.row[i].state, list.row[i].ball == SNOOKER_BLUE ? REPLACE_THERE : REPLACE_MOVE);
}

static void a_ball_that_is_not_seen_is_missing(void **state)
{
    (void)state;
    struct layout wanted = {.known = ball_bit(BALL_CUE)};
    struct replace_list list = replace_compare(ball_set(BALL_SET_SNOOKER), &wanted, NULL, 0, 1);
    assert_int_equal(list.row[0].state, REPLACE_MISSING);
    assert_false(list.done);
    struct replace_seen there = {vec2(0.5, 0.5), 0.2, BALL_KIND_WHITE, 0, 1, 1, 0, false};
    list = replace_compare(ball_set(BALL_SET_SNOOKER), &wanted, &there, 1, 1);
    assert_true(list.done);
}

/* Two balls of a numbered set, each where the other's number was recorded. */
static struct replace_list two_numbers(double p, double apart)
{
    struct layout wanted = {.known = ball_bit(3) | ball_bit(11)}; /* 2 and 10, both blue */
    wanted.at[3] = vec2(0, 0);
    wanted.at[11] = vec2(apart, 0);
    struct replace_seen seen[] = {
        {vec2(0.2, 0), 0.2, BALL_KIND_STRIPE, 10, p, 1, 0, false},
        {vec2(apart, 0.3), 0.2, BALL_KIND_SOLID, 2, p, 1, 0, false},
    };
    return replace_compare(ball_set(BALL_SET_NUMBERED), &wanted, seen, 2, 1);
}

static void a_number_in_doubt_is_never_called_done(void **state)
{
    (void)state;
    struct replace_list list = two_numbers(0.65, 300); /* misread rather than exchanged */
    assert_true(list.placed);
    assert_false(list.done);
    assert_true(list.row[0].doubt && list.row[1].doubt);
    list = two_numbers(0.995, 300); /* surely read: they must change places */
    assert_false(list.placed);
    assert_int_equal(list.row[0].state, REPLACE_MOVE);
    assert_false(list.row[0].doubt);

    struct layout wanted = {.known = ball_bit(3)};
    struct replace_seen two = {vec2(0, 0), 0.2, BALL_KIND_SOLID, 2, 0.7, 1, 0, false};
    list = replace_compare(ball_set(BALL_SET_NUMBERED), &wanted, &two, 1, 1);
    assert_true(list.placed && list.row[0].doubt && !list.done); /* agrees, but a 10 might be read so */
    two.p = 0.95;
    list = replace_compare(ball_set(BALL_SET_NUMBERED), &wanted, &two, 1, 1);
    assert_true(list.done);
}

static struct replace_seen numbered(double x, int64_t since)
{
    return (struct replace_seen){
        .at = vec2(x, 0), .sd = 0.2, .kind = BALL_KIND_SOLID, .number = 1, .p = 0.99, .since = since};
}

/* All are misread as the 1, surely: what is known of where they were tells them apart. */
static void a_ball_is_known_by_where_it_was(void **state)
{
    (void)state;
    struct identity who;
    struct layout last = {.known = ball_bit(3) | ball_bit(4) | ball_bit(5)};
    last.at[3] = vec2(0, 0);
    last.at[4] = vec2(500, 0);
    last.at[5] = vec2(900, 0);
    identity_start(&who, ball_set(BALL_SET_NUMBERED), &last);
    struct replace_seen seen[] = {numbered(501, 1), numbered(2, 1), numbered(899, 1)};
    identity_name(&who, seen, 3);
    assert_int_equal(seen[0].known, 4);
    assert_int_equal(seen[1].known, 3);
    assert_int_equal(seen[2].known, 5);

    /* One is taken up, and one set down elsewhere. */
    identity_gone(&who, &seen[0], 7);
    seen[0] = numbered(-700, 8);
    identity_name(&who, seen, 3);
    assert_int_equal(seen[0].known, 4);
}

/* Hands may have exchanged two balls before anybody looked: what is read otherwise is asked, wherever it is carried. */
static void a_ball_in_the_place_of_another_is_asked_for(void **state)
{
    (void)state;
    struct identity who;
    struct layout wanted = {.known = ball_bit(3) | ball_bit(4)};
    const struct ball_set *set = ball_set(BALL_SET_NUMBERED);
    wanted.at[4] = vec2(500, 0);
    identity_start(&who, set, &wanted);
    struct replace_seen seen[] = {numbered(0, 1), numbered(500, 1)};
    seen[1].number = set->row[4].number;
    identity_name(&who, seen, 2);
    assert_true(seen[0].contested);
    assert_false(seen[1].contested);
    assert_true(replace_compare(set, &wanted, seen, 2, 1).placed);
    assert_false(replace_compare(set, &wanted, seen, 2, 1).done);

    identity_gone(&who, &seen[0], 3);
    seen[0] = numbered(40, 4);
    identity_name(&who, seen, 2);
    assert_true(seen[0].contested);
    assert_true(identity_say(&who, seen, 2, 0, 3)); /* a person has read it */
    seen[0].at = vec2(0, 0);
    assert_true(replace_compare(set, &wanted, seen, 2, 1).done);
}

static void balls_taken_up_together_are_asked_for(void **state)
{
    (void)state;
    struct identity who;
    struct layout last = {.known = ball_bit(3) | ball_bit(4)};
    last.at[4] = vec2(500, 0);
    identity_start(&who, ball_set(BALL_SET_NUMBERED), &last);
    struct replace_seen seen[] = {numbered(-700, 1), numbered(-900, 1)};
    identity_name(&who, seen, 2);
    assert_int_equal(seen[0].known, 0);
    assert_int_equal(seen[1].known, 0);
    assert_false(identity_say(&who, seen, 2, 2, 3));
    assert_false(identity_say(&who, seen, 2, 0, 60));
    assert_true(identity_say(&who, seen, 2, 0, 4)); /* somebody reads one of them: then the other is told, too */
    identity_name(&who, seen, 2);
    assert_int_equal(seen[0].known, 4);
    assert_int_equal(seen[1].known, 3);
    assert_true(identity_say(&who, seen, 2, 0, 3)); /* it was the other way round */
    assert_int_equal(seen[1].known, 4);
}

static void what_is_known_counts_more_than_what_is_read(void **state)
{
    (void)state;
    struct layout wanted = {.known = ball_bit(3) | ball_bit(11)};
    wanted.at[11] = vec2(300, 0);
    struct replace_seen seen[] = {numbered(0.2, 1), numbered(300, 1)};
    seen[0].known = 11;
    seen[1].known = 3;
    struct replace_list list = replace_compare(ball_set(BALL_SET_NUMBERED), &wanted, seen, 2, 1);
    assert_false(list.placed);
    assert_true(list.row[0].state == REPLACE_MOVE && !list.row[0].doubt);
    assert_true(fabs(list.row[0].left - 300) < 0.01);
}

/* ---- guessing ---------------------------------------------------------------------------------------------------- */

static json_t *guess(const char *balls, const char *stroke, const char *on)
{
    struct guess_given given = {.on = on, .score = {-1, -1}};
    json_t *position = json_loads(balls, 0, NULL), *k = stroke ? json_loads(stroke, 0, NULL) : NULL;
    json_t *setup = guess_setup(rules_game("snooker", NULL), position, k, &given);
    json_decref(position);
    json_decref(k);
    return setup;
}

static const char *first_on(const json_t *setup)
{
    return json_string_value(json_array_get(json_object_get(json_object_get(setup, "state"), "ball_on"), 0));
}

static void balls_on_the_table_are_told_by_name_and_number(void **state)
{
    (void)state;
    const struct ball_set *set = ball_set(BALL_SET_SNOOKER);
    ball_mask seen = ball_bit(SNOOKER_RED_1 + 4) | ball_bit(SNOOKER_BLUE), balls;
    assert_true(guess_balls(set, "red, pink", seen, &balls));
    assert_true(balls == (ball_bit(SNOOKER_RED_1 + 4) | ball_bit(SNOOKER_PINK)));
    assert_true(guess_balls(set, "red:3,black", seen, &balls));
    assert_true(ball_in(balls, SNOOKER_RED_1 + 4) && ball_in(balls, SNOOKER_BLACK) && ball_count(balls) == 4);
    assert_true(guess_balls(ball_set(BALL_SET_NUMBERED), "1,9", 0, &balls));
    assert_int_equal(ball_count(balls), 2);
    static const char *const wrong[] = {"", "violet", "red:40", "red:x", "red:", "blue:2", "red:2x", ","};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_false(guess_balls(set, wrong[i], seen, &balls));
}

static void the_ball_on_is_guessed_from_what_was_played(void **state)
{
    (void)state;
    const char *balls = "{\"balls\":[{\"id\":\"cue\",\"x\":0,\"y\":0},{\"id\":\"red-3\",\"x\":500,\"y\":0},"
                        "{\"id\":\"pink\",\"x\":892,\"y\":0}]}";
    json_t *setup = guess(balls, "{\"first_contact\":[\"pink\"]}", NULL);
    assert_string_equal(first_on(setup), "pink");
    assert_false(json_is_true(json_object_get(setup, "confirmed")));
    json_decref(setup);
    setup = guess(balls, "{\"first_contact\":[\"pink\"]}", "red");
    assert_string_equal(first_on(setup), "red-3");
    json_decref(setup);
    setup = guess("{\"balls\":[{\"id\":\"black\",\"x\":0,\"y\":0},{\"id\":\"cue\",\"x\":9,\"y\":500}]}", NULL, NULL);
    assert_string_equal(first_on(setup), "black");
    assert_string_equal(json_string_value(json_object_get(json_object_get(setup, "state"), "phase")), "black");
    json_decref(setup);
}

/* ---- a match ----------------------------------------------------------------------------------------------------- */

static struct review *sample(int slot)
{
    char path[500], folder[500], error[SCENARIO_ERROR_BYTES] = "";
    size_t size;
    uint8_t *journal = media_read("samples/frame.jsonl", &size);
    snprintf(path, sizeof path, "%s", media_path(slot, "journal.jsonl"));
    media_write(path, journal, size);
    free(journal);
    snprintf(folder, sizeof folder, "%s", path);
    *strrchr(folder, '/') = 0;
    struct review *r;
    assert_int_equal(review_open(&r, folder, error), 0);
    return r;
}

static void every_question_is_answered_for_every_stroke(void **state)
{
    (void)state;
    struct review *r = sample(4);
    assert_true(r->strokes > 10);
    for (int n = 1; n <= r->strokes; n++)
        for (int ask = ASK_NONE + 1; ask < ASK_COUNT; ask++) {
            json_t *a = review_answer(r, n, (enum ask)ask);
            assert_non_null(a);
            for (int l = 0; l < LANGUAGE_COUNT; l++) {
                const char *text =
                    json_string_value(json_object_get(json_object_get(a, "text"), wording_language((enum language)l)));
                assert_true(text && *text && !strchr(text, '{'));
            }
            double sure = json_number_value(json_object_get(a, "sure"));
            assert_true(sure >= 0 && sure <= 1);
            json_decref(a);
        }
    assert_null(review_answer(r, 0, ASK_FIRST));
    assert_null(review_answer(r, r->strokes + 1, ASK_FIRST));
    review_close(&r);
}

static void first_ball_is_the_one_of_the_ruling(void **state)
{
    (void)state;
    struct review *r = sample(5);
    json_t *a = review_answer(r, 1, ASK_FIRST);
    assert_string_equal(json_string_value(json_object_get(a, "answer")), "brown");
    assert_true(json_number_value(json_object_get(a, "sure")) > 0.9);
    json_decref(a);
    json_t *detail = review_detail(r, 1), *clause = json_array_get(json_object_get(detail, "references"), 0);
    assert_string_equal(json_string_value(json_object_get(clause, "number")), "3.11(b)(iv)");
    assert_string_equal(json_string_value(json_object_get(clause, "section")), "Section 3: The Game");
    assert_non_null(strstr(json_string_value(json_object_get(clause, "book")), "2024"));
    json_decref(detail);
    review_close(&r);
}

static void every_clause_that_can_be_raised_has_its_reference(void **state)
{
    (void)state;
    int clauses = 0;
    for (size_t i = 0; rules_games(i); i++)
        for (int b = 0; rules_games(i)->books[b]; b++)
            for (size_t k = 0; k < rules_games(i)->books[b]->count; k++) {
                const struct rule *rule = &rules_games(i)->books[b]->rules[k];
                char text[64];
                if (!rules_applies(rules_games(i)->books[b], rule))
                    continue;
                json_t *c = clause_reference(rules_games(i), rules_clause(rules_games(i), rule, text, sizeof text));
                assert_true(json_is_string(json_object_get(c, "book")));
                assert_true(json_is_string(json_object_get(c, "section")));
                json_decref(c);
                clauses++;
            }
    assert_true(clauses > 500);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(any_frame_is_had_by_its_number),
        cmocka_unit_test(frames_of_uneven_length_are_told_apart),
        cmocka_unit_test(a_lent_frame_outlives_the_film),
        cmocka_unit_test(a_smaller_picture_is_the_same_from_either_layout),
        cmocka_unit_test(what_is_no_film_is_refused),
        cmocka_unit_test(balls_that_look_alike_find_the_nearest_places),
        cmocka_unit_test(a_ball_that_is_not_seen_is_missing),
        cmocka_unit_test(a_number_in_doubt_is_never_called_done),
        cmocka_unit_test(a_ball_is_known_by_where_it_was),
        cmocka_unit_test(a_ball_in_the_place_of_another_is_asked_for),
        cmocka_unit_test(balls_taken_up_together_are_asked_for),
        cmocka_unit_test(what_is_known_counts_more_than_what_is_read),
        cmocka_unit_test(balls_on_the_table_are_told_by_name_and_number),
        cmocka_unit_test(the_ball_on_is_guessed_from_what_was_played),
        cmocka_unit_test(every_question_is_answered_for_every_stroke),
        cmocka_unit_test(first_ball_is_the_one_of_the_ruling),
        cmocka_unit_test(every_clause_that_can_be_raised_has_its_reference),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
