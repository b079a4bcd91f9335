/* SPDX-License-Identifier: Apache-2.0 */
#include "conduct.h"

#include "infer.h"

#include <string.h>

/* A ball fell or left and nobody was seen to play: it may have been a stroke, of which nothing else is known. */
static bool may_be_unseen_stroke(const struct match *m)
{
    const json_t *last = match_entry(m, infer_last_told(m));
    const char *event = json_string_value(json_object_get(json_object_get(last, "stroke"), "event"));
    return event && !strcmp(event, "between");
}

/* The stroke as it would be judged now, with all balls where they lie; false: the rules cannot be asked. */
static bool judge(struct scenario *s, const json_t *stroke, const json_t *position, struct ruling *ruling)
{
    char error[SCENARIO_ERROR_BYTES];
    json_t *setup = json_pack("{s:O}", "pos", position);
    s->state.pos.known = 0;
    bool judged =
        !scenario_change_state(s, setup, "position", error) && !scenario_read_stroke(s, stroke, "stroke", error);
    json_decref(setup);
    if (judged)
        rules_judge_seen(s->game, &s->state, &s->stroke, s->events, s->events_n, ruling);
    return judged;
}

/* Choices that followed from the ruling as it stands cannot be made otherwise any more. */
static bool is_final(const struct match *match, int of)
{
    for (int seq = of + 1; seq < match_next_seq(match); seq++) {
        const char *act = json_string_value(json_object_get(match_entry(match, seq), "act"));
        if (act && !strcmp(act, "choose") && !match_undone(match, seq))
            return true;
    }
    return false;
}

/* What can be settled yet. */
static struct maybes open_questions(const struct match *match)
{
    const struct maybes *all = match_maybes(match);
    struct maybes open = {.rest = all->rest};
    for (size_t i = 0; i < all->n; i++)
        if (!all->at[i].chose && !is_final(match, all->at[i].of))
            open.at[open.n++] = all->at[i];
    return open;
}

/* Likelier than the match as it stands. */
static const struct maybe *likeliest(const struct maybes *all)
{
    const struct maybe *best = NULL;
    for (size_t i = 0; i < all->n; i++)
        best = all->at[i].p > (best ? best->p : 1) ? &all->at[i] : best;
    return best;
}

static json_t *settle(const struct maybe *as, double t)
{
    if (as->none)
        return json_pack("{s:s, s:s, s:i, s:s, s:b, s:b, s:f}", "type", "act", "act", "undo", "of", as->of, "origin",
                         "camera", "inferred", true, "strange", true, "t", t);
    return json_pack("{s:s, s:s, s:i, s:o, s:s, s:b, s:b, s:f}", "type", "act", "act", "settle", "of", as->of,
                     "settled", scenario_settled(as->settled, as->settled_n), "origin", "camera", "inferred", true,
                     "strange", true, "t", t);
}

struct conduct conduct_see(const struct match *match, const json_t *stroke, const json_t *position, double t)
{
    struct scenario now;
    struct ruling ruling;
    struct maybes all = open_questions(match);
    bool unseen = may_be_unseen_stroke(match);
    if (!json_object_size(position) || !(unseen || all.n) || !infer_play_on(match, position, &now))
        return (struct conduct){0};
    maybe_see(&all, &now, position);
    if (!judge(&now, stroke, position, &ruling))
        return (struct conduct){0};
    bool odd = ruling.kind != KIND_NONE;
    maybe_follow(&all, &now, stroke, &ruling);
    const struct maybe *better = likeliest(&all);
    return (struct conduct){.settles = better ? settle(better, t) : NULL, .asked = unseen && odd};
}
