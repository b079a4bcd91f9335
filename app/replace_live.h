/* SPDX-License-Identifier: Apache-2.0 */
/* replace_live.h: /replace beside a running referee: balls are put back while it watches.
 *
 * Costs nothing until somebody opens the page, and nothing again some seconds after it was closed: only then frames are
 * copied and looked at, on a thread of its own. Nothing here touches the match: what lay where is read from its folder.
 *
 * 1. replace_live_open succeeded: call replace_live_close, after the server was closed and the last frame came.
 * 2. Frames come from one thread, requests from others. All calls do nothing for NULL. */
#pragma once

#include "broadcast.h"
#include "frame.h"

struct replace_live;

/* `folder` of the match: its journal and calibration. 0 or ERR_MEMORY. */
int replace_live_open(struct replace_live **live, const char *folder);
void replace_live_close(struct replace_live **live);

/* A picture of the table; copied when it is wanted. Never waits. */
void replace_live_frame(struct replace_live *live, const struct frame *frame);

/* As replace_desk_answer; `stroke` in the address names another stroke than the last one. */
struct broadcast_extra replace_live_extra(struct replace_live *live);
