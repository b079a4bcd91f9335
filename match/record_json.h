/* SPDX-License-Identifier: Apache-2.0 */
/* record_json.h: strokes and states as JSON for the journal and the pages, in the words of scenario.h. Nothing is lost
 * on the way: what record_stroke writes, scenario_read_stroke reads back. */
#pragma once

#include "scenario.h"

/* All that is known of s->stroke (and of s->events); neutral values are left out. New reference. */
json_t *record_stroke(const struct scenario *s);

/* The whole state. Equal states give equal text on every machine. New reference. */
json_t *record_state(const struct scenario *s);

/* A number for record_state's text: equal for equal states. */
uint64_t record_hash(const struct scenario *s);
