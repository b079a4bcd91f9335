/* SPDX-License-Identifier: Apache-2.0 */
/* game_billiards.c: how does a game of English billiards go on after a stroke? */
#include "game_in.h"

static const ball_mask ALL =
    ((ball_mask)1 << BILLIARDS_WHITE) | ((ball_mask)1 << BILLIARDS_YELLOW) | ((ball_mask)1 << BILLIARDS_RED);

/* BIL 2.15. Those in baulk may not be played at straight from in hand. */
static ball_mask out_of_baulk(const struct sim_play *p, ball_mask balls, const struct sim_start *as)
{
    ball_mask out = 0;
    for (BALL_EACH(b, balls))
        if (as->at[b].x > p->table->bed.baulk_x)
            out |= ball_bit((ball_id)b);
    return out;
}

static void take_cue_ball(struct sim_play *p)
{
    p->cue = side_of(p->striker) ? BILLIARDS_YELLOW : BILLIARDS_WHITE;
    if (!ball_in(p->balls.present, p->cue))
        p->hand = SIM_HAND_D;
    p->on = ALL & ~ball_bit(p->cue) & p->balls.present;
    ball_mask out = out_of_baulk(p, p->on, &p->balls);
    if (p->hand && out)
        p->on = out;
    p->want = p->on;
}

void sim_billiards_begin(struct sim_play *p)
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

/* BIL 3.9: on the Spot, else the Pyramid Spot, else the Centre; after two pots running the other way round. */
static void spot_red(struct sim_play *p, bool after_two)
{
    static const enum spot usual[] = {SPOT_BLACK, SPOT_PINK, SPOT_BLUE}, moved[] = {SPOT_BLUE, SPOT_PINK, SPOT_BLACK};
    const enum spot *order = after_two ? moved : usual;
    int i = 0;
    while (i < 2 && !sim_place_free(p, BILLIARDS_RED, p->table->bed.spot[order[i]]))
        i++;
    if (after_two && order[i] == SPOT_BLACK)
        p->red_pots = 0;
    sim_spot_ball(p, BILLIARDS_RED, p->table->bed.spot[order[i]], vec2(-1, 0));
}

/* The red alone, off the Spot or the Pyramid Spot. `was`: balls as struck. */
static bool red_alone(const struct sim_play *p, const struct gist *g, const struct sim_start *was)
{
    const struct bed *b = &p->table->bed;
    bool spotted = vec2_dist(was->at[BILLIARDS_RED], b->spot[SPOT_BLACK]) < 1 ||
                   vec2_dist(was->at[BILLIARDS_RED], b->spot[SPOT_PINK]) < 1;
    return spotted && g->potted == ball_bit(BILLIARDS_RED) && ball_count(g->cue_hit) < 2;
}

void sim_billiards_settle(struct sim_play *p, const struct sim_record *r)
{
    struct gist g = sim_gist_of(p, r);
    struct sim_start was = sim_record_begin(r);
    bool straight = !g.cushion_first && !out_of_baulk(p, g.first, &was);
    bool left = g.left_baulk || out_of_baulk(p, g.first, &was); /* BIL 3.6(c) */
    bool improper = p->from && (!left || straight);
    p->foul = g.illicit || !g.first || g.off || g.jumped || improper;
    int n = p->foul ? 0 : points(p, &g);
    p->score[side_of(p->striker)] += n;
    if (p->foul)
        p->score[!side_of(p->striker)] += 2;
    p->red_pots = !p->foul && n && red_alone(p, &g, &was) ? p->red_pots + 1 : 0;
    if (ball_in(g.potted | g.off, BILLIARDS_RED))
        spot_red(p, p->red_pots >= 2);
    for (int side = 0; side < 2; side++) /* only the points still needed count */
        p->score[side] = p->score[side] > p->row->target ? p->row->target : p->score[side];
    p->over = p->score[0] >= p->row->target || p->score[1] >= p->row->target;
    if (!n)
        sim_next_striker(p);
    take_cue_ball(p);
}
