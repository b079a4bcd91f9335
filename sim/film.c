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
    if (row->pace > 0)
        s.pace = row->pace;
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
    s->lamp_fail_s = sim_rng_int(&rng, 8) ? 0 : sim_rng_range(&rng, 5, 60);
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
        err = sim_shot_open(&f->shot[0], &f->table, row->set, &s->physics);
    if (!err)
        err = sim_shot_open(&f->shot[1], &f->table, row->set, &s->physics);
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
    for (int i = 0; i < 2; i++)
        if (f->shot[i])
            sim_shot_close(&f->shot[i]);
    if (f->mind)
        sim_shot_close(&f->mind);
    free(f);
    *film = NULL;
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
    struct sim_render *lit = f->render;
    f->render = f->dim;
    f->dim = lit;
}

/* ---- frames ----------------------------------------------------------------------------------------------------- */

static int advance(struct sim_film *f)
{
    double t = f->frames / f->set.camera.fps;
    while (!f->ended && (!f->started || t >= f->take.t1))
        f->ended = !sim_take_plan(f);
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
