/* SPDX-License-Identifier: Apache-2.0 */
/* approach.c: when does a way reach the circle about a ball, and how well is it known there? */
#include "contacts.h"

#define SLIDING_MM_S2 700.0 /* a sliding ball slows by 2000, a rolling one by 100 */
#define MISFIT        1.35
#define LEAST_IN      6
#define INCOMING_S    0.5 /* of the hitter's way that is fitted again */
#define STRAY_SD      5.0
#define NOWHERE_MM    1e4f /* sd of a place that says nothing */
enum { WAY_MOST = 128 };   /* places */

static double gap_at(const struct piece *q, struct vec2 x, double d, double t)
{
    return vec2_dist(piece_at(q, t), x) - d;
}

struct approach approach_in(const struct piece *q, struct vec2 x, double d, double lo, double hi, double step)
{
    struct approach a = {.gap = INFINITY};
    double last = INFINITY;
    for (double t = lo; t <= hi; t += step) {
        double gap = gap_at(q, x, d, t);
        if (gap < a.gap)
            a = (struct approach){.found = true, .t = t, .gap = gap};
        if (gap <= 0) {
            double l = last > 0 && last < INFINITY ? t - step : t, r = t;
            for (int i = 0; i < 30 && l < r; i++) {
                double m = (l + r) / 2;
                *(gap_at(q, x, d, m) > 0 ? &l : &r) = m;
            }
            a.t = r;
            a.gap = last < INFINITY ? 0 : gap;
            break;
        }
        last = gap;
    }
    return a;
}

/* How well a path is known at a time, mm across it. */
double path_sd(const struct segment *s, const struct piece *q, double t)
{
    return hypot(fmax(piece_sd(q, t), 0.3 * s->noise_mm), s->params->bias_mm);
}

/* From when on the hitter moved as it did at the end: since its last kink, without sliding before rolling. */
static double same_motion_since(const struct way *h, double until, double frame_s)
{
    int i = h->pieces_n - 1;
    while (i > 0 && h->piece[i].t_from > until - 1.5 * frame_s)
        i--;
    bool slides = vec2_len(h->piece[i].a) > SLIDING_MM_S2 && h->piece[i].to - h->piece[i].from > 5;
    for (; i > 0; i--) {
        for (int k = 0; k < h->kinks_n; k++)
            if (h->kink[k].before == i - 1)
                return h->piece[i].t_from;
        bool slid = vec2_len(h->piece[i - 1].a) > SLIDING_MM_S2;
        if (h->piece[i - 1].rest || slid != slides)
            return h->piece[i].t_from;
    }
    return h->pieces_n ? h->piece[0].t_from : until;
}

/* Mean square of what a piece leaves of its samples, in sd; about 1 when it is the right kind of motion. */
static double misfit(const struct piece *q, const struct sample *s)
{
    double sum = 0;
    int n = q->to - q->from;
    for (int i = q->from; i < q->to; i++) {
        double d = vec2_dist(s[i].p, piece_at(q, s[i].t)) / s[i].sd;
        sum += d * d;
    }
    return sum / (2.0 * (n > 4 ? n - 3 : 1));
}

/* Once more without the place that fits worst: seeing was wrong where all others lie on one way and it is far off it.
 * No ball leaves its way and is back on it a moment later. */
static bool fit_without_stray(struct piece *q, const struct sample *s)
{
    struct sample part[WAY_MOST];
    int n = q->to - q->from, stray = 0;
    double worst = 0;
    if (n <= LEAST_IN || n > WAY_MOST)
        return false;
    for (int i = 0; i < n; i++) {
        part[i] = s[q->from + i];
        double off = vec2_dist(part[i].p, piece_at(q, part[i].t)) / (double)part[i].sd;
        if (off > worst) {
            worst = off;
            stray = i;
        }
    }
    double sd = (double)part[stray].sd;
    struct piece r = {.to = n};
    part[stray].sd = NOWHERE_MM;
    piece_fit(&r, part);
    if (stray == 0 || stray == n - 1 || misfit(&r, part) > MISFIT ||
        vec2_dist(part[stray].p, piece_at(&r, part[stray].t)) < STRAY_SD * sd)
        return false;
    r.from = q->from;
    r.to = q->to;
    *q = r;
    return true;
}

/* The hitter's way in, fitted to what was seen of it up to the wake: pieces are cut where the samples say so, and a cut
 * may lie a frame off the impact. */
bool way_in(const struct explain *x, const struct wake *w, int hitter, struct piece *q)
{
    const struct way *h = &x->s->paths[hitter];
    double before = w->t - fmin(2 * w->t_sd, 2 * x->s->frame_s);
    double after = fmax(w->t - INCOMING_S, same_motion_since(h, w->t, x->s->frame_s));
    *q = (struct piece){.from = 0, .to = h->samples_n};
    while (q->from < q->to && h->samples[q->from].t < after)
        q->from++;
    while (q->to > q->from && h->samples[q->to - 1].t > before)
        q->to--;
    if (q->to - q->from < 3)
        return false;
    piece_fit(q, h->samples);
    bool fits = misfit(q, h->samples) <= MISFIT || fit_without_stray(q, h->samples);
    while (!fits && q->to - q->from > LEAST_IN &&
           misfit(q, h->samples) > MISFIT) { /* slide and roll in one: the later part */
        q->from += (q->to - q->from) / 4;
        piece_fit(q, h->samples);
    }
    q->t_to = w->t;
    return vec2_len(piece_velocity(q, w->t)) > 5;
}
