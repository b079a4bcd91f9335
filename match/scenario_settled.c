/* SPDX-License-Identifier: Apache-2.0 */
/* scenario_settled.c: what did a person say of a doubtful observation? Read and written as JSON. */
#include "err.h"
#include "scenario.h"

#include <stdio.h>
#include <string.h>

static enum question question_from_word(const char *word)
{
    for (int q = QUESTION_NONE + 1; word && q < QUESTION_COUNT; q++)
        if (!strcmp(question_word((enum question)q), word))
            return (enum question)q;
    return QUESTION_NONE;
}

int scenario_read_settled(struct stroke *k, const json_t *stroke, const char *where, char error[SCENARIO_ERROR_BYTES])
{
    const json_t *list = json_object_get(stroke, "settled");
    k->accepted = json_is_true(json_object_get(stroke, "accepted"));
    for (size_t i = 0; i < json_array_size(list); i++) {
        const json_t *one = json_array_get(list, i);
        enum question q = question_from_word(json_string_value(json_object_get(one, "question")));
        json_int_t which = json_integer_value(json_object_get(one, "which"));
        if (!q || which < 0 || which > UINT16_MAX || k->settled_n == SETTLED_MAX) {
            snprintf(error, SCENARIO_ERROR_BYTES, "%s: stroke.settled[%zu]: %s", where, i,
                     k->settled_n == SETTLED_MAX ? "too many" : "no such question");
            return ERR_FORMAT;
        }
        k->settled[k->settled_n++] =
            (struct settled){(uint8_t)q, (uint16_t)which, json_is_true(json_object_get(one, "other"))};
    }
    return 0;
}

json_t *scenario_settled(const struct settled *settled, size_t count)
{
    json_t *list = json_array();
    for (size_t i = 0; i < count; i++)
        json_array_append_new(list, json_pack("{s:s, s:i, s:b}", "question",
                                              question_word((enum question)settled[i].question), "which",
                                              settled[i].which, "other", settled[i].other));
    return list;
}
