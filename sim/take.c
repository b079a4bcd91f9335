/* SPDX-License-Identifier: Apache-2.0 */
/* take.c: how is the next stroke planned, with what hands do before it and who walks where? */
#include "detmath.h"
#include "film_in.h"

#include <string.h>

#define PREPARED_S 12.0 /* nobody takes longer from one stroke to the next where a clock runs */

/* ---- what hands do ---------------------------------------------------------------------------------------------- */

static void add_act(struct sim_film *f, enum event_kind kind, ball_id b, struct vec2 from, struct vec2 at, bool player)
{
    struct sim_take *k = &f->take;
    if (k->acts_n < SIM_ACTS_MAX)
        k->act[k->acts_n++] = (struct sim_act){.kind = kind, .ball = b, .from = from, .at = at, .by_player = player};
}

static void plan_acts(struct sim_film *f, const struct sim_play *p, const struct sim_choice *c)
{
    for (BALL_EACH(b, p->lift & f->before.present))
        add_act(f, EVENT_REMOVED, (ball_id)b, f->before.at[b], f->before.at[b], b == p->cue && p->hand);
    for (int i = 0; i < p->spot_n; i++)
        add_act(f, EVENT_PLACED, p->spot[i].ball, p->spot[i].at, p->spot[i].at, false);
    if (c->placed)
        add_act(f, EVENT_PLACED, p->cue, c->at, c->at, true);
}

/* A ball beside the bridge arm that a sleeve can reach. */
static ball_id near_the_arm(const struct sim_film *f, const struct sim_play *p, const struct sim_strike *s)
{
    struct vec2 u = vec2_unit(s->along), from = p->balls.at[s->ball];
    for (BALL_EACH(b, p->balls.present & ~ball_bit(p->cue) & ~ball_bit(s->ball))) {
        struct vec2 c = vec2_sub(p->balls.at[b], from);
        double behind = -vec2_dot(c, u), beside = fabs(vec2_dot(c, vec2_left(u)));
        if (behind > 90 && behind < 650 && beside < 190 && sim_ball_d(&f->table, (ball_id)b) > 0)
            return (ball_id)b;
    }
    return BALL_NONE;
}

/* A sleeve moves a ball a little, to a place that is free. */
static void plan_touch(struct sim_film *f, struct sim_play *p, const struct sim_strike *s)
{
    bool clumsy = sim_rng_unit(&f->rng) < f->set.touch;
    ball_id b = clumsy && !p->opening ? near_the_arm(f, p, s) : BALL_NONE;
    if (!b)
        return;
    double a = sim_rng_range(&f->rng, 0, 2 * SIM_PI), by = sim_rng_range(&f->rng, 4, 16);
    struct vec2 from = p->balls.at[b], to = vec2(from.x + by * sim_cos(a), from.y + by * sim_sin(a));
    double room = sim_ball_d(&f->table, b) + 0.5;
    if (fabs(to.x) > f->table.bed.length / 2 - room || fabs(to.y) > f->table.bed.width / 2 - room)
        return;
    for (BALL_EACH(o, p->balls.present & ~ball_bit(b)))
        if (vec2_dist(to, p->balls.at[o]) < room)
            return;
    add_act(f, EVENT_DISTURBED, b, from, to, true);
    p->balls.at[b] = to;
    p->breach.touched |= ball_bit(b);
}

/* When each hand comes and goes, and who walks there for it; returns when the table is ready for the player. */
static double time_acts(struct sim_film *f, double t)
{
    double pace = f->set.people ? f->set.pace : 0.1 * f->set.pace;
    if (f->take.acts_n > 6) /* racking goes hand over hand */
        pace *= 0.3;
    double out = f->set.people ? 0.9 * pace + 0.05 : 1.3 * pace, back = f->set.people ? 0.8 * pace : 1.1 * pace;
    f->errands_n = 0;
    for (int i = 0; i < f->take.acts_n; i++) {
        struct sim_act *a = &f->take.act[i];
        if (a->kind == EVENT_DISTURBED)
            continue;
        int who = a->by_player ? f->take.striker & 1 : FIGURE_REFEREE;
        if (f->set.people)
            t = sim_walk_to(f, who, sim_people_path_near(&f->table, a->at), t);
        a->t = t + out;
        f->errand[f->errands_n++] = (struct film_errand){t, a->t, a->t + back, i, who};
        t = a->t + (i + 1 < f->take.acts_n ? 0.4 * back : back);
    }
    return t;
}

/* ---- the player ------------------------------------------------------------------------------------------------- */

/* The hand lies where no ball is; among balls it stands on its fingertips. */
static void place_bridge(struct sim_film *f, struct vec2 ball, struct vec2 along)
{
    const struct sim_take *k = &f->take;
    double best = -1;
    for (int i = 0; i < 8; i++) {
        double behind = 150 + 28.0 * ((i * 3 + 3) % 8), room = 70; /* the usual distance is looked at first */
        struct vec2 hand = vec2_along(ball, -behind, along);
        for (BALL_EACH(b, k->before.present & ~ball_bit(k->choice.strike.ball)))
            for (int part = -1; part <= 1; part++)
                room = fmin(room, vec2_dist(k->before.at[b], vec2_along(hand, 40 * part, along)) -
                                      sim_ball_d(&f->table, (ball_id)b) / 2);
        if (room > best) {
            best = room;
            f->behind = behind;
        }
    }
    f->over = best < 42 ? 36 : 0;
}

/* Where the player stands for it; the others get out of the way. */
static double place_people(struct sim_film *f, double t)
{
    const struct sim_take *k = &f->take;
    int striker = k->striker & 1;
    struct vec2 ball = k->before.at[k->choice.strike.ball], along = vec2_unit(k->choice.strike.along);
    place_bridge(f, ball, along);
    struct stance s = {.ball = ball, .along = along, .behind = f->behind};
    f->with_rest = s.rest = sim_people_needs_rest(&f->table, &s);
    double there = sim_walk_to(f, striker, sim_people_path_near(&f->table, sim_people_grip(&s)), t);
    sim_walk_to(f, !striker, sim_walk_home(f, !striker), k->t0);
    sim_walk_to(f, FIGURE_REFEREE, sim_walk_home(f, FIGURE_REFEREE), t);
    return there;
}

static void time_player(struct sim_film *f, double ready)
{
    struct sim_take *k = &f->take;
    double pace = f->set.pace;
    f->down_t = ready + pace * sim_rng_range(&f->rng, 0.1, 0.8);
    f->feather_t = f->down_t + 0.9 + 0.2 * pace;
    f->feathers = 1 + sim_rng_int(&f->rng, 3);
    k->strike_t = f->feather_t + f->feathers * 0.7 * (0.5 + 0.5 * pace) + 0.6;
    if (!f->set.people)
        k->strike_t = ready + 0.3 + pace;
    if (f->hurry_t > 0) { /* too soon, and all in a hurry */
        k->strike_t = fmax(f->hurry_t, k->t0 + 0.4);
        f->down_t = k->t0 + 0.1;
        f->feathers = 1;
        f->feather_t = k->strike_t - 0.9;
    }
    f->up_t = k->strike_t + 0.45 + 0.3 * pace;
    for (int i = 0; i < k->acts_n; i++)
        if (k->act[i].kind == EVENT_DISTURBED)
            k->act[i].t = fmin(f->down_t + 0.8, k->strike_t - 0.1);
}

/* ---- decisions -------------------------------------------------------------------------------------------------- */

/* Where the book gives the next player a choice. */
static void decide(struct sim_film *f)
{
    struct sim_play *p = &f->play;
    struct sim_take *k = &f->take;
    k->decision = SIM_PLAY_ON;
    k->decided_by = p->striker;
    if (p->miss && sim_rng_unit(&f->rng) < 0.6) {
        k->decision = SIM_ASK_AGAIN;
        sim_play_again(p, &f->origin);
    } else if (p->choosing && sim_in_sight(p, &p->balls, p->on)) {
        k->decision = SIM_SHOOT_SELF;
    } else if (p->choosing) {
        k->decision = SIM_LET_OPPONENT;
        p->striker = (p->striker + 1) % p->row->players;
    }
    p->miss = p->choosing = false;
}

/* The last ball that moves, if it rolls alone for a while and is not the one to be struck. */
static ball_id rolls_alone(const struct sim_record *r, ball_id cue, double *since)
{
    ball_id last = BALL_NONE;
    *since = 0;
    for (int i = 0; i < r->events_n; i++)
        if (r->event[i].kind == SIM_STOP && r->event[i].t >= r->rest - 1e-9)
            last = r->event[i].a;
    for (int i = 0; i < r->events_n; i++) {
        const struct sim_event *e = &r->event[i];
        bool own = e->a == last && (e->kind == SIM_STOP || e->kind == SIM_LINE);
        if (!own && e->kind != SIM_ALL_REST)
            *since = fmax(*since, e->t);
    }
    return last == cue ? BALL_NONE : last;
}

/* Somebody who cannot wait: the next stroke will be struck while a ball still rolls. */
static void plan_hurry(struct sim_film *f)
{
    struct sim_take *k = &f->take;
    const struct sim_play *p = &f->play;
    double wish = sim_rng_unit(&f->rng), part = sim_rng_range(&f->rng, 0.35, 0.6), alone;
    f->hurry_t = 0;
    f->rolling = BALL_NONE;
    if (wish >= f->set.skill[p->striker & 1].mischief || k->foul || k->over || p->hand || p->spot_n || p->lift ||
        p->choosing || p->may_push || (f->set.strokes > 0 && f->strokes + 1 >= f->set.strokes))
        return;
    ball_id b = rolls_alone(k->record, p->cue, &alone);
    double tail = k->record->rest - alone, at = k->record->rest - part * tail;
    const struct sim_piece *q = b ? sim_record_piece(k->record, b, at) : NULL;
    if (!q || q->phase != SIM_ROLL || tail < 0.5 || at < 2.4)
        return;
    f->rolling = b;
    f->hurry_t = k->strike_t + at;
    k->cut = true;
    k->rest_t = f->hurry_t;
    k->t1 = f->hurry_t - fmin(2.2, at - 0.6);
}

/* A ball that still rolls lies, and moves, where it does at that moment. */
static void set_rolling(struct sim_film *f, struct sim_start *balls)
{
    if (!f->rolling)
        return;
    ball_id b = f->rolling;
    double s = f->take.strike_t - f->last_strike_t;
    struct sim_ball_at at = sim_piece_at(sim_record_piece(f->last, b, s), s);
    balls->at[b] = vec3_flat(at.p);
    if (at.phase != SIM_ROLL)
        return;
    balls->v[b] = vec3_flat(at.v);
    balls->rolling = ball_bit(b);
    f->play.breach.moving = ball_bit(b);
}

/* ---- strokes ---------------------------------------------------------------------------------------------------- */

/* Balls that do not lie where the new rack wants them are lifted, and all are set down. */
static void rack_by_hand(struct sim_play *p, const struct sim_start *left)
{
    p->lift = left->present;
    p->spot_n = 0;
    for (BALL_EACH(b, p->balls.present & ~ball_bit(p->cue)))
        if (ball_in(left->present, (ball_id)b) && vec2_dist(left->at[b], p->balls.at[b]) < 0.5)
            p->lift &= ~ball_bit((ball_id)b);
        else
            p->spot[p->spot_n++] = (struct sim_spotting){(ball_id)b, p->balls.at[b]};
}

static void start_rack(struct sim_film *f)
{
    int rack = f->take.rack + 1;
    double t1 = f->take.t1;
    struct sim_start left = f->take.after;
    memset(&f->take, 0, sizeof f->take);
    f->take.t1 = t1;
    f->take.rack = rack;
    sim_play_begin(&f->play, f->set.game, &f->table);
    f->play.striker = (rack - 1) % f->play.row->players; /* they take turns to begin */
    f->before = f->started ? left : f->play.balls;
    if (f->started)
        rack_by_hand(&f->play, &left);
}

static void fill_take(struct sim_film *f, const struct sim_play *p, const struct sim_choice *c, double t0)
{
    struct sim_take *k = &f->take;
    k->n++;
    k->striker = p->striker;
    k->t0 = t0;
    k->choice = *c;
    k->before = p->balls;
    k->on = p->on;
    k->hand = p->hand;
    k->cue = p->cue;
    k->cut = false;
    memcpy(k->score_before, p->score, sizeof k->score_before);
}

/* Nobody begins a stroke that the clock of the match may cut off: all wait for its end. */
static void end_on_time(struct sim_film *f)
{
    struct sim_take *k = &f->take;
    if (k->n == 1)
        f->match_t = k->strike_t;
    double end = f->match_t + f->play.row->match_s;
    if (k->over || f->play.row->match_s <= 0 || k->t1 + PREPARED_S < end)
        return;
    k->over = k->by_clock = true;
    k->t1 = fmax(k->t1, end + 2);
}

static void settle_take(struct sim_film *f)
{
    struct sim_take *k = &f->take;
    struct sim_play *p = &f->play;
    p->called = k->choice.ball;
    p->called_pocket = k->choice.pocket;
    p->safety = k->choice.intent == SIM_INTENT_SAFETY;
    k->push = p->push = p->may_push && k->choice.intent == SIM_INTENT_PUSH_OUT;
    k->free = p->free != BALL_NONE;
    k->breach = p->breach;
    k->after = sim_record_end(k->record);
    f->origin = *p;
    sim_play_settle(p, k->record);
    memcpy(k->score, p->score, sizeof k->score);
    k->foul = p->foul;
    k->over = p->over;
    k->next = p->striker;
    k->miss = p->miss;
    end_on_time(f);
}

/* What the player chose, before hands and sleeves: a free ball is named, a ball in hand is set down. */
static struct sim_choice choose(struct sim_film *f)
{
    struct sim_play *p = &f->play;
    struct sim_choice c = sim_choose(p, f->mind, &f->set.skill[p->striker & 1], &f->rng);
    if (c.free) {
        f->take.decision = SIM_TAKE_FREE;
        sim_play_free_ball(p, c.free);
    }
    p->breach = (struct sim_breach){.misplaced = c.misplaced, .wrong_cue_ball = c.strike.ball != p->cue};
    return c;
}

static void run_take(struct sim_film *f)
{
    struct sim_take *k = &f->take;
    struct sim_shot *shot = f->shot[f->strokes & 1];
    set_rolling(f, &f->play.balls);
    k->before = f->play.balls;
    sim_shot_run(shot, &f->play.balls, &k->choice.strike);
    k->record = sim_shot_record(shot);
    k->rest_t = k->strike_t + k->record->rest;
    k->t1 = fmax(k->rest_t, f->set.people ? f->up_t + 0.9 : 0) + 0.5 + f->set.pace * sim_rng_range(&f->rng, 0.1, 0.8);
}

/* While balls roll, whoever plays next walks to where the cue-ball will lie. */
static void walk_on(struct sim_film *f)
{
    const struct sim_play *p = &f->play;
    int next = p->striker & 1;
    if (!f->set.people || f->take.over)
        return;
    struct vec2 at = ball_in(p->balls.present, p->cue) ? p->balls.at[p->cue] : vec2(p->table->bed.baulk_x, 0);
    sim_walk_to(f, next, sim_people_path_near(&f->table, at), f->up_t + 0.8);
    if (p->spot_n)
        sim_walk_to(f, FIGURE_REFEREE, sim_people_path_near(&f->table, p->spot[0].at), f->up_t);
}

bool sim_take_plan(struct sim_film *f)
{
    struct sim_take *k = &f->take;
    if ((f->set.strokes > 0 && f->strokes >= f->set.strokes) || (k->over && f->set.strokes == 0))
        return false;
    f->last = f->started ? k->record : NULL;
    f->last_strike_t = k->strike_t;
    f->hurried = f->hurry_t > 0;
    if (!f->started || k->over)
        start_rack(f);
    else
        f->before = k->after;
    f->started = true;
    k->acts_n = 0;
    decide(f);
    struct sim_choice c = choose(f);
    struct sim_play *p = &f->play;
    plan_acts(f, p, &c);
    if (c.placed) {
        p->balls.at[p->cue] = c.at;
        p->balls.present |= ball_bit(p->cue);
    }
    if (!f->rolling)
        plan_touch(f, p, &c.strike);
    fill_take(f, p, &c, k->t1);
    sim_walk_begin(f, k->t0);
    double ready = time_acts(f, k->t0 + 0.3 * f->set.pace);
    time_player(f, f->set.people ? fmax(ready, place_people(f, ready)) : ready);
    run_take(f);
    sim_staging_index(f);
    settle_take(f);
    plan_hurry(f);
    walk_on(f);
    f->strokes++;
    return true;
}
