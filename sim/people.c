/* SPDX-License-Identifier: Apache-2.0 */
/* people.c: how are players, the referee and their tools put together from rods? */
#include "people.h"

#include "detmath.h"

static struct sim_thing *rod(struct sim_scene *s, struct vec3 a, struct vec3 b, double ra, double rb, struct rgb from,
                             struct rgb to)
{
    struct sim_thing *t = s->things_n < SIM_THINGS_MAX ? &s->thing[s->things_n++] : &s->spare;
    *t = (struct sim_thing){.kind = SIM_THING_ROD, .track_n = 1, .casts = true, .gloss = 0};
    t->at[0] = v3_of(a);
    t->to = v3_of(vec3_sub(b, a));
    t->ra = (float)ra;
    t->rb = (float)rb;
    t->paint = from;
    t->paint2 = to;
    return t;
}

static struct vec3 lift(struct vec2 p, double z)
{
    return vec3(p.x, p.y, z);
}

/* Palm and four fingers spread ahead, flat on the cloth. */
static void bridge_hand(struct sim_scene *s, struct rgb skin, struct vec3 at, struct vec2 along)
{
    struct vec2 left = vec2_left(along), p = vec3_flat(at), heel = vec2_along(vec2_along(p, -58, along), 24, left);
    rod(s, lift(vec2_along(p, 6, left), at.z + 5), lift(heel, at.z + 7), 23, 24, skin, skin);
    for (int i = 0; i < 4; i++) {
        struct vec2 side = vec2_scale(left, (i - 0.9) * 16);
        struct vec2 a = vec2_add(vec2_along(p, 6, along), side);
        struct vec2 b = vec2_add(vec2_along(p, 80 - 7 * i, along), vec2_scale(side, 1.6));
        rod(s, lift(a, at.z + 11), lift(b, at.z + 6), 9.5, 7.5, skin, skin);
    }
    struct vec2 thumb = vec2_along(vec2_along(p, 44, along), -30, left); /* up, so that the cue lies against it */
    rod(s, lift(vec2_along(p, -10, left), at.z + 12), lift(thumb, at.z + 22), 10, 8, skin, skin);
}

/* Height at which something that far outside the noses must pass to clear the rail. */
static double over_rail(const struct table *t, struct vec2 p, double clear)
{
    double out = fmax(fabs(p.x) - t->bed.length / 2, fabs(p.y) - t->bed.width / 2);
    return out > -30 ? t->nose_height + 5 + clear : clear;
}

static const double CUE_MM = 1450;

/* The cue rises towards the butt enough to clear the rail behind it. */
static struct vec3 cue_direction(const struct stance *p, const struct table *t)
{
    double hx = t->bed.length / 2, hy = t->bed.width / 2, out = 1e9;
    struct vec2 d = p->along;
    if (d.x != 0)
        out = fmin(out, ((d.x > 0 ? hx : -hx) * -1 - p->ball.x) / -d.x);
    if (d.y != 0)
        out = fmin(out, ((d.y > 0 ? hy : -hy) * -1 - p->ball.y) / -d.y);
    double slope = (t->nose_height + 5 + 22 - p->ball_r * (1 + p->follow)) / fmax(out, 60);
    slope = fmax(fmin(fmax(slope, 0.065), 0.6), p->raise / sqrt(1 - p->raise * p->raise));
    return vec3_unit(vec3(-d.x, -d.y, slope));
}

static void draw_cue(struct sim_scene *s, struct vec3 tip, struct vec3 back)
{
    const struct rgb ash = {0.46f, 0.32f, 0.16f}, dark = {0.045f, 0.025f, 0.018f}, chalk = {0.05f, 0.22f, 0.42f};
    struct vec3 shaft = vec3_along(tip, 18, back);
    rod(s, tip, shaft, 4.6, 4.9, chalk, rgb(0.6f, 0.5f, 0.3f));
    rod(s, shaft, vec3_along(tip, 0.7 * CUE_MM, back), 4.9, 11, ash, ash)->gloss = 0.35f;
    rod(s, vec3_along(tip, 0.7 * CUE_MM, back), vec3_along(tip, CUE_MM, back), 11, 14.5, dark, dark)->gloss = 0.6f;
}

/* A rest: shaft on the cloth beside the cue, with crossed metal at its head. */
static void draw_rest(struct sim_scene *s, struct vec2 head, struct vec2 along)
{
    const struct rgb brass = {0.55f, 0.42f, 0.15f}, wood = {0.45f, 0.3f, 0.15f};
    struct vec2 left = vec2_left(along), end = vec2_along(vec2_along(head, -1300, along), 150, left);
    for (int i = -1; i <= 1; i += 2)
        rod(s, lift(vec2_along(head, 32.0 * i, left), 6), lift(vec2_along(head, -32.0 * i, left), 44), 4.5, 4.5, brass,
            brass)
            ->gloss = 0.8f;
    rod(s, lift(head, 18), lift(end, 75), 7, 9, wood, wood);
}

/* Hair above, the face looking along. */
static void draw_head(struct sim_scene *s, const struct sim_look *k, struct vec2 at, double z, struct vec2 along)
{
    const struct rgb hair = {0.045f, 0.03f, 0.022f};
    struct vec2 face = vec2_along(at, 42, along);
    rod(s, lift(vec2_along(at, -14, along), z + 12), lift(vec2_along(at, 10, along), z + 14), 76, 74, hair, hair);
    rod(s, lift(face, z - 22), lift(vec2_along(face, 14, along), z - 30), 58, 52, k->skin, k->skin);
}

void sim_people_player(struct sim_scene *s, const struct sim_look *k, const struct table *t, const struct stance *p)
{
    struct vec2 left = vec2_left(p->along);
    struct vec3 back = cue_direction(p, t);
    struct vec3 gone = vec3(-p->along.x * 1100 * p->away, -p->along.y * 1100 * p->away, 160 * p->away);
    struct vec3 tip = lift(vec2_along(p->ball, -p->side * p->ball_r, left), p->ball_r * (1 + p->follow));
    tip = vec3_add(vec3_along(tip, p->ball_r + p->gap, back), gone);
    draw_cue(s, tip, back);
    struct vec2 bridge = vec2_along(p->ball, -p->behind, p->along), away = vec3_flat(gone);
    struct vec2 seat = vec2_add(bridge, away);
    double held = p->rest ? 0.96 : 0.80; /* share of the cue between tip and hand */
    struct vec3 grip = vec3_along(tip, held * CUE_MM, back);
    struct vec2 body = vec2_along(vec2_along(p->ball, -held * CUE_MM - (p->rest ? 230 : 20), p->along), 60, left);
    body = vec2_add(body, away);
    struct vec3 shoulder = lift(vec2_along(body, 170, left), 430), other = lift(vec2_along(body, -190, left), 470);
    if (p->rest) {
        draw_rest(s, seat, p->along);
    } else {
        struct vec3 palm = lift(seat, over_rail(t, bridge, 2) + p->over + gone.z);
        struct vec3 wrist = lift(vec2_along(vec2_along(seat, -80, p->along), 34, left), palm.z + 16);
        struct vec3 elbow = lift(vec2_along(vec2_along(seat, -320, p->along), 135, left), palm.z + 70);
        bridge_hand(s, k->skin, palm, p->along);
        rod(s, vec3_sub(wrist, vec3(0, 0, 4)), vec3_along(wrist, 0.22, vec3_sub(elbow, wrist)), 22, 25, k->skin,
            k->skin);
        rod(s, vec3_along(wrist, 0.2, vec3_sub(elbow, wrist)), elbow, 31, 42, k->sleeve, k->sleeve);
        rod(s, elbow, shoulder, 46, 62, k->sleeve, k->sleeve);
    }
    /* The hand that holds the butt, its arm, the trunk and the head over the cue. */
    struct vec3 high = lift(vec2_along(vec2_along(vec3_flat(grip), -40, p->along), -120, left), 560);
    rod(s, vec3_sub(grip, vec3(0, 0, 4)), vec3_along(grip, -60, back), 34, 30, k->skin, k->skin);
    rod(s, vec3_add(grip, vec3(0, 0, 20)), high, 36, 48, k->sleeve, k->sleeve);
    rod(s, high, other, 50, 64, k->sleeve, k->sleeve);
    rod(s, shoulder, other, 92, 92, k->sleeve, k->sleeve);
    draw_head(s, k, vec2_along(vec2_along(body, 170, p->along), -20, left), 330, p->along);
}

void sim_people_hand(struct sim_scene *s, const struct sim_look *k, struct vec3 from, struct vec3 at, bool glove)
{
    const struct rgb white = {0.80f, 0.80f, 0.78f}, black = {0.012f, 0.012f, 0.014f};
    struct rgb skin = glove ? white : k->skin, cloth = glove ? black : k->sleeve;
    struct vec2 in = vec2_unit(vec2_sub(vec3_flat(at), vec3_flat(from))), left = vec2_left(in);
    struct vec3 palm = vec3_add(at, vec3(-in.x * 46, -in.y * 46, 42));
    for (int i = 0; i < 4; i++) { /* fingers close round the ball from above */
        double a = (i - 1.5) * 17;
        struct vec3 knuckle = vec3_add(palm, vec3(in.x * 22 + left.x * a, in.y * 22 + left.y * a, 4));
        rod(s, knuckle, vec3_add(at, vec3(in.x * 16 + left.x * a * 1.3, in.y * 16 + left.y * a * 1.3, 22)), 10, 8, skin,
            skin);
    }
    struct vec3 wrist = vec3_add(palm, vec3(-in.x * 70, -in.y * 70, 25));
    struct vec3 arm = vec3_sub(from, wrist);
    rod(s, palm, wrist, 30, 26, skin, skin);
    rod(s, wrist, vec3_along(wrist, 0.15, arm), 26, 28, skin, skin);
    rod(s, vec3_along(wrist, 0.13, arm), vec3_along(wrist, 0.6, arm), 34, 44, cloth, cloth);
    rod(s, vec3_along(wrist, 0.6, arm), from, 46, 62, cloth, cloth);
}

void sim_people_bystander(struct sim_scene *s, const struct sim_look *k, struct vec2 at, struct vec2 facing,
                          bool referee)
{
    const struct rgb black = {0.012f, 0.012f, 0.014f};
    struct rgb cloth = referee ? black : k->sleeve;
    struct vec2 left = vec2_left(facing);
    int first = s->things_n;
    rod(s, lift(vec2_along(at, 170, left), 330), lift(vec2_along(at, -170, left), 330), 105, 105, cloth, cloth);
    draw_head(s, k, vec2_along(at, 20, facing), 540, facing);
    for (int i = first; i < s->things_n; i++) /* their shadows fall on the floor */
        s->thing[i].casts = false;
}

void sim_people_chalk(struct sim_scene *s, const struct table *t, uint64_t seed)
{
    const struct rgb chalk = {0.06f, 0.25f, 0.46f}, paper = {0.03f, 0.10f, 0.16f};
    double x = (sim_hash_unit((uint32_t)seed, 5, 0) - 0.5) * 0.8 * t->bed.length;
    double y = (t->bed.width / 2 + 96) * (seed & 1 ? 1 : -1);
    if (fabs(x) < 150) /* not over the middle pocket */
        x += 300;
    rod(s, vec3(x, y, t->nose_height + 16), vec3(x + 9, y + 2, t->nose_height + 16), 12, 12, paper, paper);
    rod(s, vec3(x + 2, y, t->nose_height + 21), vec3(x + 7, y + 1, t->nose_height + 21), 9, 9, chalk, chalk);
}

/* A rectangle round the rail; s runs along its sides in proportion to their length. */
struct vec2 sim_people_path(const struct table *t, double s, struct vec2 *facing)
{
    double hx = t->bed.length / 2 + 330, hy = t->bed.width / 2 + 330, all = 4 * (hx + hy);
    double d = (s - floor(s)) * all;
    if (d < 2 * hx) {
        *facing = vec2(0, -1);
        return vec2(hx - d, hy);
    }
    d -= 2 * hx;
    if (d < 2 * hy) {
        *facing = vec2(1, 0);
        return vec2(-hx, hy - d);
    }
    d -= 2 * hy;
    if (d < 2 * hx) {
        *facing = vec2(0, 1);
        return vec2(-hx + d, -hy);
    }
    d -= 2 * hx;
    *facing = vec2(-1, 0);
    return vec2(hx, -hy + d);
}

double sim_people_path_near(const struct table *t, struct vec2 at)
{
    double best = 0, nearest = 1e18;
    for (int i = 0; i < 128; i++) {
        struct vec2 f, p = sim_people_path(t, i / 128.0, &f);
        double d = vec2_dist(p, at);
        if (d < nearest) {
            nearest = d;
            best = i / 128.0;
        }
    }
    return best;
}
