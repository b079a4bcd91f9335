/* SPDX-License-Identifier: Apache-2.0 */
/* game.c: which games are there, and what do they share: spotting, turns, the gist of a stroke? */
#include "game.h"

#include "game_in.h"

#include <string.h>

static const struct sim_game_row rows[SIM_GAMES] = {
    [SIM_SNOOKER] = {"snooker", "snooker-12ft", BALL_SET_SNOOKER, 2, 15, 0, SIM_HAND_D, sim_snooker_begin,
                     sim_snooker_settle},
    [SIM_SIXRED] = {"sixred", "snooker-12ft", BALL_SET_SNOOKER, 2, 6, 0, SIM_HAND_D, sim_snooker_begin,
                    sim_snooker_settle},
    [SIM_SNOOKER4] = {"snooker4", "snooker-12ft", BALL_SET_SNOOKER, 4, 15, 0, SIM_HAND_D, sim_snooker_begin,
                      sim_snooker_settle},
    [SIM_SHOOTOUT] = {"shootout", "snooker-12ft", BALL_SET_SNOOKER, 2, 15, 0, SIM_HAND_ANYWHERE, sim_snooker_begin,
                      sim_snooker_settle, .match_s = 600, .pace = 0.4},
    [SIM_BILLIARDS] = {"billiards", "snooker-12ft", BALL_SET_BILLIARDS, 2, 0, 50, SIM_HAND_D, sim_billiards_begin,
                       sim_billiards_settle},
    [SIM_BILLIARDS4] = {"billiards4", "snooker-12ft", BALL_SET_BILLIARDS, 4, 0, 50, SIM_HAND_D, sim_billiards_begin,
                        sim_billiards_settle},
    [SIM_WPA9] = {"wpa9", "pool-9ft", BALL_SET_NUMBERED, 2, 0, 0, SIM_HAND_ANYWHERE, sim_nine_begin, sim_nine_settle},
    [SIM_WPA8] = {"wpa8", "pool-9ft", BALL_SET_NUMBERED, 2, 0, 0, SIM_HAND_ANYWHERE, sim_eight_begin, sim_eight_settle},
    [SIM_WPA141] = {"wpa141", "pool-9ft", BALL_SET_NUMBERED, 2, 0, 40, SIM_HAND_BAULK, sim_straight_begin,
                    sim_straight_settle},
    [SIM_WPABB] = {"wpabb", "english-pool-7ft", BALL_SET_ENGLISH, 2, 0, 0, SIM_HAND_BAULK, sim_eight_begin,
                   sim_eight_settle},
    [SIM_CSPL8] = {"cspl8", "english-pool-7ft", BALL_SET_ENGLISH, 2, 0, 0, SIM_HAND_BAULK, sim_eight_begin,
                   sim_eight_settle},
};

const struct sim_game_row *sim_game_row(enum sim_game game)
{
    return game > SIM_GAME_NONE && game < SIM_GAMES ? &rows[game] : NULL;
}

enum sim_game sim_game_from_name(const char *name)
{
    for (int g = SIM_SNOOKER; g < SIM_GAMES; g++)
        if (!strcmp(rows[g].name, name))
            return (enum sim_game)g;
    return SIM_GAME_NONE;
}

void sim_play_begin(struct sim_play *p, enum sim_game game, const struct table *table)
{
    *p = (struct sim_play){.row = sim_game_row(game), .table = table, .cue = BALL_CUE, .opening = true};
    p->row->begin(p);
}

void sim_play_settle(struct sim_play *p, const struct sim_record *r)
{
    p->balls = sim_record_end(r);
    p->spot_n = 0;
    p->lift = 0;
    p->strokes++;
    p->foul = false;
    p->from = p->hand;
    p->hand = SIM_NOT_IN_HAND;
    p->opening = false;
    p->miss = p->choosing = false;
    p->row->settle(p, r);
    p->fouls += p->foul;
    p->called = p->free = BALL_NONE;
    p->called_pocket = POCKET_NONE;
    p->breach = (struct sim_breach){0};
    p->push = false;
}

static void gist_contact(struct gist *g, const struct sim_play *p, const struct sim_event *e)
{
    if (e->a == p->cue || e->b == p->cue)
        g->cue_hit |= ball_bit(e->a == p->cue ? e->b : e->a);
}

/* Nearer to a nose than this before the stroke: the ball touched it. */
static const double FROZEN_MM = 1;

static bool lay_at(const struct sim_play *p, const struct sim_start *was, ball_id b, enum cushion cushion)
{
    double r = sim_ball_d(p->table, b) / 2 + FROZEN_MM;
    double x = p->table->bed.length / 2 - r, y = p->table->bed.width / 2 - r;
    struct vec2 at = was->at[b];
    return (cushion == CUSHION_TOP && at.x >= x) || (cushion == CUSHION_BOTTOM && at.x <= -x) ||
           (cushion == CUSHION_LEFT && at.y >= y) || (cushion == CUSHION_RIGHT && at.y <= -y);
}

/* CSPL G4: back to the cushion it lay at, and nothing else between, is no cushion reached. `met`: object balls that met
 * another one so far. */
static bool old_cushion(const struct sim_play *p, const struct gist *g, const struct sim_start *was,
                        const struct sim_event *e, ball_mask met)
{
    if (!lay_at(p, was, e->a, e->cushion))
        return false;
    if (e->a == p->cue)
        return ball_count(g->cue_hit) == 1 && lay_at(p, was, ball_first(g->cue_hit), e->cushion);
    return !ball_in(met, e->a);
}

struct gist sim_gist_of(const struct sim_play *p, const struct sim_record *r)
{
    struct gist g = {
        .first = sim_record_first_hit(r, p->cue), .potted = sim_record_potted(r), .off = sim_record_off(r)};
    struct sim_start was = sim_record_begin(r);
    ball_mask met = 0;
    bool hit = false;
    for (int i = 0; i < r->events_n; i++) {
        const struct sim_event *e = &r->event[i];
        if (e->kind == SIM_CONTACT) {
            gist_contact(&g, p, e);
            hit |= e->a == p->cue || e->b == p->cue;
            if (e->a != p->cue && e->b != p->cue)
                met |= ball_bit(e->a) | ball_bit(e->b);
        }
        g.fresh |= hit && e->kind == SIM_CUSHION && !old_cushion(p, &g, &was, e, met);
        g.cushion_first |= !hit && e->kind == SIM_CUSHION && e->a == p->cue;
        g.left_baulk |= !hit && e->kind == SIM_LINE && e->a == p->cue && !e->into;
        g.twice |= e->kind == SIM_DOUBLE_HIT;
        g.jumped |= !hit && e->kind == SIM_JUMP && e->a == p->cue;
        g.any_cushion |= e->kind == SIM_CUSHION;
        g.cushion |= hit && (e->kind == SIM_CUSHION || e->kind == SIM_POCKET);
        g.cue_after_hit |= hit && e->kind == SIM_POCKET && e->a == p->cue;
    }
    g.cue_lost = ball_in(g.potted | g.off, p->cue);
    g.illicit = g.twice || sim_breach_any(&p->breach);
    return g;
}

bool sim_place_free(const struct sim_play *p, ball_id ball, struct vec2 at)
{
    double r = sim_ball_d(p->table, ball) / 2;
    for (ball_id i = 1; i < BALL_IDS; i++)
        if (i != ball && ball_in(p->balls.present, i) &&
            vec2_dist(at, p->balls.at[i]) < r + sim_ball_d(p->table, i) / 2 + 0.05)
            return false;
    return fabs(at.x) < p->table->bed.length / 2 - r && fabs(at.y) < p->table->bed.width / 2 - r;
}

void sim_spot_ball(struct sim_play *p, ball_id ball, struct vec2 spot, struct vec2 way)
{
    struct vec2 at = spot, step = vec2_scale(vec2_unit(way), 0.5);
    for (int i = 0; i < 8000 && !sim_place_free(p, ball, at); i++) {
        at = vec2_add(at, step);
        if (fabs(at.x) > p->table->bed.length / 2) { /* no room that way: turn round at the spot */
            at = spot;
            step = vec2_scale(step, -1);
        }
    }
    p->balls.present |= ball_bit(ball);
    p->balls.at[ball] = at;
    p->spot[p->spot_n++] = (struct sim_spotting){ball, at};
}

/* Balls that moved are lifted and set down where they lay; a cue-ball that was in hand is in hand again. */
void sim_play_again(struct sim_play *p, const struct sim_play *before)
{
    struct sim_play now = *p;
    *p = *before;
    p->score[0] = now.score[0];
    p->score[1] = now.score[1];
    p->strokes = now.strokes;
    p->fouls = now.fouls;
    p->again = now.again + 1;
    p->breach = (struct sim_breach){0};
    p->called = p->free = BALL_NONE;
    p->spot_n = 0;
    p->lift = 0;
    for (BALL_EACH(b, p->balls.present)) {
        bool lies = ball_in(now.balls.present, (ball_id)b);
        if (lies && vec2_dist(now.balls.at[b], p->balls.at[b]) < 0.5) {
            p->balls.at[b] = now.balls.at[b];
            continue;
        }
        if (lies)
            p->lift |= ball_bit((ball_id)b);
        if (b != p->cue || !p->hand)
            p->spot[p->spot_n++] = (struct sim_spotting){(ball_id)b, p->balls.at[b]};
    }
    if (p->hand)
        p->balls.present &= ~ball_bit(p->cue);
}

void sim_next_striker(struct sim_play *p)
{
    p->striker = (p->striker + 1) % p->row->players;
}

void sim_triangle(struct sim_play *p, const ball_id *order, int rows_n, struct vec2 apex, double gap)
{
    double d = p->table->bed.ball_d + gap, deep = d * 0.86602540378443864676;
    for (int row = 0, n = 0; row < rows_n; row++)
        for (int k = 0; k <= row; k++, n++) {
            ball_id id = order[n];
            if (!id)
                continue;
            p->balls.present |= ball_bit(id);
            double dx = (sim_hash_unit(id, (uint32_t)n, 1) - 0.5) * gap * 0.6;
            double dy = (sim_hash_unit(id, (uint32_t)n, 2) - 0.5) * gap * 0.6;
            p->balls.at[id] = vec2(apex.x + row * deep + dx, apex.y + (k - row / 2.0) * d + dy);
        }
}

bool sim_play_may_place(const struct sim_play *p, struct vec2 at)
{
    const struct bed *b = &p->table->bed;
    if (!sim_place_free(p, p->cue, at))
        return false;
    if (p->hand == SIM_HAND_ANYWHERE)
        return true;
    if (at.x > b->baulk_x)
        return false;
    return p->hand == SIM_HAND_BAULK || b->d_radius <= 0 || vec2_dist(at, vec2(b->baulk_x, 0)) <= b->d_radius;
}
