/* SPDX-License-Identifier: Apache-2.0 */
/* naming.c: which ball of the set each colour is. All balls of a frame are named together: colours shift with the
 * light, but there is one of most of them, and the many reds say what red looks like here. */
#include "assign.h"
#include "colour.h"

#include <math.h>
#include <stdlib.h>

/* Three figures that hardly depend on how bright the light is. */
struct look {
    float hue;   /* degrees, of (U, V) */
    float sat;   /* chroma over light */
    float light; /* over the light of a white ball */
};

/* What a colour of paint usually looks like, and how much that differs between sets and lamps. sd 0: does not matter.
 */
struct prototype {
    struct look at, sd;
};

#define DEAREST                                                                                                        \
    60.0f /* a name that costs this much is out of the question: what more would say is not known so well              \
           */

/* By enum ball_kind up to RED, then orange, purple, maroon (calibration_colour_names). */
static const struct prototype usual[VISION_COLOURS] = {
    [BALL_KIND_WHITE] = {{0, 0.03f, 1.0f}, {0, 0.09f, 0.12f}},
    [BALL_KIND_YELLOW] = {{166, 0.45f, 0.88f}, {11, 0.13f, 0.13f}},
    [BALL_KIND_GREEN] = {{-92, 0.5f, 0.44f}, {24, 0.17f, 0.12f}},
    [BALL_KIND_BROWN] = {{122, 0.55f, 0.42f}, {9, 0.25f, 0.11f}},
    [BALL_KIND_BLUE] = {{-38, 0.68f, 0.41f}, {13, 0.22f, 0.13f}},
    [BALL_KIND_PINK] = {{104, 0.24f, 0.76f}, {12, 0.12f, 0.13f}},
    [BALL_KIND_BLACK] = {{0, 0.09f, 0.17f}, {0, 0.11f, 0.09f}},
    [BALL_KIND_RED] = {{104, 1.1f, 0.33f}, {6.5f, 0.36f, 0.10f}},
    [9] = {{132, 0.75f, 0.6f}, {9, 0.25f, 0.14f}},   /* orange */
    [10] = {{35, 0.45f, 0.28f}, {28, 0.25f, 0.12f}}, /* purple */
    [11] = {{108, 0.7f, 0.24f}, {12, 0.3f, 0.1f}},   /* maroon */
};

/* Paint of the numbered balls 1..7 and 9..15. */
static const int number_paint[8] = {0, BALL_KIND_YELLOW, BALL_KIND_BLUE, BALL_KIND_RED, 10, 9, BALL_KIND_GREEN, 11};

static struct look look_of(const float yuv[3], float white)
{
    float y = fmaxf(yuv[0], 0);
    return (struct look){atan2f(yuv[2], yuv[1]) * 57.29578f, hypotf(yuv[1], yuv[2]) / (y + 10), y / white};
}

static float squared(float off, float sd)
{
    return sd > 0 ? off * off / (sd * sd) : 0;
}

static float turned(float degrees)
{
    return degrees > 180 ? degrees - 360 : degrees < -180 ? degrees + 360 : degrees;
}

/* Squared distance in sds. The hue of something nearly grey means nothing. */
static float distance(struct look l, const struct prototype *p)
{
    float hue_sd = p->sd.hue > 0 ? p->sd.hue * (1 + 0.12f / (l.sat + 0.02f)) : 0;
    return fminf(squared(turned(l.hue - p->at.hue), hue_sd), 60) + squared(l.sat - p->at.sat, p->sd.sat) +
           squared(l.light - p->at.light, p->sd.light);
}

/* The lightest ball without colour is white, or has white on it; without any, what the lightest of them suggests. */
bool colour_white(const struct calibration *c, const struct ball_obs *balls, int n, float white[3])
{
    float lightest = 1;
    const float *best = NULL;
    if (c->ball_known & 1u << BALL_KIND_WHITE)
        best = c->ball[BALL_KIND_WHITE];
    for (int i = 0; i < n; i++) {
        const float *yuv = balls[i].colour;
        lightest = fmaxf(lightest, yuv[0]);
        if (hypotf(yuv[1], yuv[2]) < 0.2f * (yuv[0] + 10) && !(c->ball_known & 1u << BALL_KIND_WHITE) &&
            (!best || yuv[0] > best[0]))
            best = yuv;
    }
    bool known = best && best[0] > 0.8f * lightest;
    white[0] = fmaxf(1, known ? best[0] : lightest / 0.9f);
    white[1] = known ? best[1] : 0;
    white[2] = known ? best[2] : 0;
    return known;
}

static float saturation(const float yuv[3])
{
    return hypotf(yuv[1], yuv[2]) / (yuv[0] + 10);
}

bool colour_is_whiter(const float was[3], const float seen[3], bool known, int n)
{
    enum { LIGHT_BALLS = 3 };                                /* fewer say little of a light that has gone out */
    const float lighter = 1.4f, darker = 0.6f, more = 0.08f; /* of the light that white had; of saturation */
    bool coloured = saturation(seen) > saturation(was) + more;
    bool likely = seen[0] > lighter * was[0] || (!coloured && (n >= LIGHT_BALLS || seen[0] > darker * was[0]));
    return known && likely;
}

static int paint_of(const struct ball_set *set, ball_id id)
{
    const struct ball_row *row = &set->row[id];
    if (row->kind == BALL_KIND_SOLID || row->kind == BALL_KIND_STRIPE)
        return number_paint[(row->number - 1) % 8 + 1];
    return row->kind;
}

#define MISFIT_COST 55.0f /* of a ball that shows nothing as it should; a tenth of it may be glints and digits */

/* What a pattern cannot explain, as a cost. */
static float misfit_cost(const struct ball_obs *ball, enum ball_kind kind)
{
    switch (kind) {
    case BALL_KIND_STRIPE:
        return MISFIT_COST * ball->stripe + 1; /* few turns show it as badly as a solid shows itself */
    case BALL_KIND_SOLID:
    case BALL_KIND_BLACK:
        return MISFIT_COST * ball->solid;
    default:
        return MISFIT_COST * ball->plain;
    }
}

/* Of a paint as it looks on this table or, where the ball is far too dark for that, as it may look anywhere: what lies
 * in the shadow of an arm looks like none of the others. */
static float paint_cost(const struct prototype p[VISION_COLOURS], int paint, struct look look)
{
    const float seldom = 4, shaded = 0.6f; /* a cost; of the usual light */
    float here = distance(look, &p[paint]);
    bool learnt = p[paint].sd.sat != usual[paint].sd.sat;
    if (!learnt || here < seldom || look.light > shaded * p[paint].at.light)
        return here;
    return fminf(here, distance(look, &usual[paint]) + seldom);
}

/* Numbered: its pattern, and its paint as far as any is seen. */
static float numbered_cost(float paint, const struct ball_obs *ball, enum ball_kind kind)
{
    const float hardly = 6;                                       /* of paint that is not seen */
    float seen = fminf(1, fmaxf(0, 0.94f - ball->white) / 0.15f); /* a little of it is the rim of a glint or a digit */
    if (kind == BALL_KIND_WHITE)
        return misfit_cost(ball, kind);
    return misfit_cost(ball, kind) + seen * paint + (1 - seen) * hardly;
}

/* least: light that it may have as well as that of its look. */
static float cost_of(const struct ball_set *set, ball_id id, const struct prototype *p, const struct ball_obs *ball,
                     struct look look, float least)
{
    int of = paint_of(set, id);
    look.light = fminf(look.light, fmaxf(least, p[of].at.light));
    float paint = paint_cost(p, of, look);
    return set->id == BALL_SET_NUMBERED ? numbered_cost(paint, ball, set->row[id].kind) : paint;
}

/* What each name costs each ball by its looks, whoever has it. judged: white is what the lightest of them has. That one
 * is as light as itself, which says nothing: white may be lighter still, as far as levels go. */
static void price_looks(const struct ball_set *set, const struct prototype *p, struct ball_obs *balls, int n,
                        float white, bool judged)
{
    const float lightest = 239; /* levels above black */
    bool numbered = set->id == BALL_SET_NUMBERED;
    for (int i = 0; i < n; i++) {
        struct look look = look_of(numbered ? balls[i].paint : balls[i].colour, white);
        float least = judged && look.light >= 1 ? fminf(1, white / lightest) : look.light;
        for (int k = 1; k <= set->count; k++) {
            bool alike = k > 1 && !numbered && set->row[k].kind == set->row[k - 1].kind;
            balls[i].cost[k] =
                alike ? balls[i].cost[k - 1] : fminf(cost_of(set, (ball_id)k, p, &balls[i], look, least), DEAREST);
        }
    }
}

/* Snooker: where something lies on the spot of a colour to a few mm it mostly is that colour; by chance hardly any ball
 * rests there. Worth less than the looks of a ball in plain view: what shade has made of a colour tells little, and
 * somebody may have spotted another. */
static void price_spots(const struct ball_set *set, const struct bed *bed, struct ball_obs *balls, int n)
{
    const float worth = 12, near_mm = 4;
    for (int i = 0; i < n && set->id == BALL_SET_SNOOKER; i++)
        for (int spot = SPOT_YELLOW; spot <= SPOT_BLACK; spot++) {
            float off = (float)vec2_dist(balls[i].mm, bed->spot[spot]) / near_mm;
            float more = worth * expf(-0.5f * off * off);
            for (int k = 1; k <= set->count && off < 3; k++)
                if (k != SNOOKER_YELLOW + spot - SPOT_YELLOW)
                    balls[i].cost[k] = fminf(balls[i].cost[k] + more, DEAREST);
        }
}

static void assign(const struct ball_set *set, ball_mask names, const struct ball_obs *balls, int n, int *id)
{
    static const float no_ball = 4 * DEAREST; /* more balls than the game has: the rest stay without a name */
    float cost[ASSIGN_THINGS][ASSIGN_PLACES];
    int place[ASSIGN_THINGS], game = 0;
    for (BALL_EACH(k, names))
        game += k > 0;
    int spare = n > game ? n - game : 0; /* while there are names enough, none costs more than any of them */
    for (int i = 0; i < n; i++) {
        for (int k = 1; k <= set->count; k++)
            cost[i][k - 1] = ball_in(names, (ball_id)k) ? balls[i].cost[k] : 2 * no_ball;
        for (int k = 0; k < spare; k++)
            cost[i][set->count + k] = no_ball;
    }
    assign_cheapest(n, set->count + spare, cost, place);
    for (int i = 0; i < n; i++)
        id[i] = place[i] < set->count ? place[i] + 1 : BALL_NONE;
}

static int rising(const void *a, const void *b)
{
    float x = *(const float *)a, y = *(const float *)b;
    return (x > y) - (x < y);
}

/* Median, and the spread about it: an outlier moves neither. */
static float median_of(float *v, int n, float *spread)
{
    qsort(v, (size_t)n, sizeof *v, rising);
    float middle = v[n / 2];
    for (int i = 0; i < n; i++)
        v[i] = fabsf(v[i] - middle);
    qsort(v, (size_t)n, sizeof *v, rising);
    *spread = 1.5f * v[n / 2];
    return middle;
}

/* The reds of this table: where there are several, their own middle is a better red than the usual one. */
static void adapt(const struct ball_set *set, struct prototype *p, const struct ball_obs *balls, const int *id, int n,
                  float white, enum ball_kind kind)
{
    float hue[ASSIGN_THINGS], sat[ASSIGN_THINGS], light[ASSIGN_THINGS], spread;
    int count = 0;
    for (int i = 0; i < n; i++) {
        if (id[i] == BALL_NONE || set->row[id[i]].kind != kind)
            continue;
        struct look l = look_of(balls[i].colour, white);
        hue[count] = turned(l.hue - p[kind].at.hue);
        sat[count] = l.sat;
        light[count++] = l.light;
    }
    if (count < 3)
        return;
    p[kind].at.hue += median_of(hue, count, &spread);
    p[kind].sd.hue = fmaxf(2, 2 * spread);
    p[kind].at.sat = median_of(sat, count, &spread);
    p[kind].sd.sat = fmaxf(0.08f * p[kind].at.sat, 2 * spread);
    p[kind].at.light = median_of(light, count, &spread);
    p[kind].sd.light = fmaxf(0.1f * p[kind].at.light, 2 * spread);
}

static bool alike(const struct ball_set *set, int a, int b)
{
    const struct ball_row *x = &set->row[a], *y = &set->row[b];
    return x->kind == y->kind && (set->id != BALL_SET_NUMBERED || x->number == y->number);
}

/* Names and what they cost, for weighing one against another. */
struct named {
    const struct ball_set *set;
    ball_mask names, left; /* of the game; those of them that nobody has */
    struct ball_obs *balls;
    const int *id;
    int n;
    float spare[ASSIGN_THINGS]; /* of the cheapest name of another kind that nobody has */
};

static float cost_at(const struct named *a, int ball, int id)
{
    return id == BALL_NONE ? DEAREST : a->balls[ball].cost[id];
}

/* What the cheapest of these names costs a ball, but for those alike one of them. */
static float cheapest(const struct named *a, int ball, ball_mask names, int like)
{
    float least = DEAREST;
    for (BALL_EACH(k, names))
        if (!alike(a->set, like, (int)k))
            least = fminf(least, cost_at(a, ball, (int)k));
    return least;
}

static float weight(float more)
{
    return expf(-0.5f * fmaxf(more, 0));
}

/* How sure the kind is: against every name that nobody has; against taking that of any other ball, which takes this
 * one's or one that nobody has; and against any other name, if what has it is no ball. */
static void weigh(const struct named *a, int ball)
{
    const float no_ball = 12;
    int id = a->id[ball];
    float own = cost_at(a, ball, id),
          others = weight(a->spare[ball] - own) + weight(cheapest(a, ball, a->names, id) + no_ball - own);
    for (int j = 0; j < a->n; j++) {
        if (j == ball || alike(a->set, id, a->id[j]))
            continue;
        float gives = fminf(cost_at(a, j, id), a->spare[j]) - cost_at(a, j, a->id[j]);
        others += weight(cost_at(a, ball, a->id[j]) - own + gives);
    }
    a->balls[ball].kind = a->set->row[id].kind;
    a->balls[ball].number = a->set->id == BALL_SET_NUMBERED ? a->set->row[id].number : 0;
    a->balls[ball].kind_p = 1 / (1 + others);
}

/* Costs count from the best name of the game; the others are not to be had at all. */
static void level(struct ball_obs *ball, ball_mask names)
{
    float least = DEAREST;
    for (BALL_EACH(k, names))
        least = fminf(least, ball->cost[k]);
    for (int k = 0; k < BALL_IDS; k++)
        ball->cost[k] = ball_in(names, (ball_id)k) ? ball->cost[k] - least : DEAREST;
}

void colour_name(const struct ball_set *set, ball_mask names, const struct calibration *c, float white,
                 struct ball_obs *balls, int n)
{
    struct prototype p[VISION_COLOURS];
    int id[ASSIGN_THINGS];
    if (!set || n < 1 || n > ASSIGN_THINGS || set->count + n > ASSIGN_PLACES)
        return;
    bool judged = !(c->ball_known & 1u << BALL_KIND_WHITE);
    names = names ? names : ball_range(1, set->count);
    for (int k = 0; k < VISION_COLOURS; k++) {
        p[k] = usual[k];
        if (c->ball_known & 1u << k) /* learnt on this table: a narrower idea of it */
            p[k] = (struct prototype){look_of(c->ball[k], white),
                                      {usual[k].sd.hue * 0.6f, usual[k].sd.sat * 0.6f, usual[k].sd.light * 0.7f}};
    }
    price_looks(set, p, balls, n, white, judged);
    price_spots(set, &c->table.bed, balls, n);
    assign(set, names, balls, n, id);
    adapt(set, p, balls, id, n, white, BALL_KIND_RED);
    if (set->id == BALL_SET_ENGLISH)
        adapt(set, p, balls, id, n, white, BALL_KIND_YELLOW);
    price_looks(set, p, balls, n, white, judged);
    price_spots(set, &c->table.bed, balls, n);
    assign(set, names, balls, n, id);
    struct named all = {.set = set, .names = names, .left = names, .balls = balls, .id = id, .n = n};
    for (int i = 0; i < n; i++)
        all.left &= ~ball_bit((ball_id)id[i]);
    for (int i = 0; i < n; i++)
        all.spare[i] = cheapest(&all, i, all.left, id[i]);
    for (int i = 0; i < n; i++)
        if (id[i] != BALL_NONE)
            weigh(&all, i);
    for (int i = 0; i < n; i++)
        level(&balls[i], names);
}
