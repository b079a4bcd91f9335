/* SPDX-License-Identifier: Apache-2.0 */
/* geometry_hand.c: where may the cue-ball lie when it is in hand, and is it snookered from everywhere there?
 *
 * The worth of a position is the lesser of the room around it and of the margin of the best path from it. The search
 * looks for the position of greatest worth: a few likely places first, then all of the area in cells that are halved
 * until each is proved to hold nothing better than the best found. */
#include "geometry_in.h"

struct box {
    struct vec2 low, high;
};

static bool half_round(const struct bed *bed, enum area area)
{
    return area == AREA_D && bed->d_radius > 0;
}

/* The area, or for the D the box around it. Empty: low beyond high. */
static struct box area_box(const struct bed *bed, enum area area)
{
    double r = geo_diameter(bed->cue_ball_d) / 2, x = bed->length / 2 - r, y = bed->width / 2 - r;
    if (half_round(bed, area))
        return (struct box){{bed->baulk_x - bed->d_radius, -bed->d_radius}, {bed->baulk_x, bed->d_radius}};
    return (struct box){{-x, -y}, {area == AREA_ANYWHERE ? x : bed->baulk_x, y}};
}

static bool box_usable(const struct box *b)
{
    return geo_usable(b->low) && geo_usable(b->high) && b->low.x <= b->high.x && b->low.y <= b->high.y;
}

struct geo_in geo_in_area(const struct bed *bed, struct vec2 p, enum area area)
{
    struct box b = area_box(bed, area);
    if (area == AREA_NONE || !geo_usable(p))
        return (struct geo_in){false, -INFINITY};
    double m = fmin(fmin(p.x - b.low.x, b.high.x - p.x), fmin(p.y - b.low.y, b.high.y - p.y));
    if (half_round(bed, area)) {
        double out = fmax(p.x - bed->baulk_x, 0), round = bed->d_radius - vec2_dist(p, vec2(bed->baulk_x, 0));
        double beside = fmax(fabs(p.y) - bed->d_radius, 0);
        m = out > 0 ? -sqrt(out * out + beside * beside) : fmin(round, bed->baulk_x - p.x);
    }
    bool on_line_is_in = area != AREA_BEHIND_HEAD_STRING && area != AREA_BAULK;
    return (struct geo_in){on_line_is_in ? m >= 0 : m > 0, m};
}

/* ---- the search ------------------------------------------------------------------------------------------------- */

enum { CELLS_MAX = 30000, DEPTH_MAX = 64 /* halvings: 4 m to far below GEO_RESOLUTION takes 50 */ };
static const double cell_least = 1e-4; /* mm; smaller cells are all one point to GEO_RESOLUTION */

struct cell {
    struct box box;
    ball_mask on; /* balls on not yet proved hidden from all of it */
};

struct search {
    const struct bed *bed;
    const struct layout *layout;
    enum area area;
    enum geo_reach reach;
    double contact;
    struct box box;
    ball_mask on, blockers, others;
    ball_id hint[BALL_IDS]; /* by ball on: the blocker that hid it last, to be tried first */
    struct geo_hand best;
    int depth;
    struct cell stack[DEPTH_MAX];
};

/* Nearest point of the area. A hair (1e-9 mm) inside the arc, so that rounding does not put it outside. */
static struct vec2 into_area(const struct search *s, struct vec2 p)
{
    p.x = fmin(fmax(p.x, s->box.low.x), s->box.high.x);
    p.y = fmin(fmax(p.y, s->box.low.y), s->box.high.y);
    if (!half_round(s->bed, s->area))
        return p;
    struct vec2 middle = {s->bed->baulk_x, 0}, way = vec2_sub(p, middle);
    double l = vec2_len(way), r = fmax(s->bed->d_radius - 1e-9, 0);
    return l > r ? vec2_along(middle, r / l, way) : p;
}

static double room_at(const struct search *s, struct vec2 p)
{
    double least = INFINITY;
    for (BALL_EACH(id, s->others))
        least = fmin(least, vec2_dist(p, s->layout->at[id]) - s->contact);
    return least;
}

/* Room between an edge path and a blocker. `share`: where along the path they are nearest, 0 start to 1 contact.
 * Positions in contact with the blocker itself need no care here as they do in geometry.c: the room there is negative.
 */
static double room_beside(const struct geo_ray *edge, struct vec2 x, double contact, double *share)
{
    double along = vec2_dot(vec2_sub(x, edge->from), edge->dir);
    double nearest = fmin(fmax(along, 0), edge->length);
    *share = edge->length > 0 ? nearest / edge->length : 0;
    return vec2_dist(x, vec2_along(edge->from, nearest, edge->dir)) - contact;
}

/* Least room beside both edges of a ball on; any value <= floor if it is no more than that. */
static double room_at_edges(const struct search *s, struct vec2 p, struct vec2 to, double floor)
{
    double least = INFINITY, unused;
    for (int side = -1; side <= 1; side += 2) {
        struct geo_ray edge = geo_edge(p, to, s->contact, side);
        for (BALL_EACH(id, s->blockers)) {
            least = fmin(least, room_beside(&edge, s->layout->at[id], s->contact, &unused));
            if (least <= floor)
                return least;
        }
    }
    return least;
}

static void keep(struct search *s, struct vec2 p, double worth, ball_id ball)
{
    if (worth > s->best.margin) {
        s->best.margin = worth;
        s->best.at = p;
        s->best.free_ball = ball;
    }
}

/* Is p worth more than the best so far? */
static void try_place(struct search *s, struct vec2 p, ball_mask on)
{
    double room = fmin(room_at(s, p), GEO_ENOUGH);
    ball_id ball;
    if (room <= s->best.margin)
        return;
    if (s->reach == GEO_BOTH_EDGES) {
        for (BALL_EACH(id, on))
            keep(s, p, fmin(room, room_at_edges(s, p, s->layout->at[id], s->best.margin)), (ball_id)id);
    } else if (geo_sees(s->layout, p, s->contact, on, s->blockers, fmax(s->best.margin, -s->contact), &ball)) {
        double sight = geo_sight(s->layout, p, s->contact, on, s->blockers, &ball);
        keep(s, p, fmin(room, sight), ball);
    }
}

/* Twelve directions with exact coordinates. */
static const struct vec2 around[12] = {{1, 0},  {0.8, 0.6},   {0.6, 0.8},   {0, 1},  {-0.6, 0.8}, {-0.8, 0.6},
                                       {-1, 0}, {-0.8, -0.6}, {-0.6, -0.8}, {0, -1}, {0.6, -0.8}, {0.8, -0.6}};

/* From the best place to a better one beside it, in ever shorter steps. */
static void climb(struct search *s)
{
    for (double step = 16; step > GEO_RESOLUTION / 2 && s->best.margin < GEO_ENOUGH;) {
        double before = s->best.margin;
        struct vec2 from = s->best.at;
        for (int i = 0; i < 12; i++)
            try_place(s, into_area(s, vec2_along(from, step, around[i])), s->on);
        if (!(s->best.margin > before + GEO_RESOLUTION / 10))
            step /= 2;
    }
}

/* Likely places: a grid over the area, and close around each ball on: almost in contact both edges are at hand. */
static void try_likely(struct search *s)
{
    enum { GRID = 9 };
    static const double gaps[] = {0.5, 3, 10, 30};
    for (int i = 0; i < GRID * GRID && s->best.margin < GEO_ENOUGH; i++) {
        double u = (double)(i % GRID) / (GRID - 1), v = (double)(i / GRID) / (GRID - 1);
        try_place(s,
                  into_area(s, vec2(s->box.high.x + u * (s->box.low.x - s->box.high.x),
                                    s->box.low.y + v * (s->box.high.y - s->box.low.y))),
                  s->on);
    }
    for (BALL_EACH(id, s->on))
        for (int i = 0; i < 12 * 4 && s->best.margin < GEO_ENOUGH; i++) {
            struct vec2 p = vec2_along(s->layout->at[id], s->contact + gaps[i / 12], around[i % 12]);
            if (geo_in_area(s->bed, p, s->area).margin >= 0)
                try_place(s, p, ball_bit((ball_id)id));
        }
    climb(s);
}

/* What a cell must promise to be worth halving. The best places often lie along a line on which all are nearly equal:
 * more exact than this far from 0 would cost a thousand times the cells and change no decision. */
static double wanted(const struct search *s)
{
    double best = fmax(s->best.margin, -GEO_ENOUGH), share = s->reach == GEO_ANY_PART ? GEO_SHARE_ANY : GEO_SHARE;
    return best + fmax(GEO_RESOLUTION, share * fabs(best));
}

/* Is one edge of `to` obstructed by `x` from everywhere within `radius` of p? When the start moves by e the point of
 * finest contact moves by at most e * slide, slide = contact / length of the path at its shortest, and what lies
 * between moves in proportion. */
static bool hides(const struct search *s, const struct geo_ray edge[2], struct vec2 x, double radius, double slide)
{
    for (int side = 0; side < 2; side++) {
        double share, room = room_beside(&edge[side], x, s->contact, &share);
        if (room + (1 - share + share * slide) * radius <= wanted(s))
            return true;
    }
    return false;
}

static bool edges_hidden(struct search *s, struct vec2 p, double radius, ball_id on)
{
    struct vec2 to = s->layout->at[on];
    double nearest = vec2_dist(p, to) - radius;
    if (nearest <= s->contact)
        return false; /* the cell reaches the ball itself: only halving tells */
    double slide = s->contact / sqrt(nearest * nearest - s->contact * s->contact);
    struct geo_ray edge[2] = {geo_edge(p, to, s->contact, 1), geo_edge(p, to, s->contact, -1)};
    if (s->hint[on] && hides(s, edge, s->layout->at[s->hint[on]], radius, slide))
        return true;
    for (BALL_EACH(id, s->blockers))
        if (hides(s, edge, s->layout->at[id], radius, slide)) {
            s->hint[on] = (ball_id)id;
            return true;
        }
    return false;
}

/* Which balls on may be reached from somewhere within `radius` of p, at more than the best margin? Room and sight
 * change no faster than the place does. */
static ball_mask still_open(struct search *s, struct vec2 p, double radius, ball_mask on)
{
    ball_mask open = 0;
    ball_id unused;
    if (room_at(s, p) + radius <= wanted(s))
        return 0;
    for (BALL_EACH(id, on)) {
        ball_mask bit = ball_bit((ball_id)id);
        bool hidden = s->reach == GEO_BOTH_EDGES ? edges_hidden(s, p, radius, (ball_id)id)
                                                 : !geo_sees(s->layout, p, s->contact, bit, s->blockers,
                                                             fmax(wanted(s) - radius, -s->contact), &unused);
        open |= hidden ? 0 : bit;
    }
    return open;
}

static double farthest(const struct box *b, struct vec2 p)
{
    return vec2_len(vec2(fmax(p.x - b->low.x, b->high.x - p.x), fmax(p.y - b->low.y, b->high.y - p.y)));
}

/* Only the D is not the whole of its box. */
static bool meets_area(const struct search *s, const struct box *b)
{
    if (!half_round(s->bed, s->area))
        return true;
    double y = fmax(fmax(b->low.y, -b->high.y), 0);
    return vec2_len(vec2(s->bed->baulk_x - b->high.x, y)) <= s->bed->d_radius;
}

static void push(struct search *s, struct box box, ball_mask on)
{
    if (s->depth < DEPTH_MAX)
        s->stack[s->depth++] = (struct cell){box, on};
}

static void halve(struct search *s, const struct cell *cell, ball_mask on)
{
    struct box a = cell->box, b = cell->box;
    if (a.high.x - a.low.x > a.high.y - a.low.y)
        a.high.x = b.low.x = (a.low.x + a.high.x) / 2;
    else
        a.high.y = b.low.y = (a.low.y + a.high.y) / 2;
    push(s, a, on);
    push(s, b, on);
}

static void look_into(struct search *s, const struct cell *cell)
{
    if (!meets_area(s, &cell->box))
        return;
    struct vec2 middle = vec2_scale(vec2_add(cell->box.low, cell->box.high), 0.5), p = into_area(s, middle);
    double radius = farthest(&cell->box, p), before = s->best.margin;
    ball_mask on = still_open(s, p, radius, cell->on);
    s->best.cells++;
    if (!on)
        return;
    try_place(s, p, on);
    if (s->best.margin > before)
        climb(s);
    if (radius > cell_least)
        halve(s, cell, on);
}

/* Cells are taken from the end: never more than one a halving wait. */
static void search_area(struct search *s)
{
    push(s, s->box, s->on);
    while (s->depth && s->best.margin < GEO_ENOUGH && s->best.cells < CELLS_MAX) {
        struct cell cell = s->stack[--s->depth];
        look_into(s, &cell);
    }
    s->best.bound = s->best.margin < GEO_ENOUGH && s->depth ? GEO_ENOUGH : fmin(wanted(s), GEO_ENOUGH);
}

static struct geo_hand nothing_to_reach(double margin)
{
    return (struct geo_hand){.margin = margin, .bound = margin};
}

struct geo_hand geo_snookered_in_hand(const struct bed *bed, const struct layout *layout, ball_id cue, ball_mask on,
                                      ball_mask blockers, enum area area, enum geo_reach reach)
{
    struct search s = {.bed = bed, .layout = layout, .area = area, .reach = reach, .best.margin = -INFINITY};
    s.contact = geo_contact(bed);
    s.others = geo_present(layout, ~ball_bit(cue));
    s.on = on & s.others;
    s.blockers = blockers & s.others & ~s.on;
    s.box = area_box(bed, area);
    if (area == AREA_BEHIND_HEAD_STRING)
        s.box.high.x -= GEO_RESOLUTION; /* on the line is not behind it */
    if (!s.on)
        return nothing_to_reach(INFINITY);
    if (area == AREA_NONE || !box_usable(&s.box))
        return nothing_to_reach(0);
    try_likely(&s);
    search_area(&s);
    s.best.snookered = s.best.margin <= 0;
    if (s.best.snookered) {
        s.best.margin = fmin(s.best.bound, 0); /* proved, not just the best that was met */
        s.best.free_ball = BALL_NONE;
    }
    return s.best;
}
