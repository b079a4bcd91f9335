/* SPDX-License-Identifier: Apache-2.0 */
/* answers.c: answers that follow from what happened: first ball, baulk-line, movement; and all answers as JSON. */
#include "answers.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const struct {
    const char *word, *asks;
} rows_of_questions[ASK_COUNT] = {[ASK_NONE] = {"", ""},
#define X(name, word, asks) [ASK_##name] = {word, asks},
                                  ASK_LIST(X)
#undef X
};

const char *ask_word(enum ask ask)
{
    return rows_of_questions[ask].word;
}

const char *ask_sentence(enum ask ask)
{
    return rows_of_questions[ask].asks;
}

enum ask ask_from_word(const char *word)
{
    for (int i = ASK_NONE + 1; word && i < ASK_COUNT; i++)
        if (!strcmp(rows_of_questions[i].word, word))
            return (enum ask)i;
    return ASK_NONE;
}

/* ---- pieces ------------------------------------------------------------------------------------------------------ */

/* Sentences follow each other. */
void answer_say(struct answer *a, const struct review_look *look, enum phrase phrase, const struct fill *fill, int n)
{
    json_t *said = wording_all(phrase, look->set, fill, n);
    if (!a->text) {
        a->text = said;
        return;
    }
    for (int l = 0; l < LANGUAGE_COUNT; l++) {
        const char *key = wording_language((enum language)l);
        json_object_set_new(a->text, key,
                            json_sprintf("%s%s%s", json_string_value(json_object_get(a->text, key)),
                                         l == LANGUAGE_ZH ? "" : " ", json_string_value(json_object_get(said, key))));
    }
    json_decref(said);
}

static json_t *names_of(const struct ball_set *set, ball_mask balls)
{
    json_t *list = json_array();
    for (BALL_EACH(id, balls))
        json_array_append_new(list, json_string(ball_name(set, (ball_id)id)));
    return list;
}

void answer_figure(struct answer *a, const struct review_look *look, const char *what, ball_mask balls, double value,
                   double limit, double sd, const char *unit)
{
    if (!a->figures)
        a->figures = json_array();
    if (isfinite(value))
        json_array_append_new(a->figures, json_pack("{s:s, s:o, s:f, s:f, s:f, s:s}", "what", what, "balls",
                                                    names_of(look->set, balls), "value", value, "limit", limit, "sd",
                                                    sd, "unit", unit));
}

void answer_line(struct answer *a, struct vec2 from, struct vec2 to, const char *kind)
{
    if (!a->lines)
        a->lines = json_array();
    json_array_append_new(a->lines,
                          json_pack("{s:[f,f], s:[f,f], s:s}", "from", from.x, from.y, "to", to.x, to.y, "kind", kind));
}

static struct facts facts_of(const struct review_look *look)
{
    struct facts f = look->then.stroke.facts;
    if (look->then.events_n)
        rules_facts(&look->then.state, look->then.events, look->then.events_n, &f);
    return f;
}

/* ---- first ------------------------------------------------------------------------------------------------------- */

static bool is_cue_contact(const struct event *e, ball_id cue)
{
    return e->kind == EVENT_CONTACT && (e->a == cue || e->b == cue);
}

static const struct event *contact_with(const struct review_look *look, ball_mask balls)
{
    for (size_t i = 0; i < look->then.events_n; i++) {
        const struct event *e = &look->then.events[i];
        if (is_cue_contact(e, look->cue) && ball_in(balls, e->a == look->cue ? e->b : e->a))
            return e;
    }
    return NULL;
}

static const struct event *strike_of(const struct review_look *look)
{
    for (size_t i = 0; i < look->then.events_n; i++)
        if (look->then.events[i].kind == EVENT_STRIKE)
            return &look->then.events[i];
    return NULL;
}

static double strike_time(const struct review_look *look)
{
    const struct event *e = strike_of(look);
    return e ? (double)e->t / (double)NS_PER_S : look->stroke->t0;
}

/* A strike that was not seen (a film that begins with rolling balls) has no time worth telling. */
#define STRIKE_KNOWN_MS 100.0

/* Of the time from the strike to a contact, s. */
static double since_strike_sd(const struct review_look *look, const struct event *contact)
{
    const struct event *e = strike_of(look);
    return hypot((double)contact->t_sd, e ? (double)e->t_sd : 0) / (double)NS_PER_S;
}

/* P(the first ball hit is in `balls`): for each contact that it happened and none of the others before it did. Empty:
 * that none happened at all. */
static double first_p(const struct review_look *look, ball_mask balls)
{
    double none_yet = 1, p = 0;
    for (size_t i = 0; i < look->then.events_n; i++) {
        const struct event *e = &look->then.events[i];
        if (!is_cue_contact(e, look->cue))
            continue;
        if (ball_in(balls, e->a == look->cue ? e->b : e->a))
            p += none_yet * e->p;
        none_yet *= 1 - e->p;
    }
    return balls ? p : none_yet;
}

/* The likeliest of the contacts that are doubted, up to the one that counts as the first: later ones do not matter. */
static const struct event *nearest_miss(const struct review_look *look, const struct event *first)
{
    const struct event *best = NULL;
    for (size_t i = 0; i < look->then.events_n; i++) {
        const struct event *e = &look->then.events[i];
        if (first && e->t > first->t + first->t_sd)
            break;
        if (is_cue_contact(e, look->cue) && e->p < 0.5f && (!best || e->p > best->p))
            best = e;
    }
    return best;
}

static void say_near_miss(struct answer *a, const struct review_look *look, const struct event *first)
{
    const struct event *miss = nearest_miss(look, first);
    if (!miss || miss->p <= 0.02f)
        return;
    struct fill near[] = {fill_balls(ball_bit(miss->a == look->cue ? miss->b : miss->a)),
                          fill_number(100 * (double)miss->p, 0)};
    answer_say(a, look, PHRASE_FIRST_NEAR, near, 2);
}

static void say_first(struct answer *a, const struct review_look *look, const struct event *e)
{
    double ms = e ? 1000 * ((double)e->t / (double)NS_PER_S - strike_time(look)) : 0;
    double sd = e ? 1000 * since_strike_sd(look, e) : 0;
    struct fill fill[] = {fill_balls(a->balls), fill_number(ms, 1), fill_number(sd, 1)};
    bool timed = e && sd < STRIKE_KNOWN_MS;
    if (a->likely)
        answer_say(a, look, PHRASE_FIRST_UNCLEAR, NULL, 0);
    if (!a->balls)
        answer_say(a, look, a->likely ? PHRASE_FIRST_LIKELY_NONE : PHRASE_FIRST_NONE, NULL, 0);
    else if (a->likely)
        answer_say(a, look, timed ? PHRASE_FIRST_LIKELY : PHRASE_FIRST_LIKELY_UNTIMED, fill, 3);
    else
        answer_say(a, look, timed ? PHRASE_FIRST : PHRASE_FIRST_UNTIMED, fill, 3);
    say_near_miss(a, look, e);
    if (e) {
        a->t = (double)e->t / (double)NS_PER_S;
        if (timed)
            answer_figure(a, look, "after_strike", a->balls, ms, 0, sd, "ms");
        if (ball_in(look->before.known, look->cue))
            answer_line(a, look->before.at[look->cue], e->at, "path");
    }
}

static struct answer answer_first(const struct review *r, const struct review_look *look)
{
    struct facts f = facts_of(look);
    struct answer a = {.word = "none", .t = look->stroke->t0, .balls = f.first_contact, .sure = 1};
    if (ball_count(f.first_contact) == 1)
        a.word = ball_name(look->set, ball_first(f.first_contact));
    else if (f.first_contact)
        a.word = "several";
    if (look->then.events_n)
        a.sure = first_p(look, f.first_contact);
    double told = review_first_p(r, look->stroke->t0);
    if (told >= 0 && told < a.sure)
        a.sure = told;
    if (a.sure < ANSWER_SURE - 1e-6) {
        a.likely = a.word;
        a.word = "unclear";
    }
    say_first(&a, look, contact_with(look, f.first_contact));
    return a;
}

/* ---- before ------------------------------------------------------------------------------------------------------ */

static struct answer answer_before(const struct review_look *look)
{
    struct answer a = {.word = "none", .t = look->stroke->t0, .sure = 1, .balls = look->before.known};
    double worst = 0;
    for (BALL_EACH(id, look->before.known))
        worst = fmax(worst, answer_place_sd(look, (double)look->sd[id], look->before.at[id]));
    struct fill fill[] = {fill_number(ball_count(look->before.known), 0), fill_number(worst, 1)};
    if (look->before.known) {
        a.word = "known";
        answer_say(&a, look, PHRASE_BEFORE, fill, 2);
    } else
        answer_say(&a, look, PHRASE_BEFORE_UNKNOWN, NULL, 0);
    answer_doubt_unseen(&a, look, false, 0);
    return a;
}

static json_t *places_of(const struct review_look *look)
{
    json_t *places = json_object();
    for (BALL_EACH(id, look->before.known))
        json_object_set_new(places, ball_name(look->set, (ball_id)id),
                            json_pack("{s:f, s:f, s:f}", "x", look->before.at[id].x, "y", look->before.at[id].y, "sd",
                                      answer_place_sd(look, (double)look->sd[id], look->before.at[id])));
    return places;
}

/* ---- baulk-line -------------------------------------------------------------------------------------------------- */

struct reach {
    double low, high;         /* x of the cue-ball, mm, where it was seen */
    double may_low, may_high; /* and where it may have been between two looks */
    bool any;
};

static void reach_to(struct reach *reach, double x)
{
    if (!reach->any)
        *reach = (struct reach){x, x, x, x, true};
    reach->low = fmin(reach->low, x);
    reach->high = fmax(reach->high, x);
}

/* From one look to the next it went from a to b, but could have gone `far`: there and back. */
static void reach_between(struct reach *reach, double a, double b, double far)
{
    double more = fmax(far - fabs(b - a), 0) / 2;
    reach->may_low = fmin(reach->may_low, fmin(a, b) - more);
    reach->may_high = fmax(reach->may_high, fmax(a, b) + more);
}

/* Something that happened to it between two looks says where it turned. */
static bool is_explained(const struct review *r, const struct review_look *look, ns_t from, ns_t to)
{
    for (size_t i = 0; i < look->then.events_n; i++) {
        const struct event *e = &look->then.events[i];
        ns_t t = e->t - (ns_t)(r->offset * (double)NS_PER_S), sd = e->t_sd;
        if ((e->a == look->cue || e->b == look->cue) && e->p >= 0.5f && t + sd >= from && t - sd <= to)
            return true;
    }
    return false;
}

static void reach_of_rows(struct reach *reach, const struct review *r, const struct review_look *look)
{
    const struct rows *rows = &r->rows;
    double was = 0, step = 0; /* mm a frame */
    int64_t last = -1, to = review_frame(r, look->stroke->t1);
    for (int64_t n = review_frame(r, look->stroke->t0); n >= 0 && n <= to; n++) {
        if (!ball_in(rows->row[n].seen, look->cue))
            continue;
        double x = (double)rows->row[n].x[look->cue];
        if (last >= 0 && !is_explained(r, look, rows->row[last].t, rows->row[n].t)) {
            double frames = (double)(n - last), now = fabs(x - was) / frames;
            reach_between(reach, was, x, fmax(step, now) * frames);
        }
        step = last >= 0 ? fabs(x - was) / (double)(n - last) : 0;
        reach_to(reach, x);
        was = x;
        last = n;
    }
}

/* How far along the table the cue-ball went: by every frame, and by the events between frames. */
static struct reach cue_reach(const struct review *r, const struct review_look *look)
{
    struct reach reach = {0};
    if (ball_in(look->before.known, look->cue))
        reach_to(&reach, look->before.at[look->cue].x);
    reach_of_rows(&reach, r, look);
    for (size_t i = 0; i < look->then.events_n; i++)
        if (look->then.events[i].a == look->cue && look->then.events[i].p >= 0.5f)
            reach_to(&reach, look->then.events[i].at.x);
    if (ball_in(look->after.known, look->cue))
        reach_to(&reach, look->after.at[look->cue].x);
    return reach;
}

static int line_crossings(const struct review_look *look)
{
    int n = 0;
    for (size_t i = 0; i < look->then.events_n; i++)
        n += look->then.events[i].kind == EVENT_LINE && look->then.events[i].a == look->cue &&
             look->then.events[i].p >= 0.5f;
    return n;
}

static struct answer answer_baulk(const struct review *r, const struct review_look *look)
{
    struct answer a = {.word = "none", .t = look->stroke->t0, .sure = 1, .balls = ball_bit(look->cue)};
    struct reach reach = cue_reach(r, look);
    double line = look->then.state.bed.baulk_x;
    if (!reach.any || !ball_in(look->before.known, look->cue)) {
        struct fill fill = fill_phrase(PHRASE_WHEN_BEFORE);
        answer_say(&a, look, look->before.known ? PHRASE_NO_CUE_BALL : PHRASE_NOT_RECORDED, &fill, 1);
        return a;
    }
    bool from_baulk = look->before.at[look->cue].x <= line;
    double far = from_baulk ? reach.high : reach.low, beyond = from_baulk ? far - line : line - far; /* +: across */
    double unseen = fmax(from_baulk ? reach.may_high - reach.high : reach.low - reach.may_low, 0);
    double sd = hypot(answer_place_sd(look, look->sd[look->cue], vec2(far, 0)), unseen / 2);
    a.word = answer_by_margin(beyond, sd, &a.sure);
    answer_figure(&a, look, "beyond_line", a.balls, beyond, 0, sd, "mm");
    struct fill fill[] = {fill_number(fabs(beyond), 1), fill_number(sd, 1)};
    answer_say(&a, look,
               !strcmp(a.word, "unclear") ? PHRASE_CROSSED_UNCLEAR
               : !strcmp(a.word, "no")    ? PHRASE_CROSSED_NOT
               : from_baulk               ? PHRASE_CROSSED_OUT
                                          : PHRASE_CROSSED_INTO,
               fill, 2);
    int times = line_crossings(look);
    struct fill often = fill_number(times, 0);
    if (times > 1)
        answer_say(&a, look, PHRASE_CROSSED_TWICE, &often, 1);
    double half = look->then.state.bed.width / 2;
    answer_line(&a, vec2(line, -half), vec2(line, half), "limit");
    return a;
}

/* ---- moving ------------------------------------------------------------------------------------------------------ */

struct shift {
    ball_id ball;
    double mm;
    double sd;
};

#define SHAKE_MM 0.1 /* of camera and table, at least */

enum { WINDOW_FRAMES = 64 }; /* of a third of the half second, at most */

static int by_size(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double spread(const double *sorted, int n)
{
    return (sorted[(3 * n) / 4] - sorted[n / 4]) / 1.35; /* of a normal scatter, its sd */
}

struct usual {
    struct vec2 at;
    double sd;
};

/* Median place of a ball over `frames` frames from `from`: a shadow that passes moves it in some of them only. False
 * when it was not seen in most. */
static bool usual_place(const struct rows *rows, int64_t from, int frames, ball_id ball, struct usual *usual)
{
    double x[WINDOW_FRAMES], y[WINDOW_FRAMES];
    int n = 0;
    for (int64_t i = from; i < from + frames && i < rows->count; i++)
        if (ball_in(rows->row[i].seen, ball)) {
            x[n] = (double)rows->row[i].x[ball];
            y[n++] = (double)rows->row[i].y[ball];
        }
    if (2 * n <= frames)
        return false;
    qsort(x, (size_t)n, sizeof *x, by_size);
    qsort(y, (size_t)n, sizeof *y, by_size);
    usual->at = vec2((x[n / 2] + x[(n - 1) / 2]) / 2, (y[n / 2] + y[(n - 1) / 2]) / 2);
    usual->sd = fmax(spread(x, n), spread(y, n)) / sqrt(n);
    return true;
}

/* The farthest it went from one look to the next, mm. */
static double largest_step(const struct rows *rows, int64_t from, int64_t to, ball_id ball)
{
    const struct row *last = NULL;
    double most = 0;
    for (int64_t i = from; i <= to && i < rows->count; i++) {
        const struct row *row = &rows->row[i];
        if (!ball_in(row->seen, ball))
            continue;
        if (last)
            most = fmax(most, hypot((double)(row->x[ball] - last->x[ball]), (double)(row->y[ball] - last->y[ball])));
        last = row;
    }
    return most;
}

static int window_of(int64_t frames)
{
    return frames / 3 < WINDOW_FRAMES ? (int)(frames / 3) : WINDOW_FRAMES;
}

/* The ball that went furthest in the half second before the strike: its last third against its first, but for one step.
 * A ball that rolls goes on and on; one step is a ball that is read otherwise from now on, or was touched and lies. */
static struct shift largest_shift(const struct review *r, const struct review_look *look)
{
    struct shift most = {BALL_NONE, -1, 0};
    int64_t strike = review_frame(r, look->stroke->t0), start = review_frame(r, look->stroke->t0 - 0.5);
    int window = window_of(strike - start);
    if (window < 2)
        return most;
    for (BALL_EACH(id, look->before.known & ~ball_bit(look->cue))) {
        struct usual from, to;
        if (!usual_place(&r->rows, start, window, (ball_id)id, &from) ||
            !usual_place(&r->rows, strike - window, window, (ball_id)id, &to))
            continue;
        double mm = fmax(vec2_dist(from.at, to.at) - largest_step(&r->rows, start, strike, (ball_id)id), 0);
        if (mm > most.mm)
            most = (struct shift){(ball_id)id, mm, hypot(from.sd, to.sd) + SHAKE_MM};
    }
    return most;
}

/* A shift below this, beyond what its sd allows, is no movement that anybody could call: the tables' own shake. */
#define STILL_MM 1.5

static struct answer answer_moving(const struct review *r, const struct review_look *look)
{
    struct facts f = facts_of(look);
    struct answer a = {.word = "no", .t = look->stroke->t0, .sure = 1};
    struct shift most = largest_shift(r, look);
    double sd = most.sd;
    if (most.ball)
        answer_figure(&a, look, "shift", ball_bit(most.ball), most.mm, STILL_MM, sd, "mm");
    struct fill shifted[] = {fill_balls(f.moving_at_strike ? f.moving_at_strike : ball_bit(most.ball)),
                             fill_number(most.mm, 1), fill_number(sd, 1)};
    if (f.moving_at_strike) {
        a.word = "yes";
        a.balls = f.moving_at_strike;
        answer_say(&a, look, most.ball ? PHRASE_MOVING : PHRASE_MOVING_BY_EVENTS, shifted, 3);
        return a;
    }
    if (!most.ball) {
        a.sure = look->then.events_n ? 0.95 : 0.5;
        a.word = a.sure < ANSWER_SURE ? "unclear" : "no";
        answer_say(&a, look, PHRASE_STILL_BY_EVENTS, NULL, 0);
        return a;
    }
    a.word = answer_by_margin(most.mm - STILL_MM, sd, &a.sure);
    bool still = !strcmp(a.word, "no");
    a.balls = still ? 0 : ball_bit(most.ball);
    answer_say(&a, look,
               still                    ? PHRASE_STILL
               : !strcmp(a.word, "yes") ? PHRASE_MOVING
                                        : PHRASE_MOVING_UNCLEAR,
               still ? shifted + 1 : shifted, still ? 2 : 3);
    return a;
}

/* ---- as JSON ----------------------------------------------------------------------------------------------------- */

static json_t *answer_json(const struct review *r, const struct review_look *look, struct answer *a)
{
    json_t *json = json_pack("{s:s, s:f, s:o, s:o, s:o, s:o, s:f, s:I}", "answer", a->word, "sure", a->sure, "text",
                             a->text ? a->text : json_object(), "balls", names_of(look->set, a->balls), "figures",
                             a->figures ? a->figures : json_array(), "lines", a->lines ? a->lines : json_array(), "t",
                             a->t, "frame", (json_int_t)review_frame(r, a->t));
    if (a->likely)
        json_object_set_new(json, "likely", json_string(a->likely));
    return json;
}

static struct answer_when when_before(const struct review_look *look)
{
    return (struct answer_when){PHRASE_WHEN_BEFORE, look->stroke->t0, &look->then.state,
                                &look->before,      look->cue,        look->sd};
}

/* As the balls came to rest: what was spotted by hand afterwards is not there yet. */
static struct answer_when when_after(const struct review_look *look)
{
    return (struct answer_when){PHRASE_WHEN_AFTER, look->stroke->t1, &look->next,
                                &look->after,      look->cue,        look->after_sd};
}

typedef struct answer by_position(const struct review_look *look, const struct answer_when *w);

/* The answer for the moment before the stroke, and under `after` the one for the player who comes. */
static json_t *answer_twice(const struct review *r, const struct review_look *look, by_position *of)
{
    struct answer_when before = when_before(look), after = when_after(look);
    struct answer a = of(look, &before), b = of(look, &after);
    json_t *answer = answer_json(r, look, &a);
    json_object_set_new(answer, "after", answer_json(r, look, &b));
    return answer;
}

static json_t *answer_once(const struct review *r, const struct review_look *look, by_position *of)
{
    struct answer_when before = when_before(look);
    struct answer a = of(look, &before);
    return answer_json(r, look, &a);
}

static json_t *answer_of(const struct review *r, const struct review_look *look, enum ask ask)
{
    struct answer a;
    switch (ask) {
    case ASK_TOUCHING:
        return answer_twice(r, look, answer_touching);
    case ASK_SNOOKERED:
        return answer_twice(r, look, answer_snookered);
    case ASK_FULL_BALL:
        return answer_once(r, look, answer_full_ball);
    case ASK_IN_D:
        return answer_once(r, look, answer_in_d);
    case ASK_BEFORE:
        a = answer_before(look);
        break;
    case ASK_BAULK:
        a = answer_baulk(r, look);
        break;
    case ASK_MOVING:
        a = answer_moving(r, look);
        break;
    default:
        a = answer_first(r, look);
    }
    return answer_json(r, look, &a);
}

json_t *review_answer(const struct review *r, int n, enum ask ask)
{
    struct review_look *look = malloc(sizeof *look);
    json_t *answer = NULL;
    if (look && ask && !review_look(r, n, look)) {
        answer = json_pack("{s:s, s:s, s:i}", "type", "answer", "question", ask_word(ask), "stroke", n);
        json_t *found = answer_of(r, look, ask);
        json_object_update(answer, found);
        json_decref(found);
        if (ask == ASK_BEFORE)
            json_object_set_new(answer, "places", places_of(look));
    }
    free(look);
    return answer;
}
