/* SPDX-License-Identifier: Apache-2.0 */
/* review.c: what is in the folder of a match, and what stood before and after each of its strokes? */
#include "review.h"

#include "err.h"
#include "file.h"
#include "journal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char *path_in(const char *folder, const char *name)
{
    size_t size = strlen(folder) + strlen(name) + 2;
    char *path = malloc(size);
    if (path)
        snprintf(path, size, "%s/%s", folder, name);
    return path;
}

static double number_in(const json_t *object, const char *key, double missing)
{
    const json_t *value = json_object_get(object, key);
    return json_is_number(value) ? json_number_value(value) : missing;
}

static bool is_type(const json_t *line, const char *type)
{
    const char *own = json_string_value(json_object_get(line, "type"));
    return own && !strcmp(own, type);
}

/* ---- the journal ------------------------------------------------------------------------------------------------- */

struct reading {
    struct match *match;
    json_t *asked; /* {"7": true}: entries whose ruling was put to people */
    char *error;
};

/* What is judged again from the journal has no verdict: how it was told is only in the line. */
static void note_verdict(json_t *asked, const json_t *line)
{
    char seq[16];
    const char *verdict = json_string_value(json_object_get(line, "verdict"));
    if (!is_type(line, "ruling") || !verdict)
        return;
    snprintf(seq, sizeof seq, "%d", (int)number_in(line, "of", 0));
    json_object_set_new(asked, seq, json_boolean(!strcmp(verdict, "ask")));
}

static int take_line(void *user, size_t number, const json_t *line)
{
    struct reading *k = user;
    (void)number;
    note_verdict(k->asked, line);
    return match_reread(k->match, line, k->error);
}

/* The strike, where only the events tell. */
static double first_time(const json_t *stroke, double missing)
{
    const json_t *events = json_object_get(stroke, "events");
    for (size_t i = 0; i < json_array_size(events); i++) {
        const json_t *e = json_array_get(events, i);
        const char *kind = json_string_value(json_object_get(e, "kind"));
        if (kind && !strcmp(kind, "strike"))
            return number_in(e, "t", missing);
    }
    return missing;
}

static void add_stroke(struct review *r, int seq, const json_t *entry, const json_t *asked)
{
    char key[16];
    const json_t *stroke = json_object_get(entry, "stroke");
    double t1 = number_in(stroke, "t1", number_in(entry, "t", 0));
    struct review_stroke *s = &r->stroke[r->strokes++];
    *s = (struct review_stroke){.seq = seq, .t1 = t1, .undone = match_undone(r->match, seq)};
    s->t0 = number_in(stroke, "t0", first_time(stroke, t1));
    snprintf(key, sizeof key, "%d", seq);
    s->asked = json_is_true(json_object_get(asked, key));
}

static int list_strokes(struct review *r, const json_t *asked)
{
    int entries = match_next_seq(r->match) - 1;
    free(r->stroke);
    r->strokes = 0;
    r->stroke = calloc((size_t)entries + 1, sizeof *r->stroke);
    for (int seq = 1; r->stroke && seq <= entries; seq++)
        if (is_type(match_entry(r->match, seq), "stroke"))
            add_stroke(r, seq, match_entry(r->match, seq), asked);
    return r->stroke ? 0 : ERR_MEMORY;
}

int review_reread(struct review *r, char error[SCENARIO_ERROR_BYTES])
{
    struct journal_report report = {0};
    struct reading k = {.asked = json_object(), .error = error};
    char *path = path_in(r->folder, "journal.jsonl");
    *error = 0;
    int err = path ? match_open(&k.match) : ERR_MEMORY;
    if (!err)
        err = journal_read(path, take_line, &k, &report);
    free(path);
    if (!err && !match_now(k.match))
        err = ERR_FORMAT;
    if (err) {
        if (!*error)
            snprintf(error, SCENARIO_ERROR_BYTES, "%s", *report.reason ? report.reason : err_text(err));
        match_close(&k.match);
    } else {
        match_close(&r->match);
        r->match = k.match;
        err = list_strokes(r, k.asked);
    }
    json_decref(k.asked);
    return err;
}

/* ---- the recording ----------------------------------------------------------------------------------------------- */

static void open_pictures(struct review *r)
{
    const char *video = json_string_value(json_object_get(r->info, "video"));
    char *path = path_in(r->folder, "rows.bin");
    int err = path ? rows_open(&r->rows, path) : ERR_MEMORY;
    free(path);
    if (err || !r->rows.count) {
        snprintf(r->no_pictures, sizeof r->no_pictures, "no recording belongs to this match");
        return;
    }
    err = video ? pictures_open(&r->pictures, video, &r->rows) : ERR_NOT_FOUND;
    if (err) {
        snprintf(r->no_pictures, sizeof r->no_pictures, "%.110s: %.40s", video ? video : "the recording",
                 err_text(err));
        return;
    }
    char *copy = path_in(r->folder, "scrub.mp4");
    if (copy && pictures_open(&r->scrub, copy, &r->rows))
        r->scrub = NULL;
    free(copy);
}

static void read_positions(struct review *r)
{
    char *path = path_in(r->folder, "track.jsonl");
    FILE *f = path ? fopen(path, "r") : NULL;
    json_t *line;
    r->positions = json_array();
    r->followed = json_array();
    while (f && (line = json_loadf(f, JSON_DISABLE_EOF_CHECK, NULL))) {
        if (is_type(line, "position"))
            json_array_append(r->positions, line);
        if (is_type(line, "stroke"))
            json_array_append(r->followed, line);
        json_decref(line);
    }
    if (f)
        fclose(f);
    free(path);
}

static void open_recording(struct review *r)
{
    char why[CALIBRATE_WHY];
    char *info = path_in(r->folder, "review.json"), *calibration = path_in(r->folder, "calibration.json");
    r->info = info ? json_load_file(info, 0, NULL) : NULL;
    r->offset = number_in(r->info, "offset", 0);
    r->calibrated = calibration && !calibration_read(&r->calibration, calibration, why);
    free(info);
    free(calibration);
    open_pictures(r);
    read_positions(r);
}

int review_open(struct review **out, const char *folder, char error[SCENARIO_ERROR_BYTES])
{
    struct review *r = *out = calloc(1, sizeof *r);
    if (!r)
        return ERR_MEMORY;
    r->folder = strdup(folder);
    int err = r->folder ? review_reread(r, error) : ERR_MEMORY;
    if (!err)
        open_recording(r);
    else
        review_close(out);
    return err;
}

void review_close(struct review **out)
{
    struct review *r = *out;
    if (!r)
        return;
    pictures_close(&r->pictures);
    pictures_close(&r->scrub);
    rows_close(&r->rows);
    match_close(&r->match);
    json_decref(r->info);
    json_decref(r->positions);
    json_decref(r->followed);
    free(r->stroke);
    free(r->folder);
    free(r);
    *out = NULL;
}

/* ---- one stroke -------------------------------------------------------------------------------------------------- */

/* After the ruling, with what was spotted; its state is the one before the next stroke. */
static void read_next(struct review_look *look)
{
    struct scenario *s = &look->then;
    struct ruling ruling;
    rules_judge_seen(s->game, &s->state, &s->stroke, s->events, s->events_n, &ruling);
    look->next = ruling.next;
    look->after = s->stroke.facts.rest;
    if (!look->after.known)
        look->after = ruling.next.pos;
}

int review_look(const struct review *r, int n, struct review_look *look)
{
    if (n < 1 || n > r->strokes)
        return ERR_RANGE;
    memset(look, 0, sizeof *look);
    look->n = n;
    look->stroke = &r->stroke[n - 1];
    look->entry = match_entry(r->match, look->stroke->seq);
    look->ruling = match_ruling(r->match, look->stroke->seq);
    int err = match_judged(r->match, look->stroke->seq, &look->then);
    if (err)
        return err;
    look->set = ball_set(look->then.game->balls);
    look->before = look->then.state.pos;
    look->cue = look->then.stroke.struck ? look->then.stroke.struck : BALL_CUE;
    read_next(look);
    review_read_sd(r, look);
    return 0;
}

struct layout review_last_known(const struct review *r, const struct review_look *look)
{
    struct review_look *last = malloc(sizeof *last);
    struct layout at = look->after;
    for (int n = r->strokes; last && n > look->n; n--)
        if (!review_look(r, n, last) && last->after.known) {
            at = last->after;
            break;
        }
    free(last);
    return at;
}

int64_t review_frame(const struct review *r, double t)
{
    return r->rows.count ? rows_at(&r->rows, (ns_t)((t - r->offset) * (double)NS_PER_S)) : -1;
}

double review_first_p(const struct review *r, double t0)
{
    for (size_t i = 0; i < json_array_size(r->followed); i++) {
        const json_t *line = json_array_get(r->followed, i);
        if (fabs(number_in(line, "t0", -1) + r->offset - t0) < 0.005)
            return number_in(line, "first_contact_p", -1);
    }
    return -1;
}
