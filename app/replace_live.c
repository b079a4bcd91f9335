/* SPDX-License-Identifier: Apache-2.0 */
/* replace_live.c: who looks at which frame, for whom, and for how long? */
#include "replace_live.h"

#include "err.h"
#include "paint.h"
#include "pixels.h"
#include "replace_desk.h"
#include "review.h"
#include "thread_name.h"

#include <glib.h>
#include <glib/gstdio.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LOOK_EVERY_US 90000   /* as often as a hand needs; the rest is left to the referee */
#define FORGOTTEN_US  8000000 /* nobody has asked for so long: the page was closed */
#define TOLERANCE_MM  1.0

struct replace_live {
    char *folder, *journal;
    GThread *thread;
    GMutex lock; /* guards what follows */
    GCond wake;
    bool closing;
    gint64 asked, taken;  /* when somebody last asked; when the last frame was copied */
    struct frame waiting; /* width 0: none */
    int stroke;           /* wanted; 0: the last */
    char why[SCENARIO_ERROR_BYTES];
    GMutex desk_lock; /* guards the pointer: held while a request is answered, and while another desk takes its place */
    struct replace_desk *desk;
    int shown;            /* its stroke; the thread's own, as what follows */
    struct layout wanted; /* of it */
    gint64 read_at, read_size;
};

/* ---- frames ------------------------------------------------------------------------------------------------------ */

static bool is_wanted(const struct replace_live *l, gint64 now)
{
    return l->asked && now - l->asked < FORGOTTEN_US;
}

void replace_live_frame(struct replace_live *l, const struct frame *frame)
{
    gint64 now = g_get_monotonic_time();
    if (!l || !g_mutex_trylock(&l->lock))
        return;
    if (is_wanted(l, now) && now - l->taken >= LOOK_EVERY_US && !l->waiting.width && !paint_copy(frame, &l->waiting)) {
        l->taken = now;
        g_cond_signal(&l->wake);
    }
    g_mutex_unlock(&l->lock);
}

/* The next frame, or one of width 0 when the page was closed or all ends. */
static struct frame next_frame(struct replace_live *l)
{
    struct frame frame = {0};
    g_mutex_lock(&l->lock);
    while (!l->closing && !l->waiting.width && (!l->desk || is_wanted(l, g_get_monotonic_time())))
        g_cond_wait_until(&l->wake, &l->lock, g_get_monotonic_time() + G_USEC_PER_SEC);
    if (!l->closing) {
        frame = l->waiting;
        l->waiting = (struct frame){0};
    }
    g_mutex_unlock(&l->lock);
    return frame;
}

/* ---- the desk ---------------------------------------------------------------------------------------------------- */

static void exchange(struct replace_live *l, struct replace_desk *desk)
{
    g_mutex_lock(&l->desk_lock);
    replace_desk_close(&l->desk);
    l->desk = desk;
    g_mutex_unlock(&l->desk_lock);
}

static void say_why(struct replace_live *l, const char *why)
{
    g_mutex_lock(&l->lock);
    snprintf(l->why, sizeof l->why, "%s", why);
    g_mutex_unlock(&l->lock);
}

/* The journal has grown or is another one, or another stroke is asked for. */
static bool is_old(struct replace_live *l, int stroke)
{
    GStatBuf st;
    if (g_stat(l->journal, &st))
        return !l->desk;
    bool same =
        l->read_at == (gint64)st.st_mtime && l->read_size == (gint64)st.st_size && (!stroke || stroke == l->shown);
    l->read_at = (gint64)st.st_mtime;
    l->read_size = (gint64)st.st_size;
    return !same || !l->desk;
}

static const char *open_desk(struct replace_live *l, const struct review *r, const struct review_look *look,
                             const struct frame *frame)
{
    struct layout last = review_last_known(r, look);
    struct replace_order order = {&r->calibration, look->set->id, &look->before, &last, TOLERANCE_MM, look->n};
    struct replace_desk *desk;
    if (!look->before.known)
        return "Where the balls lay before this stroke was not recorded.";
    if (l->desk && l->shown == look->n && !memcmp(&l->wanted, &look->before, sizeof l->wanted))
        return ""; /* an act of somebody: nothing about these places */
    if (replace_desk_open(&desk, &order, frame))
        return "Seeing could not be opened.";
    exchange(l, desk);
    l->shown = look->n;
    l->wanted = look->before;
    return "";
}

/* Looks up in the folder what lay where. A reason why there is no desk, or "". */
static const char *read_match(struct replace_live *l, int stroke, const struct frame *frame)
{
    struct review *r;
    struct review_look *look = g_new0(struct review_look, 1);
    char error[SCENARIO_ERROR_BYTES];
    const char *why = "The match cannot be read just now.";
    if (!review_open(&r, l->folder, error)) {
        if (!r->calibrated)
            why = "The camera is not calibrated yet.";
        else if (review_look(r, stroke ? stroke : r->strokes, look))
            why = r->strokes ? "There is no such stroke, or it was taken back." : "There is no stroke yet.";
        else
            why = open_desk(l, r, look, frame);
        review_close(&r);
    }
    g_free(look);
    return why;
}

static void look_at_frame(struct replace_live *l, const struct frame *frame)
{
    g_mutex_lock(&l->lock);
    int stroke = l->stroke;
    g_mutex_unlock(&l->lock);
    if (is_old(l, stroke)) {
        const char *why = read_match(l, stroke, frame);
        say_why(l, why);
        if (*why && stroke && stroke != l->shown)
            exchange(l, NULL); /* nobody may take the places of another stroke for those of this one */
    }
    if (l->desk)
        replace_desk_see(l->desk, frame);
}

static void *work(void *user)
{
    struct replace_live *l = user;
    bool closing = false;
    thread_name("wg-replace");
    while (!closing) {
        struct frame frame = next_frame(l);
        if (frame.width) {
            look_at_frame(l, &frame);
            pixels_free(&frame);
        } else
            exchange(l, NULL);
        g_mutex_lock(&l->lock);
        closing = l->closing;
        g_mutex_unlock(&l->lock);
    }
    return NULL;
}

/* ---- requests ---------------------------------------------------------------------------------------------------- */

/* What the page gets before there is a desk. */
static void answer_waiting(struct replace_live *l, struct broadcast_reply *reply)
{
    g_mutex_lock(&l->lock);
    json_t *state = json_pack("{s:s, s:i, s:s}", "type", "replace", "frames", 0, "why", l->why);
    g_mutex_unlock(&l->lock);
    char *text = json_dumps(state, JSON_COMPACT);
    json_decref(state);
    *reply = (struct broadcast_reply){.type = "application/json", .bytes = text, .size = text ? strlen(text) : 0};
}

static void answer(void *user, const struct broadcast_request *q, struct broadcast_reply *reply)
{
    struct replace_live *l = user;
    const char *stroke = json_string_value(json_object_get(q->query, "stroke"));
    bool state = !strcmp(q->path, "state");
    g_mutex_lock(&l->lock);
    l->asked = g_get_monotonic_time();
    if (state)
        l->stroke = stroke ? CLAMP(atoi(stroke), 0, 100000) : 0;
    g_mutex_unlock(&l->lock);
    g_mutex_lock(&l->desk_lock);
    bool open = l->desk != NULL;
    if (open)
        replace_desk_answer(l->desk, q, reply);
    g_mutex_unlock(&l->desk_lock);
    if (!open)
        answer_waiting(l, reply);
    if (!open && !state)
        reply->status = 404;
}

struct broadcast_extra replace_live_extra(struct replace_live *live)
{
    return (struct broadcast_extra){"/api/replace/", answer, live};
}

/* ---- opening ----------------------------------------------------------------------------------------------------- */

int replace_live_open(struct replace_live **out, const char *folder)
{
    struct replace_live *l = *out = calloc(1, sizeof *l);
    if (!l)
        return ERR_MEMORY;
    g_mutex_init(&l->lock);
    g_mutex_init(&l->desk_lock);
    g_cond_init(&l->wake);
    l->folder = g_strdup(folder);
    l->journal = g_build_filename(folder, "journal.jsonl", NULL);
    l->thread = g_thread_new("wg-replace", work, l);
    return 0;
}

void replace_live_close(struct replace_live **out)
{
    struct replace_live *l = *out;
    if (!l)
        return;
    g_mutex_lock(&l->lock);
    l->closing = true;
    g_cond_signal(&l->wake);
    g_mutex_unlock(&l->lock);
    g_thread_join(l->thread);
    replace_desk_close(&l->desk);
    if (l->waiting.width)
        pixels_free(&l->waiting);
    g_mutex_clear(&l->lock);
    g_mutex_clear(&l->desk_lock);
    g_cond_clear(&l->wake);
    g_free(l->folder);
    g_free(l->journal);
    free(l);
    *out = NULL;
}
