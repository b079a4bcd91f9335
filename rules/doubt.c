/* SPDX-License-Identifier: Apache-2.0 */
/* doubt.c: how sure is a ruling, and which one observation would change it? Every reading of the doubtful observations
 * is judged; `sure` is the weight of the readings that agree with the most likely one. */
#include "names.h"
#include "reading.h"
#include "unseen.h"

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

static bool is_settled(const struct stroke *k, enum question question, unsigned which)
{
    for (int i = 0; i < k->settled_n; i++)
        if (k->settled[i].question == question && k->settled[i].which == which)
            return true;
    return k->accepted;
}

/* Keeps the most doubtful, most doubtful first. */
static void add(struct doubts *d, const struct stroke *stroke, struct doubt one)
{
    if (one.p > CERTAIN || is_settled(stroke, one.question, one.which))
        return;
    int i = d->n < DOUBTS_MAX ? d->n++ : DOUBTS_MAX - 1;
    if (i == DOUBTS_MAX - 1 && d->n == DOUBTS_MAX && d->at[i].question && d->at[i].p < one.p)
        return;
    for (; i > 0 && d->at[i - 1].p > one.p; i--)
        d->at[i] = d->at[i - 1];
    d->at[i] = one;
}

static void add_events(struct doubts *d, const struct stroke *stroke, const struct event *events, size_t count)
{
    for (size_t i = 0; i < count && i < UINT16_MAX; i++) {
        double p = events[i].p;
        if (!event_is_hint(events[i].kind))
            add(d, stroke, (struct doubt){QUESTION_EVENT, (uint16_t)i, p >= 0.5 ? p : 1 - p});
    }
}

/* P(the margin keeps its sign) when it is known with this sd. */
static double keeps_sign(double margin, double sd)
{
    return sd > 0 ? 0.5 * erfc(-fabs(margin) / (sd * M_SQRT2)) : 1;
}

static void add_margins(struct doubts *d, const struct stroke *stroke, const struct ruling *r)
{
    for (int i = 0; i < r->measured_n; i++) {
        const struct measured *m = &r->measured[i];
        add(d, stroke, (struct doubt){m->question, m->which, keeps_sign(m->margin, m->sd)});
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

/* Seldom true, and as often a shadow, a sleeve or a contact that was missed: a person is asked. */
#define FACT_P 0.8

/* That nobody played at a ball that fell: sleeves and cues push more of them than are struck. */
#define UNSTRUCK_P 0.9

/* What touches a cushion so slowly that nothing is seen of it comes back by this much at most: a ball that rolls out
 * over 15 mm left at 55 mm/s, and turns that are half as fast are seen. "No ball reached a cushion" is not certain
 * where one lies so near. */
#define RAIL_STAYS_MM 15.0

/* From nearer than this a ball is in the cushion and out again between two frames. */
#define RAIL_STARTS_MM 30.0

/* No middle pocket is narrower than this, in diameters: a ball that lies before one is near no cushion but at its ends.
 */
#define MIDDLE_MOUTH_D 1.6

static double rail_gap(const struct bed *bed, struct vec2 at)
{
    double end = bed->length / 2 - fabs(at.x), side = bed->width / 2 - fabs(at.y);
    if (side > bed->ball_d / 2) /* further in it lies between the jaws */
        side = hypot(side, fmax(MIDDLE_MOUTH_D / 2 * bed->ball_d - fabs(at.x), 0));
    return fmin(end, side) - bed->ball_d / 2;
}

/* Every pot is in doubt: a ball that did not fall lies in the jaws, and touched them on its way most likely. */
static bool may_hang(const struct question_at *q)
{
    bool may = false;
    for (size_t i = 0; i < q->count; i++) {
        if (q->events[i].kind == EVENT_POCKET && q->events[i].p >= 0.95f)
            return false;
        may |= q->events[i].kind == EVENT_POCKET;
    }
    return may;
}

static bool rail_overlooked(const struct question_at *q, const struct facts *f)
{
    const struct bed *bed = &q->state->bed;
    const struct layout *before = &q->state->pos;
    if (!f->first_contact || f->cushion_after_contact == YES)
        return false;
    if (f->pots_n)
        return may_hang(q);
    for (BALL_EACH(ball, f->rest.known)) {
        bool known = ball_in(before->known, (ball_id)ball);
        bool moved = !known || vec2_dist(before->at[ball], f->rest.at[ball]) > bed->ball_d / 4;
        bool started_near = known && rail_gap(bed, before->at[ball]) < RAIL_STARTS_MM;
        if (moved && (started_near || rail_gap(bed, f->rest.at[ball]) < RAIL_STAYS_MM))
            return true;
    }
    return false;
}

static void add_fall_between(struct doubts *d, const struct stroke *k)
{
    add(d, k, (struct doubt){QUESTION_FACT, FACT_UNTOUCHED, FACT_P});
    add(d, k, (struct doubt){QUESTION_FACT, FACT_UNSTRUCK, UNSTRUCK_P});
}

/* `f` as gathered from the events. Balls moved before the strike are one doubt, however many: one sleeve moves them
 * all, and one shadow seems to. */
static void add_facts(struct doubts *d, const struct question_at *q, const struct facts *f)
{
    const struct stroke *k = q->stroke;
    const bool seen[] = {f->moving_at_strike, f->touching_moved, f->falls_n, f->moved_before, rail_overlooked(q, f)};
    for (unsigned i = 0; i < sizeof seen / sizeof *seen; i++)
        if (seen[i])
            add(d, k,
                (struct doubt){QUESTION_FACT, (uint16_t)i,
                               i == FACT_MOVING && f->moving_p > 0 ? (double)f->moving_p : FACT_P});
}

static void flip(struct world *world, enum question question, uint16_t which)
{
    if (world->n == EVIDENCE_MAX)
        return;
    world->flipped[world->n].question = question;
    world->flipped[world->n++].which = which;
}

/* What people settled the other way holds in every reading. */
static void flip_settled(struct world *world, const struct stroke *k)
{
    for (int i = 0; i < k->settled_n; i++)
        if (k->settled[i].other)
            flip(world, (enum question)k->settled[i].question, k->settled[i].which);
}

/* One reading: bit i of `flips` set = observation i taken the other way. */
static void judge_reading(const struct question_at *q, const struct doubts *d, unsigned flips, struct ruling *ruling)
{
    struct world world = {.memo = q->memo};
    struct stroke reading = *q->stroke;
    flip_settled(&world, q->stroke);
    for (int i = 0; i < d->n; i++)
        if (flips >> i & 1)
            flip(&world, d->at[i].question, d->at[i].which);
    const struct state *before = q->state;
    struct state renamed;
    if (names_differ(&world)) {
        renamed = *before;
        names_layout(&world, &renamed.pos);
        names_facts(&world, &reading.facts);
        reading.struck = names_of(&world, reading.struck);
        before = &renamed;
    }
    if (q->count)
        facts_gather(before, q->events, q->count, &world, &reading.facts);
    reading_take(&world, &reading);
    judging_in_world(q->game, before, &reading, &world, ruling);
}

static double weight(const struct doubts *d, unsigned flips)
{
    double w = 1;
    for (int i = 0; i < d->n; i++)
        w *= flips >> i & 1 ? 1 - d->at[i].p : d->at[i].p;
    return w;
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
        describe_ruling(q->game, &other, ruling, 1, ruling->hinge.then, sizeof ruling->hinge.then);
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

/* ---- the first contact ------------------------------------------------------------------------------------------- */

enum { OTHERS_MAX = 3 };

/* Lost sight of the table before the first contact: nobody knows what was hit meanwhile. */
#define UNSEEN_P 0.6

/* That a ball which was not found before the stroke, nor after it, has not been potted by it. */
#define UNSEEN_STAYS_P 0.8

static ball_mask at_risk(const struct question_at *q)
{
    return unseen_at_risk(q->state, q->stroke, q->events, q->count);
}

/* Something may have been hit that nobody could see. */
static bool blind_at_first(const struct question_at *q)
{
    const struct event *e = q->events;
    for (size_t i = 0; i < q->count && !(e[i].kind == EVENT_CONTACT && e[i].p >= 0.5f); i++)
        if (e[i].kind == EVENT_GAP && e[i].t + e[i].lasted > q->stroke->t0)
            return true;
    return at_risk(q);
}

static double first_certainty(const struct question_at *q)
{
    double p = q->stroke->facts.first_p > 0 ? q->stroke->facts.first_p : 1;
    return blind_at_first(q) ? fmin(p, UNSEEN_P) : p;
}

static bool is_contact_of(const struct event *e, ball_id ball)
{
    return e->kind == EVENT_CONTACT && (e->a == ball || e->b == ball);
}

/* What the contacts of the struck ball say of it, up to the first that is told: that doubt is counted already. Later
 * ones, and those of other balls, however doubtful, say nothing of which was first. */
static double doubted_by_events(const struct question_at *q)
{
    double p = 1;
    for (size_t i = 0; i < q->count; i++) {
        const struct event *e = &q->events[i];
        if (!is_contact_of(e, q->stroke->struck))
            continue;
        if (e->p >= 0.5f)
            return fmin(p, e->p);
        p = fmin(p, 1 - e->p);
    }
    return p;
}

static bool is_alike(const struct question_at *q, ball_id a, ball_id b)
{
    const struct ball_set *set = ball_set(q->game->balls);
    return set->row[a].kind == set->row[b].kind && set->row[a].number == set->row[b].number;
}

/* Adds a ball unless one like it is listed, or was met first as it is. */
static void list_other(const struct question_at *q, ball_mask first, ball_id ball, ball_id out[OTHERS_MAX], int *n)
{
    if (!ball || *n == OTHERS_MAX || ball == q->stroke->struck || !ball_in(q->state->on_table, ball))
        return;
    for (BALL_EACH(one, first))
        if (is_alike(q, ball, (ball_id)one))
            return;
    for (int k = 0; k < *n; k++)
        if (is_alike(q, ball, out[k]))
            return;
    out[(*n)++] = ball;
}

/* Balls that may have been met first: those nobody found before the stroke, and those that had a part in it, balls on
 * before the others: they make the greatest difference. */
static int other_balls(const struct question_at *q, ball_mask first, ball_id out[OTHERS_MAX])
{
    int n = 0;
    list_other(q, first, ball_first(at_risk(q)), out, &n);
    for (int others = 0; others < 2; others++)
        for (size_t i = 0; i < q->count; i++) {
            if (q->events[i].t < q->stroke->t0)
                continue; /* what hands did before it */
            const ball_id both[] = {q->events[i].a, q->events[i].b};
            for (int k = 0; k < 2; k++)
                if (ball_in(q->state->on, both[k]) == !others)
                    list_other(q, first, both[k], out, &n);
        }
    return n;
}

/* Whatever was first, something was hit: one contact of the struck ball leaves little doubt, and that little is
 * counted. */
static bool hit_something(const struct question_at *q)
{
    for (size_t i = 0; i < q->count; i++)
        if (is_contact_of(&q->events[i], q->stroke->struck) && q->events[i].p > 0.9f)
            return true;
    return false;
}

/* Doubt about the first contact that no event carries: a ball moved and nothing explains it, the view was lost. */
static void add_first(struct doubts *d, const struct question_at *q, const struct facts *seen)
{
    double p = first_certainty(q);
    if (p > CERTAIN || p >= doubted_by_events(q))
        return;
    ball_id others[OTHERS_MAX + 1];
    int n = other_balls(q, seen->first_contact, others);
    if (seen->first_contact && (blind_at_first(q) || !hit_something(q)))
        others[n++] = BALL_NONE;
    for (int i = 0; i < n; i++)
        add(d, q->stroke, (struct doubt){QUESTION_FIRST, others[i], pow(p, 1.0 / n)});
}

/* A ball that was hard to see where it lay, at a pocket most often, may have gone into it: it is not found now either.
 */
static void add_unseen_pot(struct doubts *d, const struct question_at *q)
{
    ball_mask found = q->stroke->facts.rest.known;
    ball_id ball = found ? ball_first(at_risk(q) & ~found) : BALL_NONE;
    if (ball && ball != q->stroke->struck)
        add(d, q->stroke, (struct doubt){QUESTION_POT, ball, UNSEEN_STAYS_P});
}

/* Balls that may have each other's names. */
static void add_names(struct doubts *d, const struct question_at *q, const struct facts *seen)
{
    struct name_doubt names[NAME_DOUBTS_MAX];
    int n = names_doubtful(q->state, q->stroke, seen, names);
    for (int i = 0; i < n; i++)
        add(d, q->stroke,
            (struct doubt){QUESTION_NAME, names_pair(names[i].ball, names[i].other), 1 - (double)names[i].p});
}

/* The ruling as the observations are, and what is doubtful about them. */
static void doubts_of(const struct question_at *q, struct doubts *d, struct ruling *ruling)
{
    *d = (struct doubts){0};
    judge_reading(q, d, 0, ruling);
    if (reading_fell_between(q->stroke) && q->count) { /* an official who says so knows */
        add_fall_between(d, q->stroke); /* nothing else is in doubt: no ball was met, and this one is gone */
        return;
    }
    add_events(d, q->stroke, q->events, q->count);
    add_margins(d, q->stroke, ruling);
    if (!q->count)
        return;
    struct facts seen = q->stroke->facts;
    facts_gather(q->state, q->events, q->count, NULL, &seen);
    if (q->stroke->facts.first_p > 0) /* told by tracking: who knows exactly says nothing of how sure it is */
        add_facts(d, q, &seen);
    add_first(d, q, &seen);
    add_unseen_pot(d, q);
    add_names(d, q, &seen);
}

/* No stroke lasts this long, and none has so much in doubt: tracks got mixed up, whatever the events say one by one. */
#define CONFUSED_AFTER (20 * NS_PER_S)
#define CONFUSED_SURE  0.5

enum { CONFUSED_DOUBTS = 5 };

/* Contacts between other balls are often in doubt, in a pack above all, and seldom matter. */
static bool may_matter(const struct question_at *q, const struct event *e)
{
    bool of_cue = e->a == q->stroke->struck || e->b == q->stroke->struck;
    if (event_is_hint(e->kind))
        return false;
    return of_cue || (e->kind != EVENT_CONTACT && e->kind != EVENT_CUSHION && e->kind != EVENT_PLACED);
}

static bool is_confused(const struct question_at *q)
{
    int doubtful = 0;
    for (size_t i = 0; i < q->count; i++) {
        if (q->events[i].kind == EVENT_REMOVED && q->events[i].t >= q->stroke->t0)
            doubtful = CONFUSED_DOUBTS + 1; /* lost while balls rolled: what it did nobody knows */
        doubtful += q->events[i].p > 0.1f && q->events[i].p < 0.9f && may_matter(q, &q->events[i]);
    }
    return !q->stroke->accepted && !q->stroke->settled_n &&
           (q->stroke->t1 - q->stroke->t0 > CONFUSED_AFTER || doubtful > CONFUSED_DOUBTS);
}

void rules_judge_seen(const struct game *game, const struct state *state, const struct stroke *stroke,
                      const struct event *events, size_t count, struct ruling *ruling)
{
    struct hand_memo memo = {0};
    struct question_at q = {game, state, stroke, events, count, &memo};
    struct doubts d;
    doubts_of(&q, &d, ruling);
    if (d.n) {
        ruling->sure = fmin(agreement(&q, &d, ruling), 1);
        find_hinge(&q, &d, ruling);
    }
    if (is_confused(&q))
        ruling->sure = fmin(ruling->sure, CONFUSED_SURE);
    ruling->next.last = unseen_after(state, stroke, events, count, &ruling->next);
}

/* ---- alternatives ------------------------------------------------------------------------------------------------ */

struct possible {
    size_t n;
    double best[ALTERNATIVES_MAX]; /* weight of the likeliest reading of each */
    struct ruling ruling[ALTERNATIVES_MAX];
};

/* What a person would have settled to get this reading: all that is doubtful, each one way or the other. */
static void settle_as(struct alternative *a, const struct stroke *k, const struct doubts *d, unsigned flips)
{
    a->settled_n = k->settled_n;
    memcpy(a->settled, k->settled, sizeof a->settled);
    for (int i = 0; i < d->n && a->settled_n < SETTLED_MAX; i++)
        if (flips >> i & 1)
            a->settled[a->settled_n++] = (struct settled){(uint8_t)d->at[i].question, d->at[i].which, true};
}

static size_t find_same(const struct possible *all, const struct ruling *ruling)
{
    size_t i = 0;
    while (i < all->n && !same_ruling(&all->ruling[i], ruling))
        i++;
    return i;
}

static void weigh_reading(const struct question_at *q, const struct doubts *d, unsigned flips, struct possible *all,
                          struct alternative *out)
{
    struct ruling ruling;
    double w = weight(d, flips);
    judge_reading(q, d, flips, &ruling);
    size_t i = find_same(all, &ruling);
    if (i == ALTERNATIVES_MAX)
        return; /* the rarest are left out: readings come in no order, but there are seldom more than three */
    if (i == all->n) {
        all->ruling[all->n++] = ruling;
        out[i] = (struct alternative){.as_judged = flips == 0};
        all->best[i] = -1;
    }
    out[i].p += w;
    if (w <= all->best[i])
        return;
    all->best[i] = w;
    settle_as(&out[i], q->stroke, d, flips);
}

static void sort_by_p(struct alternative *a, size_t n)
{
    for (size_t i = 1; i < n; i++)
        for (size_t k = i; k > 0 && a[k - 1].p < a[k].p; k--) {
            struct alternative other = a[k];
            a[k] = a[k - 1];
            a[k - 1] = other;
        }
}

size_t rules_alternatives(const struct game *game, const struct state *state, const struct stroke *stroke,
                          const struct event *events, size_t count, struct alternative out[ALTERNATIVES_MAX])
{
    struct hand_memo memo = {0};
    struct question_at q = {game, state, stroke, events, count, &memo};
    struct doubts d;
    struct ruling ruling;
    struct possible all = {0};
    doubts_of(&q, &d, &ruling);
    for (unsigned flips = 0; flips < 1u << d.n; flips++)
        weigh_reading(&q, &d, flips, &all, out);
    double trust = is_confused(&q) ? CONFUSED_SURE : 1; /* it may have been anything else */
    for (size_t i = 0; i < all.n; i++) {
        out[i].p *= trust;
        describe_ruling(game, &all.ruling[i], all.ruling, all.n, out[i].then, sizeof out[i].then);
    }
    sort_by_p(out, all.n);
    return all.n;
}
