/* SPDX-License-Identifier: Apache-2.0 */
/* limb_fan.c: lines across an outline, at right angles to it; what lies along them, averaged over each sector. */
#include "limb_fan.h"

#include <math.h>
#include <string.h>

enum { A_SECTOR = 6, LINES = LIMB_SECTORS * A_SECTOR };      /* most lines in a sector, and in all */
static const float reach_out = 3.1f;                         /* px: what is looked at outside */
static const float light_pitch = 0.85f, colour_pitch = 1.4f; /* px between samples, about */
static const float clear_px = 0.7f, clear_out = 0.8f; /* px: margin round another ball, and how much outside the edge
                                                         must be free of it */

/* Cosines of the 48ths of a turn and of as many more that sines, three quarters of a turn further on, are there too. */
enum { TURN = 48, SINES = TURN * 3 / 4 };
static const float cosines[TURN + SINES] = {
    1,     0.99144486f,  0.96592583f,  0.92387953f,  0.8660254f,  0.79335334f,  0.70710678f,  0.60876143f,
    0.5f,  0.38268343f,  0.25881905f,  0.13052619f,  0,           -0.13052619f, -0.25881905f, -0.38268343f,
    -0.5f, -0.60876143f, -0.70710678f, -0.79335334f, -0.8660254f, -0.92387953f, -0.96592583f, -0.99144486f,
    -1,    -0.99144486f, -0.96592583f, -0.92387953f, -0.8660254f, -0.79335334f, -0.70710678f, -0.60876143f,
    -0.5f, -0.38268343f, -0.25881905f, -0.13052619f, 0,           0.13052619f,  0.25881905f,  0.38268343f,
    0.5f,  0.60876143f,  0.70710678f,  0.79335334f,  0.8660254f,  0.92387953f,  0.96592583f,  0.99144486f,
    1,     0.99144486f,  0.96592583f,  0.92387953f,  0.8660254f,  0.79335334f,  0.70710678f,  0.60876143f,
    0.5f,  0.38268343f,  0.25881905f,  0.13052619f,  0,           -0.13052619f, -0.25881905f, -0.38268343f,
    -0.5f, -0.60876143f, -0.70710678f, -0.79335334f, -0.8660254f, -0.92387953f, -0.96592583f, -0.99144486f,
    -1,    -0.99144486f, -0.96592583f, -0.92387953f, -0.8660254f, -0.79335334f, -0.70710678f, -0.60876143f,
    -0.5f, -0.38268343f, -0.25881905f, -0.13052619f};

/* Lines one behind the other: line i lies in sector i % sectors. */
struct line_set {
    int n, sectors, each;                                         /* each: lines in a sector */
    float x[LINES], y[LINES], gx[LINES], gy[LINES], slope[LINES]; /* px of the outline, unit vectors outwards */
    float limit[LINES]; /* px outwards: something else is there from here on */
};

/* Sine and cosine of less than a sector. */
static void small_turn(float a, float *c, float *s)
{
    float a2 = a * a;
    *c = 1 - a2 * (0.5f - a2 * (1 / 24.0f - a2 / 720));
    *s = a * (1 - a2 * (1 / 6.0f - a2 / 120));
}

/* One line a sector, `turn` of a sector further on. */
static void lay_lines(const struct kernels *k, const struct outline *o, int sectors, float turn, float *x, float *y,
                      float *gx, float *gy, float *slope)
{
    const struct oval *e = &o->oval;
    float c[LIMB_SECTORS], s[LIMB_SECTORS];
    struct spokes spokes = {.n = sectors,
                            .cx = (float)o->centre.x + e->x,
                            .cy = (float)o->centre.y + e->y,
                            .xx = e->xx,
                            .xy = e->xy,
                            .yy = e->yy,
                            .cosine = c,
                            .sine = s,
                            .x = x,
                            .y = y,
                            .gx = gx,
                            .gy = gy,
                            .slope = slope};
    small_turn(turn * (6.2831853f / (float)sectors), &spokes.turn[0], &spokes.turn[1]);
    for (int i = 0, step = TURN / sectors; i < sectors; i++) {
        c[i] = cosines[i * step];
        s[i] = cosines[i * step + SINES];
    }
    k->spokes(&spokes);
}

/* About one line a pixel. */
static void lay_all(struct line_set *l, const struct kernels *k, const struct outline *o, int sectors)
{
    int each = (int)(6.2832f * o->mean / (float)sectors + 0.5f);
    l->sectors = sectors;
    l->each = each < 2 ? 2 : each > A_SECTOR ? A_SECTOR : each;
    l->n = l->each * sectors;
    for (int m = 0; m < l->each; m++) {
        int at = m * sectors;
        lay_lines(k, o, sectors, ((float)m + 0.5f) / (float)l->each, l->x + at, l->y + at, l->gx + at, l->gy + at,
                  l->slope + at);
    }
}

/* Where each line meets another ball; one that meets it too soon is no use at all. */
static void set_limits(struct line_set *l, const struct limb_params *p, float reach_in)
{
    const float far = 1e6f;
    for (int i = 0; i < l->n; i++)
        l->limit[i] = far;
    for (int k = 0; k < p->others_n; k++) {
        float r = p->other[k].r + clear_px;
        for (int i = 0; i < l->n; i++) {
            float x = p->other[k].x - l->x[i], y = p->other[k].y - l->y[i];
            float along = x * l->gx[i] + y * l->gy[i], half2 = r * r - (x * x + y * y - along * along);
            float half = sqrtf(half2 > 0 ? half2 : 0), from = along - half;
            bool meets = half2 > 0 && along + half > -reach_in && from < l->limit[i];
            l->limit[i] = meets ? from : l->limit[i];
        }
    }
    for (int i = 0; i < l->n; i++)
        l->limit[i] = l->limit[i] < clear_out ? -far : l->limit[i];
}

static float free_share(const struct line_set *l)
{
    int n = 0;
    for (int i = 0; i < l->n; i++)
        n += l->limit[i] > 0;
    return (float)n / (float)l->n;
}

/* ---- sampling -------------------------------------------------------------------------------------------------- */

struct plane {
    const uint8_t *p;
    int stride, step;
    float scale, x0, y0; /* of luma pixels: size of a pixel, middle of the first */
    float black;         /* the level of no light, or of no colour */
};

static void planes_of(const struct frame *f, float chroma_x, struct plane plane[3])
{
    bool packed = f->format == PIXEL_NV12;
    plane[0] = (struct plane){f->plane[0], f->stride[0], 1, 1, 0, 0, f->full_range ? 0 : 16};
    plane[1] = (struct plane){f->plane[1], f->stride[1], packed ? 2 : 1, 2, chroma_x, 0.5f, 128};
    plane[2] = plane[1];
    plane[2].p = packed ? f->plane[1] + 1 : f->plane[2];
    plane[2].stride = packed ? f->stride[1] : f->stride[2];
}

/* Distances of the samples; returns their pitch. */
static float space(struct limb_view *v, float from, float to, float pitch)
{
    v->n = (int)((to - from) / pitch + 0.5f) + 1;
    v->n = v->n > LIMB_SAMPLES ? LIMB_SAMPLES : v->n;
    pitch = (to - from) / (float)(v->n - 1);
    for (int j = 0; j < v->n; j++)
        v->d[j] = from + (float)j * pitch;
    return pitch;
}

/* Means over every so manyth line of each sector, in one plane or in two alike. Returns how many of a sector that is.
 */
static int sample(const struct kernels *k, const struct plane *plane, int planes, const struct line_set *l,
                  struct limb_view *v, int every)
{
    float x[LINES], y[LINES], dx[LINES], dy[LINES], limit[LINES];
    float from = v->d[0], pitch = v->d[1] - v->d[0], s = 1 / plane->scale;
    int each = 0;
    for (int m = 0; m < l->each; m += every, each++)
        for (int q = 0; q < l->sectors; q++) {
            int i = m * l->sectors + q, n = each * l->sectors + q;
            x[n] = (l->x[i] + from * l->gx[i] - plane->x0) * s;
            y[n] = (l->y[i] + from * l->gy[i] - plane->y0) * s;
            dx[n] = pitch * l->gx[i] * s;
            dy[n] = pitch * l->gy[i] * s;
            limit[n] = l->limit[i];
        }
    struct lines lines = {.planes = planes,
                          .step = plane->step,
                          .wide = l->sectors,
                          .each = each,
                          .samples = v->n,
                          .x = x,
                          .y = y,
                          .dx = dx,
                          .dy = dy,
                          .d = v->d,
                          .limit = limit,
                          .black = plane->black,
                          .count = v->weight[0],
                          .pitch = LIMB_SECTORS};
    for (int i = 0; i < planes; i++) {
        lines.plane[i] = plane[i].p;
        lines.stride[i] = plane[i].stride;
        lines.mean[i] = v->level[i][0];
    }
    k->profiles(&lines);
    return each;
}

/* The part of each profile that says something: more of it where the ball moves outwards or inwards. */
struct range {
    float low[LIMB_SECTORS], high[LIMB_SECTORS]; /* px outwards of the told outline */
};

/* Counts of lines become pixels: `area` of them to a sample. Profiles are as long as the longest part that is looked
 * at: where all are alike (r NULL) nothing of them is left out. */
static void set_weights(struct limb_view *v, int sectors, const struct range *r, float area)
{
    for (int j = 0; j < v->n; j++) {
        float d = v->d[j], *weight = v->weight[j];
        for (int k = 0; k < sectors && !r; k++)
            weight[k] *= area;
        for (int k = 0; k < sectors && r; k++)
            weight[k] = (d >= r->low[k] - 0.01f) & (d <= r->high[k] + 0.01f) ? weight[k] * area : 0;
    }
}

/* How a ball that moves passes each sector. */
static void set_motion(struct fan *fan, const struct limb_params *p)
{
    float length = sqrtf(p->smear[0] * p->smear[0] + p->smear[1] * p->smear[1]);
    const int most = 12;
    struct limb_model *m = &fan->model;
    m->steps = length > 0.3f ? (int)fminf((float)most, 2 + ceilf(length)) : 1;
    for (int k = 0; k < m->sectors; k++) {
        m->along[k] = m->gx[k] * p->smear[0] + m->gy[k] * p->smear[1];
        m->aside[k] = m->gx[k] * p->smear[1] - m->gy[k] * p->smear[0];
    }
}

static float set_range(const struct fan *fan, const struct limb_params *p, float reach_in, struct range *r)
{
    float most = 0;
    for (int k = 0; k < fan->model.sectors; k++) {
        float half = fan->model.steps > 1 ? 0.5f * fabsf(fan->model.along[k]) : 0;
        float room = 0.5f * fabsf(fan->model.gx[k] * p->range[0] + fan->model.gy[k] * p->range[1]);
        half = room > half ? room : half;
        half = 0.5f * p->room > half ? 0.5f * p->room : half;
        r->low[k] = p->bias - reach_in - half;
        r->high[k] = p->bias + reach_out + half;
        most = half > most ? half : most;
    }
    return most;
}

/* Sectors that are kept: those that are open, and hidden ones to make up whole lanes. Returns how many. */
static int choose_sectors(const struct line_set *l, int keep[LIMB_SECTORS])
{
    bool open[LIMB_SECTORS] = {false};
    int n = 0, kept = 0;
    for (int i = 0; i < l->n; i += l->sectors)
        for (int k = 0; k < l->sectors; k++)
            open[k] |= l->limit[i + k] > 0;
    for (int k = 0; k < l->sectors; k++)
        n += open[k];
    int spare = n ? (RAY_LANES - n % RAY_LANES) % RAY_LANES : RAY_LANES;
    for (int k = 0; k < l->sectors; k++)
        if (open[k] || spare-- > 0)
            keep[kept++] = k;
    return kept;
}

static void keep_only(float *of, const int *keep, int n)
{
    for (int i = 0; i < n; i++)
        of[i] = of[keep[i]];
}

/* What is hidden altogether tells nothing and need not be looked at: in a pack that is most of a ball. */
static void leave_out_hidden(struct line_set *l, struct limb_model *m, struct range *r)
{
    int keep[LIMB_SECTORS], n = choose_sectors(l, keep);
    if (n == l->sectors)
        return;
    float *const of_sectors[] = {m->gx, m->gy, m->slope, m->along, m->aside, r->low, r->high};
    float *const of_lines[] = {l->x, l->y, l->gx, l->gy, l->limit};
    for (size_t a = 0; a < sizeof of_sectors / sizeof *of_sectors; a++)
        keep_only(of_sectors[a], keep, n);
    for (size_t a = 0; a < sizeof of_lines / sizeof *of_lines; a++)
        for (int j = 0; j < l->each; j++)
            for (int i = 0; i < n; i++) /* never beyond what is still to be read */
                of_lines[a][j * n + i] = of_lines[a][j * l->sectors + keep[i]];
    m->sectors = l->sectors = n;
    l->n = l->each * n;
}

static bool inside_picture(const struct frame *f, const struct outline *o, float reach)
{
    float x = (float)o->centre.x, y = (float)o->centre.y, r = 1.2f * o->mean + reach + 4;
    return x - r > 2 && y - r > 2 && x + r < (float)(f->width - 4) && y + r < (float)(f->height - 4);
}

bool fan_sample(struct fan *fan, const struct frame *f, const struct outline *o, const struct limb_params *p)
{
    struct line_set l;
    struct plane plane[3];
    struct range range;
    struct limb_model *m = &fan->model;
    float reach_in = fminf(0.44f * o->mean, 5.5f);
    m->sectors = p->sectors;
    lay_lines(p->kernels, o, m->sectors, 0.5f, l.x, l.y, m->gx, m->gy, m->slope);
    set_motion(fan, p);
    float half = set_range(fan, p, reach_in, &range);
    if (!inside_picture(f, o, fabsf(p->bias) + reach_out + half))
        return false;
    lay_all(&l, p->kernels, o, m->sectors);
    set_limits(&l, p, reach_in);
    fan->free = free_share(&l);
    planes_of(f, p->chroma_x, plane);
    float around = 6.2832f * o->mean / (float)m->sectors; /* px of the outline to a sector */
    if (p->others_n)
        leave_out_hidden(&l, m, &range);
    for (int i = 0; i < 2; i++) {
        struct limb_view *v = i ? &m->colour : &m->light;
        float pitch = space(v, p->bias - reach_in - half, p->bias + reach_out + half, i ? colour_pitch : light_pitch);
        v->channels = i ? 2 : 1;
        int each = sample(p->kernels, &plane[i], v->channels, &l, v, i ? 2 : 1);
        set_weights(v, m->sectors, half > 0 ? &range : NULL,
                    pitch * around / (float)each / (plane[i].scale * plane[i].scale));
    }
    return true;
}
