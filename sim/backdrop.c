/* SPDX-License-Identifier: Apache-2.0 */
/* backdrop.c: how is the empty table drawn once, and shown from a camera that was knocked since?
 * A knock turns the camera about its own centre. No ray then meets anything new, so the picture is the old one moved:
 * every block of it by its own, exact distance, between pixels by cubics. */
#include "detmath.h"
#include "tile.h"

#include <string.h>

/* ---- drawn once ------------------------------------------------------------------------------------------------- */

static void make_row_directions(void *user, int y)
{
    struct sim_render *r = user;
    for (int x = 0; x <= r->width; x++)
        r->dir[y * (r->width + 1) + x] = v3_of(vec3_unit(sim_camera_ray_own(&r->camera, x, y)));
}

enum { ROUGH = 128 }; /* in part: neighbours differ, or a line is near: one sample does not tell enough */

static void make_row_once(void *user, int y)
{
    struct sim_render *r = user;
    float mm = 1.5f * (float)(r->camera.at.z / r->camera.fx); /* a slanted pixel */
    for (int x = 0; x < r->width; x++) {
        enum ground_part part;
        struct v3 d = v3_turn(r->to_table, r->dir[y * (r->width + 1) + x]);
        r->backdrop.light[y * r->width + x] = sim_ground_at(&r->ground, r->from, d, &part);
        bool fine = sim_ground_fine(&r->ground, r->from, d, part, mm);
        r->backdrop.part[y * r->width + x] = (uint8_t)(part | (fine ? ROUGH : 0));
    }
}

static float bright(struct rgb c)
{
    return c.r + c.g + c.b;
}

/* A step in brightness towards any neighbour: an edge or a line. */
static void find_row_edges(void *user, int y)
{
    struct sim_render *r = user;
    const struct rgb *at = r->backdrop.light;
    uint8_t *part = r->backdrop.part;
    int w = r->width, up = y > 0 ? -w : 0, down = y + 1 < r->height ? w : 0;
    for (int x = 0; x < w; x++) {
        int i = y * w + x, left = x > 0 ? -1 : 0, right = x + 1 < w ? 1 : 0;
        float b[9], lo = 1e9f, hi = 0;
        const int near[9] = {0, left, right, up, down, up + left, up + right, down + left, down + right};
        for (int k = 0; k < 9; k++) {
            b[k] = bright(at[i + near[k]]);
            lo = b[k] < lo ? b[k] : lo;
            hi = b[k] > hi ? b[k] : hi;
        }
        if (hi - lo > 0.2f * (hi + 0.02f))
            part[i] |= ROUGH;
    }
}

static struct rgb many_samples(struct sim_render *r, int x, int y)
{
    const struct v3 *at = &r->dir[y * (r->width + 1) + x];
    struct v3 d = at[0], dx = v3_sub(at[1], d), dy = v3_sub(at[r->width + 1], d);
    struct rgb sum = {0};
    for (int i = 0; i < 16; i++) {
        enum ground_part part;
        float u = ((float)(i & 3) + 0.5f) / 4 - 0.5f, v = ((float)(i >> 2) + 0.5f) / 4 - 0.5f;
        struct v3 e = v3_turn(r->to_table, v3_along(v3_along(d, u, dx), v, dy));
        sum = rgb_add(sum, sim_ground_at(&r->ground, r->from, e, &part));
    }
    return rgb_scale(sum, 1.0f / 16);
}

static void refine_row(void *user, int y)
{
    struct sim_render *r = user;
    for (int x = 0; x < r->width; x++) {
        int i = y * r->width + x;
        if (r->backdrop.part[i] & ROUGH)
            r->backdrop.light[i] = many_samples(r, x, y);
        r->backdrop.part[i] &= ROUGH - 1;
    }
}

/* Developed tile by tile into the picture, and kept. */
static void develop_bare(void *user, int index)
{
    struct sim_render *r = user;
    struct rgb light[TILE * TILE];
    uint8_t part[TILE * TILE];
    int x0 = index % r->tiles_x * TILE, y0 = index / r->tiles_x * TILE;
    sim_backdrop_light(r, x0, y0, light, part);
    sim_develop_tile(r, x0, y0, light);
}

void sim_backdrop_make(struct sim_render *r)
{
    sim_pool_run(r->pool, r->height + 1, make_row_directions, r);
    sim_pool_run(r->pool, r->height, make_row_once, r);
    sim_pool_run(r->pool, r->height, find_row_edges, r);
    sim_pool_run(r->pool, r->height, refine_row, r);
    sim_pool_run(r->pool, r->tiles_x * r->tiles_y, develop_bare, r);
    size_t n = (size_t)r->width * (size_t)r->height;
    for (int p = 0; p < 3; p++)
        memcpy(r->backdrop.clean[p], r->clean[p], (p ? n / 4 : n) * sizeof *r->clean[p]);
}

/* ---- moved ------------------------------------------------------------------------------------------------------ */

void sim_backdrop_turn(struct sim_render *r)
{
    const double *now = r->camera.R, *then = r->opened.R;
    r->turned = memcmp(now, then, sizeof r->camera.R) != 0;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) {
            r->to_table[3 * i + j] = (float)now[3 * j + i];
            double sum = 0;
            for (int k = 0; k < 3; k++)
                sum += then[3 * i + k] * now[3 * j + k];
            r->to_opened[3 * i + j] = (float)sum;
        }
}

enum { BLOCK = 8, TAPS = 4 };

/* How far to the right and down of its place a block is found in the backdrop: whole pixels and the weights between. */
struct shift {
    int x, y, near_x, near_y;
    float across[TAPS], down[TAPS];
};

/* Catmull and Rom's cubic through four samples, at f between the middle two. */
static void cubic(float f, float w[TAPS])
{
    w[0] = 0.5f * f * (f * (2 - f) - 1);
    w[1] = 0.5f * (f * f * (3 * f - 5) + 2);
    w[2] = 0.5f * f * (f * (4 - 3 * f) + 1);
    w[3] = 0.5f * f * f * (f - 1);
}

static struct shift shift_of(struct vec2 by)
{
    struct shift s = {.x = (int)floor(by.x), .y = (int)floor(by.y)};
    s.near_x = (int)floor(by.x + 0.5);
    s.near_y = (int)floor(by.y + 0.5);
    cubic((float)(by.x - s.x), s.across);
    cubic((float)(by.y - s.y), s.down);
    return s;
}

static struct vec2 moved_by(const struct sim_render *r, int x, int y)
{
    int mx = x + BLOCK / 2 < r->width ? x + BLOCK / 2 : r->width - 1;
    int my = y + BLOCK / 2 < r->height ? y + BLOCK / 2 : r->height - 1;
    struct v3 d = v3_turn(r->to_opened, r->dir[my * (r->width + 1) + mx]);
    struct vec2 px;
    if (!sim_camera_image(&r->opened, vec3(d.x, d.y, d.z), &px))
        return vec2(0, 0);
    return vec2(px.x - mx, px.y - my);
}

static int within(int i, int n)
{
    return i < 0 ? 0 : i >= n ? n - 1 : i;
}

/* One block of a plane of `w` x `h` samples with the three more that cubics want each way; what lies outside the
 * picture is like its edge. */
enum { WIDE = BLOCK + TAPS }; /* one to spare, so that rows are whole vectors */

static void fetch_block(float out[][WIDE], const uint16_t *from, int w, int h, int x0, int y0, int n)
{
    bool in = x0 >= 0 && y0 >= 0 && x0 + WIDE <= w && y0 + n + TAPS <= h;
    for (int j = 0; j < n + TAPS - 1; j++) {
        const uint16_t *row = from + (size_t)within(y0 + j, h) * (size_t)w;
        for (int i = 0; in && i < WIDE; i++)
            out[j][i] = (float)row[x0 + i];
        for (int i = 0; !in && i < WIDE; i++)
            out[j][i] = (float)row[within(x0 + i, w)];
    }
}

static void move_block(uint16_t *to, const uint16_t *from, int w, int h, int x0, int y0, int n, const struct shift *s)
{
    float in[BLOCK + TAPS][WIDE], tall[BLOCK][WIDE];
    const float *d = s->down, *a = s->across;
    fetch_block(in, from, w, h, x0 + s->x - 1, y0 + s->y - 1, n);
    for (int j = 0; j < n; j++)
        for (int i = 0; i < WIDE; i++)
            tall[j][i] = d[0] * in[j][i] + d[1] * in[j + 1][i] + d[2] * in[j + 2][i] + d[3] * in[j + 3][i];
    for (int j = 0; j < n && y0 + j < h; j++) {
        int16_t out[BLOCK];
        const float *t = tall[j];
        for (int i = 0; i < BLOCK; i++) {
            float v = a[0] * t[i] + a[1] * t[i + 1] + a[2] * t[i + 2] + a[3] * t[i + 3] + 0.5f;
            out[i] = (int16_t)(v < 0 ? 0 : v > 255 * 64 ? 255 * 64 : v);
        }
        memcpy(to + (size_t)(y0 + j) * (size_t)w + x0, out, (size_t)(w - x0 < n ? w - x0 : n) * sizeof *out);
    }
}

static void show_moved(struct sim_render *r, int x0, int y0)
{
    for (int k = 0; k < (TILE / BLOCK) * (TILE / BLOCK); k++) {
        int x = x0 + k % 2 * BLOCK, y = y0 + k / 2 * BLOCK;
        if (x >= r->width || y >= r->height)
            continue;
        struct vec2 by = moved_by(r, x, y);
        struct shift whole = shift_of(by), half = shift_of(vec2_scale(by, 0.5));
        move_block(r->clean[0], r->backdrop.clean[0], r->width, r->height, x, y, BLOCK, &whole);
        for (int p = 1; p < 3; p++)
            move_block(r->clean[p], r->backdrop.clean[p], r->width / 2, r->height / 2, x / 2, y / 2, BLOCK / 2, &half);
    }
}

static void show_same(struct sim_render *r, int x0, int y0)
{
    for (int p = 0; p < 3; p++) {
        int s = p ? 2 : 1, w = r->width / s, h = r->height / s, n = w - x0 / s < TILE / s ? w - x0 / s : TILE / s;
        for (int j = y0 / s; j < (y0 + TILE) / s && j < h; j++)
            memcpy(r->clean[p] + j * w + x0 / s, r->backdrop.clean[p] + j * w + x0 / s,
                   (size_t)n * sizeof *r->clean[p]);
    }
}

void sim_backdrop_show(struct sim_render *r, int x0, int y0)
{
    if (r->turned)
        show_moved(r, x0, y0);
    else
        show_same(r, x0, y0);
    for (int y = y0; y < y0 + TILE && y < r->height; y++)
        for (int x = x0; x < x0 + TILE && x < r->width; x++)
            r->grain[y * r->width + x] = r->sigma[r->clean[0][y * r->width + x] >> 6];
}

/* ---- its light, for tiles with things in them ------------------------------------------------------------------- */

/* The same cubics as for bytes, three colours abreast. */
static void move_light(const struct sim_render *r, int x0, int y0, const struct shift *s, struct rgb *out)
{
    float in[WIDE][3 * WIDE], tall[BLOCK][3 * WIDE];
    const float *d = s->down, *a = s->across;
    for (int j = 0; j < BLOCK + TAPS - 1; j++)
        for (int i = 0; i < BLOCK + TAPS - 1; i++) {
            int x = within(x0 + s->x - 1 + i, r->width), y = within(y0 + s->y - 1 + j, r->height);
            memcpy(&in[j][3 * i], &r->backdrop.light[y * r->width + x], sizeof(struct rgb));
        }
    for (int j = 0; j < BLOCK; j++)
        for (int i = 0; i < 3 * (BLOCK + TAPS - 1); i++)
            tall[j][i] = d[0] * in[j][i] + d[1] * in[j + 1][i] + d[2] * in[j + 2][i] + d[3] * in[j + 3][i];
    for (int j = 0; j < BLOCK; j++) {
        float row[3 * BLOCK];
        const float *t = tall[j];
        for (int i = 0; i < 3 * BLOCK; i++) {
            float v = a[0] * t[i] + a[1] * t[i + 3] + a[2] * t[i + 6] + a[3] * t[i + 9];
            row[i] = v < 0 ? 0 : v;
        }
        memcpy(out + j * TILE, row, sizeof row);
    }
}

void sim_backdrop_light(const struct sim_render *r, int x0, int y0, struct rgb *light, uint8_t *part)
{
    struct shift s = {0};
    for (int by = 0; by < TILE; by += BLOCK)
        for (int bx = 0; bx < TILE; bx += BLOCK) {
            if (r->turned) {
                s = shift_of(moved_by(r, x0 + bx, y0 + by));
                move_light(r, x0 + bx, y0 + by, &s, light + by * TILE + bx);
            }
            for (int k = 0; k < BLOCK * BLOCK; k++) {
                int i = bx + k % BLOCK, j = by + k / BLOCK, x = x0 + i, y = y0 + j;
                int at = within(y + s.near_y, r->height) * r->width + within(x + s.near_x, r->width);
                part[j * TILE + i] = r->backdrop.part[at];
                if (!r->turned)
                    light[j * TILE + i] = r->backdrop.light[at];
            }
        }
}
