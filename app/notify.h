/* SPDX-License-Identifier: Apache-2.0 */
/* notify.h: tells the service manager that we are ready, alive and what we do (man 3 sd_notify). Does nothing where
 * nobody listens. */
#pragma once

/* "READY=1", "WATCHDOG=1", "STATUS=…", "STOPPING=1". */
void notify_send(const char *text);

/* Once in a loop that may not hang: says WATCHDOG=1 as often as was asked for. */
void notify_alive(void);
