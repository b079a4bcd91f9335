/* SPDX-License-Identifier: Apache-2.0 */
/* show_clock.h: the clocks of a match that another program keeps, or nobody. Its journal says what they showed when its
 * last line was written; while somebody keeps it, the time since then is added. */
#pragma once

#include "match.h"
#include "view.h"

#include <glib.h>

struct show_clock {
    struct clock clock;
    double last_t; /* of the journal */
    bool kept;     /* by a referee, at `looked_at` */
    gint64 looked_at, told_at;
};

/* A line of the journal, after the match has folded it. */
void show_clock_line(struct show_clock *c, const json_t *line, const struct match *match);

/* As view_clock makes it; NULL: the match has no clocks. */
json_t *show_clock_json(struct show_clock *c, const char *journal);

/* The clocks have moved on visibly since they were told last. */
bool show_clock_due(struct show_clock *c, const char *journal);

/* A referee has the journal open. */
bool show_clock_is_kept(const char *journal);
