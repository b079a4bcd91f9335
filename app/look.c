/* SPDX-License-Identifier: Apache-2.0 */
/* look.c: takes LOOK_FRAMES frames spread over the first seconds of a source. */
#include "look.h"

#include "command.h"
#include "err.h"
#include "pixels.h"
#include "source_arg.h"

/* Copies every frame that is due; stops at the end of the source or when enough are taken. */
static int take(struct capture *c, double seconds, struct frame *taken, int *n)
{
    struct frame f;
    ns_t due = 0, pause = (ns_t)(seconds * NS_PER_S / (LOOK_FRAMES - 1));
    int err = 0;
    while (*n < LOOK_FRAMES && !(err = capture_next(c, &f, -1))) {
        if (f.t >= due) {
            due = f.t + pause;
            err = pixels_median(&f, 1, &taken[*n]);
            *n += !err;
        }
        capture_release(c, &f);
        if (err)
            break;
    }
    return err == ERR_END && *n > 0 ? 0 : err;
}

int look_at(struct look *look, const char *uri, double seconds)
{
    struct capture *c;
    struct frame taken[LOOK_FRAMES];
    int n = 0, result = source_arg_open(&c, uri, NULL);
    if (result != EXIT_DONE)
        return result;
    int err = take(c, seconds, taken, &n);
    if (err)
        result = source_arg_ended(c, uri, err);
    capture_close(&c);
    if (!err && (err = pixels_median(taken, n, &look->middle)))
        result = command_result(err, uri, NULL);
    for (int i = err ? 0 : 1; i < n; i++)
        pixels_free(&taken[i]);
    look->first = taken[0];
    look->frames = n;
    return result;
}

void look_free(struct look *look)
{
    pixels_free(&look->middle);
    pixels_free(&look->first);
}
