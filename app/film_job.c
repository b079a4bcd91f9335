/* SPDX-License-Identifier: Apache-2.0 */
/* film_job.c: follows one source from its first frame to its last. */
#include "film_job.h"

#include "command.h"
#include "err.h"
#include "find_camera.h"
#include "source_arg.h"
#include "watch.h"

#include <glib.h>
#include <stdio.h>
#include <unistd.h>

int film_job_calibrate(struct film_job *job, const struct look *look, const struct table *table)
{
    char why[CALIBRATE_WHY] = "";
    int err = find_camera(look, table, &job->calibration, why);
    return err ? command_failed(job->uri, why, "'whiteglove calibrate' shows more, and takes corners by hand.")
               : EXIT_DONE;
}

/* A long film is not followed in silence: to people it is said how far it is. */
static void show_progress(const struct film_job *job, const struct capture_info *info, gint64 *shown, bool last)
{
    gint64 now = g_get_monotonic_time();
    if (!job->progress || !isatty(STDERR_FILENO) || (last ? !*shown : now - *shown < G_USEC_PER_SEC / 2))
        return;
    *shown = now;
    fprintf(stderr, "\r%s: %.1f", job->uri, job->last_s);
    if (info->duration > 0)
        fprintf(stderr, " of %.1f", (double)info->duration / (double)NS_PER_S);
    fputs(last ? " s\n" : " s", stderr);
}

static int follow(struct film_job *job, struct capture *c, struct watch *watch, struct tracking *tracking)
{
    struct frame f;
    struct observation o;
    gint64 shown = 0;
    int err = 0;
    for (int64_t n = 0; !err && !(err = capture_next(c, &f, -1)); n++) {
        err = watch_frame(watch, &f, tracking, &o);
        if (!err)
            track_update(tracking, &o);
        if (!err && job->frame)
            job->frame(job->sink.user, tracking, n, f.t);
        job->last_s = (double)f.t / 1e9;
        capture_release(c, &f);
        show_progress(job, capture_info(c), &shown, false);
    }
    show_progress(job, capture_info(c), &shown, true);
    if (err == ERR_END)
        track_finish(tracking);
    job->stats = track_stats(tracking);
    job->dropped = watch->dropped;
    return source_arg_ended(c, job->uri, err);
}

static int with_workers(struct film_job *job, struct watch *watch, struct tracking *tracking)
{
    struct capture *capture;
    int result = source_arg_open(&capture, job->uri, NULL);
    if (result != EXIT_DONE)
        return result;
    if (job->opened)
        job->opened(job->sink.user, capture_info(capture));
    result = follow(job, capture, watch, tracking);
    capture_close(&capture);
    return result;
}

int film_job_run(struct film_job *job, const struct look *look)
{
    static struct watch watch; /* large; one source is followed at a time */
    struct track_params params = track_params_default();
    struct tracking *tracking;
    params.set = job->set->id;
    params.names = job->names;
    params.trace = job->trace;
    int err = watch_open(&watch, &job->calibration, job->set->id, job->names, &look->first);
    if (err)
        return command_result(err, "vision", NULL);
    err = track_open(&tracking, &job->calibration.table, &params, &job->sink);
    int result = err ? command_result(err, "tracking", NULL) : with_workers(job, &watch, tracking);
    track_close(&tracking);
    watch_close(&watch);
    return result;
}
