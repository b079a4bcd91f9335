/* SPDX-License-Identifier: Apache-2.0 */
/* burn_paint.h: the overlay as a picture with an alpha channel, painted from the public state. Used by burn.c. */
#pragma once

#include "burn_look.h"

#include <jansson.h>
#include <pango/pangocairo.h>

struct burn_moment {
    double shot_left; /* s; negative: no clock */
    bool call;        /* the last call is on the screen */
};

/* Letters of one's own: pango's are kept by each thread for ever, and pipelines come and go with theirs. Give it back
 * with g_object_unref. */
PangoContext *burn_paint_letters(void);

/* The whole picture, transparent where nothing is. `state` may be NULL: all of it is transparent. */
void burn_paint(cairo_surface_t *picture, PangoContext *letters, const struct burn_look *look, const json_t *state,
                const struct burn_moment *moment);

/* The last ruling is one that is shown as a call. */
bool burn_paint_has_call(const struct burn_look *look, const json_t *state);
