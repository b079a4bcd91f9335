/* SPDX-License-Identifier: Apache-2.0 */
/* bench_rules.c: how long does a ruling take, and one with six doubtful events? Times are also given as multiples of
 * reading one megabyte of memory in the same run, since machines differ and are noisy. */
#include "rules.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { ROUNDS = 20000, DOUBT_ROUNDS = 400, MEGABYTE = 1 << 20 };

static double now_us(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e6 + (double)t.tv_nsec / 1e3;
}

/* Best of many: what the machine can do when it is left alone. */
static double read_megabyte_us(void)
{
    uint64_t *memory = calloc(1, MEGABYTE), sum = 0;
    double best = 1e9;
    for (int round = 0; memory && round < 200; round++) {
        double start = now_us();
        for (size_t i = 0; i < MEGABYTE / sizeof *memory; i++)
            sum += memory[i];
        double took = now_us() - start;
        best = took < best ? took : best;
    }
    if (sum)
        puts("");
    free(memory);
    return best;
}

static void position(struct state *state, struct layout *rest)
{
    rules_open(rules_game("snooker", NULL), state, 1);
    uint64_t seed = 7;
    for (BALL_EACH(ball, state->on_table | ball_bit(BALL_CUE))) {
        seed = seed * 6364136223846793005u + 1442695040888963407u;
        double x = (double)(seed >> 33 & 1023) / 1023, y = (double)(seed >> 48 & 1023) / 1023;
        rest->at[ball] = vec2((x - 0.5) * 3400, (y - 0.5) * 1650);
        rest->known |= ball_bit((ball_id)ball);
    }
    rest->sd = 0.5f;
    state->pos = *rest;
    state->in_hand = false;
    state->area = AREA_NONE;
}

static void print_row(const char *what, double us, double target_us, double unit)
{
    printf("%-34s %10.2f us %10.2f x 1 MB read   (target %.0f us)\n", what, us, us / unit, target_us);
}

int main(void)
{
    const struct game *game = rules_game("snooker", NULL);
    struct state state;
    struct stroke stroke;
    struct ruling ruling;
    memset(&stroke, 0, sizeof stroke);
    stroke.act = ACT_STROKE;
    stroke.by = 1;
    stroke.time_s = stroke.match_time_s = -1;
    position(&state, &stroke.facts.rest);
    stroke.facts.first_contact = ball_bit(SNOOKER_BLUE);
    double unit = read_megabyte_us(), start = now_us();
    for (int i = 0; i < ROUNDS; i++)
        rules_judge(game, &state, &stroke, &ruling);
    print_row("a foul with positions", (now_us() - start) / ROUNDS, 20, unit);

    /* Three reds left, so that snookers are likely and the search from in-hand has to work. */
    state.on_table = ball_range(SNOOKER_YELLOW, SNOOKER_BLACK) | ball_bit(SNOOKER_RED_1) | ball_bit(SNOOKER_RED_1 + 1) |
                     ball_bit(SNOOKER_RED_1 + 2);
    state.on = state.on_table & ball_range(SNOOKER_RED_1, SNOOKER_RED_16);
    struct event events[8] = {{.kind = EVENT_STRIKE, .a = BALL_CUE, .t = 1, .p = 1}};
    for (int i = 1; i <= 6; i++)
        events[i] = (struct event){.kind = EVENT_CONTACT,
                                   .a = BALL_CUE,
                                   .b = (ball_id)(SNOOKER_RED_1 + i % 3),
                                   .t = i * NS_PER_S / 10,
                                   .p = 0.3f + 0.1f * (float)i};
    start = now_us();
    for (int i = 0; i < DOUBT_ROUNDS; i++)
        rules_judge_seen(game, &state, &stroke, events, 7, &ruling);
    print_row("six doubtful events", (now_us() - start) / DOUBT_ROUNDS, 5000, unit);

    events[7] = (struct event){.kind = EVENT_POCKET, .a = BALL_CUE, .t = NS_PER_S, .p = 1};
    start = now_us();
    for (int i = 0; i < DOUBT_ROUNDS; i++)
        rules_judge_seen(game, &state, &stroke, events, 8, &ruling);
    print_row("the same, left in-hand", (now_us() - start) / DOUBT_ROUNDS, 5000, unit);
    return 0;
}
