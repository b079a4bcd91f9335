/* SPDX-License-Identifier: Apache-2.0 */
#include "lookout.h"

#include <math.h>

void lookout_reset(struct lookout *lookout)
{
    *lookout = (struct lookout){0};
}

/* For how long has this been so? 0 when it is not. */
static double lasts(double *since, bool so, double t)
{
    if (!so)
        *since = 0;
    else if (*since <= 0)
        *since = fmax(t, 1e-9);
    return so ? t - *since : 0;
}

static bool is_new(ball_mask *told, ball_id ball, bool so, bool long_enough)
{
    bool fresh = so && long_enough && !ball_in(*told, ball);
    if (fresh)
        *told |= ball_bit(ball);
    if (!so)
        *told &= ~ball_bit(ball);
    return fresh;
}

json_t *lookout_see(struct lookout *l, const struct scenario *now, const json_t *position, double t)
{
    struct setup_fault fault[BALL_IDS];
    ball_mask off = 0, missing = 0;
    double by[BALL_IDS] = {0};
    size_t n = setup_find_faults(now, position, fault);
    for (size_t i = 0; i < n; i++) {
        *(fault[i].missing ? &missing : &off) |= ball_bit(fault[i].ball);
        by[fault[i].ball] = fault[i].off_mm;
    }
    json_t *said = json_array();
    for (ball_id ball = 1; ball < BALL_IDS; ball++) {
        bool wrong = lasts(&l->off_since[ball], ball_in(off, ball), t) >= LOOKOUT_OFF_S;
        bool gone = lasts(&l->missing_since[ball], ball_in(missing, ball), t) >= LOOKOUT_MISSING_S;
        struct setup_fault one = {.ball = ball, .missing = gone, .off_mm = by[ball]};
        bool tell = is_new(&l->told_off, ball, ball_in(off, ball), wrong);
        tell = is_new(&l->told_missing, ball, ball_in(missing, ball), gone) || tell;
        if (tell)
            json_array_append_new(said, setup_fault_text(now, &one));
    }
    if (json_array_size(said))
        return said;
    json_decref(said);
    return NULL;
}

bool lookout_racked(struct lookout *l, const struct scenario *now, const json_t *position, double t)
{
    return lasts(&l->racked_since, setup_is_racked(now, position), t) >= LOOKOUT_RACKED_S;
}

bool lookout_all_rest(const json_t *frame)
{
    const json_t *balls = json_object_get(frame, "balls");
    for (size_t i = 0; i < json_array_size(balls); i++) {
        const json_t *ball = json_array_get(balls, i);
        double vx = json_number_value(json_object_get(ball, "vx")), vy = json_number_value(json_object_get(ball, "vy"));
        if (vx * vx + vy * vy > 20 * 20) /* mm/s: well above the noise of a ball at rest */
            return false;
    }
    return true;
}
