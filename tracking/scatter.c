/* SPDX-License-Identifier: Apache-2.0 */
/* scatter.c: by how much may the places of a ball be wrong, beyond what each look says of itself? */
#include "inside.h"

#include <stdlib.h>

#define BLUR_SHARE  0.04 /* of what a ball smears, by which its place may be wrong: more along its way than across */
#define SCATTER_SD  2.5
#define STRAY_SD    6.0   /* a place so far off a way ... */
#define ON_WAY_SD   3.0   /* ... on which others lie strays ... */
#define BENDS_MM_S2 600.0 /* ... if that is no way round a bounce: rolling bends it by 200, seeing by some more */

enum {
    SCATTER_REACH = 8, /* samples on either side */
    STRAY_REACH = 4,
    WAY_LEAST = 5, /* samples on one way, ... */
    WAY_SIDE = 2,  /* ... and so many on either side of the one that strays */
};

struct mean places_mean(const struct track *k, double from, double to)
{
    struct mean m = {{0, 0}, 0, 0};
    double square = 0, weights = 0;
    for (int i = 0; i < k->n; i++)
        if (k->samples[i].t >= from && k->samples[i].t <= to) {
            struct vec2 off = vec2_sub(k->samples[i].p, m.at); /* Welford: no difference of large sums */
            double w = look_weight((double)k->samples[i].sd);
            weights += w;
            m.n++;
            m.at = vec2_along(m.at, w / weights, off);
            square += w * vec2_dot(off, vec2_sub(k->samples[i].p, m.at));
        }
    m.scatter = m.n ? sqrt(square / (2 * weights)) : 0;
    return m;
}

/* A fast ball smears by what it goes during an exposure, and its place is less well known than its outline says. One
 * that was stopped or started between two frames smears by the lesser of both steps. */
static void widen_blurred(const struct tracking *t, struct sample *s, int n)
{
    double exposed = 2 * (double)t->late / 1e9;
    for (int i = 1; i + 1 < n; i++) {
        double in = vec2_dist(s[i].p, s[i - 1].p) / (s[i].t - s[i - 1].t);
        double out = vec2_dist(s[i].p, s[i + 1].p) / (s[i + 1].t - s[i].t);
        s[i].sd = (float)hypot((double)s[i].sd, BLUR_SHARE * exposed * fmin(in, out));
    }
}

static int by_size(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* How far places about the i-th scatter, by differences of the third order, to which no slide or roll adds; 0: not to
 * be told, since it went farther meanwhile, from nose to nose perhaps. */
static double scatter_about(const struct sample *s, int n, int i, double far)
{
    double size[4 * SCATTER_REACH];
    int count = 0, from = i > SCATTER_REACH ? i - SCATTER_REACH : 0,
        to = i + SCATTER_REACH < n ? i + SCATTER_REACH : n - 1;
    for (int k = from; k + 3 <= to; k++) {
        double dt = s[k + 1].t - s[k].t;
        if (vec2_dist(s[k].p, s[i].p) > far || vec2_dist(s[k + 3].p, s[i].p) > far)
            return 0;
        if (fabs(s[k + 2].t - s[k + 1].t - dt) > 0.2 * dt || fabs(s[k + 3].t - s[k + 2].t - dt) > 0.2 * dt)
            continue;
        struct vec2 rise = vec2_sub(s[k + 3].p, s[k].p), steps = vec2_sub(s[k + 2].p, s[k + 1].p);
        struct vec2 d = vec2_along(rise, -3, steps);
        size[count++] = fabs(d.x);
        size[count++] = fabs(d.y);
    }
    if (count < SCATTER_REACH)
        return 0;
    qsort(size, (size_t)count, sizeof *size, by_size);
    return size[count / 2] / (0.6745 * sqrt(20));
}

/* Of a ball half under an arm the places scatter by more than they are said to: else each would be an event. */
static void widen_scattered(struct sample *s, int n, double far)
{
    for (int i = 0; i < n; i++) {
        double scatter = scatter_about(s, n, i, far);
        if (scatter > SCATTER_SD * (double)s[i].sd)
            s[i].sd = (float)scatter;
    }
}

/* Where a ball that is at constant acceleration and was seen in three places is at t. */
static struct vec2 on_way(const struct sample *const k[3], double t)
{
    struct vec2 at = {0, 0};
    for (int i = 0; i < 3; i++) {
        const struct sample *a = k[i], *b = k[(i + 1) % 3], *c = k[(i + 2) % 3];
        at = vec2_along(at, (t - b->t) * (t - c->t) / ((a->t - b->t) * (a->t - c->t)), a->p);
    }
    return at;
}

/* By how much the way through three places bends, mm/s^2. */
static double bends(const struct sample *const k[3])
{
    struct vec2 v0 = vec2_scale(vec2_sub(k[1]->p, k[0]->p), 1 / (k[1]->t - k[0]->t));
    struct vec2 v1 = vec2_scale(vec2_sub(k[2]->p, k[1]->p), 1 / (k[2]->t - k[1]->t));
    return 2 * vec2_dist(v0, v1) / (k[2]->t - k[0]->t);
}

/* How many of the samples about the i-th lie on the way through three of them; 0: too few on one side of it. */
static int lie_on_way(const struct sample *s, int from, int to, int i, const struct sample *const k[3])
{
    int before = 0, after = 0;
    for (int j = from; j <= to; j++)
        if (j != i && vec2_dist(on_way(k, s[j].t), s[j].p) < ON_WAY_SD * (double)s[j].sd)
            *(j < i ? &before : &after) += 1;
    return before < WAY_SIDE || after < WAY_SIDE ? 0 : before + after;
}

/* By how much the i-th place is off the way on which most of those before and after it lie; 0: there is none. */
static double off_way(const struct sample *s, int n, int i)
{
    int from = i > STRAY_REACH ? i - STRAY_REACH : 0, to = i + STRAY_REACH < n ? i + STRAY_REACH : n - 1;
    int most = WAY_LEAST - 1;
    double off = 0;
    for (int a = from; a < i; a++)
        for (int b = a + 1; b < to; b++)
            for (int c = b + 1; c <= to; c++) {
                const struct sample *const k[3] = {&s[a], &s[b], &s[c]};
                if (b == i || c <= i || bends(k) > BENDS_MM_S2)
                    continue;
                int lie = lie_on_way(s, from, to, i, k);
                if (lie > most) {
                    most = lie;
                    off = vec2_dist(on_way(k, s[i].t), s[i].p);
                }
            }
    return off;
}

/* No ball leaves its way and is back on it a moment later: seeing was wrong, and by that much. */
static void widen_strays(struct sample *s, int n)
{
    for (int i = WAY_SIDE; i + WAY_SIDE < n; i++) {
        double share = (s[i].t - s[i - 1].t) / (s[i + 1].t - s[i - 1].t), limit = STRAY_SD * (double)s[i].sd;
        struct vec2 between = vec2_along(s[i - 1].p, share, vec2_sub(s[i + 1].p, s[i - 1].p));
        double off = vec2_dist(between, s[i].p) > limit ? off_way(s, n, i) : 0; /* few do: that is quickly seen */
        if (off > limit)
            s[i].sd = (float)off;
    }
}

void scatter_widen(const struct tracking *t, struct sample *s, int n)
{
    widen_blurred(t, s, n);
    widen_strays(s, n);
    widen_scattered(s, n, t->table.bed.ball_d);
}
