/* SPDX-License-Identifier: Apache-2.0 */
/* cmd_calibrate.c: whiteglove calibrate: where the table is in the picture, found without help. */
#include "command.h"

#include "err.h"
#include "file.h"
#include "find_camera.h"
#include "look.h"
#include "outfile.h"
#include "paint.h"
#include "pixels.h"
#include "table_arg.h"

#include <stdio.h>

static char *table_option, *size_option, *out_option, *debug_option, *points_option;
static double ball_option, seconds_option = 3, rolling_option;

static const GOptionEntry options[] = {
    {"table", 0, 0, G_OPTION_ARG_STRING, &table_option, "Kind of table, see 'whiteglove tables'", "KIND"},
    {"size", 0, 0, G_OPTION_ARG_STRING, &size_option, "Instead of a kind: playing area, nose to nose, in mm", "LxW"},
    {"ball", 0, 0, G_OPTION_ARG_DOUBLE, &ball_option, "Diameter of the balls in mm, with --size", "D"},
    {"out", 0, 0, G_OPTION_ARG_FILENAME, &out_option, "Write the calibration to this file (default: '-')", "FILE"},
    {"seconds", 0, 0, G_OPTION_ARG_DOUBLE, &seconds_option, "Of video to look at (default 3)", "S"},
    {"rolling-shutter", 0, 0, G_OPTION_ARG_DOUBLE, &rolling_option,
     "The camera reads its rows one after the other, in so many ms (no picture shows it); kept in the file", "MS"},
    {"points", 0, 0, G_OPTION_ARG_STRING, &points_option,
     "Fallback: the four corners where nose lines meet, in pixels, clockwise in the picture", "X,Y,X,Y,X,Y,X,Y"},
    {"debug", 0, 0, G_OPTION_ARG_FILENAME, &debug_option, "Write a picture of each stage into this folder", "DIR"},
    {0},
};

static const char *const advice =
    "The camera should see the whole table from above, in its usual light; the kind of table must be right. "
    "--debug DIR shows what was seen, --points gives the corners by hand.";

static int read_points(struct vec2 p[4])
{
    char rest;
    if (sscanf(points_option, "%lf,%lf,%lf,%lf,%lf,%lf,%lf,%lf%c", &p[0].x, &p[0].y, &p[1].x, &p[1].y, &p[2].x, &p[2].y,
               &p[3].x, &p[3].y, &rest) == 8)
        return EXIT_DONE;
    return command_usage("--points", "needs eight numbers", "For example --points 72,80,1173,84,1171,632,70,634.");
}

static int find(const struct look *look, const struct table *table, struct calibration *c, char *why)
{
    struct vec2 p[4];
    if (!points_option)
        return find_camera(look, table, c, why);
    return read_points(p) ? ERR_RANGE : find_camera_by_hand(look, table, p, c, why);
}

static int draw_stages(const struct look *look, const struct calibration *c)
{
    struct frame canvas;
    int err = paint_write(&look->middle, debug_option, "1-view");
    if (!err)
        err = paint_copy(&look->middle, &canvas);
    if (err || !c)
        return err;
    paint_table(&canvas, c);
    err = paint_write(&canvas, debug_option, "2-table");
    pixels_free(&canvas);
    return err;
}

static int write_json(const struct calibration *c)
{
    const char *path = out_option ? out_option : "-";
    struct outfile out;
    int err = outfile_open(&out, path);
    if (err)
        return command_result(err, path, "Name a file in a folder that exists and that you may write to.");
    json_t *json = calibration_to_json(c);
    json_dumpf(json, out.stream, JSON_COMPACT | JSON_REAL_PRECISION(10));
    fputc('\n', out.stream);
    json_decref(json);
    return command_result(outfile_commit(&out), path, NULL);
}

static int run(int argc, char **argv)
{
    struct table table;
    struct look look;
    struct calibration c;
    char why[CALIBRATE_WHY] = "";
    if (argc != 2)
        return command_usage("calibrate", "needs one SOURCE",
                             "Run 'whiteglove calibrate --help' to see what it takes.");
    if (!(seconds_option >= 0))
        return command_usage("--seconds", "must not be negative", NULL);
    if (!(rolling_option >= 0 && rolling_option < 100))
        return command_usage("--rolling-shutter", "must be from 0 to 100 ms", NULL);
    int result = table_arg_make(&table, table_option, size_option, ball_option, NULL);
    if (result == EXIT_DONE)
        result = look_at(&look, argv[1], seconds_option);
    if (result != EXIT_DONE)
        return result;
    int err = find(&look, &table, &c, why);
    int drawn = debug_option ? draw_stages(&look, err ? NULL : &c) : 0;
    look_free(&look);
    if (err)
        return err == ERR_RANGE ? EXIT_USAGE : command_failed(argv[1], why, advice);
    if (drawn)
        return command_result(drawn, debug_option, NULL);
    c.rolling_s = rolling_option / 1e3;
    return write_json(&c);
}

const struct command cmd_calibrate = {
    .name = "calibrate",
    .arguments = "SOURCE",
    .summary = "Find the table in the picture and the camera above it",
    .description = "From one picture or a few seconds of video, with players in the way and nothing to click: cloth, "
                   "cushion noses, baulk-line and D give a full camera with its distortion. Writes JSON; rms_px says "
                   "how well the parts agree. It refuses, and says why, when part of the table is out of view, when "
                   "it is too dark, or when this is not a table of that kind.",
    .example = "build/release/whiteglove calibrate samples/overhead.png --table snooker-12ft --out build/table.json",
    .options = options,
    .run = run,
};
