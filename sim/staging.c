/* SPDX-License-Identifier: Apache-2.0 */
/* staging.c: where is every ball, hand and cue at a moment of the film? */
#include "detmath.h"
#include "film_in.h"

#include <string.h>

/* ---- balls ------------------------------------------------------------------------------------------------------ */

void sim_staging_index(struct sim_film *f)
{
    const struct sim_record *r = f->take.record;
    int16_t last[BALL_IDS];
    for (int b = 0; b < BALL_IDS; b++)
        f->first[b] = f->now[b] = last[b] = -1;
    for (int i = 0; i < r->pieces_n; i++) {
        ball_id b = r->piece[i].ball;
        if (last[b] < 0)
            f->first[b] = f->now[b] = (int16_t)i;
        else
            f->next[last[b]] = (int16_t)i;
        f->next[i] = -1;
        last[b] = (int16_t)i;
    }
}

/* The piece of a ball at s seconds after the strike; looks on from where the last question ended. */
static const struct sim_piece *piece_at(struct sim_film *f, ball_id b, double s)
{
    const struct sim_record *r = f->take.record;
    int i = f->now[b];
    if (i < 0)
        return NULL;
    if (r->piece[i].t0 > s)
        i = f->first[b];
    while (f->next[i] >= 0 && r->piece[f->next[i]].t0 <= s)
        i = f->next[i];
    f->now[b] = (int16_t)i;
    return &r->piece[i];
}

/* Before the strike: what hands did so far to the balls as the take found them. */
static enum sim_phase before_strike(const struct sim_film *f, ball_id b, double t, struct vec3 *p)
{
    bool there = ball_in(f->before.present, b);
    struct vec2 at = f->before.at[b];
    for (int i = 0; i < f->take.acts_n; i++) {
        const struct sim_act *a = &f->take.act[i];
        if (a->ball != b)
            continue;
        if (a->kind == EVENT_DISTURBED && t >= a->t - 0.15) { /* pushed along in 0.15 s */
            double k = sim_smooth(a->t - 0.15, a->t, t);
            at = vec2(sim_mix(a->from.x, a->at.x, k), sim_mix(a->from.y, a->at.y, k));
        } else if (t >= a->t) {
            there = a->kind == EVENT_PLACED;
            at = a->at;
        }
    }
    *p = vec3(at.x, at.y, sim_ball_d(&f->table, b) / 2);
    return there ? SIM_REST : SIM_ABSENT;
}

enum sim_phase sim_staging_ball(struct sim_film *f, ball_id b, double t, struct vec3 *p)
{
    double s = t - f->take.strike_t;
    if (s < 0)
        return before_strike(f, b, t, p);
    const struct sim_piece *q = piece_at(f, b, s);
    if (!q || q->phase == SIM_ABSENT || q->phase == SIM_GONE)
        return SIM_ABSENT;
    struct sim_ball_at at = sim_piece_at(q, s);
    *p = at.p;
    return at.phase;
}

/* ---- how balls turn --------------------------------------------------------------------------------------------- */

static void turn_by(struct turn *q, struct vec3 w, double dt)
{
    double speed = vec3_len(w), half = 0.5 * speed * dt;
    if (speed <= 0)
        return;
    double c = sim_cos(half), s = sim_sin(half) / speed, x = w.x * s, y = w.y * s, z = w.z * s;
    *q = (struct turn){c * q->w - x * q->x - y * q->y - z * q->z, c * q->x + x * q->w + y * q->z - z * q->y,
                       c * q->y + y * q->w + z * q->x - x * q->z, c * q->z + z * q->w + x * q->y - y * q->x};
}

static void turn_matrix(const struct turn *q, float m[9])
{
    double w = q->w, x = q->x, y = q->y, z = q->z;
    /* columns: the ball's own axes in the table frame */
    m[0] = (float)(1 - 2 * (y * y + z * z)), m[3] = (float)(2 * (x * y + w * z)), m[6] = (float)(2 * (x * z - w * y));
    m[1] = (float)(2 * (x * y - w * z)), m[4] = (float)(1 - 2 * (x * x + z * z)), m[7] = (float)(2 * (y * z + w * x));
    m[2] = (float)(2 * (x * z + w * y)), m[5] = (float)(2 * (y * z - w * x)), m[8] = (float)(1 - 2 * (x * x + y * y));
}

/* In steps of at most 2 ms: spin changes little in that time. */
static void turn_balls(struct sim_film *f, double t)
{
    double from = fmax(f->turned_t, f->take.strike_t);
    f->turned_t = t;
    for (ball_id b = 1; b < BALL_IDS && t > from; b++) {
        int steps = 1 + (int)((t - from) / 0.002);
        double dt = (t - from) / steps;
        const struct sim_piece *q = piece_at(f, b, from - f->take.strike_t);
        if (!q || q->phase < SIM_SPIN)
            if (!q || f->next[f->now[b]] < 0)
                continue;
        for (int i = 0; i < steps; i++) {
            double s = from + (i + 0.5) * dt - f->take.strike_t;
            q = piece_at(f, b, s);
            if (q && q->phase >= SIM_SPIN && q->phase <= SIM_FALL)
                turn_by(&f->turn[b], sim_piece_at(q, s).w, dt);
        }
    }
}

/* ---- the scene -------------------------------------------------------------------------------------------------- */

static struct sim_thing *add_ball(struct sim_film *f, ball_id b)
{
    const struct sim_look *k = &f->set.look;
    const struct ball_row *row = &ball_set(f->play.row->set)->row[b];
    struct sim_thing *t = &f->scene.thing[f->scene.things_n++];
    t->kind = SIM_THING_BALL;
    t->track_n = 1;
    t->ra = (float)sim_ball_d(&f->table, b) / 2;
    t->paint = sim_look_ball(k, f->play.row->set, b);
    t->gloss = (float)k->gloss;
    t->casts = true;
    if (f->play.row->set == BALL_SET_NUMBERED && b != BALL_CUE) {
        t->number = row->number;
        t->pattern = row->number > 8 ? SIM_STRIPED : SIM_NUMBERED;
        t->paint2 = rgb(0.85f, 0.81f, 0.70f);
    } else if (b == BALL_CUE && k->cue_dots && f->play.row->set != BALL_SET_BILLIARDS) {
        t->pattern = SIM_DOTTED;
    }
    if (t->pattern)
        turn_matrix(&f->turn[b], t->turn);
    return t;
}

/* Over all the time in which any row of the frame is open. */
static void add_balls(struct sim_film *f, double t)
{
    double open = f->camera.shutter_s + f->camera.rolling_s;
    for (ball_id b = 1; b <= ball_set(f->play.row->set)->count; b++) {
        struct vec3 p, q;
        enum sim_phase phase = sim_staging_ball(f, b, t, &p), later = sim_staging_ball(f, b, t + open, &q);
        if (phase == SIM_ABSENT && later == SIM_ABSENT)
            continue;
        if (phase == SIM_ABSENT || later == SIM_ABSENT)
            p = q = phase == SIM_ABSENT ? q : p;
        struct sim_thing *thing = add_ball(f, b);
        thing->at[0] = v3_of(p);
        if (vec3_len(vec3_sub(q, p)) < 1e-3)
            continue;
        thing->track_n = SIM_TRACK;
        for (int i = 0; i < SIM_TRACK; i++)
            if (sim_staging_ball(f, b, t + open * i / (SIM_TRACK - 1), &p))
                thing->at[i] = v3_of(p);
            else
                thing->at[i] = thing->at[i ? i - 1 : 0];
    }
}

/* Back and forth before the stroke: gap between tip and ball, mm. */
static double tip_gap(const struct sim_film *f, double t)
{
    const struct sim_take *k = &f->take;
    double back = 120 + 0.035 * k->choice.strike.speed, draw = k->strike_t - 0.55, s = t - k->strike_t;
    if (s >= 0) { /* follows through and stops where the physics' tip does */
        double v = 0.45 * k->choice.strike.speed, length = fmin(f->set.physics.follow_through_mm, 90);
        double stop = v > 0 ? 2 * length / v : 1, u = fmin(s, stop);
        return -(v * u - 0.5 * v / stop * u * u);
    }
    if (t > k->strike_t - 0.13)
        return back * (k->strike_t - t) * (k->strike_t - t) / (0.13 * 0.13) * 0.35 +
               0.65 * back * (k->strike_t - t) / 0.13;
    if (t > draw)
        return sim_mix(14, back, sim_smooth(draw, k->strike_t - 0.16, t));
    if (t < f->feather_t)
        return 30;
    double phase = (t - f->feather_t) / (draw - f->feather_t) * f->feathers;
    return 14 + 38 * (1 - sim_cos(2 * SIM_PI * phase));
}

static void add_player(struct sim_film *f, double t)
{
    const struct sim_take *k = &f->take;
    double away = t < k->strike_t ? sim_smooth(f->down_t + 1.0, f->down_t, t) : sim_smooth(f->up_t, f->up_t + 0.9, t);
    if (away >= 1)
        return;
    struct stance s = {.ball = k->before.at[k->cue], .ball_r = sim_ball_d(&f->table, k->cue) / 2};
    s.along = vec2_unit(k->choice.strike.along);
    s.side = k->choice.strike.side;
    s.follow = k->choice.strike.follow;
    s.raise = k->choice.strike.raise;
    s.gap = tip_gap(f, t);
    s.away = away;
    s.rest = f->with_rest;
    s.behind = f->behind;
    s.over = f->over;
    sim_people_player(&f->scene, &f->set.look, &f->table, &s);
}

/* The hand goes out to the place, with the ball in it or to fetch it, and back. */
static void add_errand(struct sim_film *f, const struct film_errand *e, double t)
{
    if (t < e->t0 || t > e->t1)
        return;
    const struct sim_act *a = &f->take.act[e->act];
    double reach = t < e->grab ? sim_smooth(e->t0, e->grab - 0.25, t) : sim_smooth(e->t1, e->grab + 0.2, t);
    double r = sim_ball_d(&f->table, a->ball) / 2;
    struct vec3 goal = vec3(a->at.x, a->at.y, r);
    struct vec3 out = vec3_along(goal, 0.75, vec3_sub(e->from, goal));
    struct vec3 at = vec3(sim_mix(out.x, goal.x, reach), sim_mix(out.y, goal.y, reach), r + 130 * (1 - reach));
    sim_people_hand(&f->scene, &f->set.look, e->from, at, !a->by_player);
    bool holds = a->kind == EVENT_PLACED ? t < a->t : a->kind == EVENT_REMOVED && t >= a->t;
    if (holds)
        add_ball(f, a->ball)->at[0] = v3_of(at);
}

/* The others: one by the rail, the referee opposite, walking between strokes. */
static void add_bystanders(struct sim_film *f, double t)
{
    const struct sim_take *k = &f->take;
    double s = sim_mix(f->stand, f->stand_to, sim_smooth(k->t0, k->t0 + 2.5, t));
    struct vec2 facing, at = sim_people_path(&f->table, s, &facing);
    sim_people_bystander(&f->scene, &f->set.look, at, facing, true);
    at = sim_people_path(&f->table, s + 0.37, &facing);
    sim_people_bystander(&f->scene, &f->set.look, at, facing, false);
    sim_people_chalk(&f->scene, &f->table, f->set.seed);
}

static void put_number(char **p, int n)
{
    char digits[12];
    int k = 0;
    if (n < 0) {
        *(*p)++ = '-';
        n = -n;
    }
    do
        digits[k++] = (char)('0' + n % 10);
    while ((n /= 10) > 0);
    while (k > 0)
        *(*p)++ = digits[--k];
}

static void add_caption(struct sim_film *f, double t)
{
    const int *score = t < f->take.rest_t ? f->take.score_before : f->take.score;
    char *p = f->scene.caption;
    memcpy(p, "A ", 2);
    p += 2;
    put_number(&p, score[0]);
    memcpy(p, " : ", 3);
    p += 3;
    put_number(&p, score[1]);
    memcpy(p, " B", 3);
}

void sim_staging_scene(struct sim_film *f, double t)
{
    memset(&f->scene, 0, sizeof f->scene);
    f->scene.light_gain = 1;
    if (f->set.drift > 0 && f->set.drift_s > 0)
        f->scene.light_gain = (float)(1 + f->set.drift * sim_sin(2 * SIM_PI * t / f->set.drift_s));
    turn_balls(f, t);
    add_balls(f, t);
    if (f->set.people) {
        add_player(f, t);
        for (int i = 0; i < f->errands_n; i++)
            add_errand(f, &f->errand[i], t);
        add_bystanders(f, t);
    }
    if (f->set.captions)
        add_caption(f, t);
}

/* ---- truth ------------------------------------------------------------------------------------------------------ */

/* Each ball when its own row is half exposed; the row depends on the place, so twice round is enough. */
void sim_staging_see(struct sim_film *f, double t)
{
    for (ball_id b = 1; b < BALL_IDS; b++) {
        struct sim_ball_seen *s = &f->seen[b];
        *s = (struct sim_ball_seen){0};
        if (b > ball_set(f->play.row->set)->count)
            continue;
        double at = t + f->camera.shutter_s / 2;
        for (int i = 0; i < (f->camera.rolling_s > 0 ? 3 : 1); i++) {
            enum sim_phase phase = sim_staging_ball(f, b, at, &s->p);
            s->on_table = phase != SIM_ABSENT && sim_camera_project(&f->camera, s->p, &s->px);
            s->falling = phase == SIM_FALL;
            if (!s->on_table)
                break;
            at = t + sim_render_row_time(&f->camera, s->px.y);
        }
        if (s->on_table)
            s->radius_px = sim_camera_ball_px(&f->camera, s->p, sim_ball_d(&f->table, b) / 2);
    }
}
