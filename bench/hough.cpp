// SPDX-License-Identifier: Apache-2.0
// hough.cpp: OpenCV's HoughCircles as C can call it. The only C++ of the project, and no part of the program.
#include "hough.h"

#include <opencv2/imgproc.hpp>

#include <malloc.h>

// Large temporaries stay mapped between calls: page faults would count against the peer.
static bool prepare()
{
    mallopt(M_MMAP_THRESHOLD, 1 << 30);
    mallopt(M_TRIM_THRESHOLD, 1 << 30);
    cv::setNumThreads(1);
    return true;
}

extern "C" int hough_find(const uint8_t *luma, int width, int height, int stride, const hough_settings *s,
                          hough_circle *out, int most)
{
    static const bool prepared = prepare();
    static cv::Mat blurred;
    (void)prepared;
    cv::Mat picture(height, width, CV_8UC1, const_cast<uint8_t *>(luma), static_cast<size_t>(stride));
    std::vector<cv::Vec3f> circles;
    if (s->blur) {
        cv::GaussianBlur(picture, blurred, cv::Size(s->blur, s->blur), 0);
        picture = blurred;
    }
    cv::HoughCircles(picture, circles, cv::HOUGH_GRADIENT, s->dp, s->apart, s->canny, s->votes,
                     static_cast<int>(s->lowest), static_cast<int>(s->highest));
    int n = 0;
    for (const cv::Vec3f &c : circles)
        if (n < most)
            out[n++] = {c[0], c[1], c[2]};
    return n;
}
