/* SPDX-License-Identifier: Apache-2.0 */
#include "match.h"

#include "acts.h"
#include "err.h"
#include "past.h"
#include "record_json.h"
#include "ruling.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CHECKPOINTS_MAX = 128 };

/* How it stood before entry `from` was folded, at the start of a frame: nothing before it need be folded again. */
struct checkpoint {
    size_t from;
    struct state state;
    struct contest contest;
};

struct match {
    struct scenario now;
    struct contest contest;
    struct maybes maybes; /* how else it may stand */
    bool started;
    json_t *setup;   /* table and options that every frame starts with */
    json_t *entries; /* all of them, in order; entry i has seq i + 1. A whole number: its place in the journal */
    json_t *rulings; /* what stands for each of them now; null where nothing was ruled; or its place in the journal */
    struct recall *recall;
    struct checkpoint *checkpoint; /* in order of `from` */
    size_t checkpoints;
    json_t *awaiting; /* nomination or call for the next stroke */
    json_t *last;     /* ruling that followed from the last entry; NULL none */
    bool last_on_file;
    size_t divergences;
    int first_divergence;
};

int match_open(struct match **match)
{
    *match = calloc(1, sizeof **match);
    if (!*match)
        return ERR_MEMORY;
    (*match)->setup = json_object();
    (*match)->entries = json_array();
    (*match)->rulings = json_array();
    (*match)->awaiting = json_object();
    (*match)->recall = calloc(1, sizeof *(*match)->recall);
    (*match)->checkpoint = calloc(CHECKPOINTS_MAX, sizeof *(*match)->checkpoint);
    if ((*match)->recall && (*match)->checkpoint)
        return 0;
    match_close(match);
    return ERR_MEMORY;
}

void match_close(struct match **match)
{
    if (!*match)
        return;
    json_decref((*match)->setup);
    json_decref((*match)->entries);
    json_decref((*match)->rulings);
    json_decref((*match)->awaiting);
    json_decref((*match)->last);
    recall_clear((*match)->recall);
    free((*match)->recall);
    free((*match)->checkpoint);
    free(*match);
    *match = NULL;
}

/* ---- what was let go of ------------------------------------------------------------------------------------------ */

void match_stow_with(struct match *match, match_load *load, void *user)
{
    match->recall->load = load;
    match->recall->user = user;
}

static const json_t *entry_at(const struct match *m, size_t i)
{
    return recall_line(m->recall, json_array_get(m->entries, i));
}

static const json_t *ruling_at(const struct match *m, size_t i)
{
    return recall_line(m->recall, json_array_get(m->rulings, i));
}

static const char *type_of(const json_t *line)
{
    const char *type = json_string_value(json_object_get(line, "type"));
    return type ? type : "";
}

void match_stow(struct match *match, int seq, long long entry_at_, long long ruling_at_)
{
    size_t i = (size_t)seq - 1;
    if (seq < 1 || strcmp(type_of(json_array_get(match->entries, i)), "stroke") != 0)
        return;
    if (entry_at_ >= 0)
        json_array_set_new(match->entries, i, json_integer(entry_at_));
    if (ruling_at_ >= 0 && json_is_object(json_array_get(match->rulings, i)))
        json_array_set_new(match->rulings, i, json_integer(ruling_at_));
}

const struct scenario *match_now(const struct match *match)
{
    return match->started ? &match->now : NULL;
}

const json_t *match_awaiting(const struct match *match)
{
    return match->awaiting;
}

const struct maybes *match_maybes(const struct match *match)
{
    return &match->maybes;
}

const struct contest *match_contest(const struct match *match)
{
    return match->started ? &match->contest : NULL;
}

const json_t *match_entry(const struct match *match, int seq)
{
    return seq > 0 ? entry_at(match, (size_t)seq - 1) : NULL;
}

const json_t *match_ruling(const struct match *match, int seq)
{
    const json_t *ruling = seq > 0 ? ruling_at(match, (size_t)seq - 1) : NULL;
    return json_is_object(ruling) ? ruling : NULL;
}

int match_next_seq(const struct match *match)
{
    return (int)json_array_size(match->entries) + 1;
}

size_t match_divergences(const struct match *match, int *first_seq)
{
    *first_seq = match->first_divergence;
    return match->divergences;
}

static int refuse(char *error, const char *why)
{
    snprintf(error, SCENARIO_ERROR_BYTES, "%s", why);
    return ERR_FORMAT;
}

/* ---- folding ----------------------------------------------------------------------------------------------------- */

static void stamp_hash(const struct match *m, json_t *line)
{
    char hash[24];
    snprintf(hash, sizeof hash, "%016" PRIx64, record_hash(&m->now));
    json_object_set_new(line, "hash", json_string(hash));
}

/* What follows in all states that may be true, and the further ones that this ruling leaves open. Returns the entry of
 * the question that it rests on. */
static int doubt(struct match *m, const json_t *stroke, int seq, struct ruling *r)
{
    bool supposed = json_is_true(json_object_get(stroke, "supposed"));
    double sure = supposed ? 0 : r->sure;
    if (m->now.stroke.act == ACT_DECISION)
        return 0;
    if (m->now.stroke.accepted && !supposed)
        m->maybes.n = 0;
    int rests_on = maybe_follow(&m->maybes, &m->now, stroke, r);
    if (sure < MAYBE_SURE)
        maybe_branch(&m->maybes, &m->now, seq, supposed);
    return rests_on;
}

static int judge_into(struct match *m, const json_t *stroke, int seq, json_t **ruling, char *error)
{
    char where[32];
    struct ruling r;
    struct scenario *s = &m->now;
    snprintf(where, sizeof where, "entry %d", seq);
    int err = scenario_read_stroke(s, stroke, where, error);
    if (err)
        return err;
    rules_judge_seen(s->game, &s->state, &s->stroke, s->events, s->events_n, &r);
    int rests_on = doubt(m, stroke, seq, &r);
    *ruling = ruling_line(s, &r, seq);
    if (rests_on)
        json_object_set_new(*ruling, "rests_on", json_integer(rests_on));
    bool ended = r.next.frame_over && !s->state.frame_over;
    s->state = r.next;
    if (ended)
        contest_end_frame(&m->contest, s->game, &s->state);
    return 0;
}

static struct past past_of(const struct match *m)
{
    return (struct past){m->entries, m->recall};
}

int match_undone_by(const struct match *match, int seq)
{
    return past_undone_by(past_of(match), seq);
}

bool match_undone(const struct match *match, int seq)
{
    return match_undone_by(match, seq) != 0;
}

/* Where the camera saw the balls before the stroke: placed from hand, spotted, as they came to rest. */
static int lay_balls(struct match *m, const json_t *entry, char *error)
{
    static const char *const keys[][2] = {
        {"position", "pos"}, {"position_sd", "pos_sd"}, {"position_shared_sd", "pos_shared_sd"}};
    json_t *setup = json_object();
    for (int i = 0; i < 3; i++)
        if (json_object_get(entry, keys[i][0]))
            json_object_set(setup, keys[i][1], json_object_get(entry, keys[i][0]));
    m->now.state.pos.known = 0; /* all balls that lie there are in it */
    int err = scenario_change_state(&m->now, setup, "position", error);
    json_decref(setup);
    return err;
}

/* Balls that lie there although the match had them off the table: a person is asked, and the stroke is judged as the
 * table is. */
static void bring_back(struct match *m, const json_t *names)
{
    for (size_t i = 0; i < json_array_size(names); i++) {
        const char *name = json_string_value(json_array_get(names, i));
        m->now.state.on_table |= name ? scenario_balls(&m->now, name) : 0;
    }
}

static int fold_stroke(struct match *m, size_t i, json_t **ruling, char *error)
{
    json_t *stroke = past_stroke(past_of(m), (int)i + 1);
    if (!json_is_object(stroke)) {
        json_decref(stroke);
        return refuse(error, "a stroke entry needs a stroke");
    }
    const json_t *entry = entry_at(m, i), *lay = json_object_get(entry, "position");
    const struct maybe none = maybe_none(&m->maybes, &m->now.state, (int)i + 1);
    if (lay)
        maybe_see(&m->maybes, &m->now, lay);
    bring_back(m, json_object_get(entry, "back"));
    int err = lay ? lay_balls(m, entry, error) : 0;
    past_merge(stroke, m->awaiting);
    json_object_clear(m->awaiting);
    if (!err)
        err = judge_into(m, stroke, (int)i + 1, ruling, error);
    bool known = m->now.stroke.accepted && !json_is_true(json_object_get(stroke, "supposed"));
    if (!err && json_is_true(json_object_get(entry, "hand")) && !known)
        maybe_keep(&m->maybes, &none);
    json_decref(stroke);
    return err;
}

/* Every frame starts with the table and the options that the match was given. */
static int start_frame(struct match *m, char *error)
{
    maybe_clear(&m->maybes);
    contest_start_frame(&m->contest, m->now.game, &m->now.state);
    return scenario_change_state(&m->now, m->setup, "match", error);
}

static void open_contest(struct match *m, const json_t *entry)
{
    const char *opener = json_string_value(json_object_get(entry, "opener"));
    struct contest_format format = {
        .frames = (int16_t)json_integer_value(json_object_get(entry, "frames")),
        .games = (int16_t)json_integer_value(json_object_get(entry, "games")),
        .aggregate = json_is_true(json_object_get(entry, "aggregate")),
        .opener = opener ? scenario_player(&m->now, opener) : 1,
    };
    contest_open(&m->contest, &format);
}

static int fold_match(struct match *m, const json_t *entry, char *error)
{
    json_t *object =
        json_pack("{s:O?, s:O?, s:{s:O?}}", "game", json_object_get(entry, "game"), "edition",
                  json_object_get(entry, "edition"), "setup", "players", json_object_get(entry, "players"));
    int err = object ? scenario_read_setup(&m->now, object, "match", error) : refuse(error, "match: not understood");
    json_decref(object);
    if (err)
        return err;
    open_contest(m, entry);
    json_object_clear(m->setup);
    static const char *const keys[] = {"table", "options"};
    for (int i = 0; i < 2; i++)
        if (json_object_get(entry, keys[i]))
            json_object_set(m->setup, keys[i], json_object_get(entry, keys[i]));
    m->started = true;
    return start_frame(m, error);
}

/* The other side is at the table: the first player of it in the order of play. */
static void swap_turn(struct state *s)
{
    if (s->striker)
        s->striker = (player_id)(s->striker % s->players + 1);
    s->break_score = 0;
}

/* What an act does besides amending an earlier stroke. */
static int fold_act(struct match *m, const json_t *entry, int seq, json_t **ruling, char *error)
{
    struct acts_effect effect;
    int err = acts_effect(entry, &effect, error);
    if (err)
        return err;
    bool looked = effect.stroke || effect.set || effect.swap; /* who goes on from what is shown, or puts it right */
    if (looked && !json_is_true(json_object_get(entry, "inferred")))
        maybe_clear(&m->maybes);
    if (effect.stroke)
        err = judge_into(m, effect.stroke, seq, ruling, error);
    else if (effect.await)
        past_merge(m->awaiting, effect.await);
    else if (effect.set)
        err = scenario_change_state(&m->now, effect.set, "set", error);
    else if (effect.new_frame)
        err = start_frame(m, error);
    else if (effect.swap)
        swap_turn(&m->now.state);
    acts_effect_clear(&effect);
    return err;
}

static int fold_one(struct match *m, size_t i, json_t **ruling, char *error)
{
    const json_t *entry = entry_at(m, i);
    const char *type = type_of(entry);
    *ruling = NULL;
    if (!entry)
        return refuse(error, "an entry of long ago could not be read from the journal");
    if (!m->started != !strcmp(type, "match"))
        return refuse(error, m->started ? "a match is already under way" : "a journal begins with the match");
    if (!strcmp(type, "match"))
        return fold_match(m, entry, error);
    if (!strcmp(type, "stroke") || !strcmp(type, "clock"))
        return fold_stroke(m, i, ruling, error);
    if (!strcmp(type, "act"))
        return fold_act(m, entry, (int)i + 1, ruling, error);
    return refuse(error, "unknown type of entry");
}

static void keep_ruling(struct match *m, json_t *ruling)
{
    json_array_append_new(m->rulings, ruling ? json_incref(ruling) : json_null());
}

/* A frame begins with entry i: whatever changes later, what came before need not be folded again. */
static void set_checkpoint(struct match *m, size_t i)
{
    if (m->checkpoints == CHECKPOINTS_MAX || (m->checkpoints && m->checkpoint[m->checkpoints - 1].from >= i))
        return;
    m->checkpoint[m->checkpoints++] = (struct checkpoint){.from = i, .state = m->now.state, .contest = m->contest};
}

/* Back to the last checkpoint before entry i, or to the very beginning. Returns the first entry to fold. */
static size_t go_back(struct match *m, size_t i)
{
    while (m->checkpoints && m->checkpoint[m->checkpoints - 1].from > i)
        m->checkpoints--;
    json_object_clear(m->awaiting);
    if (!m->checkpoints) {
        m->started = false;
        return 0;
    }
    const struct checkpoint *c = &m->checkpoint[m->checkpoints - 1];
    m->now.state = c->state;
    m->contest = c->contest;
    maybe_clear(&m->maybes);
    return c->from;
}

static bool starts_frame(const json_t *entry)
{
    const char *act = json_string_value(json_object_get(entry, "act"));
    return act && !strcmp(act, "new_frame");
}

/* Everything from entry `first` on; the ruling of entry `wanted` (seq) is kept. */
static int fold_from(struct match *m, size_t first, int wanted, json_t **kept, char *error)
{
    size_t from = go_back(m, first), all = json_array_size(m->entries);
    while (json_array_size(m->rulings) > from)
        json_array_remove(m->rulings, json_array_size(m->rulings) - 1);
    for (size_t i = from; i < all; i++) {
        json_t *ruling = NULL;
        bool undone = match_undone(m, (int)i + 1);
        if (!undone && starts_frame(entry_at(m, i)) && !json_object_size(m->awaiting))
            set_checkpoint(m, i);
        int err = undone ? 0 : fold_one(m, i, &ruling, error);
        if ((int)i + 1 == wanted && kept)
            *kept = json_incref(ruling);
        keep_ruling(m, ruling);
        json_decref(ruling);
        if (err)
            return err;
    }
    return 0;
}

/* ---- what a refold leaves as it was ------------------------------------------------------------------------------ */

/* All that follows now is what is on file. */
static bool says_the_same(const json_t *now, const json_t *on_file)
{
    const char *key;
    json_t *value;
    json_object_foreach((json_t *)now, key, value)
    {
        if (!json_equal(value, json_object_get(on_file, key)))
            return false;
    }
    return true;
}

/* Rulings that were let go of and are still what the journal has need not stay in memory. */
static void let_go_again(struct match *m, const json_t *before)
{
    for (size_t i = 0; i < json_array_size(before); i++) {
        json_t *place = json_array_get(before, i);
        const json_t *now = json_array_get(m->rulings, i);
        if (json_is_integer(place) && json_is_object(now) && says_the_same(now, recall_line(m->recall, place)))
            json_array_set(m->rulings, i, place);
    }
}

/* A second fold over the same entries, up to the one that is asked for. */
int match_judged(const struct match *match, int seq, struct scenario *out)
{
    char error[SCENARIO_ERROR_BYTES];
    struct match again = {
        .setup = json_object(), .entries = match->entries, .awaiting = json_object(), .recall = match->recall};
    int err = match_ruling(match, seq) ? 0 : ERR_NOT_FOUND;
    for (int i = 0; !err && i < seq; i++) {
        json_t *ruling = NULL;
        *out = again.now;
        err = match_undone(&again, i + 1) ? 0 : fold_one(&again, (size_t)i, &ruling, error);
        json_decref(ruling);
    }
    if (!err) { /* judging replaced the state, not what it was told */
        const json_t *entry = entry_at(match, (size_t)seq - 1), *lay = json_object_get(entry, "position");
        struct state before = out->state;
        *out = again.now;
        out->state = before;
        struct match laid = {.now = *out};
        if (lay && !lay_balls(&laid, entry, error))
            out->state = laid.now.state;
    }
    json_decref(again.setup);
    json_decref(again.awaiting);
    return err;
}

/* ---- entries ----------------------------------------------------------------------------------------------------- */

/* The first entry, the match itself, stays; nothing takes itself back. */
static int check_target(const struct match *m, int of, char *error)
{
    return of >= 2 && of < match_next_seq(m) - 1 ? 0 : refuse(error, "there is no such entry to change");
}

static void remember(struct match *m, json_t *ruling, int corrects)
{
    json_decref(m->last);
    m->last = ruling;
    m->last_on_file = false;
    if (ruling && corrects)
        json_object_set_new(ruling, "corrects", json_integer(corrects));
    if (ruling)
        stamp_hash(m, ruling);
}

/* What stands now for entries whose ruling is not what it was: that, and nothing else, is worth saying. */
static json_t *changes_since(const struct match *m, const json_t *before)
{
    json_t *list = json_array();
    for (size_t i = 0; i < json_array_size(before); i++) {
        const json_t *was = json_array_get(before, i), *now = json_array_get(m->rulings, i);
        json_t *change =
            was == now ? NULL : ruling_change((int)i + 1, recall_line(m->recall, was), recall_line(m->recall, now));
        if (change)
            json_array_append_new(list, change);
    }
    return list;
}

/* An undo or amendment changes the past: fold everything, and give the ruling that now stands for what was changed. */
static int apply_to_the_past(struct match *m, const json_t *entry, json_t **ruling, char *error)
{
    int of = acts_target(entry);
    int err = check_target(m, of, error);
    if (err)
        return err;
    json_t *before = json_copy(m->rulings);
    err = fold_from(m, (size_t)past_first_changed(past_of(m), of) - 1, of, ruling, error);
    if (!err) {
        json_t *said = *ruling ? json_deep_copy(*ruling) : json_pack("{s:s, s:i}", "type", "ruling", "of", of);
        json_decref(*ruling);
        *ruling = said;
        json_object_set_new(said, "changed", changes_since(m, before));
        let_go_again(m, before);
        json_object_set_new(said, "now", ruling_now(&m->now));
        remember(m, json_incref(said), of);
    }
    json_decref(before);
    return err;
}

/* The entry is taken back and everything is as it was. */
static void give_up(struct match *m, int of)
{
    char ignored[SCENARIO_ERROR_BYTES];
    json_array_remove(m->entries, json_array_size(m->entries) - 1);
    fold_from(m, of ? (size_t)past_first_changed(past_of(m), of) - 1 : json_array_size(m->entries), 0, NULL, ignored);
}

int match_apply(struct match *match, const json_t *entry, json_t **ruling, char error[SCENARIO_ERROR_BYTES])
{
    *ruling = NULL;
    if (!json_is_object(entry))
        return refuse(error, "an entry must be an object");
    json_array_append_new(match->entries, json_deep_copy(entry));
    int err;
    if (!strcmp(type_of(entry), "act") && acts_target(entry)) {
        err = apply_to_the_past(match, entry, ruling, error);
    } else {
        size_t i = json_array_size(match->entries) - 1;
        if (starts_frame(entry) && !json_object_size(match->awaiting))
            set_checkpoint(match, i);
        err = fold_one(match, i, ruling, error);
        if (!err) {
            remember(match, json_incref(*ruling), 0);
            keep_ruling(match, *ruling);
        }
    }
    if (err) {
        json_decref(*ruling);
        *ruling = NULL;
        give_up(match, !strcmp(type_of(entry), "act") ? acts_target(entry) : 0);
    }
    return err;
}

bool match_folds(const json_t *line)
{
    static const char *const types[] = {"match", "stroke", "act", "clock"};
    for (int i = 0; i < 4; i++)
        if (!strcmp(type_of(line), types[i]))
            return true;
    return false;
}

/* ---- rereading --------------------------------------------------------------------------------------------------- */

static void compare(struct match *m, const json_t *line)
{
    const char *then = json_string_value(json_object_get(line, "hash"));
    const char *now = json_string_value(json_object_get(m->last, "hash"));
    bool same = then && now && !strcmp(then, now);
    m->last_on_file = true;
    if (same)
        return;
    if (!m->divergences++)
        m->first_divergence = match_next_seq(m) - 1;
}

int match_reread(struct match *match, const json_t *line, char error[SCENARIO_ERROR_BYTES])
{
    json_t *ruling = NULL;
    if (!strcmp(type_of(line), "ruling")) {
        compare(match, line);
        return 0;
    }
    if (!match_folds(line))
        return 0;
    int err = match_apply(match, line, &ruling, error);
    json_decref(ruling);
    return err;
}

json_t *match_unwritten(struct match *match)
{
    return match->last && !match->last_on_file ? json_incref(match->last) : NULL;
}
