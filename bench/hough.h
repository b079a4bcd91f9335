/* SPDX-License-Identifier: Apache-2.0 */
/* hough.h: OpenCV's HoughCircles, the peer of detection. Built only where OpenCV is installed. */
#pragma once

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

struct hough_settings {
    int blur;      /* side of the Gaussian, px; 0: none */
    double dp;     /* px a cell */
    double canny;  /* upper threshold of its edge detector */
    double votes;  /* that make a centre */
    double apart;  /* least distance of two centres, px */
    double lowest; /* radius, px */
    double highest;
};

struct hough_circle {
    float x, y, radius;
};

/* One thread; the light plane as it is. Returns how many circles there are, at most `most`. */
int hough_find(const uint8_t *luma, int width, int height, int stride, const struct hough_settings *settings,
               struct hough_circle *out, int most);

#ifdef __cplusplus
}
#endif
