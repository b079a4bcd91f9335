/* SPDX-License-Identifier: Apache-2.0 */
/* film_recipe.h: what a simulated film is made from, in the words of the options of `whiteglove simulate`. The same
 * recipe gives the same film: it stands in the film's truth, and whoever has the truth can draw the film again. */
#pragma once

#include "sim.h"

#include <jansson.h>

enum { RECIPE_WORD_MAX = 512 };

struct film_recipe {
    char game[32], table[SIM_KIND_MAX]; /* table "": the game's usual one */
    char camera[RECIPE_WORD_MAX];       /* "" the game's usual one, "random", or a file */
    char look[RECIPE_WORD_MAX];         /* "plain", "random", or a file */
    long long seed;
    int strokes; /* 0: a whole frame */
    int width, height;
    double fps;   /* 0: the camera's */
    double pace;  /* 1 as people play */
    double fouls; /* share of strokes, 0 to 1; negative: the usual */
    double drift, bump_s, lamp_fail_s;
    bool people, captions;
};

struct recipe_fault {
    const char *what; /* is wrong; NULL: the recipe as a whole */
    char why[256], advice[256];
};

struct film_recipe film_recipe_default(void);

/* 0; ERR_RANGE for what no film can be made from; else a file of it that cannot be read. *fault says which. */
int film_recipe_settings(const struct film_recipe *recipe, struct sim_settings *settings, struct recipe_fault *fault);

json_t *film_recipe_json(const struct film_recipe *recipe);

/* The "recipe" of a truth. ERR_NOT_FOUND: it has none. */
int film_recipe_from(const json_t *truth, struct film_recipe *recipe);
