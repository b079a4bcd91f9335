/* SPDX-License-Identifier: Apache-2.0 */
/* scenario_write.c: a ruling as JSON, and the judging of a whole list of scenarios. */
#include "calls.h"
#include "err.h"
#include "scenario.h"

#include <stdio.h>
#include <string.h>

static json_t *player_or_null(const struct scenario *s, player_id player)
{
    return player ? json_string(s->player[player]) : json_null();
}

static json_t *word_or_null(const char *word)
{
    return word ? json_string(word) : json_null();
}

/* ---- one writer a key -------------------------------------------------------------------------------------------- */

static json_t *write_calls(const struct scenario *s, const struct ruling *r)
{
    (void)s;
    json_t *list = json_array();
    char text[128];
    for (int i = 0; i < r->calls_n; i++)
        json_array_append_new(list, json_string(call_text((enum call)r->calls[i].call, LANGUAGE_EN, r->calls[i].number,
                                                          text, sizeof text)));
    return list;
}

static json_t *write_kind(const struct scenario *s, const struct ruling *r)
{
    (void)s;
    return json_string(kind_word(r->kind));
}

static json_t *write_foul(const struct scenario *s, const struct ruling *r)
{
    (void)s;
    return json_boolean(r->kind == KIND_FOUL);
}

static json_t *write_penalty(const struct scenario *s, const struct ruling *r)
{
    (void)s;
    return json_integer(r->penalty);
}

static json_t *write_points(const struct scenario *s, const struct ruling *r)
{
    (void)s;
    return json_integer(r->points);
}

static json_t *write_scores(const struct scenario *s, const struct ruling *r)
{
    (void)s;
    return json_pack("{s:i, s:i}", "A", r->next.score[SIDE_A], "B", r->next.score[SIDE_B]);
}

static json_t *write_next_striker(const struct scenario *s, const struct ruling *r)
{
    return player_or_null(s, r->next.striker);
}

/* A game of groups in which the act found none decided: what it decided is in groups_after, and until then no ball is
 * on more than another. */
static bool groups_were_open(const struct scenario *s)
{
    return (s->game->phases >> PHASE_GROUPS & 1) && !s->state.group[SIDE_A];
}

static json_t *write_ball_on(const struct scenario *s, const struct ruling *r)
{
    return scenario_ball_words(s, groups_were_open(s) ? 0 : r->next.on);
}

static json_t *write_options(const struct scenario *s, const struct ruling *r)
{
    (void)s;
    json_t *list = json_array();
    for (int i = OPTION_NONE + 1; i < OPTION_COUNT; i++)
        if (r->options & option_bit((enum option)i))
            json_array_append_new(list, json_string(option_word((enum option)i)));
    return list;
}

static json_t *write_respot(const struct scenario *s, const struct ruling *r)
{
    json_t *list = json_array();
    for (int i = 0; i < r->respots_n; i++) {
        const struct respot *p = &r->respots[i];
        json_t *one = json_pack("{s:s, s:s}", "ball", scenario_ball_word(s, p->ball), "spot", place_word(p->place));
        if (p->at_known)
            json_object_set_new(one, "pos", json_pack("[f, f]", p->at.x, p->at.y));
        json_array_append_new(list, one);
    }
    return list;
}

static json_t *write_replace(const struct scenario *s, const struct ruling *r)
{
    (void)s;
    return json_boolean(r->replace);
}

static json_t *write_in_hand(const struct scenario *s, const struct ruling *r)
{
    (void)s;
    return json_boolean(r->next.in_hand);
}

static json_t *write_area(const struct scenario *s, const struct ruling *r)
{
    (void)s;
    return word_or_null(r->next.in_hand ? area_word(r->next.area) : NULL);
}

static json_t *write_free_ball(const struct scenario *s, const struct ruling *r)
{
    (void)s;
    return json_boolean(r->next.free_ball && r->kind == KIND_FOUL);
}

static json_t *write_touching(const struct scenario *s, const struct ruling *r)
{
    json_t *list = json_array();
    for (BALL_EACH(ball, r->touching))
        json_array_append_new(list, json_string(scenario_ball_word(s, (ball_id)ball)));
    return list;
}

static json_t *write_frame_over(const struct scenario *s, const struct ruling *r)
{
    (void)s;
    return json_boolean(r->next.frame_over);
}

static json_t *write_winner(const struct scenario *s, const struct ruling *r)
{
    static const char *const words[] = {NULL, "A", "B", "tie"};
    (void)s;
    return word_or_null(words[r->lag_winner ? r->lag_winner : r->next.winner]);
}

static json_t *write_visits(const struct scenario *s, const struct ruling *r)
{
    (void)s;
    return r->visits_matter ? json_integer(r->next.visits) : json_null();
}

static json_t *write_groups(const struct scenario *s, const struct ruling *r)
{
    json_t *groups = json_object();
    for (int side = SIDE_A; side <= SIDE_B && groups_were_open(s); side++)
        if (r->next.group[side])
            json_object_set_new(groups, side == SIDE_A ? "A" : "B", json_string(group_word(r->next.group[side])));
    return groups;
}

static json_t *write_warning(const struct scenario *s, const struct ruling *r)
{
    (void)s;
    return word_or_null(warning_word(r->warning));
}

static json_t *write_clauses(const struct scenario *s, const struct ruling *r)
{
    json_t *list = json_array();
    char text[64];
    for (int i = 0; i < r->findings_n; i++)
        json_array_append_new(list, json_string(rules_clause(s->game, r->findings[i].rule, text, sizeof text)));
    return list;
}

static json_t *write_why(const struct scenario *s, const struct ruling *r)
{
    char text[160];
    return json_string(rules_why(s->game, &s->state, &s->stroke, r, text, sizeof text));
}

static json_t *write_spoken(const struct scenario *s, const struct ruling *r)
{
    (void)s;
    static const char *const keys[LANGUAGE_COUNT] = {"en", "nl", "zh"};
    json_t *out = json_object();
    char text[320];
    for (int language = LANGUAGE_EN; language < LANGUAGE_COUNT; language++)
        json_object_set_new(out, keys[language], json_string(rules_speak(r, language, text, sizeof text)));
    return out;
}

static json_t *write_phase(const struct scenario *s, const struct ruling *r)
{
    (void)s;
    return word_or_null(phase_word(r->next.phase));
}

static json_t *write_sure(const struct scenario *s, const struct ruling *r)
{
    (void)s;
    return json_real(r->sure);
}

static json_t *write_hinge(const struct scenario *s, const struct ruling *r)
{
    (void)s;
    if (!r->hinge.question)
        return json_null();
    return json_pack("{s:s, s:i, s:f, s:s}", "question", question_word(r->hinge.question), "which", r->hinge.which, "p",
                     r->hinge.p, "then", r->hinge.then);
}

/* ---- counters ---------------------------------------------------------------------------------------------------- */

static json_t *counter_INT(const struct scenario *s, const int16_t *value)
{
    (void)s;
    return json_integer(*value);
}

static json_t *counter_FLAG(const struct scenario *s, const bool *value)
{
    (void)s;
    return json_boolean(*value);
}

static json_t *counter_PLAYER(const struct scenario *s, const player_id *value)
{
    return player_or_null(s, *value);
}

static json_t *counter_BALLS(const struct scenario *s, const ball_mask *value)
{
    return scenario_ball_words(s, *value);
}

static json_t *counter_BALL(const struct scenario *s, const ball_mask *value)
{
    return *value ? json_string(scenario_ball_word(s, ball_first(*value))) : json_null();
}

static enum side side_written(const struct scenario *s)
{
    return side_of(s->stroke.by ? s->stroke.by : s->state.striker);
}

static json_t *counter_SIDE_INT(const struct scenario *s, int16_t (*value)[3])
{
    return json_integer((*value)[side_written(s)]);
}

static json_t *counter_SIDE_FLAG(const struct scenario *s, bool (*value)[3])
{
    return json_boolean((*value)[side_written(s)]);
}

static json_t *write_counters(const struct scenario *s, const struct ruling *r)
{
    struct counters c = r->next.counters;
    json_t *out = json_object();
#define X(type, name) json_object_set_new(out, #name, counter_##type(s, &c.name));
    COUNTER_LIST(X)
#undef X
    json_object_set_new(out, "red_on", word_or_null(scenario_red_on(c.red_on)));
    json_object_set_new(out, "phase_before", word_or_null(phase_word(c.phase_before)));
    json_object_set_new(out, "break", json_integer(r->next.break_score));
    json_object_set_new(
        out, "reds_left",
        json_integer(ball_count(r->next.on_table & ball_of_kind(ball_set(s->game->balls), BALL_KIND_RED))));
    return out;
}

/* ---- the whole --------------------------------------------------------------------------------------------------- */

static const struct {
    const char *key;
    json_t *(*write)(const struct scenario *s, const struct ruling *r);
} writers[] = {
    {"calls", write_calls},
    {"kind", write_kind},
    {"foul", write_foul},
    {"penalty", write_penalty},
    {"points", write_points},
    {"scores_after", write_scores},
    {"next_striker", write_next_striker},
    {"ball_on_next", write_ball_on},
    {"options", write_options},
    {"respot", write_respot},
    {"replace", write_replace},
    {"in_hand", write_in_hand},
    {"in_hand_area", write_area},
    {"free_ball", write_free_ball},
    {"touching_ball", write_touching},
    {"frame_over", write_frame_over},
    {"winner", write_winner},
    {"visits_next", write_visits},
    {"groups_after", write_groups},
    {"counters_after", write_counters},
    {"warning", write_warning},
    {"clauses", write_clauses},
    {"why", write_why},
    {"spoken", write_spoken},
    {"phase_next", write_phase},
    {"sure", write_sure},
    {"hinge", write_hinge},
};

json_t *scenario_write(const struct scenario *s, const struct ruling *ruling, const json_t *expect)
{
    json_t *out = json_object();
    for (size_t i = 0; i < sizeof writers / sizeof *writers; i++)
        if (!expect || json_object_get(expect, writers[i].key))
            json_object_set_new(out, writers[i].key, writers[i].write(s, ruling));
    return out;
}

static void judge(struct scenario *s, struct ruling *ruling)
{
    if (s->events_n)
        rules_judge_seen(s->game, &s->state, &s->stroke, s->events, s->events_n, ruling);
    else
        rules_judge(s->game, &s->state, &s->stroke, ruling);
}

static json_t *judge_step(struct scenario *s, const json_t *step, const char *where, char error[SCENARIO_ERROR_BYTES])
{
    struct ruling ruling;
    if (scenario_read_stroke(s, json_object_get(step, "stroke"), where, error))
        return NULL;
    judge(s, &ruling);
    json_t *result = scenario_write(s, &ruling, json_object_get(step, "expect"));
    s->state = ruling.next;
    return result;
}

static json_t *judge_steps(struct scenario *s, const json_t *steps, const char *where, char error[SCENARIO_ERROR_BYTES])
{
    json_t *results = json_array();
    for (size_t i = 0; i < json_array_size(steps); i++) {
        char step[96];
        snprintf(step, sizeof step, "%.60s step %zu", where, i + 1);
        json_t *result = judge_step(s, json_array_get(steps, i), step, error);
        if (!result) {
            json_decref(results);
            return NULL;
        }
        json_array_append_new(results, result);
    }
    return results;
}

static json_t *judge_one(const json_t *object, const char *where, char error[SCENARIO_ERROR_BYTES])
{
    struct scenario s;
    const json_t *steps = json_object_get(object, "steps");
    if (scenario_read_setup(&s, object, where, error))
        return NULL;
    return steps ? judge_steps(&s, steps, where, error) : judge_step(&s, object, where, error);
}

/* {"id", "result"}, or {"id", "steps"}; one that is refused has no result and says why. */
static json_t *answer(const json_t *object, size_t number)
{
    char where[SCENARIO_ERROR_BYTES / 2], error[SCENARIO_ERROR_BYTES];
    const char *id = json_string_value(json_object_get(object, "id"));
    if (id)
        snprintf(where, sizeof where, "%.100s", id);
    else
        snprintf(where, sizeof where, "scenario %zu", number);
    json_t *result = judge_one(object, where, error);
    const char *key = json_object_get(object, "steps") ? "steps" : "result";
    if (result)
        return json_pack("{s:s, s:o}", "id", id ? id : where, key, result);
    return json_pack("{s:s, s:n, s:s}", "id", id ? id : where, key, "refused", error);
}

json_t *scenario_judge(const json_t *list)
{
    json_t *answers = json_array();
    for (size_t i = 0; i < json_array_size(list); i++)
        json_array_append_new(answers, answer(json_array_get(list, i), i + 1));
    return answers;
}
