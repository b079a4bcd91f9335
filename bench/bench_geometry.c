/* SPDX-License-Identifier: Apache-2.0 */
/* bench_geometry.c: how long do the questions of rules/geometry take, on tables of 21 object balls? */
#include "geometry.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { TABLES = 400, BALLS = 22 };

static uint64_t seed = 1;
static struct layout tables[TABLES];
static double total;
static long yes;
static uint64_t cells;

static double random_between(double low, double high)
{
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    return low + (high - low) * (double)(seed >> 11) / 9007199254740992.0;
}

static double now_us(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e6 + (double)t.tv_nsec / 1e3;
}

static bool fits(const struct layout *l, struct vec2 p)
{
    for (BALL_EACH(id, l->known))
        if (vec2_dist(p, l->at[id]) < 52.5)
            return false;
    return true;
}

/* Cue-ball and 21 others in the given box of the table. */
static void fill(double x0, double x1, double y)
{
    for (int n = 0; n < TABLES; n++) {
        struct layout l = {0};
        for (int id = 1; id <= BALLS;) {
            struct vec2 p = {random_between(x0, x1), random_between(-y, y)};
            if (!fits(&l, p))
                continue;
            l.known |= ball_bit((ball_id)id);
            l.at[id++] = p;
        }
        tables[n] = l;
    }
}

typedef bool question(const struct bed *bed, const struct layout *l);

static const ball_mask reds = ((ball_mask)1 << (BALLS + 1)) - ((ball_mask)1 << SNOOKER_RED_1);
static const ball_mask last = (ball_mask)1 << 2;

static bool snookered(const struct bed *bed, const struct layout *l)
{
    return geo_snookered(bed, l, BALL_CUE, reds, ~reds, GEO_EQUAL).snookered;
}

static bool path(const struct bed *bed, const struct layout *l)
{
    return geo_path(bed, l, BALL_CUE, reds, ~reds, reds).path == PATH_NONE;
}

static bool path_to_last(const struct bed *bed, const struct layout *l)
{
    return geo_path(bed, l, BALL_CUE, last, ~last, 0).path == PATH_NONE;
}

static bool touching(const struct bed *bed, const struct layout *l)
{
    return geo_touching(bed, l, BALL_CUE, ~0u, 0.5).touching != 0;
}

static bool spot(const struct bed *bed, const struct layout *l)
{
    struct geo_spotting how = geo_spotting_snooker(bed, SPOT_BLUE);
    return geo_spot(bed, l, SNOOKER_BLUE, &how).found;
}

static bool hand(const struct bed *bed, const struct layout *l, ball_mask on, enum area area, enum geo_reach reach)
{
    struct geo_hand h = geo_snookered_in_hand(bed, l, BALL_CUE, on, ~on, area, reach);
    cells += h.cells;
    return h.snookered;
}

static bool d_reds(const struct bed *bed, const struct layout *l)
{
    return hand(bed, l, reds, AREA_D, GEO_BOTH_EDGES);
}

static bool d_last(const struct bed *bed, const struct layout *l)
{
    return hand(bed, l, last, AREA_D, GEO_BOTH_EDGES);
}

static bool d_any(const struct bed *bed, const struct layout *l)
{
    return hand(bed, l, last, AREA_D, GEO_ANY_PART);
}

static bool baulk_last(const struct bed *bed, const struct layout *l)
{
    return hand(bed, l, last, AREA_BAULK, GEO_BOTH_EDGES);
}

static bool all_last(const struct bed *bed, const struct layout *l)
{
    return hand(bed, l, last, AREA_ANYWHERE, GEO_BOTH_EDGES);
}

static int by_size(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void measure(const char *name, question *ask)
{
    static double us[TABLES];
    struct bed bed = bed_standard();
    yes = 0;
    total = 0;
    cells = 0;
    for (int n = 0; n < TABLES; n++) {
        double t = now_us();
        yes += ask(&bed, &tables[n]);
        us[n] = now_us() - t;
        total += us[n];
    }
    qsort(us, TABLES, sizeof us[0], by_size);
    printf("%-44s %9.2f %9.2f %9.2f %9.2f %6ld%% %8llu\n", name, us[TABLES / 2], total / TABLES, us[TABLES * 95 / 100],
           us[TABLES - 1], yes * 100 / TABLES, (unsigned long long)cells / TABLES);
}

static void measure_all(const char *title)
{
    printf("\n%-44s %9s %9s %9s %9s %7s %8s\n", title, "median us", "mean", "95 %", "worst", "yes", "cells");
    measure("snookered, 15 reds on", snookered);
    measure("path, 15 reds on", path);
    measure("path, 1 ball on, 20 blockers", path_to_last);
    measure("touching", touching);
    measure("spot a colour", spot);
    measure("in hand, D, 15 reds on", d_reds);
    measure("in hand, D, 1 ball on, 20 blockers", d_last);
    measure("in hand, D, any part of 1 ball", d_any);
    measure("in hand, baulk, 1 ball on", baulk_last);
    measure("in hand, anywhere, 1 ball on", all_last);
}

int main(void)
{
    fill(-1750, 1750, 850);
    measure_all("balls all over the table");
    fill(-1350, -750, 420);
    measure_all("balls in and before the D");
    fill(-1040, -840, 480);
    for (int n = 0; n < TABLES; n++)
        tables[n].at[2] = vec2(random_between(0, 1700), random_between(-800, 800));
    measure_all("a wall before the D, ball 2 beyond it");
    return 0;
}
