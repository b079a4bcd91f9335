/* SPDX-License-Identifier: Apache-2.0 */
#include "history.h"

#include "err.h"
#include "journal.h"
#include "shots.h"

#include <sqlite3.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct history {
    sqlite3 *db;
};

static const char schema[] =
    "PRAGMA journal_mode = WAL;"
    "CREATE TABLE IF NOT EXISTS matches(id INTEGER PRIMARY KEY, name TEXT UNIQUE, game TEXT, edition TEXT,"
    " a TEXT, b TEXT, frames_a INT, frames_b INT);"
    "CREATE TABLE IF NOT EXISTS frames(match INT, n INT, score_a INT, score_b INT, winner TEXT);"
    "CREATE TABLE IF NOT EXISTS strokes(match INT, seq INT, frame INT, player TEXT, t REAL, shot_s REAL, potted INT,"
    " points INT, foul INT, miss INT, penalty INT);"
    "CREATE TABLE IF NOT EXISTS breaks(match INT, frame INT, player TEXT, points INT);"
    "CREATE TABLE IF NOT EXISTS rulings(match INT, seq INT, frame INT, call TEXT, clause TEXT, why TEXT, sure REAL,"
    " origin TEXT);"
    "CREATE TABLE IF NOT EXISTS shots(match INT, seq INT, player TEXT, distance_mm REAL, to_pocket_mm REAL,"
    " cut_deg REAL, made INT);"
    "CREATE INDEX IF NOT EXISTS strokes_of ON strokes(player);"
    "CREATE INDEX IF NOT EXISTS breaks_of ON breaks(player);";

static int code_of(int sqlite)
{
    int kind = sqlite & 0xff;
    return kind == SQLITE_OK || kind == SQLITE_DONE ? 0
           : kind == SQLITE_FULL                    ? ERR_FULL
           : kind == SQLITE_NOTADB                  ? ERR_FORMAT
           : kind == SQLITE_BUSY                    ? ERR_BUSY
           : kind == SQLITE_NOMEM                   ? ERR_MEMORY
                                                    : ERR_IO;
}

int history_open(struct history **history, const char *path)
{
    struct history *h = *history = calloc(1, sizeof *h);
    if (!h)
        return ERR_MEMORY;
    int err = code_of(sqlite3_open(path, &h->db));
    if (!err)
        err = code_of(sqlite3_exec(h->db, schema, NULL, NULL, NULL));
    if (err)
        history_close(history);
    return err;
}

void history_close(struct history **history)
{
    if (!*history)
        return;
    sqlite3_close((*history)->db);
    free(*history);
    *history = NULL;
}

/* ---- rows -------------------------------------------------------------------------------------------------------- */

/* X: i whole number, d real, s text (NULL becomes null). */
static int insert(struct history *h, const char *sql, const char *types, ...)
{
    sqlite3_stmt *row;
    int err = sqlite3_prepare_v2(h->db, sql, -1, &row, NULL);
    if (err)
        return code_of(err);
    va_list values;
    va_start(values, types);
    for (int i = 0; types[i]; i++) {
        if (types[i] == 'i')
            sqlite3_bind_int64(row, i + 1, va_arg(values, int));
        else if (types[i] == 'd')
            sqlite3_bind_double(row, i + 1, va_arg(values, double));
        else
            sqlite3_bind_text(row, i + 1, va_arg(values, const char *), -1, SQLITE_TRANSIENT);
    }
    va_end(values);
    err = sqlite3_step(row);
    sqlite3_finalize(row);
    return code_of(err);
}

/* ---- one match --------------------------------------------------------------------------------------------------- */

/* What stands at the end is written: strokes that were taken back or corrected are as they were corrected. */
struct writing {
    struct history *h;
    int match, frame;
    const struct match *folded;
    double rest_t; /* of the last stroke; negative: none in this frame */
    struct {
        char player[NAME_BYTES];
        int points;
    } run; /* the break so far */
    int score[3];
    int err;
};

static const char *text_of(const json_t *o, const char *key)
{
    return json_string_value(json_object_get(o, key));
}

static int whole_of(const json_t *o, const char *key)
{
    return (int)json_integer_value(json_object_get(o, key));
}

static void put_break(struct writing *w)
{
    if (!w->err && w->run.points > 0)
        w->err = insert(w->h, "INSERT INTO breaks VALUES(?,?,?,?)", "iisi", w->match, w->frame, w->run.player,
                        w->run.points);
    w->run.points = 0;
}

/* A break goes on while the same player scores. */
static void count_break(struct writing *w, const char *player, int points, bool foul)
{
    if (strcmp(w->run.player, player) != 0 || points <= 0 || foul)
        put_break(w);
    snprintf(w->run.player, sizeof w->run.player, "%s", player);
    w->run.points += foul ? 0 : points;
}

static bool has_call(const json_t *ruling, const char *word)
{
    const json_t *calls = json_object_get(ruling, "calls");
    for (size_t i = 0; i < json_array_size(calls); i++) {
        const char *call = json_string_value(json_array_get(calls, i));
        if (call && strstr(call, word))
            return true;
    }
    return false;
}

/* Facts may be given as such, or only as events. */
static int pots_of(const json_t *stroke)
{
    const json_t *events = json_object_get(stroke, "events");
    int n = (int)json_array_size(json_object_get(stroke, "potted"));
    for (size_t i = 0; !n && i < json_array_size(events); i++) {
        const json_t *e = json_array_get(events, i);
        const char *kind = text_of(e, "kind"),
                   *ball = json_string_value(json_array_get(json_object_get(e, "balls"), 0));
        n += kind && ball && !strcmp(kind, "pocket") && strcmp(ball, "cue") != 0 &&
             json_number_value(json_object_get(e, "p")) >= 0.5;
    }
    return n;
}

static void put_stroke(struct writing *w, int seq, const json_t *entry, const json_t *ruling, const char *player)
{
    const json_t *stroke = json_object_get(entry, "stroke"), *t0 = json_object_get(stroke, "t0");
    double strike = json_number_value(t0), t = json_number_value(json_object_get(entry, "t"));
    double shot = json_is_number(t0) && w->rest_t >= 0 ? strike - w->rest_t : -1;
    bool foul = json_is_true(json_object_get(ruling, "foul"));
    int points = whole_of(ruling, "points");
    w->rest_t = t;
    count_break(w, player, points, foul);
    if (!w->err)
        w->err = insert(w->h, "INSERT INTO strokes VALUES(?,?,?,?,?,?,?,?,?,?,?)", "iiisddiiiii", w->match, seq,
                        w->frame, player, t, shot, pots_of(stroke), points, foul, has_call(ruling, "MISS"),
                        whole_of(ruling, "penalty"));
}

/* Attempts to pot, fouls left out. */
static void put_shot(struct writing *w, int seq, const json_t *entry, const json_t *ruling, const char *player)
{
    struct shot shot = shot_of(match_now(w->folded), entry);
    if (!w->err && shot.attempt && !json_is_true(json_object_get(ruling, "foul")))
        w->err = insert(w->h, "INSERT INTO shots VALUES(?,?,?,?,?,?,?)", "iisdddi", w->match, seq, player,
                        shot.distance_mm, shot.to_pocket_mm, shot.cut_deg, (int)shot.made);
}

static void put_ruling(struct writing *w, int seq, const json_t *entry, const json_t *ruling)
{
    const json_t *calls = json_object_get(ruling, "calls"), *clauses = json_object_get(ruling, "clauses");
    if (w->err || !json_array_size(calls))
        return;
    w->err =
        insert(w->h, "INSERT INTO rulings VALUES(?,?,?,?,?,?,?,?)", "iiisssds", w->match, seq, w->frame,
               json_string_value(json_array_get(calls, 0)), json_string_value(json_array_get(clauses, 0)),
               text_of(ruling, "why"), json_number_value(json_object_get(ruling, "sure")), text_of(entry, "origin"));
}

static void put_frame(struct writing *w, const json_t *ruling)
{
    const json_t *scores = json_object_get(ruling, "scores");
    put_break(w);
    if (!w->err)
        w->err = insert(w->h, "INSERT INTO frames VALUES(?,?,?,?,?)", "iiiis", w->match, w->frame,
                        whole_of(scores, "A"), whole_of(scores, "B"), text_of(ruling, "winner"));
    w->frame++;
    w->rest_t = -1;
}

/* Sides open frames in turn. */
static const char *opener_of(const struct scenario *now, const char *first, int frame)
{
    bool second = (first && !strcmp(first, now->player[2])) != (frame % 2 == 0);
    return now->player[second ? 2 : 1];
}

/* A ball may also have fallen while nobody played. */
static bool was_played(const json_t *entry)
{
    const char *event = text_of(json_object_get(entry, "stroke"), "event");
    return !event || strcmp(event, "between") != 0;
}

/* Who struck: the striker whom the ruling before left at the table. */
static void put_entries(struct writing *w)
{
    char striker[NAME_BYTES];
    const struct scenario *now = match_now(w->folded);
    const char *opener = text_of(match_entry(w->folded, 1), "opener");
    snprintf(striker, sizeof striker, "%s", opener_of(now, opener, 1));
    for (int seq = 2; seq < match_next_seq(w->folded) && !w->err; seq++) {
        const json_t *entry = match_entry(w->folded, seq), *ruling = match_ruling(w->folded, seq);
        const char *type = text_of(entry, "type"), *next = text_of(ruling, "striker");
        if (!ruling || match_undone(w->folded, seq))
            continue;
        if (!strcmp(type, "stroke") && was_played(entry)) {
            put_stroke(w, seq, entry, ruling, striker);
            put_shot(w, seq, entry, ruling, striker);
        }
        put_ruling(w, seq, entry, ruling);
        if (json_is_true(json_object_get(ruling, "frame_over")))
            put_frame(w, ruling);
        if (next || json_is_true(json_object_get(ruling, "frame_over")))
            snprintf(striker, sizeof striker, "%s", next ? next : opener_of(now, opener, w->frame));
    }
    put_break(w);
}

static int forget(struct history *h, const char *name)
{
    static const char *const of[] = {"frames", "strokes", "shots", "breaks", "rulings"};
    char sql[120];
    int err = 0;
    for (size_t i = 0; !err && i < sizeof of / sizeof *of; i++) {
        snprintf(sql, sizeof sql, "DELETE FROM %s WHERE match = (SELECT id FROM matches WHERE name = ?)", of[i]);
        err = insert(h, sql, "s", name);
    }
    return err ? err : insert(h, "DELETE FROM matches WHERE name = ?", "s", name);
}

static int put_match(struct history *h, const char *name, const struct match *m)
{
    const struct scenario *now = match_now(m);
    const struct contest *c = match_contest(m);
    int err = insert(h, "INSERT INTO matches(name, game, edition, a, b, frames_a, frames_b) VALUES(?,?,?,?,?,?,?)",
                     "sssssii", name, now->game->name, now->game->edition, now->player[1], now->player[2],
                     c->frames_won[SIDE_A], c->frames_won[SIDE_B]);
    struct writing w = {.h = h, .match = (int)sqlite3_last_insert_rowid(h->db), .frame = 1, .folded = m, .rest_t = -1};
    if (!err)
        put_entries(&w);
    return err ? err : w.err;
}

struct reading {
    struct match *match;
    char *error;
};

static int read_line(void *user, size_t number, const json_t *line)
{
    struct reading *r = user;
    (void)number;
    return match_reread(r->match, line, r->error);
}

int history_add(struct history *history, const char *name, const char *journal, char error[SCENARIO_ERROR_BYTES])
{
    struct reading r = {.error = error};
    struct journal_report report;
    *error = 0;
    int err = match_open(&r.match);
    if (!err)
        err = journal_read(journal, read_line, &r, &report);
    if (!err && !match_now(r.match))
        err = ERR_FORMAT;
    if (!err)
        err = code_of(sqlite3_exec(history->db, "BEGIN IMMEDIATE", NULL, NULL, NULL));
    if (!err) {
        err = forget(history, name);
        if (!err)
            err = put_match(history, name, r.match);
        int ended = code_of(sqlite3_exec(history->db, err ? "ROLLBACK" : "COMMIT", NULL, NULL, NULL));
        err = err ? err : ended;
    }
    match_close(&r.match);
    return err;
}

/* ---- statistics -------------------------------------------------------------------------------------------------- */

static const char question[] =
    "SELECT p.player, COUNT(DISTINCT p.match),"
    " (SELECT COUNT(*) FROM frames f JOIN matches m ON m.id = f.match WHERE (f.winner = 'A' AND m.a = p.player)"
    "  OR (f.winner = 'B' AND m.b = p.player)),"
    " COUNT(*), SUM(p.potted > 0 AND NOT p.foul), SUM(p.foul), SUM(p.miss), SUM(p.points),"
    " COALESCE((SELECT MAX(points) FROM breaks b WHERE b.player = p.player), 0),"
    " (SELECT COUNT(*) FROM breaks b WHERE b.player = p.player AND b.points >= 20),"
    " (SELECT COUNT(*) FROM breaks b WHERE b.player = p.player AND b.points >= 50),"
    " (SELECT COUNT(*) FROM breaks b WHERE b.player = p.player AND b.points >= 100),"
    " COALESCE(AVG(CASE WHEN p.shot_s >= 0 THEN p.shot_s END), -1), SUM(p.shot_s >= 0)"
    " FROM strokes p GROUP BY p.player ORDER BY p.player";

static struct history_player player_of(sqlite3_stmt *row)
{
    struct history_player p;
    int *const numbers[] = {&p.matches, &p.frames_won, &p.strokes,   &p.pots,      &p.fouls,    &p.misses,
                            &p.points,  &p.best_break, &p.breaks[0], &p.breaks[1], &p.breaks[2]};
    snprintf(p.name, sizeof p.name, "%s", (const char *)sqlite3_column_text(row, 0));
    for (int i = 0; i < 11; i++)
        *numbers[i] = sqlite3_column_int(row, i + 1);
    p.shot_s = sqlite3_column_double(row, 12);
    p.shots_timed = sqlite3_column_int(row, 13);
    return p;
}

int history_players(struct history *history, history_each *each, void *user)
{
    sqlite3_stmt *row;
    int step, stopped = 0, err = code_of(sqlite3_prepare_v2(history->db, question, -1, &row, NULL));
    if (err)
        return err;
    while (!stopped && (step = sqlite3_step(row)) == SQLITE_ROW) {
        struct history_player p = player_of(row);
        stopped = each(user, &p);
    }
    sqlite3_finalize(row);
    return stopped ? stopped : code_of(step);
}

/* ---- pots by distance and angle ---------------------------------------------------------------------------------- */

const double history_distance_mm[HISTORY_CLASSES - 1] = {500, 1000, 2000};
const double history_cut_deg[HISTORY_CLASSES - 1] = {15, 30, 50};

static int class_of(const double ends[HISTORY_CLASSES - 1], double value)
{
    int i = 0;
    while (i < HISTORY_CLASSES - 1 && value >= ends[i])
        i++;
    return i;
}

static void count_shot(struct history_pots *p, sqlite3_stmt *row)
{
    int far = class_of(history_distance_mm, sqlite3_column_double(row, 1));
    int cut = class_of(history_cut_deg, sqlite3_column_double(row, 2)), made = sqlite3_column_int(row, 3);
    p->tried[0][far]++;
    p->tried[1][cut]++;
    p->made[0][far] += made;
    p->made[1][cut] += made;
}

int history_pots(struct history *history, history_each_pots *each, void *user)
{
    static const char all[] = "SELECT player, distance_mm, cut_deg, made FROM shots ORDER BY player";
    struct history_pots p = {0};
    sqlite3_stmt *row;
    int step, stopped = 0, err = code_of(sqlite3_prepare_v2(history->db, all, -1, &row, NULL));
    if (err)
        return err;
    while (!stopped && (step = sqlite3_step(row)) == SQLITE_ROW) {
        const char *name = (const char *)sqlite3_column_text(row, 0);
        if (*p.name && strcmp(p.name, name) != 0) {
            stopped = each(user, &p);
            memset(&p, 0, sizeof p);
        }
        snprintf(p.name, sizeof p.name, "%s", name);
        count_shot(&p, row);
    }
    if (!stopped && *p.name)
        stopped = each(user, &p);
    sqlite3_finalize(row);
    return stopped ? stopped : code_of(step);
}
