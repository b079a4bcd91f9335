/* SPDX-License-Identifier: Apache-2.0 */
/* cmd_simulate.c: whiteglove simulate: a film of simulated strokes, with its truth. */
#include "command.h"

#include "encode.h"
#include "err.h"
#include "picture.h"
#include "sim.h"
#include "sim_camera_file.h"
#include "sim_room.h"
#include "sim_truth.h"

#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static char *game_option, *table_option, *camera_option, *look_option, *size_option, *out_option, *truth_option,
    *png_option;
static gint64 seed_option = 1;
static int strokes_option = 1, threads_option = 1, quality_option = 12;
static double at_option = -1, fps_option, pace_option = 1, bump_option, lamp_option, fouls_option = -1, drift_option;
static gboolean frame_option, no_people_option, captions_option;

static const GOptionEntry options[] = {
    {"game", 0, 0, G_OPTION_ARG_STRING, &game_option, "Game to play; snooker unless given", "GAME"},
    {"seed", 0, 0, G_OPTION_ARG_INT64, &seed_option, "The same number gives the same film; 1 unless given", "N"},
    {"strokes", 0, 0, G_OPTION_ARG_INT, &strokes_option, "How many strokes; 1 unless given", "N"},
    {"frame", 0, 0, G_OPTION_ARG_NONE, &frame_option, "A whole frame (or rack) instead", NULL},
    {"table", 0, 0, G_OPTION_ARG_STRING, &table_option, "Another table than the game's usual one", "KIND"},
    {"camera", 0, 0, G_OPTION_ARG_STRING, &camera_option,
     "A JSON file (a calibration, or the truth of a clip), or 'random'", "FILE"},
    {"look", 0, 0, G_OPTION_ARG_STRING, &look_option,
     "'plain' (default), 'random' (light, cloth, wear, mishaps), or a JSON file with the look of a truth", "LOOK"},
    {"size", 0, 0, G_OPTION_ARG_STRING, &size_option, "Size of the picture; 1280x720 unless given", "WxH"},
    {"fps", 0, 0, G_OPTION_ARG_DOUBLE, &fps_option, "Frames a second; the camera's unless given", "F"},
    {"pace", 0, 0, G_OPTION_ARG_DOUBLE, &pace_option, "Length of pauses; 1 as people play, 0.3 hurried", "P"},
    {"fouls", 0, 0, G_OPTION_ARG_DOUBLE, &fouls_option, "Share of strokes that go wrong on purpose, 0 to 1; 0.05 usual",
     "SHARE"},
    {"drift", 0, 0, G_OPTION_ARG_DOUBLE, &drift_option, "Slow change of the light, share up and down, 0 to 0.3",
     "SHARE"},
    {"no-people", 0, 0, G_OPTION_ARG_NONE, &no_people_option, "Nobody in the picture: balls move by themselves", NULL},
    {"captions", 0, 0, G_OPTION_ARG_NONE, &captions_option, "Score along the bottom of the picture", NULL},
    {"bump", 0, 0, G_OPTION_ARG_DOUBLE, &bump_option, "The camera is knocked at this time, in seconds", "T"},
    {"lamp-fails", 0, 0, G_OPTION_ARG_DOUBLE, &lamp_option, "A lamp goes out at this time, in seconds", "T"},
    {"out", 0, 0, G_OPTION_ARG_FILENAME, &out_option, "Write the film here (.mp4, .mkv)", "CLIP.mp4"},
    {"truth", 0, 0, G_OPTION_ARG_FILENAME, &truth_option, "Write the truth here ('-': standard output)", "CLIP.json"},
    {"png", 0, 0, G_OPTION_ARG_FILENAME, &png_option, "Write one picture here, the one at --at", "FILE"},
    {"at", 0, 0, G_OPTION_ARG_DOUBLE, &at_option, "Time of that picture, in seconds", "T"},
    {"quality", 0, 0, G_OPTION_ARG_INT, &quality_option, "0 (lossless) to 40; 12 unless given: keeps a camera's noise",
     "Q"},
    {"threads", 0, 0, G_OPTION_ARG_INT, &threads_option, "Threads to draw with; changes nothing but the time", "N"},
    {0},
};

static volatile sig_atomic_t interrupted;

static void on_signal(int signal)
{
    (void)signal;
    interrupted = 1;
}

/* ---- settings --------------------------------------------------------------------------------------------------- */

static char *game_names(void)
{
    GString *s = g_string_new("The games are");
    for (int g = SIM_SNOOKER; g < SIM_GAMES; g++)
        g_string_append_printf(s, " %s", sim_game_row((enum sim_game)g)->name);
    g_string_append_c(s, '.');
    return g_string_free(s, FALSE);
}

static int choose_game(enum sim_game *game)
{
    const char *name = game_option ? game_option : "snooker";
    *game = sim_game_from_name(name);
    if (*game)
        return EXIT_DONE;
    char *advice = game_names();
    int result = command_usage(name, "there is no such game", advice);
    g_free(advice);
    return result;
}

static int choose_table(struct sim_settings *s)
{
    struct table t;
    if (!table_option)
        return EXIT_DONE;
    if (strlen(table_option) >= SIM_KIND_MAX || table_make(&t, table_option))
        return command_usage(table_option, "there is no such table", "Run 'whiteglove tables' for the list.");
    g_strlcpy(s->table, table_option, SIM_KIND_MAX);
    s->camera = sim_camera_over(&t, s->camera.width, s->camera.height, 0.82 * t.bed.length + 250);
    s->look = sim_look_defaults(&t);
    return EXIT_DONE;
}

static int choose_camera(struct sim_settings *s)
{
    char why[200] = "";
    struct table t;
    if (!camera_option)
        return EXIT_DONE;
    if (!strcmp(camera_option, "random")) {
        if (table_make(&t, s->table))
            return command_failed(s->table, err_text(ERR_NOT_FOUND), NULL);
        s->camera = sim_camera_random(&t, s->camera.width, s->camera.height, (uint64_t)seed_option);
        return EXIT_DONE;
    }
    int err = sim_camera_read(&s->camera, camera_option, why, sizeof why);
    return err ? command_failed(camera_option, why[0] ? why : err_text(err), NULL) : EXIT_DONE;
}

static int choose_look(struct sim_settings *s)
{
    if (!look_option || !strcmp(look_option, "plain"))
        return EXIT_DONE;
    if (strcmp(look_option, "random") != 0) {
        char why[200] = "";
        int err = sim_room_read(&s->look, look_option, why, sizeof why);
        return err ? command_failed(look_option, why[0] ? why : err_text(err), "Or write plain, or random.")
                   : EXIT_DONE;
    }
    struct sim_camera camera = s->camera;
    sim_settings_vary(s, (uint64_t)seed_option);
    if (!camera_option || strcmp(camera_option, "random") != 0)
        s->camera = camera;
    return EXIT_DONE;
}

static int settings_from_options(struct sim_settings *s)
{
    enum sim_game game;
    int w = 1280, h = 720, result = choose_game(&game);
    if (result)
        return result;
    if (size_option && (sscanf(size_option, "%dx%d", &w, &h) != 2 || w < 64 || h < 64 || w > 8192 || h > 8192))
        return command_usage("--size", "is like 1280x720", NULL);
    if (strokes_option < 1 || threads_option < 1 || threads_option > 64 || !(pace_option > 0) || quality_option < 0 ||
        quality_option > 40 || !(fouls_option <= 1) || !(drift_option >= 0 && drift_option <= 0.3) ||
        !(fps_option >= 0))
        return command_usage("simulate", "a number is out of range", "Run 'whiteglove simulate --help'.");
    *s = sim_settings_defaults(game, w & ~1, h & ~1, (uint64_t)seed_option);
    if ((result = choose_table(s)) || (result = choose_look(s)) || (result = choose_camera(s)))
        return result;
    if (fps_option > 0) {
        s->camera.fps = fps_option;
        s->camera.shutter_s = fmin(s->camera.shutter_s, 0.9 / fps_option);
        s->camera.rolling_s = fmin(s->camera.rolling_s, 0.95 / fps_option);
    }
    s->strokes = frame_option ? 0 : strokes_option;
    s->people = !no_people_option;
    s->captions |= captions_option;
    s->pace *= pace_option;
    if (fouls_option >= 0)
        s->skill[0].mischief = s->skill[1].mischief = s->touch = fouls_option;
    s->drift = drift_option > 0 ? drift_option : s->drift;
    s->bump_s = bump_option > 0 ? bump_option : s->bump_s;
    s->bump = s->bump > 0 ? s->bump : 0.003;
    s->lamp_fail_s = lamp_option > 0 ? lamp_option : s->lamp_fail_s;
    s->threads = out_option || png_option ? threads_option : 0;
    return EXIT_DONE;
}

/* ---- filming ---------------------------------------------------------------------------------------------------- */

/* A bar on a terminal; nothing in a log. */
static void show_progress(const struct sim_film *film, bool last)
{
    static gint64 shown;
    gint64 now = g_get_monotonic_time();
    if (!isatty(STDERR_FILENO) || (!last && now - shown < 200000))
        return;
    shown = now;
    double done = last ? 1 : sim_film_done(film);
    char bar[31];
    for (int i = 0; i < 30; i++)
        bar[i] = i < (int)(done * 30) ? '#' : '.';
    bar[30] = 0;
    fprintf(stderr, "\r[%s] %3.0f %%  stroke %d, %.1f s of film%s", bar, 100 * done, sim_film_take(film)->n,
            sim_film_time(film), last ? "\n" : "");
}

/* One frame further; 0, ERR_END when done, or why not. */
static int film_frame(struct sim_film *film, struct encoder *encoder, struct sim_truth *truth, bool *pictured)
{
    struct frame frame = {0};
    bool wanted = png_option && !*pictured && sim_film_frames(film) / sim_film_settings(film)->camera.fps >= at_option;
    int err = encoder || wanted ? sim_film_next(film, &frame) : sim_film_skip(film);
    if (err)
        return err;
    sim_truth_frame(truth, film);
    if (wanted) {
        *pictured = true;
        err = picture_write_png(png_option, &frame);
        if (!err && !encoder && !truth_option)
            return ERR_END;
    }
    if (!err && encoder)
        err = encode_frame(encoder, &frame);
    return err;
}

static int film_all(struct sim_film *film, struct encoder *encoder, struct sim_truth *truth)
{
    bool pictured = false;
    int err;
    while (!(err = film_frame(film, encoder, truth, &pictured))) {
        show_progress(film, false);
        if (interrupted)
            return ERR_INTERRUPTED;
    }
    show_progress(film, true);
    if (err != ERR_END)
        return err;
    return png_option && !pictured ? ERR_RANGE : 0;
}

static void say_result(const struct sim_film *film, const struct sim_truth *truth)
{
    int score[2], disputes;
    bool over;
    const struct sim_take *k = sim_film_take(film);
    sim_truth_score(truth, score, &disputes, &over);
    FILE *to = truth_option && !strcmp(truth_option, "-") ? stderr : stdout;
    fprintf(to, "%d strokes, %d frames, %.1f s; players' score %d:%d", k->n, sim_film_frames(film), sim_film_time(film),
            k->score[0], k->score[1]);
    if (over || score[0] || score[1])
        fprintf(to, "; by the rules %d:%d%s, %d strokes disputed", score[0], score[1], over ? ", frame over" : "",
                disputes);
    fputc('\n', to);
}

static int make_film(struct sim_film *film)
{
    const struct sim_camera *c = &sim_film_settings(film)->camera;
    struct encoder *encoder = NULL;
    struct sim_truth *truth;
    int err = sim_truth_open(&truth, truth_option, film);
    if (err)
        return command_result(err, truth_option, "Name a file in a folder that exists and that you may write to.");
    if (out_option)
        err = encode_open(&encoder, out_option, c->width, c->height, c->fps, quality_option);
    const char *what = out_option ? out_option : "simulate";
    if (!err)
        err = film_all(film, encoder, truth);
    if (!err && encoder)
        err = encode_commit(&encoder);
    if (encoder)
        encode_discard(&encoder);
    if (err) {
        sim_truth_discard(&truth);
        return command_result(err, err == ERR_RANGE ? "--at" : what,
                              err == ERR_UNSUPPORTED ? "Install the packages of scripts/packages.txt." : NULL);
    }
    say_result(film, truth);
    return command_result(sim_truth_commit(&truth, film), truth_option, NULL);
}

static int run(int argc, char **argv)
{
    (void)argv;
    if (argc != 1)
        return command_usage("simulate", "takes no arguments",
                             "Run 'whiteglove simulate --help' to see what it takes.");
    if (!out_option && !truth_option && !png_option)
        return command_usage("simulate", "nothing to write", "Give --out, --truth or --png.");
    struct sigaction act = {.sa_handler = on_signal};
    sigaction(SIGINT, &act, NULL);
    sigaction(SIGTERM, &act, NULL);
    struct sim_settings s;
    struct sim_film *film;
    int result = settings_from_options(&s);
    if (result)
        return result;
    int err = sim_film_open(&film, &s);
    if (err)
        return command_result(err, "simulate", "The camera of --camera must be above the table, its size even.");
    result = make_film(film);
    sim_film_close(&film);
    return result;
}

const struct command cmd_simulate = {
    .name = "simulate",
    .arguments = "",
    .summary = "Make a film of simulated strokes, with its truth",
    .description =
        "Plays strokes of any game on a simulated table and films them: physics with exact times of every contact, "
        "players who pot, miss, play safe and foul, any camera and light. --truth tells where every ball was in every "
        "frame, what touched what and when, and what the rules make of it. The same seed gives the same film.",
    .example = "build/release/whiteglove simulate --game snooker --strokes 2 --truth -",
    .options = options,
    .run = run,
};
