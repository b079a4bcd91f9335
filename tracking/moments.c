/* SPDX-License-Identifier: Apache-2.0 */
/* moments.c: does each picture show the moment that its time says?
 *
 * Films whose rate was changed show moments half a frame early or late: every ball that moves then goes by uneven
 * steps, and all of them alike. Smooth motion was somewhere between: a ball that is ahead of the middle between its
 * neighbours in time shows by how much its picture is later than theirs. What all pictures of a segment say of each
 * other is solved together, and samples get the times they were taken at. In films with even steps nothing is changed.
 */
#include "inside.h"

#include <stdlib.h>

#define EVEN_FRAMES  0.12 /* usual unevenness below which a film is left alone */
#define LEAST_FRAMES 10   /* pictures that must tell */
#define STEP_NOISE   6.0  /* a ball tells something when it goes by more than so many times the noise a frame ... */
#define STEP_MM      3.0
#define TURN         0.2  /* ... straight on ... */
#define STOP_SHARE   0.2  /* ... without starting or stopping */
#define PRIOR        0.02 /* weight of "on time" against what one picture says */
#define SWEEPS       200

/* By how many frames the middle one of three samples is ahead of where even motion between its neighbours would have
 * it; false when they do not tell. */
static bool is_ahead(const struct tracking *t, const struct sample *s, double *frames)
{
    struct vec2 in = vec2_sub(s[0].p, s[-1].p), out = vec2_sub(s[1].p, s[0].p), all = vec2_sub(s[1].p, s[-1].p);
    double a = vec2_len(in), b = vec2_len(out), far = vec2_len(all), lasted = s[1].t - s[-1].t;
    if (s[0].frame - s[-1].frame != 1 || s[1].frame - s[0].frame != 1 || !(lasted > 0) ||
        far < 2 * fmax(STEP_MM, STEP_NOISE * t->noise_mm))
        return false;
    if (fmin(a, b) < STOP_SHARE * fmax(a, b) || fabs(vec2_cross(in, out)) > TURN * a * b || vec2_dot(in, out) < 0)
        return false;
    *frames = (vec2_dot(in, all) / (far * far) * lasted - (s[0].t - s[-1].t)) / t->frame_s;
    return true;
}

static int rising(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* What the pictures of a segment say: picture i is frame first + i. */
struct pictures {
    int64_t first;
    int n, told;    /* how many, and how many of them tell something */
    double *ahead;  /* frames ahead of the middle between its neighbours */
    int32_t *balls; /* that say so */
    double *off;    /* frames later than its time says */
};

static struct pictures all_pictures(struct tracking *t)
{
    struct pictures p = {.first = INT64_MAX, .ahead = t->scratch.cost, .balls = t->scratch.from, .off = t->picture_off};
    int64_t last = INT64_MIN;
    for (int i = 0; i < TRACKS_MAX; i++)
        if (t->track[i].n) {
            p.first = t->track[i].samples[0].frame < p.first ? t->track[i].samples[0].frame : p.first;
            int64_t end = t->track[i].samples[t->track[i].n - 1].frame;
            last = end > last ? end : last;
        }
    p.n = last >= p.first && last - p.first < t->params.samples ? (int)(last - p.first) + 1 : 0;
    for (int i = 0; i < p.n; i++)
        p.ahead[i] = p.off[i] = p.balls[i] = 0;
    return p;
}

static void listen(const struct tracking *t, struct pictures *p)
{
    for (int i = 0; i < TRACKS_MAX; i++)
        for (int k = 1; k + 1 < t->track[i].n; k++) {
            const struct sample *s = &t->track[i].samples[k];
            double frames;
            if (!is_ahead(t, s, &frames))
                continue;
            p->ahead[s->frame - p->first] += frames;
            p->told += p->balls[s->frame - p->first]++ == 0;
        }
    for (int i = 0; i < p->n; i++)
        p->ahead[i] /= p->balls[i] ? p->balls[i] : 1;
}

/* The usual distance from the middle, of the pictures that tell. */
static double unevenness(struct pictures *p)
{
    int n = 0;
    for (int i = 0; i < p->n; i++)
        if (p->balls[i])
            p->off[n++] = fabs(p->ahead[i]);
    qsort(p->off, (size_t)n, sizeof *p->off, rising);
    double usual = p->off[n / 2];
    for (int i = 0; i < n; i++)
        p->off[i] = 0;
    return usual;
}

/* What picture i leaves of what it says, its own part and one neighbour's aside. */
static double left_over(const struct pictures *p, int i, int neighbour)
{
    return p->ahead[i] - p->off[i] + p->off[neighbour] / 2;
}

/* Least squares by sweeps: ahead = off - half of both neighbours' off, and off near 0. */
static void solve(const struct pictures *p)
{
    for (int sweep = 0; sweep < SWEEPS; sweep++)
        for (int i = 2; i + 2 < p->n; i++) {
            double own = p->balls[i] > 0, before = p->balls[i - 1] > 0, after = p->balls[i + 1] > 0;
            double sum = own * (p->ahead[i] + (p->off[i - 1] + p->off[i + 1]) / 2) -
                         before / 2 * left_over(p, i - 1, i - 2) - after / 2 * left_over(p, i + 1, i + 2);
            p->off[i] = sum / (own + (before + after) / 4 + PRIOR);
        }
}

void moments_mend(struct tracking *t)
{
    struct pictures p = all_pictures(t);
    if (!p.n)
        return;
    listen(t, &p);
    if (p.told < LEAST_FRAMES || unevenness(&p) < EVEN_FRAMES)
        return;
    solve(&p);
    for (int i = 0; i < TRACKS_MAX; i++)
        for (int k = 0; k < t->track[i].n; k++)
            t->track[i].samples[k].t += p.off[t->track[i].samples[k].frame - p.first] * t->frame_s;
}
