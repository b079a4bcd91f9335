/* SPDX-License-Identifier: Apache-2.0 */
/* view_sight.c: which lines of sight does the table show? From the cue-ball to the finest contact on both sides of a
 * ball on (SNK 2.17), and the balls that stand in the way. What is seen, never what to do about it. */
#include "view.h"

#include "geometry.h"

#include <math.h>

static ball_id nearest(const struct layout *pos, struct vec2 from, ball_mask balls)
{
    ball_id best = BALL_NONE;
    double least = INFINITY;
    for (BALL_EACH(ball, balls & pos->known)) {
        double away = vec2_dist(pos->at[ball], from);
        if (away < least) {
            least = away;
            best = (ball_id)ball;
        }
    }
    return best;
}

/* Where the cue-ball's centre is when it just touches `ball` on one side (+1 left, -1 right), going straight. */
static json_t *edge(struct vec2 cue, struct vec2 ball, double touch, int side)
{
    double dx = ball.x - cue.x, dy = ball.y - cue.y, away = hypot(dx, dy);
    double along = sqrt(fmax(0, away * away - touch * touch)), share = away > 0 ? along / (away * away) : 0;
    double x = share * (dx * along - side * dy * touch), y = share * (dy * along + side * dx * touch);
    return json_pack("[f, f]", cue.x + x, cue.y + y);
}

static json_t *words(const struct scenario *s, ball_mask balls)
{
    json_t *list = json_array();
    for (BALL_EACH(ball, balls))
        json_array_append_new(list, json_string(ball_name(ball_set(s->game->balls), (ball_id)ball)));
    return list;
}

json_t *view_sight(const struct match *match)
{
    const struct scenario *s = match_now(match);
    const struct state *n = &s->state;
    ball_id cue = ball_first(scenario_balls(s, "cue"));
    ball_mask on = n->on & n->on_table & n->pos.known;
    if (!cue || !(n->pos.known >> cue & 1) || !on || n->in_hand || n->frame_over)
        return json_null();
    struct geo_snooker g = geo_snookered(&n->bed, &n->pos, cue, on, n->on_table & ~on, GEO_EQUAL);
    struct vec2 from = n->pos.at[cue];
    ball_id ball = g.snookered ? nearest(&n->pos, from, on) : g.free_ball;
    if (!ball)
        return json_null();
    double touch = (n->bed.cue_ball_d + n->bed.ball_d) / 2;
    json_t *seen =
        json_pack("{s:b, s:s, s:[f,f], s:[o,o], s:o, s:o}", "snookered", g.snookered, "ball",
                  ball_name(ball_set(s->game->balls), ball), "from", from.x, from.y, "edges",
                  edge(from, n->pos.at[ball], touch, 1), edge(from, n->pos.at[ball], touch, -1), "by",
                  words(s, g.snookered ? g.effective : 0), "in_the_way", words(s, g.snookered ? g.obstructing : 0));
    if (isfinite(g.margin))
        json_object_set_new(seen, "margin", json_real(g.margin));
    return seen;
}
