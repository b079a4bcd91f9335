/* SPDX-License-Identifier: Apache-2.0 */
/* contest.h: frames make a game, games make a match: who opens, who has won, what a forfeit costs.
 * Pure like judging; match/ folds it from the journal. Racks of pool are frames here.
 *
 *   contest_open(&contest, &format);
 *   while (!contest.over) {
 *       contest_start_frame(&contest, game, &state);
 *       ... judge strokes until state.frame_over ...
 *       contest_end_frame(&contest, game, &state);
 *   }
 */
#pragma once

#include "rules.h"

struct contest_format {
    int16_t frames;   /* stipulated frames of a game; a game is won by more than half of them */
    int16_t games;    /* stipulated games of a match */
    bool aggregate;   /* points of all frames decide the game instead (SNK 3.1(g)(ii)): all frames are played */
    player_id opener; /* of the first frame */
};

struct contest {
    struct contest_format format;
    int16_t frame, game;   /* being played, from 1 */
    int16_t frames_won[3]; /* in this game, by enum side */
    int16_t games_won[3];
    int32_t points[3];     /* in this game, for aggregates */
    int16_t unsporting[3]; /* kept through a game (SNK 4.1) */
    int16_t time_wasting[3];
    int16_t wheelchair[3]; /* offences against WPA 7.2, kept through the match */
    bool over;
    enum side winner; /* SIDE_TIE only where a match may end level */
};

/* frames and games of at least 1; the first game starts. */
void contest_open(struct contest *contest, const struct contest_format *format);

/* Who plays first in the frame to come: alternating, whoever started the last one by mistake (SNK 3.3(b), (d)(ii)). */
player_id contest_opener(const struct contest *contest);

/* The state before the first stroke, with what the contest carries over. */
void contest_start_frame(const struct contest *contest, const struct game *game, struct state *state);

/* Counts a frame that is over; the winner of a tied frame is nobody. */
void contest_end_frame(struct contest *contest, const struct game *game, const struct state *state);

/* SNK 4.4(b): this frame as it was ruled forfeited, and all that were still to come, each worth a maximum break where
 * points decide. */
void contest_forfeit_game(struct contest *contest, const struct game *game, const struct state *state, enum side loser);
