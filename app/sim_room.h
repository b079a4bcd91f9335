/* SPDX-License-Identifier: Apache-2.0 */
/* sim_room.h: the look of a simulated room as JSON: written into the truth, read back by --look FILE. */
#pragma once

#include "sim.h"

#include <jansson.h>

json_t *sim_room_json(const struct sim_look *look);

/* What went on besides play: people, light, camera. */
json_t *sim_mishaps_json(const struct sim_settings *settings);

/* From a file that has "look" at the top (a truth), or is one. What it does not name stays. 0, or ERR_NOT_FOUND or
 * ERR_FORMAT with `why`. */
int sim_room_read(struct sim_look *look, const char *path, char *why, size_t size);
