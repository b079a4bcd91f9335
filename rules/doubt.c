/* SPDX-License-Identifier: Apache-2.0 */
/* doubt.c: how sure is a ruling, and which one observation would change it? Every reading of the doubtful observations
 * is judged; `sure` is the weight of the readings that agree with the most likely one. */
#include "judging.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { DOUBTS_MAX = 8 };

/* Observations this certain are not questioned: 255 further worlds would not move `sure` by a hundredth. */
#define CERTAIN 0.995

struct doubt {
    enum question question;
    uint16_t which;
    double p; /* that it is as judged */
};

struct doubts {
    int n;
    struct doubt at[DOUBTS_MAX];
};

/* Keeps the most doubtful, most doubtful first. */
static void add(struct doubts *d, struct doubt one)
{
    if (one.p > CERTAIN)
        return;
    int i = d->n < DOUBTS_MAX ? d->n++ : DOUBTS_MAX - 1;
    if (i == DOUBTS_MAX - 1 && d->n == DOUBTS_MAX && d->at[i].question && d->at[i].p < one.p)
        return;
    for (; i > 0 && d->at[i - 1].p > one.p; i--)
        d->at[i] = d->at[i - 1];
    d->at[i] = one;
}

static void add_events(struct doubts *d, const struct event *events, size_t count)
{
    for (size_t i = 0; i < count && i < UINT16_MAX; i++) {
        double p = events[i].p;
        add(d, (struct doubt){QUESTION_EVENT, (uint16_t)i, p >= 0.5 ? p : 1 - p});
    }
}

/* P(the margin keeps its sign) when it is known with this sd. */
static double keeps_sign(double margin, double sd)
{
    return sd > 0 ? 0.5 * erfc(-fabs(margin) / (sd * M_SQRT2)) : 1;
}

static void add_margins(struct doubts *d, const struct ruling *r)
{
    for (int i = 0; i < r->measured_n; i++) {
        const struct measured *m = &r->measured[i];
        add(d, (struct doubt){m->question, m->which, keeps_sign(m->margin, m->sd)});
    }
}

/* The same ruling, as far as players can tell. */
static bool same_ruling(const struct ruling *a, const struct ruling *b)
{
    if (a->kind != b->kind || a->penalty != b->penalty || a->points != b->points || a->options != b->options ||
        a->replace != b->replace || a->warning != b->warning || a->touching != b->touching ||
        a->calls_n != b->calls_n || a->respots_n != b->respots_n)
        return false;
    for (int i = 0; i < a->calls_n; i++)
        if (a->calls[i].call != b->calls[i].call || a->calls[i].number != b->calls[i].number)
            return false;
    for (int i = 0; i < a->respots_n; i++)
        if (a->respots[i].ball != b->respots[i].ball || a->respots[i].place != b->respots[i].place)
            return false;
    const struct state *m = &a->next, *n = &b->next;
    return m->striker == n->striker && m->on == n->on && m->in_hand == n->in_hand && m->area == n->area &&
           m->free_ball == n->free_ball && m->frame_over == n->frame_over && m->winner == n->winner &&
           m->score[SIDE_A] == n->score[SIDE_A] && m->score[SIDE_B] == n->score[SIDE_B] && m->visits == n->visits;
}

struct question_at { /* what is judged again and again */
    const struct game *game;
    const struct state *state;
    const struct stroke *stroke;
    const struct event *events;
    size_t count;
    struct hand_memo *memo;
};

/* One reading: bit i of `flips` set = observation i taken the other way. */
static void judge_reading(const struct question_at *q, const struct doubts *d, unsigned flips, struct ruling *ruling)
{
    struct world world = {.memo = q->memo};
    struct stroke reading = *q->stroke;
    for (int i = 0; i < d->n; i++)
        if (flips >> i & 1) {
            world.flipped[world.n].question = d->at[i].question;
            world.flipped[world.n++].which = d->at[i].which;
        }
    if (q->count)
        facts_gather(q->state, q->events, q->count, &world, &reading.facts);
    judging_in_world(q->game, q->state, &reading, &world, ruling);
}

static double weight(const struct doubts *d, unsigned flips)
{
    double w = 1;
    for (int i = 0; i < d->n; i++)
        w *= flips >> i & 1 ? 1 - d->at[i].p : d->at[i].p;
    return w;
}

/* What a person would be told of the other ruling. */
static void describe(const struct ruling *r, char then[sizeof((struct hinge *)0)->then])
{
    size_t size = sizeof((struct hinge *)0)->then;
    char call[48] = "";
    if (r->calls_n)
        call_text((enum call)r->calls[0].call, LANGUAGE_EN, r->calls[0].number, call, sizeof call);
    if (r->kind == KIND_FOUL && !r->penalty) /* games without penalty points */
        snprintf(then, size, "%s", call);
    else if (r->kind == KIND_FOUL || r->kind == KIND_PENALTY)
        snprintf(then, size, "%s, %d%s", call, r->penalty, r->next.free_ball ? ", FREE BALL" : "");
    else if (r->points)
        snprintf(then, size, "no foul, %d scored", r->points);
    else
        snprintf(then, size, "no foul%s%s", *call ? ", " : "", call);
}

/* The most doubtful observation that changes the ruling by itself; they are in that order. */
static void find_hinge(const struct question_at *q, const struct doubts *d, struct ruling *ruling)
{
    struct ruling other;
    for (int i = 0; i < d->n; i++) {
        judge_reading(q, d, 1u << i, &other);
        if (same_ruling(ruling, &other))
            continue;
        ruling->hinge.question = d->at[i].question;
        ruling->hinge.which = d->at[i].which;
        ruling->hinge.p = d->at[i].p;
        describe(&other, ruling->hinge.then);
        return;
    }
}

static double agreement(const struct question_at *q, const struct doubts *d, const struct ruling *ruling)
{
    double sure = 0;
    struct ruling other;
    for (unsigned flips = 0; flips < 1u << d->n; flips++) {
        judge_reading(q, d, flips, &other);
        if (same_ruling(ruling, &other))
            sure += weight(d, flips);
    }
    return sure;
}

void rules_judge_seen(const struct game *game, const struct state *state, const struct stroke *stroke,
                      const struct event *events, size_t count, struct ruling *ruling)
{
    struct hand_memo memo = {0};
    struct question_at q = {game, state, stroke, events, count, &memo};
    struct doubts d = {0};
    judge_reading(&q, &d, 0, ruling);
    add_events(&d, events, count);
    add_margins(&d, ruling);
    if (!d.n)
        return;
    double sure = agreement(&q, &d, ruling);
    find_hinge(&q, &d, ruling);
    ruling->sure = sure;
}
