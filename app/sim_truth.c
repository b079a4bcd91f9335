/* SPDX-License-Identifier: Apache-2.0 */
/* sim_truth.c: what is written down of a simulated film? */
#include "sim_truth.h"

#include "calls.h"
#include "err.h"
#include "outfile.h"
#include "sim_judge.h"
#include "sim_room.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct sim_truth {
    struct outfile out;
    bool writes;
    long frames;
    int rack, stroke; /* last take written */
    json_t *strokes, *events, *cameras, *recipe;
    struct sim_camera camera; /* last one written */
    struct sim_judge judge;
};

/* ---- names as in the clips of the rendered-strokes format ------------------------------------------------------- */

static const char *name_of(enum ball_set_id set, ball_id b, char text[32])
{
    const struct ball_row *row = &ball_set(set)->row[b];
    if (set == BALL_SET_SNOOKER && b == BALL_CUE)
        return "white";
    if (set == BALL_SET_SNOOKER && row->kind == BALL_KIND_RED) {
        snprintf(text, 32, "red_%02d", row->number);
        return text;
    }
    return row->name;
}

static const char *pocket_word(enum pocket p)
{
    static const char *const words[] = {
        [POCKET_TL] = "top_left",     [POCKET_TR] = "top_right",  [POCKET_ML] = "middle_left",
        [POCKET_MR] = "middle_right", [POCKET_BL] = "baulk_left", [POCKET_BR] = "baulk_right"};
    return words[p];
}

static const char *cushion_word(const struct sim_event *e, char text[48])
{
    if (e->pocket) {
        snprintf(text, 48, "jaw_%s%s", pocket_word(e->pocket), e->arc ? "_nose" : "");
        return text;
    }
    if (e->cushion == CUSHION_TOP || e->cushion == CUSHION_BOTTOM)
        return e->cushion == CUSHION_TOP ? "top" : "baulk";
    snprintf(text, 48, "%s_%s", e->cushion == CUSHION_LEFT ? "left" : "right", e->at.x < 0 ? "baulk" : "top");
    return text;
}

static double rounded(double v, double step)
{
    return floor(v / step + 0.5) * step;
}

static json_t *number(double v, double step)
{
    return json_real(rounded(v, step));
}

static json_t *point(struct vec2 p)
{
    return json_pack("[o, o]", number(p.x, 1e-4), number(p.y, 1e-4));
}

/* ---- camera and table ------------------------------------------------------------------------------------------- */

static json_t *camera_json(const struct sim_camera *c, double from)
{
    const double *R = c->R;
    double t[3];
    for (int i = 0; i < 3; i++)
        t[i] = -(R[3 * i] * c->at.x + R[3 * i + 1] * c->at.y + R[3 * i + 2] * c->at.z);
    return json_pack(
        "{s:f, s:s, s:i, s:i, s:f, s:f, s:f, s:f, s:[f,f,f,f,f], s:[[f,f,f],[f,f,f],[f,f,f]], s:[f,f,f], "
        "s:[f,f,f], s:s}",
        "t_from", from, "model", "opencv pinhole + radial/tangential", "width", c->width, "height", c->height, "fx",
        c->fx, "fy", c->fy, "cx", c->cx, "cy", c->cy, "dist_k1_k2_p1_p2_k3", c->k[0], c->k[1], c->k[2], c->k[3],
        c->k[4], "R_world_to_cam", R[0], R[1], R[2], R[3], R[4], R[5], R[6], R[7], R[8], "C_world_mm", c->at.x, c->at.y,
        c->at.z, "t", t[0], t[1], t[2], "note",
        "Xc=R(X-C); pixel centres at integer coordinates; world mm: X to top cushion, Y left, Z up from the "
        "cloth");
}

static json_t *sensor_json(const struct sim_camera *c)
{
    return json_pack("{s:f, s:f, s:f, s:[f,f,f], s:f, s:f, s:f, s:f, s:b}", "gain", c->gain, "gamma", c->gamma,
                     "contrast", c->contrast, "balance", c->balance[0], c->balance[1], c->balance[2], "noise_read",
                     c->noise_read, "noise_shot", c->noise_shot, "soft_px", c->soft_px, "vignette", c->vignette,
                     "full_range", c->full_range);
}

static json_t *table_json(const struct table *t)
{
    json_t *pockets = json_object(), *spots = json_object();
    static const char *const words[] = {
        [SPOT_YELLOW] = "yellow", [SPOT_GREEN] = "green", [SPOT_BROWN] = "brown", [SPOT_BLUE] = "blue",
        [SPOT_PINK] = "pink",     [SPOT_BLACK] = "black", [SPOT_HEAD] = "head",   [SPOT_FOOT] = "foot"};
    for (enum pocket p = POCKET_TL; p < POCKET_COUNT; p++)
        json_object_set_new(
            pockets, pocket_word(p),
            json_pack("{s:o, s:f}", "center", point(t->pocket[p].fall), "radius", t->pocket[p].fall_radius));
    for (int s = SPOT_YELLOW; s < SPOT_COUNT; s++)
        json_object_set_new(spots, words[s], point(t->bed.spot[s]));
    return json_pack("{s:s, s:f, s:f, s:f, s:f, s:f, s:f, s:f, s:o, s:o}", "kind", t->kind, "length_mm", t->bed.length,
                     "width_mm", t->bed.width, "ball_radius_mm", t->bed.ball_d / 2, "cue_ball_radius_mm",
                     t->bed.cue_ball_d / 2, "cushion_nose_height_mm", t->nose_height, "baulk_line_x", t->bed.baulk_x,
                     "D_radius", t->bed.d_radius, "spots", spots, "pockets", pockets);
}

/* ---- strokes ---------------------------------------------------------------------------------------------------- */

static json_t *layout_json(enum ball_set_id set, const struct sim_start *s, ball_mask all)
{
    json_t *o = json_object();
    char text[32];
    for (BALL_EACH(b, all))
        json_object_set_new(o, name_of(set, (ball_id)b, text),
                            ball_in(s->present, (ball_id)b) ? point(s->at[b]) : json_null());
    return o;
}

static const char *type_of(enum sim_event_kind kind)
{
    static const char *const words[] = {[SIM_STRIKE] = "stroke",     [SIM_START] = "motion_start",
                                        [SIM_CONTACT] = "ball_ball", [SIM_CUSHION] = "ball_cushion",
                                        [SIM_POCKET] = "pocketed",   [SIM_OFF] = "off",
                                        [SIM_JUMP] = "jump",         [SIM_STOP] = "motion_end",
                                        [SIM_LINE] = "line",         [SIM_DOUBLE_HIT] = "double_hit",
                                        [SIM_ALL_REST] = "all_rest"};
    return words[kind];
}

static json_t *event_json(enum ball_set_id set, const struct sim_event *e, double strike_t)
{
    char a[32], b[32], text[48];
    json_t *o = json_pack("{s:o, s:s}", "t", number(strike_t + e->t, 1e-6), "type", type_of(e->kind));
    if (e->b)
        json_object_set_new(o, "balls", json_pack("[s, s]", name_of(set, e->a, a), name_of(set, e->b, b)));
    else if (e->a)
        json_object_set_new(o, "ball", json_string(name_of(set, e->a, a)));
    if (e->kind == SIM_CUSHION)
        json_object_set_new(o, "cushion", json_string(cushion_word(e, text)));
    if (e->kind == SIM_POCKET)
        json_object_set_new(o, "pocket", json_string(pocket_word(e->pocket)));
    if (e->kind == SIM_LINE)
        json_object_set_new(o, "into", json_boolean(e->into));
    if (e->kind == SIM_CONTACT || e->kind == SIM_CUSHION)
        json_object_set_new(o, "speed", number(e->speed, 0.01));
    if (e->a)
        json_object_set_new(o, "at", point(e->at));
    return o;
}

static json_t *act_json(enum ball_set_id set, const struct sim_act *a)
{
    char text[32];
    return json_pack("{s:o, s:s, s:s, s:o, s:s}", "t", number(a->t, 1e-6), "type", event_kind_name(a->kind), "ball",
                     name_of(set, a->ball, text), "at", point(a->at), "by", a->by_player ? "player" : "referee");
}

static json_t *names_json(enum ball_set_id set, ball_mask mask)
{
    json_t *list = json_array();
    char text[32];
    for (BALL_EACH(b, mask))
        json_array_append_new(list, json_string(name_of(set, (ball_id)b, text)));
    return list;
}

static json_t *potted_json(enum ball_set_id set, const struct sim_take *k)
{
    json_t *list = json_array();
    char text[32];
    for (int i = 0; i < k->record->events_n; i++) {
        const struct sim_event *e = &k->record->event[i];
        if (e->kind == SIM_POCKET)
            json_array_append_new(list, json_pack("{s:s, s:s, s:o}", "ball", name_of(set, e->a, text), "pocket",
                                                  pocket_word(e->pocket), "t", number(k->strike_t + e->t, 1e-6)));
    }
    return list;
}

/* Nearest ball to the cue-ball at rest and the gap between them. */
static json_t *nearest_json(enum ball_set_id set, const struct table *t, const struct sim_take *k)
{
    ball_id best = BALL_NONE;
    double gap = 1e9;
    char text[32];
    for (BALL_EACH(b, k->after.present & ~ball_bit(k->cue))) {
        double g =
            vec2_dist(k->after.at[b], k->after.at[k->cue]) - sqrt(sim_ball_d(t, (ball_id)b) * sim_ball_d(t, k->cue));
        if (g < gap) {
            gap = g;
            best = (ball_id)b;
        }
    }
    if (!best || !ball_in(k->after.present, k->cue))
        return json_null();
    return json_pack("[s, o]", name_of(set, best, text), number(gap, 1e-4));
}

static json_t *result_json(enum ball_set_id set, const struct table *t, const struct sim_take *k)
{
    char text[32];
    ball_mask first = sim_record_first_hit(k->record, k->cue);
    int contacts = 0, cushions = 0;
    for (int i = 0; i < k->record->events_n; i++) {
        contacts += k->record->event[i].kind == SIM_CONTACT;
        cushions += k->record->event[i].kind == SIM_CUSHION;
    }
    return json_pack("{s:o, s:o, s:o, s:i, s:i, s:o}", "first_hit",
                     first ? json_string(name_of(set, ball_first(first), text)) : json_null(), "first_hits",
                     names_json(set, first), "potted", potted_json(set, k), "n_ball_ball", contacts, "n_cushion",
                     cushions, "cue_ball_nearest_gap_mm", nearest_json(set, t, k));
}

static json_t *options_json(option_mask options)
{
    json_t *list = json_array();
    for (int i = OPTION_NONE + 1; i < OPTION_COUNT; i++)
        if (options & option_bit((enum option)i))
            json_array_append_new(list, json_string(option_word((enum option)i)));
    return list;
}

static json_t *ruling_json(const struct sim_judge *j, const struct state *before)
{
    char text[256], why[256];
    const struct ruling *r = &j->ruling;
    json_t *clauses = json_array();
    for (int i = 0; i < r->findings_n; i++)
        json_array_append_new(clauses, json_string(rules_clause(j->game, r->findings[i].rule, text, sizeof text)));
    return json_pack("{s:b, s:s, s:i, s:i, s:o, s:s, s:s, s:{s:i, s:i}, s:b, s:i, s:o}", "legal", r->kind == KIND_NONE,
                     "kind", kind_word(r->kind), "foul_points", r->penalty, "points", r->points, "clauses", clauses,
                     "why", rules_why(j->game, before, &j->stroke, r, why, sizeof why), "call",
                     rules_speak(r, LANGUAGE_EN, text, sizeof text), "scores", "A", r->next.score[SIDE_A], "B",
                     r->next.score[SIDE_B], "frame_over", r->next.frame_over, "striker", r->next.striker, "options",
                     options_json(r->options));
}

static void add_word(json_t *list, bool there, const char *word)
{
    if (there)
        json_array_append_new(list, json_string(word));
}

static bool struck_twice(const struct sim_take *k)
{
    for (int i = 0; i < k->record->events_n; i++)
        if (k->record->event[i].kind == SIM_DOUBLE_HIT)
            return true;
    return false;
}

/* What was decided before the stroke, and what the player did that no path of a ball tells. */
static void add_conduct(json_t *o, enum ball_set_id set, const struct sim_take *k)
{
    static const char *const decisions[] = {[SIM_ASK_AGAIN] = "offender_original",
                                            [SIM_TAKE_FREE] = "free_ball",
                                            [SIM_SHOOT_SELF] = "self_shoots",
                                            [SIM_LET_OPPONENT] = "opponent_shoots"};
    json_t *breaches = json_array();
    char text[32];
    add_word(breaches, k->breach.touched, "ball_touched");
    add_word(breaches, k->breach.moving, "ball_moving");
    add_word(breaches, k->breach.wrong_cue_ball, "wrong_cue_ball");
    add_word(breaches, k->breach.misplaced, "in_hand_improper");
    add_word(breaches, struck_twice(k), "double_hit");
    json_object_set_new(o, "breaches", breaches);
    json_object_set_new(o, "struck", json_string(name_of(set, k->choice.strike.ball, text)));
    json_object_set_new(o, "decision", k->decision ? json_string(decisions[k->decision]) : json_null());
    json_object_set_new(o, "free_ball", k->free ? json_string(name_of(set, k->choice.free, text)) : json_null());
    json_object_set_new(o, "push_out", json_boolean(k->push));
    json_object_set_new(o, "miss", json_boolean(k->miss));
    json_object_set_new(o, "players_foul", json_boolean(k->foul));
}

static json_t *stroke_json(struct sim_truth *t, const struct sim_film *film, const struct sim_take *k)
{
    enum ball_set_id set = sim_game_row(sim_film_settings(film)->game)->set;
    const struct sim_strike *s = &k->choice.strike;
    ball_mask all = ball_range(1, ball_set(set)->count) & (k->before.present | k->after.present);
    char text[32];
    json_t *o = json_pack("{s:i, s:i, s:i, s:o, s:o, s:s, s:o, s:o}", "frame", k->rack, "n", k->n, "player",
                          k->striker + 1, "t_stroke", number(k->strike_t, 1e-6), "t_rest", number(k->rest_t, 1e-6),
                          "intent", sim_intent_name(k->choice.intent), "ball_on",
                          k->choice.ball ? json_string(name_of(set, k->choice.ball, text)) : json_null(), "on",
                          names_json(set, k->on));
    json_object_set_new(o, "strike",
                        json_pack("{s:f, s:f, s:f, s:f, s:f}", "phi_deg",
                                  sim_atan2(s->along.y, s->along.x) * 180 / SIM_PI, "speed_mps", s->speed / 1000,
                                  "side", s->side, "follow", s->follow, "raise", s->raise));
    if (k->choice.pocket) /* what the player would say where shots are called */
        json_object_set_new(o, "pocket", json_string(pocket_name(k->choice.pocket)));
    json_object_set_new(o, "start", layout_json(set, &k->before, all));
    json_object_set_new(o, "rest", layout_json(set, &k->after, all));
    json_object_set_new(o, "result", result_json(set, sim_film_table(film), k));
    add_conduct(o, set, k);
    json_object_set_new(o, "players_scores", json_pack("[i, i]", k->score[0], k->score[1]));
    json_object_set_new(o, "players_next", json_integer(k->next + 1));
    struct state before = t->judge.state;
    int disputes = t->judge.disputes;
    if (sim_judge_take(&t->judge, film, k)) {
        json_object_set_new(o, "ruling", ruling_json(&t->judge, &before));
        json_object_set_new(o, "disputed", json_boolean(t->judge.disputes > disputes));
    }
    return o;
}

static void note_take(struct sim_truth *t, const struct sim_film *film)
{
    const struct sim_take *k = sim_film_take(film);
    enum ball_set_id set = sim_game_row(sim_film_settings(film)->game)->set;
    if (k->rack != t->rack)
        sim_judge_open(&t->judge, film);
    t->rack = k->rack;
    t->stroke = k->n;
    json_array_append_new(t->strokes, stroke_json(t, film, k));
    for (int i = 0; i < k->acts_n; i++)
        json_array_append_new(t->events, act_json(set, &k->act[i]));
    for (int i = 0; i < k->record->events_n; i++)
        if (!k->cut || k->strike_t + k->record->event[i].t < k->rest_t) /* the rest of it belongs to the next stroke */
            json_array_append_new(t->events, event_json(set, &k->record->event[i], k->strike_t));
}

/* ---- the file --------------------------------------------------------------------------------------------------- */

static void write_head(struct sim_truth *t, const struct sim_film *film)
{
    enum ball_set_id set = sim_game_row(sim_film_settings(film)->game)->set;
    json_t *order = names_json(set, ball_range(1, ball_set(set)->count));
    fputs("{\"frames\": {\"ball_order\": ", t->out.stream);
    json_dumpf(order, t->out.stream, 0);
    json_decref(order);
    fputs(
        ",\n\"row\": \"per frame, per ball in ball_order: null (off the table) or [u_px,v_px,radius_px,X_mm,Y_mm(,Z_mm "
        "while in the air or falling)] at mid exposure of the ball's own row\",\n\"data\": [",
        t->out.stream);
}

int sim_truth_open(struct sim_truth **out, const char *path, const struct sim_film *film)
{
    struct sim_truth *t = calloc(1, sizeof *t);
    *out = t;
    if (!t)
        return ERR_MEMORY;
    t->strokes = json_array();
    t->events = json_array();
    t->cameras = json_array();
    int err = path ? outfile_open(&t->out, path) : 0;
    if (err) {
        sim_truth_discard(out);
        return err;
    }
    t->writes = path != NULL;
    if (t->writes)
        write_head(t, film);
    return 0;
}

void sim_truth_made_from(struct sim_truth *t, json_t *recipe)
{
    t->recipe = recipe;
}

static void write_row(struct sim_truth *t, const struct sim_film *film)
{
    const struct sim_ball_seen *seen = sim_film_balls(film);
    enum ball_set_id set = sim_game_row(sim_film_settings(film)->game)->set;
    FILE *o = t->out.stream;
    fputs(t->frames ? ",\n[" : "\n[", o);
    for (ball_id b = 1; b <= ball_set(set)->count; b++) {
        const struct sim_ball_seen *s = &seen[b];
        fputs(b > 1 ? "," : "", o);
        if (!s->on_table) {
            fputs("null", o);
            continue;
        }
        fprintf(o, "[%.3f,%.3f,%.3f,%.3f,%.3f", s->px.x, s->px.y, s->radius_px, s->p.x, s->p.y);
        if (fabs(s->p.z - sim_ball_d(sim_film_table(film), b) / 2) > 1e-6)
            fprintf(o, ",%.3f", s->p.z);
        fputc(']', o);
    }
    fputc(']', o);
}

void sim_truth_frame(struct sim_truth *t, const struct sim_film *film)
{
    const struct sim_take *k = sim_film_take(film);
    const struct sim_camera *c = sim_film_camera(film);
    if (k->rack != t->rack || k->n != t->stroke)
        note_take(t, film);
    if (!t->frames || memcmp(c->R, t->camera.R, sizeof c->R) != 0) {
        json_array_append_new(t->cameras, camera_json(c, sim_film_time(film)));
        t->camera = *c;
    }
    if (t->writes)
        write_row(t, film);
    t->frames++;
}

static int by_time(const void *a, const void *b)
{
    double x = json_number_value(json_object_get(*(json_t *const *)a, "t"));
    double y = json_number_value(json_object_get(*(json_t *const *)b, "t"));
    return x < y ? -1 : x > y;
}

static json_t *sorted_events(const json_t *events)
{
    size_t n = json_array_size(events);
    json_t **list = malloc((n ? n : 1) * sizeof *list), *out = json_array();
    for (size_t i = 0; list && i < n; i++)
        list[i] = json_array_get(events, i);
    if (list)
        qsort(list, n, sizeof *list, by_time);
    for (size_t i = 0; list && i < n; i++)
        json_array_append(out, list[i]);
    free(list);
    return out;
}

/* What a clip of one stroke has at the top; of a longer film: its first stroke, and where the last one ended. */
static void add_first_stroke(json_t *o, const json_t *strokes)
{
    static const char *const keys[] = {"t_stroke", "ball_on", "strike", "result", "start", "ruling"};
    const json_t *first = json_array_get(strokes, 0), *last = json_array_get(strokes, json_array_size(strokes) - 1);
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        if (json_object_get(first, keys[i]))
            json_object_set(o, keys[i], json_object_get(first, keys[i]));
    if (last)
        json_object_set(o, "rest", json_object_get(last, "rest"));
}

static json_t *tail_json(struct sim_truth *t, const struct sim_film *film)
{
    const struct sim_settings *s = sim_film_settings(film);
    const struct sim_camera *c = &s->camera;
    json_t *o = json_pack("{s:s, s:s, s:s, s:I, s:s, s:f, s:i, s:i, s:i, s:f, s:f, s:f, s:s}", "name", "simulated",
                          "category", "simulated", "game", sim_game_row(s->game)->name, "seed", (json_int_t)s->seed,
                          "units", "mm, s, px; times are clip times", "fps", c->fps, "width", c->width, "height",
                          c->height, "n_frames", (int)t->frames, "shutter_s", c->shutter_s, "rolling_shutter_s",
                          c->rolling_s, "light_drift", s->drift, "frame_time",
                          "frame k is exposed from k/fps to k/fps+shutter_s; frames.data is at k/fps+shutter_s/2 + "
                          "rolling_shutter_s*v/height");
    if (t->recipe)
        json_object_set(o, "recipe", t->recipe);
    json_object_set(o, "camera", t->cameras);
    json_object_set_new(o, "sensor", sensor_json(c));
    json_object_set_new(o, "look", sim_room_json(&s->look));
    json_object_set_new(o, "mishaps", sim_mishaps_json(s));
    json_object_set_new(o, "table", table_json(sim_film_table(film)));
    add_first_stroke(o, t->strokes);
    json_object_set_new(o, "events", sorted_events(t->events));
    json_object_set(o, "strokes", t->strokes);
    json_object_set_new(o, "physics",
                        json_pack("{s:f, s:f, s:f, s:f, s:f}", "u_s", s->physics.slide, "u_r", s->physics.roll, "e_b",
                                  s->physics.ball_e, "e_c", s->physics.cushion_e, "f_c", s->physics.cushion_mu));
    if (t->judge.game)
        json_object_set_new(o, "final",
                            json_pack("{s:i, s:i, s:b, s:i}", "A", t->judge.state.score[SIDE_A], "B",
                                      t->judge.state.score[SIDE_B], "frame_over", t->judge.state.frame_over, "disputes",
                                      t->judge.disputes));
    return o;
}

int sim_truth_commit(struct sim_truth **out, const struct sim_film *film)
{
    struct sim_truth *t = *out;
    int err = 0;
    if (t->writes) {
        json_t *tail = tail_json(t, film);
        fputs("\n]},\n", t->out.stream);
        json_dumpf(tail, t->out.stream, JSON_EMBED | JSON_INDENT(1) | JSON_REAL_PRECISION(12));
        fputs("}\n", t->out.stream);
        json_decref(tail);
        err = outfile_commit(&t->out);
        t->writes = false;
    }
    sim_truth_discard(out);
    return err;
}

void sim_truth_discard(struct sim_truth **out)
{
    struct sim_truth *t = *out;
    if (!t)
        return;
    if (t->writes)
        outfile_discard(&t->out);
    json_decref(t->strokes);
    json_decref(t->events);
    json_decref(t->cameras);
    json_decref(t->recipe);
    free(t);
    *out = NULL;
}

void sim_truth_score(const struct sim_truth *t, int score[2], int *disputes, bool *over)
{
    score[0] = t->judge.state.score[SIDE_A];
    score[1] = t->judge.state.score[SIDE_B];
    *disputes = t->judge.disputes;
    *over = t->judge.state.frame_over;
}
