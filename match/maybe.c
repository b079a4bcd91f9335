/* SPDX-License-Identifier: Apache-2.0 */
#include "maybe.h"

#include "infer.h"
#include "setup.h"
#include "told.h"

#include <math.h>
#include <string.h>

/* What is less likely than this against the match as it stands is forgotten. */
#define FORGOTTEN_P 0.005

/* How often a stroke is a foul; a ball is seen where it does not lie, or was moved; a cue-ball in hand is left where it
 * came to rest; balls are struck after the frame; a stroke is one that the rules know nothing of. */
#define FOUL_P      0.05
#define MISPLACED_P 0.1
#define LEFT_P      0.2
#define IDLE_P      0.02

static void forget(struct maybes *all)
{
    size_t kept = 0;
    for (size_t i = 0; i < all->n; i++)
        if (all->at[i].p >= FORGOTTEN_P)
            all->at[kept++] = all->at[i];
    all->n = kept;
}

/* ---- the table before a stroke ----------------------------------------------------------------------------------- */

/* Who has the cue-ball in hand seldom leaves it where it came to rest. */
static bool is_left_lying(const struct scenario *s, const struct layout *rest, const json_t *position)
{
    ball_id cue = ball_first(scenario_balls(s, "cue"));
    const json_t *at = json_object_get(position, ball_name(ball_set(s->game->balls), cue));
    return s->state.in_hand && at && ball_in(rest->known, cue) &&
           vec2_dist(told_place(at), rest->at[cue]) < SETUP_TOLERANCE_MM;
}

/* Object balls that lie there beyond those that are in play. */
static size_t too_many(const struct scenario *s, const json_t *position)
{
    const struct format *f = &s->state.format;
    ball_mask cues = ball_bit(BALL_CUE) | ball_bit(f->cue_ball[SIDE_A]) | ball_bit(f->cue_ball[SIDE_B]);
    int there = ball_count(setup_at(s, position) & ~cues), in_play = ball_count(s->state.on_table & ~cues);
    return there > in_play ? (size_t)(there - in_play) : 0;
}

/* That the balls lie so, in this state. */
static double p_of_table(const struct scenario *s, const struct layout *rest, const json_t *position)
{
    double p = s->state.frame_over ? IDLE_P : is_left_lying(s, rest, position) ? LEFT_P : 1;
    return p * pow(MISPLACED_P, (double)(setup_misfits(s, position) + too_many(s, position)));
}

void maybe_see(struct maybes *all, const struct scenario *now, const json_t *position)
{
    static const struct layout put;
    double as_it_stands = p_of_table(now, &all->rest, position);
    for (size_t i = 0; i < all->n; i++) {
        struct scenario then = *now;
        then.state = all->at[i].state;
        all->at[i].chose |= infer_choice(&then, all->at[i].options, position);
        all->at[i].p *= p_of_table(&then, all->at[i].none ? &put : &all->rest, position) / as_it_stands;
        all->at[i].state = then.state;
        all->at[i].options = 0;
    }
}

/* ---- the stroke -------------------------------------------------------------------------------------------------- */

/* As players hear it: neither the score so far nor balls of a group that have gone change what is called. */
static bool is_called_alike(const struct ruling *a, const struct ruling *b)
{
    const struct state *m = &a->next, *n = &b->next;
    return a->kind == b->kind && a->penalty == b->penalty && a->points == b->points && a->options == b->options &&
           m->striker == n->striker && (m->on == n->on || m->on & n->on) && m->in_hand == n->in_hand &&
           m->free_ball == n->free_ball && m->frame_over == n->frame_over && m->winner == n->winner;
}

/* That somebody plays so who knows how the match stands. `sure`: of what was played. */
static double p_of_stroke(const struct stroke *k, const struct ruling *r, double sure)
{
    double legal = r->kind == KIND_NONE ? sure : 1 - sure;
    return k->act == ACT_STROKE ? FOUL_P + (1 - FOUL_P) * legal : 1;
}

/* The same balls lie on the table, whatever is true. A stroke that cannot be judged there leaves the state as it is. */
static double follow(struct maybe *m, const struct scenario *now, const json_t *stroke, double sure,
                     struct ruling *ruling)
{
    char error[SCENARIO_ERROR_BYTES];
    struct scenario then = *now;
    *ruling = (struct ruling){.next = m->state};
    then.state = m->state;
    then.state.pos = now->state.pos;
    if (scenario_read_stroke(&then, stroke, "stroke", error))
        return IDLE_P;
    rules_judge_seen(then.game, &then.state, &then.stroke, then.events, then.events_n, ruling);
    m->state = ruling->next;
    m->options = ruling->options;
    return p_of_stroke(&then.stroke, ruling, sure);
}

int maybe_follow(struct maybes *all, const struct scenario *now, const json_t *stroke, struct ruling *ruling)
{
    double sure = ruling->sure, as_it_stands = p_of_stroke(&now->stroke, ruling, sure), sum = 1, alike = 1;
    const struct maybe *against = NULL;
    for (size_t i = 0; i < all->n; i++) {
        struct maybe *m = &all->at[i];
        struct ruling other;
        m->p *= follow(m, now, stroke, sure, &other) / as_it_stands;
        bool same = is_called_alike(ruling, &other);
        sum += m->p;
        alike += same ? m->p : 0;
        against = !same && (!against || m->p > against->p) ? m : against;
    }
    int of = against && against->p >= FORGOTTEN_P ? against->of : 0;
    ruling->sure *= alike / sum;
    if (now->stroke.act == ACT_STROKE) {
        all->rest = now->stroke.facts.rest;
        all->left = ruling->next;
        all->offered = ruling->options;
    }
    forget(all);
    return of;
}

/* ---- what a ruling leaves open ----------------------------------------------------------------------------------- */

static bool is_settled_so(const struct stroke *k, const struct alternative *a)
{
    return k->settled_n == a->settled_n && !memcmp(k->settled, a->settled, a->settled_n * sizeof *a->settled);
}

/* Room for one more: the least likely makes way, if it is less likely. */
static struct maybe *room_for(struct maybes *all, double p)
{
    if (all->n < MAYBES_MAX)
        return &all->at[all->n++];
    struct maybe *least = &all->at[0];
    for (size_t i = 1; i < all->n; i++)
        least = all->at[i].p < least->p ? &all->at[i] : least;
    return least->p < p ? least : NULL;
}

static void add(struct maybes *all, const struct scenario *now, const struct stroke *open, const struct alternative *a,
                double p, int seq)
{
    struct maybe *m = room_for(all, p);
    struct stroke stroke = *open;
    struct ruling ruling;
    if (!m)
        return;
    stroke.settled_n = a->settled_n;
    memcpy(stroke.settled, a->settled, sizeof stroke.settled);
    rules_judge_seen(now->game, &now->state, &stroke, now->events, now->events_n, &ruling);
    *m = (struct maybe){.of = seq, .p = p, .state = ruling.next, .options = ruling.options, .settled_n = a->settled_n};
    memcpy(m->settled, a->settled, sizeof m->settled);
}

void maybe_branch(struct maybes *all, const struct scenario *now, int seq, bool supposed)
{
    struct alternative way[ALTERNATIVES_MAX];
    struct stroke open = now->stroke;
    if (supposed) {
        open.accepted = false;
        open.settled_n = 0;
    }
    size_t n = rules_alternatives(now->game, &now->state, &open, now->events, now->events_n, way);
    size_t taken = 0;
    while (taken < n && !(supposed ? is_settled_so(&now->stroke, &way[taken]) : way[taken].as_judged))
        taken++;
    for (size_t i = 0; i < n && taken < n; i++)
        if (i != taken && way[i].p >= 1 - MAYBE_SURE)
            add(all, now, &open, &way[i], way[i].p / way[taken].p, seq);
}

struct maybe maybe_none(const struct maybes *all, const struct state *before, int seq)
{
    return (struct maybe){
        .of = seq, .none = true, .p = 1, .state = all->offered ? all->left : *before, .options = all->offered};
}

void maybe_keep(struct maybes *all, const struct maybe *m)
{
    struct maybe *room = room_for(all, m->p);
    if (room)
        *room = *m;
}

void maybe_clear(struct maybes *all)
{
    all->n = 0;
    all->offered = 0;
}
