/* SPDX-License-Identifier: Apache-2.0 */
/* keeper_lines.c: what becomes of each line of a source: a stroke, balls at rest, what hands did, an act. */
#include "keeper_inside.h"

#include "astray.h"
#include "census.h"
#include "conduct.h"
#include "err.h"
#include "hindsight.h"
#include "infer.h"

#include <math.h>
#include <stdio.h>

/* A stroke is told within less after its last ball rests: one that hangs is waited for, 5 s and a moment. */
#define TOLD_AFTER_S 6.0

/* ---- strokes ----------------------------------------------------------------------------------------------------- */

/* What a referee takes as said because the player simply plays on: the choice, the next frame. */
static int infer_before_stroke(struct keeper *k, const json_t *position, double t, char *error)
{
    json_t *act;
    int err = 0;
    for (int i = 0; !err && i < INFERRED_MAX && (act = infer_act(k->match, position)); i++) {
        json_object_set_new(act, "t", json_real(t));
        err = keeper_enter_inferred(k, act, error);
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
    int err = keeper_write(k, note);
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
                             "camera", "why", "a hand took the cue-ball");
    if (k->line)
        json_object_set_new(note, "line", json_integer((json_int_t)k->line));
    int err = keeper_write(k, note);
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
    if (c->hand)
        json_object_set_new(entry, "hand", json_true());
}

static struct census take_census(struct keeper *k, const json_t *line, const json_t *position, enum hand hand)
{
    bool rolling = json_array_size(json_object_get(line, "moving_at_strike"));
    const json_t *respot = json_object_get(infer_last_ruling(k->match), "respot");
    struct census c =
        census_take(match_now(k->match), line, position, k->events, respot, hand, k->position_sd <= 0 || rolling);
    json_t *events = census_events(match_now(k->match), line, position, k->events, c.back);
    json_decref(k->events);
    k->events = events;
    return c;
}

/* What is played now tells of the stroke before. */
static void note_conduct(struct census *c, bool asked)
{
    if (!asked)
        return;
    c->strange = true;
    c->noticed = c->noticed ? c->noticed : json_array();
    json_array_append_new(c->noticed, json_string("it tells of the stroke before, which was in question"));
}

static int enter_stroke(struct keeper *k, const json_t *line, const json_t *position, enum hand hand, bool asked,
                        char *error)
{
    struct census census = take_census(k, line, position, hand);
    note_conduct(&census, asked);
    bool seen = k->position_sd > 0;
    json_t *own = seen ? census_stroke(match_now(k->match), line, census.back) : json_copy((json_t *)line);
    json_t *entry = json_pack("{s:s, s:f, s:s, s:i, s:o}", "type", "stroke", "t", time_of(line, "t1") + k->offset,
                              "origin", "camera", "n", (int)time_of(line, "n"), "stroke",
                              seen_stroke(k->match, &k->clock, own, k->events, k->offset));
    json_decref(own);
    if (json_object_size(position))
        json_object_set_new(entry, "position", json_deep_copy(position));
    if (json_object_size(position) && !json_object_get(line, "position") && seen) {
        json_object_set_new(entry, "position_sd", json_real(k->position_sd));
        json_object_set_new(entry, "position_shared_sd", json_real(k->errs.shared));
        seen_rest(json_object_get(entry, "stroke"), &k->errs);
    }
    note_census(&census, entry);
    int err = keeper_enter(k, entry, error);
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

/* Before balls that must be racked again lie there, hands clear the table, and what they carry may seem to be struck.
 */
static enum hand hand_at_stroke(const struct keeper *k, const json_t *line, const json_t *position)
{
    const struct scenario *now = match_now(k->match);
    enum hand hand = hand_at_cue_ball(now, infer_in_hand_offered(k->match), line, k->events);
    if (hand != HAND_NONE || !infer_racking_due(k->match) || setup_in_rack(now, position))
        return hand;
    return json_array_size(json_object_get(line, "first_contact")) ? HAND_MAYBE : HAND_SURE;
}

static int enter_if_any(struct keeper *k, json_t *act, char *error)
{
    int err = act ? keeper_enter_inferred(k, act, error) : 0;
    json_decref(act);
    return err;
}

/* What does not fit the match any more is not supposed. */
static int suppose(struct keeper *k, json_t *act, char *error)
{
    int err = enter_if_any(k, act, error);
    return is_refusal(err) ? 0 : err;
}

/* What the table and this stroke tell of those before it: where a ball went that nobody saw go, which of the rulings
 * that were left open was right, and how many balls are left. `asked`: so this stroke is a question too. */
static int look_back(struct keeper *k, const json_t *line, const json_t *position, bool *asked, char *error)
{
    *asked = false;
    if (k->position_sd <= 0)
        return 0; /* told by who knows, not seen */
    json_t *stroke = seen_stroke(k->match, &k->clock, line, k->events, k->offset);
    double t = time_of(stroke, "t0");
    int err = enter_if_any(k, hindsight_gone(k->match, position, t), error);
    if (!err) {
        struct conduct conduct = conduct_see(k->match, stroke, position, t);
        err = suppose(k, conduct.settles, error);
        *asked = conduct.asked;
    }
    if (!err)
        err = enter_if_any(k, hindsight_miscounted(k->match, position, t), error);
    json_decref(stroke);
    return err;
}

static int judge_stroke(struct keeper *k, const json_t *line, const json_t *position, char *error)
{
    enum hand hand = hand_at_stroke(k, line, position);
    if (hand == HAND_SURE)
        return pass_by(k, line);
    double t0 = time_of(line, "t0") + k->offset;
    bool asked = false;
    int err = keeper_pass_time(k, t0, error);
    if (!err)
        err = look_back(k, line, position, &asked, error);
    if (!err)
        err = infer_before_stroke(k, position, t0, error);
    if (err || match_contest(k->match)->over)
        return err; /* who plays on after the match plays for himself */
    return enter_stroke(k, line, position, hand, asked, error);
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
    if (seen)
        census_renamed(&names, match_now(k->match), line, k->position, k->events);
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

/* When balls last moved; a position says what that was. */
static void note_stir(struct keeper *k, const json_t *line)
{
    k->stirred = keeper_is(line, "position") ? 0 : time_of(line, "t") + k->offset;
}

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
    note_stir(k, line);
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
    int err = keeper_write(k, note);
    json_decref(note);
    if (!err)
        k->tell(k->user, &said);
    return err;
}

/* The first position after a restart says which red is which, and whether somebody moved the balls meanwhile. */
static int recognise(struct keeper *k, const json_t *line)
{
    if (!k->strange || !keeper_is(line, "position"))
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
    int err = keeper_enter_inferred(k, act, error);
    json_decref(act);
    return err;
}

/* Balls that moved lie still again, but whether that was a stroke, and when it began, has not been told yet. */
static bool may_have_been_struck(const struct keeper *k, double t)
{
    return k->stirred > 0 && t - k->stirred < TOLD_AFTER_S;
}

/* A ball that left its place before anybody played again. Strokes come with their own events: what is left over at rest
 * is of no stroke. All of it goes with the entry, so that a source that is read again goes on from there. */
static int take_astray(struct keeper *k, const json_t *places, double t, char *error)
{
    if (!json_array_size(k->events) || may_have_been_struck(k, t))
        return 0;
    const struct scenario *now = match_now(k->match);
    struct setup_names names = census_names(&k->names, now, k->position, k->events);
    json_t *events = setup_rename(&names, k->events), *position = setup_rename(&names, k->position);
    bool in_hand = now->state.in_hand || infer_in_hand_offered(k->match) || infer_racking_due(k->match);
    ball_id ball = astray_find(now, in_hand, events, places);
    int err = 0;
    if (ball) {
        json_t *entry = astray_entry(now, ball, events, position, places, t, k->offset);
        err = keeper_enter(k, entry, error);
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
    bool struck = may_have_been_struck(k, t);
    json_t *faults = now->state.frame_over || struck ? NULL : lookout_see(&k->lookout, now, places, t);
    json_t *next =
        now->state.frame_over && lookout_racked(&k->lookout, now, places, t) ? infer_new_frame(k->match) : NULL;
    int err = struck ? 0 : keeper_pass_time(k, t, error);
    if (!err && !now->state.frame_over)
        err = take_astray(k, places, t, error);
    if (!err && !struck)
        err = start_clock(k, places, t, error);
    if (!err && faults)
        err = tell_noticed(k, faults, t);
    if (!err && next) {
        json_object_set_new(next, "t", json_real(t));
        err = keeper_enter_inferred(k, next, error);
    }
    json_decref(next);
    json_decref(faults);
    json_decref(places);
    return err;
}

static int take_act(struct keeper *k, const json_t *act, double t, char *error)
{
    int err = may_have_been_struck(k, t) ? 0 : keeper_pass_time(k, t, error);
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
    err = keeper_enter(k, entry, error);
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
    int err = keeper_write(k, note);
    json_decref(note);
    return err;
}

static int take_line(struct keeper *k, const json_t *line, char *error)
{
    const json_t *t = json_object_get(line, "t");
    if (keeper_is(line, "stroke"))
        return take_stroke(k, line, error);
    if (keeper_is(line, "act"))
        return take_act(k, line, json_is_number(t) ? json_number_value(t) + k->offset : k->last_t, error);
    if (keeper_is(line, "position"))
        return take_position(k, line, error);
    if (keeper_is(line, "frame") && lookout_all_rest(line))
        return take_rest(k, line, error);
    if (keeper_is(line, "frame"))
        note_stir(k, line);
    if (keeper_is(line, "camera"))
        return take_camera(k, line);
    if (keeper_is(line, "event"))
        take_event(k, line);
    return 0;
}

static void look_again(struct keeper *k, const json_t *line)
{
    json_t *places = setup_places(json_object_get(line, "balls"));
    json_decref(lookout_see(&k->lookout, match_now(k->match), places, time_of(line, "t") + k->offset));
    json_decref(places);
}

/* A line that is in the journal already, of a source that is read again: nothing is entered or told, but what has been
 * watched since the last stroke is watched again, so that the journal goes on as it would have. */
static void pass_over(struct keeper *k, const json_t *line)
{
    if (keeper_is(line, "stroke") || keeper_is(line, "act"))
        lookout_reset(&k->lookout);
    if (keeper_is(line, "position") || (keeper_is(line, "frame") && !lookout_all_rest(line)))
        note_stir(k, line);
    else if (keeper_is(line, "frame") && !may_have_been_struck(k, time_of(line, "t") + k->offset))
        look_again(k, line);
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
    json_t *own = keeper->names.n && keeper_is(line, "frame") ? setup_rename(&keeper->names, line) : NULL;
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
