/* SPDX-License-Identifier: Apache-2.0 */
/* game_snooker.c: how does a frame of snooker, six reds, four-handed or the Shoot Out go on after a stroke? */
#include "game_in.h"

static const ball_mask COLOURS = ((ball_mask)2 << SNOOKER_BLACK) - ((ball_mask)1 << SNOOKER_YELLOW);

static ball_mask reds(const struct sim_play *p)
{
    return p->balls.present & ball_range(SNOOKER_RED_1, SNOOKER_RED_16);
}

int sim_snooker_value(ball_id b)
{
    return b >= SNOOKER_RED_1 ? 1 : b >= SNOOKER_YELLOW ? b : 0; /* yellow is 2, and has id 2; so on to black */
}

static struct vec2 own_spot(const struct sim_play *p, ball_id colour)
{
    return p->table->bed.spot[SPOT_YELLOW + (colour - SNOOKER_YELLOW)];
}

static void set_on(struct sim_play *p)
{
    if (p->phase == SIM_RED_ON && !reds(p))
        p->phase = SIM_IN_ORDER;
    if (p->phase == SIM_RED_ON)
        p->on = reds(p);
    else if (p->phase == SIM_COLOUR_ON)
        p->on = p->balls.present & COLOURS;
    else
        p->on = ball_bit(ball_first(p->balls.present & COLOURS));
    p->want = p->on;
}

void sim_play_free_ball(struct sim_play *p, ball_id ball)
{
    p->free = ball;
    p->on = p->want = ball_bit(ball);
}

void sim_snooker_begin(struct sim_play *p)
{
    ball_id order[15];
    int rows = p->row->reds == 6 ? 3 : 5;
    for (int i = 0; i < 15; i++)
        order[i] = (ball_id)(SNOOKER_RED_1 + i);
    double d = p->table->bed.ball_d;
    struct vec2 pink = p->table->bed.spot[SPOT_PINK];
    sim_triangle(p, order, rows, vec2(pink.x + d + 1.5, 0), 0.02);
    for (ball_id c = SNOOKER_YELLOW; c <= SNOOKER_BLACK; c++) {
        p->balls.present |= ball_bit(c);
        p->balls.at[c] = own_spot(p, c);
    }
    p->hand = SIM_HAND_D;
    set_on(p);
}

/* Own spot; else the highest free one; else as near its own spot as can be, towards the top cushion (SNK 3.7). */
static void respot(struct sim_play *p, ball_id colour)
{
    struct vec2 at = own_spot(p, colour);
    for (ball_id c = SNOOKER_BLACK; c >= SNOOKER_YELLOW && !sim_place_free(p, colour, at); c--)
        if (sim_place_free(p, colour, own_spot(p, c)))
            at = own_spot(p, c);
    if (!sim_place_free(p, colour, at))
        at = own_spot(p, colour);
    sim_spot_ball(p, colour, at, vec2(1, 0));
}

static void respot_all(struct sim_play *p, ball_mask fallen)
{
    for (ball_id c = SNOOKER_BLACK; c >= SNOOKER_YELLOW; c--)
        if (ball_in(fallen, c))
            respot(p, c);
}

static int highest(ball_mask m)
{
    int most = 0;
    for (BALL_EACH(b, m))
        most = sim_snooker_value((ball_id)b) > most ? sim_snooker_value((ball_id)b) : most;
    return most;
}

/* The Shoot Out: ball in hand anywhere after every foul, a ball must reach a cushion. */
static bool is_shootout(const struct sim_play *p)
{
    return p->row->hand == SIM_HAND_ANYWHERE;
}

static bool idle(const struct sim_play *p, const struct gist *g)
{
    return is_shootout(p) && !g->potted && !g->any_cushion;
}

/* A free ball stands for the ball on: reds may fall with it. */
static ball_mask may_fall(const struct sim_play *p, ball_mask on)
{
    return p->free ? on | ball_range(SNOOKER_RED_1, SNOOKER_RED_16) : on;
}

/* SNK 3.12(b)(ii), 3.19(d): without a score, the next player may not be left behind the ball that was named. */
static bool hides_behind(const struct sim_play *p, const struct gist *g, ball_mask on)
{
    bool six = p->row->reds == 6 && p->phase == SIM_COLOUR_ON;
    if ((!p->free && !six) || (g->potted & may_fall(p, on)) || g->cue_lost)
        return false;
    ball_mask by = 0, next = reds(p);
    if (!next)
        next = ball_bit(ball_first(p->balls.present & COLOURS));
    return sim_snookered(p, p->balls.at[p->cue], next, &by) && (by & on);
}

static bool is_foul(const struct sim_play *p, const struct gist *g, ball_mask on)
{
    ball_mask others = g->potted & ~ball_bit(p->cue) & ~may_fall(p, on);
    bool reds_on = p->phase == SIM_RED_ON;
    if (idle(p, g) || g->jumped || g->illicit || hides_behind(p, g, on))
        return true;
    return g->cue_lost || g->off || !g->first || (g->first & ~on) || others ||
           (!reds_on && ball_count(g->potted & on) > 1);
}

static int cost_of(const struct sim_play *p, const struct gist *g, ball_mask on)
{
    ball_mask concerned = g->first | g->potted | g->off | p->breach.touched | p->breach.moving;
    int cost = highest(concerned & ~ball_bit(p->cue) & ~(p->free ? on : 0)); /* the free ball counts as a red */
    int value = p->phase == SIM_RED_ON ? 1 : highest(on);
    if (p->breach.wrong_cue_ball)
        return 7;
    return cost > value ? cost : value;
}

/* SNK 3.14(a)(i): whoever needs penalty points is not asked to play a miss again. */
static bool needs_points(const struct sim_play *p)
{
    int left = 8 * ball_count(reds(p)), lead = p->score[0] - p->score[1];
    for (BALL_EACH(b, p->balls.present & COLOURS))
        left += sim_snooker_value((ball_id)b);
    return lead + 7 > left || 7 - lead > left; /* before the penalty or after it */
}

/* A miss that nobody would argue about: a ball on lay open, and another or none was hit. `was`: balls as struck. */
static bool is_miss(const struct sim_play *p, const struct gist *g, ball_mask on, const struct sim_start *was)
{
    if (is_shootout(p) || p->again >= 1 || (g->first & on) || p->from || p->free || sim_breach_any(&p->breach))
        return false;
    return sim_in_sight(p, was, on) && ball_count(p->balls.present) > 4 && !needs_points(p);
}

static void settle_foul(struct sim_play *p, const struct gist *g, ball_mask on, const struct sim_start *was)
{
    int cost = cost_of(p, g, on);
    p->foul = true;
    int least = idle(p, g) ? 5 : 4;
    p->score[!side_of(p->striker)] += cost > least ? cost : least;
    bool last_black = p->phase == SIM_IN_ORDER && on == ball_bit(SNOOKER_BLACK);
    respot_all(p, (g->potted | g->off) & COLOURS);
    sim_next_striker(p);
    p->phase = SIM_RED_ON;
    if (g->cue_lost || is_shootout(p))
        p->hand = p->row->hand;
    if (p->hand && !g->cue_lost) {
        p->lift |= ball_bit(p->cue);
        p->balls.present &= ~ball_bit(p->cue);
    }
    p->over = last_black && p->score[0] != p->score[1];
    p->miss = !last_black && is_miss(p, g, on, was);
    ball_mask by;
    ball_mask next = reds(p);
    p->free_ball = next && !is_shootout(p) && !p->hand && sim_snookered(p, p->balls.at[p->cue], next, &by) &&
                   !sim_in_sight(p, &p->balls, next);
}

static void settle_pot(struct sim_play *p, const struct gist *g)
{
    int *score = &p->score[side_of(p->striker)];
    for (BALL_EACH(b, g->potted))
        *score += p->free ? 1 : sim_snooker_value((ball_id)b);
    if (p->free)
        respot_all(p, g->potted & COLOURS);
    if (p->phase == SIM_RED_ON) {
        p->phase = SIM_COLOUR_ON;
    } else if (p->phase == SIM_COLOUR_ON) {
        respot_all(p, g->potted & COLOURS);
        p->phase = SIM_RED_ON;
    } else if (!(p->balls.present & COLOURS)) {
        p->over = p->score[0] != p->score[1];
        if (!p->over) { /* level: the black again, cue-ball in hand */
            respot(p, SNOOKER_BLACK);
            p->hand = SIM_HAND_D;
            p->balls.present &= ~ball_bit(p->cue);
        }
    }
}

void sim_snooker_settle(struct sim_play *p, const struct sim_record *r)
{
    struct gist g = sim_gist_of(p, r);
    struct sim_start was = sim_record_begin(r);
    ball_mask on = p->phase == SIM_COLOUR_ON && p->called ? ball_bit(p->called) : p->on;
    p->free_ball = false;
    if (is_foul(p, &g, on)) {
        settle_foul(p, &g, on, &was);
    } else if (g.potted) {
        settle_pot(p, &g);
    } else {
        sim_next_striker(p);
        p->phase = SIM_RED_ON;
    }
    set_on(p);
    p->again = p->foul ? p->again : 0;
    int lead = p->score[0] - p->score[1]; /* only the black is left, and it cannot decide any more */
    p->over |= p->phase == SIM_IN_ORDER && p->on == ball_bit(SNOOKER_BLACK) && (lead > 7 || lead < -7);
}
