/* SPDX-License-Identifier: Apache-2.0 */
/* cmd_preview.c: whiteglove preview: what a source shows, as a picture and in figures. */
#include "command.h"

#include "err.h"
#include "picture.h"
#include "source_arg.h"

#include <stdio.h>

static char *png_option;
static double at_option;

static const GOptionEntry options[] = {
    {"png", 0, 0, G_OPTION_ARG_FILENAME, &png_option, "Write the picture to this file ('-': standard output)", "FILE"},
    {"at", 0, 0, G_OPTION_ARG_DOUBLE, &at_option, "The first picture at or after this time, in seconds", "T"},
    SOURCE_ARG_OPTIONS,
    {0},
};

static const char *matrix_name(enum colour_matrix matrix)
{
    static const char *const names[] = {"unknown", "BT.601", "BT.709", "BT.2020"};
    return names[matrix];
}

static void print_info(const struct capture_info *i, const struct frame *f, FILE *to)
{
    fprintf(to, "%s, %dx%d, %s, colours %s %s range", capture_kind_name(i->kind), f->width, f->height, i->format,
            matrix_name(f->matrix), f->full_range ? "full" : "limited");
    if (i->fps > 0)
        fprintf(to, ", %.6g frames/s", i->fps);
    if (i->duration > 0)
        fprintf(to, ", %.3f s", (double)i->duration / NS_PER_S);
    fprintf(to, "; shown: frame %llu at %.6f s\n", (unsigned long long)f->seq, (double)f->t / NS_PER_S);
}

/* The wanted frame, lent; or the reason why there is none. */
static int find_frame(struct capture *c, struct frame *f)
{
    int err;
    while (!(err = capture_next(c, f, -1)) && (double)f->t < at_option * NS_PER_S)
        capture_release(c, f);
    return err;
}

static int show(struct capture *c, const char *uri)
{
    struct frame f;
    int err = find_frame(c, &f);
    if (err == ERR_END)
        return command_failed(uri, "it ends before that time", "Choose a smaller --at.");
    if (err)
        return source_arg_ended(c, uri, err);
    bool to_stdout = png_option && !g_strcmp0(png_option, "-");
    print_info(capture_info(c), &f, to_stdout ? stderr : stdout);
    int result = EXIT_DONE;
    if (png_option)
        result = command_result(picture_write_png(png_option, &f), png_option,
                                "Name a file in a folder that exists and that you may write to.");
    capture_release(c, &f);
    return result;
}

static int run(int argc, char **argv)
{
    if (argc != 2)
        return command_usage("preview", "needs one SOURCE", "Run 'whiteglove preview --help' to see what it takes.");
    if (!(at_option >= 0))
        return command_usage("--at", "must not be negative", NULL);
    struct capture *c;
    int result = source_arg_open(&c, argv[1], NULL);
    if (result == EXIT_DONE)
        result = show(c, argv[1]);
    capture_close(&c);
    return result;
}

const struct command cmd_preview = {
    .name = "preview",
    .arguments = "SOURCE",
    .summary = "Show what a camera, file or stream sees",
    .description =
        "Takes one picture from SOURCE (a video or image file, /dev/videoN, rtsp://…, srt://…, gst:PIPELINE) "
        "and tells its size, rate and colours. With --png it writes the picture, upright and in the "
        "colours the source meant.",
    .example = "build/release/whiteglove preview 'gst:videotestsrc num-buffers=1' --png build/preview.png",
    .options = options,
    .run = run,
};
