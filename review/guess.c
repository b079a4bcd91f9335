/* SPDX-License-Identifier: Apache-2.0 */
/* guess.c: the ball on is guessed so that the first stroke was played at it: players know what is on, mostly. That
 * makes a foul in the first stroke invisible until somebody says what was on; the page asks for it. */
#include "guess.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define UNSEEN_IN_RACK 2   /* balls of a tight rack that a coarse picture does not show one by one */
#define RACK_DIAMETERS 3.5 /* fifteen balls in a triangle lie within 2.4 diameters of their middle */

struct table_seen {
    const struct ball_set *set;
    ball_mask on_table;
    struct vec2 at[BALL_IDS];
};

static struct table_seen seen_of(const struct game *game, const json_t *position)
{
    struct table_seen seen = {.set = ball_set(game->balls)};
    const json_t *balls = json_object_get(position, "balls");
    for (size_t i = 0; i < json_array_size(balls); i++) {
        const json_t *ball = json_array_get(balls, i);
        const char *name = json_string_value(json_object_get(ball, "id"));
        ball_id id = name ? ball_from_name(seen.set, name) : BALL_NONE;
        if (!id)
            continue;
        seen.on_table |= ball_bit(id);
        seen.at[id] =
            vec2(json_number_value(json_object_get(ball, "x")), json_number_value(json_object_get(ball, "y")));
    }
    return seen;
}

/* How far the farthest of these balls lies from the middle of them all. */
static double spread_of(const struct table_seen *seen, ball_mask balls)
{
    struct vec2 middle = {0};
    double far = 0;
    for (BALL_EACH(id, balls))
        middle = vec2_along(middle, 1.0 / ball_count(balls), seen->at[id]);
    for (BALL_EACH(other, balls))
        far = fmax(far, vec2_dist(middle, seen->at[other]));
    return far;
}

/* All balls are there, but for some that a pack hides, and those that are racked lie together: nobody has played yet.
 */
static bool looks_like_opening(const struct game *game, const struct table_seen *seen, ball_mask ever)
{
    struct state open;
    rules_open(game, &open, 1);
    ball_mask object = open.on_table & ~ball_bit(BALL_CUE), reds = ball_of_kind(seen->set, BALL_KIND_RED);
    ball_mask racked = game->balls == BALL_SET_SNOOKER ? object & reds : object;
    int missing = ball_count(object & ~(seen->on_table | ever));
    return ball_count(racked) > 2 && missing <= UNSEEN_IN_RACK &&
           spread_of(seen, racked & seen->on_table) < RACK_DIAMETERS * open.bed.ball_d;
}

/* So many of these balls, those that were seen first. */
static ball_mask some_of(ball_mask kind, ball_mask seen, int count)
{
    ball_mask some = 0;
    for (BALL_EACH(id, kind & seen))
        some |= ball_count(some) < count ? ball_bit(id) : 0;
    for (BALL_EACH(other, kind & ~seen))
        some |= ball_count(some) < count ? ball_bit(other) : 0;
    return some;
}

/* "blue", "red" or "red:6". */
static bool add_named(const struct ball_set *set, const char *item, ball_mask seen, ball_mask *balls)
{
    char name[24], first[32], end;
    int count = -1, parts = sscanf(item, " %23[a-z0-9-]:%d%c", name, &count, &end);
    if (parts < 1 || parts > 2 || (parts == 1 && strchr(item, ':')))
        return false;
    snprintf(first, sizeof first, "%s-1", name);
    ball_id one = ball_from_name(set, name), alike = ball_from_name(set, first);
    if (alike && strcmp(ball_name(set, alike), first) != 0) /* "1-1" is the 11 */
        alike = BALL_NONE;
    ball_mask kind = alike ? ball_of_kind(set, set->row[alike].kind) : 0;
    if (alike)
        *balls |= some_of(kind, seen, count < 0 ? ball_count(kind & seen) : count);
    else
        *balls |= one ? ball_bit(one) : 0;
    return alike ? count <= ball_count(kind) : one && parts == 1;
}

bool guess_balls(const struct ball_set *set, const char *text, ball_mask seen, ball_mask *balls)
{
    char copy[256], *save, *item;
    bool sound = strlen(text) < sizeof copy;
    *balls = 0;
    snprintf(copy, sizeof copy, "%s", text);
    for (item = strtok_r(copy, ",", &save); sound && item; item = strtok_r(NULL, ",", &save))
        sound = add_named(set, item, seen, balls);
    return sound && *balls;
}

static json_t *names_of(const struct ball_set *set, ball_mask balls)
{
    json_t *list = json_array();
    for (BALL_EACH(id, balls))
        json_array_append_new(list, json_string(ball_name(set, (ball_id)id)));
    return list;
}

static ball_mask first_hit(const struct ball_set *set, const json_t *stroke)
{
    const char *name = json_string_value(json_array_get(json_object_get(stroke, "first_contact"), 0));
    return name ? ball_bit(ball_from_name(set, name)) : 0;
}

struct on_table {
    ball_mask on;
    enum phase phase;
};

static struct on_table snooker_on(const struct table_seen *seen, ball_mask hit, const char *given)
{
    ball_mask reds = seen->on_table & ball_of_kind(seen->set, BALL_KIND_RED);
    ball_mask colours = seen->on_table & ball_range(SNOOKER_YELLOW, SNOOKER_BLACK);
    ball_mask named = given ? ball_bit(ball_from_name(seen->set, given)) & colours : 0;
    if (given && !strcmp(given, "colour"))
        return (struct on_table){colours, PHASE_COLOUR};
    if (named && reds)
        return (struct on_table){named, PHASE_COLOUR};
    if (!given && reds && (hit & colours))
        return (struct on_table){hit, PHASE_COLOUR};
    if (reds)
        return (struct on_table){reds, PHASE_RED};
    ball_mask on = named ? named : ball_bit(ball_first(colours));
    return (struct on_table){on, ball_count(colours) == 1 ? PHASE_BLACK : PHASE_COLOURS};
}

static struct on_table pool_on(const struct game *game, const struct table_seen *seen, const char *given)
{
    ball_mask objects = seen->on_table & ~ball_bit(BALL_CUE);
    ball_mask named = given ? ball_bit(ball_from_name(seen->set, given)) & objects : 0;
    enum phase phase = game->phases >> PHASE_PLAY & 1 ? PHASE_PLAY : PHASE_OPEN;
    bool lowest = !strcmp(game->name, "wpa9"); /* the lowest number is on; elsewhere a group or any ball is */
    return (struct on_table){named ? named : lowest ? ball_bit(ball_first(objects)) : objects, phase};
}

/* At billiards each has a cue-ball of his own: who plays is seen. */
static ball_id struck_in(const struct game *game, const json_t *stroke)
{
    const char *name = json_string_value(json_object_get(stroke, "struck"));
    return game->balls == BALL_SET_BILLIARDS && name ? ball_from_name(ball_set(game->balls), name) : BALL_NONE;
}

static void add_given(json_t *state, json_t *guessed, const struct guess_given *given, ball_id struck)
{
    if (given->score[0] >= 0 && given->score[1] >= 0)
        json_object_set_new(state, "scores", json_pack("{s:i, s:i}", "A", given->score[0], "B", given->score[1]));
    else
        json_array_append_new(guessed, json_string("scores"));
    if (given->striker)
        json_object_set_new(state, "striker", json_string(given->striker));
    else
        json_array_append_new(guessed, json_string("striker"));
    if (!given->striker && struck == BILLIARDS_YELLOW)
        json_object_set_new(state, "striker", json_string("B"));
    if (!given->on)
        json_array_append_new(guessed, json_string("ball_on"));
}

json_t *guess_setup(const struct game *game, const json_t *position, const json_t *stroke,
                    const struct guess_given *given)
{
    struct table_seen seen = seen_of(game, position);
    bool told = given->on || given->striker || given->balls || given->score[0] >= 0;
    if (given->opening || (!told && looks_like_opening(game, &seen, given->ever)))
        return json_pack("{s:b, s:[], s:s, s:b}", "opening", 1, "guessed", "why", "the balls stand as a frame begins",
                         "confirmed", given->opening);
    seen.on_table |= given->ever;
    ball_mask counted = 0;
    if (given->balls && guess_balls(seen.set, given->balls, seen.on_table, &counted))
        seen.on_table = counted | ball_bit(BALL_CUE);
    else if (game->balls == BALL_SET_SNOOKER && (seen.on_table & ball_of_kind(seen.set, BALL_KIND_RED)))
        seen.on_table |=
            ball_range(SNOOKER_YELLOW, SNOOKER_BLACK); /* SNK 3.3: they are spotted as long as there is a red */
    struct on_table on = game->balls == BALL_SET_SNOOKER ? snooker_on(&seen, first_hit(seen.set, stroke), given->on)
                                                         : pool_on(game, &seen, given->on);
    ball_mask left = game->balls == BALL_SET_BILLIARDS ? seen.on_table : seen.on_table & ~ball_bit(BALL_CUE);
    json_t *guessed = json_array();
    json_t *state = json_pack("{s:o, s:o, s:s, s:b}", "balls_left", names_of(seen.set, left), "ball_on",
                              names_of(seen.set, on.on), "phase", phase_word(on.phase), "cue_in_hand", 0);
    add_given(state, guessed, given, struck_in(game, stroke));
    bool sure = !json_array_size(guessed);
    return json_pack("{s:b, s:o, s:o, s:s, s:b}", "opening", 0, "state", state, "guessed", guessed, "why",
                     sure ? "as it was given" : "the recording begins in the middle of a frame", "confirmed", sure);
}
