/* SPDX-License-Identifier: Apache-2.0 */
/* Proves what data files cannot say well: doubt, spoken words, contests, and what is refused. */
#include "calls.h"
#include "contest.h"
#include "rules.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static const struct game *snooker(void)
{
    return rules_game("snooker", NULL);
}

static struct stroke stroke_by(player_id by)
{
    struct stroke s;
    memset(&s, 0, sizeof s);
    s.act = ACT_STROKE;
    s.by = by;
    s.time_s = s.match_time_s = -1;
    s.facts.balls_to_cushion = s.facts.balls_over_centre = -1;
    return s;
}

static struct event strike(void)
{
    return (struct event){.kind = EVENT_STRIKE, .a = BALL_CUE, .t = NS_PER_S, .p = 1};
}

static struct event contact(ball_id b, ns_t t, float p)
{
    return (struct event){.kind = EVENT_CONTACT, .a = BALL_CUE, .b = b, .t = t, .p = p};
}

static struct event pocket(ball_id a, float p)
{
    return (struct event){.kind = EVENT_POCKET, .a = a, .pocket = POCKET_TL, .t = 3 * NS_PER_S, .p = p};
}

/* ---- facts ------------------------------------------------------------------------------------------------------- */

static void facts_follow_from_events(void **unused)
{
    (void)unused;
    struct state state;
    rules_open(snooker(), &state, 1);
    struct event events[] = {
        strike(),
        {.kind = EVENT_CUSHION, .a = BALL_CUE, .cushion = CUSHION_TOP, .face = FACE_FLAT, .t = NS_PER_S + 1, .p = 1},
        contact(SNOOKER_RED_1, 2 * NS_PER_S, 0.9f),
        contact(SNOOKER_RED_1 + 1, 2 * NS_PER_S + 50000, 0.9f), /* 0.05 ms later: at once */
        contact(SNOOKER_BLUE, 2 * NS_PER_S + NS_PER_S / 10, 0.9f),
        contact(SNOOKER_PINK, 2 * NS_PER_S + NS_PER_S / 5, 0.3f), /* a near miss */
        {.kind = EVENT_CUSHION, .a = SNOOKER_RED_1, .cushion = CUSHION_LEFT, .t = 3 * NS_PER_S, .p = 1},
        pocket(SNOOKER_RED_1, 0.99f),
        {.kind = EVENT_OFF, .a = SNOOKER_BLUE, .t = 4 * NS_PER_S, .p = 0.8f},
    };
    struct facts f = {0};
    rules_facts(&state, events, sizeof events / sizeof *events, &f);
    assert_int_equal(f.first_contact, ball_bit(SNOOKER_RED_1) | ball_bit(SNOOKER_RED_1 + 1));
    assert_int_equal(f.contacts_n, 3);
    assert_int_equal(f.contacts[2], SNOOKER_BLUE);
    assert_int_equal(f.cue_cushions_n, 1);
    assert_int_equal(f.cue_cushions[0].cushion, CUSHION_TOP);
    assert_int_equal(f.cushion_after_contact, YES);
    assert_int_equal(f.balls_to_cushion, 1);
    assert_int_equal(f.pots_n, 1);
    assert_int_equal(f.off, ball_bit(SNOOKER_BLUE));
}

static void a_ball_disturbed_before_the_strike_is_told_from_one_moved_by_the_stroke(void **unused)
{
    (void)unused;
    struct state state;
    rules_open(snooker(), &state, 1);
    struct event before = {.kind = EVENT_DISTURBED, .a = SNOOKER_PINK, .p = 1};
    struct event events[] = {before, strike(), contact(SNOOKER_RED_1, 2 * NS_PER_S, 1), before};
    events[3].a = SNOOKER_BLUE;
    struct facts f = {0};
    rules_facts(&state, events, 4, &f);
    assert_int_equal(f.moved_before, ball_bit(SNOOKER_PINK));
}

static void the_cue_ball_may_be_moved_while_it_is_in_hand(void **unused)
{
    (void)unused;
    struct state state;
    struct ruling r;
    rules_open(snooker(), &state, 1);
    struct stroke s = stroke_by(1);
    struct event moved = {.kind = EVENT_DISTURBED, .a = BALL_CUE, .p = 0.95f};
    struct event events[] = {moved, strike(), contact(SNOOKER_RED_1, 2 * NS_PER_S, 1)};
    state.in_hand = true;
    rules_judge_seen(snooker(), &state, &s, events, 3, &r);
    assert_false(r.penalty > 0);
    state.in_hand = false;
    rules_judge_seen(snooker(), &state, &s, events, 3, &r);
    assert_true(r.penalty > 0);
}

/* ---- doubt ------------------------------------------------------------------------------------------------------- */

static void certain_events_give_a_certain_ruling(void **unused)
{
    (void)unused;
    struct state state;
    struct ruling r;
    rules_open(snooker(), &state, 1);
    struct stroke s = stroke_by(1);
    struct event events[] = {strike(), contact(SNOOKER_RED_1, 2 * NS_PER_S, 1), pocket(SNOOKER_RED_1, 1)};
    rules_judge_seen(snooker(), &state, &s, events, 3, &r);
    assert_int_equal(r.points, 1);
    assert_true(r.sure == 1);
    assert_int_equal(r.hinge.question, QUESTION_NONE);
}

static void a_doubtful_first_contact_is_the_hinge(void **unused)
{
    (void)unused;
    struct state state;
    struct ruling r;
    rules_open(snooker(), &state, 1);
    struct stroke s = stroke_by(1);
    s.facts.path_before = PATH_NONE;
    struct event events[] = {strike(), contact(SNOOKER_BLUE, 2 * NS_PER_S, 0.7f),
                             contact(SNOOKER_RED_1, 2 * NS_PER_S + NS_PER_S / 100, 1)};
    rules_judge_seen(snooker(), &state, &s, events, 3, &r);
    assert_int_equal(r.kind, KIND_FOUL);
    assert_int_equal(r.penalty, 5);
    assert_true(fabs(r.sure - 0.7) < 1e-6);
    assert_int_equal(r.hinge.question, QUESTION_EVENT);
    assert_int_equal(r.hinge.which, 1);
    assert_string_equal(r.hinge.then, "no foul");
}

static void doubt_that_changes_nothing_costs_no_certainty(void **unused)
{
    (void)unused;
    struct state state;
    struct ruling r;
    rules_open(snooker(), &state, 1);
    struct stroke s = stroke_by(1);
    struct event events[] = {strike(), contact(SNOOKER_RED_1, 2 * NS_PER_S, 1),
                             contact(SNOOKER_PINK, 2 * NS_PER_S + NS_PER_S / 2, 0.5f)};
    rules_judge_seen(snooker(), &state, &s, events, 3, &r);
    assert_int_equal(r.kind, KIND_NONE);
    assert_true(fabs(r.sure - 1) < 1e-9);
    assert_int_equal(r.hinge.question, QUESTION_NONE);
}

static void two_doubts_multiply(void **unused)
{
    (void)unused;
    struct state state;
    struct ruling r;
    rules_open(snooker(), &state, 1);
    struct stroke s = stroke_by(1);
    struct event events[] = {strike(), contact(SNOOKER_RED_1, 2 * NS_PER_S, 1), pocket(SNOOKER_RED_1, 0.9f),
                             pocket(BALL_CUE, 0.2f)};
    rules_judge_seen(snooker(), &state, &s, events, 4, &r);
    assert_int_equal(r.points, 1);
    assert_true(fabs(r.sure - 0.9 * 0.8) < 1e-6);
    assert_int_equal(r.hinge.which, 3); /* the likelier of the two to be otherwise */
    assert_string_equal(r.hinge.then, "FOUL, 4");
}

/* A gap of 0.3 mm measured to 0.3 mm: touching or not is about one in six. */
static void a_small_gap_lowers_certainty(void **unused)
{
    (void)unused;
    struct state state;
    struct ruling r;
    rules_open(snooker(), &state, 1);
    struct stroke s = stroke_by(1);
    s.facts.rest.at[BALL_CUE] = vec2(0, 300);
    s.facts.rest.at[SNOOKER_RED_1] = vec2(0, 300 + 52.5 + 0.35);
    s.facts.rest.known = ball_bit(BALL_CUE) | ball_bit(SNOOKER_RED_1);
    s.facts.rest.sd = 0.2f;
    struct event events[] = {strike(), contact(SNOOKER_RED_1, 2 * NS_PER_S, 1)};
    rules_judge_seen(snooker(), &state, &s, events, 2, &r);
    assert_int_equal(r.touching, 0);
    assert_int_equal(r.hinge.question, QUESTION_TOUCHING);
    assert_int_equal(r.hinge.which, SNOOKER_RED_1);
    assert_string_equal(r.hinge.then, "no foul, TOUCHING BALL");
    assert_true(r.sure > 0.8 && r.sure < 0.9);
    s.facts.rest.sd = 0.01f;
    rules_judge_seen(snooker(), &state, &s, events, 2, &r);
    assert_true(r.sure > 0.999);
}

static void a_near_snooker_lowers_certainty(void **unused)
{
    (void)unused;
    struct state state;
    struct ruling r;
    rules_open(snooker(), &state, 1);
    state.on_table = ball_range(SNOOKER_YELLOW, SNOOKER_BLACK) | ball_bit(SNOOKER_RED_1);
    state.on = ball_bit(SNOOKER_RED_1);
    struct stroke s = stroke_by(1);
    s.facts.path_before = PATH_NONE;
    struct layout *l = &s.facts.rest;
    static const double at[][2] = {
        [BALL_CUE] = {-500, 0},         [SNOOKER_YELLOW] = {-1047.5, -292}, [SNOOKER_GREEN] = {-1047.5, 292},
        [SNOOKER_BROWN] = {-1047.5, 0}, [SNOOKER_BLUE] = {0, -53},          [SNOOKER_PINK] = {892.25, 0},
        [SNOOKER_BLACK] = {1460.5, 0},  [SNOOKER_RED_1] = {500, 53.2}};
    for (ball_id b = BALL_CUE; b <= SNOOKER_RED_1; b++) {
        l->at[b] = vec2(at[b][0], at[b][1]);
        l->known |= ball_bit(b);
    }
    l->sd = 1;
    struct event events[] = {strike(), contact(SNOOKER_BLUE, 2 * NS_PER_S, 1)};
    rules_judge_seen(snooker(), &state, &s, events, 2, &r);
    assert_int_equal(r.kind, KIND_FOUL);
    assert_int_equal(r.hinge.question, QUESTION_SNOOKERED);
    assert_true(r.sure < 0.95);
}

/* ---- words ------------------------------------------------------------------------------------------------------- */

static void calls_are_spoken_in_three_languages(void **unused)
{
    (void)unused;
    char text[96];
    assert_string_equal(call_text(CALL_FOUL_MISS, LANGUAGE_EN, 0, text, sizeof text), "FOUL AND A MISS");
    assert_string_equal(call_text(CALL_FREE_BALL, LANGUAGE_ZH, 0, text, sizeof text), "自由球");
    assert_string_equal(call_text(CALL_NUMBER, LANGUAGE_NL, 95, text, sizeof text), "95");
    for (int call = CALL_NONE + 1; call < CALL_COUNT; call++)
        for (int language = LANGUAGE_EN; language < LANGUAGE_COUNT; language++)
            assert_true(strlen(call_text((enum call)call, (enum language)language, 1, text, sizeof text)) > 0);
}

static void numbers_are_said_as_people_say_them(void **unused)
{
    (void)unused;
    static const struct {
        int n;
        const char *word[LANGUAGE_COUNT];
    } rows[] = {
        {0, {"zero", "nul", "零"}},
        {5, {"five", "vijf", "五"}},
        {12, {"twelve", "twaalf", "十二"}},
        {21, {"twenty-one", "eenentwintig", "二十一"}},
        {32, {"thirty-two", "tweeëndertig", "三十二"}},
        {80, {"eighty", "tachtig", "八十"}},
        {100, {"a hundred", "honderd", "一百"}},
        {105, {"a hundred and five", "honderdvijf", "一百零五"}},
        {112, {"a hundred and twelve", "honderdtwaalf", "一百一十二"}},
        {147, {"a hundred and forty-seven", "honderdzevenenveertig", "一百四十七"}},
        {230, {"two hundred and thirty", "tweehonderddertig", "二百三十"}},
        {1000, {"1000", "1000", "1000"}},
    };
    char text[96];
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        for (int language = LANGUAGE_EN; language < LANGUAGE_COUNT; language++)
            assert_string_equal(call_number(rows[i].n, (enum language)language, text, sizeof text),
                                rows[i].word[language]);
}

static void a_ruling_is_spoken_in_full(void **unused)
{
    (void)unused;
    struct state state;
    struct ruling r;
    char text[160];
    rules_open(snooker(), &state, 1);
    state.break_score = 7;
    struct stroke s = stroke_by(1);
    s.facts.first_contact = ball_bit(SNOOKER_RED_1);
    s.facts.pots[s.facts.pots_n++].ball = SNOOKER_RED_1;
    s.facts.touching_known = true;
    s.facts.touching = ball_bit(SNOOKER_BLUE);
    rules_judge(snooker(), &state, &s, &r);
    assert_string_equal(rules_speak(&r, LANGUAGE_EN, text, sizeof text), "TOUCHING BALL. DECLARE. eight");
    s.facts.pots[0].ball = SNOOKER_PINK;
    rules_judge(snooker(), &state, &s, &r);
    assert_string_equal(rules_speak(&r, LANGUAGE_EN, text, sizeof text), "Foul, six");
    assert_string_equal(rules_speak(&r, LANGUAGE_NL, text, sizeof text), "Foul, zes");
    assert_string_equal(rules_speak(&r, LANGUAGE_ZH, text, sizeof text), "犯规，六分");
    s.facts.pots_n = 0;
    s.facts.touching = 0;
    rules_judge(snooker(), &state, &s, &r);
    assert_string_equal(rules_speak(&r, LANGUAGE_EN, text, sizeof text), "");
}

/* ---- contests ---------------------------------------------------------------------------------------------------- */

static void win_frame(struct contest *c, enum side winner, int a, int b)
{
    struct state s;
    contest_start_frame(c, snooker(), &s);
    s.score[SIDE_A] = (int16_t)a;
    s.score[SIDE_B] = (int16_t)b;
    s.frame_over = true;
    s.winner = winner;
    contest_end_frame(c, snooker(), &s);
}

static void the_opener_alternates_and_most_frames_win(void **unused)
{
    (void)unused;
    struct contest c;
    contest_open(&c, &(struct contest_format){.frames = 5, .games = 1, .opener = 2});
    assert_int_equal(contest_opener(&c), 2);
    win_frame(&c, SIDE_A, 70, 30);
    assert_int_equal(contest_opener(&c), 1);
    win_frame(&c, SIDE_B, 10, 30);
    assert_int_equal(contest_opener(&c), 2);
    win_frame(&c, SIDE_A, 70, 30);
    assert_false(c.over);
    win_frame(&c, SIDE_A, 70, 30);
    assert_true(c.over);
    assert_int_equal(c.winner, SIDE_A);
}

static void aggregate_scores_need_all_frames(void **unused)
{
    (void)unused;
    struct contest c;
    contest_open(&c, &(struct contest_format){.frames = 3, .games = 1, .aggregate = true});
    win_frame(&c, SIDE_A, 50, 40);
    win_frame(&c, SIDE_A, 50, 40);
    assert_false(c.over);
    struct state s;
    contest_start_frame(&c, snooker(), &s);
    assert_true(s.format.last_frame);
    assert_int_equal(s.counters.aggregate_A, 100);
    win_frame(&c, SIDE_B, 0, 30);
    assert_true(c.over);
    assert_int_equal(c.winner, SIDE_B); /* 100 - 110 */
}

static void a_match_is_the_most_games(void **unused)
{
    (void)unused;
    struct contest c;
    contest_open(&c, &(struct contest_format){.frames = 1, .games = 3});
    win_frame(&c, SIDE_B, 1, 2);
    win_frame(&c, SIDE_A, 2, 1);
    assert_int_equal(c.game, 3);
    win_frame(&c, SIDE_B, 1, 2);
    assert_true(c.over);
    assert_int_equal(c.winner, SIDE_B);
}

/* A frame of `c` that A gives up at 20-10 with one red left, by an entry of `choice` or `flag`. */
static void give_up_at_twenty(struct contest *c, enum option choice, enum flag_kind flag)
{
    struct state s;
    struct ruling r;
    struct stroke k = stroke_by(1);
    contest_start_frame(c, snooker(), &s);
    s.score[SIDE_A] = 20;
    s.score[SIDE_B] = 10;
    s.on_table = ball_range(SNOOKER_YELLOW, SNOOKER_BLACK) | ball_bit(SNOOKER_RED_1);
    k.act = choice ? ACT_DECISION : ACT_BETWEEN;
    k.choice.kind = choice;
    if (flag)
        k.flags[k.flags_n++] = (struct flag){.kind = flag};
    rules_judge(snooker(), &s, &k, &r);
    contest_end_frame(c, snooker(), &r.next);
}

static void conceding_gives_away_what_is_left(void **unused)
{
    (void)unused;
    struct contest c;
    contest_open(&c, &(struct contest_format){.frames = 3, .games = 1, .aggregate = true});
    give_up_at_twenty(&c, OPTION_CONCEDE_ACCEPTED, FLAG_NONE);
    assert_int_equal(c.points[SIDE_A], 20);
    assert_int_equal(c.points[SIDE_B], 10 + 8 + 27);
    c.time_wasting[SIDE_A] = 1;
    give_up_at_twenty(&c, OPTION_NONE, FLAG_TIME_WASTING); /* forfeited: own points go too */
    assert_int_equal(c.points[SIDE_A], 20);
    assert_int_equal(c.points[SIDE_B], 2 * (10 + 8 + 27));
    assert_false(c.over);
}

static void conceding_costs_no_points_where_frames_count(void **unused)
{
    (void)unused;
    struct contest c;
    contest_open(&c, &(struct contest_format){.frames = 3, .games = 1});
    give_up_at_twenty(&c, OPTION_CONCEDE_ACCEPTED, FLAG_NONE);
    assert_int_equal(c.points[SIDE_B], 10);
    assert_int_equal(c.frames_won[SIDE_B], 1);
}

static void a_forfeited_game_counts_unplayed_frames(void **unused)
{
    (void)unused;
    struct contest c;
    contest_open(&c, &(struct contest_format){.frames = 5, .games = 1, .aggregate = true});
    win_frame(&c, SIDE_A, 100, 0);
    c.unsporting[SIDE_A] = 2;
    give_up_at_twenty(&c, OPTION_NONE, FLAG_UNSPORTING);
    assert_true(c.over);
    assert_int_equal(c.frames_won[SIDE_B], 4);
    assert_int_equal(c.points[SIDE_A], 100);
    assert_int_equal(c.points[SIDE_B], 10 + 8 + 27 + 3 * 147);
    assert_int_equal(c.winner, SIDE_B);
}

/* SHO 14: the clock ends a match level, A pots the blue and B does not. */
static void a_level_shoot_out_match_waits_for_the_blue(void **unused)
{
    (void)unused;
    const struct game *game = rules_game("shootout", NULL);
    struct contest c;
    struct state s;
    struct ruling r;
    struct stroke k = stroke_by(1);
    contest_open(&c, &(struct contest_format){.frames = 1, .games = 1});
    contest_start_frame(&c, game, &s);
    k.act = ACT_CLOCK;
    k.match_time_s = 600;
    rules_judge(game, &s, &k, &r);
    assert_int_equal(r.next.winner, SIDE_TIE);
    contest_end_frame(&c, game, &r.next);
    assert_false(c.over);
    k = stroke_by(1);
    k.act = ACT_DECISION;
    k.choice.kind = OPTION_PLAYS;
    k.choice.player = 1;
    s = r.next;
    rules_judge(game, &s, &k, &r);
    for (player_id by = 1; by <= 2; by++) {
        k = stroke_by(by);
        k.facts.first_contact = ball_bit(SNOOKER_BLUE);
        k.facts.pots[0].ball = SNOOKER_BLUE;
        k.facts.pots_n = by == 1;
        s = r.next;
        rules_judge(game, &s, &k, &r);
    }
    assert_true(r.next.frame_over);
    contest_end_frame(&c, game, &r.next);
    assert_true(c.over);
    assert_int_equal(c.winner, SIDE_A);
}

/* ---- refusing ---------------------------------------------------------------------------------------------------- */

static void whoever_concedes_at_pool_loses_the_match(void **unused)
{
    (void)unused;
    const struct game *game = rules_game("wpa9", NULL);
    struct contest c;
    struct state s;
    struct ruling r;
    struct stroke k = stroke_by(1);
    contest_open(&c, &(struct contest_format){.frames = 9, .games = 1});
    contest_start_frame(&c, game, &s);
    k.act = ACT_DECISION;
    k.choice.kind = OPTION_CONCEDE_ACCEPTED;
    rules_judge(game, &s, &k, &r);
    contest_end_frame(&c, game, &r.next);
    assert_true(c.over);
    assert_int_equal(c.winner, SIDE_B);
}

static void offences_in_a_wheelchair_are_counted_from_rack_to_rack(void **unused)
{
    (void)unused;
    const struct game *game = rules_game("wpa8", NULL);
    struct contest c;
    struct state s;
    contest_open(&c, &(struct contest_format){.frames = 9, .games = 1});
    contest_start_frame(&c, game, &s);
    s.counters.wheelchair[SIDE_A] = 2;
    s.frame_over = true;
    s.winner = SIDE_B;
    contest_end_frame(&c, game, &s);
    contest_start_frame(&c, game, &s);
    assert_false(c.over);
    assert_int_equal(s.counters.wheelchair[SIDE_A], 2);
}

static void what_cannot_be_judged_is_refused(void **unused)
{
    (void)unused;
    struct state state, bad;
    struct stroke s = stroke_by(1), k;
    rules_open(snooker(), &state, 1);
    assert_null(rules_refuse(snooker(), &state, &s));
    bad = state;
    bad.pos.known = ball_bit(SNOOKER_BLUE);
    bad.pos.at[SNOOKER_BLUE] = vec2(NAN, 0);
    assert_non_null(rules_refuse(snooker(), &bad, &s));
    bad = state;
    bad.striker = 3;
    assert_non_null(rules_refuse(snooker(), &bad, &s));
    bad = state;
    bad.phase = PHASE_PLAY;
    assert_non_null(rules_refuse(snooker(), &bad, &s));
    k = s;
    k.facts.pots[0].ball = k.facts.pots[1].ball = SNOOKER_BLUE;
    k.facts.pots_n = 2;
    assert_non_null(rules_refuse(snooker(), &state, &k));
    k = s;
    k.facts.pots[0].ball = SNOOKER_RED_16;
    k.facts.pots_n = 1;
    assert_non_null(rules_refuse(snooker(), &state, &k));
    k = s;
    k.time_s = NAN;
    assert_non_null(rules_refuse(snooker(), &state, &k));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(facts_follow_from_events),
        cmocka_unit_test(a_ball_disturbed_before_the_strike_is_told_from_one_moved_by_the_stroke),
        cmocka_unit_test(the_cue_ball_may_be_moved_while_it_is_in_hand),
        cmocka_unit_test(certain_events_give_a_certain_ruling),
        cmocka_unit_test(a_doubtful_first_contact_is_the_hinge),
        cmocka_unit_test(doubt_that_changes_nothing_costs_no_certainty),
        cmocka_unit_test(two_doubts_multiply),
        cmocka_unit_test(a_small_gap_lowers_certainty),
        cmocka_unit_test(a_near_snooker_lowers_certainty),
        cmocka_unit_test(calls_are_spoken_in_three_languages),
        cmocka_unit_test(numbers_are_said_as_people_say_them),
        cmocka_unit_test(a_ruling_is_spoken_in_full),
        cmocka_unit_test(the_opener_alternates_and_most_frames_win),
        cmocka_unit_test(aggregate_scores_need_all_frames),
        cmocka_unit_test(a_match_is_the_most_games),
        cmocka_unit_test(conceding_gives_away_what_is_left),
        cmocka_unit_test(conceding_costs_no_points_where_frames_count),
        cmocka_unit_test(a_forfeited_game_counts_unplayed_frames),
        cmocka_unit_test(a_level_shoot_out_match_waits_for_the_blue),
        cmocka_unit_test(whoever_concedes_at_pool_loses_the_match),
        cmocka_unit_test(offences_in_a_wheelchair_are_counted_from_rack_to_rack),
        cmocka_unit_test(what_cannot_be_judged_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
