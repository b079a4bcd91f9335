/* SPDX-License-Identifier: Apache-2.0 */
#include "source_arg.h"

#include "err.h"
#include "source.h"
#include "source_demo.h"

/* Sources that capture/ may not know: "demo" is a row here, from sim/. */
static const struct capture_source *const extra[] = {&source_demo, NULL};

struct source_arg source_arg = {.gain = -1};

static void add_arguments(struct capture_options *o)
{
    o->exposure_us = source_arg.exposure_us;
    o->white_kelvin = source_arg.white_kelvin;
    o->gain = source_arg.gain;
    o->width = source_arg.width;
    o->height = source_arg.height;
    o->fps = source_arg.fps;
    o->extra = extra;
}

static int failed(const char *uri, int err, const struct capture_fault *fault)
{
    char name[256];
    capture_public_uri(uri, name, sizeof name);
    return command_failed(name, fault->why[0] ? fault->why : err_text(err), fault->advice[0] ? fault->advice : NULL);
}

int source_arg_open(struct capture **c, const char *uri, const struct capture_options *options)
{
    struct capture_options o = options ? *options : capture_defaults();
    struct capture_fault fault = {0};
    add_arguments(&o);
    int err = capture_open(c, uri, &o, &fault);
    if (!err)
        return EXIT_DONE;
    return failed(uri, err, &fault);
}

int source_arg_ended(const struct capture *c, const char *uri, int err)
{
    if (!err || err == ERR_END)
        return EXIT_DONE;
    return failed(uri, err, capture_last_fault(c));
}
