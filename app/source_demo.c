/* SPDX-License-Identifier: Apache-2.0 */
/* source_demo.c: how does a simulated match become a source? Live, a frame is drawn when it is due, and a reader too
 * slow loses frames, as with a camera; else when it is asked for. */
#include "source_demo.h"

#include "err.h"
#include "film_recipe.h"
#include "json_file.h"

#include <math.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { POOL = 40 /* more than the reader may hold */ };

struct demo {
    struct sim_film *film;
    uint8_t *memory[POOL];
    atomic_bool lent[POOL];
    ns_t start, period;
    bool paced;
    uint64_t late;
};

static ns_t clock_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (ns_t)t.tv_sec * NS_PER_S + t.tv_nsec;
}

static void sleep_ns(ns_t d)
{
    struct timespec t = {d / NS_PER_S, d % NS_PER_S};
    if (d > 0)
        nanosleep(&t, NULL);
}

static const char drawn[] = "drawn:";

static bool is_drawn(const char *uri)
{
    return !strncmp(uri, drawn, strlen(drawn));
}

static bool claims(const char *uri)
{
    return !strcmp(uri, "demo") || !strncmp(uri, "demo:", 5) || is_drawn(uri);
}

int demo_settings(struct sim_settings *s, const char *uri)
{
    char game[32] = "snooker";
    unsigned long long seed = 1;
    int width = 1280, height = 720;
    double fps = 0;
    if (!claims(uri) || is_drawn(uri))
        return ERR_NOT_FOUND;
    if (uri[4] == ':' && sscanf(uri + 5, "%31[^:]:%llu:%dx%d@%lf", game, &seed, &width, &height, &fps) < 1)
        return ERR_NOT_FOUND;
    enum sim_game g = sim_game_from_name(game);
    if (!g || width < 320 || height < 180 || width > 4096 || height > 2160 || fps < 0 || fps > 240)
        return ERR_NOT_FOUND;
    *s = sim_settings_defaults(g, width & ~1, height & ~1, seed);
    if (fps > 0) {
        s->camera.fps = fps;
        s->camera.shutter_s = fmin(s->camera.shutter_s, 0.9 / fps);
        s->camera.rolling_s = fmin(s->camera.rolling_s, 0.95 / fps);
    }
    s->strokes = -1;
    return 0;
}

static bool is_unpaced(const char *uri)
{
    const char *last = strrchr(uri, ':');
    return is_drawn(uri) || (last && !strcmp(last, ":unpaced"));
}

/* The film of a truth, drawn again. */
static int drawn_settings(struct sim_settings *s, const char *path, struct capture_fault *fault)
{
    struct film_recipe recipe;
    struct recipe_fault wrong;
    char why[200] = "";
    json_t *truth;
    int err = json_file_open(&truth, path, why, sizeof why);
    if (err)
        return fault_set(fault, err, "", "%s", why[0] ? why : err_text(err));
    err = film_recipe_from(truth, &recipe);
    json_decref(truth);
    if (err)
        return fault_set(fault, err, "Write one with 'whiteglove simulate --truth'.",
                         "it does not say what its film is made from");
    err = film_recipe_settings(&recipe, s, &wrong);
    return err ? fault_set(fault, err, wrong.advice, "%s: %s", wrong.what ? wrong.what : "recipe", wrong.why) : 0;
}

static int settings_of(struct sim_settings *s, const char *uri, struct capture_fault *fault)
{
    if (is_drawn(uri))
        return drawn_settings(s, uri + strlen(drawn), fault);
    if (demo_settings(s, uri))
        return fault_set(fault, ERR_NOT_FOUND, "Write demo, or demo:GAME, for example demo:wpa9.", "no such game");
    return 0;
}

static void free_demo(void *self)
{
    struct demo *d = self;
    sim_film_close(&d->film);
    for (int i = 0; i < POOL; i++)
        free(d->memory[i]);
    free(d);
}

static int open_demo(void **self, const char *uri, const struct capture_options *options, struct capture_info *info,
                     struct capture_fault *fault)
{
    struct sim_settings s;
    (void)options;
    int err = settings_of(&s, uri, fault);
    if (err)
        return err;
    struct demo *d = calloc(1, sizeof *d);
    err = d ? sim_film_open(&d->film, &s) : ERR_MEMORY;
    size_t bytes = (size_t)s.camera.width * (size_t)s.camera.height * 3 / 2;
    for (int i = 0; !err && i < POOL; i++)
        err = (d->memory[i] = malloc(bytes)) ? 0 : ERR_MEMORY;
    if (err) {
        if (d)
            free_demo(d);
        return fault_set(fault, err, "", "%s", err_text(err));
    }
    d->period = (ns_t)(1e9 / s.camera.fps + 0.5);
    d->start = clock_now();
    d->paced = !is_unpaced(uri);
    info->kind = CAPTURE_MADE;
    info->live = d->paced;
    info->width = s.camera.width;
    info->height = s.camera.height;
    info->fps = s.camera.fps;
    info->frames = info->duration = -1;
    info->matrix = COLOUR_BT709;
    snprintf(info->format, sizeof info->format, "I420");
    snprintf(info->name, sizeof info->name, "%s", uri);
    *self = d;
    return 0;
}

static int free_slot(struct demo *d)
{
    for (int i = 0; i < POOL; i++)
        if (!atomic_load(&d->lent[i]))
            return i;
    return -1;
}

/* Into memory of our own: the film's frame is gone with the next one. */
static void lend(struct demo *d, int slot, struct frame *f)
{
    uint8_t *to = d->memory[slot];
    for (int p = 0; p < 3; p++) {
        size_t bytes = (size_t)f->stride[p] * (size_t)(p ? f->height / 2 : f->height);
        memcpy(to, f->plane[p], bytes);
        f->plane[p] = to;
        to += bytes;
    }
    atomic_store(&d->lent[slot], true);
    f->owner = &d->lent[slot];
}

/* ERR_TIMEOUT when the next frame is not due within `wait`. */
static int wait_for_turn(struct demo *d, ns_t wait)
{
    ns_t due = d->start + sim_film_frames(d->film) * d->period, now = clock_now();
    if (due - now > wait) {
        sleep_ns(wait);
        return ERR_TIMEOUT;
    }
    sleep_ns(due - now);
    for (; now - due > 3 * d->period; due += d->period) { /* the reader was away: those frames are gone */
        sim_film_skip(d->film);
        d->late++;
    }
    return 0;
}

static int next_demo(void *self, struct source_frame *out, struct capture_info *info, ns_t wait,
                     struct capture_fault *fault)
{
    struct demo *d = self;
    (void)info;
    if (d->paced && wait_for_turn(d, wait))
        return ERR_TIMEOUT;
    int slot = free_slot(d);
    if (slot < 0)
        return ERR_FULL;
    memset(out, 0, sizeof *out);
    int err = sim_film_next(d->film, &out->frame);
    if (err == ERR_END)
        return err;
    if (err)
        return fault_set(fault, err, "", "%s", err_text(err));
    lend(d, slot, &out->frame);
    out->frame.t = d->start + (ns_t)out->frame.seq * d->period;
    out->late = d->late;
    return 0;
}

static void release_demo(void *self, void *owner)
{
    (void)self;
    atomic_store((atomic_bool *)owner, false);
}

static void stop_demo(void *self)
{
    (void)self;
}

const struct capture_source source_demo = {
    .name = "demo",
    .claims = claims,
    .open = open_demo,
    .next = next_demo,
    .release = release_demo,
    .stop = stop_demo,
    .free = free_demo,
};
