/* SPDX-License-Identifier: Apache-2.0 */
/* film.c: how does a match become a film: strokes one after the other, with what hands and lamps do between them? */
#include "sim.h"

#include "err.h"
#include "film_in.h"

#include <stdlib.h>
#include <string.h>

/* ---- settings --------------------------------------------------------------------------------------------------- */

struct sim_settings sim_settings_defaults(enum sim_game game, int width, int height, uint64_t seed)
{
    struct sim_settings s = {.game = game, .seed = seed, .people = true, .pace = 1, .drift_s = 60, .threads = 1};
    const struct sim_game_row *row = sim_game_row(game);
    struct table t;
    if (!row || table_make(&t, row->table))
        return s;
    strncpy(s.table, row->table, SIM_KIND_MAX - 1);
    s.camera = sim_camera_over(&t, width, height, 0.82 * t.bed.length + 250);
    s.look = sim_look_defaults(&t);
    s.physics = sim_physics_defaults();
    if (t.style != TABLE_SNOOKER)
        s.physics.slide = 0.2, s.physics.roll = 0.01, s.physics.cushion_e = 0.78;
    s.skill[0] = (struct sim_skill){.aim_sd = 0.0016, .speed_sd = 0.05, .mischief = 0.05, .thoughts = 90};
    s.skill[1] = (struct sim_skill){.aim_sd = 0.0022, .speed_sd = 0.06, .mischief = 0.06, .thoughts = 70};
    s.touch = 0.02;
    return s;
}

void sim_settings_vary(struct sim_settings *s, uint64_t seed)
{
    struct sim_rng rng = sim_rng(seed ^ 0x5EED);
    struct table t;
    if (table_make(&t, s->table))
        return;
    s->camera = sim_camera_random(&t, s->camera.width, s->camera.height, seed);
    s->look = sim_look_random(&t, seed);
    s->physics.slide = sim_rng_range(&rng, 0.15, 0.28);
    s->physics.roll = sim_rng_range(&rng, 0.007, 0.016);
    s->physics.cushion_e = sim_rng_range(&rng, 0.65, 0.86);
    s->physics.ball_e = sim_rng_range(&rng, 0.91, 0.975);
    s->drift = sim_rng_int(&rng, 3) ? 0 : sim_rng_range(&rng, 0.01, 0.08);
    s->drift_s = sim_rng_range(&rng, 10, 90);
    s->bump_s = sim_rng_int(&rng, 5) ? 0 : sim_rng_range(&rng, 2, 30);
    s->bump = sim_rng_range(&rng, 0.001, 0.006);
    s->captions = sim_rng_int(&rng, 4) == 0;
}

/* ---- open and close --------------------------------------------------------------------------------------------- */

/* Figures of the table come through sine and tangent, whose last bit differs between machines: keep what is the same.
 */
static double same_everywhere(double mm)
{
    return floor(mm * 4096 + 0.5) / 4096;
}

static struct vec2 same_point(struct vec2 p)
{
    return vec2(same_everywhere(p.x), same_everywhere(p.y));
}

static void round_table(struct table *t)
{
    for (int p = POCKET_TL; p < POCKET_COUNT; p++) {
        struct pocket_shape *k = &t->pocket[p];
        k->fall = same_point(k->fall);
        for (int i = 0; i < 2; i++) {
            struct jaw *j = &k->jaw[i];
            j->start = same_point(j->start);
            j->centre = same_point(j->centre);
            j->end = same_point(j->end);
            j->back = same_point(j->back);
        }
    }
    for (int i = 0; i < TABLE_NOSES; i++) {
        t->nose[i].from = same_point(t->nose[i].from);
        t->nose[i].to = same_point(t->nose[i].to);
    }
}

static struct sim_look without_lamp(const struct sim_look *look)
{
    struct sim_look k = *look;
    k.lamp[k.lamps_n - 1].power = 0;
    return k;
}

static int open_render(struct sim_film *f)
{
    const struct sim_settings *s = &f->set;
    if (!s->threads)
        return 0;
    int err = sim_render_open(&f->render, &f->table, &s->look, &s->camera, s->threads);
    if (err || s->lamp_fail_s <= 0 || s->look.lamps_n < 2)
        return err;
    struct sim_look dim = without_lamp(&s->look);
    return sim_render_open(&f->dim, &f->table, &dim, &s->camera, s->threads);
}

static int open_parts(struct sim_film *f)
{
    const struct sim_settings *s = &f->set;
    const struct sim_game_row *row = sim_game_row(s->game);
    if (!row || s->pace <= 0 || s->threads < 0)
        return ERR_RANGE;
    int err = table_make(&f->table, s->table[0] ? s->table : row->table);
    if (err)
        return err;
    round_table(&f->table);
    err = sim_camera_check(&s->camera);
    if (!err)
        err = sim_shot_open(&f->shot, &f->table, row->set, &s->physics);
    if (!err)
        err = sim_shot_open(&f->mind, &f->table, row->set, &s->physics);
    return err ? err : open_render(f);
}

int sim_film_open(struct sim_film **out, const struct sim_settings *settings)
{
    *out = NULL;
    struct sim_film *f = calloc(1, sizeof *f);
    if (!f)
        return ERR_MEMORY;
    f->set = *settings;
    f->camera = settings->camera;
    f->rng = sim_rng(settings->seed);
    int err = open_parts(f);
    if (err) {
        sim_film_close(&f);
        return err;
    }
    for (int b = 0; b < BALL_IDS; b++) { /* balls lie as they were left */
        struct turn q = {sim_rng_normal(&f->rng), sim_rng_normal(&f->rng), sim_rng_normal(&f->rng),
                         sim_rng_normal(&f->rng)};
        double l = sqrt(q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z);
        f->turn[b] = l > 0 ? (struct turn){q.w / l, q.x / l, q.y / l, q.z / l} : (struct turn){1, 0, 0, 0};
    }
    *out = f;
    return 0;
}

void sim_film_close(struct sim_film **film)
{
    struct sim_film *f = *film;
    if (!f)
        return;
    sim_render_close(&f->render);
    sim_render_close(&f->dim);
    if (f->shot)
        sim_shot_close(&f->shot);
    if (f->mind)
        sim_shot_close(&f->mind);
    free(f);
    *film = NULL;
}

/* ---- between strokes -------------------------------------------------------------------------------------------- */

static void add_act(struct sim_film *f, enum event_kind kind, ball_id b, struct vec2 from, struct vec2 at, bool player)
{
    struct sim_take *k = &f->take;
    if (k->acts_n < SIM_ACTS_MAX)
        k->act[k->acts_n++] = (struct sim_act){.kind = kind, .ball = b, .from = from, .at = at, .by_player = player};
}

static void plan_acts(struct sim_film *f, const struct sim_play *p, const struct sim_choice *c)
{
    for (BALL_EACH(b, p->lift & f->before.present))
        add_act(f, EVENT_REMOVED, (ball_id)b, f->before.at[b], f->before.at[b], b == p->cue);
    for (int i = 0; i < p->spot_n; i++)
        add_act(f, EVENT_PLACED, p->spot[i].ball, p->spot[i].at, p->spot[i].at, false);
    if (c->placed)
        add_act(f, EVENT_PLACED, p->cue, c->at, c->at, true);
}

/* A sleeve moves a ball a little, to a place that is free. */
static void plan_touch(struct sim_film *f, struct sim_play *p)
{
    if (sim_rng_unit(&f->rng) >= f->set.touch || p->opening)
        return;
    ball_id b = (ball_id)(1 + sim_rng_int(&f->rng, ball_set(p->row->set)->count));
    double a = sim_rng_range(&f->rng, 0, 2 * SIM_PI), by = sim_rng_range(&f->rng, 4, 16);
    struct vec2 from = p->balls.at[b], to = vec2(from.x + by * sim_cos(a), from.y + by * sim_sin(a));
    double room = sim_ball_d(&f->table, b) + 0.5;
    if (!ball_in(p->balls.present, b) || b == p->cue || fabs(to.x) > f->table.bed.length / 2 - room ||
        fabs(to.y) > f->table.bed.width / 2 - room)
        return;
    for (BALL_EACH(o, p->balls.present & ~ball_bit(b)))
        if (vec2_dist(to, p->balls.at[o]) < room)
            return;
    add_act(f, EVENT_DISTURBED, b, from, to, true);
    p->balls.at[b] = to;
}

/* The arm comes from beyond the nearest long side. */
static struct vec3 arm_from(const struct sim_film *f, struct vec2 at)
{
    double side = at.y >= 0 ? 1 : -1;
    return vec3(at.x + (at.x > 0 ? 120 : -120), side * (f->table.bed.width / 2 + 420), 420);
}

/* When each hand comes and goes; returns when the table is ready for the player. */
static double time_acts(struct sim_film *f, double t)
{
    double pace = f->set.people ? f->set.pace : 0.1 * f->set.pace;
    if (f->take.acts_n > 6) /* racking goes hand over hand */
        pace *= 0.35;
    f->errands_n = 0;
    for (int i = 0; i < f->take.acts_n; i++) {
        struct sim_act *a = &f->take.act[i];
        if (a->kind == EVENT_DISTURBED) {
            a->t = t + 0.4;
            t += 0.6 * pace + 0.2;
            continue;
        }
        a->t = t + 1.3 * pace;
        f->errand[f->errands_n++] =
            (struct film_errand){.t0 = t, .grab = a->t, .t1 = a->t + 1.1 * pace, .from = arm_from(f, a->at), .act = i};
        t = a->t + (i + 1 < f->take.acts_n ? 0.45 : 1.1) * pace;
    }
    return t;
}

static void time_player(struct sim_film *f, double ready)
{
    struct sim_take *k = &f->take;
    double pace = f->set.pace;
    f->down_t = ready + pace * sim_rng_range(&f->rng, 0.2, 1.2);
    f->feather_t = f->down_t + 1.0 + 0.3 * pace;
    f->feathers = 1 + sim_rng_int(&f->rng, 3);
    k->strike_t = f->feather_t + f->feathers * 0.7 * (0.5 + 0.5 * pace) + 0.6;
    if (!f->set.people)
        k->strike_t = ready + 0.3 + pace;
    f->up_t = k->strike_t + 0.45 + 0.3 * pace;
}

/* How far the nearest rail is behind the cue-ball: beyond a long arm's reach the rest is used. */
static bool needs_rest(const struct sim_film *f, struct vec2 ball, struct vec2 along)
{
    double out = 1e9;
    if (along.x != 0)
        out = fmin(out, (f->table.bed.length / 2 + (along.x > 0 ? ball.x : -ball.x)) / fabs(along.x));
    if (along.y != 0)
        out = fmin(out, (f->table.bed.width / 2 + (along.y > 0 ? ball.y : -ball.y)) / fabs(along.y));
    return out > 1350;
}

/* The hand lies where no ball is; among balls it stands on its fingertips. */
static void place_bridge(struct sim_film *f, struct vec2 along)
{
    const struct sim_take *k = &f->take;
    double best = -1;
    for (int i = 0; i < 8; i++) {
        double behind = 150 + 28.0 * ((i * 3 + 3) % 8), room = 70; /* the usual distance is looked at first */
        struct vec2 hand = vec2_along(k->before.at[k->cue], -behind, along);
        for (BALL_EACH(b, k->before.present & ~ball_bit(k->cue)))
            for (int part = -1; part <= 1; part++)
                room = fmin(room, vec2_dist(k->before.at[b], vec2_along(hand, 40 * part, along)) -
                                      sim_ball_d(&f->table, (ball_id)b) / 2);
        if (room > best) {
            best = room;
            f->behind = behind;
        }
    }
    f->over = best < 42 ? 36 : 0;
}

static void place_people(struct sim_film *f)
{
    const struct sim_take *k = &f->take;
    struct vec2 along = vec2_unit(k->choice.strike.along), behind = vec2_along(k->before.at[k->cue], -1500, along);
    place_bridge(f, along);
    f->with_rest = needs_rest(f, k->before.at[k->cue], along);
    f->stand = f->stand_to;
    double to = sim_people_path_near(&f->table, behind) + 0.45;
    f->stand_to = to + floor(f->stand - to + 0.5); /* the short way round */
}

/* ---- strokes ---------------------------------------------------------------------------------------------------- */

static void start_rack(struct sim_film *f)
{
    int rack = f->take.rack + 1, striker = f->play.row ? (f->play.striker + 1) % f->play.row->players : 0;
    double t1 = f->take.t1;
    memset(&f->take, 0, sizeof f->take);
    f->take.t1 = t1;
    f->take.rack = rack;
    sim_play_begin(&f->play, f->set.game, &f->table);
    f->play.striker = f->set.strokes < 0 ? striker % f->play.row->players : 0;
    f->before = f->play.balls;
}

static void fill_take(struct sim_film *f, const struct sim_play *p, const struct sim_choice *c, double t0)
{
    struct sim_take *k = &f->take;
    k->n++;
    k->striker = p->striker;
    k->t0 = t0;
    k->choice = *c;
    k->before = p->balls;
    k->on = p->on;
    k->hand = p->hand;
    k->cue = p->cue;
    memcpy(k->score_before, p->score, sizeof k->score_before);
}

static void settle_take(struct sim_film *f)
{
    struct sim_take *k = &f->take;
    f->play.called = k->choice.ball;
    f->play.called_pocket = k->choice.pocket;
    f->play.safety = k->choice.intent == SIM_INTENT_SAFETY;
    k->after = sim_record_end(k->record);
    sim_play_settle(&f->play, k->record);
    memcpy(k->score, f->play.score, sizeof k->score);
    k->foul = f->play.foul;
    k->over = f->play.over;
    k->next = f->play.striker;
}

bool sim_film_next_take(struct sim_film *f)
{
    struct sim_take *k = &f->take;
    if (f->set.strokes > 0 && f->strokes >= f->set.strokes)
        return false;
    if (k->over && f->set.strokes == 0)
        return false;
    if (!f->started || k->over)
        start_rack(f);
    else
        f->before = k->after;
    f->started = true;
    struct sim_play *p = &f->play;
    double t0 = k->t1;
    k->acts_n = 0;
    struct sim_choice c = sim_choose(p, f->mind, &f->set.skill[p->striker & 1], &f->rng);
    plan_acts(f, p, &c);
    if (c.placed) {
        p->balls.at[p->cue] = c.at;
        p->balls.present |= ball_bit(p->cue);
    }
    plan_touch(f, p);
    fill_take(f, p, &c, t0);
    time_player(f, time_acts(f, t0 + 0.3 * f->set.pace));
    sim_shot_run(f->shot, &p->balls, &c.strike);
    k->record = sim_shot_record(f->shot);
    k->rest_t = k->strike_t + k->record->rest;
    k->t1 = fmax(k->rest_t, f->set.people ? f->up_t + 0.9 : 0) + 0.5 + f->set.pace * sim_rng_range(&f->rng, 0.1, 0.8);
    place_people(f);
    sim_staging_index(f);
    settle_take(f);
    f->strokes++;
    return true;
}

/* ---- mishaps ---------------------------------------------------------------------------------------------------- */

/* A knock swings the camera to and fro and leaves it turned. t: of the middle of a frame's exposure. */
static void knock_camera(struct sim_film *f, double t)
{
    const double settled = 1.2, calm = 0.16, per_s = 6.3; /* after so many s nothing is left; decay; swings */
    double s = t - f->set.bump_s;
    if (f->set.bump_s <= 0 || s <= 0 || f->knocked)
        return;
    f->knocked = s >= settled;
    double left = f->knocked ? 0 : sim_exp(-s / calm), phase = 2 * SIM_PI * per_s * s;
    double a = f->set.bump * (1 - left * sim_cos(phase)), b = f->set.bump * (1 - left * sim_cos(1.2 * phase));
    f->camera = f->set.camera;
    sim_camera_turn(&f->camera, a, 0.7 * b, 0.3 * a);
}

/* The room without that lamp was drawn at opening: nothing waits for it now. */
static void fail_lamp(struct sim_film *f, double t)
{
    if (f->lamp_out || f->set.lamp_fail_s <= 0 || t < f->set.lamp_fail_s || f->set.look.lamps_n < 2)
        return;
    f->lamp_out = true;
    f->set.look = without_lamp(&f->set.look);
    struct sim_render *lit = f->render;
    f->render = f->dim;
    f->dim = lit;
}

/* ---- frames ----------------------------------------------------------------------------------------------------- */

static int advance(struct sim_film *f)
{
    double t = f->frames / f->set.camera.fps;
    while (!f->ended && (!f->started || t >= f->take.t1))
        f->ended = !sim_film_next_take(f);
    if (f->ended)
        return ERR_END;
    f->t = t;
    f->frames++;
    knock_camera(f, t + 0.5 * (f->camera.shutter_s + f->camera.rolling_s));
    fail_lamp(f, t);
    sim_staging_see(f, t);
    return 0;
}

int sim_film_skip(struct sim_film *f)
{
    return advance(f);
}

int sim_film_next(struct sim_film *f, struct frame *frame)
{
    if (!f->render)
        return ERR_UNSUPPORTED;
    int err = advance(f);
    if (err)
        return err;
    sim_staging_scene(f, f->t);
    sim_render_turn(f->render, &f->camera);
    sim_render_frame(f->render, &f->scene, (uint64_t)(f->frames - 1), frame);
    return 0;
}

const struct sim_take *sim_film_take(const struct sim_film *f)
{
    return &f->take;
}

const struct sim_ball_seen *sim_film_balls(const struct sim_film *f)
{
    return f->seen;
}

const struct table *sim_film_table(const struct sim_film *f)
{
    return &f->table;
}

const struct sim_camera *sim_film_camera(const struct sim_film *f)
{
    return &f->camera;
}

const struct sim_settings *sim_film_settings(const struct sim_film *f)
{
    return &f->set;
}

double sim_film_time(const struct sim_film *f)
{
    return f->t;
}

int sim_film_frames(const struct sim_film *f)
{
    return f->frames;
}

void sim_film_tiles(const struct sim_film *f, int *drawn, int *all)
{
    *drawn = *all = 0;
    if (f->render)
        sim_render_tiles(f->render, drawn, all);
}

double sim_film_done(const struct sim_film *f)
{
    double in = f->take.t1 > f->take.t0 ? sim_clamp((f->t - f->take.t0) / (f->take.t1 - f->take.t0), 0, 1) : 0;
    if (f->set.strokes > 0)
        return (f->strokes - 1 + in) / f->set.strokes;
    if (f->set.strokes < 0 || !f->started)
        return 0;
    struct sim_play fresh;
    sim_play_begin(&fresh, f->set.game, &f->table);
    double all = ball_count(fresh.balls.present), left = ball_count(f->play.balls.present);
    return f->take.over ? in : sim_clamp(1 - left / all, 0, 0.99);
}
