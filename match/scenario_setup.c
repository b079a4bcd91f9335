/* SPDX-License-Identifier: Apache-2.0 */
/* scenario_setup.c: what stood: JSON to state. Nothing is guessed. */
#include "err.h"
#include "reader.h"

#include <stdio.h>
#include <string.h>

/* Of a name that is too long, what fits of its whole characters: half of one is no text. */
static void keep_name(char to[NAME_BYTES], const char *name)
{
    size_t n = strlen(name);
    if (n >= NAME_BYTES)
        for (n = NAME_BYTES - 1; ((unsigned char)name[n] & 0xC0) == 0x80; n--)
            ;
    memcpy(to, name, n);
    to[n] = 0;
}

static void read_players(struct reader *r, const json_t *setup)
{
    struct scenario *s = r->s;
    const json_t *list = reader_array(r, setup, "players");
    size_t n = list ? json_array_size(list) : s->game->players;
    static const char *const usual[2][4] = {{"A", "B", "", ""}, {"A1", "B1", "A2", "B2"}};
    if (n != 2 && n != 4)
        reader_wrong(r, "players", "must be two or four names");
    if (r->failed)
        return;
    s->state.players = (uint8_t)n;
    for (size_t i = 0; i < n; i++) {
        const char *name = list ? reader_word_at(r, "players", list, i) : usual[n == 4][i];
        if (name && scenario_player(s, name))
            reader_wrong(r, "players", "“%s” is there twice", name);
        keep_name(s->player[i + 1], name ? name : "");
    }
}

/* Words of counters; BALLS may be one word or a list, PLAYER a name. */
static void counter_INT(struct reader *r, const json_t *c, const char *key, int16_t *out)
{
    *out = (int16_t)reader_whole(r, c, key, *out, -30000, 30000);
}

static void counter_FLAG(struct reader *r, const json_t *c, const char *key, bool *out)
{
    *out = reader_yes_or(r, c, key, *out);
}

static void counter_PLAYER(struct reader *r, const json_t *c, const char *key, player_id *out)
{
    if (reader_get(c, key))
        *out = reader_player(r, c, key);
}

static void counter_BALLS(struct reader *r, const json_t *c, const char *key, ball_mask *out)
{
    const json_t *value = reader_get(c, key);
    if (json_is_string(value))
        *out = reader_balls(r, key, json_string_value(value));
    else if (value)
        *out = reader_ball_list(r, c, key, false);
}

static void counter_BALL(struct reader *r, const json_t *c, const char *key, ball_mask *out)
{
    counter_BALLS(r, c, key, out);
}

static void counter_SIDE_INT(struct reader *r, const json_t *c, const char *key, int16_t out[3])
{
    counter_INT(r, c, key, &out[r->side]);
}

static void counter_SIDE_FLAG(struct reader *r, const json_t *c, const char *key, bool out[3])
{
    counter_FLAG(r, c, key, &out[r->side]);
}

#define COUNTER_ADDRESS_INT(x)       &(x)
#define COUNTER_ADDRESS_FLAG(x)      &(x)
#define COUNTER_ADDRESS_PLAYER(x)    &(x)
#define COUNTER_ADDRESS_BALLS(x)     &(x)
#define COUNTER_ADDRESS_BALL(x)      &(x)
#define COUNTER_ADDRESS_SIDE_INT(x)  (x)
#define COUNTER_ADDRESS_SIDE_FLAG(x) (x)

static void read_counters(struct reader *r, const json_t *setup, const json_t *stroke)
{
    const json_t *c = reader_get(setup, "counters");
    player_id by = reader_get(stroke, "by") ? reader_player(r, stroke, "by") : 0;
    r->side = side_of(by ? by : r->s->state.striker);
    struct counters *out = &r->s->state.counters;
    if (c && !json_is_object(c))
        reader_wrong(r, "counters", "must be an object");
#define X(type, name) counter_##type(r, c, #name, COUNTER_ADDRESS_##type(out->name));
    COUNTER_LIST(X)
#undef X
    if (json_object_get(c, "red_on")) /* null: on no spot */
        out->red_on = SPOT_NONE;
    const char *red_on = reader_text(r, c, "red_on"), *phase = reader_text(r, c, "phase_before");
    for (enum spot spot = SPOT_NONE + 1; red_on && spot < SPOT_COUNT; spot++)
        if (scenario_red_on(spot) && !strcmp(red_on, scenario_red_on(spot)))
            out->red_on = spot;
    if (phase)
        out->phase_before = phase_from_word(phase);
}

static void read_format(struct reader *r, const json_t *setup)
{
    const json_t *o = reader_get(setup, "options");
    struct format *f = &r->s->state.format;
    f->aggregate = reader_yes_or(r, o, "aggregate", f->aggregate);
    f->last_frame = reader_yes_or(r, o, "last_frame", f->last_frame);
    f->baulk_line_rule = reader_yes_or(r, o, "baulk_line_rule", f->baulk_line_rule);
    f->final_session = reader_yes_or(r, o, "final_session", f->final_session);
    f->target = (int16_t)reader_whole(r, o, "target", f->target, 0, 30000);
    f->session_s = reader_number(r, o, "session_s", f->session_s, 0, 1e6);
    const json_t *cue = reader_get(o, "cue_balls");
    const char *side;
    json_t *value;
    json_object_foreach((json_t *)cue, side, value)
    {
        ball_id ball = ball_from_name(ball_set(r->s->game->balls), json_string_value(value));
        if (!ball || (side[0] != 'A' && side[0] != 'B'))
            reader_wrong(r, "options", "cue_balls must give a ball for A and B");
        else
            f->cue_ball[side[0] == 'A' ? SIDE_A : SIDE_B] = ball;
    }
}

static void read_table(struct reader *r, const json_t *setup)
{
    const json_t *t = reader_get(setup, "table");
    struct state *s = &r->s->state;
    if (!t)
        return;
    double length = reader_number(r, t, "L", 0, 500, 5000), width = reader_number(r, t, "W", 0, 250, 2500);
    double d = reader_number(r, t, "d", 0, 20, 80), cue_d = reader_number(r, t, "cue_d", d, 20, 80);
    if (length <= width || d <= 0)
        reader_wrong(r, "table", "needs L, W and d in mm, with L greater than W");
    else if (r->s->game->balls == BALL_SET_SNOOKER || r->s->game->balls == BALL_SET_BILLIARDS)
        s->bed = bed_snooker(length, width, d, length * 737 / 3569, width * 292 / 1778, length * 324 / 3569);
    else
        s->bed = bed_pool(length, width, d, cue_d, r->s->game->balls == BALL_SET_ENGLISH ? 0.2 : 0.25);
}

/* Which reds are on the table when only their number is given: those that are named anywhere, then the lowest. */
static ball_mask choose_reds(struct reader *r, int count, ball_mask named)
{
    ball_mask reds = ball_of_kind(ball_set(r->s->game->balls), BALL_KIND_RED);
    ball_mask chosen = named & reds;
    for (BALL_EACH(red, reds & ~chosen))
        if (ball_count(chosen) < count)
            chosen |= ball_bit((ball_id)red);
    if (ball_count(chosen) > count)
        reader_wrong(r, "reds_left", "%d reds are left but %d are named", count, ball_count(chosen));
    return chosen;
}

static ball_mask named_balls(struct reader *r, const json_t *map)
{
    const char *name;
    json_t *value;
    ball_mask named = 0;
    json_object_foreach((json_t *)map, name, value)
    {
        ball_mask mask = scenario_balls(r->s, name);
        named |= ball_count(mask) == 1 ? mask : 0;
    }
    return named;
}

static ball_mask fallen_balls(struct reader *r, const json_t *stroke)
{
    const json_t *list = reader_get(stroke, "fell_unhit");
    ball_mask fallen = 0;
    for (size_t i = 0; i < json_array_size(list); i++) {
        const char *word = json_string_value(json_object_get(json_array_get(list, i), "ball"));
        ball_mask mask = word ? scenario_balls(r->s, word) : 0;
        fallen |= ball_count(mask) == 1 ? mask : 0;
    }
    return fallen;
}

static void read_table_balls(struct reader *r, const json_t *object)
{
    const json_t *setup = reader_get(object, "setup"), *stroke = reader_get(object, "stroke");
    struct state *s = &r->s->state;
    if (reader_get(setup, "balls_left"))
        s->on_table = reader_ball_list(r, setup, "balls_left", true);
    ball_mask all_reds = ball_of_kind(ball_set(r->s->game->balls), BALL_KIND_RED), reds = s->on_table & all_reds;
    if (reader_get(setup, "reds_left")) {
        int most = ball_count(rules_balls(r->s->game) & all_reds) + s->counters.extra_red;
        ball_mask named = named_balls(r, reader_get(setup, "pos")) |
                          named_balls(r, reader_get(stroke, "balls_at_rest")) | fallen_balls(r, stroke);
        reds = choose_reds(r, reader_whole(r, setup, "reds_left", 0, 0, most), named);
    }
    if (reader_get(setup, "colours_left"))
        s->on_table = reader_ball_list(r, setup, "colours_left", true);
    s->on_table = (s->on_table & ~all_reds) | reds;
}

/* Snooker: a setup that does not count the balls leaves it to the phase, and to the positions, which name all reds. */
static void read_balls_unsaid(struct reader *r, const json_t *object)
{
    const json_t *setup = reader_get(object, "setup"), *stroke = reader_get(object, "stroke");
    struct state *s = &r->s->state;
    if (r->s->game->balls != BALL_SET_SNOOKER || reader_get(setup, "balls_left") || s->phase == PHASE_BLUE_SHOOTOUT)
        return;
    ball_mask reds = ball_range(SNOOKER_RED_1, SNOOKER_RED_16),
              placed = named_balls(r, reader_get(setup, "pos")) | named_balls(r, reader_get(stroke, "balls_at_rest"));
    bool over = s->phase != PHASE_RED && s->phase != PHASE_COLOUR; /* the reds are gone */
    ball_id lowest = s->phase == PHASE_COLOURS && s->on ? ball_first(s->on) : SNOOKER_BLACK;
    if (!reader_get(setup, "reds_left"))
        s->on_table &= ~reds | (over ? 0 : placed & reds ? placed : reds);
    if (!reader_get(setup, "colours_left") && over)
        s->on_table &= ~ball_range(SNOOKER_YELLOW, SNOOKER_BLACK) | ball_range(lowest, SNOOKER_BLACK);
    s->on &= s->on_table;
}

/* Where each side has a cue-ball of its own, it lies on the table unless it is in hand or known to be off. */
static void read_cue_balls(struct reader *r, const json_t *setup)
{
    struct state *s = &r->s->state;
    enum side striker = side_of(s->striker);
    ball_mask own = ball_bit(s->format.cue_ball[striker]), other = ball_bit(s->format.cue_ball[side_other(striker)]);
    if (reader_get(setup, "cue_in_hand"))
        s->on_table = s->in_hand ? s->on_table & ~own : s->on_table | own;
    if (s->counters.opp_ball_off)
        s->on_table &= ~other;
}

/* A setup that says whether the striker is in hand means a game under way: the opponents have played too. */
static void read_opponents_ball(struct reader *r, const json_t *setup)
{
    struct state *s = &r->s->state;
    if (reader_get(setup, "cue_in_hand") && !reader_get(setup, "balls_left") && !s->counters.opp_ball_off)
        s->on_table |= ball_bit(s->format.cue_ball[side_other(side_of(s->striker))]);
}

static void read_scores(struct reader *r, const json_t *setup)
{
    const json_t *scores = reader_get(setup, "scores");
    int16_t *score = r->s->state.score;
    score[SIDE_A] = (int16_t)reader_whole(r, scores, "A", score[SIDE_A], -30000, 30000);
    score[SIDE_B] = (int16_t)reader_whole(r, scores, "B", score[SIDE_B], -30000, 30000);
}

static void read_turn(struct reader *r, const json_t *setup)
{
    struct state *s = &r->s->state;
    const char *phase = reader_text(r, setup, "phase"), *area = reader_text(r, setup, "in_hand_area");
    if (reader_get(setup, "striker"))
        s->striker = reader_player(r, setup, "striker");
    if (phase && !(s->phase = phase_from_word(phase)))
        reader_wrong(r, "phase", "there is no phase “%s”", phase);
    if (reader_get(setup, "cue_in_hand")) {
        s->in_hand = reader_yes(r, setup, "cue_in_hand");
        s->area = s->in_hand ? s->area : AREA_NONE;
    }
    if (area && !(s->area = area_from_word(area)))
        reader_wrong(r, "in_hand_area", "there is no area “%s”", area);
    s->free_ball = reader_yes_or(r, setup, "free_ball", s->free_ball);
    s->break_score = (int16_t)reader_whole(r, setup, "break_score", s->break_score, 0, 30000);
    s->visits = (uint8_t)reader_whole(r, setup, "visits", s->visits, 0, 2);
}

static void read_groups(struct reader *r, const json_t *setup)
{
    const json_t *groups = reader_get(setup, "groups");
    for (int side = SIDE_A; side <= SIDE_B; side++) {
        const char *word = reader_text(r, groups, side == SIDE_A ? "A" : "B");
        if (word && !(r->s->state.group[side] = group_from_word(word)))
            reader_wrong(r, "groups", "there is no group “%s”", word);
    }
}

static const struct game *read_game(struct reader *r, const json_t *object)
{
    const char *name = reader_text(r, object, "game"), *edition = reader_text(r, object, "edition");
    const struct game *game = name ? rules_game(name, edition) : NULL;
    if (!r->failed && !game)
        reader_wrong(r, "game", "there is no game “%s” in edition “%s”", name ? name : "", edition ? edition : "");
    return game;
}

/* All of the state that a setup may give; what it does not mention stays. */
static void read_state(struct reader *r, const json_t *object)
{
    const json_t *setup = reader_get(object, "setup");
    struct state *s = &r->s->state;
    read_turn(r, setup);
    read_scores(r, setup);
    read_format(r, setup);
    read_table(r, setup);
    read_counters(r, setup, reader_get(object, "stroke"));
    read_table_balls(r, object);
    read_cue_balls(r, setup);
    read_groups(r, setup);
    if (reader_get(setup, "ball_on"))
        s->on = reader_ball_list(r, setup, "ball_on", false) & s->on_table;
    reader_layout(r, setup, "pos", &s->pos);
    s->pos.sd = (float)reader_number(r, setup, "pos_sd", s->pos.sd, 0, 100);
    s->pos.shared_sd = (float)reader_number(r, setup, "pos_shared_sd", s->pos.shared_sd, 0, 100);
}

int scenario_read_setup(struct scenario *s, const json_t *object, const char *where, char error[SCENARIO_ERROR_BYTES])
{
    struct reader r = {.s = s, .where = where, .part = "scenario", .error = error};
    memset(s, 0, sizeof *s);
    s->game = read_game(&r, object);
    if (!s->game)
        return ERR_FORMAT;
    rules_open(s->game, &s->state, 1);
    r.part = "setup";
    read_players(&r, reader_get(object, "setup"));
    s->state.opener = 0;
    read_state(&r, object);
    read_opponents_ball(&r, reader_get(object, "setup"));
    read_balls_unsaid(&r, object);
    if (!s->state.opener)
        s->state.opener = s->state.striker;
    return r.failed ? ERR_FORMAT : 0;
}

int scenario_change_state(struct scenario *s, const json_t *setup, const char *where, char error[SCENARIO_ERROR_BYTES])
{
    struct reader r = {.s = s, .where = where, .part = "set", .error = error};
    json_t *object = json_pack("{s:O}", "setup", setup);
    read_state(&r, object);
    json_decref(object);
    return r.failed ? ERR_FORMAT : 0;
}
