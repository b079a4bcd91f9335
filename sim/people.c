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

/* What is beyond the rail throws its shadow on the floor. */
static void keep_shadows_near(struct sim_scene *s, int first, const struct table *t)
{
    for (int i = first; i < s->things_n; i++) {
        struct sim_thing *r = &s->thing[i];
        double x = fmin(fabs(r->at[0].x), fabs(r->at[0].x + r->to.x)) - t->bed.length / 2;
        double y = fmin(fabs(r->at[0].y), fabs(r->at[0].y + r->to.y)) - t->bed.width / 2;
        r->casts = x < 100 && y < 100;
    }
}

/* Hair above, the face looking along. */
static void draw_head(struct sim_scene *s, const struct sim_look *k, struct vec2 at, double z, struct vec2 along)
{
    const struct rgb hair = {0.045f, 0.03f, 0.022f};
    struct vec2 face = vec2_along(at, 42, along);
    rod(s, lift(vec2_along(at, -14, along), z + 12), lift(vec2_along(at, 10, along), z + 14), 76, 74, hair, hair);
    rod(s, lift(face, z - 22), lift(vec2_along(face, 14, along), z - 30), 58, 52, k->skin, k->skin);
}

/* ---- bodies ----------------------------------------------------------------------------------------------------- */

struct body {
    struct vec2 hips, facing;
    struct vec3 chest, left, right; /* left and right: the shoulders */
};

static const double LEAN_MM = 640, STAND_Z = 470, BENT_Z = 400, SHOULDER_MM = 165;

static struct vec3 mix3(struct vec3 a, struct vec3 b, double f)
{
    return vec3(sim_mix(a.x, b.x, f), sim_mix(a.y, b.y, f), sim_mix(a.z, b.z, f));
}

static struct body body_of(const struct table *t, const struct figure *f)
{
    struct body b = {.hips = sim_people_path(t, f->place, &b.facing)};
    struct vec2 to = vec2_sub(f->towards, b.hips), chest = b.hips;
    if (f->lean > 0) {
        double far = vec2_len(to), most = fmin(far, LEAN_MM) * f->lean;
        struct vec2 way = far > 1 ? vec2_scale(to, 1 / far) : b.facing;
        chest = vec2_along(b.hips, most, way);
        b.facing = vec2_unit(vec2_add(vec2_scale(b.facing, 1.02 - f->lean), vec2_scale(way, f->lean)));
    }
    struct vec2 left = vec2_left(b.facing);
    b.chest = lift(chest, sim_mix(STAND_Z, BENT_Z, f->lean));
    b.left = lift(vec2_along(chest, SHOULDER_MM, left), b.chest.z);
    b.right = lift(vec2_along(chest, -SHOULDER_MM, left), b.chest.z);
    return b;
}

static struct rgb cloth_of(const struct sim_look *k, bool referee)
{
    return referee ? rgb(0.014f, 0.014f, 0.017f) : k->sleeve;
}

static void draw_trunk(struct sim_scene *s, const struct sim_look *k, const struct body *b, bool referee)
{
    struct rgb cloth = cloth_of(k, referee);
    struct vec3 hips = lift(b->hips, 120);
    if (vec2_dist(b->hips, vec3_flat(b->chest)) > 60)
        rod(s, hips, vec3_along(b->chest, -50, vec3(b->facing.x, b->facing.y, 0)), 150, 142, k->trousers, cloth);
    rod(s, b->left, b->right, 84, 84, cloth, cloth);
    draw_head(s, k, vec2_along(vec3_flat(b->chest), 90, b->facing), b->chest.z + 110, b->facing);
}

/* Two bones from shoulder to wrist: the elbow gives way outwards and down. `out`: unit, to that side. */
static void draw_arm(struct sim_scene *s, struct rgb cloth, struct rgb skin, struct vec3 shoulder, struct vec3 wrist,
                     struct vec2 out)
{
    const double upper = 310, fore = 290;
    struct vec3 d = vec3_sub(wrist, shoulder);
    double far = vec3_len(d), bent = sqrt(fmax(upper * upper - far * far / 4, 0)), f = upper / (upper + fore);
    struct vec3 mid = vec3_along(shoulder, f, d),
                elbow = vec3_add(mid, vec3(out.x * 0.8 * bent, out.y * 0.8 * bent, 0));
    elbow.z = fmax(elbow.z - 0.35 * bent, 95);
    rod(s, shoulder, elbow, 60, 48, cloth, cloth);
    struct vec3 cuff = vec3_along(elbow, 0.76, vec3_sub(wrist, elbow));
    rod(s, elbow, cuff, 46, 35, cloth, cloth);
    rod(s, cuff, wrist, 27, 23, skin, skin);
}

/* ---- the player ------------------------------------------------------------------------------------------------- */

static double held_at(const struct stance *p)
{
    return (p->rest ? 0.96 : 0.80) * CUE_MM;
}

struct vec2 sim_people_grip(const struct stance *p)
{
    return vec2_along(p->ball, -held_at(p), p->along);
}

bool sim_people_needs_rest(const struct table *t, const struct stance *p)
{
    struct vec2 facing, bridge = vec2_along(p->ball, -p->behind, p->along);
    struct vec2 hips = sim_people_path(t, sim_people_path_near(t, sim_people_grip(p)), &facing);
    return vec2_dist(hips, bridge) > LEAN_MM + 640;
}

struct cue {
    struct vec3 tip, back; /* back: unit, from the tip to the butt */
};

/* Upright before the body, tip up; down on the shot; and all between. */
static struct cue cue_now(const struct table *t, const struct body *b, const struct stance *p)
{
    struct vec2 left = vec2_left(p->along);
    struct vec3 back = cue_direction(p, t);
    struct vec3 tip = lift(vec2_along(p->ball, -p->side * p->ball_r, left), p->ball_r * (1 + p->follow));
    tip = vec3_along(tip, p->ball_r + p->gap, back);
    struct vec2 side = vec2_along(b->hips, -230, vec2_left(b->facing));
    struct vec3 carry_tip = lift(vec2_along(side, 240, b->facing), 620),
                carry_back = vec3(-b->facing.x, -b->facing.y, -1.6);
    struct vec3 carry_grip = vec3_along(carry_tip, 620, vec3_unit(carry_back));
    struct vec3 grip = mix3(carry_grip, vec3_along(tip, held_at(p), back), p->down);
    struct cue c = {.back = vec3_unit(mix3(vec3_unit(carry_back), back, p->down))};
    double held = sim_mix(620, held_at(p), p->down); /* the hand slides along the butt */
    c.tip = vec3_along(grip, -held, c.back);
    return c;
}

static void draw_bridge(struct sim_scene *s, const struct sim_look *k, const struct table *t, const struct body *b,
                        const struct stance *p, const struct cue *c)
{
    struct vec2 bridge = vec2_along(p->ball, -p->behind, p->along), left = vec2_left(p->along);
    struct vec3 palm = lift(bridge, over_rail(t, bridge, 2) + p->over);
    struct vec3 carried = vec3_along(c->tip, 380, c->back);
    palm = mix3(carried, palm, p->down);
    bridge_hand(s, k->skin, palm, p->along);
    struct vec3 wrist = vec3_add(palm, vec3(-80 * p->along.x + 34 * left.x, -80 * p->along.y + 34 * left.y, 16));
    draw_arm(s, k->sleeve, k->skin, b->left, wrist, vec2_left(b->facing));
}

void sim_people_player(struct sim_scene *s, const struct sim_look *k, const struct table *t, const struct figure *f,
                       const struct stance *p)
{
    struct figure bent = *f;
    int first = s->things_n;
    bent.lean = p->down;
    bent.towards = vec2_along(vec2_along(p->ball, -p->behind - 480, p->along), 40, vec2_left(p->along));
    struct body b = body_of(t, &bent);
    struct cue c = cue_now(t, &b, p);
    draw_cue(s, c.tip, c.back);
    if (p->rest && p->down > 0.35) /* pushed in from behind */
        draw_rest(s, vec2_along(p->ball, -p->behind - 1100 * (1 - p->down), p->along), p->along);
    if (!p->rest)
        draw_bridge(s, k, t, &b, p, &c);
    struct vec3 grip = vec3_along(c.tip, sim_mix(620, held_at(p), p->down), c.back);
    rod(s, vec3_sub(grip, vec3(0, 0, 4)), vec3_along(grip, -60, c.back), 34, 30, k->skin, k->skin);
    draw_arm(s, k->sleeve, k->skin, b.right, vec3_add(grip, vec3(0, 0, 24)), vec2_scale(vec2_left(b.facing), -1));
    draw_trunk(s, k, &b, false);
    keep_shadows_near(s, first, t);
}

/* ---- standing, reaching ----------------------------------------------------------------------------------------- */

struct vec3 sim_people_hand_home(const struct table *t, double place)
{
    struct vec2 facing, at = sim_people_path(t, place, &facing);
    return lift(vec2_along(vec2_along(at, 150, facing), -150, vec2_left(facing)), 280);
}

/* Fingers close round the ball from above. */
static void draw_hand(struct sim_scene *s, struct rgb skin, struct vec3 at, struct vec2 in, struct vec3 *wrist)
{
    struct vec2 left = vec2_left(in);
    struct vec3 palm = vec3_add(at, vec3(-in.x * 46, -in.y * 46, 42));
    for (int i = 0; i < 4; i++) {
        double a = (i - 1.5) * 17;
        struct vec3 knuckle = vec3_add(palm, vec3(in.x * 22 + left.x * a, in.y * 22 + left.y * a, 4));
        rod(s, knuckle, vec3_add(at, vec3(in.x * 16 + left.x * a * 1.3, in.y * 16 + left.y * a * 1.3, 22)), 10, 8, skin,
            skin);
    }
    *wrist = vec3_add(palm, vec3(-in.x * 75, -in.y * 75, 25));
    rod(s, palm, *wrist, 30, 26, skin, skin);
}

void sim_people_stander(struct sim_scene *s, const struct sim_look *k, const struct table *t, const struct figure *f,
                        const struct vec3 *hand)
{
    const struct rgb white = {0.80f, 0.80f, 0.78f};
    int first = s->things_n;
    struct body b = body_of(t, f);
    if (hand) {
        struct vec3 wrist;
        struct vec2 in = vec2_unit(vec2_sub(vec3_flat(*hand), vec3_flat(b.right)));
        draw_hand(s, f->referee ? white : k->skin, *hand, in, &wrist);
        draw_arm(s, cloth_of(k, f->referee), f->referee ? white : k->skin, b.right, wrist,
                 vec2_scale(vec2_left(b.facing), -1));
    }
    draw_trunk(s, k, &b, f->referee);
    keep_shadows_near(s, first, t);
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

static const double PATH_OUT = 330; /* outside the noses */

/* A rectangle round the rail; s runs along its sides in proportion to their length. */
struct vec2 sim_people_path(const struct table *t, double s, struct vec2 *facing)
{
    double hx = t->bed.length / 2 + PATH_OUT, hy = t->bed.width / 2 + PATH_OUT, all = 4 * (hx + hy);
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

double sim_people_path_mm(const struct table *t)
{
    return 2 * (t->bed.length + t->bed.width + 4 * PATH_OUT);
}

double sim_people_path_near(const struct table *t, struct vec2 at)
{
    double best = 0, nearest = 1e18;
    for (int i = 0; i < 512; i++) {
        struct vec2 f, p = sim_people_path(t, i / 512.0, &f);
        double d = vec2_dist(p, at);
        if (d < nearest) {
            nearest = d;
            best = i / 512.0;
        }
    }
    return best;
}
