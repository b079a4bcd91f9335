/* SPDX-License-Identifier: Apache-2.0 */
/* wakes.c: when exactly did a ball at rest start? A ball that is hit slides before it rolls and loses two sevenths of
 * its speed meanwhile; whoever extends its rolling back to where it lay comes out milliseconds early. So the start is
 * fitted with the motion of a ball that is hit: slide, roll, rest. */
#include "lsq.h"
#include "paths.h"

#define SLIDE_SD      0.2 /* of what a sliding ball loses, as a share */
#define ROLL_SD       50.0
#define BACKSPIN      0.6 /* of the most that friction of two balls gives, on average ... */
#define BACKSPIN_SD   0.4 /* ... and how far it is from that */
#define UNSEEN_FRAMES 2.5 /* a slide shorter than this is hardly seen */
#define WINDOW_S      0.35
#define GRID          12 /* steps a frame */
#define STEPS_MAX     200
#define ROUNDS        6
#define MISFIT_SD     5.0
#define BLEND_FRAMES  2.0
#define LEAST_SAMPLES 5

struct flight {
    const struct sample *s;
    int from, to;
    struct vec2 p0;
    double slide, roll; /* mm/s^2 that a sliding and a rolling ball lose */
};

/* How it starts: its speed, what it loses in rolling, and its slip over the cloth as a share of its speed. */
enum { SPEED, ROLL, SLIP, UNKNOWNS };

/* Distance gone after s, and its change with each of these. */
struct gone {
    double d, by[UNKNOWNS];
};

static struct gone gone_after(double s, const double *x, double loss)
{
    double v = x[SPEED], r = x[ROLL], slide = 2 * v * x[SLIP] / (7 * loss);
    if (s <= 0)
        return (struct gone){0};
    if (s < slide)
        return (struct gone){v * s - loss * s * s / 2, {s, 0, 0}};
    double roll = v - loss * slide, u = fmin(s - slide, roll / r), per_v = slide / v;
    double d = v * slide - loss * slide * slide / 2 + roll * u - r * u * u / 2;
    return (struct gone){d, {slide + (1 - loss * per_v + r * per_v) * u, -u * u / 2, slide / x[SLIP] * (r - loss) * u}};
}

/* A hitter that rolls rubs backspin onto the ball it hits, so that this slides for longer: at most 5/2 of their
 * friction, which falls with the speed (D. Alciatore, TP A.14); one without spin does not. */
static double most_backspin(double v)
{
    return 2.5 * (0.01 + 0.108 * exp(-v / 920));
}

static struct vec2 heading(const struct flight *f, double t, const double *x)
{
    struct vec2 sum = {0, 0};
    for (int i = f->from; i < f->to; i++) {
        double d = gone_after(f->s[i].t - t, x, f->slide).d / ((double)f->s[i].sd * f->s[i].sd);
        sum = vec2_along(sum, d, vec2_sub(f->s[i].p, f->p0));
    }
    return vec2_unit(sum);
}

struct start {
    double chi2, x[UNKNOWNS], v_sd;
    struct vec2 e;
};

/* What a start leaves of the samples and of what is known beforehand, and the step that leaves least. */
static double leaves(const struct flight *f, double t, const struct start *k, struct lsq *q)
{
    double wide[UNKNOWNS] = {1e4, 1e4, 10}, backspin = most_backspin(k->x[SPEED]), chi2 = 0;
    double roll[UNKNOWNS] = {[ROLL] = 1}, slip[UNKNOWNS] = {[SLIP] = 1};
    lsq_begin(q, UNKNOWNS, wide);
    lsq_add(q, roll, vec2(f->roll - k->x[ROLL], 0), 1 / (ROLL_SD * ROLL_SD));
    lsq_add(q, slip, vec2(1 + BACKSPIN * backspin - k->x[SLIP], 0), 1 / pow(BACKSPIN_SD * backspin, 2));
    for (int i = f->from; i < f->to; i++) {
        double w = 1 / ((double)f->s[i].sd * f->s[i].sd);
        struct gone g = gone_after(f->s[i].t - t, k->x, f->slide);
        struct vec2 z = vec2_sub(f->s[i].p, f->p0);
        double across = vec2_cross(k->e, z);
        lsq_add(q, g.by, vec2(vec2_dot(z, k->e) - g.d, 0), w);
        chi2 += w * across * across;
    }
    return chi2 + q->yy;
}

/* Gauss-Newton at a given time of start. */
static struct start fit_start(const struct flight *f, double t, double v)
{
    struct start k = {.x = {v, f->roll, 1 + BACKSPIN * most_backspin(v)}};
    struct lsq q;
    for (int round = 0; round < ROUNDS; round++) {
        k.e = heading(f, t, k.x);
        k.chi2 = leaves(f, t, &k, &q);
        if (!lsq_solve(&q)) {
            k.chi2 = INFINITY;
            break;
        }
        k.v_sd = sqrt(q.var[SPEED]);
        if (round == ROUNDS - 1)
            break;
        k.x[SPEED] = fmax(k.x[SPEED] + q.x[SPEED], 1);
        k.x[ROLL] = fmin(fmax(k.x[ROLL] + q.x[ROLL], 30), 400);
        k.x[SLIP] = fmin(fmax(k.x[SLIP] + q.x[SLIP], 0.5), 1.5);
    }
    return k;
}

static struct flight flight_after(const struct way *way, const struct kink *k, struct vec2 p0)
{
    const struct piece *a = &way->piece[k->before];
    struct flight f = {.s = way->samples, .from = a->from, .to = way->samples_n, .p0 = p0};
    for (int i = 0; i < way->kinks_n; i++)
        if (way->kink[i].before > k->before && way->piece[way->kink[i].before].to < f.to)
            f.to = way->piece[way->kink[i].before].to;
    double t = way->samples[a->to - 1].t;
    while (f.from < f.to && way->samples[f.from].t < t - WINDOW_S / 2)
        f.from++;
    while (f.to > a->to + 4 && way->samples[f.to - 1].t > t + WINDOW_S)
        f.to--;
    return f;
}

/* Does the best fit leave more than chance? Then this is not the motion of a ball that was pushed once: it met
 * something within a few frames, before that showed as a kink, and its start is a blend of both pushes. */
static bool pushed_again(const struct flight *f, double chi2)
{
    double usual = 2.0 * (f->to - f->from);
    return chi2 > usual + MISFIT_SD * sqrt(2 * usual);
}

/* The times of start that fit best and nearly as well. */
struct search {
    double best, from, to, chi2;
};

/* On a grid about where the kink says; false: nothing is left to fit. */
static bool search_start(const struct flight *f, const struct kink *k, double last_at_rest, double frame_s,
                         struct search *r)
{
    double chi2[STEPS_MAX], wide = k->t_sd > frame_s ? 3 * k->t_sd : 3 * frame_s; /* a slow start: look further */
    double lo = k->t - wide, hi = k->t_sd > frame_s ? k->t + wide : fmax(k->t + wide, last_at_rest + frame_s);
    hi = fmin(hi, f->s[f->to - 1].t - 1.5 * frame_s); /* something must be left to fit */
    if (hi <= lo)
        return false;
    double step = fmax(frame_s / GRID, (hi - lo) / (STEPS_MAX - 1));
    int n = (int)((hi - lo) / step) + 1, best = 0;
    for (int i = 0; i < n; i++) {
        chi2[i] = fit_start(f, lo + i * step, fmax(vec2_len(k->v1), 20)).chi2;
        if (!(chi2[i] < 1e12)) /* not a number: it ran away */
            chi2[i] = 1e12;
        if (chi2[i] < chi2[best])
            best = i;
    }
    int a = best, b = best;
    while (a > 0 && chi2[a - 1] < chi2[best] + 4)
        a--;
    while (b < n - 1 && chi2[b + 1] < chi2[best] + 4)
        b++;
    *r = (struct search){lo + best * step, lo + a * step - step / 2, lo + b * step + step / 2, chi2[best]};
    if (b == n - 1) /* no later start leaves anything to fit: it may have been as late as it was last seen */
        r->to = fmax(r->to, f->s[f->to - 1].t + step / 2);
    return true;
}

/* Where the whole does not fit, its beginning may: what comes later, another push or places seen askew, says nothing
 * about the start. */
static void search_beginning(struct flight *f, const struct kink *k, int first, double frame_s, struct search *r)
{
    struct flight part = *f;
    struct search found = *r;
    while (pushed_again(&part, found.chi2)) {
        part.to = first + (part.to - first) / 2;
        if (part.to - first < LEAST_SAMPLES || !search_start(&part, k, f->s[first - 1].t, frame_s, &found))
            return;
    }
    *f = part;
    *r = found;
}

/* Best time, and the half width of the times that do nearly as well. */
void wake_refine(const struct way *way, struct kink *k, struct vec2 p0, double frame_s, double slide_loss, double roll)
{
    struct flight f = flight_after(way, k, p0);
    int first = way->piece[k->before].to;
    struct search r;
    f.slide = slide_loss;
    f.roll = roll;
    if (!search_start(&f, k, f.s[first - 1].t, frame_s, &r))
        return;
    search_beginning(&f, k, first, frame_s, &r);
    struct start s = fit_start(&f, r.best, fmax(vec2_len(k->v1), 20));
    double v = s.x[SPEED], shift = 2 * v / (49 * f.slide) * 7 / 5; /* s by which sliding delays it, known to SLIDE_SD */
    double slide = 2 * v / (7 * f.slide), unseen = fmin(UNSEEN_FRAMES * frame_s / slide, 1);
    k->t = (r.from + r.to) / 2;
    k->t_sd = hypot((r.to - r.from) / 4, SLIDE_SD * shift * unseen * unseen); /* a slide that is seen tells itself */
    if (pushed_again(&f, r.chi2))
        k->t_sd = hypot(k->t_sd, BLEND_FRAMES * frame_s);
    k->v1 = vec2_scale(s.e, v);
    k->v1_sd = hypot(s.v_sd, 0.02 * v);
    k->v_sd = k->v1_sd;
}
