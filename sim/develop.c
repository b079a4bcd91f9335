/* SPDX-License-Identifier: Apache-2.0 */
/* develop.c: how does light become bytes: vignette, exposure, gamma, YUV, lens blur, noise, captions? */
#include "detmath.h"
#include "font.h"
#include "tile.h"

#include <string.h>

/* BT.709. Y of the picture runs from `foot` over `span` steps. */
static const float KR = 0.2126f, KB = 0.0722f;

static float foot(const struct sim_camera *c)
{
    return c->full_range ? 0 : 16;
}

static float span(const struct sim_camera *c)
{
    return c->full_range ? 255 : 219;
}

static double tone(const struct sim_camera *c, double x)
{
    double y = sim_pow(x, 1 / c->gamma), s = y * y * (3 - 2 * y);
    return sim_mix(y, s, c->contrast);
}

/* Table over the square root of light, where the curve is nearly straight. */
static void make_tone(struct sim_render *r)
{
    for (int i = 0; i < TONE_STEPS + 2; i++) {
        double x = (double)i / TONE_STEPS;
        r->tone[i] = (float)tone(&r->camera, fmin(x * x, 1));
    }
}

/* Shot noise grows with the root of light; the tone curve then spreads dark steps apart and packs bright ones. */
static void make_sigma(struct sim_render *r)
{
    const struct sim_camera *c = &r->camera;
    for (int i = 0; i < 256; i++) {
        double y = sim_clamp((i - foot(c)) / span(c), 0.02, 1), light = sim_pow(y, c->gamma);
        double steep = sim_clamp(y / (c->gamma * light), 0.3, 3);
        double sd =
            sqrt(c->noise_read * c->noise_read * 0.35 * steep + c->noise_shot * c->noise_shot * light * steep * 0.6);
        r->sigma[i] = (uint8_t)sim_clamp(16 * sd + 0.5, 0, 255);
    }
}

static void make_noise(struct sim_render *r)
{
    struct sim_rng rng = sim_rng(4711);
    for (int i = 0; i < NOISE_SIZE; i++)
        r->noise[i] = (int8_t)sim_clamp(floor(16 * sim_rng_normal(&rng) + 0.5), -127, 127);
}

void sim_develop_make(struct sim_render *r)
{
    make_tone(r);
    make_sigma(r);
    make_noise(r);
}

static float tone_of(const struct sim_render *r, float light)
{
    float x = sqrtf(clampf(light, 0, 1)) * TONE_STEPS;
    int i = (int)x;
    return r->tone[i] + (x - (float)i) * (r->tone[i + 1] - r->tone[i]);
}

/* Falls with the square of the distance from the middle. */
static float vignette(const struct sim_render *r, int x, int y)
{
    float dx = (2 * (float)x - (float)r->width) / (float)r->width,
          dy = (2 * (float)y - (float)r->height) / (float)r->height;
    return 1 - (float)r->camera.vignette * 0.5f * (dx * dx + dy * dy);
}

static struct rgb toned(const struct sim_render *r, struct rgb c, int x, int y)
{
    const struct sim_camera *k = &r->camera;
    float g = (float)k->gain * 1.3f * vignette(r, x, y);
    return rgb(tone_of(r, c.r * g * (float)k->balance[0]), tone_of(r, c.g * g * (float)k->balance[1]),
               tone_of(r, c.b * g * (float)k->balance[2]));
}

static uint16_t fixed(float v)
{
    return (uint16_t)(clampf(v, 0, 255) * 64 + 0.5f);
}

void sim_develop_tile(struct sim_render *r, int x0, int y0, const struct rgb *light)
{
    struct rgb t[TILE * TILE];
    const struct sim_camera *c = &r->camera;
    int w = r->width - x0 < TILE ? r->width - x0 : TILE, h = r->height - y0 < TILE ? r->height - y0 : TILE;
    for (int j = 0; j < h; j++)
        for (int i = 0; i < w; i++) {
            struct rgb p = t[j * TILE + i] = toned(r, light[j * TILE + i], x0 + i, y0 + j);
            float y = KR * p.r + (1 - KR - KB) * p.g + KB * p.b;
            size_t at = (size_t)(y0 + j) * (size_t)r->width + (size_t)(x0 + i);
            r->clean[0][at] = fixed(foot(c) + span(c) * y);
            r->grain[at] = r->sigma[r->clean[0][at] >> 6];
        }
    float chroma = c->full_range ? 255 : 224;
    for (int j = 0; j + 1 < h; j += 2)
        for (int i = 0; i + 1 < w; i += 2) {
            struct rgb p = rgb_add(rgb_add(t[j * TILE + i], t[j * TILE + i + 1]),
                                   rgb_add(t[(j + 1) * TILE + i], t[(j + 1) * TILE + i + 1]));
            p = rgb_scale(p, 0.25f);
            float y = KR * p.r + (1 - KR - KB) * p.g + KB * p.b;
            size_t at = (size_t)((y0 + j) / 2) * (size_t)(r->width / 2) + (size_t)((x0 + i) / 2);
            r->clean[1][at] = fixed(128 + chroma * (p.b - y) / (2 * (1 - KB)));
            r->clean[2][at] = fixed(128 + chroma * (p.r - y) / (2 * (1 - KR)));
        }
}

/* ---- noise ------------------------------------------------------------------------------------------------------ */

/* x * k / 65536: what one instruction does to eight values. */
static inline uint16_t part_of(uint16_t x, uint16_t k)
{
    return (uint16_t)((uint32_t)x * k >> 16);
}

/* Lens blur: three taps each way, in 1/256: the sd of taps a, 1-2a, a is sqrt(2 a). */
static void blur_row(const struct sim_render *r, int y, uint16_t side, uint16_t *out)
{
    int w = r->width;
    uint16_t mid = (uint16_t)(65536 - 2 * side);
    const uint16_t *at = r->clean[0] + (size_t)y * (size_t)w;
    const uint16_t *up = y > 0 ? at - w : at, *down = y + 1 < r->height ? at + w : at;
    uint16_t tall[8192 + 2];
    for (int x = 0; x < w; x++)
        tall[x + 1] = (uint16_t)(part_of((uint16_t)(up[x] + down[x]), side) + part_of(at[x], mid) + 1);
    tall[0] = tall[1];
    tall[w + 1] = tall[w];
    for (int x = 0; x < w; x++)
        out[x] = (uint16_t)(part_of((uint16_t)(tall[x] + tall[x + 2]), side) + part_of(tall[x + 1], mid) + 1);
}

static const int8_t *noise_row(const struct sim_render *r, int plane, int y)
{
    uint32_t h = sim_hash((uint32_t)r->frame, (uint32_t)y, (uint32_t)plane + 31);
    return r->noise + h % (NOISE_SIZE - 8192);
}

static inline uint8_t to_byte(int16_t v)
{
    int16_t k = (int16_t)((int16_t)(v + 32) >> 6), low = k < 0 ? 0 : k;
    return (uint8_t)(low > 255 ? 255 : low);
}

/* gain: slow drift of the light, 1/4096, after the tone curve (a power law keeps ratios). All fits 16 bits: 255 * 64 is
 * the most there is, twice that fits unsigned, and the gain stays below 1.5. */
static void grain_luma(uint8_t *restrict out, const uint16_t *restrict in, const uint8_t *restrict grain,
                       const int8_t *restrict noise, int n, int16_t base, uint16_t gain)
{
    uint16_t eight = (uint16_t)(8 * gain);
    for (int x = 0; x < n; x++) {
        int16_t stray = (int16_t)((int16_t)(grain[x] * noise[x]) >> 2), over = (int16_t)((int16_t)in[x] - base);
        over = over < 0 ? 0 : over;
        out[x] = to_byte((int16_t)(base + part_of((uint16_t)(over * 2), eight) + stray));
    }
}

static void grain_chroma(uint8_t *restrict out, const uint16_t *restrict in, const int8_t *restrict noise, int n,
                         uint8_t sigma, uint16_t gain)
{
    uint16_t eight = (uint16_t)(8 * gain);
    int16_t centre = (int16_t)part_of(16384, eight); /* grey stays grey */
    for (int x = 0; x < n; x++) {
        int16_t stray = (int16_t)((int16_t)(sigma * noise[x]) >> 2);
        out[x] = to_byte((int16_t)(8192 - centre + part_of((uint16_t)(in[x] * 2), eight) + stray));
    }
}

static void luma_row(struct sim_render *r, int y, uint16_t gain, int16_t base)
{
    uint16_t soft[8192];
    size_t row = (size_t)y * (size_t)r->width;
    const uint16_t *in = r->clean[0] + row;
    if (r->camera.soft_px > 0.05) {
        blur_row(r, y, (uint16_t)(32768 * r->camera.soft_px * r->camera.soft_px + 0.5), soft);
        in = soft;
    }
    grain_luma(r->noisy[0] + row, in, r->grain + row, noise_row(r, 0, y), r->width, base, gain);
}

void sim_develop_rows(struct sim_render *r, int band)
{
    int last = (band + 1) * BAND < r->height ? (band + 1) * BAND : r->height;
    double drift = sim_pow(r->scene->light_gain > 0 ? r->scene->light_gain : 1, 1 / r->camera.gamma);
    uint16_t gain = (uint16_t)(4096 * sim_clamp(drift, 0.1, 1.5) + 0.5), half = (uint16_t)(r->width / 2);
    int16_t base = (int16_t)(64 * foot(&r->camera));
    uint8_t sigma = (uint8_t)(r->sigma[110] * 2 / 3);
    for (int y = band * BAND; y < last; y++) {
        luma_row(r, y, gain, base);
        if (y % 2 == 0)
            for (int plane = 1; plane < 3; plane++)
                grain_chroma(r->noisy[plane] + (size_t)(y / 2) * half, r->clean[plane] + (size_t)(y / 2) * half,
                             noise_row(r, plane, y / 2), half, sigma, gain);
    }
}

/* ---- captions --------------------------------------------------------------------------------------------------- */

static void fill(struct sim_render *r, int x, int y, int w, int h, const uint8_t yuv[3])
{
    for (int p = 0; p < 3; p++) {
        int s = p ? 2 : 1, stride = r->width / s;
        for (int j = y / s; j < (y + h) / s && j < r->height / s; j++)
            for (int i = x / s; i < (x + w) / s && i < stride; i++)
                r->noisy[p][j * stride + i] = yuv[p];
    }
}

/* A dark bar at the bottom with light letters, their dots an even number of pixels wide. */
void sim_develop_caption(struct sim_render *r, const char *text)
{
    int dot = r->height / 360 < 1 ? 2 : 2 * (r->height / 720 + 1), n = (int)strlen(text);
    int w = n * 6 * dot + 4 * dot, h = 11 * dot, x0 = (r->width - w) / 4 * 2, y0 = (r->height - h - 8) / 2 * 2;
    if (n == 0 || w > r->width)
        return;
    fill(r, x0, y0, w, h, (const uint8_t[3]){34, 140, 122});
    for (int i = 0; i < n; i++)
        for (int row = 0; row < 7; row++)
            for (int column = 0; column < 5; column++)
                if (sim_font_dot(text[i], column, row))
                    fill(r, x0 + (i * 6 + 2 + column) * dot, y0 + (row + 2) * dot, dot, dot,
                         (const uint8_t[3]){225, 128, 128});
}
