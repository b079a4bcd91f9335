/* SPDX-License-Identifier: Apache-2.0 */
#include "words.h"

#include "match.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WORDS_MAX = 12, LINE_BYTES = 1024 };

struct words {
    char text[LINE_BYTES];
    int n;
    char *word[WORDS_MAX];
    const char *json; /* what follows the words, from the first { or [ */
};

/* Cuts a line into words; false when it is too long. */
static bool cut(struct words *w, const char *line, const char *apart)
{
    size_t length = strcspn(line, "{[\r\n");
    if (length >= sizeof w->text)
        return false;
    memcpy(w->text, line, length);
    w->text[length] = 0;
    w->n = 0;
    w->json = line[length] == '{' || line[length] == '[' ? line + length : NULL;
    char *rest = NULL;
    for (char *word = strtok_r(w->text, apart, &rest); word; word = strtok_r(NULL, apart, &rest)) {
        if (w->n == WORDS_MAX)
            return false;
        w->word[w->n++] = word;
    }
    return true;
}

static const struct match_act *act_named(const char *name)
{
    const struct match_act *act = match_acts();
    while (act->name && strcmp(act->name, name) != 0)
        act++;
    return act->name ? act : NULL;
}

static bool is_number(const char *word)
{
    char *end;
    strtod(word, &end);
    return end != word && !*end;
}

static json_t *value_of(const char *word)
{
    if (!strcmp(word, "yes") || !strcmp(word, "true"))
        return json_true();
    if (!strcmp(word, "no") || !strcmp(word, "false"))
        return json_false();
    if (!is_number(word))
        return json_string(word);
    return strchr(word, '.') ? json_real(strtod(word, NULL)) : json_integer(strtoll(word, NULL, 10));
}

/* "3" is a ball of pool where a ball is asked for. */
static json_t *value_for(const char *parameter, const char *word)
{
    return !strcmp(parameter, "ball") || !strcmp(parameter, "choice") ? json_string(word) : value_of(word);
}

/* Words that are a parameter by themselves: safety, push_out, judged. */
static bool set_by_name(json_t *act, const struct words *parameters, const char *word)
{
    static const char *const switches[] = {"safety", "push_out", "judged", "intentional", "impossible"};
    for (size_t i = 0; i < sizeof switches / sizeof *switches; i++)
        for (int p = 0; p < parameters->n; p++)
            if (!strcmp(word, switches[i]) && !strcmp(parameters->word[p], word)) {
                json_object_set_new(act, word, json_true());
                return true;
            }
    return false;
}

/* How many of the numbers in front are needed: `settle 7 2` names entry and ruling, `settle 2` only the ruling. */
static bool leaves_out_of(const struct words *parameters, const struct words *w)
{
    if (!parameters->n || strcmp(parameters->word[0], "of") != 0)
        return false;
    bool numbered = w->n > 1 && is_number(w->word[1]);
    bool as = parameters->n > 1 && !strcmp(parameters->word[1], "as");
    return !numbered || (as && !(w->n > 2 && is_number(w->word[2])));
}

static bool take_words(json_t *act, const struct words *parameters, const struct words *w)
{
    int next = leaves_out_of(parameters, w) ? 1 : 0;
    for (int i = 1; i < w->n; i++) {
        char *equals = strchr(w->word[i], '=');
        if (equals) {
            *equals = 0;
            json_object_set_new(act, w->word[i], value_for(w->word[i], equals + 1));
        } else if (!set_by_name(act, parameters, w->word[i])) {
            if (next == parameters->n)
                return false;
            json_object_set_new(act, parameters->word[next], value_for(parameters->word[next], w->word[i]));
            next++;
        }
    }
    return true;
}

static bool take_json(json_t *act, const struct words *parameters, const char *text)
{
    static const char *const whole[] = {"state", "stroke", "settled"};
    json_t *value = text ? json_loads(text, 0, NULL) : NULL;
    bool taken = !text;
    for (int i = 0; value && i < 3; i++)
        for (int p = 0; p < parameters->n && !taken; p++)
            if (!strcmp(parameters->word[p], whole[i]))
                taken = !json_object_set(act, whole[i], value);
    json_decref(value);
    return taken;
}

static json_t *refuse(json_t *act, char *error, const char *why, const char *what)
{
    json_decref(act);
    snprintf(error, SCENARIO_ERROR_BYTES, "%s%.80s", why, what);
    return NULL;
}

json_t *words_act(const char *line, char error[SCENARIO_ERROR_BYTES])
{
    struct words w, parameters;
    if (*line == '{') {
        json_t *act = json_loads(line, JSON_REJECT_DUPLICATES, NULL);
        return json_is_object(act) && json_object_get(act, "act") ? act : refuse(act, error, "not an act: ", line);
    }
    if (!cut(&w, line, " \t") || !w.n)
        return refuse(NULL, error, "not an act: ", line);
    const struct match_act *row = act_named(w.word[0]);
    if (!row)
        return refuse(NULL, error, "there is no act ", w.word[0]);
    json_t *act = json_pack("{s:s}", "act", row->name);
    char plain[LINE_BYTES];
    size_t n = 0;
    for (const char *c = row->parameters; *c; c++) /* brackets and bars are for people */
        plain[n++] = strchr("[]|", *c) ? ' ' : *c;
    plain[n] = 0;
    if (!cut(&parameters, plain, " ") || !take_words(act, &parameters, &w) || !take_json(act, &parameters, w.json))
        return refuse(act, error, "too much or not understood; it takes: ", row->parameters);
    return act;
}
