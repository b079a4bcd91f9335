/* SPDX-License-Identifier: Apache-2.0 */
/* bench_tracking.c: how well are simulated strokes followed, and how fast? Usage: bench_tracking [STROKES [FPS
 * [NOISE_MM [SEED [LIST [GAME [TABLE [VIEW]]]]]]]]; LIST: number of
 * a stroke, the only one that is then followed, and why it was told as it was is printed; -1: all are followed. Frames
 * of snooker, or of GAME on a TABLE of another kind, are played by the simulator's players; half the strokes have an
 * arm in view. VIEW: one of the rows below, - for the first.
 */
#include "aim.h"
#include "trials.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

/* Views that are worse than view_default in one respect, or in what films are mostly bad at. */
static const struct hardship {
    const char *name;
    double frame_lost, jitter, readout; /* the last one in frames */
    bool judder;
    double bias_mm, exposure, dropout_near; /* exposure: in frames */
} hardship[] = {
    {"plain", .exposure = 0},    {"lost", .frame_lost = 0.1},
    {"uneven", .jitter = 0.8},   {"judder", .judder = true},
    {"rolling", .readout = 0.8}, {"crowded", .bias_mm = 0.8, .exposure = 0.5, .dropout_near = 0.4},
};
enum { HARDSHIPS = sizeof hardship / sizeof *hardship };

static const struct hardship *find_hardship(const char *name)
{
    for (int i = 0; i < HARDSHIPS; i++)
        if (!strcmp(hardship[i].name, name))
            return &hardship[i];
    return strcmp(name, "-") ? NULL : hardship;
}

static void make_hard(struct view *v, const struct hardship *h)
{
    v->frame_lost = h->frame_lost;
    v->jitter = h->jitter;
    v->readout_s = h->readout / v->fps;
    v->judder = h->judder;
    v->dropout_near = h->dropout_near;
    v->bias_mm = h->bias_mm > 0 ? h->bias_mm : v->bias_mm;
    v->exposure_s = h->exposure > 0 ? h->exposure / v->fps : v->exposure_s;
}

static double seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static const struct sim_record *play_one(struct sim_play *play, struct sim_shot *shot, struct sim_shot *mind,
                                         struct sim_rng *rng, const struct table *table, enum sim_game game)
{
    struct sim_skill skill = {.aim_sd = 0.003, .speed_sd = 0.08, .mischief = 0.15, .thoughts = 12};
    bool lost = !play->hand && !ball_in(play->balls.present, play->cue); /* it flew off: nobody brings it back */
    if (play->over || !play->strokes || lost)
        sim_play_begin(play, game, table);
    struct sim_choice c = sim_choose(play, mind, &skill, rng);
    struct sim_start start = play->balls;
    if (c.placed) {
        start.at[c.strike.ball] = c.at;
        start.present |= ball_bit(c.strike.ball);
    }
    sim_shot_run(shot, &start, &c.strike);
    return sim_shot_record(shot);
}

int main(int argc, char **argv)
{
    int strokes = argc > 1 ? atoi(argv[1]) : 100;
    double fps = argc > 2 ? atof(argv[2]) : 60, noise = argc > 3 ? atof(argv[3]) : 0.5;
    uint64_t seed = argc > 4 ? (uint64_t)atoll(argv[4]) : 1;
    int list = argc > 5 ? atoi(argv[5]) : -1;
    enum sim_game game = sim_game_from_name(argc > 6 ? argv[6] : "snooker");
    if (!game)
        return 1;
    const struct hardship *hard = find_hardship(argc > 8 ? argv[8] : "-");
    if (!hard)
        return 1;
    const struct sim_game_row *row = sim_game_row(game);
    struct table table;
    struct sim_physics physics = sim_physics_defaults();
    struct sim_shot *shot, *mind;
    if (table_make(&table, argc > 7 ? argv[7] : row->table) || sim_shot_open(&shot, &table, row->set, &physics) ||
        sim_shot_open(&mind, &table, row->set, &physics))
        return 1;
    static struct sim_play play;
    static struct truth truth;
    static struct tally tally;
    struct sim_rng rng = sim_rng(seed);
    double spent = 0, lasted = 0;
    for (int i = 0; i < strokes; i++) {
        const struct sim_record *r = play_one(&play, shot, mind, &rng, &table, game);
        struct sim_truth source;
        char name[32];
        truth_from_sim(&truth, &source, r, BALL_CUE, 1.5);
        snprintf(name, sizeof name, "stroke %d", i);
        truth.name = name;
        struct view view = view_default(fps, noise);
        make_hard(&view, hard);
        view.arm = i & 1;
        view.list = i == list;
        view.seed = seed * 1000003 + (uint64_t)i;
        double t0 = seconds();
        if (list < 0 || i == list)
            trial_run(&table, &truth, &view, &tally, stderr);
        spent += seconds() - t0;
        lasted += truth.end_t + 1.3;
        sim_play_settle(&play, r);
    }
    tally_print(&tally, stdout);
    printf("speed            %.0f frames/s of one core\n", lasted * fps / spent);
    sim_shot_close(&shot);
    sim_shot_close(&mind);
    return 0;
}
