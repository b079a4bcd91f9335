/* SPDX-License-Identifier: Apache-2.0 */
/* paint.c: what colour does a point of a ball, an arm or a cue show? */
#include "paint.h"

#include "detmath.h"
#include "font.h"

/* Dots of a number on the disc of a numbered ball; x, y in radii of the disc. */
static bool number_dot(int number, float x, float y)
{
    int digits = number > 9 ? 2 : 1;
    float cell = digits == 2 ? 0.155f : 0.19f, width = (float)(digits * 6 - 1) * cell;
    int column = (int)floorf((x + width / 2) / cell), row = (int)floorf((3.5f * cell - y) / cell);
    if (column < 0 || column >= digits * 6)
        return false;
    int digit = digits == 2 && column < 6 ? number / 10 : number % 10;
    return sim_font_dot((char)('0' + digit), column % 6, row);
}

/* Paint at a point of the ball given in the ball's own frame. */
static struct rgb ball_paint(const struct sim_thing *b, struct v3 q)
{
    const struct rgb ink = {0.01f, 0.01f, 0.012f};
    struct rgb base = b->paint;
    if (b->pattern == SIM_DOTTED) { /* six red dots, as on balls for practice */
        float a = fmaxf(fabsf(q.x), fmaxf(fabsf(q.y), fabsf(q.z)));
        return a > 0.975f ? rgb(0.55f, 0.03f, 0.03f) : base;
    }
    if (b->pattern == SIM_STRIPED)
        base = rgb_mix(b->paint, b->paint2, smoothf(0.50f, 0.54f, fabsf(q.z)));
    if (b->pattern == SIM_NUMBERED || b->pattern == SIM_STRIPED) {
        float disc = 0.44f, x = q.x > 0 ? q.y : -q.y, d2 = (q.y * q.y + q.z * q.z) / (disc * disc);
        if (d2 < 1)
            base = number_dot(b->number, x / disc, q.z / disc) ? ink : sim_look_white;
    }
    return base;
}

static struct v3 into_ball(const struct sim_thing *b, struct v3 n)
{
    const float *m = b->turn;
    return v3(m[0] * n.x + m[3] * n.y + m[6] * n.z, m[1] * n.x + m[4] * n.y + m[7] * n.z,
              m[2] * n.x + m[5] * n.y + m[8] * n.z);
}

/* Schlick's form of Fresnel's law for resin (4 % at the middle). */
static float fresnel(float cosine)
{
    float m = 1 - clampf(cosine, 0, 1), m2 = m * m;
    return 0.04f + 0.96f * m2 * m2 * m;
}

struct rgb sim_paint_at(const struct lights *l, const struct sim_thing *t, struct v3 p, struct v3 n, struct v3 view,
                        float f, const struct shadows *s)
{
    bool ball = t->kind == SIM_THING_BALL;
    struct rgb base = ball ? (t->pattern ? ball_paint(t, into_ball(t, n)) : t->paint) : rgb_mix(t->paint, t->paint2, f);
    struct rgb out = rgb_mul(base, sim_light_at(l, p, n, s, false));
    if (p.z < 0) /* down a pocket: less and less of the room is seen from there */
        out = rgb_scale(out, clampf(1 + p.z * 0.012f, 0.15f, 1));
    if (t->gloss <= 0.02f)
        return out;
    float cosine = -v3_dot(view, n), share = fresnel(cosine) * t->gloss;
    struct v3 mirror = v3_along(view, 2 * cosine, n);
    float rough = ball ? 0.02f + 0.25f * (1 - t->gloss) * (1 - t->gloss) : 0.25f;
    struct rgb seen = sim_mirror_at(l, v3_along(p, 0.5f, n), mirror, rough, s);
    return rgb_add(rgb_scale(out, 1 - share), rgb_scale(seen, share));
}
