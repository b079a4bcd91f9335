/* SPDX-License-Identifier: Apache-2.0 */
/* steady.c: did the camera move? A bump moves every ball at rest at once and alike; no stroke does that. What is seen
 * is then carried back to where the table was calibrated, until the camera is fitted anew. */
#include "inside.h"
#include "lsq.h"

#include <stdlib.h>

#define REACH_MM   60.0 /* a bump moves balls by less than this from one frame to the next */
#define LEAST      4    /* balls at rest that must agree ... */
#define SHARE      0.7  /* ... and this share of all that are seen */
#define ALIKE_MM   2.5  /* agree: about the middle shift */
#define WIDE_MM    600.0
#define FAR_MM     300.0
#define FEW_MM     3.0 /* least shift by which two or three balls tell a bump ... */
#define TILT_SHARE 0.3 /* of a shift, by which balls may differ */
#define NOTICE_MM  0.8 /* smaller shifts are left to the means of rest */
#define POLISH_S   1.0 /* after a bump the correction is fitted again and again */
/* mm of shift; mm of stretch or turn in a metre; mm of slant in a square metre */
static const double prior[STEADY] = {100, 5, 5, 4, 4, 4};

struct pair {
    struct vec2 rest, seen;
};

/* A camera that tilts moves the far ends of a table by other amounts than its middle. */
static void lay_row(struct vec2 p, double row[STEADY])
{
    double x = p.x / 1000, y = p.y / 1000;
    double all[STEADY] = {1, x, y, x * x, x * y, y * y};
    for (int i = 0; i < STEADY; i++)
        row[i] = all[i];
}

struct vec2 steady_apply(const struct steady *s, struct vec2 p)
{
    double row[STEADY];
    lay_row(p, row);
    for (int i = 0; i < STEADY; i++)
        p = vec2(p.x + s->x[i] * row[i], p.y + s->y[i] * row[i]);
    return p;
}

static bool long_at_rest(const struct track *k)
{
    return k->life == LIFE_REST && k->rest_n >= 8 && k->id;
}

/* What was seen nearest to a place after a shift; false: nothing within reach of it. */
static bool seen_near(const struct tracking *t, const struct observation *o, struct vec2 at, struct vec2 shift,
                      double reach, struct vec2 *seen)
{
    double least = reach;
    for (int j = 0; j < o->balls_n; j++) {
        double d = vec2_dist(vec2_add(steady_apply(&t->steady, o->balls[j].mm), shift), at);
        if (d < least) {
            least = d;
            *seen = o->balls[j].mm;
        }
    }
    return least < reach;
}

/* Each ball long at rest with what is seen of it, if all have been shifted. */
static int collect(const struct tracking *t, const struct observation *o, struct vec2 shift, double reach,
                   struct pair *out)
{
    int n = 0;
    for (int i = 0; i < TRACKS_MAX; i++) {
        const struct track *k = &t->track[i];
        if (long_at_rest(k) && seen_near(t, o, k->rest, shift, reach, &out[n].seen))
            out[n++].rest = k->rest;
    }
    return n;
}

/* A tilt moves one end more. */
static double alike_mm(struct vec2 shift)
{
    return fmax(ALIKE_MM, TILT_SHARE * vec2_len(shift));
}

/* The shift of all that most balls at rest agree with. In a pack the nearest that is seen is not the same ball once it
 * has gone by more than a radius; shifting all of them alike tells. */
static struct vec2 likely_shift(const struct tracking *t, const struct observation *o)
{
    struct vec2 best = {0, 0};
    struct pair pair[TRACKS_MAX];
    int most = collect(t, o, best, ALIKE_MM, pair);
    if (most >= SHARE * collect(t, o, best, REACH_MM, pair))
        return best;
    for (int i = 0; i < TRACKS_MAX; i++)
        for (int j = 0; j < o->balls_n && long_at_rest(&t->track[i]); j++) {
            struct vec2 shift = vec2_sub(t->track[i].rest, steady_apply(&t->steady, o->balls[j].mm));
            int n = vec2_len(shift) < REACH_MM ? collect(t, o, shift, alike_mm(shift), pair) : 0;
            if (n > most || (n == most && vec2_len(shift) < vec2_len(best))) {
                most = n;
                best = shift;
            }
        }
    return best;
}

static int by_value(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double middle(double *v, int n)
{
    qsort(v, (size_t)n, sizeof *v, by_value);
    return v[n / 2];
}

static struct vec2 middle_shift(const struct steady *s, const struct pair *pair, int n)
{
    double x[TRACKS_MAX], y[TRACKS_MAX];
    for (int i = 0; i < n; i++) {
        struct vec2 d = vec2_sub(pair[i].rest, steady_apply(s, pair[i].seen));
        x[i] = d.x;
        y[i] = d.y;
    }
    return vec2(middle(x, n), middle(y, n));
}

/* Fits the whole correction to the balls that agree. */
static void refit(struct steady *s, const struct pair *pair, int n, struct vec2 shift, double within)
{
    struct lsq q;
    lsq_begin(&q, STEADY, prior);
    for (int i = 0; i < n; i++) {
        struct vec2 d = vec2_sub(pair[i].rest, steady_apply(s, pair[i].seen));
        double row[STEADY];
        lay_row(pair[i].seen, row);
        if (vec2_dist(d, shift) < within)
            lsq_add(&q, row, vec2_sub(pair[i].rest, pair[i].seen), 4);
    }
    if (!lsq_solve(&q))
        return;
    for (int i = 0; i < STEADY; i++) {
        s->x[i] = q.x[i];
        s->y[i] = q.y[i];
    }
}

static int count_alike(const struct steady *s, const struct pair *pair, int n, struct vec2 shift, double within)
{
    int alike = 0;
    for (int i = 0; i < n; i++)
        alike += vec2_dist(vec2_sub(pair[i].rest, steady_apply(s, pair[i].seen)), shift) < within;
    return alike;
}

/* Have balls moved that lie farther from each other than those of a pack? A pack that is pushed moves alike as well. */
static bool wide_apart(const struct steady *s, const struct pair *pair, int n, struct vec2 shift)
{
    struct vec2 moved[TRACKS_MAX];
    int count = 0;
    for (int i = 0; i < n; i++)
        if (vec2_dist(vec2_sub(pair[i].rest, steady_apply(s, pair[i].seen)), shift) <
            fmin(alike_mm(shift), vec2_len(shift) / 2))
            moved[count++] = pair[i].rest;
    for (int i = 0; i < count; i++)
        for (int j = 0; j < i; j++)
            if (vec2_dist(moved[i], moved[j]) > WIDE_MM)
                return true;
    return false;
}

/* Two or three balls, all that can be seen, far from each other: no stroke moves them alike at once either. */
static bool few_agree(const struct tracking *t, const struct pair *pair, int n, struct vec2 shift)
{
    double apart = INFINITY, least = t->now < t->steady.until ? 0 : FEW_MM;
    for (int i = 0; i < TRACKS_MAX; i++)
        if (t->track[i].life == LIFE_MOVING)
            return false;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < i; j++)
            apart = fmin(apart, vec2_dist(pair[i].rest, pair[j].rest));
    return n >= 2 && n < LEAST && apart > FAR_MM && vec2_len(shift) >= least &&
           count_alike(&t->steady, pair, n, shift, alike_mm(shift)) == n;
}

/* Everything that is known of where a ball is and was: turned round (`way` -1) or not (1), then shifted. */
static void carry_track(struct track *k, double way, struct vec2 by)
{
    k->pos = vec2_along(by, way, k->pos);
    k->vel = vec2_scale(k->vel, way);
    k->rest = vec2_along(by, way, k->rest);
    k->likeness.at = vec2_along(by, way, k->likeness.at);
    for (int i = 0; i < k->n; i++)
        k->samples[i].p = vec2_along(by, way, k->samples[i].p);
}

/* The camera was fitted anew: what is seen is right as it is, and balls at rest lie where they are seen now. */
static void adopt(struct tracking *t, const struct observation *o)
{
    t->steady = (struct steady){.until = 0};
    struct vec2 shift = likely_shift(t, o), seen;
    for (int i = 0; i < TRACKS_MAX; i++) {
        struct track *k = &t->track[i];
        if (k->life == LIFE_REST && seen_near(t, o, k->rest, shift, alike_mm(shift), &seen))
            carry_track(k, 1, vec2_sub(seen, k->rest));
        else if (k->life)
            carry_track(k, 1, vec2_scale(shift, -1));
    }
}

void steady_frame(struct tracking *t, struct observation *o)
{
    struct pair pair[TRACKS_MAX];
    if (t->fitted_anew)
        adopt(t, o);
    t->fitted_anew = false;
    int n = collect(t, o, likely_shift(t, o), REACH_MM, pair);
    struct vec2 shift = n ? middle_shift(&t->steady, pair, n) : vec2(0, 0);
    int alike = count_alike(&t->steady, pair, n, shift, alike_mm(shift));
    bool few = few_agree(t, pair, n, shift), agree = few || (alike >= LEAST && alike >= SHARE * n),
         bumped = agree && vec2_len(shift) > fmax(NOTICE_MM, 3 * t->noise_mm) &&
                  (few || wide_apart(&t->steady, pair, n, shift));
    if (bumped) {
        t->stats.bumped_frames++;
        t->steady.until = t->now + POLISH_S;
        refit(&t->steady, pair, n, shift, few ? INFINITY : alike_mm(shift));
    }
    if (agree && t->now < t->steady.until)
        refit(&t->steady, pair, n, bumped ? vec2(0, 0) : shift, few ? INFINITY : ALIKE_MM);
    for (int i = 0; i < o->balls_n; i++)
        o->balls[i].mm = steady_apply(&t->steady, o->balls[i].mm);
}

/* ---- the other way round ------------------------------------------------------------------------------------------
 */

/* The correction since a bump: shift and slant change their sign, stretch and turn stay. */
static void turn_steady(struct steady *s)
{
    static const double sign[STEADY] = {-1, 1, 1, -1, -1, -1};
    for (int i = 0; i < STEADY; i++) {
        s->x[i] *= sign[i];
        s->y[i] *= sign[i];
    }
}

void track_turn(struct tracking *t)
{
    for (int i = 0; i < TRACKS_MAX; i++)
        carry_track(&t->track[i], -1, vec2(0, 0));
    for (int i = 0; i < t->pending_n; i++)
        t->pending[i].at = vec2_scale(t->pending[i].at, -1);
    turn_steady(&t->steady);
    t->last.balls_n = 0;
    t->position_told = false;
}
