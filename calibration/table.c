/* SPDX-License-Identifier: Apache-2.0 */
/* table.c: which kinds of table there are, and what shape follows from the few figures of each. */
#include "table.h"

#include "err.h"

#include <string.h>

#define RADIANS(degrees) ((degrees)*3.14159265358979323846 / 180)

/* How a pocket is cut. Mouth, see struct pocket_shape. The nose bends away with `radius` until it has turned by
 * `turn` (parallel facings: 45 degrees at a corner, 90 in the middle; less: they narrow), then runs straight
 * until it is `depth` behind its nose line. `shelf`: how far the slate's edge lies behind the line between the
 * two mouth points, on the pocket's axis; negative: in front of it. */
struct cut {
    double mouth, radius, turn, depth;
    double shelf, fall_radius;
};

struct kind {
    const char *name, *title, *source;
    enum table_style style;
    enum ball_set_id balls;
    double length, width, ball_d, cue_ball_d;
    double baulk, d_radius, black; /* from the bottom cushion; 0: none; from the top cushion (snooker only) */
    double nose_height;
    struct cut corner, middle;
};

#define SNOOKER_POCKETS .corner = {80.14, 88.9, 45, 47.63, 18.52, 88.9}, .middle = {84.57, 66.9, 90, 66.9, -1.6, 53.19}

#define POOL_POCKETS .corner = {115.9, 5, 38, 50.8, 41.3, 63.5}, .middle = {128.6, 5, 76, 50.8, 4.8, 63.5}

#define SNOOKER_NOSE 39.0 /* for balls of 52.5 */

#define SMALLER_SNOOKER                                                                                                \
    "size: usual for its name, no book gives it; lines and spots: in proportion to the full-size table; "              \
    "pockets and nose: as assumed for snooker-12ft"

#define POOL_SOURCE                                                                                                    \
    "strings, spots: WPA 8.1; size, balls, nose, mouths, angles, shelves: the middle of what WPA's equipment "         \
    "specifications allow, which the rule book only points to; falls and depths assumed"

static const struct kind kinds[] = {
    {
        .name = "snooker-12ft",
        .title = "Snooker and English billiards, full size",
        .source = "size, lines, spots: SNK 1.1 and BIL 1.1; balls: SNK 1.2, BIL 1.2; the books give no figures for "
                  "pockets and nose height: assumed, like tournament tables",
        .style = TABLE_SNOOKER,
        .balls = BALL_SET_SNOOKER,
        .length = 3569, /* SNK 1.1(a) */
        .width = 1778,
        .ball_d = 52.5, /* SNK 1.2(b) */
        .cue_ball_d = 52.5,
        .baulk = 737,    /* SNK 1.1(d) */
        .d_radius = 292, /* SNK 1.1(e) */
        .black = 324,    /* SNK 1.1(f)(iv) */
        .nose_height = SNOOKER_NOSE,
        SNOOKER_POCKETS,
    },
    {
        .name = "snooker-10ft",
        .title = "Snooker, ten foot",
        .source = SMALLER_SNOOKER,
        .style = TABLE_SNOOKER,
        .balls = BALL_SET_SNOOKER,
        .length = 2959, /* 9 ft 8 1/2 in x 4 ft 10 in: smaller than its name by as much as the full size is */
        .width = 1473,
        .ball_d = 52.5,
        .cue_ball_d = 52.5,
        .baulk = 611,
        .d_radius = 242,
        .black = 269,
        .nose_height = SNOOKER_NOSE,
        SNOOKER_POCKETS,
    },
    {
        .name = "snooker-9ft",
        .title = "Snooker, nine foot",
        .source = SMALLER_SNOOKER,
        .style = TABLE_SNOOKER,
        .balls = BALL_SET_SNOOKER,
        .length = 2654, /* 8 ft 8 1/2 in x 4 ft 4 in, as above */
        .width = 1321,
        .ball_d = 52.5,
        .cue_ball_d = 52.5,
        .baulk = 548,
        .d_radius = 217,
        .black = 241,
        .nose_height = SNOOKER_NOSE,
        SNOOKER_POCKETS,
    },
    {
        .name = "snooker-6ft",
        .title = "Snooker, six foot",
        .source = "size and balls: one table as its owners measured it, others of this name differ by a hand's "
                  "breadth (use --size); lines and spots: in proportion to the full-size table; pockets and nose: "
                  "as assumed for snooker-12ft",
        .style = TABLE_SNOOKER,
        .balls = BALL_SET_SNOOKER,
        .length = 1881,
        .width = 943,
        .ball_d = 52.3,
        .cue_ball_d = 52.3,
        .baulk = 388,
        .d_radius = 155,
        .black = 171,
        .nose_height = SNOOKER_NOSE,
        SNOOKER_POCKETS,
    },
    {
        .name = "pool-9ft",
        .title = "Pool, nine foot",
        .source = POOL_SOURCE,
        .style = TABLE_POOL,
        .balls = BALL_SET_NUMBERED,
        .length = 2540, /* 100 x 50 in */
        .width = 1270,
        .ball_d = 57.15,
        .cue_ball_d = 57.15,
        .baulk = 2540 / 4.0, /* WPA 8.1: the head string bounds a quarter of the table */
        .nose_height = 36.3,
        POOL_POCKETS,
    },
    {
        .name = "pool-8ft",
        .title = "Pool, eight foot",
        .source = POOL_SOURCE "; the oversize eight foot is 2337 x 1168 (use --size)",
        .style = TABLE_POOL,
        .balls = BALL_SET_NUMBERED,
        .length = 2235, /* 88 x 44 in */
        .width = 1118,
        .ball_d = 57.15,
        .cue_ball_d = 57.15,
        .baulk = 2235 / 4.0,
        .nose_height = 36.3,
        POOL_POCKETS,
    },
    {
        .name = "pool-7ft",
        .title = "Pool, seven foot (bar box, 78 x 39 in)",
        .source = "strings, spots: WPA 8.1; size: usual for its name, no book gives it; the rest as for pool-9ft",
        .style = TABLE_POOL,
        .balls = BALL_SET_NUMBERED,
        .length = 1981,
        .width = 991,
        .ball_d = 57.15,
        .cue_ball_d = 57.15,
        .baulk = 1981 / 4.0,
        .nose_height = 36.3,
        POOL_POCKETS,
    },
    {
        .name = "english-pool-7ft",
        .title = "English pool and black ball, seven foot",
        .source = "baulk line: WPA 5.1 (a fifth of the length); foot spot: WPA 8.1; size and balls: usual, no book "
                  "gives them; pockets and nose: assumed, like snooker-12ft for smaller balls",
        .style = TABLE_ENGLISH_POOL,
        .balls = BALL_SET_ENGLISH,
        .length = 1829, /* 72 x 36 in */
        .width = 914,
        .ball_d = 50.8,
        .cue_ball_d = 47.6,
        .baulk = 1829 / 5.0,
        .nose_height = 37.7,
        .corner = {85, 86, 45, 46, 20, 86},
        .middle = {90, 64.7, 90, 64.7, -1.5, 55},
    },
};

enum { KINDS = sizeof kinds / sizeof *kinds };

/* ---- from figures to shape ------------------------------------------------------------------------------------- */

static struct bed bed_of(const struct kind *k)
{
    if (k->style == TABLE_SNOOKER)
        return bed_snooker(k->length, k->width, k->ball_d, k->baulk, k->d_radius, k->black);
    return bed_pool(k->length, k->width, k->ball_d, k->cue_ball_d, k->baulk / k->length);
}

/* From a pocket's corner (or, in the middle, from its axis) to its mouth point. */
static double mouth_point(const struct cut *cut, bool corner)
{
    return corner ? cut->mouth * sqrt(0.5) : cut->mouth / 2;
}

/* The same to where the arc begins: a circle tangent to two lines that turn by `turn` touches them this far away. */
static double arc_start(const struct cut *cut, bool corner)
{
    return mouth_point(cut, corner) + cut->radius * tan(RADIANS(cut->turn) / 2);
}

/* `anchor`: the corner, or where the pocket's axis crosses the nose line; `away`: along the nose, away from the
 * pocket; `out`: off the table, square to the nose. */
static struct jaw make_jaw(const struct cut *cut, double start, struct vec2 anchor, struct vec2 away, struct vec2 out)
{
    double c = cos(RADIANS(cut->turn)), s = sin(RADIANS(cut->turn)), r = cut->radius;
    double facing = fmax(0, (cut->depth - r * (1 - c)) / s);
    struct jaw jaw = {.radius = r, .start = vec2_along(anchor, start, away)};
    jaw.centre = vec2_along(jaw.start, r, out);
    jaw.end = vec2_along(vec2_along(jaw.centre, -r * c, out), -r * s, away);
    jaw.back = vec2_along(vec2_along(jaw.end, facing * s, out), -facing * c, away);
    return jaw;
}

/* sx, sy: which corner, each -1 or 1. */
static struct pocket_shape make_corner(const struct cut *cut, const struct bed *bed, int sx, int sy)
{
    struct vec2 corner = vec2(sx * bed->length / 2, sy * bed->width / 2);
    struct vec2 axis = vec2(sx * sqrt(0.5), sy * sqrt(0.5));
    double start = arc_start(cut, true), fall = cut->shelf + cut->fall_radius - cut->mouth / 2;
    int on_side = sx * sy > 0 ? 0 : 1; /* the jaw of the long cushion is the left one at TL and BR */
    struct pocket_shape p = {.fall = vec2_along(corner, fall, axis), .fall_radius = cut->fall_radius};
    p.mouth = cut->mouth;
    p.jaw[on_side] = make_jaw(cut, start, corner, vec2(-sx, 0), vec2(0, sy));
    p.jaw[!on_side] = make_jaw(cut, start, corner, vec2(0, -sy), vec2(sx, 0));
    return p;
}

static struct pocket_shape make_middle(const struct cut *cut, const struct bed *bed, int sy)
{
    struct vec2 anchor = vec2(0, sy * bed->width / 2), axis = vec2(0, sy);
    double start = arc_start(cut, false);
    struct pocket_shape p = {.fall_radius = cut->fall_radius, .mouth = cut->mouth};
    p.fall = vec2_along(anchor, cut->shelf + cut->fall_radius, axis);
    p.jaw[0] = make_jaw(cut, start, anchor, vec2(-sy, 0), axis);
    p.jaw[1] = make_jaw(cut, start, anchor, vec2(sy, 0), axis);
    return p;
}

/* Against the clock from the top cushion: each nose runs from a pocket's left jaw to the next pocket's right jaw. */
static void lay_noses(struct table *t)
{
    static const enum pocket round[] = {POCKET_TR, POCKET_TL, POCKET_ML, POCKET_BL, POCKET_BR, POCKET_MR, POCKET_TR};
    static const enum cushion on[] = {CUSHION_TOP,    CUSHION_LEFT,  CUSHION_LEFT,
                                      CUSHION_BOTTOM, CUSHION_RIGHT, CUSHION_RIGHT};
    for (int i = 0; i < TABLE_NOSES; i++) {
        const struct pocket_shape *a = &t->pocket[round[i]], *b = &t->pocket[round[i + 1]];
        t->nose[i] = (struct nose){on[i], a->jaw[0].start, b->jaw[1].start};
    }
}

static void shape(struct table *t, const struct kind *k)
{
    *t = (struct table){.kind = k->name, .title = k->title, .source = k->source, .style = k->style};
    t->balls = k->balls;
    t->bed = bed_of(k);
    t->nose_height = k->nose_height;
    t->pocket[POCKET_TL] = make_corner(&k->corner, &t->bed, 1, 1);
    t->pocket[POCKET_TR] = make_corner(&k->corner, &t->bed, 1, -1);
    t->pocket[POCKET_BL] = make_corner(&k->corner, &t->bed, -1, 1);
    t->pocket[POCKET_BR] = make_corner(&k->corner, &t->bed, -1, -1);
    t->pocket[POCKET_ML] = make_middle(&k->middle, &t->bed, 1);
    t->pocket[POCKET_MR] = make_middle(&k->middle, &t->bed, -1);
    lay_noses(t);
}

/* ---- kinds ----------------------------------------------------------------------------------------------------- */

size_t table_kinds(void)
{
    return KINDS;
}

const char *table_kind_name(size_t i)
{
    return i < KINDS ? kinds[i].name : NULL;
}

int table_make(struct table *table, const char *kind)
{
    for (size_t i = 0; i < KINDS; i++)
        if (!strcmp(kinds[i].name, kind)) {
            shape(table, &kinds[i]);
            return 0;
        }
    return ERR_NOT_FOUND;
}

/* ---- custom sizes ---------------------------------------------------------------------------------------------- */

/* Balls tell kinds apart better than beds do: a 5 mm other ball is another game, a 5 cm other bed is not. */
static const struct kind *nearest(double length, double width, double ball_d)
{
    const struct kind *best = &kinds[0];
    double least = INFINITY;
    for (size_t i = 0; i < KINDS; i++) {
        const struct kind *k = &kinds[i];
        double far = fabs(log(length / k->length)) + fabs(log(width / k->width)) + 10 * fabs(log(ball_d / k->ball_d));
        if (far < least) {
            least = far;
            best = k;
        }
    }
    return best;
}

static void scale_cut(struct cut *cut, double by)
{
    cut->mouth *= by;
    cut->radius *= by;
    cut->depth *= by;
    cut->shelf *= by;
    cut->fall_radius *= by;
}

static bool pockets_fit(const struct kind *k)
{
    double corner = arc_start(&k->corner, true), middle = arc_start(&k->middle, false);
    return corner + middle < k->length / 2 && 2 * corner < k->width;
}

static struct kind resize(struct kind k, double length, double width, double ball_d)
{
    double along = length / k.length, across = width / k.width, ball = ball_d / k.ball_d;
    k.length = length;
    k.width = width;
    k.ball_d = ball_d;
    k.cue_ball_d *= ball;
    k.baulk *= along;
    k.d_radius *= across;
    k.black *= along;
    k.nose_height *= ball;
    scale_cut(&k.corner, ball);
    scale_cut(&k.middle, ball);
    return k;
}

int table_make_custom(struct table *table, double length, double width, double ball_d)
{
    if (!(length > width && width > 0 && length < 10000 && ball_d > 10 && ball_d < 200))
        return ERR_RANGE;
    struct kind k = resize(*nearest(length, width, ball_d), length, width, ball_d);
    if (!pockets_fit(&k))
        return ERR_RANGE;
    k.name = "custom";
    k.title = "Custom size";
    k.source = "size and balls: as given; lines and spots in proportion to the bed, pockets and nose to the balls, "
               "of the nearest kind";
    shape(table, &k);
    return 0;
}
