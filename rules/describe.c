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

/* ---- differences, those that matter most first ------------------------------------------------------------------- */

typedef bool tell(const struct ball_set *set, const struct ruling *r, const struct ruling *other, char *text, size_t n);

static bool tell_frame(const struct ball_set *set, const struct ruling *r, const struct ruling *other, char *text,
                       size_t n)
{
    (void)set;
    snprintf(text, n, r->next.frame_over ? "frame over" : "frame goes on");
    return r->next.frame_over != other->next.frame_over;
}

static bool tell_gone(const struct ball_set *set, const struct ruling *r, const struct ruling *other, char *text,
                      size_t n)
{
    ball_id ball = ball_first(r->next.on_table ^ other->next.on_table);
    if (ball)
        snprintf(text, n, "%s %s", ball_name(set, ball), ball_in(r->next.on_table, ball) ? "on the table" : "gone");
    return ball;
}

static bool tell_touching(const struct ball_set *set, const struct ruling *r, const struct ruling *other, char *text,
                          size_t n)
{
    ball_id ball = ball_first(r->touching ^ other->touching);
    if (ball)
        snprintf(text, n, "%s %s", ball_name(set, ball), ball_in(r->touching, ball) ? "touching" : "not touching");
    return ball;
}

static bool tell_in_hand(const struct ball_set *set, const struct ruling *r, const struct ruling *other, char *text,
                         size_t n)
{
    (void)set;
    snprintf(text, n, r->next.in_hand ? "cue-ball in hand" : "cue-ball stays");
    return r->next.in_hand != other->next.in_hand;
}

static bool tell_striker(const struct ball_set *set, const struct ruling *r, const struct ruling *other, char *text,
                         size_t n)
{
    (void)set;
    snprintf(text, n, "player %d next", r->next.striker);
    return r->next.striker != other->next.striker;
}

static bool tell_respots(const struct ball_set *set, const struct ruling *r, const struct ruling *other, char *text,
                         size_t n)
{
    ball_mask mine = 0, others = 0;
    for (int i = 0; i < r->respots_n; i++)
        mine |= ball_bit(r->respots[i].ball);
    for (int i = 0; i < other->respots_n; i++)
        others |= ball_bit(other->respots[i].ball);
    ball_id ball = ball_first(mine ^ others);
    if (ball)
        snprintf(text, n, "%s %s", ball_name(set, ball), ball_in(mine, ball) ? "spotted" : "not spotted");
    return ball;
}

static bool tell_options(const struct ball_set *set, const struct ruling *r, const struct ruling *other, char *text,
                         size_t n)
{
    (void)set;
    option_mask own = r->options & ~other->options;
    enum option option = OPTION_NONE;
    while (own && !(own >> option & 1))
        option++;
    snprintf(text, n, own ? "may %s" : "no such choice", own ? option_word(option) : "");
    return r->options != other->options;
}

static void set_apart(const struct game *game, const struct ruling *r, const struct ruling *other, char *then,
                      size_t size)
{
    static tell *const differences[] = {tell_frame,   tell_gone,    tell_touching, tell_in_hand,
                                        tell_striker, tell_respots, tell_options};
    char text[40];
    size_t used = strlen(then);
    for (size_t i = 0; i < sizeof differences / sizeof *differences; i++)
        if (differences[i](ball_set(game->balls), r, other, text, sizeof text)) {
            snprintf(then + used, size - used, "; %s", text);
            return;
        }
}

void describe_ruling(const struct game *game, const struct ruling *r, const struct ruling *others, size_t n, char *then,
                     size_t size)
{
    char alike[THEN_MAX];
    describe(r, then, size);
    for (size_t i = 0; i < n; i++) {
        describe(&others[i], alike, sizeof alike);
        if (&others[i] != r && !strcmp(then, alike)) {
            set_apart(game, r, &others[i], then, size);
            return;
        }
    }
}
