/* SPDX-License-Identifier: Apache-2.0 */
/* facts.c: what happened in a stroke, without opinion: facts gathered from events, and the predicates that several
 * games share. */
#include "geometry.h"
#include "names.h"

#include <math.h>
#include <string.h>

/* ---- gathering --------------------------------------------------------------------------------------------------- */

/* Contacts this close are one impact on two balls: at 5 m/s the cue-ball moves half a millimetre meanwhile, and no eye
 * or camera tells more. */
#define SIMULTANEOUS (NS_PER_S / 10000)

struct gather {
    struct facts *f;
    ball_id cue;
    bool struck;                      /* the strike has been seen */
    ns_t first;                       /* first contact of the cue-ball */
    ball_mask to_cushion;             /* object balls that reached a cushion */
    ball_mask over_centre;            /* object balls seen on the head side of the centre string */
    ball_mask touched;                /* object balls that met another object ball */
    unsigned char cushions[BALL_IDS]; /* that each ball met: bits of enum cushion */
    const struct state *before;
};

static ball_id partner(const struct event *e, ball_id ball)
{
    return e->a == ball ? e->b : e->b == ball ? e->a : BALL_NONE;
}

static void gather_contact(struct gather *g, const struct event *e)
{
    ball_id other = partner(e, g->cue);
    struct facts *f = g->f;
    f->met |= ball_bit(e->a) | ball_bit(e->b);
    if (!other) {
        g->touched |= ball_bit(e->a) | ball_bit(e->b);
        return;
    }
    if (!f->contacts_n)
        g->first = e->t;
    if (e->t - g->first <= SIMULTANEOUS)
        f->first_contact |= ball_bit(other);
    if (f->contacts_n < CONTACTS_MAX)
        f->contacts[f->contacts_n++] = other;
}

/* Nearer to a cushion's nose than this before the stroke: the ball touched it. A camera tells no less. */
#define FROZEN_GAP 1.0 /* mm */

static bool touched_cushion(const struct state *s, ball_id ball, enum cushion cushion)
{
    double d = ball == BALL_CUE ? s->bed.cue_ball_d : s->bed.ball_d;
    double x = s->bed.length / 2 - d / 2 - FROZEN_GAP, y = s->bed.width / 2 - d / 2 - FROZEN_GAP;
    struct vec2 at = s->pos.at[ball];
    if (!ball_in(s->pos.known, ball))
        return false;
    switch (cushion) {
    case CUSHION_TOP:
        return at.x >= x;
    case CUSHION_BOTTOM:
        return at.x <= -x;
    case CUSHION_LEFT:
        return at.y >= y;
    case CUSHION_RIGHT:
        return at.y <= -y;
    default:
        return false;
    }
}

/* Only back to the cushion it touched before the stroke, without another object ball in between (CSPL G4, GUIDE 5);
 * the cue-ball: together with the ball it hit there. */
static bool same_cushion_again(const struct gather *g, const struct event *e)
{
    const struct facts *f = g->f;
    if (!touched_cushion(g->before, e->a, e->cushion))
        return false;
    if (e->a == g->cue)
        return f->contacts_n == 1 && touched_cushion(g->before, f->contacts[0], e->cushion);
    return !ball_in(g->touched, e->a);
}

static void gather_cushion(struct gather *g, const struct event *e)
{
    g->cushions[e->a] |= (unsigned char)(1 << e->cushion);
    if (g->f->contacts_n && !same_cushion_again(g, e))
        g->f->fresh_cushion = YES;
    struct facts *f = g->f;
    if (e->face == FACE_FLAT)
        f->met_flat |= ball_bit(e->a);
    if (e->a == g->cue && !f->contacts_n && f->cue_cushions_n < CUE_CUSHIONS_MAX)
        f->cue_cushions[f->cue_cushions_n++] = (struct cushion_hit){e->cushion, e->face};
    if (f->contacts_n)
        f->cushion_after_contact = YES;
    if (e->a == g->cue)
        f->cue_to_cushion = YES;
    else
        g->to_cushion |= ball_bit(e->a);
}

/* A ball on its way into a pocket may meet the ends of these, its jaws; from anywhere else on them it rolls away. */
static unsigned cushions_at(enum pocket pocket)
{
    static const unsigned char at[POCKET_COUNT] = {
        [POCKET_TL] = 1 << CUSHION_TOP | 1 << CUSHION_LEFT,
        [POCKET_TR] = 1 << CUSHION_TOP | 1 << CUSHION_RIGHT,
        [POCKET_BL] = 1 << CUSHION_BOTTOM | 1 << CUSHION_LEFT,
        [POCKET_BR] = 1 << CUSHION_BOTTOM | 1 << CUSHION_RIGHT,
        [POCKET_ML] = 1 << CUSHION_LEFT,
        [POCKET_MR] = 1 << CUSHION_RIGHT,
    };
    return at[pocket];
}

/* What fell into a pocket has not left the table, whichever of the two was thought of first. */
static void gather_pocket(struct gather *g, const struct event *e)
{
    g->f->off &= ~ball_bit(e->a);
    if (e->pocket && g->cushions[e->a] & ~cushions_at(e->pocket))
        g->f->banked |= ball_bit(e->a);
    if (g->f->pots_n < POTS_MAX)
        g->f->pots[g->f->pots_n++] = (struct pot){e->a, e->pocket};
}

static void gather_off(struct gather *g, const struct event *e)
{
    for (int i = 0; i < g->f->pots_n; i++)
        if (g->f->pots[i].ball == e->a)
            return;
    g->f->off |= ball_bit(e->a);
}

static void gather_line(struct gather *g, const struct event *e)
{
    if (e->a != g->cue)
        return;
    if (e->into)
        g->f->crossed_baulk_line = YES;
    else
        g->f->left_baulk = YES;
    if (!e->into && !g->f->contacts_n)
        g->f->left_baulk_first = YES;
}

/* A ball that turns back on the head side meets something there, or rests: every crossing leaves an event with x < 0
 * (WPA 5.5(b)). */
static void gather_side(struct gather *g, const struct event *e)
{
    if (e->a != g->cue && e->at.x < 0 && e->kind != EVENT_PLACED)
        g->over_centre |= ball_bit(e->a);
}

static void gather_event(struct gather *g, const struct event *e)
{
    struct facts *f = g->f;
    gather_side(g, e);
    switch (e->kind) {
    case EVENT_STRIKE:
        g->struck = true;
        g->cue = e->a;
        f->strike_v = e->v;
        break;
    case EVENT_CONTACT:
        gather_contact(g, e);
        break;
    case EVENT_CUSHION:
        gather_cushion(g, e);
        break;
    case EVENT_POCKET:
        gather_pocket(g, e);
        break;
    case EVENT_OFF:
        gather_off(g, e);
        break;
    case EVENT_JUMP:
        f->jumped |= ball_bit(e->b);
        break;
    case EVENT_DISTURBED:
        if (!g->struck)
            f->moved_before |= ball_bit(e->a);
        break;
    case EVENT_LINE:
        gather_line(g, e);
        break;
    default:
        break;
    }
}

/* Observed facts start empty; what people gave and where balls lie at rest stays. */
static void clear_observed(struct facts *f)
{
    f->first_contact = 0;
    f->contacts_n = f->pots_n = f->cue_cushions_n = 0;
    f->off = f->met = f->jumped = f->moved_before = f->banked = f->met_flat = 0;
    f->cushion_after_contact = f->fresh_cushion = NO;
    f->strike_v = vec2(0, 0);
    f->left_baulk = f->left_baulk_first = f->crossed_baulk_line = f->cue_to_cushion = NO;
}

void facts_gather(const struct state *state, const struct event *events, size_t count, const struct world *world,
                  struct facts *facts)
{
    ball_id own = state->format.cue_ball[side_of(state->striker)];
    struct gather g = {.f = facts, .cue = own ? own : BALL_CUE, .before = state};
    clear_observed(facts);
    bool differ = names_differ(world);
    for (size_t i = 0; i < count; i++) {
        if ((events[i].p >= 0.5f) == world_flips(world, QUESTION_EVENT, (unsigned)i))
            continue;
        struct event e = events[i];
        if (differ) {
            e.a = names_of(world, e.a);
            e.b = names_of(world, e.b);
        }
        gather_event(&g, &e);
    }
    facts->to_cushion = g.to_cushion;
    facts->balls_to_cushion = (int16_t)ball_count(g.to_cushion);
    facts->balls_over_centre = (int16_t)ball_count(g.over_centre);
}

void rules_facts(const struct state *state, const struct event *events, size_t count, struct facts *facts)
{
    facts_gather(state, events, count, NULL, facts);
}

/* ---- shared predicates ------------------------------------------------------------------------------------------- */

bool broken_nothing_hit(struct judging *j, ball_mask *concerned)
{
    (void)concerned;
    return judging_is_stroke(j) && !j->first && !j->facts->first_contact_any;
}

bool broken_cue_ball_pocketed(struct judging *j, ball_mask *concerned)
{
    (void)concerned;
    return judging_is_stroke(j) && j->cue_potted;
}

bool broken_ball_off(struct judging *j, ball_mask *concerned)
{
    *concerned |= j->off;
    return judging_is_stroke(j) && (j->off || j->cue_off);
}

bool broken_ball_moving(struct judging *j, ball_mask *concerned)
{
    *concerned |= j->facts->moving_at_strike;
    return judging_is_stroke(j) && j->facts->moving_at_strike;
}

bool broken_jump(struct judging *j, ball_mask *concerned)
{
    *concerned |= j->facts->jumped;
    return judging_is_stroke(j) && j->facts->jumped;
}

/* A ball in hand struck from outside its area. Only where the position at the strike is known. */
bool broken_in_hand_place(struct judging *j, ball_mask *concerned)
{
    (void)concerned;
    const struct state *s = j->before;
    if (!judging_is_stroke(j) || !s->in_hand || !ball_in(s->pos.known, j->cue))
        return false;
    struct geo_in in = geo_in_area(&s->bed, s->pos.at[j->cue], s->area);
    /* On the line is inside (SNK 3.5: on or within): ties go to the striker. */
    return !judging_ask(j, QUESTION_IN_HAND, 0, in.in && in.margin == 0 ? 1e-6 : in.margin, judging_place_sd(&s->pos));
}

/* The cue-ball is not in play while it is in hand (SNK 2.10(a), BIL 2.14(a), WPA 6.6, CSPL GUIDE 3): the striker may
 * move it. */
ball_mask judging_moved_before(const struct judging *j)
{
    return j->facts->moved_before & ~(j->before->in_hand ? ball_bit(j->cue) : 0);
}

bool broken_moved_before(struct judging *j, ball_mask *concerned)
{
    ball_mask moved = judging_moved_before(j);
    *concerned |= moved;
    return moved && (judging_is_stroke(j) || j->stroke->act == ACT_BEFORE_STROKE);
}

bool broken_wrong_cue_ball(struct judging *j, ball_mask *concerned)
{
    if (!judging_is_stroke(j) || !j->stroke->struck || j->stroke->struck == j->cue)
        return false;
    *concerned |= ball_bit(j->stroke->struck);
    return true;
}

bool broken_no_cushion(struct judging *j, ball_mask *concerned)
{
    (void)concerned;
    return judging_is_stroke(j) && j->facts->cushion_after_contact == NO && !j->potted && !j->cue_potted;
}

/* ---- positions after the stroke ---------------------------------------------------------------------------------- */

bool judging_rest(const struct judging *j, struct layout *rest)
{
    bool seen = judging_is_stroke(j) && j->facts->rest.known;
    *rest = seen ? j->facts->rest : j->before->pos;
    ball_mask gone = j->potted | j->off;
    if (j->cue_potted || j->cue_off || (judging_is_stroke(j) && !seen)) /* once struck it lies elsewhere */
        gone |= ball_bit(j->cue);
    rest->known &= ~gone;
    return rest->known != 0;
}

static bool same_layout(const struct layout *a, const struct layout *b)
{
    if (a->known != b->known)
        return false;
    for (BALL_EACH(ball, a->known))
        if (a->at[ball].x != b->at[ball].x || a->at[ball].y != b->at[ball].y)
            return false;
    return true;
}

struct geo_hand judging_in_hand(const struct judging *j, ball_mask on, ball_mask others, enum area area,
                                enum geo_reach reach)
{
    const struct state *n = j->next;
    struct hand_memo *memo = j->world ? j->world->memo : NULL;
    for (int i = 0; memo && i < memo->n; i++)
        if (memo->at[i].on == on && memo->at[i].others == others && memo->at[i].area == area &&
            memo->at[i].reach == reach && same_layout(&memo->at[i].pos, &n->pos))
            return memo->at[i].answer;
    struct geo_hand answer = geo_snookered_in_hand(&n->bed, &n->pos, j->cue, on, others, area, reach);
    if (memo) {
        int i = memo->n < HAND_MEMO ? memo->n++ : memo->oldest++ % HAND_MEMO;
        memo->at[i].pos = n->pos;
        memo->at[i].on = on;
        memo->at[i].others = others;
        memo->at[i].area = area;
        memo->at[i].reach = reach;
        memo->at[i].answer = answer;
    }
    return answer;
}

/* ---- touching ---------------------------------------------------------------------------------------------------- */

/* Balls closer than this are taken as touching: no camera shows a smaller gap, and an exact 0 never occurs. */
#define TOUCHING_GAP 0.05 /* mm */

ball_mask judging_touching(struct judging *j, ball_mask candidates)
{
    if (j->facts->touching_known)
        return j->facts->touching & candidates;
    if (!ball_in(j->next->pos.known, j->cue))
        return 0;
    ball_mask touching = 0;
    struct geo_touch t = geo_touching(&j->next->bed, &j->next->pos, j->cue, candidates, TOUCHING_GAP);
    for (BALL_EACH(ball, candidates & j->next->pos.known))
        if (t.gap[ball] < 10 &&
            !judging_ask(j, QUESTION_TOUCHING, ball, t.gap[ball] - TOUCHING_GAP, j->next->pos.sd * M_SQRT2))
            touching |= ball_bit((ball_id)ball);
    return touching;
}

/* ---- lag --------------------------------------------------------------------------------------------------------- */

static bool lag_bad(const struct lag_ball *b, const struct lag_rules *rules)
{
    return b->foul || b->side_cushion || b->pocketed || b->off || b->past_nose ||
           (rules->half_matters && b->crossed_half) || b->top_cushion_hits < 1 ||
           (rules->one_top_cushion && b->top_cushion_hits != 1);
}

enum side judging_lag(const struct judging *j, const struct lag_rules *rules)
{
    const struct lag_ball *a = &j->stroke->lag[0], *b = &j->stroke->lag[1];
    bool bad_a = !a->known || lag_bad(a, rules), bad_b = !b->known || lag_bad(b, rules);
    if (a->late || b->late)
        return SIDE_NONE;
    if (bad_a != bad_b)
        return bad_a ? SIDE_B : SIDE_A;
    if (bad_a || a->distance_mm == b->distance_mm)
        return SIDE_NONE;
    return a->distance_mm < b->distance_mm ? SIDE_A : SIDE_B;
}
