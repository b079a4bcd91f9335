/* SPDX-License-Identifier: Apache-2.0 */
/* walls.c: which lines and arcs can the centre of a ball run against on this table? */
#include "detmath.h"
#include "world.h"

static void add_line(struct wall *w, struct vec2 from, struct vec2 to, struct vec2 inside)
{
    struct vec2 left = vec2_unit(vec2_left(vec2_sub(to, from)));
    bool turn = vec2_dot(left, vec2_sub(inside, from)) < 0;
    *w = (struct wall){.from = turn ? to : from, .to = turn ? from : to, .normal = turn ? vec2_scale(left, -1) : left};
}

static void add_arc(struct wall *w, const struct jaw *j)
{
    struct vec2 a = vec2_unit(vec2_sub(j->start, j->centre)), b = vec2_unit(vec2_sub(j->end, j->centre));
    struct vec2 mid = vec2_unit(vec2_add(a, b));
    *w = (struct wall){.arc = true, .centre = j->centre, .radius = j->radius, .mid = mid, .cos_half = vec2_dot(mid, a)};
}

/* The cushion a jaw belongs to is the one its nose line runs along. */
static enum cushion cushion_at(const struct table *t, struct vec2 start)
{
    enum cushion best = CUSHION_NONE;
    double nearest = 1e9;
    for (int i = 0; i < TABLE_NOSES; i++) {
        double d = fmin(vec2_dist(start, t->nose[i].from), vec2_dist(start, t->nose[i].to));
        if (d < nearest) {
            nearest = d;
            best = t->nose[i].cushion;
        }
    }
    return best;
}

/* Both parts of a jaw: they push a ball towards the middle of the pocket's mouth. */
static int add_jaw(struct wall *wall, const struct table *t, enum pocket p, const struct jaw *j)
{
    int n = 0;
    struct vec2 inside = t->pocket[p].fall;
    if (j->radius > 0)
        add_arc(&wall[n++], j);
    add_line(&wall[n++], j->end, j->back, inside);
    for (int i = 0; i < n; i++) {
        wall[i].pocket = p;
        wall[i].face = FACE_CURVED;
        wall[i].cushion = cushion_at(t, j->start);
    }
    return n;
}

int sim_walls_make(struct wall *wall, int max, const struct table *t)
{
    int n = 0;
    for (int i = 0; i < TABLE_NOSES && n < max; i++) {
        add_line(&wall[n], t->nose[i].from, t->nose[i].to, vec2(0, 0));
        wall[n].cushion = t->nose[i].cushion;
        wall[n++].face = FACE_FLAT;
    }
    for (enum pocket p = POCKET_TL; p < POCKET_COUNT; p++)
        for (int side = 0; side < 2 && n + 2 <= max; side++)
            n += add_jaw(&wall[n], t, p, &t->pocket[p].jaw[side]);
    return n;
}

struct vec2 sim_wall_normal(const struct wall *w, struct vec2 p)
{
    return w->arc ? vec2_unit(vec2_sub(p, w->centre)) : w->normal;
}
