/* SPDX-License-Identifier: Apache-2.0 */
/* games.c: the list of all games, and how one is found. */
#include "games.h"

#include <string.h>

static const struct game *const families[] = {
    games_snooker,
    games_billiards,
    games_pool,
    games_cspl,
};

const struct game *rules_games(size_t i)
{
    for (size_t f = 0; f < sizeof families / sizeof *families; f++)
        for (const struct game *g = families[f]; g->name; g++)
            if (!i--)
                return g;
    return NULL;
}

const struct game *rules_game(const char *name, const char *edition)
{
    bool any = !edition || !*edition;
    const struct game *g;
    for (size_t i = 0; (g = rules_games(i)); i++)
        if (!strcmp(g->name, name) && (any || !strcmp(g->edition, edition)))
            return g;
    return NULL;
}
