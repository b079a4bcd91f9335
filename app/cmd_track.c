/* SPDX-License-Identifier: Apache-2.0 */
/* cmd_track.c: whiteglove track: follow the balls of a source and write what happened, stroke by stroke. */
#include "command.h"

#include "err.h"
#include "file.h"
#include "find_camera.h"
#include "look.h"
#include "outfile.h"
#include "source_arg.h"
#include "table_arg.h"
#include "track_json.h"
#include "watch.h"

#include <stdio.h>

static char *table_option, *size_option, *game_option, *calibration_option, *out_option, *trace_option;
static double ball_option;
static gboolean frames_option;

static const GOptionEntry options[] = {
    {"table", 0, 0, G_OPTION_ARG_STRING, &table_option, "Kind of table, see 'whiteglove tables' (default snooker-12ft)",
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
    const struct ball_set *set;
    struct state state; /* of a frame just opened: facts need to know which ball is whose */
    struct outfile out;
    FILE *trace;
    struct watch watch;
    struct tracking *tracking;
    int64_t frames;
    double last_s;
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
    write_line(r, track_json_position(r->set, p));
}

static void on_event(void *user, const struct event *e)
{
    struct run *r = user;
    write_line(r, track_json_event(r->set, e));
}

static void on_stroke(void *user, const struct track_stroke *s)
{
    struct run *r = user;
    write_line(r, track_json_stroke(r->set, &r->state, s));
    fflush(r->out.stream); /* who follows along waits for this */
}

static void write_source(struct run *r, const char *uri, const struct capture_info *i)
{
    write_line(r, json_pack("{s:s,s:s,s:i,s:i,s:f,s:I}", "type", "source", "uri", uri, "width", i->width, "height",
                            i->height, "fps", i->fps, "frames", (json_int_t)i->frames));
}

static void write_end(struct run *r)
{
    struct track_stats s = track_stats(r->tracking);
    int64_t dropped = s.missing + s.samples_dropped + s.tracks_dropped + s.events_dropped + s.paths_dropped;
    write_line(r, json_pack("{s:s,s:I,s:I,s:I,s:f,s:f}", "type", "end", "frames", (json_int_t)s.frames, "dropped",
                            (json_int_t)(dropped + r->watch.dropped), "strokes", (json_int_t)s.strokes, "seconds",
                            r->last_s, "noise_mm", s.noise_mm));
}

/* ---- opening ----------------------------------------------------------------------------------------------------- */

static int find_table(const struct look *look, const struct table *table, const char *uri, struct calibration *c)
{
    char why[CALIBRATE_WHY] = "";
    int err = find_camera(look, table, c, why);
    return err ? command_failed(uri, why, "'whiteglove calibrate' shows more, and takes corners by hand.") : EXIT_DONE;
}

static int get_calibration(const struct look *look, const char *uri, struct calibration *c)
{
    struct table table;
    char why[CALIBRATE_WHY] = "";
    if (calibration_option) {
        int err = calibration_read(c, calibration_option, why);
        return err ? command_failed(calibration_option, why[0] ? why : err_text(err), NULL) : EXIT_DONE;
    }
    int result = table_arg_make(&table, table_option, size_option, ball_option, "snooker-12ft");
    return result == EXIT_DONE ? find_table(look, &table, uri, c) : result;
}

static const char *usual_game(enum ball_set_id set)
{
    static const char *const names[] = {"snooker", "snooker", "billiards", "cspl8", "wpa9"};
    return names[set];
}

static int choose_game(struct run *r, const struct calibration *c)
{
    const struct game *game = rules_game(game_option ? game_option : usual_game(c->table.balls), NULL);
    if (game_option && !game)
        return command_usage(game_option, "there is no such game", "Run 'whiteglove rules' for the list.");
    r->set = ball_set(game ? game->balls : c->table.balls);
    if (game)
        rules_open(game, &r->state, 1);
    return EXIT_DONE;
}

static int open_workers(struct run *r, const struct calibration *c, const struct look *look)
{
    struct track_params params = track_params_default();
    struct track_sink sink = {r, on_position, on_event, on_stroke};
    params.set = r->set->id;
    params.trace = r->trace;
    int err = watch_open(&r->watch, c, r->set->id, &look->first);
    if (err)
        return command_result(err, "vision", NULL);
    err = track_open(&r->tracking, &c->table, &params, &sink);
    if (err)
        watch_close(&r->watch);
    return command_result(err, "tracking", NULL);
}

/* ---- running ----------------------------------------------------------------------------------------------------- */

static void write_frame(struct run *r, const struct frame *f)
{
    struct track_ball balls[TRACKS_MAX];
    int n = track_balls(r->tracking, f->t, balls);
    write_line(r, track_json_frame(r->set, r->frames, f->t, balls, n));
}

static int follow(struct run *r, struct capture *c, const char *uri)
{
    struct frame f;
    struct observation o;
    int err = 0;
    while (!err && !(err = capture_next(c, &f, -1))) {
        err = watch_frame(&r->watch, &f, r->tracking, &o);
        if (!err)
            track_update(r->tracking, &o);
        if (!err && frames_option)
            write_frame(r, &f);
        r->frames++;
        r->last_s = (double)f.t / 1e9;
        capture_release(c, &f);
    }
    if (err == ERR_END)
        track_finish(r->tracking);
    return source_arg_ended(c, uri, err);
}

static int track_source(struct run *r, const char *uri, const struct calibration *c)
{
    struct capture *capture;
    int result = source_arg_open(&capture, uri, NULL);
    if (result != EXIT_DONE)
        return result;
    write_source(r, uri, capture_info(capture));
    write_line(r, calibration_to_json(c));
    result = follow(r, capture, uri);
    capture_close(&capture);
    if (result == EXIT_DONE)
        write_end(r);
    return result;
}

static int with_output(struct run *r, const char *uri, const struct calibration *c)
{
    const char *path = out_option ? out_option : "-";
    int err = outfile_open(&r->out, path);
    if (err)
        return command_result(err, path, "Name a file in a folder that exists and that you may write to.");
    int result = track_source(r, uri, c);
    if (result == EXIT_DONE)
        return command_result(outfile_commit(&r->out), path, NULL);
    outfile_discard(&r->out);
    return result;
}

static int with_look(struct run *r, const char *uri, const struct look *look)
{
    struct calibration c;
    int result = get_calibration(look, uri, &c);
    if (result == EXIT_DONE)
        result = choose_game(r, &c);
    if (result == EXIT_DONE)
        result = open_workers(r, &c, look);
    if (result != EXIT_DONE)
        return result;
    result = with_output(r, uri, &c);
    track_close(&r->tracking);
    watch_close(&r->watch);
    return result;
}

static int run(int argc, char **argv)
{
    static struct run r;
    struct look look;
    if (argc != 2)
        return command_usage("track", "needs one SOURCE", "Run 'whiteglove track --help' to see what it takes.");
    if (trace_option && !(r.trace = fopen(trace_option, "w")))
        return command_failed(trace_option, "cannot be written", NULL);
    int result = look_at(&look, argv[1], 3);
    if (result == EXIT_DONE) {
        result = with_look(&r, argv[1], &look);
        look_free(&look);
    }
    if (r.trace)
        fclose(r.trace);
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
