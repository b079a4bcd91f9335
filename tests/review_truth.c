/* SPDX-License-Identifier: Apache-2.0 */
/* review_truth --frames FILM: prints how many frames it has.
 * review_truth DIR TRUTH.json: do the answers about every stroke of a review agree with the truth of a rendered film?
 *
 * Prints a line a question. Exit 1 when a stroke was missed or invented, or an answer is wrong, however unsure it said
 * to be. "Cannot tell" passes only where the truth bears out the reason: what is asked lies within 3 of the stated sd
 * of the other answer; a ball that is said to be unseen lies on the table, and may matter; another ball was met or
 * nearly met at about the same time. A figure must be within 4 of
 * its own sd of the truth, and no sd may be larger than a camera of that size needs: half a pixel, and a millimetre for
 * what nobody knows of a table. */
#include "review_truth.h"

#include "answers.h"
#include "capture.h"
#include "err.h"
#include "geometry.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NEAR_SD   3.0 /* cannot tell: within this many sd of the other answer */
#define FIGURE_SD 4.0 /* a figure may be off by so many of its own */
#define FLOOR_MM  1.0

static int failures, asked, untold;
static double sd_most; /* mm */

static void check(bool right, const char *question, const char *got, double sure, const char *truth)
{
    printf("%-12s %-34s sure %.2f  truth %-26s %s\n", question, got, sure, truth, right ? "" : "WRONG");
    failures += !right;
    asked++;
}

static const char *text_in(const json_t *a, const char *key)
{
    const char *t = json_string_value(json_object_get(a, key));
    return t ? t : "";
}

static double number_in(const json_t *a, const char *key)
{
    return json_number_value(json_object_get(a, key));
}

static const json_t *figure_in(const json_t *answer, const char *what)
{
    const json_t *all = json_object_get(answer, "figures");
    for (size_t i = 0; i < json_array_size(all); i++)
        if (!strcmp(text_in(json_array_get(all, i), "what"), what))
            return json_array_get(all, i);
    return NULL;
}

/* ---- one answer against a true margin ------------------------------------------------------------------------------
 */

struct margin {
    const char *question, *what; /* of the figure */
    double value;                /* positive: yes */
    double sign;                 /* of the figure: -1 where it grows as the answer gets to no */
    bool unseen;                 /* a ball that matters was told to be unseen, and is on the table */
    int balls;                   /* whose errors add up */
    double between;              /* mm that a moving ball goes from one frame to the next there */
};

static void check_margin(const struct margin *m, const json_t *a)
{
    const json_t *figure = figure_in(a, m->what);
    const char *word = text_in(a, "answer"), *truth = m->value > 0 ? "yes" : "no";
    double sd = number_in(figure, "sd"), off = m->sign * number_in(figure, "value") - m->value;
    bool right = !strcmp(word, truth), cannot = !strcmp(word, "unclear");
    bool far = fabs(m->value) > 9000; /* nothing is in the way */
    bool fits = !figure || far || fabs(off) <= FIGURE_SD * sd, sane = far || sd <= m->balls * sd_most + m->between / 2;
    char got[80], want[48];
    snprintf(got, sizeof got, "%s %.2f +- %.2f%s%s", word, m->sign * number_in(figure, "value"), sd,
             fits || m->unseen ? "" : " FIGURE", sane ? "" : " SD");
    snprintf(want, sizeof want, "%s %.2f mm", truth, m->value);
    untold += cannot;
    check((right || (cannot && (fabs(m->value) <= NEAR_SD * sd || m->unseen))) && (fits || m->unseen) && sane,
          m->question, got, number_in(a, "sure"), want);
}

/* ---- the questions ----------------------------------------------------------------------------------------------- */

static void ask_before(const struct truth *t, const struct review_look *look)
{
    ball_mask named = 0;
    int wrong = 0, off = 0, unseen = 0;
    double worst = 0;
    char got[96], want[32];
    for (int i = 0; i < t->n; i++) {
        const struct true_ball *b = &t->ball[i];
        if (!b->at_start)
            continue;
        bool known = ball_in(look->before.known, b->id);
        double error = known ? vec2_dist(look->before.at[b->id], b->start) : 0;
        named |= ball_bit(b->id);
        unseen += !known;
        worst = fmax(worst, error);
        double sd = answer_place_sd(look, (double)look->sd[b->id], look->before.at[b->id]);
        off += known && (error > FIGURE_SD * sd || sd > sd_most);
        if (known && error <= 30 && error > FIGURE_SD * sd)
            printf("             %s is off by %.2f mm, stated %.2f\n", b->name, error, sd);
        if (error > 30)
            printf("             %s is not where %s lies\n", ball_name(look->set, b->id), b->name);
        if (!known)
            printf("             %s was not seen\n", b->name);
    }
    wrong = ball_count(look->before.known & ~named);
    int told = ball_count(answer_unseen(look));
    snprintf(got, sizeof got, "%d, worst %.2f mm, %d off, %d unseen", ball_count(look->before.known), worst, off,
             unseen);
    snprintf(want, sizeof want, "%d", ball_count(named));
    untold += unseen > 0;
    check(!wrong && !off && (unseen == told), "before", got, 1, want);
}

/* Two contacts with less than two frames between them, or a pass so near that only what happens afterwards tells it
 * from a touch: how the ball went in between is in no film. */
static bool first_is_close(const struct truth *t, const struct truth_stroke *s, double ball_d)
{
    return s->second_contact_s - s->first_contact_s < 2 / t->fps || truth_passes_near(t, s, ball_d);
}

static void ask_first(const struct review *r, const struct truth *t, const struct truth_stroke *s,
                      const struct review_look *look)
{
    json_t *a = review_answer(r, look->n, ASK_FIRST);
    const char *word = text_in(a, "answer");
    const struct true_ball *b = truth_ball(t, s->first);
    const char *want = b ? ball_name(look->set, b->id) : "none";
    bool cannot = !strcmp(word, "unclear"),
         close = answer_unseen(look) || first_is_close(t, s, look->then.state.bed.ball_d);
    const json_t *after = figure_in(a, "after_strike");
    double ms = 1000 * (s->first_contact_s - s->strike_s), off = number_in(after, "value") - ms;
    /* A strike is known to half a frame at least: the ball leaves slowly, and a frame is what there is. */
    bool fits = !after || fabs(off) <= FIGURE_SD * number_in(after, "sd") + 500 / t->fps;
    char got[80], truth[64];
    snprintf(got, sizeof got, "%s %.1f ms +- %.1f%s", word, number_in(after, "value"), number_in(after, "sd"),
             fits ? "" : " FIGURE");
    snprintf(truth, sizeof truth, "%s %.1f ms", want, b ? ms : 0);
    untold += cannot;
    check((cannot ? close : !strcmp(word, want)) && fits, "first", got, number_in(a, "sure"), truth);
    json_decref(a);
}

static double true_gap(const struct layout *at, const struct bed *bed, ball_id cue)
{
    struct geo_touch touch = geo_touching(bed, at, cue, at->known & ~ball_bit(cue), 0);
    double gap = INFINITY;
    for (BALL_EACH(id, at->known & ~ball_bit(cue)))
        gap = fmin(gap, touch.gap[id]);
    return gap;
}

static void ask_touching(const struct review *r, const struct review_look *look, const struct layout *before,
                         const struct layout *after)
{
    json_t *a = review_answer(r, look->n, ASK_TOUCHING);
    const struct layout *at[] = {before, after};
    for (int i = 0; i < 2; i++) {
        double gap = true_gap(at[i], &look->then.state.bed, look->cue);
        struct margin m = {i ? "  after" : "touching", "gap", 0.05 - gap, -1, answer_unseen(look) != 0, 2, 0};
        json_t *one = i ? json_object_get(a, "after") : a;
        if (!ball_in(at[i]->known, look->cue))
            check(!strcmp(text_in(one, "answer"), "none"), m.question, text_in(one, "answer"), 1, "none");
        else if (isfinite(gap)) {
            json_t *figure = (json_t *)figure_in(one, "gap");
            if (figure) /* the truth's limit is in its margin */
                json_object_set_new(figure, "value", json_real(number_in(figure, "value") - 0.05));
            check_margin(&m, one);
        }
    }
    json_decref(a);
}

/* The rules' geometry on the true places, with all balls that lie there, is the truth. */
static ball_mask on_in(const struct state *s, const struct layout *at, ball_id cue)
{
    return (s->on ? s->on : ~ball_bit(cue)) & at->known; /* none is on in billiards: both may be played at */
}

static void ask_snookered(const struct review *r, const struct review_look *look, const struct layout *before,
                          const struct layout *after)
{
    json_t *a = review_answer(r, look->n, ASK_SNOOKERED);
    const struct layout *at[] = {before, after};
    const struct state *state[] = {&look->then.state, &look->next};
    for (int i = 0; i < 2; i++) {
        ball_mask on = on_in(state[i], at[i], look->cue), others = at[i]->known & ~on & ~ball_bit(look->cue);
        const json_t *one = i ? json_object_get(a, "after") : a;
        struct margin m = {i ? "  after" : "snookered", "margin", 0, -1, answer_unseen(look) != 0, 2, 0};
        if (!on || (!ball_in(at[i]->known, look->cue) && !(i && state[i]->in_hand))) {
            check(!strcmp(text_in(one, "answer"), "none"), m.question, text_in(one, "answer"), 1, "none");
            continue;
        }
        m.value =
            i && state[i]->in_hand
                ? -geo_snookered_in_hand(&state[i]->bed, at[i], look->cue, on, others, state[i]->area, GEO_BOTH_EDGES)
                       .margin
                : -geo_snookered(&state[i]->bed, at[i], look->cue, on, others, GEO_EQUAL).margin;
        m.value = fmax(fmin(m.value, 9999), -9999);
        check_margin(&m, one);
    }
    json_decref(a);
}

static void ask_places(const struct review *r, const struct review_look *look, const struct layout *before)
{
    const struct state *s = &look->then.state;
    ball_mask on = on_in(s, before, look->cue), others = before->known & ~on & ~ball_bit(look->cue);
    ball_mask reds = look->set->id == BALL_SET_SNOOKER ? ball_of_kind(look->set, BALL_KIND_RED) : 0;
    enum area area = s->in_hand && s->area ? s->area : AREA_D;
    struct geo_path path = geo_path(&s->bed, before, look->cue, on, others, reds);
    struct margin full = {
        "full-ball", "full_ball", fmax(fmin(path.full_margin, 9999), -9999), 1, answer_unseen(look) != 0, 2, 0};
    struct margin in = {"in-d", "inside", geo_in_area(&s->bed, before->at[look->cue], area).margin, 1, false, 1, 0};
    json_t *a = review_answer(r, look->n, ASK_FULL_BALL), *b = review_answer(r, look->n, ASK_IN_D);
    if (on)
        check_margin(&full, a);
    else
        check(!strcmp(text_in(a, "answer"), "none"), "full-ball", text_in(a, "answer"), 1, "none");
    check_margin(&in, b);
    json_decref(a);
    json_decref(b);
}

/* By the path of the true cue-ball, frame by frame: between two frames it may have gone further. */
static void ask_baulk(const struct review *r, const struct truth *t, const struct truth_stroke *s,
                      const struct review_look *look)
{
    double line = look->then.state.bed.baulk_x;
    struct true_reach reach;
    if (!truth_reach(t, s, &reach))
        return;
    json_t *a = review_answer(r, look->n, ASK_BAULK);
    bool out = reach.from <= line;
    struct margin m = {"baulk", "beyond_line",  out ? reach.high - line : line - reach.low, 1, false,
                       1,       reach.most_step};
    double between = number_in(figure_in(a, "beyond_line"), "value") - m.value;
    if (between > 0 && between <= (out ? reach.high_step : reach.low_step)) /* further than in any frame */
        m.value += between;
    check_margin(&m, a);
    json_decref(a);
}

static void ask_moving(const struct review *r, const struct truth *t, const struct truth_stroke *s,
                       const struct review_look *look)
{
    json_t *a = review_answer(r, look->n, ASK_MOVING);
    const char *want = truth_moving(t, s) ? "yes" : "no";
    check(!strcmp(text_in(a, "answer"), want), "moving", text_in(a, "answer"), number_in(a, "sure"), want);
    json_decref(a);
}

/* ---- the call ---------------------------------------------------------------------------------------------------- */

/* One that is put to people passes when the true one is among those offered. What a player nominated aloud is in no
 * film, and with it the worth of a foul. */
static void check_ruling(const struct review_look *look, const struct truth_stroke *s)
{
    const json_t *truth = s->ruling, *offered = json_object_get(look->ruling, "alternatives");
    bool legal = json_is_true(json_object_get(truth, "legal")),
         foul = json_is_true(json_object_get(look->ruling, "foul"));
    int points = (int)number_in(look->ruling, foul ? "penalty" : "points");
    int wanted = (int)number_in(truth, legal ? "points" : "foul_points");
    char got[64], want[48], then[32];
    if (!truth)
        return;
    snprintf(got, sizeof got, "%s %d%s", foul ? "foul" : "legal", points, look->stroke->asked ? ", asked" : "");
    snprintf(want, sizeof want, "%s %d", legal ? "legal" : "foul", wanted);
    snprintf(then, sizeof then, legal && !wanted ? "no foul" : legal ? "no foul, %d" : "foul, %d", wanted);
    bool right = foul == !legal && (points == wanted || (foul && s->nominated)), ask = look->stroke->asked,
         among = false;
    for (size_t i = 0; i < json_array_size(offered); i++)
        among |= !strncmp(text_in(json_array_get(offered, i), "then"), then, strlen(then));
    untold += ask;
    check(right || (ask && among), "ruling", got, number_in(look->ruling, "sure"), want);
}

/* Snooker's reds are one, and a colour to be chosen may be written in either way. */
static void check_on(const struct review_look *look, const struct truth *t, const struct truth_stroke *s)
{
    ball_mask on = look->then.state.on & look->then.state.on_table, want = 0;
    char got[24], truth[24];
    for (int i = 0; i < t->n; i++)
        if (truth_is_on(s, &t->ball[i]) && t->ball[i].at_start)
            want |= ball_bit(t->ball[i].id);
    if (!want || !look->then.state.on)
        return;
    snprintf(got, sizeof got, "%d balls", ball_count(on));
    snprintf(truth, sizeof truth, "%d balls", ball_count(want));
    check(on == want, "ball on", got, 1, truth);
}

/* ---- strokes ----------------------------------------------------------------------------------------------------- */

static void ask_all(const struct review *r, struct truth *t, const struct truth_stroke *s,
                    const struct review_look *look)
{
    truth_name_balls(t, s, look);
    struct layout before = truth_layout(t, false), after = truth_layout(t, true);
    check_on(look, t, s);
    ask_before(t, look);
    ask_first(r, t, s, look);
    ask_touching(r, look, &before, &after);
    ask_snookered(r, look, &before, &after);
    ask_places(r, look, &before);
    ask_baulk(r, t, s, look);
    ask_moving(r, t, s, look);
    check_ruling(look, s);
}

/* The stroke of the review that began then; 0 none. */
static int stroke_at(const struct review *r, double t)
{
    for (int n = 1; n <= r->strokes; n++)
        if (!r->stroke[n - 1].undone && fabs(r->stroke[n - 1].t0 - r->offset - t) < 0.5)
            return n;
    return 0;
}

static void compare(const struct review *r, struct truth *t)
{
    static struct review_look look;
    struct truth_stroke s;
    for (int i = 0; i < t->strokes; i++) {
        truth_stroke(t, i, &s);
        int n = stroke_at(r, s.strike_s);
        printf("stroke %d, struck at %.2f s\n", i + 1, s.strike_s);
        if (n && !review_look(r, n, &look))
            ask_all(r, t, &s, &look);
        else
            check(false, "stroke", "missed", 1, "there is one");
    }
    if (r->strokes > t->strokes)
        check(false, "stroke", "invented", 1, "there is none");
}

static int count_frames(const char *film)
{
    struct capture_options options = capture_defaults();
    struct capture *c;
    struct frame f;
    int n = 0, err = capture_open(&c, film, &options, NULL);
    if (err)
        return 1;
    while (!(err = capture_next(c, &f, -1))) {
        n++;
        capture_release(c, &f);
    }
    capture_close(&c);
    printf("%d\n", n);
    return err == ERR_END ? 0 : 1;
}

int main(int argc, char **argv)
{
    static struct truth t;
    struct review *r;
    char error[SCENARIO_ERROR_BYTES] = "";
    if (argc == 3 && !strcmp(argv[1], "--frames"))
        return count_frames(argv[2]);
    if (argc != 3 || review_open(&r, argv[1], error) || truth_open(&t, argv[2])) {
        fprintf(stderr, "review_truth DIR TRUTH.json: %s\n", error);
        return 2;
    }
    sd_most = FLOOR_MM + 0.5 * t.mm_per_px;
    compare(r, &t);
    printf("%d asked, %d cannot be told, %d wrong\n", asked, untold, failures);
    review_close(&r);
    truth_close(&t);
    return failures || !asked;
}
