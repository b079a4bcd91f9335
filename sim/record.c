/* SPDX-License-Identifier: Apache-2.0 */
/* record.c: what can be read from the record of a stroke: where a ball was, what was hit, what fell. */
#include "detmath.h"
#include "physics.h"

#include <math.h>

/* The last piece that began at or before t; pieces of no length are passed over. */
const struct sim_piece *sim_record_piece(const struct sim_record *r, ball_id ball, double t)
{
    const struct sim_piece *found = NULL;
    for (int i = 0; i < r->pieces_n; i++)
        if (r->piece[i].ball == ball) {
            if (found && r->piece[i].t0 > t)
                break;
            found = &r->piece[i];
        }
    return found;
}

double sim_record_energy(const struct sim_record *r, double g, double t)
{
    double sum = 0;
    for (ball_id id = 1; id < BALL_IDS; id++) {
        const struct sim_piece *q = sim_record_piece(r, id, t);
        if (!q || q->phase >= SIM_FALL)
            continue;
        struct sim_ball_at at = sim_piece_at(q, t);
        double radius = sim_ball_d(r->table, id) / 2, m = radius * radius * radius;
        sum += m * (0.5 * vec3_dot(at.v, at.v) + 0.2 * radius * radius * vec3_dot(at.w, at.w) + g * (at.p.z - radius));
    }
    return sum;
}

struct sim_start sim_record_begin(const struct sim_record *r)
{
    struct sim_start start = {0};
    for (int i = 0; i < r->pieces_n; i++)
        if (r->piece[i].t0 <= 0 && !ball_in(start.present, r->piece[i].ball)) {
            start.present |= ball_bit(r->piece[i].ball);
            start.at[r->piece[i].ball] = vec3_flat(r->piece[i].p);
        }
    return start;
}

struct sim_start sim_record_end(const struct sim_record *r)
{
    struct sim_start end = {0};
    for (int i = 0; i < r->pieces_n; i++) {
        const struct sim_piece *q = &r->piece[i];
        end.present &= ~ball_bit(q->ball);
        if (q->phase >= SIM_REST && q->phase <= SIM_AIR) {
            end.present |= ball_bit(q->ball);
            end.at[q->ball] = vec3_flat(sim_piece_at(q, fmin(q->t1, r->rest)).p);
        }
    }
    return end;
}

static ball_mask of_kind(const struct sim_record *r, enum sim_event_kind kind)
{
    ball_mask mask = 0;
    for (int i = 0; i < r->events_n; i++)
        if (r->event[i].kind == kind)
            mask |= ball_bit(r->event[i].a);
    return mask;
}

ball_mask sim_record_potted(const struct sim_record *r)
{
    return of_kind(r, SIM_POCKET);
}

ball_mask sim_record_off(const struct sim_record *r)
{
    return of_kind(r, SIM_OFF);
}

ball_mask sim_record_first_hit(const struct sim_record *r, ball_id struck)
{
    ball_mask hit = 0;
    double t = -1;
    for (int i = 0; i < r->events_n; i++) {
        const struct sim_event *e = &r->event[i];
        if (e->kind != SIM_CONTACT || (e->a != struck && e->b != struck))
            continue;
        if (t >= 0 && e->t - t > 50e-6)
            break;
        t = t < 0 ? e->t : t;
        hit |= ball_bit(e->a == struck ? e->b : e->a);
    }
    return hit;
}
