/* SPDX-License-Identifier: Apache-2.0 */
/* limb_ring.c: gathering the pixels about an outline. */
#include "limb_ring.h"

static const float reach_out = 3.5f; /* px: what is looked at outside */

struct ellipse ellipse_of(const struct outline *o)
{
    double mx = 0, my = 0, xx = 0, xy = 0, yy = 0;
    for (int i = 0; i < RIM_ANGLES; i++) {
        double x = (double)(o->dx[i] * o->r[i]), y = (double)(o->dy[i] * o->r[i]);
        mx += x / RIM_ANGLES, my += y / RIM_ANGLES;
    }
    for (int i = 0; i < RIM_ANGLES; i++) {
        double x = (double)(o->dx[i] * o->r[i]) - mx, y = (double)(o->dy[i] * o->r[i]) - my;
        xx += 2 * x * x / RIM_ANGLES, xy += 2 * x * y / RIM_ANGLES, yy += 2 * y * y / RIM_ANGLES;
    }
    /* The symmetric root of the matrix, then its inverse. */
    double det = sqrt(xx * yy - xy * xy), t = sqrt(xx + yy + 2 * det), a = (xx + det) / t, b = xy / t,
           c = (yy + det) / t;
    double d = a * c - b * b;
    /* Points at equal angles about a ball seen aslant are not at equal angles about the middle of its picture. */
    for (int pass = 0; pass < 3; pass++) {
        double sx = 0, sy = 0;
        for (int i = 0; i < RIM_ANGLES; i++) {
            double x = (double)(o->dx[i] * o->r[i]) - mx, y = (double)(o->dy[i] * o->r[i]) - my;
            double u = (c * x - b * y) / d, v = (a * y - b * x) / d, rho = sqrt(u * u + v * v);
            sx += 2 * (rho - 1) * u / rho / RIM_ANGLES;
            sy += 2 * (rho - 1) * v / rho / RIM_ANGLES;
        }
        mx += a * sx + b * sy;
        my += b * sx + c * sy;
    }
    return (struct ellipse){(float)(o->centre.x + mx),
                            (float)(o->centre.y + my),
                            (float)(c / d),
                            (float)(-b / d),
                            (float)(a / d),
                            (float)sqrt(d)};
}

/* Which sector a direction lies in: an angle of sorts, without trigonometry. */
static inline int sector_of(float u, float v)
{
    float t = v / (fabsf(u) + fabsf(v) + 1e-9f), turn = u >= 0 ? 1 + t : 3 - t; /* 0..4 */
    int k = (int)(turn * (SECTORS / 4.0f));
    return k < 0 ? 0 : k >= SECTORS ? SECTORS - 1 : k;
}

/* px: how far from another ball's outline a pixel must lie, and how much of what is outside the edge must be free. */
static const float clear_px = 0.7f, clear_out = 0.8f;

/* Another ball, with a margin, at this place or just outside the edge in this direction? */
static bool confused(const struct limb_params *p, const struct ellipse *e, float x, float y, const struct near *n)
{
    float out = n->d < clear_out ? clear_out - n->d : 0;
    float ex = e->x + x + n->gx * out, ey = e->y + y + n->gy * out;
    for (int i = 0; i < p->others_n; i++) {
        float r = p->other[i].r + clear_px, dx = ex - p->other[i].x, dy = ey - p->other[i].y;
        float px = e->x + x - p->other[i].x, py = e->y + y - p->other[i].y;
        if (dx * dx + dy * dy < r * r || px * px + py * py < r * r)
            return true;
    }
    return false;
}

void ring_gather(struct ring *ring, const struct plane *plane, const struct ellipse *e, const struct limb_params *p)
{
    float half = 0.5f * sqrtf(p->smear[0] * p->smear[0] + p->smear[1] * p->smear[1]);
    float reach_in = fminf(0.36f * e->size, 5.5f), r = 1.3f * e->size + reach_out + half + 2, s = (float)plane->scale;
    int i0 = (int)((e->x - r - plane->x0) / s), i1 = (int)((e->x + r - plane->x0) / s) + 1;
    int j0 = (int)((e->y - r - plane->y0) / s), j1 = (int)((e->y + r - plane->y0) / s) + 1;
    float area = 6.2832f * e->size * (reach_in + reach_out + 2 * half) / (s * s);
    int every = 1 + (int)(area * 1.15f / PIXELS), count = 0;
    ring->n = 0;
    for (int j = j0 < 0 ? 0 : j0; j <= j1 && j < plane->h; j++)
        for (int i = i0 < 0 ? 0 : i0; i <= i1 && i < plane->w; i++) {
            float x = plane->x0 + s * (float)i - e->x, y = plane->y0 + s * (float)j - e->y;
            struct near n = near_at(e, x, y, p->bias);
            float along = half > 0 ? 0.5f * fabsf(n.gx * p->smear[0] + n.gy * p->smear[1]) : 0;
            if (n.d < -reach_in - along || n.d > reach_out + along || count++ % every || ring->n == PIXELS ||
                confused(p, e, x, y, &n))
                continue;
            ring->x[ring->n] = x;
            ring->y[ring->n] = y;
            ring->sector[ring->n] = (uint8_t)sector_of(n.u, n.v);
            ring->level[ring->n] = (float)plane->p[(ptrdiff_t)j * plane->stride + i * plane->step] - plane->black;
            ring->weight[ring->n++] = 1;
        }
}

void planes_of(const struct frame *f, float chroma_x, struct plane plane[3])
{
    bool packed = f->format == PIXEL_NV12;
    int w = (f->width + 1) / 2, h = (f->height + 1) / 2;
    plane[0] = (struct plane){f->plane[0], f->stride[0], 1, 1, 0, 0, f->full_range ? 0 : 16, f->width, f->height};
    plane[1] = (struct plane){f->plane[1], f->stride[1], packed ? 2 : 1, 2, chroma_x, 0.5f, 128, w, h};
    plane[2] = plane[1];
    plane[2].p = packed ? f->plane[1] + 1 : f->plane[2];
    plane[2].stride = packed ? f->stride[1] : f->stride[2];
}

float ring_free(const struct ellipse *e, const struct limb_params *p)
{
    int n = 0;
    for (int i = 0; i < RIM_ANGLES; i++) {
        float a = 6.2831853f * (float)i / RIM_ANGLES, x = e->size * cosf(a), y = e->size * sinf(a);
        struct near at = near_at(e, x, y, 0);
        n += !confused(p, e, x, y, &at);
    }
    return (float)n / RIM_ANGLES;
}
