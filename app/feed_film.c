/* SPDX-License-Identifier: Apache-2.0 */
/* feed_film.c: what a camera or film shows, as lines: calibrate once, then see and follow frame by frame. */
#include "feed.h"

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
#include <stdlib.h>
#include <string.h>

#define WAKE_UP   (NS_PER_S / 5) /* a silent source is asked again this often, so that the referee can stop */
#define TELL_TIME (NS_PER_S / 5) /* clocks are told the time this often while nothing happens */

struct film {
    struct capture *capture;
    struct watch watch;
    struct tracking *tracking;
    const struct ball_set *set;
    struct state state; /* of a frame just opened: facts need to know which ball is whose */
    json_t *lines;      /* that wait to be asked for */
    ns_t now, told;     /* time of the frame being looked at; of the last line that told it */
    bool watching, ended;
};

/* ---- lines ------------------------------------------------------------------------------------------------------- */

static void on_position(void *user, const struct track_position *p)
{
    struct film *f = user;
    json_array_append_new(f->lines, track_json_position(f->set, p));
}

static void on_event(void *user, const struct event *e)
{
    struct film *f = user;
    json_array_append_new(f->lines, track_json_event(f->set, e));
}

static void on_stroke(void *user, const struct track_stroke *s)
{
    struct film *f = user;
    json_t *line = track_json_stroke(f->set, &f->state, s);
    json_object_set_new(line, "told", json_real((double)f->now / (double)NS_PER_S));
    json_array_append_new(f->lines, line);
}

/* Where the balls are: it says what time it is, and whether they rest. */
static void tell_time(struct film *f, const struct frame *frame)
{
    struct track_ball balls[TRACKS_MAX];
    if (frame->t - f->told < TELL_TIME)
        return;
    f->told = frame->t;
    int n = track_balls(f->tracking, frame->t, balls);
    json_array_append_new(f->lines, track_json_frame(f->set, (int64_t)frame->seq, frame->t, balls, n));
}

static int has_been_said(struct feed *feed, int err)
{
    feed->said = true;
    return err;
}

/* ---- opening ----------------------------------------------------------------------------------------------------- */

static int keep_calibration(const struct calibration *c, const char *path)
{
    struct outfile out;
    json_t *json = calibration_to_json(c);
    int err = json ? outfile_open(&out, path) : ERR_MEMORY;
    if (!err) {
        json_dumpf(json, out.stream, JSON_INDENT(1) | JSON_REAL_PRECISION(12));
        fputc('\n', out.stream);
        err = outfile_commit(&out);
    }
    json_decref(json);
    return err;
}

static int find_table(struct feed *feed, const struct feed_settings *s, const struct look *look, struct calibration *c)
{
    char why[CALIBRATE_WHY] = "";
    struct table table;
    if (table_arg_make(&table, s->table, NULL, 0, NULL))
        return has_been_said(feed, ERR_FORMAT);
    int err = find_camera(look, &table, c, why);
    if (err)
        snprintf(feed->why, sizeof feed->why, "%.150s", why);
    return err;
}

/* Of this match, when it has one; else from the picture, and kept with the match. */
static int get_calibration(struct feed *feed, const struct feed_settings *s, const struct look *look,
                           struct calibration *c)
{
    char why[CALIBRATE_WHY], *path = g_build_filename(s->folder, "calibration.json", NULL);
    const char *given = s->calibration ? s->calibration : path;
    int err = calibration_read(c, given, why);
    if (err == ERR_NOT_FOUND && !s->calibration) {
        err = find_table(feed, s, look, c);
        if (!err)
            err = keep_calibration(c, path);
    } else if (err) {
        snprintf(feed->why, sizeof feed->why, "%.60s: %.90s", given, err == ERR_NOT_FOUND ? err_text(err) : why);
    }
    g_free(path);
    return err;
}

static int open_workers(struct film *f, const struct calibration *c, const struct look *look)
{
    struct track_params params = track_params_default();
    struct track_sink sink = {f, on_position, on_event, on_stroke};
    params.set = f->set->id;
    int err = watch_open(&f->watch, c, f->set->id, &look->middle);
    f->watching = !err;
    return err ? err : track_open(&f->tracking, &c->table, &params, &sink);
}

static int open_film(struct feed *feed, const char *source, const struct feed_settings *settings)
{
    struct film *f = feed->self = calloc(1, sizeof *f);
    struct calibration c;
    struct look look;
    const struct game *game = rules_game(settings->game, settings->edition);
    if (!f)
        return ERR_MEMORY;
    f->lines = json_array();
    f->set = ball_set(game->balls);
    rules_open(game, &f->state, 1);
    if (look_at(&look, source, 3))
        return has_been_said(feed, ERR_GONE);
    int err = get_calibration(feed, settings, &look, &c);
    if (!err)
        err = open_workers(f, &c, &look);
    look_free(&look);
    if (!err && source_arg_open(&f->capture, source, NULL))
        return has_been_said(feed, ERR_GONE);
    if (err)
        return err;
    const struct capture_info *info = capture_info(f->capture);
    feed->repeats = !info->live;
    feed->live = info->live;
    feed->fps = info->fps > 0 ? info->fps : 30;
    return 0;
}

/* ---- running ----------------------------------------------------------------------------------------------------- */

static int look_once(struct feed *feed)
{
    struct film *f = feed->self;
    struct frame frame;
    struct observation o;
    int err = capture_next(f->capture, &frame, WAKE_UP);
    if (err)
        return err;
    f->now = frame.t;
    if (feed->on_frame)
        feed->on_frame(feed->frame_user, &frame);
    err = watch_frame(&f->watch, &frame, f->tracking, &o);
    if (!err) {
        track_update(f->tracking, &o);
        tell_time(f, &frame);
    }
    capture_release(f->capture, &frame);
    return err;
}

static int next_of_film(struct feed *feed, json_t **line)
{
    struct film *f = feed->self;
    int err = 0;
    while (!json_array_size(f->lines) && !f->ended && !feed->stopped) {
        err = look_once(feed);
        if (err == ERR_END)
            track_finish(f->tracking);
        if (err && err != ERR_TIMEOUT)
            f->ended = true;
    }
    if (!json_array_size(f->lines))
        return err && err != ERR_TIMEOUT ? err : ERR_END;
    *line = json_incref(json_array_get(f->lines, 0));
    json_array_remove(f->lines, 0);
    feed->number++;
    return 0;
}

static void close_film(struct feed *feed)
{
    struct film *f = feed->self;
    if (f->capture)
        capture_close(&f->capture);
    track_close(&f->tracking);
    if (f->watching)
        watch_close(&f->watch);
    json_decref(f->lines);
    free(f);
}

const struct feed_kind feed_film = {open_film, next_of_film, close_film};
