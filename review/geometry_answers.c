/* SPDX-License-Identifier: Apache-2.0 */
/* geometry_answers.c: answers that follow from where the balls lie. The rules' own geometry decides; here its margins
 * are put beside how well the balls are known. */
#include "answers.h"
#include "geometry.h"

#include <string.h>

#define TOUCHING_LIMIT 0.05 /* mm: as the rules take it; an exact 0 is never measured */

#define UNSEEN_SURE 0.85 /* a ball that was not seen is seldom the one in the way, but nobody can tell */

const char *answer_by_margin(double margin, double sd, double *sure)
{
    *sure = sd > 0 ? 0.5 * erfc(-fabs(margin) / (sd * M_SQRT2)) : 1;
    return *sure < ANSWER_SURE ? "unclear" : margin > 0 ? "yes" : "no";
}

ball_mask answer_unseen(const struct review_look *look)
{
    return look->before.known ? look->then.state.on_table & ~look->before.known & ~ball_bit(look->cue) : 0;
}

/* One more ball can only be in the way of more. */
void answer_doubt_unseen(struct answer *a, const struct review_look *look, bool obstructed, ball_mask on)
{
    struct fill fill = fill_balls(answer_unseen(look));
    if (!fill.balls)
        return;
    answer_say(a, look, PHRASE_UNSEEN, &fill, 1);
    if (a->sure >= ANSWER_SURE && !(obstructed && !(fill.balls & on))) {
        a->sure = UNSEEN_SURE;
        a->word = "unclear";
    }
}

/* Where the rules know of no ball on (billiards), any other ball may be played at. */
static ball_mask on_of(const struct answer_when *w)
{
    return (w->state->on ? w->state->on : ~ball_bit(w->cue)) & w->at->known;
}

static ball_mask others_of(const struct answer_when *w)
{
    return w->at->known & ~ball_bit(w->cue);
}

/* What is missing, where no place was recorded or this is not there. */
static void say_missing(const struct answer_when *w, struct answer *a, const struct review_look *look,
                        enum phrase missing)
{
    struct fill fill = fill_phrase(w->phrase);
    *a = (struct answer){.word = "none", .sure = 1, .t = w->t};
    answer_say(a, look, w->at->known ? missing : PHRASE_NOT_RECORDED, &fill, 1);
}

static bool cue_is_there(const struct answer_when *w, struct answer *a, const struct review_look *look)
{
    if (!ball_in(w->at->known, w->cue))
        say_missing(w, a, look, PHRASE_NO_CUE_BALL);
    return ball_in(w->at->known, w->cue);
}

/* ---- touching ---------------------------------------------------------------------------------------------------- */

static ball_id nearest_ball(const struct geo_touch *t, ball_mask balls)
{
    ball_id best = BALL_NONE;
    for (BALL_EACH(id, balls))
        if (!best || t->gap[id] < t->gap[best])
            best = (ball_id)id;
    return best;
}

struct answer answer_touching(const struct review_look *look, const struct answer_when *w)
{
    struct answer a = {.word = "no", .sure = 1, .t = w->t};
    if (!cue_is_there(w, &a, look))
        return a;
    struct geo_touch t = geo_touching(&w->state->bed, w->at, w->cue, others_of(w), TOUCHING_LIMIT);
    ball_id near = nearest_ball(&t, others_of(w));
    if (!near) {
        struct fill fill = fill_phrase(w->phrase);
        answer_say(&a, look, PHRASE_NO_BALL, &fill, 1);
        return a;
    }
    double gap = t.gap[near], sd = answer_gap_sd(look, w->sd[w->cue], w->sd[near], gap);
    a.word = answer_by_margin(TOUCHING_LIMIT - gap, sd, &a.sure);
    a.balls = ball_bit(near);
    for (BALL_EACH(id, others_of(w)))
        if (id == near || t.gap[id] < 30)
            answer_figure(&a, look, "gap", ball_bit((ball_id)id), t.gap[id], TOUCHING_LIMIT,
                          answer_gap_sd(look, w->sd[w->cue], w->sd[id], t.gap[id]), "mm");
    struct fill fill[] = {fill_phrase(w->phrase), fill_balls(a.balls), fill_number(gap, 2), fill_number(sd, 2),
                          fill_number(TOUCHING_LIMIT, 2)};
    answer_say(&a, look,
               !strcmp(a.word, "yes")  ? PHRASE_TOUCHING
               : !strcmp(a.word, "no") ? PHRASE_APART
                                       : PHRASE_GAP_UNCLEAR,
               fill, 5);
    answer_line(&a, w->at->at[w->cue], w->at->at[near], "gap");
    return a;
}

/* The worst of those that take part. */
static double worst_sd(const struct answer_when *w, ball_mask balls)
{
    double worst = w->sd[w->cue];
    for (BALL_EACH(id, balls & w->at->known))
        worst = fmax(worst, w->sd[id]);
    return worst;
}

/* ---- snookered --------------------------------------------------------------------------------------------------- */

/* The path of the cue-ball's centre to the finest contact on each side. */
static void edge_lines(struct answer *a, const struct answer_when *w, ball_id ball)
{
    struct vec2 from = w->at->at[w->cue], way = vec2_sub(w->at->at[ball], from);
    double far = vec2_len(way), touch = (w->state->bed.ball_d + w->state->bed.cue_ball_d) / 2;
    if (far <= touch)
        return;
    double along = sqrt(far * far - touch * touch), cosine = along / far, sine = touch / far;
    struct vec2 u = vec2_unit(way), left = vec2_left(u);
    for (int side = -1; side <= 1; side += 2) {
        struct vec2 edge = vec2_along(vec2_scale(u, cosine), side * sine, left);
        answer_line(a, from, vec2_along(from, along, edge), "edge");
    }
}

static void lines_to_all(struct answer *a, const struct answer_when *w, ball_mask on)
{
    int drawn = 0;
    for (BALL_EACH(id, on & w->at->known))
        if (drawn++ < 6)
            edge_lines(a, w, (ball_id)id);
}

static struct answer snookered_in_hand(const struct review_look *look, const struct answer_when *w, ball_mask on,
                                       ball_mask others)
{
    struct answer a = {.t = w->t};
    struct geo_hand h =
        geo_snookered_in_hand(&w->state->bed, w->at, w->cue, on, others, w->state->area, GEO_BOTH_EDGES);
    double sd = answer_margin_sd(look, worst_sd(w, h.free_ball ? ball_bit(h.free_ball) : on));
    a.word = answer_by_margin(-h.margin, sd, &a.sure);
    a.balls = h.free_ball ? ball_bit(h.free_ball) : 0;
    answer_figure(&a, look, "margin", a.balls, h.margin, 0, sd, "mm");
    struct fill fill[] = {fill_phrase(w->phrase), fill_balls(a.balls ? a.balls : on), fill_number(fabs(h.margin), 1),
                          fill_number(sd, 1)};
    struct fill covered[] = {fill[0], fill_balls(on), fill_balls(others), fill[2], fill[3]};
    if (!strcmp(a.word, "yes"))
        answer_say(&a, look, PHRASE_SNOOKERED, covered, 5);
    else
        answer_say(&a, look, !strcmp(a.word, "no") ? PHRASE_FREE : PHRASE_SNOOKER_UNCLEAR, fill, 4);
    return a;
}

static void say_snookered(struct answer *a, const struct review_look *look, const struct answer_when *w, ball_mask on,
                          const struct geo_snooker *s, double sd)
{
    ball_mask by = s->effective ? s->effective : s->obstructing;
    struct fill covered[] = {fill_phrase(w->phrase), fill_balls(on), fill_balls(by), fill_number(-s->margin, 1),
                             fill_number(sd, 1)};
    struct fill open[] = {fill_phrase(w->phrase), fill_balls(s->free_ball ? ball_bit(s->free_ball) : on),
                          fill_number(s->margin, 1), fill_number(sd, 1)};
    if (!strcmp(a->word, "yes"))
        answer_say(a, look, PHRASE_SNOOKERED, covered, 5);
    else
        answer_say(a, look, !strcmp(a->word, "no") ? PHRASE_FREE : PHRASE_SNOOKER_UNCLEAR, open, 4);
}

struct answer answer_snookered(const struct review_look *look, const struct answer_when *w)
{
    struct answer a = {.word = "none", .sure = 1, .t = w->t};
    ball_mask on = on_of(w), others = w->at->known & ~on & ~ball_bit(w->cue);
    if (!on) {
        say_missing(w, &a, look, PHRASE_NOTHING_ON);
        return a;
    }
    if (w->phrase == PHRASE_WHEN_AFTER && w->state->in_hand)
        return snookered_in_hand(look, w, on, others);
    if (!cue_is_there(w, &a, look))
        return a;
    struct geo_snooker s = geo_snookered(&w->state->bed, w->at, w->cue, on, others, GEO_EQUAL);
    double sd = answer_margin_sd(look, worst_sd(w, s.obstructing | ball_bit(s.free_ball)));
    a.word = answer_by_margin(-s.margin, sd, &a.sure);
    bool no_blocker = !isfinite(s.margin);
    a.balls = s.snookered ? (s.effective ? s.effective : s.obstructing) : ball_bit(s.free_ball);
    answer_figure(&a, look, "margin", a.balls, no_blocker ? 9999 : s.margin, 0, sd, "mm");
    if (s.snookered)
        answer_figure(&a, look, "to_blocker", s.effective, s.blocker_distance, 0,
                      answer_gap_sd(look, w->sd[w->cue], w->sd[ball_first(s.effective)], s.blocker_distance), "mm");
    if (no_blocker)
        s.margin = 9999;
    say_snookered(&a, look, w, on, &s, sd);
    if (s.snookered)
        lines_to_all(&a, w, on);
    else
        edge_lines(&a, w, s.free_ball ? s.free_ball : ball_first(on));
    answer_doubt_unseen(&a, look, s.snookered, w->state->on);
    return a;
}

/* ---- full ball --------------------------------------------------------------------------------------------------- */

static double finite_or(double value, double missing)
{
    return isfinite(value) ? value : value > 0 ? missing : -missing;
}

struct answer answer_full_ball(const struct review_look *look, const struct answer_when *w)
{
    struct answer a = {.word = "none", .sure = 1, .t = w->t};
    ball_mask on = on_of(w), others = w->at->known & ~on & ~ball_bit(w->cue);
    ball_mask reds = look->set->id == BALL_SET_SNOOKER ? ball_of_kind(look->set, BALL_KIND_RED) : 0; /* SNK 3.14(d) */
    if (!on) {
        say_missing(w, &a, look, PHRASE_NOTHING_ON);
        return a;
    }
    if (!cue_is_there(w, &a, look))
        return a;
    struct geo_path p = geo_path(&w->state->bed, w->at, w->cue, on, others, reds);
    double sd = answer_margin_sd(look, worst_sd(w, ball_bit(p.full_ball) | ball_bit(p.any_ball))),
           full = finite_or(p.full_margin, 9999), any = finite_or(p.any_margin, 9999);
    a.word = answer_by_margin(full, sd, &a.sure);
    a.balls = ball_bit(p.full_ball ? p.full_ball : p.any_ball);
    answer_figure(&a, look, "full_ball", ball_bit(p.full_ball), full, 0, sd, "mm");
    answer_figure(&a, look, "any_part", ball_bit(p.any_ball), any, 0, sd, "mm");
    struct fill named[] = {fill_balls(a.balls ? a.balls : on), fill_number(full, 1), fill_number(sd, 1)};
    struct fill lacking[] = {fill_number(-full, 1), fill_number(sd, 1)};
    struct fill part[] = {fill_balls(p.any_ball ? ball_bit(p.any_ball) : on), fill_number(any, 1)};
    struct fill none = fill_number(-any, 1);
    if (!strcmp(a.word, "no"))
        answer_say(&a, look, PHRASE_FULL_NO, lacking, 2);
    else
        answer_say(&a, look, !strcmp(a.word, "yes") ? PHRASE_FULL_YES : PHRASE_FULL_UNCLEAR, named, 3);
    if (strcmp(a.word, "yes") != 0)
        answer_say(&a, look, any > 0 ? PHRASE_PART_YES : PHRASE_PART_NO, any > 0 ? part : &none, any > 0 ? 2 : 1);
    if (a.balls)
        answer_line(&a, w->at->at[w->cue], w->at->at[ball_first(a.balls)], "path");
    answer_doubt_unseen(&a, look, full < 0, w->state->on);
    return a;
}

/* ---- in the D ---------------------------------------------------------------------------------------------------- */

static enum phrase phrase_of_area(enum area area, const struct bed *bed)
{
    switch (area) {
    case AREA_BAULK:
        return PHRASE_THE_BAULK;
    case AREA_BEHIND_HEAD_STRING:
        return PHRASE_THE_HEAD;
    case AREA_ANYWHERE:
        return PHRASE_THE_TABLE;
    default:
        return bed->d_radius > 0 ? PHRASE_THE_D : PHRASE_THE_BAULK;
    }
}

struct answer answer_in_d(const struct review_look *look, const struct answer_when *w)
{
    struct answer a = {.word = "none", .sure = 1, .t = w->t};
    enum area area = w->state->in_hand && w->state->area ? w->state->area : AREA_D;
    if (!cue_is_there(w, &a, look))
        return a;
    struct geo_in in = geo_in_area(&w->state->bed, w->at->at[w->cue], area);
    double sd = answer_place_sd(look, w->sd[w->cue], w->at->at[w->cue]);
    a.word = answer_by_margin(in.margin, sd, &a.sure);
    a.balls = ball_bit(w->cue);
    answer_figure(&a, look, "inside", a.balls, in.margin, 0, sd, "mm");
    struct fill fill[] = {fill_phrase(phrase_of_area(area, &w->state->bed)), fill_number(fabs(in.margin), 1),
                          fill_number(sd, 1)};
    answer_say(&a, look,
               !strcmp(a.word, "yes")  ? PHRASE_IN_AREA
               : !strcmp(a.word, "no") ? PHRASE_OUT_AREA
                                       : PHRASE_AREA_UNCLEAR,
               fill, 3);
    if (w->state->in_hand)
        answer_say(&a, look, PHRASE_FROM_HAND, NULL, 0);
    return a;
}
