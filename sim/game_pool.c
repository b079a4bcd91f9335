/* SPDX-License-Identifier: Apache-2.0 */
/* game_pool.c: how do nine ball, eight ball, 14.1, black ball and CSPL eight-ball go on after a stroke? */
#include "game_in.h"

static const double RACK_GAP = 0.35; /* mm: no rack is quite tight, and loose ones scatter */

/* Nobody potted, nobody drove a ball to a cushion: a foul in every pool game but CSPL's. */
static bool lazy(const struct sim_play *p, const struct gist *g)
{
    bool reached = p->row == sim_game_row(SIM_CSPL8) ? g->fresh || g->cue_lost : g->cushion;
    return p->needs_cushion && !(g->potted & ~ball_bit(p->cue)) && !reached;
}

static void foul_in_hand(struct sim_play *p)
{
    p->foul = true;
    p->hand = p->row->hand;
    p->balls.present &= ~ball_bit(p->cue);
    sim_next_striker(p);
}

/* A cue-ball that lies on the table is picked up before it is in hand. */
static void pick_up(struct sim_play *p, const struct gist *g)
{
    if (p->hand && !g->cue_lost)
        p->lift |= ball_bit(p->cue);
}

/* Whether the called ball went where it was called. */
static bool as_called(const struct sim_play *p, const struct sim_record *r)
{
    for (int i = 0; i < r->events_n && !p->safety; i++)
        if (r->event[i].kind == SIM_POCKET && r->event[i].a == p->called)
            return r->event[i].pocket == p->called_pocket || !p->called_pocket;
    return false;
}

/* WPA 6.11: with the cue-ball in hand behind the head string a ball behind it may not be played at straight. */
static ball_mask below_head_string(const struct sim_play *p, ball_mask all)
{
    ball_mask below = 0;
    for (BALL_EACH(b, all))
        if (p->balls.at[b].x > p->table->bed.baulk_x)
            below |= ball_bit((ball_id)b);
    return p->hand == SIM_HAND_BAULK && below ? below : all;
}

/* ---- nine ball -------------------------------------------------------------------------------------------------- */

enum { NINE = NUMBERED_1 + 8 };

static void nine_on(struct sim_play *p)
{
    ball_mask balls = p->balls.present & ball_range(NUMBERED_1, NINE);
    p->on = ball_bit(ball_first(balls));
    p->want = balls;
}

void sim_nine_begin(struct sim_play *p)
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
    sim_triangle(p, order, 5, p->table->bed.spot[SPOT_FOOT], RACK_GAP);
    p->hand = SIM_HAND_BAULK;
    p->needs_cushion = true;
    nine_on(p);
}

/* WPA 2.3(b): a ball potted, or four object balls to a cushion. */
static bool weak_break(const struct sim_play *p, const struct sim_record *r, const struct gist *g)
{
    ball_mask driven = 0;
    for (int i = 0; i < r->events_n; i++)
        if (r->event[i].kind == SIM_CUSHION)
            driven |= ball_bit(r->event[i].a);
    return !(g->potted & ~ball_bit(p->cue)) && ball_count(driven & ~ball_bit(p->cue)) < 4;
}

void sim_nine_settle(struct sim_play *p, const struct sim_record *r)
{
    struct gist g = sim_gist_of(p, r);
    bool aimless = !g.first || (g.first & ~p->on) || lazy(p, &g); /* a push-out may be */
    bool foul = g.cue_lost || g.off || g.illicit || (aimless && !p->push), after_break = p->strokes == 1;
    foul = foul || (after_break && weak_break(p, r, &g));
    ball_mask down = g.potted & ~ball_bit(p->cue);
    int side = side_of(p->striker);
    p->may_push = after_break && !foul;
    p->fouls_in_row[side] = foul ? p->fouls_in_row[side] + 1 : 0;
    if (foul && p->fouls_in_row[side] == 3) { /* WPA 2.8 */
        p->foul = true;
        p->score[!side] += 100;
        p->over = true;
        return;
    }
    if (!foul && !p->push && ball_in(down, NINE)) {
        p->score[side_of(p->striker)] += 100;
        p->over = true;
        return;
    }
    if (ball_in(g.potted | g.off, NINE))
        sim_spot_ball(p, NINE, p->table->bed.spot[SPOT_FOOT], vec2(1, 0));
    if (foul)
        foul_in_hand(p);
    else if (down && !p->push)
        p->score[side] += ball_count(down);
    else
        sim_next_striker(p);
    p->choosing = p->push && !foul;
    pick_up(p, &g);
    nine_on(p);
}

/* ---- eight-ball games ------------------------------------------------------------------------------------------- */

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

static bool calls_shots(const struct sim_play *p)
{
    return p->row->set == BALL_SET_NUMBERED;
}

static void eight_on(struct sim_play *p)
{
    ball_mask mine = p->group[side_of(p->striker)], black = ball_bit(the_black(p));
    ball_mask left = p->balls.present & (mine ? mine : group(p, 0) | group(p, 1));
    p->on = left ? left : black & p->balls.present;
    if (calls_shots(p))
        p->on = below_head_string(p, p->on);
    p->want = p->on;
}

static void eight_rack(struct sim_play *p)
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
    sim_triangle(p, order, 5, vec2(foot.x - (english ? 2 * d * 0.866 : 0), 0), RACK_GAP);
    p->hand = SIM_HAND_BAULK;
    p->opening = true;
    p->breaks++;
}

void sim_eight_begin(struct sim_play *p)
{
    eight_rack(p);
    p->needs_cushion = true;
    p->visits = 1;
    eight_on(p);
}

/* CSPL H2: the colour of the ball gone for is named; if one of it fell on the break, it is the player's from now on. */
static ball_mask name_group(struct sim_play *p)
{
    int which = !(ball_bit(p->called) & group(p, 0));
    if (group(p, which) & p->naming) {
        p->group[side_of(p->striker)] = group(p, which);
        p->group[!side_of(p->striker)] = group(p, !which);
    }
    return p->on & group(p, which);
}

/* CSPL F4: a ball potted, or four object balls to a cushion. Else everything goes back and the other side breaks. */
static bool fair_break(const struct sim_play *p, const struct sim_record *r, const struct gist *g)
{
    ball_mask driven = 0;
    for (int i = 0; i < r->events_n; i++) {
        if (r->event[i].kind == SIM_CUSHION)
            driven |= ball_bit(r->event[i].a);
        if (r->event[i].kind == SIM_JUMP)
            return false;
    }
    return (g->potted & ~ball_bit(p->cue)) || ball_count(driven & ~ball_bit(p->cue)) >= 4;
}

static void rack_again(struct sim_play *p)
{
    p->lift = p->balls.present;
    p->balls.present = 0;
    p->foul = true;
    p->visits = 2;
    sim_next_striker(p);
    eight_rack(p);
    p->strokes = p->breaks - 1;
    for (BALL_EACH(b, p->balls.present))
        p->spot[p->spot_n++] = (struct sim_spotting){(ball_id)b, p->balls.at[b]};
    eight_on(p);
}

static void eight_end(struct sim_play *p, bool won)
{
    p->score[won ? side_of(p->striker) : !side_of(p->striker)] += 100;
    p->over = true;
}

/* The first ball legally potted after the break decides the groups: the called one, or whichever fell. */
static void eight_groups(struct sim_play *p, ball_mask down)
{
    if (p->group[0] || p->strokes <= p->breaks || !down)
        return;
    if (calls_shots(p))
        down = ball_bit(p->called);
    int which = (group(p, 1) & down) && !(group(p, 0) & down);
    p->group[side_of(p->striker)] = group(p, which);
    p->group[!side_of(p->striker)] = group(p, !which);
}

static bool is_cspl(const struct sim_play *p)
{
    return p->row == sim_game_row(SIM_CSPL8);
}

static bool is_blackball(const struct sim_play *p)
{
    return p->row == sim_game_row(SIM_WPABB);
}

/* WPA 5.13.1: a ball of the others without one of one's own. */
static bool only_theirs(const struct sim_play *p, const struct gist *g)
{
    int side = side_of(p->striker);
    return is_blackball(p) && (g->potted & p->group[!side]) && !(g->potted & p->group[side]);
}

static bool on_break(const struct sim_play *p)
{
    return p->strokes <= p->breaks;
}

static bool eight_foul(struct sim_play *p, const struct gist *g)
{
    ball_mask on = is_cspl(p) && p->naming && p->called ? name_group(p) : p->on;
    if (g->illicit || (g->jumped && p->row->set == BALL_SET_ENGLISH))
        return true;
    if (is_cspl(p) && (g->potted & p->group[!side_of(p->striker)])) /* K3: a ball of the others */
        return true;
    bool any_first = is_blackball(p) && p->visits == 2; /* WPA 5.1: a free shot */
    bool wrong_first = (g->first & ~on) && !any_first;
    return g->cue_lost || g->off || !g->first || wrong_first || lazy(p, g) || only_theirs(p, g);
}

/* Who plays next, and with how many visits. `scored`: a ball of the striker's fell as it had to. */
static void eight_turn(struct sim_play *p, const struct gist *g, bool foul, bool scored, ball_mask down)
{
    if (foul && is_cspl(p) && !g->cue_lost) { /* CSPL K: from where it lies */
        p->foul = true;
        sim_next_striker(p);
        p->visits = 2;
    } else if (foul) {
        foul_in_hand(p);
        p->visits = is_cspl(p) && on_break(p) ? 1 : 2; /* CSPL L3: after a fair break no second visit */
        if (calls_shots(p) && on_break(p))
            p->hand = SIM_HAND_BAULK; /* WPA 3.3(h) */
    } else if (scored) {
        p->score[side_of(p->striker)] += ball_count(down);
        p->visits = is_cspl(p) ? p->visits : 1;
    } else {
        if (!is_cspl(p) || p->visits < 2)
            sim_next_striker(p);
        p->visits = 1;
    }
}

/* The black on the break goes back to its spot; later it ends the rack. */
static bool eight_black(struct sim_play *p, const struct gist *g, bool foul)
{
    ball_id black = the_black(p);
    if (is_blackball(p)) /* WPA 5.11 */
        for (BALL_EACH(b, g->off & ~ball_bit(p->cue)))
            sim_spot_ball(p, (ball_id)b, p->table->bed.spot[SPOT_FOOT], vec2(1, 0));
    if (!ball_in(g->potted | (is_blackball(p) ? 0 : g->off), black))
        return false;
    if (on_break(p))
        sim_spot_ball(p, black, p->table->bed.spot[SPOT_FOOT], vec2(1, 0));
    else
        eight_end(p, !foul && p->on == ball_bit(black));
    return p->over;
}

void sim_eight_settle(struct sim_play *p, const struct sim_record *r)
{
    struct gist g = sim_gist_of(p, r);
    bool foul = eight_foul(p, &g);
    p->naming = 0;
    if (is_cspl(p) && on_break(p) && !fair_break(p, r, &g) && p->breaks < 4) {
        rack_again(p);
        return;
    }
    if (eight_black(p, &g, foul))
        return;
    ball_mask down = g.potted & ~ball_bit(p->cue) & ~ball_bit(the_black(p));
    bool good = on_break(p) || !calls_shots(p) || as_called(p, r); /* the break needs no call */
    bool free_shot = is_blackball(p) && p->visits == 2;            /* decides no groups */
    if (!foul && good && !free_shot)
        eight_groups(p, down);
    ball_mask mine = p->group[side_of(p->striker)];
    p->naming = is_cspl(p) && on_break(p) && !foul ? down : 0;
    eight_turn(p, &g, foul, good && (mine ? down & mine : down), down);
    pick_up(p, &g);
    eight_on(p);
}

/* ---- 14.1 ------------------------------------------------------------------------------------------------------- */

static void straight_on(struct sim_play *p)
{
    p->on = p->want = below_head_string(p, p->balls.present & ball_range(NUMBERED_1, NUMBERED_15));
}

/* Whether a ball lies in the outline of the rack: a radius around the triangle of its corner balls' centres. */
static bool in_rack(const struct sim_play *p, struct vec2 at)
{
    double d = p->table->bed.ball_d, deep = 2 * 1.7320508075688772 * d, near = 1e9;
    struct vec2 apex = p->table->bed.spot[SPOT_FOOT];
    struct vec2 corner[] = {apex, vec2(apex.x + deep, apex.y - 2 * d), vec2(apex.x + deep, apex.y + 2 * d)};
    bool inside = true;
    for (int i = 0; i < 3; i++) {
        struct vec2 a = corner[i], b = corner[(i + 1) % 3];
        near = fmin(near, vec2_dist(at, vec2_nearest(at, a, b)));
        inside = inside && vec2_cross(vec2_sub(b, a), vec2_sub(at, a)) >= 0;
    }
    return inside || near < d;
}

static bool blocks_head_spot(const struct sim_play *p, ball_id b)
{
    return vec2_dist(p->balls.at[b], p->table->bed.spot[SPOT_HEAD]) < p->table->bed.ball_d;
}

static void move_ball(struct sim_play *p, ball_id b, enum spot to)
{
    p->lift |= ball_bit(b);
    p->balls.present &= ~ball_bit(b);
    sim_spot_ball(p, b, p->table->bed.spot[to], vec2(-1, 0));
}

/* WPA 4.8: a cue-ball in the rack goes where the fifteenth ball leaves room. */
static void move_cue_ball(struct sim_play *p, ball_id keep, bool keep_in_rack)
{
    bool behind = keep && !keep_in_rack && p->balls.at[keep].x < p->table->bed.baulk_x;
    if (behind && blocks_head_spot(p, keep)) {
        move_ball(p, p->cue, SPOT_BLUE);
    } else if (behind) {
        move_ball(p, p->cue, SPOT_HEAD);
    } else {
        p->lift |= ball_bit(p->cue);
        p->balls.present &= ~ball_bit(p->cue);
        p->hand = SIM_HAND_BAULK;
    }
}

/* WPA 4.8: fourteen balls, apex empty; what lies in the way of the rack goes elsewhere. */
static void rerack(struct sim_play *p)
{
    ball_id order[15] = {0}, keep = ball_first(p->balls.present & ball_range(NUMBERED_1, NUMBERED_15));
    bool lies = ball_in(p->balls.present, p->cue), cue_in = lies && in_rack(p, p->balls.at[p->cue]);
    bool keep_in = keep && in_rack(p, p->balls.at[keep]), apex = !keep || (keep_in && cue_in);
    int n = apex ? 0 : 1;
    if (apex && keep)
        order[n++] = keep;
    for (ball_id b = NUMBERED_1; b <= NUMBERED_15; b++)
        if (b != keep)
            order[n++] = b;
    if (cue_in)
        move_cue_ball(p, keep, keep_in);
    if (keep_in && !apex)
        move_ball(p, keep, lies && blocks_head_spot(p, p->cue) ? SPOT_BLUE : SPOT_HEAD);
    if (keep_in && apex)
        p->lift |= ball_bit(keep);
    ball_mask before = p->balls.present & ~(keep_in && apex ? ball_bit(keep) : 0);
    sim_triangle(p, order, 5, p->table->bed.spot[SPOT_FOOT], RACK_GAP);
    for (BALL_EACH(b, p->balls.present & ~before))
        p->spot[p->spot_n++] = (struct sim_spotting){(ball_id)b, p->balls.at[b]};
}

static void straight_rack(struct sim_play *p)
{
    ball_id order[15];
    for (int i = 0; i < 15; i++)
        order[i] = (ball_id)(NUMBERED_1 + i);
    sim_triangle(p, order, 5, p->table->bed.spot[SPOT_FOOT], RACK_GAP);
    p->hand = SIM_HAND_BAULK;
    p->opening = true;
    p->breaks = p->strokes + 1; /* the next stroke is a break */
}

void sim_straight_begin(struct sim_play *p)
{
    straight_rack(p);
    p->needs_cushion = true;
    straight_on(p);
}

/* 4.3(b): the opening break must pot a called ball, or drive the cue-ball and two others to a cushion. */
static bool good_break(const struct sim_play *p, const struct sim_record *r)
{
    ball_mask driven = 0;
    for (int i = 0; i < r->events_n; i++)
        if (r->event[i].kind == SIM_CUSHION)
            driven |= ball_bit(r->event[i].a);
    return ball_in(driven, p->cue) && ball_count(driven & ~ball_bit(p->cue)) >= 2;
}

static void spot_fallen(struct sim_play *p, ball_mask balls)
{
    for (BALL_EACH(b, balls & ~ball_bit(p->cue)))
        sim_spot_ball(p, (ball_id)b, p->table->bed.spot[SPOT_FOOT], vec2(1, 0));
}

/* WPA 4.11: fifteen points more, everything racked again, and the offender breaks. */
static void third_foul(struct sim_play *p, int side)
{
    p->score[side] -= 16;
    p->fouls_in_row[side] = 0;
    p->lift = p->balls.present;
    p->balls.present = 0;
    straight_rack(p);
    for (BALL_EACH(b, p->balls.present))
        p->spot[p->spot_n++] = (struct sim_spotting){(ball_id)b, p->balls.at[b]};
}

void sim_straight_settle(struct sim_play *p, const struct sim_record *r)
{
    struct gist g = sim_gist_of(p, r);
    int side = side_of(p->striker);
    ball_mask down = g.potted & ~ball_bit(p->cue);
    bool called = as_called(p, r), bad_break = p->strokes == p->breaks && !called && !good_break(p, r);
    p->foul = g.illicit || g.cue_lost || g.off || !g.first || lazy(p, &g) || bad_break || (p->from && !g.left_baulk);
    if (!p->foul || bad_break)
        p->fouls_in_row[side] = 0;
    if (p->foul && !bad_break && ++p->fouls_in_row[side] == 3) {
        third_foul(p, side);
    } else if (p->foul) {
        spot_fallen(p, down | g.off);
        p->score[side] -= bad_break ? 2 : 1;
        p->hand = g.cue_lost ? SIM_HAND_BAULK : SIM_NOT_IN_HAND;
        sim_next_striker(p);
    } else if (called) {
        p->score[side] += ball_count(down);
    } else {
        spot_fallen(p, down);
        sim_next_striker(p);
    }
    p->over = p->score[side] >= p->row->target;
    if (!p->over && ball_count(p->balls.present & ball_range(NUMBERED_1, NUMBERED_15)) <= 1)
        rerack(p);
    straight_on(p);
}
