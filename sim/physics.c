/* SPDX-License-Identifier: Apache-2.0 */
/* physics.c: what happens next? Keeps the agenda: the earliest of all coming events is carried out, the balls it
 * concerns get new pieces of motion, and only their lines of the agenda are worked out again. */
#include "physics.h"

#include "detmath.h"
#include "err.h"
#include "roots.h"
#include "world.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double LIMIT_S = 60;  /* of play after one strike: no real stroke lasts half as long */
static const double RAIL_MM = 130; /* from nose to the outer edge of the table: beyond it a ball is off */
enum { STEPS_MAX = 60000 };

struct sim_physics sim_physics_defaults(void)
{
    return (struct sim_physics){
        .g = 9810,
        .slide = 0.21,
        .roll = 0.0115,
        .spin = 11,
        .ball_e = 0.95,
        .ball_mu_slow = 0.118,
        .ball_mu_fast = 0.00995,
        .cushion_e = 0.82,
        .cushion_mu = 0.20,
        .bounce_e = 0.5,
        .slow_mm_s = 0.5,
        .lip_mm = 1.2,
        .lip_wait_s = 4,
        .cue_mass = 3,
        .tip_keeps = 0.45,
        .follow_through_mm = 90,
    };
}

double sim_ball_d(const struct table *table, ball_id ball)
{
    return ball == BALL_CUE && table->bed.cue_ball_d > 0 ? table->bed.cue_ball_d : table->bed.ball_d;
}

static bool sensible(const struct sim_physics *p)
{
    return p->g > 0 && p->slide > 0 && p->roll > 0 && p->spin >= 0 && p->ball_e >= 0 && p->ball_e <= 1 &&
           p->cushion_e >= 0 && p->cushion_e <= 1 && p->slow_mm_s > 0 && p->bounce_e >= 0 && p->bounce_e < 1 &&
           p->cue_mass > 0;
}

int sim_shot_open(struct sim_shot **out, const struct table *table, enum ball_set_id set,
                  const struct sim_physics *physics)
{
    *out = NULL;
    if (!sensible(physics) || !ball_set(set))
        return ERR_RANGE;
    struct sim_shot *s = calloc(1, sizeof *s);
    if (!s)
        return ERR_MEMORY;
    s->table = table;
    s->set = ball_set(set);
    s->physics = *physics;
    s->walls_n = sim_walls_make(s->wall, WALLS_MAX, table);
    s->record.table = table;
    s->record.set = set;
    *out = s;
    return 0;
}

void sim_shot_close(struct sim_shot **shot)
{
    free(*shot);
    *shot = NULL;
}

const struct sim_record *sim_shot_record(const struct sim_shot *shot)
{
    return &shot->record;
}

/* ---- the record ------------------------------------------------------------------------------------------------- */

static struct sim_event *note(struct sim_shot *s, enum sim_event_kind kind, ball_id a)
{
    struct sim_record *r = &s->record;
    struct sim_event *e = r->events_n < SIM_EVENTS_MAX ? &r->event[r->events_n++] : &s->spill;
    r->dropped += e == &s->spill;
    const struct sim_piece *q = &s->body[a].now;
    *e = (struct sim_event){.t = s->now, .kind = kind, .a = a};
    if (a) {
        e->at = vec3_flat(q->p);
        e->v = vec3_flat(q->v);
    }
    return e;
}

/* Ends the open piece of a ball and opens one with what it does now. */
static void note_piece(struct sim_shot *s, ball_id id)
{
    struct sim_record *r = &s->record;
    int open = s->piece_of[id];
    if (open >= 0)
        r->piece[open].t1 = s->now;
    if (r->pieces_n == SIM_PIECES_MAX) {
        r->dropped++;
        return;
    }
    s->piece_of[id] = (int16_t)r->pieces_n;
    r->piece[r->pieces_n++] = s->body[id].now;
}

/* ---- the agenda ------------------------------------------------------------------------------------------------- */

static bool on_cloth(const struct body *b)
{
    return b->now.phase >= SIM_REST && b->now.phase <= SIM_SLIDE;
}

static bool moving(const struct body *b)
{
    return b->now.phase >= SIM_ROLL && b->now.phase <= SIM_FALL;
}

static void sooner(struct agenda *a, double t, enum agenda_kind kind, int index)
{
    if (t < a->t)
        *a = (struct agenda){t, kind, index};
}

static void plan_walls(struct sim_shot *s, struct body *b, struct agenda *next)
{
    for (int i = 0; i < s->walls_n; i++)
        sooner(next, sim_meet_wall(&s->physics, b, &s->wall[i], s->now), AGENDA_WALL, i);
    if (on_cloth(b))
        for (enum pocket p = POCKET_TL; p < POCKET_COUNT; p++) {
            const struct pocket_shape *k = &s->table->pocket[p];
            sooner(next, sim_meet_circle_inward(b, k->fall, k->fall_radius, s->now), AGENDA_FALL, (int)p);
        }
}

/* A ball in the air with its centre well above the nose flies over the cushion instead of into it. */
static void plan_flight(struct sim_shot *s, struct body *b, struct agenda *next)
{
    const struct bed *bed = &s->table->bed;
    if (b->past_nose) {
        sooner(next, sim_meet_leave_box(b, bed->length / 2 + RAIL_MM, bed->width / 2 + RAIL_MM, s->now), AGENDA_OUT, 0);
        return;
    }
    struct agenda wall = {INFINITY, AGENDA_NONE, 0};
    plan_walls(s, b, &wall);
    double over = sim_meet_leave_box(b, bed->length / 2, bed->width / 2, s->now);
    double z = sim_piece_at(&b->now, fmin(wall.t, b->now.t1)).p.z;
    if (wall.kind && z < s->table->nose_height + 0.5 * b->r)
        sooner(next, wall.t, wall.kind, wall.index);
    else
        sooner(next, over, AGENDA_NOSE, 0);
}

static void plan_own(struct sim_shot *s, ball_id id)
{
    struct body *b = &s->body[id];
    struct agenda next = {INFINITY, AGENDA_NONE, 0};
    if (b->now.phase != SIM_ABSENT && b->now.phase != SIM_GONE)
        sooner(&next, b->now.t1, AGENDA_PHASE, 0);
    if (on_cloth(b)) {
        sooner(&next, b->topple, AGENDA_FALL, (int)b->pocket);
        if (moving(b))
            plan_walls(s, b, &next);
    } else if (b->now.phase == SIM_AIR) {
        plan_flight(s, b, &next);
    } else if (b->now.phase == SIM_FALL && b->pocket) {
        const struct pocket_shape *k = &s->table->pocket[b->pocket];
        sooner(&next, sim_meet_circle_outward(b, k->fall, fmax(k->fall_radius - 0.6 * b->r, 8), s->now), AGENDA_WALL,
               -1);
    }
    if (id == s->struck)
        sooner(&next, sim_meet_tip(b, &s->tip, s->now), AGENDA_TIP, 0);
    s->own[id] = next;
}

static void plan(struct sim_shot *s, ball_id id)
{
    plan_own(s, id);
    for (ball_id j = 1; j <= s->set->count; j++)
        if (j != id) {
            ball_id lo = j < id ? j : id, hi = j < id ? id : j;
            s->pair[lo][hi] = sim_meet_balls(&s->physics, &s->body[lo], &s->body[hi], s->now);
        }
}

/* New piece, new plans; a ball that came to rest is noted, and may hang on the lip of a pocket. */
static void changed(struct sim_shot *s, ball_id id)
{
    struct body *b = &s->body[id];
    bool moved = moving(b);
    sim_motion_settle(&s->physics, b);
    if (moved && !moving(b) && on_cloth(b))
        note(s, SIM_STOP, id);
    b->topple = INFINITY;
    for (enum pocket p = POCKET_TL; p < POCKET_COUNT && !moving(b) && on_cloth(b); p++) {
        const struct pocket_shape *k = &s->table->pocket[p];
        if (vec2_dist(vec3_flat(b->now.p), k->fall) >= k->fall_radius + s->physics.lip_mm)
            continue;
        uint32_t x = (uint32_t)(int64_t)floor(b->now.p.x * 4096), y = (uint32_t)(int64_t)floor(b->now.p.y * 4096);
        b->topple = s->now + (0.1 + 0.9 * sim_hash_unit(x, y, id)) * s->physics.lip_wait_s;
        b->pocket = p;
    }
    note_piece(s, id);
    plan(s, id);
}

/* ---- what happens ----------------------------------------------------------------------------------------------- */

static bool wake(struct sim_shot *s, ball_id id)
{
    bool slept = !moving(&s->body[id]);
    sim_motion_advance(&s->body[id], s->now);
    return slept;
}

static bool has_speed(const struct body *b)
{
    return vec3_dot(b->now.v, b->now.v) > 1e-12;
}

static void do_contact(struct sim_shot *s, ball_id i, ball_id j)
{
    struct body *a = &s->body[i], *b = &s->body[j];
    bool slept_a = wake(s, i), slept_b = wake(s, j);
    struct sim_event *e = note(s, SIM_CONTACT, i);
    e->b = j;
    e->speed = sim_impulse_balls(&s->physics, a, b);
    e->v = vec3_flat(a->now.v);
    if (slept_a && has_speed(a))
        note(s, SIM_START, i);
    if (slept_b && has_speed(b))
        note(s, SIM_START, j);
    changed(s, i);
    changed(s, j);
    double again = s->pair[i][j]; /* a pair that just met at rest relative to each other must not meet in no time */
    if (again <= s->now && e->speed <= s->physics.slow_mm_s)
        s->pair[i][j] = INFINITY;
}

static void do_wall(struct sim_shot *s, ball_id id, int index)
{
    struct body *b = &s->body[id];
    wake(s, id);
    if (index < 0) { /* the back of a pocket: leather swallows most of the speed */
        b->now.v.x *= -0.2;
        b->now.v.y *= -0.2;
        changed(s, id);
        return;
    }
    const struct wall *w = &s->wall[index];
    double speed = sim_impulse_wall(&s->physics, b, sim_wall_normal(w, vec3_flat(b->now.p)));
    if (speed > s->physics.slow_mm_s) { /* slower is leaning, not hitting */
        struct sim_event *e = note(s, SIM_CUSHION, id);
        e->cushion = w->cushion;
        e->face = w->face;
        e->arc = w->arc;
        e->pocket = w->pocket;
        e->speed = speed;
    }
    changed(s, id);
    if (s->own[id].kind == AGENDA_WALL && s->own[id].index == index && s->own[id].t <= s->now)
        s->own[id] = (struct agenda){b->now.t1, AGENDA_PHASE, 0};
}

static void do_fall(struct sim_shot *s, ball_id id, enum pocket p)
{
    struct body *b = &s->body[id];
    bool slept = wake(s, id);
    if (slept) { /* tips over the edge, towards the middle */
        b->now.v = vec3(0, 0, 0);
        struct vec2 in = vec2_unit(vec2_sub(s->table->pocket[p].fall, vec3_flat(b->now.p)));
        b->now.v.x = 120 * in.x;
        b->now.v.y = 120 * in.y;
        note(s, SIM_START, id);
    }
    b->pocket = p;
    b->now.phase = SIM_FALL;
    note(s, SIM_POCKET, id)->pocket = p;
    changed(s, id);
}

static enum pocket pocket_under(const struct sim_shot *s, struct vec2 at)
{
    for (enum pocket p = POCKET_TL; p < POCKET_COUNT; p++)
        if (vec2_dist(at, s->table->pocket[p].fall) < s->table->pocket[p].fall_radius)
            return p;
    return POCKET_NONE;
}

static void do_landing(struct sim_shot *s, ball_id id)
{
    struct body *b = &s->body[id];
    enum pocket p = pocket_under(s, vec3_flat(b->now.p));
    if (b->past_nose) { /* on the wood of the rail */
        b->now.v.z = -0.4 * b->now.v.z;
        if (b->now.v.z < 150)
            b->now.v.z = 150;
        changed(s, id);
    } else if (p) {
        do_fall(s, id, p);
    } else {
        sim_impulse_cloth(&s->physics, b);
        changed(s, id);
    }
}

/* The piece ran to its own end: slide to roll, roll to rest, landing, gone. */
static void do_phase(struct sim_shot *s, ball_id id)
{
    struct body *b = &s->body[id];
    sim_motion_advance(b, s->now);
    if (b->now.phase == SIM_AIR) {
        do_landing(s, id);
        return;
    }
    if (b->now.phase == SIM_SLIDE) { /* exactly rolling from here on */
        b->now.w.x = -b->now.v.y / b->r;
        b->now.w.y = b->now.v.x / b->r;
    } else if (b->now.phase == SIM_ROLL) {
        b->now.v = vec3(0, 0, 0);
        b->now.w.x = b->now.w.y = 0;
    } else if (b->now.phase == SIM_FALL) {
        b->now.phase = SIM_GONE;
    }
    changed(s, id);
}

static void do_leave(struct sim_shot *s, ball_id id, enum agenda_kind kind)
{
    struct body *b = &s->body[id];
    sim_motion_advance(b, s->now);
    if (kind == AGENDA_NOSE) {
        b->past_nose = true;
    } else {
        b->now.phase = SIM_FALL; /* to the floor */
        b->pocket = POCKET_NONE;
        note(s, SIM_OFF, id);
    }
    changed(s, id);
}

static void do_own(struct sim_shot *s, ball_id id)
{
    struct agenda a = s->own[id];
    switch (a.kind) {
    case AGENDA_WALL:
        do_wall(s, id, a.index);
        break;
    case AGENDA_FALL:
        do_fall(s, id, (enum pocket)a.index);
        break;
    case AGENDA_TIP:
        wake(s, id);
        note(s, SIM_DOUBLE_HIT, id)->speed = sim_impulse_tip(&s->physics, &s->body[id], &s->tip);
        changed(s, id);
        break;
    case AGENDA_NOSE:
    case AGENDA_OUT:
        do_leave(s, id, a.kind);
        break;
    default:
        do_phase(s, id);
    }
}

/* Earliest entry; ties go to the lowest ids, so that the order is the same everywhere. */
static double earliest(const struct sim_shot *s, ball_id *a, ball_id *b)
{
    double t = INFINITY;
    for (ball_id i = 1; i <= s->set->count; i++) {
        if (s->own[i].t < t) {
            t = s->own[i].t;
            *a = i;
            *b = BALL_NONE;
        }
        for (ball_id j = i + 1; j <= s->set->count; j++)
            if (s->pair[i][j] < t) {
                t = s->pair[i][j];
                *a = i;
                *b = j;
            }
    }
    return t;
}

static bool anything_moves(const struct sim_shot *s)
{
    for (ball_id i = 1; i <= s->set->count; i++)
        if (moving(&s->body[i]) || s->body[i].topple < INFINITY)
            return true;
    return false;
}

/* ---- passages that change nothing: over the baulk-line, over a ball --------------------------------------------- */

static void insert_event(struct sim_record *r, struct sim_event e)
{
    if (r->events_n == SIM_EVENTS_MAX) {
        r->dropped++;
        return;
    }
    int i = r->events_n++;
    for (; i > 0 && r->event[i - 1].t > e.t; i--)
        r->event[i] = r->event[i - 1];
    r->event[i] = e;
}

static void find_line_crossings(struct sim_record *r, const struct sim_piece *q)
{
    double line = r->table->bed.baulk_x, span = fmin(q->t1, q->t0 + 100) - q->t0, from = 0;
    for (int k = 0; k < 2; k++) {
        struct sim_ball_at at = sim_piece_at(q, q->t0 + from);
        double sign = at.p.x > line || (at.p.x == line && at.v.x > 0) ? 1 : -1;
        struct poly4 p = {{sign * (q->p.x - line), sign * q->v.x, sign * 0.5 * q->a.x, 0, 0}};
        struct poly4 shifted = {{sign * (at.p.x - line), sign * at.v.x, p.c[2], 0, 0}};
        double t = span > from ? sim_poly4_first_fall(&shifted, span - from) : -1;
        if (t < 0)
            return;
        from += t;
        at = sim_piece_at(q, q->t0 + from);
        insert_event(r, (struct sim_event){.t = q->t0 + from,
                                           .kind = SIM_LINE,
                                           .a = q->ball,
                                           .into = sign > 0,
                                           .at = vec3_flat(at.p),
                                           .v = vec3_flat(at.v)});
        from += 1e-9;
    }
}

/* A ball in the air passes over another when their outlines in plan cross without a contact. */
static void find_jumps(struct sim_shot *s, const struct sim_piece *q)
{
    struct sim_record *r = &s->record;
    for (ball_id j = 1; j <= s->set->count; j++) {
        const struct sim_piece *o = j == q->ball ? NULL : sim_record_piece(r, j, q->t0);
        if (!o || o->phase < SIM_REST || o->phase > SIM_SLIDE)
            continue;
        struct vec2 d = vec2_sub(vec3_flat(q->p), vec3_flat(o->p)), v = vec3_flat(q->v);
        double vv = vec2_dot(v, v), t = vv > 0 ? -vec2_dot(d, v) / vv : -1;
        if (t <= 0 || t >= q->t1 - q->t0 || vec2_len(vec2_along(d, t, v)) > s->body[j].r)
            continue;
        struct sim_ball_at at = sim_piece_at(q, q->t0 + t);
        insert_event(r, (struct sim_event){
                            .t = q->t0 + t, .kind = SIM_JUMP, .a = q->ball, .b = j, .at = vec3_flat(at.p), .v = v});
    }
}

static void find_passages(struct sim_shot *s)
{
    for (int i = 0; i < s->record.pieces_n; i++) {
        const struct sim_piece *q = &s->record.piece[i];
        if (q->ball == s->struck && q->phase >= SIM_ROLL && q->phase <= SIM_AIR)
            find_line_crossings(&s->record, q);
        if (q->phase == SIM_AIR)
            find_jumps(s, q);
    }
}

/* ---- running ---------------------------------------------------------------------------------------------------- */

static void reset(struct sim_shot *s)
{
    s->now = 0;
    s->tip.live = false;
    s->struck = BALL_NONE;
    s->record.events_n = s->record.pieces_n = s->record.dropped = 0;
    s->record.cut = false;
    memset(s->body, 0, sizeof s->body);
    for (int i = 0; i < BALL_IDS; i++) {
        s->piece_of[i] = -1;
        s->own[i] = (struct agenda){INFINITY, AGENDA_NONE, 0};
        s->body[i].topple = INFINITY;
        for (int j = 0; j < BALL_IDS; j++)
            s->pair[i][j] = INFINITY;
    }
}

static void put(struct sim_shot *s, ball_id id, struct vec3 p)
{
    struct body *b = &s->body[id];
    b->r = sim_ball_d(s->table, id) / 2;
    b->m = b->r * b->r * b->r;
    b->lean = sim_motion_lean(b->r, s->table->nose_height);
    b->r_wall = b->r * sqrt(1 - b->lean * b->lean);
    b->now = (struct sim_piece){.ball = id, .phase = p.z > b->r + 1e-6 ? SIM_AIR : SIM_REST, .p = p};
}

static void begin(struct sim_shot *s)
{
    for (ball_id i = 1; i <= s->set->count; i++)
        if (s->body[i].now.phase)
            changed(s, i);
}

static void play(struct sim_shot *s)
{
    int steps = 0;
    while (anything_moves(s)) {
        ball_id a = 0, b = 0;
        double t = earliest(s, &a, &b);
        if (!(t < LIMIT_S) || ++steps > STEPS_MAX) {
            s->record.cut = true;
            break;
        }
        s->now = fmax(s->now, t);
        if (b)
            do_contact(s, a, b);
        else
            do_own(s, a);
    }
    s->record.rest = 0;
    for (int i = 0; i < s->record.events_n; i++)
        if (s->record.event[i].kind != SIM_LINE)
            s->record.rest = s->record.event[i].t;
    s->now = s->record.rest;
    note(s, SIM_ALL_REST, BALL_NONE);
    find_passages(s);
}

/* Velocity and spin that the tip gives. A raised cue drives the ball into the slate, which throws it up again, and
 * leans the axis of side forward, which makes the path swerve. */
static void strike_body(struct sim_shot *s, const struct sim_strike *k)
{
    struct body *b = &s->body[k->ball];
    struct vec2 d = vec2_unit(k->along);
    double flat = sqrt(1 - k->raise * k->raise), v = k->speed, spin = 2.5 * v / b->r;
    b->now.v = vec3(d.x * v * flat, d.y * v * flat, 0);
    b->now.w = vec3(-d.y * spin * k->follow, d.x * spin * k->follow, 0);
    struct vec3 axis = vec3(d.x * k->raise, d.y * k->raise, flat);
    b->now.w = vec3_along(b->now.w, spin * k->side, axis);
    b->now.phase = SIM_SLIDE;
    double up = v * k->raise * s->physics.bounce_e;
    if (k->raise >= 0.2 && up > 100) {
        b->now.v.z = up;
        b->now.phase = SIM_AIR;
    }
}

/* The tip keeps part of its speed and is brought to a stop by the arm over the follow-through. */
static void launch_tip(struct sim_shot *s, const struct sim_strike *k)
{
    const struct body *b = &s->body[k->ball];
    struct vec2 d = vec2_unit(k->along);
    double v = s->physics.tip_keeps * k->speed, length = s->physics.follow_through_mm;
    if (length <= 0 || v <= 0 || k->raise >= 0.2)
        return;
    s->tip = (struct tip){.live = true, .t0 = 0, .t1 = 2 * length / v};
    s->tip.p = vec3(b->now.p.x - d.x * b->r, b->now.p.y - d.y * b->r, b->r);
    s->tip.v = vec3(d.x * v, d.y * v, 0);
    s->tip.a = vec3(-d.x * v / s->tip.t1, -d.y * v / s->tip.t1, 0);
}

void sim_shot_run(struct sim_shot *s, const struct sim_start *start, const struct sim_strike *strike)
{
    reset(s);
    for (ball_id i = 1; i <= s->set->count; i++) {
        double r = sim_ball_d(s->table, i) / 2;
        if (ball_in(start->present, i))
            put(s, i, vec3(start->at[i].x, start->at[i].y, r));
        if (ball_in(start->present & start->rolling, i)) {
            s->body[i].now.v = vec3(start->v[i].x, start->v[i].y, 0);
            s->body[i].now.w = vec3(-start->v[i].y / r, start->v[i].x / r, 0);
        }
    }
    begin(s);
    if (strike && strike->speed > 0 && ball_in(start->present, strike->ball)) {
        s->struck = strike->ball;
        strike_body(s, strike);
        launch_tip(s, strike);
        note(s, SIM_STRIKE, strike->ball)->speed = strike->speed;
        note(s, SIM_START, strike->ball);
        changed(s, strike->ball);
    }
    play(s);
}

void sim_shot_launch(struct sim_shot *s, const struct sim_launch *launch)
{
    reset(s);
    for (ball_id i = 1; i <= s->set->count; i++)
        if (ball_in(launch->present, i)) {
            put(s, i, launch->p[i]);
            s->body[i].now.v = launch->v[i];
            s->body[i].now.w = launch->w[i];
            if (launch->v[i].z > 0)
                s->body[i].now.phase = SIM_AIR;
        }
    begin(s);
    play(s);
}
