/* SPDX-License-Identifier: Apache-2.0 */
#include "policy.h"

#include "err.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const words[] = {"none", "call", "propose", "log", "ask"};

const char *verdict_word(enum verdict verdict)
{
    return words[verdict];
}

enum verdict verdict_from_word(const char *word)
{
    for (int i = VERDICT_CALL; word && i <= VERDICT_ASK; i++)
        if (!strcmp(words[i], word))
            return (enum verdict)i;
    return VERDICT_NONE;
}

struct policy policy_defaults(void)
{
    return (struct policy){.mode = POLICY_ACTIVE, .n = 1, .row = {{"", VERDICT_CALL, 0.95}}};
}

/* ---- rows -------------------------------------------------------------------------------------------------------- */

static struct policy_row *row_for(struct policy *p, const char *clause)
{
    for (size_t i = 0; i < p->n; i++)
        if (!strcmp(p->row[i].clause, clause))
            return &p->row[i];
    return p->n < POLICY_ROWS_MAX ? &p->row[p->n++] : NULL;
}

int policy_add(struct policy *policy, const char *text)
{
    const char *equals = strrchr(text, '=');
    char verdict[16] = "";
    double sure = 0.95;
    int used = 0, read = equals ? sscanf(equals + 1, "%15[a-z]%n:%lf%n", verdict, &used, &sure, &used) : 0;
    struct policy_row row = {.verdict = verdict_from_word(verdict), .sure = sure};
    if (read < 1 || equals[1 + used] || !row.verdict || row.verdict == VERDICT_ASK ||
        equals - text >= POLICY_CLAUSE_BYTES)
        return ERR_FORMAT;
    if (!(sure >= 0.5 && sure <= 1))
        return ERR_RANGE;
    snprintf(row.clause, sizeof row.clause, "%.*s", (int)(equals - text), text);
    struct policy_row *place = row_for(policy, row.clause);
    if (!place)
        return ERR_FULL;
    *place = row;
    return 0;
}

/* The row with the longest beginning of this clause. */
static const struct policy_row *row_of_clause(const struct policy *p, const char *clause)
{
    const struct policy_row *best = NULL;
    for (size_t i = 0; i < p->n; i++) {
        size_t length = strlen(p->row[i].clause);
        if (!strncmp(p->row[i].clause, clause, length) && (!best || length > strlen(best->clause)))
            best = &p->row[i];
    }
    return best;
}

/* ---- deciding ---------------------------------------------------------------------------------------------------- */

/* A ruling may rest on several clauses, and stands by any of them: the one that says most decides. */
static struct policy_row row_of(const struct policy *p, const json_t *ruling)
{
    const json_t *clauses = json_object_get(ruling, "clauses");
    struct policy_row row = {.verdict = VERDICT_NONE};
    for (size_t i = 0; i < json_array_size(clauses); i++) {
        const char *clause = json_string_value(json_array_get(clauses, i));
        const struct policy_row *one = clause ? row_of_clause(p, clause) : NULL;
        if (one && (!row.verdict || one->verdict < row.verdict))
            row = *one;
    }
    const struct policy_row *all = row_of_clause(p, "");
    return row.verdict || !all ? row : *all;
}

static enum verdict decide_active(const struct policy *p, const json_t *ruling, const char *origin)
{
    struct policy_row row = row_of(p, ruling);
    const json_t *sure = json_object_get(ruling, "sure");
    if (!origin || strcmp(origin, "camera") != 0)
        return VERDICT_CALL;
    if (row.verdict != VERDICT_LOG && json_is_number(sure) && json_number_value(sure) < row.sure)
        return VERDICT_ASK;
    return row.verdict ? row.verdict : VERDICT_LOG;
}

enum verdict policy_decide(const struct policy *policy, const json_t *ruling, const char *origin)
{
    if (policy->mode == POLICY_PASSIVE)
        return VERDICT_LOG;
    enum verdict verdict = decide_active(policy, ruling, origin);
    bool nobody_to_ask = policy->mode == POLICY_PRACTICE && (verdict == VERDICT_ASK || verdict == VERDICT_PROPOSE);
    return nobody_to_ask ? VERDICT_CALL : verdict;
}
