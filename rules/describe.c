/* SPDX-License-Identifier: Apache-2.0 */
/* describe.c: what a person is told of a ruling that is possible, and what sets it apart from another that would be
 * called alike. */
#include "reading.h"

#include <stdio.h>
#include <string.h>

static void describe(const struct ruling *r, char *then, size_t size)
{
    char call[48] = "";
    if (r->calls_n)
        call_text((enum call)r->calls[0].call, LANGUAGE_EN, r->calls[0].number, call, sizeof call);
    if (r->kind == KIND_FOUL && !r->penalty) /* games without penalty points */
        snprintf(then, size, "%s", call);
    else if (r->kind == KIND_FOUL || r->kind == KIND_PENALTY)
        snprintf(then, size, "%s, %d%s", call, r->penalty, r->next.free_ball ? ", FREE BALL" : "");
    else if (r->points)
        snprintf(then, size, "no foul, %d scored", r->points);
    else
        snprintf(then, size, "no foul%s%s", *call ? ", " : "", call);
}

/* ---- what sets one apart from another ---------------------------------------------------------------------------- */

struct apart {
    const struct ball_set *set;
    char text[40];
};

static bool differ(struct apart *a, bool mine, bool others, const char *yes, const char *no)
{
    snprintf(a->text, sizeof a->text, "%s", mine ? yes : no);
    return mine != others;
}

/* By the first ball that is among the one and not among the other. */
static bool ball_differs(struct apart *a, ball_mask mine, ball_mask others, const char *yes, const char *no)
{
    ball_id ball = ball_first(mine ^ others);
    if (ball)
        snprintf(a->text, sizeof a->text, "%s %s", ball_name(a->set, ball), ball_in(mine, ball) ? yes : no);
    return ball;
}

static bool number_differs(struct apart *a, int mine, int others, const char *what)
{
    snprintf(a->text, sizeof a->text, "%s %d", what, mine);
    return mine != others;
}

static ball_mask respotted(const struct ruling *r)
{
    ball_mask balls = 0;
    for (int i = 0; i < r->respots_n; i++)
        balls |= ball_bit(r->respots[i].ball);
    return balls;
}

/* What matters most first; false when only what players are offered differs. */
static bool find_difference(struct apart *a, const struct ruling *r, const struct ruling *other)
{
    const struct state *m = &r->next, *n = &other->next;
    return differ(a, m->frame_over, n->frame_over, "frame over", "frame goes on") ||
           ball_differs(a, m->on_table, n->on_table, "on the table", "gone") ||
           ball_differs(a, r->touching, other->touching, "touching", "not touching") ||
           differ(a, m->in_hand, n->in_hand, "cue-ball in hand", "cue-ball stays") ||
           differ(a, m->free_ball, n->free_ball, "free ball", "no free ball") ||
           number_differs(a, m->striker, n->striker, "next player") ||
           number_differs(a, m->visits, n->visits, "visits") ||
           ball_differs(a, respotted(r), respotted(other), "spotted", "not spotted") ||
           ball_differs(a, m->on, n->on, "on", "not on");
}

void describe_ruling(const struct game *game, const struct ruling *r, const struct ruling *others, size_t n, char *then,
                     size_t size)
{
    char alike[THEN_MAX];
    describe(r, then, size);
    for (size_t i = 0; i < n; i++) {
        describe(&others[i], alike, sizeof alike);
        if (&others[i] != r && !strcmp(then, alike)) {
            struct apart apart = {.set = ball_set(game->balls)};
            size_t used = strlen(then);
            if (find_difference(&apart, r, &others[i]))
                snprintf(then + used, size - used, "; %s", apart.text);
            return;
        }
    }
}
