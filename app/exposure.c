/* SPDX-License-Identifier: Apache-2.0 */
/* exposure.c: the exposure, as most smears of balls tell it. */
#include "exposure.h"

#include <math.h>
#include <stdlib.h>

#define FAST_MM_S     700.0 /* slower balls hardly smear */
#define ON_PATH_MM    4.0   /* a ball this near where it should be has met nothing since */
#define LONGEST_S     0.045 /* 25 frames/s, and a little */
#define FADES         0.999
#define USUAL_S       0.004  /* until it is known */
#define USUAL_SD_S    0.004  /* ... and how wrong that may be */
#define KNOWN_SD      0.2    /* of what is told, as a share: white smears too little, dim balls too much; ... */
#define LEAST_SD_S    0.001  /* ... no better */
#define STREAK_MM_S   2000.0 /* slower balls leave no streak that tells its length */
#define STREAK_RAD    0.15   /* it lies along the way of its ball */
#define CLEAR_MM      3.0    /* what a limb may seem to smear at rest and still be clear: white ones mostly do less */
#define STREAK_WEIGHT 1.0    /* as much as a clear limb at twice FAST_MM_S tells */
#define ENOUGH_WEIGHT 0.9
enum { ENOUGH = 5 /* looks, or what a streak tells */ };

/* Those that tell most are kept; what they tell fades, since cameras change their exposure. */
static void add_look(struct exposure *e, double s, double weight)
{
    int at = e->n < EXPOSURE_LOOKS ? e->n++ : 0;
    for (int i = 0; i < e->n; i++) {
        e->look[i].weight *= FADES;
        at = e->n == EXPOSURE_LOOKS && e->look[i].weight < e->look[at].weight ? i : at;
    }
    if (e->look[at].weight < weight)
        e->look[at] = (struct exposure_look){s, weight};
}

/* What a ball seems to go along `way`, as far as its limb tells; infinite: it tells nothing. */
static struct vision_smear smear_of(const struct vision *v, const struct frame *f, const struct vision_result *seen,
                                    const struct track_ball *ball, struct vec2 way)
{
    struct vision_smear smear;
    for (int j = 0; j < seen->balls_n; j++)
        if (vec2_dist(seen->balls[j].mm, ball->at) < ON_PATH_MM && !(vec2_len(seen->balls[j].smear_mm) > 0) &&
            vision_smear(v, f, seen, j, way, &smear))
            return smear;
    return (struct vision_smear){.mm = INFINITY};
}

/* Once wherever a ball lies. */
static bool look_at_rest(struct exposure *e, const struct vision *v, const struct frame *f,
                         const struct vision_result *seen, const struct track_ball *ball)
{
    static const struct vec2 ways[] = {{1, 0}, {M_SQRT1_2, M_SQRT1_2}, {0, 1}, {-M_SQRT1_2, M_SQRT1_2}};
    const int n = sizeof ways / sizeof *ways;
    struct exposure_rest *rest = &e->rest[ball->id];
    double squares = 0;
    if (rest->known && vec2_dist(rest->at, ball->at) < ON_PATH_MM)
        return false;
    for (int i = 0; i < n && !isinf(squares); i++) {
        double mm = smear_of(v, f, seen, ball, ways[i]).mm;
        squares += mm * mm;
    }
    *rest = (struct exposure_rest){.known = true, .at = ball->at, .smears_mm = sqrt(squares / n)};
    return true;
}

/* A limb is misread by about as much however fast its ball goes, so that fast ones tell far more; so do those that a
 * smear explains much of, and those that are clear at rest. */
static bool look_at_way(struct exposure *e, const struct vision *v, const struct frame *f,
                        const struct vision_result *seen, const struct track_ball *ball)
{
    const struct exposure_rest *rest = &e->rest[ball->id];
    double speed = vec2_len(ball->v) / FAST_MM_S;
    if (speed < 1 || !rest->known || isinf(rest->smears_mm))
        return false;
    struct vision_smear smear = smear_of(v, f, seen, ball, ball->v);
    double s = smear.mm / vec2_len(ball->v), unclear = rest->smears_mm / CLEAR_MM;
    if (s > e->frame_s)
        return false;
    add_look(e, s, pow(speed, 4) * smear.gain / (1 + unclear * unclear));
    return true;
}

/* A streak is as long as its ball went: no limb can be misread. */
static bool look_at_streak(struct exposure *e, const struct vision_result *seen, const struct track_ball *ball)
{
    double speed = vec2_len(ball->v);
    for (int i = 0; i < seen->balls_n && speed > STREAK_MM_S; i++) {
        const struct ball_obs *b = &seen->balls[i];
        double smear = vec2_len(b->smear_mm), turn = fabs(vec2_cross(ball->v, b->smear_mm)) / (speed * smear);
        if (smear > 0 && vec2_dist(b->mm, ball->at) < smear / 2 && turn < STREAK_RAD && smear < speed * e->frame_s) {
            add_look(e, smear / speed, STREAK_WEIGHT);
            return true;
        }
    }
    return false;
}

void exposure_look(struct exposure *e, const struct vision *v, const struct frame *f, const struct vision_result *seen,
                   const struct tracking *tracking)
{
    struct track_ball ball[TRACKS_MAX];
    int n = tracking ? track_balls(tracking, f->t, ball) : 0;
    double step = (double)(f->t - e->last) / 1e9;
    if (e->last && step > 0 && step < LONGEST_S)
        e->frame_s += (step - e->frame_s) / (e->frame_s > 0 ? 16 : 1);
    e->last = f->t;
    e->turn++;
    for (int i = 0; i < n; i++)
        if (ball[i].seen && look_at_streak(e, seen, &ball[i]))
            return;
    for (int i = 0; i < n; i++) { /* one a frame is enough, and each has its turn */
        const struct track_ball *b = &ball[(e->turn + (unsigned)i) % (unsigned)n];
        if (b->id && b->seen && (b->resting ? look_at_rest : look_at_way)(e, v, f, seen, b))
            return;
    }
}

static int by_length(const void *a, const void *b)
{
    const struct exposure_look *x = a, *y = b;
    return (x->s > y->s) - (x->s < y->s);
}

static double weight_of_all(const struct exposure *e)
{
    double all = 0;
    for (int i = 0; i < e->n; i++)
        all += e->look[i].weight;
    return all;
}

static bool is_known(const struct exposure *e)
{
    return e->n >= ENOUGH || weight_of_all(e) >= ENOUGH_WEIGHT;
}

double exposure_sd(const struct exposure *e)
{
    return is_known(e) ? hypot(KNOWN_SD * exposure_s(e), LEAST_SD_S) : USUAL_SD_S;
}

double exposure_s(const struct exposure *e)
{
    struct exposure_look p[EXPOSURE_LOOKS];
    int n = e->n;
    double all = weight_of_all(e), sum = 0;
    if (!is_known(e))
        return USUAL_S;
    for (int i = 0; i < n; i++)
        p[i] = e->look[i];
    qsort(p, (size_t)n, sizeof *p, by_length);
    int middle = 0;
    while (middle < n - 1 && (sum += p[middle].weight) < all / 2)
        middle++;
    return p[middle].s;
}
