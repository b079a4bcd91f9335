/* SPDX-License-Identifier: Apache-2.0 */
/* film_recipe.c: how does a recipe become a film's settings, and JSON? */
#include "film_recipe.h"

#include "err.h"
#include "sim_camera_file.h"
#include "sim_room.h"

#include <glib.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

struct film_recipe film_recipe_default(void)
{
    return (struct film_recipe){.game = "snooker",
                                .look = "plain",
                                .seed = 1,
                                .strokes = 1,
                                .width = 1280,
                                .height = 720,
                                .pace = 1,
                                .fouls = -1,
                                .people = true};
}

/* ---- settings --------------------------------------------------------------------------------------------------- */

static int wrong(struct recipe_fault *fault, int err, const char *what, const char *why, const char *advice)
{
    fault->what = what;
    g_strlcpy(fault->why, why, sizeof fault->why);
    g_strlcpy(fault->advice, advice, sizeof fault->advice);
    return err;
}

static int no_such_game(const struct film_recipe *r, struct recipe_fault *fault)
{
    char games[256] = "The games are";
    for (int g = SIM_SNOOKER; g < SIM_GAMES; g++) {
        g_strlcat(games, " ", sizeof games);
        g_strlcat(games, sim_game_row((enum sim_game)g)->name, sizeof games);
    }
    g_strlcat(games, ".", sizeof games);
    return wrong(fault, ERR_RANGE, r->game, "there is no such game", games);
}

static int choose_table(const struct film_recipe *r, struct sim_settings *s, struct recipe_fault *fault)
{
    struct table t;
    if (!r->table[0])
        return 0;
    if (table_make(&t, r->table))
        return wrong(fault, ERR_RANGE, r->table, "there is no such table", "Run 'whiteglove tables' for the list.");
    g_strlcpy(s->table, r->table, SIM_KIND_MAX);
    s->camera = sim_camera_over(&t, s->camera.width, s->camera.height, 0.82 * t.bed.length + 250);
    s->look = sim_look_defaults(&t);
    return 0;
}

static int choose_camera(const struct film_recipe *r, struct sim_settings *s, struct recipe_fault *fault)
{
    struct table t;
    if (!r->camera[0])
        return 0;
    if (!strcmp(r->camera, "random")) {
        int err = table_make(&t, s->table);
        s->camera = err ? s->camera : sim_camera_random(&t, s->camera.width, s->camera.height, (uint64_t)r->seed);
        return err ? wrong(fault, err, s->table, err_text(err), "") : 0;
    }
    char why[200] = "";
    int err = sim_camera_read(&s->camera, r->camera, why, sizeof why);
    return err ? wrong(fault, err, r->camera, why[0] ? why : err_text(err), "") : 0;
}

static int choose_look(const struct film_recipe *r, struct sim_settings *s, struct recipe_fault *fault)
{
    if (!strcmp(r->look, "plain"))
        return 0;
    if (strcmp(r->look, "random") != 0) {
        char why[200] = "";
        int err = sim_room_read(&s->look, r->look, why, sizeof why);
        return err ? wrong(fault, err, r->look, why[0] ? why : err_text(err), "Or write plain, or random.") : 0;
    }
    struct sim_camera camera = s->camera;
    sim_settings_vary(s, (uint64_t)r->seed);
    if (strcmp(r->camera, "random") != 0)
        s->camera = camera;
    return 0;
}

static bool in_range(const struct film_recipe *r)
{
    return r->strokes >= 0 && r->fps >= 0 && r->pace > 0 && r->fouls <= 1 && r->drift >= 0 && r->drift <= 0.3;
}

static void set_rate(struct sim_camera *c, double fps)
{
    if (!(fps > 0))
        return;
    c->fps = fps;
    c->shutter_s = fmin(c->shutter_s, 0.9 / fps);
    c->rolling_s = fmin(c->rolling_s, 0.95 / fps);
}

int film_recipe_settings(const struct film_recipe *r, struct sim_settings *s, struct recipe_fault *fault)
{
    enum sim_game game = sim_game_from_name(r->game);
    if (!game)
        return no_such_game(r, fault);
    if (r->width < 64 || r->height < 64 || r->width > 8192 || r->height > 8192)
        return wrong(fault, ERR_RANGE, "--size", "is like 1280x720", "");
    if (!in_range(r))
        return wrong(fault, ERR_RANGE, NULL, "a number is out of range", "Run 'whiteglove simulate --help'.");
    *s = sim_settings_defaults(game, r->width & ~1, r->height & ~1, (uint64_t)r->seed);
    int err = choose_table(r, s, fault);
    if (!err)
        err = choose_look(r, s, fault);
    if (!err)
        err = choose_camera(r, s, fault);
    if (err)
        return err;
    set_rate(&s->camera, r->fps);
    s->strokes = r->strokes;
    s->people = r->people;
    s->captions |= r->captions;
    s->pace *= r->pace;
    if (r->fouls >= 0)
        s->skill[0].mischief = s->skill[1].mischief = s->touch = r->fouls;
    s->drift = r->drift > 0 ? r->drift : s->drift;
    s->bump_s = r->bump_s > 0 ? r->bump_s : s->bump_s;
    s->bump = s->bump > 0 ? s->bump : 0.003;
    s->lamp_fail_s = r->lamp_fail_s > 0 ? r->lamp_fail_s : s->lamp_fail_s;
    return 0;
}

/* ---- JSON ------------------------------------------------------------------------------------------------------- */

json_t *film_recipe_json(const struct film_recipe *r)
{
    return json_pack("{s:s, s:s, s:s, s:s, s:I, s:i, s:i, s:i, s:f, s:f, s:f, s:f, s:f, s:f, s:b, s:b}", "game",
                     r->game, "table", r->table, "camera", r->camera, "look", r->look, "seed", (json_int_t)r->seed,
                     "strokes", r->strokes, "width", r->width, "height", r->height, "fps", r->fps, "pace", r->pace,
                     "fouls", r->fouls, "drift", r->drift, "bump", r->bump_s, "lamp_fails", r->lamp_fail_s, "people",
                     r->people, "captions", r->captions);
}

int film_recipe_from(const json_t *truth, struct film_recipe *r)
{
    const char *game, *table, *camera, *look;
    json_int_t seed;
    int people, captions;
    json_t *o = json_object_get(truth, "recipe");
    *r = film_recipe_default();
    if (!o)
        return ERR_NOT_FOUND;
    if (json_unpack(o, "{s:s, s:s, s:s, s:s, s:I, s:i, s:i, s:i, s:F, s:F, s:F, s:F, s:F, s:F, s:b, s:b}", "game",
                    &game, "table", &table, "camera", &camera, "look", &look, "seed", &seed, "strokes", &r->strokes,
                    "width", &r->width, "height", &r->height, "fps", &r->fps, "pace", &r->pace, "fouls", &r->fouls,
                    "drift", &r->drift, "bump", &r->bump_s, "lamp_fails", &r->lamp_fail_s, "people", &people,
                    "captions", &captions))
        return ERR_FORMAT;
    r->seed = seed;
    r->people = people;
    r->captions = captions;
    bool fits = g_strlcpy(r->game, game, sizeof r->game) < sizeof r->game &&
                g_strlcpy(r->table, table, sizeof r->table) < sizeof r->table &&
                g_strlcpy(r->camera, camera, sizeof r->camera) < sizeof r->camera &&
                g_strlcpy(r->look, look, sizeof r->look) < sizeof r->look;
    return fits ? 0 : ERR_FORMAT;
}
