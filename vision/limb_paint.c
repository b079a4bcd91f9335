/* SPDX-License-Identifier: Apache-2.0 */
/* limb_paint.c: clear edges in the profiles across an outline that are not where the limb is. */
#include "limb_paint.h"

#include <math.h>

/* A channel of a view at d px, between its samples. */
static float level_at(const struct limb_view *v, int channel, int k, float d)
{
    float pitch = v->d[1] - v->d[0], x = (d - v->d[0]) / pitch;
    int j = x < 0 ? 0 : x > (float)(v->n - 2) ? v->n - 2 : (int)x;
    x -= (float)j;
    return v->level[channel][j][k] * (1 - x) + v->level[channel][j + 1][k] * x;
}

/* By how much light and colours differ on either side of each sample of light, levels. */
static void steps_of(const struct limb_model *m, int k, float step[LIMB_SAMPLES])
{
    const struct limb_view *y = &m->light;
    step[0] = step[y->n - 1] = 0;
    for (int j = 1; j < y->n - 1; j++) {
        float light = y->level[0][j + 1][k] - y->level[0][j - 1][k], sum = light * light;
        for (int c = 0; c < 2; c++) {
            float d = level_at(&m->colour, c, k, y->d[j + 1]) - level_at(&m->colour, c, k, y->d[j - 1]);
            sum += d * d;
        }
        step[j] = y->weight[j - 1][k] > 0 && y->weight[j + 1][k] > 0 ? sqrtf(sum) : 0;
    }
}

/* px by which the top of a parabola through three steps lies beyond the middle one. */
static float beyond_middle(const float step[3], float pitch)
{
    float bend = step[0] + step[2] - 2 * step[1];
    return bend < 0 ? 0.5f * pitch * (step[0] - step[2]) / bend : 0;
}

static void hide(struct limb_view *v, int k, float from, float to)
{
    for (int j = 0; j < v->n; j++)
        if (v->d[j] > from && v->d[j] < to)
            v->weight[j][k] = 0;
}

/* What the blur of an edge reaches is hidden with what lies behind it. */
static void hide_beyond(struct limb_model *m, int k, float edge, bool inwards)
{
    const float blur = 0.9f, far = 1e6f; /* px */
    float from = inwards ? -far : edge - blur, to = inwards ? edge + blur : far;
    hide(&m->light, k, from, to);
    hide(&m->colour, k, from, to);
}

void limb_hide_paint(struct limb_model *m)
{
    const float clear = 20; /* levels over two samples: more than shading, less than any paint */
    const float apart = 1;  /* px: nearer to the limb, or to where it moves, it may be the limb itself */
    float pitch = m->light.d[1] - m->light.d[0];
    for (int k = 0; k < m->sectors; k++) {
        float step[LIMB_SAMPLES];
        float own = apart + (m->steps > 1 ? 0.5f * fabsf(m->along[k]) : 0);
        steps_of(m, k, step);
        for (int j = 1; j + 1 < m->light.n; j++) {
            if (step[j] < clear || step[j] <= step[j - 1] || step[j] < step[j + 1])
                continue;
            float edge = m->light.d[j] + beyond_middle(step + j - 1, pitch);
            if (fabsf(edge - m->at[k]) > own)
                hide_beyond(m, k, edge, edge < m->at[k]);
        }
    }
}
