/* SPDX-License-Identifier: Apache-2.0 */
/* bench_names.c: are balls named rightly, and is the doubt about it honest? bench_names SET [N [SEED [dump]]]
 * N drawn tables of a set (snooker, billiards, english, numbered) under any lamps, one look each; numbered balls of all
 * paints in turn. `dump` prints what was read of every ball instead. Frames are kept in the folder that NAMES_KEEP
 * names, for the next run. */
#include "proof.h"
#include "vision.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WIDTH = 1280, HEIGHT = 720, BYTES = WIDTH * HEIGHT * 3 / 2, STEPS = 6 };

static const struct scene_twist plain = {.name = "plain"};

/* Names told with at least this p, how many were told with about it, and how many of those were wrong. */
static const double steps[STEPS + 1] = {0, 0.5, 0.8, 0.9, 0.95, 0.99, 1.01};

struct tally {
    int scenes, balls, missed, wrong, told[STEPS], failed[STEPS];
};

static const struct ball_obs *nearest(const struct vision_result *r, const struct scene_ball *b)
{
    const struct ball_obs *best = NULL;
    double least = 0.5 * b->radius_px;
    for (int i = 0; i < r->balls_n; i++)
        if (vec2_dist(r->balls[i].px, b->px) < least) {
            least = vec2_dist(r->balls[i].px, b->px);
            best = &r->balls[i];
        }
    return best;
}

static void dump(const struct scene *s, const struct scene_ball *b, const struct ball_obs *o,
                 const struct calibration *c)
{
    printf("%llu %d %d  %.1f %.1f %.1f  %.1f %.1f %.1f  %.3f  %.1f %.1f %.1f  %d %d %.3f %.2f  %.3f %.3f %.3f\n",
           (unsigned long long)s->seed, s->set, b->id, (double)o->colour[0], (double)o->colour[1], (double)o->colour[2],
           (double)o->paint[0], (double)o->paint[1], (double)o->paint[2], (double)o->white, (double)c->cloth[0],
           (double)c->cloth[1], (double)c->cloth[2], o->kind, o->number, (double)o->kind_p, (double)o->quality,
           (double)o->solid, (double)o->stripe, (double)o->plain);
}

static void compare(const struct scene *s, const struct scene_ball *b, const struct ball_obs *o, struct tally *t)
{
    const struct ball_row *row = &ball_set(s->set)->row[b->id];
    bool right = o->kind == row->kind && (s->set != BALL_SET_NUMBERED || o->number == row->number);
    int step = 0;
    while (step < STEPS - 1 && (double)o->kind_p >= steps[step + 1])
        step++;
    t->told[step]++;
    t->failed[step] += !right;
    t->wrong += !right;
    if (!right)
        printf("  seed %llu at %.0f %.0f: %s seen as %d/%d, p %.3f; colour %.0f %.0f %.0f paint %.0f %.0f %.0f white "
               "%.2f solid %.2f stripe %.2f plain %.2f\n",
               (unsigned long long)s->seed, b->px.x, b->px.y, row->name, o->kind, o->number, (double)o->kind_p,
               (double)o->colour[0], (double)o->colour[1], (double)o->colour[2], (double)o->paint[0],
               (double)o->paint[1], (double)o->paint[2], (double)o->white, (double)o->solid, (double)o->stripe,
               (double)o->plain);
}

static int look(const struct scene *s, bool only_dump, struct tally *t)
{
    static uint8_t pixels[BYTES];
    struct calibration c;
    struct frame f;
    struct vision *v;
    struct vision_result r;
    struct vision_params params = vision_params_default();
    struct proof_options options = {.width = WIDTH, .height = HEIGHT, .twist = plain, .keep = getenv("NAMES_KEEP")};
    int err = proof_picture(s, &options, pixels, &f);
    if (err)
        return err;
    scene_calibration(s, &f, &c);
    params.balls = s->set;
    err = vision_open(&v, &c, &params);
    if (!err)
        err = vision_detect(v, &f, &r);
    t->scenes++;
    for (int i = 0; i < s->balls_n && !err; i++) {
        const struct ball_obs *o = nearest(&r, &s->ball[i]);
        t->balls++;
        t->missed += !o;
        if (!o)
            printf("# seed %llu at %.0f %.0f: %s missed\n", (unsigned long long)s->seed, s->ball[i].px.x,
                   s->ball[i].px.y, ball_set(s->set)->row[s->ball[i].id].name);
        else if (only_dump)
            dump(s, &s->ball[i], o, &c);
        else
            compare(s, &s->ball[i], o, t);
    }
    vision_close(&v);
    return err;
}

int main(int argc, char **argv)
{
    static const char *const sets[] = {"", "snooker", "billiards", "english", "numbered"};
    static struct scene s;
    struct tally t = {0};
    int n = argc > 2 ? atoi(argv[2]) : 40, set = 0;
    uint64_t seed = argc > 3 ? strtoull(argv[3], NULL, 10) : 1;
    for (int i = 1; i <= BALL_SET_NUMBERED && argc > 1; i++)
        set = strcmp(argv[1], sets[i]) ? set : i;
    if (!set)
        return fprintf(stderr, "bench_names: which set of balls?\n"), 2;
    for (; t.scenes < n; seed++) {
        struct scene_twist painted = plain;
        painted.paints = t.scenes % PAINT_SETS;
        scene_make(&s, seed, (enum scene_layout)(seed / 2 % LAYOUT_CUSHIONS), WIDTH, HEIGHT, &painted);
        if (s.set == (enum ball_set_id)set && look(&s, argc > 4, &t))
            return 1;
    }
    if (argc > 4)
        return 0;
    printf("%s: %d tables, %d balls, %d missed, %d misnamed\n", sets[set], t.scenes, t.balls, t.missed, t.wrong);
    for (int i = 0; i < STEPS; i++)
        if (t.told[i])
            printf("  p from %.2f: %4d told, %3d wrong\n", steps[i], t.told[i], t.failed[i]);
    return 0;
}
