/* SPDX-License-Identifier: Apache-2.0 */
/* test_players.c: do players take a free ball as the rules give it, and walk as people do? */
#include "film_in.h"
#include "sim_judge.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

/* ---- a free ball ------------------------------------------------------------------------------------------------ */

struct staged {
    struct sim_film *film; /* for its table and settings: nothing of it is played */
    struct sim_shot *shot;
    struct sim_play play;
    struct sim_judge judge;
    struct sim_take take;
};

/* One red, hidden behind the pink from where the cue-ball lies; the other colours on their spots. */
static void stage(struct staged *s)
{
    struct sim_settings set = sim_settings_defaults(SIM_SNOOKER, 64, 64, 1);
    set.threads = 0;
    *s = (struct staged){0};
    assert_int_equal(sim_film_open(&s->film, &set), 0);
    const struct table *table = sim_film_table(s->film);
    assert_int_equal(sim_shot_open(&s->shot, table, BALL_SET_SNOOKER, &set.physics), 0);
    sim_play_begin(&s->play, SIM_SNOOKER, table);
    struct sim_start *balls = &s->play.balls;
    balls->present &= ~ball_range(SNOOKER_RED_1, SNOOKER_RED_16);
    balls->present |= ball_bit(SNOOKER_RED_1) | ball_bit(s->play.cue);
    balls->at[s->play.cue] = vec2(310, 40);
    balls->at[SNOOKER_PINK] = vec2(400, 40);
    balls->at[SNOOKER_RED_1] = vec2(900, 40);
    s->play.on = s->play.want = ball_bit(SNOOKER_RED_1);
    s->play.hand = SIM_NOT_IN_HAND;
    s->play.opening = false;
    sim_judge_open(&s->judge, s->film);
    s->judge.state.in_hand = false;
}

/* Plays the choice, lets the players settle it and the rules judge it. */
static void strike(struct staged *s, struct sim_choice choice, enum sim_decision decision)
{
    struct sim_play *p = &s->play;
    struct sim_take *k = &s->take;
    k->n++;
    k->strike_t = 100.0 * k->n;
    k->choice = choice;
    k->decision = decision;
    k->striker = k->decided_by = p->striker;
    k->cue = p->cue;
    k->on = p->on;
    k->before = p->balls;
    k->free = p->free != BALL_NONE;
    sim_shot_run(s->shot, &p->balls, &choice.strike);
    k->record = sim_shot_record(s->shot);
    k->rest_t = k->strike_t + k->record->rest;
    k->after = sim_record_end(k->record);
    p->called = choice.ball;
    sim_play_settle(p, k->record);
    k->score[0] = p->score[0];
    k->score[1] = p->score[1];
    k->foul = p->foul;
    k->over = p->over;
    k->next = p->striker;
    k->miss = p->miss;
    assert_true(sim_judge_take(&s->judge, s->film, k));
}

/* The cue-ball is rolled a finger's breadth away from the pink: nothing hit, and the next player is snookered. */
static void foul_that_leaves_a_snooker(struct staged *s)
{
    struct sim_choice c = {.intent = SIM_INTENT_MISS, .ball = SNOOKER_RED_1};
    c.strike = (struct sim_strike){.ball = s->play.cue, .along = vec2(-1, 0), .speed = 60};
    strike(s, c, SIM_PLAY_ON);
}

static void a_free_ball_is_given_and_taken(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 5; seed++) {
        static struct staged s;
        stage(&s);
        foul_that_leaves_a_snooker(&s);
        assert_true(s.take.foul && s.play.free_ball);
        assert_int_equal(s.play.striker, 1);
        assert_true(s.judge.state.free_ball);
        assert_true(s.judge.ruling.options & option_bit(OPTION_FREE_BALL));
        struct sim_skill sure = {.thoughts = 40};
        struct sim_rng rng = sim_rng(seed);
        struct sim_choice c = sim_choose(&s.play, s.shot, &sure, &rng);
        assert_true(c.free >= SNOOKER_YELLOW && c.free <= SNOOKER_BLACK);
        sim_play_free_ball(&s.play, c.free);
        strike(&s, c, SIM_TAKE_FREE);
        assert_false(s.take.foul);
        assert_true(sim_record_first_hit(s.take.record, s.play.cue) & ball_bit(c.free));
        bool potted = ball_in(sim_record_potted(s.take.record), c.free);
        assert_int_equal(s.play.score[1], 4 + potted); /* as a red, whatever its own value */
        assert_true(ball_in(s.play.balls.present, c.free));
        assert_int_equal(s.judge.ruling.points, potted);
        assert_int_equal(s.judge.disputes, 0);
        sim_shot_close(&s.shot);
        sim_film_close(&s.film);
    }
}

/* The same foul with the pink out of the line: nothing is hidden, no free ball. */
static void no_snooker_no_free_ball(void **state)
{
    (void)state;
    static struct staged s;
    stage(&s);
    s.play.balls.at[SNOOKER_PINK] = vec2(400, 240);
    foul_that_leaves_a_snooker(&s);
    assert_true(s.take.foul);
    assert_false(s.play.free_ball);
    assert_false(s.judge.state.free_ball);
    struct sim_skill sure = {.thoughts = 40};
    struct sim_rng rng = sim_rng(1);
    assert_int_equal(sim_choose(&s.play, s.shot, &sure, &rng).free, BALL_NONE);
    sim_shot_close(&s.shot);
    sim_film_close(&s.film);
}

/* ---- walking ---------------------------------------------------------------------------------------------------- */

/* Fastest that anybody went from one frame to the next, mm/s; *way: how far all walked, m. */
static double fastest(struct sim_settings set, int frames, double *way)
{
    struct sim_film *film;
    struct vec2 was[FIGURES], facing;
    double most = 0;
    set.threads = 0;
    assert_int_equal(sim_film_open(&film, &set), 0);
    for (int i = 0; i < frames && !sim_film_skip(film); i++)
        for (int who = 0; who < FIGURES; who++) {
            struct vec2 at = sim_people_path(&film->table, sim_walk_place(&film->walk[who], film->t), &facing);
            double by = i ? vec2_dist(at, was[who]) : 0;
            most = fmax(most, by * set.camera.fps);
            *way += by / 1000;
            was[who] = at;
        }
    sim_film_close(&film);
    return most;
}

/* Through fouls, hurried strokes, replaced balls and new racks alike. */
static void people_walk_and_never_jump(void **state)
{
    (void)state;
    static const enum sim_game games[] = {SIM_SNOOKER, SIM_WPA9, SIM_CSPL8, SIM_BILLIARDS};
    double way = 0;
    for (int i = 0; i < 4; i++) {
        struct sim_settings set = sim_settings_defaults(games[i], 64, 64, 60 + (uint64_t)i);
        set.strokes = -1;
        set.skill[0].mischief = set.skill[1].mischief = 0.3;
        set.skill[0].thoughts = set.skill[1].thoughts = 20;
        set.touch = 0.2;
        double most = fastest(set, 30 * 600, &way);
        if (most > 2300) /* 1.5 m/s over a whole way, half as fast again in the middle of it */
            fail_msg("%s: somebody went at %.0f mm/s", sim_game_row(games[i])->name, most);
    }
    assert_true(way > 400);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_free_ball_is_given_and_taken),
        cmocka_unit_test(no_snooker_no_free_ball),
        cmocka_unit_test(people_walk_and_never_jump),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
