/* SPDX-License-Identifier: Apache-2.0 */
/* look.c: which rooms, cloths, lamps and ball colours are there? */
#include "look.h"

#include "detmath.h"

#include <string.h>

/* From the 8-bit sRGB figures people know colours by to linear light. */
static struct rgb srgb(int r, int g, int b)
{
    int in[3] = {r, g, b};
    float out[3];
    for (int i = 0; i < 3; i++) {
        double c = in[i] / 255.0;
        out[i] = (float)(c <= 0.04045 ? c / 12.92 : sim_pow((c + 0.055) / 1.055, 2.4));
    }
    return rgb(out[0], out[1], out[2]);
}

static struct sim_lamp canopy(double x, double y, double z, double half_x, double half_y, double power)
{
    struct sim_lamp l = {.at = vec3(x, y, z), .u = vec3(half_x, 0, 0), .v = vec3(0, half_y, 0), .power = power};
    l.colour = rgb(1, 0.97f, 0.90f);
    return l;
}

struct sim_look sim_look_defaults(const struct table *t)
{
    struct sim_look k = {.nap = 0.5, .wear = 0.35, .texture = 7, .line_mm = 3, .gloss = 0.9};
    bool pool = t->style == TABLE_POOL;
    k.cloth = pool ? srgb(38, 108, 150) : srgb(34, 122, 66);
    k.line = srgb(232, 232, 220);
    k.wood = pool ? srgb(52, 38, 32) : srgb(112, 62, 34);
    k.metal = srgb(150, 140, 110);
    k.floor = srgb(58, 50, 52);
    k.pocket = srgb(30, 24, 20);
    k.pockets = pool ? SIM_POCKET_PLASTIC : SIM_POCKET_LEATHER;
    k.sights = pool;
    k.cue_dots = pool;
    k.lamps_n = 3;
    for (int i = 0; i < 3; i++)
        k.lamp[i] = canopy((i - 1) * t->bed.length * 0.31, 0, 1150, t->bed.length * 0.075, t->bed.width * 0.06, 1);
    k.ambient = rgb(0.10f, 0.10f, 0.11f);
    k.skin = srgb(214, 160, 130);
    k.sleeve = srgb(24, 24, 30);
    k.trousers = srgb(20, 20, 24);
    return k;
}

static struct rgb stray(struct rgb c, double by, struct sim_rng *rng)
{
    return rgb((float)sim_clamp(c.r * sim_rng_range(rng, 1 - by, 1 + by), 0.003, 0.95),
               (float)sim_clamp(c.g * sim_rng_range(rng, 1 - by, 1 + by), 0.003, 0.95),
               (float)sim_clamp(c.b * sim_rng_range(rng, 1 - by, 1 + by), 0.003, 0.95));
}

static struct rgb random_cloth(struct sim_rng *rng)
{
    static const int cloths[][3] = {{30, 116, 62},  {24, 100, 70}, {70, 150, 110}, {36, 104, 150},
                                    {20, 70, 130},  {130, 28, 40}, {90, 96, 100},  {96, 60, 120},
                                    {160, 130, 80}, {40, 140, 90}, {64, 150, 190}, {26, 84, 50}};
    if (sim_rng_int(rng, 4) == 0) /* any colour there is */
        return srgb(20 + sim_rng_int(rng, 170), 20 + sim_rng_int(rng, 170), 20 + sim_rng_int(rng, 170));
    const int *c = cloths[sim_rng_int(rng, sizeof cloths / sizeof *cloths)];
    return stray(srgb(c[0], c[1], c[2]), 0.2, rng);
}

/* Warm bulbs to cold tubes, as a tint of white. */
static struct rgb lamp_tint(double warm)
{
    return rgb((float)(1 + 0.12 * warm), 1, (float)(1 - 0.35 * warm));
}

static void random_lamps(struct sim_look *k, const struct table *t, struct sim_rng *rng)
{
    int n = 1 + sim_rng_int(rng, 5);
    double z = sim_rng_range(rng, 800, 2600), warm = sim_rng_range(rng, -0.4, 1), spread = z > 1600 ? 1.6 : 1;
    k->lamps_n = n;
    for (int i = 0; i < n; i++) {
        double at = n == 1 ? 0 : (i / (n - 1.0) - 0.5) * 0.72 * spread * t->bed.length;
        double y = sim_rng_range(rng, -0.35, 0.35) * t->bed.width * (spread - 0.6);
        double hx =
            n == 1 ? t->bed.length * sim_rng_range(rng, 0.25, 0.4) : t->bed.length * sim_rng_range(rng, 0.05, 0.1);
        struct sim_lamp l = canopy(at, y, z, hx, t->bed.width * sim_rng_range(rng, 0.05, 0.22), 1);
        l.power = sim_rng_range(rng, 0.75, 1.25);
        l.colour = lamp_tint(warm + sim_rng_range(rng, -0.1, 0.1));
        k->lamp[i] = l;
    }
    float a = (float)sim_rng_range(rng, 0.03, 0.35);
    k->ambient = rgb_scale(lamp_tint(sim_rng_range(rng, -0.5, 0.5)), a);
}

struct sim_look sim_look_random(const struct table *t, uint64_t seed)
{
    static const int skins[][3] = {{224, 172, 140}, {198, 134, 102}, {141, 85, 58}, {92, 58, 40}, {240, 200, 176}};
    struct sim_rng rng = sim_rng(seed ^ 0x100C);
    struct sim_look k = sim_look_defaults(t);
    k.cloth = random_cloth(&rng);
    k.wood = stray(k.wood, 0.5, &rng);
    k.floor = stray(srgb(80, 74, 72), 0.7, &rng);
    k.nap = sim_rng_unit(&rng);
    k.wear = sim_rng_unit(&rng);
    k.texture = (uint32_t)sim_rng_next(&rng);
    k.line_mm = sim_rng_range(&rng, 2, 5);
    k.gloss = sim_rng_range(&rng, 0.35, 1);
    k.tint = sim_rng_range(&rng, 0, 0.5);
    k.cue_dots = sim_rng_int(&rng, 3) == 0;
    k.sights = t->style == TABLE_POOL || sim_rng_int(&rng, 5) == 0;
    k.pockets = (enum sim_pocket_look)sim_rng_int(&rng, 3);
    const int *s = skins[sim_rng_int(&rng, 5)];
    k.skin = stray(srgb(s[0], s[1], s[2]), 0.06, &rng);
    k.sleeve = stray(srgb(90, 90, 100), 0.9, &rng);
    random_lamps(&k, t, &rng);
    k.paints = sim_rng_int(&rng, PAINT_SETS);
    return k;
}

static const int kind_colour[][3] = {
    [BALL_KIND_WHITE] = {244, 238, 220}, [BALL_KIND_YELLOW] = {238, 196, 20}, [BALL_KIND_GREEN] = {0, 82, 46},
    [BALL_KIND_BROWN] = {112, 58, 20},   [BALL_KIND_BLUE] = {10, 66, 168},    [BALL_KIND_PINK] = {240, 132, 152},
    [BALL_KIND_BLACK] = {14, 14, 16},    [BALL_KIND_RED] = {190, 8, 18},
};

/* Numbered pool, 1-8; 9-15 are stripes of 1-7. */
static const int number_colour[PAINT_SETS][9][3] = {
    [PAINTS_CLASSIC] = {{244, 238, 220},
                        {240, 186, 10},
                        {16, 50, 150},
                        {208, 24, 22},
                        {70, 28, 110},
                        {236, 100, 16},
                        {10, 104, 56},
                        {120, 20, 30},
                        {14, 14, 16}},
    [PAINTS_BROWN] = {{244, 238, 220},
                      {240, 186, 10},
                      {16, 50, 150},
                      {208, 24, 22},
                      {96, 48, 128},
                      {236, 92, 16},
                      {10, 104, 56},
                      {140, 74, 34},
                      {14, 14, 16}},
    [PAINTS_TV] = {{244, 238, 220},
                   {240, 186, 10},
                   {16, 50, 150},
                   {208, 24, 22},
                   {236, 112, 150},
                   {236, 100, 16},
                   {10, 104, 56},
                   {146, 78, 40},
                   {14, 14, 16}},
    [PAINTS_PASTEL] = {{244, 238, 220},
                       {240, 200, 20},
                       {16, 60, 170},
                       {214, 24, 36},
                       {236, 128, 142},
                       {150, 94, 186},
                       {62, 190, 116},
                       {186, 100, 54},
                       {14, 14, 16}},
};

struct rgb sim_look_ball(const struct sim_look *k, enum ball_set_id set, ball_id id)
{
    const struct ball_set *s = ball_set(set);
    if (!s || id < 1 || id > s->count)
        return rgb(0, 0, 0);
    const struct ball_row *row = &s->row[id];
    const int *c = kind_colour[BALL_KIND_WHITE];
    if (set == BALL_SET_NUMBERED && id != BALL_CUE)
        c = number_colour[k->paints][(row->number - 1) % 8 + 1];
    else if (row->kind < BALL_KIND_SOLID)
        c = kind_colour[row->kind];
    struct sim_rng rng = sim_rng(k->texture ^ (uint64_t)row->kind * 977);
    return stray(srgb(c[0], c[1], c[2]), 0.35 * k->tint, &rng);
}

const struct rgb sim_look_white = {0.85f, 0.81f, 0.70f};

struct rgb sim_look_ends(const struct sim_look *k)
{
    const int *black = kind_colour[BALL_KIND_BLACK];
    return paint_sets[k->paints].dark_ends ? srgb(black[0], black[1], black[2]) : sim_look_white;
}
