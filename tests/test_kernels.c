/* SPDX-License-Identifier: Apache-2.0 */
/* Proves every version of every kernel equal to the C reference, bit for bit, on hostile inputs. */
#include "kernels.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { SITES = 96, LUMA = 4 * SITES, GUARD = 64, ROUNDS = 400 };

static uint32_t seed = 1;

static uint32_t next_random(void)
{
    seed = seed * 1664525u + 1013904223u;
    return seed >> 8;
}

/* All noise; near 0; near 255; or one of the two ends each. */
static void fill(uint8_t *p, size_t n, int mood)
{
    for (size_t i = 0; i < n; i++) {
        uint32_t r = next_random();
        p[i] = (uint8_t)(mood == 0 ? r : mood == 1 ? r % 3 : mood == 2 ? 255 - r % 3 : r & 1 ? 255 : 0);
    }
}

struct input {
    uint8_t luma[LUMA + GUARD], u[LUMA + GUARD], v[LUMA + GUARD], ref[4][SITES];
};

static void make(struct input *in, int round)
{
    fill(in->luma, sizeof in->luma, round % 4);
    fill(in->u, sizeof in->u, round / 4 % 4);
    fill(in->v, sizeof in->v, round / 16 % 4);
    for (int k = 0; k < 4; k++)
        fill(in->ref[k], SITES, round / 64 % 4);
}

static void check_scan(const struct kernels *k, const struct input *in, int round)
{
    const struct kernels *c = kernels_reference();
    uint8_t want_off[SITES + 1], got_off[SITES + 1];
    struct site_row to = {in->ref[0], in->ref[1], in->ref[2], in->ref[3], want_off, 0, 0}, row = to;
    uint32_t want[SITES / 32 + 1], got[SITES / 32 + 1];
    row.off = got_off;
    int odd = round % 7; /* rows of a frame need not be aligned */
    for (int packed = 0; packed < 2; packed++) {
        memset(want, 0xa5, sizeof want);
        memset(got, 0xa5, sizeof got);
        memset(want_off, 0xa5, sizeof want_off);
        memset(got_off, 0xa5, sizeof got_off);
        if (packed) {
            c->scan_nv12(in->luma + odd, in->u + odd, &to, SITES, want);
            k->scan_nv12(in->luma + odd, in->u + odd, &row, SITES, got);
        } else {
            c->scan_i420(in->luma + odd, in->u + odd, in->v + odd, &to, SITES, want);
            k->scan_i420(in->luma + odd, in->u + odd, in->v + odd, &row, SITES, got);
        }
        if (memcmp(want, got, sizeof want) != 0 || memcmp(want_off, got_off, sizeof want_off) != 0)
            fail_msg("%s %s differs in round %d", k->name, packed ? "scan_nv12" : "scan_i420", round);
    }
}

static void check_sobel(const struct kernels *k, const struct input *in, int round)
{
    int16_t want[2][LUMA], got[2][LUMA];
    int n = 16 * (1 + round % (LUMA / 16 - 1)), odd = 2 + round % 5, apart = 1 + round % 2;
    memset(want, 0x5a, sizeof want);
    memset(got, 0x5a, sizeof got);
    kernels_reference()->sobel(in->luma + odd, in->u + odd, in->v + odd, apart, n, want[0], want[1]);
    k->sobel(in->luma + odd, in->u + odd, in->v + odd, apart, n, got[0], got[1]);
    if (memcmp(want, got, sizeof want) != 0)
        fail_msg("%s sobel differs in round %d", k->name, round);
}

static void check_slopes(const struct kernels *k, const struct input *in, int round)
{
    enum { ROWS = 4, STRIDE = sizeof in->luma / ROWS, LEAST = 2, MOST = (STRIDE - 2 * LEAST) / 16 * 16 };
    static slope_t want[ROWS * MOST], got[ROWS * MOST];
    uint32_t want_bits[ROWS * ((MOST + 31) / 32)], got_bits[ROWS * ((MOST + 31) / 32)];
    struct slopes s = {.p = in->luma + STRIDE + LEAST,
                       .stride = STRIDE,
                       .row = round % 3 ? STRIDE : 0,
                       .apart = 1 + round % 2,
                       .n = 16 * (1 + round % (MOST / 16)),
                       .rows = 1 + round % (ROWS - 2),
                       .limit2 = (int)(next_random() % (round % 3 ? 40000 : 2 * 1020 * 1020)),
                       .slope = want,
                       .strong = want_bits};
    memset(want, 0x5a, sizeof want);
    memset(got, 0x5a, sizeof got);
    memset(want_bits, 0x5a, sizeof want_bits);
    memset(got_bits, 0x5a, sizeof got_bits);
    kernels_reference()->slopes(&s);
    s.slope = got;
    s.strong = got_bits;
    k->slopes(&s);
    if (memcmp(want, got, sizeof want) != 0 || memcmp(want_bits, got_bits, sizeof want_bits) != 0)
        fail_msg("%s slopes differ in round %d", k->name, round);
}

static void check_votes(const struct kernels *k, const struct input *in, int round)
{
    uint16_t counts[3][SITES + 2], want[SITES], got[SITES];
    uint32_t want_bits[SITES / 32], got_bits[SITES / 32];
    uint16_t least = (uint16_t)(round % 5 ? next_random() % 700 : next_random());
    for (int i = 0; i < SITES + 2; i++)
        for (int j = 0; j < 3; j++)
            counts[j][i] = (uint16_t)(in->v[3 * i + j] * (round % 2 ? 1 : 257)); /* sums run over now and then */
    kernels_reference()->sum_votes(counts[0] + 1, counts[1] + 1, counts[2] + 1, SITES, least, want, want_bits);
    k->sum_votes(counts[0] + 1, counts[1] + 1, counts[2] + 1, SITES, least, got, got_bits);
    if (memcmp(want, got, sizeof want) != 0 || memcmp(want_bits, got_bits, sizeof want_bits) != 0)
        fail_msg("%s votes differ in round %d", k->name, round);
    const uint16_t *sums = &counts[1][1 + round % 8]; /* rows as far apart as those of the counts */
    uint32_t asked = next_random() & next_random();
    for (int i = 0; i < SITES + 2; i++) /* neighbours that are alike, too */
        counts[round % 3][i] = round % 4 ? counts[round % 3][i] : counts[(round + 1) % 3][i];
    if (kernels_reference()->unbeaten(sums, SITES + 2, asked) != k->unbeaten(sums, SITES + 2, asked))
        fail_msg("%s peaks differ in round %d", k->name, round);
}

static void check_aim(const struct kernels *k, const struct input *in, int round)
{
    static struct aim want, got;
    const float reach = 0.5f + (float)(round % 40);
    memset(&want, 0, sizeof want);
    want.n = 1 + round % AIM_MAX;
    want.cells = round % 2 ? 0.5f : 1;
    want.x0 = want.y0 = reach + 0.25f;
    for (int i = 0; i < AIM_MAX; i++) {
        int across = in->v[i] * 8 - 1020, down = in->u[i + 1] * 8 - 1019; /* an edge has a direction */
        want.at[i] = in->luma[i] + ((uint32_t)in->u[i] << 16);
        want.slope[i] = down * 65536 + (across & 0xffff);
        want.reach[i] = reach;
    }
    got = want;
    kernels_reference()->aim(&want, 400);
    k->aim(&got, 400);
    if (memcmp(want.up, got.up, sizeof *want.up * (size_t)want.n) != 0 ||
        memcmp(want.down, got.down, sizeof *want.down * (size_t)want.n) != 0)
        fail_msg("%s aim differs in round %d", k->name, round);
}

/* A frame of noise or of steps, with rays in all directions. */
static void check_pick(const struct kernels *k, const struct input *in, int round)
{
    static struct aim want, got;
    slope_t slope[2][32];
    for (int i = 0; i < 64; i++)
        slope[i / 32][i % 32] = (in->u[i] * 8 - 1020) * 65536 + ((in->v[i % (round % 5 + 30)] * 8 - 1020) & 0xffff);
    memset(&want, 0, sizeof want);
    memset(&got, 0, sizeof got);
    for (int times = 0; times < 3; times++) {
        uint32_t bits = next_random() & (round % 2 ? next_random() : ~0u);
        const slope_t *other = round % 3 ? slope[1] : NULL;
        kernels_reference()->pick(&want, slope[0], other, bits, 7000u + (9000u << 16), (float)round);
        k->pick(&got, slope[0], other, bits, 7000u + (9000u << 16), (float)round);
    }
    if (want.n != got.n || memcmp(want.at, got.at, sizeof *want.at * (size_t)want.n) != 0 ||
        memcmp(want.slope, got.slope, sizeof *want.slope * (size_t)want.n) != 0 ||
        memcmp(want.reach, got.reach, sizeof *want.reach * (size_t)want.n) != 0)
        fail_msg("%s pick differs in round %d", k->name, round);
}

static void check_edges(const struct kernels *k, int round)
{
    enum { SIDE = 128, N = RAYS_MAX };
    static uint8_t plane[3][SIDE * SIDE];
    float dx[N], dy[N], r[N], base[N], x[3] = {0.2f, -0.1f, 0.3f};
    struct ray_edges want, got;
    struct ray_sums want_sums, got_sums;
    for (int p = 0; p < 3; p++)
        for (int i = 0; i < SIDE * SIDE; i++) {
            int step = (i % SIDE - 60) * (i % SIDE - 60) + (i / SIDE - 60) * (i / SIDE - 60) < 500 ? 60 : 120 + 40 * p;
            plane[p][i] = (uint8_t)(round % 2 ? step + (int)(next_random() % 7) : (int)(next_random() & 255));
        }
    for (int i = 0; i < N; i++) { /* 3-4-5 triangles, turned: no trigonometry, the same everywhere */
        static const float c[4] = {0.6f, 0.8f, -0.6f, 0.28f}, s[4] = {0.8f, -0.6f, 0.8f, -0.96f};
        dx[i] = i & 4 ? s[i & 3] : c[i & 3];
        dy[i] = i & 8 ? -c[(i + 2) & 3] : s[(i + 1) & 3];
        r[i] = (round % 5 ? 1 : 2) * (14 + (float)(next_random() % 1000) * 0.008f); /* twice: too large to be copied */
        base[i] = (float)(next_random() % 3) * 0.5f;
    }
    struct rays rays = {.plane = {plane[0], plane[1], plane[2]},
                        .stride = {SIDE, SIDE, SIDE},
                        .step = 1 + round % 2,
                        .cx = 60.3f,
                        .cy = 59.6f,
                        .chroma_x = round % 4 < 2 ? 0 : 0.5f,
                        .n = 8 * (1 + round % (N / 8)),
                        .dx = dx,
                        .dy = dy,
                        .r = r,
                        .pitch = round % 3 ? 0.5f : 1,
                        .reach = 4 + round % 6,
                        .luma = 1,
                        .chroma = 1,
                        .edge_limit = 6,
                        .shadeless = round % 7 == 0,
                        .quick = round % 7 && round % 2,
                        .shade = {0.8f, -0.36f, -0.48f}};
    memset(&want, 0, sizeof want);
    memset(&got, 0, sizeof got);
    kernels_reference()->edges(&rays, &want);
    k->edges(&rays, &got);
    kernels_reference()->fit_sums(rays.n, dx, dy, want.steep, base, x, 0.5f, &want_sums);
    k->fit_sums(rays.n, dx, dy, want.steep, base, x, 0.5f, &got_sums);
    if (memcmp(&want, &got, sizeof want) != 0 || memcmp(&want_sums, &got_sums, sizeof want_sums) != 0)
        fail_msg("%s rays differ in round %d", k->name, round);
}

/* Lines across ovals of any size and slant. */
static void check_spokes(const struct kernels *k, int round)
{
    enum { N = LIMB_SECTORS };
    float c[N], s[N], want[5][N], got[5][N];
    for (int i = 0; i < N; i++) { /* points near the circle: no trigonometry, the same everywhere */
        c[i] = (float)((int)(next_random() % 2001) - 1000) * 0.001f;
        s[i] = (float)((int)(next_random() % 2001) - 1000) * 0.001f + (i & 1 ? 1.001f : -1.001f);
    }
    struct spokes spokes = {.n = RAY_LANES * (1 + round % (N / RAY_LANES)),
                            .cx = 60.3f,
                            .cy = 59.6f,
                            .xx = 4 + (float)(round % 30),
                            .xy = (float)(round % 5) - 2,
                            .yy = 4 + (float)(round % 29),
                            .cosine = c,
                            .sine = s,
                            .turn = {0.96f, 0.28f}};
    memset(want, 0x5a, sizeof want);
    memset(got, 0x5a, sizeof got);
    for (int i = 0; i < 2; i++) {
        float(*to)[N] = i ? got : want;
        spokes.x = to[0], spokes.y = to[1], spokes.gx = to[2], spokes.gy = to[3], spokes.slope = to[4];
        (i ? k : kernels_reference())->spokes(&spokes);
    }
    if (memcmp(want, got, sizeof want) != 0)
        fail_msg("%s spokes differ in round %d", k->name, round);
}

/* Lines through noise, and the sums of a limb made of it. */
static void check_profiles(const struct kernels *k, const struct input *in, int round)
{
    enum { N = LIMB_SECTORS, SAMPLES = 9, EACH = 3 };
    float x[EACH * N], y[EACH * N], dx[EACH * N], dy[EACH * N], limit[EACH * N], d[SAMPLES];
    float want[3][N * SAMPLES] = {{0}}, got[3][N * SAMPLES] = {{0}};
    for (int i = 0; i < EACH * N; i++) {
        x[i] = 1 + (float)(next_random() % 100) * 0.031f;
        y[i] = 1 + (float)(next_random() % 100) * 0.017f;
        dx[i] = (float)(next_random() % 100) * 0.004f;
        dy[i] = (float)(next_random() % 100) * (round % 5 ? 0.004f : 0.12f); /* too high to be copied */
        limit[i] = (float)(next_random() % (2 * SAMPLES));                   /* none, some or all of a line count */
    }
    for (int i = 0; i < SAMPLES; i++)
        d[i] = (float)i;
    struct lines lines = {.planes = 1 + round % 2,
                          .plane = {in->luma, in->luma + 5},
                          .stride = {round % 5 ? 16 : 2, round % 5 ? 17 : 3},
                          .step = 1 + round / 2 % 2,
                          .wide = N,
                          .each = 1 + round % EACH,
                          .samples = SAMPLES,
                          .x = x,
                          .y = y,
                          .dx = dx,
                          .dy = dy,
                          .d = d,
                          .limit = limit,
                          .black = 16,
                          .mean = {want[0], want[1]},
                          .count = want[2],
                          .pitch = N};
    kernels_reference()->profiles(&lines);
    lines.mean[0] = got[0];
    lines.mean[1] = got[1];
    lines.count = got[2];
    k->profiles(&lines);
    if (memcmp(want, got, sizeof want) != 0)
        fail_msg("%s profiles differ in round %d", k->name, round);
}

static void random_limb(struct limb_model *model, int round)
{
    enum { SAMPLES = 9 };
    for (size_t i = 0; i < sizeof *model / sizeof(float); i++)
        ((float *)model)[i] = (float)(next_random() % 1000) * 0.05f; /* also what is no number of samples: set below */
    model->light.n = model->colour.n = SAMPLES;
    for (int i = 0; i < SAMPLES; i++) /* outwards, some within what blur spreads and some on its very end */
        model->light.d[i] = model->colour.d[i] = (float)i - 4.2f;
    for (int i = 0; i < LIMB_SECTORS; i++) {
        model->at[i] = (float)(next_random() % 21) * 0.2f - 2;
        model->slope[i] = 0.08f;
    }
    model->light.channels = 1;
    model->colour.channels = 2;
    model->light.sigma = model->colour.sigma = 0.6f;
    model->steps = round % 3 ? 1 : 4;
    model->own_noise = round % 2;
    model->placing = round % 4 == 1;
    model->held = round % 6 == 5;
    model->sectors = round % 5 ? LIMB_SECTORS : LIMB_SECTORS - RAY_LANES;
}

static void check_limb(const struct kernels *k, int round)
{
    static struct limb_model model, moved[2];
    static struct limb_sums sums[2];
    static struct limb_doubt doubt[2];
    static struct limb_step step[2];
    float by[SHAPE];
    for (int i = 0; i < SHAPE; i++)
        by[i] = (float)(next_random() % 100) * 0.01f - 0.5f;
    random_limb(&model, round);
    moved[0] = moved[1] = model;
    for (int i = 0; i < 2; i++) {
        const struct kernels *tried = i ? k : kernels_reference();
        tried->limb_sums(&model, &sums[i]);
        tried->limb_move(&moved[i], &sums[i], by);
        tried->limb_usual(&moved[i], &sums[i]);
        tried->limb_doubt(&moved[i], &doubt[i]);
        tried->limb_step(&moved[i], &sums[i], &doubt[i], round % 4 ? by : NULL, &step[i]);
    }
    if (memcmp(&sums[0], &sums[1], sizeof sums[0]) != 0 || memcmp(&moved[0], &moved[1], sizeof moved[0]) != 0 ||
        memcmp(&doubt[0], &doubt[1], sizeof doubt[0]) != 0 || memcmp(&step[0], &step[1], sizeof step[0]) != 0)
        fail_msg("%s limbs differ in round %d", k->name, round);
}

static void check_compare(const struct kernels *k, const struct input *in, int round)
{
    static int16_t slopes[2][PATCH_SIDE * PATCH_SIDE];
    static uint8_t look[PATCH_SIDE * PATCH_SIDE], seen[PATCH_SIDE * (PATCH_SIDE + 3)];
    struct patch_sums want, got;
    struct patch patch = {look, slopes[0], slopes[1], 16 * (1 + round % 6), 2 * (1 + round % 48)};
    for (size_t i = 0; i < sizeof look; i++) {
        look[i] = in->luma[i % sizeof in->luma];
        slopes[0][i] = (int16_t)((int)in->v[(7 * i) % sizeof in->v] * 8 - 1020);
        slopes[1][i] = (int16_t)((int)in->u[(5 * i) % sizeof in->u] * 8 - 1020);
    }
    for (size_t i = 0; i < sizeof seen; i++)
        seen[i] = in->u[(3 * i) % sizeof in->u];
    kernels_reference()->compare(seen, PATCH_SIDE + round % 4, &patch, &want);
    k->compare(seen, PATCH_SIDE + round % 4, &patch, &got);
    if (memcmp(&want, &got, sizeof want) != 0)
        fail_msg("%s compare differs in round %d", k->name, round);
}

static void every_version_equals_the_reference(void **state)
{
    (void)state;
    static struct input in;
    int versions = 0;
    for (int v = 1; kernels_nth(v); v++, versions++)
        for (int round = 0; round < ROUNDS; round++) {
            make(&in, round);
            check_scan(kernels_nth(v), &in, round);
            check_sobel(kernels_nth(v), &in, round);
            check_slopes(kernels_nth(v), &in, round);
            check_compare(kernels_nth(v), &in, round);
            check_votes(kernels_nth(v), &in, round);
            check_pick(kernels_nth(v), &in, round);
            check_aim(kernels_nth(v), &in, round);
            check_edges(kernels_nth(v), round);
            check_spokes(kernels_nth(v), round);
            check_profiles(kernels_nth(v), &in, round);
            check_limb(kernels_nth(v), round);
        }
    printf("compared: %d versions with the reference\n", versions);
}

static void a_site_is_foreign_when_its_weighted_distance_exceeds_the_limit(void **state)
{
    (void)state;
    uint8_t luma[128] = {0}, u[64] = {0}, v[64] = {0}, ref[32] = {0}, limit[32], off[32];
    struct site_row row = {ref, ref, ref, limit, off, 0, 0};
    for (int i = 0; i < 32; i++) {
        luma[4 * i] = 10;
        u[2 * i] = 4;
        v[2 * i] = 3; /* 10 + 8 + 6 = 24 */
        limit[i] = (uint8_t)(i == 0 ? 23 : i == 1 ? 24 : i == 2 ? 255 : 0);
    }
    luma[4 * 2] = u[2 * 2] = v[2 * 2] = 255; /* however far: 255 is never exceeded */
    for (int k = 0; kernels_nth(k); k++) {
        uint32_t bits = 0;
        kernels_nth(k)->scan_i420(luma, u, v, &row, 32, &bits);
        assert_int_equal(bits, 0xfffffff9u);
        assert_int_equal(off[1], 24);
        assert_int_equal(off[2], 255);
    }
}

static void an_edge_has_the_gradient_of_its_step(void **state)
{
    (void)state;
    uint8_t row[32];
    int16_t gx[16], gy[16];
    slope_t slope[16];
    uint32_t bits;
    for (int i = 0; i < 32; i++)
        row[i] = i < 9 ? 10 : 30; /* seen from row + 1: the step lies between places 7 and 8 */
    for (int k = 0; kernels_nth(k); k++) {
        kernels_nth(k)->sobel(row + 1, row + 1, row + 1, 1, 16, gx, gy);
        kernels_nth(k)->slopes(&(struct slopes){
            .p = row + 1, .apart = 1, .n = 16, .rows = 1, .limit2 = 79 * 79, .slope = slope, .strong = &bits});
        for (int i = 0; i < 16; i++) {
            assert_int_equal(gx[i], i == 7 || i == 8 ? 80 : 0);
            assert_int_equal(gy[i], 0);
            assert_int_equal(slope_across(slope[i]), gx[i]);
            assert_int_equal(slope_down(slope[i]), 0);
        }
        assert_int_equal(bits, 3u << 7);
    }
}

static void a_patch_that_is_brighter_by_three_says_so(void **state)
{
    (void)state;
    uint8_t look[32 * 2], seen[32 * 2];
    int16_t across[32 * 2], down[32 * 2];
    for (int i = 0; i < 64; i++) {
        look[i] = (uint8_t)(100 + i);
        seen[i] = (uint8_t)(103 + i);
        across[i] = 5;
        down[i] = -2;
    }
    struct patch patch = {look, across, down, 32, 2};
    for (int k = 0; kernels_nth(k); k++) {
        struct patch_sums sums;
        kernels_nth(k)->compare(seen, 32, &patch, &sums);
        assert_int_equal(sums.sum, 192);
        assert_int_equal(sums.square, 576);
        assert_int_equal(sums.across, 960);
        assert_int_equal(sums.down, -384);
        assert_int_equal(sums.look, 3 * (64 * (100 - 128) + 64 * 63 / 2));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_version_equals_the_reference),
        cmocka_unit_test(a_site_is_foreign_when_its_weighted_distance_exceeds_the_limit),
        cmocka_unit_test(an_edge_has_the_gradient_of_its_step),
        cmocka_unit_test(a_patch_that_is_brighter_by_three_says_so),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
