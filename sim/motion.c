/* SPDX-License-Identifier: Apache-2.0 */
/* motion.c: how does a ball move until something happens to it?
 * Sliding: friction g*slide against the slip of the contact point, which shrinks at 7/2 of that rate; then rolling with
 * constant loss; then rest. In the air: gravity. */
#include "detmath.h"
#include "world.h"

#include <math.h>

static const double STILL = 1e-6; /* mm/s: below this a speed is rounding */

double sim_motion_lean(double r, double nose_height)
{
    return sim_clamp((nose_height - r) / r, -0.8, 0.8);
}

struct vec3 sim_motion_slip(const struct body *b)
{
    const struct sim_piece *q = &b->now;
    return vec3(q->v.x - b->r * q->w.y, q->v.y + b->r * q->w.x, 0);
}

static void settle_slide(const struct sim_physics *f, struct body *b, struct vec3 slip, double u)
{
    struct sim_piece *q = &b->now;
    q->phase = SIM_SLIDE;
    q->a = vec3_scale(slip, -f->slide * f->g / u);
    q->alpha.x = 2.5 / b->r * q->a.y;
    q->alpha.y = -2.5 / b->r * q->a.x;
    q->t1 = q->t0 + 2 * u / (7 * f->slide * f->g);
}

static void settle_roll(const struct sim_physics *f, struct body *b, double v)
{
    struct sim_piece *q = &b->now;
    q->phase = SIM_ROLL;
    q->a = vec3_scale(q->v, -f->roll * f->g / v);
    q->w.x = -q->v.y / b->r; /* exactly rolling: rounding must not grow into slip */
    q->w.y = q->v.x / b->r;
    q->alpha.x = -q->a.y / b->r;
    q->alpha.y = q->a.x / b->r;
    q->t1 = q->t0 + v / (f->roll * f->g);
}

static void settle_air(const struct sim_physics *f, struct body *b, double floor_z)
{
    struct sim_piece *q = &b->now;
    double h = q->p.z - floor_z;
    q->a = vec3(0, 0, -f->g);
    q->alpha = vec3(0, 0, 0);
    double root = q->v.z * q->v.z + 2 * f->g * (h > 0 ? h : 0);
    q->t1 = q->t0 + (q->v.z + sqrt(root)) / f->g;
}

static void settle_cloth(const struct sim_physics *f, struct body *b)
{
    struct sim_piece *q = &b->now;
    q->p.z = b->r;
    q->v.z = 0;
    q->a = q->alpha = vec3(0, 0, 0);
    struct vec3 slip = sim_motion_slip(b);
    double u = vec3_len(slip), v = vec3_len(q->v);
    if (u > STILL)
        settle_slide(f, b, slip, u);
    else if (v > STILL)
        settle_roll(f, b, v);
    else {
        q->v = vec3(0, 0, 0);
        q->w.x = q->w.y = 0;
        q->phase = q->w.z != 0 ? SIM_SPIN : SIM_REST;
        q->t1 = INFINITY;
    }
    q->alpha.z = q->w.z > 0 ? -f->spin : q->w.z < 0 ? f->spin : 0;
}

void sim_motion_settle(const struct sim_physics *f, struct body *b)
{
    switch (b->now.phase) {
    case SIM_ABSENT:
    case SIM_GONE:
        b->now.t1 = INFINITY;
        break;
    case SIM_AIR:
        settle_air(f, b, b->r);
        break;
    case SIM_FALL: /* until it is out of sight under the slate; a real ball topples first, so not quite free fall */
        settle_air(f, b, -3.5 * b->r);
        break;
    default:
        settle_cloth(f, b);
    }
}

struct sim_ball_at sim_piece_at(const struct sim_piece *q, double t)
{
    double s = fmin(t, q->t1) - q->t0, z = q->w.z + q->alpha.z * s;
    struct sim_ball_at at = {.phase = q->phase};
    at.p = vec3_add(q->p, vec3_add(vec3_scale(q->v, s), vec3_scale(q->a, 0.5 * s * s)));
    at.v = vec3_along(q->v, s, q->a);
    at.w = vec3_along(q->w, s, q->alpha);
    at.w.z = z * q->w.z > 0 ? z : 0;
    return at;
}

void sim_motion_advance(struct body *b, double t)
{
    struct sim_ball_at at = sim_piece_at(&b->now, t);
    b->now.p = at.p;
    b->now.v = at.v;
    b->now.w = at.w;
    b->now.t0 = t;
}
