/* SPDX-License-Identifier: Apache-2.0 */
#include "past.h"

#include "acts.h"

#include <string.h>

const json_t *past_entry(struct past past, int seq)
{
    return seq > 0 ? recall_line(past.recall, json_array_get(past.entries, (size_t)seq - 1)) : NULL;
}

/* Acts are never let go of: unlike strokes they need not be read back. */
static const json_t *act_at(struct past past, int seq)
{
    return json_array_get(past.entries, (size_t)seq - 1);
}

/* Who plays without a word has chosen. The stroke that an inferred entry comes from is the next one, struck at the time
 * of the entry; 0: it comes from something else. */
static int inferred_from(struct past past, int seq)
{
    const json_t *t = json_object_get(act_at(past, seq), "t");
    int next = seq;
    while (json_is_true(json_object_get(act_at(past, next), "inferred")))
        next++;
    const json_t *struck = next > seq ? json_object_get(json_object_get(past_entry(past, next), "stroke"), "t0") : NULL;
    return struck && t && json_number_value(struck) == json_number_value(t) ? next : 0;
}

int past_undone_by(struct past past, int seq)
{
    for (int k = (int)json_array_size(past.entries); seq > 0 && k > seq; k--)
        if (acts_undoes(act_at(past, k)) == seq && !past_undone_by(past, k))
            return k;
    int from = seq > 0 ? inferred_from(past, seq) : 0;
    return from ? past_undone_by(past, from) : 0;
}

/* Who takes back an undo or a flag changes what that one had changed. */
int past_first_changed(struct past past, int of)
{
    int deeper;
    while (of > 0 && (deeper = acts_target(act_at(past, of))) > 0 && deeper < of)
        of = deeper;
    while (of > 1 && inferred_from(past, of - 1))
        of--;
    return of > 0 ? of : 1;
}

void past_merge(json_t *stroke, const json_t *changes)
{
    const char *key;
    json_t *value;
    json_object_foreach((json_t *)changes, key, value)
    {
        json_t *old = json_object_get(stroke, key);
        if (!strcmp(key, "fouls_flagged_by_official") && json_is_array(old))
            json_array_extend(old, value);
        else
            json_object_set(stroke, key, value);
    }
}

json_t *past_stroke(struct past past, int seq)
{
    json_t *stroke = json_deep_copy(json_object_get(past_entry(past, seq), "stroke"));
    for (int k = seq + 1; k <= (int)json_array_size(past.entries); k++) {
        json_t *changes = acts_amendment(act_at(past, k), seq);
        if (changes && !past_undone_by(past, k))
            past_merge(stroke, changes);
        json_decref(changes);
    }
    return stroke;
}
