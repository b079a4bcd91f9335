/* SPDX-License-Identifier: Apache-2.0 */
/* sight.c: what can be hit straight from where the cue-ball lies, as players and a referee look at it? */
#include "game_in.h"

/* How far along the path a ball stands in the way; -1 when it does not. wide: distance of centres at a touch. */
static double blocks_at(struct vec2 from, struct vec2 u, double far, struct vec2 ball, double wide)
{
    struct vec2 c = vec2_sub(ball, from);
    double along = vec2_dot(c, u), off = fabs(vec2_dot(c, vec2_left(u)));
    if (along <= 0 || along - wide > far || off >= wide)
        return -1;
    double at = along - sqrt(wide * wide - off * off);
    return at < far ? fmax(at, 0) : -1;
}

static double touch(const struct sim_play *p)
{
    return (sim_ball_d(p->table, p->cue) + p->table->bed.ball_d) / 2;
}

/* Unit direction of the path on which the cue-ball meets the ball `off` diameters beside its middle (-1..1), and how
 * far it goes until then. */
static struct vec2 path_to(const struct sim_play *p, struct vec2 cue, struct vec2 ball, double off, double *far)
{
    struct vec2 to = vec2_sub(ball, cue);
    double d = vec2_len(to), s = off * touch(p), along = sqrt(fmax(d * d - s * s, 0));
    struct vec2 u = vec2_scale(to, 1 / d), v = vec2_left(u);
    *far = along - sqrt(fmax(touch(p) * touch(p) - s * s, 0));
    return vec2_unit(vec2_add(vec2_scale(u, along), vec2_scale(v, s)));
}

/* The nearest of the balls in the way, all that are equally near; empty: the path is open. */
static ball_mask in_the_way(const struct sim_play *p, const struct sim_start *s, struct vec2 cue, ball_mask blockers,
                            ball_id ball, double off, double room)
{
    double far, nearest = 1e9;
    ball_mask by = 0;
    struct vec2 u = path_to(p, cue, s->at[ball], off, &far);
    for (BALL_EACH(b, blockers & s->present)) {
        double at = blocks_at(cue, u, far, s->at[b], touch(p) + room);
        if (at < 0 || at > nearest + 1e-6)
            continue;
        by = at < nearest - 1e-6 ? ball_bit((ball_id)b) : by | ball_bit((ball_id)b);
        nearest = at;
    }
    return by;
}

bool sim_snookered(const struct sim_play *p, struct vec2 cue, ball_mask on, ball_mask *by)
{
    ball_mask blockers = ~on & ~ball_bit(p->cue), common = ~(ball_mask)0;
    for (BALL_EACH(b, on & p->balls.present)) {
        ball_mask left = in_the_way(p, &p->balls, cue, blockers, (ball_id)b, -1, 0);
        ball_mask right = in_the_way(p, &p->balls, cue, blockers, (ball_id)b, 1, 0);
        if (!left && !right)
            return false;
        common &= left | right; /* different balls, different blockers: none of them alone snookers */
    }
    *by = common & p->balls.present;
    return on & p->balls.present;
}

bool sim_in_sight(const struct sim_play *p, const struct sim_start *s, ball_mask on)
{
    const double room = 3; /* mm: no argument about whether it could be hit */
    for (BALL_EACH(b, on & s->present))
        for (int k = -2; k <= 2; k++)
            if (!in_the_way(p, s, s->at[p->cue], ~on & ~ball_bit(p->cue), (ball_id)b, 0.4 * k, room))
                return true;
    return false;
}
