/* SPDX-License-Identifier: Apache-2.0 */
#include "keeper.h"

#include "census.h"
#include "err.h"
#include "falls.h"
#include "infer.h"
#include "journal.h"
#include "lookout.h"
#include "seen.h"
#include "stow.h"

#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define TOLD_AFTER_S 5.0 /* a stroke is told within less after its last ball rests */

struct keeper {
    struct match *match;
    struct clock clock;
    struct journal *journal;
    struct journal_report report;
    struct policy policy;
    keeper_tell *tell;
    void *user;
    bool repeats;
    int failed;        /* the disk's error, once there was one */
    size_t lines_done; /* of the source, by the journal */
    size_t line;       /* being worked on; 0: not from the source */
    double last_t, offset;
    double stirred;     /* when balls were last seen to move; 0: what that was has been told */
    json_t *events;     /* of the source since the last stroke */
    json_t *position;   /* where it saw the balls last, {ball: [x, y]} */
    double position_sd; /* mm; 0: exactly */
    struct seen_error errs;
    size_t events_dropped;
    struct lookout lookout;
    struct stow stow;
    bool strange; /* the source counts its balls anew: they must be recognised */
    struct setup_names names;
    char error[SCENARIO_ERROR_BYTES]; /* while the journal is read */
};

const struct match *keeper_match(const struct keeper *keeper)
{
    return keeper->match;
}

const struct clock *keeper_clock(const struct keeper *keeper)
{
    return &keeper->clock;
}

const struct journal_report *keeper_report(const struct keeper *keeper)
{
    return &keeper->report;
}

double keeper_offset(const struct keeper *keeper)
{
    return keeper->offset;
}

size_t keeper_lines_done(const struct keeper *keeper)
{
    return keeper->lines_done;
}

static bool is_type(const json_t *line, const char *type)
{
    const char *own = json_string_value(json_object_get(line, "type"));
    return own && !strcmp(own, type);
}

/* ---- into the journal -------------------------------------------------------------------------------------------- */

static void fold_clock(struct keeper *k, const json_t *line)
{
    if (is_type(line, "match")) {
        const struct timing timing = clock_timing(&match_now(k->match)->game->timing, json_object_get(line, "timing"));
        clock_open(&k->clock, &timing);
    }
    clock_fold(&k->clock, line);
}

/* Everything that follows from a line being in the journal, now or when it is read back. */
static void note_line(struct keeper *k, const json_t *line)
{
    const json_t *t = json_object_get(line, "t");
    size_t number = (size_t)json_integer_value(json_object_get(line, "line"));
    if (json_is_number(t) && json_number_value(t) > k->last_t)
        k->last_t = json_number_value(t);
    if (number > k->lines_done)
        k->lines_done = number;
    if (is_type(line, "stroke") || is_type(line, "act"))
        lookout_reset(&k->lookout);
    fold_clock(k, line);
}

static int write_line(struct keeper *k, const json_t *line)
{
    long long offset = journal_end(k->journal);
    k->failed = journal_append(k->journal, line);
    if (!k->failed) {
        stow_note(&k->stow, k->match, line, offset);
        note_line(k, line);
    }
    return k->failed;
}

static const char *origin_of(const json_t *entry)
{
    const char *origin = json_string_value(json_object_get(entry, "origin"));
    return origin ? origin : is_type(entry, "stroke") ? "camera" : "official";
}

static int write_ruling(struct keeper *k, json_t *ruling, const json_t *entry, bool again)
{
    struct keeper_said said = {.match = k->match, .ruling = ruling, .origin = origin_of(entry), .again = again};
    said.verdict = policy_decide(&k->policy, ruling, said.origin);
    said.noticed = json_object_get(entry, "noticed");
    if (said.verdict == VERDICT_CALL && k->policy.mode == POLICY_ACTIVE &&
        json_is_true(json_object_get(entry, "strange")))
        said.verdict = VERDICT_ASK; /* perhaps a stroke went unseen, perhaps it was none */
    json_object_set_new(ruling, "verdict", json_string(verdict_word(said.verdict)));
    json_object_set(ruling, "t", json_object_get(entry, "t"));
    if (json_object_get(entry, "n"))
        json_object_set(ruling, "n", json_object_get(entry, "n"));
    int err = write_line(k, ruling);
    if (!err)
        k->tell(k->user, &said);
    return err;
}

/* Folds an entry, makes it durable, then what follows from it, and only then tells. */
static int enter(struct keeper *k, json_t *entry, char *error)
{
    json_t *ruling = NULL;
    if (k->failed)
        return k->failed;
    if (k->line)
        json_object_set_new(entry, "line", json_integer((json_int_t)k->line));
    int err = match_apply(k->match, entry, &ruling, error);
    if (!err && (err = write_line(k, entry)))
        snprintf(error, SCENARIO_ERROR_BYTES, "the journal could not be written");
    if (!err && ruling && (err = write_ruling(k, ruling, entry, false)))
        snprintf(error, SCENARIO_ERROR_BYTES, "the journal could not be written");
    json_decref(ruling);
    stow_old(&k->stow, k->match);
    return err;
}

/* Entries that nobody typed: they are not the line of the source that gave rise to them. */
static int enter_inferred(struct keeper *k, json_t *entry, char *error)
{
    size_t line = k->line;
    k->line = 0;
    int err = enter(k, entry, error);
    k->line = line;
    return err;
}

/* ---- time -------------------------------------------------------------------------------------------------------- */

static int pass_time(struct keeper *k, double t, char *error)
{
    json_t *due;
    int err = 0;
    while (!err && match_now(k->match) && !match_now(k->match)->state.frame_over && (due = clock_due(&k->clock, t))) {
        err = enter_inferred(k, due, error);
        json_decref(due);
    }
    return err;
}

int keeper_time(struct keeper *keeper, double t, char error[SCENARIO_ERROR_BYTES])
{
    return pass_time(keeper, t + keeper->offset, error);
}

/* ---- strokes ----------------------------------------------------------------------------------------------------- */

/* What a referee takes as said because the player simply plays on: the choice, the next frame. */
static int infer_before_stroke(struct keeper *k, const json_t *position, double t, char *error)
{
    json_t *act;
    int err = 0;
    for (int i = 0; !err && i < INFERRED_MAX && (act = infer_act(k->match, position)); i++) {
        json_object_set_new(act, "t", json_real(t));
        err = enter_inferred(k, act, error);
        json_decref(act);
    }
    return err;
}

static double time_of(const json_t *object, const char *key)
{
    return json_number_value(json_object_get(object, key));
}

/* Nothing that was seen goes unmentioned, even if the rules can make nothing of it. */
static int note_refused(struct keeper *k, const json_t *line, const char *why)
{
    json_t *note = json_pack("{s:s, s:s, s:i, s:O}", "type", "refused", "why", why, "line", (int)k->line, "seen", line);
    struct keeper_said said = {.match = k->match, .verdict = VERDICT_ASK, .origin = "camera", .refused = why};
    int err = write_line(k, note);
    json_decref(note);
    if (!err)
        k->tell(k->user, &said);
    return err;
}

static bool is_refusal(int err)
{
    return err == ERR_FORMAT || err == ERR_INCONSISTENT || err == ERR_RANGE;
}

/* No stroke, but nothing that was seen goes unmentioned. */
static int pass_by(struct keeper *k, const json_t *line)
{
    json_t *note = json_pack("{s:s, s:f, s:s, s:s}", "type", "ignored", "t", time_of(line, "t1") + k->offset, "origin",
                             "camera", "why", "the cue-ball in hand was picked up");
    if (k->line)
        json_object_set_new(note, "line", json_integer((json_int_t)k->line));
    int err = write_line(k, note);
    json_decref(note);
    return err;
}

/* What makes a person look twice before a call goes into the journal with the stroke. */
static void note_census(const struct census *c, json_t *entry)
{
    if (c->noticed)
        json_object_set(entry, "noticed", c->noticed);
    if (c->back)
        json_object_set(entry, "back", c->back);
    if (c->strange)
        json_object_set_new(entry, "strange", json_true());
}

static struct census take_census(struct keeper *k, const json_t *line, const json_t *position, enum hand hand)
{
    bool rolling = json_array_size(json_object_get(line, "moving_at_strike"));
    const json_t *respot = json_object_get(infer_last_ruling(k->match), "respot");
    struct census c =
        census_take(match_now(k->match), line, position, k->events, respot, hand, k->position_sd <= 0 || rolling);
    json_t *events = census_events(match_now(k->match), line, k->events, c.back);
    json_decref(k->events);
    k->events = events;
    return c;
}

static int enter_stroke(struct keeper *k, const json_t *line, const json_t *position, enum hand hand, char *error)
{
    struct census census = take_census(k, line, position, hand);
    json_t *entry = json_pack("{s:s, s:f, s:s, s:i, s:o}", "type", "stroke", "t", time_of(line, "t1") + k->offset,
                              "origin", "camera", "n", (int)time_of(line, "n"), "stroke",
                              seen_stroke(k->match, &k->clock, line, k->events, k->offset));
    if (json_object_size(position))
        json_object_set_new(entry, "position", json_deep_copy(position));
    if (json_object_size(position) && !json_object_get(line, "position") && k->position_sd > 0) {
        json_object_set_new(entry, "position_sd", json_real(k->position_sd));
        json_object_set_new(entry, "position_shared_sd", json_real(k->errs.shared));
        seen_rest(json_object_get(entry, "stroke"), &k->errs);
    }
    note_census(&census, entry);
    int err = enter(k, entry, error);
    json_decref(entry);
    census_clear(&census);
    return err;
}

/* Where the balls lay before the stroke. New reference. */
static json_t *position_before(const struct keeper *k, const json_t *line)
{
    json_t *own = json_object_get(line, "position");
    if (own || k->position_sd <= 0)
        return json_incref(own ? own : k->position);
    return census_position(match_now(k->match), k->position, k->events, json_object_get(line, "balls_at_rest"));
}

static int judge_stroke(struct keeper *k, const json_t *line, const json_t *position, char *error)
{
    enum hand hand = hand_at_cue_ball(match_now(k->match), infer_in_hand_offered(k->match), line, k->events);
    if (hand == HAND_SURE)
        return pass_by(k, line);
    double t0 = time_of(line, "t0") + k->offset;
    int err = pass_time(k, t0, error);
    if (!err)
        err = infer_before_stroke(k, position, t0, error);
    if (err || match_contest(k->match)->over)
        return err; /* who plays on after the match plays for himself */
    return enter_stroke(k, line, position, hand, error);
}

static void use_own_names(const struct setup_names *names, json_t **lines)
{
    json_t *own = setup_rename(names, *lines);
    json_decref(*lines);
    *lines = own;
}

/* Events and positions wait under the camera's names: only now is it known which red is which. */
static int take_stroke(struct keeper *k, const json_t *line, char *error)
{
    bool seen = k->position_sd > 0 && !json_object_get(line, "position");
    struct setup_names names = seen ? census_names(&k->names, match_now(k->match), k->position, k->events) : k->names;
    json_t *own = setup_rename(&names, line);
    use_own_names(&names, &k->events);
    use_own_names(&names, &k->position);
    json_t *position = position_before(k, own);
    int err = judge_stroke(k, own, position, error);
    json_decref(position);
    json_array_clear(k->events);
    json_object_clear(k->position);
    if (is_refusal(err) && note_refused(k, own, error))
        err = k->failed;
    json_decref(own);
    return err;
}

/* ---- other lines of the source ----------------------------------------------------------------------------------- */

/* The balls rest: that much time has passed without a stroke. */
static int take_position(struct keeper *k, const json_t *line, char *error)
{
    const json_t *balls = json_object_get(line, "balls");
    json_decref(k->position);
    k->position = setup_places(balls);
    k->position_sd = 0;
    for (size_t i = 0; i < json_array_size(balls); i++)
        k->position_sd = fmax(k->position_sd, time_of(json_array_get(balls, i), "sd"));
    k->errs = seen_error(time_of(line, "calibration_sd"));
    if (k->position_sd > 0) /* what was measured many times still has the error of the calibration in it */
        k->position_sd = hypot(k->position_sd, k->errs.near);
    k->stirred = 0;
    (void)error; /* clocks wait for the next stroke or frame: a position is also told after the strike of the next */
    return 0;
}

/* Something is not in order on the table: written down, mentioned, and no ruling. */
static int tell_noticed(struct keeper *k, const json_t *faults, double t)
{
    struct keeper_said said = {.match = k->match, .verdict = VERDICT_LOG, .origin = "camera", .noticed = faults};
    json_t *note = json_pack("{s:s, s:f, s:s, s:O}", "type", "noticed", "t", t, "origin", "camera", "faults", faults);
    if (k->line)
        json_object_set_new(note, "line", json_integer((json_int_t)k->line));
    int err = write_line(k, note);
    json_decref(note);
    if (!err)
        k->tell(k->user, &said);
    return err;
}

/* The first position after a restart says which red is which, and whether somebody moved the balls meanwhile. */
static int recognise(struct keeper *k, const json_t *line)
{
    if (!k->strange || !is_type(line, "position"))
        return 0;
    k->names.n = 0;
    take_position(k, line, k->error);
    setup_recognise(&k->names, match_now(k->match), k->position);
    k->strange = false;
    json_t *own = setup_rename(&k->names, k->position), *faults = setup_faults(match_now(k->match), own);
    int err = faults ? tell_noticed(k, faults, time_of(line, "t") + k->offset) : 0;
    json_decref(faults);
    json_decref(own);
    return err;
}

static void take_event(struct keeper *k, const json_t *line)
{
    if (json_array_size(k->events) < SCENARIO_EVENTS)
        json_array_append(k->events, (json_t *)line);
    else
        k->events_dropped++;
}

/* Everything is ready for the player whose clock has waited for that. */
static int start_clock(struct keeper *k, const json_t *places, double t, char *error)
{
    const json_t *respot = json_object_get(infer_last_ruling(k->match), "respot");
    if (!k->clock.waits || !setup_is_ready(match_now(k->match), places, respot))
        return 0;
    json_t *act = json_pack("{s:s, s:s, s:s, s:b, s:f, s:i}", "type", "act", "act", "clock", "origin", "camera",
                            "inferred", true, "t", t, "shot_s", 0);
    int err = enter_inferred(k, act, error);
    json_decref(act);
    return err;
}

/* Balls that moved lie still again, but whether that was a stroke, and when it began, has not been told yet. */
static bool may_have_been_struck(const struct keeper *k, double t)
{
    return k->stirred > 0 && t - k->stirred < TOLD_AFTER_S;
}

/* A ball that fell before anybody played again. Strokes come with their own events: what is left over at rest is of no
 * stroke. All of it goes with the entry, so that a source that is read again goes on from there. */
static int take_fall(struct keeper *k, const json_t *places, double t, char *error)
{
    if (!json_array_size(k->events) || may_have_been_struck(k, t))
        return 0;
    const struct scenario *now = match_now(k->match);
    struct setup_names names = census_names(&k->names, now, k->position, k->events);
    json_t *events = setup_rename(&names, k->events), *position = setup_rename(&names, k->position);
    bool in_hand = now->state.in_hand || infer_in_hand_offered(k->match);
    ball_id ball = falls_find(now, in_hand, events, places);
    int err = 0;
    if (ball) {
        json_t *entry = falls_entry(now, ball, events, position, t, k->offset);
        err = enter(k, entry, error);
        json_decref(entry);
        json_array_clear(k->events);
    }
    json_decref(events);
    json_decref(position);
    return err;
}

/* Nothing moves: clocks run, balls that were put back are compared with where they belong, and after a frame balls that
 * are racked again start the next one. */
static int take_rest(struct keeper *k, const json_t *line, char *error)
{
    double t = time_of(line, "t") + k->offset;
    json_t *places = setup_places(json_object_get(line, "balls"));
    const struct scenario *now = match_now(k->match);
    json_t *faults = now->state.frame_over ? NULL : lookout_see(&k->lookout, now, places, t);
    json_t *next =
        now->state.frame_over && lookout_racked(&k->lookout, now, places, t) ? infer_new_frame(k->match) : NULL;
    bool struck = may_have_been_struck(k, t);
    int err = struck ? 0 : pass_time(k, t, error);
    if (!err && !now->state.frame_over)
        err = take_fall(k, places, t, error);
    if (!err && !struck)
        err = start_clock(k, places, t, error);
    if (!err && faults)
        err = tell_noticed(k, faults, t);
    if (!err && next) {
        json_object_set_new(next, "t", json_real(t));
        err = enter_inferred(k, next, error);
    }
    json_decref(next);
    json_decref(faults);
    json_decref(places);
    return err;
}

static int take_act(struct keeper *k, const json_t *act, double t, char *error)
{
    int err = pass_time(k, t, error);
    json_t *entry = err ? NULL : infer_target(k->match, act, error);
    if (!entry && !err && json_is_true(json_object_get(act, "if_open")))
        return 0; /* a choice for the case that it is offered */
    if (!entry)
        return err ? err : ERR_FORMAT;
    json_object_del(entry, "if_open");
    json_object_set_new(entry, "type", json_string("act"));
    json_object_set_new(entry, "t", json_real(t));
    if (!json_object_get(entry, "origin"))
        json_object_set_new(entry, "origin", json_string("official"));
    err = enter(k, entry, error);
    json_decref(entry);
    return err;
}

/* What happened to the camera changes no score, but who looks at a call again wants to know. */
static int take_camera(struct keeper *k, const json_t *line)
{
    json_t *note = json_deep_copy(line);
    seen_shift(note, "t", k->offset);
    json_object_set_new(note, "origin", json_string("camera"));
    if (k->line)
        json_object_set_new(note, "line", json_integer((json_int_t)k->line));
    int err = write_line(k, note);
    json_decref(note);
    return err;
}

static int take_line(struct keeper *k, const json_t *line, char *error)
{
    const json_t *t = json_object_get(line, "t");
    if (is_type(line, "stroke"))
        return take_stroke(k, line, error);
    if (is_type(line, "act"))
        return take_act(k, line, json_is_number(t) ? json_number_value(t) + k->offset : k->last_t, error);
    if (is_type(line, "position"))
        return take_position(k, line, error);
    if (is_type(line, "frame") && lookout_all_rest(line))
        return take_rest(k, line, error);
    if (is_type(line, "frame"))
        k->stirred = json_number_value(t) + k->offset;
    if (is_type(line, "camera"))
        return take_camera(k, line);
    if (is_type(line, "event"))
        take_event(k, line);
    return 0;
}

/* A line that is in the journal already, of a source that is read again: nothing is entered or told, but what has been
 * watched since the last stroke is watched again, so that the journal goes on as it would have. */
static void pass_over(struct keeper *k, const json_t *line)
{
    if (is_type(line, "stroke") || is_type(line, "act"))
        lookout_reset(&k->lookout);
    if (!is_type(line, "frame") || !lookout_all_rest(line))
        return;
    json_t *places = setup_places(json_object_get(line, "balls"));
    json_decref(lookout_see(&k->lookout, match_now(k->match), places, time_of(line, "t") + k->offset));
    json_decref(places);
}

int keeper_line(struct keeper *keeper, const json_t *line, size_t number, char error[SCENARIO_ERROR_BYTES])
{
    *error = 0;
    if (keeper->failed)
        return keeper->failed;
    if (keeper->repeats && number <= keeper->lines_done) {
        pass_over(keeper, line);
        return 0;
    }
    keeper->line = keeper->repeats ? number : 0;
    int err = recognise(keeper, line);
    json_t *own = keeper->names.n && is_type(line, "frame") ? setup_rename(&keeper->names, line) : NULL;
    if (!err)
        err = take_line(keeper, own ? own : line, error);
    json_decref(own);
    keeper->line = 0;
    return err;
}

int keeper_act(struct keeper *keeper, const json_t *act, double t, char error[SCENARIO_ERROR_BYTES])
{
    *error = 0;
    return keeper->failed ? keeper->failed : take_act(keeper, act, t + keeper->offset, error);
}

/* ---- opening ----------------------------------------------------------------------------------------------------- */

static int reread(void *user, size_t number, const json_t *line)
{
    struct keeper *k = user;
    (void)number;
    int err = match_reread(k->match, line, k->error);
    if (!err) {
        stow_note(&k->stow, k->match, line, k->report.offset);
        note_line(k, line);
    }
    return err;
}

static json_t *load_line(void *user, long long offset)
{
    const struct keeper *k = user;
    return journal_line(k->journal, offset);
}

/* A crash between an entry and its ruling: the ruling follows now. */
static int catch_up(struct keeper *k)
{
    json_t *ruling = match_unwritten(k->match);
    if (!ruling)
        return 0;
    int err = write_ruling(k, ruling, match_entry(k->match, match_next_seq(k->match) - 1), true);
    json_decref(ruling);
    return err;
}

/* A new file is only safe when its folder knows of it. */
static void sync_folder(const char *folder)
{
    int fd = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd < 0)
        return;
    (void)!fsync(fd);
    close(fd);
}

static int begin(struct keeper *k, const struct keeper_settings *s, char *error)
{
    if (match_now(k->match))
        return catch_up(k);
    sync_folder(s->folder);
    json_t *entry = json_deep_copy(s->match);
    int err = enter(k, entry, error);
    json_decref(entry);
    return err;
}

static int open_journal(struct keeper *k, const struct keeper_settings *s, char *error)
{
    size_t size = strlen(s->folder) + sizeof "/journal.jsonl";
    char *path = malloc(size);
    if (!path)
        return ERR_MEMORY;
    snprintf(path, size, "%s/journal.jsonl", s->folder);
    int err = journal_open(&k->journal, path, reread, k, &k->report);
    free(path);
    if (err && k->report.bad_line)
        snprintf(error, SCENARIO_ERROR_BYTES, "line %zu of the journal: %.160s", k->report.bad_line,
                 *k->error ? k->error : k->report.reason);
    return err;
}

int keeper_open(struct keeper **keeper, const struct keeper_settings *settings, keeper_tell *tell, void *user,
                char error[SCENARIO_ERROR_BYTES])
{
    struct keeper *k = *keeper = calloc(1, sizeof *k);
    *error = 0;
    if (!k)
        return ERR_MEMORY;
    k->policy = settings->policy;
    k->repeats = settings->repeats;
    k->tell = tell;
    k->user = user;
    k->events = json_array();
    k->position = json_object();
    int err = match_open(&k->match);
    if (!err)
        err = open_journal(k, settings, error);
    if (!err)
        k->offset = k->repeats ? 0 : k->last_t;
    if (!err) {
        match_stow_with(k->match, load_line, k);
        stow_old(&k->stow, k->match);
    }
    k->strange = !err && !k->repeats && match_now(k->match);
    if (!err)
        err = begin(k, settings, error);
    if (err)
        keeper_close(keeper);
    return err;
}

void keeper_close(struct keeper **keeper)
{
    struct keeper *k = *keeper;
    if (!k)
        return;
    journal_close(&k->journal);
    match_close(&k->match);
    json_decref(k->events);
    json_decref(k->position);
    stow_close(&k->stow);
    free(k);
    *keeper = NULL;
}
