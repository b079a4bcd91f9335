/* SPDX-License-Identifier: Apache-2.0 */
#include "wording.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const phrases[PHRASE_COUNT][LANGUAGE_COUNT] = {[PHRASE_NONE] = {"", "", ""},
#define X(name, en, nl, zh) [PHRASE_##name] = {en, nl, zh},
                                                                  PHRASE_LIST(X)
#undef X
};

static const char *const languages[LANGUAGE_COUNT] = {"en", "nl", "zh"};

const char *wording_language(enum language language)
{
    return languages[language];
}

enum language wording_from_name(const char *name)
{
    for (int i = 0; i < LANGUAGE_COUNT; i++)
        if (name && !strcmp(name, languages[i]))
            return (enum language)i;
    return LANGUAGE_COUNT;
}

struct fill fill_balls(ball_mask balls)
{
    return (struct fill){.balls = balls};
}

struct fill fill_phrase(enum phrase phrase)
{
    return (struct fill){.phrase = phrase};
}

struct fill fill_number(double value, int decimals)
{
    struct fill fill = {0};
    snprintf(fill.text, sizeof fill.text, "%.*f", decimals, value);
    return fill;
}

/* ---- balls ------------------------------------------------------------------------------------------------------- */

static const char *const kinds[][LANGUAGE_COUNT] = {
    [BALL_KIND_NONE] = {"ball", "bal", "球"},        [BALL_KIND_WHITE] = {"white", "wit", "白球"},
    [BALL_KIND_YELLOW] = {"yellow", "geel", "黄球"}, [BALL_KIND_GREEN] = {"green", "groen", "绿球"},
    [BALL_KIND_BROWN] = {"brown", "bruin", "棕球"},  [BALL_KIND_BLUE] = {"blue", "blauw", "蓝球"},
    [BALL_KIND_PINK] = {"pink", "roze", "粉球"},     [BALL_KIND_BLACK] = {"black", "zwart", "黑球"},
    [BALL_KIND_RED] = {"red", "rood", "红球"},       [BALL_KIND_SOLID] = {"ball", "bal", "球"},
    [BALL_KIND_STRIPE] = {"ball", "bal", "球"},
};

static const char *const cue_ball[LANGUAGE_COUNT] = {"cue-ball", "speelbal", "母球"};
static const char *const and_word[LANGUAGE_COUNT] = {" and ", " en ", "和"};
static const char *const any_red[LANGUAGE_COUNT] = {"a red", "een rode", "红球"};

static void one_ball(const struct ball_set *set, ball_id id, enum language l, char *text, size_t size)
{
    const struct ball_row *row = &set->row[id];
    if (id == BALL_CUE && set->id != BALL_SET_BILLIARDS)
        snprintf(text, size, "%s", cue_ball[l]);
    else if (row->number && l == LANGUAGE_ZH)
        snprintf(text, size, "%s%d", kinds[row->kind][l], row->number);
    else if (row->number)
        snprintf(text, size, "%s %d", kinds[row->kind][l], row->number);
    else
        snprintf(text, size, "%s", kinds[row->kind][l]);
}

const char *wording_balls(const struct ball_set *set, ball_mask balls, enum language l, char *text, size_t size)
{
    char name[48];
    ball_mask reds = ball_of_kind(set, BALL_KIND_RED);
    size_t used = 0;
    int n = 0;
    text[0] = 0;
    if (ball_count(balls & reds) > 3) { /* any of many */
        used = (size_t)snprintf(text, size, "%s", any_red[l]);
        balls &= ~reds;
        n++;
    }
    for (BALL_EACH(id, balls)) {
        one_ball(set, (ball_id)id, l, name, sizeof name);
        if (used < size)
            used += (size_t)snprintf(text + used, size - used, "%s%s", n++ ? and_word[l] : "", name);
    }
    return text;
}

/* ---- phrases ----------------------------------------------------------------------------------------------------- */

static void put_fill(FILE *out, const struct fill *fill, enum language l, const struct ball_set *set)
{
    char text[200];
    if (fill->balls)
        fputs(wording_balls(set, fill->balls, l, text, sizeof text), out);
    else if (fill->phrase)
        fputs(phrases[fill->phrase][l], out);
    else
        fputs(fill->text, out);
}

/* A sentence begins with a capital, whatever ball comes first. */
static void capital(char *text)
{
    if (*text >= 'a' && *text <= 'z')
        *text = (char)(*text - 'a' + 'A');
}

char *wording(enum phrase phrase, enum language l, const struct ball_set *set, const struct fill *fill, int n)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    if (!out)
        return NULL;
    for (const char *at = phrases[phrase][l]; *at; at++) {
        int place = at[0] == '{' && at[1] >= '1' && at[1] <= '9' && at[2] == '}' ? at[1] - '0' : 0;
        if (place && place <= n)
            put_fill(out, &fill[place - 1], l, set);
        if (place)
            at += 2;
        else
            fputc(*at, out);
    }
    fclose(out);
    if (text)
        capital(text);
    return text;
}

json_t *wording_all(enum phrase phrase, const struct ball_set *set, const struct fill *fill, int n)
{
    json_t *all = json_object();
    for (int l = 0; l < LANGUAGE_COUNT; l++) {
        char *text = wording(phrase, (enum language)l, set, fill, n);
        json_object_set_new(all, languages[l], json_string(text ? text : ""));
        free(text);
    }
    return all;
}
