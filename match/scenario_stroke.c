/* SPDX-License-Identifier: Apache-2.0 */
/* scenario_stroke.c: what was done: JSON to stroke. Nothing is guessed. */
#include "err.h"
#include "reader.h"

#include <stdio.h>
#include <string.h>

static const char *const acts[ACT_COUNT] = {"none",     "stroke", "before_stroke", "between",
                                            "decision", "clock",  "lag",           "shootout_attempt"};

static void read_act(struct reader *r, const json_t *o, struct stroke *k)
{
    const char *word = reader_text(r, o, "event");
    k->act = word ? ACT_NONE : ACT_STROKE;
    for (int i = ACT_STROKE; word && i < ACT_COUNT; i++)
        if (!strcmp(acts[i], word))
            k->act = (enum act)i;
    if (!k->act)
        reader_wrong(r, "event", "there is no event “%s”", word);
    k->by = reader_get(o, "by") ? reader_player(r, o, "by") : r->s->state.striker;
}

static void read_first_contact(struct reader *r, const json_t *o, struct facts *f)
{
    const json_t *list = reader_array(r, o, "first_contact");
    const char *only = json_string_value(json_array_get(list, 0));
    f->first_contact_any = only && !strcmp(only, "any");
    if (!f->first_contact_any)
        f->first_contact = reader_ball_list(r, o, "first_contact", true);
}

static void read_contacts(struct reader *r, const json_t *o, struct facts *f)
{
    const json_t *list = reader_array(r, o, "contacts");
    for (size_t i = 0; i < json_array_size(list) && f->contacts_n < CONTACTS_MAX && !r->failed; i++) {
        const char *word = reader_word_at(r, "contacts", list, i);
        ball_mask taken = 0;
        if (word)
            f->contacts[f->contacts_n++] = reader_pick(r, "contacts", word, &taken);
    }
}

static void read_potted(struct reader *r, const json_t *o, struct facts *f)
{
    const json_t *list = reader_array(r, o, "potted");
    ball_mask taken = 0;
    for (size_t i = 0; i < json_array_size(list) && f->pots_n < POTS_MAX && !r->failed; i++) {
        const json_t *pot = json_array_get(list, i);
        const char *word = reader_text(r, pot, "ball"), *pocket = reader_text(r, pot, "pocket");
        if (!word || (pocket && !pocket_from_name(pocket)))
            reader_wrong(r, "potted", "must be a list of {ball, pocket}");
        else
            f->pots[f->pots_n++] = (struct pot){reader_pick(r, "potted", word, &taken), pocket_from_name(pocket)};
    }
}

static void read_cue_cushions(struct reader *r, const json_t *o, struct facts *f)
{
    const json_t *list = reader_array(r, o, "cue_cushions");
    for (size_t i = 0; i < json_array_size(list) && f->cue_cushions_n < CUE_CUSHIONS_MAX && !r->failed; i++) {
        const char *word = reader_word_at(r, "cue_cushions", list, i), *colon = word ? strchr(word, ':') : NULL;
        char name[WORD_MAX];
        snprintf(name, sizeof name, "%.*s", colon ? (int)(colon - word) : WORD_MAX - 1, word ? word : "");
        struct cushion_hit hit = {cushion_from_name(name), FACE_FLAT};
        if (colon && !strcmp(colon, ":curved"))
            hit.face = FACE_CURVED;
        if (!hit.cushion || (colon && strcmp(colon, ":flat") != 0 && strcmp(colon, ":curved") != 0))
            reader_wrong(r, "cue_cushions", "“%s” is not a cushion", word ? word : "");
        f->cue_cushions[f->cue_cushions_n++] = hit;
    }
}

/* What fell by itself comes back (SNK 3.9, WPA 1.7, CSPL U), so it is not gone. */
static ball_mask potted(const struct facts *f)
{
    ball_mask balls = 0;
    for (int i = 0; i < f->pots_n; i++)
        balls |= ball_bit(f->pots[i].ball);
    for (int i = 0; i < f->falls_n; i++)
        balls &= ~ball_bit(f->falls[i].ball);
    return balls;
}

static void read_falls(struct reader *r, const json_t *o, struct facts *f)
{
    const json_t *list = reader_array(r, o, "fell_unhit");
    ball_mask taken = 0;
    r->gone = potted(f); /* the same ball only where it has the same name */
    for (size_t i = 0; i < json_array_size(list) && f->falls_n < FALLS_MAX && !r->failed; i++) {
        const json_t *fall = json_array_get(list, i);
        const char *word = reader_text(r, fall, "ball");
        if (!word)
            reader_wrong(r, "fell_unhit", "must be a list of {ball, would_have_been_hit}");
        else
            f->falls[f->falls_n++] =
                (struct fall){reader_pick(r, "fell_unhit", word, &taken), reader_yes(r, fall, "would_have_been_hit")};
    }
    r->gone = 0;
}

static void read_off(struct reader *r, const json_t *o, struct facts *f)
{
    r->gone = potted(f);
    f->off = reader_ball_list(r, o, "forced_off", true);
    r->gone = 0;
}

static void read_flags(struct reader *r, const json_t *o, struct stroke *k)
{
    const json_t *list = reader_array(r, o, "fouls_flagged_by_official");
    for (size_t i = 0; i < json_array_size(list) && k->flags_n < FLAGS_MAX && !r->failed; i++) {
        const char *word = reader_word_at(r, "fouls_flagged_by_official", list, i),
                   *colon = word ? strchr(word, ':') : NULL;
        char name[WORD_MAX];
        snprintf(name, sizeof name, "%.*s", colon ? (int)(colon - word) : WORD_MAX - 1, word ? word : "");
        struct flag *flag = &k->flags[k->flags_n++];
        flag->kind = flag_from_name(name);
        if (!flag->kind)
            reader_wrong(r, "fouls_flagged_by_official", "there is no flag “%s”", word ? word : "");
        if (!colon)
            continue;
        ball_mask taken = 0, known = scenario_balls(r->s, colon + 1);
        snprintf(flag->detail, sizeof flag->detail, "%.*s", WORD_MAX - 1, colon + 1);
        if (known)
            flag->ball = reader_pick(r, "fouls_flagged_by_official", colon + 1, &taken);
    }
}

static void read_called(struct reader *r, const json_t *o, struct stroke *k)
{
    const json_t *called = reader_get(o, "called");
    if (!called)
        return;
    const char *ball = reader_text(r, called, "ball"), *pocket = reader_text(r, called, "pocket");
    ball_mask taken = 0;
    k->called.made = true;
    k->called.ball = ball ? reader_pick(r, "called", ball, &taken) : BALL_NONE;
    k->called.pocket = pocket_from_name(pocket);
    k->called.safety = reader_yes(r, called, "safety");
    k->called.push_out = reader_yes(r, called, "push_out");
}

static void read_snooker_fact(struct reader *r, const json_t *o, struct facts *f)
{
    const json_t *given = reader_get(o, "snooker_fact");
    if (!given)
        return;
    f->snooker_known = true;
    f->snookered = reader_yes(r, given, "snookered");
    f->cushion_nearer = reader_yes(r, given, "cushion_nearer");
    const char *by = reader_text(r, given, "effective_ball");
    if (by)
        f->snookered_by = reader_balls(r, "snooker_fact", by);
}

static void read_choice(struct reader *r, const json_t *o, struct stroke *k)
{
    const char *word = reader_text(r, o, "choice");
    if (!word)
        return;
    k->choice.kind = (uint8_t)option_from_word(word);
    const char *plays = strstr(word, "_plays");
    if (!strncmp(word, "nominate:", 9)) {
        k->choice.kind = OPTION_NOMINATE;
        k->choice.balls = reader_balls(r, "choice", word + 9);
    } else if (!strncmp(word, "spot_nearest:", 13)) {
        k->choice.kind = OPTION_SPOT_NEAREST;
        k->choice.balls = reader_balls(r, "choice", word + 13);
    } else if (plays && !plays[6] && !k->choice.kind) {
        char name[NAME_BYTES];
        snprintf(name, sizeof name, "%.*s", (int)(plays - word), word);
        k->choice.kind = OPTION_PLAYS;
        k->choice.player = scenario_player(r->s, name);
    }
    if (!k->choice.kind || (k->choice.kind == OPTION_PLAYS && !k->choice.player) ||
        (k->choice.kind == OPTION_NOMINATE && !k->choice.balls))
        reader_wrong(r, "choice", "there is no choice “%s”", word);
}

static void read_lag(struct reader *r, const json_t *o, struct stroke *k)
{
    const json_t *lag = reader_get(o, "lag");
    for (int i = 0; lag && i < 2; i++) {
        const json_t *ball = reader_get(lag, i ? "B" : "A");
        k->lag[i].known = ball != NULL;
        k->lag[i].distance_mm = reader_number(r, ball, "distance_mm", 0, 0, 5000);
        k->lag[i].top_cushion_hits = (int16_t)reader_whole(r, ball, "top_cushion_hits", 1, 0, 100);
        k->lag[i].side_cushion = reader_yes(r, ball, "side_cushion");
        k->lag[i].crossed_half = reader_yes(r, ball, "crossed_half");
        k->lag[i].pocketed = reader_yes(r, ball, "pocketed");
        k->lag[i].off = reader_yes(r, ball, "off");
        k->lag[i].past_nose = reader_yes(r, ball, "past_nose");
        k->lag[i].foul = reader_yes(r, ball, "foul");
        k->lag[i].late = reader_yes(r, ball, "late");
    }
}

static enum rack_place rack_place(struct reader *r, const json_t *fact, const char *key)
{
    static const char *const words[] = {
        "", "in_rack", "pocketed", "behind_head_string", "below_head_string", "on_head_spot", "clear"};
    const char *word = reader_text(r, fact, key);
    for (int i = 1; word && i < 7; i++)
        if (!strcmp(words[i], word))
            return (enum rack_place)i;
    if (word)
        reader_wrong(r, "rack_fact", "there is no place “%s”", word);
    return RACK_UNKNOWN;
}

static void read_path(struct reader *r, const json_t *o, struct facts *f)
{
    static const char *const words[] = {"", "none", "any_part", "full_ball"};
    const char *word = reader_text(r, o, "path_before");
    for (int i = 1; word && i < 4; i++)
        if (!strcmp(words[i], word))
            f->path_before = (enum path)i;
    if (word && !f->path_before)
        reader_wrong(r, "path_before", "there is no path “%s”", word);
}

static void read_rest(struct reader *r, const json_t *o, struct stroke *k)
{
    struct facts *f = &k->facts;
    r->gone = potted(f) | f->off;
    reader_layout(r, o, "balls_at_rest", &f->rest);
    f->rest.sd = (float)reader_number(r, o, "rest_sd", 0, 0, 100);
    f->rest.shared_sd = (float)reader_number(r, o, "rest_shared_sd", 0, 0, 100);
    const json_t *cue = reader_get(o, "cue_ball_at_rest");
    ball_id ball = ball_first(scenario_balls(r->s, "cue"));
    if (cue && reader_point(r, "cue_ball_at_rest", cue, &f->rest.at[ball]))
        f->rest.known |= ball_bit(ball);
    f->touching = reader_ball_list(r, o, "touching_after", true);
    f->touching_known = !f->rest.known || f->touching;
}

/* Names are exact here: reds are never mistaken for each other. */
static void read_names(struct reader *r, const json_t *o, struct facts *f)
{
    const json_t *list = reader_array(r, o, "names");
    for (size_t i = 0; i < json_array_size(list) && f->names_n < NAME_DOUBTS_MAX && !r->failed; i++) {
        const json_t *one = json_array_get(list, i);
        const char *ball = reader_text(r, one, "ball"), *other = reader_text(r, one, "other");
        if (!ball || !other) {
            reader_wrong(r, "names", "must be a list of {ball, other, p}");
            return;
        }
        f->names[f->names_n++] =
            (struct name_doubt){ball_first(reader_balls(r, "names", ball)), ball_first(reader_balls(r, "names", other)),
                                (float)reader_number(r, one, "p", 0, 0, 1)};
    }
}

static void read_facts(struct reader *r, const json_t *o, struct stroke *k)
{
    struct facts *f = &k->facts;
    read_first_contact(r, o, f);
    read_contacts(r, o, f);
    read_potted(r, o, f);
    read_cue_cushions(r, o, f);
    read_falls(r, o, f);
    read_off(r, o, f);
    f->jumped = reader_ball_list(r, o, "jumped", true);
    f->moved_before = reader_ball_list(r, o, "moved_before", true);
    f->moving_at_strike = reader_ball_list(r, o, "moving_at_strike", true);
    f->moving_p = (float)reader_number(r, o, "moving_p", 0, 0, 1);
    f->touching_moved = reader_ball_list(r, o, "touching_moved", true);
    f->first_p = (float)reader_number(r, o, "first_contact_p", 0, 0, 1);
    f->cue_to_cushion = reader_three(r, o, "cue_ball_to_cushion");
    if (reader_get(o, "strike_v"))
        reader_point(r, "strike_v", reader_get(o, "strike_v"), &f->strike_v);
    f->left_baulk = reader_three(r, o, "left_baulk");
    f->left_baulk_first = reader_three(r, o, "left_baulk_first");
    f->cushion_after_contact = reader_three(r, o, "cushions_after_contact");
    f->crossed_baulk_line = reader_three(r, o, "crossed_baulk_line");
    f->balls_to_cushion = (int16_t)reader_whole(r, o, "object_balls_to_cushion", -1, 0, 30);
    f->balls_over_centre = (int16_t)reader_whole(r, o, "crossed_centre_string", -1, 0, 30);
    read_names(r, o, f);
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
    const char *nominated = reader_text(&r, o, "nominated"), *struck = reader_text(&r, o, "struck");
    k->struck = struck ? ball_first(reader_balls(&r, "struck", struck)) : BALL_NONE;
    k->nominated = nominated ? reader_balls(&r, "nominated", nominated) : 0;
    read_called(&r, o, k);
    read_flags(&r, o, k);
    k->miss_judged = reader_three(&r, o, "miss_judged");
    k->miss_intentional = reader_three(&r, o, "miss_intentional");
    k->impossible = reader_three(&r, o, "impossible");
    k->time_s = reader_number(&r, o, "time_s", -1, 0, 1e6);
    k->match_time_s = reader_number(&r, o, "match_time_s", -1, 0, 1e6);
    read_choice(&r, o, k);
    read_lag(&r, o, k);
    k->fifteenth = rack_place(&r, reader_get(o, "rack_fact"), "fifteenth");
    k->cue_place = rack_place(&r, reader_get(o, "rack_fact"), "cue");
    k->t0 = (ns_t)(reader_number(&r, o, "t0", 0, 0, 1e9) * (double)NS_PER_S);
    k->t1 = (ns_t)(reader_number(&r, o, "t1", 0, 0, 1e9) * (double)NS_PER_S);
    read_facts(&r, o, k);
    if (r.failed)
        return ERR_FORMAT;
    int err = scenario_read_settled(k, o, where, error);
    if (!err)
        err = scenario_read_events(s, reader_array(&r, o, "events"), where, error);
    if (err)
        return err;
    const char *refused = rules_refuse(s->game, &s->state, k);
    if (!refused)
        return 0;
    snprintf(error, SCENARIO_ERROR_BYTES, "%s: %s", where, refused);
    return ERR_INCONSISTENT;
}
