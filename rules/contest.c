/* SPDX-License-Identifier: Apache-2.0 */
/* contest.c: frames, games and matches. */
#include "contest.h"

#include <string.h>

void contest_open(struct contest *contest, const struct contest_format *format)
{
    memset(contest, 0, sizeof *contest);
    contest->format = *format;
    if (contest->format.frames < 1)
        contest->format.frames = 1;
    if (contest->format.games < 1)
        contest->format.games = 1;
    if (!contest->format.opener)
        contest->format.opener = 1;
    contest->frame = contest->game = 1;
}

player_id contest_opener(const struct contest *contest)
{
    bool swapped = contest->frame % 2 == 0;
    player_id first = contest->format.opener;
    return swapped ? (player_id)(first % 2 ? first + 1 : first - 1) : first;
}

static bool is_last_frame(const struct contest *c)
{
    return c->frame == c->format.frames;
}

void contest_start_frame(const struct contest *contest, const struct game *game, struct state *state)
{
    rules_open(game, state, contest_opener(contest));
    state->format.aggregate = contest->format.aggregate;
    state->format.last_frame = is_last_frame(contest);
    state->counters.aggregate_A = (int16_t)contest->points[SIDE_A];
    state->counters.aggregate_B = (int16_t)contest->points[SIDE_B];
    for (int side = SIDE_A; side <= SIDE_B; side++) {
        state->counters.unsporting[side] = contest->unsporting[side];
        state->counters.time_wasting[side] = contest->time_wasting[side];
        state->counters.wheelchair[side] = contest->wheelchair[side];
    }
}

/* ---- counting ---------------------------------------------------------------------------------------------------- */

static enum side ahead(int a, int b)
{
    return a > b ? SIDE_A : b > a ? SIDE_B : SIDE_TIE;
}

static void end_game(struct contest *c, enum side winner)
{
    if (winner == SIDE_A || winner == SIDE_B)
        c->games_won[winner]++;
    bool decided = c->games_won[SIDE_A] * 2 > c->format.games || c->games_won[SIDE_B] * 2 > c->format.games;
    if (decided || c->game == c->format.games) {
        c->over = true;
        c->winner = ahead(c->games_won[SIDE_A], c->games_won[SIDE_B]);
        return;
    }
    c->game++;
    c->frame = 1;
    memset(c->frames_won, 0, sizeof c->frames_won);
    memset(c->points, 0, sizeof c->points);
    memset(c->unsporting, 0, sizeof c->unsporting);
    memset(c->time_wasting, 0, sizeof c->time_wasting);
}

static void after_frame(struct contest *c)
{
    enum side leader = c->format.aggregate ? ahead(c->points[SIDE_A], c->points[SIDE_B])
                                           : ahead(c->frames_won[SIDE_A], c->frames_won[SIDE_B]);
    bool won = !c->format.aggregate &&
               (c->frames_won[SIDE_A] * 2 > c->format.frames || c->frames_won[SIDE_B] * 2 > c->format.frames);
    if (won || is_last_frame(c))
        end_game(c, leader);
    else
        c->frame++;
}

static void count_frame(struct contest *c, enum side winner, int points_a, int points_b)
{
    if (winner == SIDE_A || winner == SIDE_B)
        c->frames_won[winner]++;
    c->points[SIDE_A] += points_a;
    c->points[SIDE_B] += points_b;
    after_frame(c);
}

/* SNK 4.1(c): unsporting conduct after an awarded frame costs the game. */
static bool game_is_awarded(const struct state *s, enum side *loser)
{
    for (int side = SIDE_A; side <= SIDE_B; side++)
        if (s->counters.unsporting[side] > 2) {
            *loser = (enum side)side;
            return true;
        }
    return false;
}

/* WPA 1.11, 6.16, 7.2: whoever lost this frame lost the match with it. */
static bool match_is_lost(struct contest *c, const struct state *s)
{
    for (int side = SIDE_A; side <= SIDE_B; side++)
        if (s->counters.match_lost[side]) {
            c->over = true;
            c->winner = side_other((enum side)side);
        }
    return c->over;
}

void contest_end_frame(struct contest *contest, const struct game *game, const struct state *state)
{
    enum side loser;
    bool undecided = state->phase == PHASE_BLUE_SHOOTOUT && state->winner == SIDE_TIE; /* SHO 14 */
    if (contest->over || !state->frame_over || undecided)
        return;
    for (int side = SIDE_A; side <= SIDE_B; side++) {
        contest->unsporting[side] = state->counters.unsporting[side];
        contest->time_wasting[side] = state->counters.time_wasting[side];
        contest->wheelchair[side] = state->counters.wheelchair[side];
    }
    if (match_is_lost(contest, state))
        return;
    if (game_is_awarded(state, &loser))
        contest_forfeit_game(contest, game, state, loser);
    else
        count_frame(contest, state->winner, state->score[SIDE_A], state->score[SIDE_B]);
}

void contest_forfeit_game(struct contest *contest, const struct game *game, const struct state *state, enum side loser)
{
    enum side winner = side_other(loser);
    int to_come = contest->format.frames - contest->frame;
    if (contest->over)
        return;
    contest->frames_won[winner] = (int16_t)(contest->frames_won[winner] + 1 + to_come);
    contest->points[winner] += state->score[winner] + to_come * game->frame_worth;
    end_game(contest, winner);
}
