/* SPDX-License-Identifier: Apache-2.0 */
#include "infer.h"

#include "acts.h"
#include "setup.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>

/* ---- playing on -------------------------------------------------------------------------------------------------- */

/* What a player may have chosen who says nothing and plays, likeliest first: where the balls lie decides, the order
 * only between choices that leave the same table. */
static const enum option silent[] = {OPTION_PLAY_LEFT,
                                     OPTION_FROM_LEFT,
                                     OPTION_ACCEPT_POSITION,
                                     OPTION_CUE_BALL_FROM_LIE,
                                     OPTION_SELF_SHOOTS,
                                     OPTION_IN_HAND_ANYWHERE,
                                     OPTION_SPOTTED_IN_HAND,
                                     OPTION_RESPOT_EIGHT_ACCEPT,
                                     OPTION_OFFENDER_ORIGINAL,
                                     OPTION_SELF_ORIGINAL,
                                     OPTION_CUE_BALL_FROM_BAULK,
                                     OPTION_IN_HAND_BEHIND_HEAD_STRING,
                                     OPTION_RESPOT_EIGHT_IN_HAND_HEAD_STRING};

static const enum option reracks[] = {OPTION_RERACK_SELF_BREAKS, OPTION_RERACK_SAME_BREAKS,
                                      OPTION_RERACK_OPPONENT_BREAKS, OPTION_RERACK_OFFENDER_OPENING_BREAK};
enum { RERACKS = sizeof reracks / sizeof *reracks };

const json_t *infer_last_ruling(const struct match *m)
{
    int seq = match_next_seq(m) - 1;
    while (seq > 0 && (match_undone(m, seq) || !match_ruling(m, seq)))
        seq--;
    return match_ruling(m, seq);
}

static bool is_type(const json_t *entry, const char *type)
{
    const char *own = json_string_value(json_object_get(entry, "type"));
    return own && !strcmp(own, type);
}

int infer_last_told(const struct match *match)
{
    int last = match_next_seq(match) - 1;
    while (last > 0 && json_is_true(json_object_get(match_entry(match, last), "inferred")))
        last--;
    return last > 0 && is_type(match_entry(match, last), "stroke") && !match_undone(match, last) ? last : 0;
}

static bool offers(const json_t *ruling, const char *option)
{
    const json_t *options = json_object_get(ruling, "options");
    for (size_t i = 0; i < json_array_size(options); i++) {
        const char *word = json_string_value(json_array_get(options, i));
        if (word && !strcmp(word, option))
            return true;
    }
    return false;
}

bool infer_racking_due(const struct match *match)
{
    const json_t *ruling = infer_last_ruling(match);
    size_t ways = 0;
    for (size_t i = 0; i < RERACKS; i++)
        ways += offers(ruling, option_word(reracks[i]));
    return ways && ways == json_array_size(json_object_get(ruling, "options"));
}

bool infer_in_hand_offered(const struct match *match)
{
    static const enum option ways[] = {OPTION_CUE_BALL_FROM_BAULK, OPTION_IN_HAND_ANYWHERE, OPTION_SPOTTED_IN_HAND,
                                       OPTION_OFFENDER_ORIGINAL, OPTION_SELF_ORIGINAL};
    const json_t *ruling = infer_last_ruling(match);
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++)
        if (offers(ruling, option_word(ways[i])))
            return true;
    return false;
}

static json_t *choice(const struct scenario *now, const char *word)
{
    json_t *act = json_pack("{s:s, s:s, s:s, s:s, s:b}", "type", "act", "act", "choose", "origin", "rules", "choice",
                            word, "inferred", true);
    if (now->state.striker)
        json_object_set_new(act, "by", json_string(now->player[now->state.striker]));
    return act;
}

/* All balls of a new frame lie there, and more than are left of this one. One ball may be miscounted, two are not.
 * Where balls are racked again as the game goes on, nobody has given up. */
static bool is_racked(const struct scenario *now, const json_t *position)
{
    struct state fresh;
    if (now->game->racked_again)
        return false;
    rules_open(now->game, &fresh, 1);
    return setup_is_racked(now, position) && ball_count(fresh.on_table) > ball_count(now->state.on_table) + 1;
}

/* Racked before the frame was over: the side that is behind has conceded, or the claim that was open is made. */
static json_t *give_up(const struct scenario *now, const json_t *ruling)
{
    if (offers(ruling, option_word(OPTION_CLAIM_FRAME)))
        return choice(now, option_word(OPTION_CLAIM_FRAME));
    const int16_t *score = now->state.score;
    bool second =
        score[SIDE_A] == score[SIDE_B] ? side_of(now->state.striker) == SIDE_B : score[SIDE_A] > score[SIDE_B];
    return json_pack("{s:s, s:s, s:s, s:s, s:b}", "type", "act", "act", "concede", "origin", "rules", "by",
                     now->player[second ? 2 : 1], "inferred", true);
}

/* The one way to rack again that the ruling leaves; none when there is a choice of who breaks. */
static enum option only_rerack(const json_t *ruling)
{
    enum option only = OPTION_NONE;
    for (size_t i = 0; i < RERACKS; i++)
        if (offers(ruling, option_word(reracks[i]))) {
            if (only)
                return OPTION_NONE;
            only = reracks[i];
        }
    return only;
}

json_t *infer_new_frame(const struct match *match)
{
    const struct scenario *now = match_now(match);
    if (!now || !now->state.frame_over || match_contest(match)->over)
        return NULL;
    return json_pack("{s:s, s:s, s:s, s:b}", "type", "act", "act", "new_frame", "origin", "rules", "inferred", true);
}

/* The match after this choice; false: it cannot be made. */
static bool after_choice(const struct scenario *now, const json_t *act, struct scenario *then)
{
    char error[SCENARIO_ERROR_BYTES];
    struct acts_effect effect;
    struct ruling ruling;
    *then = *now;
    if (acts_effect(act, &effect, error))
        return false;
    int err = scenario_read_stroke(then, effect.stroke, "choice", error);
    acts_effect_clear(&effect);
    if (err)
        return false;
    rules_judge(then->game, &then->state, &then->stroke, &ruling);
    then->state = ruling.next;
    return true;
}

/* The choice of those in `offered` that fits what lies on the table best, and the match after it; NULL: none of those
 * that need no word is open. */
static json_t *choose_silently(const struct scenario *now, option_mask offered, const json_t *position,
                               struct scenario *chosen)
{
    json_t *best = NULL;
    size_t least = SIZE_MAX;
    for (size_t i = 0; i < sizeof silent / sizeof *silent; i++) {
        if (!(offered & option_bit(silent[i])))
            continue;
        struct scenario then;
        json_t *act = choice(now, option_word(silent[i]));
        size_t against = after_choice(now, act, &then) ? setup_misfits(&then, position) : SIZE_MAX;
        if (!best || against < least) {
            json_decref(best);
            best = json_incref(act);
            least = against;
            *chosen = then;
        }
        json_decref(act);
    }
    return best;
}

bool infer_choice(struct scenario *now, option_mask offered, const json_t *position)
{
    struct scenario chosen;
    json_t *act = choose_silently(now, offered, position, &chosen);
    if (act)
        *now = chosen;
    json_decref(act);
    return act;
}

static option_mask offered_by(const json_t *ruling)
{
    const json_t *options = json_object_get(ruling, "options");
    option_mask offered = 0;
    for (size_t i = 0; i < json_array_size(options); i++)
        offered |= option_bit(option_from_word(json_string_value(json_array_get(options, i))));
    return offered;
}

json_t *infer_act(const struct match *match, const json_t *position)
{
    const struct scenario *now = match_now(match);
    if (!now)
        return NULL;
    if (now->state.frame_over)
        return infer_new_frame(match);
    const json_t *ruling = infer_last_ruling(match);
    bool forced = json_array_size(json_object_get(ruling, "options")) == 1;
    if (only_rerack(ruling) && (forced || setup_is_racked(now, position)))
        return choice(now, option_word(only_rerack(ruling)));
    if (is_racked(now, position))
        return give_up(now, ruling);
    struct scenario then;
    return choose_silently(now, offered_by(ruling), position, &then);
}

bool infer_play_on(const struct match *match, const json_t *position, struct scenario *then)
{
    *then = *match_now(match);
    const json_t *ruling = infer_last_ruling(match);
    if (only_rerack(ruling) || is_racked(then, position))
        return false;
    infer_choice(then, offered_by(ruling), position);
    return true;
}

const char *infer_nomination(const struct match *match, const json_t *stroke)
{
    const struct scenario *now = match_now(match);
    const char *hit = json_string_value(json_array_get(json_object_get(stroke, "first_contact"), 0));
    if (!hit || now->state.phase != PHASE_BREAK_NOMINATION || json_object_get(stroke, "nominated"))
        return NULL;
    static const char *const colours[] = {"red", "yellow"};
    for (size_t i = 0; i < sizeof colours / sizeof *colours; i++)
        if (!strncmp(hit, colours[i], strlen(colours[i])))
            return colours[i];
    return NULL;
}

/* ---- what an act means ------------------------------------------------------------------------------------------- */

/* The last entry that can be taken back, or the last stroke. What was inferred goes with what it was inferred from. */
static int last_entry(const struct match *m, bool stroke)
{
    for (int seq = match_next_seq(m) - 1; seq > 1; seq--) {
        const json_t *entry = match_entry(m, seq);
        bool fits = stroke ? is_type(entry, "stroke") : !acts_undoes(entry);
        if (fits && !match_undone(m, seq) && !json_is_true(json_object_get(entry, "inferred")))
            return seq;
    }
    return 0;
}

static bool is(const json_t *act, const char *name)
{
    const char *own = json_string_value(json_object_get(act, "act"));
    return own && !strcmp(own, name);
}

static json_t *refuse(json_t *act, char *error, const char *why)
{
    json_decref(act);
    snprintf(error, SCENARIO_ERROR_BYTES, "%s", why);
    return NULL;
}

/* The ruling that was picked from the list, as what it settles. */
static const json_t *picked(const struct match *m, const json_t *act)
{
    int of = (int)json_integer_value(json_object_get(act, "of"));
    json_int_t as = json_integer_value(json_object_get(act, "as"));
    const json_t *list = json_object_get(match_ruling(m, of), "alternatives");
    return as > 0 ? json_object_get(json_array_get(list, (size_t)as - 1), "settled") : NULL;
}

/* Choices that only a ruling opens; the others may be asked for at any time. */
static bool needs_an_offer(const char *choice)
{
    enum option option = choice ? option_from_word(choice) : OPTION_NONE;
    return option && option < OPTION_NOMINATE;
}

static bool is_offered(const struct match *m, const json_t *act)
{
    const char *word = json_string_value(json_object_get(act, "choice"));
    const json_t *ruling = infer_last_ruling(m);
    return !is(act, "choose") || !ruling || !needs_an_offer(word) || offers(ruling, word);
}

json_t *infer_target(const struct match *match, const json_t *act, char error[SCENARIO_ERROR_BYTES])
{
    static const char *const of_stroke[] = {"flag", "miss", "amend", "accept", "settle"};
    json_t *full = json_deep_copy(act);
    bool stroke = false;
    for (size_t i = 0; i < sizeof of_stroke / sizeof *of_stroke; i++)
        stroke = stroke || is(act, of_stroke[i]);
    if ((stroke || is(act, "undo")) && !json_object_get(full, "of")) {
        int seq = last_entry(match, stroke);
        if (!seq)
            return refuse(full, error, "there is nothing yet that this could change");
        json_object_set_new(full, "of", json_integer(seq));
    }
    if (!is_offered(match, act))
        return refuse(full, error, "that choice is not open: no ruling has offered it");
    if (is(act, "settle") && json_object_get(full, "as")) {
        const json_t *settled = picked(match, full);
        if (!settled)
            return refuse(full, error, "no such ruling was offered");
        json_object_set(full, "settled", (json_t *)settled);
    }
    if (!acts_make_sense(full, match_now(match), error)) {
        json_decref(full);
        return NULL;
    }
    return full;
}
