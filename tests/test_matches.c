/* SPDX-License-Identifier: Apache-2.0 */
/* test_matches.c: do simulated matches get on, the same for the same seed, with fouls of all kinds, and is their truth
 * what was played? */
#include "err.h"
#include "sim.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

/* Plays without drawing; calls see for each stroke. Returns the strokes played. */
static int play(struct sim_settings s, void (*see)(const struct sim_take *take, void *user), void *user)
{
    struct sim_film *film;
    int last = 0, strokes = 0;
    s.threads = 0;
    s.camera.fps = 2; /* strokes matter, frames do not */
    assert_int_equal(sim_film_open(&film, &s), 0);
    while (!sim_film_skip(film)) {
        const struct sim_take *k = sim_film_take(film);
        if (k->n != last) {
            strokes++;
            if (see)
                see(k, user);
        }
        last = k->n;
        assert_true(strokes < 400);
    }
    sim_film_close(&film);
    return strokes;
}

static void check_take(const struct sim_take *k, void *user)
{
    int *over = user;
    *over = k->over;
    assert_false(k->record->cut);
    assert_int_equal(k->record->dropped, 0);
    assert_true(k->t0 <= k->strike_t && k->strike_t < k->rest_t && (k->cut || k->rest_t < k->t1));
    assert_int_equal(k->after.present & ~k->before.present, 0);
    for (int i = 0; i < k->acts_n; i++)
        assert_true(k->act[i].t >= k->t0 && k->act[i].t < k->strike_t);
}

static void every_game_is_played_to_its_end(void **state)
{
    (void)state;
    for (int g = SIM_SNOOKER; g < SIM_GAMES; g++) {
        struct sim_settings s = sim_settings_defaults((enum sim_game)g, 64, 64, 40 + (uint64_t)g);
        s.skill[0].thoughts = s.skill[1].thoughts = 30;
        int over = 0, strokes = play(s, check_take, &over);
        assert_true(over);
        assert_true(strokes >= 3);
        assert_int_equal(sim_game_from_name(sim_game_row((enum sim_game)g)->name), g);
    }
}

struct seen {
    int intent[16], event[16], act[16], fouls, in_off;
};

static void count_take(const struct sim_take *k, void *user)
{
    struct seen *s = user;
    s->intent[k->choice.intent]++;
    s->fouls += k->foul;
    for (int i = 0; i < k->record->events_n; i++)
        s->event[k->record->event[i].kind]++;
    for (int i = 0; i < k->acts_n; i++)
        s->act[k->act[i].kind]++;
    s->in_off += ball_in(sim_record_potted(k->record), k->cue);
}

static void fouls_of_every_kind_the_camera_can_see_happen(void **state)
{
    (void)state;
    struct seen seen = {0};
    for (uint64_t seed = 1; seed <= 6; seed++) {
        struct sim_settings s = sim_settings_defaults(SIM_SNOOKER, 64, 64, seed);
        s.skill[0].mischief = s.skill[1].mischief = 0.4;
        s.skill[0].thoughts = s.skill[1].thoughts = 20;
        s.touch = 0.2;
        play(s, count_take, &seen);
    }
    for (int i = SIM_INTENT_BREAK; i <= SIM_INTENT_CLOSE; i++)
        if (!seen.intent[i])
            fail_msg("nobody played: %s", sim_intent_name((enum sim_intent)i));
    for (int e = SIM_STRIKE; e <= SIM_ALL_REST; e++)
        if (!seen.event[e])
            fail_msg("event %d never happened", e);
    assert_true(seen.fouls > 20 && seen.in_off > 2);
    assert_true(seen.act[EVENT_PLACED] && seen.act[EVENT_DISTURBED]);
}

struct trail {
    int n;
    uint64_t h;
};

static void follow(const struct sim_take *k, void *user)
{
    struct trail *t = user;
    t->n++;
    for (int i = 0; i < k->record->events_n; i++) {
        uint64_t bits;
        memcpy(&bits, &k->record->event[i].t, sizeof bits);
        t->h = (t->h ^ bits ^ k->record->event[i].a) * 0x100000001B3u;
    }
}

static void the_same_seed_plays_the_same_match(void **state)
{
    (void)state;
    struct trail a = {0}, b = {0}, c = {0};
    play(sim_settings_defaults(SIM_SIXRED, 64, 64, 7), follow, &a);
    play(sim_settings_defaults(SIM_SIXRED, 64, 64, 7), follow, &b);
    play(sim_settings_defaults(SIM_SIXRED, 64, 64, 8), follow, &c);
    assert_true(a.n > 5 && a.n == b.n && a.h == b.h);
    assert_true(a.h != c.h);
}

static void truth_of_frames_follows_the_record(void **state)
{
    (void)state;
    struct sim_settings s = sim_settings_defaults(SIM_SNOOKER, 192, 108, 9);
    struct sim_film *film;
    int moving = 0, fallen = 0;
    s.threads = 0;
    s.pace = 0.2;
    s.strokes = 12;
    assert_int_equal(sim_film_open(&film, &s), 0);
    struct frame f;
    assert_int_equal(sim_film_next(film, &f), ERR_UNSUPPORTED);
    while (!sim_film_skip(film)) {
        const struct sim_take *k = sim_film_take(film);
        const struct sim_ball_seen *seen = sim_film_balls(film);
        double t = sim_film_time(film) + s.camera.shutter_s / 2 - k->strike_t;
        if (t < 0)
            continue;
        for (BALL_EACH(b, k->before.present)) {
            const struct sim_piece *q = sim_record_piece(k->record, (ball_id)b, t);
            struct sim_ball_at at = sim_piece_at(q, t);
            assert_int_equal(seen[b].on_table, at.phase != SIM_GONE);
            if (!seen[b].on_table)
                continue;
            assert_true(vec3_len(vec3_sub(seen[b].p, at.p)) < 1e-9);
            moving += at.phase == SIM_ROLL || at.phase == SIM_SLIDE;
            fallen += seen[b].falling;
        }
    }
    assert_true(moving > 100 && fallen > 5);
    sim_film_close(&film);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_game_is_played_to_its_end),
        cmocka_unit_test(fouls_of_every_kind_the_camera_can_see_happen),
        cmocka_unit_test(the_same_seed_plays_the_same_match),
        cmocka_unit_test(truth_of_frames_follows_the_record),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
