/* SPDX-License-Identifier: Apache-2.0 */
/* scenes.c: lays the balls, draws the frames, keeps them. */
#include "scenes.h"

#include "err.h"
#include "optics.h"
#include "render.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WIDTH = 1920, HEIGHT = 1080, FRAME_BYTES = WIDTH * HEIGHT * 3 / 2 };

const char *scene_name(enum scene_kind kind)
{
    static const char *const names[SCENE_KINDS] = {"open", "rack", "moving"};
    return names[kind];
}

/* ---- layouts ----------------------------------------------------------------------------------------------------- */

static const enum spot spots[] = {SPOT_YELLOW, SPOT_GREEN, SPOT_BROWN, SPOT_BLUE, SPOT_PINK, SPOT_BLACK};

/* Ids of the set: the cue-ball, then colours from yellow to black, then reds. */
static void lay_rack(const struct table *t, struct vec2 mm[SCENE_BALLS])
{
    double d = t->bed.ball_d;
    int n = 0;
    mm[n++] = vec2(t->bed.baulk_x - 90, 130);
    for (int i = 0; i < 6; i++)
        mm[n++] = t->bed.spot[spots[i]];
    for (int row = 0; row < 5; row++)
        for (int i = 0; i <= row; i++)
            mm[n++] = vec2(t->bed.spot[SPOT_PINK].x + 1.02 * d + row * d * 0.8660254, (i - row / 2.0) * d);
}

/* Fixed places, in diameters from the middle of the bed: the last six touch the six before them, one by one. */
static void lay_open(const struct table *t, struct vec2 mm[SCENE_BALLS])
{
    static const double at[SCENE_BALLS - 5][2] = {
        {-12, 3},  {-26, -9}, {-23, 7}, {-20, 0.5}, {1, -1},   {14, 2.5}, {25, 0},   {8, 8},     {9, -9},
        {29, -12}, {18, -6},  {20, 10}, {4, 13},    {-3, -12}, {-9, 11},  {-15, -5}, {11, -0.5},
    };
    static const struct {
        int with;
        double angle; /* radians */
    } touching[5] = {{5, 0.4}, {10, 2.2}, {11, -1.3}, {13, 3.0}, {4, 1.1}};
    double d = t->bed.ball_d;
    for (int i = 0; i < SCENE_BALLS - 5; i++)
        mm[i] = vec2(at[i][0] * d, at[i][1] * d);
    mm[9].y = -(t->bed.width - d) / 2; /* on a cushion */
    for (int i = 0; i < 5; i++)
        mm[SCENE_BALLS - 5 + i] = vec2(mm[touching[i].with].x + d * cos(touching[i].angle),
                                       mm[touching[i].with].y + d * sin(touching[i].angle));
}

/* Every ball a few pixels away from where it was, to and fro, and never into another. */
static void shift(const struct table *t, int frame, struct vec2 mm[SCENE_BALLS])
{
    for (int i = 0; i < SCENE_BALLS; i++) {
        double turn = 2.4 * i, swing = 0.2 * t->bed.ball_d * ((frame * 5 + i * 3) % SCENE_FRAMES) / SCENE_FRAMES;
        struct vec2 inwards = vec2(-0.02 * mm[i].x, -0.02 * mm[i].y);
        if (i < SCENE_BALLS - 5 && i != 4 && i != 5 && i != 10 && i != 11 && i != 13)
            mm[i] = vec2(mm[i].x + inwards.x + swing * cos(turn), mm[i].y + inwards.y + swing * sin(turn));
        else /* touching pairs go together */
            mm[i] = vec2(mm[i].x + 0.3 * t->bed.ball_d * sin(frame), mm[i].y + 0.3 * t->bed.ball_d * cos(frame));
    }
}

static void lay(enum scene_kind kind, const struct table *t, int frame, struct vec2 mm[SCENE_BALLS])
{
    if (kind == SCENE_RACK)
        lay_rack(t, mm);
    else
        lay_open(t, mm);
    if (kind == SCENE_MOVING)
        shift(t, frame, mm);
}

/* ---- the camera ----------------------------------------------------------------------------------------------------
 */

static struct sim_camera make_camera(const struct table *t)
{
    struct sim_camera c = sim_camera_over(t, WIDTH, HEIGHT, 3200);
    c.k[0] = -0.08;
    sim_camera_turn(&c, 0.06, 0.03, 0.01);
    sim_camera_fit(&c, t, 0.02);
    return c;
}

static void tell_camera(const struct sim_camera *from, struct camera *to)
{
    const double *R = from->R, at[3] = {from->at.x, from->at.y, from->at.z};
    *to = (struct camera){.width = from->width, .height = from->height, .fx = from->fx, .fy = from->fy};
    to->cx = from->cx;
    to->cy = from->cy;
    memcpy(to->k, from->k, sizeof to->k);
    memcpy(to->R, from->R, sizeof to->R);
    for (int i = 0; i < 3; i++)
        to->t[i] = -(R[3 * i] * at[0] + R[3 * i + 1] * at[1] + R[3 * i + 2] * at[2]);
}

/* The usual colour of the cloth: the median of a grid over the middle of the picture. */
static void learn_cloth(const struct frame *f, float cloth[3])
{
    for (int p = 0; p < 3; p++) {
        int count[256] = {0}, n = 0, level = 0, w = p ? WIDTH / 2 : WIDTH, h = p ? HEIGHT / 2 : HEIGHT;
        for (int y = h / 4; y < h * 3 / 4; y += 3)
            for (int x = w / 4; x < w * 3 / 4; x += 3, n++)
                count[f->plane[p][y * f->stride[p] + x]]++;
        for (int below = 0; (below += count[level]) < n / 2;)
            level++;
        cloth[p] = (float)(level - (p ? 128 : 16));
    }
}

/* ---- drawing -------------------------------------------------------------------------------------------------------
 */

static void put_balls(struct sim_scene *scene, const struct sim_look *look, const struct table *t,
                      const struct vec2 mm[SCENE_BALLS])
{
    memset(scene, 0, sizeof *scene);
    scene->light_gain = 1;
    for (int i = 0; i < SCENE_BALLS; i++)
        scene->thing[scene->things_n++] =
            (struct sim_thing){.kind = SIM_THING_BALL,
                               .track_n = 1,
                               .at = {v3((float)mm[i].x, (float)mm[i].y, (float)t->bed.ball_d / 2)},
                               .ra = (float)t->bed.ball_d / 2,
                               .paint = sim_look_ball(look, BALL_SET_SNOOKER, (ball_id)(i + 1)),
                               .gloss = (float)look->gloss,
                               .casts = true};
}

static void point_into(struct scenes *s, struct frame *f, int kind, int n)
{
    uint8_t *to = s->memory + (size_t)(kind * SCENE_FRAMES + n) * FRAME_BYTES;
    f->plane[0] = to;
    f->plane[1] = to + WIDTH * HEIGHT;
    f->plane[2] = to + WIDTH * HEIGHT * 5 / 4;
    f->stride[0] = WIDTH;
    f->stride[1] = f->stride[2] = WIDTH / 2;
    f->owner = NULL;
}

static void keep(struct scenes *s, const struct frame *drawn, int kind, int n)
{
    struct frame *f = &s->kind[kind].frame[n];
    *f = *drawn;
    point_into(s, f, kind, n);
    for (int p = 0; p < 3; p++)
        for (int y = 0; y < (p ? HEIGHT / 2 : HEIGHT); y++)
            memcpy((uint8_t *)f->plane[p] + (ptrdiff_t)y * f->stride[p],
                   drawn->plane[p] + (ptrdiff_t)y * drawn->stride[p], (size_t)f->stride[p]);
}

static void draw(struct scenes *s, struct sim_render *render, const struct sim_look *look, int kind, int n)
{
    static struct sim_scene scene;
    const struct table *t = &s->calibration.table;
    struct vec2 *mm = s->kind[kind].mm[n];
    struct frame drawn;
    lay(kind, t, n, mm);
    put_balls(&scene, look, t, mm);
    sim_render_frame(render, &scene, (uint64_t)(kind * SCENE_FRAMES + n), &drawn);
    keep(s, &drawn, kind, n);
    for (int i = 0; i < SCENE_BALLS; i++)
        camera_project(&s->calibration.camera, (struct vec3){mm[i].x, mm[i].y, t->bed.ball_d / 2},
                       &s->kind[kind].px[n][i]);
}

static int make_memory(struct scenes *s)
{
    s->memory = malloc((size_t)SCENE_KINDS * SCENE_FRAMES * FRAME_BYTES);
    return s->memory ? 0 : ERR_MEMORY;
}

int scenes_draw(struct scenes *s)
{
    struct sim_render *render;
    struct calibration *c = &s->calibration;
    memset(s, 0, sizeof *s);
    int err = table_make(&c->table, "snooker-12ft");
    if (err || (err = make_memory(s)))
        return err;
    struct sim_camera camera = make_camera(&c->table);
    struct sim_look look = sim_look_defaults(&c->table);
    err = sim_render_open(&render, &c->table, &look, &camera, 1);
    if (err) {
        scenes_free(s);
        return err;
    }
    tell_camera(&camera, &c->camera);
    for (int kind = 0; kind < SCENE_KINDS; kind++)
        for (int n = 0; n < SCENE_FRAMES; n++)
            draw(s, render, &look, kind, n);
    sim_render_close(&render);
    c->orientation = ORIENTATION_SEEN;
    c->baulk_x = c->table.bed.baulk_x;
    c->d_radius = c->table.bed.d_radius;
    learn_cloth(&s->kind[SCENE_OPEN].frame[0], c->cloth);
    double r = c->table.bed.ball_d / 2;
    s->radius_px = r * camera_scale(&c->camera, (struct vec3){0, 0, r});
    return 0;
}

void scenes_free(struct scenes *s)
{
    free(s->memory);
    s->memory = NULL;
}

/* ---- files: the structure as it lies in memory, then the frames ----------------------------------------------------
 */

int scenes_write(const struct scenes *s, const char *path)
{
    FILE *file = fopen(path, "wb");
    if (!file)
        return ERR_IO;
    bool good = fwrite(s, sizeof *s, 1, file) == 1 &&
                fwrite(s->memory, FRAME_BYTES, SCENE_KINDS * SCENE_FRAMES, file) == SCENE_KINDS * SCENE_FRAMES;
    return fclose(file) || !good ? ERR_IO : 0;
}

int scenes_read(struct scenes *s, const char *path)
{
    FILE *file = fopen(path, "rb");
    if (!file)
        return ERR_NOT_FOUND;
    bool good = fread(s, sizeof *s, 1, file) == 1 && make_memory(s) == 0 &&
                fread(s->memory, FRAME_BYTES, SCENE_KINDS * SCENE_FRAMES, file) == SCENE_KINDS * SCENE_FRAMES;
    fclose(file);
    for (int kind = 0; good && kind < SCENE_KINDS; kind++)
        for (int n = 0; n < SCENE_FRAMES; n++)
            point_into(s, &s->kind[kind].frame[n], kind, n);
    return good ? 0 : ERR_FORMAT;
}
