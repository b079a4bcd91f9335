/* SPDX-License-Identifier: Apache-2.0 */
/* scenario_read.c: JSON to state and stroke. The first thing wrong is reported with its place; nothing is guessed. */
#include "err.h"
#include "scenario.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* One reading in progress: errors say where they are. */
struct reader {
    struct scenario *s;
    const char *where; /* "OPN-SNK-001" */
    const char *part;  /* "setup" */
    char *error;
    bool failed;
    enum side side; /* whose counters are meant where each side has its own: who acts, else the striker */
};

#if defined __GNUC__
__attribute__((format(printf, 3, 4)))
#endif
static void
wrong(struct reader *r, const char *key, const char *format, ...)
{
    if (r->failed)
        return;
    r->failed = true;
    int n = snprintf(r->error, SCENARIO_ERROR_BYTES, "%s: %s.%s: ", r->where, r->part, key);
    if (n < 0 || n >= SCENARIO_ERROR_BYTES)
        return;
    va_list args;
    va_start(args, format);
    vsnprintf(r->error + n, (size_t)(SCENARIO_ERROR_BYTES - n), format, args);
    va_end(args);
}

/* ---- single values ----------------------------------------------------------------------------------------------- */

static const json_t *get(const json_t *object, const char *key)
{
    const json_t *value = json_object_get(object, key);
    return json_is_null(value) ? NULL : value;
}

static const char *text(struct reader *r, const json_t *object, const char *key)
{
    const json_t *value = get(object, key);
    if (value && !json_is_string(value))
        wrong(r, key, "must be a string");
    return json_string_value(value);
}

static double number(struct reader *r, const json_t *object, const char *key, double missing, double low, double high)
{
    const json_t *value = get(object, key);
    if (!value)
        return missing;
    double x = json_number_value(value);
    if (!json_is_number(value) || !isfinite(x) || x < low || x > high)
        wrong(r, key, "must be a number from %g to %g", low, high);
    return x;
}

static int whole(struct reader *r, const json_t *object, const char *key, int missing, int low, int high)
{
    const json_t *value = get(object, key);
    if (!value)
        return missing;
    if (!json_is_integer(value) || json_integer_value(value) < low || json_integer_value(value) > high) {
        wrong(r, key, "must be a whole number from %d to %d", low, high);
        return missing;
    }
    return (int)json_integer_value(value);
}

static bool yes(struct reader *r, const json_t *object, const char *key)
{
    const json_t *value = get(object, key);
    if (value && !json_is_boolean(value))
        wrong(r, key, "must be true or false");
    return json_is_true(value);
}

static bool yes_or(struct reader *r, const json_t *object, const char *key, bool missing)
{
    return get(object, key) ? yes(r, object, key) : missing;
}

static enum tri three(struct reader *r, const json_t *object, const char *key)
{
    const json_t *value = get(object, key);
    if (!value)
        return UNKNOWN;
    return yes(r, object, key) ? YES : NO;
}

static player_id player(struct reader *r, const json_t *object, const char *key)
{
    const char *name = text(r, object, key);
    if (!name || !strcmp(name, "referee"))
        return 0;
    player_id p = scenario_player(r->s, name);
    if (!p)
        wrong(r, key, "there is no player “%s”", name);
    return p;
}

/* ---- balls ------------------------------------------------------------------------------------------------------- */

static ball_mask balls(struct reader *r, const char *key, const char *word)
{
    ball_mask mask = scenario_balls(r->s, word);
    if (!mask)
        wrong(r, key, "there is no ball “%s” in this game", word);
    return mask;
}

/* One ball for a word that may name a group: the first of those on the table that is not taken yet. */
static ball_id pick(struct reader *r, const char *key, const char *word, ball_mask *taken)
{
    ball_mask all = balls(r, key, word), free = all & ~*taken, here = free & r->s->state.on_table;
    if (all && !free)
        wrong(r, key, "“%s” is named too often", word);
    ball_id ball = ball_first(here ? here : free);
    *taken |= ball_bit(ball);
    return ball;
}

static const char *word_at(struct reader *r, const char *key, const json_t *list, size_t i)
{
    const char *word = json_string_value(json_array_get(list, i));
    if (!word)
        wrong(r, key, "must be a list of names");
    return word;
}

static const json_t *array(struct reader *r, const json_t *object, const char *key)
{
    const json_t *value = get(object, key);
    if (value && !json_is_array(value))
        wrong(r, key, "must be a list");
    return value;
}

/* A list of words as a mask; `distinct`: each word stands for one ball, and no ball comes twice. */
static ball_mask ball_list(struct reader *r, const json_t *object, const char *key, bool distinct)
{
    const json_t *list = array(r, object, key);
    ball_mask mask = 0;
    for (size_t i = 0; i < json_array_size(list) && !r->failed; i++) {
        const char *word = word_at(r, key, list, i);
        if (!word)
            break;
        if (distinct)
            pick(r, key, word, &mask);
        else
            mask |= balls(r, key, word);
    }
    return mask;
}

static bool point(struct reader *r, const char *key, const json_t *value, struct vec2 *out)
{
    double x = json_number_value(json_array_get(value, 0)), y = json_number_value(json_array_get(value, 1));
    if (!json_is_array(value) || json_array_size(value) != 2 || !json_is_number(json_array_get(value, 0)) ||
        !json_is_number(json_array_get(value, 1)) || fabs(x) > 5000 || fabs(y) > 5000) {
        wrong(r, key, "must be [x, y] in mm, on the table");
        return false;
    }
    *out = vec2(x, y);
    return true;
}

/* {ball: [x, y]}: "red" alone takes the next free red. Named balls are taken first, so that "red2" is red-2. */
static void layout(struct reader *r, const json_t *object, const char *key, struct layout *out)
{
    const json_t *map = get(object, key);
    if (map && !json_is_object(map))
        wrong(r, key, "must be an object of ball: [x, y]");
    ball_mask taken = 0; /* balls known before may be given again: they were moved */
    for (int pass = 0; pass < 2; pass++) {
        const char *name;
        json_t *value;
        json_object_foreach((json_t *)map, name, value)
        {
            ball_mask mask = balls(r, key, name);
            if (r->failed || (ball_count(mask) == 1) != (pass == 0))
                continue;
            ball_id ball = pick(r, key, name, &taken);
            point(r, key, value, &out->at[ball]);
        }
    }
    out->known |= taken;
}

/* ---- setup ------------------------------------------------------------------------------------------------------- */

static void read_players(struct reader *r, const json_t *setup)
{
    struct scenario *s = r->s;
    const json_t *list = array(r, setup, "players");
    size_t n = list ? json_array_size(list) : s->game->players;
    static const char *const usual[2][4] = {{"A", "B", "", ""}, {"A1", "B1", "A2", "B2"}};
    if (n != 2 && n != 4)
        wrong(r, "players", "must be two or four names");
    if (r->failed)
        return;
    s->state.players = (uint8_t)n;
    for (size_t i = 0; i < n; i++) {
        const char *name = list ? word_at(r, "players", list, i) : usual[n == 4][i];
        if (name && scenario_player(s, name))
            wrong(r, "players", "“%s” is there twice", name);
        snprintf(s->player[i + 1], WORD_MAX, "%s", name ? name : "");
    }
}

/* Words of counters; BALLS may be one word or a list, PLAYER a name. */
static void counter_INT(struct reader *r, const json_t *c, const char *key, int16_t *out)
{
    *out = (int16_t)whole(r, c, key, *out, -30000, 30000);
}

static void counter_FLAG(struct reader *r, const json_t *c, const char *key, bool *out)
{
    *out = yes_or(r, c, key, *out);
}

static void counter_PLAYER(struct reader *r, const json_t *c, const char *key, player_id *out)
{
    if (get(c, key))
        *out = player(r, c, key);
}

static void counter_BALLS(struct reader *r, const json_t *c, const char *key, ball_mask *out)
{
    const json_t *value = get(c, key);
    if (json_is_string(value))
        *out = balls(r, key, json_string_value(value));
    else if (value)
        *out = ball_list(r, c, key, false);
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
    const json_t *c = get(setup, "counters");
    player_id by = get(stroke, "by") ? player(r, stroke, "by") : 0;
    r->side = side_of(by ? by : r->s->state.striker);
    struct counters *out = &r->s->state.counters;
    if (c && !json_is_object(c))
        wrong(r, "counters", "must be an object");
#define X(type, name) counter_##type(r, c, #name, COUNTER_ADDRESS_##type(out->name));
    COUNTER_LIST(X)
#undef X
    if (json_object_get(c, "red_on")) /* null: on no spot */
        out->red_on = SPOT_NONE;
    const char *red_on = text(r, c, "red_on"), *phase = text(r, c, "phase_before");
    static const struct {
        const char *word;
        enum spot spot;
    } spots[] = {{"spot", SPOT_BLACK}, {"pyramid", SPOT_PINK}, {"centre", SPOT_BLUE}};
    for (size_t i = 0; red_on && i < 3; i++)
        if (!strcmp(red_on, spots[i].word))
            out->red_on = spots[i].spot;
    if (phase)
        out->phase_before = phase_from_word(phase);
}

static void read_format(struct reader *r, const json_t *setup)
{
    const json_t *o = get(setup, "options");
    struct format *f = &r->s->state.format;
    f->aggregate = yes_or(r, o, "aggregate", f->aggregate);
    f->last_frame = yes_or(r, o, "last_frame", f->last_frame);
    f->baulk_line_rule = yes_or(r, o, "baulk_line_rule", f->baulk_line_rule);
    f->final_session = yes_or(r, o, "final_session", f->final_session);
    f->target = (int16_t)whole(r, o, "target", f->target, 0, 30000);
    f->session_s = number(r, o, "session_s", f->session_s, 0, 1e6);
    const json_t *cue = get(o, "cue_balls");
    const char *side;
    json_t *value;
    json_object_foreach((json_t *)cue, side, value)
    {
        ball_id ball = ball_from_name(ball_set(r->s->game->balls), json_string_value(value));
        if (!ball || (side[0] != 'A' && side[0] != 'B'))
            wrong(r, "options", "cue_balls must give a ball for A and B");
        else
            f->cue_ball[side[0] == 'A' ? SIDE_A : SIDE_B] = ball;
    }
}

static void read_table(struct reader *r, const json_t *setup)
{
    const json_t *t = get(setup, "table");
    struct state *s = &r->s->state;
    if (!t)
        return;
    double length = number(r, t, "L", 0, 500, 5000), width = number(r, t, "W", 0, 250, 2500);
    double d = number(r, t, "d", 0, 20, 80);
    if (length <= width || d <= 0)
        wrong(r, "table", "needs L, W and d in mm, with L greater than W");
    else if (r->s->game->balls == BALL_SET_SNOOKER || r->s->game->balls == BALL_SET_BILLIARDS)
        s->bed = bed_snooker(length, width, d, length * 737 / 3569, width * 292 / 1778, length * 324 / 3569);
    else
        s->bed = bed_pool(length, width, d, d, r->s->game->balls == BALL_SET_ENGLISH ? 0.2 : 0.25);
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
        wrong(r, "reds_left", "%d reds are left but %d are named", count, ball_count(chosen));
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
    const json_t *list = get(stroke, "fell_unhit");
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
    const json_t *setup = get(object, "setup"), *stroke = get(object, "stroke");
    struct state *s = &r->s->state;
    if (get(setup, "balls_left"))
        s->on_table = ball_list(r, setup, "balls_left", true);
    if (get(setup, "reds_left") || get(setup, "colours_left")) {
        int open = ball_count(ball_of_kind(ball_set(r->s->game->balls), BALL_KIND_RED) & s->on_table);
        int most = s->counters.extra_red ? open + 1 : open;
        int reds = whole(r, setup, "reds_left", 0, 0, most);
        ball_mask named =
            named_balls(r, get(setup, "pos")) | named_balls(r, get(stroke, "balls_at_rest")) | fallen_balls(r, stroke);
        s->on_table = ball_list(r, setup, "colours_left", true) | choose_reds(r, reds, named);
    }
}

/* Where each side has a cue-ball of its own, it lies on the table unless it is in hand or known to be off. */
static void read_cue_balls(struct reader *r, const json_t *setup)
{
    struct state *s = &r->s->state;
    enum side striker = side_of(s->striker);
    ball_mask own = ball_bit(s->format.cue_ball[striker]), other = ball_bit(s->format.cue_ball[side_other(striker)]);
    if (get(setup, "cue_in_hand"))
        s->on_table = s->in_hand ? s->on_table & ~own : s->on_table | own;
    if (s->counters.opp_ball_off)
        s->on_table &= ~other;
}

/* A setup that says whether the striker is in hand means a game under way: the opponents have played too. */
static void read_opponents_ball(struct reader *r, const json_t *setup)
{
    struct state *s = &r->s->state;
    if (get(setup, "cue_in_hand") && !get(setup, "balls_left") && !s->counters.opp_ball_off)
        s->on_table |= ball_bit(s->format.cue_ball[side_other(side_of(s->striker))]);
}

static void read_scores(struct reader *r, const json_t *setup)
{
    const json_t *scores = get(setup, "scores");
    int16_t *score = r->s->state.score;
    score[SIDE_A] = (int16_t)whole(r, scores, "A", score[SIDE_A], -30000, 30000);
    score[SIDE_B] = (int16_t)whole(r, scores, "B", score[SIDE_B], -30000, 30000);
}

static void read_turn(struct reader *r, const json_t *setup)
{
    struct state *s = &r->s->state;
    const char *phase = text(r, setup, "phase"), *area = text(r, setup, "in_hand_area");
    if (get(setup, "striker"))
        s->striker = player(r, setup, "striker");
    if (phase && !(s->phase = phase_from_word(phase)))
        wrong(r, "phase", "there is no phase “%s”", phase);
    if (get(setup, "cue_in_hand")) {
        s->in_hand = yes(r, setup, "cue_in_hand");
        s->area = s->in_hand ? s->area : AREA_NONE;
    }
    if (area && !(s->area = area_from_word(area)))
        wrong(r, "in_hand_area", "there is no area “%s”", area);
    s->free_ball = yes_or(r, setup, "free_ball", s->free_ball);
    s->break_score = (int16_t)whole(r, setup, "break_score", s->break_score, 0, 30000);
    s->visits = (uint8_t)whole(r, setup, "visits", s->visits, 0, 2);
}

static void read_groups(struct reader *r, const json_t *setup)
{
    const json_t *groups = get(setup, "groups");
    for (int side = SIDE_A; side <= SIDE_B; side++) {
        const char *word = text(r, groups, side == SIDE_A ? "A" : "B");
        if (word && !(r->s->state.group[side] = group_from_word(word)))
            wrong(r, "groups", "there is no group “%s”", word);
    }
}

static const struct game *read_game(struct reader *r, const json_t *object)
{
    const char *name = text(r, object, "game"), *edition = text(r, object, "edition");
    const struct game *game = name ? rules_game(name, edition) : NULL;
    if (!r->failed && !game)
        wrong(r, "game", "there is no game “%s” in edition “%s”", name ? name : "", edition ? edition : "");
    return game;
}

/* All of the state that a setup may give; what it does not mention stays. */
static void read_state(struct reader *r, const json_t *object)
{
    const json_t *setup = get(object, "setup");
    struct state *s = &r->s->state;
    read_turn(r, setup);
    read_scores(r, setup);
    read_format(r, setup);
    read_table(r, setup);
    read_counters(r, setup, get(object, "stroke"));
    read_table_balls(r, object);
    read_cue_balls(r, setup);
    read_groups(r, setup);
    if (get(setup, "ball_on"))
        s->on = ball_list(r, setup, "ball_on", false) & s->on_table;
    layout(r, setup, "pos", &s->pos);
    s->pos.sd = (float)number(r, setup, "pos_sd", s->pos.sd, 0, 100);
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
    read_players(&r, get(object, "setup"));
    s->state.opener = 0;
    read_state(&r, object);
    read_opponents_ball(&r, get(object, "setup"));
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

/* ---- stroke ------------------------------------------------------------------------------------------------------ */

static const char *const acts[ACT_COUNT] = {"none",     "stroke", "before_stroke", "between",
                                            "decision", "clock",  "lag",           "shootout_attempt"};

static void read_act(struct reader *r, const json_t *o, struct stroke *k)
{
    const char *word = text(r, o, "event");
    k->act = word ? ACT_NONE : ACT_STROKE;
    for (int i = ACT_STROKE; word && i < ACT_COUNT; i++)
        if (!strcmp(acts[i], word))
            k->act = (enum act)i;
    if (!k->act)
        wrong(r, "event", "there is no event “%s”", word);
    k->by = get(o, "by") ? player(r, o, "by") : r->s->state.striker;
}

static void read_first_contact(struct reader *r, const json_t *o, struct facts *f)
{
    const json_t *list = array(r, o, "first_contact");
    const char *only = json_string_value(json_array_get(list, 0));
    f->first_contact_any = only && !strcmp(only, "any");
    if (!f->first_contact_any)
        f->first_contact = ball_list(r, o, "first_contact", true);
}

static void read_contacts(struct reader *r, const json_t *o, struct facts *f)
{
    const json_t *list = array(r, o, "contacts");
    for (size_t i = 0; i < json_array_size(list) && f->contacts_n < CONTACTS_MAX && !r->failed; i++) {
        const char *word = word_at(r, "contacts", list, i);
        ball_mask taken = 0;
        if (word)
            f->contacts[f->contacts_n++] = pick(r, "contacts", word, &taken);
    }
}

static void read_potted(struct reader *r, const json_t *o, struct facts *f)
{
    const json_t *list = array(r, o, "potted");
    ball_mask taken = 0;
    for (size_t i = 0; i < json_array_size(list) && f->pots_n < POTS_MAX && !r->failed; i++) {
        const json_t *pot = json_array_get(list, i);
        const char *word = text(r, pot, "ball"), *pocket = text(r, pot, "pocket");
        if (!word || (pocket && !pocket_from_name(pocket)))
            wrong(r, "potted", "must be a list of {ball, pocket}");
        else
            f->pots[f->pots_n++] = (struct pot){pick(r, "potted", word, &taken), pocket_from_name(pocket)};
    }
}

static void read_cue_cushions(struct reader *r, const json_t *o, struct facts *f)
{
    const json_t *list = array(r, o, "cue_cushions");
    for (size_t i = 0; i < json_array_size(list) && f->cue_cushions_n < CUE_CUSHIONS_MAX && !r->failed; i++) {
        const char *word = word_at(r, "cue_cushions", list, i), *colon = word ? strchr(word, ':') : NULL;
        char name[WORD_MAX];
        snprintf(name, sizeof name, "%.*s", colon ? (int)(colon - word) : WORD_MAX - 1, word ? word : "");
        struct cushion_hit hit = {cushion_from_name(name), FACE_FLAT};
        if (colon && !strcmp(colon, ":curved"))
            hit.face = FACE_CURVED;
        if (!hit.cushion || (colon && strcmp(colon, ":flat") != 0 && strcmp(colon, ":curved") != 0))
            wrong(r, "cue_cushions", "“%s” is not a cushion", word ? word : "");
        f->cue_cushions[f->cue_cushions_n++] = hit;
    }
}

static void read_falls(struct reader *r, const json_t *o, struct facts *f)
{
    const json_t *list = array(r, o, "fell_unhit");
    ball_mask taken = 0;
    for (size_t i = 0; i < json_array_size(list) && f->falls_n < FALLS_MAX && !r->failed; i++) {
        const json_t *fall = json_array_get(list, i);
        const char *word = text(r, fall, "ball");
        if (!word)
            wrong(r, "fell_unhit", "must be a list of {ball, would_have_been_hit}");
        else
            f->falls[f->falls_n++] =
                (struct fall){pick(r, "fell_unhit", word, &taken), yes(r, fall, "would_have_been_hit")};
    }
}

static void read_flags(struct reader *r, const json_t *o, struct stroke *k)
{
    const json_t *list = array(r, o, "fouls_flagged_by_official");
    for (size_t i = 0; i < json_array_size(list) && k->flags_n < FLAGS_MAX && !r->failed; i++) {
        const char *word = word_at(r, "fouls_flagged_by_official", list, i), *colon = word ? strchr(word, ':') : NULL;
        char name[WORD_MAX];
        snprintf(name, sizeof name, "%.*s", colon ? (int)(colon - word) : WORD_MAX - 1, word ? word : "");
        struct flag *flag = &k->flags[k->flags_n++];
        flag->kind = flag_from_name(name);
        if (!flag->kind)
            wrong(r, "fouls_flagged_by_official", "there is no flag “%s”", word ? word : "");
        if (!colon)
            continue;
        ball_mask taken = 0, known = scenario_balls(r->s, colon + 1);
        snprintf(flag->detail, sizeof flag->detail, "%.*s", WORD_MAX - 1, colon + 1);
        if (known)
            flag->ball = pick(r, "fouls_flagged_by_official", colon + 1, &taken);
    }
}

static void read_called(struct reader *r, const json_t *o, struct stroke *k)
{
    const json_t *called = get(o, "called");
    if (!called)
        return;
    const char *ball = text(r, called, "ball"), *pocket = text(r, called, "pocket");
    ball_mask taken = 0;
    k->called.made = true;
    k->called.ball = ball ? pick(r, "called", ball, &taken) : BALL_NONE;
    k->called.pocket = pocket_from_name(pocket);
    k->called.safety = yes(r, called, "safety");
    k->called.push_out = yes(r, called, "push_out");
}

static void read_snooker_fact(struct reader *r, const json_t *o, struct facts *f)
{
    const json_t *given = get(o, "snooker_fact");
    if (!given)
        return;
    f->snooker_known = true;
    f->snookered = yes(r, given, "snookered");
    f->cushion_nearer = yes(r, given, "cushion_nearer");
    const char *by = text(r, given, "effective_ball");
    if (by)
        f->snookered_by = balls(r, "snooker_fact", by);
}

static void read_choice(struct reader *r, const json_t *o, struct stroke *k)
{
    const char *word = text(r, o, "choice");
    if (!word)
        return;
    k->choice.kind = (uint8_t)option_from_word(word);
    const char *plays = strstr(word, "_plays");
    if (!strncmp(word, "nominate:", 9)) {
        k->choice.kind = OPTION_NOMINATE;
        k->choice.balls = balls(r, "choice", word + 9);
    } else if (!strncmp(word, "spot_nearest:", 13)) {
        k->choice.kind = OPTION_SPOT_NEAREST;
        k->choice.balls = balls(r, "choice", word + 13);
    } else if (plays && !plays[6] && !k->choice.kind) {
        char name[WORD_MAX];
        snprintf(name, sizeof name, "%.*s", (int)(plays - word), word);
        k->choice.kind = OPTION_PLAYS;
        k->choice.player = scenario_player(r->s, name);
    }
    if (!k->choice.kind || (k->choice.kind == OPTION_PLAYS && !k->choice.player))
        wrong(r, "choice", "there is no choice “%s”", word);
}

static void read_lag(struct reader *r, const json_t *o, struct stroke *k)
{
    const json_t *lag = get(o, "lag");
    for (int i = 0; lag && i < 2; i++) {
        const json_t *ball = get(lag, i ? "B" : "A");
        k->lag[i].known = ball != NULL;
        k->lag[i].distance_mm = number(r, ball, "distance_mm", 0, 0, 5000);
        k->lag[i].top_cushion_hits = (int16_t)whole(r, ball, "top_cushion_hits", 1, 0, 100);
        k->lag[i].side_cushion = yes(r, ball, "side_cushion");
        k->lag[i].crossed_half = yes(r, ball, "crossed_half");
        k->lag[i].pocketed = yes(r, ball, "pocketed");
        k->lag[i].off = yes(r, ball, "off");
        k->lag[i].past_nose = yes(r, ball, "past_nose");
        k->lag[i].foul = yes(r, ball, "foul");
        k->lag[i].late = yes(r, ball, "late");
    }
}

static enum rack_place rack_place(struct reader *r, const json_t *fact, const char *key)
{
    static const char *const words[] = {
        "", "in_rack", "pocketed", "behind_head_string", "below_head_string", "on_head_spot", "clear"};
    const char *word = text(r, fact, key);
    for (int i = 1; word && i < 7; i++)
        if (!strcmp(words[i], word))
            return (enum rack_place)i;
    if (word)
        wrong(r, "rack_fact", "there is no place “%s”", word);
    return RACK_UNKNOWN;
}

static void read_path(struct reader *r, const json_t *o, struct facts *f)
{
    static const char *const words[] = {"", "none", "any_part", "full_ball"};
    const char *word = text(r, o, "path_before");
    for (int i = 1; word && i < 4; i++)
        if (!strcmp(words[i], word))
            f->path_before = (enum path)i;
    if (word && !f->path_before)
        wrong(r, "path_before", "there is no path “%s”", word);
}

static void read_rest(struct reader *r, const json_t *o, struct stroke *k)
{
    struct facts *f = &k->facts;
    layout(r, o, "balls_at_rest", &f->rest);
    f->rest.sd = (float)number(r, o, "rest_sd", 0, 0, 100);
    const json_t *cue = get(o, "cue_ball_at_rest");
    ball_id ball = ball_first(scenario_balls(r->s, "cue"));
    if (cue && point(r, "cue_ball_at_rest", cue, &f->rest.at[ball]))
        f->rest.known |= ball_bit(ball);
    f->touching = ball_list(r, o, "touching_after", true);
    f->touching_known = !f->rest.known || f->touching;
}

static void read_facts(struct reader *r, const json_t *o, struct stroke *k)
{
    struct facts *f = &k->facts;
    read_first_contact(r, o, f);
    read_contacts(r, o, f);
    read_potted(r, o, f);
    read_cue_cushions(r, o, f);
    read_falls(r, o, f);
    f->off = ball_list(r, o, "forced_off", true);
    f->jumped = ball_list(r, o, "jumped", true);
    f->moved_before = ball_list(r, o, "moved_before", true);
    f->moving_at_strike = ball_list(r, o, "moving_at_strike", true);
    f->touching_moved = ball_list(r, o, "touching_moved", true);
    f->cue_to_cushion = three(r, o, "cue_ball_to_cushion");
    if (get(o, "strike_v"))
        point(r, "strike_v", get(o, "strike_v"), &f->strike_v);
    f->left_baulk = three(r, o, "left_baulk");
    f->left_baulk_first = three(r, o, "left_baulk_first");
    f->cushion_after_contact = three(r, o, "cushions_after_contact");
    f->crossed_baulk_line = three(r, o, "crossed_baulk_line");
    f->balls_to_cushion = (int16_t)whole(r, o, "object_balls_to_cushion", -1, 0, 30);
    f->balls_over_centre = (int16_t)whole(r, o, "crossed_centre_string", -1, 0, 30);
    read_rest(r, o, k);
    read_snooker_fact(r, o, f);
    read_path(r, o, f);
}

int scenario_read_stroke(struct scenario *s, const json_t *o, const char *where, char error[SCENARIO_ERROR_BYTES])
{
    struct reader r = {.s = s, .where = where, .part = "stroke", .error = error};
    struct stroke *k = &s->stroke;
    memset(k, 0, sizeof *k);
    read_act(&r, o, k);
    const char *nominated = text(&r, o, "nominated"), *struck = text(&r, o, "struck");
    k->struck = struck ? ball_first(balls(&r, "struck", struck)) : BALL_NONE;
    k->nominated = nominated ? balls(&r, "nominated", nominated) : 0;
    read_called(&r, o, k);
    read_flags(&r, o, k);
    k->miss_judged = three(&r, o, "miss_judged");
    k->miss_intentional = three(&r, o, "miss_intentional");
    k->impossible = three(&r, o, "impossible");
    k->time_s = number(&r, o, "time_s", -1, 0, 1e6);
    k->match_time_s = number(&r, o, "match_time_s", -1, 0, 1e6);
    read_choice(&r, o, k);
    read_lag(&r, o, k);
    k->fifteenth = rack_place(&r, get(o, "rack_fact"), "fifteenth");
    k->cue_place = rack_place(&r, get(o, "rack_fact"), "cue");
    k->t0 = (ns_t)(number(&r, o, "t0", 0, 0, 1e9) * (double)NS_PER_S);
    k->t1 = (ns_t)(number(&r, o, "t1", 0, 0, 1e9) * (double)NS_PER_S);
    read_facts(&r, o, k);
    if (r.failed)
        return ERR_FORMAT;
    int err = scenario_read_settled(k, o, where, error);
    if (!err)
        err = scenario_read_events(s, array(&r, o, "events"), where, error);
    if (err)
        return err;
    const char *refused = rules_refuse(s->game, &s->state, k);
    if (!refused)
        return 0;
    snprintf(error, SCENARIO_ERROR_BYTES, "%s: %s", where, refused);
    return ERR_INCONSISTENT;
}
