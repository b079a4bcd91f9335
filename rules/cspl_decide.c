/* SPDX-License-Identifier: Apache-2.0 */
/* cspl_decide.c: what follows when nothing was struck: nominations, requests, clocks, the lag, conduct. */
#include "cspl.h"

#include <string.h>

/* ---- naming a colour (H2, H3) ---------------------------------------------------------------------------------------
 */

static void name_colour(struct judging *j)
{
    struct state *n = j->next;
    enum group group = cspl_group_of(j->stroke->choice.balls);
    ball_mask balls = cspl_group_balls(group), fell = n->counters.potted_on_break | n->counters.potted_this_shot;
    if (!group)
        return;
    n->counters.potted_on_break = n->counters.potted_this_shot = 0;
    if (balls & fell) {
        cspl_decide_groups(j, side_of(n->striker), group);
        cspl_turn_on(n);
    } else {
        n->phase = PHASE_OPEN;
        n->counters.nominated_not_potted = balls;
        n->on = n->on_table & balls;
        judging_call(j, group == GROUP_REDS ? CALL_RED_NOMINATED : CALL_YELLOW_NOMINATED, 0);
    }
}

/* ---- foul snookers (Q, R) and total snookers (G3(b))
 * ------------------------------------------------------------------ */

/* Q4(a): the eight, or one ball of the opponents'. */
static void nominate_ball(struct judging *j)
{
    struct state *n = j->next;
    enum side other = side_other(side_of(n->striker));
    ball_mask free = CSPL_EIGHT | cspl_group_balls(n->group[other]), said = j->stroke->choice.balls & free;
    if (!said || !(n->counters.snookered_declared || cspl_after_foul(j->before)))
        return;
    n->counters.nominated = said;
    n->counters.snookered_declared = true;
    judging_call(j,
                 said & CSPL_EIGHT  ? CALL_BLACK_BALL_NOMINATED
                 : said & CSPL_REDS ? CALL_RED_BALL_NOMINATED
                                    : CALL_YELLOW_BALL_NOMINATED,
                 0);
}

static void nominate(struct judging *j)
{
    if (j->before->phase == PHASE_BREAK_NOMINATION)
        name_colour(j);
    else
        nominate_ball(j);
}

static void ask_total_snooker(struct judging *j)
{
    if (!cspl_total_snooker(j))
        return;
    j->next->counters.total_snooker_ruled = true;
    judging_call(j, CALL_TOTAL_SNOOKER, 0);
}

static void declare_foul_snooker(struct judging *j)
{
    bool jaw = j->facts->snooker_known && j->facts->cushion_nearer; /* R: the official's entry */
    j->next->counters.snookered_declared = true;
    judging_call(j, jaw ? CALL_JAW_SNOOKER : CALL_FOUL_SNOOKER, 0);
    judging_option(j, OPTION_NOMINATE_BALL);
}

/* GUIDE 6: where no foul went before, a request for a snooker is one for a total snooker. */
static void ask_foul_snooker(struct judging *j)
{
    const struct state *b = j->before;
    if (!cspl_after_foul(b)) {
        ask_total_snooker(j);
        return;
    }
    if (!cspl_snookered(j, b->in_hand))
        return;
    declare_foul_snooker(j);
    if (!b->in_hand) {
        judging_option(j, OPTION_CUE_BALL_FROM_LIE);
        judging_option(j, OPTION_CUE_BALL_FROM_BAULK);
    }
}

/* Q3(a), I3(a) */
static void from_lie(struct judging *j)
{
    if (j->next->counters.snookered_declared)
        judging_option(j, OPTION_NOMINATE_BALL);
}

/* Q3(b), Q4(b): from baulk the foul snooker may be gone; I3(b). */
static void from_baulk(struct judging *j)
{
    struct state *n = j->next;
    if (!cspl_after_foul(j->before))
        return;
    n->in_hand = true;
    n->area = AREA_BAULK;
    n->pos.known &= ~ball_bit(j->cue);
    n->counters.touching = 0;
    bool was = n->counters.snookered_declared;
    n->counters.snookered_declared = false;
    if (was && cspl_snookered(j, true))
        declare_foul_snooker(j);
}

/* ---- frames
 * ----------------------------------------------------------------------------------------------------------- */

/* X: a referee's word is enough; players must have had their turns. */
static void stalemate(struct judging *j)
{
    if (!j->stroke->by || j->before->counters.no_contact_turns >= CSPL_STALEMATE_TURNS)
        cspl_stalemate(j);
}

static void concede(struct judging *j)
{
    cspl_win(j, j->other);
}

/* F2: who won the toss or the lag chooses. */
static void player_plays(struct judging *j)
{
    player_id breaker = j->stroke->choice.player;
    cspl_rerack(j, breaker, 1);
    j->next->opener = breaker;
}

/* After a break that does not count the next state is the new triangle already. */
static void rerack_same(struct judging *j)
{
    if (j->before->phase != PHASE_BREAK)
        cspl_restart(j);
}

/* ---- time out (I4)
 * ---------------------------------------------------------------------------------------------------- */

static void time_out(struct judging *j)
{
    j->next->counters.time_out = true;
    judging_call(j, CALL_TIME_OUT_PLAIN, 0);
}

static void time_in(struct judging *j)
{
    j->next->counters.time_out = false;
    judging_call(j, CALL_TIME_RUNNING, 0);
}

void cspl_decide(struct judging *j)
{
    static void (*const does[OPTION_COUNT])(struct judging *) = {
        [OPTION_NOMINATE] = nominate,
        [OPTION_ASK_FOUL_SNOOKER] = ask_foul_snooker,
        [OPTION_ASK_TOTAL_SNOOKER] = ask_total_snooker,
        [OPTION_CUE_BALL_FROM_LIE] = from_lie,
        [OPTION_CUE_BALL_FROM_BAULK] = from_baulk,
        [OPTION_RERACK_SAME_BREAKS] = rerack_same,
        [OPTION_STALEMATE] = stalemate,
        [OPTION_CONCEDE_ACCEPTED] = concede,
        [OPTION_PLAYS] = player_plays,
        [OPTION_TIME_OUT] = time_out,
        [OPTION_TIME_IN] = time_in,
    };
    unsigned kind = j->stroke->choice.kind;
    if (kind < OPTION_COUNT && does[kind] && !j->before->frame_over)
        does[kind](j);
    if (j->next->frame_over)
        j->ruling->visits_matter = false;
}

/* ---- lag (GUIDE 4.1)
 * -------------------------------------------------------------------------------------------------- */

void cspl_lag(struct judging *j)
{
    static const struct lag_rules rules = {.one_top_cushion = true, .half_matters = true};
    struct state *n = j->next;
    n->striker = 0;
    n->on = 0;
    n->in_hand = false;
    n->area = AREA_NONE;
    j->ruling->visits_matter = false;
    j->ruling->lag_winner = judging_lag(j, &rules);
    if (j->ruling->lag_winner)
        judging_option(j, OPTION_CHOOSE_WHO_PLAYS_FIRST);
}

/* ---- between shots
 * ---------------------------------------------------------------------------------------------------- */

/* K12: the first time is a warning, the first and final. GUIDE 17.2: the third of the others loses the frame (N7). */
void cspl_warn(struct judging *j)
{
    if (judging_flag(j, FLAG_CONFERRING) && !j->before->counters.warned) {
        j->next->counters.warned = true;
        j->ruling->warning = WARNING_COACHING;
    }
    if (judging_flag(j, FLAG_UNSPORTING) && !judging_found(j, "N7")) {
        j->next->counters.unsporting[j->by]++;
        j->ruling->warning = WARNING_UNSPORTING;
    }
}

/* I2; the sixtieth second is a foul and does not come here. */
static void call_thirty(struct judging *j)
{
    if (j->stroke->time_s >= 30 && !j->before->counters.time_out)
        judging_call(j, CALL_THIRTY_SECONDS, 0);
}

void cspl_between(struct judging *j)
{
    if (j->stroke->act == ACT_CLOCK)
        call_thirty(j);
    j->ruling->replace = j->fallen != 0; /* U1 */
    if (j->stroke->act == ACT_BETWEEN && j->before->counters.no_contact_turns >= CSPL_STALEMATE_TURNS)
        cspl_stalemate(j); /* found late */
}
