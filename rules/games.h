/* SPDX-License-Identifier: Apache-2.0 */
/* games.h: the families of games; each list ends with a game without a name. */
#pragma once

#include "rules.h"

extern const struct game games_pool[];
extern const struct game games_snooker[];
extern const struct game games_billiards[];
extern const struct game games_cspl[];
