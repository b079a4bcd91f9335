/* SPDX-License-Identifier: Apache-2.0 */
/* pump.h: frames of a source on a thread of their own, so that whoever looks at them may take longer over one than over
 * another. A live source drops the oldest frame that waits; a film waits.
 *
 * 1. pump_open succeeded: call pump_close, before capture_close. While it is open nobody else calls capture_next.
 * 2. Frames from pump_next are given back with capture_release, as always.
 */
#pragma once

#include "capture.h"

struct pump;

/* Sees each frame as it comes, on the pump's thread: it must not wait. */
typedef void pump_each(void *user, struct capture *capture, const struct frame *frame);

/* 0 or ERR_MEMORY. `each` may be NULL. */
int pump_open(struct pump **pump, struct capture *capture, pump_each *each, void *user);
void pump_close(struct pump **pump);

/* 0, ERR_TIMEOUT, or what ended the source (ERR_END, ...). */
int pump_next(struct pump *pump, struct frame *frame, ns_t wait);

uint64_t pump_dropped(struct pump *pump); /* frames that waited too long */
size_t pump_waiting(struct pump *pump);
