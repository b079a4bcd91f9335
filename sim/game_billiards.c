/* SPDX-License-Identifier: Apache-2.0 */
/* game_billiards.c: how does a game of English billiards go on after a stroke? */
#include "game_in.h"

static const ball_mask ALL =
    ((ball_mask)1 << BILLIARDS_WHITE) | ((ball_mask)1 << BILLIARDS_YELLOW) | ((ball_mask)1 << BILLIARDS_RED);

static void take_cue_ball(struct sim_play *p)
{
    p->cue = side_of(p->striker) ? BILLIARDS_YELLOW : BILLIARDS_WHITE;
    if (!ball_in(p->balls.present, p->cue))
        p->hand = SIM_HAND_D;
    p->on = ALL & ~ball_bit(p->cue) & p->balls.present;
    p->want = p->on;
}

void billiards_begin(struct sim_play *p)
{
    p->balls.present = ball_bit(BILLIARDS_RED);
    p->balls.at[BILLIARDS_RED] = p->table->bed.spot[SPOT_BLACK];
    take_cue_ball(p);
}

/* Cannon 2; red potted or in-off red 3; white potted or in-off white 2. */
static int points(const struct sim_play *p, const struct gist *g)
{
    int n = ball_count(g->cue_hit) >= 2 ? 2 : 0;
    ball_id other = p->cue == BILLIARDS_WHITE ? BILLIARDS_YELLOW : BILLIARDS_WHITE;
    n += ball_in(g->potted, BILLIARDS_RED) ? 3 : 0;
    n += ball_in(g->potted, other) ? 2 : 0;
    if (g->cue_after_hit)
        n += ball_in(g->first, BILLIARDS_RED) ? 3 : 2;
    return n;
}

void billiards_settle(struct sim_play *p, const struct sim_record *r)
{
    struct gist g = gist_of(p, r);
    p->foul = !g.first || g.off;
    int n = p->foul ? 0 : points(p, &g);
    p->score[side_of(p->striker)] += n;
    if (p->foul)
        p->score[!side_of(p->striker)] += 2;
    if (ball_in(g.potted | g.off, BILLIARDS_RED))
        spot_ball(p, BILLIARDS_RED, p->table->bed.spot[SPOT_BLACK], vec2(-1, 0));
    p->over = p->score[0] >= p->row->target || p->score[1] >= p->row->target;
    if (!n)
        next_striker(p);
    take_cue_ball(p);
}
