/* SPDX-License-Identifier: Apache-2.0 */
/* rough.c: from the cloth's four sides to a first camera, by every mask that might tell cloth from the rest. */
#include "err.h"
#include "log.h"
#include "search.h"

#include <stdlib.h>

/* Which pair of sides is the long one is found by trying both. */
double rough_corners(const struct search *s, const struct vec2 px[4], double out, struct camera *best)
{
    double hx = s->table->bed.length / 2 + out, hy = s->table->bed.width / 2 + out, least = 1e9;
    for (int turn = 0; turn < 2; turn++) {
        struct vec2 order[4];
        struct camera cam;
        for (int i = 0; i < 4; i++)
            order[i] = px[(i + turn) % 4];
        double rms =
            fit_corners(&cam, s->f->width, s->f->height, order, hx, hy, s->table->nose_height, &s->params->fit);
        if (rms >= 0 && rms < least) {
            least = rms;
            *best = cam;
        }
    }
    best->chroma_x = s->chroma_x;
    return least;
}

/* Pulls the rough camera onto the border of the cloth with narrowing windows. */
static void follow_border(struct search *s, struct attempt *a)
{
    static const double windows[] = {0.06, 0.03, 0.02, 0.015}; /* of the picture */
    struct fit fit = {.x[FIT_BORDER] = s->params->border};
    fit_start(&fit, s->table, &a->rough, &s->params->fit);
    int n = 0, fewest = 0;
    for (size_t w = 0; w < sizeof windows / sizeof *windows; w++) {
        struct camera cam = fit_camera(&fit);
        n = 0;
        fewest = SEARCH_SAMPLES;
        for (int side = 0; side < SIDES; side++) {
            int got = edges_border(&a->cloth, &s->thumb, &cam, s->table, side, s->params->border,
                                   windows[w] * search_across(s), SEARCH_SAMPLES, s->edge + n);
            fewest = got < fewest ? got : fewest;
            n += got;
        }
        fit_solve(&fit, s->edge, n, FIT_POSE | FIT_BIT(FIT_K1) | (w > 1 ? FIT_BIT(FIT_LOG_F) | FIT_BIT(FIT_K2) : 0),
                  3 * s->thumb.scale);
    }
    a->rough = fit_camera(&fit);
    a->border = fit.x[FIT_BORDER];
    a->score = noses_rms(&fit, s->edge, n, 4 * s->thumb.scale) + 8 * (1 - (double)fewest / SEARCH_SAMPLES);
}

static int try_mask(struct search *s, const struct cloth_tone *tone, const struct cloth_params *mask, struct attempt *a)
{
    a->score = ROUGH_NONE;
    struct cloth_params shaded = *mask;
    shaded.darkest *= (float)s->params->shade;
    int err = cloth_find(&a->cloth, &s->thumb, tone, &shaded);
    if (err)
        return err;
    struct vec2 px[4];
    for (int i = 0; i < 4; i++)
        px[i] = vec2(thumb_to_px(&s->thumb, a->cloth.corner[i].x), thumb_to_px(&s->thumb, a->cloth.corner[i].y));
    double off = rough_corners(s, px, s->params->border, &a->rough);
    if (off > 0.06 * search_across(s))
        return ERR_NO_TABLE;
    follow_border(s, a);
    log_debug("mask %.2f %.1f %.1f: corners off %.1f px, border score %.2f px", mask->darkest, mask->lightest,
              mask->tolerance, off, a->score);
    return 0;
}

static int by_score(const void *a, const void *b)
{
    double x = ((const struct attempt *)a)->score, y = ((const struct attempt *)b)->score;
    return (x > y) - (x < y);
}

enum { MASKS = 6, TONES = 3 };
_Static_assert(MASKS *TONES == ROUGH_ATTEMPTS, "one attempt for each");

static const struct cloth_params masks[MASKS] = {{.38f, 1.5f, 1},    {.5f, 1.5f, 1},    {.62f, 1.5f, 1},
                                                 {.38f, 1.5f, 1.8f}, {.5f, 2.2f, 1.8f}, {.38f, 2.2f, 3}};

/* Of the middle: a table lies along the picture, or across it, or anyhow. */
static const double middles[TONES][2] = {{0.6, 0.6}, {0.2, 0.5}, {0.15, 0.15}};

double rough_attempts(struct search *s, struct attempt attempt[ROUGH_ATTEMPTS])
{
    struct cloth_tone tone[TONES];
    double lightest = 0;
    int n = 0;
    for (int i = 0; i < ROUGH_ATTEMPTS; i++)
        attempt[i] = (struct attempt){.score = ROUGH_NONE};
    for (int i = 0; i < TONES; i++) {
        int err = cloth_tone(&tone[i], &s->thumb, middles[i][0], middles[i][1]);
        if (err)
            return err;
        bool known = false;
        for (int j = 0; j < i; j++)
            known |= cloth_tones_alike(&tone[i], &tone[j]);
        for (int m = 0; m < MASKS && !known; m++)
            if (try_mask(s, &tone[i], &masks[m], &attempt[n++]) == ERR_MEMORY)
                return ERR_MEMORY;
        lightest = fmax(lightest, tone[i].y_median);
    }
    qsort(attempt, ROUGH_ATTEMPTS, sizeof *attempt, by_score);
    return lightest;
}
