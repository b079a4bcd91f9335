/* SPDX-License-Identifier: Apache-2.0 */
/* cmd_detect.c: whiteglove detect: the balls in pictures, one JSON line each. */
#include "command.h"

#include "err.h"
#include "file.h"
#include "look.h"
#include "paint.h"
#include "pixels.h"
#include "table_arg.h"
#include "vision.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

static char *table_option, *size_option, *calibration_option, *debug_option, *balls_option;
static double ball_option;
static gboolean timing_option;

static const GOptionEntry options[] = {
    {"table", 0, 0, G_OPTION_ARG_STRING, &table_option, "Kind of table (default snooker-12ft)", "KIND"},
    {"size", 0, 0, G_OPTION_ARG_STRING, &size_option, "Instead of a kind: playing area, nose to nose, in mm", "LxW"},
    {"ball", 0, 0, G_OPTION_ARG_DOUBLE, &ball_option, "Diameter of the balls in mm, with --size", "D"},
    {"balls", 0, 0, G_OPTION_ARG_STRING, &balls_option,
     "Set of balls: snooker, billiards, english, numbered (default: the table's)", "SET"},
    {"calibration", 0, 0, G_OPTION_ARG_FILENAME, &calibration_option,
     "Camera and table from 'whiteglove calibrate'; without it each picture is calibrated on itself", "FILE"},
    {"debug", 0, 0, G_OPTION_ARG_FILENAME, &debug_option, "Write a picture of each stage into this folder", "DIR"},
    {"timing", 0, 0, G_OPTION_ARG_NONE, &timing_option, "Say on standard error how long each stage took", NULL},
    {0},
};

static ns_t clock_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (ns_t)t.tv_sec * NS_PER_S + t.tv_nsec;
}

/* ---- output ---------------------------------------------------------------------------------------------------- */

/* The middle of the disc that is seen. Coordinates in files count from the corner of the picture: the middle of the
 * first pixel is at 0.5, 0.5. */
static struct vec2 disc_middle(const struct calibration *c, const struct ball_obs *b)
{
    enum { N = 32 };
    struct vec2 px[N], sum = {0.5, 0.5};
    double radius = c->table.bed.ball_d / 2;
    if (!camera_outline(&c->camera, (struct vec3){b->mm.x, b->mm.y, radius}, radius, N, px))
        return vec2_add(b->px, sum);
    for (int i = 0; i < N; i++)
        sum = vec2_along(sum, 1.0 / N, px[i]);
    return sum;
}

static json_t *ball_json(const struct ball_set *set, const struct calibration *c, const struct ball_obs *b)
{
    struct vec2 px = disc_middle(c, b);
    double z = c->table.bed.ball_d / 2, own = z;
    if (set->id == BALL_SET_ENGLISH && b->kind == BALL_KIND_WHITE && c->table.bed.cue_ball_d > 0)
        own = c->table.bed.cue_ball_d / 2; /* smaller than the others */
    struct vec2 mm = camera_change_height(&c->camera, b->mm, z, own);
    static const char *const kinds[] = {"none", "cue",   "yellow", "green", "brown", "blue",
                                        "pink", "black", "red",    "solid", "stripe"};
    char number[8];
    const char *name = kinds[b->kind];
    if (set->id == BALL_SET_BILLIARDS && b->kind == BALL_KIND_WHITE)
        name = "white";
    if (set->id == BALL_SET_NUMBERED && b->number) {
        snprintf(number, sizeof number, "%u", b->number);
        name = number;
    }
    return json_pack("{s:s,s:[ff],s:f,s:[ff],s:f,s:f,s:f}", "ball", name, "px", px.x, px.y, "radius_px",
                     (double)b->radius_px, "mm", mm.x, mm.y, "sd_mm", (double)b->sd_mm, "quality", (double)b->quality,
                     "colour_p", (double)b->kind_p);
}

static json_t *regions_json(const struct vision_result *r)
{
    json_t *list = json_array();
    for (int i = 0; i < r->regions_n; i++)
        json_array_append_new(list, json_pack("{s:[iiii],s:i}", "box", r->regions[i].x0, r->regions[i].y0,
                                              r->regions[i].x1, r->regions[i].y1, "area_px", r->regions[i].area));
    return list;
}

static void print_result(const char *path, const struct ball_set *set, const struct calibration *c,
                         const struct vision_result *r)
{
    json_t *balls = json_array();
    for (int i = 0; i < r->balls_n; i++)
        json_array_append_new(balls, ball_json(set, c, &r->balls[i]));
    json_t *line = json_pack("{s:s,s:s,s:o,s:o}", "type", "detection", "image", path, "balls", balls, "unexplained",
                             regions_json(r));
    if (r->balls_dropped + r->regions_dropped + r->candidates_dropped > 0)
        json_object_set_new(line, "dropped",
                            json_integer(r->balls_dropped + r->regions_dropped + r->candidates_dropped));
    json_dumpf(line, stdout, JSON_COMPACT | JSON_REAL_PRECISION(7));
    putchar('\n');
    json_decref(line);
}

static void print_timing(const char *path, const struct vision *v)
{
    fprintf(stderr, "%s:", path);
    for (int i = 0; i < VISION_STAGES; i++)
        fprintf(stderr, " %s %.3f ms", vision_stage_name((enum vision_stage)i), (double)vision_times(v)[i] / 1e6);
    fputc('\n', stderr);
}

/* ---- stage pictures -------------------------------------------------------------------------------------------- */

static const char *base_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

static void paint_stage(struct frame *canvas, const struct calibration *c, const struct vision *v,
                        const struct vision_result *r, int stage)
{
    for (int y = 0; y < canvas->height && stage < 2; y++)
        for (int x = 0; x < canvas->width; x++) {
            int votes = stage == 1 ? vision_votes_at(v, x, y) : 0;
            if (stage == 0 && vision_foreign_at(v, x, y) && (x + y) % 2)
                paint_dot(canvas, vec2(x, y), paint_magenta);
            if (votes > 24)
                paint_dot(canvas, vec2(x, y), (struct paint){(uint8_t)(votes > 235 ? 235 : votes), 90, 190});
        }
    for (int i = 0; i < r->balls_n && stage == 2; i++)
        paint_ball(canvas, &c->camera, r->balls[i].mm, c->table.bed.ball_d / 2, paint_yellow);
    for (int i = 0; i < r->regions_n && stage == 2; i++)
        for (int x = r->regions[i].x0; x <= r->regions[i].x1; x++) {
            paint_dot(canvas, vec2(x, r->regions[i].y0), paint_red);
            paint_dot(canvas, vec2(x, r->regions[i].y1), paint_red);
        }
}

static int draw(const char *path, const struct frame *f, const struct calibration *c, const struct vision *v,
                const struct vision_result *r)
{
    static const char *const stages[] = {"1-foreign", "2-votes", "3-balls", "4-table"};
    int err = 0;
    for (int i = 0; i < 4 && !err; i++) {
        struct frame canvas;
        char name[512];
        snprintf(name, sizeof name, "%s-%s", base_name(path), stages[i]);
        err = paint_copy(f, &canvas);
        if (err)
            break;
        if (i == 3)
            paint_table(&canvas, c);
        else
            paint_stage(&canvas, c, v, r, i);
        err = paint_write(&canvas, debug_option, name);
        pixels_free(&canvas);
    }
    return err;
}

/* ---- one picture ----------------------------------------------------------------------------------------------- */

static int set_id(enum ball_set_id *id)
{
    static const char *const names[] = {NULL, "snooker", "billiards", "english", "numbered"};
    *id = BALL_SET_NONE;
    for (int i = BALL_SET_SNOOKER; balls_option && i <= BALL_SET_NUMBERED; i++)
        if (!strcmp(balls_option, names[i]))
            *id = (enum ball_set_id)i;
    if (balls_option && *id == BALL_SET_NONE)
        return command_usage(balls_option, "there is no such set of balls", "snooker, billiards, english or numbered.");
    return EXIT_DONE;
}

static int see(const char *path, const struct frame *f, const struct calibration *c)
{
    struct vision_params params = vision_params_default();
    struct vision_result r;
    struct vision *v;
    int result = set_id(&params.balls);
    if (result != EXIT_DONE)
        return result;
    int err = vision_open(&v, c, &params);
    if (!err && timing_option)
        vision_time(v, clock_now);
    if (!err)
        err = vision_detect(v, f, &r);
    if (!err) {
        print_result(path, ball_set(params.balls ? params.balls : c->table.balls), c, &r);
        if (timing_option)
            print_timing(path, v);
    }
    int drawn = !err && debug_option ? draw(path, f, c, v, &r) : 0;
    vision_close(&v);
    if (drawn)
        return command_result(drawn, debug_option, "Name a folder that you may write to.");
    return command_result(err, path, err == ERR_FORMAT ? "Its size is not that of the calibration." : NULL);
}

static int detect(const char *path, const struct table *table, const struct calibration *given)
{
    struct look look;
    struct calibration own;
    char why[CALIBRATE_WHY] = "";
    struct calibrate_params params = calibrate_params_default();
    int result = look_at(&look, path, 0);
    if (result != EXIT_DONE)
        return result;
    if (!given && calibrate_picture(&look.first, table, &params, &own, why))
        result = command_failed(path, why,
                                "The whole table must be in view, and --table right. --calibration FILE "
                                "takes a camera found earlier.");
    else
        result = see(path, &look.first, given ? given : &own);
    look_free(&look);
    return result;
}

static int run(int argc, char **argv)
{
    struct table table;
    struct calibration given;
    char why[CALIBRATE_WHY];
    if (argc < 2)
        return command_usage("detect", "needs at least one IMAGE",
                             "Run 'whiteglove detect --help' to see what it takes.");
    int result = table_arg_make(&table, table_option, size_option, ball_option, "snooker-12ft");
    if (result != EXIT_DONE)
        return result;
    if (calibration_option && calibration_read(&given, calibration_option, why))
        return command_failed(calibration_option, why, "Make one with 'whiteglove calibrate'.");
    for (int i = 1; i < argc; i++) {
        int one = detect(argv[i], &table, calibration_option ? &given : NULL);
        result = one != EXIT_DONE ? one : result;
    }
    return result;
}

const struct command cmd_detect = {
    .name = "detect",
    .arguments = "IMAGE…",
    .summary = "Find the balls in pictures",
    .description = "One JSON line an image (a film gives its first frame): every ball with its colour, its centre in "
                   "pixels from the corner of the picture and in mm on the table, and how well it is known; and what "
                   "on the table is no ball. Balls are named among each other, so a picture of one ball alone tells "
                   "less about its colour than a whole table.",
    .example = "build/release/whiteglove detect samples/overhead.png --table snooker-12ft",
    .options = options,
    .run = run,
};
