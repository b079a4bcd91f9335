/* SPDX-License-Identifier: Apache-2.0 */
/* test_watch_pockets.c: what is told of balls that are lost at a pocket, laid out by hand, frame by frame: potted,
 * thrown back by the jaws, hanging, flown over it. */
#include "laid_out.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

/* Green on green: it is found where it lies, and not while it runs the few hands' widths to the pocket. */
static void lay_hidden_pot(const void *scene, double s, struct sim_rng *rng, struct observation *o)
{
    const double hit = 10.497;
    (void)scene;
    struct vec2 cue = s < hit ? rolling(vec2(-1404, 781), vec2(-550, 38), 10, s)
                              : rolling(vec2(-1658, 799), vec2(-190, -120), hit, s);
    see(o, BALL_KIND_WHITE, shaken(cue, 0.1, rng), 0.1f);
    if (s < hit)
        see(o, BALL_KIND_GREEN, shaken(vec2(-1703, 830), 0.2, rng), 0.2f)->quality = 0.7f;
}

static void a_ball_that_is_hit_near_a_pocket_and_not_seen_again_is_in_it(void **state)
{
    (void)state;
    struct heard h = watch(500, 30, lay_hidden_pot, NULL);
    assert_int_equal(h.strokes, 1);
    assert_int_equal(h.n[EVENT_CONTACT], 1);
    assert_int_equal(h.n[EVENT_POCKET], 1);
}

/* While the cue-ball rolls, a ball seems to hang in the mouth of a pocket for a second, where none lay: the shadow of a
 * hand. */
static void lay_shadow_in_mouth(const void *scene, double s, struct sim_rng *rng, struct observation *o)
{
    (void)scene;
    const struct pocket_shape *k = &laid_out_table()->pocket[POCKET_BL];
    see(o, BALL_KIND_WHITE, shaken(rolling(vec2(-900, -300), vec2(600, 0), 2, s), 0.2, rng), 0.2f);
    if (s > 2.1 && s < 3)
        see(o, BALL_KIND_GREEN, shaken(vec2_along(k->fall, -k->fall_radius - 10, vec2_unit(k->fall)), 0.3, rng), 0.3f);
}

static void what_came_into_view_in_a_mouth_is_no_certain_pot(void **state)
{
    (void)state;
    struct heard h = watch(400, 30, lay_shadow_in_mouth, NULL);
    assert_int_equal(h.strokes, 1);
    assert_int_equal(h.n[EVENT_POCKET], 0);
}

/* The cue-ball passes over a red, *scene mm before the fall of a corner pocket, and is lost over that. */
static void lay_over_pocket(const void *scene, double s, struct sim_rng *rng, struct observation *o)
{
    const struct pocket_shape *k = &laid_out_table()->pocket[POCKET_TR];
    const struct vec2 to = vec2_unit(k->fall);
    struct vec2 at = rolling(vec2_along(k->fall, -1000, to), vec2_scale(to, 2200), 1, s);
    if (vec2_dist(at, k->fall) > k->fall_radius / 2 && s < 2)
        see(o, BALL_KIND_WHITE, shaken(at, 0.3, rng), 0.3f);
    see(o, BALL_KIND_RED, shaken(vec2_along(k->fall, -*(const double *)scene, to), 0.3, rng), 0.3f);
}

static void a_ball_that_jumped_over_another_may_be_over_the_pocket_yet(void **state)
{
    (void)state;
    const double just_before = 250, long_before = 900;
    struct heard h = watch(200, 60, lay_over_pocket, &just_before);
    assert_int_equal(h.n[EVENT_JUMP], 1);
    assert_int_equal(h.n[EVENT_OFF], 1);
    assert_int_equal(h.n[EVENT_POCKET], 0);
    h = watch(200, 60, lay_over_pocket, &long_before);
    assert_int_equal(h.n[EVENT_JUMP], 1);
    assert_int_equal(h.n[EVENT_POCKET], 1);
    assert_int_equal(h.n[EVENT_OFF], 0);
}

/* The cue-ball flies over a red that stays where it lies, is seen to go on a little aside, and off the table. */
static void lay_flight(const void *scene, double s, struct sim_rng *rng, struct observation *o)
{
    (void)scene;
    const double t = s - 2, over = 0.18;
    const struct vec2 from = vec2(-194, -268), v = vec2(6500, 2300), w = vec2(6100, 2400);
    struct vec2 at = t < 0 ? from : vec2_along(vec2_along(from, fmin(t, over), v), fmax(t - over, 0), w);
    if (at.x < 1700)
        see(o, BALL_KIND_WHITE, shaken(at, 0.5, rng), 0.5f);
    see(o, BALL_KIND_RED, shaken(vec2_along(vec2_along(from, over, v), 45, vec2(0.97, 0.24)), 0.2, rng), 0.3f);
}

static void a_ball_that_stays_in_the_open_was_not_hit(void **state)
{
    (void)state;
    struct heard h = watch(200, 30, lay_flight, NULL);
    assert_int_equal(h.strokes, 1);
    assert_int_equal(h.n[EVENT_CONTACT], 0);
}

/* The cue-ball is struck hard into the jaws of a corner, rattles there unseen, and comes out slowly. */
static void lay_rattle(const void *scene, double s, struct sim_rng *rng, struct observation *o)
{
    (void)scene;
    const struct vec2 jaws = vec2(1720, -850), from = vec2(1300, -430);
    const double gets_there = 1.15, comes_out = 1.4;
    struct vec2 in = vec2_along(from, fmax(s - 1, 0) / (gets_there - 1), vec2_sub(jaws, from));
    if (s < gets_there || s > comes_out)
        see(o, BALL_KIND_WHITE, shaken(s < 1.2 ? in : rolling(jaws, vec2(-320, 120), comes_out, s), 0.2, rng), 0.2f);
    see(o, BALL_KIND_RED, shaken(vec2(0, 300), 0.2, rng), 0.2f);
}

static void cue_ball_that_rattles_in_the_jaws_is_the_one_that_comes_out(void **state)
{
    (void)state;
    struct heard h = watch(400, 60, lay_rattle, NULL);
    assert_int_equal(h.strokes, 1);
    assert_int_equal(h.n[EVENT_PLACED] + h.n[EVENT_REMOVED] + h.n[EVENT_POCKET] + h.n[EVENT_OFF], 0);
}

struct roll_in {
    double lost_mm; /* from the fall */
    struct vec2 to;
};

/* The cue-ball rolls slowly into a corner and is lost on its way; what is seen of the mouth is empty then. */
static void lay_roll_in(const void *scene, double s, struct sim_rng *rng, struct observation *o)
{
    const struct roll_in *in = scene;
    const struct pocket_shape *k = &laid_out_table()->pocket[POCKET_TR];
    const struct vec2 to = vec2_unit(in->to), v = vec2_scale(to, 420), from = vec2_along(k->fall, -500, to);
    struct vec2 at = rolling(from, v, 1, s);
    if (vec2_dist(at, k->fall) > k->fall_radius + in->lost_mm)
        see(o, BALL_KIND_WHITE, shaken(at, 0.2, rng), 0.2f);
    else
        o->empty_mouths = 1u << POCKET_TR;
    see(o, BALL_KIND_RED, shaken(vec2(0, 300), 0.2, rng), 0.2f);
}

struct in_the_dark {
    double from_fall, aside; /* mm; that far off the middle of the fall per mm */
};

/* The black lies in the dark so far from a fall and is hit towards it, or past it. Faint as it is, it was found until
 * then. */
static void lay_in_the_dark(const void *scene, double s, struct sim_rng *rng, struct observation *o)
{
    const struct pocket_shape *k = &laid_out_table()->pocket[POCKET_TR];
    const struct in_the_dark *dark = scene;
    const struct vec2 to = vec2_unit(k->fall), from = vec2_along(k->fall, -k->fall_radius - dark->from_fall, to);
    const struct vec2 way = vec2_unit(vec2_along(to, dark->aside, vec2_left(to))), met = vec2_along(from, -52.5, way);
    const double hit = 4.6;
    struct vec2 cue = s < hit ? rolling(vec2_along(met, -300, way), vec2_scale(way, 534), 4, s) : met;
    see(o, BALL_KIND_WHITE, shaken(cue, 0.2, rng), 0.2f);
    if (s < hit)
        see(o, BALL_KIND_BLACK, shaken(from, 0.3, rng), 0.3f)->quality = 0.3f;
}

static void a_faint_ball_that_is_driven_over_the_edge_is_potted(void **state)
{
    (void)state;
    const struct in_the_dark straight[] = {{12, 0}, {3, 0}}, aside = {12, 2.5};
    for (int i = 0; i < 2; i++) {
        struct heard h = watch(480, 60, lay_in_the_dark, &straight[i]);
        assert_int_equal(h.n[EVENT_POCKET], 1);
        assert_true(h.pot_p > 0.95f);
    }
    assert_true(watch(480, 60, lay_in_the_dark, &aside).pot_p < 0.95f); /* a jaw may keep it */
}

/* The cue-ball rolls out at the edge of a fall, and is not seen there any more: as clear as *scene until then. */
static void lay_hanging(const void *scene, double s, struct sim_rng *rng, struct observation *o)
{
    const struct pocket_shape *k = &laid_out_table()->pocket[POCKET_TR];
    const struct vec2 to = vec2_unit(vec2(1, -1)), v = vec2_scale(to, 300);
    const double goes = 300.0 * 300 / 2 / 113; /* mm, as rolling() has it */
    const struct vec2 from = vec2_along(k->fall, -(k->fall_radius + 3 + goes), to);
    if (s < 4.2)
        see(o, BALL_KIND_WHITE, shaken(rolling(from, v, 1, s), 0.1, rng), 0.1f)->quality = *(const float *)scene;
    see(o, BALL_KIND_RED, shaken(vec2(0, 300), 0.1, rng), 0.1f);
}

/* The cue-ball pots the pink at 1.5 s and rolls out at the edge of a fall, where it hangs; a hand spots the pink. */
static void lay_spotted_while_one_hangs(const void *scene, double s, struct sim_rng *rng, struct observation *o)
{
    (void)scene;
    const struct pocket_shape *k = &laid_out_table()->pocket[POCKET_TR];
    const struct vec2 to = vec2_unit(vec2(1, -1)), v = vec2_scale(to, 300), spot = vec2(892, 0);
    const double goes = 300.0 * 300 / 2 / 113; /* mm, as rolling() has it */
    const struct vec2 from = vec2_along(k->fall, -(k->fall_radius + 2 + goes), to);
    see(o, BALL_KIND_WHITE, shaken(rolling(from, v, 1, s), 0.1, rng), 0.1f);
    see(o, BALL_KIND_RED, shaken(vec2(0, 300), 0.1, rng), 0.1f);
    const struct vec2 pot = rolling(vec2_along(k->fall, -k->fall_radius - 200, to), vec2_scale(to, 900), 1, s);
    if (vec2_dist(pot, k->fall) > k->fall_radius && s < 2)
        see(o, BALL_KIND_PINK, shaken(pot, 0.1, rng), 0.1f);
    if (s > 5.2)
        see(o, BALL_KIND_PINK, shaken(spot, 0.1, rng), 0.1f);
    if (s > 5 && s < 5.4)
        o->regions[o->regions_n++] = (struct observed_region){{850, -100}, {950, 800}};
}

static void nobody_waits_for_a_ball_that_hangs_once_a_hand_has_spotted_another(void **state)
{
    (void)state;
    struct heard h = watch(600, 60, lay_spotted_while_one_hangs, NULL);
    assert_int_equal(h.strokes, 1);
    assert_true(h.n[EVENT_PLACED] <= 2); /* under another name until the stroke is told: its own is not free yet */
    assert_true(h.told < 6300 * NS_PER_S / 1000);
}

static void a_faint_ball_that_hung_is_no_certain_pot(void **state)
{
    (void)state;
    const float clear = 1, faint = 0.4f;
    assert_true(watch(600, 60, lay_hanging, &clear).pot_p > 0.95f);
    assert_true(watch(600, 60, lay_hanging, &faint).pot_p < 0.95f);
}

/* The same, seen to hang for two seconds. Under a cloth that somebody has left on the table, something was taken for a
 * ball long ago, twice. */
static void lay_hanging_on(const void *scene, double s, struct sim_rng *rng, struct observation *o)
{
    const float clear = 1;
    (void)scene;
    lay_hanging(&clear, s < 5.7 ? fmin(s, 4.1) : 5, rng, o);
    if (s > 0.5 && s < 0.53)
        see(o, BALL_KIND_BLUE, shaken(vec2(-500, 500), 0.1, rng), 0.1f);
    o->regions[o->regions_n++] = (struct observed_region){{-700, 400}, {-300, 700}};
}

static void a_ball_that_hung_falls_in_the_stroke_whatever_lies_on_the_table(void **state)
{
    (void)state;
    struct heard h = watch(480, 60, lay_hanging_on, NULL);
    assert_int_equal(h.strokes, 1);
    assert_int_equal(h.n[EVENT_POCKET], 1);
    assert_true(h.told > NS_PER_S * 57 / 10);
}

/* A red cuts the black to the edge of a fall, where it hangs in the dark, found in nine frames of ten, and topples in
 * while the cue-ball rolls; the mouth is seen empty then. */
static void lay_topples(const void *scene, double s, struct sim_rng *rng, struct observation *o)
{
    const struct pocket_shape *k = &laid_out_table()->pocket[POCKET_TR];
    const struct vec2 to = vec2_unit(vec2(1, -1)), v = vec2_scale(to, 300);
    const double goes = 300.0 * 300 / 2 / 113, topples = 5.2; /* mm, as rolling() has it; s */
    const struct vec2 from = vec2_along(k->fall, -(k->fall_radius + 2 + goes), to);
    see(o, BALL_KIND_WHITE, shaken(rolling(vec2(-800, 0), vec2(600, 200), 1, s), 0.1, rng), 0.1f);
    if (s < topples && (s < 3 || sim_rng_normal(rng) > -1.28))
        see(o, BALL_KIND_BLACK, shaken(rolling(from, v, 1, s), 0.1, rng), 0.1f)->quality = s < 3 ? 1 : 0.4f;
    else if (*(const bool *)scene && s > topples)
        o->empty_mouths = 1u << POCKET_TR;
}

static void a_ball_that_is_hard_to_see_has_fallen_once_its_mouth_is_empty(void **state)
{
    (void)state;
    const bool empties = true, dark = false;
    assert_false(ball_in(watch(700, 60, lay_topples, &empties).rest, SNOOKER_BLACK));
    assert_true(ball_in(watch(700, 60, lay_topples, &dark).rest, SNOOKER_BLACK));
}

/* The cue-ball cuts a red, as clear as that, at this speed to the edge of a fall, where it is not seen any more. */
struct to_edge {
    double speed; /* mm/s */
    float quality;
    bool comes_out;  /* 0.25 s later something dark rolls out of the jaws ... */
    bool empties;    /* ... or the mouth is seen empty ... */
    double odd_s;    /* ... or, until so long after, and from then on with something in it that nobody can name ... */
    double sinks_s;  /* ... or for so long something is seen in it, and then neither ... */
    bool is_found;   /* ... or something lies there, 0.6 s later, while the cue-ball still rolls */
    double short_mm; /* of the edge it is lost */
};

static const struct to_edge falls = {.speed = 424, .quality = 1};

#define CUT_S 4.5 /* when they meet */

static double lost_after(const struct to_edge *e)
{
    return (e->speed - sqrt(e->speed * e->speed - 2 * 113 * 250)) / 113;
}

static void lay_out_of_the_dark(const void *scene, double s, struct sim_rng *rng, struct observation *o)
{
    const struct to_edge *e = scene;
    const struct pocket_shape *k = &laid_out_table()->pocket[POCKET_TR];
    const struct vec2 to = vec2_unit(vec2(1, -1)), edge = vec2_along(k->fall, -k->fall_radius - 5 - e->short_mm, to);
    const struct vec2 from = vec2_along(edge, -250, to), met = vec2_along(from, -52.5, to), aside = vec2_left(to);
    const double hit = CUT_S, lost = hit + lost_after(e), out = lost + 0.25;          /* s */
    const struct vec2 v = vec2_add(vec2_scale(to, e->speed), vec2_scale(aside, 250)); /* of the cue-ball as they meet */
    const struct vec2 start = vec2_along(met, -0.5, vec2_along(v, 0.25 * 113, vec2_unit(v)));
    see(o, BALL_KIND_WHITE,
        shaken(s < hit ? rolling(start, vec2_along(v, 0.5 * 113, vec2_unit(v)), hit - 0.5, s)
                       : rolling(met, vec2_scale(aside, 250), hit, s),
               0.2, rng),
        0.2f);
    if (s < lost)
        see(o, BALL_KIND_RED, shaken(rolling(from, vec2_scale(to, e->speed), hit, s), 0.2, rng), 0.2f)->quality =
            e->quality;
    else if (e->comes_out && s > out)
        see(o, BALL_KIND_BLACK, shaken(rolling(vec2_along(edge, -20, to), vec2_scale(to, -120), out, s), 0.2, rng),
            0.2f);
    else if (e->empties || (e->odd_s > 0 && s < lost + e->odd_s))
        o->empty_mouths = 1u << POCKET_TR;
    else if (e->odd_s > 0 || s < lost + e->sinks_s)
        o->odd_mouths = 1u << POCKET_TR;
    else if (e->is_found && s > lost + 0.6)
        see(o, BALL_KIND_BLACK, shaken(vec2_along(edge, 3, to), 0.2, rng), 0.2f)->quality = 0.4f;
}

static void a_ball_that_is_found_in_the_jaws_again_has_not_fallen(void **state)
{
    (void)state;
    const struct to_edge hangs = {.speed = 424, .quality = 1, .is_found = true};
    struct heard h = watch(800, 60, lay_out_of_the_dark, &hangs);
    assert_int_equal(h.strokes, 1);
    assert_int_equal(h.n[EVENT_PLACED] + h.n[EVENT_REMOVED], 0);
    assert_true(h.pot_p < 0.1f); /* not even as what may have been */
}

static void a_ball_that_came_out_of_the_jaws_again_is_no_certain_pot(void **state)
{
    (void)state;
    const struct to_edge comes_out = {.speed = 424, .quality = 1, .comes_out = true};
    struct heard h = watch(600, 60, lay_out_of_the_dark, &falls);
    assert_int_equal(h.n[EVENT_POCKET], 1);
    assert_true(h.pot_p > 0.95f);
    assert_true(watch(600, 60, lay_out_of_the_dark, &comes_out).pot_p < 0.5f);
}

static void a_ball_is_no_certain_pot_while_something_is_in_the_mouth(void **state)
{
    (void)state;
    const struct to_edge odd = {.speed = 424, .quality = 1, .odd_s = 0.01},
                         faint = {.speed = 424, .quality = 0.8f, .odd_s = 0.3},
                         comes = {.speed = 424, .quality = 1, .odd_s = 0.3}, /* the shadow of what comes near */
        sinks = {.speed = 424, .quality = 1, .sinks_s = 0.25};               /* and the cue-ball lies before it then */
    struct heard h = watch(600, 60, lay_out_of_the_dark, &odd);
    assert_int_equal(h.n[EVENT_POCKET], 1);
    assert_true(h.pot_p < 0.9f);
    assert_true(watch(600, 60, lay_out_of_the_dark, &faint).pot_p < 0.9f);
    assert_true(watch(600, 60, lay_out_of_the_dark, &comes).pot_p > 0.95f);
    assert_true(watch(600, 60, lay_out_of_the_dark, &sinks).pot_p > 0.95f);
}

static void a_faint_ball_that_crept_to_the_edge_is_no_certain_pot(void **state)
{
    (void)state;
    const struct to_edge creeps = {.speed = 239, .quality = 0.4f},
                         falls_slowly = {.speed = 239, .quality = 0.4f, .empties = true};
    struct heard h = watch(600, 60, lay_out_of_the_dark, &creeps);
    assert_int_equal(h.n[EVENT_POCKET], 1);
    assert_true(h.pot_p < 0.95f);
    assert_true(watch(600, 60, lay_out_of_the_dark, &falls_slowly).pot_p > 0.95f);
}

/* Green on green, it hung at the edge for minutes, and the mouth looked empty. */
static void a_faint_ball_that_was_lost_short_of_the_edge_is_no_certain_pot(void **state)
{
    (void)state;
    const struct to_edge lost_short = {.speed = 239, .quality = 0.4f, .empties = true, .short_mm = 16};
    assert_true(watch(600, 60, lay_out_of_the_dark, &lost_short).pot_p < 0.95f);
}

/* The same pot; as the red is lost, something red is seen for two frames in the middle of the table, as of a hand. */
static void lay_red_elsewhere(const void *scene, double s, struct sim_rng *rng, struct observation *o)
{
    const double lost = CUT_S + lost_after(scene);
    lay_out_of_the_dark(scene, s, rng, o);
    if (s > lost + 0.06 && s < lost + 0.09)
        see(o, BALL_KIND_RED, shaken(vec2(1100, -350), 0.2, rng), 0.2f);
}

static void a_ball_that_nothing_drives_on_is_not_what_is_seen_far_away(void **state)
{
    (void)state;
    struct heard h = watch(600, 60, lay_red_elsewhere, &falls);
    assert_int_equal(h.n[EVENT_POCKET], 1);
    assert_int_equal(h.n[EVENT_REMOVED] + h.n[EVENT_OFF], 0);
    assert_true(h.pot_p > 0.95f);
}

/* A red hangs at the edge of a fall and is tapped in by the cue-ball; then something red is seen far away. */
static void lay_tapped_in(const void *scene, double s, struct sim_rng *rng, struct observation *o)
{
    (void)scene;
    const struct pocket_shape *k = &laid_out_table()->pocket[POCKET_TR];
    const struct vec2 to = vec2_unit(vec2(1, -1)), hung = vec2_along(k->fall, -k->fall_radius - 8, to);
    const struct vec2 met = vec2_along(hung, -52.5, to);
    const double hit = 4.6;
    struct vec2 cue = s < hit ? rolling(vec2_along(met, -300, to), vec2_scale(to, 534), 4, s)
                              : rolling(met, vec2_scale(to, 20), hit, s);
    see(o, BALL_KIND_WHITE, shaken(cue, 0.2, rng), 0.2f);
    if (s < hit)
        see(o, BALL_KIND_RED, shaken(hung, 0.2, rng), 0.2f);
    else if (s > hit + 0.05 && s < hit + 0.09)
        see(o, BALL_KIND_RED, shaken(vec2(1100, -350), 0.2, rng), 0.2f);
}

static void a_ball_that_was_tapped_in_is_not_what_is_seen_far_away(void **state)
{
    (void)state;
    struct heard h = watch(480, 60, lay_tapped_in, NULL);
    assert_int_equal(h.n[EVENT_POCKET], 1);
    assert_int_equal(h.n[EVENT_REMOVED] + h.n[EVENT_OFF], 0);
}

static void a_ball_lost_before_it_could_fall_is_no_certain_pot(void **state)
{
    (void)state;
    const struct roll_in early = {60, {2, -1}}, late = {3, {2, -1}}, clear = {60, {1, -1}};
    assert_true(watch(300, 60, lay_roll_in, &late).pot_p > 0.95f);
    assert_true(watch(300, 60, lay_roll_in, &clear).pot_p > 0.95f); /* no jaw is in its way */
    struct heard lost = watch(300, 60, lay_roll_in, &early);
    assert_int_equal(lost.n[EVENT_POCKET], 1);
    assert_true(lost.pot_p < 0.95f);
}

/* A red rolls slowly into a corner pocket. What it rolled over, a line drawn with light, is taken for it now and
 * then, 110 mm back on its way: nothing was there that could have driven it so far so soon. */
static void lay_followed_by_a_line(const void *scene, double s, struct sim_rng *rng, struct observation *o)
{
    (void)scene;
    const struct pocket_shape *k = &laid_out_table()->pocket[POCKET_TR];
    const struct vec2 to = vec2_unit(k->fall), from = vec2_along(k->fall, -500, to);
    const double hit = 1.5;
    struct vec2 cue = s < hit ? rolling(vec2_along(from, -450, to), vec2_scale(to, 900), 1.05, s)
                              : rolling(vec2_along(from, -52.5, to), vec2_scale(to, 120), hit, s);
    struct vec2 red = rolling(from, vec2_scale(to, 500), hit, s), edge = vec2_along(k->fall, -k->fall_radius - 8, to);
    see(o, BALL_KIND_WHITE, shaken(cue, 0.2, rng), 0.2f);
    double beyond = s < hit ? -500 : vec2_dist(red, from) - vec2_dist(edge, from);
    bool ghost = (beyond > 12 && beyond < 25) || fabs(s - 3.4) < 0.01 || fabs(s - 4.1) < 0.01;
    if (beyond < 0)
        see(o, BALL_KIND_RED, shaken(red, 0.2, rng), 0.2f);
    else if (ghost)
        see(o, BALL_KIND_RED, shaken(vec2_along(edge, -110, to), 0.5, rng), 0.5f);
}

static void a_ball_that_rolls_alone_does_not_turn_back_faster_than_it_came(void **state)
{
    (void)state;
    struct heard h = watch(150, 30, lay_followed_by_a_line, NULL);
    assert_int_equal(h.strokes, 1);
    assert_int_equal(h.n[EVENT_POCKET], 1);
}

struct straight_in {
    double speed, far, late_s; /* mm/s; mm from the fall; struck so long after a frame */
};

/* The cue-ball is struck straight into a corner, so fast that it is seen once or twice on its way. */
static void lay_straight_in(const void *scene, double s, struct sim_rng *rng, struct observation *o)
{
    const struct straight_in *in = scene;
    const struct pocket_shape *k = &laid_out_table()->pocket[POCKET_TR];
    const struct vec2 to = vec2_unit(vec2(1, -1)), from = vec2_along(k->fall, -in->far, to);
    struct vec2 at = rolling(from, vec2_scale(to, in->speed), 2 + in->late_s, s);
    if (vec2_dot(vec2_sub(at, k->fall), to) < -k->fall_radius)
        see(o, BALL_KIND_WHITE, shaken(at, 0.2, rng), 0.2f);
    else
        o->empty_mouths = 1u << POCKET_TR;
    see(o, BALL_KIND_RED, shaken(vec2(0, 300), 0.2, rng), 0.2f);
}

static void a_cue_ball_struck_straight_into_a_pocket_has_not_left_the_table(void **state)
{
    (void)state;
    for (double far = 250; far < 500; far += 100)
        for (double speed = 1500; speed < 3500; speed += 900)
            for (int third = 0; third < 3; third++) {
                const struct straight_in in = {speed, far, third / 75.0};
                struct heard h = watch(150, 25, lay_straight_in, &in);
                assert_int_equal(h.strokes, 1);
                assert_int_equal(h.n[EVENT_POCKET], 1);
                assert_int_equal(h.n[EVENT_OFF] + h.n[EVENT_REMOVED], 0);
            }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_cue_ball_struck_straight_into_a_pocket_has_not_left_the_table),
        cmocka_unit_test(what_came_into_view_in_a_mouth_is_no_certain_pot),
        cmocka_unit_test(a_ball_that_is_hit_near_a_pocket_and_not_seen_again_is_in_it),
        cmocka_unit_test(a_faint_ball_that_is_driven_over_the_edge_is_potted),
        cmocka_unit_test(cue_ball_that_rattles_in_the_jaws_is_the_one_that_comes_out),
        cmocka_unit_test(nobody_waits_for_a_ball_that_hangs_once_a_hand_has_spotted_another),
        cmocka_unit_test(a_faint_ball_that_hung_is_no_certain_pot),
        cmocka_unit_test(a_ball_that_hung_falls_in_the_stroke_whatever_lies_on_the_table),
        cmocka_unit_test(a_ball_that_is_hard_to_see_has_fallen_once_its_mouth_is_empty),
        cmocka_unit_test(a_ball_that_came_out_of_the_jaws_again_is_no_certain_pot),
        cmocka_unit_test(a_ball_that_is_found_in_the_jaws_again_has_not_fallen),
        cmocka_unit_test(a_ball_is_no_certain_pot_while_something_is_in_the_mouth),
        cmocka_unit_test(a_faint_ball_that_crept_to_the_edge_is_no_certain_pot),
        cmocka_unit_test(a_faint_ball_that_was_lost_short_of_the_edge_is_no_certain_pot),
        cmocka_unit_test(a_ball_that_nothing_drives_on_is_not_what_is_seen_far_away),
        cmocka_unit_test(a_ball_that_was_tapped_in_is_not_what_is_seen_far_away),
        cmocka_unit_test(a_ball_lost_before_it_could_fall_is_no_certain_pot),
        cmocka_unit_test(a_ball_that_stays_in_the_open_was_not_hit),
        cmocka_unit_test(a_ball_that_jumped_over_another_may_be_over_the_pocket_yet),
        cmocka_unit_test(a_ball_that_rolls_alone_does_not_turn_back_faster_than_it_came),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
