/* SPDX-License-Identifier: Apache-2.0 */
/* game_pool.c: how do nine ball, eight ball, 14.1, black ball and CSPL eight-ball go on after a stroke? */
#include "game_in.h"

/* Nobody potted, nobody drove a ball to a cushion: a foul in every pool game but CSPL's. */
static bool lazy(const struct sim_play *p, const struct gist *g)
{
    return p->needs_cushion && !(g->potted & ~ball_bit(p->cue)) && !g->cushion;
}

static void foul_in_hand(struct sim_play *p)
{
    p->foul = true;
    p->hand = p->row->hand;
    p->balls.present &= ~ball_bit(p->cue);
    next_striker(p);
}

/* A cue-ball that lies on the table is picked up before it is in hand. */
static void pick_up(struct sim_play *p, const struct gist *g)
{
    if (p->hand && !g->cue_lost)
        p->lift |= ball_bit(p->cue);
}

/* ---- nine ball
 * --------------------------------------------------------------------------------------------------------- */

enum { NINE = NUMBERED_1 + 8 };

static void nine_on(struct sim_play *p)
{
    ball_mask balls = p->balls.present & ball_range(NUMBERED_1, NINE);
    p->on = ball_bit(ball_first(balls));
    p->want = balls;
}

void nine_begin(struct sim_play *p)
{
    static const ball_id order[15] = {NUMBERED_1,
                                      NUMBERED_1 + 2,
                                      NUMBERED_1 + 5,
                                      NUMBERED_1 + 1,
                                      NINE,
                                      NUMBERED_1 + 6,
                                      0,
                                      NUMBERED_1 + 3,
                                      NUMBERED_1 + 4,
                                      0,
                                      0,
                                      0,
                                      NUMBERED_1 + 7,
                                      0,
                                      0};
    triangle(p, order, 5, p->table->bed.spot[SPOT_FOOT], 0.02);
    p->hand = SIM_HAND_BAULK;
    p->needs_cushion = true;
    nine_on(p);
}

void nine_settle(struct sim_play *p, const struct sim_record *r)
{
    struct gist g = gist_of(p, r);
    bool foul = g.cue_lost || g.off || !g.first || (g.first & ~p->on) || lazy(p, &g);
    ball_mask down = g.potted & ~ball_bit(p->cue);
    if (!foul && ball_in(down, NINE)) {
        p->score[side_of(p->striker)] += 100;
        p->over = true;
        return;
    }
    if (ball_in(g.potted | g.off, NINE))
        spot_ball(p, NINE, p->table->bed.spot[SPOT_FOOT], vec2(1, 0));
    if (foul)
        foul_in_hand(p);
    else if (down)
        p->score[side_of(p->striker)] += ball_count(down);
    else
        next_striker(p);
    pick_up(p, &g);
    nine_on(p);
}

/* ---- eight-ball games
 * --------------------------------------------------------------------------------------------------- */

static ball_id the_black(const struct sim_play *p)
{
    return p->row->set == BALL_SET_NUMBERED ? NUMBERED_8 : ENGLISH_BLACK;
}

static ball_mask group(const struct sim_play *p, int which)
{
    if (p->row->set == BALL_SET_NUMBERED)
        return which ? ball_range(NUMBERED_8 + 1, NUMBERED_15) : ball_range(NUMBERED_1, NUMBERED_8 - 1);
    return which ? ball_range(ENGLISH_YELLOW_1, ENGLISH_YELLOW_1 + 6) : ball_range(ENGLISH_RED_1, ENGLISH_RED_1 + 6);
}

static void eight_on(struct sim_play *p)
{
    ball_mask mine = p->group[side_of(p->striker)], black = ball_bit(the_black(p));
    ball_mask left = p->balls.present & (mine ? mine : group(p, 0) | group(p, 1));
    p->on = left ? left : black & p->balls.present;
    p->want = p->on;
}

void eight_begin(struct sim_play *p)
{
    ball_id order[15];
    int n[2] = {0, 0};
    static const int side[15] = {0, 1, 0, 0, 2, 1, 1, 0, 1, 0, 0, 1, 1, 0, 1};
    for (int i = 0; i < 15; i++) {
        ball_id first = side[i] == 2 ? the_black(p) : ball_first(group(p, side[i]));
        order[i] = side[i] == 2 ? first : (ball_id)(first + n[side[i]]++);
    }
    double d = p->table->bed.ball_d;
    bool english = p->row->set == BALL_SET_ENGLISH; /* the black on the spot, not the apex */
    struct vec2 foot = p->table->bed.spot[SPOT_FOOT];
    triangle(p, order, 5, vec2(foot.x - (english ? 2 * d * 0.866 : 0), 0), 0.02);
    p->hand = SIM_HAND_BAULK;
    p->needs_cushion = p->row != sim_game_row(SIM_CSPL8);
    eight_on(p);
}

static void eight_end(struct sim_play *p, bool won)
{
    p->score[won ? side_of(p->striker) : !side_of(p->striker)] += 100;
    p->over = true;
}

/* The first ball legally potted after the break decides the groups. */
static void eight_groups(struct sim_play *p, ball_mask down)
{
    if (p->group[0] || p->strokes <= 1 || !down)
        return;
    int which = (group(p, 1) & down) && !(group(p, 0) & down);
    p->group[side_of(p->striker)] = group(p, which);
    p->group[!side_of(p->striker)] = group(p, !which);
}

void eight_settle(struct sim_play *p, const struct sim_record *r)
{
    struct gist g = gist_of(p, r);
    ball_id black = the_black(p);
    bool foul = g.cue_lost || g.off || !g.first || (g.first & ~p->on) || lazy(p, &g);
    ball_mask down = g.potted & ~ball_bit(p->cue);
    if (ball_in(down | g.off, black)) {
        if (p->strokes > 1) {
            eight_end(p, !foul && p->on == ball_bit(black));
            return;
        }
        spot_ball(p, black, p->table->bed.spot[SPOT_FOOT], vec2(1, 0));
        down &= ~ball_bit(black);
    }
    if (!foul)
        eight_groups(p, down);
    ball_mask mine = p->group[side_of(p->striker)];
    if (foul)
        foul_in_hand(p);
    else if (mine ? down & mine : down)
        p->score[side_of(p->striker)] += ball_count(down);
    else
        next_striker(p);
    pick_up(p, &g);
    eight_on(p);
}

/* ---- 14.1
 * ----------------------------------------------------------------------------------------------------------------- */

static void straight_on(struct sim_play *p)
{
    p->on = p->want = p->balls.present & ball_range(NUMBERED_1, NUMBERED_15);
}

/* Fourteen balls, apex empty; a ball that lies in the way is lifted into the rack too. */
static void rerack(struct sim_play *p)
{
    ball_id order[15] = {0}, keep = ball_first(p->balls.present & ball_range(NUMBERED_1, NUMBERED_15));
    int n = 1;
    for (ball_id b = NUMBERED_1; b <= NUMBERED_15; b++)
        if (b != keep)
            order[n++] = b;
    ball_mask before = p->balls.present;
    triangle(p, order, 5, p->table->bed.spot[SPOT_FOOT], 0.02);
    for (BALL_EACH(b, p->balls.present & ~before))
        p->spot[p->spot_n++] = (struct sim_spotting){(ball_id)b, p->balls.at[b]};
    for (BALL_EACH(b, before))
        if (!place_free(p, (ball_id)b, p->balls.at[b])) {
            p->lift |= ball_bit((ball_id)b);
            struct vec2 to = b == p->cue ? vec2(p->table->bed.baulk_x - 60, 0) : p->table->bed.spot[SPOT_HEAD];
            spot_ball(p, (ball_id)b, to, vec2(-1, 0));
        }
}

void straight_begin(struct sim_play *p)
{
    ball_id order[15];
    for (int i = 0; i < 15; i++)
        order[i] = (ball_id)(NUMBERED_1 + i);
    triangle(p, order, 5, p->table->bed.spot[SPOT_FOOT], 0.02);
    p->hand = SIM_HAND_BAULK;
    p->needs_cushion = true;
    straight_on(p);
}

void straight_settle(struct sim_play *p, const struct sim_record *r)
{
    struct gist g = gist_of(p, r);
    int side = side_of(p->striker);
    ball_mask down = g.potted & ~ball_bit(p->cue);
    p->foul = g.cue_lost || g.off || !g.first || lazy(p, &g);
    if (p->foul) {
        for (BALL_EACH(b, (down | g.off) & ~ball_bit(p->cue)))
            spot_ball(p, (ball_id)b, p->table->bed.spot[SPOT_FOOT], vec2(1, 0));
        p->score[side]--;
        p->hand = g.cue_lost ? SIM_HAND_BAULK : SIM_NOT_IN_HAND;
        next_striker(p);
    } else if (down) {
        p->score[side] += ball_count(down);
    } else {
        next_striker(p);
    }
    p->over = p->score[side] >= p->row->target;
    if (!p->over && ball_count(p->balls.present & ball_range(NUMBERED_1, NUMBERED_15)) <= 1)
        rerack(p);
    straight_on(p);
}
