/* SPDX-License-Identifier: Apache-2.0 */
/* pattern.c: the turn of a numbered ball, found by trying directions on half a sphere. */
#include "pattern.h"

#include <math.h>

/* Sines and cosines as they are on most sets: the disc reaches 25 degrees, the band 32 to either side of the equator.
 */
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

typedef float misfit(struct direction d, const struct spot_seen *p, int n);

static struct direction lean(struct direction d, float x, float y)
{
    float z = fabsf(d.z) > 0.7f ? d.x : d.z, r = 1 / sqrtf(1 - z * z); /* away from the axis that is nearest to it */
    struct direction a = fabsf(d.z) > 0.7f ? (struct direction){(1 - d.x * d.x) * r, -d.x * d.y * r, -d.x * d.z * r}
                                           : (struct direction){-d.z * d.x * r, -d.z * d.y * r, (1 - d.z * d.z) * r};
    struct direction b = {d.y * a.z - d.z * a.y, d.z * a.x - d.x * a.z, d.x * a.y - d.y * a.x};
    struct direction to = {d.x + x * a.x + y * b.x, d.y + x * a.y + y * b.y, d.z + x * a.z + y * b.z};
    float length = sqrtf(to.x * to.x + to.y * to.y + to.z * to.z);
    return (struct direction){to.x / length, to.y / length, to.z / length};
}

/* The least that any turn leaves unexplained: all directions, then ever smaller steps from the best of them. */
static float least_misfit(misfit *of, const struct spot_seen *p, int n)
{
    static const int way[4][2] = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}};
    struct direction best = direction_of(0);
    float least = of(best, p, n);
    for (int i = 1; i < DIRECTIONS; i++) {
        float here = of(direction_of(i), p, n);
        if (here < least)
            least = here, best = direction_of(i);
    }
    for (float step = 0.12f; step > 0.02f; step /= 2)
        for (int i = 0; i < 4; i++) {
            struct direction to = lean(best, step * (float)way[i][0], step * (float)way[i][1]);
            float here = of(to, p, n);
            if (here < least)
                least = here, best = to;
        }
    return least;
}

struct pattern pattern_fit(const struct spot_seen *p, int n)
{
    int white = 0;
    for (int i = 0; i < n; i++)
        white += p[i].white;
    if (n < 1)
        return (struct pattern){1, 1, 1};
    float solid = fminf((float)white, least_misfit(solid_misfit, p, n)); /* its discs may be on its sides */
    float stripe = least_misfit(stripe_misfit, p, n);
    return (struct pattern){solid / (float)n, stripe / (float)n, (float)(n - white) / (float)n};
}
