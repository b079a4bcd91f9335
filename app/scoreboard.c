/* SPDX-License-Identifier: Apache-2.0 */
#include "scoreboard.h"

#include <stdarg.h>
#include <string.h>

/* Adds to a text that may be full. */
static void add(char *text, size_t size, const char *format, ...)
{
    size_t used = strlen(text);
    va_list values;
    va_start(values, format);
    if (used < size)
        vsnprintf(text + used, size - used, format, values);
    va_end(values);
}

static const char *text_of(const json_t *object, const char *key)
{
    const char *text = json_string_value(json_object_get(object, key));
    return text ? text : "";
}

static int number_of(const json_t *object, const char *key)
{
    return (int)json_integer_value(json_object_get(object, key));
}

/* ---- one call ---------------------------------------------------------------------------------------------------- */

static void add_list(char *line, const char *before, const json_t *list, const char *after)
{
    for (size_t i = 0; i < json_array_size(list); i++)
        add(line, SCOREBOARD_LINE_BYTES, "%s%s", i ? ", " : before, json_string_value(json_array_get(list, i)));
    if (json_array_size(list))
        add(line, SCOREBOARD_LINE_BYTES, "%s", after);
}

/* Only what a correction changed, and how it stands now. */
static void add_correction(char *line, const json_t *ruling)
{
    const json_t *changed = json_object_get(ruling, "changed");
    add(line, SCOREBOARD_LINE_BYTES, json_array_size(changed) ? "corrected" : "confirmed");
    for (size_t i = 0; i < json_array_size(changed); i++) {
        const json_t *one = json_array_get(changed, i);
        add(line, SCOREBOARD_LINE_BYTES, "%s entry %d: %s, was %s", i ? ";" : ",", number_of(one, "of"),
            text_of(one, "now"), text_of(one, "was"));
    }
}

static void add_call(char *line, const json_t *ruling, enum language language)
{
    static const char *const keys[LANGUAGE_COUNT] = {"en", "nl", "zh"};
    const char *spoken = text_of(json_object_get(ruling, "spoken"), keys[language]);
    add(line, SCOREBOARD_LINE_BYTES, "%s%s%s", spoken, *spoken ? ": " : "", text_of(ruling, "why"));
    add_list(line, " [", json_object_get(ruling, "clauses"), "]");
    if (json_number_value(json_object_get(ruling, "sure")) < 1)
        add(line, SCOREBOARD_LINE_BYTES, ", sure %.2f", json_number_value(json_object_get(ruling, "sure")));
    if (json_object_get(ruling, "rests_on"))
        add(line, SCOREBOARD_LINE_BYTES, ", as entry %d is still a question", number_of(ruling, "rests_on"));
}

/* Sides are A and B; people have names, and in four-handed games a side has two. */
static void add_winner(char *line, const char *side, const struct scenario *now)
{
    int first = *side == 'A' ? 1 : *side == 'B' ? 2 : 0;
    add(line, SCOREBOARD_LINE_BYTES, "; frame over%s%s", first ? ", won by " : "", first ? now->player[first] : "");
    if (first && now->state.players == 4)
        add(line, SCOREBOARD_LINE_BYTES, " and %s", now->player[first + 2]);
}

static const json_t *scores_of(const json_t *ruling)
{
    const json_t *now = json_object_get(ruling, "now");
    return json_object_get(now ? now : ruling, "scores");
}

void scoreboard_line(char line[SCOREBOARD_LINE_BYTES], const struct keeper_said *said, enum language language)
{
    static const char *const marks[] = {"", "", "proposed: ", "", "ASK: "};
    const json_t *r = said->ruling;
    *line = 0;
    if (said->refused) {
        snprintf(line, SCOREBOARD_LINE_BYTES, "ASK: a stroke could not be judged: %.200s", said->refused);
        return;
    }
    if (!r) {
        add_list(line, "noticed: ", said->noticed, "");
        return;
    }
    add(line, SCOREBOARD_LINE_BYTES, "#%d  %d-%d  %s", number_of(r, "of"), number_of(scores_of(r), "A"),
        number_of(scores_of(r), "B"), marks[said->verdict]);
    if (json_object_get(r, "corrects"))
        add_correction(line, r);
    else
        add_call(line, r, language);
    add_list(line, " (before it: ", said->noticed, ")");
    if (json_is_true(json_object_get(r, "frame_over")))
        add_winner(line, text_of(r, "winner"), match_now(said->match));
}

/* ---- questions --------------------------------------------------------------------------------------------------- */

/* The rulings that are possible, to be answered with their number. */
static void ask(char *text, size_t size, const struct keeper_said *said)
{
    const json_t *list = json_object_get(said->ruling, "alternatives");
    *text = 0;
    if (said->verdict != VERDICT_ASK)
        return;
    for (size_t i = 0; i < json_array_size(list); i++) {
        const json_t *one = json_array_get(list, i);
        add(text, size, "      settle %d %zu: %s (%.0f %%)\n", number_of(said->ruling, "of"), i + 1,
            text_of(one, "then"), 100 * json_number_value(json_object_get(one, "p")));
    }
    add(text, size, "      undo %d: nobody played\n", number_of(said->ruling, "of"));
}

/* What goes without saying is in the journal; it is not news. */
static bool is_news(const struct keeper_said *said)
{
    const json_t *r = said->ruling;
    return !r || strcmp(said->origin, "rules") != 0 || json_array_size(json_object_get(r, "calls")) ||
           json_is_true(json_object_get(r, "frame_over"));
}

void scoreboard_tell(struct scoreboard *board, const struct keeper_said *said)
{
    if (!is_news(said))
        return;
    if (board->calls_n == SCOREBOARD_CALLS) {
        memmove(board->calls[0], board->calls[1], sizeof board->calls - sizeof board->calls[0]);
        board->calls_n--;
    }
    char *line = board->calls[board->calls_n++];
    scoreboard_line(line, said, board->language);
    if (said->ruling)
        ask(board->questions, sizeof board->questions, said);
    if (board->live)
        return;
    fprintf(board->out, "%s%s\n%s", said->again ? "again: " : "", line, said->ruling ? board->questions : "");
    fflush(board->out);
}

/* ---- the whole --------------------------------------------------------------------------------------------------- */

static void add_turn(char *line, const struct scenario *now)
{
    if (now->state.frame_over || !now->state.striker) {
        add(line, SCOREBOARD_LINE_BYTES, now->state.frame_over ? ", frame over" : ", a choice is open");
        return;
    }
    json_t *on = scenario_ball_words(now, now->state.on);
    add(line, SCOREBOARD_LINE_BYTES, ", %s to play", now->player[now->state.striker]);
    if (json_array_size(on) < 4)
        add_list(line, " ", on, "");
    if (now->state.break_score)
        add(line, SCOREBOARD_LINE_BYTES, ", break %d", now->state.break_score);
    json_decref(on);
}

void scoreboard_score(char line[SCOREBOARD_LINE_BYTES], const struct match *match)
{
    const struct scenario *now = match_now(match);
    const struct contest *c = match_contest(match);
    *line = 0;
    if (!now)
        return;
    add(line, SCOREBOARD_LINE_BYTES, "%s %d (%d) - (%d) %d %s, frame %d of %d", now->player[1],
        now->state.score[SIDE_A], c->frames_won[SIDE_A], c->frames_won[SIDE_B], now->state.score[SIDE_B],
        now->player[2], c->frame < c->format.frames ? c->frame : c->format.frames, c->format.frames);
    add_turn(line, now);
}

static void draw_clocks(FILE *out, const struct clock *clock, double now)
{
    struct clock at = clock_at(clock, now);
    double left = clock_shot_left(clock, now);
    if (left >= 0)
        fprintf(out, "shot %.0f s   ", left);
    if (at.timing.match_s > 0)
        fprintf(out, "match %d:%02d left", (int)(at.timing.match_s - at.match) / 60,
                (int)(at.timing.match_s - at.match) % 60);
    if (at.shot_paused || at.match_paused)
        fputs("   (clocks stand still: resume)", out);
    fputs("\033[K\n", out);
}

static void draw_seeing(FILE *out, const struct feed_health *h)
{
    if (!h->frames)
        return;
    fprintf(out, "%.0f frames/s, %lu dropped, %.0f %% of a core, balls within %.2f mm, camera moved in %lu frames, ",
            h->fps, h->dropped, 100 * h->busy, h->noise_mm, h->bumped);
    if (h->mended || h->astray)
        fprintf(out, "fitted again %lu times%s, ", h->mended, h->astray ? ", NOT FOUND NOW" : "");
    fprintf(out, "%lu clips%s\033[K\n", h->clips, h->away ? "; NO PICTURE" : h->no_clips ? ", some are missing" : "");
}

void scoreboard_draw(const struct scoreboard *board, const struct keeper *keeper, double now,
                     const struct scoreboard_health *health)
{
    char line[SCOREBOARD_LINE_BYTES];
    FILE *out = board->out;
    if (!board->live)
        return;
    scoreboard_score(line, keeper_match(keeper));
    fprintf(out, "\033[H\033[1m%s\033[0m\033[K\n", line);
    draw_clocks(out, keeper_clock(keeper), now);
    for (int i = 0; i < board->calls_n; i++)
        fprintf(out, "  %s\033[K\n", board->calls[i]);
    fprintf(out, "%s\033[K\n", board->questions);
    fprintf(out, "%lu strokes, %lu not judged, %lu lines dropped, %lu calls unspoken, last call after %.1f ms\033[K\n",
            health->strokes, health->refused, health->lines_dropped, health->unsaid, health->behind_ms);
    draw_seeing(out, &health->seeing);
    fputs("acts: undo, accept, settle N, flag feet, nominate pink, choose play_left, concede NAME, … (help)\033[K\n"
          "\033[J",
          out);
    fflush(out);
}
