/* SPDX-License-Identifier: Apache-2.0 */
/* review_desk.c: which request gets what? Pictures are fetched beside everything else; the match is behind one lock. */
#include "review_desk.h"

#include "answers.h"
#include "canvas.h"
#include "err.h"
#include "journal.h"
#include "review_export.h"
#include "review_make.h"
#include "say.h"
#include "show_enter.h"
#include "view.h"

#include <glib.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { JPEG_QUALITY = 82, PICTURE_WIDTH = 1200 };

struct review_desk {
    struct review *review;
    char *journal;
    GMutex lock; /* guards the review but for its rows and pictures */
    atomic_bool changed;
};

/* ---- replies ----------------------------------------------------------------------------------------------------- */

static void reply_json(struct broadcast_reply *reply, unsigned status, json_t *json)
{
    char *text = json ? json_dumps(json, JSON_COMPACT | JSON_REAL_PRECISION(7)) : NULL;
    json_decref(json);
    *reply = (struct broadcast_reply){
        .status = status, .type = "application/json", .bytes = text, .size = text ? strlen(text) : 0};
}

static void refuse(struct broadcast_reply *reply, unsigned status, const char *why)
{
    reply_json(reply, status, json_pack("{s:s}", "error", why));
}

static void reply_bytes(struct broadcast_reply *reply, const char *type, void *bytes, size_t size)
{
    if (bytes)
        *reply = (struct broadcast_reply){.type = type, .bytes = bytes, .size = size};
    else
        refuse(reply, 500, "Out of memory.");
}

static const char *query(const struct broadcast_request *q, const char *name)
{
    return json_string_value(json_object_get(q->query, name));
}

/* A whole number that ends at `stop` and fits an int; -1: it is none. `*end`, where wanted, is then behind it. */
static int number_at(const char *text, char stop, const char **end)
{
    size_t digits = strspn(text, "0123456789");
    if (!digits || digits > 9 || text[digits] != stop)
        return -1;
    if (end)
        *end = text + digits + (stop != 0);
    return atoi(text);
}

static long long query_number(const struct broadcast_request *q, const char *name, long long missing)
{
    const char *text = query(q, name);
    return text && *text ? strtoll(text, NULL, 10) : missing;
}

/* ---- reading ----------------------------------------------------------------------------------------------------- */

static void get_list(struct review_desk *d, const struct broadcast_request *q, struct broadcast_reply *reply)
{
    (void)q;
    g_mutex_lock(&d->lock);
    json_t *list = review_list(d->review);
    g_mutex_unlock(&d->lock);
    reply_json(reply, 200, list);
}

/* Why it was ruled so, in all languages. */
static void add_reason(json_t *detail)
{
    const char *why = json_string_value(json_object_get(json_object_get(detail, "ruling"), "why"));
    char nl[400], zh[400];
    if (why)
        json_object_set_new(detail, "reason",
                            json_pack("{s:s, s:s, s:s}", "en", why, "nl", say_reason(LANGUAGE_NL, why, nl, sizeof nl),
                                      "zh", say_reason(LANGUAGE_ZH, why, zh, sizeof zh)));
}

static void get_stroke(struct review_desk *d, const struct broadcast_request *q, struct broadcast_reply *reply)
{
    g_mutex_lock(&d->lock);
    json_t *detail = review_detail(d->review, number_at(q->path + strlen("stroke/"), 0, NULL));
    g_mutex_unlock(&d->lock);
    add_reason(detail);
    if (detail)
        reply_json(reply, 200, detail);
    else
        refuse(reply, 404, "There is no such stroke, or it was taken back.");
}

static void get_tracks(struct review_desk *d, const struct broadcast_request *q, struct broadcast_reply *reply)
{
    const char *from = query(q, "from"), *to = query(q, "to");
    double a = from ? g_ascii_strtod(from, NULL) : 0, b = to ? g_ascii_strtod(to, NULL) : 0;
    g_mutex_lock(&d->lock);
    json_t *tracks = review_tracks(d->review, a, b > a + 120 ? a + 120 : b); /* two minutes are enough to draw */
    g_mutex_unlock(&d->lock);
    reply_json(reply, 200, tracks);
}

static void get_frame(struct review_desk *d, const struct broadcast_request *q, struct broadcast_reply *reply)
{
    struct frame frame;
    size_t size = 0;
    struct pictures *from = d->review->scrub ? d->review->scrub : d->review->pictures;
    if (!from) {
        refuse(reply, 404, d->review->no_pictures);
        return;
    }
    int err = pictures_get(from, number_at(q->path + strlen("frame/"), 0, NULL), &frame);
    if (err) {
        refuse(reply, err == ERR_RANGE ? 404 : 500, err_text(err));
        return;
    }
    unsigned char *jpeg = pictures_jpeg(&frame, (int)CLAMP(query_number(q, "w", 0), 0, 1 << 14), JPEG_QUALITY, &size);
    pictures_release(from, &frame);
    reply_bytes(reply, "image/jpeg", jpeg, size);
}

/* "3/first" behind the route's own part. */
static enum ask stroke_and_question(const char *text, int *n)
{
    const char *word;
    *n = number_at(text, '/', &word);
    return *n > 0 ? ask_from_word(word) : ASK_NONE;
}

static void get_answer(struct review_desk *d, const struct broadcast_request *q, struct broadcast_reply *reply)
{
    int n;
    enum ask ask = stroke_and_question(q->path + strlen("ask/"), &n);
    g_mutex_lock(&d->lock);
    json_t *answer = ask ? review_answer(d->review, n, ask) : NULL;
    g_mutex_unlock(&d->lock);
    if (answer)
        reply_json(reply, 200, answer);
    else
        refuse(reply, 404, "There is no such stroke or question.");
}

static void get_picture(struct review_desk *d, const struct broadcast_request *q, struct broadcast_reply *reply)
{
    int n;
    size_t size = 0;
    unsigned char *png = NULL;
    enum ask ask = stroke_and_question(q->path + strlen("picture/"), &n);
    struct review_look *look = malloc(sizeof *look);
    g_mutex_lock(&d->lock);
    json_t *answer = ask ? review_answer(d->review, n, ask) : NULL;
    if (answer && look && !review_look(d->review, n, look)) {
        const json_t *when =
            query(q, "after") && json_object_get(answer, "after") ? json_object_get(answer, "after") : answer;
        struct canvas_shot shot = {d->review, look, (int64_t)json_integer_value(json_object_get(when, "frame")), when,
                                   true};
        cairo_surface_t *s = canvas_evidence(&shot, PICTURE_WIDTH);
        png = canvas_png(s, &size);
        cairo_surface_destroy(s);
    }
    g_mutex_unlock(&d->lock);
    json_decref(answer);
    free(look);
    if (png)
        reply_bytes(reply, "image/png", png, size);
    else
        refuse(reply, 404, "There is no such stroke or question.");
}

/* ---- exporting --------------------------------------------------------------------------------------------------- */

static void read_order(struct export_order *o, const struct broadcast_request *q)
{
    enum language language = wording_from_name(query(q, "lang"));
    const char *before = query(q, "before"), *after = query(q, "after");
    *o = export_defaults();
    o->stroke = query(q, "stroke") ? number_at(query(q, "stroke"), 0, NULL) : 0;
    o->frame = query_number(q, "frame", -1);
    o->drawing = query_number(q, "drawing", 1) != 0;
    o->language = language == LANGUAGE_COUNT ? LANGUAGE_EN : language;
    o->before = CLAMP(before ? g_ascii_strtod(before, NULL) : 0, 0, 30);
    o->after = CLAMP(after ? g_ascii_strtod(after, NULL) : 0, 0, 30);
}

/* By way of a file: a clip is written by seeking. It takes a while, so it has the match to itself: nobody waits. */
static int export_bytes(struct review_desk *d, const struct export_kind *kind, const struct export_order *o,
                        char **bytes, size_t *size)
{
    char *folder = g_dir_make_tmp("whiteglove-XXXXXX", NULL);
    if (!folder)
        return ERR_IO;
    char *path = g_build_filename(folder, kind->name, NULL), *read = NULL, error[SCENARIO_ERROR_BYTES];
    struct review *own;
    g_mutex_lock(&d->lock); /* nobody writes the journal while it is read */
    int err = review_open(&own, d->review->folder, error);
    g_mutex_unlock(&d->lock);
    if (!err) {
        err = export_to_file(kind, own, o, path);
        review_close(&own);
    }
    if (!err && !g_file_get_contents(path, &read, size, NULL))
        err = ERR_IO;
    if (read) {
        *bytes = malloc(*size ? *size : 1);
        if (*bytes)
            memcpy(*bytes, read, *size);
        g_free(read);
    }
    unlink(path);
    rmdir(folder);
    g_free(path);
    g_free(folder);
    return err;
}

static void get_export(struct review_desk *d, const struct broadcast_request *q, struct broadcast_reply *reply)
{
    const struct export_kind *kind = export_kind(q->path + strlen("export/"));
    struct export_order o;
    char *bytes = NULL, name[80];
    size_t size = 0;
    if (!kind) {
        refuse(reply, 404, "There is no such export.");
        return;
    }
    read_order(&o, q);
    int err = export_bytes(d, kind, &o, &bytes, &size);
    if (err) {
        refuse(reply, err == ERR_RANGE || err == ERR_UNSUPPORTED ? 404 : 500,
               err == ERR_UNSUPPORTED ? d->review->no_pictures : err_text(err));
        return;
    }
    reply_bytes(reply, kind->type, bytes, size);
    if (kind->of_stroke)
        snprintf(name, sizeof name, "stroke-%d-%s", o.stroke, kind->name);
    else
        snprintf(name, sizeof name, "%s", kind->name);
    reply->name = strdup(name);
}

/* ---- what stood at the beginning --------------------------------------------------------------------------------- */

static json_t *setup_from(const json_t *body, const json_t *old)
{
    json_t *state = json_deep_copy(json_object_get(old, "state"));
    static const char *const keys[] = {"scores", "striker", "ball_on", "phase", "balls_left", "cue_in_hand"};
    bool opening = json_is_true(json_object_get(body, "opening"));
    if (!state)
        state = json_object();
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        if (json_object_get(body, keys[i]))
            json_object_set(state, keys[i], json_object_get(body, keys[i]));
    json_t *setup = json_pack("{s:b, s:[], s:s, s:b}", "opening", opening, "guessed", "why", "confirmed by a person",
                              "confirmed", 1);
    if (!opening)
        json_object_set(setup, "state", state);
    json_decref(state);
    return setup;
}

static bool is_score(const json_t *scores)
{
    const char *name;
    json_t *points;
    bool sound = json_is_object(scores);
    json_object_foreach((json_t *)scores, name, points) sound =
        sound && json_is_integer(points) && json_integer_value(points) >= -999 && json_integer_value(points) <= 9999;
    return sound;
}

static bool are_balls(const json_t *balls, const struct ball_set *set)
{
    bool sound = json_is_array(balls) && json_array_size(balls) < BALL_IDS;
    for (size_t i = 0; sound && i < json_array_size(balls); i++) {
        const char *name = json_string_value(json_array_get(balls, i));
        sound = name && ball_from_name(set, name);
    }
    return sound;
}

static bool is_player(const json_t *name, const struct scenario *now)
{
    const char *text = json_string_value(name);
    for (int i = 1; text && i <= now->state.players; i++)
        if (!strcmp(text, now->player[i]))
            return true;
    return text && (!strcmp(text, "A") || !strcmp(text, "B"));
}

/* What is wrong with what was posted; NULL: nothing. */
static const char *wrong_in(const json_t *body, const struct scenario *now)
{
    const json_t *scores = json_object_get(body, "scores"), *on = json_object_get(body, "ball_on"),
                 *striker = json_object_get(body, "striker"), *phase = json_object_get(body, "phase"),
                 *left = json_object_get(body, "balls_left"), *in_hand = json_object_get(body, "cue_in_hand");
    if (scores && !is_score(scores))
        return "The score is like {\"A\": 34, \"B\": 12}.";
    if (striker && !is_player(striker, now))
        return "There is no such player.";
    const struct ball_set *set = ball_set(now->game->balls);
    if ((on && !are_balls(on, set)) || (left && !are_balls(left, set)))
        return "There is no such ball.";
    if (in_hand && !json_is_boolean(in_hand))
        return "The cue-ball is in hand or not: true or false.";
    if (phase && (!json_is_string(phase) || strlen(json_string_value(phase)) > 20))
        return "There is no such phase.";
    return NULL;
}

static void post_setup(struct review_desk *d, const struct broadcast_request *q, struct broadcast_reply *reply)
{
    char error[SCENARIO_ERROR_BYTES] = "";
    if (!q->body || !d->review->info) {
        refuse(reply, q->body ? 409 : 405, "Only a recording that was refereed here can be given another start.");
        return;
    }
    g_mutex_lock(&d->lock);
    const char *wrong = wrong_in(q->body, match_now(d->review->match));
    if (wrong) {
        g_mutex_unlock(&d->lock);
        refuse(reply, 422, wrong);
        return;
    }
    json_t *setup = setup_from(q->body, json_object_get(d->review->info, "setup"));
    int err = review_judge(d->review->folder, setup, error);
    if (!err) {
        json_object_set(d->review->info, "setup", setup);
        err = review_reread(d->review, error);
    }
    g_mutex_unlock(&d->lock);
    json_decref(setup);
    atomic_store(&d->changed, true);
    if (err)
        refuse(reply, 422, *error ? error : err_text(err));
    else
        reply_json(reply, 200, json_pack("{s:b}", "ok", 1));
}

/* ---- routes ------------------------------------------------------------------------------------------------------ */

static const struct {
    const char *path; /* one that ends in '/' has more behind it */
    void (*answer)(struct review_desk *d, const struct broadcast_request *q, struct broadcast_reply *reply);
} routes[] = {
    {"list", get_list},   {"stroke/", get_stroke},   {"tracks", get_tracks},  {"frame/", get_frame},
    {"ask/", get_answer}, {"picture/", get_picture}, {"export/", get_export}, {"setup", post_setup},
};

static void answer(void *user, const struct broadcast_request *q, struct broadcast_reply *reply)
{
    for (size_t i = 0; i < sizeof routes / sizeof *routes; i++) {
        size_t size = strlen(routes[i].path);
        bool more = routes[i].path[size - 1] == '/';
        if (more ? !strncmp(q->path, routes[i].path, size) : !strcmp(q->path, routes[i].path)) {
            routes[i].answer(user, q, reply);
            return;
        }
    }
    refuse(reply, 404, "There is nothing of that name.");
}

struct broadcast_extra review_desk_extra(struct review_desk *desk)
{
    return (struct broadcast_extra){"/api/review/", answer, desk};
}

/* ---- the match --------------------------------------------------------------------------------------------------- */

struct publishing {
    struct match *match;
    struct view *view;
};

static int publish_line(void *user, size_t number, const json_t *line)
{
    struct publishing *p = user;
    char error[SCENARIO_ERROR_BYTES];
    (void)number;
    int err = match_reread(p->match, line, error);
    if (!err)
        view_line(p->view, line);
    return err;
}

static void publish(struct review_desk *d, struct broadcast *web)
{
    struct publishing p = {0};
    struct view_options options = view_defaults();
    struct journal_report report;
    char *text = NULL;
    if (!match_open(&p.match) && !view_open(&p.view, &options) && !journal_read(d->journal, publish_line, &p, &report))
        text = view_text(p.view, p.match, NULL);
    if (text)
        broadcast_publish(web, text, strlen(text));
    free(text);
    view_close(&p.view);
    match_close(&p.match);
}

static void enter(struct review_desk *d, struct broadcast *web, struct broadcast_act *act)
{
    char text[SCENARIO_ERROR_BYTES], error[SCENARIO_ERROR_BYTES];
    g_mutex_lock(&d->lock);
    int err = show_enter(d->journal, act->entry, text);
    if (!err)
        err = review_reread(d->review, error);
    g_mutex_unlock(&d->lock);
    atomic_store(&d->changed, true);
    broadcast_answer(web, act->id, err, text);
    json_decref(act->entry);
}

void review_desk_turn(struct review_desk *desk, struct broadcast *web)
{
    struct broadcast_act act;
    while (broadcast_take(web, &act))
        enter(desk, web, &act);
    if (atomic_exchange(&desk->changed, false))
        publish(desk, web);
}

int review_desk_open(struct review_desk **out, const char *folder, char error[SCENARIO_ERROR_BYTES])
{
    struct review_desk *d = *out = calloc(1, sizeof *d);
    if (!d)
        return ERR_MEMORY;
    g_mutex_init(&d->lock);
    d->journal = g_build_filename(folder, "journal.jsonl", NULL);
    atomic_store(&d->changed, true);
    int err = review_open(&d->review, folder, error);
    if (err)
        review_desk_close(out);
    return err;
}

void review_desk_close(struct review_desk **out)
{
    struct review_desk *d = *out;
    if (!d)
        return;
    review_close(&d->review);
    g_mutex_clear(&d->lock);
    g_free(d->journal);
    free(d);
    *out = NULL;
}
