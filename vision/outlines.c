/* SPDX-License-Identifier: Apache-2.0 */
/* outlines.c: laying the grid, and taking outlines from it. */
#include "outlines.h"

#include "err.h"

#include <stdlib.h>
#include <string.h>

enum { VALUES = 3 * RIM_ANGLES + 8 };

static void lay(const struct outlines *t, int i, int j)
{
    struct outline_node *node = &t->node[j * t->w + i];
    struct vec2 mm;
    struct outline o;
    node->known = camera_to_plane(&t->camera, vec2((i - 1) * OUTLINES_STEP, (j - 1) * OUTLINES_STEP), t->radius, &mm) &&
                  outline_at(&t->camera, mm, t->radius, &o);
    if (!node->known)
        return;
    memcpy(node->value, o.dx, sizeof o.dx);
    memcpy(node->value + RIM_ANGLES, o.dy, sizeof o.dy);
    memcpy(node->value + 2 * RIM_ANGLES, o.r, sizeof o.r);
    node->value[3 * RIM_ANGLES] = o.mean;
    memcpy(node->value + 3 * RIM_ANGLES + 1, &o.oval, sizeof o.oval);
}

int outlines_open(struct outlines *t, const struct camera *camera, double radius)
{
    *t = (struct outlines){.camera = *camera,
                           .radius = radius,
                           .w = camera->width / OUTLINES_STEP + 4,
                           .h = camera->height / OUTLINES_STEP + 4};
    t->node = calloc((size_t)t->w * (size_t)t->h, sizeof *t->node);
    if (!t->node)
        return ERR_MEMORY;
    for (int j = 0; j < t->h; j++)
        for (int i = 0; i < t->w; i++)
            lay(t, i, j);
    return 0;
}

void outlines_close(struct outlines *t)
{
    free(t->node);
    *t = (struct outlines){0};
}

bool outlines_at(const struct outlines *t, struct vec2 mm, struct outline *o)
{
    struct vec2 px;
    return camera_project(&t->camera, (struct vec3){mm.x, mm.y, t->radius}, &px) && outlines_seen_at(t, px, mm, o);
}

bool outlines_seen_at(const struct outlines *t, struct vec2 px, struct vec2 mm, struct outline *o)
{
    float value[VALUES];
    o->centre = px;
    double x = o->centre.x / OUTLINES_STEP + 1, y = o->centre.y / OUTLINES_STEP + 1;
    if (!(x >= 0 && y >= 0 && x < t->w - 1 && y < t->h - 1))
        return outline_at(&t->camera, mm, t->radius, o);
    int i = (int)x, j = (int)y;
    const struct outline_node *a = &t->node[j * t->w + i], *b = a + 1, *c = a + t->w, *d = c + 1;
    if (!a->known || !b->known || !c->known || !d->known)
        return outline_at(&t->camera, mm, t->radius, o);
    float fx = (float)(x - i), fy = (float)(y - j);
    float wa = (1 - fx) * (1 - fy), wb = fx * (1 - fy), wc = (1 - fx) * fy, wd = fx * fy;
    for (int k = 0; k < VALUES; k++)
        value[k] = wa * a->value[k] + wb * b->value[k] + wc * c->value[k] + wd * d->value[k];
    memcpy(o->dx, value, sizeof o->dx);
    memcpy(o->dy, value + RIM_ANGLES, sizeof o->dy);
    memcpy(o->r, value + 2 * RIM_ANGLES, sizeof o->r);
    o->mean = value[3 * RIM_ANGLES];
    memcpy(&o->oval, value + 3 * RIM_ANGLES + 1, sizeof o->oval);
    return true;
}
