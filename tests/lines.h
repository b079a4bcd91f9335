/* SPDX-License-Identifier: Apache-2.0 */
/* lines.h: what the camera tells, as text: balls at rest, events, strokes. For tests. */
#pragma once

#define BALL(id, x, y)     "{\"id\":\"" id "\",\"x\":" #x ",\"y\":" #y ",\"sd\":0.1}"
#define POSITION(t, balls) "{\"type\":\"position\",\"t\":" #t ",\"balls\":[" balls "]}"
#define EVENT(t, kind, balls, x, y, p)                                                                                 \
    "{\"type\":\"event\",\"t\":" #t ",\"kind\":\"" kind "\",\"balls\":[" balls "],\"at\":[" #x "," #y "],\"p\":" #p "}"
#define STROKE(n, t0, t1, more)                                                                                        \
    "{\"type\":\"stroke\",\"n\":" #n ",\"t0\":" #t0 ",\"t1\":" #t1 ",\"struck\":\"cue\"," more "}"
