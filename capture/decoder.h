/* SPDX-License-Identifier: Apache-2.0 */
/* decoder.h: a running GStreamer pipeline that decodes a uri into upright I420 or NV12 samples. */
#pragma once

#include "capture.h"

#include <gst/gst.h>

struct decoder;

/* Starts it; errors of the content come later, from decoder_pull. *p is NULL on failure. */
int decoder_open(struct decoder **p, const char *uri, const struct capture_options *options,
                 struct capture_fault *fault);

/* Lets go of file or connection. Samples already pulled stay valid. */
void decoder_stop(struct decoder *p);
void decoder_free(struct decoder **p);

struct decoder_count {
    uint64_t seq;     /* of this sample among all that were decoded */
    uint64_t late;    /* pushed out so far because they were not pulled in time (live only) */
    uint64_t skipped; /* so far not decoded because a picture they build on is missing */
};

/* The next sample, owned by the caller. ERR_TIMEOUT, ERR_END, ERR_GONE, or what broke it. */
int decoder_pull(struct decoder *p, GstSample **sample, struct decoder_count *count, ns_t wait,
                 struct capture_fault *fault);

bool decoder_live(const struct decoder *p);
bool decoder_is_picture(struct decoder *p);
ns_t decoder_duration(struct decoder *p); /* -1: not known */

/* CLOCK_MONOTONIC at running time 0 for live pipelines, else 0. */
ns_t decoder_epoch(const struct decoder *p);
