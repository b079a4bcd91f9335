/* SPDX-License-Identifier: Apache-2.0 */
/* clause.c: where does a clause stand? Book, section, number and what it is about; never the book's own text. */
#include "review.h"

#include <ctype.h>
#include <string.h>

/* Sections by the first part of a number, as the books head them. */
struct section {
    const char *prefix, *first, *title;
};

static const struct section sections[] = {
    {"SNK", "1", "Section 1: Equipment"},     {"SNK", "2", "Section 2: Definitions"},
    {"SNK", "3", "Section 3: The Game"},      {"SNK", "4", "Section 4: The Players"},
    {"SNK", "5", "Section 5: The Officials"}, {"BIL", "1", "Section 1: Equipment"},
    {"BIL", "2", "Section 2: Definitions"},   {"BIL", "3", "Section 3: The Game"},
    {"BIL", "4", "Section 4: The Players"},   {"BIL", "5", "Section 5: The Officials"},
    {"WPA", "1", "Section 1: General rules"}, {"WPA", "2", "Section 2: Nine ball"},
    {"WPA", "3", "Section 3: Eight ball"},    {"WPA", "4", "Section 4: 14.1 continuous"},
    {"WPA", "5", "Section 5: Black ball"},    {"WPA", "6", "Section 6: Fouls"},
    {"WPA", "7", "Section 7: Wheelchair"},    {"WPA", "8", "Section 8: Definitions"},
};

static const char *section_of(const char *prefix, const char *number)
{
    size_t first = strcspn(number, ".(");
    for (size_t i = 0; i < sizeof sections / sizeof *sections; i++)
        if (!strcmp(sections[i].prefix, prefix) && strlen(sections[i].first) == first &&
            !strncmp(sections[i].first, number, first))
            return sections[i].title;
    return NULL;
}

/* Section by letter: "Rule K" of "K12", where a book goes by letters. */
static json_t *section_words(const char *prefix, const char *number)
{
    const char *title = section_of(prefix, number);
    size_t letters = strspn(number, "ABCDEFGHIJKLMNOPQRSTUVWXYZ");
    if (title)
        return json_string(title);
    return letters ? json_sprintf("Section %.*s", (int)letters, number)
                   : json_sprintf("Section %.*s", (int)strcspn(number, ".("), number);
}

static json_t *reference(const struct book *book, const struct rule *rule, const char *clause)
{
    const char *number = clause + strlen(book->prefix);
    while (isspace((unsigned char)*number))
        number++;
    return json_pack("{s:s, s:s, s:o, s:s, s:s}", "clause", clause, "book", book->title, "section",
                     section_words(book->prefix, number), "number", number, "title", rule->title);
}

json_t *clause_reference(const struct game *game, const char *clause)
{
    char text[64];
    for (int b = 0; game->books[b]; b++)
        for (size_t i = 0; i < game->books[b]->count; i++) {
            const struct rule *rule = &game->books[b]->rules[i];
            if (rules_applies(game->books[b], rule) && !strcmp(rules_clause(game, rule, text, sizeof text), clause))
                return reference(game->books[b], rule, clause);
        }
    return json_pack("{s:s, s:n, s:n, s:s, s:n}", "clause", clause, "book", "section", "number", clause, "title");
}
