/* SPDX-License-Identifier: Apache-2.0 */
/* detail.c: what does the review page get? The list of strokes, one stroke with all it rests on, and paths. */
#include "answers.h"
#include "review.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define MOVED_MM 4.0 /* a ball that stays within this of where it was is drawn once */

static double rounded(double x)
{
    return round(x * 100) / 100;
}

static json_t *copied(const json_t *object, const char *key)
{
    json_t *value = json_object_get(object, key);
    return value ? json_incref(value) : json_null();
}

/* ---- the list ---------------------------------------------------------------------------------------------------- */

static double fps_of(const struct review *r)
{
    const struct rows *rows = &r->rows;
    double seconds = rows->count > 1 ? (double)(rows->row[rows->count - 1].t - rows->row[0].t) / (double)NS_PER_S : 0;
    return seconds > 0 ? (double)(rows->count - 1) / seconds : 0;
}

#define TIMES_MOST 600 /* a page needs no more to place a time line */

/* Phones film at no steady rate: the time of every n-th frame, and of the last. */
static json_t *times_of(const struct review *r, int64_t every)
{
    json_t *times = json_array();
    for (int64_t n = 0; n < r->rows.count; n += every)
        json_array_append_new(times, json_real((double)r->rows.row[n].t / (double)NS_PER_S));
    return times;
}

static json_t *video_of(const struct review *r)
{
    int64_t every = r->rows.count / TIMES_MOST + 1;
    return json_pack("{s:b, s:s?, s:I, s:f, s:o, s:o, s:o, s:f, s:I, s:o}", "available", r->pictures != NULL, "why",
                     r->pictures ? NULL : r->no_pictures, "frames", (json_int_t)r->rows.count, "fps", fps_of(r),
                     "width", copied(r->info, "width"), "height", copied(r->info, "height"), "file",
                     copied(r->info, "video_name"), "offset", r->offset, "every", (json_int_t)every, "times",
                     times_of(r, every));
}

static json_t *table_of(const struct review *r)
{
    const struct bed *b = &match_now(r->match)->state.bed;
    json_t *spots = json_array();
    for (int i = SPOT_NONE + 1; i < SPOT_COUNT; i++)
        if (b->spot[i].x != 0 || b->spot[i].y != 0 || i == SPOT_BLUE)
            json_array_append_new(spots, json_pack("[f, f]", b->spot[i].x, b->spot[i].y));
    return json_pack("{s:f, s:f, s:f, s:f, s:f, s:f, s:o}", "length", b->length, "width", b->width, "ball_d", b->ball_d,
                     "cue_ball_d", b->cue_ball_d, "baulk_x", b->baulk_x, "d_radius", b->d_radius, "spots", spots);
}

/* The page draws over the picture with the same lens as everything else. */
static json_t *camera_of(const struct review *r)
{
    const struct camera *c = &r->calibration.camera;
    if (!r->calibrated)
        return json_null();
    json_t *k = json_array(), *R = json_array(), *t = json_array();
    for (int i = 0; i < 5; i++)
        json_array_append_new(k, json_real(c->k[i]));
    for (int i = 0; i < 9; i++)
        json_array_append_new(R, json_real(c->R[i]));
    for (int i = 0; i < 3; i++)
        json_array_append_new(t, json_real(c->t[i]));
    return json_pack("{s:i, s:i, s:f, s:f, s:f, s:f, s:o, s:o, s:o}", "width", c->width, "height", c->height, "fx",
                     c->fx, "fy", c->fy, "cx", c->cx, "cy", c->cy, "k", k, "R", R, "t", t);
}

/* Why millimetres may be wrong, for people to know before they believe one: {"what", "value"}. */
static json_t *doubts_of(const struct review *r)
{
    const struct calibration *c = &r->calibration;
    double ball = c->table.bed.ball_d;
    json_t *list = json_array();
    if (!r->calibrated)
        return list;
    if (c->ball_seen > 0 && fabs(c->ball_seen / ball - 1) > REVIEW_BALL_OFF)
        json_array_append_new(list,
                              json_pack("{s:s, s:f, s:f}", "what", "ball_size", "value", c->ball_seen, "limit", ball));
    if (c->sd_mm > 2)
        json_array_append_new(list, json_pack("{s:s, s:f}", "what", "height", "value", 2 * c->sd_mm));
    if (c->orientation == ORIENTATION_ASSUMED && match_now(r->match)->state.bed.d_radius > 0)
        json_array_append_new(list, json_pack("{s:s}", "what", "end"));
    return list;
}

static const char *const in_list[] = {"calls",   "spoken", "why",    "clauses", "foul",
                                      "penalty", "points", "scores", "sure",    "striker"};

static json_t *stroke_row(const struct review *r, int n)
{
    const struct review_stroke *s = &r->stroke[n - 1];
    const json_t *ruling = match_ruling(r->match, s->seq);
    json_t *row = json_pack("{s:i, s:i, s:f, s:f, s:I, s:I, s:b}", "n", n, "seq", s->seq, "t0", s->t0, "t1", s->t1,
                            "frame0", (json_int_t)review_frame(r, s->t0), "frame1", (json_int_t)review_frame(r, s->t1),
                            "undone", s->undone);
    for (size_t i = 0; i < sizeof in_list / sizeof *in_list; i++)
        json_object_set_new(row, in_list[i], copied(ruling, in_list[i]));
    bool hangs = json_is_object(json_object_get(ruling, "hinge"));
    double sure = json_number_value(json_object_get(ruling, "sure"));
    json_object_set_new(row, "doubtful", json_boolean(s->asked || (hangs && sure < ANSWER_SURE)));
    json_object_set_new(row, "asked", json_boolean(s->asked));
    if (s->undone)
        json_object_set_new(row, "undone_by", json_integer(match_undone_by(r->match, s->seq)));
    return row;
}

static json_t *questions(void)
{
    json_t *list = json_array();
    for (int i = ASK_NONE + 1; i < ASK_COUNT; i++)
        json_array_append_new(
            list, json_pack("{s:s, s:s}", "word", ask_word((enum ask)i), "asks", ask_sentence((enum ask)i)));
    return list;
}

/* Of the balls of a game those that may be off the table: a cue-ball that all share is always there. */
static ball_mask balls_in_play(const struct scenario *now)
{
    ball_mask all = rules_balls(now->game);
    return now->game->balls == BALL_SET_BILLIARDS ? all : all & ~ball_bit(BALL_CUE);
}

json_t *review_list(const struct review *r)
{
    const struct scenario *now = match_now(r->match);
    json_t *strokes = json_array(), *players = json_array(), *balls = json_array();
    for (BALL_EACH(id, balls_in_play(now)))
        json_array_append_new(balls, json_string(ball_name(ball_set(now->game->balls), (ball_id)id)));
    for (int n = 1; n <= r->strokes; n++)
        json_array_append_new(strokes, stroke_row(r, n));
    for (int i = 1; i <= now->state.players; i++)
        json_array_append_new(players, json_string(now->player[i]));
    return json_pack("{s:s, s:s, s:s, s:s, s:o, s:o, s:i, s:o, s:o, s:o, s:o, s:o, s:o, s:o}", "type", "review", "game",
                     now->game->name, "title", now->game->title, "edition", now->game->edition, "players", players,
                     "balls", balls, "seq", match_next_seq(r->match) - 1, "video", video_of(r), "table", table_of(r),
                     "camera", camera_of(r), "setup", copied(r->info, "setup"), "strokes", strokes, "questions",
                     questions(), "doubts", doubts_of(r));
}

/* ---- one stroke -------------------------------------------------------------------------------------------------- */

static json_t *layout_of(const struct ball_set *set, const struct layout *at, const float *sd)
{
    json_t *balls = json_object();
    for (BALL_EACH(id, at->known))
        json_object_set_new(
            balls, ball_name(set, (ball_id)id),
            json_pack("{s:f, s:f, s:f}", "x", rounded(at->at[id].x), "y", rounded(at->at[id].y), "sd", (double)sd[id]));
    return balls;
}

static json_t *event_row(const struct review *r, const struct review_look *look, const struct event *e)
{
    double t = (double)e->t / (double)NS_PER_S;
    json_t *balls = json_array();
    if (e->a)
        json_array_append_new(balls, json_string(ball_name(look->set, e->a)));
    if (e->b)
        json_array_append_new(balls, json_string(ball_name(look->set, e->b)));
    json_t *row = json_pack("{s:s, s:o, s:f, s:f, s:f, s:f, s:[f, f], s:I, s:f}", "kind", event_kind_name(e->kind),
                            "balls", balls, "t", t, "t_sd", (double)e->t_sd / (double)NS_PER_S, "after_ms",
                            rounded(1000 * (t - look->stroke->t0)), "p", (double)e->p, "at", e->at.x, e->at.y, "frame",
                            (json_int_t)review_frame(r, t), "speed", (double)e->speed);
    if (e->pocket)
        json_object_set_new(row, "pocket", json_string(pocket_name(e->pocket)));
    if (e->cushion)
        json_object_set_new(row, "cushion", json_string(cushion_name(e->cushion)));
    return row;
}

static json_t *events_of(const struct review *r, const struct review_look *look)
{
    json_t *list = json_array();
    for (size_t i = 0; i < look->then.events_n; i++)
        json_array_append_new(list, event_row(r, look, &look->then.events[i]));
    return list;
}

static json_t *references(const struct review_look *look)
{
    const json_t *clauses = json_object_get(look->ruling, "clauses");
    json_t *list = json_array();
    for (size_t i = 0; i < json_array_size(clauses); i++)
        json_array_append_new(list, clause_reference(look->then.game, json_string_value(json_array_get(clauses, i))));
    return list;
}

static const char *striker_of(const struct review_look *look)
{
    return look->then.state.striker ? look->then.player[look->then.state.striker] : "";
}

json_t *review_detail(const struct review *r, int n)
{
    struct review_look *look = malloc(sizeof *look);
    json_t *detail = NULL;
    if (look && !review_look(r, n, look)) {
        detail = stroke_row(r, n);
        json_object_set_new(detail, "by", json_string(striker_of(look)));
        json_object_set_new(detail, "ball_on", scenario_ball_words(&look->then, look->then.state.on));
        json_object_set_new(detail, "ruling", look->ruling ? json_incref((json_t *)look->ruling) : json_null());
        json_object_set_new(detail, "hinge_text", hinge_text(look));
        json_object_set_new(detail, "references", references(look));
        json_object_set_new(detail, "before", layout_of(look->set, &look->before, look->sd));
        json_object_set_new(detail, "after", layout_of(look->set, &look->after, look->after_sd));
        json_object_set_new(detail, "events", events_of(r, look));
        json_object_set_new(detail, "noticed", copied(look->entry, "noticed"));
        json_object_set_new(detail, "tracks", review_tracks(r, look->stroke->t0 - 1, look->stroke->t1 + 1));
        json_object_set_new(detail, "touching", review_answer(r, n, ASK_TOUCHING));
        json_object_set_new(detail, "snookered", review_answer(r, n, ASK_SNOOKERED));
    }
    free(look);
    return detail;
}

/* ---- paths ------------------------------------------------------------------------------------------------------- */

static bool moves(const struct rows *rows, int64_t from, int64_t to, ball_id ball)
{
    const struct row *first = NULL;
    for (int64_t i = from; i <= to; i++) {
        const struct row *row = &rows->row[i];
        if (!ball_in(row->known, ball))
            continue;
        if (!first)
            first = row;
        else if (hypot((double)(row->x[ball] - first->x[ball]), (double)(row->y[ball] - first->y[ball])) > MOVED_MM)
            return true;
    }
    return false;
}

/* [x, y] for each frame, null where the ball was not followed. One place only for a ball that rests. */
static json_t *path_of(const struct rows *rows, int64_t from, int64_t to, ball_id ball)
{
    json_t *path = json_array();
    bool moved = moves(rows, from, to, ball);
    for (int64_t i = from; i <= to; i++) {
        const struct row *row = &rows->row[i];
        bool there = ball_in(row->known, ball);
        if (!moved && !there)
            continue;
        json_array_append_new(path,
                              there ? json_pack("[f, f]", rounded((double)row->x[ball]), rounded((double)row->y[ball]))
                                    : json_null());
        if (!moved)
            break;
    }
    return path;
}

json_t *review_tracks(const struct review *r, double from_t, double to_t)
{
    int64_t from = review_frame(r, from_t), to = review_frame(r, to_t);
    if (from < 0)
        return json_null();
    const struct ball_set *set = ball_set(match_now(r->match)->game->balls);
    ball_mask any = 0;
    for (int64_t i = from; i <= to; i++)
        any |= r->rows.row[i].known;
    json_t *balls = json_object();
    for (BALL_EACH(id, any))
        json_object_set_new(balls, ball_name(set, (ball_id)id), path_of(&r->rows, from, to, (ball_id)id));
    return json_pack("{s:I, s:I, s:o}", "from", (json_int_t)from, "to", (json_int_t)to, "balls", balls);
}
