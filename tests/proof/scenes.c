/* SPDX-License-Identifier: Apache-2.0 */
/* scenes.c: which tables are drawn, and what lies on them? */
#include "scenes.h"

#include "detmath.h"
#include "people.h"
#include "physics.h"
#include "places.h"

#include <string.h>

const char *scene_layout_name(enum scene_layout layout)
{
    static const char *const names[LAYOUTS] = {"open", "pairs", "rack", "cushions", "jaws", "throats", "arm"};
    return names[layout];
}

/* ---- balls ------------------------------------------------------------------------------------------------------ */

static double radius_of(const struct scene *s, ball_id id)
{
    return sim_ball_d(&s->table, id) / 2;
}

/* Between centres, seen from above, of two balls on the cloth that touch. */
static double touch(const struct scene *s, ball_id a, ball_id b)
{
    return 2 * sqrt(radius_of(s, a) * radius_of(s, b));
}

static bool on_bed(const struct scene *s, struct vec2 at, double clear)
{
    return fabs(at.x) < s->table.bed.length / 2 - clear && fabs(at.y) < s->table.bed.width / 2 - clear;
}

static bool is_free(const struct scene *s, ball_id id, struct vec2 at, double clear)
{
    for (int i = 0; i < s->balls_n; i++)
        if (vec2_dist(vec3_flat(s->ball[i].at), at) < touch(s, s->ball[i].id, id) * clear)
            return false;
    for (int i = 1; i < POCKET_COUNT; i++) /* its centre over the slate */
        if (vec2_dist(at, s->table.pocket[i].fall) < s->table.pocket[i].fall_radius + 3)
            return false;
    return true;
}

static void put(struct scene *s, ball_id id, struct vec2 at)
{
    double r = radius_of(s, id);
    s->ball[s->balls_n++] = (struct scene_ball){.id = id, .at = {at.x, at.y, r}, .radius = r};
}

/* Anywhere with room about it. */
static void put_anywhere(struct scene *s, ball_id id, struct sim_rng *rng, double clear)
{
    for (int tries = 0; tries < 400; tries++) {
        double r = radius_of(s, id), x = s->table.bed.length / 2 - r, y = s->table.bed.width / 2 - r;
        struct vec2 at = vec2(sim_rng_range(rng, -x, x), sim_rng_range(rng, -y, y));
        if (is_free(s, id, at, clear)) {
            put(s, id, at);
            return;
        }
    }
}

/* Against the ball placed last, or a hair from it. */
static void put_beside(struct scene *s, ball_id id, struct sim_rng *rng)
{
    const struct scene_ball to = s->ball[s->balls_n - 1];
    for (int tries = 0; tries < 100; tries++) {
        double angle = sim_rng_range(rng, 0, 2 * SIM_PI), away = touch(s, to.id, id) * sim_rng_range(rng, 1, 1.004);
        struct vec2 at = vec2_along(vec3_flat(to.at), away, vec2(sim_cos(angle), sim_sin(angle)));
        if (on_bed(s, at, radius_of(s, id)) && is_free(s, id, at, 1)) {
            put(s, id, at);
            return;
        }
    }
    put_anywhere(s, id, rng, 1.2);
}

static int shuffled(const struct scene *s, ball_id *ids, struct sim_rng *rng)
{
    int n = ball_set(s->set)->count;
    for (int i = 0; i < n; i++)
        ids[i] = (ball_id)(i + 1);
    for (int i = n - 1; i > 0; i--) {
        int k = sim_rng_int(rng, i + 1);
        ball_id t = ids[i];
        ids[i] = ids[k], ids[k] = t;
    }
    return n;
}

static void lay_open(struct scene *s, const ball_id *ids, int n, struct sim_rng *rng)
{
    for (int i = 0; i < n; i++)
        put_anywhere(s, ids[i], rng, 1.35);
}

static void lay_pairs(struct scene *s, const ball_id *ids, int n, struct sim_rng *rng)
{
    for (int i = 0; i < n; i++)
        if (i % 2)
            put_beside(s, ids[i], rng);
        else
            put_anywhere(s, ids[i], rng, 2.2);
}

/* A triangle of fifteen of any colours, the others anywhere. */
static void lay_rack(struct scene *s, const ball_id *ids, int n, struct sim_rng *rng)
{
    double d = s->table.bed.ball_d * sim_rng_range(rng, 1, 1.002), x = s->table.bed.spot[SPOT_PINK].x;
    int k = 0, rows = s->set == BALL_SET_BILLIARDS ? 1 : 5;
    if (x == 0)
        x = s->table.bed.length / 4;
    ball_id late[BALL_IDS];
    int late_n = 0;
    for (int row = 0; row < rows; row++)
        for (int i = 0; i <= row && k < n; i++, k++) {
            if (ids[k] == BALL_CUE) { /* it may be smaller than the others */
                late[late_n++] = ids[k++];
                if (k == n)
                    break;
            }
            put(s, ids[k], vec2(x + row * d * 0.8660254, (i - row / 2.0) * d));
        }
    while (k < n)
        late[late_n++] = ids[k++];
    lay_open(s, late, late_n, rng);
}

static void lay_cushions(struct scene *s, const ball_id *ids, int n, struct sim_rng *rng)
{
    for (int i = 0; i < n; i++) {
        double r = radius_of(s, ids[i]) + (i % 3 ? 0 : sim_rng_range(rng, 0, 12));
        double x = s->table.bed.length / 2 - r, y = s->table.bed.width / 2 - r, u = sim_rng_range(rng, -0.9, 0.9);
        static const int way[4][2] = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}};
        const int *w = way[i % 4];
        struct vec2 at = w[0] ? vec2(w[0] * x, u * y) : vec2(u * x, w[1] * y);
        if (fabs(at.x) > 130 + r && is_free(s, ids[i], at, 1.3))
            put(s, ids[i], at);
        else
            put_anywhere(s, ids[i], rng, 1.35);
    }
}

/* As far to one side as a jaw lets it. */
static struct vec2 against_jaw(const struct table *t, struct vec2 at, struct vec2 aside)
{
    const double step = 0.25, most = 150; /* mm */
    for (double gone = 0; gone < most && place_cushion(t, at).gap_mm > place_touch(t); gone += step)
        at = vec2_along(at, step, aside);
    return at;
}

/* Six in the mouths of pockets, still on the slate, in the middle or as far aside as the jaws let them. */
static void lay_mouths(struct scene *s, const ball_id *ids, int n, struct sim_rng *rng, bool aside)
{
    for (int i = 0; i < n; i++) {
        const struct pocket_shape *p = &s->table.pocket[1 + i % (POCKET_COUNT - 1)];
        struct vec2 middle = vec2_scale(vec2_add(p->jaw[0].start, p->jaw[1].start), 0.5);
        struct vec2 out = vec2_unit(vec2_sub(middle, p->fall)), at;
        at = vec2_along(p->fall, p->fall_radius + sim_rng_range(rng, 4, 40), out);
        if (aside)
            at = against_jaw(&s->table, at, vec2_scale(vec2_left(out), sim_rng_range(rng, -1, 1) < 0 ? -1 : 1));
        if (i < 6 && is_free(s, ids[i], at, 1.05))
            put(s, ids[i], at);
        else
            put_anywhere(s, ids[i], rng, 1.35);
    }
}

static void lay_jaws(struct scene *s, const ball_id *ids, int n, struct sim_rng *rng)
{
    lay_mouths(s, ids, n, rng, false);
}

static void lay_throats(struct scene *s, const ball_id *ids, int n, struct sim_rng *rng)
{
    lay_mouths(s, ids, n, rng, true);
}

/* ---- things ----------------------------------------------------------------------------------------------------- */

static void random_turn(float m[9], struct sim_rng *rng)
{
    struct vec3 a, b, c;
    do {
        a = vec3(sim_rng_normal(rng), sim_rng_normal(rng), sim_rng_normal(rng));
        b = vec3(sim_rng_normal(rng), sim_rng_normal(rng), sim_rng_normal(rng));
        c = vec3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x);
    } while (vec3_len(a) < 0.1 || vec3_len(c) < 0.1);
    a = vec3_unit(a), c = vec3_unit(c);
    b = vec3(c.y * a.z - c.z * a.y, c.z * a.x - c.x * a.z, c.x * a.y - c.y * a.x);
    const struct vec3 *axis[3] = {&a, &b, &c};
    for (int i = 0; i < 3; i++)
        m[i] = (float)axis[i]->x, m[3 + i] = (float)axis[i]->y, m[6 + i] = (float)axis[i]->z;
}

static void add_thing(struct scene *s, const struct scene_ball *b, struct sim_rng *rng)
{
    struct sim_thing *t = &s->things.thing[s->things.things_n++];
    const struct ball_row *row = &ball_set(s->set)->row[b->id];
    *t = (struct sim_thing){.kind = SIM_THING_BALL, .track_n = SIM_TRACK, .casts = true, .ra = (float)b->radius};
    t->paint = sim_look_ball(&s->look, s->set, b->id);
    t->gloss = (float)s->look.gloss;
    if (s->set == BALL_SET_NUMBERED && b->id != BALL_CUE) {
        t->number = row->number;
        t->pattern = row->number > 8 ? SIM_STRIPED : SIM_NUMBERED;
        t->paint2 = sim_look_ends(&s->look);
    } else if (b->id == BALL_CUE && s->look.cue_dots && s->set != BALL_SET_BILLIARDS) {
        t->pattern = SIM_DOTTED;
    }
    random_turn(t->turn, rng);
    if (b->travel.x == 0 && b->travel.y == 0)
        t->track_n = 1;
    for (int i = 0; i < t->track_n; i++) {
        double u = t->track_n > 1 ? i / (SIM_TRACK - 1.0) - 0.5 : 0;
        t->at[i] = v3_of(vec3(b->at.x + u * b->travel.x, b->at.y + u * b->travel.y, b->at.z));
    }
}

/* Somebody's hand over some place, or a player about to play. */
static void add_people(struct scene *s, struct sim_rng *rng)
{
    const struct scene_ball *b = &s->ball[sim_rng_int(rng, s->balls_n)];
    struct figure figure = {.lean = 1, .towards = vec3_flat(b->at)};
    if (s->seed % 2) {
        struct vec3 hand = vec3(b->at.x + sim_rng_range(rng, -120, 120), b->at.y + sim_rng_range(rng, -120, 120), 40);
        figure.place = sim_people_path_near(&s->table, vec2(b->at.x + sim_rng_range(rng, -300, 300), 4 * b->at.y));
        figure.referee = sim_rng_int(rng, 2);
        sim_people_stander(&s->things, &s->look, &s->table, &figure, &hand);
        return;
    }
    struct stance p = {.ball = vec3_flat(b->at), .ball_r = b->radius, .gap = 15, .behind = 220, .down = 1};
    double a = sim_rng_range(rng, 0, 2 * SIM_PI);
    p.along = vec2(sim_cos(a), sim_sin(a));
    figure.place = sim_people_path_near(&s->table, sim_people_grip(&p));
    sim_people_player(&s->things, &s->look, &s->table, &figure, &p);
}

/* ---- what is seen of a ball ------------------------------------------------------------------------------------- */

/* Is something that is no ball nearer than `far` on the ray? Rods as strings of balls. */
static bool hidden(const struct sim_scene *things, struct vec3 from, struct vec3 dir, double far)
{
    for (int i = 0; i < things->things_n; i++) {
        const struct sim_thing *t = &things->thing[i];
        for (int k = 0; t->kind == SIM_THING_ROD && k <= 64; k++) {
            double f = k / 64.0, r = (double)t->ra + f * (double)(t->rb - t->ra);
            struct vec3 c = vec3((double)(t->at[0].x + (float)f * t->to.x), (double)(t->at[0].y + (float)f * t->to.y),
                                 (double)(t->at[0].z + (float)f * t->to.z));
            struct vec3 d = vec3_sub(c, from);
            double along = vec3_dot(d, dir), off2 = vec3_dot(d, d) - along * along;
            if (along > 0 && along < far && off2 < r * r)
                return true;
        }
    }
    return false;
}

static double visible_share(const struct scene *s, const struct scene_ball *b)
{
    int n = 0, seen = 0;
    double r = b->radius_px;
    for (int j = -7; j <= 7; j++)
        for (int i = -7; i <= 7; i++) {
            if (i * i + j * j > 52)
                continue;
            struct vec3 dir = vec3_unit(sim_camera_ray(&s->camera, b->px.x + i * r / 7.5, b->px.y + j * r / 7.5));
            n++;
            seen += !hidden(&s->things, s->camera.at, dir, vec3_len(vec3_sub(b->at, s->camera.at)));
        }
    return (double)seen / n;
}

static void look_at_balls(struct scene *s)
{
    for (int i = 0; i < s->balls_n; i++) {
        struct scene_ball *b = &s->ball[i];
        sim_camera_project(&s->camera, b->at, &b->px);
        b->radius_px = sim_camera_ball_px(&s->camera, b->at, b->radius);
    }
    for (int i = 0; i < s->balls_n; i++) {
        struct scene_ball *b = &s->ball[i];
        b->gap_px = 1e9;
        for (int k = 0; k < s->balls_n; k++)
            if (k != i)
                b->gap_px = fmin(b->gap_px, vec2_dist(b->px, s->ball[k].px) - b->radius_px - s->ball[k].radius_px);
        b->visible = s->people ? visible_share(s, b) : 1;
    }
}

/* ---- a whole scene ---------------------------------------------------------------------------------------------- */

static void pick_table(struct scene *s, struct sim_rng *rng)
{
    static const struct {
        const char *kind;
        enum ball_set_id set;
    } rows[] = {{"snooker-12ft", BALL_SET_SNOOKER},   {"snooker-12ft", BALL_SET_SNOOKER},
                {"snooker-12ft", BALL_SET_BILLIARDS}, {"snooker-10ft", BALL_SET_SNOOKER},
                {"snooker-6ft", BALL_SET_SNOOKER},    {"english-pool-7ft", BALL_SET_ENGLISH},
                {"pool-9ft", BALL_SET_NUMBERED},      {"pool-7ft", BALL_SET_NUMBERED}};
    int k = sim_rng_int(rng, sizeof rows / sizeof *rows);
    table_make(&s->table, rows[k].kind);
    s->set = rows[k].set;
}

static void twist_look(struct scene *s, const struct scene_twist *t)
{
    for (int i = 0; i < s->look.lamps_n; i++)
        s->look.lamp[i].at.y += t->lean * s->table.bed.width;
    if (!t->hard)
        return;
    struct sim_lamp *l = &s->look.lamp[0];
    s->look.lamps_n = 1;
    l->at = vec3(0, t->lean * s->table.bed.width, 1500);
    l->u = vec3(60, 0, 0);
    l->v = vec3(0, 60, 0);
    s->look.ambient = rgb(0.05f, 0.05f, 0.05f);
}

static void set_travel(struct scene *s, double px, struct sim_rng *rng)
{
    for (int i = 0; i < s->balls_n && px > 0; i++) {
        struct scene_ball *b = &s->ball[i];
        struct vec2 a, c;
        double angle = sim_rng_range(rng, 0, 2 * SIM_PI);
        struct vec2 way = vec2(sim_cos(angle), sim_sin(angle));
        sim_camera_project(&s->camera, b->at, &a);
        sim_camera_project(&s->camera, vec3(b->at.x + 10 * way.x, b->at.y + 10 * way.y, b->at.z), &c);
        b->travel = vec2_scale(way, px * 10 / vec2_dist(a, c));
    }
}

/* Somebody bridges or reaches into a pocket, at each end of the table. */
static void add_hands(struct scene *s, struct sim_rng *rng)
{
    for (int end = -1; end <= 1; end += 2) {
        const struct pocket_shape *p = &s->table.pocket[1 + sim_rng_int(rng, POCKET_COUNT - 1)];
        struct vec2 middle = vec2_scale(vec2_add(p->jaw[0].start, p->jaw[1].start), 0.5), at;
        at = vec2_along(p->fall, sim_rng_range(rng, 0, 120), vec2_unit(vec2_sub(middle, p->fall)));
        struct figure figure = {.lean = 1, .towards = at};
        struct vec3 hand = vec3(at.x, at.y, sim_rng_range(rng, 10, 60));
        figure.place = sim_people_path_near(&s->table, vec2_scale(at, 2));
        sim_people_stander(&s->things, &s->look, &s->table, &figure, &hand);
    }
}

static void start(struct scene *s, uint64_t seed, enum scene_layout layout, struct sim_rng *rng)
{
    memset(s, 0, sizeof *s);
    *rng = sim_rng(seed * 7919 + 12345);
    s->seed = seed;
    s->layout = layout;
    s->things.light_gain = 1;
    s->grow = 1;
}

void scene_make(struct scene *s, uint64_t seed, enum scene_layout layout, int width, int height,
                const struct scene_twist *twist)
{
    typedef void lay(struct scene *, const ball_id *, int, struct sim_rng *);
    static lay *const how[LAYOUTS] = {lay_open, lay_pairs, lay_rack, lay_cushions, lay_jaws, lay_throats, lay_open};
    struct sim_rng rng;
    ball_id ids[BALL_IDS];
    start(s, seed, layout, &rng);
    pick_table(s, &rng);
    s->grow = 1 + twist->radius;
    s->chroma = twist->chroma;
    s->table.bed.ball_d *= s->grow;
    s->table.bed.cue_ball_d *= s->grow;
    s->camera = twist->club ? sim_camera_over(&s->table, width, height, 0.82 * s->table.bed.length + 250)
                            : sim_camera_random(&s->table, width, height, seed);
    s->camera.rolling_s = 0;
    s->look = twist->club ? sim_look_defaults(&s->table) : sim_look_random(&s->table, seed);
    s->look.paints = twist->paints;
    twist_look(s, twist);
    int n = shuffled(s, ids, &rng);
    if (layout == LAYOUT_OPEN) /* some of them are potted */
        n = n > 6 ? 6 + sim_rng_int(&rng, n - 5) : n;
    how[layout](s, ids, n, &rng);
    set_travel(s, twist->travel_px, &rng);
    for (int i = 0; i < s->balls_n; i++)
        add_thing(s, &s->ball[i], &rng);
    s->people = layout == LAYOUT_ARM || twist->hands;
    if (layout == LAYOUT_ARM)
        add_people(s, &rng);
    if (twist->hands)
        add_hands(s, &rng);
    look_at_balls(s);
}

void scene_clear_mouths(struct scene *s)
{
    struct sim_scene *things = &s->things;
    int kept = 0;
    for (int i = 0; i < things->things_n; i++) {
        const struct sim_thing *t = &things->thing[i];
        double from_fall;
        place_pocket(&s->table, vec2((double)t->at[0].x, (double)t->at[0].y), &from_fall);
        if (t->kind == SIM_THING_BALL && from_fall > 3 * (double)t->ra)
            things->thing[kept++] = *t;
    }
    things->things_n = kept;
}

void scene_two(struct scene *s, uint64_t seed, double gap, int width, int height)
{
    struct sim_rng rng;
    ball_id ids[BALL_IDS];
    start(s, seed, LAYOUT_PAIRS, &rng);
    table_make(&s->table, "snooker-12ft");
    s->set = BALL_SET_SNOOKER;
    s->camera = sim_camera_random(&s->table, width, height, seed);
    s->camera.rolling_s = 0;
    s->look = sim_look_random(&s->table, seed);
    shuffled(s, ids, &rng);
    for (int i = 0; i < 8; i += 2) {
        put_anywhere(s, ids[i], &rng, 3);
        struct scene_ball to = s->ball[s->balls_n - 1];
        double angle = sim_rng_range(&rng, 0, 2 * SIM_PI);
        double way = to.at.y > 0 ? -1 : 1; /* towards the middle: never into a cushion */
        put(s, ids[i + 1],
            vec2_along(vec3_flat(to.at), touch(s, to.id, ids[i + 1]) + gap,
                       vec2(to.at.x > 0 ? -fabs(sim_cos(angle)) : fabs(sim_cos(angle)), way * fabs(sim_sin(angle)))));
    }
    for (int i = 0; i < s->balls_n; i++)
        add_thing(s, &s->ball[i], &rng);
    look_at_balls(s);
}

/* ---- what detection is told ------------------------------------------------------------------------------------- */

static int median(const int count[256])
{
    int all = 0, below = 0, level = 0;
    for (int i = 0; i < 256; i++)
        all += count[i];
    while (level < 255 && (below += count[level]) * 2 < all)
        level++;
    return level;
}

void scene_calibration(const struct scene *s, const struct frame *f, struct calibration *c)
{
    int count[3][256] = {{0}};
    *c = (struct calibration){.table = s->table, .orientation = ORIENTATION_SEEN, .baulk_x = s->table.bed.baulk_x};
    c->table.bed.ball_d /= s->grow;
    c->table.bed.cue_ball_d /= s->grow;
    struct camera *to = &c->camera;
    const struct sim_camera *cam = &s->camera;
    *to = (struct camera){.width = cam->width, .height = cam->height, .fx = cam->fx, .fy = cam->fy};
    to->cx = cam->cx, to->cy = cam->cy;
    memcpy(to->k, cam->k, sizeof to->k);
    memcpy(to->R, cam->R, sizeof to->R);
    for (int i = 0; i < 3; i++)
        to->t[i] = -(cam->R[3 * i] * cam->at.x + cam->R[3 * i + 1] * cam->at.y + cam->R[3 * i + 2] * cam->at.z);
    to->chroma_x = s->chroma ? 0 : 0.5;
    c->d_radius = s->table.bed.d_radius;
    for (double x = -0.45; x <= 0.45; x += 0.01)
        for (double y = -0.45; y <= 0.45; y += 0.01) {
            struct vec2 px;
            sim_camera_project(cam, vec3(x * s->table.bed.length, y * s->table.bed.width, 0), &px);
            int i = (int)px.x, j = (int)px.y;
            count[0][f->plane[0][j * f->stride[0] + i]]++;
            count[1][f->plane[1][j / 2 * f->stride[1] + i / 2]]++;
            count[2][f->plane[2][j / 2 * f->stride[2] + i / 2]]++;
        }
    c->cloth[0] = (float)(median(count[0]) - (f->full_range ? 0 : 16));
    c->cloth[1] = (float)(median(count[1]) - 128);
    c->cloth[2] = (float)(median(count[2]) - 128);
}

/* ---- out of focus ----------------------------------------------------------------------------------------------- */

static void blur_line(uint8_t *p, int step, int n, const float *tap, int half)
{
    float in[8192];
    for (int i = 0; i < n; i++)
        in[i] = p[(ptrdiff_t)i * step];
    for (int i = 0; i < n; i++) {
        float sum = 0;
        for (int k = -half; k <= half; k++) {
            int at = i + k < 0 ? 0 : i + k >= n ? n - 1 : i + k;
            sum += tap[k < 0 ? -k : k] * in[at];
        }
        p[(ptrdiff_t)i * step] = (uint8_t)(sum + 0.5f);
    }
}

void scene_dim(struct frame *f, double light)
{
    for (int plane = 0; plane < 3; plane++) {
        int w = plane ? f->width / 2 : f->width, h = plane ? f->height / 2 : f->height, black = plane ? 128 : 16;
        for (int y = 0; y < h; y++)
            for (int x = 0; x < w; x++) {
                uint8_t *p = (uint8_t *)(uintptr_t)f->plane[plane] + (ptrdiff_t)y * f->stride[plane] + x;
                *p = (uint8_t)(black + (*p - black) * light + 0.5);
            }
    }
}

void scene_defocus(struct frame *f, double sd_px)
{
    for (int plane = 0; plane < 3; plane++) {
        double sd = plane ? sd_px / 2 : sd_px, all = 0;
        int w = plane ? f->width / 2 : f->width, h = plane ? f->height / 2 : f->height, half = 1 + (int)(3 * sd);
        uint8_t *p = (uint8_t *)(uintptr_t)f->plane[plane];
        float tap[16];
        for (int k = 0; k <= half; k++) {
            tap[k] = (float)sim_exp(-0.5 * k * k / (sd * sd));
            all += (double)tap[k] * (k ? 2 : 1);
        }
        for (int k = 0; k <= half; k++)
            tap[k] /= (float)all;
        for (int y = 0; y < h; y++)
            blur_line(p + (ptrdiff_t)y * f->stride[plane], 1, w, tap, half);
        for (int x = 0; x < w; x++)
            blur_line(p + x, f->stride[plane], h, tap, half);
    }
}
