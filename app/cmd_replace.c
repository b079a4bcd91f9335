/* SPDX-License-Identifier: Apache-2.0 */
/* cmd_replace.c: whiteglove replace: put the balls back as they lay before a stroke. */
#include "command.h"

#include "err.h"
#include "file.h"
#include "look.h"
#include "outfile.h"
#include "replace_desk.h"
#include "source_arg.h"
#include "web_open.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>

#define WAKE_UP    (NS_PER_S / 5)
#define LOOK_EVERY (NS_PER_S / 15) /* as often as a hand needs; the rest is left to the referee */

static int stroke_option, port_option = 8090;
static double tolerance_option = 1.0;
static char *png_option, *calibration_option, *pin_option;
static gboolean json_option, lan_option;

static const GOptionEntry options[] = {
    {"stroke", 0, 0, G_OPTION_ARG_INT, &stroke_option, "As the balls lay before this stroke (the last one)", "N"},
    {"tolerance", 0, 0, G_OPTION_ARG_DOUBLE, &tolerance_option, "A ball this near its place is there, in mm (1)", "MM"},
    {"calibration", 0, 0, G_OPTION_ARG_FILENAME, &calibration_option,
     "Of the camera (default: that of the match, else found in the picture)", "FILE"},
    {"png", 0, 0, G_OPTION_ARG_FILENAME, &png_option, "Look once, write the picture with the ghosts, and end", "FILE"},
    {"json", 0, 0, G_OPTION_ARG_NONE, &json_option, "Look once, print what is left to do as JSON, and end", NULL},
    {"port", 0, 0, G_OPTION_ARG_INT, &port_option, "Where to serve (8090); 0: any port that is free", "N"},
    {"lan", 0, 0, G_OPTION_ARG_NONE, &lan_option, "For a phone at the table: the whole network; needs --pin", NULL},
    {"pin", 0, 0, G_OPTION_ARG_STRING, &pin_option, "Asked for before anything is shown", "PIN"},
    SOURCE_ARG_OPTIONS,
    {0},
};

static volatile sig_atomic_t stopped;

static void stop(int signal)
{
    (void)signal;
    stopped = 1;
}

/* ---- looking ----------------------------------------------------------------------------------------------------- */

static int get_calibration(const struct review *r, const struct look *look, struct calibration *c)
{
    char why[CALIBRATE_WHY] = "";
    struct calibrate_params params = calibrate_params_default();
    struct table table;
    int err;
    if (calibration_option) {
        err = calibration_read(c, calibration_option, why);
        return err ? command_failed(calibration_option, *why ? why : err_text(err), NULL) : EXIT_DONE;
    }
    if (r->calibrated) {
        *c = r->calibration;
        return EXIT_DONE;
    }
    const struct bed *bed = &match_now(r->match)->state.bed;
    err = table_make_custom(&table, bed->length, bed->width, bed->ball_d);
    if (!err)
        err = calibrate_picture(&look->middle, &table, &params, c, why);
    return err ? command_failed("the picture", *why ? why : err_text(err), "Give --calibration.") : EXIT_DONE;
}

/* Frames until enough of them were seen; all of a picture, some of a film. */
static int look_a_while(struct replace_desk *desk, struct capture *c, int frames)
{
    struct frame f;
    int err = 0, n = 0;
    while (n < frames && !(err = capture_next(c, &f, -1))) {
        err = replace_desk_see(desk, &f);
        capture_release(c, &f);
        if (err)
            return err;
        n++;
    }
    return n ? 0 : err;
}

static int write_picture(struct replace_desk *desk)
{
    struct outfile out;
    size_t size = 0;
    cairo_surface_t *surface = replace_desk_picture(desk);
    unsigned char *png = surface ? canvas_png(surface, &size) : NULL;
    if (surface)
        cairo_surface_destroy(surface);
    int err = png ? outfile_open(&out, png_option) : ERR_MEMORY;
    if (!err) {
        fwrite(png, 1, size, out.stream);
        err = outfile_commit(&out);
    }
    free(png);
    return command_result(err, png_option, NULL);
}

static void print_state(const json_t *state)
{
    const json_t *balls = json_object_get(state, "balls");
    for (size_t i = 0; i < json_array_size(balls); i++) {
        const json_t *b = json_array_get(balls, i);
        bool doubt = json_is_true(json_object_get(b, "doubt"));
        printf("%-10s %-8s %s%s\n", json_string_value(json_object_get(b, "ball")),
               json_string_value(json_object_get(b, "state")), json_string_value(json_object_get(b, "words")),
               doubt ? "; read its number by eye" : "");
    }
    size_t extra = json_array_size(json_object_get(state, "extra"));
    if (extra)
        printf("%zu ball(s) lie where nothing was.\n", extra);
}

static int once(struct replace_desk *desk, struct capture *c, const char *uri)
{
    int err = look_a_while(desk, c, 12);
    if (err)
        return source_arg_ended(c, uri, err);
    json_t *state = replace_desk_state(desk);
    if (json_option) {
        json_dumpf(state, stdout, JSON_COMPACT | JSON_REAL_PRECISION(8));
        putchar('\n');
    } else
        print_state(state);
    json_decref(state);
    return png_option ? write_picture(desk) : EXIT_DONE;
}

/* A film that ends stays on its last picture. */
static int see_until_stopped(struct replace_desk *desk, struct capture *c)
{
    struct frame f;
    ns_t due = 0;
    int err = 0;
    while (!stopped && (!err || err == ERR_TIMEOUT)) {
        err = capture_next(c, &f, WAKE_UP);
        if (err)
            continue;
        if (f.t >= due) {
            due = f.t + LOOK_EVERY;
            err = replace_desk_see(desk, &f);
        }
        capture_release(c, &f);
    }
    while (!stopped && err == ERR_END)
        g_usleep(50000);
    return err == ERR_END || err == ERR_TIMEOUT ? 0 : err;
}

static int serve(struct replace_desk *desk, struct capture *c, const char *uri)
{
    struct web_settings settings = {.port = port_option, .lan = lan_option, .pin = pin_option};
    struct broadcast_extra extra = replace_desk_extra(desk);
    struct broadcast *web;
    struct sigaction action = {.sa_handler = stop};
    int result = web_open_with(&web, &settings, &extra, "replace");
    if (result)
        return result;
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    int err = see_until_stopped(desk, c);
    broadcast_close(&web);
    return err ? source_arg_ended(c, uri, err) : EXIT_DONE;
}

/* ---- the command ------------------------------------------------------------------------------------------------- */

static int with_desk(const struct replace_order *order, const struct look *look, const char *uri)
{
    struct replace_desk *desk;
    struct capture *c;
    int err = replace_desk_open(&desk, order, &look->middle);
    if (err)
        return command_result(err, "vision", NULL);
    int result = source_arg_open(&c, uri, NULL);
    if (!result) {
        result = png_option || json_option ? once(desk, c, uri) : serve(desk, c, uri);
        capture_close(&c);
    }
    replace_desk_close(&desk);
    return result;
}

static int with_stroke(const struct review *r, const struct review_look *stroke, const char *uri)
{
    struct look look;
    struct calibration calibration;
    if (!stroke->before.known)
        return command_failed("stroke", "where the balls lay before it was not recorded", NULL);
    int result = look_at(&look, uri, 0.5);
    if (result)
        return result;
    struct layout last = review_last_known(r, stroke);
    struct replace_order order = {&calibration, stroke->set->id, &stroke->before, &last, tolerance_option, stroke->n};
    result = get_calibration(r, &look, &calibration);
    if (!result)
        result = with_desk(&order, &look, uri);
    look_free(&look);
    return result;
}

static int run(int argc, char **argv)
{
    static struct review_look stroke;
    struct web_settings settings = {.port = port_option, .lan = lan_option, .pin = pin_option};
    struct review *r;
    char error[SCENARIO_ERROR_BYTES] = "";
    if (argc != 3)
        return command_usage("replace", "needs the folder of a match and a source",
                             "For example: replace DIR /dev/video0");
    if (!(tolerance_option > 0 && tolerance_option <= 50))
        return command_usage("--tolerance", "is from 0 to 50 mm", NULL);
    int result = web_check(&settings);
    if (result)
        return result;
    int err = review_open(&r, argv[1], error);
    if (err)
        return command_failed(argv[1], *error ? error : err_text(err), "Name the folder of a match.");
    int n = stroke_option ? stroke_option : r->strokes;
    if (review_look(r, n, &stroke)) {
        char *advice = g_strdup_printf("There are %d strokes in this match.", r->strokes);
        result = command_failed("stroke", "there is no such stroke, or it was taken back", advice);
        g_free(advice);
    } else
        result = with_stroke(r, &stroke, argv[2]);
    review_close(&r);
    return result;
}

const struct command cmd_replace = {
    .name = "replace",
    .arguments = "DIR SOURCE",
    .summary = "Put the balls back as they lay before a stroke, by what the camera sees",
    .description =
        "After a miss or a disturbance: shows the picture of SOURCE with the recorded place of every ball as a ghost, "
        "and for each ball how far it still has to go and which way; green once it is within the tolerance. /replace "
        "is for a phone at the table. With --png or --json it looks once and ends.",
    .example = "build/release/whiteglove review samples/stroke.mp4 --match build/stroke-review --only && "
               "build/release/whiteglove replace build/stroke-review samples/stroke.mp4 --png build/back.png",
    .options = options,
    .run = run,
};
