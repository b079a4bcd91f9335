/* SPDX-License-Identifier: Apache-2.0 */
/* impulse.c: what does a contact do to velocity and spin?
 * Each contact is a normal impulse with restitution, then friction in the plane of contact, as strong as Coulomb allows
 * but never more than stops the slip. The cloth holds balls down, so friction that would lift or press a ball only
 * turns it: the vertical and the horizontal direction of slip have different effective masses. Friction is the minimum
 * of a convex energy along a line towards that minimum, so no contact can add energy. */
#include "detmath.h"
#include "world.h"

#include <math.h>

/* Friction of ball on ball falls with the speed of slip (measured by D. Alciatore, TP A.14; form a + b exp(-c s)). */
static double ball_friction(const struct sim_physics *f, double slip_mm_s)
{
    return f->ball_mu_fast + (f->ball_mu_slow - f->ball_mu_fast) * sim_exp(-1.088e-3 * slip_mm_s);
}

/* The two friction impulses, shortened together to the Coulomb limit. */
static void limit_friction(double *p, double *q, double most)
{
    double size = sqrt(*p * *p + *q * *q);
    if (size > most && size > 0) {
        *p *= most / size;
        *q *= most / size;
    }
}

/* Turns the body by impulse j at the point `arm` from its centre. */
static void twist(struct body *b, struct vec3 arm, struct vec3 j)
{
    b->now.w = vec3_along(b->now.w, 2.5 / (b->m * b->r * b->r), vec3_cross(arm, j));
}

static bool flying(const struct body *b)
{
    return b->now.phase == SIM_AIR;
}

/* Line of centres; in plan when both lie on the cloth, whatever their sizes. */
static struct vec3 contact_normal(const struct body *a, const struct body *b)
{
    struct vec3 d = vec3_sub(b->now.p, a->now.p);
    if (!flying(a) && !flying(b))
        d.z = 0;
    return vec3_unit(d);
}

static double normal_impulse(const struct sim_physics *f, struct body *a, struct body *b, struct vec3 n)
{
    double closing = vec3_dot(vec3_sub(a->now.v, b->now.v), n), reduced = a->m * b->m / (a->m + b->m);
    if (closing <= 0)
        return 0;
    double j = (closing > f->slow_mm_s ? 1 + f->ball_e : 1) * closing * reduced;
    a->now.v = vec3_along(a->now.v, -j / a->m, n);
    b->now.v = vec3_along(b->now.v, j / b->m, n);
    return j;
}

static void ball_friction_impulse(const struct sim_physics *f, struct body *a, struct body *b, struct vec3 n, double j)
{
    bool held = !flying(a) && !flying(b);
    struct vec3 side = vec3_unit(vec3_cross(vec3(0, 0, 1), n)), up = vec3_cross(n, side);
    struct vec3 arm_a = vec3_scale(n, a->r), arm_b = vec3_scale(n, -b->r);
    struct vec3 slip =
        vec3_sub(vec3_add(a->now.v, vec3_cross(a->now.w, arm_a)), vec3_add(b->now.v, vec3_cross(b->now.w, arm_b)));
    double reduced = a->m * b->m / (a->m + b->m), s = vec3_dot(slip, side), u = vec3_dot(slip, up);
    double p = -s * reduced * 2 / 7, q = -u * reduced * (held ? 0.4 : 2.0 / 7);
    limit_friction(&p, &q, ball_friction(f, sqrt(s * s + u * u)) * j);
    struct vec3 t = vec3_add(vec3_scale(side, p), vec3_scale(up, q));
    struct vec3 push = held ? vec3_scale(side, p) : t;
    a->now.v = vec3_along(a->now.v, 1 / a->m, push);
    b->now.v = vec3_along(b->now.v, -1 / b->m, push);
    twist(a, arm_a, t);
    twist(b, arm_b, vec3_scale(t, -1));
}

/* A contact too slow to bounce also loses the spin that presses the ball on, or it would knock for ever. */
static void calm(struct body *b, struct vec3 n)
{
    struct vec3 slip = sim_motion_slip(b);
    double along = slip.x * n.x + slip.y * n.y; /* remove slip along n by turning the ball: dw = n x z * ... */
    b->now.w.y += along * n.x / b->r;
    b->now.w.x -= along * n.y / b->r;
}

static double energy_of(const struct body *b)
{
    return b->m * (vec3_dot(b->now.v, b->now.v) + 0.4 * b->r * b->r * vec3_dot(b->now.w, b->now.w));
}

/* Calming must not be paid for by energy from nowhere: keep it only when it takes energy away. */
static void calm_if_free(struct body *b, struct vec3 n)
{
    struct body was = *b;
    calm(b, n);
    if (energy_of(b) > energy_of(&was))
        *b = was;
}

/* A downward knock on a ball that lies on the cloth is taken up by the slate; an upward one makes it hop. */
static void land(struct body *b, double hop)
{
    if (!flying(b) && b->now.v.z > hop)
        b->now.phase = SIM_AIR;
    if (!flying(b))
        b->now.v.z = 0;
}

double sim_impulse_balls(const struct sim_physics *f, struct body *a, struct body *b)
{
    struct vec3 n = contact_normal(a, b);
    double closing = vec3_dot(vec3_sub(a->now.v, b->now.v), n);
    double j = normal_impulse(f, a, b, n);
    if (j > 0)
        ball_friction_impulse(f, a, b, n, j);
    if (closing <= f->slow_mm_s) {
        calm_if_free(a, n);
        calm_if_free(b, n);
    }
    land(a, 120);
    land(b, 120);
    return closing;
}

/* The nose meets the ball above its centre by the angle whose sine is `lean`. The slate takes the downward part of the
 * push, so restitution is that of the horizontal speed, and friction acts along the cushion and up its face. */
double sim_impulse_wall(const struct sim_physics *f, struct body *b, struct vec2 normal)
{
    struct vec3 in = vec3(normal.x, normal.y, 0), rail = vec3(-normal.y, normal.x, 0), *v = &b->now.v;
    double closing = -vec3_dot(*v, in), c = sqrt(1 - b->lean * b->lean);
    if (closing <= 0)
        return closing;
    double j = (closing > f->slow_mm_s * 4 ? 1 + f->cushion_e : 1) * closing;
    *v = vec3_along(*v, j, in);
    struct vec3 arm = vec3_add(vec3_scale(in, -b->r * c), vec3(0, 0, b->r * b->lean));
    struct vec3 face = vec3_add(vec3_scale(in, b->lean), vec3(0, 0, c));
    struct vec3 slip = vec3_add(*v, vec3_cross(b->now.w, arm));
    double p = -vec3_dot(slip, rail) * 2 / 7, q = -vec3_dot(slip, face) / (b->lean * b->lean + 2.5);
    limit_friction(&p, &q, f->cushion_mu * j / c);
    *v = vec3_along(vec3_along(*v, p, rail), q * b->lean, in);
    twist(b, arm, vec3_scale(vec3_add(vec3_scale(rail, p), vec3_scale(face, q)), b->m));
    if (closing <= f->slow_mm_s * 4)
        calm_if_free(b, in);
    return closing;
}

void sim_impulse_cloth(const struct sim_physics *f, struct body *b)
{
    struct vec3 slip = sim_motion_slip(b);
    double down = -b->now.v.z, u = vec3_len(slip), bounce = f->bounce_e * down;
    if (u > 0) {
        double j = fmin(f->slide * (1 + f->bounce_e) * down, u * 2 / 7);
        struct vec3 t = vec3_scale(slip, -j / u);
        b->now.v = vec3_add(b->now.v, t);
        twist(b, vec3(0, 0, -b->r), vec3_scale(t, b->m));
    }
    b->now.v.z = bounce > 100 ? bounce : 0; /* below 0.5 mm of height the cloth swallows it */
    b->now.phase = bounce > 100 ? SIM_AIR : SIM_SLIDE;
    b->now.p.z = b->r;
}

double sim_impulse_tip(const struct sim_physics *f, struct body *b, struct tip *tip)
{
    double s = b->now.t0 - tip->t0;
    struct vec3 p = vec3_add(vec3_along(tip->p, s, tip->v), vec3_scale(tip->a, 0.5 * s * s));
    struct vec3 v = vec3_along(tip->v, s, tip->a), n = vec3_sub(b->now.p, p);
    n.z = 0;
    n = vec3_unit(n);
    double closing = vec3_dot(vec3_sub(v, b->now.v), n), m = f->cue_mass / (1 + f->cue_mass);
    if (closing > 0)
        b->now.v = vec3_along(b->now.v, 1.6 * closing * m, n);
    tip->live = false; /* one second hit is all a referee needs to see */
    return closing;
}
