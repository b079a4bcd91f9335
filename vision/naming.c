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
    float vague; /* how far off sat may be */
};

/* What a colour of paint usually looks like, and how much that differs between sets and lamps. sd 0: does not matter.
 */
struct prototype {
    struct look at, sd;
};

#define DEAREST                                                                                                        \
    60.0f /* a name that costs this much is out of the question: what more would say is not known so well              \
           */

static const struct prototype usual[PAINTS] = {
    [BALL_KIND_WHITE] = {{0, 0.03f, 1.0f}, {0, 0.09f, 0.12f}},
    [BALL_KIND_YELLOW] = {{166, 0.45f, 0.88f}, {11, 0.13f, 0.13f}},
    [BALL_KIND_GREEN] = {{-92, 0.5f, 0.44f}, {24, 0.17f, 0.12f}},
    [BALL_KIND_BROWN] = {{122, 0.55f, 0.42f}, {9, 0.25f, 0.11f}},
    [BALL_KIND_BLUE] = {{-38, 0.68f, 0.41f}, {13, 0.22f, 0.13f}},
    [BALL_KIND_PINK] = {{104, 0.24f, 0.76f}, {12, 0.12f, 0.13f}},
    [BALL_KIND_BLACK] = {{0, 0.09f, 0.17f}, {0, 0.11f, 0.09f}},
    [BALL_KIND_RED] = {{104, 1.1f, 0.33f}, {6.5f, 0.36f, 0.10f}},
    [PAINT_ORANGE] = {{132, 0.75f, 0.6f}, {9, 0.25f, 0.14f}},
    [PAINT_PURPLE] = {{35, 0.45f, 0.28f}, {28, 0.25f, 0.12f}},
    [PAINT_MAROON] = {{108, 0.7f, 0.24f}, {12, 0.3f, 0.1f}},
    [PAINT_LILAC] = {{34, 0.32f, 0.52f}, {20, 0.14f, 0.13f}},
    [PAINT_MINT] = {{-108, 0.38f, 0.68f}, {16, 0.14f, 0.15f}},
};

static struct look look_of(const float yuv[3], float white)
{
    float y = fmaxf(yuv[0], 0);
    return (struct look){
        .hue = atan2f(yuv[2], yuv[1]) * 57.29578f, .sat = hypotf(yuv[1], yuv[2]) / (y + 10), .light = y / white};
}

/* Balls mirror the cloth about them: how much of the saturation may be that. Dark ones show it most. */
static float mirrored(const float yuv[3], const float cloth[3])
{
    const float share = 0.1f; /* of the cloth's chroma */
    float chroma = hypotf(yuv[1], yuv[2]), along = yuv[1] * cloth[1] + yuv[2] * cloth[2];
    return chroma > 0 ? share * fmaxf(along, 0) / chroma / (fmaxf(yuv[0], 0) + 10) : 0;
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
    float sat_off = l.sat - p->at.sat, sat_var = p->sd.sat * p->sd.sat + l.vague * l.vague;
    return fminf(squared(turned(l.hue - p->at.hue), hue_sd), 60) + sat_off * sat_off / sat_var +
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

/* The same where stripes have black ends: however it is turned, some of one is black, and next to nothing of a solid;
 * the white discs of its number lie in its band. */
static float dark_misfit_cost(const struct ball_obs *ball, enum ball_kind kind)
{
    const float least = 0.12f; /* of what is seen of a stripe with a wide band, from its side */
    float band = 1 - ball->dark - ball->white;
    if (kind == BALL_KIND_STRIPE)
        return MISFIT_COST * (fmaxf(least - ball->dark, 0) + fmaxf(ball->white - band, 0)) + 1;
    return misfit_cost(ball, kind) + (kind == BALL_KIND_SOLID ? 2 * MISFIT_COST * ball->dark : 0);
}

/* Of a paint as it looks on this table or, where the ball is far too dark for that, as it may look anywhere: what lies
 * in the shadow of an arm looks like none of the others. */
static float paint_cost(const struct prototype p[PAINTS], int paint, struct look look)
{
    const float seldom = 4, shaded = 0.6f; /* a cost; of the usual light */
    float here = distance(look, &p[paint]);
    bool learnt = p[paint].sd.sat != usual[paint].sd.sat;
    if (!learnt || here < seldom || look.light > shaded * p[paint].at.light)
        return here;
    return fminf(here, distance(look, &usual[paint]) + seldom);
}

/* Numbered: its pattern, and its paint as far as any is seen. bare: the share that shows none. */
static float numbered_cost(float misfit, float paint, float bare)
{
    const float hardly = 6;                                /* of paint that is not seen */
    float seen = fminf(1, fmaxf(0, 0.94f - bare) / 0.15f); /* a little of it is the rim of a glint or a digit */
    return misfit + seen * paint + (1 - seen) * hardly;
}

/* What a name costs a ball if it is painted like this; `paint` and `band` are what paints cost its body and its band.
 */
static float price(const struct ball_row *row, const struct paint_set *paints, const struct ball_obs *ball,
                   const float *paint, const float *band)
{
    int of = paint_of(paints, row->kind, row->number);
    if (row->kind == BALL_KIND_WHITE)
        return misfit_cost(ball, row->kind);
    if (!paints->dark_ends)
        return numbered_cost(misfit_cost(ball, row->kind), paint[of], ball->white);
    float misfit = dark_misfit_cost(ball, row->kind);
    return row->kind == BALL_KIND_STRIPE ? numbered_cost(misfit, band[of], ball->white + ball->dark)
                                         : numbered_cost(misfit, paint[of], ball->white);
}

/* What each paint costs a ball by its look. judged: white is what the lightest of them has. That one is as light as
 * itself, which says nothing: white may be lighter still, as far as levels go. */
static void price_paints(const struct prototype *p, struct look look, float white, bool judged, float cost[PAINTS])
{
    const float lightest = 239; /* levels above black */
    float least = judged && look.light >= 1 ? fminf(1, white / lightest) : look.light;
    for (int k = 1; k < PAINTS; k++) {
        struct look dimmed = look;
        dimmed.light = fminf(look.light, fmaxf(least, p[k].at.light));
        cost[k] = paint_cost(p, k, dimmed);
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

/* What is known of the paints of this table, and the balls that are to be named. */
struct naming {
    const struct ball_set *set;
    ball_mask names;
    const struct bed *bed;
    const float *cloth; /* Y, U, V */
    float white;
    bool judged;
    struct prototype look[PAINTS];
    struct ball_obs *balls;
    int n;
    float paint[ASSIGN_THINGS][PAINTS]; /* what each paint costs each ball */
    float band[ASSIGN_THINGS][PAINTS];  /* the same of what is not black of a numbered one */
    int id[ASSIGN_THINGS];              /* as named last */
};

static void read_paint(const struct naming *a, const float seen[3], float cost[PAINTS])
{
    struct look look = look_of(seen, a->white);
    look.vague = mirrored(seen, a->cloth);
    price_paints(a->look, look, a->white, a->judged, cost);
}

static void read_paints(struct naming *a)
{
    for (int i = 0; i < a->n; i++) {
        bool numbered = a->set->id == BALL_SET_NUMBERED;
        read_paint(a, numbered ? a->balls[i].paint : a->balls[i].colour, a->paint[i]);
        if (numbered)
            read_paint(a, a->balls[i].band, a->band[i]);
    }
}

/* What each name costs each ball by its looks, whoever has it, if they are painted like this. */
static void price_looks(const struct naming *a, const struct paint_set *paints)
{
    for (int i = 0; i < a->n; i++)
        for (int k = 1; k <= a->set->count; k++) {
            const struct ball_row *row = &a->set->row[k];
            float cost = a->set->id == BALL_SET_NUMBERED ? price(row, paints, &a->balls[i], a->paint[i], a->band[i])
                                                         : a->paint[i][row->kind];
            a->balls[i].cost[k] = fminf(cost, DEAREST);
        }
}

static void name_by(struct naming *a, const struct paint_set *paints)
{
    price_looks(a, paints);
    price_spots(a->set, a->bed, a->balls, a->n);
    assign(a->set, a->names, a->balls, a->n, a->id);
}

/* Balls of one colour, of which there are many, say what it looks like here. */
static void name_many_alike(struct naming *a)
{
    name_by(a, &paint_sets[0]);
    adapt(a->set, a->look, a->balls, a->id, a->n, a->white, BALL_KIND_RED);
    if (a->set->id == BALL_SET_ENGLISH)
        adapt(a->set, a->look, a->balls, a->id, a->n, a->white, BALL_KIND_YELLOW);
    read_paints(a);
    name_by(a, &paint_sets[0]);
}

/* What the names cost of balls in plain view. */
static float cost_of_names(const struct naming *a)
{
    const float plain = 0.6f; /* quality */
    float sum = 0;
    for (int i = 0; i < a->n; i++)
        if (a->id[i] != BALL_NONE && a->balls[i].quality > plain && !(vec2_len(a->balls[i].smear_mm) > 0))
            sum += a->balls[i].cost[a->id[i]];
    return sum;
}

static void subtract_least(float v[PAINT_SETS])
{
    float least = v[0];
    for (int s = 1; s < PAINT_SETS; s++)
        least = fminf(least, v[s]);
    for (int s = 0; s < PAINT_SETS; s++)
        v[s] -= least;
}

/* The set of paints that explains all balls best is most likely theirs; the others cost the more the worse they do, now
 * and before: when few balls are left they tell little. Looks are much alike, so each adds little to what is known. */
static void weigh_paints(struct naming *a, float known[PAINT_SETS], float more[PAINT_SETS])
{
    static const float seldom[PAINT_SETS] = {[PAINTS_PASTEL] = 2};
    const float rate = 0.05f, most = 30;
    float now[PAINT_SETS];
    for (int s = 0; s < PAINT_SETS; s++) {
        name_by(a, &paint_sets[s]);
        now[s] = cost_of_names(a);
    }
    subtract_least(now);
    for (int s = 0; s < PAINT_SETS; s++) {
        more[s] = known[s] + now[s] + seldom[s];
        known[s] = fminf(known[s] + rate * now[s], most);
    }
    subtract_least(known);
    subtract_least(more);
}

/* A name costs what it does under the set of paints that makes it cheapest. */
static void name_numbered(struct naming *a, const float more[PAINT_SETS])
{
    float cost[ASSIGN_THINGS][BALL_IDS];
    for (int s = 0; s < PAINT_SETS; s++) {
        price_looks(a, &paint_sets[s]);
        for (int i = 0; i < a->n; i++)
            for (int k = 1; k <= a->set->count; k++)
                cost[i][k] = s ? fminf(cost[i][k], a->balls[i].cost[k] + more[s]) : a->balls[i].cost[k] + more[s];
    }
    for (int i = 0; i < a->n; i++)
        for (int k = 1; k <= a->set->count; k++)
            a->balls[i].cost[k] = fminf(cost[i][k], DEAREST);
    assign(a->set, a->names, a->balls, a->n, a->id);
}

static void weigh_names(const struct naming *a)
{
    struct named all = {.set = a->set, .names = a->names, .left = a->names, .balls = a->balls, .id = a->id, .n = a->n};
    for (int i = 0; i < a->n; i++)
        all.left &= ~ball_bit((ball_id)a->id[i]);
    for (int i = 0; i < a->n; i++)
        all.spare[i] = cheapest(&all, i, all.left, a->id[i]);
    for (int i = 0; i < a->n; i++)
        if (a->id[i] != BALL_NONE)
            weigh(&all, i);
    for (int i = 0; i < a->n; i++)
        level(&a->balls[i], a->names);
}

int colour_name(const struct ball_set *set, ball_mask names, const struct calibration *c, float white,
                float paints_known[PAINT_SETS], struct ball_obs *balls, int n)
{
    if (!set || n < 1 || n > ASSIGN_THINGS || set->count + n > ASSIGN_PLACES)
        return 0;
    struct naming a = {.set = set, .bed = &c->table.bed, .cloth = c->cloth, .white = white, .balls = balls, .n = n};
    float more[PAINT_SETS] = {0};
    a.judged = !(c->ball_known & 1u << BALL_KIND_WHITE);
    a.names = names ? names : ball_range(1, set->count);
    for (int k = 0; k < PAINTS; k++) {
        a.look[k] = usual[k];
        if (c->ball_known & 1u << k) /* learnt on this table: a narrower idea of it */
            a.look[k] = (struct prototype){
                look_of(c->ball[k], white),
                {.hue = usual[k].sd.hue * 0.6f, .sat = usual[k].sd.sat * 0.6f, .light = usual[k].sd.light * 0.7f}};
    }
    read_paints(&a);
    if (set->id == BALL_SET_NUMBERED) {
        weigh_paints(&a, paints_known, more);
        name_numbered(&a, more);
    } else {
        name_many_alike(&a);
    }
    weigh_names(&a);
    int best = 0;
    for (int s = 1; s < PAINT_SETS; s++)
        best = more[s] < more[best] ? s : best;
    return best;
}
