/* SPDX-License-Identifier: Apache-2.0 */
/* why.c: the reason of a ruling in one line that a person understands. */
#include "rules.h"

#include <stdio.h>

static const struct finding *costliest(const struct ruling *r)
{
    const struct finding *worst = r->findings_n ? &r->findings[0] : NULL;
    for (int i = 1; i < r->findings_n; i++)
        if (r->findings[i].penalty > worst->penalty)
            worst = &r->findings[i];
    return worst;
}

enum { NAMES_MAX = 3 };

/* "red" for any number of reds; at most three names. */
static const char *names(const struct game *game, ball_mask balls, char *text, size_t size)
{
    const struct ball_set *set = ball_set(game->balls);
    ball_mask reds = ball_of_kind(set, BALL_KIND_RED);
    size_t used = 0;
    int n = 0;
    text[0] = 0;
    if (ball_count(balls & reds) > 1) {
        used += (size_t)snprintf(text, size, "red");
        balls &= ~reds;
        n++;
    }
    for (BALL_EACH(ball, balls))
        if (n++ < NAMES_MAX && used < size)
            used +=
                (size_t)snprintf(text + used, size - used, "%s%s", n > 1 ? " and " : "", ball_name(set, (ball_id)ball));
    return text;
}

/* The ball that was nominated, or those on; none where so many are on that their names say nothing. */
static ball_mask worth_naming(const struct game *game, const struct state *state, const struct stroke *stroke)
{
    ball_mask reds = ball_of_kind(ball_set(game->balls), BALL_KIND_RED);
    ball_mask on = state->on & stroke->nominated ? state->on & stroke->nominated : state->on;
    return ball_count(on & ~reds) + (on & reds ? 1 : 0) > NAMES_MAX ? 0 : on;
}

const char *rules_why(const struct game *game, const struct state *state, const struct stroke *stroke,
                      const struct ruling *ruling, char *text, size_t size)
{
    const struct finding *f = costliest(ruling);
    const char *choice = option_word((enum option)stroke->choice.kind);
    char concerned[48], named[48];
    ball_mask on = worth_naming(game, state, stroke);
    if (!f && stroke->act == ACT_DECISION)
        snprintf(text, size, "choice: %s", choice ? choice : "none");
    else if (!f)
        snprintf(text, size, "%s", ruling->points ? "legal, scored" : "legal");
    else
        snprintf(text, size, "%s%s%s%s%s", f->rule->title, f->concerned ? ": " : "",
                 names(game, f->concerned, concerned, sizeof concerned), on ? "; ball on " : "",
                 names(game, on, named, sizeof named));
    return text;
}
