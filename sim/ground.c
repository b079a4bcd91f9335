/* SPDX-License-Identifier: Apache-2.0 */
/* ground.c: what does the empty table look like: bed, markings, cushions, rails, pockets, floor? */
#include "ground.h"

#include "detmath.h"

/* ---- plan ------------------------------------------------------------------------------------------------------- */

static void throat_point(struct throat *t, struct vec2 p)
{
    if (t->n < THROAT_MAX)
        t->corner[t->n++] = v3((float)p.x, (float)p.y, 0);
}

static struct vec2 on_arc(const struct jaw *j, double f)
{
    struct vec2 a = vec2_sub(j->start, j->centre), b = vec2_sub(j->end, j->centre);
    struct vec2 d = vec2_unit(vec2_add(vec2_scale(a, 1 - f), vec2_scale(b, f)));
    return vec2_along(j->centre, j->radius, d);
}

enum { ARC_STEPS = 10 };

static void make_throat(struct throat *t, const struct pocket_shape *p)
{
    const struct jaw *a = &p->jaw[0], *b = &p->jaw[1];
    struct vec2 inner = vec2_scale(vec2_add(a->start, b->start), 0.5);
    struct vec2 back = vec2_scale(vec2_add(a->back, b->back), 0.5), axis = vec2_unit(vec2_sub(p->fall, inner));
    for (int i = 0; i <= ARC_STEPS; i++)
        throat_point(t, on_arc(a, (double)i / ARC_STEPS));
    throat_point(t, a->back);
    throat_point(t, b->back);
    for (int i = ARC_STEPS; i >= 0; i--)
        throat_point(t, on_arc(b, (double)i / ARC_STEPS));
    throat_point(t, vec2_along(inner, -60, axis)); /* over the playing area, so that no sliver is left out */
    double r = fmax(vec2_dist(a->back, b->back) / 2, 42) * 1.08;
    struct vec2 bucket = vec2_along(back, 0.18 * r, axis);
    t->fall = v3((float)p->fall.x, (float)p->fall.y, 0);
    t->fall_r = (float)p->fall_radius;
    t->bucket = v3((float)bucket.x, (float)bucket.y, 0);
    t->bucket_r = (float)r;
}

void sim_ground_make(struct ground *g, const struct table *t, const struct sim_look *look, const struct lights *lights)
{
    *g = (struct ground){.table = t, .look = look, .lights = lights};
    for (enum pocket p = POCKET_TL; p < POCKET_COUNT; p++)
        make_throat(&g->throat[p], &t->pocket[p]);
    g->half_x = (float)t->bed.length / 2;
    g->half_y = (float)t->bed.width / 2;
    g->nose_z = (float)t->nose_height;
    g->rail_z = g->nose_z + 5;
    g->cushion_w = 48;
    g->rail_w = 128;
}

static bool in_polygon(const struct throat *t, float x, float y)
{
    bool in = false;
    for (int i = 0, j = t->n - 1; i < t->n; j = i++) {
        struct v3 a = t->corner[i], b = t->corner[j];
        if ((a.y > y) != (b.y > y) && x < (b.x - a.x) * (y - a.y) / (b.y - a.y) + a.x)
            in = !in;
    }
    return in;
}

static const struct throat *near_throat(const struct ground *g, float x, float y)
{
    for (int p = 1; p < POCKET_COUNT; p++) {
        float dx = x - g->throat[p].fall.x, dy = y - g->throat[p].fall.y;
        if (dx * dx + dy * dy < 200 * 200)
            return &g->throat[p];
    }
    return NULL;
}

/* Distance outside the nose lines; negative inside. */
static float beyond(const struct ground *g, float x, float y)
{
    float a = fabsf(x) - g->half_x, b = fabsf(y) - g->half_y;
    return a > b ? a : b;
}

static bool in_disc(struct v3 c, float r, float x, float y)
{
    return (x - c.x) * (x - c.x) + (y - c.y) * (y - c.y) < r * r;
}

/* Open air over the bed, the pocket mouths and the buckets. */
static bool in_play(const struct ground *g, float x, float y)
{
    if (beyond(g, x, y) <= 0)
        return true;
    const struct throat *t = near_throat(g, x, y);
    return t && (in_polygon(t, x, y) || in_disc(t->bucket, t->bucket_r, x, y));
}

static bool in_hole(const struct ground *g, float x, float y)
{
    const struct throat *t = near_throat(g, x, y);
    return t && (in_disc(t->fall, t->fall_r, x, y) || in_disc(t->bucket, t->bucket_r, x, y)) && in_play(g, x, y);
}

float sim_ground_z(const struct ground *g, enum ground_part part)
{
    return part == GROUND_CUSHION ? g->nose_z : part == GROUND_RAIL ? g->rail_z : 0;
}

bool sim_ground_hides(const struct ground *g, struct v3 from, struct v3 hit)
{
    if (hit.z >= g->rail_z || (hit.z > 0 && beyond(g, hit.x, hit.y) < -60))
        return false;
    struct v3 d = v3_sub(hit, from);
    float f = (g->nose_z - from.z) / d.z, h = -from.z / d.z;
    float x = from.x + f * d.x, y = from.y + f * d.y;
    if (hit.z < g->nose_z && beyond(g, x, y) < g->rail_w && !in_play(g, x, y))
        return true;
    if (hit.z >= 0)
        return false;
    x = from.x + h * d.x, y = from.y + h * d.y;
    return beyond(g, x, y) < g->rail_w && !in_hole(g, x, y);
}

/* ---- texture ---------------------------------------------------------------------------------------------------- */

/* Smooth noise, 0..1, of unit wavelength. */
static float noise2(float x, float y, uint32_t seed)
{
    float fx = floorf(x), fy = floorf(y), u = x - fx, v = y - fy;
    uint32_t i = (uint32_t)(int32_t)fx, j = (uint32_t)(int32_t)fy;
    u = u * u * (3 - 2 * u);
    v = v * v * (3 - 2 * v);
    float a = (float)sim_hash(i, j, seed), b = (float)sim_hash(i + 1, j, seed);
    float c = (float)sim_hash(i, j + 1, seed), d = (float)sim_hash(i + 1, j + 1, seed);
    return (a + (b - a) * u + (c - a) * v + (a - b - c + d) * u * v) * (1.0f / 4294967296.0f);
}

/* Nap runs from baulk to top: long streaks along x, a fine grain, and slow patches where it lies differently. */
static float nap(const struct sim_look *k, float x, float y)
{
    float streak = noise2(x * 0.006f, y * 0.10f, k->texture) - 0.5f,
          patch = noise2(x * 0.004f, y * 0.005f, k->texture + 1) - 0.5f;
    float grain = noise2(x * 0.35f, y * 0.5f, k->texture + 2) - 0.5f;
    return 1 + (float)k->nap * (0.05f * streak + 0.07f * patch + 0.05f * grain);
}

/* Which spots are marked on this style of table. */
static bool spot_used(const struct ground *g, int s)
{
    if (g->table->style == TABLE_POOL)
        return s == SPOT_FOOT || s == SPOT_HEAD;
    return g->table->bed.d_radius > 0 ? s <= SPOT_BLACK : s == SPOT_FOOT;
}

/* Worn tracks, chalk dust and pale rings around the spots. */
static float wear(const struct ground *g, float x, float y)
{
    const struct sim_look *k = g->look;
    float w = (float)k->wear, pale = 0;
    float cloud = noise2(x * 0.012f, y * 0.012f, k->texture + 3), speck = noise2(x * 0.09f, y * 0.09f, k->texture + 4);
    pale += 0.06f * smoothf(0.6f, 1, cloud) + 0.20f * smoothf(0.93f, 1, speck);
    for (int s = SPOT_YELLOW; s < SPOT_COUNT; s++) {
        float dx = x - (float)g->table->bed.spot[s].x, dy = y - (float)g->table->bed.spot[s].y;
        if (spot_used(g, s))
            pale += 0.14f * smoothf(60, 5, sqrtf(dx * dx + dy * dy));
    }
    float edge = -beyond(g, x, y); /* where balls run along the cushion */
    pale += 0.05f * smoothf(14, 0, fabsf(edge - 27));
    return 1 + w * pale;
}

/* ---- bed -------------------------------------------------------------------------------------------------------- */

/* How much of the marking's paint lies at (x, y), each mark wider by `grow` all round: baulk-line, D, spots. */
static float marking(const struct ground *g, float x, float y, float grow)
{
    const struct bed *b = &g->table->bed;
    float half = (float)g->look->line_mm / 2, ink = 0;
    if (half <= 0)
        return 0;
    half += grow;
    bool pool = g->table->style == TABLE_POOL;
    float line = fabsf(x - (float)b->baulk_x);
    if (!pool)
        ink = line < half ? 1 : 0;
    if (b->d_radius > 0 && x < b->baulk_x) {
        float dx = x - (float)b->baulk_x, r = sqrtf(dx * dx + y * y);
        if (fabsf(r - (float)b->d_radius) < half)
            ink = 1;
    }
    for (int s = SPOT_YELLOW; s < SPOT_COUNT; s++) {
        float dx = x - (float)b->spot[s].x, dy = y - (float)b->spot[s].y;
        if (spot_used(g, s) && dx * dx + dy * dy < (half + 2.5f) * (half + 2.5f))
            ink = 1;
    }
    return ink * 0.85f;
}

static struct rgb cloth_paint(const struct ground *g, float x, float y)
{
    float t = nap(g->look, x, y);
    float worn = wear(g, x, y);
    struct rgb c = rgb_scale(g->look->cloth, t);
    return rgb_add(rgb_scale(c, worn), rgb_scale(rgb(0.02f, 0.022f, 0.024f), worn - 1));
}

/* The nap shines a little at low angles: cloth is never quite flat paint. */
static float sheen(struct v3 d)
{
    float up = -d.z / v3_len(d);
    return 1 + 0.25f * (1 - up);
}

static struct rgb bed_colour(const struct ground *g, struct v3 p, struct v3 d)
{
    struct rgb paint = cloth_paint(g, p.x, p.y);
    paint = rgb_mix(paint, g->look->line, marking(g, p.x, p.y, 0) * (1 - 0.3f * (float)g->look->wear));
    bool edge = beyond(g, p.x, p.y) > -160;
    struct rgb light = sim_light_at(g->lights, p, v3(0, 0, 1), NULL, edge);
    if (edge) /* the cushion's foot: a dark line where bed and rubber meet */
        light = rgb_scale(light, 0.75f + 0.25f * smoothf(0, -30, beyond(g, p.x, p.y)));
    const struct throat *t = near_throat(g, p.x, p.y);
    if (t) { /* cloth bends down over the fall */
        float dx = p.x - t->fall.x, dy = p.y - t->fall.y, r = sqrtf(dx * dx + dy * dy) - t->fall_r;
        light = rgb_scale(light, 0.45f + 0.55f * smoothf(0, 9, r));
    }
    return rgb_scale(rgb_mul(paint, light), sheen(d));
}

/* ---- pockets ---------------------------------------------------------------------------------------------------- */

static struct rgb hole_colour(const struct ground *g, struct v3 from, struct v3 d)
{
    float f = (-60 - from.z) / d.z; /* net or bucket, a hand's breadth down */
    float x = from.x + f * d.x, y = from.y + f * d.y;
    const struct throat *t = near_throat(g, x, y);
    float depth = 0.12f;
    if (t) {
        float dx = x - t->bucket.x, dy = y - t->bucket.y;
        depth = 0.05f + 0.25f * smoothf(0.3f, 1.3f, sqrtf(dx * dx + dy * dy) / t->bucket_r);
    }
    if (g->look->pockets == SIM_POCKET_LEATHER) { /* strings of a net */
        float a = fabsf(x + y) * 0.09f, b = fabsf(x - y) * 0.09f;
        bool cord = a - floorf(a) < 0.16f || b - floorf(b) < 0.16f;
        return rgb_scale(cord ? rgb(0.5f, 0.46f, 0.38f) : g->look->pocket, depth * 0.5f);
    }
    return rgb_scale(rgb(0.05f, 0.05f, 0.053f), depth * 0.6f);
}

/* ---- cushions, rails, floor ------------------------------------------------------------------------------------- */

static struct rgb cushion_colour(const struct ground *g, struct v3 p, struct v3 d, float out)
{
    struct v3 away =
        fabsf(p.x) - g->half_x > fabsf(p.y) - g->half_y ? v3(p.x > 0 ? 1 : -1, 0, 0) : v3(0, p.y > 0 ? 1 : -1, 0);
    float round = smoothf(5, 0, out); /* the nose rolls over towards the table */
    struct v3 n = v3_unit(v3_along(v3(0, 0, 1), -0.12f - 0.9f * round, away));
    struct rgb paint = rgb_scale(cloth_paint(g, p.x * 1.7f, p.y * 1.7f), 0.97f);
    struct rgb light = sim_light_at(g->lights, p, n, NULL, false);
    float seam = 0.55f + 0.45f * smoothf(g->cushion_w, g->cushion_w - 4, out);
    return rgb_scale(rgb_mul(paint, light), seam * sheen(d));
}

static struct rgb wood_paint(const struct ground *g, float x, float y)
{
    const struct sim_look *k = g->look;
    bool along_x = fabsf(y) - g->half_y > fabsf(x) - g->half_x;
    float s = along_x ? x : y, t = along_x ? y : x;
    float grain = noise2(s * 0.006f, t * 0.22f, k->texture + 9), fine = noise2(s * 0.03f, t * 0.9f, k->texture + 10);
    return rgb_scale(k->wood, 0.72f + 0.4f * grain + 0.2f * fine);
}

/* Sights: at every eighth of the length and quarter of the width, mid-rail. */
static bool on_sight(const struct ground *g, float x, float y, float grow)
{
    float mid = g->cushion_w + (g->rail_w - g->cushion_w) / 2, sx = g->half_x / 4, sy = g->half_y / 2, dx, dy;
    if (fabsf(y) > g->half_y + 5) {
        dx = x - sx * floorf(x / sx + 0.5f);
        dy = fabsf(y) - g->half_y - mid;
        if (fabsf(x) < sx / 2 || fabsf(x) > g->half_x - sx / 2)
            return false;
    } else {
        dx = fabsf(x) - g->half_x - mid;
        dy = y - sy * floorf(y / sy + 0.5f);
        if (fabsf(y) > g->half_y - sy / 2)
            return false;
    }
    return dx * dx + dy * dy < (6.5f + grow) * (6.5f + grow);
}

static struct rgb rail_colour(const struct ground *g, struct v3 p, struct v3 d)
{
    const struct sim_look *k = g->look;
    const struct throat *t = near_throat(g, p.x, p.y);
    struct rgb paint = wood_paint(g, p.x, p.y);
    float gloss = 0.5f;
    if (k->sights && on_sight(g, p.x, p.y, 0))
        paint = rgb(0.78f, 0.76f, 0.70f);
    if (t) {
        float dx = p.x - t->bucket.x, dy = p.y - t->bucket.y, r = sqrtf(dx * dx + dy * dy) - t->bucket_r;
        if (r < 20) { /* rim of the pocket */
            struct rgb rim = k->pockets == SIM_POCKET_BRASS ? k->metal : k->pocket;
            paint = rgb_scale(rim, 0.7f + 0.5f * smoothf(0, 8, r) - 0.5f * smoothf(12, 20, r));
            gloss = k->pockets == SIM_POCKET_BRASS ? 1.5f : 0.4f;
        }
    }
    float out = beyond(g, p.x, p.y), edge = smoothf(g->rail_w, g->rail_w - 10, out);
    struct v3 n = v3(0, 0, 1), view = v3_unit(d);
    struct rgb light = sim_light_at(g->lights, p, n, NULL, false);
    struct v3 mirror = v3(view.x, view.y, -view.z);
    struct rgb shine = rgb_scale(sim_mirror_at(g->lights, p, mirror, 0.30f, NULL), 0.045f * gloss);
    return rgb_add(rgb_scale(rgb_mul(paint, light), 0.35f + 0.65f * edge), shine);
}

/* Of a unit ray: the walls of a dark room, above the horizon too. Lenses wide enough see them past a table at a slant.
 */
static bool goes_to_wall(struct v3 d)
{
    return d.z > -0.05f;
}

static struct rgb floor_colour(const struct ground *g, struct v3 from, struct v3 d)
{
    if (goes_to_wall(d))
        return rgb_scale(g->look->floor, 0.35f);
    float f = (-850 - from.z) / d.z, x = from.x + f * d.x, y = from.y + f * d.y;
    float carpet = 0.75f + 0.5f * noise2(x * 0.02f, y * 0.02f, g->look->texture + 20);
    float far = beyond(g, x, y) - g->rail_w, dark = 0.10f + 0.25f * smoothf(0, 900, far);
    return rgb_scale(g->look->floor, carpet * dark);
}

bool sim_ground_fine(const struct ground *g, struct v3 from, struct v3 d, enum ground_part part, float mm)
{
    struct v3 p = v3_along(from, (sim_ground_z(g, part) - from.z) / d.z, d);
    switch (part) {
    case GROUND_BED:
        return marking(g, p.x, p.y, mm) > 0;
    case GROUND_RAIL:
        return g->look->sights && on_sight(g, p.x, p.y, mm);
    default:
        return part == GROUND_HOLE; /* strings of a net */
    }
}

struct rgb sim_ground_at(const struct ground *g, struct v3 from, struct v3 d, enum ground_part *part)
{
    float f = (g->rail_z - from.z) / d.z;
    struct v3 p = v3_along(from, f, d);
    float out = beyond(g, p.x, p.y);
    if (goes_to_wall(d) || out > g->rail_w) {
        *part = GROUND_FLOOR;
        return floor_colour(g, from, d);
    }
    bool open = in_play(g, p.x, p.y);
    const struct throat *t = out > 0 ? near_throat(g, p.x, p.y) : NULL;
    bool rim = t && !open && in_disc(t->bucket, t->bucket_r + 20, p.x, p.y) && out > 0.5f * g->cushion_w;
    if (!open && (out > g->cushion_w || rim)) {
        *part = GROUND_RAIL;
        return rail_colour(g, p, d);
    }
    bool bucket = t && in_disc(t->bucket, t->bucket_r, p.x, p.y);
    p = v3_along(from, (g->nose_z - from.z) / d.z, d);
    out = beyond(g, p.x, p.y);
    if (!in_play(g, p.x, p.y) && !bucket) {
        *part = GROUND_CUSHION;
        return cushion_colour(g, p, d, out);
    }
    bool mouth = bucket || in_hole(g, p.x, p.y);
    p = v3_along(from, -from.z / d.z, d);
    bool bed = in_play(g, p.x, p.y);
    if (in_hole(g, p.x, p.y) || (mouth && !bed)) {
        *part = GROUND_HOLE;
        return hole_colour(g, from, d);
    }
    *part = GROUND_BED;
    if (!bed) /* under the nose: the face of the rubber, in its own shadow */
        return rgb_scale(rgb_mul(g->look->cloth, sim_light_at(g->lights, p, v3(0, 0, 1), NULL, true)), 0.5f);
    return bed_colour(g, p, d);
}
