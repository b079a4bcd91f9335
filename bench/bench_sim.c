/* SPDX-License-Identifier: Apache-2.0 */
/* bench_sim.c: does the simulator keep up?
 * Usage: bench_sim [SECONDS], of film for each line; 20 unless given. One thread. Time is that of the process. Each
 * film is drawn three times and the least time of each frame counts: the frames are the same, only what else the
 * machine did differs. A line is kept when its slowest frame is within the limit. The peer is a plain copy of the
 * finished frame: what any source of frames must do at least. */
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

struct line {
    const char *title;
    enum sim_game game;
    int width, height;
    int least;       /* balls that must move for a frame to count; 0: all frames do */
    double pace;     /* of the players */
    double bump_s;   /* the camera is knocked at this time */
    double share;    /* of the seconds asked for */
    double limit_ms; /* for the slowest frame */
};

static const struct line lines[] = {
    {"demo, snooker, 1280x720, whole match", SIM_SNOOKER, 1280, 720, 0, 1, 0, 1, 1000.0 / 30},
    {"demo, snooker, 1280x720, balls moving", SIM_SNOOKER, 1280, 720, 1, 0.2, 0, 0.5, 1000.0 / 30},
    {"demo, nine ball, 1280x720, whole match", SIM_WPA9, 1280, 720, 0, 1, 0, 1, 1000.0 / 30},
    {"snooker, 1920x1080, whole match", SIM_SNOOKER, 1920, 1080, 0, 1, 0, 0.5, 100},
    {"snooker, 1920x1080, five or more moving", SIM_SNOOKER, 1920, 1080, 5, 0.2, 0, 0.25, 100},
    {"nine ball, 1920x1080, five or more moving", SIM_WPA9, 1920, 1080, 5, 0.2, 0, 0.25, 100},
    {"snooker, 1920x1080, camera knocked", SIM_SNOOKER, 1920, 1080, 0, 0.2, 1, 0.15, 100},
};

enum { REPEATS = 3 };

/* Times of the frames that count, and of copying them; returns how many there were. */
static int film_once(const struct line *l, int frames, double *ms, uint8_t *spare, double *copied, double *open_s)
{
    struct sim_settings s = sim_settings_defaults(l->game, l->width, l->height, 1);
    struct sim_film *film;
    struct frame f;
    int n = 0;
    s.strokes = -1;
    s.pace = l->pace;
    s.bump_s = l->bump_s;
    s.bump = 0.004;
    double t = cpu();
    if (sim_film_open(&film, &s)) {
        fprintf(stderr, "bench_sim: cannot open %s\n", l->title);
        exit(1);
    }
    *open_s = cpu() - t;
    for (long guard = 0; n < frames && guard < 400000; guard++) {
        if (moving(film) < l->least) {
            if (sim_film_skip(film))
                break;
            if (moving(film) < l->least || sim_film_next(film, &f)) /* one drawn unmeasured: it catches up */
                continue;
        }
        t = cpu();
        if (sim_film_next(film, &f))
            break;
        t = 1e3 * (cpu() - t);
        ms[n] = ms[n] > 0 && ms[n] < t ? ms[n] : t;
        n++;
        *copied += copy_ms(&f, spare);
    }
    sim_film_close(&film);
    return n;
}

static bool measure(const struct line *l, int frames)
{
    double *ms = calloc((size_t)frames, sizeof *ms), sum = 0, copied = 0, open_s = 0;
    uint8_t *spare = malloc((size_t)(l->width * l->height));
    int n = 0;
    for (int k = 0; ms && spare && k < REPEATS; k++)
        n = film_once(l, frames, ms, spare, &copied, &open_s);
    if (!n)
        exit(1);
    for (int i = 0; i < n; i++)
        sum += ms[i];
    qsort(ms, (size_t)n, sizeof *ms, by_size);
    bool kept = ms[n - 1] <= l->limit_ms;
    printf("%-42s %4d frames: mean %6.2f  95 %% %6.2f  slowest %6.2f ms; limit %5.1f: %s; %.0f x a copy; open %.2f s\n",
           l->title, n, sum / n, ms[n * 95 / 100], ms[n - 1], l->limit_ms, kept ? "kept" : "MISSED",
           sum / (copied / REPEATS), open_s);
    free(ms);
    free(spare);
    return kept;
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
    printf("%-42s %4d strokes: %.1f ms a stroke, thinking included\n", "physics and players, a frame of snooker",
           strokes, 1e3 * (cpu() - t) / strokes);
    sim_film_close(&film);
}

int main(int argc, char **argv)
{
    int seconds = argc > 1 ? atoi(argv[1]) : 20, missed = 0;
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        int frames = (int)(30 * (seconds > 0 ? seconds : 1) * lines[i].share);
        missed += !measure(&lines[i], frames > 2 ? frames : 2);
    }
    measure_physics();
    return missed ? 1 : 0;
}
