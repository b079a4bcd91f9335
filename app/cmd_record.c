/* SPDX-License-Identifier: Apache-2.0 */
/* cmd_record.c: whiteglove record: keeps what a source shows, without refereeing. */
#include "command.h"

#include "err.h"
#include "record.h"
#include "source_arg.h"

#include <signal.h>
#include <stdio.h>

static char *to_option;
static double seconds_option, segment_option = 60, keep_gb_option = 100, keep_days_option = 14, reserve_gb_option = 2;

static const GOptionEntry options[] = {
    {"to", 0, 0, G_OPTION_ARG_FILENAME, &to_option, "Folder for the segments; must exist", "FOLDER"},
    {"seconds", 0, 0, G_OPTION_ARG_DOUBLE, &seconds_option, "Stop after this long (else: at the end, or Ctrl-C)", "S"},
    {"segment", 0, 0, G_OPTION_ARG_DOUBLE, &segment_option, "Length of a segment in seconds (60)", "S"},
    {"keep-gb", 0, 0, G_OPTION_ARG_DOUBLE, &keep_gb_option, "Delete the oldest segments above this size (100)", "GB"},
    {"keep-days", 0, 0, G_OPTION_ARG_DOUBLE, &keep_days_option, "Delete segments older than this (14)", "DAYS"},
    {"reserve-gb", 0, 0, G_OPTION_ARG_DOUBLE, &reserve_gb_option, "Stop when less is free on the disk (2)", "GB"},
    SOURCE_ARG_OPTIONS,
    {0},
};

static volatile sig_atomic_t interrupted;

static void on_signal(int number)
{
    (void)number;
    interrupted = 1;
}

static struct record_options record_settings(const struct capture_info *info)
{
    struct record_options o = record_defaults();
    o.folder = to_option;
    o.segment = (ns_t)(segment_option * NS_PER_S);
    o.keep_bytes = (uint64_t)(keep_gb_option * 1e9);
    o.keep_age = (ns_t)(keep_days_option * 86400) * NS_PER_S;
    o.reserve_bytes = (uint64_t)(reserve_gb_option * 1e9);
    o.wait = !info->live;
    return o;
}

/* Frames from the source into the recording until one of them ends. */
static int copy_frames(struct capture *c, struct record *r, struct frame *f)
{
    int err = 0;
    while (!err || err == ERR_TIMEOUT) {
        if (!err) {
            bool enough = seconds_option > 0 && (double)f->t >= seconds_option * NS_PER_S;
            int pushed = enough ? 0 : record_push(r, c, f);
            capture_release(c, f);
            if (enough)
                return 0;
            if (pushed == ERR_FORMAT || pushed == ERR_GONE)
                return pushed;
        }
        if (interrupted)
            return 0;
        err = capture_next(c, f, NS_PER_S / 5);
    }
    return err;
}

static void print_summary(const struct record_stats *kept, const struct capture_stats *seen)
{
    printf("%llu frames recorded; missing: %llu because the computer was too slow, %llu because of the disk, "
           "%llu at the source in %llu gaps\n",
           (unsigned long long)(kept->frames - kept->unsaved), (unsigned long long)(kept->dropped + seen->late),
           (unsigned long long)kept->unsaved, (unsigned long long)(seen->dropped + seen->damaged),
           (unsigned long long)seen->gaps);
    if (kept->deleted)
        printf("%llu old segments deleted\n", (unsigned long long)kept->deleted);
}

static int record_source(struct capture *c, const char *uri)
{
    struct record_options o = record_settings(capture_info(c));
    struct capture_fault fault = {0};
    struct frame f;
    struct record *r;
    int err = capture_next(c, &f, -1);
    if (err)
        return source_arg_ended(c, uri, err);
    if (record_open(&r, &o, &f, capture_info(c), &fault)) {
        capture_release(c, &f);
        return command_failed(to_option, fault.why, fault.advice[0] ? fault.advice : NULL);
    }
    err = copy_frames(c, r, &f);
    struct record_stats stats;
    struct capture_stats seen = capture_stats(c);
    record_close(&r, &stats);
    print_summary(&stats, &seen);
    if (stats.state >= RECORD_FULL)
        return command_failed(to_option, record_state_name(stats.state), "Free some space or name another folder.");
    if (err == ERR_FORMAT)
        return command_failed(uri, "the picture changed its size", "Start the recording again.");
    return source_arg_ended(c, uri, err);
}

static int run(int argc, char **argv)
{
    if (argc != 2 || !to_option)
        return command_usage("record", "needs one SOURCE and --to FOLDER",
                             "For example: whiteglove record /dev/video0 --to recordings");
    if (!(seconds_option >= 0) || !(segment_option >= 1) || !(keep_gb_option >= 0) || !(keep_days_option >= 0) ||
        !(reserve_gb_option >= 0))
        return command_usage("record", "a value is out of range",
                             "Segments are at least a second; the rest not below 0.");
    signal(SIGINT, on_signal);
    signal(SIGTERM, on_signal);
    signal(SIGHUP, on_signal); /* the terminal was closed: what was recorded is finished as well */
    struct capture_options co = capture_defaults();
    co.hold = 16;
    struct capture *c;
    int result = source_arg_open(&c, argv[1], &co);
    if (result == EXIT_DONE)
        result = record_source(c, argv[1]);
    capture_close(&c);
    return result;
}

const struct command cmd_record = {
    .name = "record",
    .arguments = "SOURCE",
    .summary = "Keep what a camera or stream shows, in segments",
    .description = "Writes H.264 in MP4 segments to a folder, with the exact time of every frame beside each, and "
                   "deletes the oldest when they grow too many or too old. When the disk is full or too slow, "
                   "recording stops and says so; it goes on by itself when there is room again. A camera or stream "
                   "that goes away is waited for.",
    .example = "mkdir -p build/recordings && build/release/whiteglove record 'gst:videotestsrc num-buffers=90' --to "
               "build/recordings",
    .options = options,
    .run = run,
};
