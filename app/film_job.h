/* SPDX-License-Identifier: Apache-2.0 */
/* film_job.h: a source followed from its first frame to its last: calibrated, seen, followed, told to a sink. */
#pragma once

#include "calibrate.h"
#include "capture.h"
#include "look.h"
#include "tracking.h"

struct film_job {
    const char *uri;
    struct calibration calibration;
    const struct ball_set *set;
    ball_mask names;        /* of the set, that are played with; 0: all */
    FILE *trace;            /* NULL: none */
    bool progress;          /* is shown on a terminal */
    struct track_sink sink; /* its user is given to the two below as well; they may be NULL */
    void (*opened)(void *user, const struct capture_info *info);
    void (*frame)(void *user, const struct tracking *tracking, int64_t n, ns_t t);
    /* what became of it */
    struct track_stats stats;
    int64_t dropped; /* of seeing, for want of room */
    double last_s;
};

/* Finds the table in the picture. EXIT_DONE, or EXIT_FAILED with the reason said. */
int film_job_calibrate(struct film_job *job, const struct look *look, const struct table *table);

/* Follows it. The same. */
int film_job_run(struct film_job *job, const struct look *look);
