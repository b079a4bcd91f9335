/* SPDX-License-Identifier: Apache-2.0 */
/* feed_film.c: what a camera or film shows, as lines: calibrate once, then see and follow frame by frame. */
#include "feed.h"

#include "command.h"
#include "cutter.h"
#include "err.h"
#include "file.h"
#include "find_camera.h"
#include "kept_camera.h"
#include "log.h"
#include "look.h"
#include "outfile.h"
#include "pump.h"
#include "source_arg.h"
#include "table_arg.h"
#include "track_json.h"
#include "watch.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define WAKE_UP   (NS_PER_S / 5) /* a silent source is asked again this often, so that the referee can stop */
#define TELL_TIME (NS_PER_S / 5) /* clocks are told the time this often while nothing happens */

enum { FRAMES_HELD = 24 }; /* waiting to be seen, waiting to be encoded, and a few in between */

struct film {
    struct feed *feed;
    struct capture *capture;
    struct pump *pump;      /* NULL: one thread does all */
    struct cutter *clips;   /* NULL: none are kept */
    char *kept;             /* where the calibration of this match is kept */
    enum kept_camera found; /* what became of one that was kept */
    double found_off_px;
    pthread_mutex_t lock; /* guards health */
    struct feed_health health;
    ns_t second, cpu; /* when the figures of a second were begun; the thread's time then */
    unsigned long counted;
    struct watch watch;
    bool ends_known; /* which end of the table is which */
    struct tracking *tracking;
    const struct ball_set *set;
    ball_mask names;    /* of the set, that the game is played with */
    struct state state; /* of a frame just opened: facts need to know which ball is whose */
    json_t *lines;      /* that wait to be asked for */
    ns_t now, told;     /* time of the frame being looked at; of the last line that told it */
    bool watching, ended;
};

/* ---- lines ------------------------------------------------------------------------------------------------------- */

static void on_position(void *user, const struct track_position *p)
{
    struct film *f = user;
    json_t *line = track_json_position(f->set, p);
    json_object_set_new(line, "calibration_sd", json_real(drift_sd_mm(&f->watch.bump.drift, &f->watch.calibration)));
    json_array_append_new(f->lines, line);
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

/* What became of a calibration that was kept, in words for people; NULL: nothing that they need to know. */
static const char *const kept_words[] = {
    [KEPT_MENDED] = "the camera has been moved since it was calibrated and has been fitted again",
    [KEPT_ANEW] = "the camera has been moved far since it was calibrated: it was calibrated anew",
    [KEPT_UNCHECKED] = "too little of the table is in view to tell whether the camera still stands where it did",
    [KEPT_LOST] =
        "the calibration does not fit the picture and the table is not found anew: calls are doubtful until it is",
};

/* A camera may be moved while nobody looks. */
static void check_kept(struct film *f, const struct look *look, struct calibration *c)
{
    f->found = kept_camera_check(look, c, &f->found_off_px);
    if (!kept_words[f->found])
        return;
    log_warn("%s", kept_words[f->found]);
    if ((f->found == KEPT_MENDED || f->found == KEPT_ANEW) && keep_calibration(c, f->kept))
        log_warn("%s: could not be kept", f->kept);
}

/* Of this match, when it has one; else from the picture, and kept with the match. */
static int get_calibration(struct feed *feed, const struct feed_settings *s, const struct look *look,
                           struct calibration *c)
{
    char why[CALIBRATE_WHY], *path = g_build_filename(s->folder, "calibration.json", NULL);
    const char *given = s->calibration ? s->calibration : path;
    struct film *f = feed->self;
    f->kept = path;
    int err = calibration_read(c, given, why);
    if (err == ERR_NOT_FOUND && !s->calibration) {
        err = find_table(feed, s, look, c);
        if (!err)
            err = keep_calibration(c, path);
    } else if (err) {
        snprintf(feed->why, sizeof feed->why, "%.60s: %.90s", given, err == ERR_NOT_FOUND ? err_text(err) : why);
    } else {
        check_kept(f, look, c);
    }
    return err;
}

static int open_workers(struct film *f, const struct calibration *c, const struct look *look)
{
    struct track_params params = track_params_default();
    struct track_sink sink = {f, on_position, on_event, on_stroke};
    params.set = f->set->id;
    params.names = f->names;
    f->ends_known = c->orientation == ORIENTATION_SEEN;
    if (!f->ends_known)
        log_warn("nothing on the cloth shows which end of the table is which: it is known when balls are racked");
    int err = watch_open(&f->watch, c, f->set->id, f->names, &look->middle);
    f->watching = !err;
    return err ? err : track_open(&f->tracking, &c->table, &params, &sink);
}

/* The simulated match of the game that is refereed, unless the source names another. Without a clock it is drawn as
 * fast as it is looked at. */
static char *uri_of(const char *source, const struct feed_settings *s)
{
    if (strcmp(source, "demo") != 0)
        return g_strdup(source);
    return g_strdup_printf("demo:%s:%llu%s", s->game, s->seed, s->threads ? "" : ":unpaced");
}

static void show_frame(struct feed *feed, const struct frame *frame)
{
    feed_on_frame *show = feed->on_frame;
    if (show)
        show(feed->frame_user, frame);
}

static void on_frame(void *user, struct capture *capture, const struct frame *frame)
{
    struct film *f = user;
    if (f->clips)
        cutter_frame(f->clips, capture, frame);
    if (!f->feed->repeats)
        show_frame(f->feed, frame);
}

static int open_capture(struct feed *feed, const char *uri, const struct feed_settings *s)
{
    struct film *f = feed->self;
    struct capture_options options = capture_defaults();
    struct cutter_settings clips = cutter_defaults(s->folder);
    options.hold = FRAMES_HELD;
    if (source_arg_open(&f->capture, uri, &options))
        return has_been_said(feed, ERR_GONE);
    const struct capture_info *info = capture_info(f->capture);
    feed->repeats = !info->live;
    feed->fps = info->fps > 0 ? info->fps : 30;
    int err = s->clips && s->threads && !feed->repeats ? cutter_open(&f->clips, &clips) : 0;
    if (!err && s->threads)
        err = pump_open(&f->pump, f->capture, on_frame, f);
    return err;
}

static json_t *camera_line(double t, bool good, double off_px)
{
    return json_pack("{s:s,s:f,s:s,s:f}", "type", "camera", "t", t, "state", good ? "mended" : "lost", "off_px",
                     off_px);
}

/* Who looks at a call again wants to know that the camera was moved before it. */
static void tell_found(struct film *f)
{
    if (f->found == KEPT_MENDED || f->found == KEPT_ANEW || f->found == KEPT_LOST)
        json_array_append_new(f->lines, camera_line(0, f->found != KEPT_LOST, f->found_off_px));
}

static int open_film(struct feed *feed, const char *source, const struct feed_settings *settings)
{
    struct film *f = feed->self = calloc(1, sizeof *f);
    struct calibration c;
    struct look look;
    const struct game *game = rules_game(settings->game, settings->edition);
    if (!f)
        return ERR_MEMORY;
    f->feed = feed;
    pthread_mutex_init(&f->lock, NULL);
    f->lines = json_array();
    f->set = ball_set(game->balls);
    f->names = rules_balls(game);
    rules_open(game, &f->state, 1);
    char *uri = uri_of(source, settings);
    int err = look_at(&look, uri, 3) ? has_been_said(feed, ERR_GONE) : 0;
    if (!err) {
        err = get_calibration(feed, settings, &look, &c);
        if (!err) {
            f->state.bed = feed->bed = c.table.bed;
            err = open_workers(f, &c, &look);
        }
        look_free(&look);
    }
    if (!err)
        err = open_capture(feed, uri, settings);
    if (!err && !feed->repeats) /* lines of a film keep their numbers */
        tell_found(f);
    g_free(uri);
    return err;
}

/* ---- running ----------------------------------------------------------------------------------------------------- */

static ns_t clock_of(clockid_t which)
{
    struct timespec t;
    clock_gettime(which, &t);
    return (ns_t)t.tv_sec * NS_PER_S + t.tv_nsec;
}

/* Once a second: what people want to know of the machine. Nothing of it reaches the match. */
static void note_health(struct film *f)
{
    ns_t now = clock_of(CLOCK_MONOTONIC), cpu = clock_of(CLOCK_THREAD_CPUTIME_ID);
    f->counted++;
    if (f->second && now - f->second < NS_PER_S)
        return;
    struct track_stats t = track_stats(f->tracking);
    struct capture_stats c = capture_stats(f->capture);
    struct feed_health h = {.frames = (unsigned long)t.frames,
                            .dropped = (unsigned long)(c.dropped + c.late + c.damaged),
                            .bumped = (unsigned long)t.bumped_frames,
                            .mended = (unsigned long)f->watch.bump.mended,
                            .astray = f->watch.bump.lost > 0,
                            .noise_mm = t.noise_mm,
                            .away = capture_away(f->capture)};
    double passed = (double)(now - f->second) / 1e9;
    h.dropped += f->pump ? (unsigned long)pump_dropped(f->pump) : 0;
    h.fps = f->second ? (double)f->counted / passed : 0;
    h.busy = f->second ? (double)(cpu - f->cpu) / 1e9 / passed : 0;
    f->second = now;
    f->cpu = cpu;
    f->counted = 0;
    pthread_mutex_lock(&f->lock);
    f->health = h;
    pthread_mutex_unlock(&f->lock);
}

/* The camera moved: people are told, the journal has it, and who starts the referee again starts from there. */
static void tell_moved(struct film *f)
{
    bool mended = f->watch.moved == DRIFT_MENDED;
    json_array_append_new(f->lines, camera_line((double)f->now / NS_PER_S, mended, drift_off_px(&f->watch.bump.drift)));
    if (mended)
        log_info("the camera was moved and has been fitted again");
    else
        log_warn("the camera has moved and the table cannot be found again: calls are doubtful until it is");
    if (mended && f->kept && keep_calibration(&f->watch.calibration, f->kept))
        log_warn("%s: could not be kept", f->kept);
}

/* Racked balls have told which end is which: who starts the referee again knows it from the start. */
static void keep_ends(struct film *f)
{
    if (f->ends_known || f->watch.calibration.orientation != ORIENTATION_SEEN)
        return;
    f->ends_known = true;
    log_info("racked balls show which end of the table is which");
    if (f->kept && keep_calibration(&f->watch.calibration, f->kept))
        log_warn("%s: could not be kept", f->kept);
}

static int look_once(struct feed *feed)
{
    struct film *f = feed->self;
    struct frame frame;
    struct observation o;
    int err = f->pump ? pump_next(f->pump, &frame, WAKE_UP) : capture_next(f->capture, &frame, WAKE_UP);
    if (err)
        return err;
    if (f->pump)
        note_health(f);
    f->now = frame.t;
    if (!f->pump || feed->repeats) /* of a film none is missed; of a camera, none because seeing is slow */
        show_frame(feed, &frame);
    err = watch_frame(&f->watch, &frame, f->tracking, &o);
    if (!err) {
        track_update(f->tracking, &o);
        if (f->watch.moved != DRIFT_NONE)
            tell_moved(f);
        keep_ends(f);
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
    pump_close(&f->pump);
    cutter_close(&f->clips);
    if (f->capture)
        capture_close(&f->capture);
    pthread_mutex_destroy(&f->lock);
    track_close(&f->tracking);
    if (f->watching)
        watch_close(&f->watch);
    json_decref(f->lines);
    g_free(f->kept);
    free(f);
}

static void clip_of_film(struct feed *feed, int seq, double from, double to)
{
    struct film *f = feed->self;
    cutter_want(f->clips, seq, (ns_t)(from * (double)NS_PER_S), (ns_t)(to * (double)NS_PER_S));
}

static void health_of_film(struct feed *feed, struct feed_health *health)
{
    struct film *f = feed->self;
    struct cutter_stats clips = cutter_stats(f->clips);
    pthread_mutex_lock(&f->lock);
    *health = f->health;
    pthread_mutex_unlock(&f->lock);
    health->clips = clips.cut;
    health->no_clips = clips.failed;
}

const struct feed_kind feed_film = {open_film, next_of_film, close_film, clip_of_film, health_of_film};
