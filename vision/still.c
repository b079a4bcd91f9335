/* SPDX-License-Identifier: Apache-2.0 */
/* still.c: keeping pictures of balls, and comparing frames with them. */
#include "still.h"

#include "err.h"
#include "fetch.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double nearly = 0.35;     /* px: a ball that moved further is measured by its rim */
static const float faded = -0.5f;      /* gain: of a ball on cloth of its own colour that has gone only that tells */
static const double same_place = 0.25; /* px between two rims of a ball at rest */
static const float weakest_sd = 0.08f; /* px: a ball whose shift is told less well than this is not kept */
static const double poor = 0.25;       /* weight of a measurement against the first: one that counts less is no rim */
enum {
    FORGET = 8 /* frames unseen */,
    MEAN_OF = 12 /* rims, then the oldest fade */,
    MEMORY = 200,
    ENOUGH = 8 /* rims */
};

int still_open(struct still *s)
{
    s->ball = calloc(STILL_BALLS, sizeof *s->ball);
    s->scratch = malloc(STILL_SIDE * STILL_SIDE / 2);
    s->usual = 8;
    return s->ball && s->scratch ? 0 : ERR_MEMORY;
}

void still_close(struct still *s)
{
    free(s->ball);
    free(s->scratch);
    *s = (struct still){0};
}

void still_forget(struct still *s)
{
    for (int i = 0; i < STILL_BALLS; i++)
        s->ball[i].used = false;
}

/* ---- planes --------------------------------------------------------------------------------------------------------
 */

struct plane {
    const uint8_t *p;
    int stride, w, h; /* of the part that is compared */
};

/* The part of plane 0, 1 or 2 under a ball's picture. Packed chroma is taken apart first. */
static struct plane part_of(struct still *s, const struct still_ball *b, const struct frame *f, int plane)
{
    if (plane == 0)
        return (struct plane){f->plane[0] + (ptrdiff_t)b->y0 * f->stride[0] + b->x0, f->stride[0], b->w, b->h};
    int x = b->x0 / 2, y = b->y0 / 2, w = b->w / 2, h = b->h / 2;
    if (f->format != PIXEL_NV12)
        return (struct plane){f->plane[plane] + (ptrdiff_t)y * f->stride[plane] + x, f->stride[plane], w, h};
    for (int j = 0; j < h; j++)
        for (int i = 0; i < w; i++)
            s->scratch[j * w + i] = f->plane[1][(ptrdiff_t)(y + j) * f->stride[1] + 2 * (x + i) + plane - 1];
    return (struct plane){s->scratch, w, w, h};
}

/* Where plane 0, 1 or 2 begins in the arrays of a ball. */
static int start_of(const struct still_ball *b, int plane)
{
    int light = b->w * b->h;
    return plane == 0 ? 0 : light + (plane - 1) * light / 4;
}

/* ---- keeping -------------------------------------------------------------------------------------------------------
 */

/* Slopes by Sobel sums, eight times those of a pixel; none on the rim of the picture. */
static void slope(const struct kernels *k, const uint8_t *look, int w, int h, int16_t *across, int16_t *down)
{
    memset(across, 0, sizeof *across * (size_t)(w * h));
    memset(down, 0, sizeof *down * (size_t)(w * h));
    for (int y = 2; y < h - 2; y++) { /* rows are read a byte beyond both ends: the neighbours in memory */
        const uint8_t *row = look + y * w;
        k->sobel(row - w, row, row + w, 1, w, across + y * w, down + y * w);
        across[y * w] = down[y * w] = across[y * w + w - 1] = down[y * w + w - 1] = 0;
    }
}

/* Gauss-Jordan; false when singular. */
static bool invert(double a[4][8])
{
    for (int i = 0; i < 4; i++) {
        double pivot = a[i][i];
        if (!(fabs(pivot) > 1e-6))
            return false;
        for (int j = 0; j < 8; j++)
            a[i][j] /= pivot;
        for (int r = 0; r < 4; r++) {
            double factor = a[r][i];
            for (int j = 0; j < 8 && r != i; j++)
                a[r][j] -= factor * a[i][j];
        }
    }
    return true;
}

/* Sums of products of slopes (x, y) and of light about 128 (t). */
struct moments {
    int64_t xx, xy, yy, xt, yt, tt, x, y, t;
};

/* One row: no sum of PATCH_SIDE products of slopes is too large for 32 bits, which take a quarter of the time. */
static void add_row(const uint8_t *look, const int16_t *gx, const int16_t *gy, int n, struct moments *to)
{
    int32_t xx = 0, xy = 0, yy = 0, xt = 0, yt = 0, tt = 0, x = 0, y = 0, t = 0;
    for (int i = 0; i < n; i++) {
        int16_t light = (int16_t)(look[i] - 128);
        xx += gx[i] * gx[i], xy += gx[i] * gy[i], yy += gy[i] * gy[i];
        xt += gx[i] * light, yt += gy[i] * light, tt += light * light;
        x += gx[i], y += gy[i], t += light;
    }
    to->xx += xx, to->xy += xy, to->yy += yy;
    to->xt += xt, to->yt += yt, to->tt += tt;
    to->x += x, to->y += y, to->t += t;
}

/* Shifts move all planes; gain and offset are those of light. A chroma sample spans two pixels, so its slope counts
 * half. */
static void add_plane(const struct still_ball *b, int plane, double a[4][8])
{
    int at = start_of(b, plane), w = plane ? b->w / 2 : b->w, h = plane ? b->h / 2 : b->h;
    struct moments m = {0};
    for (int y = 0; y < h; y++, at += w)
        add_row(b->look + at, b->across + at, b->down + at, w, &m);
    double part = plane ? 0.25 : 1;
    a[0][0] += part * (double)m.xx, a[0][1] += part * (double)m.xy, a[1][1] += part * (double)m.yy;
    if (plane)
        return;
    a[0][2] += (double)m.xt, a[1][2] += (double)m.yt, a[2][2] += (double)m.tt;
    a[0][3] += (double)m.x, a[1][3] += (double)m.y, a[2][3] += (double)m.t, a[3][3] += w * h;
}

static bool solve_once(struct still_ball *b)
{
    double a[4][8] = {{0}};
    for (int plane = 0; plane < 3; plane++)
        add_plane(b, plane, a);
    for (int i = 0; i < 4; i++) {
        a[i][4 + i] = 1;
        for (int j = 0; j < i; j++)
            a[i][j] = a[j][i];
    }
    if (!invert(a))
        return false;
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 4; j++)
            b->inverse[i][j] = (float)a[i][4 + j];
    b->shift_var = 64 * fmaxf(b->inverse[0][0], b->inverse[1][1]);
    return true;
}

/* The smallest allowed box round the ball, with the edge of its rim and a little more; false: not in the picture. */
static bool place_box(struct still_ball *b, const struct frame *f)
{
    int reach = (int)(b->ball.radius_px * 1.1f) + 3, w = (2 * reach + 31) / 32 * 32, h = (2 * reach + 3) / 2 * 2;
    b->x0 = ((int)b->px.x - w / 2 + 1) / 2 * 2;
    b->y0 = ((int)b->px.y - h / 2 + 1) / 2 * 2;
    b->w = w;
    b->h = h;
    return w <= STILL_SIDE && h <= STILL_SIDE && b->x0 >= 0 && b->y0 >= 0 && b->x0 + w <= f->width &&
           b->y0 + h <= f->height;
}

static bool take_picture(struct still *s, const struct kernels *k, const struct frame *f, struct still_ball *b)
{
    if (!place_box(b, f))
        return false;
    for (int plane = 0; plane < 3; plane++) {
        struct plane part = part_of(s, b, f, plane);
        int at = start_of(b, plane);
        for (int y = 0; y < part.h; y++)
            memcpy(b->look + at + y * part.w, part.p + (ptrdiff_t)y * part.stride, (size_t)part.w);
        slope(k, b->look + at, part.w, part.h, b->across + at, b->down + at);
    }
    return solve_once(b) && b->shift_var * s->usual < weakest_sd * weakest_sd;
}

static bool lay_scale(const struct calibration *c, struct still_ball *b)
{
    struct vec2 at, right, below;
    double z = c->table.bed.ball_d / 2;
    if (!camera_to_plane(&c->camera, b->px, z, &at) ||
        !camera_to_plane(&c->camera, vec2(b->px.x + 1, b->px.y), z, &right) ||
        !camera_to_plane(&c->camera, vec2(b->px.x, b->px.y + 1), z, &below))
        return false;
    b->mm_per_px[0] = right.x - at.x, b->mm_per_px[1] = below.x - at.x;
    b->mm_per_px[2] = right.y - at.y, b->mm_per_px[3] = below.y - at.y;
    return true;
}

static struct still_ball *nearest(struct still *s, struct vec2 px, double within)
{
    struct still_ball *best = NULL;
    for (int i = 0; i < STILL_BALLS; i++) {
        struct still_ball *b = &s->ball[i];
        if (b->used && vec2_dist(b->ball.px, px) < within) {
            best = b;
            within = vec2_dist(b->ball.px, px);
        }
    }
    return best;
}

static struct still_ball *unused(struct still *s)
{
    for (int i = 0; i < STILL_BALLS; i++)
        if (!s->ball[i].used)
            return &s->ball[i];
    return NULL;
}

static void meet_again(struct still *s, const struct kernels *k, const struct calibration *c, const struct frame *f,
                       struct still_ball *b, const struct ball_obs *seen)
{
    bool rests = vec2_dist(b->ball.px, seen->px) < same_place;
    b->ball = *seen;
    b->unseen = 0;
    b->px = seen->px;
    b->fits = 1;
    b->frames = 0;
    if (!rests || !lay_scale(c, b) || !take_picture(s, k, f, b))
        b->w = 0;
}

/* ---- comparing -----------------------------------------------------------------------------------------------------
 */

/* Least squares for shift and light; what is left of the difference. */
static void compare(struct still *s, const struct kernels *k, const struct frame *f, struct still_ball *b)
{
    double right[4] = {0}, all = 0, x[4] = {0};
    for (int plane = 0; plane < 3; plane++) {
        struct plane part = part_of(s, b, f, plane);
        int at = start_of(b, plane);
        struct patch patch = {b->look + at, b->across + at, b->down + at, part.w, part.h};
        struct patch_sums sums;
        k->compare(part.p, part.stride, &patch, &sums);
        double half = plane ? 0.5 : 1;
        right[0] += half * (double)sums.across;
        right[1] += half * (double)sums.down;
        all += (double)sums.square;
        if (plane == 0) {
            right[2] = (double)sums.look;
            right[3] = (double)sums.sum;
        } else { /* colour may drift as a whole */
            all -= (double)sums.sum * (double)sums.sum / (part.w * part.h);
        }
    }
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 4; j++)
            x[i] += (double)b->inverse[i][j] * right[j];
    for (int i = 0; i < 4; i++)
        all -= x[i] * right[i];
    b->shift = vec2(-8 * x[0], -8 * x[1]);
    b->gain = (float)x[2];
    b->left = (float)(all / (1.5 * b->w * b->h));
}

static int rising(const void *a, const void *b)
{
    float x = *(const float *)a, y = *(const float *)b;
    return (x > y) - (x < y);
}

/* Noise differs from frame to frame, most of all in compressed films: the quieter balls of this frame tell. */
static float noise_now(struct still *s)
{
    float left[STILL_BALLS];
    int n = 0;
    for (int i = 0; i < STILL_BALLS; i++)
        if (s->ball[i].used && s->ball[i].w)
            left[n++] = s->ball[i].left;
    if (n < 3)
        return s->usual;
    qsort(left, (size_t)n, sizeof *left, rising);
    return fminf(left[n / 4], 3 * s->usual);
}

static void report(struct still_ball *b)
{
    struct vec2 d = vec2(b->px.x + b->shift.x - b->ball.px.x, b->px.y + b->shift.y - b->ball.px.y);
    b->ball.px = vec2_add(b->ball.px, d);
    b->ball.mm = vec2(b->ball.mm.x + b->mm_per_px[0] * d.x + b->mm_per_px[1] * d.y,
                      b->ball.mm.y + b->mm_per_px[2] * d.x + b->mm_per_px[3] * d.y);
    b->unseen = 0;
}

void still_compare(struct still *s, const struct kernels *k, const struct frame *f)
{
    for (int i = 0; i < STILL_BALLS; i++) {
        const struct still_ball *next = &s->ball[i + 1 < STILL_BALLS ? i + 1 : i];
        if (next->used)
            fetch_box(f, next->x0, next->x0 + next->w, next->y0, next->y0 + next->h);
        if (s->ball[i].used && s->ball[i].w)
            compare(s, k, f, &s->ball[i]);
    }
    float noise = noise_now(s), limit = 2 * noise + 2;
    s->usual += (noise - s->usual) / 16;
    for (int i = 0; i < STILL_BALLS; i++) {
        struct still_ball *b = &s->ball[i];
        b->same = b->used && b->w && b->left < limit && vec2_len(b->shift) < nearly && b->gain > faded;
        b->unseen++;
        b->frames++;
        if (b->same)
            report(b);
    }
}

struct still_ball *still_at(struct still *s, struct vec2 mm, double within)
{
    struct still_ball *best = NULL;
    for (int i = 0; i < STILL_BALLS; i++) {
        struct still_ball *b = &s->ball[i];
        if (b->used && b->same && vec2_dist(b->ball.mm, mm) < within) {
            best = b;
            within = vec2_dist(b->ball.mm, mm);
        }
    }
    return best;
}

const struct still_ball *still_last(const struct still *s, struct vec2 mm, double within)
{
    const struct still_ball *best = NULL;
    for (int i = 0; i < STILL_BALLS; i++) {
        const struct still_ball *b = &s->ball[i];
        if (b->used && vec2_dist(b->ball.mm, mm) < within) {
            best = b;
            within = vec2_dist(b->ball.mm, mm);
        }
    }
    return best;
}

/* The scatter of one rim about the mean of others is larger than about the truth; it is one of the n now. */
static void learn_noise(struct still *s, const struct still_ball *b, struct vec2 off)
{
    double x = b->mm_per_px[0] * off.x + b->mm_per_px[1] * off.y, y = b->mm_per_px[2] * off.x + b->mm_per_px[3] * off.y;
    double var = (x * x + y * y) / 2 * (b->fits - 1) / b->fits;
    if (s->rims < MEMORY)
        s->rims++;
    s->rim_var += (var - s->rim_var) / s->rims;
}

void still_correct(struct still *s, struct still_ball *b, const struct ball_obs *seen)
{
    struct vec2 off = vec2_sub(seen->px, vec2_add(b->px, b->shift));
    double ratio = (double)b->ball.sd_mm / fmax((double)seen->sd_mm, 1e-3), weight = fmin(1, ratio * ratio);
    b->px = vec2_along(b->px, weight / (b->fits + weight), off);
    b->frames = 0;
    if (weight < poor)
        return;
    b->fits += b->fits < MEAN_OF;
    learn_noise(s, b, off);
}

bool still_due(const struct still_ball *b)
{
    return b->frames > 8 * b->fits;
}

float still_noise(const struct still *s)
{
    return s->rims < ENOUGH ? 0 : (float)sqrt(s->rim_var);
}

/* ---- remembering ---------------------------------------------------------------------------------------------------
 */

/* A rim of a ball that is the same improves what is known of its place, and that is told instead; its name may be new.
 */
static void agree(struct still *s, struct still_ball *b, struct ball_obs *seen)
{
    if (still_due(b)) {
        still_correct(s, b, seen);
        report(b);
    } else { /* it was not measured: its place is as well known as it was */
        seen->sd_mm = b->ball.sd_mm;
    }
    seen->px = b->ball.px;
    seen->mm = b->ball.mm;
    b->ball = *seen;
}

void still_remember(struct still *s, const struct kernels *k, const struct calibration *c, const struct frame *f,
                    struct ball_obs *balls, int n)
{
    for (int i = 0; i < n; i++) {
        struct still_ball *b = nearest(s, balls[i].px, (double)balls[i].radius_px / 2);
        if (b && b->same) {
            agree(s, b, &balls[i]);
        } else if (b) {
            meet_again(s, k, c, f, b, &balls[i]);
        } else if ((b = unused(s))) {
            b->used = true;
            b->same = false;
            b->w = b->unseen = 0;
            b->ball = balls[i];
        }
    }
    for (int i = 0; i < STILL_BALLS; i++)
        s->ball[i].used &= s->ball[i].unseen < FORGET;
}
