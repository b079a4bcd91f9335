/* SPDX-License-Identifier: Apache-2.0 */
/* scenario_names.c: how scenarios name balls and players. "red" is any red, "eight" the black of English pool. */
#include "scenario.h"

#include <string.h>

static const struct ball_set *set_of(const struct scenario *s)
{
    return ball_set(s->game->balls);
}

/* Groups that go by one word, in the sets that have them. */
static const struct {
    const char *word;
    enum ball_kind kind;
} groups[] = {
    {"red", BALL_KIND_RED},
    {"yellow", BALL_KIND_YELLOW},
    {"solids", BALL_KIND_SOLID},
    {"stripes", BALL_KIND_STRIPE},
};

static ball_id striker_cue(const struct scenario *s)
{
    ball_id own = s->state.format.cue_ball[side_of(s->state.striker)];
    return own ? own : BALL_CUE;
}

ball_mask scenario_balls(const struct scenario *s, const char *word)
{
    if (!strcmp(word, "cue"))
        return ball_bit(striker_cue(s));
    ball_id exact = ball_from_name(set_of(s), word);
    if (exact)
        return ball_bit(exact);
    for (size_t i = 0; i < sizeof groups / sizeof *groups; i++)
        if (!strcmp(groups[i].word, word))
            return ball_of_kind(set_of(s), groups[i].kind);
    return 0;
}

const char *scenario_ball_word(const struct scenario *s, ball_id ball)
{
    const struct ball_set *set = set_of(s);
    if (!ball)
        return "fifteenth";
    if (ball == striker_cue(s) && !s->state.format.cue_ball[SIDE_A]) /* where each side has its own, by its colour */
        return "cue";
    if (set->row[ball].kind == BALL_KIND_BLACK && s->game->black_word)
        return s->game->black_word;
    bool one_of_many = set->row[ball].number && set->id != BALL_SET_NUMBERED;
    for (size_t i = 0; one_of_many && i < sizeof groups / sizeof *groups; i++)
        if (set->row[ball].kind == groups[i].kind)
            return groups[i].word;
    return set->row[ball].name;
}

/* Numbered balls go by their numbers, unless all that are left of a group are meant in a game of groups. */
static const char *group_word_of(const struct scenario *s, ball_mask balls)
{
    if (!s->game->groups_by_word)
        return NULL;
    for (size_t i = 0; i < sizeof groups / sizeof *groups; i++)
        if (balls && !(balls & ~ball_of_kind(set_of(s), groups[i].kind)))
            return groups[i].word;
    return NULL;
}

json_t *scenario_ball_words(const struct scenario *s, ball_mask balls)
{
    json_t *list = json_array();
    const char *group = group_word_of(s, balls), *last = "";
    if (group)
        json_array_append_new(list, json_string(group));
    for (BALL_EACH(ball, group ? 0 : balls)) {
        const char *word = scenario_ball_word(s, (ball_id)ball);
        if (strcmp(word, last) != 0)
            json_array_append_new(list, json_string(word));
        last = word;
    }
    return list;
}

const char *scenario_red_on(enum spot spot)
{
    return spot == SPOT_BLACK ? "spot" : spot == SPOT_PINK ? "pyramid" : spot == SPOT_BLUE ? "centre" : NULL;
}

player_id scenario_player(const struct scenario *s, const char *name)
{
    for (player_id p = 1; p <= s->state.players; p++)
        if (!strcmp(s->player[p], name))
            return p;
    return 0;
}
