/* SPDX-License-Identifier: Apache-2.0 */
/* bench_calibration.c: is the camera found, and is what is said about it true?
 * Usage: bench_calibration [-v] [COUNT [FIRST_SEED [one|median|balls [SAVE_DIR]]]]
 * Draws COUNT random views (tests/views.h), calibrates each, and compares with the true camera: mm on the plane of the
 * balls' centres over the whole bed. A view is wrong when it is off by more than 2 mm somewhere and by more than three
 * of the sd it states, or has its ends the wrong way round and says it saw them. */
#include "err.h"
#include "limbs.h"
#include "log.h"
#include "pixels.h"
#include "views.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { COUNT_MAX = 2000 };

struct tally {
    int views, found, refused, wrong, over;
    double rms[COUNT_MAX], worst[COUNT_MAX], ratio[COUNT_MAX], cpu_s;
};

static double cpu(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static int by_size(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return x < y ? -1 : x > y;
}

static double share(double *v, int n, double at)
{
    qsort(v, (size_t)n, sizeof *v, by_size);
    return n ? v[(int)(at * (n - 1) + 0.5)] : 0;
}

static int get_picture(const struct view_of *v, bool median, const char *dir, struct frame *f)
{
    char path[512];
    snprintf(path, sizeof path, "%s/%llu-%s-%d.i420", dir ? dir : "", (unsigned long long)v->seed, median ? "m" : "o",
             v->camera.width);
    size_t size = (size_t)(v->camera.width * v->camera.height * 3 / 2);
    FILE *file = dir ? fopen(path, "rb") : NULL;
    if (file) {
        int err = pixels_make(f, v->camera.width, v->camera.height);
        if (!err && fread(f->owner, 1, size, file) != size)
            err = ERR_IO;
        f->full_range = v->camera.full_range;
        fclose(file);
        return err;
    }
    int err = view_render(v, median, f);
    if (!err && dir && (file = fopen(path, "wb"))) {
        fwrite(f->owner, 1, size, file);
        fclose(file);
    }
    return err;
}

static const char *judge(struct tally *t, const struct view_of *v, const struct calibration *c, struct view_error *e)
{
    *e = view_compare(v, &c->camera);
    t->rms[t->found] = e->rms;
    t->worst[t->found] = e->worst;
    t->ratio[t->found++] = e->worst / fmax(1e-3, c->sd_mm);
    if (e->turned && c->orientation == ORIENTATION_SEEN) {
        t->wrong++;
        return "WRONG END";
    }
    t->over += e->worst > 2;
    if (e->worst > 2 && e->worst > 3 * c->sd_mm) {
        t->wrong++;
        return "WRONG";
    }
    return e->worst > 2 ? "doubtful" : "good";
}

/* Where balls are, as detection would tell: half a pixel off. */
static void use_balls(const struct view_of *v, const struct frame *f, const struct calibrate_params *params,
                      struct calibration *c)
{
    struct limb_ball balls[LIMBS_MOST];
    struct vec2 px;
    int n = 0;
    for (int i = 0; i < v->balls.things_n && n < LIMBS_MOST; i++) {
        struct v3 p = v->balls.thing[i].at[0];
        struct vec3 at = {(double)p.x, (double)p.y, (double)p.z};
        if (sim_camera_project(&v->camera, at, &px))
            balls[n++] = (struct limb_ball){.px = vec2_add(px, vec2(i % 3 * 0.5 - 0.5, i % 2 * 0.6 - 0.3))};
    }
    limbs_refit(f, c, params, balls, n);
}

static bool with_balls;

static void one_view(struct tally *t, uint64_t seed, bool median, const char *dir)
{
    struct view_of v;
    struct frame f;
    struct calibration c;
    char why[CALIBRATE_WHY] = "";
    struct calibrate_params params = calibrate_params_default();
    view_random(&v, seed, 0);
    if (get_picture(&v, median, dir, &f)) {
        fprintf(stderr, "bench_calibration: cannot draw view %llu\n", (unsigned long long)seed);
        exit(1);
    }
    double before = cpu();
    int err = calibrate_picture(&f, &v.table, &params, &c, why);
    if (!err && with_balls) {
        use_balls(&v, &f, &params, &c);
        err = calibrate_check(&f, &params, &c, why);
    }
    double took = cpu() - before;
    t->cpu_s += took;
    t->views++;
    printf("%5llu %-16s %4d f %.2f tilt %2.0f k1 %5.2f people %d  ", (unsigned long long)seed, v.table.kind,
           v.camera.width, v.camera.fx / v.camera.width, v.tilt * 57.29578, v.camera.k[0], v.people);
    if (err) {
        t->refused++;
        printf("refused: %s\n", why);
    } else {
        struct view_error e;
        const char *word = judge(t, &v, &c, &e);
        printf("%-9s rms %.2f worst %5.2f ends %5.2f mm, sd %.2f mm, %.2f px, f %.2f k1 %5.2f %s %.1f s\n", word, e.rms,
               e.worst, e.ends, c.sd_mm, c.rms_px, c.camera.fx / c.camera.width, c.camera.k[0],
               c.orientation == ORIENTATION_SEEN ? "end seen" : "end assumed", took);
    }
    fflush(stdout);
    pixels_free(&f);
}

int main(int argc, char **argv)
{
    static struct tally t;
    if (argc > 1 && !strcmp(argv[1], "-v")) {
        log_set_level(LOG_DEBUG);
        argv++;
        argc--;
    }
    int count = argc > 1 ? atoi(argv[1]) : 40;
    uint64_t first = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
    bool median = argc > 3 && !strcmp(argv[3], "median");
    if (count < 1 || count > COUNT_MAX) {
        fprintf(stderr, "usage: bench_calibration [-v] [COUNT [FIRST_SEED [one|median|balls [SAVE_DIR]]]]\n");
        return 2;
    }
    with_balls = argc > 3 && !strncmp(argv[3], "balls", 5);
    for (int i = 0; i < count; i++)
        one_view(&t, first + (uint64_t)i, median, argc > 4 ? argv[4] : NULL);
    printf("views %d, found %d, refused %d, silently wrong %d, over 2 mm %d; %.1f s CPU each\n", t.views, t.found,
           t.refused, t.wrong, t.over, t.cpu_s / t.views);
    printf("rms mm   median %.2f  p90 %.2f  worst %.2f\n", share(t.rms, t.found, 0.5), share(t.rms, t.found, 0.9),
           share(t.rms, t.found, 1));
    printf("worst mm median %.2f  p90 %.2f  worst %.2f\n", share(t.worst, t.found, 0.5), share(t.worst, t.found, 0.9),
           share(t.worst, t.found, 1));
    printf("worst / stated sd  median %.2f  p90 %.2f  worst %.2f\n", share(t.ratio, t.found, 0.5),
           share(t.ratio, t.found, 0.9), share(t.ratio, t.found, 1));
    return 0;
}
