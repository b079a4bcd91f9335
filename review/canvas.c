/* SPDX-License-Identifier: Apache-2.0 */
/* canvas.c: tables, balls, lines and words on a cairo surface. */
#include "canvas.h"

#include "picture.h"

#include <math.h>
#include <pango/pangocairo.h>
#include <stdlib.h>
#include <string.h>

#define RAIL 120.0 /* mm drawn round the bed */

bool canvas_point(const struct canvas_view *v, struct vec2 mm, struct vec2 *at)
{
    struct vec2 px = vec2(mm.x, -mm.y); /* y is to the left seen from baulk: up on the page */
    if (v->camera && !camera_project(v->camera, (struct vec3){mm.x, mm.y, v->z}, &px))
        return false;
    *at = vec2(v->x + v->scale * px.x, v->y + v->scale * px.y);
    return true;
}

double canvas_length(const struct canvas_view *v, struct vec2 near, double mm)
{
    double one = v->camera ? camera_scale(v->camera, (struct vec3){near.x, near.y, v->z}) : 1;
    return mm * one * v->scale;
}

struct canvas_view canvas_fit(const struct bed *bed, double x, double y, double width, double height)
{
    double scale = fmin(width / (bed->length + 2 * RAIL), height / (bed->width + 2 * RAIL));
    return (struct canvas_view){.scale = scale, .x = x + width / 2, .y = y + height / 2};
}

/* ---- the table --------------------------------------------------------------------------------------------------- */

static void box(cairo_t *c, const struct canvas_view *v, const struct bed *bed, double margin)
{
    double w = (bed->length + 2 * margin) * v->scale, h = (bed->width + 2 * margin) * v->scale;
    cairo_rectangle(c, v->x - w / 2, v->y - h / 2, w, h);
}

static void pockets(cairo_t *c, const struct canvas_view *v, const struct bed *bed)
{
    cairo_set_source_rgb(c, 0.05, 0.05, 0.06);
    for (int x = -1; x <= 1; x++)
        for (int y = -1; y <= 1; y += 2) {
            double out = x ? 0.28 * bed->ball_d : 0.5 * bed->ball_d;
            cairo_arc(c, v->x + x * (bed->length / 2 + 0.28 * bed->ball_d) * v->scale,
                      v->y + y * (bed->width / 2 + out) * v->scale, 0.85 * bed->ball_d * v->scale, 0, 2 * M_PI);
            cairo_fill(c);
        }
}

static void markings(cairo_t *c, const struct canvas_view *v, const struct bed *bed)
{
    double x = v->x + bed->baulk_x * v->scale, half = bed->width / 2 * v->scale;
    cairo_set_source_rgba(c, 1, 1, 1, 0.6);
    cairo_set_line_width(c, fmax(0.6, 5 * v->scale));
    cairo_move_to(c, x, v->y - half);
    cairo_line_to(c, x, v->y + half);
    cairo_stroke(c);
    if (bed->d_radius > 0) {
        cairo_arc(c, x, v->y, bed->d_radius * v->scale, M_PI / 2, 3 * M_PI / 2);
        cairo_stroke(c);
    }
    for (int i = SPOT_NONE + 1; i < SPOT_COUNT; i++)
        if (bed->spot[i].x != 0 || bed->spot[i].y != 0 || i == SPOT_BLUE) {
            cairo_arc(c, v->x + bed->spot[i].x * v->scale, v->y - bed->spot[i].y * v->scale, fmax(0.8, 7 * v->scale), 0,
                      2 * M_PI);
            cairo_fill(c);
        }
}

void canvas_bed(cairo_t *c, const struct canvas_view *v, const struct bed *bed)
{
    cairo_set_source_rgb(c, 0.29, 0.18, 0.11);
    box(c, v, bed, RAIL - 10);
    cairo_fill(c);
    cairo_set_source_rgb(c, 0.05, 0.30, 0.19);
    box(c, v, bed, 50);
    cairo_fill(c);
    cairo_set_source_rgb(c, 0.07, 0.42, 0.27);
    box(c, v, bed, 0);
    cairo_fill(c);
    markings(c, v, bed);
    pockets(c, v, bed);
}

/* ---- balls ------------------------------------------------------------------------------------------------------- */

/* Paint of the numbered balls 1..7; 9..15 are the same again. */
static const double numbered[8][3] = {{0, 0, 0},          {0.95, 0.78, 0.10}, {0.12, 0.25, 0.65}, {0.80, 0.12, 0.12},
                                      {0.40, 0.18, 0.55}, {0.93, 0.45, 0.10}, {0.08, 0.45, 0.25}, {0.50, 0.10, 0.15}};
static const double kinds[][3] = {
    [BALL_KIND_NONE] = {0.6, 0.6, 0.6},      [BALL_KIND_WHITE] = {0.96, 0.95, 0.90},
    [BALL_KIND_YELLOW] = {0.95, 0.80, 0.15}, [BALL_KIND_GREEN] = {0.05, 0.55, 0.25},
    [BALL_KIND_BROWN] = {0.48, 0.27, 0.12},  [BALL_KIND_BLUE] = {0.10, 0.28, 0.75},
    [BALL_KIND_PINK] = {0.95, 0.55, 0.65},   [BALL_KIND_BLACK] = {0.08, 0.08, 0.09},
    [BALL_KIND_RED] = {0.78, 0.07, 0.09},    [BALL_KIND_SOLID] = {0.6, 0.6, 0.6},
    [BALL_KIND_STRIPE] = {0.6, 0.6, 0.6},
};

void canvas_colour(cairo_t *c, const struct ball_set *set, ball_id id, double alpha)
{
    const struct ball_row *row = &set->row[id];
    const double *rgb =
        row->kind == BALL_KIND_SOLID || row->kind == BALL_KIND_STRIPE ? numbered[row->number % 8] : kinds[row->kind];
    cairo_set_source_rgba(c, rgb[0], rgb[1], rgb[2], alpha);
}

static void number_on(cairo_t *c, struct vec2 at, double r, int number)
{
    char text[16];
    snprintf(text, sizeof text, "%d", number);
    cairo_set_source_rgb(c, 1, 1, 1);
    cairo_arc(c, at.x, at.y, 0.5 * r, 0, 2 * M_PI);
    cairo_fill(c);
    cairo_set_source_rgb(c, 0, 0, 0);
    canvas_text(c, at.x - (number > 9 ? 0.45 : 0.25) * r, at.y - 0.45 * r, 0, 0.7 * r, true, text);
}

void canvas_ball(cairo_t *c, const struct canvas_view *v, const struct bed *bed, const struct ball_set *set, ball_id id,
                 struct vec2 mm)
{
    struct vec2 at;
    double r = canvas_length(v, mm, (id == BALL_CUE ? bed->cue_ball_d : bed->ball_d) / 2);
    if (!canvas_point(v, mm, &at))
        return;
    cairo_new_path(c);
    cairo_arc(c, at.x, at.y, r, 0, 2 * M_PI);
    if (v->camera) { /* the ball itself is in the picture: only its outline */
        cairo_set_source_rgba(c, 1, 1, 1, 0.85);
        cairo_set_line_width(c, 1.2);
        cairo_stroke(c);
        return;
    }
    bool stripe = set->row[id].kind == BALL_KIND_STRIPE;
    if (stripe)
        cairo_set_source_rgb(c, 0.96, 0.95, 0.90);
    else
        canvas_colour(c, set, id, 1);
    cairo_fill_preserve(c);
    cairo_set_source_rgba(c, 0, 0, 0, 0.6);
    cairo_set_line_width(c, fmax(0.3, 2 * v->scale));
    cairo_stroke(c);
    if (stripe) {
        canvas_colour(c, set, id, 1);
        cairo_rectangle(c, at.x - 0.95 * r, at.y - 0.4 * r, 1.9 * r, 0.8 * r);
        cairo_fill(c);
    }
    if (set->id == BALL_SET_NUMBERED && set->row[id].number)
        number_on(c, at, r, set->row[id].number);
}

void canvas_ring(cairo_t *c, const struct canvas_view *v, struct vec2 mm, double radius, const double rgb[3])
{
    struct vec2 at;
    if (!canvas_point(v, mm, &at))
        return;
    cairo_new_path(c);
    cairo_arc(c, at.x, at.y, canvas_length(v, mm, radius), 0, 2 * M_PI);
    cairo_set_source_rgb(c, rgb[0], rgb[1], rgb[2]);
    cairo_stroke(c);
}

/* ---- lines and words --------------------------------------------------------------------------------------------- */

void canvas_line(cairo_t *c, const struct canvas_view *v, struct vec2 from, struct vec2 to, const char *kind)
{
    static const struct {
        const char *kind;
        double rgb[3];
        bool dashed;
    } looks[] = {{"edge", {1.0, 0.85, 0.2}, false},
                 {"path", {1, 1, 1}, true},
                 {"gap", {1.0, 0.35, 0.9}, false},
                 {"limit", {0.3, 0.85, 1.0}, false}};
    const double dashes[] = {6, 5};
    struct vec2 a, b;
    if (!canvas_point(v, from, &a) || !canvas_point(v, to, &b))
        return;
    cairo_save(c);
    cairo_set_source_rgb(c, 1, 1, 1);
    for (size_t i = 0; i < sizeof looks / sizeof *looks; i++)
        if (!strcmp(looks[i].kind, kind)) {
            cairo_set_source_rgb(c, looks[i].rgb[0], looks[i].rgb[1], looks[i].rgb[2]);
            cairo_set_dash(c, dashes, looks[i].dashed ? 2 : 0, 0);
        }
    cairo_set_line_width(c, 1.5);
    cairo_move_to(c, a.x, a.y);
    cairo_line_to(c, b.x, b.y);
    cairo_stroke(c);
    cairo_restore(c);
}

double canvas_text(cairo_t *c, double x, double y, double width, double size, bool bold, const char *text)
{
    PangoLayout *layout = pango_cairo_create_layout(c);
    PangoFontDescription *font =
        pango_font_description_from_string("Noto Sans, DejaVu Sans, Noto Sans CJK SC, sans-serif");
    int height;
    pango_font_description_set_absolute_size(font, size * PANGO_SCALE);
    pango_font_description_set_weight(font, bold ? PANGO_WEIGHT_BOLD : PANGO_WEIGHT_NORMAL);
    pango_layout_set_font_description(layout, font);
    if (width > 0) {
        pango_layout_set_width(layout, (int)(width * PANGO_SCALE));
        pango_layout_set_wrap(layout, PANGO_WRAP_WORD_CHAR);
    }
    pango_layout_set_text(layout, text, -1);
    cairo_move_to(c, x, y);
    pango_cairo_show_layout(c, layout);
    pango_layout_get_size(layout, NULL, &height);
    pango_font_description_free(font);
    g_object_unref(layout);
    return (double)height / PANGO_SCALE;
}

/* ---- pictures ---------------------------------------------------------------------------------------------------- */

cairo_surface_t *canvas_frame(const struct frame *f)
{
    cairo_surface_t *s = cairo_image_surface_create(CAIRO_FORMAT_RGB24, f->width, f->height);
    uint8_t *rgb = malloc((size_t)f->width * 3);
    if (!rgb || cairo_surface_status(s) != CAIRO_STATUS_SUCCESS) {
        free(rgb);
        cairo_surface_destroy(s);
        return NULL;
    }
    unsigned char *data = cairo_image_surface_get_data(s);
    int stride = cairo_image_surface_get_stride(s);
    for (int y = 0; y < f->height; y++) {
        uint32_t *row = (uint32_t *)(void *)(data + (ptrdiff_t)y * stride);
        picture_row_rgb(f, y, rgb);
        for (int x = 0; x < f->width; x++)
            row[x] = (uint32_t)rgb[3 * x] << 16 | (uint32_t)rgb[3 * x + 1] << 8 | rgb[3 * x + 2];
    }
    cairo_surface_mark_dirty(s);
    free(rgb);
    return s;
}
