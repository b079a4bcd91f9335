/* SPDX-License-Identifier: Apache-2.0 */
/* kept_camera.h: is the camera still where it was when its calibration was kept? While nobody looked it may have been
 * knocked, moved or exchanged. */
#pragma once

#include "calibrate.h"
#include "look.h"

enum kept_camera {
    KEPT_FITS,      /* the noses are where they should be */
    KEPT_MENDED,    /* moved a little: its pose was fitted again */
    KEPT_ANEW,      /* another view of the table: calibrated again */
    KEPT_UNCHECKED, /* too little of the table shows to tell, now or anew */
    KEPT_LOST       /* it does not fit, and the table was not found anew */
};

/* Looks at the first pictures of a source with a calibration that was kept. With KEPT_MENDED and KEPT_ANEW *c is the
 * new one. *off_px: the largest distance of a nose from where it should be, 0 when not known. */
enum kept_camera kept_camera_check(const struct look *look, struct calibration *c, double *off_px);
