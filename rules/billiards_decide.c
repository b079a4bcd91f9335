/* SPDX-License-Identifier: Apache-2.0 */
/* billiards_decide.c: what follows at billiards when nothing was struck: choices, the string, clocks, discoveries,
 * conduct. */
#include "billiards.h"

#include <string.h>

/* ---- choices ----------------------------------------------------------------------------------------------------- */

/* 3.16(c)(i): as the last ruling left it. */
static void from_left(struct judging *j)
{
    (void)j;
}

/* 3.16(c)(ii): the opponents' ball too, even from a pocket. The request is final: the balls have moved. */
static void spotted_in_hand(struct judging *j)
{
    billiards_spot_both(j, billiards_other_ball(j->next));
    j->next->counters.opp_ball_off = false;
}

static void concede(struct judging *j)
{
    judging_frame_over(j, j->other);
}

static void new_game(struct judging *j, player_id opener)
{
    const struct state *b = j->before;
    struct state fresh;
    rules_open(j->game, &fresh, opener);
    fresh.players = b->players;
    fresh.format = b->format;
    fresh.bed = b->bed;
    memcpy(fresh.counters.unsporting, b->counters.unsporting, sizeof fresh.counters.unsporting);
    memcpy(fresh.counters.time_wasting, b->counters.time_wasting, sizeof fresh.counters.time_wasting);
    memcpy(j->next, &fresh, sizeof fresh);
    j->ruling->replace = true;
}

/* Of the two sides, who ought to have begun. */
static player_id right_opener(const struct state *s)
{
    player_id opener = s->opener ? s->opener : s->striker;
    return s->counters.wrong_starter ? (player_id)(opener % 2 + 1) : opener;
}

static void restart(struct judging *j)
{
    new_game(j, right_opener(j->before));
}

/* 3.2: the winner of the string says who begins, */
static void player_plays(struct judging *j)
{
    billiards_begin_turn(j, j->stroke->choice.player);
    j->next->opener = j->stroke->choice.player;
    j->next->counters.opp_ball_off = false; /* not by a stroke of theirs */
}

/* and takes a ball; the other side has the other. Only before the game has begun. */
static void take_ball(struct judging *j)
{
    ball_id ball = ball_first(j->stroke->choice.balls);
    if (j->before->counters.strokes_played || (ball != BILLIARDS_WHITE && ball != BILLIARDS_YELLOW))
        return;
    j->next->format.cue_ball[j->by] = ball;
    j->next->format.cue_ball[j->other] = ball == BILLIARDS_WHITE ? BILLIARDS_YELLOW : BILLIARDS_WHITE;
}

void billiards_decide(struct judging *j)
{
    static void (*const does[OPTION_COUNT])(struct judging *) = {
        [OPTION_FROM_LEFT] = from_left,      [OPTION_SPOTTED_IN_HAND] = spotted_in_hand,
        [OPTION_CONCEDE_ACCEPTED] = concede, [OPTION_RESTART_FRAME] = restart,
        [OPTION_PLAYS] = player_plays,       [OPTION_NOMINATE] = take_ball,
    };
    unsigned kind = j->stroke->choice.kind;
    if (kind < OPTION_COUNT && does[kind])
        does[kind](j);
}

/* 2.5: any number of times to the top and bottom cushions, but not to a side nor across to the other half. */
void billiards_string(struct judging *j)
{
    static const struct lag_rules rules = {.half_matters = true};
    j->next->striker = 0;
    j->ruling->lag_winner = judging_lag(j, &rules);
    if (j->ruling->lag_winner)
        judging_option(j, OPTION_CHOOSE_BALL_AND_WHO_PLAYS_FIRST);
}

/* ---- between strokes --------------------------------------------------------------------------------------------- */

/* 4.3(a): a forfeited game of points is won by all of them to nil; a game on time (b) is only lost. */
static void forfeit(struct judging *j)
{
    if (!j->before->format.target)
        return;
    j->next->score[j->by] = 0;
    j->next->score[j->other] = j->before->format.target;
}

/* 4.1, 4.2: whoever lost a game by conduct is warned for the match, if there are games to come. */
static bool conduct(struct judging *j, enum flag_kind flag, int16_t *level, enum warning warning)
{
    enum conduct was = judging_conduct(j, flag, level, warning);
    if (was == CONDUCT_AWARDED) {
        forfeit(j);
        if (*level == 2 && !j->before->format.last_frame)
            j->ruling->warning = warning;
    }
    return was != CONDUCT_FINE;
}

/* With one stroke played, only a foul can have given points to the side that has not played. */
static bool foul_since_start(const struct state *s)
{
    player_id opener = s->opener ? s->opener : s->striker;
    return s->counters.offender || s->score[side_other(side_of(opener))];
}

/* 3.2(d) */
static void wrong_starter(struct judging *j)
{
    const struct state *b = j->before;
    if (b->counters.strokes_played > 1 || foul_since_start(b)) {
        j->next->counters.frame_stands = true;
        return;
    }
    restart(j);
    judging_option(j, OPTION_RESTART_FRAME);
}

void billiards_between(struct judging *j)
{
    struct counters *c = &j->next->counters;
    if (conduct(j, FLAG_UNSPORTING, &c->unsporting[j->by], WARNING_UNSPORTING) ||
        conduct(j, FLAG_TIME_WASTING, &c->time_wasting[j->by], WARNING_TIME_WASTING))
        return;
    if (j->stroke->act == ACT_CLOCK) {
        billiards_end(j);
        return;
    }
    j->ruling->replace = j->fallen != 0; /* 3.12(a) */
    if (j->before->counters.wrong_starter)
        wrong_starter(j);
}
