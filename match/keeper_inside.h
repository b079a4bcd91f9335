/* SPDX-License-Identifier: Apache-2.0 */
/* keeper_inside.h: what keeper.c and keeper_lines.c share. Private to them. */
#pragma once

#include "journal.h"
#include "keeper.h"
#include "lookout.h"
#include "seen.h"
#include "stow.h"

#include <string.h>

struct keeper {
    struct match *match;
    struct clock clock;
    struct journal *journal;
    struct journal_report report;
    struct policy policy;
    keeper_tell *tell;
    void *user;
    bool repeats;
    int failed;        /* the disk's error, once there was one */
    size_t lines_done; /* of the source, by the journal */
    size_t line;       /* being worked on; 0: not from the source */
    double last_t, offset;
    double stirred;     /* when balls were last seen to move; 0: what that was has been told */
    json_t *events;     /* of the source since the last stroke */
    json_t *position;   /* where it saw the balls last, {ball: [x, y]} */
    double position_sd; /* mm; 0: exactly */
    struct seen_error errs;
    size_t events_dropped;
    struct lookout lookout;
    struct stow stow;
    bool strange; /* the source counts its balls anew: they must be recognised */
    struct setup_names names;
    char error[SCENARIO_ERROR_BYTES]; /* while the journal is read */
};

static inline bool keeper_is(const json_t *line, const char *type)
{
    const char *own = json_string_value(json_object_get(line, "type"));
    return own && !strcmp(own, type);
}

/* ---- keeper.c ---------------------------------------------------------------------------------------------------- */

int keeper_write(struct keeper *k, const json_t *line); /* into the journal; 0 or the disk's error */

/* Folds an entry, makes it durable, then what follows from it, and only then tells. */
int keeper_enter(struct keeper *k, json_t *entry, char *error);

/* The same for entries that nobody typed: they are not the line of the source that gave rise to them. */
int keeper_enter_inferred(struct keeper *k, json_t *entry, char *error);

int keeper_pass_time(struct keeper *k, double t, char *error); /* enters what clocks have due by then */
