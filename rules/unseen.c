/* SPDX-License-Identifier: Apache-2.0 */
/* unseen.c: which balls that nobody sees may have had a part in a stroke? A ball stays where it was last seen until
 * something comes near: the way of each ball that moved is followed from event to event. */
#include "unseen.h"

#define NEAR_MM                                                                                                        \
    200.0 /* from the straight line between two events: spin bends it, and places are those of one of two balls */
#define BLIND_P 0.9f /* a first contact less sure than this: somewhere a ball went its way unseen */

static struct layout places_before(const struct state *s)
{
    struct layout known = s->last;
    for (BALL_EACH(ball, s->pos.known))
        known.at[ball] = s->pos.at[ball];
    known.known |= s->pos.known;
    return known;
}

static bool has_place(enum event_kind kind)
{
    return kind == EVENT_STRIKE || kind == EVENT_CONTACT || kind == EVENT_CUSHION || kind == EVENT_POCKET ||
           kind == EVENT_OFF;
}

static bool has_part(const struct event *e, ball_id ball)
{
    return has_place(e->kind) && e->p >= 0.5f && (e->a == ball || e->b == ball);
}

static bool had_part(const struct event *e, size_t count, ball_id ball)
{
    for (size_t i = 0; i < count; i++)
        if (has_part(&e[i], ball))
            return true;
    return false;
}

static bool is_near(struct vec2 p, struct vec2 a, struct vec2 b)
{
    return vec2_dist(p, vec2_nearest(p, a, b)) < NEAR_MM;
}

/* Did the way of this ball come near the place? One that had no part in any event stayed where it was. */
static bool passes(const struct state *s, const struct stroke *k, const struct event *e, size_t count, ball_id ball,
                   struct vec2 place)
{
    bool begun = false;
    struct vec2 from = {0};
    for (size_t i = 0; i < count; i++) {
        if (!has_part(&e[i], ball))
            continue;
        if (!begun)
            from = ball_in(s->pos.known, ball) ? s->pos.at[ball] : e[i].at;
        if (is_near(place, from, e[i].at))
            return true;
        from = e[i].at;
        begun = true;
    }
    return begun && ball_in(k->facts.rest.known, ball) && is_near(place, from, k->facts.rest.at[ball]);
}

/* A stroke that somebody entered by hand has no events: nobody followed its balls. */
static bool is_blind(const struct stroke *k, const struct event *e, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if ((e[i].kind == EVENT_GAP && e[i].t + e[i].lasted > k->t0) || (e[i].kind == EVENT_STRIKE && e[i].p < 0.5f))
            return true;
    return count == 0 || (k->facts.first_p > 0 && k->facts.first_p < BLIND_P);
}

/* A person looked at the stroke, and said nothing of this ball. */
static bool is_cleared(const struct stroke *k, ball_id ball)
{
    for (int i = 0; i < k->settled_n; i++)
        if (k->settled[i].which == ball &&
            (k->settled[i].question == QUESTION_FIRST || k->settled[i].question == QUESTION_POT))
            return false;
    return k->accepted;
}

static bool left_alone(const struct state *s, const struct stroke *k, const struct event *e, size_t count, ball_id ball)
{
    struct layout before = places_before(s);
    if (!ball_in(before.known, ball) || had_part(e, count, ball))
        return false;
    if (is_cleared(k, ball))
        return true;
    if (is_blind(k, e, count))
        return false;
    for (ball_id other = 1; other < BALL_IDS; other++)
        if (other != ball && passes(s, k, e, count, other, before.at[ball]))
            return false;
    return true;
}

ball_mask unseen_at_risk(const struct state *s, const struct stroke *k, const struct event *e, size_t count)
{
    ball_mask risk = s->pos.known ? s->on_table & ~s->pos.known : 0;
    for (BALL_EACH(ball, risk))
        if (left_alone(s, k, e, count, (ball_id)ball))
            risk &= ~ball_bit((ball_id)ball);
    return risk;
}

/* A pot that was none, as somebody said: it lies where it was lost from sight. */
static const struct event *lost_at(const struct event *e, size_t count, ball_id ball)
{
    for (size_t i = count; i-- > 0;)
        if (e[i].kind == EVENT_POCKET && e[i].a == ball && e[i].p >= 0.5f)
            return &e[i];
    return NULL;
}

struct layout unseen_after(const struct state *s, const struct stroke *k, const struct event *e, size_t count,
                           const struct state *next)
{
    struct layout before = places_before(s), after = next->pos;
    for (BALL_EACH(ball, next->on_table & ~next->pos.known)) {
        const struct event *lost = lost_at(e, count, (ball_id)ball);
        if (!lost && (!ball_in(before.known, (ball_id)ball) || !left_alone(s, k, e, count, (ball_id)ball)))
            continue;
        after.at[ball] = lost ? lost->at : before.at[ball];
        after.known |= ball_bit((ball_id)ball);
    }
    return after;
}
