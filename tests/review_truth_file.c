/* SPDX-License-Identifier: Apache-2.0 */
/* review_truth_file.c: what does the truth file say of a stroke, in the names of the review? */
#include "review_truth.h"

#include "err.h"

#include <string.h>

#define SAME_MM  30.0 /* a ball that looks alike and lies this near is the same one */
#define MOVES_MM 0.3  /* between two frames at the strike */

static double number_in(const json_t *object, const char *key)
{
    return json_number_value(json_object_get(object, key));
}

static struct vec2 place(const json_t *p)
{
    return vec2(json_number_value(json_array_get(p, 0)), json_number_value(json_array_get(p, 1)));
}

static const json_t *frames_of(const struct truth *t)
{
    return json_object_get(json_object_get(t->file, "frames"), "data");
}

/* mm that a pixel shows, by how large the first ball of the first frame looks. */
static double pixel_size(const struct truth *t)
{
    const json_t *frame = json_array_get(frames_of(t), 0);
    double radius = number_in(json_object_get(t->file, "table"), "ball_radius_mm");
    for (size_t i = 0; i < json_array_size(frame); i++)
        if (json_is_array(json_array_get(frame, i)))
            return radius / json_number_value(json_array_get(json_array_get(frame, i), 2));
    return 0;
}

int truth_open(struct truth *t, const char *path)
{
    *t = (struct truth){.file = json_load_file(path, 0, NULL)};
    if (!t->file)
        return ERR_FORMAT;
    const json_t *strokes = json_object_get(t->file, "strokes");
    t->strokes = strokes ? (int)json_array_size(strokes) : 1;
    t->fps = number_in(t->file, "fps");
    t->mm_per_px = pixel_size(t);
    return t->fps > 0 && t->mm_per_px > 0 ? 0 : ERR_FORMAT;
}

void truth_close(struct truth *t)
{
    json_decref(t->file);
}

/* ---- strokes ----------------------------------------------------------------------------------------------------- */

static bool is_contact_of(const json_t *event, const char *ball)
{
    const json_t *balls = json_object_get(event, "balls");
    const char *type = json_string_value(json_object_get(event, "type"));
    if (!type || strcmp(type, "ball_ball") != 0)
        return false;
    for (size_t i = 0; i < json_array_size(balls); i++)
        if (!strcmp(json_string_value(json_array_get(balls, i)), ball))
            return true;
    return false;
}

static void find_contacts(const struct truth *t, struct truth_stroke *s)
{
    const json_t *events = json_object_get(t->file, "events");
    s->first_contact_s = s->second_contact_s = INFINITY;
    for (size_t i = 0; i < json_array_size(events); i++) {
        const json_t *e = json_array_get(events, i);
        double at = number_in(e, "t");
        if (at < s->strike_s || at > s->rest_s || !is_contact_of(e, s->struck))
            continue;
        if (isinf(s->first_contact_s))
            s->first_contact_s = at;
        else if (isinf(s->second_contact_s))
            s->second_contact_s = at;
    }
}

void truth_stroke(const struct truth *t, int n, struct truth_stroke *s)
{
    const json_t *strokes = json_object_get(t->file, "strokes");
    *s = (struct truth_stroke){.json = strokes ? json_array_get(strokes, (size_t)n) : t->file};
    const char *struck = json_string_value(json_object_get(s->json, "struck"));
    const char *first = json_string_value(json_object_get(json_object_get(s->json, "result"), "first_hit"));
    s->ruling = json_object_get(s->json, "ruling");
    s->on = json_object_get(s->json, strokes ? "on" : "ball_on");
    s->struck = struck ? struck : "white";
    s->first = first ? first : "";
    s->nominated = strokes && json_array_size(s->on) > 1 && json_is_string(json_object_get(s->json, "ball_on")) &&
                   strcmp(json_string_value(json_object_get(s->json, "ball_on")), "red") != 0;
    s->strike_s = number_in(s->json, "t_stroke");
    s->rest_s = strokes ? number_in(s->json, "t_rest") : INFINITY;
    find_contacts(t, s);
}

/* ---- balls ------------------------------------------------------------------------------------------------------- */

/* "red_05", "red-5" -> "red" and whether there are more of them. */
static ball_id id_of(const struct ball_set *set, const char *name, enum ball_kind *kind, bool *alike)
{
    char plain[24];
    snprintf(plain, sizeof plain, "%s", !strcmp(name, "white") && set->id != BALL_SET_BILLIARDS ? "cue" : name);
    plain[strcspn(plain, "_-")] = 0;
    bool many = strlen(plain) < strlen(name) && strcmp(name, "white") != 0;
    ball_id id = ball_from_name(set, many && !strcmp(plain, "red")      ? "red-1"
                                     : many && !strcmp(plain, "yellow") ? "yellow-1"
                                                                        : plain);
    *kind = set->row[id].kind;
    *alike = many;
    return many ? BALL_NONE : id;
}

static void read_balls(struct truth *t, const struct truth_stroke *s, const struct ball_set *set)
{
    const char *name;
    json_t *p;
    t->n = 0;
    json_object_foreach(json_object_get(s->json, "start"), name, p)
    {
        const json_t *rest = json_object_get(json_object_get(s->json, "rest"), name);
        struct true_ball b = {.name = name, .at_start = json_is_array(p), .at_rest = json_is_array(rest)};
        b.id = id_of(set, name, &b.kind, &b.alike);
        b.start = place(p);
        b.rest = place(rest);
        if (t->n < BALL_IDS && b.at_start)
            t->ball[t->n++] = b;
    }
}

static ball_id nearest_alike(const struct review_look *look, const struct true_ball *b, ball_mask left)
{
    ball_id best = BALL_NONE;
    double near = SAME_MM;
    for (BALL_EACH(id, left & look->before.known & ball_of_kind(look->set, b->kind)))
        if (vec2_dist(look->before.at[id], b->start) < near) {
            near = vec2_dist(look->before.at[id], b->start);
            best = (ball_id)id;
        }
    return best;
}

/* Those that lie where the review has one first; the others share what is left, those on the table first. */
void truth_name_balls(struct truth *t, const struct truth_stroke *s, const struct review_look *look)
{
    ball_mask left = ~(ball_mask)0;
    read_balls(t, s, look->set);
    for (int i = 0; i < t->n; i++)
        if (t->ball[i].alike) {
            t->ball[i].id = nearest_alike(look, &t->ball[i], left);
            left &= ~ball_bit(t->ball[i].id);
        }
    for (int i = 0; i < t->n; i++)
        if (!t->ball[i].id) {
            ball_mask rest = ball_of_kind(look->set, t->ball[i].kind) & left & ~look->before.known;
            ball_mask there = rest & look->then.state.on_table;
            t->ball[i].id = ball_first(there ? there : rest);
            left &= ~ball_bit(t->ball[i].id);
        }
}

const struct true_ball *truth_ball(const struct truth *t, const char *name)
{
    for (int i = 0; i < t->n; i++)
        if (!strcmp(t->ball[i].name, name))
            return &t->ball[i];
    return NULL;
}

struct layout truth_layout(const struct truth *t, bool rest)
{
    struct layout at = {0};
    for (int i = 0; i < t->n; i++)
        if (rest ? t->ball[i].at_rest : t->ball[i].at_start) {
            at.known |= ball_bit(t->ball[i].id);
            at.at[t->ball[i].id] = rest ? t->ball[i].rest : t->ball[i].start;
        }
    return at;
}

static bool names(const char *on, const struct true_ball *b)
{
    size_t n = on ? strlen(on) : 0;
    return n && !strncmp(b->name, on, n) && (!b->name[n] || (b->alike && strcspn(b->name, "_-") == n));
}

bool truth_is_on(const struct truth_stroke *s, const struct true_ball *b)
{
    if (json_is_string(s->on))
        return names(json_string_value(s->on), b);
    for (size_t i = 0; i < json_array_size(s->on); i++)
        if (names(json_string_value(json_array_get(s->on, i)), b))
            return true;
    return false;
}

/* ---- frames ------------------------------------------------------------------------------------------------------ */

static const json_t *ball_in_frame(const struct truth *t, size_t frame, const char *name)
{
    const json_t *order = json_object_get(json_object_get(t->file, "frames"), "ball_order");
    const json_t *row = json_array_get(frames_of(t), frame);
    for (size_t i = 0; i < json_array_size(order); i++)
        if (!strcmp(json_string_value(json_array_get(order, i)), name))
            return json_array_get(row, i);
    return NULL;
}

/* Into a pocket, or carried. */
static bool is_falling(const json_t *ball)
{
    return json_array_size(ball) > 5;
}

bool truth_reach(const struct truth *t, const struct truth_stroke *s, struct true_reach *reach)
{
    size_t first = (size_t)(s->strike_s * t->fps), last = json_array_size(frames_of(t));
    const struct true_ball *b = truth_ball(t, s->struck);
    if (isfinite(s->rest_s) && (size_t)(s->rest_s * t->fps) + 1 < last)
        last = (size_t)(s->rest_s * t->fps) + 1;
    if (!b)
        return false;
    *reach = (struct true_reach){b->start.x, b->start.x, b->start.x, 0, 0, 0};
    double was = b->start.x;
    for (size_t i = first; i < last; i++) {
        const json_t *ball = ball_in_frame(t, i, s->struck), *next = ball_in_frame(t, i + 1, s->struck);
        if (!json_is_array(ball) || is_falling(ball))
            continue;
        double x = json_number_value(json_array_get(ball, 3)), step = fabs(x - was);
        step = fmax(step, json_is_array(next) ? fabs(json_number_value(json_array_get(next, 3)) - x) : 0);
        was = x;
        reach->most_step = fmax(reach->most_step, step);
        reach->low_step = x < reach->low ? step : reach->low_step;
        reach->high_step = x > reach->high ? step : reach->high_step;
        reach->low = fmin(reach->low, x);
        reach->high = fmax(reach->high, x);
    }
    return true;
}

/* The gap between a ball and the way from a to b, both where a centre is. */
static double gap_to_way(struct vec2 at, struct vec2 a, struct vec2 b, double touch)
{
    struct vec2 way = vec2_sub(b, a);
    double length = vec2_dot(way, way), along = length > 0 ? vec2_dot(vec2_sub(at, a), way) / length : 0;
    return vec2_dist(at, vec2_along(a, fmin(fmax(along, 0), 1), way)) - touch;
}

bool truth_passes_near(const struct truth *t, const struct truth_stroke *s, double ball_d)
{
    size_t last = (size_t)(fmin(s->first_contact_s, s->rest_s) * t->fps) + 1;
    const struct true_ball *cue = truth_ball(t, s->struck), *first = truth_ball(t, s->first);
    struct vec2 was = cue ? cue->start : vec2(0, 0);
    for (size_t i = (size_t)(s->strike_s * t->fps); cue && i <= last && i < json_array_size(frames_of(t)); i++) {
        const json_t *ball = ball_in_frame(t, i, s->struck);
        if (!json_is_array(ball))
            continue;
        struct vec2 now = vec2(json_number_value(json_array_get(ball, 3)), json_number_value(json_array_get(ball, 4)));
        for (int k = 0; k < t->n; k++)
            if (&t->ball[k] != cue && &t->ball[k] != first &&
                gap_to_way(t->ball[k].start, was, now, ball_d) < vec2_dist(was, now) / 2)
                return true;
        was = now;
    }
    return false;
}

bool truth_moving(const struct truth *t, const struct truth_stroke *s)
{
    size_t strike = (size_t)(s->strike_s * t->fps);
    for (int i = 0; strike > 1 && i < t->n; i++) {
        const json_t *a = ball_in_frame(t, strike - 1, t->ball[i].name), *b = ball_in_frame(t, strike, t->ball[i].name);
        if (!strcmp(t->ball[i].name, s->struck) || !json_is_array(a) || !json_is_array(b))
            continue;
        double x = json_number_value(json_array_get(a, 3)) - json_number_value(json_array_get(b, 3));
        double y = json_number_value(json_array_get(a, 4)) - json_number_value(json_array_get(b, 4));
        if (hypot(x, y) > MOVES_MM)
            return true;
    }
    return false;
}
