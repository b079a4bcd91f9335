/* SPDX-License-Identifier: Apache-2.0 */
/* snooker_decide.c: what follows when nothing was struck: requests, claims, discoveries, conduct, shoot-out attempts.
 */
#include "snooker.h"

#include <string.h>

/* ---- requests after a foul --------------------------------------------------------------------------------------- */

static player_id offender(const struct judging *j)
{
    player_id known = j->before->counters.offender;
    if (known)
        return known;
    int n = j->before->players;
    return (player_id)((j->before->striker + n - 2) % n + 1); /* whoever played last */
}

/* By choice of the next player, or the free ball is taken: it stays available until the stroke. */
static void play_as_left(struct judging *j)
{
    snooker_end_sequence(j->next);
    j->next->origin.known = false;
}

/* SNK 3.13: the offender plays once more, and the order of play goes on with whoever asked; any free ball is void
 * (3.12(f)). */
static void ask_offender(struct judging *j)
{
    j->next->striker = offender(j);
    j->next->counters.next_after = j->before->striker;
    j->next->counters.asked_again = true;
    j->next->free_ball = false;
}

static void offender_as_left(struct judging *j)
{
    play_as_left(j);
    ask_offender(j);
}

/* EBSRA 3.14(f): object balls stay where they are unless the offender would gain by it. */
static bool only_cue_ball_goes_back(const struct judging *j)
{
    const struct state *b = j->before;
    bool after_miss = b->counters.miss_sequence > 0 && !(b->origin.known && b->origin.before_stroke); /* 3.14(d)(ii) */
    return snooker_variant(j)->miss_cue_ball_only && after_miss && !b->counters.moved_balls_advantage;
}

static void restore_position(struct judging *j)
{
    struct state *n = j->next;
    const struct origin *o = &j->before->origin;
    n->in_hand = o->in_hand;
    n->area = o->area;
    n->counters.touching = o->touching;
    if (!only_cue_ball_goes_back(j)) {
        n->on_table = o->on_table;
        n->pos = o->pos;
        return;
    }
    n->pos.at[j->cue] = o->pos.at[j->cue];
    n->pos.known = (n->pos.known & ~ball_bit(j->cue)) | (o->pos.known & ball_bit(j->cue));
}

/* The ball on is as it was: any red, the colour on, or a colour of choice (3.10(i), 3.14(b)). */
static void restore_ball_on(struct judging *j)
{
    struct state *n = j->next;
    const struct origin *o = &j->before->origin;
    enum phase phase = o->known ? o->phase : j->before->counters.phase_before;
    if (o->known)
        restore_position(j);
    if (phase == PHASE_COLOUR) {
        n->phase = PHASE_COLOUR;
        n->on = n->on_table & SNOOKER_COLOURS;
    } else if (o->known) {
        n->phase = o->phase;
        n->on = o->on & n->on_table;
    }
    if (!n->on)
        snooker_turn_on(n);
}

/* SNK 3.14(d)(ii) and, at six reds, 3.19(b). */
static void warn_if_due(struct judging *j)
{
    const struct counters *c = &j->before->counters;
    const struct snooker_variant *v = snooker_variant(j);
    if (c->full_ball_path && c->miss_sequence >= 2 && !c->warned)
        j->ruling->warning = WARNING_FRAME_WILL_BE_AWARDED;
    else if (v->miss_limit && c->miss_sequence == v->miss_limit - 1)
        j->ruling->warning = WARNING_SIX_RED_FIFTH_MISS;
    if (j->ruling->warning)
        j->next->counters.warned = true;
}

static void offender_as_before(struct judging *j)
{
    j->ruling->replace = true;
    restore_ball_on(j);
    ask_offender(j);
    warn_if_due(j);
    if (only_cue_ball_goes_back(j))
        judging_option(j, OPTION_REPLACE_CUE_BALL_ONLY);
}

/* SNK 3.16(a)(ii): all balls back, and the non-offender begins a turn of their own. */
static void self_as_before(struct judging *j)
{
    j->ruling->replace = true;
    j->next->free_ball = false;
    restore_ball_on(j);
    snooker_end_sequence(j->next);
    snooker_turn_on(j->next);
}

/* It is lifted: nothing touches it any more. */
static void take_in_hand(struct state *next, enum area area)
{
    next->in_hand = true;
    next->area = area;
    next->counters.touching = 0;
}

/* SNK 3.19(b)(iii): the cue-ball from anywhere; 3.12 does not apply. */
static void cue_ball_anywhere(struct judging *j)
{
    play_as_left(j);
    take_in_hand(j->next, AREA_ANYWHERE);
    j->next->free_ball = false;
}

static void nominate(struct judging *j)
{
    j->next->counters.nominated = j->stroke->choice.balls;
    if (j->before->phase == PHASE_COLOUR)
        j->next->on = j->stroke->choice.balls;
}

/* ---- end of the frame -------------------------------------------------------------------------------------------- */

static void claim(struct judging *j)
{
    const struct state *b = j->before;
    bool ahead = b->score[j->by] - b->score[j->other] > 7;
    bool allowed = !b->format.aggregate || snooker_variant(j)->claim_with_aggregate;
    if (snooker_only_black(b) && allowed && ahead && j->by == side_of(b->striker))
        judging_frame_over(j, j->by);
}

/* SNK 4.1, 4.3: 1 warned, 2 a frame was lost, 3 once more: unsporting conduct then costs the game (contest.c). */
static void raise_conduct(int16_t *level)
{
    *level = (int16_t)(*level < 3 ? *level + 1 : 3);
}

/* Where aggregate scores decide, the opponent gets what is left on the table (SNK 4.2(f)), and whoever forfeits a frame
 * keeps nothing (4.4(a)(ii)); EBSRA 4.3(a)(ii) knows no other forfeit. */
static void give_up_frame(struct judging *j, bool forfeit)
{
    struct state *n = j->next;
    bool points = !n->frame_over && (n->format.aggregate || (forfeit && snooker_variant(j)->forfeit_costs_points));
    if (points)
        n->score[j->other] = (int16_t)(n->score[j->other] + snooker_value_left(n));
    if (points && forfeit)
        n->score[j->by] = 0;
    judging_frame_over(j, j->other);
}

/* SNK 4.2(b): conceding before penalty points are needed is unsporting. */
static void concede(struct judging *j)
{
    const struct snooker_variant *v = snooker_variant(j);
    if (v->concede_by_striker && j->by != side_of(j->before->striker))
        return;
    if (v->concede_when_needed && !snooker_needs_points(j->before)) {
        j->ruling->warning = WARNING_UNSPORTING;
        raise_conduct(&j->next->counters.unsporting[j->by]);
    }
    give_up_frame(j, false);
}

static void next_frame_state(struct judging *j, player_id opener)
{
    struct state fresh;
    rules_open(j->game, &fresh, opener);
    fresh.players = j->before->players;
    fresh.format = j->before->format;
    fresh.bed = j->before->bed;
    fresh.counters.aggregate_A = j->before->counters.aggregate_A; /* the void scores are taken off by the engine */
    fresh.counters.aggregate_B = j->before->counters.aggregate_B;
    memcpy(fresh.counters.unsporting, j->before->counters.unsporting, sizeof fresh.counters.unsporting);
    memcpy(fresh.counters.time_wasting, j->before->counters.time_wasting, sizeof fresh.counters.time_wasting);
    memcpy(j->next, &fresh, sizeof fresh);
    j->ruling->replace = true;
}

static player_id right_opener(const struct state *before)
{
    player_id known = before->counters.breaker ? before->counters.breaker : before->opener;
    player_id opener = known ? known : before->striker;
    return before->counters.wrong_starter ? (player_id)(opener % 2 + 1) : opener;
}

/* SNK 3.17: scores void, same opener; on a re-spotted black only the black is spotted. SHO 12: no re-rack. */
static void stalemate(struct judging *j)
{
    if (snooker_variant(j)->match_s > 0)
        return;
    if (j->before->phase != PHASE_RESPOTTED_BLACK) {
        next_frame_state(j, right_opener(j->before));
        return;
    }
    take_in_hand(j->next, AREA_D);
    snooker_spot(j, ball_bit(SNOOKER_BLACK));
    if (j->before->counters.respot_first)
        j->next->striker = j->before->counters.respot_first;
}

/* SHO 14: only the blue, on its spot, and the cue-ball from the D. */
static void open_shootout(struct judging *j)
{
    struct state *n = j->next;
    n->frame_over = false;
    n->winner = SIDE_NONE;
    n->on = ball_bit(SNOOKER_BLUE);
    n->on_table = n->pos.known = 0;
    take_in_hand(n, AREA_D);
    judging_respot(j, SNOOKER_BLUE, PLACE_BLUE, &n->bed.spot[SPOT_BLUE]);
}

/* "<player>_plays": after lots for a re-spotted black, a lag, or a choice of starter. */
static void player_plays(struct judging *j)
{
    struct state *n = j->next;
    n->striker = j->stroke->choice.player;
    n->counters.next_after = 0;
    if (j->before->phase == PHASE_BLUE_SHOOTOUT) {
        open_shootout(j);
    } else if (j->before->phase == PHASE_RESPOTTED_BLACK) {
        n->counters.respot_first = n->striker;
    } else {
        n->opener = n->striker;
        snooker_turn_on(n);
    }
}

static void restart(struct judging *j)
{
    next_frame_state(j, right_opener(j->before));
}

void snooker_decide(struct judging *j)
{
    static void (*const does[OPTION_COUNT])(struct judging *) = {
        [OPTION_PLAY_LEFT] = play_as_left,
        [OPTION_IN_HAND_ANYWHERE] = play_as_left,
        [OPTION_OFFENDER_LEFT] = offender_as_left,
        [OPTION_OFFENDER_ORIGINAL] = offender_as_before,
        [OPTION_SELF_ORIGINAL] = self_as_before,
        [OPTION_FREE_BALL] = play_as_left,
        [OPTION_CUE_BALL_ANYWHERE] = cue_ball_anywhere,
        [OPTION_CLAIM_FRAME] = claim,
        [OPTION_RESTART_FRAME] = restart,
        [OPTION_NOMINATE] = nominate,
        [OPTION_STALEMATE] = stalemate,
        [OPTION_CONCEDE_ACCEPTED] = concede,
        [OPTION_PLAYS] = player_plays,
    };
    unsigned kind = j->stroke->choice.kind;
    bool level = j->before->phase == PHASE_BLUE_SHOOTOUT && j->before->winner == SIDE_TIE;
    bool opens_shootout = level && kind == OPTION_PLAYS; /* SHO 14 */
    if (j->before->frame_over && !opens_shootout)
        return;
    if (kind < OPTION_COUNT && does[kind])
        does[kind](j);
}

/* ---- discoveries between strokes --------------------------------------------------------------------------------- */

/* SNK 3.3(d): started by the wrong player. */
static bool wrong_starter(struct judging *j)
{
    if (!j->before->counters.wrong_starter)
        return false;
    if (j->before->counters.strokes_played > 1 || j->before->counters.frame_stands) {
        j->next->counters.frame_stands = true;
        return true;
    }
    next_frame_state(j, right_opener(j->before));
    judging_option(j, OPTION_RESTART_FRAME);
    return true;
}

/* SNK 3.7(b): a colour that had been finally potted was on the table again. If it has been potted once more, that
 * counts only after the next stroke or infringement. */
static void remove_respotted(struct judging *j)
{
    const struct counters *c = &j->before->counters;
    ball_mask wrong = c->respotted_in_error, potted = wrong & ~j->before->on_table;
    if (c->strokes_since_error_pot == 0 && snooker_variant(j)->error_pot_unscores)
        j->next->score[j->by] = (int16_t)(j->next->score[j->by] - snooker_highest(potted));
    j->next->on_table &= ~wrong;
    j->next->pos.known &= ~wrong;
    if (j->before->phase != PHASE_RED && j->before->phase != PHASE_COLOUR)
        snooker_turn_on(j->next);
    j->next->on &= j->next->on_table;
    j->next->counters.respotted_in_error = 0;
}

/* SNK 3.7(d): a red stands where a colour belongs; it is taken off if it can be told apart. */
static void remove_extra_red(struct judging *j)
{
    ball_mask reds = j->before->on_table & SNOOKER_REDS;
    ball_id last = BALL_NONE;
    for (BALL_EACH(red, reds))
        last = (ball_id)red;
    j->next->on_table &= ~ball_bit(last);
    j->next->pos.known &= ~ball_bit(last);
    j->next->on &= j->next->on_table;
    j->next->counters.extra_red = false;
}

void snooker_between(struct judging *j)
{
    if (j->stroke->act != ACT_BETWEEN || j->stroke->flags_n || wrong_starter(j))
        return;
    j->ruling->replace = j->fallen != 0;
    if (j->before->counters.respotted_in_error)
        remove_respotted(j);
    if (j->before->counters.extra_red)
        remove_extra_red(j);
    ball_mask missing = snooker_colours_due(j->next) & ~j->next->on_table; /* 3.7(c)(i) */
    if (missing && j->before->on_table)
        snooker_spot(j, missing);
}

/* ---- conduct (section 4) ----------------------------------------------------------------------------------------- */

static bool is_serious(const struct judging *j, enum flag_kind flag)
{
    for (int i = 0; i < j->stroke->flags_n; i++)
        if (j->stroke->flags[i].kind == flag && !strcmp(j->stroke->flags[i].detail, "serious"))
            return true;
    return false;
}

/* Warned first, then a frame each time; what is serious costs a frame at once (4.1(d)). */
static void punish(struct judging *j, enum flag_kind flag, int16_t *level, enum warning warning)
{
    if (!judging_flag(j, flag))
        return;
    bool at_once = is_serious(j, flag) || (flag == FLAG_UNSPORTING && !snooker_variant(j)->conduct_warned);
    if (*level == 0 && at_once)
        raise_conduct(level);
    raise_conduct(level);
    if (*level == 1)
        j->ruling->warning = warning;
    else
        give_up_frame(j, true);
}

void snooker_conduct(struct judging *j)
{
    struct counters *c = &j->next->counters;
    punish(j, FLAG_UNSPORTING, &c->unsporting[j->by], WARNING_UNSPORTING);
    punish(j, FLAG_TIME_WASTING, &c->time_wasting[j->by], WARNING_TIME_WASTING);
}

/* ---- blue-ball shoot-out (SHO 14) -------------------------------------------------------------------------------- */

/* Directly: no ball met a cushion but the jaws of the pocket. */
static bool blue_was_potted(const struct judging *j)
{
    const struct facts *f = j->facts;
    bool by_cushion =
        f->cue_cushions_n || judging_flag(j, FLAG_BLUE_OFF_CUSHION) || ball_in(f->banked | f->met_flat, SNOOKER_BLUE);
    return ball_in(j->potted, SNOOKER_BLUE) && !by_cushion && !judging_any_foul(j);
}

void snooker_shootout_attempt(struct judging *j)
{
    struct counters *c = &j->next->counters;
    bool a = j->by == SIDE_A;
    *(a ? &c->A_attempts : &c->B_attempts) += 1;
    if (blue_was_potted(j))
        *(a ? &c->A_pots : &c->B_pots) += 1;
    j->ruling->findings_n = 0; /* a failed attempt is no foul, it only does not count */
    if (c->A_attempts == c->B_attempts && c->A_pots != c->B_pots) {
        judging_frame_over(j, c->A_pots > c->B_pots ? SIDE_A : SIDE_B);
        return;
    }
    j->next->striker = judging_next_player(j->before, j->before->striker);
    j->next->in_hand = true;
    j->next->area = AREA_D;
    ball_mask moved = judging_moved_before(j) | judging_flag_balls(j, FLAG_TOUCHED);
    if (ball_in(j->potted | j->off | j->first | moved, SNOOKER_BLUE))
        snooker_spot(j, ball_bit(SNOOKER_BLUE));
}
