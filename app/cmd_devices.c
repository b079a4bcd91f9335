/* SPDX-License-Identifier: Apache-2.0 */
/* cmd_devices.c: whiteglove devices: the cameras, what they offer, and which to use. */
#include "command.h"

#include "camera_report.h"
#include "err.h"

#include <stdio.h>

static gboolean all_option;

static const GOptionEntry options[] = {
    {"all", 'a', 0, G_OPTION_ARG_NONE, &all_option, "Every mode of every camera, not only the best few", NULL},
    {0},
};

enum { FEW = 5 };

static void print_mode(const struct camera_mode *m)
{
    char name[5];
    printf("    %-4s %5dx%-5d", camera_fourcc_name(m->fourcc, name), m->width, m->height);
    if (m->fps > 0)
        printf(" %6.4g frames/s\n", m->fps);
    else
        printf(" rate not told\n");
}

static void print_camera(const struct camera_report *r)
{
    printf("%s  %s\n  recognised by: %s\n", r->id.path, r->id.name, r->id.id);
    if (r->modes)
        printf("  %s\n", "best first:");
    for (int i = 0; i < r->modes && (all_option || i < FEW); i++)
        print_mode(&r->mode[i]);
    if (r->modes > FEW && !all_option)
        printf("    and %d more (--all)\n", r->modes - FEW);
    const char *advice;
    for (int n = 0; (advice = camera_report_advice(r, n)); n++)
        printf("  ! %s\n", advice);
}

/* The same order as for the modes of one camera. */
static bool better(const struct camera_report *a, const struct camera_report *b)
{
    if (!a->modes || !b->modes)
        return a->modes > 0;
    struct camera_mode pair[2] = {b->mode[0], a->mode[0]};
    struct capture_options o = capture_defaults();
    camera_mode_sort(pair, 2, &o);
    return pair[0].width == a->mode[0].width && pair[0].fps == a->mode[0].fps && pair[0].fourcc == a->mode[0].fourcc;
}

static int print_cameras(const struct camera_id *list, int count)
{
    static struct camera_report report, best;
    for (int i = 0; i < count; i++) {
        int err = camera_report(list[i].path, &report);
        if (err) {
            command_failed(list[i].path, err_text(err), NULL);
            continue;
        }
        print_camera(&report);
        if (!best.id.path[0] || better(&report, &best))
            best = report;
    }
    if (!best.modes)
        return command_failed("devices", "none of the cameras can be used", "docs/camera-guide.md tells which can.");
    printf("\nUse %s, for example: whiteglove preview %s --png preview.png\n", best.id.path, best.id.path);
    return EXIT_DONE;
}

static int run(int argc, char **argv)
{
    (void)argv;
    if (argc != 1)
        return command_usage("devices", "takes no arguments", NULL);
    static struct camera_id list[CAMERAS_MAX];
    int count = camera_find_all(list, CAMERAS_MAX);
    if (count)
        return print_cameras(list, count);
    printf("No camera found.\nIf one is plugged in, see whether you may use it: sudo adduser $USER video, then log in "
           "again.\nFiles and network streams need no camera: whiteglove preview rtsp://…\n");
    return EXIT_DONE;
}

const struct command cmd_devices = {
    .name = "devices",
    .arguments = "",
    .summary = "List the cameras, what they offer and which to use",
    .description = "Asks every camera for its picture formats, sizes and rates, and whether exposure and white balance "
                   "can be fixed. The mode named first is the one that is used unless you ask for another. "
                   "docs/camera-guide.md helps to choose a camera.",
    .example = "build/release/whiteglove devices --all",
    .options = options,
    .run = run,
};
