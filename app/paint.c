/* SPDX-License-Identifier: Apache-2.0 */
/* paint.c: points, lines, circles and whole tables drawn into an I420 frame. */
#include "paint.h"

#include "err.h"
#include "picture.h"
#include "pixels.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

const struct paint paint_red = {82, 90, 240}, paint_yellow = {210, 16, 146}, paint_cyan = {170, 166, 16},
                   paint_magenta = {107, 202, 222}, paint_white = {235, 128, 128};

int paint_copy(const struct frame *from, struct frame *to)
{
    return pixels_median(from, 1, to);
}

void paint_dot(struct frame *f, struct vec2 px, struct paint colour)
{
    long x = lround(px.x), y = lround(px.y);
    if (x < 0 || y < 0 || x >= f->width || y >= f->height)
        return;
    uint8_t *block = f->owner;
    block[y * f->stride[0] + x] = colour.y;
    block[f->plane[1] - f->plane[0] + y / 2 * f->stride[1] + x / 2] = colour.u;
    block[f->plane[2] - f->plane[0] + y / 2 * f->stride[2] + x / 2] = colour.v;
}

void paint_line(struct frame *f, const struct camera *cam, struct vec3 a, struct vec3 b, struct paint colour)
{
    int n = 2 * (f->width > f->height ? f->width : f->height);
    for (int i = 0; i <= n; i++) {
        double s = (double)i / n;
        struct vec2 px;
        struct vec3 p = {a.x + s * (b.x - a.x), a.y + s * (b.y - a.y), a.z + s * (b.z - a.z)};
        if (camera_project(cam, p, &px))
            paint_dot(f, px, colour);
    }
}

void paint_circle(struct frame *f, const struct camera *cam, struct vec3 centre, double radius, struct paint colour)
{
    enum { N = 720 };
    for (int i = 0; i < N; i++) {
        double angle = 2 * 3.14159265358979 * i / N;
        struct vec2 px;
        struct vec3 p = {centre.x + radius * cos(angle), centre.y + radius * sin(angle), centre.z};
        if (camera_project(cam, p, &px))
            paint_dot(f, px, colour);
    }
}

void paint_ball(struct frame *f, const struct camera *cam, struct vec2 mm, double radius, struct paint colour)
{
    enum { N = 128 };
    struct vec3 centre = {mm.x, mm.y, radius};
    struct vec2 px[N], middle;
    if (!camera_outline(cam, centre, radius, N, px) || !camera_project(cam, centre, &middle))
        return;
    for (int i = 0; i < N; i++)
        paint_dot(f, px[i], colour);
    paint_dot(f, middle, colour);
}

static struct vec3 at(struct vec2 p, double z, double aspect)
{
    return (struct vec3){p.x, p.y * (1 + aspect), z};
}

static void paint_pockets(struct frame *f, const struct calibration *c)
{
    for (int i = 1; i < POCKET_COUNT; i++) {
        const struct pocket_shape *p = &c->table.pocket[i];
        paint_circle(f, &c->camera, at(p->fall, 0, c->aspect), p->fall_radius, paint_cyan);
        for (int j = 0; j < 2; j++)
            paint_line(f, &c->camera, at(p->jaw[j].end, c->table.nose_height, c->aspect),
                       at(p->jaw[j].back, c->table.nose_height, c->aspect), paint_yellow);
    }
}

void paint_table(struct frame *f, const struct calibration *c)
{
    const struct bed *bed = &c->table.bed;
    for (int i = 0; i < TABLE_NOSES; i++)
        paint_line(f, &c->camera, at(c->table.nose[i].from, c->table.nose_height, c->aspect),
                   at(c->table.nose[i].to, c->table.nose_height, c->aspect), paint_red);
    paint_pockets(f, c);
    double x = c->baulk_x < 0 ? c->baulk_x : bed->baulk_x, r = c->d_radius > 0 ? c->d_radius : bed->d_radius;
    paint_line(f, &c->camera, (struct vec3){x, -bed->width / 2, 0}, (struct vec3){x, bed->width / 2, 0}, paint_magenta);
    if (r > 0)
        paint_circle(f, &c->camera, (struct vec3){x, 0, 0}, r, paint_magenta);
    for (int i = 1; i < SPOT_COUNT; i++)
        if (bed->spot[i].x != 0 || bed->spot[i].y != 0 || i == SPOT_BLUE)
            paint_circle(f, &c->camera, (struct vec3){bed->spot[i].x, bed->spot[i].y, 0}, 8, paint_white);
}

int paint_write(const struct frame *f, const char *dir, const char *name)
{
    char path[4096];
    if (mkdir(dir, 0777) && errno != EEXIST)
        return err_from_errno(errno);
    if (snprintf(path, sizeof path, "%s/%s.png", dir, name) >= (int)sizeof path)
        return ERR_RANGE;
    return picture_write_png(path, f);
}
