/* SPDX-License-Identifier: Apache-2.0 */
/* paint.h: the colour of a point on a thing. Private to the renderer. */
#pragma once

#include "light.h"

/* p: place, n: normal, view: unit direction of the ray that hit it, f: 0..1 along a rod. */
struct rgb sim_paint_at(const struct lights *l, const struct sim_thing *thing, struct v3 p, struct v3 n, struct v3 view,
                        float f, const struct shadows *shadows);
