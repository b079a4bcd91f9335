/* SPDX-License-Identifier: Apache-2.0 */
/* burn_draw.c: what is drawn on this frame? The overlay is painted when something has changed, and laid on every frame
 * only where it is not transparent. */
#include "burn_in.h"

#include <gst/video/gstvideometa.h>
#include <gst/video/video-overlay-composition.h>
#include <gst/video/video.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { BANDS = 4 };

/* Part of the picture that is not transparent. */
struct band {
    int x0, x1, y0, y1;
};

/* ---- finding what is painted ------------------------------------------------------------------------------------- */

static bool look_at_row(const uint32_t *row, int width, int *x0, int *x1)
{
    int first = 0, last = width - 1;
    while (first < width && !(row[first] >> 24))
        first++;
    if (first == width)
        return false;
    while (!(row[last] >> 24))
        last--;
    *x0 = first < *x0 ? first : *x0;
    *x1 = last + 1 > *x1 ? last + 1 : *x1;
    return true;
}

/* Runs of rows that have something on them; the last band takes what is left. */
static int find_bands(cairo_surface_t *picture, struct band bands[BANDS])
{
    int width = cairo_image_surface_get_width(picture), height = cairo_image_surface_get_height(picture), n = 0;
    const unsigned char *bytes = cairo_image_surface_get_data(picture);
    bool inside = false;
    for (int y = 0; y < height; y++) {
        const uint32_t *row = (const void *)(bytes + (size_t)y * (size_t)cairo_image_surface_get_stride(picture));
        struct band empty = {width, 0, y, y}, *band = inside || n == BANDS ? &bands[n - 1] : &bands[n];
        if (!inside && n < BANDS)
            *band = empty;
        bool painted = look_at_row(row, width, &band->x0, &band->x1);
        n += painted && !inside && n < BANDS;
        inside = painted;
        if (painted)
            band->y1 = y + 1;
    }
    return n;
}

static int even_down(int n)
{
    return n & ~1;
}

/* Chroma is shared by two pixels each way. */
static void make_even(struct band *b, int width, int height)
{
    b->x0 = even_down(b->x0);
    b->y0 = even_down(b->y0);
    b->x1 = MIN(even_down(b->x1 + 1), even_down(width));
    b->y1 = MIN(even_down(b->y1 + 1), even_down(height));
}

static GstVideoOverlayRectangle *rectangle_of(cairo_surface_t *picture, const struct band *b)
{
    int width = b->x1 - b->x0, height = b->y1 - b->y0, stride = cairo_image_surface_get_stride(picture);
    const unsigned char *from =
        cairo_image_surface_get_data(picture) + (size_t)b->y0 * (size_t)stride + 4 * (size_t)b->x0;
    GstBuffer *buffer = gst_buffer_new_allocate(NULL, 4 * (gsize)width * (gsize)height, NULL);
    GstMapInfo map;
    if (!buffer || !gst_buffer_map(buffer, &map, GST_MAP_WRITE))
        return NULL;
    for (int y = 0; y < height; y++)
        memcpy(map.data + 4 * (size_t)width * (size_t)y, from + (size_t)stride * (size_t)y, 4 * (size_t)width);
    gst_buffer_unmap(buffer, &map);
    gst_buffer_add_video_meta(buffer, GST_VIDEO_FRAME_FLAG_NONE, GST_VIDEO_OVERLAY_COMPOSITION_FORMAT_RGB, (guint)width,
                              (guint)height);
    GstVideoOverlayRectangle *r = gst_video_overlay_rectangle_new_raw(
        buffer, b->x0, b->y0, (guint)width, (guint)height, GST_VIDEO_OVERLAY_FORMAT_FLAG_PREMULTIPLIED_ALPHA);
    gst_buffer_unref(buffer);
    return r;
}

static GstVideoOverlayComposition *compose(cairo_surface_t *picture)
{
    struct band bands[BANDS];
    GstVideoOverlayComposition *all = gst_video_overlay_composition_new(NULL);
    int n = find_bands(picture, bands);
    for (int i = 0; i < n; i++) {
        make_even(&bands[i], cairo_image_surface_get_width(picture), cairo_image_surface_get_height(picture));
        bool empty = bands[i].x1 <= bands[i].x0 || bands[i].y1 <= bands[i].y0;
        GstVideoOverlayRectangle *r = empty ? NULL : rectangle_of(picture, &bands[i]);
        if (!r)
            continue;
        gst_video_overlay_composition_add_rectangle(all, r);
        gst_video_overlay_rectangle_unref(r);
    }
    return all;
}

/* ---- what has changed -------------------------------------------------------------------------------------------- */

static const json_t *clock_of(const json_t *state)
{
    return json_object_get(json_object_get(state, "live"), "clock");
}

/* Pages count on by themselves between two states; so does this. */
static double shot_left(const struct burn_draw *d, double now)
{
    const json_t *clock = clock_of(d->state), *left = json_object_get(clock, "shot_left");
    if (!json_is_number(left))
        return -1;
    double passed = json_is_true(json_object_get(clock, "runs")) ? now - d->state_at : 0;
    return fmax(0, json_number_value(left) - passed);
}

/* A call is shown when it is new, never again because a connection was lost. */
static void note_call(struct burn_draw *d, double now)
{
    json_int_t calls = json_integer_value(json_object_get(d->state, "calls"));
    bool fresh = d->calls >= 0 && calls > d->calls;
    d->calls = calls;
    if (fresh && burn_paint_has_call(&d->look, d->state))
        d->call_until = now + d->look.hold_s;
    else if (fresh)
        d->call_until = 0;
}

static bool take_news(struct burn_draw *d, double now)
{
    char *text = newest_take(d->newest, 0);
    json_t *state = text ? json_loads(text, 0, NULL) : NULL;
    free(text);
    if (!state)
        return false;
    json_decref(d->state);
    d->state = state;
    d->state_at = now;
    note_call(d, now);
    return true;
}

static bool looks_the_same(const struct burn_moment *a, const struct burn_moment *b)
{
    return a->call == b->call && ceil(a->shot_left) == ceil(b->shot_left);
}

/* ---- every frame ------------------------------------------------------------------------------------------------- */

static void free_picture(struct burn_draw *d)
{
    if (d->painted)
        gst_video_overlay_composition_unref(d->painted);
    if (d->picture)
        cairo_surface_destroy(d->picture);
    d->painted = NULL;
    d->picture = NULL;
}

static bool has_size(cairo_surface_t *picture, int width, int height)
{
    return picture && cairo_image_surface_get_width(picture) == width &&
           cairo_image_surface_get_height(picture) == height;
}

static void paint(struct burn_draw *d, const struct burn_moment *moment, int width, int height)
{
    if (!has_size(d->picture, width, height)) {
        free_picture(d);
        d->picture = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, width, height);
    }
    if (!d->letters)
        d->letters = burn_paint_letters();
    burn_paint(d->picture, d->letters, &d->look, d->state, moment);
    if (d->painted)
        gst_video_overlay_composition_unref(d->painted);
    d->painted = compose(d->picture);
    d->shown = *moment;
}

static GstVideoOverlayComposition *on_draw(GstElement *element, GstSample *sample, gpointer user)
{
    struct burn_draw *d = user;
    const GstBuffer *buffer = gst_sample_get_buffer(sample);
    GstVideoInfo info;
    (void)element;
    if (!gst_video_info_from_caps(&info, gst_sample_get_caps(sample)))
        return NULL;
    double now = (double)GST_BUFFER_PTS(buffer) / (double)GST_SECOND;
    bool news = take_news(d, now);
    struct burn_moment moment = {shot_left(d, now), now < d->call_until};
    if (!d->state)
        return NULL;
    if (news || !looks_the_same(&moment, &d->shown) || !has_size(d->picture, info.width, info.height))
        paint(d, &moment, info.width, info.height);
    return gst_video_overlay_composition_ref(d->painted);
}

void burn_draw_attach(struct burn_draw *draw, GstElement *element)
{
    draw->call_until = draw->state_at = 0; /* the time of another pipeline starts anew */
    g_signal_connect(element, "draw", G_CALLBACK(on_draw), draw);
}

void burn_draw_free(struct burn_draw *draw)
{
    free_picture(draw);
    g_clear_object(&draw->letters);
    json_decref(draw->state);
}
