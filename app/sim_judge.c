/* SPDX-License-Identifier: Apache-2.0 */
/* sim_judge.c: how does a simulated stroke look to the rules engine, and what does it say? */
#include "sim_judge.h"

#include <string.h>

static ns_t at_ns(double t)
{
    return (ns_t)(t * 1e9 + (t < 0 ? -0.5 : 0.5));
}

static enum event_kind kind_of(enum sim_event_kind kind)
{
    static const enum event_kind kinds[] = {
        [SIM_STRIKE] = EVENT_STRIKE, [SIM_CONTACT] = EVENT_CONTACT, [SIM_CUSHION] = EVENT_CUSHION,
        [SIM_POCKET] = EVENT_POCKET, [SIM_OFF] = EVENT_OFF,         [SIM_JUMP] = EVENT_JUMP,
        [SIM_STOP] = EVENT_REST,     [SIM_LINE] = EVENT_LINE,       [SIM_ALL_REST] = EVENT_NONE,
    };
    return kinds[kind];
}

/* What hands moved before the strike, as the camera saw it. */
static size_t disturbances(const struct sim_take *take, struct event *events, size_t max)
{
    size_t n = 0;
    for (int i = 0; i < take->acts_n; i++) {
        const struct sim_act *a = &take->act[i];
        if (a->kind == EVENT_DISTURBED && n < max)
            events[n++] = (struct event){.kind = a->kind, .a = a->ball, .t = at_ns(a->t), .at = a->at, .p = 1};
    }
    return n;
}

size_t sim_judge_events(const struct sim_take *take, struct event *events, size_t max)
{
    size_t n = disturbances(take, events, max);
    bool met = false;
    for (int i = 0; i < take->record->events_n; i++) {
        const struct sim_event *e = &take->record->event[i];
        enum event_kind kind = kind_of(e->kind);
        met |= e->kind == SIM_CONTACT && (e->a == take->cue || e->b == take->cue);
        if (kind == EVENT_JUMP && (met || e->a != take->cue)) /* SNK 2.20: only before a ball was hit */
            continue;
        if (!kind || n == max || (take->cut && take->strike_t + e->t >= take->rest_t))
            continue;
        events[n++] = (struct event){.kind = kind,
                                     .a = e->a,
                                     .b = e->b,
                                     .pocket = e->kind == SIM_POCKET ? e->pocket : POCKET_NONE,
                                     .cushion = e->cushion,
                                     .face = e->face,
                                     .into = e->into,
                                     .t = at_ns(take->strike_t + e->t),
                                     .at = e->at,
                                     .v = e->v,
                                     .speed = (float)e->speed,
                                     .p = 1};
    }
    return n;
}

static struct layout layout_of(const struct sim_start *s)
{
    struct layout l = {.known = s->present};
    memcpy(l.at, s->at, sizeof l.at);
    return l;
}

void sim_judge_open(struct sim_judge *j, const struct sim_film *film)
{
    *j = (struct sim_judge){.game = rules_game(sim_game_row(sim_film_settings(film)->game)->name, NULL)};
    if (!j->game)
        return;
    rules_open(j->game, &j->state, (player_id)(sim_film_take(film)->striker + 1));
    j->state.bed = sim_film_table(film)->bed;
    j->state.format.target = (int16_t)sim_game_row(sim_film_settings(film)->game)->target;
}

/* Snooker: any red is all reds; the ball on is the one gone for. */
static ball_mask nominated(const struct sim_take *take, enum ball_set_id set, enum phase phase)
{
    ball_mask named_reds = ball_range(ENGLISH_RED_1, ENGLISH_YELLOW_1 - 1);
    if (set == BALL_SET_ENGLISH && phase != PHASE_BREAK_NOMINATION) /* nobody names a ball there but after a break */
        return 0;
    if (set == BALL_SET_ENGLISH)
        return ball_in(named_reds, take->choice.ball) ? named_reds : ball_range(ENGLISH_YELLOW_1, ENGLISH_YELLOW_1 + 6);
    if (take->free)
        return ball_bit(take->choice.free);
    ball_mask reds = set == BALL_SET_SNOOKER ? ball_range(SNOOKER_RED_1, SNOOKER_RED_16) : 0;
    return ball_in(reds, take->choice.ball) ? reds & take->before.present : ball_bit(take->choice.ball);
}

/* A choice of one of the options open after the last ruling; nothing happens when it is not open. */
static void decide(struct sim_judge *j, player_id by, enum option option)
{
    if (!(j->ruling.options & option_bit(option)) || j->state.frame_over)
        return;
    struct stroke choice = {.act = ACT_DECISION, .by = by, .time_s = -1, .match_time_s = -1};
    choice.choice.kind = (uint8_t)option;
    if (rules_refuse(j->game, &j->state, &choice))
        return;
    struct ruling decided;
    rules_judge(j->game, &j->state, &choice, &decided);
    j->state = decided.next;
    j->ruling.options = 0; /* taken: the others are gone */
}

/* Players and rules agree when the score does (where points are counted), and whose turn it is. */
static bool agreed(const struct sim_judge *j, const struct sim_take *take)
{
    bool points = j->game->frame_worth || j->state.format.target;
    bool same = j->state.score[SIDE_A] == take->score[0] && j->state.score[SIDE_B] == take->score[1];
    if (points && !same)
        return false;
    return take->over || j->state.frame_over ? take->over == j->state.frame_over || j->ruling.options
                                             : !j->state.striker || j->state.striker == take->next + 1;
}

/* Lots were drawn after a tie. */
static void let_play(struct sim_judge *j, player_id player)
{
    struct stroke choice = {.act = ACT_DECISION, .time_s = -1, .match_time_s = -1};
    choice.choice.kind = OPTION_PLAYS;
    choice.choice.player = player;
    struct ruling decided;
    rules_judge(j->game, &j->state, &choice, &decided);
    j->state = decided.next;
    j->ruling.options = 0;
}

struct called sim_judge_called(const struct sim_take *take)
{
    const struct sim_choice *choice = &take->choice;
    return (struct called){.made = choice->ball != BALL_NONE || take->push,
                           .ball = choice->ball,
                           .pocket = choice->pocket,
                           .safety = choice->intent == SIM_INTENT_SAFETY,
                           .push_out = take->push};
}

/* What a referee at the table would flag: the tip met the cue-ball twice. */
void sim_judge_flags(struct stroke *s, const struct sim_take *take)
{
    for (int i = 0; i < take->record->events_n; i++)
        if (take->record->event[i].kind == SIM_DOUBLE_HIT && !s->flags_n)
            s->flags[s->flags_n++] = (struct flag){.kind = FLAG_DOUBLE_HIT, .ball = take->record->event[i].a};
}

enum option sim_judge_option(const struct sim_take *take)
{
    static const enum option wanted[] = {[SIM_PLAY_ON] = OPTION_NONE,
                                         [SIM_ASK_AGAIN] = OPTION_OFFENDER_ORIGINAL,
                                         [SIM_TAKE_FREE] = OPTION_FREE_BALL,
                                         [SIM_SHOOT_SELF] = OPTION_SELF_SHOOTS,
                                         [SIM_LET_OPPONENT] = OPTION_OPPONENT_SHOOTS};
    return wanted[take->decision];
}

/* The choice that was made before the stroke; false when the rules did not offer it. */
static bool decide_as(struct sim_judge *j, const struct sim_take *take)
{
    static const enum option play_on[] = {OPTION_PLAY_LEFT,         OPTION_FROM_LEFT,   OPTION_ACCEPT_POSITION,
                                          OPTION_CUE_BALL_FROM_LIE, OPTION_SELF_SHOOTS, OPTION_RERACK_SELF_BREAKS};
    player_id by = (player_id)(take->decided_by + 1);
    enum option wanted = sim_judge_option(take);
    if (wanted) {
        bool offered = j->ruling.options & option_bit(wanted);
        decide(j, by, wanted);
        return offered;
    }
    if (j->ruling.options & option_bit(OPTION_DRAW_LOTS)) /* the lot falls to whoever plays */
        let_play(j, (player_id)(take->striker + 1));
    if (take->hand)
        decide(j, by, OPTION_CUE_BALL_FROM_BAULK);
    for (size_t i = 0; i < sizeof play_on / sizeof *play_on; i++)
        decide(j, by, play_on[i]);
    return true;
}

/* The clock of the match has run out while all waited. */
static void run_out(struct sim_judge *j)
{
    struct stroke end = {.act = ACT_CLOCK, .time_s = -1, .match_time_s = j->game->timing.match_s};
    struct ruling ended;
    rules_judge(j->game, &j->state, &end, &ended);
    j->state = ended.next;
}

bool sim_judge_take(struct sim_judge *j, const struct sim_film *film, const struct sim_take *take)
{
    static struct event events[SIM_EVENTS_MAX]; /* the command has one film and one thread */
    if (!j->game || j->state.frame_over)
        return false;
    bool offered = decide_as(j, take);
    j->strokes++;
    j->state.pos = layout_of(&take->before);
    struct stroke *s = &j->stroke;
    *s = (struct stroke){.n = (uint32_t)j->strokes, .act = ACT_STROKE, .by = (player_id)(take->striker + 1)};
    s->t0 = at_ns(take->strike_t);
    s->t1 = at_ns(take->rest_t);
    s->struck = take->choice.strike.ball;
    s->nominated = nominated(take, sim_game_row(sim_film_settings(film)->game)->set, j->state.phase);
    s->called = sim_judge_called(take);
    sim_judge_flags(s, take);
    s->time_s = s->match_time_s = -1;
    size_t n = sim_judge_events(take, events, SIM_EVENTS_MAX);
    rules_facts(&j->state, events, n, &s->facts);
    s->facts.rest = layout_of(&take->after);
    s->facts.moving_at_strike = take->breach.moving;
    s->miss_judged = take->miss ? YES : NO;
    rules_judge(j->game, &j->state, s, &j->ruling);
    j->state = j->ruling.next;
    if (take->by_clock)
        run_out(j);
    j->disputes += !agreed(j, take) || !offered;
    option_mask offered_now = j->ruling.options;
    if (take->over)
        decide(j, j->state.striker, OPTION_CLAIM_FRAME);
    j->ruling.options = offered_now; /* of this stroke, also when the frame was claimed at once */
    return true;
}
