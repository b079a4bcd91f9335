/* SPDX-License-Identifier: Apache-2.0 */
/* replace_desk.c: what of the balls that lie there now is already in its place? */
#include "replace_desk.h"

#include "err.h"
#include "identity.h"
#include "paint.h"
#include "pictures.h"
#include "pixels.h"
#include "vision.h"

#include <glib.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MEAN_OF = 12 /* frames: a third of the error of one, half a second of waiting */, JPEG_QUALITY = 80 };

#define SAME_MM 4.0 /* a ball nearer than this to where it was is the same, at rest; farther, it was moved */

#define POINTED_MM 25.0 /* a ball this near to where somebody points is meant */

/* A ball at rest, over several frames. */
struct resting {
    struct replace_seen mean;
    int n;
    bool seen; /* in the last frame */
};

struct replace_desk {
    struct calibration calibration;
    const struct ball_set *set;
    struct layout wanted;
    double tolerance;
    int stroke;
    struct vision *vision;
    struct vision_result result;
    GMutex lock;          /* guards what follows */
    struct frame picture; /* a copy of the last frame; width 0: none */
    struct replace_list list;
    struct identity identity;
    struct resting balls[REPLACE_SEEN];
    int balls_n;
    int64_t frames;
};

/* ---- seeing ------------------------------------------------------------------------------------------------------ */

static struct resting *resting_at(struct replace_desk *d, const struct ball_obs *b)
{
    for (int i = 0; i < d->balls_n; i++)
        if (vec2_dist(d->balls[i].mean.at, b->mm) < SAME_MM)
            return &d->balls[i];
    return NULL;
}

/* The reading that most frames agree on, and how sure they are of it together. */
static void take_reading(struct resting *r, const struct ball_obs *b)
{
    bool same = r->mean.kind == b->kind && r->mean.number == b->number;
    double p = same ? (double)b->kind_p : 1 - (double)b->kind_p;
    r->mean.p += (p - r->mean.p) / r->n;
    if (r->mean.p >= 0.5 || same)
        return;
    r->mean.kind = b->kind;
    r->mean.number = b->number;
    r->mean.p = 1 - r->mean.p;
}

static void take_ball(struct replace_desk *d, const struct ball_obs *b)
{
    struct resting *r = resting_at(d, b);
    if (!r && d->balls_n == REPLACE_SEEN)
        return;
    if (!r) {
        r = &d->balls[d->balls_n++];
        *r = (struct resting){
            .mean = {
                .at = b->mm, .kind = b->kind, .number = b->number, .p = (double)b->kind_p, .since = d->frames + 1}};
    }
    r->n = r->n < MEAN_OF ? r->n + 1 : MEAN_OF;
    r->mean.at = vec2_along(r->mean.at, 1.0 / r->n, vec2_sub(b->mm, r->mean.at));
    take_reading(r, b);
    r->mean.sd = (double)b->sd_mm / sqrt(r->n);
    r->seen = true;
}

/* What was not seen in this frame is gone: a hand that hides a ball is about to move it. */
static void forget_unseen(struct replace_desk *d)
{
    int kept = 0;
    for (int i = 0; i < d->balls_n; i++)
        if (d->balls[i].seen)
            d->balls[kept++] = d->balls[i];
        else
            identity_gone(&d->identity, &d->balls[i].mean, d->frames);
    d->balls_n = kept;
}

static int all_seen(const struct replace_desk *d, struct replace_seen seen[REPLACE_SEEN])
{
    for (int i = 0; i < d->balls_n; i++)
        seen[i] = d->balls[i].mean;
    return d->balls_n;
}

/* Which is which, and what of it is in its place. Lock held. */
static void compare(struct replace_desk *d, const struct replace_seen *seen, int n)
{
    for (int i = 0; i < n; i++) {
        d->balls[i].mean.known = seen[i].known;
        d->balls[i].mean.contested = seen[i].contested;
    }
    d->list = replace_compare(d->set, &d->wanted, seen, n, d->tolerance);
}

/* Lock held. */
static void take_balls(struct replace_desk *d)
{
    struct replace_seen seen[REPLACE_SEEN];
    for (int i = 0; i < d->balls_n; i++)
        d->balls[i].seen = false;
    for (int i = 0; i < d->result.balls_n; i++)
        take_ball(d, &d->result.balls[i]);
    forget_unseen(d);
    int n = all_seen(d, seen);
    identity_name(&d->identity, seen, n);
    compare(d, seen, n);
}

int replace_desk_see(struct replace_desk *d, const struct frame *frame)
{
    struct frame copy;
    int err = vision_detect(d->vision, frame, &d->result);
    if (!err)
        err = paint_copy(frame, &copy);
    if (err)
        return err;
    g_mutex_lock(&d->lock);
    if (d->picture.width)
        pixels_free(&d->picture);
    d->picture = copy;
    take_balls(d);
    d->frames++;
    g_mutex_unlock(&d->lock);
    return 0;
}

/* ---- showing ----------------------------------------------------------------------------------------------------- */

json_t *replace_desk_state(struct replace_desk *d)
{
    g_mutex_lock(&d->lock);
    json_t *state = replace_json(d->set, &d->list, &d->calibration);
    json_object_set_new(state, "width", json_integer(d->picture.width));
    json_object_set_new(state, "height", json_integer(d->picture.height));
    json_object_set_new(state, "frames", json_integer((json_int_t)d->frames));
    g_mutex_unlock(&d->lock);
    json_object_set_new(state, "tolerance", json_real(d->tolerance));
    json_object_set_new(state, "stroke", json_integer(d->stroke));
    return state;
}

static const double *colour_of(enum replace_state state)
{
    static const double colours[][3] = {{1, 1, 1}, {0.4, 0.8, 1}, {1, 0.25, 0.25}, {1, 0.75, 0.1}, {0.2, 0.95, 0.4}};
    return colours[state];
}

static void draw_row(cairo_t *c, const struct replace_desk *d, const struct canvas_view *v,
                     const struct replace_row *row)
{
    struct vec2 at, wanted;
    char text[64];
    const double *rgb = colour_of(row->state);
    cairo_set_line_width(c, 2);
    canvas_ring(c, v, row->wanted, d->calibration.table.bed.ball_d / 2, rgb);
    if (!canvas_point(v, row->wanted, &wanted))
        return;
    if (row->state == REPLACE_MOVE && canvas_point(v, row->at, &at)) {
        cairo_move_to(c, at.x, at.y);
        cairo_line_to(c, wanted.x, wanted.y);
        cairo_stroke(c);
    }
    if (row->state == REPLACE_MISSING)
        snprintf(text, sizeof text, "%s", ball_name(d->set, row->ball));
    else
        snprintf(text, sizeof text, "%s%s %.1f", ball_name(d->set, row->ball), row->doubt ? "?" : "", row->left);
    canvas_text(c, wanted.x + 12, wanted.y - 26, 0, 14, true, text);
}

cairo_surface_t *replace_desk_picture(struct replace_desk *d)
{
    g_mutex_lock(&d->lock);
    cairo_surface_t *surface = d->picture.width ? canvas_frame(&d->picture) : NULL;
    struct replace_list list = d->list;
    g_mutex_unlock(&d->lock);
    if (!surface)
        return NULL;
    struct canvas_view v = {&d->calibration.camera, d->calibration.table.bed.ball_d / 2, 1, 0, 0};
    cairo_t *c = cairo_create(surface);
    for (int i = 0; i < list.n; i++)
        draw_row(c, d, &v, &list.row[i]);
    cairo_destroy(c);
    return surface;
}

/* ---- the web ----------------------------------------------------------------------------------------------------- */

static void reply_picture(struct replace_desk *d, int width, struct broadcast_reply *reply)
{
    struct frame copy = {0};
    g_mutex_lock(&d->lock);
    int err = d->picture.width ? paint_copy(&d->picture, &copy) : ERR_RANGE;
    g_mutex_unlock(&d->lock);
    reply->type = "image/jpeg";
    if (!err) {
        reply->bytes = pictures_jpeg(&copy, width, JPEG_QUALITY, &reply->size);
        pixels_free(&copy);
    }
}

static void reply_text(struct broadcast_reply *reply, unsigned status, json_t *json)
{
    char *text = json_dumps(json, JSON_COMPACT | JSON_REAL_PRECISION(7));
    json_decref(json);
    *reply = (struct broadcast_reply){
        .status = status, .type = "application/json", .bytes = text, .size = text ? strlen(text) : 0};
}

/* The ball that lies there; -1 none. */
static int ball_at(const struct replace_seen *seen, int n, const json_t *at)
{
    struct vec2 p = vec2(json_number_value(json_array_get(at, 0)), json_number_value(json_array_get(at, 1)));
    int best = -1;
    for (int i = 0; json_array_size(at) == 2 && i < n; i++)
        if (vec2_dist(seen[i].at, p) < POINTED_MM &&
            (best < 0 || vec2_dist(seen[i].at, p) < vec2_dist(seen[best].at, p)))
            best = i;
    return best;
}

/* A person has read the number of the ball that lies `at`: it is `is`. By its place: which row it is in may have
 * changed meanwhile. */
static bool take_name(struct replace_desk *d, const json_t *body)
{
    const char *is = json_string_value(json_object_get(body, "is"));
    ball_id id = is ? ball_from_name(d->set, is) : BALL_NONE;
    struct replace_seen seen[REPLACE_SEEN];
    g_mutex_lock(&d->lock);
    int n = all_seen(d, seen), ball = ball_at(seen, n, json_object_get(body, "at"));
    bool taken = id && ball >= 0 && identity_say(&d->identity, seen, n, ball, id);
    if (taken)
        compare(d, seen, n);
    g_mutex_unlock(&d->lock);
    return taken;
}

static void reply_name(struct replace_desk *d, const json_t *body, struct broadcast_reply *reply)
{
    if (take_name(d, body))
        reply_text(reply, 200, json_pack("{s:b}", "ok", 1));
    else
        reply_text(reply, 422, json_pack("{s:s}", "error", "There is no such ball here just now."));
}

void replace_desk_answer(struct replace_desk *d, const struct broadcast_request *q, struct broadcast_reply *reply)
{
    const char *width = json_string_value(json_object_get(q->query, "w"));
    if (!strcmp(q->path, "state"))
        reply_text(reply, 200, replace_desk_state(d));
    else if (!strcmp(q->path, "picture"))
        reply_picture(d, width ? CLAMP(atoi(width), 0, 1 << 14) : 0, reply);
    else if (!strcmp(q->path, "name") && q->body)
        reply_name(d, q->body, reply);
    if (!reply->bytes)
        reply_text(reply, 404, json_pack("{s:s}", "error", "There is nothing of that name, or no picture yet."));
}

static void answer(void *user, const struct broadcast_request *q, struct broadcast_reply *reply)
{
    replace_desk_answer(user, q, reply);
}

struct broadcast_extra replace_desk_extra(struct replace_desk *desk)
{
    return (struct broadcast_extra){"/api/replace/", answer, desk};
}

/* ---- opening ----------------------------------------------------------------------------------------------------- */

int replace_desk_open(struct replace_desk **out, const struct replace_order *order, const struct frame *first)
{
    struct replace_desk *d = *out = calloc(1, sizeof *d);
    struct vision_params params = vision_params_default();
    if (!d)
        return ERR_MEMORY;
    g_mutex_init(&d->lock);
    d->calibration = *order->calibration;
    d->set = ball_set(order->set);
    d->wanted = *order->wanted;
    identity_start(&d->identity, d->set, order->last);
    d->tolerance = order->tolerance;
    d->stroke = order->stroke;
    params.balls = order->set;
    params.names = order->wanted->known;
    int err = vision_open(&d->vision, order->calibration, &params);
    if (!err)
        err = vision_learn(d->vision, first);
    if (err)
        replace_desk_close(out);
    return err;
}

void replace_desk_close(struct replace_desk **out)
{
    struct replace_desk *d = *out;
    if (!d)
        return;
    vision_close(&d->vision);
    if (d->picture.width)
        pixels_free(&d->picture);
    g_mutex_clear(&d->lock);
    free(d);
    *out = NULL;
}
