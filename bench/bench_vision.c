/* SPDX-License-Identifier: Apache-2.0 */
/* bench_vision.c: how long does seeing take, beside merely reading the frame, and beside OpenCV's HoughCircles?
 *
 * Usage: bench_vision [ROUNDS]                one interleaved run, 40 rounds unless given
 *        bench_vision --draw FILE             only draws the frames
 *        bench_vision --once FILE OPERATION   runs one operation on such frames, for counting instructions
 *
 * One thread, 1920 x 1080. In every round each operation is run on two frames that have left the caches since they were
 * last looked at; the second is timed, with what the operation keeps for itself as warm as from frame to frame. Time is
 * that of the thread, so other load counts only by what it does to caches and memory. The peer is given every
 * advantage: it gets the light plane ready, the radius of the balls, and the fastest of many settings that still finds
 * every ball.
 *
 *     read      every byte of the frame, once
 *     full      full detection: every ball found, named and placed, nothing known but the empty table
 *     found     the same without limbs: what only they show (green on green) is missed, and places are rougher
 *     again     full detection in the midst of a film, when balls at rest are known
 *     tracked   balls looked for where they are expected; moving ones half a pixel off on each axis, by their rims as
 *               found, and by their limbs (-limbs) as full */
#include "scenes.h"
#include "vision.h"
#ifdef WHITEGLOVE_HOUGH
#include "hough.h"
#endif

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#ifdef __SSE2__
#include <emmintrin.h>
#endif

static struct scenes scenes;

static double now_ms(void)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return 1e3 * (double)t.tv_sec + 1e-6 * (double)t.tv_nsec;
}

/* ---- what is right -------------------------------------------------------------------------------------------------
 */

struct score {
    int missed, invented;
};

/* Balls are one another's nearest within half a radius. */
static struct score score(enum scene_kind kind, int n, const struct vec2 *px, int count)
{
    struct score s = {SCENE_BALLS, count};
    for (int i = 0; i < SCENE_BALLS; i++)
        for (int j = 0; j < count; j++)
            if (vec2_dist(px[j], scenes.kind[kind].px[n][i]) < scenes.radius_px / 2) {
                s.missed--;
                s.invented--;
                break;
            }
    return s;
}

static struct score score_result(enum scene_kind kind, int n, const struct vision_result *r)
{
    struct vec2 px[VISION_BALLS];
    for (int i = 0; i < r->balls_n; i++)
        px[i] = r->balls[i].px;
    return score(kind, n, px, r->balls_n);
}

/* ---- operations ----------------------------------------------------------------------------------------------------
 */

struct operation {
    const char *name;
    struct score (*run)(const struct operation *op, int n, double *ms);
    enum scene_kind kind;
    enum scene_kind peer; /* whose HoughCircles it is compared with */
    bool refine;
    struct vision *vision;
};

static uint64_t sink;

static uint64_t sum_bytes(const uint8_t *p, size_t n)
{
    uint64_t sum = 0;
    size_t i = 0;
#ifdef __SSE2__
    __m128i a = _mm_setzero_si128(), b = a, zero = a;
    for (; i + 32 <= n; i += 32) {
        a = _mm_add_epi64(a, _mm_sad_epu8(_mm_loadu_si128((const __m128i *)(p + i)), zero));
        b = _mm_add_epi64(b, _mm_sad_epu8(_mm_loadu_si128((const __m128i *)(p + i + 16)), zero));
    }
    uint64_t lanes[2];
    _mm_storeu_si128((__m128i *)lanes, _mm_add_epi64(a, b));
    sum = lanes[0] + lanes[1];
#endif
    for (; i < n; i++)
        sum += p[i];
    return sum;
}

static struct score read_pass(const struct operation *op, int n, double *ms)
{
    const struct frame *f = &scenes.kind[op->kind].frame[n];
    double t = now_ms();
    for (int p = 0; p < 3; p++)
        sink += sum_bytes(f->plane[p], (size_t)f->stride[p] * (size_t)(p ? f->height / 2 : f->height));
    *ms = now_ms() - t;
    return (struct score){0, 0};
}

/* With nothing known from frames before. */
static struct score full(const struct operation *op, int n, double *ms)
{
    static struct vision_result r;
    vision_forget(op->vision);
    double t = now_ms();
    vision_detect(op->vision, &scenes.kind[op->kind].frame[n], &r);
    *ms = now_ms() - t;
    return score_result(op->kind, n, &r);
}

/* In the midst of a film: balls at rest are known. */
static struct score again(const struct operation *op, int n, double *ms)
{
    static struct vision_result r;
    double t = now_ms();
    vision_detect(op->vision, &scenes.kind[op->kind].frame[n], &r);
    *ms = now_ms() - t;
    return score_result(op->kind, n, &r);
}

/* Where following would expect the balls: at rest where they were, moving half a pixel off on each axis. */
static void expect(const struct operation *op, int n, struct vision_expect e[SCENE_BALLS])
{
    double off = op->kind == SCENE_MOVING ? 0.5 * scenes.calibration.table.bed.ball_d / 2 / scenes.radius_px : 0.02;
    for (int i = 0; i < SCENE_BALLS; i++) {
        struct vec2 mm = scenes.kind[op->kind].mm[n][i];
        e[i] = (struct vision_expect){.mm = vec2(mm.x + (i & 1 ? off : -off), mm.y + (i & 2 ? off : -off))};
    }
}

static struct score tracked(const struct operation *op, int n, double *ms)
{
    static struct vision_result r;
    struct vision_expect e[SCENE_BALLS];
    expect(op, n, e);
    double t = now_ms();
    vision_track(op->vision, &scenes.kind[op->kind].frame[n], e, SCENE_BALLS, &r);
    *ms = now_ms() - t;
    return score_result(op->kind, n, &r);
}

/* ---- the peer ------------------------------------------------------------------------------------------------------
 */

#ifdef WHITEGLOVE_HOUGH

static struct hough_settings best[SCENE_KINDS];

static struct score hough_with(const struct hough_settings *s, enum scene_kind kind, int n, double *ms)
{
    struct hough_circle circles[VISION_BALLS];
    struct vec2 px[VISION_BALLS];
    const struct frame *f = &scenes.kind[kind].frame[n];
    double t = now_ms();
    int count = hough_find(f->plane[0], f->width, f->height, f->stride[0], s, circles, VISION_BALLS);
    *ms = now_ms() - t;
    for (int i = 0; i < count; i++)
        px[i] = vec2((double)circles[i].x, (double)circles[i].y);
    return score(kind, n, px, count);
}

static struct score hough(const struct operation *op, int n, double *ms)
{
    return hough_with(&best[op->kind], op->kind, n, ms);
}

/* Mistakes and time of one setting, over all frames; gives up early on a bad one. */
static int try_settings(const struct hough_settings *s, enum scene_kind kind, double *ms)
{
    int wrong = 0;
    *ms = 0;
    for (int n = 0; n < SCENE_FRAMES; n += 3) {
        double one;
        struct score got = hough_with(s, kind, n, &one);
        wrong += 4 * got.missed + (got.invented > 0 ? got.invented : 0); /* a missed ball is worse */
        *ms += one;
        if (got.missed > 4)
            return 1000 + got.missed;
    }
    return wrong;
}

/* The least wrong, and of those the fastest. */
static void tune(enum scene_kind kind)
{
    static const int blurs[] = {0, 3, 5};
    static const double dps[] = {1, 1.5}, cannies[] = {40, 60}, votes[] = {12, 15, 20}; /* others do worse */
    double r = scenes.radius_px, least_ms = INFINITY;
    int least = 1 << 30;
    for (int i = 0; i < 3 * 2 * 2 * 3; i++) {
        struct hough_settings s = {.blur = blurs[i % 3],
                                   .dp = dps[i / 3 % 2],
                                   .canny = cannies[i / 6 % 2],
                                   .votes = votes[i / 12],
                                   .apart = 1.6 * r,
                                   .lowest = floor(0.85 * r),
                                   .highest = ceil(1.2 * r)};
        double ms;
        int wrong = try_settings(&s, kind, &ms);
        if (wrong < least || (wrong == least && ms < least_ms)) {
            least = wrong;
            least_ms = ms;
            best[kind] = s;
        }
    }
    printf("peer, %-7s blur %d, dp %.1f, canny %.0f, votes %.0f, radius %.0f..%.0f\n", scene_name(kind),
           best[kind].blur, best[kind].dp, best[kind].canny, best[kind].votes, best[kind].lowest, best[kind].highest);
}

#endif

/* ---- the run -------------------------------------------------------------------------------------------------------
 */

static struct operation operations[] = {
    {"read", read_pass, SCENE_OPEN, SCENE_KINDS, false, NULL},
#ifdef WHITEGLOVE_HOUGH
    {"hough-open", hough, SCENE_OPEN, SCENE_OPEN, false, NULL},
    {"hough-rack", hough, SCENE_RACK, SCENE_RACK, false, NULL},
#endif
    {"found-open", full, SCENE_OPEN, SCENE_OPEN, false, NULL},
    {"found-rack", full, SCENE_RACK, SCENE_RACK, false, NULL},
    {"full-open", full, SCENE_OPEN, SCENE_OPEN, true, NULL},
    {"full-rack", full, SCENE_RACK, SCENE_RACK, true, NULL},
    {"again-open", again, SCENE_OPEN, SCENE_OPEN, true, NULL},
    {"again-rack", again, SCENE_RACK, SCENE_RACK, true, NULL},
    {"tracked-open", tracked, SCENE_OPEN, SCENE_OPEN, true, NULL},
    {"tracked-rack", tracked, SCENE_RACK, SCENE_RACK, true, NULL},
    {"tracked-moving", tracked, SCENE_MOVING, SCENE_OPEN, false, NULL},
    {"tracked-limbs", tracked, SCENE_MOVING, SCENE_OPEN, true, NULL},
};
enum { OPERATIONS = sizeof operations / sizeof *operations, ROUNDS_MAX = 1000, ONCE_FRAMES = 3 };

struct measured {
    double ms[ROUNDS_MAX], p25;
    int missed, invented;
};

static int by_size(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static bool open_eyes(struct operation *op)
{
    struct vision_params params = vision_params_default();
    struct vision_result r;
    params.refine = op->refine;
    return !vision_open(&op->vision, &scenes.calibration, &params) &&
           !vision_learn(op->vision, &scenes.kind[op->kind].frame[0]) &&
           !vision_detect(op->vision, &scenes.kind[op->kind].frame[0], &r);
}

static const struct measured *measured_of(const struct measured *all, const char *name)
{
    for (int i = 0; i < OPERATIONS; i++)
        if (!strcmp(operations[i].name, name))
            return &all[i];
    return NULL;
}

static void print(const struct measured *all, int rounds)
{
    const struct measured *read = measured_of(all, "read"), *peer[SCENE_KINDS + 1] = {NULL};
    peer[SCENE_OPEN] = measured_of(all, "hough-open");
    peer[SCENE_RACK] = measured_of(all, "hough-rack");
    printf("%-15s %8s %8s %8s  %10s %10s  %s\n", "ms", "min", "p25", "median", "x read", "hough / x",
           "missed, invented of all balls (ratios of p25)");
    for (int i = 0; i < OPERATIONS; i++) {
        const struct measured *m = &all[i], *p = peer[operations[i].peer];
        printf("%-15s %8.3f %8.3f %8.3f  %10.2f", operations[i].name, m->ms[0], m->p25, m->ms[rounds / 2],
               m->p25 / read->p25);
        if (p)
            printf(" %10.1f", p->p25 / m->p25);
        else
            printf(" %10s", "-");
        printf("  %d, %d of %d\n", m->missed, m->invented, rounds * SCENE_BALLS);
    }
}

static void run(int rounds)
{
    static struct measured all[OPERATIONS];
    for (int round = -2; round < rounds; round++) /* two to warm up */
        for (int i = 0; i < OPERATIONS; i++) {
            double ms;
            int n = 2 * round + 4 + 3 * i;
            operations[i].run(&operations[i], n % SCENE_FRAMES, &ms);
            struct score s = operations[i].run(&operations[i], (n + 1) % SCENE_FRAMES, &ms);
            if (round < 0)
                continue;
            all[i].ms[round] = ms;
            all[i].missed += s.missed;
            all[i].invented += s.invented;
        }
    for (int i = 0; i < OPERATIONS; i++) {
        qsort(all[i].ms, (size_t)rounds, sizeof(double), by_size);
        all[i].p25 = all[i].ms[rounds / 4];
    }
    print(all, rounds);
}

static bool sees(const struct operation *op)
{
    return op->run == full || op->run == again || op->run == tracked;
}

static int once(const char *path, const char *name)
{
    double ms;
    if (scenes_read(&scenes, path))
        return 1;
    for (int i = 0; i < OPERATIONS; i++)
        if (!strcmp(operations[i].name, name) && sees(&operations[i]) && open_eyes(&operations[i])) {
            for (int n = 1; n <= ONCE_FRAMES; n++)
                operations[i].run(&operations[i], n, &ms);
            return 0;
        }
    return 2;
}

int main(int argc, char **argv)
{
    if (argc == 4 && !strcmp(argv[1], "--once"))
        return once(argv[2], argv[3]);
    if (scenes_draw(&scenes))
        return 1;
    if (argc == 3 && !strcmp(argv[1], "--draw"))
        return scenes_write(&scenes, argv[2]) ? 1 : 0;
    int rounds = argc > 1 ? atoi(argv[1]) : 40;
    for (int i = 0; i < OPERATIONS; i++)
        if (sees(&operations[i]) && !open_eyes(&operations[i]))
            return 1;
#ifdef WHITEGLOVE_HOUGH
    tune(SCENE_OPEN);
    tune(SCENE_RACK);
#else
    puts("OpenCV is not installed: no peer");
#endif
    run(rounds < 4 ? 4 : rounds > ROUNDS_MAX ? ROUNDS_MAX : rounds);
    for (int i = 0; i < OPERATIONS; i++)
        vision_close(&operations[i].vision);
    scenes_free(&scenes);
    return sink == 1; /* keeps the reading from being left out */
}
