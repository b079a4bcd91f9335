/* SPDX-License-Identifier: Apache-2.0 */
/* hinge.c: what does a ruling hang on, and what would it have been otherwise? In words, for people. */
#include "answers.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *text_in(const json_t *object, const char *key)
{
    const char *text = json_string_value(json_object_get(object, key));
    return text ? text : "";
}

/* ---- what it hangs on -------------------------------------------------------------------------------------------- */

struct about {
    const char *word;
    enum phrase phrase;
};

static const struct about events[] = {
    {"contact", PHRASE_HINGE_CONTACT},
    {"pocket", PHRASE_HINGE_POCKET},
    {"cushion", PHRASE_HINGE_CUSHION},
    {NULL, PHRASE_HINGE_EVENT},
};

static const struct about questions[] = {
    {"first", PHRASE_HINGE_FIRST},     {"touching", PHRASE_HINGE_TOUCHING}, {"away", PHRASE_HINGE_TOUCHING},
    {"snookered", PHRASE_HINGE_SNOOK}, {"any_part", PHRASE_HINGE_PATH},     {"full_ball", PHRASE_HINGE_PATH},
    {"spot", PHRASE_HINGE_SPOT},       {"in_hand", PHRASE_HINGE_IN_HAND},   {"name", PHRASE_HINGE_NAME},
    {"nominated", PHRASE_HINGE_SAID},  {NULL, PHRASE_HINGE_OTHER},
};

static enum phrase phrase_for(const struct about *list, const char *word, size_t length)
{
    const struct about *at = list;
    while (at->word && (strlen(at->word) != length || strncmp(at->word, word, length) != 0))
        at++;
    return at->phrase;
}

/* "contact cue red-2": the balls behind the first word. */
static ball_mask balls_in(const struct ball_set *set, const char *event)
{
    char text[120], *save, *word;
    ball_mask balls = 0;
    snprintf(text, sizeof text, "%s", event);
    strtok_r(text, " ", &save);
    while ((word = strtok_r(NULL, " ", &save)))
        balls |= ball_bit(ball_from_name(set, word)) & ~ball_bit(BALL_NONE);
    return balls;
}

static char *about(const struct review_look *look, const json_t *hinge, enum language l)
{
    const char *event = text_in(hinge, "event"), *question = text_in(hinge, "question");
    struct fill balls = fill_balls(balls_in(look->set, event));
    return *event ? wording(phrase_for(events, event, strcspn(event, " ")), l, look->set, &balls, 1)
                  : wording(phrase_for(questions, question, strlen(question)), l, look->set, NULL, 0);
}

/* ---- what it would have been ------------------------------------------------------------------------------------- */

/* Calls inside of "FOUL AND A MISS, 5", longest first. */
static const char *const calls[][LANGUAGE_COUNT] = {
    {"FOUL AND A MISS", "foul and a miss", "犯规且未尽力"},
    {"TOUCHING BALL", "touching ball", "贴球"},
    {"FREE BALL", "free ball", "自由球"},
    {"no foul", "geen foul", "没有犯规"},
    {"scored", "gescoord", "分"},
    {"FOUL", "foul", "犯规"},
};

static size_t put_call(FILE *out, const char *at, enum language l)
{
    for (size_t i = 0; i < sizeof calls / sizeof *calls; i++)
        if (!strncmp(at, calls[i][LANGUAGE_EN], strlen(calls[i][LANGUAGE_EN]))) {
            fputs(calls[i][l], out);
            return strlen(calls[i][LANGUAGE_EN]);
        }
    fputc(*at, out);
    return 1;
}

/* "no foul" beside a ruling that scored is told for what it is. malloc'd. */
static char *otherwise(const struct review_look *look, const char *then, enum language l)
{
    char *text = NULL, *nothing = wording(PHRASE_HINGE_NOTHING, l, look->set, NULL, 0);
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    if (out) {
        for (const char *at = then; *at;)
            at += put_call(out, at, l);
        if (!strcmp(then, "no foul") && json_number_value(json_object_get(look->ruling, "points")) > 0)
            fprintf(out, ", %s", nothing ? nothing : "");
        fclose(out);
    }
    free(nothing);
    return text;
}

json_t *hinge_text(const struct review_look *look)
{
    const json_t *hinge = json_object_get(look->ruling, "hinge");
    if (!json_is_object(hinge))
        return json_null();
    json_t *all = json_object();
    for (int l = 0; l < LANGUAGE_COUNT; l++) {
        char *what = about(look, hinge, (enum language)l),
             *then = otherwise(look, text_in(hinge, "then"), (enum language)l);
        json_object_set_new(all, wording_language((enum language)l),
                            json_pack("[s, s]", what ? what : "", then ? then : ""));
        free(what);
        free(then);
    }
    return all;
}
