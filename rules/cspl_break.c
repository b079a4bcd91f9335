/* SPDX-License-Identifier: Apache-2.0 */
/* cspl_break.c: was the break fair, and when do the balls go back into the triangle? */
#include "cspl.h"

#include <string.h>

/* F4(a)(ii) */
enum { CUSHIONS_OF_A_FAIR_BREAK = 4 };

/* None where nothing was hit or no cushion was reached, counted or not; -1: not known. */
static int balls_to_cushion(const struct judging *j)
{
    const struct facts *f = j->facts;
    bool none = (!j->first && !f->first_contact_any) || f->cushion_after_contact == NO;
    return f->balls_to_cushion < 0 && none ? 0 : f->balls_to_cushion;
}

/* K22: jumping the pack is no fair break. A count that is not known costs nobody anything. */
bool cspl_break_is_fair(const struct judging *j)
{
    int reached = balls_to_cushion(j);
    if (j->facts->jumped || judging_flag(j, FLAG_JUMP_SHOT))
        return false;
    return (j->potted & CSPL_COLOURS) || reached < 0 || reached >= CUSHIONS_OF_A_FAIR_BREAK;
}

/* ---- re-racking -----------------------------------------------------------------------------------------------------
 */

/* The frame starts anew; what a player has on their conduct stays with the frame. */
void cspl_rerack(struct judging *j, player_id striker, int visits)
{
    const struct state *b = j->before;
    const struct counters kept = j->next->counters;
    struct state fresh;
    rules_open(j->game, &fresh, striker);
    fresh.players = b->players;
    fresh.opener = b->opener;
    fresh.format = b->format;
    fresh.bed = b->bed;
    fresh.visits = (uint8_t)visits;
    memcpy(fresh.score, b->score, sizeof fresh.score);
    memcpy(fresh.counters.serious_fouls, kept.serious_fouls, sizeof kept.serious_fouls);
    memcpy(fresh.counters.unsporting, kept.unsporting, sizeof kept.unsporting);
    fresh.counters.warned = kept.warned;
    memcpy(j->next, &fresh, sizeof fresh);
}

void cspl_restart(struct judging *j)
{
    const struct state *b = j->before;
    player_id breaker = b->counters.breaker ? b->counters.breaker : b->opener ? b->opener : b->striker;
    cspl_rerack(j, breaker, 1);
}

/* F4(b), L1: the opponents break, with two visits and under the same duty. */
void cspl_foul_break(struct judging *j)
{
    judging_call(j, CALL_FOUL_BREAK, 0);
    judging_call(j, CALL_OPPONENT_RESTARTS, 0);
    judging_option(j, OPTION_RERACK_SELF_BREAKS);
    cspl_rerack(j, judging_next_player(j->before, j->before->striker), 2);
}

/* F5, GUIDE 4.3: with the eight potted nothing else of the break counts but serious fouls and bad conduct; the player
 * keeps the visits. */
bool cspl_void_break(struct judging *j)
{
    bool eight = j->stroke->act == ACT_STROKE && j->before->phase == PHASE_BREAK && (j->potted & CSPL_EIGHT);
    if (!eight || judging_penalty(j) >= CSPL_SERIOUS)
        return false;
    j->ruling->findings_n = 0;
    judging_call(j, CALL_VOID_BREAK, 0);
    judging_call(j, CALL_SAME_PLAYER_RESTARTS, 0);
    judging_option(j, OPTION_RERACK_SAME_BREAKS);
    cspl_rerack(j, j->before->striker, j->before->visits);
    return true;
}

/* H2: the player must name a colour if any fell; else the table is open. */
void cspl_fair_break(struct judging *j)
{
    struct state *n = j->next;
    ball_mask fell = cspl_groups_in(j->potted);
    n->phase = fell ? PHASE_BREAK_NOMINATION : PHASE_OPEN;
    n->counters.breaker = j->before->striker;
    n->counters.potted_on_break = fell;
    n->counters.offender = 0;
    cspl_clear_table(j);
    if (!fell) {
        judging_call(j, CALL_OPEN_TABLE, 0);
        cspl_end_visit(j);
    } else {
        judging_call(j,
                     fell == CSPL_COLOURS ? CALL_RED_YELLOW_POTTED
                     : fell == CSPL_REDS  ? CALL_RED_POTTED
                                          : CALL_YELLOW_POTTED,
                     0);
        n->counters.strokes_played++;
        cspl_turn_on(n);
    }
    cspl_announce(j);
}

/* ---- stalemate (X) --------------------------------------------------------------------------------------------------
 */

void cspl_stalemate(struct judging *j)
{
    judging_call(j, CALL_STALEMATE_RESTART, 0);
    judging_call(j, CALL_ONE_VISIT, 0);
    judging_option(j, OPTION_RERACK_SAME_BREAKS);
    cspl_restart(j);
}

/* A turn without any contact is one whose only shot hit nothing: whoever hits nothing fouls, and a shot before it in
 * the same turn was legal, so it hit something. */
bool cspl_count_no_contact(struct judging *j)
{
    struct counters *c = &j->next->counters;
    if (j->stroke->act != ACT_STROKE || j->before->phase == PHASE_BREAK)
        return false;
    const struct counters *before = &j->before->counters;
    bool none = !j->first && !j->facts->first_contact_any && !before->touching && before->strokes_played == 0;
    c->no_contact_turns = (int16_t)(none ? c->no_contact_turns + 1 : 0);
    if (c->no_contact_turns < CSPL_STALEMATE_TURNS)
        return false;
    j->ruling->kind = KIND_NONE;
    cspl_stalemate(j);
    return true;
}
