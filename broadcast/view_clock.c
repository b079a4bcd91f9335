/* SPDX-License-Identifier: Apache-2.0 */
/* view_clock.c: what do the clocks show the public? */
#include "view.h"

#include <math.h>

json_t *view_clock(const struct clock *clock, double now, bool kept)
{
    struct clock at = kept ? clock_at(clock, now) : *clock;
    const struct timing *timing = &at.timing;
    if (timing->shot_s <= 0 && timing->match_s <= 0)
        return NULL;
    bool shot = timing->shot_s > 0 && at.shot_runs;
    json_t *shown = json_pack("{s:b, s:b, s:b}", "runs", kept && shot && !at.shot_paused, "match_runs",
                              kept && timing->match_s > 0 && at.match_runs && !at.match_paused, "paused",
                              at.shot_paused || at.match_paused);
    if (shot) {
        json_object_set_new(shown, "shot_left", json_real(fmax(0, at.limit - at.shot)));
        json_object_set_new(shown, "shot_limit", json_real(at.limit));
    }
    if (timing->match_s > 0)
        json_object_set_new(shown, "match_left", json_real(fmax(0, timing->match_s - at.match)));
    return shown;
}
