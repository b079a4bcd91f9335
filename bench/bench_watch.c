/* SPDX-License-Identifier: Apache-2.0 */
/* bench_watch.c: does seeing and following, after decoding, keep up with 1080p120 on one core?
 *
 * Usage: bench_watch [SECONDS], of film; 6 unless given. A simulated snooker player breaks off and plays on, with arms
 * and cue in view; every frame goes through app/watch.c and tracking/. Time is that of the thread. Beside it, on every
 * frame, a pass that only reads it. The worst sustained time is the worst mean over a quarter of a second. */
#include "calibrate.h"
#include "sim.h"
#include "tracking.h"
#include "watch.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { WIDTH = 1920, HEIGHT = 1080, FPS = 120, SUSTAINED = FPS / 4, FRAMES_MAX = FPS * 600 };

static double ms[FRAMES_MAX], read_ms[FRAMES_MAX];
static uint64_t sink;

static double now_ms(void)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return 1e3 * (double)t.tv_sec + 1e-6 * (double)t.tv_nsec;
}

static double read_frame(const struct frame *f)
{
    double t = now_ms();
    for (int p = 0; p < 3; p++) {
        size_t n = (size_t)f->stride[p] * (size_t)(p ? f->height / 2 : f->height);
        uint64_t word, sum = 0;
        for (size_t i = 0; i + 8 <= n; i += 8) {
            memcpy(&word, f->plane[p] + i, 8);
            sum += word;
        }
        sink += sum;
    }
    return now_ms() - t;
}

static int by_size(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double worst_mean(int n)
{
    double sum = 0, worst = 0;
    for (int i = 0; i < n; i++) {
        sum += ms[i] - (i >= SUSTAINED ? ms[i - SUSTAINED] : 0);
        worst = i >= SUSTAINED - 1 && sum > worst ? sum : worst;
    }
    return worst / SUSTAINED;
}

static void print(int n, int64_t fulls, int64_t strokes)
{
    double sum = 0, all_read = 0, sustained = worst_mean(n), frame = 1000.0 / FPS;
    for (int i = 0; i < n; i++) {
        sum += ms[i];
        all_read += read_ms[i];
    }
    qsort(ms, (size_t)n, sizeof *ms, by_size);
    printf("%d frames, %d of them looked at in full, %d strokes\n", n, (int)fulls, (int)strokes);
    printf("ms a frame: mean %.2f, median %.2f, 95 %% %.2f, most %.2f, worst quarter of a second %.2f\n", sum / n,
           ms[n / 2], ms[n * 95 / 100], ms[n - 1], sustained);
    printf("reading alone %.3f: mean %.1f x, worst quarter of a second %.1f x\n", all_read / n, sum / all_read,
           sustained / (all_read / n));
    printf("1080p120 leaves %.2f ms: %s on average, %s for a quarter of a second at worst\n", frame,
           sum / n < frame ? "kept" : "MISSED", sustained < frame ? "kept" : "MISSED");
}

static int follow_film(struct sim_film *film, int frames)
{
    struct frame f;
    struct calibration c;
    struct watch watch;
    struct tracking *tracking;
    struct observation o;
    struct calibrate_params params = calibrate_params_default();
    struct track_params track = track_params_default();
    char why[CALIBRATE_WHY] = "";
    int n = 0;
    if (sim_film_next(film, &f) || calibrate_picture(&f, sim_film_table(film), &params, &c, why)) {
        fprintf(stderr, "bench_watch: %s\n", why);
        return 1;
    }
    if (watch_open(&watch, &c, c.table.balls, 0, &f) ||
        track_open(&tracking, &c.table, &track, &(struct track_sink){0}))
        return 1;
    for (; n < frames && !sim_film_next(film, &f); n++) {
        read_ms[n] = read_frame(&f);
        double t = now_ms();
        if (watch_frame(&watch, &f, tracking, &o))
            return 1;
        track_update(tracking, &o);
        ms[n] = now_ms() - t;
    }
    print(n, watch.fulls, track_stats(tracking).strokes);
    track_close(&tracking);
    watch_close(&watch);
    return n == 0;
}

int main(int argc, char **argv)
{
    int frames = FPS * (argc > 1 ? atoi(argv[1]) : 6);
    struct sim_settings s = sim_settings_defaults(SIM_SNOOKER, WIDTH, HEIGHT, 1);
    struct sim_film *film;
    s.strokes = -1;
    s.pace = 0.2;
    s.camera.fps = FPS;
    s.camera.shutter_s = 0.002;
    if (frames < SUSTAINED || frames > FRAMES_MAX || sim_film_open(&film, &s))
        return 1;
    int result = follow_film(film, frames);
    sim_film_close(&film);
    return result || sink == 1;
}
