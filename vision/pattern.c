/* SPDX-License-Identifier: Apache-2.0 */
/* pattern.c: the turn of a numbered ball, found by trying directions on half a sphere. */
#include "pattern.h"

#include <math.h>

/* Sines and cosines as they are on most sets: the disc reaches 25 degrees, the band 32 to either side of the equator. */
#define DISC_COS 0.90f
#define BAND_SIN 0.53f

enum { DIRECTIONS = 96 };

struct direction {
    float x, y, z;
};

/* Evenly over the half that faces the camera (a spiral); an axis and a pair of discs have two ends. */
static struct direction direction_of(int i)
{
    float z = ((float)i + 0.5f) / DIRECTIONS, r = sqrtf(1 - z * z), turn = 2.3999632f * (float)i;
    return (struct direction){r * cosf(turn), r * sinf(turn), z};
}

static float along(struct direction d, const struct spot_seen *s)
{
    return d.x * s->x + d.y * s->y + d.z * s->z;
}

/* Digits are printed in the disc: colour inside it counts half. */
static float solid_misfit(struct direction d, const struct spot_seen *p, int n)
{
    float wrong = 0;
    for (int i = 0; i < n; i++) {
        bool disc = fabsf(along(d, &p[i])) > DISC_COS;
        wrong += p[i].white == disc ? 0 : disc ? 0.5f : 1;
    }
    return wrong;
}

/* White inside the band is excused as far as one disc can explain it. */
static float stripe_misfit(struct direction d, const struct spot_seen *p, int n)
{
    float wrong = 0;
    struct direction middle = {0, 0, 0};
    for (int i = 0; i < n; i++) {
        bool band = fabsf(along(d, &p[i])) < BAND_SIN;
        wrong += p[i].white == band;
        if (p[i].white && band)
            middle.x += p[i].x, middle.y += p[i].y, middle.z += p[i].z;
    }
    float off = along(d, &(struct spot_seen){middle.x, middle.y, middle.z, true});
    middle = (struct direction){middle.x - off * d.x, middle.y - off * d.y, middle.z - off * d.z}; /* on the equator */
    float length = sqrtf(middle.x * middle.x + middle.y * middle.y + middle.z * middle.z);
    for (int i = 0; i < n && length > 0; i++)
        if (p[i].white && fabsf(along(d, &p[i])) < BAND_SIN && along(middle, &p[i]) > DISC_COS * length)
            wrong -= 1;
    return wrong;
}

struct pattern pattern_fit(const struct spot_seen *p, int n)
{
    struct pattern best = {1, 1, 1};
    int white = 0;
    for (int i = 0; i < n; i++)
        white += p[i].white;
    if (n < 1)
        return best;
    best.solid = (float)white; /* its discs may be on its sides */
    best.stripe = best.plain = (float)n;
    for (int i = 0; i < DIRECTIONS; i++) {
        struct direction d = direction_of(i);
        best.solid = fminf(best.solid, solid_misfit(d, p, n));
        best.stripe = fminf(best.stripe, stripe_misfit(d, p, n));
    }
    return (struct pattern){best.solid / (float)n, best.stripe / (float)n, (float)(n - white) / (float)n};
}
