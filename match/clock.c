/* SPDX-License-Identifier: Apache-2.0 */
/* clock.c: what do the clocks show, and which limit is reached next? */
#include "clock.h"

#include <math.h>
#include <string.h>

/* A limit is broken when it is passed, not when it is reached (SHO 3). */
#define PASSED_S 0.001

void clock_open(struct clock *clock, const struct timing *timing)
{
    memset(clock, 0, sizeof *clock);
    clock->timing = *timing;
}

struct timing clock_timing(const struct timing *book, const json_t *changes)
{
    struct timing t = *book;
    const struct {
        const char *key;
        double *value;
    } fields[] = {{"shot_s", &t.shot_s},
                  {"early_s", &t.early_s},
                  {"early_shot_s", &t.early_shot_s},
                  {"warn_s", &t.warn_s},
                  {"match_s", &t.match_s}};
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++)
        if (json_is_number(json_object_get(changes, fields[i].key)))
            *fields[i].value = json_number_value(json_object_get(changes, fields[i].key));
    return t;
}

/* ---- time passes ------------------------------------------------------------------------------------------------- */

static bool shot_moves(const struct clock *c)
{
    return c->shot_runs && !c->shot_paused && c->timing.shot_s > 0;
}

static bool match_moves(const struct clock *c)
{
    return c->match_runs && !c->match_paused && c->timing.match_s > 0;
}

/* Never back: a line stamped a little earlier than the one before it does not take time from anybody. */
static void move_to(struct clock *c, double t)
{
    double passed = t - c->t;
    if (!(passed > 0))
        return;
    c->t = t;
    c->shot += shot_moves(c) ? passed : 0;
    c->match += match_moves(c) ? passed : 0;
}

static void start_shot(struct clock *c)
{
    bool early = c->timing.early_s > 0 && c->match < c->timing.early_s;
    c->shot = 0;
    c->warned = c->waits = false;
    c->shot_runs = true;
    c->limit = early ? c->timing.early_shot_s : c->timing.shot_s;
}

/* ---- lines of the journal ---------------------------------------------------------------------------------------- */

static bool is_act(const json_t *line, const char *name)
{
    const char *act = json_string_value(json_object_get(line, "act"));
    return act && !strcmp(act, name);
}

/* The shot clock stops at the strike and starts again at rest; the match clock starts with the first strike. */
static void fold_stroke(struct clock *c, const json_t *line, double t)
{
    const json_t *stroke = json_object_get(line, "stroke");
    const json_t *t0 = json_object_get(stroke, "t0"), *t1 = json_object_get(stroke, "t1");
    move_to(c, json_is_number(t0) ? json_number_value(t0) : t);
    c->shot_runs = false;
    c->match_runs = !c->match_over;
    move_to(c, json_is_number(t1) ? json_number_value(t1) : t);
    start_shot(c);
}

/* A warning, the end of a shot (the next player's begins) or of the match. */
static void fold_limit(struct clock *c, const json_t *line, double t)
{
    const json_t *stroke = json_object_get(line, "stroke");
    double match = json_number_value(json_object_get(stroke, "match_time_s"));
    move_to(c, t);
    if (json_array_size(json_object_get(stroke, "fouls_flagged_by_official"))) {
        start_shot(c);
    } else if (c->timing.match_s > 0 && match >= c->timing.match_s) {
        c->match = match;
        c->match_over = true;
        c->match_runs = c->shot_runs = false;
    } else {
        c->warned = true;
    }
}

static void set_paused(struct clock *c, const json_t *line, bool paused)
{
    const char *only = json_string_value(json_object_get(line, "clock"));
    if (!only || strcmp(only, "match") != 0)
        c->shot_paused = paused;
    if (!only || strcmp(only, "shot") != 0)
        c->match_paused = paused;
}

static bool is_rerack(const char *option)
{
    return option && !strncmp(option, "rerack", 6);
}

/* Nobody is timed while balls go back into the triangle, or while that is being decided. */
static bool may_be_racked(const json_t *ruling)
{
    const json_t *options = json_object_get(ruling, "options");
    for (size_t i = 0; i < json_array_size(options); i++)
        if (is_rerack(json_string_value(json_array_get(options, i))))
            return true;
    return false;
}

/* Balls are to be spotted, or the cue-ball is to be handed over. */
static bool is_spotted_first(const struct clock *c, const json_t *ruling)
{
    return c->timing.after_spotting &&
           (json_array_size(json_object_get(ruling, "respot")) || json_is_true(json_object_get(ruling, "in_hand")));
}

static void fold_ruling(struct clock *c, const json_t *ruling)
{
    bool over = json_is_true(json_object_get(ruling, "frame_over"));
    c->waits = c->shot_runs && !over && is_spotted_first(c, ruling);
    if (over || may_be_racked(ruling) || c->waits)
        c->shot_runs = false;
}

static void fold_choice(struct clock *c, const json_t *line)
{
    const char *choice = json_string_value(json_object_get(line, "choice"));
    if (choice && (!strcmp(choice, "time_out") || !strcmp(choice, "time_in")))
        c->shot_paused = !strcmp(choice, "time_out"); /* CSPL I4 */
    else if (is_rerack(choice))
        c->shot_runs = false;
    else
        start_shot(c);
}

static void set_shown(struct clock *c, const json_t *line)
{
    const json_t *shot = json_object_get(line, "shot_s"), *match = json_object_get(line, "match_s");
    if (json_is_number(shot) && c->waits)
        start_shot(c);
    c->shot = json_is_number(shot) ? json_number_value(shot) : c->shot;
    c->match = json_is_number(match) ? json_number_value(match) : c->match;
    c->warned = c->warned && c->shot >= c->timing.warn_s;
    c->match_over = c->match_over && c->match >= c->timing.match_s;
}

static bool sets_clock(const json_t *act)
{
    static const char *const names[] = {"pause",  "resume",  "undo", "clock",    "choose",
                                        "before", "between", "swap", "new_frame"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (is_act(act, names[i]))
            return true;
    return false;
}

static void fold_act(struct clock *c, const json_t *line, double t)
{
    if (!sets_clock(line))
        return;
    move_to(c, t);
    if (is_act(line, "pause") || is_act(line, "resume"))
        set_paused(c, line, is_act(line, "pause"));
    else if (is_act(line, "undo") &&
             !json_is_true(json_object_get(line, "inferred"))) /* whatever comes next, it is no time to hurry anybody */
        set_paused(c, line, true);
    else if (is_act(line, "clock"))
        set_shown(c, line);
    else if (is_act(line, "choose"))
        fold_choice(c, line);
    else if (is_act(line, "before") || is_act(line, "between") || is_act(line, "swap"))
        start_shot(c);
    else if (is_act(line, "new_frame"))
        c->shot_runs = false; /* nobody is timed before the break is played */
}

/* Only what sets a clock brings it forward: whatever else is said or noticed may come after the strike of a stroke that
 * is not told yet, and that stopped the shot clock then. */
void clock_fold(struct clock *clock, const json_t *line)
{
    const char *type = json_string_value(json_object_get(line, "type"));
    const json_t *at = json_object_get(line, "t");
    if (!type || (strcmp(type, "ruling") != 0 && !json_is_number(at)))
        return;
    double t = json_number_value(at);
    if (!strcmp(type, "stroke"))
        fold_stroke(clock, line, t);
    else if (!strcmp(type, "clock"))
        fold_limit(clock, line, t);
    else if (!strcmp(type, "act"))
        fold_act(clock, line, t);
    else if (!strcmp(type, "ruling"))
        fold_ruling(clock, line);
}

/* ---- limits ------------------------------------------------------------------------------------------------------ */

enum limit { LIMIT_NONE, LIMIT_WARN, LIMIT_SHOT, LIMIT_MATCH };

static void nearer(double at, enum limit one, double *t, enum limit *which)
{
    if (at >= *t)
        return;
    *t = at;
    *which = one;
}

/* The next limit and the time at which it is reached if nothing happens. */
static enum limit next_limit(const struct clock *c, double *t)
{
    enum limit which = LIMIT_NONE;
    *t = INFINITY;
    if (match_moves(c) && !c->match_over)
        nearer(c->t + fmax(0, c->timing.match_s - c->match), LIMIT_MATCH, t, &which);
    if (shot_moves(c) && c->timing.warn_s > 0 && !c->warned)
        nearer(c->t + fmax(0, c->timing.warn_s - c->shot), LIMIT_WARN, t, &which);
    if (shot_moves(c))
        nearer(c->t + fmax(0, c->limit + PASSED_S - c->shot), LIMIT_SHOT, t, &which);
    return which;
}

json_t *clock_due(const struct clock *clock, double now)
{
    double t;
    enum limit which = next_limit(clock, &t);
    if (!which || t > now)
        return NULL;
    struct clock then = clock_at(clock, t);
    json_t *stroke = json_pack("{s:s}", "event", "clock");
    if (clock->timing.shot_s > 0 && clock->shot_runs)
        json_object_set_new(stroke, "time_s", json_real(then.shot));
    if (clock->timing.match_s > 0)
        json_object_set_new(stroke, "match_time_s",
                            json_real(which == LIMIT_MATCH ? fmax(then.match, clock->timing.match_s) : then.match));
    if (which == LIMIT_SHOT)
        json_object_set_new(stroke, "fouls_flagged_by_official", json_pack("[s]", "time_foul"));
    if (which == LIMIT_MATCH)
        json_object_del(stroke, "time_s"); /* the end of the match is not about the shot */
    return json_pack("{s:s, s:f, s:s, s:o}", "type", "clock", "t", t, "origin", "clock", "stroke", stroke);
}

struct clock clock_at(const struct clock *clock, double now)
{
    struct clock then = *clock;
    move_to(&then, now);
    return then;
}

double clock_shot_left(const struct clock *clock, double now)
{
    struct clock then = clock_at(clock, now);
    return shot_moves(&then) ? fmax(0, then.limit - then.shot) : -1;
}
