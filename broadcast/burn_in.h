/* SPDX-License-Identifier: Apache-2.0 */
/* burn_in.h: what the files of the burnt-in overlay share. Used by burn*.c only. */
#pragma once

#include "burn.h"
#include "burn_paint.h"
#include "newest.h"

#include <gst/gst.h>
#include <pthread.h>

enum { BURN_FRAMES = 6 }; /* that may wait for the encoder */

/* ---- burn_draw.c: the overlay, frame by frame; all in the pipeline's thread ---- */
struct burn_draw {
    struct burn_look look;
    struct newest *newest;
    cairo_surface_t *picture;
    PangoContext *letters;
    json_t *state;
    void *painted;     /* GstVideoOverlayComposition */
    json_int_t calls;  /* seen so far; -1: none yet, so that an old call is not shown again */
    double call_until; /* s of the frames' time */
    double state_at;   /* when the state came */
    struct burn_moment shown;
};
/* Draws on what flows through this overlaycomposition element. */
void burn_draw_attach(struct burn_draw *draw, GstElement *element);
void burn_draw_free(struct burn_draw *draw);

/* ---- burn_pipe.c: one pipeline, from frames to where they go ---- */
struct burn_size {
    int width, height;
    enum pixel_format format;
};
struct burn_pipe {
    GstElement *pipeline, *in;
    GstBufferPool *pool;
    GstBus *bus;
    guint64 sent; /* atomic enough: written by one thread, looked at by another under no lock */
};
/* Address or file? NULL: neither, `why` says so. */
struct burn_kind {
    const char *begins, *ends; /* one of them */
    bool network;
    const char *tail, *property;
};
const struct burn_kind *burn_kind(const char *target, char why[BURN_WHY]);
/* 0, or an error with `why`. `location` is the address, or the file to write. */
int burn_pipe_open(struct burn_pipe *pipe, const struct burn_options *options, const struct burn_kind *kind,
                   const char *location, const struct burn_size *size, struct burn_draw *draw, char why[BURN_WHY]);
/* Lets what is on its way out, for at most `wait_s`. True: all of it went. */
bool burn_pipe_finish(struct burn_pipe *pipe, double wait_s);
void burn_pipe_close(struct burn_pipe *pipe);
/* 0; ERR_FULL: there is no room now; ERR_IO: it takes nothing any more. */
int burn_pipe_push(struct burn_pipe *pipe, const struct frame *frame, bool by_frame_time);
/* What went wrong, once; false: nothing did. */
bool burn_pipe_failed(struct burn_pipe *pipe, char why[BURN_WHY]);
