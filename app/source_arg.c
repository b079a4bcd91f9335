/* SPDX-License-Identifier: Apache-2.0 */
#include "source_arg.h"

#include "command.h"
#include "err.h"
#include "source.h"

/* Sources that capture/ may not know: "demo" is a row here, from sim/. */
static const struct capture_source *const extra[] = {NULL};

static const char *if_any(const char *text)
{
    return text[0] ? text : NULL;
}

int source_arg_open(struct capture **c, const char *uri, const struct capture_options *options)
{
    struct capture_options o = options ? *options : capture_defaults();
    struct capture_fault fault = {0};
    o.extra = extra;
    int err = capture_open(c, uri, &o, &fault);
    if (!err)
        return EXIT_DONE;
    return command_failed(uri, fault.why[0] ? fault.why : err_text(err), if_any(fault.advice));
}

int source_arg_ended(const struct capture *c, const char *uri, int err)
{
    if (!err || err == ERR_END)
        return EXIT_DONE;
    const struct capture_fault *fault = capture_last_fault(c);
    return command_failed(uri, fault->why[0] ? fault->why : err_text(err), if_any(fault->advice));
}
