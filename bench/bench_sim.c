/* SPDX-License-Identifier: Apache-2.0 */
/* bench_sim.c: does the simulator keep up?
 * Usage: bench_sim [SECONDS], of film for each line; 20 unless given. One thread. Time is that of the process, so other
 * load does not count. The peer is a plain copy of the finished frame: what any source of frames must do at least. */
#include "sim.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

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

static double copy_ms(const struct frame *f, uint8_t *to)
{
    double t = cpu();
    for (int p = 0; p < 3; p++)
        memcpy(to, f->plane[p], (size_t)f->stride[p] * (size_t)(p ? f->height / 2 : f->height));
    return 1e3 * (cpu() - t);
}

static int moving(const struct sim_film *film)
{
    int n = 0;
    const struct sim_take *k = sim_film_take(film);
    double s = sim_film_time(film) - k->strike_t;
    for (ball_id b = 1; b < BALL_IDS && k->record && s >= 0; b++) {
        const struct sim_piece *q = sim_record_piece(k->record, b, s);
        n += q && q->phase >= SIM_ROLL && q->phase <= SIM_FALL;
    }
    return n;
}

/* Frames of a film with at least `least` balls moving; -1: all frames. */
static void measure(const char *title, enum sim_game game, int w, int h, int frames, int least, double limit_ms)
{
    struct sim_settings s = sim_settings_defaults(game, w, h, 1);
    struct sim_film *film;
    struct frame f;
    s.strokes = -1;
    s.pace = least > 0 ? 0.2 : 1;
    double *ms = malloc((size_t)frames * sizeof *ms), sum = 0, copied = 0, t = cpu();
    uint8_t *spare = malloc((size_t)(w * h));
    if (!ms || !spare || sim_film_open(&film, &s)) {
        fprintf(stderr, "bench_sim: cannot open %s\n", title);
        exit(1);
    }
    double open_s = cpu() - t;
    int n = 0;
    for (long guard = 0; n < frames && guard < 400000; guard++) {
        if (least > 0 && moving(film) < least) {
            if (sim_film_skip(film))
                break;
            if (moving(film) < least || sim_film_next(film, &f)) /* one drawn unmeasured: it catches up */
                continue;
        }
        t = cpu();
        if (sim_film_next(film, &f))
            break;
        ms[n] = 1e3 * (cpu() - t);
        sum += ms[n++];
        copied += copy_ms(&f, spare);
    }
    qsort(ms, (size_t)n, sizeof *ms, by_size);
    double mean = sum / n;
    printf("%-44s %4d frames: mean %6.2f  median %6.2f  95 %% %6.2f  most %6.2f ms; limit %.1f: %s; %.0f x a copy; "
           "open %.2f s\n",
           title, n, mean, ms[n / 2], ms[n * 95 / 100], ms[n - 1], limit_ms, mean <= limit_ms ? "kept" : "MISSED",
           mean / (copied / n), open_s);
    free(ms);
    free(spare);
    sim_film_close(&film);
}

static void measure_physics(void)
{
    struct sim_settings s = sim_settings_defaults(SIM_SNOOKER, 64, 64, 1);
    struct sim_film *film;
    s.threads = 0;
    s.camera.fps = 1;
    double t = cpu();
    int strokes = 0, last = 0;
    if (sim_film_open(&film, &s))
        return;
    for (; !sim_film_skip(film); last = sim_film_take(film)->n)
        strokes += sim_film_take(film)->n != last;
    printf("%-44s %4d strokes: %.1f ms a stroke, thinking included\n", "physics and players, a frame of snooker",
           strokes, 1e3 * (cpu() - t) / strokes);
    sim_film_close(&film);
}

int main(int argc, char **argv)
{
    int seconds = argc > 1 ? atoi(argv[1]) : 20, frames = 30 * (seconds > 0 ? seconds : 1);
    measure("demo, snooker, 1280x720, whole match", SIM_SNOOKER, 1280, 720, frames, -1, 1000.0 / 30);
    measure("demo, snooker, 1280x720, balls moving", SIM_SNOOKER, 1280, 720, frames / 2, 1, 1000.0 / 30);
    measure("demo, nine ball, 1280x720, whole match", SIM_WPA9, 1280, 720, frames, -1, 1000.0 / 30);
    measure("snooker, 1920x1080, five or more balls moving", SIM_SNOOKER, 1920, 1080, frames / 8, 5, 100);
    measure_physics();
    return 0;
}
