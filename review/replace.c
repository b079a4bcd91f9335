/* SPDX-License-Identifier: Apache-2.0 */
/* replace.c: the cheapest assignment, by augmenting paths: few balls look alike, so it is small. */
#include "replace.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define FAR_MM 1e5 /* the cost of a ball that is not there: more than any way across a table */

const char *replace_state_word(enum replace_state state)
{
    static const char *const words[] = {"none", "missing", "move", "close", "there"};
    return words[state];
}

static bool is_numbered(enum ball_kind kind)
{
    return kind == BALL_KIND_SOLID || kind == BALL_KIND_STRIPE;
}

/* By number where it could be read, all others by colour. */
static bool alike(const struct ball_row *row, const struct replace_seen *seen)
{
    return row->kind == seen->kind && (!is_numbered(row->kind) || !seen->number || seen->number == row->number);
}

/* The odds against having misread it, as a way in mm; what is no better than a guess costs nothing. */
static double misread_mm(double p)
{
    double odds = log(fmax(p, 0.5) / fmax(1 - p, 0.01));
    return REPLACE_MISREAD * fmin(odds / log(99), 1);
}

/* Two numbers may be taken for each other, the 8 too; and a stripe whose end is up for the cue-ball. */
static bool may_be(const struct ball_row *row, const struct replace_seen *seen)
{
    enum ball_kind white = BALL_KIND_WHITE, stripe = BALL_KIND_STRIPE;
    return (row->number && seen->number) || (row->kind == white && seen->kind == stripe) ||
           (row->kind == stripe && seen->kind == white);
}

/* Reds among themselves need no name. */
static bool interchangeable(const struct ball_row *row, const struct ball_row *other)
{
    return row->kind == other->kind && !is_numbered(row->kind);
}

static double cost_of(const struct ball_set *set, const struct replace_row *want, const struct replace_seen *seen)
{
    const struct ball_row *row = &set->row[want->ball];
    struct vec2 wanted = want->wanted;
    if (seen->known)
        return vec2_dist(wanted, seen->at) +
               (interchangeable(row, &set->row[seen->known]) || seen->known == want->ball ? 0 : REPLACE_OTHER);
    if (alike(row, seen))
        return vec2_dist(wanted, seen->at);
    bool misread = may_be(row, seen);
    return misread ? vec2_dist(wanted, seen->at) + misread_mm(seen->p) : 3 * FAR_MM;
}

struct pairing {
    int n, m; /* wanted, seen and as many that are missing */
    double cost[BALL_IDS][REPLACE_SEEN + BALL_IDS];
    int of[REPLACE_SEEN + BALL_IDS]; /* wanted that has this seen one; -1 none */
};

static void fill_costs(struct pairing *p, const struct ball_set *set, const struct replace_list *list,
                       const struct replace_seen *seen, int n)
{
    p->n = list->n;
    p->m = n + list->n; /* each may be missing */
    for (int i = 0; i < list->n; i++)
        for (int j = 0; j < p->m; j++)
            p->cost[i][j] = j < n ? cost_of(set, &list->row[i], &seen[j]) : FAR_MM;
    for (int j = 0; j < p->m; j++)
        p->of[j] = -1;
}

/* One more wanted ball is paired along the shortest augmenting path (Bellman-Ford: a few dozen nodes). */
static void add_wanted(struct pairing *p, int wanted)
{
    double best[REPLACE_SEEN + BALL_IDS];
    int from[REPLACE_SEEN + BALL_IDS];
    for (int j = 0; j < p->m; j++) {
        best[j] = p->cost[wanted][j];
        from[j] = -1;
    }
    for (bool better = true; better;) {
        better = false;
        for (int j = 0; j < p->m; j++)
            for (int k = 0; p->of[j] >= 0 && k < p->m; k++) {
                double through = best[j] - p->cost[p->of[j]][j] + p->cost[p->of[j]][k];
                if (through < best[k] - 1e-9) {
                    best[k] = through;
                    from[k] = j;
                    better = true;
                }
            }
    }
    int end = -1;
    for (int j = 0; j < p->m; j++)
        if (p->of[j] < 0 && (end < 0 || best[j] < best[end]))
            end = j;
    for (; from[end] >= 0; end = from[end])
        p->of[end] = p->of[from[end]];
    p->of[end] = wanted;
}

static void settle(struct replace_row *row, const struct replace_seen *seen, double tolerance)
{
    row->at = seen->at;
    row->sd = seen->sd;
    row->move = vec2_sub(row->wanted, seen->at);
    row->left = vec2_len(row->move);
    row->state = row->left <= tolerance             ? REPLACE_THERE
                 : row->left <= tolerance + row->sd ? REPLACE_CLOSE
                                                    : REPLACE_MOVE;
}

/* Agreement of a doubtful reading with the record proves little: the ball of the same paint would be read so as well.
 */
static bool in_doubt(const struct ball_set *set, ball_id ball, const struct replace_seen *seen)
{
    const struct ball_row *row = &set->row[ball];
    if (seen->known)
        return seen->contested || (seen->known != ball && !interchangeable(row, &set->row[seen->known]));
    return !alike(row, seen) || (seen->number && seen->p < REPLACE_SURE);
}

static void sum_up(struct replace_list *list)
{
    bool doubt = false;
    list->placed = !list->extra_n;
    for (int i = 0; i < list->n; i++) {
        list->placed = list->placed && list->row[i].state == REPLACE_THERE;
        doubt = doubt || list->row[i].doubt;
    }
    list->done = list->placed && !doubt;
}

struct replace_list replace_compare(const struct ball_set *set, const struct layout *wanted,
                                    const struct replace_seen *seen, int n, double tolerance)
{
    struct replace_list list = {0};
    struct pairing p;
    n = n < REPLACE_SEEN ? n : REPLACE_SEEN;
    for (BALL_EACH(id, wanted->known))
        list.row[list.n++] =
            (struct replace_row){.ball = (ball_id)id, .state = REPLACE_MISSING, .wanted = wanted->at[id]};
    fill_costs(&p, set, &list, seen, n);
    for (int i = 0; i < list.n; i++)
        add_wanted(&p, i);
    for (int j = 0; j < n; j++)
        if (p.of[j] >= 0 && p.cost[p.of[j]][j] < FAR_MM) {
            settle(&list.row[p.of[j]], &seen[j], tolerance);
            list.row[p.of[j]].doubt = in_doubt(set, list.row[p.of[j]].ball, &seen[j]);
        } else
            list.extra[list.extra_n++] = seen[j].at;
    sum_up(&list);
    return list;
}

/* ---- words ------------------------------------------------------------------------------------------------------- */

const char *replace_words(const struct replace_row *row, char *text, size_t size)
{
    double x = row->move.x, y = row->move.y;
    if (row->state == REPLACE_MISSING)
        snprintf(text, size, "not seen");
    else if (row->state == REPLACE_THERE)
        snprintf(text, size, "in place, %.1f mm off", row->left);
    else
        snprintf(text, size, "%.1f mm: %.1f towards %s, %.1f to the %s", row->left, fabs(x),
                 x > 0 ? "the top cushion" : "baulk", fabs(y), y > 0 ? "left" : "right");
    return text;
}

static void add_pixels(json_t *object, const struct calibration *c, const struct replace_row *row)
{
    struct vec2 wanted, at;
    double z = c->table.bed.ball_d / 2;
    if (!camera_project(&c->camera, (struct vec3){row->wanted.x, row->wanted.y, z}, &wanted))
        return;
    double radius = z * camera_scale(&c->camera, (struct vec3){row->wanted.x, row->wanted.y, z});
    json_object_set_new(object, "px", json_pack("[f, f, f]", wanted.x, wanted.y, radius));
    if (row->state != REPLACE_MISSING && camera_project(&c->camera, (struct vec3){row->at.x, row->at.y, z}, &at))
        json_object_set_new(object, "at_px", json_pack("[f, f]", at.x, at.y));
}

static json_t *row_json(const struct ball_set *set, const struct replace_row *row, const struct calibration *camera)
{
    char words[96];
    json_t *object = json_pack("{s:s, s:s, s:[f, f], s:s}", "ball", ball_name(set, row->ball), "state",
                               replace_state_word(row->state), "wanted", row->wanted.x, row->wanted.y, "words",
                               replace_words(row, words, sizeof words));
    if (row->state != REPLACE_MISSING)
        json_object_update_new(object, json_pack("{s:[f, f], s:[f, f], s:f, s:f, s:b}", "at", row->at.x, row->at.y,
                                                 "move", row->move.x, row->move.y, "left", row->left, "sd", row->sd,
                                                 "doubt", row->doubt));
    if (camera)
        add_pixels(object, camera, row);
    return object;
}

json_t *replace_json(const struct ball_set *set, const struct replace_list *list, const struct calibration *camera)
{
    json_t *balls = json_array(), *extra = json_array();
    for (int i = 0; i < list->n; i++)
        json_array_append_new(balls, row_json(set, &list->row[i], camera));
    for (int i = 0; i < list->extra_n; i++)
        json_array_append_new(extra, json_pack("[f, f]", list->extra[i].x, list->extra[i].y));
    return json_pack("{s:s, s:o, s:o, s:b, s:b}", "type", "replace", "balls", balls, "extra", extra, "placed",
                     list->placed, "done", list->done);
}
