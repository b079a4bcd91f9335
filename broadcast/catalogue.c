/* SPDX-License-Identifier: Apache-2.0 */
/* catalogue.c: what can be asked for and entered at all? Made from the tables of match and rules, never by hand. */
#include "match.h"
#include "web.h"

#include <string.h>

bool catalogue_has_act(const char *name)
{
    for (const struct match_act *a = match_acts(); name && a->name; a++)
        if (!strcmp(a->name, name))
            return true;
    return false;
}

json_t *catalogue_api(void)
{
    json_t *fields = json_array(), *acts = json_array();
    for (const char *const *name = field_names(); *name; name++)
        json_array_append_new(fields, json_string(*name));
    for (const struct match_act *a = match_acts(); a->name; a++)
        json_array_append_new(
            acts, json_pack("{s:s, s:s, s:s}", "act", a->name, "parameters", a->parameters, "meaning", a->meaning));
    return json_pack("{s:[s,s,s,s,s,s], s:[s,s,s], s:o, s:o}", "get", "/api/state", "/api/events",
                     "/api/journal?from=LINE", "/api/text/FIELD", "/api/flags?game=GAME&edition=EDITION",
                     "/api/session", "post", "/api/act", "/api/login", "/api/logout", "fields", fields, "acts", acts);
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
