/* SPDX-License-Identifier: Apache-2.0 */
/* sheet.c: one ruling on one page, with what it rests on. */
#include "answers.h"
#include "canvas.h"
#include "err.h"
#include "exports.h"

#include <cairo-pdf.h>

#include <stdlib.h>
#include <string.h>

#define PAGE_W 595.0 /* points: A4 */
#define PAGE_H 842.0
#define MARGIN 42.0

enum { FIGURE_ROWS = 14, EVIDENCE_WIDTH = 1600 };

/* ---- what is on it ----------------------------------------------------------------------------------------------- */

struct sheet {
    const struct review *r;
    struct review_look look;
    const struct export_words *words;
    json_t *detail;
    json_t *answers[ASK_COUNT];
    cairo_surface_t *evidence;
};

static void close_sheet(struct sheet *s)
{
    for (int i = 0; i < ASK_COUNT; i++)
        json_decref(s->answers[i]);
    json_decref(s->detail);
    if (s->evidence)
        cairo_surface_destroy(s->evidence);
    free(s);
}

static struct sheet *open_sheet(const struct review *r, int n, const struct export_words *words)
{
    struct sheet *s = calloc(1, sizeof *s);
    if (!s || review_look(r, n, &s->look)) {
        free(s);
        return NULL;
    }
    s->r = r;
    s->words = words;
    s->detail = review_detail(r, n);
    for (int i = ASK_NONE + 1; i < ASK_COUNT; i++)
        s->answers[i] = review_answer(r, n, (enum ask)i);
    const json_t *first = s->answers[ASK_FIRST];
    int64_t frame = (int64_t)json_integer_value(json_object_get(first, "frame"));
    struct canvas_shot shot = {r, &s->look, frame, NULL, true};
    s->evidence = canvas_evidence(&shot, EVIDENCE_WIDTH);
    return s;
}

static char *word(const struct sheet *s, enum phrase phrase)
{
    return wording(phrase, s->words->language, s->look.set, NULL, 0);
}

static const char *said(const struct sheet *s, const json_t *answer)
{
    const char *text =
        json_string_value(json_object_get(json_object_get(answer, "text"), wording_language(s->words->language)));
    return text ? text : "";
}

const char *export_reason(const struct export_words *words, const json_t *ruling, char *text, size_t size)
{
    const char *why = json_string_value(json_object_get(ruling, "why"));
    return !why ? "" : words->reason ? words->reason(words->language, why, text, size) : why;
}

/* "FOUL AND A MISS; FREE BALL", as the referee says it, or that nothing was called. malloc'd. */
static char *call_text_of(const struct sheet *s)
{
    const char *spoken = json_string_value(
        json_object_get(json_object_get(s->look.ruling, "spoken"), wording_language(s->words->language)));
    return spoken && *spoken ? strdup(spoken) : word(s, PHRASE_SHEET_NO_CALL);
}

/* One line of the sheet: what it is, and what it says. Owned. */
struct item {
    enum phrase title;
    char *text;
};

enum { ITEMS_MAX = 24 };

struct items {
    int n;
    struct item at[ITEMS_MAX];
};

static void add(struct items *items, enum phrase title, const char *format, ...) __attribute__((format(printf, 3, 4)));

static void add(struct items *items, enum phrase title, const char *format, ...)
{
    va_list list;
    char text[700];
    va_start(list, format);
    vsnprintf(text, sizeof text, format, list);
    va_end(list);
    if (items->n < ITEMS_MAX)
        items->at[items->n++] = (struct item){title, strdup(text)};
}

static const char *string_in(const json_t *object, const char *key)
{
    const char *text = json_string_value(json_object_get(object, key));
    return text ? text : "";
}

static void add_clauses(const struct sheet *s, struct items *items)
{
    const json_t *list = json_object_get(s->detail, "references");
    for (size_t i = 0; i < json_array_size(list); i++) {
        const json_t *c = json_array_get(list, i);
        add(items, PHRASE_SHEET_CLAUSE, "%s, %s, %s: %s", string_in(c, "book"), string_in(c, "section"),
            string_in(c, "number"), string_in(c, "title"));
    }
}

static void add_hinge(const struct sheet *s, struct items *items)
{
    const json_t *pair =
        json_object_get(json_object_get(s->detail, "hinge_text"), wording_language(s->words->language));
    if (pair)
        add(items, PHRASE_SHEET_HINGE, "%s → %s", json_string_value(json_array_get(pair, 0)),
            json_string_value(json_array_get(pair, 1)));
}

/* Who played, how it stood, and what was on. */
static void add_stood(const struct sheet *s, struct items *items)
{
    const struct state *then = &s->look.then.state;
    struct fill fill[4] = {{0}, fill_number(then->score[SIDE_A], 0), fill_number(then->score[SIDE_B], 0), {0}};
    ball_mask on = then->on & then->on_table;
    snprintf(fill[0].text, sizeof fill[0].text, "%s", string_in(s->detail, "by"));
    fill[3] = on ? fill_balls(on) : fill[3];
    if (!on)
        snprintf(fill[3].text, sizeof fill[3].text, "–");
    char *text = wording(PHRASE_SHEET_STOOD, s->words->language, s->look.set, fill, 4);
    add(items, PHRASE_SHEET_PLAYER, "%s", text ? text : "");
    free(text);
}

static void add_film(const struct sheet *s, struct items *items)
{
    const char *film = string_in(s->r->info, "video_name");
    long long frame = (long long)json_integer_value(json_object_get(s->answers[ASK_FIRST], "frame"));
    char *word_frame = word(s, PHRASE_SHEET_FRAME);
    if (*film && frame >= 0)
        add(items, PHRASE_SHEET_FILM, "%s, %s %lld", film, word_frame ? word_frame : "", frame);
    free(word_frame);
}

static struct items items_of(const struct sheet *s)
{
    struct items items = {0};
    char *call = call_text_of(s);
    add(&items, PHRASE_SHEET_CALL, "%s", call ? call : "");
    free(call);
    add_stood(s, &items);
    char why[400];
    add(&items, PHRASE_SHEET_WHY, "%s", export_reason(s->words, s->look.ruling, why, sizeof why));
    add_clauses(s, &items);
    add(&items, PHRASE_SHEET_SURE, "%.1f %%", 100 * json_number_value(json_object_get(s->look.ruling, "sure")));
    add_hinge(s, &items);
    for (int i = ASK_NONE + 1; i < ASK_COUNT; i++) {
        const json_t *after = json_object_get(s->answers[i], "after");
        add(&items, PHRASE_SHEET_EVIDENCE, "%s%s%s", said(s, s->answers[i]), after ? " " : "",
            after ? said(s, after) : "");
    }
    add_film(s, &items);
    return items;
}

static void free_items(struct items *items)
{
    for (int i = 0; i < items->n; i++)
        free(items->at[i].text);
}

static char *head_text(const struct sheet *s)
{
    int seconds = (int)s->look.stroke->t0;
    struct fill fill[2] = {fill_number(s->look.n, 0), {0}};
    snprintf(fill[1].text, sizeof fill[1].text, "%d:%02d:%02d", seconds / 3600 % 1000, seconds / 60 % 60, seconds % 60);
    return wording(PHRASE_SHEET_STROKE, s->words->language, s->look.set, fill, 2);
}

/* ---- PDF --------------------------------------------------------------------------------------------------------- */

static cairo_status_t take_bytes(void *user, const unsigned char *data, unsigned length)
{
    return fwrite(data, 1, length, user) == length ? CAIRO_STATUS_SUCCESS : CAIRO_STATUS_WRITE_ERROR;
}

static double draw_head(cairo_t *c, const struct sheet *s)
{
    char *title = word(s, PHRASE_SHEET_TITLE), *head = head_text(s), line[300];
    cairo_set_source_rgb(c, 0.05, 0.36, 0.23);
    double y = MARGIN + canvas_text(c, MARGIN, MARGIN, 0, 22, true, title ? title : "");
    cairo_set_source_rgb(c, 0.25, 0.25, 0.25);
    snprintf(line, sizeof line, "%s · %s · %s – %s", head ? head : "", s->look.then.game->title, s->look.then.player[1],
             s->look.then.player[2]);
    y += canvas_text(c, MARGIN, y + 2, PAGE_W - 2 * MARGIN, 10, false, line) + 10;
    free(title);
    free(head);
    return y;
}

static double draw_evidence(cairo_t *c, const struct sheet *s, double y)
{
    double width = PAGE_W - 2 * MARGIN, scale = width / cairo_image_surface_get_width(s->evidence);
    cairo_save(c);
    cairo_translate(c, MARGIN, y);
    cairo_scale(c, scale, scale);
    cairo_set_source_surface(c, s->evidence, 0, 0);
    cairo_paint(c);
    cairo_restore(c);
    return y + scale * cairo_image_surface_get_height(s->evidence) + 12;
}

static double draw_items(cairo_t *c, const struct sheet *s, const struct items *items, double y)
{
    enum phrase last = PHRASE_NONE;
    for (int i = 0; i < items->n && y < PAGE_H - MARGIN - 20; i++) {
        char *title = items->at[i].title == last ? NULL : word(s, items->at[i].title);
        bool call = items->at[i].title == PHRASE_SHEET_CALL;
        cairo_set_source_rgb(c, 0.4, 0.4, 0.4);
        if (title)
            canvas_text(c, MARGIN, y, 110, 10, false, title);
        cairo_set_source_rgb(c, 0, 0, 0);
        y += canvas_text(c, MARGIN + 116, y, PAGE_W - 2 * MARGIN - 116, call ? 14 : 10, call, items->at[i].text) + 5;
        last = items->at[i].title;
        free(title);
    }
    return y;
}

int sheet_pdf(const struct review *r, int n, const struct export_words *words, FILE *out)
{
    struct sheet *s = open_sheet(r, n, words);
    if (!s)
        return ERR_RANGE;
    struct items items = items_of(s);
    cairo_surface_t *page = cairo_pdf_surface_create_for_stream(take_bytes, out, PAGE_W, PAGE_H);
    cairo_pdf_surface_set_metadata(page, CAIRO_PDF_METADATA_CREATOR, "Whiteglove");
    cairo_t *c = cairo_create(page);
    double y = draw_head(c, s);
    y = draw_evidence(c, s, y);
    draw_items(c, s, &items, y);
    cairo_show_page(c);
    cairo_status_t status = cairo_status(c);
    cairo_destroy(c);
    cairo_surface_finish(page);
    if (cairo_surface_status(page) != CAIRO_STATUS_SUCCESS)
        status = CAIRO_STATUS_WRITE_ERROR;
    cairo_surface_destroy(page);
    free_items(&items);
    close_sheet(s);
    return status == CAIRO_STATUS_SUCCESS && !ferror(out) ? 0 : ERR_IO;
}

/* ---- HTML -------------------------------------------------------------------------------------------------------- */

void html_text(FILE *out, const char *text)
{
    for (; *text; text++)
        switch (*text) {
        case '<':
            fputs("&lt;", out);
            break;
        case '>':
            fputs("&gt;", out);
            break;
        case '&':
            fputs("&amp;", out);
            break;
        case '"':
            fputs("&quot;", out);
            break;
        default:
            fputc(*text, out);
        }
}

/* The picture goes into the page itself: a sheet is one file that can be sent. */
static void embed(FILE *out, cairo_surface_t *surface)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    size_t size;
    unsigned char *png = canvas_png(surface, &size);
    fputs("<img alt=\"\" src=\"data:image/png;base64,", out);
    for (size_t i = 0; png && i < size; i += 3) {
        unsigned three =
            (unsigned)png[i] << 16 | (i + 1 < size ? (unsigned)png[i + 1] << 8 : 0) | (i + 2 < size ? png[i + 2] : 0);
        fputc(digits[three >> 18], out);
        fputc(digits[three >> 12 & 63], out);
        fputc(i + 1 < size ? digits[three >> 6 & 63] : '=', out);
        fputc(i + 2 < size ? digits[three & 63] : '=', out);
    }
    fputs("\">\n", out);
    free(png);
}

int sheet_html(const struct review *r, int n, const struct export_words *words, FILE *out)
{
    struct sheet *s = open_sheet(r, n, words);
    if (!s)
        return ERR_RANGE;
    struct items items = items_of(s);
    char *title = word(s, PHRASE_SHEET_TITLE), *head = head_text(s);
    fprintf(
        out,
        "<!doctype html>\n<html lang=\"%s\"><meta charset=\"utf-8\"><title>%s</title>\n<style>body{font:14px/1.4 "
        "sans-serif;max-width:52em;margin:2em auto;color:#111}h1{color:#0d5c3a;margin:0}img{width:100%%}th{text-"
        "align:left;vertical-align:top;color:#666;font-weight:normal;padding-right:1.5em}</style>\n<h1>%s</h1>\n<p>",
        wording_language(words->language), title ? title : "", title ? title : "");
    html_text(out, head ? head : "");
    fputs(" · ", out);
    html_text(out, s->look.then.game->title);
    fputs(" · ", out);
    html_text(out, s->look.then.player[1]);
    fputs(" – ", out);
    html_text(out, s->look.then.player[2]);
    fputs("</p>\n", out);
    embed(out, s->evidence);
    fputs("<table>\n", out);
    for (int i = 0; i < items.n; i++) {
        char *name = word(s, items.at[i].title);
        fputs("<tr><th>", out);
        html_text(out, name ? name : "");
        fputs("</th><td>", out);
        html_text(out, items.at[i].text);
        fputs("</td></tr>\n", out);
        free(name);
    }
    fputs("</table></html>\n", out);
    free(title);
    free(head);
    free_items(&items);
    close_sheet(s);
    return ferror(out) ? ERR_IO : 0;
}
