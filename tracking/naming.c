/* SPDX-License-Identifier: Apache-2.0 */
/* naming.c: which ball is each track? Looks are gathered while balls turn: a stripe may show nothing but its white end,
 * a solid its number. Names are given to all balls together, each once, again whenever everything rests; what stays
 * doubtful is told with the stroke. */
#include "naming.h"

#include "matching.h"

#include <string.h>

#define TURN_SHARE  0.5f  /* of a radius: a ball that rolled so far shows another side */
#define FADE        0.85f /* of what earlier sides have shown: tracks of two balls that met may have been exchanged */
#define LOOKS_MOST  4.0f  /* light and paint mislead in every look alike: more of them do not make it surer */
#define POSE_FRAMES 40.0f
#define LEAST_SEEN  0.6f /* quality: less of a ball and its looks are those of the arm over it */
#define DEAREST     60.0f
#define KEEP_COST   5.0  /* of changing a name: balls keep theirs, and tracks are seldom exchanged */
#define UNTOLD_COST 0.3  /* ... before a stroke was told with it: better looks count, and balls that are put down */
#define HAND_COST   3.0  /* of any other name for a ball that a hand put down: mostly it is the cue-ball */
#define LOST_COST   8.0  /* of a name whose ball was pocketed or taken away while this one lay on the table */
#define NOBODY_COST 15.0 /* of no name for a cue-ball's track that has ended: struck, it goes on as another */
#define SLEEVE_COST 20.0 /* of the name of a ball in plain view for what was never seen but beside an arm */
#define NEVER       (4 * (double)DEAREST)
#define UNUSED_COST 3.0  /* of a name that no ball has: nobody knows that it is in play */
#define STRUCK_COST 12.0 /* balls that are not the cue-ball are struck once in some hundred strokes */
#define MAY_BE_COST 6.0  /* less than this dearer as the cue-ball, it may be it */
#define SOFTEN      1.6  /* by which looks mislead more than one would think from each */
#define EXCHANGED_P 0.4f /* a ball that looks otherwise after the stroke: was it exchanged, or misread before? */
#define LEAST_P     0.004f
#define SURE_LOOK   0.9f
#define LAY_S       0.6 /* a ball that is struck has lain at least this long */
#define OTHER_S     0.4 /* s of looking like another ball in every frame that left no doubt */

/* ---- looks ------------------------------------------------------------------------------------------------------- */

static ball_mask in_play(const struct tracking *t)
{
    ball_mask all = ball_range(1, t->set->count);
    return t->params.names & all ? t->params.names & all : all;
}

static bool alike(const struct ball_set *set, ball_id a, ball_id b)
{
    return set->row[a].kind == set->row[b].kind && (set->id != BALL_SET_NUMBERED || a == b);
}

ball_id naming_class(const struct tracking *t, const struct observed_ball *o)
{
    ball_mask kind = ball_of_kind(t->set, o->kind) & in_play(t);
    if (t->set->id == BALL_SET_NUMBERED && o->kind != BALL_KIND_WHITE)
        kind = o->number > 0 && o->number <= 15 ? ball_bit((ball_id)(o->number + 1)) & in_play(t) : 0;
    return ball_first(kind);
}

/* What each name costs. Who tells only a kind and how sure that is has said the same of all others. */
static void costs_of(const struct tracking *t, const struct observed_ball *o, ball_id class, float cost[BALL_IDS])
{
    float most = 0, p = fminf(fmaxf(o->kind_p, 0.5f), 0.98f), others = 2 * logf(p / (1 - p)) + 1;
    for (int i = 0; i < BALL_IDS; i++)
        most = fmaxf(most, o->cost[i]);
    for (ball_id i = 1; i <= t->set->count; i++)
        cost[i] = most > 0 ? fminf(o->cost[i], DEAREST) : alike(t->set, i, class) ? 0 : others;
}

static float evidence(const struct track *k, ball_id name)
{
    const struct likeness *l = &k->likeness;
    float looks = l->looks + (l->pose_n > 0);
    if (looks <= 0)
        return 0;
    return (l->sum[name] + l->pose[name]) / looks * fminf(looks, LOOKS_MOST);
}

double naming_cost(const struct track *k, ball_id name)
{
    return (double)evidence(k, name);
}

/* The ball has turned: what this side showed joins what the others did. */
static void turn_over(struct likeness *l, struct vec2 at)
{
    for (int i = 0; i < BALL_IDS && l->pose_n > 0; i++) {
        l->sum[i] = FADE * l->sum[i] + l->pose[i];
        l->pose[i] = 0;
    }
    if (l->pose_n > 0)
        l->looks = FADE * l->looks + 1;
    l->pose_n = 0;
    l->at = at;
}

void naming_put_down(struct track *k)
{
    if (!k->by_hand || k->told || k->likeness.pose_n <= 0)
        return;
    memset(k->likeness.sum, 0, sizeof k->likeness.sum);
    k->likeness.looks = 0;
}

/* Under an arm one ball may be put down where another lay a moment ago, and its track goes on with the wrong one. What
 * lies there in plain view then looks like another ball in frame after frame: what was seen before is not of this ball.
 * Numbers are misread too often for this, and while a stroke lasts names stay. */
static void turn_out(const struct tracking *t, struct track *k, const struct observed_ball *b, ball_id class)
{
    if (b->kind_p < SURE_LOOK || t->set->id == BALL_SET_NUMBERED || t->active)
        return;
    k->looks_n = class == k->looks_like ? k->looks_n + 1 : 1;
    k->looks_like = class;
    bool rests = k->life == LIFE_REST && t->now - k->rest_from > OTHER_S;
    if (!rests || !k->id || alike(t->set, class, k->id) || k->looks_n * t->frame_s < OTHER_S)
        return;
    k->likeness = (struct likeness){.at = b->mm};
    k->looks_n = 0;
    k->announced = k->taken_over = false;
    k->by_hand = true;
    k->born = t->now;
}

void naming_look(const struct tracking *t, struct track *k, const struct observed_ball *b, ball_id class)
{
    struct likeness *l = &k->likeness;
    float cost[BALL_IDS] = {0};
    if (!class || (b->quality < LEAST_SEEN && l->pose_n + l->looks > 0))
        return;
    turn_out(t, k, b, class);
    costs_of(t, b, class, cost);
    if (vec2_dist(b->mm, l->at) > (double)TURN_SHARE * t->table.bed.ball_d / 2)
        turn_over(l, b->mm);
    l->pose_n = fminf(l->pose_n + 1, POSE_FRAMES);
    for (ball_id i = 1; i <= t->set->count; i++)
        l->pose[i] += (cost[i] - l->pose[i]) / l->pose_n;
    k->like = BALL_NONE;
    for (BALL_EACH(id, in_play(t)))
        if (!k->like || evidence(k, (ball_id)id) < evidence(k, k->like))
            k->like = (ball_id)id;
}

double naming_unlike(const struct tracking *t, const struct track *k, const struct observed_ball *b, ball_id class)
{
    float cost[BALL_IDS] = {0};
    if (!class || !k->like || alike(t->set, class, k->like) || (k->id && alike(t->set, class, k->id)))
        return 0; /* as it looked, or as what it was taken for among all others */
    costs_of(t, b, class, cost);
    return (double)cost[k->like];
}

/* ---- names ------------------------------------------------------------------------------------------------------- */

static double price(const struct tracking *t, const struct track *k, ball_id name)
{
    double cost = (double)evidence(k, name) + 0.001 * name; /* of balls that are alike the first that is free */
    if (k->id && k->id != name)
        cost += alike(t->set, k->id, name) ? 1 : k->told ? KEEP_COST : UNTOLD_COST;
    if (k->by_hand && name != BALL_CUE)
        cost += HAND_COST;
    if (k->id != name && t->lost_at[name] > k->born)
        cost += LOST_COST;
    return cost;
}

static bool has_looks(const struct track *k)
{
    return k->life > LIFE_NEW && k->likeness.looks + k->likeness.pose_n > 0;
}

/* Came into view moving and has not rested since, while no stroke is played: most likely a hand that swings a cue and
 * looks like the ball that is next to it in colour. It takes no name from balls that lie there. */
static bool is_in_passing(const struct track *k)
{
    return k->life == LIFE_MOVING && !isfinite(k->old_from) && !k->rolls_on;
}

/* The cue-ball was lost on its way, and what is found elsewhere may be it; not when it fell into a pocket. */
static bool may_go_on(const struct tracking *t, const struct track *k)
{
    return k->id == BALL_CUE && life_gone_outside(&t->table, k);
}

bool naming_has_others(const struct ball_set *set, ball_id id)
{
    for (ball_id i = 1; i <= set->count; i++)
        if (i != id && alike(set, i, id))
            return true;
    return false;
}

/* A hand brought it after the one ball that it looks like went into a pocket, in a stroke that is not told yet: it is
 * that one, spotted, and has no part in the stroke. It waits for its name, which the other keeps until then. */
static bool is_spotted(const struct tracking *t, const struct track *k)
{
    for (int i = 0; i < TRACKS_MAX && k->by_hand && !k->told && k->life == LIFE_REST; i++) {
        const struct track *o = &t->track[i];
        if (o->life == LIFE_GONE && o->id && o->seen < k->born && o->id == k->like &&
            !naming_has_others(t->set, o->id) && !life_gone_outside(&t->table, o))
            return true;
    }
    return false;
}

/* The names of balls that have been seen with nothing beside them. */
static ball_mask names_in_view(const struct tracking *t)
{
    ball_mask mask = 0;
    for (int i = 0; i < TRACKS_MAX; i++)
        if (has_looks(&t->track[i]) && life_bare(&t->track[i]))
            mask |= ball_bit(t->track[i].id);
    return mask;
}

/* What it costs that a track has this name, or none at all. Of more tracks than names one is a hand: not the one that
 * has its name. Skin looks much like the pink, but takes its name from no ball `in_view`. */
static double cost_of(const struct tracking *t, const struct track *k, ball_id name, ball_mask in_view)
{
    bool takes = name != k->id && ball_in(in_view, name) && !life_bare(k);
    if (name)
        return (k->id ? 0 : KEEP_COST) + (takes ? SLEEVE_COST : 0) + price(t, k, name);
    return may_go_on(t, k) ? NOBODY_COST + (double)evidence(k, k->id) : NEVER;
}

void naming_all(struct tracking *t, bool after_motion)
{
    int rows[TRACKS_MAX], rows_n = 0, columns_n = 0, to[TRACKS_MAX];
    ball_id names[BALL_IDS];
    ball_mask passing = 0, in_view = names_in_view(t);
    double cost[TRACKS_MAX * BALL_IDS];
    for (int i = 0; i < TRACKS_MAX; i++) {
        struct track *k = &t->track[i];
        if ((k->id != BALL_CUE && life_was_hand(t, k)) || is_spotted(t, k))
            k->id = BALL_NONE;
        else if (has_looks(k) && !after_motion && is_in_passing(k))
            passing |= ball_bit(k->id);
        else if (has_looks(k))
            rows[rows_n++] = i;
    }
    for (BALL_EACH(id, in_play(t) & ~passing))
        names[columns_n++] = (ball_id)id;
    names[columns_n++] = BALL_NONE; /* ids start at 1: there is room */
    if (!rows_n)
        return;
    for (int r = 0; r < rows_n; r++)
        for (int c = 0; c < columns_n; c++)
            cost[r * columns_n + c] = cost_of(t, &t->track[rows[r]], names[c], in_view);
    match_least_cost(rows_n, columns_n, cost, NEVER, to);
    for (int r = 0; r < rows_n; r++) {
        struct track *k = &t->track[rows[r]];
        ball_id id = to[r] < 0 ? BALL_NONE : names[to[r]];
        k->was = after_motion && k->told && k->id != id ? k->id : BALL_NONE;
        k->told = after_motion || (k->told && k->id == id);
        k->id = id;
    }
}

static ball_mask taken(const struct tracking *t)
{
    ball_mask mask = 0;
    for (int i = 0; i < TRACKS_MAX; i++)
        if (t->track[i].life != LIFE_NONE)
            mask |= ball_bit(t->track[i].id);
    return mask;
}

void naming_one(struct tracking *t, struct track *k)
{
    double best = DEAREST;
    if (k->likeness.looks + k->likeness.pose_n <= 0 || is_spotted(t, k))
        return; /* nobody can say what it looks like, or it is not time yet */
    for (BALL_EACH(id, in_play(t) & ~taken(t))) {
        double cost = price(t, k, (ball_id)id);
        if (cost >= best)
            continue;
        best = cost;
        k->id = (ball_id)id;
    }
}

void naming_lost(struct tracking *t, const struct track *k)
{
    t->lost_at[k->id] = k->seen;
}

/* Of the balls that lay somewhere and moved, the one that set out first; NULL when two did at once: a hand or cue is
 * near. Hands stop between two swings, too. */
static struct track *first_to_move(struct tracking *t)
{
    struct track *first = NULL;
    double second = INFINITY;
    for (int i = 0; i < TRACKS_MAX; i++) {
        struct track *k = &t->track[i];
        if (k->life <= LIFE_NEW || !k->woke || !isfinite(k->old_from) || k->left - k->old_from < LAY_S)
            continue;
        if (!first || k->left < first->left) {
            second = first ? first->left : INFINITY;
            first = k;
        } else {
            second = fmin(second, k->left);
        }
    }
    return first && second - first->left > 0.5 * t->frame_s ? first : NULL;
}

bool naming_may_be_cue(const struct tracking *t, const struct track *k)
{
    if (k->id == BALL_CUE || t->set->id == BALL_SET_BILLIARDS)
        return true;
    return k->id && has_looks(k) && (double)(evidence(k, BALL_CUE) - evidence(k, k->id)) < MAY_BE_COST;
}

void naming_struck(struct tracking *t)
{
    struct track *struck = first_to_move(t), *named = NULL;
    if (!struck || struck->id == BALL_CUE || t->set->id == BALL_SET_BILLIARDS)
        return;
    for (int i = 0; i < TRACKS_MAX; i++)
        if (has_looks(&t->track[i]) && t->track[i].id == BALL_CUE)
            named = &t->track[i];
    if (named && !struck->id)
        return; /* what no ball of this set is left for is a hand, and the cue-ball is in sight */
    double more = (double)(evidence(struck, BALL_CUE) - (struck->id ? evidence(struck, struck->id) : 0));
    if (named)
        more += (double)(evidence(named, struck->id) - evidence(named, BALL_CUE));
    if (more > STRUCK_COST)
        return;
    if (named)
        named->id = struck->id;
    struck->id = BALL_CUE;
}

/* ---- doubt ------------------------------------------------------------------------------------------------------- */

struct doubts {
    struct name_doubt *at;
    int n;
};

static void add(struct doubts *d, ball_id ball, ball_id other, float p)
{
    for (int i = 0; i < d->n; i++)
        if ((d->at[i].ball == ball && d->at[i].other == other) || (d->at[i].ball == other && d->at[i].other == ball)) {
            d->at[i].p = fmaxf(d->at[i].p, p);
            return;
        }
    int i = d->n < NAME_DOUBTS_MAX ? d->n++ : NAME_DOUBTS_MAX - 1;
    if (i == NAME_DOUBTS_MAX - 1 && d->at[i].ball && d->at[i].p > p)
        return;
    for (; i > 0 && d->at[i - 1].p < p; i--)
        d->at[i] = d->at[i - 1];
    d->at[i] = (struct name_doubt){ball, other, p};
}

static float doubt_of(double more)
{
    return (float)(1 / (1 + exp(fmin(more, 200) / (2 * SOFTEN))));
}

/* How much dearer it is that two tracks have each other's names. */
static double exchange_cost(const struct track *a, const struct track *b)
{
    return (double)(evidence(a, b->id) - evidence(a, a->id)) + (double)(evidence(b, a->id) - evidence(b, b->id));
}

static void weigh(const struct tracking *t, const struct track *k, struct doubts *d)
{
    ball_mask used = taken(t);
    for (const struct track *o = k + 1; o < t->track + TRACKS_MAX; o++) {
        float p = has_looks(o) && o->id && !alike(t->set, o->id, k->id) ? doubt_of(exchange_cost(k, o)) : 0;
        if (p > LEAST_P)
            add(d, k->id, o->id, p);
    }
    for (BALL_EACH(id, in_play(t) & ~used)) {
        if (alike(t->set, k->id, (ball_id)id))
            continue;
        double more = (double)(evidence(k, (ball_id)id) - evidence(k, k->id)) + UNUSED_COST +
                      (t->lost_at[id] > k->born ? LOST_COST : 0);
        if (doubt_of(more) > LEAST_P)
            add(d, k->id, (ball_id)id, doubt_of(more));
    }
    if (k->was && !alike(t->set, k->was, k->id))
        add(d, k->id, k->was, EXCHANGED_P);
}

int naming_doubts(const struct tracking *t, struct name_doubt out[NAME_DOUBTS_MAX])
{
    struct doubts d = {out, 0};
    memset(out, 0, NAME_DOUBTS_MAX * sizeof *out);
    for (int i = 0; i < TRACKS_MAX; i++)
        if (has_looks(&t->track[i]) && t->track[i].id)
            weigh(t, &t->track[i], &d);
    return d.n;
}
