/* SPDX-License-Identifier: Apache-2.0 */
/* Proves that every kind of table has the book's figures and a shape that hangs together. */
#include "err.h"
#include "table.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <glib.h>

#include <cmocka.h>

static void assert_near(double a, double b, double within)
{
    assert_float_equal(a, b, within);
}

static void assert_at(struct vec2 a, double x, double y, double within)
{
    assert_near(a.x, x, within);
    assert_near(a.y, y, within);
}

static struct table table_named(const char *kind)
{
    struct table t;
    assert_int_equal(table_make(&t, kind), 0);
    return t;
}

static void full_size_table_has_the_figures_of_the_book(void **state)
{
    (void)state;
    struct table t = table_named("snooker-12ft");
    assert_true(t.bed.length == 3569 && t.bed.width == 1778 && t.bed.ball_d == 52.5); /* SNK 1.1(a), 1.2(b) */
    assert_true(t.bed.baulk_x == -3569 / 2.0 + 737 && t.bed.d_radius == 292);         /* SNK 1.1(d), (e) */
    assert_true(t.bed.spot[SPOT_BLACK].x == 3569 / 2.0 - 324);                        /* SNK 1.1(f)(iv) */
    struct bed standard = bed_standard();
    assert_memory_equal(&t.bed, &standard, sizeof standard);
}

static void full_size_pockets_lie_where_tournament_tables_have_them(void **state)
{
    (void)state;
    struct table t = table_named("snooker-12ft");
    const struct pocket_shape *tl = &t.pocket[POCKET_TL], *ml = &t.pocket[POCKET_ML];
    assert_at(tl->fall, 1832.124, 936.624, 0.05);
    assert_at(tl->jaw[0].centre, 1691.009, 977.9, 0.01);
    assert_at(tl->jaw[1].centre, 1873.4, 795.509, 0.01);
    assert_at(tl->jaw[0].back, 1775.462, 936.63, 0.01);
    assert_at(tl->jaw[1].back, 1832.13, 879.962, 0.01);
    assert_at(ml->fall, 0, 940.59, 0.01);
    assert_at(ml->jaw[0].centre, -109.185, 955.9, 0.01);
    assert_at(ml->jaw[1].centre, 109.185, 955.9, 0.01);
}

static void strings_and_baulk_lines_of_pool_are_at_the_books_fractions(void **state)
{
    (void)state;
    static const char *const pool[] = {"pool-9ft", "pool-8ft", "pool-7ft"};
    for (size_t i = 0; i < 3; i++) {
        struct table t = table_named(pool[i]);
        assert_near(t.bed.baulk_x, -t.bed.length / 4, 1e-9); /* WPA 8.1 */
        assert_at(t.bed.spot[SPOT_FOOT], t.bed.length / 4, 0, 1e-9);
        assert_true(t.bed.d_radius == 0);
    }
    struct table english = table_named("english-pool-7ft");
    assert_near(english.bed.baulk_x, -english.bed.length * 0.3, 1e-9); /* WPA 5.1: a fifth from the head cushion */
    assert_true(english.bed.cue_ball_d < english.bed.ball_d);
}

/* The line between the mouth points is `mouth` wide, and an arc leaves the nose and meets the facing smoothly. */
static void check_jaw(const struct jaw *j, struct vec2 fall)
{
    struct vec2 radius_at_start = vec2_sub(j->start, j->centre), radius_at_end = vec2_sub(j->end, j->centre);
    assert_near(vec2_len(radius_at_start), j->radius, 1e-6);
    assert_near(vec2_len(radius_at_end), j->radius, 1e-6);
    assert_near(vec2_dot(vec2_sub(j->back, j->end), radius_at_end), 0, 1e-6);
    assert_true(fmin(fabs(radius_at_start.x), fabs(radius_at_start.y)) < 1e-9); /* square to a cushion */
    assert_true(vec2_dist(j->back, fall) < vec2_dist(j->start, fall));
}

static void check_pocket(const struct pocket_shape *p, double ball_d)
{
    struct vec2 left = vec2_sub(p->jaw[0].start, p->fall), right = vec2_sub(p->jaw[1].start, p->fall);
    assert_true(vec2_cross(left, right) > 0); /* seen from the fall, the left jaw lies clockwise of the right one */
    assert_true(p->mouth > 1.4 * ball_d && p->mouth < 2.6 * ball_d);
    assert_true(vec2_dist(p->jaw[0].back, p->jaw[1].back) > ball_d);
    for (int j = 0; j < 2; j++)
        check_jaw(&p->jaw[j], p->fall);
}

/* Once round against the clock, the playing area on the left, each nose on its own cushion. */
static void check_noses(const struct table *t)
{
    int per_cushion[CUSHION_COUNT] = {0};
    for (int i = 0; i < TABLE_NOSES; i++) {
        struct vec2 along = vec2_sub(t->nose[i].to, t->nose[i].from);
        assert_true(vec2_len(along) > 5 * t->bed.ball_d);
        assert_true(vec2_cross(along, vec2_sub(vec2(0, 0), t->nose[i].from)) > 0);
        per_cushion[t->nose[i].cushion]++;
        bool end = t->nose[i].cushion == CUSHION_TOP || t->nose[i].cushion == CUSHION_BOTTOM;
        double at = end ? t->nose[i].from.x : t->nose[i].from.y;
        bool positive = t->nose[i].cushion == CUSHION_TOP || t->nose[i].cushion == CUSHION_LEFT;
        assert_near(at, (positive ? 0.5 : -0.5) * (end ? t->bed.length : t->bed.width), 1e-9);
    }
    assert_int_equal(per_cushion[CUSHION_TOP], 1);
    assert_int_equal(per_cushion[CUSHION_BOTTOM], 1);
    assert_int_equal(per_cushion[CUSHION_LEFT], 2);
    assert_int_equal(per_cushion[CUSHION_RIGHT], 2);
}

static void check_table(const struct table *t)
{
    assert_true(t->bed.length > t->bed.width && t->nose_height > t->bed.ball_d / 2);
    assert_true(t->nose_height < t->bed.ball_d);
    for (int p = POCKET_NONE + 1; p < POCKET_COUNT; p++)
        check_pocket(&t->pocket[p], t->bed.ball_d);
    for (int s = SPOT_NONE + 1; s < SPOT_COUNT; s++)
        assert_true(fabs(t->bed.spot[s].x) < t->bed.length / 2 && fabs(t->bed.spot[s].y) < t->bed.width / 2);
    check_noses(t);
}

static void every_kind_has_a_shape_that_hangs_together(void **state)
{
    (void)state;
    assert_int_equal(table_kinds(), 8);
    for (size_t i = 0; i < table_kinds(); i++) {
        struct table t = table_named(table_kind_name(i));
        assert_string_equal(t.kind, table_kind_name(i));
        assert_true(strlen(t.title) > 0 && strlen(t.source) > 0);
        assert_non_null(ball_set(t.balls));
        check_table(&t);
    }
    assert_null(table_kind_name(table_kinds()));
}

static void pockets_mirror_each_other_in_both_axes(void **state)
{
    (void)state;
    for (size_t i = 0; i < table_kinds(); i++) {
        struct table t = table_named(table_kind_name(i));
        const struct pocket_shape *tl = &t.pocket[POCKET_TL], *br = &t.pocket[POCKET_BR], *tr = &t.pocket[POCKET_TR];
        for (int j = 0; j < 2; j++) {
            assert_at(br->jaw[j].back, -tl->jaw[j].back.x, -tl->jaw[j].back.y, 1e-9);
            assert_at(tr->jaw[j].back, tl->jaw[!j].back.x, -tl->jaw[!j].back.y, 1e-9);
        }
        assert_at(t.pocket[POCKET_MR].jaw[0].end, -t.pocket[POCKET_ML].jaw[0].end.x, -t.pocket[POCKET_ML].jaw[0].end.y,
                  1e-9);
    }
}

static void custom_size_takes_after_the_nearest_kind(void **state)
{
    (void)state;
    struct table t, full = table_named("snooker-12ft");
    assert_int_equal(table_make_custom(&t, 3569, 1778, 52.5), 0);
    assert_string_equal(t.kind, "custom");
    assert_memory_equal(&t.bed, &full.bed, sizeof t.bed);
    assert_memory_equal(&t.pocket, &full.pocket, sizeof t.pocket);
    assert_int_equal(table_make_custom(&t, 2337, 1168, 57.15), 0);
    assert_int_equal(t.style, TABLE_POOL);
    assert_near(t.bed.baulk_x, -2337 / 4.0, 1e-9);
    assert_int_equal(table_make_custom(&t, 1750, 875, 50.8), 0);
    assert_int_equal(t.style, TABLE_ENGLISH_POOL);
    assert_near(t.bed.cue_ball_d, 47.6, 1e-9);
    assert_int_equal(table_make_custom(&t, 1700, 850, 41), 0); /* a toy table hangs together too */
    check_table(&t);
}

static void sizes_that_make_no_table_are_refused(void **state)
{
    (void)state;
    static const double wrong[][3] = {
        {1778, 3569, 52.5}, {1000, 1000, 52.5}, {3569, 0, 52.5},   {3569, -1778, 52.5},
        {3569, 1778, 0},    {300, 150, 52.5},   {1000, 150, 52.5}, {3569, 1778, 1000.0},
        {NAN, 1778, 52.5},  {3569, NAN, 52.5},  {3569, 1778, NAN}, {INFINITY, 1, 50},
    };
    struct table t;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_int_equal(table_make_custom(&t, wrong[i][0], wrong[i][1], wrong[i][2]), ERR_RANGE);
    assert_int_equal(table_make(&t, "snooker-13ft"), ERR_NOT_FOUND);
    assert_int_equal(table_make(&t, ""), ERR_NOT_FOUND);
}

/* Caller frees. */
static char *drawing_of(const struct table *t)
{
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    assert_non_null(out);
    table_draw_svg(t, out);
    assert_int_equal(fclose(out), 0);
    return text;
}

static bool well_formed(const char *xml)
{
    const GMarkupParser nothing = {0};
    GMarkupParseContext *context = g_markup_parse_context_new(&nothing, 0, NULL, NULL);
    bool ok = g_markup_parse_context_parse(context, xml, -1, NULL) && g_markup_parse_context_end_parse(context, NULL);
    g_markup_parse_context_free(context);
    return ok;
}

static void drawings_are_well_formed_and_show_the_measures(void **state)
{
    (void)state;
    assert_false(well_formed("<svg><a></svg>"));
    for (size_t i = 0; i < table_kinds(); i++) {
        struct table t = table_named(table_kind_name(i));
        char *drawing = drawing_of(&t), length[32];
        snprintf(length, sizeof length, ">%.0f</text>", t.bed.length);
        assert_true(well_formed(drawing));
        assert_non_null(strstr(drawing, length));
        assert_non_null(strstr(drawing, t.title));
        assert_null(strstr(drawing, "nan"));
        free(drawing);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(full_size_table_has_the_figures_of_the_book),
        cmocka_unit_test(full_size_pockets_lie_where_tournament_tables_have_them),
        cmocka_unit_test(strings_and_baulk_lines_of_pool_are_at_the_books_fractions),
        cmocka_unit_test(every_kind_has_a_shape_that_hangs_together),
        cmocka_unit_test(pockets_mirror_each_other_in_both_axes),
        cmocka_unit_test(custom_size_takes_after_the_nearest_kind),
        cmocka_unit_test(sizes_that_make_no_table_are_refused),
        cmocka_unit_test(drawings_are_well_formed_and_show_the_measures),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
