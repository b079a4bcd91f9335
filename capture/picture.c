/* SPDX-License-Identifier: Apache-2.0 */
#include "picture.h"

#include "err.h"
#include "outfile.h"

#include <png.h>

#include <setjmp.h>
#include <stdlib.h>

/* RGB = scale * (Y - black) + coefficients * (U or V - 128), in 1/65536. */
struct coefficients {
    int black, scale, rv, gu, gv, bu;
};

static struct coefficients coefficients_of(const struct frame *f)
{
    /* Kr, Kb of the three recommendations. */
    static const double kr[] = {0.299, 0.299, 0.2126, 0.2627}, kb[] = {0.114, 0.114, 0.0722, 0.0593};
    double r = kr[f->matrix], b = kb[f->matrix], g = 1 - r - b;
    double luma = f->full_range ? 1 : 255.0 / 219, chroma = f->full_range ? 1 : 255.0 / 224, one = 65536;
    return (struct coefficients){
        .black = f->full_range ? 0 : 16,
        .scale = (int)(luma * one + 0.5),
        .rv = (int)(2 * (1 - r) * chroma * one + 0.5),
        .gu = (int)(2 * (1 - b) * b / g * chroma * one + 0.5),
        .gv = (int)(2 * (1 - r) * r / g * chroma * one + 0.5),
        .bu = (int)(2 * (1 - b) * chroma * one + 0.5),
    };
}

static uint8_t clamp(int v)
{
    return v < 0 ? 0 : v >= 256 << 16 ? 255 : (uint8_t)(v >> 16);
}

void picture_row_rgb(const struct frame *f, int y, uint8_t *rgb)
{
    struct coefficients k = coefficients_of(f);
    const uint8_t *row = f->plane[0] + (ptrdiff_t)y * f->stride[0];
    const uint8_t *u = f->plane[1] + (ptrdiff_t)(y / 2) * f->stride[1], *v = u + 1;
    int step = 2;
    if (f->format == PIXEL_I420) {
        v = f->plane[2] + (ptrdiff_t)(y / 2) * f->stride[2];
        step = 1;
    }
    for (int x = 0; x < f->width; x++, rgb += 3) {
        int luma = k.scale * (row[x] - k.black) + 32768, cb = u[x / 2 * step] - 128, cr = v[x / 2 * step] - 128;
        rgb[0] = clamp(luma + k.rv * cr);
        rgb[1] = clamp(luma - k.gu * cb - k.gv * cr);
        rgb[2] = clamp(luma + k.bu * cb);
    }
}

static void silent(png_structp png, png_const_charp text)
{
    (void)png, (void)text;
}

/* libpng leaves by longjmp: nothing here is changed after setjmp but what png itself owns. */
static int write_rows(png_structp png, png_infop info, FILE *stream, const struct frame *f, uint8_t *row)
{
    if (setjmp(png_jmpbuf(png)))
        return ERR_IO;
    png_init_io(png, stream);
    png_set_IHDR(png, info, (png_uint_32)f->width, (png_uint_32)f->height, 8, PNG_COLOR_TYPE_RGB, PNG_INTERLACE_NONE,
                 PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
    png_set_compression_level(png, 3); /* a third of the time of the default for a tenth more bytes */
    png_write_info(png, info);
    for (int y = 0; y < f->height; y++) {
        picture_row_rgb(f, y, row);
        png_write_row(png, row);
    }
    png_write_end(png, info);
    return 0;
}

static int write_png(FILE *stream, const struct frame *f)
{
    uint8_t *row = malloc((size_t)f->width * 3);
    png_structp png = row ? png_create_write_struct(PNG_LIBPNG_VER_STRING, NULL, NULL, silent) : NULL;
    png_infop info = png ? png_create_info_struct(png) : NULL;
    int err = info ? write_rows(png, info, stream, f, row) : ERR_MEMORY;
    png_destroy_write_struct(&png, &info);
    free(row);
    return err;
}

int picture_write_png(const char *path, const struct frame *frame)
{
    struct outfile out;
    int err = outfile_open(&out, path);
    if (err)
        return err;
    err = write_png(out.stream, frame);
    if (!err)
        return outfile_commit(&out);
    outfile_discard(&out);
    return err;
}
