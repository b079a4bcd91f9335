/* SPDX-License-Identifier: Apache-2.0 */
/* runups.c: a ball struck from so near that it met the other one within a few frames. What is seen of the cue-ball is
 * then its way out; the strike and the contact follow from where both lay, and from the momentum that both have after
 * it. */
#include "contacts.h"

#define RUN_FRAMES  4.0 /* shorter than this, what is seen may be the way out */
#define RUN_P       0.8
#define NEAREST_P   0.7 /* the same where other balls, farther away, set out with it */
#define DRIVEN_MM_S 150.0
#define KEEPS       0.8
#define SLOW_MM_S   100.0

/* Several balls set out with it, nothing is known to have been hit yet, and all of them lay farther from the cue-ball:
 * it may have driven them on, but none of them can have driven it before the cue-ball came. */
static bool is_nearest_of_first(const struct explain *x, const struct wake *w)
{
    const struct segment *s = x->s;
    struct vec2 from = s->paths[s->strike].rest0;
    if (s->unknown || w->blind || vec2_len(w->kink->v1) < DRIVEN_MM_S ||
        earliest_contact(s, s->paths[s->strike].ball, NULL))
        return false;
    for (int i = 0; i < s->paths_n; i++) {
        const struct wake *o = i == s->strike || i == w->path ? NULL : first_wake(x, i);
        bool together = o && fabs(o->t - w->t) < 1.5 * s->frame_s + o->t_sd;
        bool later = o && !together && o->t > w->t;
        if (i == s->strike || i == w->path || !has_gone_far(s, &s->paths[i]) || later)
            continue;
        if (!together || vec2_dist(o->at, from) < vec2_dist(w->at, from))
            return false;
    }
    return true;
}

bool must_be_run_up(const struct explain *x, const struct wake *w, struct cause *c)
{
    const struct segment *s = x->s;
    if (s->strike < 0 || w != first_wake(x, w->path))
        return false;
    bool alone = only_cue_ball_moved(x, w->path);
    if (!alone && !is_nearest_of_first(x, w))
        return false;
    const struct way *cue = &s->paths[s->strike];
    double gap = fmax(vec2_dist(w->at, cue->rest0) - apart_of_cue(s->table), 0), since = w->t - s->strike_t;
    double speed = fmax(vec2_len(cue->kink[0].v1), vec2_len(w->kink->v1));
    if (!cue->rest0_n || !cue->kinks_n || since > RUN_FRAMES * s->frame_s ||
        gap > speed * (fmax(since, 0) + w->t_sd + s->frame_s))
        return false;
    struct vec2 n = vec2_unit(vec2_sub(w->at, cue->rest0));
    *c = (struct cause){.hitter = s->strike,
                        .how = CAUSE_HIDDEN,
                        .t = fmin(s->strike_t + gap / speed, fmax(w->t, s->strike_t)),
                        .t_sd = s->frame_s / 2,
                        .speed = speed,
                        .gap_sd = s->noise_mm,
                        .p = alone ? RUN_P : NEAREST_P,
                        .bounced = may_bounce(s, w, n),
                        .normal = n};
    return true;
}

static bool kinked_about(const struct segment *s, const struct way *w, double t)
{
    for (int i = 0; i < w->kinks_n; i++)
        if (!w->kink[i].wake && fabs(w->kink[i].t - t) < 1.5 * s->frame_s)
            return true;
    return false;
}

/* When the way out, followed back, leaves the place of the contact. */
static double left_at(const struct segment *s, const struct piece *out, struct vec2 ghost, double about)
{
    double best = about, least = INFINITY;
    for (double t = about - 3 * s->frame_s; t < about + 3 * s->frame_s; t += s->frame_s / 32) {
        double d = vec2_dist(piece_at(out, t), ghost);
        if (d < least) {
            least = d;
            best = t;
        }
    }
    return best;
}

static void strike_again(struct segment *s, double t, double t_sd, struct vec2 v)
{
    s->strike_t = t;
    for (int i = 0; i < s->events_n; i++)
        if (s->events[i].kind == EVENT_STRIKE) {
            s->events[i].t = to_ns(t);
            s->events[i].t_sd = to_ns(t_sd);
            s->events[i].v = v;
            s->events[i].speed = (float)vec2_len(v);
        }
}

void mend_run_up(struct explain *x, const struct wake *w, struct cause *c)
{
    struct segment *s = x->s;
    const struct way *cue = &s->paths[c->hitter];
    double about = fmax(w->t, s->strike_t), d = apart_of_cue(s->table);
    if (c->hitter != s->strike || w->blind || w->t_sd > s->frame_s || c->bounced || in_a_pack(x, w) ||
        fmax(w->t, c->t) > s->strike_t + RUN_FRAMES * s->frame_s || kinked_about(s, cue, about) || cue->pieces_n < 2)
        return;
    /* where a start is hardly known (t_sd above), what is seen may be the way out of something later */
    struct vec2 ghost = vec2_along(w->at, -d, vec2_unit(w->kink->v1));
    const struct piece *out = path_piece(cue, about + 1.5 * s->frame_s);
    struct vec2 v_out = piece_velocity(out, about), v_in = vec2_add(v_out, w->kink->v1);
    if (vec2_dot(v_in, vec2_unit(w->kink->v1)) < KEEPS * vec2_len(w->kink->v1))
        return; /* no ball leaves faster than it was met: that is not the way out of this contact */
    double back = left_at(s, out, ghost, about), speed = vec2_len(v_out);
    double wa = 1 / (w->t_sd * w->t_sd), wb = speed > SLOW_MM_S ? 1 / pow(2 / speed + 0.001, 2) : 0;
    if (fabs(back - w->t) > 3 * hypot(w->t_sd, 0.002))
        wb = 0; /* turned in between: that was not the way out of this contact */
    c->t = (w->t * wa + back * wb) / (wa + wb);
    c->t_sd = 1 / sqrt(wa + wb);
    c->speed = vec2_dot(v_in, vec2_unit(w->kink->v1));
    double run = vec2_dist(ghost, cue->rest0) / fmax(vec2_len(v_in), SLOW_MM_S);
    if (cue->rest0_n && fabs(c->t - run - s->strike_t) < 2 * s->frame_s)
        strike_again(s, c->t - run, hypot(c->t_sd, 0.1 * run), v_in);
}
