/* SPDX-License-Identifier: Apache-2.0 */
/* new_match.c: how does a match take the place of another without either being lost? */
#define _GNU_SOURCE /* renameat2 */
#include "new_match.h"

#include "err.h"
#include "keeper.h"

#include <errno.h>
#include <fcntl.h>
#include <glib.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { PLACES = 100000 };

/* ---- what was asked for ------------------------------------------------------------------------------------------ */

static json_t *refuse(char *text, const char *why)
{
    snprintf(text, SCENARIO_ERROR_BYTES, "%s", why);
    return NULL;
}

static const char *text_of(const json_t *object, const char *key)
{
    return json_string_value(json_object_get(object, key));
}

static const struct game *game_of(const json_t *posted, const struct match *now)
{
    const struct scenario *s = now ? match_now(now) : NULL;
    const char *name = text_of(posted, "game"), *edition = text_of(posted, "edition");
    return name ? rules_game(name, edition) : s ? s->game : NULL;
}

json_t *new_match_players(const char *text)
{
    char **names = g_strsplit(text, ",", -1);
    json_t *list = json_array();
    for (char **name = names; *name; name++)
        json_array_append_new(list, json_string(g_strstrip(*name)));
    g_strfreev(names);
    return list;
}

static bool is_name(const char *name)
{
    if (!name || !name[strspn(name, " ")] || strlen(name) >= NAME_BYTES)
        return false;
    while (*name && !g_ascii_iscntrl(*name))
        name++;
    return !*name;
}

const char *new_match_wrong_players(const json_t *players, size_t wanted)
{
    size_t n = json_array_size(players);
    if (n != wanted)
        return wanted == 4 ? "This game needs four players." : "This game needs two players.";
    for (size_t i = 0; i < n; i++) {
        const char *name = json_string_value(json_array_get(players, i));
        if (!is_name(name))
            return "Every player needs a name, and not too long a one.";
        for (size_t j = 0; j < i; j++)
            if (!strcmp(name, json_string_value(json_array_get(players, j))))
                return "Two players cannot have the same name.";
    }
    return NULL;
}

static bool is_within(const json_t *posted, const char *key, double low, double high)
{
    const json_t *value = json_object_get(posted, key);
    double n = json_number_value(value);
    return !value || (json_is_number(value) && n >= low && n <= high);
}

static const char *wrong_opener(const json_t *posted)
{
    const json_t *players = json_object_get(posted, "players"), *opener = json_object_get(posted, "opener");
    bool found = !opener;
    for (size_t i = 0; i < json_array_size(players); i++)
        found = found || json_equal(opener, json_array_get(players, i));
    return found ? NULL : "Who opens is not one of the players.";
}

static const char *wrong_figure(const json_t *posted)
{
    if (!is_within(posted, "frames", 1, 99))
        return "A match has 1 to 99 frames.";
    if (!is_within(posted, "target", 0, 10000))
        return "The target is a number of points.";
    return is_within(posted, "shot_s", 0, 3600) && is_within(posted, "session_s", 0, 86400)
               ? NULL
               : "A clock must be set to a time that people play.";
}

/* A camera was taught which balls there are when the referee was started. */
static bool other_balls(const struct game *game, const struct match *now)
{
    const struct scenario *s = now ? match_now(now) : NULL;
    return s && s->game->balls != game->balls;
}

static const char *wrong(const json_t *posted, const struct game *game, const struct match *now)
{
    if (!game)
        return "There is no such game.";
    if (other_balls(game, now))
        return "That game is played with other balls: start the referee again for it.";
    const char *why = new_match_wrong_players(json_object_get(posted, "players"), game->players);
    if (!why)
        why = wrong_opener(posted);
    return why ? why : wrong_figure(posted);
}

static void copy(json_t *to, const char *as, const json_t *from, const char *key)
{
    const json_t *value = json_object_get(from, key);
    if (json_is_string(value) || json_number_value(value) > 0)
        json_object_set(to, as, (json_t *)value);
}

json_t *new_match_entry(const json_t *posted, const struct match *now, char text[SCENARIO_ERROR_BYTES])
{
    const struct game *game = game_of(posted, now);
    const char *why = wrong(posted, game, now);
    if (why)
        return refuse(text, why);
    json_t *timing = json_object(), *chosen = json_object();
    copy(timing, "shot_s", posted, "shot_s");
    copy(timing, "match_s", posted, "session_s");
    copy(chosen, "session_s", posted, "session_s");
    copy(chosen, "target", posted, "target");
    if (json_object_get(chosen, "session_s"))
        json_object_set_new(chosen, "final_session", json_true());
    json_t *entry = json_pack("{s:s, s:s, s:s, s:O, s:i, s:i, s:o, s:o}", "type", "match", "game", game->name,
                              "edition", game->edition, "players", json_object_get(posted, "players"), "frames", 1,
                              "games", 1, "options", chosen, "timing", timing);
    if (json_object_get(posted, "frames"))
        json_object_set(entry, "frames", json_object_get(posted, "frames"));
    copy(entry, "opener", posted, "opener");
    json_t *table = now && match_now(now) ? json_object_get(match_entry(now, 1), "table") : NULL;
    if (table)
        json_object_set(entry, "table", table);
    return entry;
}

/* ---- on the disk ------------------------------------------------------------------------------------------------- */

/* FOLDER/before-N, the first that is free, made. NULL: it cannot be. */
static char *make_place(const char *folder)
{
    for (int n = 1; n < PLACES; n++) {
        char *path = g_strdup_printf("%s/before-%d", folder, n);
        if (!mkdir(path, 0777))
            return path;
        int why = errno;
        g_free(path);
        errno = why;
        if (why != EEXIST)
            return NULL;
    }
    errno = ENOSPC;
    return NULL;
}

static char *inside(const char *folder, const char *name)
{
    return g_build_filename(folder, name, NULL);
}

static void remove_place(const char *place)
{
    char *journal = inside(place, "journal.jsonl");
    unlink(journal);
    rmdir(place);
    g_free(journal);
}

/* Spots, baulk and cushions are where this table has them. The usual table of a game goes without saying. */
void new_match_on_table(json_t *entry, const struct game *game, const struct bed *b)
{
    struct state usual;
    rules_open(game, &usual, 1);
    double off =
        fabs(b->length - usual.bed.length) + fabs(b->width - usual.bed.width) + fabs(b->ball_d - usual.bed.ball_d);
    if (b->length > 0 && off > 0.5)
        json_object_set_new(
            entry, "table",
            json_pack("{s:f, s:f, s:f, s:f}", "L", b->length, "W", b->width, "d", b->ball_d, "cue_d", b->cue_ball_d));
}

static void tell_nobody(void *user, const struct keeper_said *said)
{
    (void)user, (void)said;
}

int new_match_prepare(const char *folder, const json_t *entry, char **place, char text[SCENARIO_ERROR_BYTES])
{
    struct keeper *keeper;
    *place = make_place(folder);
    if (!*place)
        return err_from_errno(errno);
    struct keeper_settings settings = {.folder = *place, .match = (json_t *)entry, .policy = policy_defaults()};
    int err = keeper_open(&keeper, &settings, tell_nobody, NULL, text);
    keeper_close(&keeper);
    if (err) {
        remove_place(*place);
        g_free(*place);
        *place = NULL;
    }
    return err;
}

/* At once where the file system can; else the old one is moved away first. */
static int swap_files(const char *a, const char *b)
{
    if (!renameat2(AT_FDCWD, a, AT_FDCWD, b, RENAME_EXCHANGE))
        return 0;
    if (errno != ENOSYS && errno != EINVAL && errno != ENOENT)
        return err_from_errno(errno);
    char *aside = g_strconcat(b, ".new", NULL);
    int err = rename(b, aside) ? err_from_errno(errno) : 0;
    if (!err && rename(a, b) && errno != ENOENT) /* there may be no match yet */
        err = err_from_errno(errno);
    if (rename(aside, err ? b : a) && !err)
        err = err_from_errno(errno);
    g_free(aside);
    return err;
}

int new_match_exchange(const char *folder, const char *place)
{
    char *own = inside(folder, "journal.jsonl"), *other = inside(place, "journal.jsonl");
    char *clips = inside(folder, "clips"), *kept = inside(place, "clips");
    int err = swap_files(own, other);
    if (!err) {
        if (!rename(clips, kept)) /* there may be none */
            (void)mkdir(clips, 0777);
        if (access(other, F_OK))
            rmdir(place); /* nothing was played before */
    } else {
        remove_place(place);
    }
    g_free(own);
    g_free(other);
    g_free(clips);
    g_free(kept);
    return err;
}
