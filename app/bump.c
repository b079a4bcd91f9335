/* SPDX-License-Identifier: Apache-2.0 */
/* bump.c: when to look for a moved camera, and what to do when the noses are not where they were. */
#include "bump.h"

#include "ends.h"
#include "log.h"

#define LOOK_EVERY NS_PER_S

/* A whole calibration takes a good part of a second: only when the table has been elsewhere this often. */
enum { LOST_LOOKS = 5 };

void bump_start(struct bump *b)
{
    struct drift_params params = drift_params_default();
    *b = (struct bump){.looked = 0};
    drift_start(&b->drift, &params);
}

/* Which end is which does not change by a bump, though a new calibration may not see it. */
static bool same_way(const struct camera *a, const struct camera *b)
{
    return a->R[0] * b->R[0] + a->R[3] * b->R[3] + a->R[6] * b->R[6] > 0;
}

bool bump_calibrate(struct calibration *c, const struct frame *f)
{
    struct calibrate_params params = calibrate_params_default();
    struct calibration fresh;
    char why[CALIBRATE_WHY] = "";
    if (calibrate_picture(f, &c->table, &params, &fresh, why)) {
        log_debug("not found anew: %s", why);
        return false;
    }
    if (fresh.orientation != ORIENTATION_SEEN && !same_way(&fresh.camera, &c->camera))
        ends_turn(&fresh);
    fresh.orientation = c->orientation;
    fresh.rolling_s = c->rolling_s;
    fresh.ball_known = c->ball_known;
    for (int i = 0; i < PAINTS; i++)
        for (int j = 0; j < 3; j++)
            fresh.ball[i][j] = c->ball[i][j];
    *c = fresh;
    return true;
}

enum drift_state bump_look(struct bump *b, struct calibration *c, const struct frame *f, bool resting)
{
    enum drift_state *state = &b->drift.state;
    if (*state != DRIFT_NONE && f->t - b->looked < LOOK_EVERY)
        return DRIFT_NONE;
    bool was_lost = b->lost > 0;
    b->looked = f->t;
    if (!resting)
        drift_glance(&b->drift, c, f);
    else if (drift_look(&b->drift, c, f) == DRIFT_LOST && ++b->lost % LOST_LOOKS == 0 && bump_calibrate(c, f))
        *state = DRIFT_MENDED;
    if (*state == DRIFT_STEADY || *state == DRIFT_MENDED)
        b->lost = 0;
    b->mended += *state == DRIFT_MENDED;
    return *state == DRIFT_MENDED || (*state == DRIFT_LOST && !was_lost) ? *state : DRIFT_NONE;
}
