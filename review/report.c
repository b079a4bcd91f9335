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
    char player[WORD_MAX];
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

static int write_players(const struct review *r, FILE *out)
{
    struct history *h;
    char error[SCENARIO_ERROR_BYTES], path[4096];
    snprintf(path, sizeof path, "%s/journal.jsonl", r->folder);
    int err = history_open(&h, ":memory:");
    if (err)
        return err;
    fputs("<table><tr><th>Player</th><th>Frames</th><th>Strokes</th><th>Potted</th><th>Points</th><th>Best break</th>"
          "<th>Fouls</th><th>Misses</th><th>s a shot</th></tr>\n",
          out);
    err = history_add(h, r->folder, path, error);
    if (!err)
        err = history_players(h, write_player, out);
    fputs("</table>\n", out);
    history_close(&h);
    return err;
}

static void write_breaks(const struct review *r, FILE *out)
{
    struct breaks *breaks = calloc(1, sizeof *breaks);
    if (!breaks)
        return;
    find_breaks(r, breaks);
    qsort(breaks->at, (size_t)breaks->n, sizeof *breaks->at, by_points);
    fputs("<h2>Breaks</h2>\n<table><tr><th>Player</th><th>Points</th><th>Strokes</th><th>From stroke</th></tr>\n", out);
    for (int i = 0; i < breaks->n && i < BREAKS_SHOWN; i++) {
        fputs("<tr><td>", out);
        html_text(out, breaks->at[i].player);
        fprintf(out, "</td><td>%d</td><td>%d</td><td>%d</td></tr>\n", breaks->at[i].points, breaks->at[i].strokes,
                breaks->at[i].from);
    }
    fputs("</table>\n", out);
    free(breaks);
}

static void write_foul(const struct review *r, int n, const json_t *ruling, enum language language, FILE *out)
{
    const json_t *clauses = json_object_get(ruling, "clauses");
    fprintf(out, "<tr><td>%d</td><td>", n);
    html_text(out, player_at(r, r->stroke[n - 1].seq));
    fputs("</td><td>", out);
    html_text(out, text_in(json_object_get(ruling, "spoken"), wording_language(language)));
    fputs("</td><td>", out);
    html_text(out, text_in(ruling, "why"));
    fputs("</td><td>", out);
    for (size_t i = 0; i < json_array_size(clauses); i++) {
        fputs(i ? ", " : "", out);
        html_text(out, json_string_value(json_array_get(clauses, i)));
    }
    fprintf(out, "</td><td>%.0f %%</td></tr>\n", 100 * json_number_value(json_object_get(ruling, "sure")));
}

static void write_fouls(const struct review *r, enum language language, FILE *out)
{
    fputs("<h2>Fouls</h2>\n<table><tr><th>Stroke</th><th>Player</th><th>Call</th><th>Why</th><th>Clause</th>"
          "<th>Sure</th></tr>\n",
          out);
    for (int n = 1; n <= r->strokes; n++) {
        const json_t *ruling = match_ruling(r->match, r->stroke[n - 1].seq);
        if (json_is_true(json_object_get(ruling, "foul")) && !r->stroke[n - 1].undone)
            write_foul(r, n, ruling, language, out);
    }
    fputs("</table>\n", out);
}

int report_html(const struct review *r, enum language language, FILE *out)
{
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
    fprintf(out, " (%d – %d in the last frame) · %d strokes · ", now->state.score[SIDE_A], now->state.score[SIDE_B],
            r->strokes);
    html_text(out, now->game->title);
    fputs("</p>\n", out);
    int err = write_players(r, out);
    write_breaks(r, out);
    write_fouls(r, language, out);
    fputs("</html>\n", out);
    return err ? err : ferror(out) ? ERR_IO : 0;
}
