/* SPDX-License-Identifier: Apache-2.0 */
/* review_desk.h: a review on a web page: what the page asks under /api/review/ is answered here, from several threads.
 *
 * 1. review_desk_open succeeded: call review_desk_close, after the server was closed. */
#pragma once

#include "broadcast.h"
#include "review.h"

struct review_desk;

int review_desk_open(struct review_desk **desk, const char *folder, char error[SCENARIO_ERROR_BYTES]);
void review_desk_close(struct review_desk **desk);

/* For broadcast_options. */
struct broadcast_extra review_desk_extra(struct review_desk *desk);

/* Enters what was posted and shows what is new; call it often. */
void review_desk_turn(struct review_desk *desk, struct broadcast *web);
