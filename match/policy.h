/* SPDX-License-Identifier: Apache-2.0 */
/* policy.h: what is done with a ruling: is it called, proposed, only written down, or is a person asked?
 * Decided by the clauses it rests on and by how sure it is. */
#pragma once

#include <jansson.h>
#include <stddef.h>

enum verdict {
    VERDICT_NONE,
    VERDICT_CALL,    /* said and shown; it stands */
    VERDICT_PROPOSE, /* shown, to be accepted or overruled; it stands meanwhile */
    VERDICT_LOG,     /* in the journal and on the scoreboard, nothing more */
    VERDICT_ASK,     /* not sure enough: shown with its hinge and the rulings that are possible, likeliest first */
};

const char *verdict_word(enum verdict verdict); /* "call" */
enum verdict verdict_from_word(const char *word);

enum policy_mode {
    POLICY_ACTIVE = 1, /* calls the game */
    POLICY_PASSIVE,    /* shows everything, calls and asks nothing: a referee stands at the table */
    POLICY_PRACTICE,   /* one player, who plays both sides: breaks and fouls are called, nothing is asked */
};

enum { POLICY_ROWS_MAX = 64, POLICY_CLAUSE_BYTES = 32 };

struct policy_row {
    char clause[POLICY_CLAUSE_BYTES]; /* a clause with its book, or how clauses begin: "SNK 3.14", "SNK"; "" is all */
    enum verdict verdict;             /* CALL, PROPOSE or LOG */
    double sure; /* 0.5..1: rulings less sure are asked. Lower it where a wrong call hurts less than a question */
};

struct policy {
    enum policy_mode mode;
    size_t n;
    struct policy_row row[POLICY_ROWS_MAX]; /* the longest beginning that fits decides */
};

/* Everything is called that is at least 0.95 sure. */
struct policy policy_defaults(void);

/* "SNK 3.14=propose", "WPA=call:0.9", "=call:0.99" (all that no other row names).
 * 0, ERR_FORMAT, ERR_RANGE for a `sure` outside 0.5..1, or ERR_FULL. */
int policy_add(struct policy *policy, const char *text);

/* What is done with a `ruling` line (FORMATS section 6) that followed from something of this origin: only what the
 * camera saw can be in doubt; what people and clocks say is called. */
enum verdict policy_decide(const struct policy *policy, const json_t *ruling, const char *origin);
