/* SPDX-License-Identifier: Apache-2.0 */
/* displaced.c: which balls were moved while something was over them, before a stroke began?
 *
 * An arm hides part of a ball, and what is left to see of it may seem to lie some mm off: nothing is concluded from
 * that (lives.c). A ball that lies, once the arm has gone, where it was seen under the arm already, and not where it
 * had lain, was moved by whoever was there; so was one that the arm hid, in part or altogether, and that no ball came
 * near, and one that the stroke found elsewhere than the arm. */
#include "inside.h"
#include "naming.h"

#define DISPLACED_P 0.8  /* nobody saw it go */
#define ROLLS_OUT_S 1.0  /* after a ball is taken to rest it may go on a few mm */
#define HIDES_S     0.2  /* what was over it so shortly before the stroke hid it then */
#define HALF_SEEN   0.6f /* quality */
#define STAYED      0.5  /* of the way it was moved: so near it was seen already to where it lies */

enum { SEEN_THERE = 3 /* frames */, FOUND_THERE = 10 };

double displaced_seemingly(const struct tracking *t, const struct track *k, const struct observed_ball *b,
                           double strayed)
{
    double r = t->table.bed.ball_d / 2, cut = 1 - (double)b->quality / k->clear;
    double by_stick = fmax(cut, 0) * r, by_arm = b->quality < HALF_SEEN ? r : LIFE_PULLED_MM;
    if (fabs(k->passed - strayed) <= LIFE_NEAR_S || naming_may_be_cue(t, k))
        return 0;
    return t->now - k->covered < LIFE_NEAR_S ? fmax(by_arm, by_stick) : by_stick;
}

/* It is in plain view where it lies: it came to rest so, or has been so while its place was measured. */
static bool lies_in_view(const struct tracking *t, const struct track *k)
{
    return k->covered < fmax(k->rest_from, t->now - SEGMENT_LEAD_S);
}

/* Something was over it when it left its place or when the stroke began, and nothing that moves came near it from then
 * until it lay where it lies, not far away: whatever was seen of it under the arm, the arm moved it. Cue-balls have
 * another reason to move. */
static bool was_left_to_arm(const struct tracking *t, const struct track *k, double start, double far)
{
    double from = fmin(k->left, start);
    return !ball_in(t->segment.cue_balls, k->id) && far < t->table.bed.ball_d && k->covered > from - HIDES_S &&
           lies_in_view(t, k) && !cover_passed(t, k, k->lay, from, fmax(k->rest_from, k->covered));
}

/* It lies where the arm left it. */
static bool lies_displaced(const struct tracking *t, const struct track *k, double start, struct vec2 now)
{
    struct mean there = places_mean(k, k->left, start);
    double far = vec2_dist(k->lay, now);
    bool stayed = there.n >= SEEN_THERE && vec2_dist(there.at, now) < STAYED * far;
    return k->life == LIFE_REST && (stayed || was_left_to_arm(t, k, start, far));
}

/* Something was over it when it left its place and was gone before the stroke began, which found it at rest in plain
 * view elsewhere: whatever became of it in the stroke, it had been moved before. */
static bool lay_displaced(const struct tracking *t, const struct track *k, struct mean found)
{
    return k->told && !ball_in(t->segment.cue_balls, k->id) && k->covered > k->left - HIDES_S &&
           found.n >= FOUND_THERE && found.scatter < 2 * t->noise_mm &&
           vec2_dist(k->lay, found.at) < t->table.bed.ball_d;
}

double displaced_by(const struct tracking *t, const struct track *k, double start, struct mean *now)
{
    if (!k->woke || k->rolls_on || !isfinite(k->old_from) || k->left - k->old_from < ROLLS_OUT_S)
        return 0;
    struct mean found = places_mean(k, fmax(k->left, k->covered) + t->params.still_s, start);
    if (!lies_displaced(t, k, start, now->at)) {
        if (!lay_displaced(t, k, found))
            return 0;
        *now = found;
    }
    double far = vec2_dist(k->lay, now->at);
    return far > 2 * moved_mm(t->noise_mm) ? far : 0;
}

/* An arm came over it, and nothing else that could set it going. */
static bool left_under_arm(const struct tracking *t, const struct track *k)
{
    return k->woke && !k->rolls_on && isfinite(k->old_from) && k->covered > k->left - HIDES_S &&
           k->passed < k->left - LIFE_NEAR_S && !ball_in(t->segment.cue_balls, k->id);
}

/* Since it left it was never seen further from its place than what is left to see of a ball may seem to lie. */
static bool stayed_about(const struct tracking *t, const struct track *k)
{
    for (int i = 0; i < k->n; i++)
        if (k->samples[i].t >= k->left && vec2_dist(k->samples[i].p, k->lay) > t->table.bed.ball_d / 2)
            return false;
    return true;
}

void displaced_not(struct track *k, double far)
{
    int kept = 0;
    for (int i = 0; i < k->n; i++)
        if (k->samples[i].t < k->left || vec2_dist(k->samples[i].p, k->lay) < far)
            k->samples[kept++] = k->samples[i];
    k->n = kept;
    k->woke = false;
    k->rest_from = k->old_from;
}

void displaced_never(const struct tracking *t, struct track *k)
{
    double far = 2 * moved_mm(t->noise_mm);
    bool hidden = k->life == LIFE_MOVING && k->hidden && stayed_about(t, k);
    if (!left_under_arm(t, k) || !(hidden || (k->life == LIFE_REST && vec2_dist(k->lay, k->rest) < far)))
        return;
    displaced_not(k, far);
    if (!hidden)
        return;
    k->life = LIFE_REST;
    k->pos = k->rest = k->lay;
    k->vel = vec2(0, 0);
}

void displaced_tell(struct tracking *t)
{
    struct segment *s = &t->segment;
    for (int i = 0; i < s->paths_n; i++) {
        const struct way *p = &s->paths[i];
        bool stayed = vec2_dist(p->rest0, p->rest1) < LIFE_PULLED_MM;
        if (p->displaced <= 0 || (stayed && segment_hit(s, p->ball)))
            continue;
        const struct track *k = &t->track[p->track];
        double t_moved = fmin(k->left, s->strike >= 0 ? s->strike_t - s->frame_s : INFINITY);
        struct event *e = segment_event(s, EVENT_DISTURBED, t_moved, 2 * s->frame_s, DISPLACED_P);
        if (!e)
            return;
        e->a = p->ball;
        e->at = p->rest0;
        e->why = (struct evidence){.measured = (float)p->displaced,
                                   .limit = (float)(2 * moved_mm(s->noise_mm)),
                                   .sd = (float)hypot(p->rest0_sd, p->rest1_sd)};
        e->why.frame_from = e->why.frame_to = t->frame;
    }
}
