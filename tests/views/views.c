/* SPDX-License-Identifier: Apache-2.0 */
/* views.c: draws lots for table, lens, pose, room, balls and people; renders; measures cameras against the truth. */
#include "views.h"

#include "detmath.h"
#include "err.h"
#include "people.h"
#include "pixels.h"
#include "render.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- camera ----------------------------------------------------------------------------------------------------- */

/* Off vertical by `tilt` towards `azimuth`, still looking at the middle, from `away` mm. */
static void aim(struct sim_camera *c, double tilt, double azimuth, double away, double roll)
{
    double s = sin(tilt), k = cos(tilt);
    struct vec3 back = vec3(s * cos(azimuth), s * sin(azimuth), k), ahead = vec3_scale(back, -1);
    struct vec3 right = vec3_unit(vec3_cross(ahead, vec3(0, 1, 0.001)));
    struct vec3 down = vec3_cross(ahead, right);
    double R[9] = {right.x, right.y, right.z, down.x, down.y, down.z, ahead.x, ahead.y, ahead.z};
    memcpy(c->R, R, sizeof R);
    c->at = vec3_scale(back, away);
    sim_camera_turn(c, 0, 0, roll);
}

static double pick_tilt(struct sim_rng *rng)
{
    double degrees = sim_rng_int(rng, 5) < 2 ? sim_rng_range(rng, 0, 3) : sim_rng_range(rng, 3, 25);
    return degrees * SIM_PI / 180;
}

/* Mostly along the table, some across it, some any way. */
static double pick_roll(struct sim_rng *rng)
{
    int how = sim_rng_int(rng, 10);
    if (how == 0)
        return sim_rng_range(rng, 0, 2 * SIM_PI);
    return sim_rng_range(rng, -0.08, 0.08) + (how < 3 ? SIM_PI / 2 : 0) + (sim_rng_int(rng, 2) ? SIM_PI : 0);
}

/* Radial distortion as a share of the picture at its corner, none to fisheye-like, never folding. */
static void pick_lens(struct sim_camera *c, struct sim_rng *rng)
{
    static const double bend[] = {0, -0.02, -0.05, -0.10, -0.14, 0.02};
    double x = c->width / 2.0 / c->fx, y = c->height / 2.0 / c->fx, r2 = x * x + y * y;
    double k1 = bend[sim_rng_int(rng, 6)] * sim_rng_range(rng, 0.7, 1.3) / r2;
    c->k[0] = k1;
    c->k[1] = -k1 * sim_rng_range(rng, 0.05, 0.2) / r2;
    c->k[2] = sim_rng_range(rng, -4e-4, 4e-4);
    c->k[3] = sim_rng_range(rng, -4e-4, 4e-4);
}

static void pick_camera(struct view_of *v, struct sim_rng *rng, int width)
{
    bool large = sim_rng_int(rng, 5) < 2;
    width = width ? width : large ? 1920 : 1280;
    struct sim_camera *c = &v->camera;
    *c = sim_camera_random(&v->table, width, width * 9 / 16, v->seed); /* for the sensor */
    double away = v->table.bed.length * exp(sim_rng_range(rng, log(0.55), log(2.6))), margin;
    memset(c->k, 0, sizeof c->k);
    v->tilt = pick_tilt(rng);
    aim(c, v->tilt, sim_rng_range(rng, 0, 2 * SIM_PI), away, pick_roll(rng));
    sim_camera_turn(c, sim_rng_range(rng, -0.015, 0.015), sim_rng_range(rng, -0.015, 0.015), 0);
    c->cx = (width - 1) / 2.0 + sim_rng_range(rng, -0.012, 0.012) * width;
    c->cy = (c->height - 1) / 2.0 + sim_rng_range(rng, -0.012, 0.012) * width;
    margin = sim_rng_range(rng, 0.005, 0.06);
    sim_camera_fit(c, &v->table, margin);
    pick_lens(c, rng);
    sim_camera_fit(c, &v->table, margin);
    c->gain = sim_rng_range(rng, 0.75, 1.2);
}

struct camera view_camera(const struct sim_camera *c)
{
    struct camera out = {.width = c->width, .height = c->height, .fx = c->fx, .fy = c->fy, .cx = c->cx, .cy = c->cy};
    memcpy(out.k, c->k, sizeof out.k);
    memcpy(out.R, c->R, sizeof out.R);
    for (int i = 0; i < 3; i++)
        out.t[i] = -(c->R[3 * i] * c->at.x + c->R[3 * i + 1] * c->at.y + c->R[3 * i + 2] * c->at.z);
    return out;
}

/* ---- balls and people ------------------------------------------------------------------------------------------- */

static void put_ball(struct view_of *v, ball_id id, struct vec2 at)
{
    struct sim_thing *t = &v->balls.thing[v->balls.things_n++];
    double r = v->table.bed.ball_d / 2;
    *t = (struct sim_thing){.kind = SIM_THING_BALL, .track_n = 1, .casts = true, .gloss = (float)v->look.gloss};
    t->at[0] = v3((float)at.x, (float)at.y, (float)r);
    t->ra = (float)r;
    t->paint = sim_look_ball(&v->look, v->table.balls, id);
    t->turn[0] = t->turn[4] = t->turn[8] = 1;
}

static void scatter_balls(struct view_of *v, struct sim_rng *rng)
{
    int all = ball_set(v->table.balls)->count, n = sim_rng_int(rng, all + 1);
    struct vec2 at[BALL_IDS];
    double r = v->table.bed.ball_d / 2;
    for (int i = 0; i < n; i++) {
        bool clear = false;
        for (int tries = 0; tries < 50 && !clear; tries++) {
            at[i] = vec2(sim_rng_range(rng, -1, 1) * (v->table.bed.length / 2 - r),
                         sim_rng_range(rng, -1, 1) * (v->table.bed.width / 2 - r));
            clear = true;
            for (int j = 0; j < i; j++)
                clear &= vec2_dist(at[i], at[j]) > 2.02 * r;
        }
        put_ball(v, (ball_id)(i + 1), at[i]);
    }
}

/* Someone who stands at the rail, and someone whose arm is over the table; where depends on the moment. */
static void add_people(const struct view_of *v, int moment, struct sim_scene *s)
{
    struct sim_rng rng = sim_rng(v->seed * 977 + (uint64_t)moment);
    if (v->people >= 1) {
        struct figure figure = {.place = sim_rng_unit(&rng), .referee = sim_rng_int(&rng, 2)};
        sim_people_stander(s, &v->look, &v->table, &figure, NULL);
    }
    if (v->people >= 2) {
        struct figure figure = {.place = sim_rng_unit(&rng), .lean = 1};
        struct vec2 facing, at = sim_people_path(&v->table, figure.place, &facing);
        figure.towards = vec2_along(at, sim_rng_range(&rng, 500, 900), facing);
        struct vec3 hand = vec3(figure.towards.x, figure.towards.y, 26);
        sim_people_stander(s, &v->look, &v->table, &figure, &hand);
    }
}

void view_random(struct view_of *v, uint64_t seed, int width)
{
    struct sim_rng rng = sim_rng(seed * 7919 + 13);
    *v = (struct view_of){.seed = seed};
    table_make(&v->table, table_kind_name((size_t)sim_rng_int(&rng, (int)table_kinds())));
    v->look = sim_look_random(&v->table, seed);
    pick_camera(v, &rng, width);
    v->balls.light_gain = 1;
    scatter_balls(v, &rng);
    v->people = sim_rng_int(&rng, 3);
}

/* ---- pictures --------------------------------------------------------------------------------------------------- */

int view_render(const struct view_of *v, bool median, struct frame *out)
{
    struct sim_render *render;
    struct frame kept[VIEW_FRAMES], f;
    struct sim_scene *scene = &(struct sim_scene){0};
    int n = median ? VIEW_FRAMES : 1, done = 0;
    int err = sim_render_open(&render, &v->table, &v->look, &v->camera, 1);
    if (err)
        return err;
    for (; done < n && !err; done++) {
        *scene = v->balls;
        add_people(v, done, scene);
        sim_render_frame(render, scene, (uint64_t)done, &f);
        err = pixels_median(&f, 1, &kept[done]);
    }
    if (!err)
        err = pixels_median(kept, n, out);
    for (int i = 0; i < done; i++)
        pixels_free(&kept[i]);
    sim_render_close(&render);
    return err;
}

/* ---- against the truth ------------------------------------------------------------------------------------------ */

static struct view_error compare(const struct view_of *v, const struct camera *cam, double sign)
{
    enum { ALONG = 16, ACROSS = 8 };
    struct view_error e = {.turned = sign < 0};
    double r = v->table.bed.ball_d / 2, hx = v->table.bed.length / 2 - r, hy = v->table.bed.width / 2 - r, sum = 0;
    for (int i = -ALONG; i <= ALONG; i++)
        for (int j = -ACROSS; j <= ACROSS; j++) {
            struct vec2 px, mm, want = vec2(hx * i / ALONG, hy * j / ACROSS);
            if (!sim_camera_project(&v->camera, vec3(want.x, want.y, r), &px) || !camera_to_plane(cam, px, r, &mm))
                return (struct view_error){.rms = 1e6, .worst = 1e6, .ends = 1e6};
            struct vec2 d = vec2_sub(vec2_scale(mm, sign), want);
            sum += vec2_dot(d, d);
            e.worst = fmax(e.worst, vec2_len(d));
            e.ends = abs(i) == ALONG ? fmax(e.ends, fabs(d.x)) : e.ends;
        }
    e.rms = sqrt(sum / ((2 * ALONG + 1) * (2 * ACROSS + 1)));
    return e;
}

struct view_error view_compare(const struct view_of *v, const struct camera *cam)
{
    struct view_error straight = compare(v, cam, 1), turned = compare(v, cam, -1);
    return straight.rms <= turned.rms ? straight : turned;
}
