/* SPDX-License-Identifier: Apache-2.0 */
#include "reader.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void reader_wrong(struct reader *r, const char *key, const char *format, ...)
{
    if (r->failed)
        return;
    r->failed = true;
    int n = snprintf(r->error, SCENARIO_ERROR_BYTES, "%s: %s.%s: ", r->where, r->part, key);
    if (n < 0 || n >= SCENARIO_ERROR_BYTES)
        return;
    va_list args;
    va_start(args, format);
    vsnprintf(r->error + n, (size_t)(SCENARIO_ERROR_BYTES - n), format, args);
    va_end(args);
}

/* ---- single values ----------------------------------------------------------------------------------------------- */

const json_t *reader_get(const json_t *object, const char *key)
{
    const json_t *value = json_object_get(object, key);
    return json_is_null(value) ? NULL : value;
}

const char *reader_text(struct reader *r, const json_t *object, const char *key)
{
    const json_t *value = reader_get(object, key);
    if (value && !json_is_string(value))
        reader_wrong(r, key, "must be a string");
    return json_string_value(value);
}

double reader_number(struct reader *r, const json_t *object, const char *key, double missing, double low, double high)
{
    const json_t *value = reader_get(object, key);
    if (!value)
        return missing;
    double x = json_number_value(value);
    if (!json_is_number(value) || !isfinite(x) || x < low || x > high)
        reader_wrong(r, key, "must be a number from %g to %g", low, high);
    return x;
}

int reader_whole(struct reader *r, const json_t *object, const char *key, int missing, int low, int high)
{
    const json_t *value = reader_get(object, key);
    if (!value)
        return missing;
    if (!json_is_integer(value) || json_integer_value(value) < low || json_integer_value(value) > high) {
        reader_wrong(r, key, "must be a whole number from %d to %d", low, high);
        return missing;
    }
    return (int)json_integer_value(value);
}

bool reader_yes(struct reader *r, const json_t *object, const char *key)
{
    const json_t *value = reader_get(object, key);
    if (value && !json_is_boolean(value))
        reader_wrong(r, key, "must be true or false");
    return json_is_true(value);
}

bool reader_yes_or(struct reader *r, const json_t *object, const char *key, bool missing)
{
    return reader_get(object, key) ? reader_yes(r, object, key) : missing;
}

enum tri reader_three(struct reader *r, const json_t *object, const char *key)
{
    const json_t *value = reader_get(object, key);
    if (!value)
        return UNKNOWN;
    return reader_yes(r, object, key) ? YES : NO;
}

player_id reader_player(struct reader *r, const json_t *object, const char *key)
{
    const char *name = reader_text(r, object, key);
    if (!name || !strcmp(name, "referee"))
        return 0;
    player_id p = scenario_player(r->s, name);
    if (!p)
        reader_wrong(r, key, "there is no player “%s”", name);
    return p;
}

/* ---- balls ------------------------------------------------------------------------------------------------------- */

ball_mask reader_balls(struct reader *r, const char *key, const char *word)
{
    ball_mask mask = scenario_balls(r->s, word);
    if (!mask)
        reader_wrong(r, key, "there is no ball “%s” in this game", word);
    return mask;
}

/* One ball for a word that may name a group: the first of those on the table that is not taken yet. */
ball_id reader_pick(struct reader *r, const char *key, const char *word, ball_mask *taken)
{
    ball_mask all = reader_balls(r, key, word), free = all & ~*taken, here = free & r->s->state.on_table;
    ball_mask left = here & ~r->gone;
    if (all && !free)
        reader_wrong(r, key, "“%s” is named too often", word);
    ball_id ball = ball_first(left ? left : here ? here : free);
    *taken |= ball_bit(ball);
    return ball;
}

const char *reader_word_at(struct reader *r, const char *key, const json_t *list, size_t i)
{
    const char *word = json_string_value(json_array_get(list, i));
    if (!word)
        reader_wrong(r, key, "must be a list of names");
    return word;
}

const json_t *reader_array(struct reader *r, const json_t *object, const char *key)
{
    const json_t *value = reader_get(object, key);
    if (value && !json_is_array(value))
        reader_wrong(r, key, "must be a list");
    return value;
}

/* A list of words as a mask; `distinct`: each word stands for one ball, and no ball comes twice. */
ball_mask reader_ball_list(struct reader *r, const json_t *object, const char *key, bool distinct)
{
    const json_t *list = reader_array(r, object, key);
    ball_mask mask = 0;
    for (size_t i = 0; i < json_array_size(list) && !r->failed; i++) {
        const char *word = reader_word_at(r, key, list, i);
        if (!word)
            break;
        if (distinct)
            reader_pick(r, key, word, &mask);
        else
            mask |= reader_balls(r, key, word);
    }
    return mask;
}

bool reader_point(struct reader *r, const char *key, const json_t *value, struct vec2 *out)
{
    double x = json_number_value(json_array_get(value, 0)), y = json_number_value(json_array_get(value, 1));
    if (!json_is_array(value) || json_array_size(value) != 2 || !json_is_number(json_array_get(value, 0)) ||
        !json_is_number(json_array_get(value, 1)) || fabs(x) > 5000 || fabs(y) > 5000) {
        reader_wrong(r, key, "must be [x, y] in mm, on the table");
        return false;
    }
    *out = vec2(x, y);
    return true;
}

/* {ball: [x, y]}: "red" alone takes the next free red. Named balls are taken first, so that "red2" is red-2. */
void reader_layout(struct reader *r, const json_t *object, const char *key, struct layout *out)
{
    const json_t *map = reader_get(object, key);
    if (map && !json_is_object(map))
        reader_wrong(r, key, "must be an object of ball: [x, y]");
    ball_mask taken = 0; /* balls known before may be given again: they were moved */
    for (int pass = 0; pass < 2; pass++) {
        const char *name;
        json_t *value;
        json_object_foreach((json_t *)map, name, value)
        {
            ball_mask mask = reader_balls(r, key, name);
            if (r->failed || (ball_count(mask) == 1) != (pass == 0))
                continue;
            ball_id ball = reader_pick(r, key, name, &taken);
            reader_point(r, key, value, &out->at[ball]);
        }
    }
    out->known |= taken;
}
