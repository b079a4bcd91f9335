/* SPDX-License-Identifier: Apache-2.0 */
/* Proves that doubt no single event carries still keeps a ruling from being called: a ball nobody saw, a view that was
 * lost, tracks that got mixed up, facts that are as often a shadow. */
#include "rules.h"

#include <math.h>
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

static struct stroke struck(void)
{
    return (struct stroke){.act = ACT_STROKE,
                           .by = 1,
                           .struck = BALL_CUE,
                           .t0 = NS_PER_S,
                           .t1 = 5 * NS_PER_S,
                           .time_s = -1,
                           .match_time_s = -1,
                           .facts = {.balls_over_centre = -1, .path_before = PATH_NONE, .first_p = 1}};
}

static const struct event strike = {.kind = EVENT_STRIKE, .a = BALL_CUE, .t = NS_PER_S, .p = 1};

static struct event contact(ball_id ball, double t)
{
    return (struct event){.kind = EVENT_CONTACT, .a = BALL_CUE, .b = ball, .t = (ns_t)(t * (double)NS_PER_S), .p = 1};
}

/* Is this among the rulings that are offered? */
static bool offers(const struct state *state, const struct stroke *s, const struct event *events, size_t n,
                   const char *then)
{
    struct alternative all[ALTERNATIVES_MAX];
    size_t count = rules_alternatives(snooker(), state, s, events, n, all);
    for (size_t i = 0; i < count; i++)
        if (!strcmp(all[i].then, then))
            return true;
    return false;
}

static void what_tracking_doubts_of_the_first_contact_counts(void **unused)
{
    (void)unused;
    struct state state;
    struct ruling r;
    rules_open(snooker(), &state, 1);
    struct stroke s = struck();
    struct event events[] = {strike, contact(SNOOKER_RED_1, 2), contact(SNOOKER_BLUE, 3)};
    rules_judge_seen(snooker(), &state, &s, events, 3, &r);
    assert_true(r.sure > 0.999);
    s.facts.first_p = 0.6f;
    rules_judge_seen(snooker(), &state, &s, events, 3, &r);
    assert_int_equal(r.kind, KIND_NONE);
    assert_true(r.sure < 0.7);
    assert_int_equal(r.hinge.question, QUESTION_FIRST);
    assert_true(offers(&state, &s, events, 3, "no foul"));
    assert_true(offers(&state, &s, events, 3, "FOUL, 5"));
    s.accepted = true; /* somebody saw it */
    rules_judge_seen(snooker(), &state, &s, events, 3, &r);
    assert_true(r.sure > 0.999);
}

/* In a pack many contacts of other balls are near misses: that they are doubtful says nothing of which was first. */
static void doubtful_contacts_of_others_hide_no_doubt_about_the_first(void **unused)
{
    (void)unused;
    struct state state;
    struct ruling r;
    rules_open(snooker(), &state, 1);
    struct stroke s = struck();
    s.facts.first_p = 0.8f;
    struct event events[] = {strike, contact(SNOOKER_BLUE, 2), contact(SNOOKER_RED_1, 2.01), contact(SNOOKER_RED_1, 3)};
    events[3].a = SNOOKER_BLUE;
    events[3].p = 0.4f;
    rules_judge_seen(snooker(), &state, &s, events, 4, &r);
    assert_int_equal(r.kind, KIND_FOUL);
    assert_true(r.sure < 0.85);
    assert_true(offers(&state, &s, events, 4, "no foul"));
    events[3].a = BALL_CUE; /* nor does one of the cue-ball that came later */
    rules_judge_seen(snooker(), &state, &s, events, 4, &r);
    assert_true(r.sure < 0.85);
}

/* Hints of a push or a double hit are for an official to look at: with them or without, the ruling is the same, as
 * sure, and nothing hinges on them. */
static void hints_of_the_tip_decide_nothing(void **unused)
{
    (void)unused;
    struct state state;
    struct ruling r, hinted;
    rules_open(snooker(), &state, 1);
    struct stroke s = struck();
    struct event events[] = {strike, contact(SNOOKER_RED_1, 2), contact(SNOOKER_RED_1 + 1, 3),
                             contact(SNOOKER_BLUE, 3.5), contact(SNOOKER_BLUE, 4)};
    rules_judge_seen(snooker(), &state, &s, events, 2, &r);
    for (int i = 2; i < 5; i++)
        events[i] =
            (struct event){.kind = i & 1 ? EVENT_PUSH : EVENT_DOUBLE_HIT, .a = BALL_CUE, .t = 2 * NS_PER_S, .p = 0.6f};
    rules_judge_seen(snooker(), &state, &s, events, 5, &hinted);
    assert_int_equal(hinted.kind, r.kind);
    assert_int_equal(hinted.penalty, r.penalty);
    assert_true(hinted.sure == r.sure && hinted.sure > 0.999);
    assert_int_equal(hinted.hinge.question, r.hinge.question);
}

/* Which red of the pack was first makes no difference, and that one was hit is certain. */
static void doubt_which_ball_was_first_is_none_that_one_was_hit(void **unused)
{
    (void)unused;
    struct state state;
    struct ruling r;
    rules_open(snooker(), &state, 1);
    struct stroke s = struck();
    struct event events[] = {strike, contact(SNOOKER_RED_1, 2), contact(SNOOKER_RED_1 + 1, 3)};
    s.facts.first_p = 0.6f;
    rules_judge_seen(snooker(), &state, &s, events, 3, &r);
    assert_true(r.sure > 0.999);
    events[1].p = events[2].p = 0.8f;
    s.facts.first_p = 0.5f;
    rules_judge_seen(snooker(), &state, &s, events, 3, &r);
    assert_true(r.sure < 0.9);
}

static void a_ball_nobody_saw_may_have_been_hit_first(void **unused)
{
    (void)unused;
    struct state state;
    struct ruling r;
    rules_open(snooker(), &state, 1);
    struct stroke s = struck();
    struct event events[] = {strike, contact(SNOOKER_BLUE, 3)};
    state.in_hand = false;
    state.pos.known = (state.on_table | ball_bit(BALL_CUE)) & ~ball_bit(SNOOKER_RED_1);
    for (BALL_EACH(ball, state.pos.known)) /* somewhere apart */
        state.pos.at[ball] = vec2(-1500 + 120 * ball, 300);
    rules_judge_seen(snooker(), &state, &s, events, 2, &r);
    assert_int_equal(r.penalty, 5);
    assert_true(r.sure < 0.7);
    assert_true(offers(&state, &s, events, 2, "no foul"));
    s.facts.rest = state.pos;
    assert_true(offers(&state, &s, events, 2, "no foul, 1 scored")); /* it is not found now either */
    s.facts.rest.known |= ball_bit(SNOOKER_RED_1);
    assert_false(offers(&state, &s, events, 2, "no foul, 1 scored"));
    s.facts.rest.known = 0;
    state.pos.known |= ball_bit(SNOOKER_RED_1);
    state.pos.at[SNOOKER_RED_1] = vec2(1000, -300);
    rules_judge_seen(snooker(), &state, &s, events, 2, &r);
    assert_true(r.sure > 0.999);
}

/* The green was seen at one end of the table, and is not found any more. The cue-ball meets the blue at the other, or
 * comes past. */
static void a_ball_that_nothing_came_near_lies_where_it_was_last_seen(void **unused)
{
    (void)unused;
    const ball_mask green = ball_bit(SNOOKER_GREEN);
    struct state state;
    struct ruling r;
    rules_open(snooker(), &state, 1);
    state.in_hand = false;
    state.pos.known = state.on_table | ball_bit(BALL_CUE);
    for (BALL_EACH(ball, state.pos.known))
        state.pos.at[ball] = vec2(-400 + 80 * ball, 300);
    state.pos.at[SNOOKER_GREEN] = vec2(-1700, -600);
    struct stroke s = struck();
    s.facts.rest = state.pos;
    s.facts.rest.known &= ~green;
    struct event events[] = {strike, contact(SNOOKER_BLUE, 3)};
    events[0].at = events[1].at = state.pos.at[BALL_CUE];
    rules_judge_seen(snooker(), &state, &s, events, 2, &r); /* seen before, not after it */
    assert_true(ball_in(r.next.last.known, SNOOKER_GREEN));
    state.last = r.next.last;
    state.pos.known &= ~green;
    rules_judge_seen(snooker(), &state, &s, events, 2, &r);
    assert_true(r.sure > 0.999);
    assert_true(ball_in(r.next.last.known, SNOOKER_GREEN));
    events[1].at = vec2(-1650, -500); /* beside it */
    rules_judge_seen(snooker(), &state, &s, events, 2, &r);
    assert_true(r.sure < 0.7);
    assert_false(ball_in(r.next.last.known, SNOOKER_GREEN));
    s.accepted = true; /* somebody saw that it was not hit */
    rules_judge_seen(snooker(), &state, &s, events, 2, &r);
    assert_true(ball_in(r.next.last.known, SNOOKER_GREEN));
    events[1] = contact(SNOOKER_GREEN, 3); /* it was, far from where it was thought to be */
    events[1].at = vec2(900, 300);
    rules_judge_seen(snooker(), &state, &s, events, 2, &r);
    assert_false(ball_in(r.next.last.known, SNOOKER_GREEN));
    s.accepted = false;
    rules_judge_seen(snooker(), &state, &s, NULL, 0, &r); /* entered by hand: nobody followed the balls */
    assert_false(ball_in(r.next.last.known, SNOOKER_GREEN));
}

/* It hangs in the dark of a pocket, and the camera took it for potted. Somebody says that it was not. */
static void a_pot_that_was_none_leaves_the_ball_where_it_was_lost(void **unused)
{
    (void)unused;
    struct state state;
    struct ruling r;
    rules_open(snooker(), &state, 1);
    struct stroke s = struck();
    struct event events[] = {strike, contact(SNOOKER_RED_1, 2), contact(SNOOKER_RED_1, 3)};
    events[2] = (struct event){
        .kind = EVENT_POCKET, .a = SNOOKER_RED_1, .pocket = POCKET_TL, .at = {1760, 870}, .t = 3 * NS_PER_S, .p = 0.9f};
    rules_judge_seen(snooker(), &state, &s, events, 3, &r);
    assert_false(ball_in(r.next.last.known, SNOOKER_RED_1));
    s.settled[s.settled_n++] = (struct settled){QUESTION_EVENT, 2, true};
    rules_judge_seen(snooker(), &state, &s, events, 3, &r);
    assert_true(ball_in(r.next.last.known, SNOOKER_RED_1));
    assert_true(vec2_dist(r.next.last.at[SNOOKER_RED_1], vec2(1760, 870)) < 1);
}

/* Nothing was hit, and the cue-ball may be in a pocket: a foul in any case. */
static void rulings_that_are_called_alike_are_told_apart(void **unused)
{
    (void)unused;
    struct state state;
    struct ruling r;
    struct alternative all[ALTERNATIVES_MAX];
    rules_open(snooker(), &state, 1);
    struct stroke s = struck();
    struct event events[] = {strike,
                             {.kind = EVENT_POCKET, .a = BALL_CUE, .pocket = POCKET_TL, .t = 3 * NS_PER_S, .p = 0.6f}};
    rules_judge_seen(snooker(), &state, &s, events, 2, &r);
    assert_string_equal(r.hinge.then, "FOUL, 4; cue-ball stays");
    assert_int_equal(rules_alternatives(snooker(), &state, &s, events, 2, all), 2);
    assert_string_equal(all[0].then, "FOUL, 4; cue-ball in hand");
    assert_string_equal(all[1].then, "FOUL, 4; cue-ball stays");
}

/* Pool: a ball was lost in the mouth of a pocket. If it lies there yet, it met the jaws, or it did not. */
static void a_doubtful_pot_leaves_open_whether_a_rail_was_met(void **unused)
{
    (void)unused;
    const struct game *game = rules_game("wpa9", NULL);
    struct state state;
    rules_open(game, &state, 1);
    state.phase = PHASE_PLAY;
    state.in_hand = false;
    struct stroke s = struck();
    struct event events[] = {strike, contact(NUMBERED_1, 2), contact(NUMBERED_1, 3)};
    events[2] =
        (struct event){.kind = EVENT_POCKET, .a = NUMBERED_1, .pocket = POCKET_TL, .t = 3 * NS_PER_S, .p = 0.9f};
    struct alternative all[ALTERNATIVES_MAX];
    size_t n = rules_alternatives(game, &state, &s, events, 3, all);
    bool foul = false, fair = false;
    for (size_t i = 0; i < n; i++) {
        foul |= !strncmp(all[i].then, "FOUL", 4);
        fair |= !all[i].as_judged && !strncmp(all[i].then, "no foul", 7);
    }
    assert_true(foul && fair);
}

/* Nothing was seen to be hit, but balls moved, the ball on among them: at the end of the list it must not be forgotten.
 */
static void the_ball_on_is_among_those_that_may_have_been_hit(void **unused)
{
    (void)unused;
    struct state state;
    struct ruling r;
    rules_open(snooker(), &state, 1);
    struct stroke s = struck();
    struct event events[8] = {strike};
    const ball_id moved[] = {SNOOKER_YELLOW, SNOOKER_GREEN, SNOOKER_BROWN, SNOOKER_BLUE, SNOOKER_PINK, SNOOKER_RED_1};
    for (int i = 0; i < 6; i++)
        events[i + 1] = (struct event){.kind = EVENT_CUSHION, .a = moved[i], .t = 2 * NS_PER_S, .p = 1};
    s.facts.first_p = 0.6f;
    rules_judge_seen(snooker(), &state, &s, events, 7, &r);
    assert_true(r.sure < 0.9);
    assert_true(offers(&state, &s, events, 7, "no foul"));
}

static void what_happened_while_the_view_was_lost_is_not_known(void **unused)
{
    (void)unused;
    struct state state;
    struct ruling r;
    rules_open(snooker(), &state, 1);
    struct stroke s = struck();
    struct event gap = {.kind = EVENT_GAP, .t = NS_PER_S + NS_PER_S / 2, .lasted = NS_PER_S / 2, .p = 1};
    struct event events[] = {strike, gap, contact(SNOOKER_RED_1, 3)};
    rules_judge_seen(snooker(), &state, &s, events, 3, &r);
    assert_true(r.sure < 0.7);
    struct event after[] = {strike, contact(SNOOKER_RED_1, 1.2), gap}; /* the first contact had been seen by then */
    rules_judge_seen(snooker(), &state, &s, after, 3, &r);
    assert_true(r.sure > 0.999);
}

/* However many balls seem to have moved: one shadow does it. */
static void balls_that_moved_before_the_strike_are_one_doubt(void **unused)
{
    (void)unused;
    struct state state;
    struct ruling r;
    rules_open(snooker(), &state, 1);
    struct stroke s = struck();
    struct event events[] = {{.kind = EVENT_DISTURBED, .a = SNOOKER_BLUE, .p = 0.99f},
                             {.kind = EVENT_DISTURBED, .a = SNOOKER_PINK, .p = 0.99f},
                             {.kind = EVENT_DISTURBED, .a = SNOOKER_BLACK, .p = 0.99f},
                             strike,
                             contact(SNOOKER_RED_1, 2)};
    rules_judge_seen(snooker(), &state, &s, events, 5, &r);
    assert_int_equal(r.kind, KIND_FOUL);
    assert_true(r.sure < 0.95);
    assert_true(offers(&state, &s, events, 5, "no foul"));
}

static void no_stroke_lasts_half_a_minute(void **unused)
{
    (void)unused;
    struct state state;
    struct ruling r;
    rules_open(snooker(), &state, 1);
    struct stroke s = struck();
    struct event events[] = {strike, contact(SNOOKER_RED_1, 2), contact(SNOOKER_RED_1, 2)};
    events[2].p = 0.9f;
    s.t1 = s.t0 + 30 * NS_PER_S;
    rules_judge_seen(snooker(), &state, &s, events, 3, &r);
    assert_true(r.sure <= 0.5);
}

static void what_a_ball_did_that_was_lost_nobody_knows(void **unused)
{
    (void)unused;
    struct state state;
    struct ruling r;
    rules_open(snooker(), &state, 1);
    struct stroke s = struck();
    struct alternative all[ALTERNATIVES_MAX];
    struct event events[] = {strike, contact(SNOOKER_RED_1, 2), {.kind = EVENT_REMOVED, .a = SNOOKER_BLUE, .p = 0.5f}};
    events[2].t = 3 * NS_PER_S;
    rules_judge_seen(snooker(), &state, &s, events, 3, &r);
    assert_true(r.sure <= 0.5);
    assert_true(rules_alternatives(snooker(), &state, &s, events, 3, all) > 0);
    assert_true(all[0].p <= 0.5); /* it may have been anything else */
    events[2].t = 0;              /* taken away before the strike, by a hand */
    rules_judge_seen(snooker(), &state, &s, events, 3, &r);
    assert_true(r.sure > 0.9);
}

static void a_free_ball_nobody_nominated_is_asked_about(void **unused)
{
    (void)unused;
    struct state state;
    struct ruling r;
    rules_open(snooker(), &state, 1);
    state.free_ball = true;
    struct stroke s = struck();
    struct event events[] = {strike, contact(SNOOKER_BLUE, 2)};
    rules_judge_seen(snooker(), &state, &s, events, 2, &r);
    assert_int_equal(r.kind, KIND_NONE);
    assert_int_equal(r.inferred, ball_bit(SNOOKER_BLUE));
    assert_true(r.sure < 0.9);
    assert_int_equal(r.hinge.question, QUESTION_SAID);
    s.nominated = ball_bit(SNOOKER_BLUE);
    rules_judge_seen(snooker(), &state, &s, events, 2, &r);
    assert_int_equal(r.inferred, 0);
    assert_true(r.sure > 0.999);
}

/* SNK 3.11(d)(vi): seven, unless a colour was nominated and nobody entered it. */
static void a_foul_after_a_red_depends_on_the_colour_that_was_nominated(void **unused)
{
    (void)unused;
    struct state state;
    struct ruling r;
    rules_open(snooker(), &state, 1);
    state.phase = PHASE_COLOUR;
    state.in_hand = false;
    state.on = ball_range(SNOOKER_YELLOW, SNOOKER_BLACK);
    struct stroke s = struck();
    struct event events[] = {strike, contact(SNOOKER_RED_1, 2)};
    for (size_t met = 0; met < 2; met++) { /* nothing, or a red */
        rules_judge_seen(snooker(), &state, &s, events, 1 + met, &r);
        assert_int_equal(r.penalty, 7);
        assert_true(r.sure < 0.9);
        assert_int_equal(r.hinge.question, QUESTION_SAID);
        struct alternative all[ALTERNATIVES_MAX];
        assert_int_equal(rules_alternatives(snooker(), &state, &s, events, 1 + met, all), 4); /* seven, four to six */
    }
    s.nominated = ball_bit(SNOOKER_BLUE);
    rules_judge_seen(snooker(), &state, &s, events, 2, &r);
    assert_int_equal(r.penalty, 5);
    assert_true(r.sure > 0.999);
    s.nominated = 0;
    events[1] = contact(SNOOKER_GREEN, 2); /* it was aimed at and struck */
    rules_judge_seen(snooker(), &state, &s, events, 2, &r);
    assert_int_equal(r.kind, KIND_NONE);
    assert_true(r.sure > 0.999);
}

/* How sure the ruling is that follows from these events, and what it is. */
static double sure_of(const struct game *game, const struct state *state, const struct stroke *s,
                      const struct event *events, size_t n, struct ruling *r)
{
    rules_judge_seen(game, state, s, events, n, r);
    return r->sure;
}

/* WPA 1.6, 3.8(c): straight in is obvious; off a cushion, on either side of the contact, or with another ball, it is
 * asked whether it was called. */
static void a_shot_that_is_not_obvious_may_have_been_called(void **unused)
{
    (void)unused;
    enum { EIGHT = NUMBERED_8, LAST = 4 };
    const struct game *eight = rules_game("wpa8", NULL);
    const struct event pot = {.kind = EVENT_POCKET, .a = EIGHT, .pocket = POCKET_TL, .t = 4 * NS_PER_S, .p = 1};
    struct event cushion = {.kind = EVENT_CUSHION, .a = EIGHT, .cushion = CUSHION_TOP, .t = 3 * NS_PER_S, .p = 1};
    struct state state;
    struct ruling r;
    rules_open(eight, &state, 1);
    state.phase = PHASE_GROUPS;
    state.group[SIDE_A] = GROUP_SOLIDS;
    state.group[SIDE_B] = GROUP_STRIPES;
    state.in_hand = false;
    state.on_table = ball_bit(EIGHT) | ball_bit(EIGHT + 1);
    state.on = ball_bit(EIGHT);
    struct stroke s = struck();
    struct event events[] = {strike, contact(EIGHT, 2), cushion, pot};
    assert_true(sure_of(eight, &state, &s, events, LAST, &r) > 0.999); /* it met its jaw */
    assert_int_equal(r.next.winner, SIDE_A);
    events[2].cushion = CUSHION_RIGHT; /* a bank */
    assert_true(sure_of(eight, &state, &s, events, LAST, &r) < 0.9);
    assert_int_equal(r.next.winner, SIDE_B);
    assert_int_equal(r.hinge.question, QUESTION_SAID);
    struct alternative all[ALTERNATIVES_MAX];
    assert_int_equal(rules_alternatives(eight, &state, &s, events, LAST, all), 2);
    s.called = (struct called){.made = true, .ball = EIGHT, .pocket = POCKET_TL};
    assert_true(sure_of(eight, &state, &s, events, LAST, &r) > 0.999);
    assert_int_equal(r.next.winner, SIDE_A);
    s.called = (struct called){.made = true, .safety = true};
    assert_true(sure_of(eight, &state, &s, events, LAST, &r) > 0.999);
    assert_int_equal(r.next.winner, SIDE_B);
    s.called = (struct called){0};
    cushion.a = BALL_CUE; /* a kick */
    events[1] = cushion;
    events[2] = contact(EIGHT, 3.5);
    assert_true(sure_of(eight, &state, &s, events, LAST, &r) < 0.9);
}

/* WPA 2.4: only where the shot breaks a rule that a push out is free of. */
static void a_foul_after_the_break_may_have_been_a_push_out(void **unused)
{
    (void)unused;
    const struct game *nine = rules_game("wpa9", NULL);
    const struct event cushion = {
        .kind = EVENT_CUSHION, .a = BALL_CUE, .cushion = CUSHION_TOP, .t = 3 * NS_PER_S, .p = 1};
    struct state state;
    struct ruling r;
    rules_open(nine, &state, 1);
    state.phase = PHASE_PUSH_OUT_AVAILABLE;
    state.in_hand = false;
    struct stroke s = struck();
    struct event events[] = {strike, contact(NUMBERED_1 + 1, 2), cushion};
    assert_true(sure_of(nine, &state, &s, events, 3, &r) < 0.9);
    assert_int_equal(r.kind, KIND_FOUL);
    events[1] = contact(NUMBERED_1, 2);
    assert_true(sure_of(nine, &state, &s, events, 3, &r) > 0.999);
    state.phase = PHASE_PLAY;
    events[1] = contact(NUMBERED_1 + 1, 2);
    assert_true(sure_of(nine, &state, &s, events, 3, &r) > 0.999);
}

/* CSPL Q4(a)(i): after a foul that left no straight way to a ball on. */
static void a_ball_of_the_opponents_may_have_been_nominated(void **unused)
{
    (void)unused;
    const struct game *cspl = rules_game("cspl8", NULL);
    const struct event cushion = {
        .kind = EVENT_CUSHION, .a = BALL_CUE, .cushion = CUSHION_TOP, .t = 3 * NS_PER_S, .p = 1};
    const ball_id red = ENGLISH_RED_1, yellow = ENGLISH_YELLOW_1;
    struct state state;
    struct ruling r;
    rules_open(cspl, &state, 1);
    state.phase = PHASE_GROUPS;
    state.group[SIDE_A] = GROUP_REDS;
    state.group[SIDE_B] = GROUP_YELLOWS;
    state.in_hand = false;
    state.visits = 2; /* B has fouled */
    state.on_table = ball_bit(red) | ball_bit(yellow) | ball_bit(ENGLISH_BLACK);
    state.on = ball_bit(red);
    state.pos.known = state.on_table | ball_bit(BALL_CUE);
    state.pos.at[BALL_CUE] = vec2(-400, 0);
    state.pos.at[yellow] = vec2(0, 0);
    state.pos.at[red] = vec2(400, 0);
    state.pos.at[ENGLISH_BLACK] = vec2(400, 300);
    struct stroke s = struck();
    struct event events[] = {strike, contact(yellow, 2), cushion};
    assert_true(sure_of(cspl, &state, &s, events, 3, &r) < 0.9);
    assert_int_equal(r.kind, KIND_FOUL);
    assert_int_equal(r.hinge.question, QUESTION_SAID);
    state.pos.at[yellow] = vec2(0, 200); /* the way is free: nobody may nominate */
    assert_true(sure_of(cspl, &state, &s, events, 3, &r) > 0.999);
    assert_int_equal(r.kind, KIND_FOUL);
}

/* The object ball crept to the cushion, or lay at it when it was hit; before a middle pocket there is none. */
static void a_slow_touch_of_a_cushion_may_be_overlooked(void **unused)
{
    (void)unused;
    const struct game *nine = rules_game("wpa9", NULL);
    struct state state;
    struct ruling r;
    rules_open(nine, &state, 1);
    state.phase = PHASE_PLAY;
    state.in_hand = false;
    state.pos.known = state.on_table | ball_bit(BALL_CUE);
    for (BALL_EACH(ball, state.pos.known))
        state.pos.at[ball] = vec2(-1000 + 100 * ball, 0);
    struct stroke s = struck();
    struct event events[] = {strike, contact(ball_first(state.on), 2)};
    s.facts.rest = state.pos;
    double nose = state.bed.width / 2 - state.bed.ball_d / 2; /* where a ball touches it */
    const struct {
        double x, from, to;
        bool doubtful;
    } way[] = {{300, 0, nose - 10, true},   {300, 0, nose - 30, false}, {300, 0, 200, false},
               {300, nose - 20, 200, true}, {60, 0, nose - 10, true},   {5, 0, nose - 10, false},
               {5, 0, nose + 5, true}};
    for (size_t i = 0; i < sizeof way / sizeof *way; i++) {
        state.pos.at[ball_first(state.on)] = vec2(way[i].x, way[i].from);
        s.facts.rest.at[ball_first(state.on)] = vec2(way[i].x, way[i].to);
        rules_judge_seen(nine, &state, &s, events, 2, &r);
        assert_int_equal(r.kind, KIND_FOUL);
        assert_true(way[i].doubtful ? r.sure < 0.95 : r.sure > 0.999);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_tracking_doubts_of_the_first_contact_counts),
        cmocka_unit_test(doubtful_contacts_of_others_hide_no_doubt_about_the_first),
        cmocka_unit_test(hints_of_the_tip_decide_nothing),
        cmocka_unit_test(doubt_which_ball_was_first_is_none_that_one_was_hit),
        cmocka_unit_test(a_ball_nobody_saw_may_have_been_hit_first),
        cmocka_unit_test(a_pot_that_was_none_leaves_the_ball_where_it_was_lost),
        cmocka_unit_test(a_doubtful_pot_leaves_open_whether_a_rail_was_met),
        cmocka_unit_test(a_ball_that_nothing_came_near_lies_where_it_was_last_seen),
        cmocka_unit_test(rulings_that_are_called_alike_are_told_apart),
        cmocka_unit_test(the_ball_on_is_among_those_that_may_have_been_hit),
        cmocka_unit_test(what_happened_while_the_view_was_lost_is_not_known),
        cmocka_unit_test(balls_that_moved_before_the_strike_are_one_doubt),
        cmocka_unit_test(no_stroke_lasts_half_a_minute),
        cmocka_unit_test(what_a_ball_did_that_was_lost_nobody_knows),
        cmocka_unit_test(a_foul_after_a_red_depends_on_the_colour_that_was_nominated),
        cmocka_unit_test(a_free_ball_nobody_nominated_is_asked_about),
        cmocka_unit_test(a_shot_that_is_not_obvious_may_have_been_called),
        cmocka_unit_test(a_foul_after_the_break_may_have_been_a_push_out),
        cmocka_unit_test(a_ball_of_the_opponents_may_have_been_nominated),
        cmocka_unit_test(a_slow_touch_of_a_cushion_may_be_overlooked),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
