/* SPDX-License-Identifier: Apache-2.0 */
/* web_desk.c: what do the referee's pages show now, and what was entered on them? */
#include "web_desk.h"

#include "command.h"
#include "err.h"
#include "follow.h"
#include "view.h"
#include "web_out.h"

#include <glib.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define BALLS_EVERY_US 100000  /* moving balls are shown at this pace */
#define CLOCK_EVERY_US 1000000 /* pages count on by themselves in between */
#define MOVES_MM_S     20.0
#define STEP_MM        25.0 /* between two points of a trail */
enum { TRAIL_POINTS = 240 };

struct web_desk {
    struct web_out out;
    web_new_match *new_match;
    void *user;
    struct view *view;
    struct follow *follow; /* the journal: what is shown is what is on the disk */
    json_t *balls, *trails;
    bool moved, moving; /* something to show; balls roll */
    gint64 shown_at, balls_at;
};

/* ---- where the balls are ----------------------------------------------------------------------------------------- */

static double number(const json_t *object, const char *key)
{
    return json_number_value(json_object_get(object, key));
}

static bool is_far(const json_t *path, const json_t *at)
{
    const json_t *last = json_array_get(path, json_array_size(path) - 1);
    double dx = json_number_value(json_array_get(last, 0)) - json_number_value(json_array_get(at, 0));
    double dy = json_number_value(json_array_get(last, 1)) - json_number_value(json_array_get(at, 1));
    return !last || hypot(dx, dy) >= STEP_MM;
}

static void draw_trail(struct web_desk *d, const char *id, json_t *at)
{
    json_t *path = json_object_get(d->trails, id);
    if (!path)
        json_object_set_new(d->trails, id, path = json_array());
    if (json_array_size(path) < TRAIL_POINTS && is_far(path, at))
        json_array_append(path, at);
}

static void see_ball(struct web_desk *d, const json_t *ball)
{
    const char *id = json_string_value(json_object_get(ball, "id"));
    if (!id)
        return;
    json_t *at = json_pack("[f, f]", round(number(ball, "x") * 10) / 10, round(number(ball, "y") * 10) / 10);
    json_object_set(d->balls, id, at);
    if (hypot(number(ball, "vx"), number(ball, "vy")) > MOVES_MM_S) {
        draw_trail(d, id, at);
        d->moving = true;
    }
    json_decref(at);
}

void web_desk_see(struct web_desk *d, const json_t *line)
{
    const char *type = json_string_value(json_object_get(line, "type"));
    const char *kind = json_string_value(json_object_get(line, "kind"));
    if (!d || !type)
        return;
    if (kind && !strcmp(kind, "strike"))
        json_object_clear(d->trails);
    if (strcmp(type, "frame") && strcmp(type, "position"))
        return;
    const json_t *balls = json_object_get(line, "balls");
    json_object_clear(d->balls);
    d->moving = false;
    for (size_t i = 0; i < json_array_size(balls); i++)
        see_ball(d, json_array_get(balls, i));
    d->moved = true;
}

/* ---- showing ----------------------------------------------------------------------------------------------------- */

static bool has_clock(const struct keeper *keeper)
{
    const struct timing *timing = &keeper_clock(keeper)->timing;
    return timing->shot_s > 0 || timing->match_s > 0;
}

static void show(struct web_desk *d, struct keeper *keeper, double t)
{
    json_t *live = json_object();
    if (json_object_size(d->balls))
        json_object_set(live, "balls", d->balls);
    if (json_object_size(d->trails))
        json_object_set(live, "trails", d->trails);
    if (d->moving)
        json_object_set_new(live, "moving", json_true());
    if (has_clock(keeper))
        json_object_set_new(live, "clock", view_clock(keeper_clock(keeper), t + keeper_offset(keeper), true));
    web_out_publish(&d->out, view_text(d->view, keeper_match(keeper), live));
    json_decref(live);
    d->shown_at = d->balls_at = g_get_monotonic_time();
    d->moved = false;
}

static int take_line(void *user, const json_t *line)
{
    struct web_desk *d = user;
    view_line(d->view, line);
    web_out_line(&d->out, line);
    return 0;
}

static int open_view(struct web_desk *d)
{
    struct view_options o = view_defaults();
    view_close(&d->view);
    return view_open(&d->view, &o);
}

/* True when something is new in the journal, which may be another one. */
static bool read_on(struct web_desk *d)
{
    int lines = follow_poll(d->follow, take_line, d);
    if (lines != ERR_GONE)
        return lines > 0;
    json_object_clear(d->trails);
    web_out_line(&d->out, NULL);
    return !open_view(d) && follow_poll(d->follow, take_line, d) >= 0;
}

static bool is_due(const struct web_desk *d, const struct keeper *keeper)
{
    gint64 now = g_get_monotonic_time();
    return !d->shown_at || (d->moved && now - d->balls_at >= BALLS_EVERY_US) ||
           (has_clock(keeper) && now - d->shown_at >= CLOCK_EVERY_US);
}

/* ---- entering ---------------------------------------------------------------------------------------------------- */

static bool is_refusal(int err)
{
    return !err || err == ERR_FORMAT || err == ERR_INCONSISTENT || err == ERR_RANGE || err == ERR_BUSY;
}

static int enter_one(struct web_desk *d, struct keeper *const *keeper, const json_t *posted, double t, char *text)
{
    *text = 0;
    if (!web_is_new_match(posted))
        return web_enter(*keeper, posted, t, text);
    return web_is_late(posted, keeper_match(*keeper), text) ? ERR_BUSY : d->new_match(d->user, posted, text);
}

static int enter_all(struct web_desk *d, struct keeper *const *keeper, double t)
{
    struct broadcast_act act;
    char text[SCENARIO_ERROR_BYTES];
    int err = 0;
    while (is_refusal(err) && d->out.web && broadcast_take(d->out.web, &act)) {
        err = enter_one(d, keeper, act.entry, t, text);
        broadcast_answer(d->out.web, act.id, err, text);
        json_decref(act.entry);
    }
    return is_refusal(err) ? 0 : err;
}

int web_desk_turn(struct web_desk *d, struct keeper *const *keeper, double t)
{
    if (!d)
        return 0;
    int err = enter_all(d, keeper, t);
    if (*keeper && (read_on(d) || is_due(d, *keeper)))
        show(d, *keeper, t);
    return err;
}

bool web_desk_has_panel(const struct web_desk *d)
{
    return d && d->out.web;
}

/* ---- opening ----------------------------------------------------------------------------------------------------- */

int web_desk_open(struct web_desk **desk, const struct web_settings *settings, const char *folder,
                  web_new_match *new_match, void *user)
{
    *desk = NULL;
    if (!web_out_wanted(settings))
        return EXIT_DONE;
    struct web_desk *d = *desk = g_new0(struct web_desk, 1);
    char *journal = g_build_filename(folder, "journal.jsonl", NULL);
    d->balls = json_object();
    d->trails = json_object();
    d->new_match = new_match;
    d->user = user;
    int err = open_view(d);
    if (!err)
        err = follow_open(&d->follow, journal);
    int result = err ? command_result(err, "pages", NULL) : web_out_open(&d->out, settings, folder);
    g_free(journal);
    if (result != EXIT_DONE)
        web_desk_close(desk);
    return result;
}

void web_desk_close(struct web_desk **desk)
{
    struct web_desk *d = *desk;
    if (!d)
        return;
    web_out_close(&d->out);
    follow_close(&d->follow);
    view_close(&d->view);
    json_decref(d->balls);
    json_decref(d->trails);
    g_free(d);
    *desk = NULL;
}
