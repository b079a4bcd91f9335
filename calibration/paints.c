/* SPDX-License-Identifier: Apache-2.0 */
/* paints.c: the sets of colours that are sold. */
#include "paints.h"

const char *const paint_names[PAINTS] = {
    "none",  "white", "yellow", "green",  "brown",  "blue",  "pink",
    "black", "red",   "orange", "purple", "maroon", "lilac", "mint",
};

#define YELLOW_BLUE_RED BALL_KIND_YELLOW, BALL_KIND_BLUE, BALL_KIND_RED

const struct paint_set paint_sets[PAINT_SETS] = {
    [PAINTS_CLASSIC] = {.name = "classic",
                        .of = {0, YELLOW_BLUE_RED, PAINT_PURPLE, PAINT_ORANGE, BALL_KIND_GREEN, PAINT_MAROON,
                               BALL_KIND_BLACK}},
    [PAINTS_BROWN] = {.name = "brown",
                      .of = {0, YELLOW_BLUE_RED, PAINT_PURPLE, PAINT_ORANGE, BALL_KIND_GREEN, BALL_KIND_BROWN,
                             BALL_KIND_BLACK}},
    [PAINTS_TV] = {.name = "TV",
                   .of = {0, YELLOW_BLUE_RED, BALL_KIND_PINK, PAINT_ORANGE, BALL_KIND_GREEN, BALL_KIND_BROWN,
                          BALL_KIND_BLACK}},
    [PAINTS_PASTEL] = {.name = "pastel",
                       .of = {0, YELLOW_BLUE_RED, BALL_KIND_PINK, PAINT_LILAC, PAINT_MINT, BALL_KIND_BROWN,
                              BALL_KIND_BLACK},
                       .dark_ends = true},
};

int paint_of(const struct paint_set *set, enum ball_kind kind, int number)
{
    if (kind < BALL_KIND_SOLID)
        return (int)kind;
    return number >= 1 && number <= 15 ? set->of[number > 8 ? number - 8 : number] : 0;
}
