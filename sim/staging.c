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

/* Still on its way from the stroke before: only who cannot wait plays then. NULL: not so. */
static const struct sim_piece *last_piece(const struct sim_film *f, ball_id b, double t)
{
    double s = t - f->last_strike_t;
    if (!f->hurried || s >= f->last->rest)
        return NULL;
    const struct sim_piece *q = sim_record_piece(f->last, b, s);
    return q && q->phase != SIM_ABSENT ? q : NULL;
}

enum sim_phase sim_staging_ball(struct sim_film *f, ball_id b, double t, struct vec3 *p)
{
    double s = t - f->take.strike_t;
    if (s < 0) {
        const struct sim_piece *q = last_piece(f, b, t);
        if (!q)
            return before_strike(f, b, t, p);
        struct sim_ball_at at = sim_piece_at(q, t - f->last_strike_t);
        *p = at.p;
        return at.phase == SIM_GONE ? SIM_ABSENT : at.phase;
    }
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

static void turn_from_last(struct sim_film *f, double from, double to)
{
    for (ball_id b = 1; b < BALL_IDS && to > from; b++) {
        double mid = 0.5 * (from + to);
        const struct sim_piece *q = last_piece(f, b, mid);
        if (q && q->phase >= SIM_SPIN && q->phase <= SIM_FALL)
            turn_by(&f->turn[b], sim_piece_at(q, mid - f->last_strike_t).w, to - from);
    }
}

/* In steps of at most 2 ms: spin changes little in that time. */
static void turn_balls(struct sim_film *f, double t)
{
    if (f->hurried && t < f->take.strike_t)
        turn_from_last(f, f->turned_t, t);
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
        t->paint2 = sim_look_ends(k);
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
        double v = f->set.physics.tip_keeps * k->choice.strike.speed,
               length = fmin(f->set.physics.follow_through_mm, 90);
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

/* ---- people ----------------------------------------------------------------------------------------------------- */

static struct figure figure_at(const struct sim_film *f, int who, double t)
{
    return (struct figure){.place = sim_walk_place(&f->walk[who], t), .referee = who == FIGURE_REFEREE};
}

static struct stance stance_at(const struct sim_film *f, double t)
{
    const struct sim_take *k = &f->take;
    const struct sim_strike *strike = &k->choice.strike;
    struct stance s = {.ball = k->before.at[strike->ball], .ball_r = sim_ball_d(&f->table, strike->ball) / 2};
    s.along = vec2_unit(strike->along);
    s.side = strike->side;
    s.follow = strike->follow;
    s.raise = strike->raise;
    s.gap = tip_gap(f, t);
    s.down = t < k->strike_t ? sim_smooth(f->down_t, f->down_t + 0.9, t) : sim_smooth(f->up_t + 0.9, f->up_t, t);
    s.rest = f->with_rest;
    s.behind = f->behind;
    s.over = f->over;
    return s;
}

/* The errand somebody is on; NULL: none. */
static const struct film_errand *errand_of(const struct sim_film *f, int who, double t)
{
    const struct film_errand *found = NULL;
    for (int i = 0; i < f->errands_n; i++)
        if (f->errand[i].who == who && t >= f->errand[i].t0 && t <= f->errand[i].t1)
            found = &f->errand[i];
    return found;
}

/* Racking goes on without going home between two balls: the hand comes from where it was last. */
static struct vec3 hand_from(const struct sim_film *f, const struct film_errand *e, double t, bool after)
{
    const struct film_errand *other = after ? e + 1 : e - 1;
    bool there = after ? other < f->errand + f->errands_n : other >= f->errand;
    if (there && other->who == e->who && (after ? other->t0 <= e->t1 : other->t1 >= e->t0)) {
        const struct sim_act *a = &f->take.act[other->act], *b = &f->take.act[e->act];
        return vec3(0.5 * (a->at.x + b->at.x), 0.5 * (a->at.y + b->at.y), 160);
    }
    return sim_people_hand_home(&f->table, sim_walk_place(&f->walk[e->who], t));
}

/* The hand goes out to the place, with the ball in it or to fetch it, and back. */
static void add_errand(struct sim_film *f, struct sim_scene *scene, const struct film_errand *e, double t)
{
    const struct sim_act *a = &f->take.act[e->act];
    bool out = t < e->grab;
    double reach = out ? sim_smooth(e->t0, e->grab, t) : sim_smooth(e->t1, e->grab, t);
    double r = sim_ball_d(&f->table, a->ball) / 2;
    struct vec3 home = hand_from(f, e, t, !out);
    struct vec3 at = vec3(sim_mix(home.x, a->at.x, reach), sim_mix(home.y, a->at.y, reach), 0);
    at.z = sim_mix(home.z, r, reach * reach); /* down at the end */
    struct figure who = figure_at(f, e->who, t);
    who.lean = reach;
    who.towards = a->at;
    if (vec2_dist(a->at, vec3_flat(home)) < 300)
        who.lean *= 0.5;
    sim_people_stander(scene, &f->set.look, &f->table, &who, &at);
    bool holds = a->kind == EVENT_PLACED ? t < a->t : a->kind == EVENT_REMOVED && t >= a->t;
    if (holds && scene == &f->scene)
        add_ball(f, a->ball)->at[0] = v3_of(at);
}

/* Everybody as they are at t. The players stand by, play or place the cue-ball; the referee spots. */
static void add_people(struct sim_film *f, struct sim_scene *scene, double t)
{
    int striker = f->take.striker & 1;
    for (int who = 0; who < FIGURES; who++) {
        const struct film_errand *e = errand_of(f, who, t);
        struct figure figure = figure_at(f, who, t);
        struct stance stance = stance_at(f, t);
        if (e)
            add_errand(f, scene, e, t);
        else if (who == striker)
            sim_people_player(scene, &f->set.look, &f->table, &figure, &stance);
        else
            sim_people_stander(scene, &f->set.look, &f->table, &figure, NULL);
    }
}

/* People smear as balls do: where each rod begins and ends when the frame closes. */
static void add_people_moving(struct sim_film *f, double t)
{
    struct sim_scene *now = &f->scene, *later = &f->later;
    int first = now->things_n;
    add_people(f, now, t);
    int balls = 0;
    for (int i = first; i < now->things_n; i++)
        balls += now->thing[i].kind == SIM_THING_BALL;
    later->things_n = 0;
    add_people(f, later, t + f->camera.shutter_s + f->camera.rolling_s);
    if (later->things_n != now->things_n - first - balls)
        return; /* somebody has begun to do something else */
    for (int i = first, j = 0; i < now->things_n; i++) {
        struct sim_thing *a = &now->thing[i];
        if (a->kind == SIM_THING_BALL)
            continue;
        const struct sim_thing *b = &later->thing[j++];
        struct v3 by = v3_sub(b->at[0], a->at[0]), turn = v3_sub(b->to, a->to);
        if (v3_len(by) + v3_len(turn) < 0.4f)
            continue;
        a->track_n = SIM_TRACK;
        a->to_by = turn;
        for (int k = 1; k < SIM_TRACK; k++)
            a->at[k] = v3_along(a->at[0], (float)k / (SIM_TRACK - 1), by);
    }
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
        add_people_moving(f, t);
        sim_people_chalk(&f->scene, &f->table, f->set.seed);
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
