/* SPDX-License-Identifier: Apache-2.0 */
/* replace_hand PROGRAM FOLDER GAME SEED HOW: a simulated hand puts six balls back by nothing but what it is told.
 *
 * A table with balls is filmed, calibrated and recorded by the program itself. Six balls are then scattered; in each
 * round the hand moves every ball that is not in its place by the offset it is told, badly, and the table is filmed
 * again. At the end each ball must be within 2 mm of where it lay, by the truth. HOW:
 *
 *   once    the command `replace --json` looks at a still in each round (colours, which are read).
 *   live    the desk that serves /replace sees frame after frame: it knows where the balls went in the stroke, and
 * which ball the hand has. Numbers are never read by the hand. asked   the same without that knowledge: a disturbance
 * nobody saw. The hand reads only the numbers it is asked for.
 *
 * Exit 0 when all are back. */
#include "file.h"
#include "picture.h"
#include "render.h"
#include "replace_desk.h"
#include "table.h"

#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BALLS = 10, MOVED = 6, ROUNDS = 25, FRAMES_A_LOOK = 8 };

#define WITHIN_MM 2.0

struct world {
    const char *program, *folder, *game, *kind, *how;
    const struct ball_set *set;
    struct table table;
    struct sim_look look;
    struct sim_camera camera;
    struct sim_render *render;
    struct sim_scene scene;
    uint64_t random, frames;
    int sign; /* -1: the program takes the table the other way round, which on a pool table nothing contradicts */
    ball_id ball[BALLS];
    struct vec2 home[BALLS], at[BALLS];
    ball_id called[BALLS]; /* what the program called each of them when it recorded them */
    struct layout wanted;
    struct replace_desk *desk;
};

static double uniform(struct world *w)
{
    w->random = w->random * 6364136223846793005u + 1442695040888963407u;
    return (double)(w->random >> 11) / 9007199254740992.0;
}

static double normal(struct world *w)
{
    double u = uniform(w) + 1e-12;
    return sqrt(-2 * log(u)) * cos(2 * M_PI * uniform(w));
}

static int fail(const char *what)
{
    fprintf(stderr, "replace_hand: %s\n", what);
    return 1;
}

/* ---- the table --------------------------------------------------------------------------------------------------- */

static bool is_free(const struct world *w, int n, struct vec2 p)
{
    for (int i = 0; i < n; i++)
        if (vec2_dist(w->at[i], p) < 2 * w->table.bed.ball_d)
            return false;
    return true;
}

static struct vec2 somewhere(struct world *w, int n)
{
    const struct bed *b = &w->table.bed;
    struct vec2 p;
    do
        p = vec2((uniform(w) - 0.5) * (b->length - 300), (uniform(w) - 0.5) * (b->width - 300));
    while (!is_free(w, n, p));
    return p;
}

/* Any attitude: the number and stripe may point anywhere. */
static void turn_ball(struct world *w, float turn[9])
{
    double a = 2 * M_PI * uniform(w), b = M_PI * uniform(w), ca = cos(a), sa = sin(a), cb = cos(b), sb = sin(b);
    const double m[9] = {ca * cb, -sa, ca * sb, sa * cb, ca, sa * sb, -sb, 0, cb};
    for (int i = 0; i < 9; i++)
        turn[i] = (float)m[i];
}

static void lay_balls(struct world *w)
{
    static const ball_id snooker[BALLS] = {BALL_CUE,          SNOOKER_YELLOW,   SNOOKER_GREEN, SNOOKER_BROWN,
                                           SNOOKER_BLUE,      SNOOKER_PINK,     SNOOKER_BLACK, SNOOKER_RED_1,
                                           SNOOKER_RED_1 + 1, SNOOKER_RED_1 + 2};
    for (int i = 0; i < BALLS; i++) {
        w->ball[i] = w->set->id == BALL_SET_SNOOKER ? snooker[i] : (ball_id)(i + 1);
        w->home[i] = w->at[i] = somewhere(w, i);
        const struct ball_row *row = &w->set->row[w->ball[i]];
        struct sim_thing *t = &w->scene.thing[i];
        bool numbered = w->set->id == BALL_SET_NUMBERED && row->number;
        *t = (struct sim_thing){.kind = SIM_THING_BALL,
                                .track_n = 1,
                                .ra = (float)(w->table.bed.ball_d / 2),
                                .paint = sim_look_ball(&w->look, w->set->id, w->ball[i]),
                                .paint2 = {0.9f, 0.9f, 0.85f},
                                .gloss = (float)w->look.gloss,
                                .number = row->number,
                                .casts = true};
        t->pattern = !numbered ? SIM_PLAIN : row->number > 8 ? SIM_STRIPED : SIM_NUMBERED;
        turn_ball(w, t->turn);
    }
    w->scene.things_n = BALLS;
    w->scene.light_gain = 1;
}

/* The frame lives until the next one. */
static struct frame drawn(struct world *w)
{
    struct frame f;
    for (int i = 0; i < BALLS; i++)
        w->scene.thing[i].at[0] = (struct v3){(float)w->at[i].x, (float)w->at[i].y, (float)(w->table.bed.ball_d / 2)};
    sim_render_frame(w->render, &w->scene, ++w->frames, &f);
    return f;
}

static int film(struct world *w, const char *path)
{
    struct frame f = drawn(w);
    return picture_write_png(path, &f);
}

/* ---- the program ------------------------------------------------------------------------------------------------- */

/* The JSON that a command prints; NULL when it fails. */
static json_t *told(const char *command)
{
    FILE *p = popen(command, "r");
    json_t *json = p ? json_loadf(p, JSON_DISABLE_EOF_CHECK, NULL) : NULL;
    return p && !pclose(p) ? json : NULL;
}

static double number_in(const json_t *list, size_t i)
{
    return json_number_value(json_array_get(list, i));
}

static struct vec2 point_in(const struct world *w, const json_t *pair)
{
    return vec2(w->sign * number_in(pair, 0), w->sign * number_in(pair, 1));
}

/* Where the program itself saw each ball, by the name it gave it: that is what a referee would have recorded. Returns
 * how many of them. */
static int take_record(struct world *w, const json_t *seen)
{
    const json_t *balls = json_object_get(seen, "balls");
    int n = 0;
    w->wanted = (struct layout){0};
    for (int i = 0; i < BALLS; i++)
        for (size_t k = 0; k < json_array_size(balls); k++) {
            const json_t *mm = json_object_get(json_array_get(balls, k), "mm");
            const char *name = json_string_value(json_object_get(json_array_get(balls, k), "ball"));
            if (vec2_dist(point_in(w, mm), w->home[i]) > 10)
                continue;
            w->called[i] = strcmp(name, "red") ? ball_from_name(w->set, name) : w->ball[i];
            n += !ball_in(w->wanted.known, w->called[i]);
            w->wanted.known |= ball_bit(w->called[i]);
            w->wanted.at[w->called[i]] = vec2(number_in(mm, 0), number_in(mm, 1));
        }
    return n;
}

/* On a pool table nothing tells one end from the other: the program may have it the other way round. */
static int take_record_either_way(struct world *w, const json_t *seen)
{
    w->sign = 1;
    if (take_record(w, seen) == BALLS)
        return BALLS;
    w->sign = -1;
    return take_record(w, seen);
}

static int write_journal(const struct world *w)
{
    char path[600];
    json_t *position = json_object();
    for (BALL_EACH(id, w->wanted.known))
        json_object_set_new(position, ball_name(w->set, (ball_id)id),
                            json_pack("[f, f]", w->wanted.at[id].x, w->wanted.at[id].y));
    snprintf(path, sizeof path, "%s/journal.jsonl", w->folder);
    FILE *f = fopen(path, "w");
    if (!f)
        return -1;
    fprintf(f,
            "{\"type\":\"match\",\"game\":\"%s\",\"players\":[\"A\",\"B\"],\"frames\":1,\"games\":1,\"options\":{}}\n",
            w->game);
    json_t *entry =
        json_pack("{s:s, s:f, s:s, s:{s:f, s:f, s:s, s:[]}, s:o}", "type", "stroke", "t", 2.0, "origin", "camera",
                  "stroke", "t0", 1.0, "t1", 2.0, "event", "stroke", "first_contact", "position", position);
    json_dumpf(entry, f, JSON_COMPACT);
    fputc('\n', f);
    json_decref(entry);
    return fclose(f);
}

static int record(struct world *w)
{
    char picture[600], command[1800];
    snprintf(picture, sizeof picture, "%s/0.png", w->folder);
    if (film(w, picture))
        return fail("the picture could not be written");
    snprintf(command, sizeof command, "'%s' calibrate '%s' --table %s --out '%s/calibration.json' >'%s/said'",
             w->program, picture, w->kind, w->folder, w->folder);
    if (system(command))
        return fail("the table was not found");
    snprintf(command, sizeof command, "'%s' detect '%s' --calibration '%s/calibration.json'", w->program, picture,
             w->folder);
    json_t *seen = told(command);
    int n = take_record_either_way(w, seen);
    json_decref(seen);
    if (n != BALLS)
        return fail("not all balls were seen");
    return write_journal(w) ? fail("the journal could not be written") : 0;
}

/* ---- the hand ---------------------------------------------------------------------------------------------------- */

static int nearest_to(const struct world *w, struct vec2 p)
{
    int nearest = 0;
    for (int i = 1; i < BALLS; i++)
        if (vec2_dist(w->at[i], p) < vec2_dist(w->at[nearest], p))
            nearest = i;
    return nearest;
}

static int see(struct world *w, int frames)
{
    int err = 0;
    for (int i = 0; !err && w->desk && i < frames; i++) {
        struct frame f = drawn(w);
        err = replace_desk_see(w->desk, &f);
    }
    return err;
}

/* Up, and down again elsewhere; the camera looks on. What lies there already is put aside first. */
static void carry(struct world *w, int ball, struct vec2 to)
{
    for (int i = 0; i < BALLS; i++)
        if (i != ball && vec2_dist(w->at[i], to) < w->table.bed.ball_d)
            carry(w, i, somewhere(w, BALLS));
    w->at[ball] = vec2(0, 3 * w->table.bed.width); /* in the hand, beside the table */
    see(w, 1);
    w->at[ball] = to;
    see(w, 1);
}

/* Takes the ball that lies there and sets it down where it is told, some tenths of a millimetre off, more after a long
 * way. */
static void move_ball(struct world *w, const json_t *row)
{
    int ball = nearest_to(w, point_in(w, json_object_get(row, "at")));
    struct vec2 by = point_in(w, json_object_get(row, "move"));
    double sd = 0.4 + 0.05 * vec2_len(by);
    carry(w, ball, vec2_add(w->at[ball], vec2_add(by, vec2(sd * normal(w), sd * normal(w)))));
}

/* A ball that the camera does not see is in somebody's hand or in a pocket: it is the one that no other row is about,
 * and is set down by eye where its ghost is. */
static void bring_ball(struct world *w, const json_t *rows, const json_t *row)
{
    bool told_of[BALLS] = {0};
    for (size_t i = 0; i < json_array_size(rows); i++) {
        const json_t *at = json_object_get(json_array_get(rows, i), "at");
        if (at)
            told_of[nearest_to(w, point_in(w, at))] = true;
    }
    struct vec2 ghost = point_in(w, json_object_get(row, "wanted"));
    for (int i = 0; i < BALLS; i++)
        if (!told_of[i]) {
            carry(w, i, vec2_add(ghost, vec2(4 * normal(w), 4 * normal(w))));
            return;
        }
}

/* The page asks which ball this is: the hand reads its number and says so. Returns whether it was asked. */
static bool say_number(struct world *w, const json_t *row)
{
    struct broadcast_reply reply = {0};
    if (!json_is_true(json_object_get(row, "doubt")))
        return false;
    int ball = nearest_to(w, point_in(w, json_object_get(row, "at")));
    json_t *body = json_pack("{s:O, s:s}", "at", json_object_get(row, "at"), "is", ball_name(w->set, w->called[ball]));
    replace_desk_answer(w->desk, &(struct broadcast_request){"name", NULL, body}, &reply);
    json_decref(body);
    free(reply.bytes);
    return true;
}

/* ---- rounds ------------------------------------------------------------------------------------------------------ */

/* What the program says of the table as it is now; new reference. */
static json_t *state_of(struct world *w, int round)
{
    char picture[600], command[1800];
    if (w->desk)
        return see(w, FRAMES_A_LOOK) ? NULL : replace_desk_state(w->desk);
    snprintf(picture, sizeof picture, "%s/%d.png", w->folder, round);
    snprintf(command, sizeof command, "'%s' replace '%s' '%s' --json", w->program, w->folder, picture);
    return film(w, picture) ? NULL : told(command);
}

static bool is_there(const json_t *row)
{
    return !strcmp(json_string_value(json_object_get(row, "state")), "there");
}

/* A ball that is not moved while another one is in the hand may have been given another place since: what is told is
 * followed from the list as it was. */
static int move_all(struct world *w, const json_t *rows)
{
    int left = 0;
    for (size_t i = 0; i < json_array_size(rows); i++) {
        const json_t *row = json_array_get(rows, i);
        if (is_there(row))
            continue;
        left++;
        if (json_object_get(row, "move"))
            move_ball(w, row);
        else
            bring_ball(w, rows, row);
    }
    return left;
}

/* 1: all is in place, 0: something was moved, negative: the program failed. */
static int one_round(struct world *w, int round)
{
    json_t *state = state_of(w, round);
    const json_t *rows = json_object_get(state, "balls");
    int asked = 0, result = !rows ? -1 : json_is_true(json_object_get(state, "done"));
    int left = move_all(w, rows);
    if (!left && !result && !strcmp(w->how, "asked"))
        for (size_t i = 0; i < json_array_size(rows); i++)
            asked += say_number(w, json_array_get(rows, i));
    printf("round %d: %d balls were not in place, %d numbers were asked for\n", round, left, asked);
    json_decref(state);
    return result;
}

/* Reds among themselves may be exchanged. */
static bool looks_alike(const struct world *w, int i, int k)
{
    const struct ball_row *a = &w->set->row[w->ball[i]], *b = &w->set->row[w->ball[k]];
    return i == k || (a->kind == b->kind && a->kind == BALL_KIND_RED);
}

static int check_places(const struct world *w)
{
    double worst = 0;
    for (int i = 0; i < BALLS; i++) {
        double near = INFINITY;
        for (int k = 0; k < BALLS; k++)
            if (looks_alike(w, i, k))
                near = fmin(near, vec2_dist(w->home[i], w->at[k]));
        worst = fmax(worst, near);
    }
    printf("%s %s: the worst place is %.2f mm off\n", w->game, w->how, worst);
    return worst <= WITHIN_MM ? 0 : fail("a ball is not back in its place");
}

/* Where the stroke left each ball, as following it tells, to a millimetre. */
static struct layout last_known(struct world *w)
{
    struct layout last = {0};
    for (int i = 0; i < BALLS && strcmp(w->how, "asked") != 0; i++) {
        last.known |= ball_bit(w->called[i]);
        last.at[w->called[i]] = vec2(w->sign * w->at[i].x + 0.5 * normal(w), w->sign * w->at[i].y + 0.5 * normal(w));
    }
    return last;
}

static int open_desk(struct world *w)
{
    static struct calibration calibration;
    char path[600], why[CALIBRATE_WHY];
    snprintf(path, sizeof path, "%s/calibration.json", w->folder);
    if (!strcmp(w->how, "once"))
        return 0;
    if (calibration_read(&calibration, path, why))
        return fail(why);
    struct layout last = last_known(w);
    struct replace_order order = {&calibration, w->set->id, &w->wanted, &last, 1.0, 1};
    struct frame f = drawn(w);
    return replace_desk_open(&w->desk, &order, &f) ? fail("the desk could not be opened") : 0;
}

static int open_world(struct world *w, uint64_t seed)
{
    w->kind = !strcmp(w->game, "snooker") ? "snooker-12ft" : "pool-9ft";
    w->set = ball_set(!strcmp(w->game, "snooker") ? BALL_SET_SNOOKER : BALL_SET_NUMBERED);
    w->random = seed * 7919 + 17;
    if (table_make(&w->table, w->kind))
        return 1;
    w->look = sim_look_defaults(&w->table);
    w->camera = sim_camera_over(&w->table, 1920, 1080, 0.82 * w->table.bed.length + 250);
    sim_camera_turn(&w->camera, 0.04 * (uniform(w) - 0.5), 0.04 * (uniform(w) - 0.5), 0.06 * (uniform(w) - 0.5));
    sim_camera_fit(&w->camera, &w->table, 0.02);
    lay_balls(w);
    return sim_render_open(&w->render, &w->table, &w->look, &w->camera, 1);
}

int main(int argc, char **argv)
{
    static struct world w;
    int done = 0;
    if (argc != 6)
        return fail("PROGRAM FOLDER GAME SEED HOW");
    w = (struct world){.program = argv[1], .folder = argv[2], .game = argv[3], .how = argv[5]};
    if (open_world(&w, strtoull(argv[4], NULL, 10)))
        return fail("no such table");
    if (record(&w))
        return 1;
    for (int i = 0; i < MOVED; i++) /* anywhere: a hand may have taken it off the table */
        w.at[i] = somewhere(&w, BALLS);
    if (open_desk(&w))
        return 1;
    for (int round = 1; !done && round <= ROUNDS; round++)
        done = one_round(&w, round);
    sim_render_close(&w.render);
    replace_desk_close(&w.desk);
    if (done <= 0)
        return fail(done ? "the program failed" : "it was never done");
    return check_places(&w);
}
