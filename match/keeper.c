/* SPDX-License-Identifier: Apache-2.0 */
/* keeper.c: how does an entry get into the match and its journal, and how is a match taken up again? */
#include "keeper_inside.h"

#include "err.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

const struct match *keeper_match(const struct keeper *keeper)
{
    return keeper->match;
}

const struct clock *keeper_clock(const struct keeper *keeper)
{
    return &keeper->clock;
}

const struct journal_report *keeper_report(const struct keeper *keeper)
{
    return &keeper->report;
}

double keeper_offset(const struct keeper *keeper)
{
    return keeper->offset;
}

size_t keeper_lines_done(const struct keeper *keeper)
{
    return keeper->lines_done;
}

/* ---- into the journal -------------------------------------------------------------------------------------------- */

static void fold_clock(struct keeper *k, const json_t *line)
{
    if (keeper_is(line, "match")) {
        const struct timing timing = clock_timing(&match_now(k->match)->game->timing, json_object_get(line, "timing"));
        clock_open(&k->clock, &timing);
    }
    clock_fold(&k->clock, line);
}

/* Everything that follows from a line being in the journal, now or when it is read back. */
static void note_line(struct keeper *k, const json_t *line)
{
    const json_t *t = json_object_get(line, "t");
    size_t number = (size_t)json_integer_value(json_object_get(line, "line"));
    if (json_is_number(t) && json_number_value(t) > k->last_t)
        k->last_t = json_number_value(t);
    if (number > k->lines_done)
        k->lines_done = number;
    if (keeper_is(line, "stroke") || keeper_is(line, "act"))
        lookout_reset(&k->lookout);
    fold_clock(k, line);
}

int keeper_write(struct keeper *k, const json_t *line)
{
    long long offset = journal_end(k->journal);
    k->failed = journal_append(k->journal, line);
    if (!k->failed) {
        stow_note(&k->stow, k->match, line, offset);
        note_line(k, line);
    }
    return k->failed;
}

static const char *origin_of(const json_t *entry)
{
    const char *origin = json_string_value(json_object_get(entry, "origin"));
    return origin ? origin : keeper_is(entry, "stroke") ? "camera" : "official";
}

static int write_ruling(struct keeper *k, json_t *ruling, const json_t *entry, bool again)
{
    struct keeper_said said = {.match = k->match, .ruling = ruling, .origin = origin_of(entry), .again = again};
    said.verdict = policy_decide(&k->policy, ruling, said.origin);
    said.noticed = json_object_get(entry, "noticed");
    if (said.verdict == VERDICT_CALL && k->policy.mode == POLICY_ACTIVE &&
        json_is_true(json_object_get(entry, "strange")))
        said.verdict = VERDICT_ASK; /* perhaps a stroke went unseen, perhaps it was none */
    json_object_set_new(ruling, "verdict", json_string(verdict_word(said.verdict)));
    json_object_set(ruling, "t", json_object_get(entry, "t"));
    if (json_object_get(entry, "n"))
        json_object_set(ruling, "n", json_object_get(entry, "n"));
    int err = keeper_write(k, ruling);
    if (!err)
        k->tell(k->user, &said);
    return err;
}

int keeper_enter(struct keeper *k, json_t *entry, char *error)
{
    json_t *ruling = NULL;
    if (k->failed)
        return k->failed;
    if (k->line)
        json_object_set_new(entry, "line", json_integer((json_int_t)k->line));
    int err = match_apply(k->match, entry, &ruling, error);
    if (!err && (err = keeper_write(k, entry)))
        snprintf(error, SCENARIO_ERROR_BYTES, "the journal could not be written");
    if (!err && ruling && (err = write_ruling(k, ruling, entry, false)))
        snprintf(error, SCENARIO_ERROR_BYTES, "the journal could not be written");
    json_decref(ruling);
    stow_old(&k->stow, k->match);
    return err;
}

int keeper_enter_inferred(struct keeper *k, json_t *entry, char *error)
{
    size_t line = k->line;
    k->line = 0;
    int err = keeper_enter(k, entry, error);
    k->line = line;
    return err;
}

/* ---- time -------------------------------------------------------------------------------------------------------- */

int keeper_pass_time(struct keeper *k, double t, char *error)
{
    json_t *due;
    int err = 0;
    while (!err && match_now(k->match) && !match_now(k->match)->state.frame_over && (due = clock_due(&k->clock, t))) {
        err = keeper_enter_inferred(k, due, error);
        json_decref(due);
    }
    return err;
}

int keeper_time(struct keeper *keeper, double t, char error[SCENARIO_ERROR_BYTES])
{
    return keeper_pass_time(keeper, t + keeper->offset, error);
}

/* ---- opening ----------------------------------------------------------------------------------------------------- */

static int reread(void *user, size_t number, const json_t *line)
{
    struct keeper *k = user;
    (void)number;
    int err = match_reread(k->match, line, k->error);
    if (!err) {
        stow_note(&k->stow, k->match, line, k->report.offset);
        note_line(k, line);
    }
    return err;
}

static json_t *load_line(void *user, long long offset)
{
    const struct keeper *k = user;
    return journal_line(k->journal, offset);
}

/* A crash between an entry and its ruling: the ruling follows now. */
static int catch_up(struct keeper *k)
{
    json_t *ruling = match_unwritten(k->match);
    if (!ruling)
        return 0;
    int err = write_ruling(k, ruling, match_entry(k->match, match_next_seq(k->match) - 1), true);
    json_decref(ruling);
    return err;
}

/* A new file is only safe when its folder knows of it. */
static void sync_folder(const char *folder)
{
    int fd = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd < 0)
        return;
    (void)!fsync(fd);
    close(fd);
}

static int begin(struct keeper *k, const struct keeper_settings *s, char *error)
{
    if (match_now(k->match))
        return catch_up(k);
    sync_folder(s->folder);
    json_t *entry = json_deep_copy(s->match);
    int err = keeper_enter(k, entry, error);
    json_decref(entry);
    return err;
}

static int open_journal(struct keeper *k, const struct keeper_settings *s, char *error)
{
    size_t size = strlen(s->folder) + sizeof "/journal.jsonl";
    char *path = malloc(size);
    if (!path)
        return ERR_MEMORY;
    snprintf(path, size, "%s/journal.jsonl", s->folder);
    int err = journal_open(&k->journal, path, reread, k, &k->report);
    free(path);
    if (err && k->report.bad_line)
        snprintf(error, SCENARIO_ERROR_BYTES, "line %zu of the journal: %.160s", k->report.bad_line,
                 *k->error ? k->error : k->report.reason);
    return err;
}

int keeper_open(struct keeper **keeper, const struct keeper_settings *settings, keeper_tell *tell, void *user,
                char error[SCENARIO_ERROR_BYTES])
{
    struct keeper *k = *keeper = calloc(1, sizeof *k);
    *error = 0;
    if (!k)
        return ERR_MEMORY;
    k->policy = settings->policy;
    k->repeats = settings->repeats;
    k->tell = tell;
    k->user = user;
    k->events = json_array();
    k->position = json_object();
    int err = match_open(&k->match);
    if (!err)
        err = open_journal(k, settings, error);
    if (!err)
        k->offset = k->repeats ? 0 : k->last_t;
    if (!err) {
        match_stow_with(k->match, load_line, k);
        stow_old(&k->stow, k->match);
    }
    k->strange = !err && !k->repeats && match_now(k->match);
    if (!err)
        err = begin(k, settings, error);
    if (err)
        keeper_close(keeper);
    return err;
}

void keeper_close(struct keeper **keeper)
{
    struct keeper *k = *keeper;
    if (!k)
        return;
    journal_close(&k->journal);
    match_close(&k->match);
    json_decref(k->events);
    json_decref(k->position);
    stow_close(&k->stow);
    free(k);
    *keeper = NULL;
}
