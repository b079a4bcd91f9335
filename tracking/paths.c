/* SPDX-License-Identifier: Apache-2.0 */
/* paths.c: pieces and kinks put together to the way of one ball. */
#include "paths.h"

#define NUDGE_SD                                                                                                       \
    3.0 /* times the noise of one frame: errors of neighbouring frames are alike, means do not cure that               \
         */
#define START_S   0.2
#define START_SD  6.0
#define SETTLED_S 0.25 /* the last millimetres of a roll look like short rests; only after this it is one */

struct vec2 piece_at(const struct piece *piece, double t)
{
    double s = t - piece->t0;
    return vec2_along(vec2_along(piece->p, s, piece->v), s * s / 2, piece->a);
}

struct vec2 piece_velocity(const struct piece *piece, double t)
{
    return vec2_along(piece->v, t - piece->t0, piece->a);
}

double piece_sd(const struct piece *piece, double t)
{
    double u = t - piece->t0, row[3] = {1, piece->rest ? 0 : u, piece->rest ? 0 : u * u / 2}, f[3], sum = 0;
    for (int i = 0; i < 3; i++) {
        f[i] = row[i];
        for (int k = 0; k < i; k++)
            f[i] -= piece->l[i][k] * f[k];
        f[i] /= piece->l[i][i];
        sum += f[i] * f[i];
    }
    return sqrt(sum);
}

struct vec2 path_last_step(const struct way *path)
{
    const struct sample *last = &path->samples[path->samples_n - 1];
    return path->samples_n < 2 ? vec2(0, 0) : vec2_scale(vec2_sub(last->p, last[-1].p), 1 / (last->t - last[-1].t));
}

double path_went(const struct way *path)
{
    double far = 0;
    for (int i = 0; i < path->samples_n; i++)
        far = fmax(far, vec2_dist(path->samples[i].p, path->rest0));
    return far;
}

const struct piece *path_piece(const struct way *path, double t)
{
    if (!path->pieces_n)
        return NULL;
    int i = 0;
    while (i < path->pieces_n - 1 && t >= path->piece[i].t_to)
        i++;
    return &path->piece[i];
}

/* A piece of one sample between two longer ones is a wild sample or a picture taken across an impact: its neighbours
 * meet without it. */
static void drop_single(struct way *path)
{
    int kept = 0;
    for (int i = 0; i < path->pieces_n; i++) {
        const struct piece *p = &path->piece[i];
        bool inner = i > 0 && i < path->pieces_n - 1;
        if (inner && p->to - p->from == 1 && p[-1].to - p[-1].from > 2 && p[1].to - p[1].from > 2)
            continue;
        path->piece[kept++] = *p;
    }
    path->pieces_n = kept;
}

/* Nothing starts smoothly: a ball that leaves its rest was pushed, however few samples say so. */
static bool starts(const struct piece *a, const struct piece *b, const struct sample *s, int n)
{
    if (!a->rest || b->rest)
        return false;
    for (int i = b->from; i < n && s[i].t < s[b->from].t + START_S; i++)
        if (vec2_dist(s[i].p, a->p) > START_SD * s[i].sd)
            return true;
    return false;
}

/* Two rests in different places with nothing seen between: the ball was nudged. Rolling to a stop over a distance d it
 * must have started at sqrt(2 a d); when is hardly known. */
static bool nudge(const struct piece *a, const struct piece *end, double frame_s, struct kink *k)
{
    const double roll = 110; /* mm/s^2, usual cloth */
    const struct piece *b = a + 1;
    while (b + 1 < end && b->rest && b[1].rest)
        b++; /* it creeps: short rests on the way to the last one */
    struct vec2 step = vec2_sub(b->p, a->p);
    double d = vec2_len(step);
    if (!a->rest || !b->rest || d < NUDGE_SD * a->sd * sqrt(a->to - a->from) || a->t_to - a->t0 < SETTLED_S)
        return false;
    double v = sqrt(2 * roll * d);
    *k = (struct kink){.t = k->t,
                       .t_sd = 3 * frame_s + v / roll / 3,
                       .p = a->p,
                       .v1 = vec2_scale(step, v / d),
                       .v1_sd = 0.4 * v,
                       .v_sd = 0.4 * v,
                       .gain = d * d / (a->sd * a->sd + b->sd * b->sd),
                       .wake = true};
    return true;
}

int path_cut(struct way *path, const struct sample *samples, int n, double frame_s, struct path_scratch *scratch)
{
    int dropped = 0;
    path->samples = samples;
    path->samples_n = n;
    path->kinks_n = 0;
    path->pieces_n = n ? pieces_cut(samples, n, scratch, path->piece, &dropped) : 0;
    drop_single(path);
    for (int i = 0; i + 1 < path->pieces_n; i++) {
        struct kink k;
        const struct piece *a = &path->piece[i];
        if (kink_fit(samples, a, a + 1, frame_s, &k) || starts(a, a + 1, samples, n) ||
            nudge(a, path->piece + path->pieces_n, frame_s, &k)) {
            k.before = i;
            path->kink[path->kinks_n++] = k;
        }
        path->piece[i].t_to = path->piece[i + 1].t_from = k.t;
    }
    return dropped;
}
