/* SPDX-License-Identifier: Apache-2.0 */
/* assign.c: the Hungarian method by shortest augmenting paths; n^2 m steps. */
#include "assign.h"

#include <stdbool.h>

/* Indices count from 1 inside; 0 means none. */
struct state {
    float thing_price[ASSIGN_THINGS + 1], place_price[ASSIGN_PLACES + 1], slack[ASSIGN_PLACES + 1];
    int owner[ASSIGN_PLACES + 1], from[ASSIGN_PLACES + 1];
    bool seen[ASSIGN_PLACES + 1];
};

/* One step of the search from the place last reached; returns the next place. */
static int step(struct state *s, int at, int places, float cost[][ASSIGN_PLACES])
{
    int thing = s->owner[at], next = 0;
    float least = 1e30f;
    s->seen[at] = true;
    for (int j = 1; j <= places; j++) {
        if (s->seen[j])
            continue;
        float over = cost[thing - 1][j - 1] - s->thing_price[thing] - s->place_price[j];
        if (over < s->slack[j]) {
            s->slack[j] = over;
            s->from[j] = at;
        }
        if (s->slack[j] < least) {
            least = s->slack[j];
            next = j;
        }
    }
    for (int j = 0; j <= places; j++)
        if (s->seen[j]) {
            s->thing_price[s->owner[j]] += least;
            s->place_price[j] -= least;
        } else {
            s->slack[j] -= least;
        }
    return next;
}

/* Many things have a cheapest place that nobody else wants: they take it, and need no search. */
static void take_cheapest(struct state *s, int things, int places, float cost[][ASSIGN_PLACES], bool *placed)
{
    for (int i = 1; i <= things; i++) {
        int best = 0;
        for (int j = 0; j < places; j++) {
            bool less = cost[i - 1][j] < cost[i - 1][best];
            best = less || (cost[i - 1][j] == cost[i - 1][best] && s->owner[best + 1]) ? j : best;
        }
        s->thing_price[i] = cost[i - 1][best];
        placed[i] = !s->owner[best + 1];
        if (placed[i])
            s->owner[best + 1] = i;
    }
}

void assign_cheapest(int things, int places, float cost[][ASSIGN_PLACES], int *place)
{
    struct state s = {0};
    bool placed[ASSIGN_THINGS + 1];
    take_cheapest(&s, things, places, cost, placed);
    for (int i = 1; i <= things; i++) {
        int at = 0;
        if (placed[i])
            continue;
        s.owner[0] = i;
        for (int j = 0; j <= places; j++) {
            s.slack[j] = 1e30f;
            s.seen[j] = false;
        }
        do
            at = step(&s, at, places, cost);
        while (s.owner[at]);
        while (at) { /* hand places on along the path */
            int before = s.from[at];
            s.owner[at] = s.owner[before];
            at = before;
        }
    }
    for (int j = 1; j <= places; j++)
        if (s.owner[j])
            place[s.owner[j] - 1] = j - 1;
}
