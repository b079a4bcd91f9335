/* SPDX-License-Identifier: Apache-2.0 */
/* burn_look.c: which look do these words ask for? */
#include "burn_look.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* As in pages/overlay.css. */
static const struct burn_theme themes[] = {
    {"dark",
     {.05, .07, .09, .93},
     {1, 1, 1, 1},
     {.68, .73, .77, 1},
     {.89, .74, .32, 1},
     {.06, .08, .09, 1},
     {.92, .9, .84, 1}},
    {"light",
     {.98, .98, .96, .96},
     {.08, .09, .11, 1},
     {.33, .38, .42, 1},
     {.05, .36, .23, 1},
     {1, 1, 1, 1},
     {.06, .34, .24, 1}},
    {"club",
     {.03, .23, .15, .95},
     {1, 1, 1, 1},
     {.72, .83, .77, 1},
     {.89, .74, .32, 1},
     {.04, .23, .15, 1},
     {.92, .9, .84, 1}},
    {"contrast", {0, 0, 0, 1}, {1, 1, 1, 1}, {1, 1, 1, 1}, {1, 1, 0, 1}, {0, 0, 0, 1}, {1, 1, 0, 1}},
    {"clear", {0, 0, 0, .25}, {1, 1, 1, 1}, {1, 1, 1, 1}, {.89, .74, .32, 1}, {1, 1, 1, 1}, {0, 0, 0, .25}},
};
enum { THEMES = sizeof themes / sizeof *themes };

static bool read_theme(struct burn_look *look, const char *word)
{
    for (int i = 0; i < THEMES; i++)
        if (!strcmp(themes[i].name, word)) {
            look->theme = &themes[i];
            return true;
        }
    return false;
}

static bool read_lang(struct burn_look *look, const char *word)
{
    look->language = say_language(word);
    return look->language < LANGUAGE_COUNT;
}

static bool read_place(struct burn_look *look, const char *word)
{
    look->top = !strcmp(word, "top");
    look->below = !strcmp(word, "below");
    return look->top || look->below || !strcmp(word, "bottom");
}

static bool read_number(const char *word, double low, double high, double *out)
{
    char *end;
    *out = strtod(word, &end);
    return end != word && !*end && *out >= low && *out <= high;
}

static bool read_size(struct burn_look *look, const char *word)
{
    return read_number(word, 0.4, 2, &look->size);
}

static bool read_hold(struct burn_look *look, const char *word)
{
    return read_number(word, 1, 60, &look->hold_s);
}

static bool read_parts(struct burn_look *look, const char *word)
{
    static const char *const names[] = {"names", "score", "frames", "break", "ball", "clock", "calls"};
    look->parts = 0;
    while (*word) {
        size_t size = strcspn(word, ",");
        int i = 0;
        while (i < 7 && (strlen(names[i]) != size || strncmp(names[i], word, size)))
            i++;
        if (i == 7)
            return false;
        look->parts |= 1u << i;
        word += size + (word[size] == ',');
    }
    return true;
}

static const struct {
    const char *key, *words;
    bool (*read)(struct burn_look *look, const char *word);
} keys[] = {
    {"theme", "dark, light, club, contrast or clear", read_theme},
    {"lang", "en, nl or zh", read_lang},
    {"place", "below, bottom or top", read_place},
    {"size", "0.4 to 2", read_size},
    {"hold", "1 to 60", read_hold},
    {"parts", "names, score, frames, break, ball, clock and calls, divided by commas", read_parts},
};
enum { KEYS = sizeof keys / sizeof *keys };

static bool read_pair(struct burn_look *look, const char *pair, char why[BURN_LOOK_WHY])
{
    const char *equals = strchr(pair, '=');
    for (int i = 0; equals && i < KEYS; i++) {
        size_t size = strlen(keys[i].key);
        if ((size_t)(equals - pair) != size || strncmp(keys[i].key, pair, size))
            continue;
        if (keys[i].read(look, equals + 1))
            return true;
        snprintf(why, BURN_LOOK_WHY, "%s is %s", keys[i].key, keys[i].words);
        return false;
    }
    snprintf(why, BURN_LOOK_WHY, "%.40s: not one of theme, lang, place, size, hold and parts", pair);
    return false;
}

bool burn_look_read(struct burn_look *look, const char *text, char why[BURN_LOOK_WHY])
{
    char pair[128];
    *look = (struct burn_look){.below = true, .theme = &themes[0], .parts = PART_ALL, .size = 1, .hold_s = 7};
    while (text && *text) {
        size_t size = strcspn(text, "&");
        snprintf(pair, sizeof pair, "%.*s", (int)size, text);
        if (!read_pair(look, pair, why))
            return false;
        text += size + (text[size] == '&');
    }
    return true;
}
