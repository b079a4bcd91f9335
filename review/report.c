/* SPDX-License-Identifier: Apache-2.0 */
/* report.c: how did the match go? Score, breaks, statistics, and every foul. */
#include "err.h"
#include "exports.h"
#include "history.h"
#include "wording.h"

#include <stdlib.h>
#include <string.h>

enum { BREAKS_MAX = 512, BREAKS_SHOWN = 20 };

struct a_break {
    char player[NAME_BYTES];
    int points, strokes, from; /* number of its first stroke */
};

struct breaks {
    int n;
    struct a_break at[BREAKS_MAX];
};

static int number_in(const json_t *object, const char *key)
{
    return (int)json_number_value(json_object_get(object, key));
}

static const char *text_in(const json_t *object, const char *key)
{
    const char *text = json_string_value(json_object_get(object, key));
    return text ? text : "";
}

/* Who was at the table when entry `seq` was judged: whom the ruling before it left there. */
static const char *player_at(const struct review *r, int seq)
{
    for (int before = seq - 1; before > 0; before--) {
        const char *striker = text_in(match_ruling(r->match, before), "striker");
        if (*striker)
            return striker;
    }
    return match_now(r->match)->player[1];
}

/* A break goes on while its running total grows. */
static void find_breaks(const struct review *r, struct breaks *breaks)
{
    struct a_break *now = NULL;
    for (int n = 1; n <= r->strokes; n++) {
        const json_t *ruling = match_ruling(r->match, r->stroke[n - 1].seq);
        int points = number_in(ruling, "points");
        if (r->stroke[n - 1].undone)
            continue;
        if (points <= 0) {
            now = NULL;
            continue;
        }
        const char *player = player_at(r, r->stroke[n - 1].seq);
        if (!now || strcmp(now->player, player) != 0) {
            if (breaks->n == BREAKS_MAX)
                return;
            now = &breaks->at[breaks->n++];
            *now = (struct a_break){.from = n};
            snprintf(now->player, sizeof now->player, "%s", player);
        }
        now->points += points;
        now->strokes++;
    }
}

static int by_points(const void *a, const void *b)
{
    return ((const struct a_break *)b)->points - ((const struct a_break *)a)->points;
}

/* ---- words ------------------------------------------------------------------------------------------------------- */

static void say(FILE *out, enum language l, enum phrase phrase)
{
    char *text = wording(phrase, l, ball_set(BALL_SET_SNOOKER), NULL, 0);
    html_text(out, text ? text : "");
    free(text);
}

/* The first row of a table; ended by PHRASE_NONE. */
static void write_heads(FILE *out, enum language l, const enum phrase *heads)
{
    fputs("<table><tr>", out);
    for (; *heads != PHRASE_NONE; heads++) {
        fputs("<th>", out);
        say(out, l, *heads);
        fputs("</th>", out);
    }
    fputs("</tr>\n", out);
}

static void write_title(FILE *out, enum language l, enum phrase title)
{
    fputs("<h2>", out);
    say(out, l, title);
    fputs("</h2>\n", out);
}

static void write_none(FILE *out, enum language l)
{
    fputs("<p>", out);
    say(out, l, PHRASE_REPORT_NONE);
    fputs("</p>\n", out);
}

/* ---- players, breaks, fouls -------------------------------------------------------------------------------------- */

static int write_player(void *user, const struct history_player *p)
{
    FILE *out = user;
    fputs("<tr><td>", out);
    html_text(out, p->name);
    fprintf(out, "</td><td>%d</td><td>%d</td><td>%.0f %%</td><td>%d</td><td>%d</td><td>%d</td><td>%d</td>",
            p->frames_won, p->strokes, p->strokes ? 100.0 * p->pots / p->strokes : 0, p->points, p->best_break,
            p->fouls, p->misses);
    if (p->shots_timed)
        fprintf(out, "<td>%.1f</td></tr>\n", p->shot_s);
    else
        fputs("<td>–</td></tr>\n", out);
    return 0;
}

static int write_players(const struct review *r, enum language l, FILE *out)
{
    static const enum phrase heads[] = {
        PHRASE_REPORT_PLAYER, PHRASE_REPORT_FRAMES, PHRASE_REPORT_STROKES, PHRASE_REPORT_POTTED, PHRASE_REPORT_POINTS,
        PHRASE_REPORT_BEST,   PHRASE_REPORT_FOULS,  PHRASE_REPORT_MISSES,  PHRASE_REPORT_PACE,   PHRASE_NONE};
    struct history *h;
    char error[SCENARIO_ERROR_BYTES], path[4096];
    snprintf(path, sizeof path, "%s/journal.jsonl", r->folder);
    int err = history_open(&h, ":memory:");
    if (err)
        return err;
    write_heads(out, l, heads);
    err = history_add(h, r->folder, path, error);
    if (!err)
        err = history_players(h, write_player, out);
    fputs("</table>\n", out);
    history_close(&h);
    return err;
}

static void write_breaks(const struct review *r, enum language l, FILE *out)
{
    static const enum phrase heads[] = {PHRASE_REPORT_PLAYER, PHRASE_REPORT_POINTS, PHRASE_REPORT_STROKES,
                                        PHRASE_REPORT_FROM, PHRASE_NONE};
    struct breaks *breaks = calloc(1, sizeof *breaks);
    if (!breaks)
        return;
    find_breaks(r, breaks);
    qsort(breaks->at, (size_t)breaks->n, sizeof *breaks->at, by_points);
    write_title(out, l, PHRASE_REPORT_BREAKS);
    if (breaks->n)
        write_heads(out, l, heads);
    else
        write_none(out, l);
    for (int i = 0; i < breaks->n && i < BREAKS_SHOWN; i++) {
        fputs("<tr><td>", out);
        html_text(out, breaks->at[i].player);
        fprintf(out, "</td><td>%d</td><td>%d</td><td>%d</td></tr>\n", breaks->at[i].points, breaks->at[i].strokes,
                breaks->at[i].from);
    }
    fputs(breaks->n ? "</table>\n" : "", out);
    free(breaks);
}

static void write_foul(const struct review *r, int n, const json_t *ruling, const struct export_words *words, FILE *out)
{
    char why[400];
    const json_t *clauses = json_object_get(ruling, "clauses");
    fprintf(out, "<tr><td>%d</td><td>", n);
    html_text(out, player_at(r, r->stroke[n - 1].seq));
    fputs("</td><td>", out);
    html_text(out, text_in(json_object_get(ruling, "spoken"), wording_language(words->language)));
    fputs("</td><td>", out);
    html_text(out, export_reason(words, ruling, why, sizeof why));
    fputs("</td><td>", out);
    for (size_t i = 0; i < json_array_size(clauses); i++) {
        fputs(i ? ", " : "", out);
        html_text(out, json_string_value(json_array_get(clauses, i)));
    }
    fprintf(out, "</td><td>%.0f %%</td></tr>\n", 100 * json_number_value(json_object_get(ruling, "sure")));
}

static void write_fouls(const struct review *r, const struct export_words *words, FILE *out)
{
    static const enum phrase heads[] = {PHRASE_REPORT_STROKE, PHRASE_REPORT_PLAYER, PHRASE_SHEET_CALL, PHRASE_SHEET_WHY,
                                        PHRASE_SHEET_CLAUSE,  PHRASE_SHEET_SURE,    PHRASE_NONE};
    int fouls = 0;
    write_title(out, words->language, PHRASE_REPORT_FOULS);
    for (int n = 1; n <= r->strokes; n++) {
        const json_t *ruling = match_ruling(r->match, r->stroke[n - 1].seq);
        if (!json_is_true(json_object_get(ruling, "foul")) || r->stroke[n - 1].undone)
            continue;
        if (!fouls++)
            write_heads(out, words->language, heads);
        write_foul(r, n, ruling, words, out);
    }
    if (fouls)
        fputs("</table>\n", out);
    else
        write_none(out, words->language);
}

static void write_last(const struct scenario *now, enum language l, FILE *out)
{
    struct fill score[] = {fill_number(now->state.score[SIDE_A], 0), fill_number(now->state.score[SIDE_B], 0)};
    char *text = wording(PHRASE_REPORT_LAST, l, ball_set(now->game->balls), score, 2);
    fputs(" (", out);
    html_text(out, text ? text : "");
    fputs(") · ", out);
    free(text);
}

int report_html(const struct review *r, const struct export_words *words, FILE *out)
{
    enum language language = words->language;
    const struct scenario *now = match_now(r->match);
    const struct contest *contest = match_contest(r->match);
    char *title = wording(PHRASE_REPORT_TITLE, language, ball_set(now->game->balls), NULL, 0);
    fprintf(out,
            "<!doctype html>\n<html lang=\"%s\"><meta charset=\"utf-8\"><title>%s</title>\n<style>body{font:14px/1.4 "
            "sans-serif;max-width:60em;margin:2em auto;color:#111}h1,h2{color:#0d5c3a}table{border-collapse:collapse}"
            "td,th{text-align:left;padding:.2em .8em;border-bottom:1px solid #ddd}</style>\n<h1>%s</h1>\n<p>",
            wording_language(language), title ? title : "", title ? title : "");
    free(title);
    html_text(out, now->player[1]);
    fprintf(out, " %d – %d ", contest->frames_won[SIDE_A], contest->frames_won[SIDE_B]);
    html_text(out, now->player[2]);
    write_last(now, language, out);
    html_text(out, now->game->title);
    fputs("</p>\n", out);
    int err = write_players(r, language, out);
    write_breaks(r, language, out);
    write_fouls(r, words, out);
    fputs("</html>\n", out);
    return err ? err : ferror(out) ? ERR_IO : 0;
}
