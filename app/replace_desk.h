/* SPDX-License-Identifier: Apache-2.0 */
/* replace_desk.h: putting balls back, as it is seen now: frames in, what is left to do out.
 *
 * 1. replace_desk_open succeeded: call replace_desk_close, after the server was closed.
 * 2. replace_desk_see belongs to one thread; the web asks from others. */
#pragma once

#include "broadcast.h"
#include "calibrate.h"
#include "canvas.h"
#include "replace.h"

struct replace_desk;

struct replace_order {
    const struct calibration *calibration;
    enum ball_set_id set;
    const struct layout *wanted, *last; /* where they belong; where each of them was when it was last known */
    double tolerance;                   /* mm */
    int stroke;                         /* that is undone, for the title */
};

/* `first` shows the table, whatever lies on it. 0 or an error of vision. */
int replace_desk_open(struct replace_desk **desk, const struct replace_order *order, const struct frame *first);
void replace_desk_close(struct replace_desk **desk);

/* Looks at a frame. The place of a ball that rests is the mean of the last frames. */
int replace_desk_see(struct replace_desk *desk, const struct frame *frame);

/* As replace_json, and the picture with the ghosts drawn in; the latter NULL before the first frame. */
json_t *replace_desk_state(struct replace_desk *desk);
cairo_surface_t *replace_desk_picture(struct replace_desk *desk);

/* Requests below /api/replace/: state, picture, and name (posted: the ball that lies `at` is
 * `is`, as somebody read on it). */
void replace_desk_answer(struct replace_desk *desk, const struct broadcast_request *q, struct broadcast_reply *reply);
struct broadcast_extra replace_desk_extra(struct replace_desk *desk);
