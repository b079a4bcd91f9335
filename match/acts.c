/* SPDX-License-Identifier: Apache-2.0 */
#include "acts.h"

#include "err.h"
#include "match.h"

#include <stdio.h>
#include <string.h>

enum shape {
    SHAPE_DECIDE = 1, /* a choice, judged now */
    SHAPE_INFRINGE,   /* an infringement before the stroke or between strokes, judged now */
    SHAPE_AWAIT,      /* kept for the stroke to come */
    SHAPE_AMEND,      /* changes an earlier stroke */
    SHAPE_UNDO,
    SHAPE_SET,
    SHAPE_NEW_FRAME,
    SHAPE_SWAP,
    SHAPE_CLOCK, /* changes no match, only its clocks: see clock.h */
};

struct row {
    struct match_act shown;
    enum shape shape;
    const char *event; /* of the stroke that is judged */
};

static const struct row rows[] = {
    {{"choose", "choice [by]", "a choice or request: play_left, offender_original, free_ball, nominate:BALL, …"},
     SHAPE_DECIDE,
     "decision"},
    {{"concede", "by", "an accepted concession"}, SHAPE_DECIDE, "decision"},
    {{"nominate", "ball", "the ball on, or the free ball, for the next stroke"}, SHAPE_AWAIT, NULL},
    {{"call", "ball pocket | safety | push_out", "the shot that is called"}, SHAPE_AWAIT, NULL},
    {{"before", "flag [by]", "an infringement before the stroke: touched:pink, measured, …"},
     SHAPE_INFRINGE,
     "before_stroke"},
    {{"between", "[flag] [by]", "an infringement or discovery between strokes"}, SHAPE_INFRINGE, "between"},
    {{"flag", "of flag", "something the camera cannot see in stroke `of`: feet, push_stroke:red, …"},
     SHAPE_AMEND,
     NULL},
    {{"miss", "of [judged] [intentional] [impossible]", "the referee's opinion of a miss"}, SHAPE_AMEND, NULL},
    {{"amend", "of stroke", "what really happened in stroke `of`, in the words of a scenario"}, SHAPE_AMEND, NULL},
    {{"accept", "of", "the ruling of entry `of` is right as it is"}, SHAPE_AMEND, NULL},
    {{"settle", "of as | of settled", "one of the rulings offered for entry `of`: the number in the list, from 1"},
     SHAPE_AMEND,
     NULL},
    {{"undo", "of", "takes entry `of` back, with all that followed from it"}, SHAPE_UNDO, NULL},
    {{"set", "state", "corrects score, striker, ball on, …, in the words of a scenario's setup"}, SHAPE_SET, NULL},
    {{"new_frame", "", "starts the next frame"}, SHAPE_NEW_FRAME, NULL},
    {{"swap", "", "the other side is at the table"}, SHAPE_SWAP, NULL},
    {{"pause", "[clock]", "stops the clocks, or only shot or match"}, SHAPE_CLOCK, NULL},
    {{"resume", "[clock]", "lets them run again"}, SHAPE_CLOCK, NULL},
    {{"clock", "[shot_s] [match_s]", "sets what the clocks show, in seconds"}, SHAPE_CLOCK, NULL},
};

enum { ROWS = sizeof rows / sizeof *rows };

const struct match_act *match_acts(void)
{
    static struct match_act shown[ROWS + 1];
    for (int i = 0; i < ROWS; i++)
        shown[i] = rows[i].shown;
    return shown;
}

static const struct row *row_of(const json_t *entry)
{
    const char *name = json_string_value(json_object_get(entry, "act"));
    for (int i = 0; name && i < ROWS; i++)
        if (!strcmp(rows[i].shown.name, name))
            return &rows[i];
    return NULL;
}

static bool is(const json_t *entry, const char *name)
{
    const char *act = json_string_value(json_object_get(entry, "act"));
    return act && !strcmp(act, name);
}

/* ---- judged now -------------------------------------------------------------------------------------------------- */

static json_t *stroke_of(const json_t *entry, const struct row *row)
{
    json_t *stroke = json_pack("{s:s}", "event", row->event);
    json_t *by = json_object_get(entry, "by"), *flag = json_object_get(entry, "flag");
    if (by)
        json_object_set(stroke, "by", by);
    if (flag)
        json_object_set_new(stroke, "fouls_flagged_by_official", json_pack("[O]", flag));
    if (is(entry, "concede"))
        json_object_set_new(stroke, "choice", json_string("concede_accepted"));
    else if (row->shape == SHAPE_DECIDE)
        json_object_set(stroke, "choice", json_object_get(entry, "choice"));
    return stroke;
}

static json_t *awaited(const json_t *entry)
{
    if (is(entry, "nominate"))
        return json_pack("{s:O}", "nominated", json_object_get(entry, "ball"));
    json_t *called = json_object();
    static const char *const keys[] = {"ball", "pocket", "safety", "push_out"};
    for (int i = 0; i < 4; i++)
        if (json_object_get(entry, keys[i]))
            json_object_set(called, keys[i], json_object_get(entry, keys[i]));
    return json_pack("{s:o}", "called", called);
}

/* The parameter without which the act means nothing. */
static const char *missing_parameter(const json_t *entry)
{
    static const struct {
        const char *act, *key;
    } needed[] = {{"choose", "choice"}, {"concede", "by"}, {"nominate", "ball"}, {"before", "flag"},   {"flag", "flag"},
                  {"flag", "of"},       {"miss", "of"},    {"amend", "of"},      {"amend", "stroke"},  {"undo", "of"},
                  {"set", "state"},     {"accept", "of"},  {"settle", "of"},     {"settle", "settled"}};
    for (size_t i = 0; i < sizeof needed / sizeof *needed; i++)
        if (is(entry, needed[i].act) && !json_object_get(entry, needed[i].key))
            return needed[i].key;
    return NULL;
}

/* ---- what makes no sense ----------------------------------------------------------------------------------------- */

enum wanted { AN_ENTRY, A_STROKE, SETTLED, A_STATE, A_BALL, A_POCKET, A_CLOCK, SECONDS };

static bool fits(const json_t *value, enum wanted wanted, const struct scenario *now)
{
    const char *word = json_string_value(value);
    switch (wanted) {
    case AN_ENTRY:
        return json_is_integer(value) && json_integer_value(value) > 0;
    case A_STROKE:
    case A_STATE:
        return json_is_object(value);
    case SETTLED:
        return json_is_array(value);
    case A_BALL:
        return word && now && scenario_balls(now, word);
    case A_POCKET:
        return word && pocket_from_name(word);
    case A_CLOCK:
        return word && (!strcmp(word, "shot") || !strcmp(word, "match"));
    case SECONDS:
        return json_is_number(value) && json_number_value(value) >= 0 && json_number_value(value) <= 86400;
    }
    return false;
}

bool acts_make_sense(const json_t *act, const struct scenario *now, char error[SCENARIO_ERROR_BYTES])
{
    static const char *const words[] = {"the number of an entry", "a stroke in the words of a scenario",
                                        "as it was offered",      "a state in the words of a scenario",
                                        "a ball of this game",    "TL, TR, ML, MR, BL or BR",
                                        "shot or match",          "a number of seconds"};
    static const struct {
        const char *act, *key;
        enum wanted wanted;
    } parameters[] = {{"undo", "of", AN_ENTRY},      {"flag", "of", AN_ENTRY},       {"miss", "of", AN_ENTRY},
                      {"amend", "of", AN_ENTRY},     {"accept", "of", AN_ENTRY},     {"settle", "of", AN_ENTRY},
                      {"amend", "stroke", A_STROKE}, {"settle", "settled", SETTLED}, {"set", "state", A_STATE},
                      {"nominate", "ball", A_BALL},  {"call", "ball", A_BALL},       {"call", "pocket", A_POCKET},
                      {"pause", "clock", A_CLOCK},   {"resume", "clock", A_CLOCK},   {"clock", "shot_s", SECONDS},
                      {"clock", "match_s", SECONDS}};
    for (size_t i = 0; i < sizeof parameters / sizeof *parameters; i++) {
        const json_t *value = is(act, parameters[i].act) ? json_object_get(act, parameters[i].key) : NULL;
        if (value && !fits(value, parameters[i].wanted, now)) {
            snprintf(error, SCENARIO_ERROR_BYTES, "%s: %s must be %s", parameters[i].act, parameters[i].key,
                     words[parameters[i].wanted]);
            return false;
        }
    }
    return true;
}

int acts_effect(const json_t *entry, struct acts_effect *effect, char error[SCENARIO_ERROR_BYTES])
{
    const struct row *row = row_of(entry);
    const char *missing = missing_parameter(entry);
    *effect = (struct acts_effect){0};
    if (!row || missing) {
        snprintf(error, SCENARIO_ERROR_BYTES, row ? "act: %s is missing" : "act: not one of those that are known%s",
                 row ? missing : "");
        return ERR_FORMAT;
    }
    switch (row->shape) {
    case SHAPE_DECIDE:
    case SHAPE_INFRINGE:
        effect->stroke = stroke_of(entry, row);
        break;
    case SHAPE_AWAIT:
        effect->await = awaited(entry);
        break;
    case SHAPE_SET:
        effect->set = json_incref(json_object_get(entry, "state"));
        break;
    case SHAPE_NEW_FRAME:
        effect->new_frame = true;
        break;
    case SHAPE_SWAP:
        effect->swap = true;
        break;
    default:
        break; /* clocks are not ours; amendments and undo were folded where they belong */
    }
    return 0;
}

void acts_effect_clear(struct acts_effect *effect)
{
    json_decref(effect->stroke);
    json_decref(effect->await);
    json_decref(effect->set);
    *effect = (struct acts_effect){0};
}

/* ---- changes to the past ----------------------------------------------------------------------------------------- */

int acts_target(const json_t *entry)
{
    const struct row *row = row_of(entry);
    bool past = row && (row->shape == SHAPE_AMEND || row->shape == SHAPE_UNDO);
    return past ? (int)json_integer_value(json_object_get(entry, "of")) : 0;
}

int acts_undoes(const json_t *entry)
{
    return is(entry, "undo") ? acts_target(entry) : 0;
}

json_t *acts_amendment(const json_t *entry, int seq)
{
    static const char *const opinions[][2] = {
        {"judged", "miss_judged"}, {"intentional", "miss_intentional"}, {"impossible", "impossible"}};
    const struct row *row = row_of(entry);
    if (!row || row->shape != SHAPE_AMEND || acts_target(entry) != seq)
        return NULL;
    if (is(entry, "amend"))
        return json_incref(json_object_get(entry, "stroke"));
    json_t *changes = json_object();
    if (is(entry, "accept") || is(entry, "settle")) {
        json_object_set_new(changes, "accepted", json_true());
        json_object_set_new(changes, "supposed", json_boolean(json_is_true(json_object_get(entry, "inferred"))));
    }
    if (is(entry, "settle"))
        json_object_set(changes, "settled", json_object_get(entry, "settled"));
    if (is(entry, "flag"))
        json_object_set_new(changes, "fouls_flagged_by_official", json_pack("[O]", json_object_get(entry, "flag")));
    for (int i = 0; is(entry, "miss") && i < 3; i++)
        if (json_object_get(entry, opinions[i][0]))
            json_object_set(changes, opinions[i][1], json_object_get(entry, opinions[i][0]));
    return changes;
}
