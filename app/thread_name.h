/* SPDX-License-Identifier: Apache-2.0 */
/* thread_name.h: names for threads, so that `top -H` and scripts/live-cost.sh can tell what costs what. */
#pragma once

#include <sys/prctl.h>

static inline void thread_name(const char *name) /* at most 15 characters are kept */
{
    prctl(PR_SET_NAME, name, 0, 0, 0);
}
