/* SPDX-License-Identifier: Apache-2.0 */
/* feed_truth.c: the simulated match as lines, straight from its truth: no pictures are drawn or looked at. */
#include "feed.h"

#include "err.h"
#include "record_json.h"
#include "sim_judge.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

struct truth {
    struct sim_film *film;
    struct scenario words; /* for the names of balls and players */
    struct event events[SIM_EVENTS_MAX];
    int rack, told; /* the last stroke that was told */
    bool paced;
    json_t *lines; /* that wait to be asked for: what was decided, the position, the stroke */
    struct timespec start;
};

static int open_truth(struct feed *feed, const char *source, const struct feed_settings *settings)
{
    struct truth *d = feed->self = calloc(1, sizeof *d);
    unsigned long long seed = settings->seed;
    if (!d)
        return ERR_MEMORY;
    sscanf(source, "truth:%llu", &seed);
    enum sim_game game = sim_game_from_name(settings->game);
    d->words.game = rules_game(settings->game, settings->edition);
    if (!game || !d->words.game) {
        snprintf(feed->why, sizeof feed->why, "nobody plays %s here", settings->game);
        return ERR_NOT_FOUND;
    }
    struct sim_settings s = sim_settings_defaults(game, 1280, 720, seed);
    s.strokes = -1;
    s.threads = 0;
    if (settings->table)
        snprintf(s.table, sizeof s.table, "%s", settings->table);
    rules_open(d->words.game, &d->words.state, 1);
    d->words.state.bed = feed->bed;
    d->paced = settings->paced;
    d->lines = json_array();
    feed->repeats = true;
    clock_gettime(CLOCK_MONOTONIC, &d->start);
    return sim_film_open(&d->film, &s);
}

static json_t *position_of(const struct truth *d, const struct sim_take *take)
{
    json_t *balls = json_array();
    const struct ball_set *set = ball_set(d->words.game->balls);
    for (BALL_EACH(ball, take->before.present))
        json_array_append_new(balls, json_pack("{s:s, s:f, s:f, s:f}", "id", ball_name(set, (ball_id)ball), "x",
                                               take->before.at[ball].x, "y", take->before.at[ball].y, "sd", 0.0));
    return json_pack("{s:s, s:f, s:o}", "type", "position", "t", take->strike_t, "balls", balls);
}

static ns_t in_ns(double seconds)
{
    return (ns_t)(seconds * (double)NS_PER_S);
}

/* What was chosen before the stroke, out of what the ruling before it offered; NULL: they simply play on. */
static json_t *decision_of(const struct sim_take *take)
{
    enum option option = sim_judge_option(take);
    if (!option && take->hand)
        option = OPTION_CUE_BALL_FROM_BAULK;
    if (!option)
        return NULL;
    return json_pack("{s:s, s:s, s:f, s:s, s:s, s:b}", "type", "act", "act", "choose", "t", take->strike_t, "origin",
                     "player", "choice", option_word(option), "if_open", true);
}

/* What the player says before the stroke, and what the camera sees of it. */
static json_t *stroke_of(struct truth *d, const struct sim_take *take)
{
    struct scenario *s = &d->words;
    struct stroke *k = &s->stroke;
    *k = (struct stroke){
        .act = ACT_STROKE, .t0 = in_ns(take->strike_t), .t1 = in_ns(take->rest_t), .struck = take->choice.strike.ball};
    k->time_s = k->match_time_s = -1;
    k->miss_judged = take->miss ? YES : NO;
    sim_judge_flags(k, take);
    k->facts.balls_to_cushion = k->facts.balls_over_centre = -1;
    k->called = sim_judge_called(take);
    k->nominated = ball_bit(take->free ? take->choice.free : take->choice.ball);
    k->facts.moving_at_strike = take->breach.moving;
    k->facts.rest.known = take->after.present;
    memcpy(k->facts.rest.at, take->after.at, sizeof k->facts.rest.at);
    s->events_n = sim_judge_events(take, d->events, SIM_EVENTS_MAX);
    if (s->events_n > SCENARIO_EVENTS)
        s->events_n = SCENARIO_EVENTS;
    memcpy(s->events, d->events, s->events_n * sizeof *s->events);
    json_t *facts = record_stroke(s), *line = json_pack("{s:s, s:i}", "type", "stroke", "n", take->n);
    json_object_del(facts, "by"); /* a camera does not know who plays */
    json_object_update(line, facts);
    json_decref(facts);
    return line;
}

/* Until that time of the match has come. */
static void wait_for(const struct feed *feed, const struct truth *d, double t)
{
    struct timespec until = d->start;
    until.tv_sec += (time_t)t;
    until.tv_nsec += (long)((t - (double)(time_t)t) * 1e9);
    if (until.tv_nsec >= 1000000000) {
        until.tv_sec++;
        until.tv_nsec -= 1000000000;
    }
    while (!feed->stopped && clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &until, NULL))
        ;
}

/* The next stroke that comes to rest, or gives way to the next one, before the next frame: some do not wait. */
static int next_take(struct truth *d, const struct sim_take **take)
{
    int err;
    double frame = 1 / sim_film_settings(d->film)->camera.fps;
    while (!(err = sim_film_skip(d->film))) {
        *take = sim_film_take(d->film);
        bool told = (*take)->rack == d->rack && (*take)->n == d->told;
        if (!told && sim_film_time(d->film) + 1.01 * frame >= fmin((*take)->rest_t, (*take)->t1))
            break;
    }
    return err;
}

static int next_of_truth(struct feed *feed, json_t **line)
{
    struct truth *d = feed->self;
    const struct sim_take *take;
    feed->number++;
    if (!json_array_size(d->lines)) {
        int err = next_take(d, &take);
        if (err)
            return err;
        d->rack = take->rack;
        d->told = take->n;
        if (d->paced)
            wait_for(feed, d, take->rest_t);
        json_t *decision = decision_of(take);
        if (decision)
            json_array_append_new(d->lines, decision);
        json_array_append_new(d->lines, position_of(d, take));
        json_array_append_new(d->lines, stroke_of(d, take));
    }
    *line = json_incref(json_array_get(d->lines, 0));
    json_array_remove(d->lines, 0);
    return 0;
}

static void close_truth(struct feed *feed)
{
    struct truth *d = feed->self;
    sim_film_close(&d->film);
    json_decref(d->lines);
    free(d);
}

const struct feed_kind feed_truth = {open_truth, next_of_truth, close_truth, NULL, NULL};
