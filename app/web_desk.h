/* SPDX-License-Identifier: Apache-2.0 */
/* web_desk.h: the referee's own screens: what it keeps is shown, what people enter is entered. The table thread calls
 * it; nothing in here waits for a browser.
 *
 * 1. web_desk_open succeeded: call web_desk_close. All calls do nothing for NULL. */
#pragma once

#include "keeper.h"
#include "web_open.h"

struct web_desk;

/* An exit code; *desk is NULL when nothing is to be shown. `new_match` is called for who starts another match. */
int web_desk_open(struct web_desk **desk, const struct web_settings *settings, const char *folder,
                  web_new_match *new_match, void *user);
void web_desk_close(struct web_desk **desk);

/* A line of the source on its way to the keeper: where the balls are. */
void web_desk_see(struct web_desk *desk, const json_t *line);

/* Enters what was posted and shows what is new; t is the time of the source. *keeper is another one after a new match.
 * 0, or the disk's error. */
int web_desk_turn(struct web_desk *desk, struct keeper *const *keeper, double t);

/* People can enter things here: somebody may want to take back the last call, or to start another match. */
bool web_desk_has_panel(const struct web_desk *desk);
