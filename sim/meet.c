/* SPDX-License-Identifier: Apache-2.0 */
/* meet.c: when do two moving things next touch? Each answer is a first root of a polynomial; infinite means never.
 *
 * Things that touch already need care, since rounding decides which side of zero they are on. Approaching faster than
 * `slow`, they meet now. Otherwise the next meeting is when they are SINK deeper than now: a thousandth of the width of
 * a hair that no camera can see, and it makes every wait longer than zero, so the agenda always moves on. */
#include "detmath.h"
#include "roots.h"
#include "world.h"

#include <math.h>

static const double TOUCH = 1e-3; /* mm: nearer than this is touching */
static const double SINK = 2e-3;  /* mm */

/* |d + v t + a t^2 / 2|^2 - reach^2 */
static struct poly4 distance_poly(struct vec3 d, struct vec3 v, struct vec3 a, double reach)
{
    return (struct poly4){{vec3_dot(d, d) - reach * reach, 2 * vec3_dot(d, v), vec3_dot(v, v) + vec3_dot(d, a),
                           vec3_dot(v, a), 0.25 * vec3_dot(a, a)}};
}

/* Cannot come within reach before `limit`, by the sim_triangle inequality. */
static bool too_far(double distance, double reach, struct vec3 v, struct vec3 a, double limit)
{
    return distance - reach > vec3_len(v) * limit + 0.5 * vec3_len(a) * limit * limit;
}

static double first_meeting(const struct sim_physics *f, struct vec3 d, struct vec3 v, struct vec3 a, double reach,
                            double limit)
{
    double distance = vec3_len(d), closing = -vec3_dot(d, v) / (distance > 0 ? distance : 1);
    if (distance < reach + TOUCH) {
        if (closing > f->slow_mm_s)
            return 0;
        reach = fmin(reach, distance) - SINK;
    } else if (too_far(distance, reach, v, a, limit)) {
        return INFINITY;
    }
    struct poly4 p = distance_poly(d, v, a, reach);
    double t = sim_poly4_first_fall(&p, limit);
    return t < 0 ? INFINITY : t;
}

static bool moves(const struct body *b)
{
    return b->now.phase >= SIM_ROLL && b->now.phase <= SIM_AIR;
}

static bool on_table(const struct body *b)
{
    return b->now.phase >= SIM_REST && b->now.phase <= SIM_AIR && !b->past_nose;
}

/* Two balls of different size touch on the table with centres 2 sqrt(r1 r2) apart in plan; in the air all counts. */
double sim_meet_balls(const struct sim_physics *f, const struct body *a, const struct body *b, double now)
{
    if (!on_table(a) || !on_table(b) || (!moves(a) && !moves(b)))
        return INFINITY;
    struct sim_ball_at x = sim_piece_at(&a->now, now), y = sim_piece_at(&b->now, now);
    double limit = fmin(a->now.t1, b->now.t1) - now;
    struct vec3 d = vec3_sub(y.p, x.p), v = vec3_sub(y.v, x.v), acc = vec3_sub(b->now.a, a->now.a);
    return now + first_meeting(f, d, v, acc, a->r + b->r, fmin(limit, 100));
}

static bool arc_covers(const struct wall *w, struct vec2 p)
{
    return vec2_dot(vec2_unit(vec2_sub(p, w->centre)), w->mid) >= w->cos_half - 1e-9;
}

static double meet_arc(const struct sim_physics *f, const struct body *b, const struct wall *w, double now)
{
    struct sim_ball_at at = sim_piece_at(&b->now, now);
    struct vec3 d = vec3(at.p.x - w->centre.x, at.p.y - w->centre.y, 0), v = vec3(at.v.x, at.v.y, 0);
    struct vec3 a = vec3(b->now.a.x, b->now.a.y, 0);
    double t = now + first_meeting(f, d, v, a, w->radius + b->r_wall, fmin(b->now.t1 - now, 100));
    if (!(t < INFINITY) || !arc_covers(w, vec3_flat(sim_piece_at(&b->now, t).p)))
        return INFINITY;
    return t;
}

static double meet_line(const struct sim_physics *f, const struct body *b, const struct wall *w, double now)
{
    struct sim_ball_at at = sim_piece_at(&b->now, now);
    double height = vec2_dot(vec2_sub(vec3_flat(at.p), w->from), w->normal) - b->r_wall;
    double closing = -vec2_dot(vec3_flat(at.v), w->normal), t = 0;
    bool touching = height < TOUCH;
    if (height < -b->r_wall) /* behind this cushion: in a pocket's mouth, another wall's business */
        return INFINITY;
    if (!touching || closing <= f->slow_mm_s) {
        double target = touching ? fmin(0, height) - SINK : 0, a = vec2_dot(vec3_flat(b->now.a), w->normal);
        struct poly4 p = {{height - target, -closing, 0.5 * a, 0, 0}};
        t = sim_poly4_first_fall(&p, fmin(b->now.t1 - now, 100));
    }
    if (t < 0)
        return INFINITY;
    struct vec2 along = vec2_sub(w->to, w->from);
    double where = vec2_dot(vec2_sub(vec3_flat(sim_piece_at(&b->now, now + t).p), w->from), along);
    return where >= 0 && where <= vec2_dot(along, along) ? now + t : INFINITY;
}

double sim_meet_wall(const struct sim_physics *f, const struct body *b, const struct wall *w, double now)
{
    return w->arc ? meet_arc(f, b, w, now) : meet_line(f, b, w, now);
}

double sim_meet_circle_inward(const struct body *b, struct vec2 centre, double radius, double now)
{
    struct sim_ball_at at = sim_piece_at(&b->now, now);
    struct vec3 d = vec3(at.p.x - centre.x, at.p.y - centre.y, 0);
    if (vec3_len(d) <= radius)
        return now;
    struct vec3 v = vec3(at.v.x, at.v.y, 0), a = vec3(b->now.a.x, b->now.a.y, 0);
    double limit = fmin(b->now.t1 - now, 100);
    if (too_far(vec3_len(d), radius, v, a, limit))
        return INFINITY;
    struct poly4 p = distance_poly(d, v, a, radius);
    double t = sim_poly4_first_fall(&p, limit);
    return t < 0 ? INFINITY : now + t;
}

double sim_meet_circle_outward(const struct body *b, struct vec2 centre, double radius, double now)
{
    struct sim_ball_at at = sim_piece_at(&b->now, now);
    struct vec3 d = vec3(at.p.x - centre.x, at.p.y - centre.y, 0), v = vec3(at.v.x, at.v.y, 0);
    if (vec3_len(d) >= radius)
        return vec3_dot(d, v) > 0 ? now : INFINITY;
    struct poly4 p = distance_poly(d, v, vec3(b->now.a.x, b->now.a.y, 0), radius);
    for (int i = 0; i < 5; i++)
        p.c[i] = -p.c[i];
    double t = sim_poly4_first_fall(&p, fmin(b->now.t1 - now, 100));
    return t < 0 ? INFINITY : now + t;
}

double sim_meet_tip(const struct body *b, const struct tip *tip, double now)
{
    if (!tip->live || now >= tip->t1 || !on_table(b))
        return INFINITY;
    double s = now - tip->t0;
    struct sim_ball_at at = sim_piece_at(&b->now, now);
    struct vec3 p = vec3_add(vec3_along(tip->p, s, tip->v), vec3_scale(tip->a, 0.5 * s * s));
    struct vec3 d = vec3_sub(at.p, p), v = vec3_sub(at.v, vec3_along(tip->v, s, tip->a));
    struct poly4 poly = distance_poly(d, v, vec3_sub(b->now.a, tip->a), b->r);
    if (vec3_len(d) < b->r + TOUCH)
        return vec3_dot(d, v) < 0 ? now : INFINITY;
    double t = sim_poly4_first_fall(&poly, fmin(fmin(b->now.t1, tip->t1) - now, 1));
    return t < 0 ? INFINITY : now + t;
}

double sim_meet_leave_box(const struct body *b, double half_x, double half_y, double now)
{
    struct sim_ball_at at = sim_piece_at(&b->now, now);
    double t = INFINITY, vx = fabs(at.v.x), vy = fabs(at.v.y);
    if (vx > 0)
        t = fmin(t, (half_x - (at.v.x > 0 ? at.p.x : -at.p.x)) / vx);
    if (vy > 0)
        t = fmin(t, (half_y - (at.v.y > 0 ? at.p.y : -at.p.y)) / vy);
    return now + (t > 0 ? t : 0);
}
