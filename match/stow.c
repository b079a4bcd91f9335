/* SPDX-License-Identifier: Apache-2.0 */
#include "stow.h"

#include <stdlib.h>
#include <string.h>

static bool make_room(struct stow *s, size_t seq)
{
    size_t room = seq * 2 + 64;
    if (seq < s->room)
        return true;
    struct stow_place *more = realloc(s->place, room * sizeof *more);
    if (!more)
        return false; /* it stays in memory */
    for (size_t i = s->room; i < room; i++)
        more[i] = (struct stow_place){-1, -1};
    s->place = more;
    s->room = room;
    return true;
}

static bool is_ruling(const json_t *line)
{
    const char *type = json_string_value(json_object_get(line, "type"));
    return type && !strcmp(type, "ruling");
}

void stow_note(struct stow *stow, const struct match *match, const json_t *line, long long offset)
{
    size_t seq =
        match_folds(line) ? (size_t)match_next_seq(match) - 1 : (size_t)json_integer_value(json_object_get(line, "of"));
    if (!make_room(stow, seq))
        return;
    if (match_folds(line))
        stow->place[seq].entry = offset;
    else if (is_ruling(line)) /* a correction says more than the ruling that stands */
        stow->place[seq].ruling = json_object_get(line, "corrects") ? -1 : offset;
}

void stow_old(struct stow *stow, struct match *match)
{
    int until = match_next_seq(match) - 1 - ENTRIES_AT_HAND;
    for (; stow->stowed < until; stow->stowed++) {
        size_t seq = (size_t)stow->stowed + 1;
        if (seq < stow->room)
            match_stow(match, (int)seq, stow->place[seq].entry, stow->place[seq].ruling);
    }
}

void stow_close(struct stow *stow)
{
    free(stow->place);
    *stow = (struct stow){0};
}
