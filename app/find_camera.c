/* SPDX-License-Identifier: Apache-2.0 */
/* find_camera.c: calibrates, finds the balls with that, and calibrates again with them. */
#include "find_camera.h"

#include "err.h"
#include "limbs.h"
#include "log.h"
#include "spotted.h"

#include <stdio.h>

/* The mean look of each colour, of balls whose colour is beyond doubt. */
static void learn_colours(struct calibration *c, const struct vision_result *r)
{
    int count[PAINTS] = {0};
    float sum[PAINTS][3] = {{0}};
    for (int i = 0; i < r->balls_n; i++) {
        const struct ball_obs *b = &r->balls[i];
        int k = paint_of(&paint_sets[r->paints], b->kind, b->number);
        if (b->quality < 0.8f || b->kind_p < 0.97f || k == 0)
            continue;
        count[k]++;
        for (int j = 0; j < 3; j++)
            sum[k][j] += b->kind < BALL_KIND_SOLID ? b->colour[j] : b->paint[j];
    }
    for (int k = 1; k < PAINTS; k++)
        for (int j = 0; j < 3 && count[k]; j++) {
            c->ball[k][j] = sum[k][j] / (float)count[k];
            c->ball_known |= 1u << k;
        }
}

enum ends find_ends(const struct calibration *c, const struct vision_result *r)
{
    struct vec2 at[VISION_BALLS];
    if (c->orientation == ORIENTATION_SEEN)
        return ENDS_UNKNOWN;
    for (int i = 0; i < r->balls_n; i++)
        at[i] = r->balls[i].mm;
    return ends_by_rack(&c->table.bed, at, r->balls_n);
}

/* Colours that are beyond doubt, against their spots. */
static void compare_with_spots(struct calibration *c, const struct vision_result *r)
{
    struct spotted_ball colour[VISION_BALLS];
    int n = 0;
    for (int i = 0; i < r->balls_n; i++)
        if (r->balls[i].kind_p > 0.9f)
            colour[n++] = (struct spotted_ball){r->balls[i].kind, r->balls[i].px};
    spotted_doubt(c, colour, n);
}

/* A camera whose balls cannot be looked at is still a camera: no error of vision is one here. */
static void use_balls(const struct frame *f, const struct calibrate_params *params, struct calibration *c)
{
    struct vision_params seeing = vision_params_default();
    static struct vision_result r; /* large; commands calibrate on one thread */
    struct limb_ball balls[LIMBS_MOST];
    struct vision *v;
    int n = 0;
    if (vision_open(&v, c, &seeing))
        return;
    if (!vision_learn(v, f) && !vision_detect(v, f, &r)) {
        for (int i = 0; i < r.balls_n && n < LIMBS_MOST; i++)
            balls[n++] = (struct limb_ball){
                .px = r.balls[i].px, .cue = r.balls[i].kind == BALL_KIND_WHITE, .vague = r.balls[i].quality < 0.8f};
        limbs_refit(f, c, params, balls, n);
        learn_colours(c, &r);
        ends_take(c, find_ends(c, &r));
        compare_with_spots(c, &r);
    }
    vision_close(&v);
}

/* How many balls are beyond doubt if they are so many times larger than the table's. */
static int count_of_size(const struct frame *f, const struct calibration *c, double times)
{
    static struct vision_result r; /* large; as above */
    struct vision_params seeing = vision_params_default();
    struct calibration other = *c;
    struct vision *v;
    int n = 0;
    other.table.bed.ball_d *= times;
    seeing.refine = false;
    if (vision_open(&v, &other, &seeing))
        return 0;
    if (!vision_learn(v, f) && !vision_detect(v, f, &r))
        for (int i = 0; i < r.balls_n; i++)
            n += r.balls[i].quality > 0.7f;
    vision_close(&v);
    return n;
}

/* Balls of another size than the table's are not taken for balls at all: where hardly any were found, are there many of
 * another size? Then the table is another one. */
static void look_for_other_balls(const struct frame *f, struct calibration *c)
{
    static const double sizes[] = {0.72, 0.78, 0.84, 0.9, 1.1, 1.17, 1.25, 1.34, 1.43, 1.53};
    enum { FEW = 2, ENOUGH = 4 }; /* spots of a table are smaller things as round as balls, and there may be three */
    int usual = count_of_size(f, c, 1), most = 0;
    double best = 1;
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes && usual < FEW; i++) {
        int n = count_of_size(f, c, sizes[i]);
        best = n > most ? sizes[i] : best;
        most = n > most ? n : most;
    }
    if (most >= ENOUGH)
        c->ball_seen = best * c->table.bed.ball_d;
}

/* By what share balls look too large for the table, or too small. */
static double balls_off(const struct calibration *c)
{
    return c->ball_seen > 0 ? fabs(c->ball_seen / c->table.bed.ball_d - 1) : 0;
}

/* Balls are measured to a few percent. This far off, every millimetre would be wrong by a sixth. */
static int refuse_other_size(const struct calibration *c, char *why)
{
    const struct bed *bed = &c->table.bed;
    double times = c->ball_seen > 0 ? bed->ball_d / c->ball_seen : 1;
    if (balls_off(c) < 0.16)
        return 0;
    snprintf(
        why, CALIBRATE_WHY,
        "balls would be %.0f mm across on a table of this kind, not %.1f. If they are, it is about %.0f x %.0f mm: "
        "see --table and --size",
        c->ball_seen, bed->ball_d, times * bed->length, times * bed->width * (1 + c->aspect));
    return ERR_NO_TABLE;
}

static void warn_if_unsure(const struct calibration *c)
{
    double ball = c->table.bed.ball_d;
    if (balls_off(c) > 0.06)
        log_warn("balls look %.0f mm across, not %.1f: the table is probably of another size; see --table and --size",
                 c->ball_seen, ball);
    if (c->sd_mm > 3)
        log_warn("the camera is not known well: at the ends of the table millimetres may be off by %.0f", 2 * c->sd_mm);
}

int find_camera(const struct look *look, const struct table *table, struct calibration *c, char *why)
{
    struct calibrate_params params = calibrate_params_default();
    const struct frame *f = &look->middle;
    int err = calibrate_picture(f, table, &params, c, why);
    if (err == ERR_NO_TABLE && look->frames > 1) {
        char ignored[CALIBRATE_WHY];
        f = &look->first;
        err = calibrate_picture(f, table, &params, c, ignored);
    }
    if (!err) {
        use_balls(f, &params, c);
        look_for_other_balls(f, c);
        err = calibrate_check(f, &params, c, why);
    }
    if (!err)
        err = refuse_other_size(c, why);
    if (!err)
        warn_if_unsure(c);
    return err;
}

int find_camera_by_hand(const struct look *look, const struct table *table, const struct vec2 corner[4],
                        struct calibration *c, char *why)
{
    struct calibrate_params params = calibrate_params_default();
    int err = calibrate_points(&look->middle, table, &params, corner, c, why);
    if (!err && c->side_share[0] > 0) { /* noses were found: there is something to fit again */
        use_balls(&look->middle, &params, c);
        warn_if_unsure(c);
    }
    return err;
}
