/* SPDX-License-Identifier: Apache-2.0 */
/* canvas_shot.c: a stroke at one moment: paths so far, balls, order of contacts, and the lines of an answer. */
#include "canvas.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define CLOSE_UP 900.0 /* mm of the table that a close-up shows across */

/* ---- paths ------------------------------------------------------------------------------------------------------- */

static void path_of(cairo_t *c, const struct canvas_view *v, const struct canvas_shot *shot, ball_id id, int64_t from,
                    int64_t to)
{
    const struct rows *rows = &shot->review->rows;
    bool open = false;
    for (int64_t i = from; i <= to; i++) {
        const struct row *row = &rows->row[i];
        struct vec2 at;
        if (!ball_in(row->known, id) || !canvas_point(v, vec2((double)row->x[id], (double)row->y[id]), &at))
            open = false;
        else if (open)
            cairo_line_to(c, at.x, at.y);
        else {
            cairo_move_to(c, at.x, at.y);
            open = true;
        }
    }
    canvas_colour(c, shot->look->set, id, 0.85);
    cairo_set_line_width(c, v->camera ? 2 : fmax(0.8, 9 * v->scale));
    cairo_stroke(c);
}

/* Without rows: straight from event to event. */
static void path_by_events(cairo_t *c, const struct canvas_view *v, const struct canvas_shot *shot, ball_id id)
{
    const struct review_look *look = shot->look;
    struct vec2 at;
    if (!ball_in(look->before.known, id) || !canvas_point(v, look->before.at[id], &at))
        return;
    cairo_move_to(c, at.x, at.y);
    for (size_t i = 0; i < look->then.events_n; i++) {
        const struct event *e = &look->then.events[i];
        if (e->a == id && e->p >= 0.5f && canvas_point(v, e->at, &at))
            cairo_line_to(c, at.x, at.y);
    }
    if (ball_in(look->after.known, id) && canvas_point(v, look->after.at[id], &at))
        cairo_line_to(c, at.x, at.y);
    canvas_colour(c, look->set, id, 0.85);
    cairo_set_line_width(c, fmax(0.8, 9 * v->scale));
    cairo_stroke(c);
}

static void paths(cairo_t *c, const struct canvas_view *v, const struct canvas_shot *shot)
{
    const struct review_look *look = shot->look;
    int64_t from = review_frame(shot->review, look->stroke->t0), to = review_frame(shot->review, look->stroke->t1);
    if (shot->frame >= 0 && shot->frame < to)
        to = shot->frame;
    for (BALL_EACH(id, look->before.known))
        if (from >= 0)
            path_of(c, v, shot, (ball_id)id, from, to);
        else
            path_by_events(c, v, shot, (ball_id)id);
}

/* ---- balls and contacts ------------------------------------------------------------------------------------------ */

static void balls_now(cairo_t *c, const struct canvas_view *v, const struct canvas_shot *shot)
{
    const struct review_look *look = shot->look;
    const struct row *row = shot->frame >= 0 ? &shot->review->rows.row[shot->frame] : NULL;
    ball_mask known = row ? row->known : look->before.known;
    for (BALL_EACH(id, known)) {
        struct vec2 at = row ? vec2((double)row->x[id], (double)row->y[id]) : look->before.at[id];
        canvas_ball(c, v, &look->then.state.bed, look->set, (ball_id)id, at);
    }
}

/* Numbers where the cue-ball met each ball, in order. */
static void contacts(cairo_t *c, const struct canvas_view *v, const struct canvas_shot *shot)
{
    const struct review_look *look = shot->look;
    int n = 0;
    for (size_t i = 0; i < look->then.events_n; i++) {
        const struct event *e = &look->then.events[i];
        struct vec2 at;
        char text[16];
        if (e->kind != EVENT_CONTACT || e->a != look->cue || e->p < 0.5f || n >= 9)
            continue;
        n++;
        if (shot->frame >= 0 && review_frame(shot->review, (double)e->t / (double)NS_PER_S) > shot->frame)
            continue;
        if (!canvas_point(v, e->at, &at))
            continue;
        double r = fmax(6, canvas_length(v, e->at, look->then.state.bed.ball_d / 2) * 0.8);
        snprintf(text, sizeof text, "%d", n);
        cairo_set_source_rgba(c, 0, 0, 0, 0.75);
        cairo_arc(c, at.x, at.y - 2.2 * r, r, 0, 2 * M_PI);
        cairo_fill(c);
        cairo_set_source_rgb(c, 1, 0.85, 0.2);
        canvas_text(c, at.x - 0.35 * r, at.y - 2.2 * r - 0.75 * r, 0, 1.2 * r, true, text);
    }
}

static struct vec2 point_in(const json_t *pair)
{
    return vec2(json_number_value(json_array_get(pair, 0)), json_number_value(json_array_get(pair, 1)));
}

static void answer_lines(cairo_t *c, const struct canvas_view *v, const json_t *answer)
{
    const json_t *lines = json_object_get(answer, "lines");
    for (size_t i = 0; i < json_array_size(lines); i++) {
        const json_t *line = json_array_get(lines, i);
        canvas_line(c, v, point_in(json_object_get(line, "from")), point_in(json_object_get(line, "to")),
                    json_string_value(json_object_get(line, "kind")));
    }
}

void canvas_stroke(cairo_t *c, const struct canvas_view *v, const struct canvas_shot *shot, bool balls)
{
    if (shot->paths)
        paths(c, v, shot);
    if (balls)
        balls_now(c, v, shot);
    answer_lines(c, v, shot->answer);
    if (shot->paths)
        contacts(c, v, shot);
}

/* ---- whole pictures ---------------------------------------------------------------------------------------------- */

cairo_surface_t *canvas_still(const struct canvas_shot *shot, bool drawing)
{
    const struct review *r = shot->review;
    struct frame frame;
    if (!r->pictures || pictures_get(r->pictures, shot->frame, &frame))
        return NULL;
    cairo_surface_t *surface = canvas_frame(&frame);
    pictures_release(r->pictures, &frame);
    if (!surface || !drawing || !r->calibrated)
        return surface;
    struct canvas_view v = {&r->calibration.camera, r->calibration.table.bed.ball_d / 2, 1, 0, 0};
    cairo_t *c = cairo_create(surface);
    canvas_stroke(c, &v, shot, true);
    cairo_destroy(c);
    return surface;
}

/* What it is about: the middle of the balls that the answer names, else of the first contact, else the cue-ball. */
static struct vec2 focus_of(const struct canvas_shot *shot)
{
    const struct review_look *look = shot->look;
    const json_t *names = json_object_get(shot->answer, "balls");
    struct vec2 sum = {0};
    int n = 0;
    for (size_t i = 0; i < json_array_size(names); i++) {
        ball_id id = ball_from_name(look->set, json_string_value(json_array_get(names, i)));
        if (id && ball_in(look->before.known, id)) {
            sum = vec2_add(sum, look->before.at[id]);
            n++;
        }
    }
    if (n)
        return vec2_scale(sum, 1.0 / n);
    for (size_t i = 0; i < look->then.events_n; i++)
        if (look->then.events[i].kind == EVENT_CONTACT)
            return look->then.events[i].at;
    return ball_in(look->before.known, look->cue) ? look->before.at[look->cue] : vec2(0, 0);
}

/* A part of the camera's picture with the drawing over it, `size` units wide and high. */
static void close_up(cairo_t *c, const struct canvas_shot *shot, double x, double y, double size)
{
    const struct review *r = shot->review;
    struct vec2 focus = focus_of(shot), px;
    double z = r->calibration.table.bed.ball_d / 2;
    cairo_surface_t *still = canvas_still(shot, false);
    if (!still || !camera_project(&r->calibration.camera, (struct vec3){focus.x, focus.y, z}, &px)) {
        if (still)
            cairo_surface_destroy(still);
        return;
    }
    double scale = size / (CLOSE_UP * camera_scale(&r->calibration.camera, (struct vec3){focus.x, focus.y, z}));
    struct canvas_view v = {&r->calibration.camera, z, scale, x + size / 2 - scale * px.x, y + size / 2 - scale * px.y};
    cairo_save(c);
    cairo_rectangle(c, x, y, size, size);
    cairo_clip(c);
    cairo_save(c);
    cairo_translate(c, v.x, v.y);
    cairo_scale(c, scale, scale);
    cairo_set_source_surface(c, still, 0, 0);
    cairo_paint(c);
    cairo_restore(c);
    canvas_stroke(c, &v, shot, true);
    cairo_restore(c);
    cairo_surface_destroy(still);
}

cairo_surface_t *canvas_evidence(const struct canvas_shot *shot, int width)
{
    const struct bed *bed = &shot->look->then.state.bed;
    bool film = shot->review->pictures && shot->review->calibrated && shot->frame >= 0;
    int height = film ? width * 3 / 8 : width / 2;
    double side = film ? height : 0;
    cairo_surface_t *surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, width, height);
    cairo_t *c = cairo_create(surface);
    struct canvas_view v = canvas_fit(bed, side, 0, width - side, height);
    cairo_set_source_rgb(c, 0.1, 0.1, 0.11);
    cairo_paint(c);
    canvas_bed(c, &v, bed);
    canvas_stroke(c, &v, shot, true);
    if (film)
        close_up(c, shot, 0, 0, side);
    cairo_destroy(c);
    return surface;
}

/* ---- bytes ------------------------------------------------------------------------------------------------------- */

static cairo_status_t take_bytes(void *user, const unsigned char *data, unsigned length)
{
    return fwrite(data, 1, length, user) == length ? CAIRO_STATUS_SUCCESS : CAIRO_STATUS_WRITE_ERROR;
}

unsigned char *canvas_png(cairo_surface_t *surface, size_t *size)
{
    char *bytes = NULL;
    FILE *out = open_memstream(&bytes, size);
    if (!out)
        return NULL;
    cairo_status_t status = cairo_surface_write_to_png_stream(surface, take_bytes, out);
    fclose(out);
    if (status != CAIRO_STATUS_SUCCESS) {
        free(bytes);
        return NULL;
    }
    return (unsigned char *)bytes;
}
