/* SPDX-License-Identifier: Apache-2.0 */
#include "shots.h"

#include "told.h"

#include <math.h>

static bool point_of(const json_t *xy, struct vec2 *at)
{
    *at = told_place(xy);
    return json_array_size(xy) == 2;
}

static bool is_likely(const json_t *event, const char *kind)
{
    return told_is(event, kind) && told_p(event) >= 0.5;
}

/* The first contact of the ball that was struck, told from where that ball was then; NULL: none. */
static const json_t *first_contact(const json_t *events, const char **cue)
{
    *cue = NULL;
    for (size_t i = 0; i < json_array_size(events); i++) {
        const json_t *e = json_array_get(events, i);
        if (is_likely(e, "strike"))
            *cue = told_ball(e, 0);
        if (*cue && is_likely(e, "contact") && (!strcmp(told_ball(e, 0), *cue) || !strcmp(told_ball(e, 1), *cue)))
            return !strcmp(told_ball(e, 0), *cue) ? e : NULL;
    }
    return NULL;
}

static enum pocket pocketed(const json_t *events, const char *ball)
{
    for (size_t i = 0; i < json_array_size(events); i++) {
        const json_t *e = json_array_get(events, i);
        if (is_likely(e, "pocket") && !strcmp(told_ball(e, 0), ball))
            return pocket_from_name(json_string_value(json_object_get(e, "pocket")));
    }
    return POCKET_NONE;
}

static struct vec2 middle_of(const struct bed *bed, enum pocket pocket)
{
    static const int places[POCKET_COUNT][2] = {
        [POCKET_TL] = {1, 1},  [POCKET_TR] = {1, -1}, [POCKET_ML] = {0, 1},
        [POCKET_MR] = {0, -1}, [POCKET_BL] = {-1, 1}, [POCKET_BR] = {-1, -1},
    };
    return vec2(places[pocket][0] * bed->length / 2, places[pocket][1] * bed->width / 2);
}

static double angle_deg(struct vec2 a, struct vec2 b)
{
    return fabs(atan2(vec2_cross(a, b), vec2_dot(a, b))) * 180 / M_PI;
}

static enum pocket aimed_at(const struct bed *bed, struct vec2 from, struct vec2 along)
{
    enum pocket best = POCKET_NONE;
    double least = SHOT_WITHIN_DEG;
    for (enum pocket p = POCKET_TL; p < POCKET_COUNT; p++) {
        double off = angle_deg(along, vec2_sub(middle_of(bed, p), from));
        if (off < least) {
            least = off;
            best = p;
        }
    }
    return best;
}

struct shot shot_of(const struct scenario *s, const json_t *entry)
{
    const json_t *position = json_object_get(entry, "position");
    const json_t *events = json_object_get(json_object_get(entry, "stroke"), "events");
    const char *cue;
    const json_t *hit = first_contact(events, &cue);
    struct vec2 start, object, then;
    if (!hit || !point_of(json_object_get(position, cue), &start) ||
        !point_of(json_object_get(position, told_ball(hit, 1)), &object) ||
        !point_of(json_object_get(hit, "at"), &then))
        return (struct shot){0};
    struct vec2 way = vec2_sub(then, start), push = vec2_sub(object, then);
    enum pocket went = pocketed(events, told_ball(hit, 1));
    enum pocket pocket = went ? went : aimed_at(&s->state.bed, object, push);
    if (!pocket || vec2_len(way) < 1 || vec2_len(push) < 1)
        return (struct shot){0};
    return (struct shot){.attempt = true,
                         .made = went != POCKET_NONE,
                         .distance_mm = vec2_dist(start, object),
                         .to_pocket_mm = vec2_dist(object, middle_of(&s->state.bed, pocket)),
                         .cut_deg = angle_deg(way, push)};
}
