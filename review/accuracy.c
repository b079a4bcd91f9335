/* SPDX-License-Identifier: Apache-2.0 */
/* accuracy.c: how well is it known where a ball was? Following tells the scatter of its own mean. That leaves what many
 * frames have in common: how well an outline can be placed in pixels of this size, and the fit of the camera. */
#include "answers.h"

#include <math.h>
#include <string.h>

#define SD_UNKNOWN        1.0f /* mm: a camera's usual error, where a match does not tell its own */
#define CAMERA_SD_UNKNOWN 1.5  /* mm: the same for the fit of the camera */

/* An outline that is seen all round is placed to this by one look, and by many that are all alike. */
#define OUTLINE_PX  0.15
#define OUTLINE_MM  0.3 /* and never better than this: balls, cloth and cushions are not what drawings say */
#define NEAR_SHARE  1.1 /* of a diameter: a neighbour so near hides part of the outline; a nose, at half of that */
#define MOST_HIDDEN 0.8

/* A straight line from ball to ball stays one in a camera that is off by scale, turn or shift; by the rest of its error
 * it does not. */
#define BENT_SHARE 0.25
#define BENT_LEAST 0.8

#define WRONG_SHARE 0.1

static double number_in(const json_t *object, const char *key)
{
    return json_number_value(json_object_get(object, key));
}

static double corner_mm(const struct review_look *look)
{
    return hypot(look->then.state.bed.length, look->then.state.bed.width) / 2;
}

/* Six neighbours surround a ball; a cushion is worth as much as two of them. */
static double hidden_share(const struct review_look *look, const struct layout *at, ball_id ball)
{
    const struct bed *bed = &look->then.state.bed;
    double near = NEAR_SHARE * bed->ball_d, hidden = 0;
    for (BALL_EACH(id, at->known & ~ball_bit(ball)))
        hidden += vec2_dist(at->at[id], at->at[ball]) < near ? 1.0 / 6 : 0;
    hidden += fabs(at->at[ball].x) > (bed->length - near) / 2 ? 1.0 / 3 : 0;
    hidden += fabs(at->at[ball].y) > (bed->width - near) / 2 ? 1.0 / 3 : 0;
    return fmin(hidden, MOST_HIDDEN);
}

/* The less of an outline is seen, the worse it is placed: there are fewer points, and they lie to one side, where a
 * shift looks like another size or blur. */
static double outline_sd(const struct review *r, const struct review_look *look, const struct layout *at, ball_id ball)
{
    double z = look->then.state.bed.ball_d / 2;
    double scale = r->calibrated
                       ? camera_scale(&r->calibration.camera, (struct vec3){at->at[ball].x, at->at[ball].y, z})
                       : 0; /* px a mm */
    double sd = scale > 0 ? fmax(OUTLINE_PX / scale, OUTLINE_MM) : OUTLINE_MM;
    return sd / (1 - hidden_share(look, at, ball));
}

/* The last position told before the strike, or the first after it, has the scatter of each ball. */
static const json_t *position_at(const struct review *r, double t, bool after)
{
    const json_t *found = NULL;
    for (size_t i = 0; i < json_array_size(r->positions); i++) {
        const json_t *p = json_array_get(r->positions, i);
        double at = number_in(p, "t") + r->offset;
        if (after && at >= t - 0.02)
            return p;
        if (!after && at <= t + 0.02) /* a position is told at the strike itself */
            found = p;
    }
    return found;
}

static void fill(const struct review *r, struct review_look *look, const struct layout *at, const json_t *position,
                 float sd[BALL_IDS])
{
    const json_t *balls = json_object_get(position, "balls");
    for (int id = 0; id < BALL_IDS; id++)
        sd[id] = look->noise_sd;
    for (size_t i = 0; i < json_array_size(balls); i++) {
        const json_t *ball = json_array_get(balls, i);
        const char *name = json_string_value(json_object_get(ball, "id"));
        ball_id id = name ? ball_from_name(look->set, name) : BALL_NONE;
        if (id && number_in(ball, "sd") > 0)
            sd[id] = (float)fmax(number_in(ball, "sd"), number_in(ball, "scatter"));
    }
    for (BALL_EACH(known, at->known))
        sd[known] = (float)hypot((double)sd[known], outline_sd(r, look, at, (ball_id)known));
}

/* A table of another size than it was taken for makes every millimetre wrong by a share: at least by so much of it. */
static double camera_sd(const struct review *r, const struct review_look *look)
{
    const struct calibration *c = &r->calibration;
    double sd = r->calibrated && c->sd_mm > 0 ? c->sd_mm : CAMERA_SD_UNKNOWN;
    double off = r->calibrated && c->ball_seen > 0 ? fabs(c->ball_seen / c->table.bed.ball_d - 1) : 0;
    return off > REVIEW_BALL_OFF ? hypot(sd, WRONG_SHARE * off * corner_mm(look)) : sd;
}

void review_read_sd(const struct review *r, struct review_look *look)
{
    const struct facts *f = &look->then.stroke.facts;
    look->noise_sd = f->rest.sd > 0 ? f->rest.sd : SD_UNKNOWN;
    look->camera_sd = camera_sd(r, look);
    fill(r, look, &look->before, position_at(r, look->stroke->t0, false), look->sd);
    fill(r, look, &look->after, position_at(r, look->stroke->t1, true), look->after_sd);
}

/* ---- of answers -------------------------------------------------------------------------------------------------- */

/* Far apart, what the camera takes for a millimetre counts, too. */
double answer_gap_sd(const struct review_look *look, double a, double b, double gap)
{
    return hypot(hypot(a, b), look->camera_sd * fmin(gap / corner_mm(look), 1));
}

double answer_margin_sd(const struct review_look *look, double sd)
{
    return hypot(2 * sd, fmax(BENT_SHARE * look->camera_sd, BENT_LEAST));
}

/* A wrong height or lens moves what is seen in proportion to its distance from the middle. */
double answer_place_sd(const struct review_look *look, double sd, struct vec2 at)
{
    return hypot(sd, look->camera_sd * fmin(vec2_len(at) / corner_mm(look), 1));
}
