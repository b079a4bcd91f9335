/* SPDX-License-Identifier: Apache-2.0 */
/* catalogue.c: what can be asked for and entered at all? Made from the tables of match and rules, never by hand. */
#include "match.h"
#include "web.h"

#include <string.h>

/* Acts that are not about what is played but about which match it is; see broadcast_act. */
static const struct match_act own_acts[] = {
    {"new_match", "game players [edition] [frames] [opener] [target] [shot_s] [session_s]",
     "starts another match; the one that was played is kept"},
};
enum { OWN_ACTS = sizeof own_acts / sizeof *own_acts };

bool catalogue_has_act(const char *name)
{
    for (int i = 0; name && i < OWN_ACTS; i++)
        if (!strcmp(own_acts[i].name, name))
            return true;
    for (const struct match_act *a = match_acts(); name && a->name; a++)
        if (!strcmp(a->name, name))
            return true;
    return false;
}

static void add_act(json_t *list, const struct match_act *a)
{
    json_array_append_new(
        list, json_pack("{s:s, s:s, s:s}", "act", a->name, "parameters", a->parameters, "meaning", a->meaning));
}

static json_t *strings(const char *const *list)
{
    json_t *array = json_array();
    while (*list)
        json_array_append_new(array, json_string(*list++));
    return array;
}

json_t *catalogue_api(void)
{
    static const char *const gets[] = {"/api/state",
                                       "/api/events",
                                       "/api/journal?from=LINE",
                                       "/api/clips",
                                       "/api/clips/ENTRY",
                                       "/api/text/FIELD",
                                       "/api/flags?game=GAME&edition=EDITION",
                                       "/api/games",
                                       "/api/session",
                                       NULL};
    static const char *const posts[] = {"/api/act", "/api/login", "/api/logout", NULL};
    json_t *acts = json_array();
    for (const struct match_act *a = match_acts(); a->name; a++)
        add_act(acts, a);
    for (int i = 0; i < OWN_ACTS; i++)
        add_act(acts, &own_acts[i]);
    return json_pack("{s:o, s:o, s:o, s:o}", "get", strings(gets), "post", strings(posts), "fields",
                     strings(field_names()), "acts", acts);
}

json_t *catalogue_games(void)
{
    json_t *list = json_array();
    const struct game *game;
    for (size_t i = 0; (game = rules_games(i)); i++)
        json_array_append_new(list, json_pack("{s:s, s:s, s:s, s:i, s:i, s:f, s:f}", "game", game->name, "edition",
                                              game->edition, "title", game->title, "players", game->players, "balls",
                                              (int)game->balls, "shot_s", game->timing.shot_s, "match_s",
                                              game->timing.match_s));
    return list;
}

static void add_flag(json_t *list, const struct game *game, const struct rule *rule)
{
    char clause[64];
    const char *flag = flag_name(rule->flag);
    for (size_t i = 0; i < json_array_size(list); i++)
        if (!strcmp(json_string_value(json_object_get(json_array_get(list, i), "flag")), flag))
            return; /* the first clause that a flag raises is the one it is known by */
    json_array_append_new(list, json_pack("{s:s, s:s, s:s}", "flag", flag, "clause",
                                          rules_clause(game, rule, clause, sizeof clause), "title", rule->title));
}

json_t *catalogue_flags(const char *name, const char *edition)
{
    const struct game *game = name ? rules_game(name, edition) : NULL;
    if (!game)
        return NULL;
    json_t *list = json_array();
    for (const struct book *const *book = game->books; book && *book; book++)
        for (size_t i = 0; i < (*book)->count; i++)
            if ((*book)->rules[i].flag && rules_applies(*book, &(*book)->rules[i]))
                add_flag(list, game, &(*book)->rules[i]);
    return list;
}
