/* SPDX-License-Identifier: Apache-2.0 */
/* proof.c: what did detection get wrong, and by how much? */
#include "proof.h"

#include "detmath.h"
#include "err.h"

#include <string.h>

/* A ball this much hidden may be missed; one less hidden counts with those that are whole. */
static const double HIDDEN = 0.97, NEAR_PX = 3;

const char *proof_group_name(enum proof_group group)
{
    static const char *const names[GROUPS] = {"alone", "touching", "hidden"};
    return names[group];
}

struct proof_options proof_options_default(void)
{
    return (struct proof_options){.width = 1920, .height = 1080, .twist = {.name = "none"}};
}

double proof_rms(const struct proof_errors *e)
{
    return e->n ? sqrt(e->sum2 / e->n) : 0;
}

static enum proof_group group_of(const struct scene_ball *b)
{
    return b->visible < HIDDEN ? GROUP_HIDDEN : b->gap_px < NEAR_PX ? GROUP_TOUCHING : GROUP_ALONE;
}

static void add_error(struct proof_errors *e, double off, double sds, int axes)
{
    e->n++;
    e->sum2 += off * off;
    e->most = fmax(e->most, off);
    e->sum2_sds += sds * sds / axes;
    e->beyond += sds > 4;
}

/* ---- pictures --------------------------------------------------------------------------------------------------- */

static int clip255(double v)
{
    return v < 0 ? 0 : v > 255 ? 255 : (int)v;
}

/* A piece of the frame about a place, four times as large, as PPM. */
static void draw(const struct scene *s, const struct frame *f, struct vec2 at, const char *dir, const char *what)
{
    enum { HALF = 48, ZOOM = 5 };
    char path[512];
    snprintf(path, sizeof path, "%s/%s-%llu-%d-%d.ppm", dir, what, (unsigned long long)s->seed, (int)at.x, (int)at.y);
    FILE *out = fopen(path, "wb");
    if (!out)
        return;
    fprintf(out, "P6 %d %d 255\n", 2 * HALF * ZOOM, 2 * HALF * ZOOM);
    for (int j = 0; j < 2 * HALF * ZOOM; j++)
        for (int i = 0; i < 2 * HALF * ZOOM; i++) {
            int x = (int)at.x - HALF + i / ZOOM, y = (int)at.y - HALF + j / ZOOM;
            x = x < 0 ? 0 : x >= f->width ? f->width - 1 : x;
            y = y < 0 ? 0 : y >= f->height ? f->height - 1 : y;
            double Y = 1.164 * (f->plane[0][y * f->stride[0] + x] - 16.0);
            double u = f->plane[1][y / 2 * f->stride[1] + x / 2] - 128.0;
            double v = f->plane[2][y / 2 * f->stride[2] + x / 2] - 128.0;
            fputc(clip255(Y + 1.793 * v), out);
            fputc(clip255(Y - 0.213 * u - 0.533 * v), out);
            fputc(clip255(Y + 2.112 * u), out);
        }
    fclose(out);
}

/* ---- comparing -------------------------------------------------------------------------------------------------- */

/* Of the balls found, the one that is this ball: nearest, and within half a radius. -1: none. */
static int match(const struct vision_result *r, const struct scene_ball *b, const bool *used)
{
    int best = -1;
    double least = 0.5 * b->radius_px;
    for (int i = 0; i < r->balls_n; i++) {
        double d = vec2_dist(r->balls[i].px, b->px);
        if (!used[i] && d < least) {
            least = d;
            best = i;
        }
    }
    return best;
}

static bool right_name(const struct scene *s, const struct scene_ball *b, const struct ball_obs *o)
{
    const struct ball_row *row = &ball_set(s->set)->row[b->id];
    if (s->set != BALL_SET_NUMBERED)
        return o->kind == row->kind;
    return o->kind == row->kind; /* one look cannot always tell the paint; the kind it can */
}

static void complain(const struct scene *s, const struct frame *f, const struct proof_options *o, const char *what,
                     struct vec2 px, const char *detail)
{
    if (o->list)
        printf("  seed %llu %s %s: %s at %.1f %.1f %s\n", (unsigned long long)s->seed, s->table.kind,
               scene_layout_name(s->layout), what, px.x, px.y, detail);
    if (o->debug)
        draw(s, f, px, o->debug, what);
}

static void compare_name(const struct scene *s, const struct frame *f, const struct proof_options *o,
                         const struct scene_ball *b, const struct ball_obs *got, struct proof_tally *t)
{
    char text[128];
    t->named++;
    if (right_name(s, b, got))
        return;
    t->misnamed++;
    t->misnamed_sure += got->kind_p > 0.9f;
    snprintf(text, sizeof text, "(%s seen as kind %d number %d, p %.2f, colour %.0f %.0f %.0f white %.2f)",
             ball_set(s->set)->row[b->id].name, got->kind, got->number, (double)got->kind_p, (double)got->colour[0],
             (double)got->colour[1], (double)got->colour[2], (double)got->white);
    complain(s, f, o, "misnamed", b->px, text);
}

static void compare_place(const struct scene *s, const struct frame *f, const struct proof_options *o,
                          const struct scene_ball *b, const struct ball_obs *got, struct proof_tally *t)
{
    struct vec2 e = vec2_sub(got->px, b->px), way = {0, 0};
    double scale = b->radius_px / b->radius, sd = fmax(1e-6, (double)got->sd_mm * scale), off = sqrt(vec2_dot(e, e));
    add_error(&t->group[group_of(b)], off, off / sd, 2);
    if (b->travel.x != 0 || b->travel.y != 0) {
        struct vec2 to;
        sim_camera_project(&s->camera, vec3(b->at.x + b->travel.x, b->at.y + b->travel.y, b->at.z), &to);
        way = vec2_unit(vec2_sub(to, b->px));
        double along = fabs(vec2_dot(e, way)), across = fabs(vec2_cross(e, way));
        add_error(&t->along, along, along / sd, 1);
        add_error(&t->across, across, across / sd, 1);
    }
    if (o->worst_px > 0 && off > o->worst_px) {
        char text[128];
        snprintf(text, sizeof text, "(%s, %s, off %.2f %.2f px, sd %.3f px, radius %.1f, quality %.2f)%s",
                 ball_set(s->set)->row[b->id].name, proof_group_name(group_of(b)), e.x, e.y, sd, b->radius_px,
                 (double)got->quality, vec2_dot(e, way) < 0 ? " behind" : "");
        complain(s, f, o, "off", b->px, text);
    }
}

/* What this scene added to a group, when it is much. */
static void list_scene(const struct scene *s, const struct proof_options *o, const struct proof_tally *before,
                       const struct proof_tally *t)
{
    for (int g = 0; g < GROUPS && o->list; g++) {
        double n = t->group[g].n - before->group[g].n, sum2 = t->group[g].sum2 - before->group[g].sum2;
        if (n > 0 && sqrt(sum2 / n) > 0.12)
            printf("  seed %llu %s %s: %s RMS %.3f px over %.0f\n", (unsigned long long)s->seed, s->table.kind,
                   scene_layout_name(s->layout), proof_group_name((enum proof_group)g), sqrt(sum2 / n), n);
    }
}

static void compare(const struct scene *s, const struct frame *f, const struct proof_options *o,
                    const struct vision_result *r, struct proof_tally *t)
{
    bool used[VISION_BALLS] = {false};
    struct proof_tally before = *t;
    for (int i = 0; i < s->balls_n; i++) {
        const struct scene_ball *b = &s->ball[i];
        enum proof_group g = group_of(b);
        enum ball_kind kind = ball_set(s->set)->row[b->id].kind;
        int at = match(r, b, used);
        t->group[g].balls++;
        t->kind_balls[g][kind]++;
        if (at < 0) {
            t->group[g].missed++;
            t->kind_missed[g][kind]++;
            if (g != GROUP_HIDDEN)
                complain(s, f, o, "missed", b->px, ball_set(s->set)->row[b->id].name);
            continue;
        }
        used[at] = true;
        t->found++;
        compare_place(s, f, o, b, &r->balls[at], t);
        if (g != GROUP_HIDDEN)
            compare_name(s, f, o, b, &r->balls[at], t);
    }
    for (int i = 0; i < r->balls_n; i++)
        if (!used[i]) {
            char text[64];
            t->invented++;
            snprintf(text, sizeof text, "(kind %d, quality %.2f, sd %.2f mm)", r->balls[i].kind,
                     (double)r->balls[i].quality, (double)r->balls[i].sd_mm);
            complain(s, f, o, "invented", r->balls[i].px, text);
        }
    t->scenes++;
    list_scene(s, o, &before, t);
}

/* ---- a scene ---------------------------------------------------------------------------------------------------- */

static int follow(struct vision *v, const struct scene *s, const struct frame *f, struct vision_result *r)
{
    struct vision_expect expect[BALL_IDS];
    struct sim_rng rng = sim_rng(s->seed);
    int n = 0;
    for (int i = 0; i < s->balls_n; i++) {
        const struct scene_ball *b = &s->ball[i];
        double mm = 0.5 * b->radius / b->radius_px; /* half a pixel */
        if (group_of(b) == GROUP_HIDDEN)
            continue;
        expect[n++] = (struct vision_expect){
            .mm = {b->at.x + mm * sim_rng_normal(&rng), b->at.y + mm * sim_rng_normal(&rng)}, .v = b->travel};
    }
    return vision_track(v, f, expect, n, r);
}

int proof_picture(const struct scene *s, const struct proof_options *o, uint8_t *pixels, struct frame *f)
{
    char path[512];
    size_t luma = (size_t)o->width * (size_t)o->height, all = luma * 3 / 2;
    *f = (struct frame){.width = o->width, .height = o->height, .format = PIXEL_I420, .matrix = COLOUR_BT709};
    for (int p = 0; p < 3; p++) {
        f->plane[p] = pixels + (p ? luma + (size_t)(p - 1) * luma / 4 : 0);
        f->stride[p] = p ? o->width / 2 : o->width;
    }
    snprintf(path, sizeof path, "%s/%s-%llu-%d.yuv", o->keep ? o->keep : "", o->twist.name, (unsigned long long)s->seed,
             (int)s->layout);
    FILE *kept = o->keep ? fopen(path, "rb") : NULL;
    size_t got = kept ? fread(pixels, 1, all, kept) : 0;
    if (kept)
        fclose(kept);
    if (got == all)
        return 0;
    struct sim_render *render;
    struct frame drawn;
    int err = sim_render_open(&render, &s->table, &s->look, &s->camera, 1);
    if (err)
        return err;
    sim_render_frame(render, &s->things, s->seed, &drawn);
    for (int p = 0; p < 3; p++)
        memcpy((uint8_t *)(uintptr_t)f->plane[p], drawn.plane[p], p ? luma / 4 : luma);
    sim_render_close(&render);
    if (o->twist.blur_px > 0)
        scene_defocus(f, o->twist.blur_px);
    if (o->twist.light > 0)
        scene_dim(f, o->twist.light);
    if (o->keep && (kept = fopen(path, "wb"))) {
        fwrite(pixels, 1, all, kept);
        fclose(kept);
    }
    return 0;
}

/* The same table before anything came to the mouths of pockets, looked at for a while. 0 or ERR_*. */
static int watch_before(struct vision *v, const struct scene *s)
{
    enum { LOOKS = 40 };
    static struct scene before;
    static struct vision_result r;
    struct sim_render *render;
    struct frame f;
    before = *s;
    scene_clear_mouths(&before);
    int err = sim_render_open(&render, &s->table, &s->look, &s->camera, 1);
    if (err)
        return err;
    sim_render_frame(render, &before.things, s->seed + 1, &f);
    for (int i = 0; i < LOOKS && !err; i++)
        err = vision_detect(v, &f, &r);
    sim_render_close(&render);
    return err;
}

/* The same scene while all balls move. */
static int look_before(struct vision *v, uint64_t seed, enum scene_layout layout, const struct proof_options *o)
{
    static struct scene s;
    static uint8_t pixels[PROOF_PIXELS * 3 / 2];
    struct proof_options moving = *o;
    struct frame f;
    struct vision_result r;
    moving.keep = NULL;
    moving.twist.travel_px = o->before_px;
    scene_make(&s, seed, layout, o->width, o->height, &moving.twist);
    int err = proof_picture(&s, &moving, pixels, &f);
    return err ? err : vision_detect(v, &f, &r);
}

int proof_scene(uint64_t seed, enum scene_layout layout, const struct proof_options *o, struct proof_tally *tally)
{
    static struct scene s;
    static uint8_t pixels[PROOF_PIXELS * 3 / 2];
    struct calibration c;
    struct frame f;
    struct vision *v = NULL;
    struct vision_result r;
    struct vision_params params = vision_params_default();
    scene_make(&s, seed, layout, o->width, o->height, &o->twist);
    int err = o->width * o->height > PROOF_PIXELS ? ERR_RANGE : proof_picture(&s, o, pixels, &f);
    if (err)
        return err;
    scene_calibration(&s, &f, &c);
    params.balls = s.set;
    err = vision_open(&v, &c, &params);
    if (!err && o->before_px > 0)
        err = look_before(v, seed, layout, o);
    if (!err && o->twist.watched)
        err = watch_before(v, &s);
    for (int i = 0; i < (o->twist.watched ? 6 : 1) && !err; i++) /* mouths are looked at in turn */
        err = vision_detect(v, &f, &r);
    if (!err && o->follow)
        err = follow(v, &s, &f, &r);
    if (!err)
        compare(&s, &f, o, &r, tally);
    vision_close(&v);
    return err;
}

/* ---- gaps ------------------------------------------------------------------------------------------------------- */

/* What was seen of each ball over the frames. */
struct places {
    struct vec2 sum[BALL_IDS];
    int seen[BALL_IDS];
};

static void add_places(const struct scene *s, const struct vision_result *r, struct places *p)
{
    bool used[VISION_BALLS] = {false};
    for (int i = 0; i < s->balls_n; i++) {
        int at = match(r, &s->ball[i], used);
        if (at < 0)
            continue;
        p->sum[i] = vec2_add(p->sum[i], r->balls[at].mm);
        p->seen[i]++;
    }
}

static int look_often(const struct scene *s, int frames, struct places *p)
{
    struct sim_render *render;
    struct calibration c;
    struct frame f;
    struct vision *v = NULL;
    struct vision_result r;
    struct vision_params params = vision_params_default();
    params.balls = s->set;
    int err = sim_render_open(&render, &s->table, &s->look, &s->camera, 1);
    for (int k = 0; k < frames && !err; k++) {
        sim_render_frame(render, &s->things, (uint64_t)k, &f);
        if (k == 0) {
            scene_calibration(s, &f, &c);
            err = vision_open(&v, &c, &params);
        }
        if (!err)
            err = vision_detect(v, &f, &r);
        if (!err)
            add_places(s, &r, p);
    }
    vision_close(&v);
    sim_render_close(&render);
    return err;
}

/* mm by which the gap between two balls is read too large. */
static double gap_off(const struct scene *s, const struct places *p, int a, int b)
{
    struct vec2 from = vec2_scale(p->sum[a], 1.0 / p->seen[a]), to = vec2_scale(p->sum[b], 1.0 / p->seen[b]);
    return vec2_dist(from, to) - vec2_dist(vec3_flat(s->ball[a].at), vec3_flat(s->ball[b].at));
}

int proof_gaps(uint64_t seed, int frames, const struct proof_options *o, struct proof_gaps *t)
{
    static struct scene s;
    struct places p = {0};
    struct sim_rng rng = sim_rng(seed);
    double gap = sim_rng_int(&rng, 3) ? sim_rng_range(&rng, 0, 3) : 0;
    scene_two(&s, seed, gap, o->width, o->height);
    int err = look_often(&s, frames, &p);
    for (int i = 0; i + 1 < s.balls_n && !err; i += 2) {
        bool both = 2 * p.seen[i] > frames && 2 * p.seen[i + 1] > frames;
        double off = both ? gap_off(&s, &p, i, i + 1) : 0;
        t->pairs++;
        t->unseen += !both;
        t->right += both && fabs(off) <= 0.5;
        t->sum2 += off * off;
        t->most = fmax(t->most, fabs(off));
        if (o->list && (!both || fabs(off) > 0.5))
            printf("  seed %llu: gap %.2f mm read %.2f mm too large%s (%s, %s)\n", (unsigned long long)seed, gap, off,
                   both ? "" : ", not seen", ball_set(s.set)->row[s.ball[i].id].name,
                   ball_set(s.set)->row[s.ball[i + 1].id].name);
    }
    return err;
}

/* ---- the table -------------------------------------------------------------------------------------------------- */

static void print_errors(const char *name, const struct proof_errors *e)
{
    if (e->n)
        printf("    %-9s %5d balls, missed %3d, RMS %.3f px, most %.2f; in sds %.2f, beyond four %d\n", name, e->balls,
               e->missed, proof_rms(e), e->most, sqrt(e->sum2_sds / e->n), e->beyond);
}

void proof_print(const char *name, const struct proof_tally *t)
{
    static const char *const kinds[] = {"",     "white", "yellow", "green", "brown", "blue",
                                        "pink", "black", "red",    "solid", "stripe"};
    printf("%s: %d scenes, found %d, invented %d, misnamed %d of %d (%d though sure)\n", name, t->scenes, t->found,
           t->invented, t->misnamed, t->named, t->misnamed_sure);
    for (int g = 0; g < GROUPS; g++)
        print_errors(proof_group_name((enum proof_group)g), &t->group[g]);
    print_errors("along", &t->along);
    print_errors("across", &t->across);
    for (int g = 0; g < GROUP_HIDDEN; g++) {
        printf("    found %s:", proof_group_name((enum proof_group)g));
        for (int k = 1; k <= BALL_KIND_STRIPE; k++)
            if (t->kind_balls[g][k])
                printf(" %s %d/%d", kinds[k], t->kind_balls[g][k] - t->kind_missed[g][k], t->kind_balls[g][k]);
        printf("\n");
    }
}

void proof_print_gaps(const struct proof_gaps *t)
{
    int seen = t->pairs - t->unseen;
    printf("gaps: %d pairs, not seen %d, within 0.5 mm %d, RMS %.3f mm, most %.2f mm\n", t->pairs, t->unseen, t->right,
           seen ? sqrt(t->sum2 / seen) : 0, t->most);
}
