/* SPDX-License-Identifier: Apache-2.0 */
/* burn_paint.c: what does the overlay look like, burnt into a picture? The measures are those of pages/overlay.css, for
 * 1920 x 1080; other sizes are scaled. */
#include "burn_paint.h"

#include "web.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define STAGE_W   1920.0
#define STAGE_H   1080.0
#define FONT      "Inter, DejaVu Sans, Noto Sans CJK SC, Noto Sans, sans-serif"
#define BAR_H     84.0
#define NAME_W    480.0
#define SCORE_W   124.0
#define FRAMES_W  178.0
#define TAB_H     52.0
#define TAB_GAP   10.0
#define CORNER    12.0
#define FULL_TURN (2 * G_PI)

static const cairo_user_data_key_t letters_key; /* a drawing knows its letters */

struct painter {
    cairo_t *cr;
    const struct burn_look *look;
    const json_t *state;
    const struct burn_moment *moment;
};

/* ---- the state --------------------------------------------------------------------------------------------------- */

static const char *text_at(const json_t *state, const char *path)
{
    const char *text = json_string_value(field_find(state, path));
    return text ? text : "";
}

static int number_at(const json_t *state, const char *path)
{
    return (int)json_integer_value(field_find(state, path));
}

/* ---- text -------------------------------------------------------------------------------------------------------- */

static void set_colour(cairo_t *cr, const struct burn_colour *c)
{
    cairo_set_source_rgba(cr, c->r, c->g, c->b, c->a);
}

PangoContext *burn_paint_letters(void)
{
    PangoFontMap *map = pango_cairo_font_map_new();
    PangoContext *letters = pango_font_map_create_context(map);
    g_object_unref(map); /* lives as long as the context */
    return letters;
}

static PangoLayout *lay_out(cairo_t *cr, const char *text, double px, bool bold, double most)
{
    PangoLayout *layout = pango_layout_new(cairo_get_user_data(cr, &letters_key));
    PangoFontDescription *font = pango_font_description_from_string(FONT);
    pango_font_description_set_absolute_size(font, px * PANGO_SCALE);
    pango_font_description_set_weight(font, bold ? PANGO_WEIGHT_BOLD : PANGO_WEIGHT_NORMAL);
    pango_layout_set_font_description(layout, font);
    pango_font_description_free(font);
    pango_layout_set_text(layout, text, -1);
    pango_layout_set_single_paragraph_mode(layout, TRUE);
    if (most > 0) {
        int width;
        pango_layout_get_pixel_size(layout, &width, NULL);
        if (width > most)
            pango_layout_set_width(layout, (int)(most * PANGO_SCALE));
        pango_layout_set_ellipsize(layout, PANGO_ELLIPSIZE_END);
    }
    return layout;
}

/* Text in the middle of (x, y); `align` 0: x is its left end, 0.5: its middle, 1: its right end. Returns its width. */
static double write_at(cairo_t *cr, const char *text, double x, double y, double px, bool bold, double align,
                       double most, const struct burn_colour *colour)
{
    int width, height;
    PangoLayout *layout = lay_out(cr, text, px, bold, most);
    pango_layout_get_pixel_size(layout, &width, &height);
    set_colour(cr, colour);
    cairo_move_to(cr, x - align * width, y - height / 2.0);
    pango_cairo_show_layout(cr, layout);
    g_object_unref(layout);
    return width;
}

static double width_of(cairo_t *cr, const char *text, double px, bool bold)
{
    int width;
    PangoLayout *layout = lay_out(cr, text, px, bold, 0);
    pango_layout_get_pixel_size(layout, &width, NULL);
    g_object_unref(layout);
    return width;
}

/* ---- shapes ------------------------------------------------------------------------------------------------------ */

static void round_box(cairo_t *cr, double x, double y, double w, double h, double r)
{
    cairo_new_sub_path(cr);
    cairo_arc(cr, x + w - r, y + r, r, -G_PI / 2, 0);
    cairo_arc(cr, x + w - r, y + h - r, r, 0, G_PI / 2);
    cairo_arc(cr, x + r, y + h - r, r, G_PI / 2, G_PI);
    cairo_arc(cr, x + r, y + r, r, G_PI, 1.5 * G_PI);
    cairo_close_path(cr);
}

static void panel(struct painter *p, double x, double y, double w, double h)
{
    round_box(p->cr, x, y, w, h, CORNER);
    set_colour(p->cr, &p->look->theme->panel);
    cairo_fill(p->cr);
}

static void disc(cairo_t *cr, double x, double y, double r, unsigned rgb)
{
    cairo_arc(cr, x, y, r, 0, FULL_TURN);
    cairo_set_source_rgb(cr, (rgb >> 16) / 255.0, (rgb >> 8 & 255) / 255.0, (rgb & 255) / 255.0);
    cairo_fill(cr);
}

static unsigned colour_of_kind(const char *ball)
{
    static const struct {
        const char *name;
        unsigned rgb;
    } kinds[] = {{"cue", 0xf4f0e4},   {"white", 0xf4f0e4}, {"red", 0xc4152b},    {"yellow", 0xf2c80f},
                 {"green", 0x12833c}, {"brown", 0x7b4a25}, {"blue", 0x1c57c9},   {"pink", 0xf08fb4},
                 {"black", 0x17181b}, {"eight", 0x17181b}, {"solids", 0xf2c80f}, {"stripes", 0xf2c80f}};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (!strncmp(kinds[i].name, ball, strlen(kinds[i].name)))
            return kinds[i].rgb;
    return 0x888888;
}

/* A numbered ball: a stripe from nine on, and its number. */
static void numbered_ball(cairo_t *cr, int number, double x, double y, double r)
{
    static const unsigned colours[] = {0xf2c80f, 0x1c57c9, 0xc4152b, 0x5a2d91, 0xe8711a, 0x12833c, 0x7a1f2b, 0x17181b};
    static const struct burn_colour ink = {.07, .07, .07, 1};
    char text[8];
    unsigned rgb = colours[(number - 1) % 8];
    disc(cr, x, y, r, number > 8 ? 0xf4f0e4 : rgb);
    if (number > 8) {
        cairo_save(cr);
        cairo_arc(cr, x, y, r, 0, FULL_TURN);
        cairo_clip(cr);
        cairo_rectangle(cr, x - r, y - r * 0.5, 2 * r, r);
        cairo_set_source_rgb(cr, (rgb >> 16) / 255.0, (rgb >> 8 & 255) / 255.0, (rgb & 255) / 255.0);
        cairo_fill(cr);
        cairo_restore(cr);
    }
    disc(cr, x, y, r * 0.52, 0xffffff);
    snprintf(text, sizeof text, "%d", number);
    write_at(cr, text, x, y, r * 0.8, true, 0.5, 0, &ink);
}

/* Names go with colours: not everybody sees the difference. */
static void plain_ball(cairo_t *cr, const char *mark, const char *ball, double x, double y, double r)
{
    static const struct burn_colour dark = {.13, .13, .13, 1}, light = {1, 1, 1, 1};
    unsigned rgb = colour_of_kind(ball);
    bool bright = rgb == 0xf4f0e4 || rgb == 0xf2c80f || rgb == 0xf08fb4;
    disc(cr, x, y, r, rgb);
    cairo_arc(cr, x, y, r * 0.97, 0, FULL_TURN);
    cairo_set_source_rgba(cr, rgb == 0x17181b ? 0.55 : 0, rgb == 0x17181b ? 0.58 : 0, rgb == 0x17181b ? 0.6 : 0, 0.6);
    cairo_set_line_width(cr, r * 0.08);
    cairo_stroke(cr);
    write_at(cr, mark, x, y, r * 0.95, true, 0.5, 0, bright ? &dark : &light);
}

static const char *mark_of(enum language language, const char *ball)
{
    static const struct {
        const char *ball, *mark[LANGUAGE_COUNT];
    } marks[] = {{"red", {"R", "R", "红"}},   {"yellow", {"Y", "G", "黄"}}, {"green", {"G", "N", "绿"}},
                 {"brown", {"N", "B", "棕"}}, {"blue", {"B", "L", "蓝"}},   {"pink", {"P", "Z", "粉"}},
                 {"black", {"K", "K", "黑"}}, {"eight", {"8", "8", "黑"}}};
    for (size_t i = 0; i < sizeof marks / sizeof *marks; i++)
        if (!strncmp(marks[i].ball, ball, strlen(marks[i].ball)))
            return marks[i].mark[language];
    return "";
}

static void draw_ball(struct painter *p, const char *ball, double x, double y, double r)
{
    int number = atoi(ball);
    if (number >= 1 && number <= 15)
        numbered_ball(p->cr, number, x, y, r);
    else
        plain_ball(p->cr, mark_of(p->look->language, ball), ball, x, y, r);
}

/* ---- the bar ----------------------------------------------------------------------------------------------------- */

static bool has(const struct painter *p, enum burn_part part)
{
    return p->look->parts & part;
}

static void draw_turn(struct painter *p, double x, double y, int towards)
{
    cairo_move_to(p->cr, x, y - 13);
    cairo_line_to(p->cr, x + 18 * towards, y);
    cairo_line_to(p->cr, x, y + 13);
    cairo_close_path(p->cr);
    set_colour(p->cr, &p->look->theme->mark);
    cairo_fill(p->cr);
}

static void draw_name(struct painter *p, const char *side, double x, double y)
{
    char path[32], name[160], group[64];
    bool left = *side == 'A', active = !strcmp(text_at(p->state, "at_table"), side);
    snprintf(path, sizeof path, "sides.%s.group", side);
    const char *word = text_at(p->state, path);
    snprintf(path, sizeof path, "sides.%s.name", side);
    snprintf(name, sizeof name, "%s%s%s", text_at(p->state, path), *word ? " · " : "",
             *word ? say_ball(p->look->language, word, group, sizeof group) : "");
    double end = left ? x + NAME_W - 26 : x + 26;
    double wide = write_at(p->cr, name, end, y, 36, true, left ? 1 : 0, NAME_W - 90, &p->look->theme->text);
    if (active)
        draw_turn(p, left ? end - wide - 34 : end + wide + 34, y, left ? 1 : -1);
}

static void draw_score(struct painter *p, const char *side, double x, double y)
{
    char path[32], text[16];
    snprintf(path, sizeof path, "sides.%s.score", side);
    snprintf(text, sizeof text, "%d", number_at(p->state, path));
    cairo_rectangle(p->cr, x, y - BAR_H / 2, SCORE_W, BAR_H);
    set_colour(p->cr, &p->look->theme->number_back);
    cairo_fill(p->cr);
    write_at(p->cr, text, x + SCORE_W / 2, y, 54, true, 0.5, SCORE_W - 8, &p->look->theme->number);
}

static void draw_frames(struct painter *p, double x, double y)
{
    char text[16];
    const struct burn_theme *t = p->look->theme;
    snprintf(text, sizeof text, "%d", number_at(p->state, "sides.A.frames"));
    write_at(p->cr, text, x + 36, y, 34, true, 0.5, 0, &t->mark);
    snprintf(text, sizeof text, "(%d)", number_at(p->state, "match.frames"));
    write_at(p->cr, text, x + FRAMES_W / 2, y, 21, false, 0.5, 0, &t->dim);
    snprintf(text, sizeof text, "%d", number_at(p->state, "sides.B.frames"));
    write_at(p->cr, text, x + FRAMES_W - 36, y, 34, true, 0.5, 0, &t->mark);
}

static void draw_bar(struct painter *p, double top)
{
    double names = has(p, PART_NAMES) ? NAME_W : 0, scores = has(p, PART_SCORE) ? SCORE_W : 0;
    double frames = has(p, PART_FRAMES) ? FRAMES_W : 0, width = 2 * names + 2 * scores + frames;
    double x = (STAGE_W - width) / 2, y = top + BAR_H / 2;
    if (width <= 0)
        return;
    panel(p, x, top, width, BAR_H);
    if (names > 0) {
        draw_name(p, "A", x, y);
        draw_name(p, "B", x + width - names, y);
    }
    if (scores > 0) {
        draw_score(p, "A", x + names, y);
        draw_score(p, "B", x + names + scores + frames, y);
    }
    if (frames > 0)
        draw_frames(p, x + names + scores, y);
}

/* ---- the tab ----------------------------------------------------------------------------------------------------- */

/* One piece of the tab: a word in small, figures, balls, words. */
struct piece {
    char title[48], figure[32], words[96];
    const json_t *balls;
    size_t first, balls_n;
    double left; /* of the clock's ring, 0..1; negative: none */
};

static double piece_width(struct painter *p, const struct piece *piece)
{
    double width = 36;
    if (*piece->title)
        width += width_of(p->cr, piece->title, 19, false) + 12;
    if (*piece->figure)
        width += width_of(p->cr, piece->figure, 30, true) + 12;
    if (piece->balls_n)
        width += (double)piece->balls_n * 33 + 7;
    if (*piece->words)
        width += width_of(p->cr, piece->words, 26, false) + 12;
    return width + (piece->left >= 0 ? 44 : 0) - 12;
}

static double draw_ring(struct painter *p, const struct piece *piece, double x, double y)
{
    static const struct burn_colour late = {1, .35, .37, 1};
    cairo_set_line_width(p->cr, 5);
    cairo_arc(p->cr, x + 17, y, 15, -G_PI / 2, -G_PI / 2 + FULL_TURN * piece->left);
    set_colour(p->cr, p->moment->shot_left <= 5 ? &late : &p->look->theme->mark);
    cairo_stroke(p->cr);
    return x + 44;
}

static void draw_piece(struct painter *p, const struct piece *piece, double x, double top)
{
    const struct burn_theme *t = p->look->theme;
    double y = top + TAB_H / 2;
    panel(p, x, top, piece_width(p, piece), TAB_H);
    x += 18;
    if (piece->left >= 0)
        x = draw_ring(p, piece, x, y);
    if (*piece->title)
        x += write_at(p->cr, piece->title, x, y, 19, false, 0, 0, &t->dim) + 12;
    if (*piece->figure)
        x += write_at(p->cr, piece->figure, x, y, 30, true, 0, 0, &t->text) + 12;
    for (size_t i = 0; i < piece->balls_n; i++, x += 33)
        draw_ball(p, json_string_value(json_array_get(piece->balls, piece->first + i)), x + 14, y, 14);
    if (*piece->words)
        write_at(p->cr, piece->words, x + (piece->balls_n ? 7 : 0), y, 26, false, 0, 0, &t->text);
}

static void take_balls(struct piece *piece, const json_t *balls, size_t most)
{
    size_t n = json_array_size(balls);
    piece->balls = balls;
    piece->balls_n = n < most ? n : most;
    piece->first = n - piece->balls_n;
}

static bool break_piece(struct painter *p, struct piece *piece)
{
    int points = number_at(p->state, "state.break");
    snprintf(piece->title, sizeof piece->title, "%s", say_label(p->look->language, SAY_BREAK));
    snprintf(piece->figure, sizeof piece->figure, "%d", points);
    take_balls(piece, field_find(p->state, "breaks.current.balls"), 14);
    return points > 0;
}

static bool is_any_colour(const json_t *balls)
{
    static const char *const colours[] = {"yellow", "green", "brown", "blue", "pink", "black"};
    size_t n = json_array_size(balls), found = 0;
    for (size_t i = 0; i < n; i++)
        for (int c = 0; c < 6; c++)
            found += !strcmp(json_string_value(json_array_get(balls, i)), colours[c]);
    return n == 6 && found == 6;
}

static void ball_words(struct painter *p, struct piece *piece, const json_t *balls)
{
    char word[64];
    enum language language = p->look->language;
    if (json_is_true(field_find(p->state, "state.free_ball")))
        snprintf(piece->words, sizeof piece->words, "%s", say_label(language, SAY_FREE_BALL));
    else if (is_any_colour(balls))
        snprintf(piece->words, sizeof piece->words, "%s", say_label(language, SAY_COLOUR));
    else
        for (size_t i = 0; json_array_size(balls) <= 3 && i < json_array_size(balls); i++) {
            size_t used = strlen(piece->words);
            say_ball(language, json_string_value(json_array_get(balls, i)), word, sizeof word);
            snprintf(piece->words + used, sizeof piece->words - used, "%s%s", i ? ", " : "", word);
        }
}

static bool ball_piece(struct painter *p, struct piece *piece)
{
    const json_t *balls = field_find(p->state, "state.ball_on");
    const char *named = text_at(p->state, "awaiting.ball");
    snprintf(piece->title, sizeof piece->title, "%s", say_label(p->look->language, SAY_BALL_ON));
    if (*named) {
        say_ball(p->look->language, named, piece->words, sizeof piece->words);
    } else {
        ball_words(p, piece, balls);
        take_balls(piece, balls, json_array_size(balls) > 8 ? 0 : 8);
    }
    return !json_is_true(field_find(p->state, "state.frame_over")) && json_array_size(balls) > 0;
}

static bool clock_piece(struct painter *p, struct piece *piece)
{
    double limit = json_number_value(field_find(p->state, "live.clock.shot_limit"));
    piece->left = limit > 0 ? fmin(1, p->moment->shot_left / limit) : 1;
    snprintf(piece->figure, sizeof piece->figure, "%.0f", ceil(p->moment->shot_left));
    return p->moment->shot_left >= 0;
}

static void draw_tab(struct painter *p, double top)
{
    static const struct {
        enum burn_part part;
        bool (*make)(struct painter *p, struct piece *piece);
    } kinds[] = {{PART_BREAK, break_piece}, {PART_BALL, ball_piece}, {PART_CLOCK, clock_piece}};
    struct piece pieces[3];
    double width = -TAB_GAP;
    int n = 0;
    for (int i = 0; i < 3; i++) {
        pieces[n] = (struct piece){.left = -1};
        if (has(p, kinds[i].part) && kinds[i].make(p, &pieces[n]))
            width += piece_width(p, &pieces[n++]) + TAB_GAP;
    }
    double x = (STAGE_W - width) / 2;
    for (int i = 0; i < n; i++) {
        draw_piece(p, &pieces[i], x, top);
        x += piece_width(p, &pieces[i]) + TAB_GAP;
    }
}

/* ---- the call ---------------------------------------------------------------------------------------------------- */

static const char *const codes[LANGUAGE_COUNT] = {"en", "nl", "zh"};

static const char *in_language(const json_t *ruling, const char *key, enum language language)
{
    return text_at(json_object_get(ruling, key), codes[language]);
}

/* Who has won, when the frame is over; "" otherwise. */
static void winner_words(const struct burn_look *look, const json_t *state, char *text, size_t size)
{
    char path[32];
    const char *side = text_at(state, "state.winner");
    *text = 0;
    if (!json_is_true(field_find(state, "state.frame_over")) || (*side != 'A' && *side != 'B'))
        return;
    snprintf(path, sizeof path, "sides.%s.name", side);
    bool match = json_is_true(field_find(state, "match.over"));
    snprintf(text, size, "%s %s", text_at(state, path),
             say_label(look->language, match ? SAY_WINS_MATCH : SAY_WINS_FRAME));
}

static void call_words(const struct burn_look *look, const json_t *state, char words[200], char why[400])
{
    const json_t *ruling = json_object_get(state, "ruling");
    const char *spoken = in_language(ruling, "spoken", look->language);
    bool fixed = json_object_get(ruling, "corrects");
    bool foul = json_is_true(json_object_get(ruling, "foul")) || json_array_size(json_object_get(ruling, "calls"));
    *why = 0;
    winner_words(look, state, words, 200);
    if (*words || !json_is_object(ruling))
        return;
    snprintf(words, 200, "%s%s%s", fixed ? say_label(look->language, SAY_CORRECTED) : "", fixed && *spoken ? ": " : "",
             spoken);
    if (foul && *words)
        snprintf(why, 400, "%s", in_language(ruling, "reason", look->language));
}

bool burn_paint_has_call(const struct burn_look *look, const json_t *state)
{
    char words[200], why[400];
    call_words(look, state, words, why);
    return *words;
}

static void draw_call(struct painter *p)
{
    static const struct burn_colour red = {.9, .28, .3, 1};
    char words[200], why[400];
    call_words(p->look, p->state, words, why);
    if (!*words || !p->moment->call || !has(p, PART_CALLS))
        return;
    double wide = fmax(width_of(p->cr, words, 44, true), width_of(p->cr, why, 26, false));
    double width = fmin(1300, wide + 76), height = *why ? 118 : 82, x = (STAGE_W - width) / 2;
    double top = p->look->top ? 192 : STAGE_H - 204 - height;
    bool foul = json_is_true(field_find(p->state, "ruling.foul"));
    panel(p, x, top, width, height);
    cairo_rectangle(p->cr, x + CORNER, top, width - 2 * CORNER, 5);
    set_colour(p->cr, foul ? &red : &p->look->theme->mark);
    cairo_fill(p->cr);
    write_at(p->cr, words, STAGE_W / 2, top + 42, 44, true, 0.5, width - 60, &p->look->theme->text);
    if (*why)
        write_at(p->cr, why, STAGE_W / 2, top + 88, 26, false, 0.5, width - 60, &p->look->theme->dim);
}

/* ---- all of it --------------------------------------------------------------------------------------------------- */

/* As the page does: grows from the middle of its edge. */
static void scale_from_edge(struct painter *p)
{
    double edge = p->look->top ? 0 : STAGE_H;
    cairo_translate(p->cr, STAGE_W / 2, edge);
    cairo_scale(p->cr, p->look->size, p->look->size);
    cairo_translate(p->cr, -STAGE_W / 2, -edge);
}

void burn_paint(cairo_surface_t *picture, PangoContext *letters, const struct burn_look *look, const json_t *state,
                const struct burn_moment *moment)
{
    double width = cairo_image_surface_get_width(picture), height = cairo_image_surface_get_height(picture);
    struct painter p = {cairo_create(picture), look, state, moment};
    double scale = fmin(width / STAGE_W, height / STAGE_H);
    cairo_set_operator(p.cr, CAIRO_OPERATOR_CLEAR);
    cairo_paint(p.cr);
    cairo_set_operator(p.cr, CAIRO_OPERATOR_OVER);
    cairo_translate(p.cr, (width - STAGE_W * scale) / 2, look->top ? 0 : height - STAGE_H * scale);
    cairo_scale(p.cr, scale, scale);
    cairo_set_user_data(p.cr, &letters_key, letters, NULL);
    pango_cairo_update_context(p.cr, letters);
    if (json_is_object(json_object_get(state, "match"))) {
        scale_from_edge(&p);
        draw_bar(&p, look->top ? 34 : STAGE_H - 92 - BAR_H);
        draw_tab(&p, look->top ? 126 : STAGE_H - 34 - TAB_H);
        draw_call(&p);
    }
    cairo_destroy(p.cr);
    cairo_surface_flush(picture);
}
