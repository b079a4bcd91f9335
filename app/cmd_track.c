/* SPDX-License-Identifier: Apache-2.0 */
/* cmd_track.c: whiteglove track: follow the balls of a source and write what happened, stroke by stroke. */
#include "command.h"

#include "err.h"
#include "file.h"
#include "film_job.h"
#include "outfile.h"
#include "table_arg.h"
#include "track_json.h"

#include <stdio.h>

static char *table_option, *size_option, *game_option, *calibration_option, *out_option, *trace_option;
static double ball_option;
static gboolean frames_option;

static const GOptionEntry options[] = {
    {"table", 0, 0, G_OPTION_ARG_STRING, &table_option, "Kind of table, see 'whiteglove tables' (default: the game's)",
     "KIND"},
    {"size", 0, 0, G_OPTION_ARG_STRING, &size_option, "Instead of a kind: playing area, nose to nose, in mm", "LxW"},
    {"ball", 0, 0, G_OPTION_ARG_DOUBLE, &ball_option, "Diameter of the balls in mm, with --size", "D"},
    {"game", 0, 0, G_OPTION_ARG_STRING, &game_option, "Game that is played, see 'whiteglove rules'", "GAME"},
    {"calibration", 0, 0, G_OPTION_ARG_FILENAME, &calibration_option,
     "As written by 'whiteglove calibrate' (default: calibrate on the source itself)", "FILE"},
    {"out", 0, 0, G_OPTION_ARG_FILENAME, &out_option, "Write JSON lines to this file (default: '-')", "FILE"},
    {"frames", 0, 0, G_OPTION_ARG_NONE, &frames_option, "Also write where every ball is in every frame", NULL},
    {"trace", 0, 0, G_OPTION_ARG_FILENAME, &trace_option, "Write why each contact was believed or not, as text",
     "FILE"},
    {0},
};

struct run {
    struct film_job job;
    struct state state; /* of a frame just opened: facts need to know which ball is whose */
    struct outfile out;
};

/* ---- lines ------------------------------------------------------------------------------------------------------- */

static void write_line(struct run *r, json_t *line)
{
    json_dumpf(line, r->out.stream, JSON_COMPACT | JSON_REAL_PRECISION(12));
    fputc('\n', r->out.stream);
    json_decref(line);
}

static void on_position(void *user, const struct track_position *p)
{
    struct run *r = user;
    write_line(r, track_json_position(r->job.set, p));
}

static void on_event(void *user, const struct event *e)
{
    struct run *r = user;
    write_line(r, track_json_event(r->job.set, e));
}

static void on_stroke(void *user, const struct track_stroke *s)
{
    struct run *r = user;
    write_line(r, track_json_stroke(r->job.set, &r->state, s));
    fflush(r->out.stream); /* who follows along waits for this */
}

static void on_opened(void *user, const struct capture_info *i)
{
    struct run *r = user;
    write_line(r, json_pack("{s:s,s:s,s:i,s:i,s:f,s:I}", "type", "source", "uri", r->job.uri, "width", i->width,
                            "height", i->height, "fps", i->fps, "frames", (json_int_t)i->frames));
    write_line(r, calibration_to_json(&r->job.calibration));
}

static void on_frame(void *user, const struct tracking *tracking, int64_t n, ns_t t)
{
    struct run *r = user;
    struct track_ball balls[TRACKS_MAX];
    int count = track_balls(tracking, t, balls);
    write_line(r, track_json_frame(r->job.set, n, t, balls, count));
}

static void write_end(struct run *r)
{
    const struct track_stats *s = &r->job.stats;
    int64_t dropped = s->missing + s->samples_dropped + s->tracks_dropped + s->events_dropped + s->paths_dropped;
    write_line(r, json_pack("{s:s,s:I,s:I,s:I,s:f,s:f,s:f}", "type", "end", "frames", (json_int_t)s->frames, "dropped",
                            (json_int_t)(dropped + r->job.dropped), "strokes", (json_int_t)s->strokes, "seconds",
                            r->job.last_s, "noise_mm", s->noise_mm, "exposure_s", s->exposure_s));
}

/* ---- opening ----------------------------------------------------------------------------------------------------- */

static int get_calibration(struct film_job *job, const struct look *look)
{
    struct table table;
    char why[CALIBRATE_WHY] = "";
    if (calibration_option) {
        int err = calibration_read(&job->calibration, calibration_option, why);
        return err ? command_failed(calibration_option, why[0] ? why : err_text(err), NULL) : EXIT_DONE;
    }
    int result = table_arg_make(&table, table_option, size_option, ball_option, table_arg_usual(game_option));
    return result == EXIT_DONE ? film_job_calibrate(job, look, &table) : result;
}

static const char *usual_game(enum ball_set_id set)
{
    static const char *const names[] = {"snooker", "snooker", "billiards", "cspl8", "wpa9"};
    return names[set];
}

static int choose_game(struct run *r)
{
    enum ball_set_id usual = r->job.calibration.table.balls;
    const struct game *game = rules_game(game_option ? game_option : usual_game(usual), NULL);
    if (game_option && !game)
        return command_usage(game_option, "there is no such game", "Run 'whiteglove rules' for the list.");
    r->job.set = ball_set(game ? game->balls : usual);
    if (game) {
        rules_open(game, &r->state, 1);
        r->state.bed = r->job.calibration.table.bed;
    }
    r->job.names = game_option ? rules_balls(game) : 0; /* a game that is only guessed rules nothing out */
    return EXIT_DONE;
}

/* ---- running ----------------------------------------------------------------------------------------------------- */

static int with_output(struct run *r, const struct look *look)
{
    const char *path = out_option ? out_option : "-";
    int err = outfile_open(&r->out, path);
    if (err)
        return command_result(err, path, "Name a file in a folder that exists and that you may write to.");
    int result = film_job_run(&r->job, look);
    if (result == EXIT_DONE) {
        write_end(r);
        return command_result(outfile_commit(&r->out), path, NULL);
    }
    outfile_discard(&r->out);
    return result;
}

static int with_look(struct run *r, const struct look *look)
{
    int result = get_calibration(&r->job, look);
    if (result == EXIT_DONE)
        result = choose_game(r);
    return result == EXIT_DONE ? with_output(r, look) : result;
}

static int run(int argc, char **argv)
{
    static struct run r;
    struct look look;
    if (argc != 2)
        return command_usage("track", "needs one SOURCE", "Run 'whiteglove track --help' to see what it takes.");
    r.job = (struct film_job){.uri = argv[1],
                              .progress = out_option && strcmp(out_option, "-") != 0,
                              .sink = {&r, on_position, on_event, on_stroke},
                              .opened = on_opened,
                              .frame = frames_option ? on_frame : NULL};
    if (trace_option && !(r.job.trace = fopen(trace_option, "w")))
        return command_failed(trace_option, "cannot be written", NULL);
    int result = look_at(&look, argv[1], 3);
    if (result == EXIT_DONE) {
        result = with_look(&r, &look);
        look_free(&look);
    }
    if (r.job.trace)
        fclose(r.job.trace);
    return result;
}

const struct command cmd_track = {
    .name = "track",
    .arguments = "SOURCE",
    .summary = "Follow the balls: strikes, contacts, cushions, pots, rest",
    .description =
        "Writes JSON lines in time order: where the balls lie before and after each stroke, every event with "
        "its time and probability, and the facts of each stroke as the rules take them. What hands do is "
        "told as placed, removed and disturbed; what could not be seen as gaps.",
    .example = "build/release/whiteglove track samples/stroke.mp4 --table snooker-12ft --out build/stroke.jsonl",
    .options = options,
    .run = run,
};
