/* SPDX-License-Identifier: Apache-2.0 */
/* frame.h: one picture as the camera or decoder gave it: planes lent, never copied. */
#pragma once

#include "event.h"

#include <stdint.h>

enum pixel_format { PIXEL_NONE, PIXEL_I420 /* Y, U, V planes */, PIXEL_NV12 /* Y plane, interleaved UV plane */ };

/* How Y, U and V were made from red, green and blue (ITU-R BT.601, BT.709, BT.2020). */
enum colour_matrix { COLOUR_NONE, COLOUR_BT601, COLOUR_BT709, COLOUR_BT2020 };

struct frame {
    const uint8_t *plane[3]; /* Y, U, V (or Y, UV, NULL) */
    int stride[3];           /* bytes from a row to the next */
    int width, height;       /* of the Y plane; chroma is (width + 1) / 2 by (height + 1) / 2 */
    enum pixel_format format;
    enum colour_matrix matrix; /* as the source says, else by convention; NONE only for frames not from capture/ */
    bool full_range;           /* Y spans 0..255, not 16..235 */
    ns_t t;                    /* start of exposure as the driver or container stamps it */
    uint64_t seq;              /* counts what the source produced: a jump means frames were lost */
    void *owner;               /* of the memory; NULL: the caller */
};
