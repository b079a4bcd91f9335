/* SPDX-License-Identifier: Apache-2.0 */
/* review_truth --frames FILM: prints how many frames it has.
 * review_truth DIR TRUTH.json: do the answers about stroke 1 of a review agree with the truth of a rendered clip, where
 * it speaks? Prints a line a question; exit 1 when an answer that was sure is wrong, or one that is beyond doubt was
 * not given. */
#include "answers.h"
#include "capture.h"
#include "err.h"
#include "geometry.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int failures, asked;

static void check(bool right, const char *question, const char *got, double sure, const char *truth)
{
    printf("%-10s %-28s sure %.2f  truth %-22s %s\n", question, got, sure, truth, right ? "" : "WRONG");
    failures += !right;
    asked++;
}

struct truth {
    json_t *file;
    json_t *start, *rest; /* {"white": [x, y, z] or null} */
    double d;
};

static struct vec2 place(const json_t *p)
{
    return vec2(json_number_value(json_array_get(p, 0)), json_number_value(json_array_get(p, 1)));
}

/* The truth's ball that lies where the review has this one; "" when none does within 30 mm. */
static const char *same_ball(const json_t *places, struct vec2 at)
{
    const char *name, *best = "";
    json_t *p;
    double near = 30;
    json_object_foreach((json_t *)places, name, p) if (json_is_array(p) && vec2_dist(place(p), at) < near)
    {
        near = vec2_dist(place(p), at);
        best = name;
    }
    return best;
}

static const char *text_in(const json_t *a, const char *key)
{
    const char *t = json_string_value(json_object_get(a, key));
    return t ? t : "";
}

static double sure_of(const json_t *a)
{
    return json_number_value(json_object_get(a, "sure"));
}

/* ---- the questions ----------------------------------------------------------------------------------------------- */

static void ask_first(const struct review *r, const struct truth *t, const struct review_look *look)
{
    json_t *a = review_answer(r, 1, ASK_FIRST);
    const char *word = text_in(a, "answer"), *truth = text_in(json_object_get(t->file, "result"), "first_hit");
    ball_id id = ball_from_name(look->set, word);
    const char *got = id ? same_ball(t->start, look->before.at[id]) : "";
    bool right = !strcmp(got, truth);
    check(right || sure_of(a) < ANSWER_SURE, "first", right ? got : word, sure_of(a), truth);
    json_decref(a);
}

static double true_gap(const struct truth *t, const json_t *places, const char **nearest)
{
    const char *name;
    json_t *p, *white = json_object_get(places, "white");
    double gap = INFINITY;
    *nearest = "";
    json_object_foreach((json_t *)places, name, p) if (json_is_array(p) && strcmp(name, "white") != 0 &&
                                                       json_is_array(white) &&
                                                       vec2_dist(place(p), place(white)) - t->d < gap)
    {
        gap = vec2_dist(place(p), place(white)) - t->d;
        *nearest = name;
    }
    return gap;
}

/* Beyond doubt: touching to a hundredth, or apart by more than 3 mm. */
static void check_touching(const struct truth *t, const json_t *a, const json_t *places, const char *when)
{
    const char *nearest, *word = text_in(a, "answer");
    char truth[64];
    double gap = true_gap(t, places, &nearest);
    bool touches = gap < 0.05, wrong = sure_of(a) >= ANSWER_SURE && !strcmp(word, touches ? "no" : "yes");
    double measured = json_number_value(json_object_get(json_array_get(json_object_get(a, "figures"), 0), "value"));
    snprintf(truth, sizeof truth, "%s %.2f", nearest, gap);
    if (!isfinite(gap))
        return;
    bool close = gap < 5 && fabs(measured - gap) > 1.5;
    check(!wrong && !close && !(gap > 3 && strcmp(word, "no") != 0), when, word, sure_of(a), truth);
}

static void ask_touching(const struct review *r, const struct truth *t)
{
    json_t *a = review_answer(r, 1, ASK_TOUCHING);
    check_touching(t, a, t->start, "touching");
    check_touching(t, json_object_get(a, "after"), t->rest, "  after");
    json_decref(a);
}

/* The same geometry on the true places is the truth: what is tested is that seeing does not change the answer. */
static struct layout true_layout(const struct review_look *look, const json_t *places)
{
    struct layout at = {0};
    for (BALL_EACH(id, look->before.known)) {
        const json_t *p = json_object_get(places, same_ball(places, look->before.at[id]));
        if (p) {
            at.known |= ball_bit((ball_id)id);
            at.at[id] = place(p);
        }
    }
    return at;
}

/* `told`: a ball that was not seen is said to be missing, and the answer is not sure for its sake. */
static void ask_margin(const struct review *r, enum ask ask, double margin, bool told)
{
    json_t *a = review_answer(r, 1, ask);
    const char *word = text_in(a, "answer");
    bool yes = ask == ASK_SNOOKERED ? margin < 0 : margin > 0;
    char truth[48];
    snprintf(truth, sizeof truth, "%s %.1f mm", yes ? "yes" : "no", margin);
    bool right = !strcmp(word, yes ? "yes" : "no"), unclear = !strcmp(word, "unclear");
    check(right || (unclear && (told || fabs(margin) <= 3)), ask_word(ask), word, sure_of(a), truth);
    json_decref(a);
}

static void ask_geometry(const struct review *r, const struct truth *t, const struct review_look *look)
{
    const struct bed *bed = &look->then.state.bed;
    struct layout at = true_layout(look, t->start);
    ball_mask on = look->then.state.on & at.known, others = at.known & ~on & ~ball_bit(look->cue);
    ask_margin(r, ASK_SNOOKERED, geo_snookered(bed, &at, look->cue, on, others, GEO_EQUAL).margin, answer_unseen(look));
    ask_margin(r, ASK_FULL_BALL,
               geo_path(bed, &at, look->cue, on, others, ball_of_kind(look->set, BALL_KIND_RED)).full_margin,
               answer_unseen(look));
    ask_margin(r, ASK_IN_D, geo_in_area(bed, at.at[look->cue], AREA_D).margin, false);
}

static void ask_before(const struct truth *t, const struct review_look *look)
{
    const char *name;
    json_t *p;
    int there = 0, found = 0, off = 0;
    double worst = 0;
    char got[96], truth[32];
    json_object_foreach(t->start, name, p) there += json_is_array(p);
    for (BALL_EACH(id, look->before.known)) {
        const json_t *same = json_object_get(t->start, same_ball(t->start, look->before.at[id]));
        found += same != NULL;
        double error = same ? vec2_dist(place(same), look->before.at[id]) : 0;
        worst = fmax(worst, error);
        off += error > 3;
    }
    int known = ball_count(look->before.known), missing = ball_count(answer_unseen(look));
    snprintf(got, sizeof got, "%d of %d, worst %.1f mm, %d told missing", found, known, worst, missing);
    snprintf(truth, sizeof truth, "%d", there);
    check(found == known && found + missing == there && missing <= 2 && off <= 1 && worst < 7, "before", got, 1, truth);
}

/* Which column of a frame is the white: frames name their balls, or list them in an order that is given once. */
static const json_t *white_in(const struct truth *t, const json_t *frame)
{
    const json_t *order = json_object_get(json_object_get(t->file, "frames"), "ball_order");
    if (json_is_object(frame))
        return json_object_get(frame, "white");
    for (size_t i = 0; i < json_array_size(order); i++)
        if (!strcmp(json_string_value(json_array_get(order, i)), "white"))
            return json_array_get(frame, i);
    return NULL;
}

/* By the path of the true white, frame by frame. */
static void ask_baulk(const struct review *r, const struct truth *t, const struct review_look *look)
{
    const json_t *frames = json_object_get(json_object_get(t->file, "frames"), "data");
    double line = look->then.state.bed.baulk_x, low = 1e9, high = -1e9;
    for (size_t i = 0; i < json_array_size(frames); i++) {
        const json_t *w = white_in(t, json_array_get(frames, i));
        if (!json_is_array(w))
            continue;
        low = fmin(low, json_number_value(json_array_get(w, 3)));
        high = fmax(high, json_number_value(json_array_get(w, 3)));
    }
    if (low > high)
        return;
    double from = place(json_object_get(t->start, "white")).x;
    ask_margin(r, ASK_BAULK, from <= line ? high - line : line - low, false);
}

static void ask_moving(const struct review *r)
{
    json_t *a = review_answer(r, 1, ASK_MOVING);
    check(!strcmp(text_in(a, "answer"), "no"), "moving", text_in(a, "answer"), sure_of(a), "no");
    json_decref(a);
}

/* The call itself, with the ball on that the truth assumes. */
static void check_ruling(const struct review_look *look, const struct truth *t)
{
    const json_t *truth = json_object_get(t->file, "ruling");
    bool legal = json_is_true(json_object_get(truth, "legal")),
         foul = json_is_true(json_object_get(look->ruling, "foul"));
    int points = (int)json_number_value(json_object_get(look->ruling, foul ? "penalty" : "points"));
    int wanted = (int)json_number_value(json_object_get(truth, legal ? "points" : "foul_points"));
    double sure = json_number_value(json_object_get(look->ruling, "sure"));
    char got[48], want[48];
    snprintf(got, sizeof got, "%s %d", foul ? "foul" : "legal", points);
    snprintf(want, sizeof want, "%s %d", legal ? "legal" : "foul", wanted);
    if (truth)
        check(!strcmp(got, want) || sure < ANSWER_SURE, "ruling", got, sure, want);
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
    static struct review_look look;
    struct review *r;
    struct truth t = {0};
    char error[SCENARIO_ERROR_BYTES] = "";
    if (argc == 3 && !strcmp(argv[1], "--frames"))
        return count_frames(argv[2]);
    if (argc != 3 || review_open(&r, argv[1], error) || !(t.file = json_load_file(argv[2], 0, NULL))) {
        fprintf(stderr, "review_truth DIR TRUTH.json: %s\n", error);
        return 2;
    }
    t.start = json_object_get(t.file, "start");
    t.rest = json_object_get(t.file, "rest");
    t.d = 2 * json_number_value(json_object_get(json_object_get(t.file, "table"), "ball_radius_mm"));
    if (review_look(r, 1, &look)) {
        printf("no stroke was found\n");
        failures++;
    } else {
        ask_first(r, &t, &look);
        ask_touching(r, &t);
        ask_geometry(r, &t, &look);
        ask_before(&t, &look);
        ask_baulk(r, &t, &look);
        ask_moving(r);
        check_ruling(&look, &t);
    }
    printf("%d asked, %d wrong\n", asked, failures);
    review_close(&r);
    json_decref(t.file);
    return failures || !asked;
}
