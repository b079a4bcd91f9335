/* SPDX-License-Identifier: Apache-2.0 */
/* snooker_table.c: what the position means: where colours are spotted, who is snookered, what touches. */
#include "geometry.h"
#include "snooker.h"

#include <math.h>

static const enum spot own_spot[] = {
    [SNOOKER_YELLOW] = SPOT_YELLOW, [SNOOKER_GREEN] = SPOT_GREEN, [SNOOKER_BROWN] = SPOT_BROWN,
    [SNOOKER_BLUE] = SPOT_BLUE,     [SNOOKER_PINK] = SPOT_PINK,   [SNOOKER_BLACK] = SPOT_BLACK,
};

static const enum place place_of[SPOT_COUNT] = {
    [SPOT_NONE] = PLACE_COMPUTED, [SPOT_YELLOW] = PLACE_YELLOW, [SPOT_GREEN] = PLACE_GREEN, [SPOT_BROWN] = PLACE_BROWN,
    [SPOT_BLUE] = PLACE_BLUE,     [SPOT_PINK] = PLACE_PINK,     [SPOT_BLACK] = PLACE_BLACK,
};

/* SNK 3.9(a): a ball that fell unhit is put back where it was. */
static void replace_fallen(const struct judging *j, struct layout *rest)
{
    for (BALL_EACH(ball, j->fallen & j->before->pos.known)) {
        rest->at[ball] = j->before->pos.at[ball];
        rest->known |= ball_bit((ball_id)ball);
    }
}

/* Colours whose own spots are free: they stand there whatever else is to be spotted (3.7(j)). */
static ball_mask own_spot_free(const struct state *next, ball_mask colours)
{
    ball_mask free = 0;
    for (BALL_EACH(ball, colours)) {
        struct vec2 at = next->bed.spot[own_spot[ball]];
        if (!geo_spot_occupied(&next->bed, &next->pos, at, (ball_id)ball).occupied)
            free |= ball_bit((ball_id)ball);
    }
    return free;
}

/* 3.7(e),(f): the highest first, each seeing those that were put down before. */
static void put_down(struct judging *j, ball_mask colours, struct geo_spotted where[])
{
    struct state *n = j->next;
    for (ball_id ball = SNOOKER_BLACK; ball >= SNOOKER_YELLOW; ball--) {
        if (!ball_in(colours, ball))
            continue;
        struct geo_spotting how = geo_spotting_snooker(&n->bed, own_spot[ball]);
        where[ball] = geo_spot(&n->bed, &n->pos, ball, &how);
        judging_ask(j, QUESTION_SPOT, ball, where[ball].margin, judging_spot_sd(&n->pos));
        n->pos.at[ball] = where[ball].at;
        n->pos.known |= ball_bit(ball);
    }
}

void snooker_spot(struct judging *j, ball_mask colours)
{
    struct layout rest;
    struct geo_spotted where[SNOOKER_BLACK + 1];
    colours &= SNOOKER_COLOURS;
    judging_rest(j, &rest);
    replace_fallen(j, &rest);
    j->next->pos = rest;
    j->next->pos.known &= ~colours;
    if (j->next->in_hand) /* it occupies no spot (2.9(a), 3.4(b)) */
        j->next->pos.known &= ~ball_bit(j->cue);
    ball_mask at_home = own_spot_free(j->next, colours);
    put_down(j, at_home, where);
    put_down(j, colours & ~at_home, where);
    for (ball_id ball = SNOOKER_BLACK; ball >= SNOOKER_YELLOW; ball--)
        if (ball_in(colours, ball))
            judging_respot(j, ball, place_of[where[ball].spot], &where[ball].at);
}

static bool given_snooker(const struct judging *j, ball_mask *by)
{
    const struct facts *f = j->facts;
    *by = f->snookered_by;
    return f->snookered && !(f->cushion_nearer && snooker_variant(j)->cushion_nearer_frees);
}

bool snooker_snookered(struct judging *j, ball_mask on, bool in_hand, enum area area, ball_mask *by)
{
    *by = 0;
    if (j->facts->snooker_known)
        return given_snooker(j, by);
    const struct state *next = j->next;
    ball_mask others = next->on_table & ~on;
    double sd = next->pos.sd * 2; /* two balls and the cue-ball take part, each with its own error */
    if (!(next->pos.known & on))
        return false;
    if (in_hand) {
        struct geo_hand hand = judging_in_hand(j, on, others, area, GEO_BOTH_EDGES);
        return !judging_ask(j, QUESTION_SNOOKERED, on ? ball_first(on) : 0, hand.margin, sd);
    }
    if (!ball_in(next->pos.known, j->cue))
        return false;
    struct geo_snooker s = geo_snookered(&next->bed, &next->pos, j->cue, on, others, GEO_EQUAL);
    *by = s.effective;
    return !judging_ask(j, QUESTION_SNOOKERED, ball_first(on), s.margin, sd);
}

ball_mask snooker_touching(struct judging *j, ball_mask candidates)
{
    return judging_touching(j, candidates);
}

/* Every ball that is or could be on: all colours after a red, the free ball and the ball on after a foul. */
static ball_mask could_be_on(const struct judging *j)
{
    const struct state *s = j->before;
    if (s->phase == PHASE_COLOUR)
        return s->on_table & SNOOKER_COLOURS;
    return s->free_ball ? snooker_nominated(j) | s->on : s->on;
}

enum path snooker_path_before(struct judging *j)
{
    const struct state *s = j->before;
    if (j->facts->path_before)
        return j->facts->path_before;
    bool whole_red = snooker_variant(j)->full_ball_whole_red;
    if (whole_red && (s->counters.touching & could_be_on(j)))
        return PATH_FULL_BALL;
    if (!ball_in(s->pos.known, j->cue) || !(s->pos.known & could_be_on(j)))
        return PATH_UNKNOWN;
    ball_mask on = could_be_on(j);
    struct geo_path p = geo_path(&s->bed, &s->pos, j->cue, on, s->on_table & ~on, whole_red ? SNOOKER_REDS : 0);
    double sd = s->pos.sd * 2;
    if (!judging_ask(j, QUESTION_ANY_PART, 0, p.any_margin, sd))
        return PATH_NONE;
    return judging_ask(j, QUESTION_FULL_BALL, 0, p.full_margin, sd) ? PATH_FULL_BALL : PATH_ANY_PART;
}
