/* SPDX-License-Identifier: Apache-2.0 */
/* table_svg.c: what a table looks like from above, to scale, with its measures. One SVG unit is one mm;
 * baulk is on the left and y points up, so every y is negated on its way out. */
#include "table.h"

#include <string.h>

/* Widths around the playing area in hundredths of its length, so that all kinds look alike. */
static const double rail_share = 5.2, margin_share = 6, title_share = 10, note_share = 1.25;

struct pen {
    FILE *out;
    double u;       /* a hundredth of the length: unit for text and strokes */
    double x, y;    /* half the playing area */
    double cushion; /* how deep the cushions are */
    double rail;    /* outer edge of the wood, beyond the noses */
};

static void text(const struct pen *p, struct vec2 at, double size, const char *style, const char *words)
{
    fprintf(p->out, "<text x='%.1f' y='%.1f' font-size='%.1f' %s>%s</text>\n", at.x, -at.y, size * p->u, style, words);
}

static void line(const struct pen *p, struct vec2 a, struct vec2 b, const char *style)
{
    fprintf(p->out, "<line x1='%.2f' y1='%.2f' x2='%.2f' y2='%.2f' %s/>\n", a.x, -a.y, b.x, -b.y, style);
}

static void box(const struct pen *p, double beyond, double round, const char *style)
{
    fprintf(p->out, "<rect x='%.1f' y='%.1f' width='%.1f' height='%.1f' rx='%.1f' %s/>\n", -p->x - beyond,
            -p->y - beyond, 2 * (p->x + beyond), 2 * (p->y + beyond), round, style);
}

static void circle(const struct pen *p, struct vec2 at, double r, const char *style)
{
    fprintf(p->out, "<circle cx='%.2f' cy='%.2f' r='%.2f' %s/>\n", at.x, -at.y, r, style);
}

/* ---- the table itself ------------------------------------------------------------------------------------------ */

static void arc_to(const struct pen *p, const struct jaw *j, struct vec2 from, struct vec2 to)
{
    bool against_clock = vec2_cross(vec2_sub(from, j->centre), vec2_sub(to, j->centre)) > 0;
    fprintf(p->out, "A%.2f %.2f 0 0 %d %.2f %.2f", j->radius, j->radius, !against_clock, to.x, -to.y);
}

/* Out of one pocket, along the nose, into the next; the back of a pocket is closed by a straight line. */
static void nose_path(const struct pen *p, const struct table *t)
{
    static const enum pocket round[] = {POCKET_TR, POCKET_TL, POCKET_ML, POCKET_BL, POCKET_BR, POCKET_MR};
    for (int i = 0; i < 6; i++) {
        const struct jaw *in = &t->pocket[round[i]].jaw[1], *out = &t->pocket[round[i]].jaw[0];
        fprintf(p->out, "%c%.2f %.2f", i ? 'L' : 'M', in->start.x, -in->start.y);
        arc_to(p, in, in->start, in->end);
        fprintf(p->out, "L%.2f %.2fL%.2f %.2fL%.2f %.2f", in->back.x, -in->back.y, out->back.x, -out->back.y,
                out->end.x, -out->end.y);
        arc_to(p, out, out->end, out->start);
    }
    fputc('Z', p->out);
}

static void define(const struct pen *p, const struct table *t)
{
    fputs("<defs><clipPath id='bed'><path d='", p->out);
    nose_path(p, t);
    fputs("'/></clipPath>\n"
          "<linearGradient id='wood' x2='0' y2='1'><stop stop-color='#7a4423'/><stop offset='.5' stop-color='#5b2f16'/>"
          "<stop offset='1' stop-color='#432110'/></linearGradient>\n"
          "<radialGradient id='cloth' r='.75'><stop stop-color='#2f8f5b'/><stop offset='1' stop-color='#1f7044'/>"
          "</radialGradient>\n"
          "<marker id='tip' viewBox='-6 -3 6 6' refX='0' refY='0' markerWidth='7' markerHeight='7' "
          "orient='auto-start-reverse'><path d='M-6-2.2 0 0-6 2.2Z' fill='context-stroke'/></marker></defs>\n",
          p->out);
}

static void draw_pocket(const struct pen *p, const struct pocket_shape *s)
{
    struct vec2 left = s->jaw[0].back, right = s->jaw[1].back;
    circle(p, vec2_scale(vec2_add(left, right), 0.5), vec2_dist(left, right) / 2, "fill='#111' stroke='#2b1509'");
    circle(p, s->fall, s->fall_radius, "fill='#111' clip-path='url(#bed)'");
}

static void draw_frame(const struct pen *p, const struct table *t)
{
    box(p, p->rail, 2.2 * p->u, "fill='url(#wood)'");
    box(p, p->cushion, 0.6 * p->u, "fill='#185a36'");
    fputs("<path fill='url(#cloth)' stroke='#0f3f25' stroke-width='3' d='", p->out);
    nose_path(p, t);
    fputs("'/>\n", p->out);
    for (int i = POCKET_NONE + 1; i < POCKET_COUNT; i++)
        draw_pocket(p, &t->pocket[i]);
}

static void draw_lines(const struct pen *p, const struct table *t)
{
    const struct bed *b = &t->bed;
    const char *style = t->style == TABLE_POOL ? "stroke='#fff' stroke-width='4' stroke-dasharray='24 18' opacity='.6'"
                                               : "stroke='#fff' stroke-width='4' opacity='.8'";
    line(p, vec2(b->baulk_x, -p->y), vec2(b->baulk_x, p->y), style);
    if (b->d_radius > 0)
        fprintf(p->out, "<path d='M%.2f %.2fA%.2f %.2f 0 0 0 %.2f %.2f' fill='none' %s/>\n", b->baulk_x, -b->d_radius,
                b->d_radius, b->d_radius, b->baulk_x, b->d_radius, style);
}

/* ---- spots ----------------------------------------------------------------------------------------------------- */

struct mark {
    enum spot spot;
    const char *name, *colour;
};

static const struct mark snooker_marks[] = {
    {SPOT_YELLOW, "yellow", "#f5d000"},
    {SPOT_GREEN, "green", "#0a7d3c"},
    {SPOT_BROWN, "brown", "#7b3f14"},
    {SPOT_BLUE, "blue", "#1f5fd0"},
    {SPOT_PINK, "pink", "#f59ab0"},
    {SPOT_BLACK, "black", "#111"},
    {0},
};
static const struct mark pool_marks[] = {
    {SPOT_HEAD, "head spot", NULL}, {SPOT_BLUE, "centre spot", NULL}, {SPOT_FOOT, "foot spot", NULL}, {0}};
static const struct mark english_marks[] = {
    {SPOT_HEAD, "baulk spot", NULL}, {SPOT_BLUE, "centre spot", NULL}, {SPOT_FOOT, "foot spot", "#111"}, {0}};

static const struct mark *marks_of(enum table_style style)
{
    return style == TABLE_SNOOKER ? snooker_marks : style == TABLE_POOL ? pool_marks : english_marks;
}

/* A ball of true size where one belongs at the start, else the bare spot. */
static void draw_spots(const struct pen *p, const struct table *t)
{
    for (const struct mark *m = marks_of(t->style); m->spot; m++) {
        struct vec2 at = t->bed.spot[m->spot];
        char style[64];
        snprintf(style, sizeof style, "fill='%s' stroke='#0006' stroke-width='2'", m->colour ? m->colour : "#fff");
        circle(p, at, m->colour ? t->bed.ball_d / 2 : 0.25 * p->u, style);
        text(p, vec2_add(at, vec2(t->bed.ball_d / 2 + 0.5 * p->u, -0.45 * p->u)), 1.3, "class='on'", m->name);
    }
}

/* ---- measures -------------------------------------------------------------------------------------------------- */

/* A line with a tip at both ends and its length written over the middle (beside it, when it is upright). */
static void measure(const struct pen *p, struct vec2 a, struct vec2 b, const char *class, const char *what)
{
    char words[64], style[128];
    struct vec2 middle = vec2_scale(vec2_add(a, b), 0.5);
    bool upright = fabs(a.x - b.x) < 1;
    snprintf(style, sizeof style, "class='%s' marker-start='url(#tip)' marker-end='url(#tip)'", class);
    line(p, a, b, style);
    snprintf(words, sizeof words, "%s%.5g", what, vec2_dist(a, b));
    if (upright)
        snprintf(style, sizeof style, "class='%s' text-anchor='middle' transform='rotate(-90 %.1f %.1f)'", class,
                 middle.x - 0.6 * p->u, -middle.y);
    else
        snprintf(style, sizeof style, "class='%s' text-anchor='middle'", class);
    text(p, vec2_add(middle, upright ? vec2(-0.6 * p->u, 0) : vec2(0, 0.6 * p->u)), 1.5, style, words);
}

static void draw_measures(const struct pen *p, const struct table *t)
{
    const struct bed *b = &t->bed;
    double off = p->rail + 2.2 * p->u, low = -0.72 * p->y;
    measure(p, vec2(-p->x, -p->y - off), vec2(p->x, -p->y - off), "off", "");
    measure(p, vec2(p->x + off, -p->y), vec2(p->x + off, p->y), "off", "");
    measure(p, vec2(-p->x, low), vec2(b->baulk_x, low), "on", "");
    if (t->style != TABLE_SNOOKER) {
        measure(p, vec2(b->spot[SPOT_FOOT].x, low), vec2(p->x, low), "on", "");
        return;
    }
    measure(p, vec2(b->spot[SPOT_BLACK].x, low), vec2(p->x, low), "on", "");
    measure(p, vec2(0, low), vec2(b->spot[SPOT_PINK].x, low), "on", "");
    measure(p, vec2(b->baulk_x - b->d_radius, 0), b->spot[SPOT_BROWN], "on", "R ");
}

static void name_places(const struct pen *p, const struct table *t)
{
    static const char *const mid = "class='rail' text-anchor='middle'";
    double rail = 0.5 * (p->rail + p->cushion), drop = 0.45 * p->u;
    char turned[128];
    text(p, vec2(-p->x / 2, p->y + rail - drop), 1.3, mid, "left");
    text(p, vec2(-p->x / 2, -p->y - rail - drop), 1.3, mid, "right");
    snprintf(turned, sizeof turned, "%s transform='rotate(-90 %.1f 0)'", mid, -p->x - rail + drop);
    text(p, vec2(-p->x - rail + drop, 0), 1.3, turned, t->style == TABLE_POOL ? "bottom (head)" : "bottom (baulk)");
    snprintf(turned, sizeof turned, "%s transform='rotate(-90 %.1f 0)'", mid, p->x + rail + drop);
    text(p, vec2(p->x + rail + drop, 0), 1.3, turned, t->style == TABLE_SNOOKER ? "top" : "top (foot)");
    for (int i = POCKET_NONE + 1; i < POCKET_COUNT; i++) {
        struct vec2 at = t->pocket[i].fall, out = vec2(at.x < -1 ? -1 : at.x > 1, at.y < 0 ? -1 : 1);
        at = vec2(out.x ? out.x * (p->x + rail) : 4 * p->u, out.y * (p->y + rail) - drop);
        text(p, at, 1.3, mid, pocket_name((enum pocket)i));
    }
}

/* ---- words around it ------------------------------------------------------------------------------------------- */

static void write_title(const struct pen *p, const struct table *t)
{
    const struct bed *b = &t->bed;
    char words[256];
    double left = -p->x - p->rail, top = p->y + p->rail + 5.2 * p->u;
    text(p, vec2(left, top), 3, "class='off' font-weight='bold'", t->title);
    int n =
        snprintf(words, sizeof words, "%s · %.4g × %.4g mm · balls %.4g mm", t->kind, b->length, b->width, b->ball_d);
    if (b->cue_ball_d != b->ball_d)
        n += snprintf(words + n, sizeof words - (size_t)n, " (cue-ball %.4g)", b->cue_ball_d);
    snprintf(words + n, sizeof words - (size_t)n, " · pockets %.3g corner, %.3g middle · cushion nose %.3g high",
             t->pocket[POCKET_TL].mouth, t->pocket[POCKET_ML].mouth, t->nose_height);
    text(p, vec2(left, top - 2.9 * p->u), 1.6, "class='off'", words);
}

/* The source's clauses, one a line. */
static void write_source(const struct pen *p, const char *source)
{
    struct vec2 at = vec2(-p->x - p->rail, -p->y - p->rail - 6 * p->u);
    for (const char *s = source; *s;) {
        char words[256];
        size_t n = strcspn(s, ";");
        snprintf(words, sizeof words, "%.*s", (int)n, s);
        text(p, at, note_share, "class='note'", words);
        at.y -= 1.5 * note_share * p->u;
        s += n + strspn(s + n, "; ");
    }
}

static int clauses(const char *source)
{
    int n = 1;
    for (const char *s = source; *s; s++)
        n += *s == ';';
    return n;
}

static void open_svg(const struct pen *p, const struct table *t)
{
    double side = p->rail + margin_share * p->u, above = p->rail + title_share * p->u;
    double below = p->rail + (6 + 1.5 * note_share * clauses(t->source)) * p->u;
    double width = 2 * (p->x + side), height = 2 * p->y + above + below;
    fprintf(p->out,
            "<svg xmlns='http://www.w3.org/2000/svg' width='1200' height='%.0f' viewBox='%.1f %.1f %.1f %.1f' "
            "font-family='Helvetica, Arial, sans-serif'>\n<title>%s</title>\n"
            "<style>.on{fill:#fff;stroke:none}line.on{stroke:#fff;stroke-width:%.2f;opacity:.75}.off{fill:#222}"
            "line.off{stroke:#222;stroke-width:%.2f}.rail{fill:#e9cfa8}.note{fill:#666}</style>\n",
            1200 * height / width, -p->x - side, -p->y - above, width, height, t->title, 0.12 * p->u, 0.12 * p->u);
    fprintf(p->out, "<rect x='%.1f' y='%.1f' width='%.1f' height='%.1f' fill='#fff'/>\n", -p->x - side, -p->y - above,
            width, height);
}

void table_draw_svg(const struct table *table, FILE *out)
{
    const struct bed *b = &table->bed;
    const struct jaw *middle = table->pocket[POCKET_ML].jaw;
    double u = b->length / 100, x = b->length / 2, y = b->width / 2;
    double cushion = table->pocket[POCKET_TL].jaw[0].back.y - y;
    double hole = middle->back.y + fabs(middle->back.x) - y; /* how far a middle pocket reaches into the wood */
    struct pen pen = {out, u, x, y, cushion, fmax(rail_share * u, hole + 1.2 * u)};
    open_svg(&pen, table);
    define(&pen, table);
    draw_frame(&pen, table);
    draw_lines(&pen, table);
    draw_measures(&pen, table);
    draw_spots(&pen, table);
    name_places(&pen, table);
    write_title(&pen, table);
    write_source(&pen, table->source);
    fputs("</svg>\n", out);
}
