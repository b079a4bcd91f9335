/* SPDX-License-Identifier: Apache-2.0 */
/* review_make.c: every frame of a recording is seen and followed once, and kept; judging is done from what was kept. */
#include "review_make.h"

#include "command.h"
#include "err.h"
#include "file.h"
#include "film_job.h"
#include "find_camera.h"
#include "look.h"
#include "new_match.h"
#include "outfile.h"
#include "review.h"
#include "rows.h"
#include "scrub.h"
#include "table_arg.h"
#include "track_json.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct making {
    const struct review_order *order;
    const struct game *game;
    struct film_job job;
    struct state state; /* of a frame just opened: facts need to know which ball is whose */
    struct rows_writer rows;
    struct outfile lines;
    json_t *position, *stroke; /* the first of each */
    struct capture_info info;
    ball_mask ever; /* balls that were seen at any time */
};

/* ---- lines ------------------------------------------------------------------------------------------------------- */

static void write_line(struct making *m, json_t *line)
{
    json_dumpf(line, m->lines.stream, JSON_COMPACT | JSON_REAL_PRECISION(12));
    fputc('\n', m->lines.stream);
    json_decref(line);
}

static void on_position(void *user, const struct track_position *p)
{
    struct making *m = user;
    json_t *line = track_json_position(m->job.set, p);
    m->ever |= p->known;
    if (!m->position && !m->stroke)
        m->position = json_incref(line);
    write_line(m, line);
}

static void on_event(void *user, const struct event *e)
{
    struct making *m = user;
    m->ever |= ball_bit(e->a) | ball_bit(e->b);
    write_line(m, track_json_event(m->job.set, e));
}

static void on_stroke(void *user, const struct track_stroke *s)
{
    struct making *m = user;
    json_t *line = track_json_stroke(m->job.set, &m->state, s);
    if (!m->stroke)
        m->stroke = json_incref(line);
    write_line(m, line);
}

static void on_opened(void *user, const struct capture_info *info)
{
    struct making *m = user;
    m->info = *info;
}

static void on_frame(void *user, const struct tracking *tracking, int64_t frame, ns_t t)
{
    struct making *m = user;
    struct track_ball balls[TRACKS_MAX];
    struct row row = {.t = t};
    int n = track_balls(tracking, t, balls);
    (void)frame;
    for (int i = 0; i < n; i++)
        if (balls[i].id) {
            row.known |= ball_bit(balls[i].id);
            row.seen |= balls[i].seen ? ball_bit(balls[i].id) : 0;
            row.x[balls[i].id] = (float)balls[i].at.x;
            row.y[balls[i].id] = (float)balls[i].at.y;
        }
    rows_add(&m->rows, &row);
}

/* ---- the table --------------------------------------------------------------------------------------------------- */

/* By what share balls look too large or small for the table; 0: none was seen well enough. */
static double balls_off(const struct calibration *c)
{
    return c->ball_seen > 0 ? fabs(c->ball_seen / c->table.bed.ball_d - 1) : 0;
}

/* Balls look wrong on the usual table of the game: another size of it may suit them better. */
static void fit_by_balls(struct making *m, const struct look *look)
{
    struct calibration *best = &m->job.calibration, *other = g_new0(struct calibration, 1);
    struct table table;
    char ignored[CALIBRATE_WHY];
    enum ball_set_id set = best->table.balls;
    for (size_t i = 0; i < table_kinds(); i++) {
        if (table_make(&table, table_kind_name(i)) || table.balls != set || !strcmp(table.kind, best->table.kind))
            continue;
        if (!find_camera(look, &table, other, ignored) && other->ball_seen > 0 && balls_off(other) < balls_off(best))
            *best = *other;
    }
    g_free(other);
    if (strcmp(best->table.kind, table_arg_usual(m->game->name)) != 0)
        fprintf(stderr, "whiteglove: %s: by the size of its balls taken for a %s; --table or --size say otherwise\n",
                m->order->video, best->table.kind);
}

/* A person who films a table seldom knows its kind: the game's usual one is tried, then all. */
static int fit_any(struct making *m, const struct look *look, char *why)
{
    struct table table;
    char ignored[CALIBRATE_WHY];
    int err = table_make(&table, table_arg_usual(m->game->name));
    if (!err)
        err = find_camera(look, &table, &m->job.calibration, why);
    for (size_t i = 0; err == ERR_NO_TABLE && i < table_kinds(); i++)
        if (!table_make(&table, table_kind_name(i)) && strcmp(table.kind, table_arg_usual(m->game->name)) != 0)
            err = find_camera(look, &table, &m->job.calibration, ignored);
    if (!err && balls_off(&m->job.calibration) > REVIEW_BALL_OFF)
        fit_by_balls(m, look);
    return err;
}

static int find_table(struct making *m, const struct look *look)
{
    const struct review_order *o = m->order;
    char why[CALIBRATE_WHY] = "";
    struct table table;
    int err;
    if (o->calibration) {
        err = calibration_read(&m->job.calibration, o->calibration, why);
        return err ? command_failed(o->calibration, why[0] ? why : err_text(err), NULL) : EXIT_DONE;
    }
    if (o->table || o->size) {
        int result = table_arg_make(&table, o->table, o->size, o->ball, NULL);
        if (result)
            return result;
        err = find_camera(look, &table, &m->job.calibration, why);
    } else
        err = fit_any(m, look, why);
    return err ? command_failed(o->video, why,
                                "Say which table it is with --table or --size; 'whiteglove calibrate' "
                                "shows more, and takes corners by hand.")
               : EXIT_DONE;
}

/* ---- the folder -------------------------------------------------------------------------------------------------- */

static char *in_folder(const char *folder, const char *name)
{
    return g_build_filename(folder, name, NULL);
}

static int write_json(const char *folder, const char *name, json_t *json)
{
    struct outfile out;
    char *path = in_folder(folder, name);
    int err = json ? outfile_open(&out, path) : ERR_MEMORY;
    if (!err) {
        json_dumpf(json, out.stream, JSON_INDENT(1) | JSON_REAL_PRECISION(12));
        fputc('\n', out.stream);
        err = outfile_commit(&out);
    }
    g_free(path);
    json_decref(json);
    return err;
}

/* What tells that a file is still the one that was refereed. */
static json_t *mark_of(const char *video)
{
    struct stat st;
    if (stat(video, &st))
        return json_null();
    return json_pack("[I, I]", (json_int_t)st.st_size, (json_int_t)st.st_mtime);
}

bool review_made(const struct review_order *o)
{
    char *path = in_folder(o->folder, "review.json");
    json_t *info = json_load_file(path, 0, NULL), *mark = mark_of(o->video);
    bool made = info && json_equal(json_object_get(info, "mark"), mark);
    json_decref(info);
    json_decref(mark);
    g_free(path);
    return made;
}

static int with_files(struct making *m, const struct look *look)
{
    char *rows = in_folder(m->order->folder, "rows.bin"), *lines = in_folder(m->order->folder, "track.jsonl");
    int err = rows_create(&m->rows, rows), result = EXIT_FAILED;
    if (!err && (err = outfile_open(&m->lines, lines)))
        rows_discard(&m->rows);
    if (err)
        result = command_result(err, m->order->folder, "Name a folder that you may write to.");
    else if ((result = film_job_run(&m->job, look))) {
        rows_discard(&m->rows);
        outfile_discard(&m->lines);
    } else {
        err = rows_commit(&m->rows);
        int other = outfile_commit(&m->lines);
        result = command_result(err ? err : other, m->order->folder, NULL);
    }
    g_free(rows);
    g_free(lines);
    return result;
}

/* ---- judging ----------------------------------------------------------------------------------------------------- */

static json_t *info_of(const struct making *m, json_t *setup)
{
    char *full = realpath(m->order->video, NULL), *name = g_path_get_basename(m->order->video);
    const struct bed *b = &m->job.calibration.table.bed;
    json_t *names = new_match_players(m->order->players ? m->order->players : "A,B");
    json_t *info = json_pack("{s:s, s:s, s:s, s:o, s:s, s:s, s:s, s:o, s:{s:f, s:f, s:f, s:f}, s:i, s:i, s:f, s:o}",
                             "type", "review", "video", full ? full : m->order->video, "video_name", name, "mark",
                             mark_of(m->order->video), "game", m->game->name, "edition", m->game->edition, "kind",
                             m->job.calibration.table.kind, "players", names, "table", "L", b->length, "W", b->width,
                             "d", b->ball_d, "cue_d", b->cue_ball_d, "width", m->info.width, "height", m->info.height,
                             "fps", m->info.fps, "setup", setup);
    g_free(name);
    free(full);
    return info;
}

/* Without the copy everything works, only jumps take longer: nothing fails for want of it. */
static void copy_for_looking(const struct review_order *o)
{
    char *path = in_folder(o->folder, "scrub.mp4");
    unlink(path);
    if (scrub_is_needed(o->video) && scrub_make(o->video, path))
        fprintf(stderr, "whiteglove: %s: no quick copy could be made; jumps will take longer\n", o->video);
    g_free(path);
}

static int finish(struct making *m)
{
    const struct review_order *o = m->order;
    char error[SCENARIO_ERROR_BYTES] = "";
    struct guess_given given = o->given;
    given.ever = m->ever;
    json_t *setup = guess_setup(m->game, m->position, m->stroke, &given);
    json_t *info = info_of(m, json_incref(setup));
    int err = write_json(o->folder, "calibration.json", calibration_to_json(&m->job.calibration));
    copy_for_looking(o);
    if (!err)
        err = write_json(o->folder, "review.json", json_incref(info));
    if (!err)
        err = review_judge(o->folder, setup, error);
    if (err) { /* what is there is not a review */
        char *path = in_folder(o->folder, "review.json");
        unlink(path);
        g_free(path);
    }
    json_decref(info);
    json_decref(setup);
    return err ? command_failed(o->folder, *error ? error : err_text(err), NULL) : EXIT_DONE;
}

int review_make(const struct review_order *o)
{
    static struct making m;
    struct look look;
    m = (struct making){.order = o, .game = rules_game(o->game, o->edition)};
    m.job = (struct film_job){.uri = o->video,
                              .progress = true,
                              .set = ball_set(m.game->balls),
                              .sink = {&m, on_position, on_event, on_stroke},
                              .opened = on_opened,
                              .frame = on_frame};
    rules_open(m.game, &m.state, 1);
    m.job.names = rules_balls(m.game);
    int result = look_at(&look, o->video, 3);
    if (result)
        return result;
    result = find_table(&m, &look);
    m.state.bed = m.job.calibration.table.bed;
    if (!result && g_mkdir_with_parents(o->folder, 0777)) /* what is no film of a table leaves nothing behind */
        result = command_result(err_from_errno(errno), o->folder, "Name a folder that you may write to.");
    if (!result)
        result = with_files(&m, &look);
    look_free(&look);
    if (!result)
        result = finish(&m);
    json_decref(m.position);
    json_decref(m.stroke);
    return result;
}
