/* SPDX-License-Identifier: Apache-2.0 */
/* geometry_tables.c: which tables are questions of geometry asked about, and what is the plain, slow answer? */
#include "geometry_tables.h"

uint64_t seed;

double random_between(double low, double high)
{
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    return low + (high - low) * (double)(seed >> 11) / 9007199254740992.0;
}

int random_below(int n)
{
    return (int)random_between(0, n);
}

void put(struct layout *l, int id, double x, double y)
{
    l->known |= ball_bit((ball_id)id);
    l->at[id] = vec2(x, y);
}

bool fits(const struct layout *l, struct vec2 p, double d)
{
    for (BALL_EACH(id, l->known))
        if (vec2_dist(p, l->at[id]) < d)
            return false;
    return true;
}

struct layout random_table(int n, double x, double y, double d)
{
    struct layout l = {0};
    struct vec2 cluster = {random_between(-x, x), random_between(-y, y)};
    for (int id = 1, tries = 0; id <= n && tries < 10000; tries++) {
        bool near = random_below(2);
        double spread = 4 * d;
        struct vec2 p = {near ? cluster.x + random_between(-spread, spread) : random_between(-x, x),
                         near ? cluster.y + random_between(-spread, spread) : random_between(-y, y)};
        if (fabs(p.x) <= x && fabs(p.y) <= y && fits(&l, p, d))
            put(&l, id++, p.x, p.y);
    }
    return l;
}

struct layout moved(struct layout l, double by)
{
    for (BALL_EACH(id, l.known)) {
        double a = random_between(0, 6.283185307);
        l.at[id] = vec2_along(l.at[id], by, vec2(cos(a), sin(a)));
    }
    return l;
}

struct layout mirrored(struct layout l)
{
    for (BALL_EACH(id, l.known))
        l.at[id].y = -l.at[id].y;
    return l;
}

struct layout colours_on_spots(const struct bed *bed)
{
    struct layout l = {0};
    for (int i = 0; i < 6; i++)
        put(&l, SNOOKER_YELLOW + i, bed->spot[SPOT_YELLOW + i].x, bed->spot[SPOT_YELLOW + i].y);
    return l;
}

struct geo_snooker red_on(const struct layout *l)
{
    struct bed bed = bed_standard();
    return geo_snookered(&bed, l, BALL_CUE, reds, colours, GEO_EQUAL);
}

bool walk_is_clear(const struct layout *l, struct vec2 from, double angle, double length, double c, ball_mask blockers)
{
    int steps = (int)(length / 4) + 1;
    for (int i = 0; i <= steps; i++) {
        struct vec2 p = vec2_along(from, length * i / steps, vec2(cos(angle), sin(angle)));
        for (BALL_EACH(id, blockers))
            if (vec2_dist(p, l->at[id]) < c)
                return false;
    }
    return true;
}

bool plain_free_at_edges(const struct layout *l, struct vec2 from, double c, ball_mask on, ball_mask blockers)
{
    for (BALL_EACH(id, on)) {
        struct vec2 way = vec2_sub(l->at[id], from);
        double length = vec2_len(way), bearing = atan2(way.y, way.x), half = asin(fmin(c / length, 1));
        double run = sqrt(fmax(length * length - c * c, 0));
        if (walk_is_clear(l, from, bearing + half, run, c, blockers) &&
            walk_is_clear(l, from, bearing - half, run, c, blockers))
            return true;
    }
    return false;
}

/* What a point going in this direction meets first among discs of radius c. */
static ball_id met_first(const struct layout *l, struct vec2 from, double angle, double c, ball_mask balls)
{
    double least = INFINITY;
    ball_id first = BALL_NONE;
    for (BALL_EACH(id, balls)) {
        struct vec2 way = vec2_sub(l->at[id], from);
        double along = way.x * cos(angle) + way.y * sin(angle), side = way.y * cos(angle) - way.x * sin(angle);
        if (along <= 0 || fabs(side) >= c || along - sqrt(c * c - side * side) >= least)
            continue;
        least = along - sqrt(c * c - side * side);
        first = (ball_id)id;
    }
    return first;
}

bool plain_sees(const struct layout *l, struct vec2 from, double c, ball_mask on, ball_mask blockers)
{
    enum { DIRECTIONS = 200 };
    for (BALL_EACH(id, on)) {
        struct vec2 way = vec2_sub(l->at[id], from);
        double bearing = atan2(way.y, way.x), half = asin(fmin(c / vec2_len(way), 1));
        for (int i = 1; i < DIRECTIONS; i++)
            if (ball_in(on, met_first(l, from, bearing + half * (2.0 * i / DIRECTIONS - 1), c, on | blockers)))
                return true;
    }
    return false;
}

struct layout walled_table(int blockers, double depth)
{
    struct layout l = {0};
    bool inside = random_below(5) == 0;
    put(&l, 2, inside ? random_between(-1300, -1050) : random_between(-500, 1700), random_between(-800, 800));
    for (int id = 3, tries = 0; id < 3 + blockers && tries < 3000; tries++) {
        struct vec2 p = {random_between(-1047 - depth / 5, -1047 + depth), random_between(-440, 440)};
        if (fits(&l, p, 52.5))
            put(&l, id++, p.x, p.y);
    }
    return l;
}

double slack(double margin)
{
    return 2 * fmax(GEO_RESOLUTION, GEO_SHARE * fabs(margin));
}
