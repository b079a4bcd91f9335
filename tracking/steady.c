/* SPDX-License-Identifier: Apache-2.0 */
/* steady.c: did the camera move? A bump moves every ball at rest at once and alike; no stroke does that. What is seen
 * is then carried back to where the table was calibrated. */
#include "inside.h"
#include "lsq.h"

#include <stdlib.h>

#define REACH_MM  60.0 /* a bump moves balls by less than this from one frame to the next */
#define LEAST     4    /* balls at rest that must agree ... */
#define SHARE     0.7  /* ... and this share of all that are seen */
#define ALIKE_MM  2.5  /* agree: about the middle shift */
#define NOTICE_MM 0.8  /* smaller shifts are left to the means of rest */
#define POLISH_S  1.0  /* after a bump the correction is fitted again and again */
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

/* Each ball long at rest with the observation nearest to it. Where a ball has just passed, others may have been pushed,
 * a whole pack of them alike. */
static int collect(const struct tracking *t, const struct observation *o, struct pair *out)
{
    int n = 0;
    for (int i = 0; i < TRACKS_MAX; i++) {
        const struct track *k = &t->track[i];
        double least = REACH_MM;
        if (k->life != LIFE_REST || k->rest_n < 8 || !k->id || t->now - k->passed < LIFE_NEAR_S)
            continue;
        for (int j = 0; j < o->balls_n; j++) {
            double d = vec2_dist(steady_apply(&t->steady, o->balls[j].mm), k->rest);
            if (d < least) {
                least = d;
                out[n] = (struct pair){k->rest, o->balls[j].mm};
            }
        }
        n += least < REACH_MM;
    }
    return n;
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
static void refit(struct steady *s, const struct pair *pair, int n, struct vec2 shift)
{
    struct lsq q;
    lsq_begin(&q, STEADY, prior);
    for (int i = 0; i < n; i++) {
        struct vec2 d = vec2_sub(pair[i].rest, steady_apply(s, pair[i].seen));
        double row[STEADY];
        lay_row(pair[i].seen, row);
        if (vec2_dist(d, shift) < ALIKE_MM)
            lsq_add(&q, row, vec2_sub(pair[i].rest, pair[i].seen), 4);
    }
    if (!lsq_solve(&q))
        return;
    for (int i = 0; i < STEADY; i++) {
        s->x[i] = q.x[i];
        s->y[i] = q.y[i];
    }
}

void steady_frame(struct tracking *t, struct observation *o)
{
    struct pair pair[TRACKS_MAX];
    int n = collect(t, o, pair), alike = 0;
    struct vec2 shift = n ? middle_shift(&t->steady, pair, n) : vec2(0, 0);
    for (int i = 0; i < n; i++)
        alike += vec2_dist(vec2_sub(pair[i].rest, steady_apply(&t->steady, pair[i].seen)), shift) < ALIKE_MM;
    bool agree = alike >= LEAST && alike >= SHARE * n,
         bumped = agree && vec2_len(shift) > fmax(NOTICE_MM, 3 * t->noise_mm);
    if (bumped) {
        t->stats.bumped_frames++;
        t->steady.until = t->now + POLISH_S;
    }
    if (bumped || (agree && t->now < t->steady.until))
        refit(&t->steady, pair, n, shift);
    for (int i = 0; i < o->balls_n; i++)
        o->balls[i].mm = steady_apply(&t->steady, o->balls[i].mm);
}
