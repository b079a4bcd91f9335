/* SPDX-License-Identifier: Apache-2.0 */
/* review_export.c: stills, clips, sheets and lists. */
#include "review_export.h"

#include "answers.h"
#include "canvas.h"
#include "encode.h"
#include "err.h"
#include "exports.h"
#include "outfile.h"
#include "pixels.h"
#include "say.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { CLIP_QUALITY = 18 };

struct export_order export_defaults(void)
{
    return (struct export_order){.frame = -1, .drawing = true, .language = LANGUAGE_EN};
}

/* ---- stills ------------------------------------------------------------------------------------------------------ */

static int64_t first_contact_frame(const struct review *r, const struct review_look *look)
{
    for (size_t i = 0; i < look->then.events_n; i++)
        if (look->then.events[i].kind == EVENT_CONTACT && look->then.events[i].p >= 0.5f)
            return review_frame(r, (double)look->then.events[i].t / (double)NS_PER_S);
    return review_frame(r, look->stroke->t0);
}

static int write_png(cairo_surface_t *surface, FILE *out)
{
    size_t size;
    unsigned char *png = surface ? canvas_png(surface, &size) : NULL;
    int err = png ? 0 : ERR_MEMORY;
    if (!err && fwrite(png, 1, size, out) != size)
        err = ERR_IO;
    free(png);
    if (surface)
        cairo_surface_destroy(surface);
    return err;
}

/* The picture; without a film the drawn table. */
static int write_still(const struct review *r, const struct export_order *o, FILE *out)
{
    struct review_look *look = malloc(sizeof *look);
    int err = look ? review_look(r, o->stroke, look) : ERR_MEMORY;
    if (!err) {
        int64_t frame = o->frame >= 0 ? o->frame : first_contact_frame(r, look);
        struct canvas_shot shot = {r, look, frame < r->rows.count ? frame : -1, NULL, true};
        cairo_surface_t *s = r->pictures ? canvas_still(&shot, o->drawing) : canvas_evidence(&shot, 1600);
        err = s ? write_png(s, out) : ERR_RANGE;
    }
    free(look);
    return err;
}

/* ---- clips ------------------------------------------------------------------------------------------------------- */

/* BT.709, 16..235, as the encoder is told; in 1/65536. */
static void luma_row(const uint32_t *rgb, uint8_t *y, int width)
{
    for (int x = 0; x < width; x++) {
        int r = rgb[x] >> 16 & 255, g = rgb[x] >> 8 & 255, b = rgb[x] & 255;
        y[x] = (uint8_t)((11966 * r + 40254 * g + 4064 * b + (16 << 16) + 32768) >> 16);
    }
}

static void chroma_row(const uint32_t *top, const uint32_t *bottom, uint8_t *u, uint8_t *v, int width)
{
    for (int x = 0; x < width / 2; x++) {
        const uint32_t four[] = {top[2 * x], top[2 * x + 1], bottom[2 * x], bottom[2 * x + 1]};
        int r = 0, g = 0, b = 0;
        for (int i = 0; i < 4; i++) {
            r += four[i] >> 16 & 255;
            g += four[i] >> 8 & 255;
            b += four[i] & 255;
        }
        u[x] = (uint8_t)((-6596 * r - 22189 * g + 28785 * b + (512 << 16) + 131072) >> 18);
        v[x] = (uint8_t)((28785 * r - 26145 * g - 2640 * b + (512 << 16) + 131072) >> 18);
    }
}

static void into_frame(cairo_surface_t *s, struct frame *f)
{
    const unsigned char *data = cairo_image_surface_get_data(s);
    int stride = cairo_image_surface_get_stride(s);
    for (int y = 0; y < f->height; y++) {
        const uint32_t *row = (const uint32_t *)(const void *)(data + (ptrdiff_t)y * stride);
        luma_row(row, (uint8_t *)f->plane[0] + (ptrdiff_t)y * f->stride[0], f->width);
        if (y % 2 == 0 && y + 1 < f->height)
            chroma_row(row, (const uint32_t *)(const void *)(data + (ptrdiff_t)(y + 1) * stride),
                       (uint8_t *)f->plane[1] + (ptrdiff_t)(y / 2) * f->stride[1],
                       (uint8_t *)f->plane[2] + (ptrdiff_t)(y / 2) * f->stride[2], f->width);
    }
}

struct clip {
    const struct review *r;
    struct review_look look;
    struct encoder *encoder;
    struct frame canvas; /* to draw on */
    ns_t start;
};

static int clip_frame(struct clip *clip, int64_t n, bool drawing)
{
    struct canvas_shot shot = {clip->r, &clip->look, n, NULL, true};
    cairo_surface_t *s = canvas_still(&shot, drawing);
    if (!s)
        return ERR_IO;
    into_frame(s, &clip->canvas);
    cairo_surface_destroy(s);
    clip->canvas.t = clip->r->rows.row[n].t - clip->start;
    return encode_frame(clip->encoder, &clip->canvas);
}

static int encode_clip(struct clip *clip, const struct export_order *o, const char *path, int64_t from, int64_t to)
{
    const struct rows *rows = &clip->r->rows;
    double seconds = (double)(rows->row[to].t - rows->row[from].t) / (double)NS_PER_S;
    double fps = to > from && seconds > 0 ? (double)(to - from) / seconds : 25;
    int err = encode_open(&clip->encoder, path, clip->canvas.width, clip->canvas.height, round(fps * 1000) / 1000,
                          CLIP_QUALITY);
    clip->start = rows->row[from].t;
    for (int64_t n = from; !err && n <= to; n++)
        err = clip_frame(clip, n, o->drawing);
    if (err)
        encode_discard(&clip->encoder);
    return err ? err : encode_commit(&clip->encoder);
}

/* Encoded anew, so that it begins and ends with exactly the frames that were asked for. */
static int write_clip(const struct review *r, const struct export_order *o, const char *path)
{
    struct clip *clip = calloc(1, sizeof *clip);
    struct frame first;
    int err = !clip ? ERR_MEMORY : r->pictures ? review_look(r, o->stroke, &clip->look) : ERR_UNSUPPORTED;
    if (!err) {
        int64_t from = review_frame(r, clip->look.stroke->t0 - o->before);
        int64_t to = review_frame(r, clip->look.stroke->t1 + o->after);
        clip->r = r;
        err = pictures_get(r->pictures, from, &first);
        if (!err) {
            err = pixels_make(&clip->canvas, first.width & ~1, first.height & ~1);
            pictures_release(r->pictures, &first);
        }
        if (!err)
            err = encode_clip(clip, o, path, from, to);
        pixels_free(&clip->canvas);
    }
    free(clip);
    return err;
}

/* ---- paper and lists --------------------------------------------------------------------------------------------- */

static int write_pdf(const struct review *r, const struct export_order *o, FILE *out)
{
    return sheet_pdf(r, o->stroke, &(struct export_words){o->language, say_reason}, out);
}

static int write_html(const struct review *r, const struct export_order *o, FILE *out)
{
    return sheet_html(r, o->stroke, &(struct export_words){o->language, say_reason}, out);
}

static int write_report(const struct review *r, const struct export_order *o, FILE *out)
{
    return report_html(r, &(struct export_words){o->language, say_reason}, out);
}

static int write_csv(const struct review *r, const struct export_order *o, FILE *out)
{
    (void)o;
    list_csv(r, out);
    return ferror(out) ? ERR_IO : 0;
}

static int write_edl(const struct review *r, const struct export_order *o, FILE *out)
{
    (void)o;
    list_edl(r, out);
    return ferror(out) ? ERR_IO : 0;
}

const struct export_kind export_kinds[] = {
    {"clip.mp4", "video/mp4", "the stroke, cut to the frame", true, NULL, write_clip},
    {"still.png", "image/png", "one picture", true, write_still, NULL},
    {"sheet.pdf", "application/pdf", "one page about the ruling, with its evidence", true, write_pdf, NULL},
    {"sheet.html", "text/html; charset=utf-8", "the same as a page that can be sent", true, write_html, NULL},
    {"report.html", "text/html; charset=utf-8", "score, breaks, statistics and fouls", false, write_report, NULL},
    {"strokes.csv", "text/csv; charset=utf-8", "all strokes, for a spreadsheet", false, write_csv, NULL},
    {"strokes.edl", "text/plain; charset=utf-8", "all strokes, for a video editor", false, write_edl, NULL},
    {0},
};

const struct export_kind *export_kind(const char *name)
{
    for (const struct export_kind *k = export_kinds; k->name; k++)
        if (!strcmp(k->name, name))
            return k;
    return NULL;
}

int export_to_file(const struct export_kind *kind, const struct review *r, const struct export_order *o,
                   const char *path)
{
    struct outfile out;
    if (kind->write_file)
        return kind->write_file(r, o, path);
    int err = outfile_open(&out, path);
    if (err)
        return err;
    err = kind->write(r, o, out.stream);
    if (!err)
        return outfile_commit(&out);
    outfile_discard(&out);
    return err;
}
