/* SPDX-License-Identifier: Apache-2.0 */
/* balls.c: from candidates to balls: fit each, believe the clearest first, and let balls that are believed explain
 * what hides the outlines of their neighbours. Two balls cannot be in one place: that is all the logic needed. */
#include "closer.h"
#include "places.h"

#define LANE_COUNT 4
#include "lanes.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Centres of two balls are a diameter apart; this much of it allows for error. */
static const double least_apart = 0.90;

/* On the bed no nearer to a nose than a radius, as well as that is known. */
static bool on_bed(const struct vision *v, struct vec2 mm, double slack)
{
    const struct table *t = &v->calibration.table;
    return fabs(mm.x) < t->bed.length / 2 - v->radius + slack &&
           fabs(mm.y) < t->bed.width * (1 + v->calibration.aspect) / 2 - v->radius + slack;
}

/* Inside the noses made longer, where a jaw turns away from them: no nearer to that than a radius. */
static bool in_mouth(const struct vision *v, struct vec2 mm, double slack)
{
    const struct table *t = &v->calibration.table;
    struct vec2 drawn = vec2(mm.x, mm.y / (1 + v->calibration.aspect));
    return on_bed(v, mm, v->radius) && place_cushion(t, drawn).gap_mm > place_touch(t) - slack;
}

/* There or in the mouth of a pocket, for a centre known to so many pixels. */
static bool possible_within(const struct vision *v, struct vec2 mm, double px)
{
    const double noses = 7; /* mm: how far they may lie from where they were measured */
    const double jaws = 1;  /* mm: further in edges of empty pockets are taken for balls */
    if (on_bed(v, mm, noses))
        return true;
    double scale = camera_scale(&v->calibration.camera, (struct vec3){mm.x, mm.y, v->radius});
    double known = scale > 0 ? px / scale : 0;
    if (on_bed(v, mm, noses + known) || in_mouth(v, mm, jaws + known))
        return true;
    double from_fall;
    place_pocket(&v->calibration.table, mm, &from_fall);
    return from_fall < 1.2 * v->radius;
}

bool ball_possible(const struct vision *v, struct vec2 mm)
{
    return possible_within(v, mm, 1);
}

/* Votes are less exact than the fit that follows, and only that is held to the table. */
bool ball_worth_a_look(const struct vision *v, struct vec2 mm)
{
    return possible_within(v, mm, 3);
}

/* Which directions another ball hides or confuses, a bit each: one that lies tx, ty px from here and has this radius.
 */
static uint64_t hidden_by(const struct outline *o, float tx, float ty, float r)
{
    uint64_t bits = 0;
    for (int i = 0; i < RIM_ANGLES; i += LANE_COUNT) {
        floats reach = load_lanes(o->r + i) + 1, x = load_lanes(o->dx + i) * reach - tx,
               y = load_lanes(o->dy + i) * reach - ty;
        bits |= (uint64_t)lane_bits(x * x + y * y < r * r) << i;
    }
    return bits;
}

static const float confused = 0.3f; /* px about a ball in which its edge is taken for another's */

static uint64_t hidden_by_ball(const struct hypothesis *h, const struct hypothesis *other)
{
    struct vec2 to = vec2_sub(other->outline.centre, h->outline.centre);
    return hidden_by(&h->outline, (float)to.x, (float)to.y, other->outline.mean + confused);
}

static uint64_t hidden_by_all(const struct vision *v, const struct hypothesis *h)
{
    uint64_t bits = 0;
    for (int i = 0; i < v->hyp_n; i++) {
        const struct hypothesis *other = &v->hyp[i];
        if (other != h && other->taken && vec2_dist(other->mm, h->mm) < 2.6 * v->radius)
            bits |= hidden_by_ball(h, other);
    }
    return bits;
}

bool ball_move_to(const struct vision *v, struct hypothesis *h, struct vec2 px)
{
    struct vec2 mm;
    if (!camera_to_plane(&v->calibration.camera, px, v->radius, &mm) ||
        !outlines_seen_at(&v->outlines, px, mm, &h->outline))
        return false;
    h->mm = mm;
    return true;
}

/* Moves the hypothesis to where its rim says it is. False when it leaves the table or loses its rim. */
static bool step(const struct vision *v, const struct frame *f, struct hypothesis *h, uint64_t blocked,
                 const struct rim_params *p)
{
    h->blocked = blocked;
    return rim_fit(f, &h->outline, blocked, p, &h->rim) &&
           ball_move_to(v, h, vec2(h->outline.centre.x + (double)h->rim.dx, h->outline.centre.y + (double)h->rim.dy));
}

static struct rim_params rim_params_of(const struct vision *v, float window, bool shadeless)
{
    const float *c = v->calibration.cloth;
    float length = fmaxf(1, sqrtf(c[0] * c[0] + c[1] * c[1] + c[2] * c[2]));
    return (struct rim_params){.kernels = v->kernels,
                               .shadeless = shadeless,
                               .shade = {c[0] / length, c[1] / length, c[2] / length},
                               .window = window,
                               .edge_limit = (float)v->edge_limit,
                               .light = v->light,
                               .pitch = 0.5f,
                               .directions = RIM_ANGLES,
                               .chroma_x = (float)v->calibration.camera.chroma_x,
                               .luma = 1,
                               .chroma = 1,
                               /* Without shade the dark limb of a ball looks like cloth: its edge lies further in. */
                               .bias = shadeless ? -1.2f : v->bias,
                               .bias_sd = shadeless ? 1.0f : 0.3f};
}

/* Directions of a small ball lie less than two pixels apart. */
static bool is_small(const struct hypothesis *h)
{
    return h->outline.mean < 15;
}

/* Then a few tell as much, where most of them are free ... */
static bool few_do(const struct hypothesis *h, uint64_t blocked)
{
    const int many = RIM_ANGLES / 4;
    return is_small(h) && !h->shadeless && __builtin_popcountll(blocked) <= many;
}

/* ... and the rim is not faint, as far as is known. */
static bool is_clear(const struct hypothesis *h)
{
    return h->rim.free > 0 ? h->rim.contrast > 40 && h->rim.support > 0.8f : h->expected;
}

static int directions_of(const struct hypothesis *h, uint64_t blocked)
{
    return is_clear(h) && few_do(h, blocked) ? RIM_FEW : RIM_ANGLES;
}

static const float narrow = 2.0f; /* px: the window of the last fits */

static const float near_enough = 0.25f; /* px: a step shorter than this ends a first fit */
static const float at_rest = 0.06f;     /* px: one shorter than this changes nothing */
static const float hopeless = 0.2f;     /* support below which no narrower window helps */

/* Wide and coarse, then narrow until it rests. A jump of more than the window means that this was not the ball of this
 * candidate. */
bool ball_settle(const struct vision *v, const struct frame *f, struct hypothesis *h, uint64_t blocked, float wide,
                 bool coarse)
{
    struct vec2 start = h->outline.centre;
    const float windows[] = {wide, fmaxf(narrow, 0.6f * wide), narrow, narrow};
    for (int i = 0; i < 4; i++) {
        struct rim_params p = rim_params_of(v, windows[i], h->shadeless);
        p.pitch = coarse && i == 0 ? 1 : 0.5f;
        p.directions = coarse && i == 0 ? RIM_ANGLES / 2 : directions_of(h, blocked);
        p.quick = is_small(h);
        if (!step(v, f, h, blocked, &p) || vec2_dist(start, h->outline.centre) > (double)(1.2f * wide + 1) ||
            h->rim.support < hopeless)
            return false;
        float moved = hypotf(h->rim.dx, h->rim.dy);
        if (i > 0 && windows[i] == narrow && moved < (coarse ? near_enough : at_rest))
            break;
        if (coarse && i == 0 && moved < 1 && h->rim.support > 0.7f)
            i++; /* clear and close: no need for the middle window */
    }
    return ball_possible(v, h->mm);
}

/* From a place that is known to a pixel all of a clear rim is in a narrow window: one step is right at once, and from
 * a little further two are. */
static bool settle_at_once(const struct vision *v, const struct frame *f, struct hypothesis *h, uint64_t blocked,
                           int steps)
{
    struct hypothesis start = *h;
    struct rim_params p = rim_params_of(v, narrow, false);
    p.directions = few_do(h, blocked) ? RIM_FEW : RIM_ANGLES;
    p.quick = true;
    if (!is_small(h))
        return false;
    for (int i = 0; i < steps && step(v, f, h, blocked, &p) && is_clear(h); i++)
        if (hypotf(h->rim.dx, h->rim.dy) < narrow / 2 && ball_possible(v, h->mm))
            return true;
    *h = start;
    return false;
}

static float score_of(const struct hypothesis *h)
{
    return h->rim.support * fminf(1, h->body / 0.9f) * (1 - 0.15f * fminf(1, h->rim.rms / 0.6f));
}

void ball_judge(const struct vision *v, const struct frame *f, struct hypothesis *h)
{
    ball_judge_body(v, f, h);
    h->score = score_of(h);
    h->shade = h->score < 0.8f ? ball_shade_share(v, f, &h->outline) : 0;
}

static bool same_place(const struct vision *v, const struct hypothesis *a, const struct hypothesis *b)
{
    return vec2_dist(a->mm, b->mm) < 0.4 * v->radius;
}

/* Keeps the better of two fits that ended in one place, of those from `first` on. */
void ball_keep_from(struct vision *v, int first, const struct hypothesis *h)
{
    for (int i = first; i < v->hyp_n; i++)
        if (same_place(v, &v->hyp[i], h)) {
            if (h->score > v->hyp[i].score)
                v->hyp[i] = *h;
            return;
        }
    if (v->hyp_n < HYPOTHESES)
        v->hyp[v->hyp_n++] = *h;
}

bool ball_unclear(const struct hypothesis *h)
{
    return h->score < 0.7f || h->rim.contrast < 30;
}

/* Is a the better account of what b tried to explain? A faint rim is lost to shadows: there colour is trusted first. */
bool ball_clearer(const struct hypothesis *a, const struct hypothesis *b)
{
    const struct hypothesis *plain = a->shadeless ? b : a;
    float favour = plain->rim.contrast < 30 ? 0.05f : -0.12f;
    return a->score > b->score - (a->shadeless ? favour : -favour);
}

/* Candidates come best first: one that lies on a ball already clear says nothing new. */
static bool explained(const struct vision *v, struct vec2 mm)
{
    for (int i = 0; i < v->hyp_n; i++)
        if (v->hyp[i].score > 0.9f && vec2_dist(v->hyp[i].mm, mm) < 1.5 * v->radius)
            return true;
    return false;
}

/* Which directions clear candidates close by hide: most likely they are balls. */
static uint64_t hidden_by_candidates(const struct vision *v, const struct candidate *c, const struct outline *o)
{
    const float clear = 1.5f;
    uint64_t bits = 0;
    for (int k = 0; k < v->votes.found_n && v->votes.found[k].votes > clear; k++) {
        const struct candidate *other = &v->votes.found[k];
        float x = other->x - c->x, y = other->y - c->y, d2 = x * x + y * y;
        if (other != c && d2 <= 6.8f * c->radius * c->radius && d2 >= 2.5f * c->radius * c->radius)
            bits |= hidden_by(o, x, y, other->radius + confused);
    }
    return bits;
}

/* Few votes, a first look that shows little of a rim, and in a pocket, where edges abound: not worth a closer one. */
static bool worthless(const struct candidate *c, const struct hypothesis *h)
{
    return c->body < 0 && h->rim.support < 0.45f;
}

static const float half = 0.5f; /* score below which a fit says little */

/* From the middle of what is foreign: half of a pattern may have drawn the votes to its side, but no farther than that.
 */
static bool fit_middle(const struct vision *v, const struct frame *f, const struct candidate *c, float wide,
                       struct hypothesis *h)
{
    if (!closer_to_middle(v, f, h) ||
        vec2_dist(h->outline.centre, vec2((double)c->x, (double)c->y)) > (double)(0.6f * c->radius) ||
        !ball_settle(v, f, h, 0, wide, false))
        return false;
    ball_judge(v, f, h);
    return true;
}

static void fit_candidate(struct vision *v, const struct frame *f, const struct candidate *c)
{
    struct hypothesis h = {0};
    h.mm = c->mm;
    if (!c->placed || !ball_worth_a_look(v, h.mm) || explained(v, h.mm) || !outlines_at(&v->outlines, h.mm, &h.outline))
        return;
    struct hypothesis plain = h, other = h, middle = h;
    float wide = fmaxf(3, 0.28f * c->radius);
    other.shadeless = true;
    uint64_t blocked = hidden_by_all(v, &h) | hidden_by_candidates(v, c, &h.outline);
    bool fits = settle_at_once(v, f, &h, blocked, 1) || ball_settle(v, f, &h, blocked, wide, true);
    if (fits)
        ball_judge(v, f, &h);
    if ((!fits || ball_unclear(&h)) && worthless(c, &h))
        return;
    bool alone = __builtin_popcountll(blocked) <= RIM_ANGLES / 2; /* else it would be at its neighbours */
    if ((!fits || (alone && ball_unclear(&h))) &&
        ball_settle(v, f, &plain, 0, wide, false)) { /* a second, closer look */
        ball_judge(v, f, &plain);
        h = plain;
        fits = true;
    }
    if ((!fits || (alone && ball_unclear(&h))) && ball_settle(v, f, &other, 0, wide, false)) {
        ball_judge(v, f, &other);
        if (!fits || ball_clearer(&other, &h))
            h = other;
        fits = true;
    }
    if ((!fits || h.score < half) && fit_middle(v, f, c, wide, &middle)) {
        if (!fits || middle.score > h.score)
            h = middle;
        fits = true;
    }
    if (fits && h.score > 0.22f)
        ball_keep_from(v, 0, &h);
}

/* The clearest first; of two that are alike, a ball before its shadow. */
int ball_by_score(const void *a, const void *b)
{
    const struct hypothesis *p = a, *q = b;
    float x = p->score - 0.1f * p->shade, y = q->score - 0.1f * q->shade;
    return (x < y) - (x > y);
}

/* Does a believed ball lie within so many radii? */
bool ball_crowded(const struct vision *v, const struct hypothesis *h, double radii)
{
    for (int i = 0; i < v->hyp_n; i++)
        if (&v->hyp[i] != h && v->hyp[i].taken && vec2_dist(v->hyp[i].mm, h->mm) < radii * v->radius)
            return true;
    return false;
}

bool ball_has_room(const struct vision *v, const struct hypothesis *h)
{
    return !ball_crowded(v, h, 2 * least_apart);
}

/* Balls already believed that this one would just touch. */
int ball_touching(const struct vision *v, const struct hypothesis *h)
{
    int n = 0;
    for (int i = 0; i < v->hyp_n; i++) {
        double apart = vec2_dist(v->hyp[i].mm, h->mm) / (2 * v->radius);
        n += &v->hyp[i] != h && v->hyp[i].taken && apart > 0.94 && apart < 1.06;
    }
    return n;
}

/* By how much the cue-ball is smaller than the others, as a share: in English pool it is. */
float ball_smaller(const struct vision *v)
{
    const struct bed *bed = &v->calibration.table.bed;
    return bed->cue_ball_d > 0 ? (float)(1 - bed->cue_ball_d / bed->ball_d) : 0;
}

/* How far from the size of a ball its outline is, as a share, when its edge lies `bias` px too far out. */
float ball_size_off(const struct vision *v, const struct hypothesis *h, float bias)
{
    float share = bias / h->outline.mean;
    return fminf(fabsf(share), fabsf(share + ball_smaller(v)));
}

/* What a ball may look too large or too small, as a share; blur and bleeding colours take pixels off small ones. */
static float size_tolerance(const struct hypothesis *h)
{
    const float small = 9, usual = 0.11f; /* px; share */
    return h->outline.mean < small ? fmaxf(usual, 1.3f / h->outline.mean) : usual;
}

/* Among touching balls less of an outline is seen, but a place exactly one diameter away is no accident; nor is a glint
 * where every other ball has it. */
static bool believable(const struct vision *v, const struct frame *f, const struct hypothesis *h)
{
    int near = ball_touching(v, h), alike = h->score < 0.8f || h->shadeless ? ball_glints_alike(v, h) : -1;
    float hits = h->rim.support * h->rim.free * RIM_ANGLES, least = (float)v->params.least_support;
    bool faint = h->shadeless && h->rim.contrast < 45; /* levels: what is clear without shade is no shadow */
    if (faint) /* little to go by: nearly all of it must be there, and the glint */
        least += alike >= 2 ? 0.02f : alike == 0 && !ball_is_no_shadow(v, f, h) ? 0.3f : 0.1f;
    else
        least -= alike >= 2 ? 0.13f : near >= 2 ? 0.15f : near ? 0.08f : 0;
    if (!h->shadeless && ball_size_off(v, h, h->rim.bias - v->bias) > size_tolerance(h))
        return false;                /* a ninth too large or too small: an arm, a fist, a chalk */
    if (near >= 3 && h->body > 0.9f) /* in the middle of others, filling a hole of just its size */
        return hits >= 3 && h->score > 0.25f;
    if (h->expected)
        least -= 0.2f;
    if (ball_is_faint(v, h) || (alike >= 3 && h->rim.support > 0.8f)) /* in the shadow of a nose black is like cloth */
        return true;
    return h->body > 0.6f && hits >= (near >= 2 ? 6 : 9) && h->score >= least;
}

static bool fit_again(const struct vision *v, const struct frame *f, struct hypothesis *h, uint64_t blocked)
{
    struct rim_params p = rim_params_of(v, narrow, h->shadeless);
    p.smear[0] = h->smear[0];
    p.smear[1] = h->smear[1];
    p.directions = directions_of(h, blocked);
    p.quick = is_small(h);
    /* With little in the way a step is right at once while all of the rim is in the window. */
    float enough = h->expected && few_do(h, blocked) ? narrow / 2 : at_rest;
    for (int i = 0; i < 2; i++) {
        if (!step(v, f, h, blocked, &p))
            return false;
        if (hypotf(h->rim.dx, h->rim.dy) < enough)
            break;
    }
    ball_judge(v, f, h);
    return true;
}

/* Is it clear, and was it fitted without all but a few of the directions that are blocked now? */
static bool little_new(const struct hypothesis *h, uint64_t blocked)
{
    const int few = 2;
    return h->rim.free > 0 && !ball_unclear(h) && __builtin_popcountll(blocked & ~h->blocked) <= few;
}

static bool holds(const struct vision *v, const struct frame *f, const struct hypothesis *h)
{
    return ball_possible(v, h->mm) && ball_has_room(v, h) && believable(v, f, h);
}

bool ball_confirm(const struct vision *v, const struct frame *f, struct hypothesis *h)
{
    uint64_t blocked = hidden_by_all(v, h);
    if (little_new(h, blocked)) {
        if (holds(v, f, h))
            return true;
        if (h->blocked == blocked)
            return false;
    }
    struct hypothesis before = *h, other = *h;
    other.shadeless = !other.shadeless;
    bool fits = fit_again(v, f, h, blocked);
    if ((!fits || ball_unclear(h)) && fit_again(v, f, &other, blocked) && (!fits || ball_clearer(&other, h))) {
        *h = other;
        fits = true;
    }
    if (!fits) {
        *h = before;
        return false;
    }
    return holds(v, f, h);
}

/* The clearest first, again and again: each ball believed may free another from what hid it. */
static void believe(struct vision *v, const struct frame *f)
{
    qsort(v->hyp, (size_t)v->hyp_n, sizeof *v->hyp, ball_by_score);
    for (int round = 0; round < 6; round++) {
        bool more = false;
        for (int i = 0; i < v->hyp_n; i++) {
            struct hypothesis *h = &v->hyp[i];
            if (h->taken || !ball_has_room(v, h))
                continue;
            h->taken = ball_confirm(v, f, h);
            more |= h->taken;
        }
        if (!more)
            break;
    }
}

/* Looks at all again, with everything known that may hide them. True when one is no longer believed. */
static bool confirm_all(struct vision *v, const struct frame *f)
{
    bool dropped = false;
    for (int i = 0; i < v->hyp_n; i++)
        if (v->hyp[i].taken && !v->hyp[i].known) {
            v->hyp[i].taken = ball_confirm(v, f, &v->hyp[i]);
            dropped |= !v->hyp[i].taken;
        }
    return dropped;
}

/* Little of a limb, where no neighbours hold it, and edges hardly show either, and it does not glint where others do:
 * it may be that of its shadow as well, or of one end of a smear; or hardly any cloth about it, as beside an arm, whose
 * edge its rim may be. */
static bool shows_little(const struct vision *v, const struct hypothesis *h)
{
    const float little = 0.3f, clear = 0.7f; /* of a limb, of a rim */
    if (!(h->limb.sd > 0) || h->limb.share >= little)
        return false;
    return h->by_limb ||
           (ball_touching(v, h) < 2 && (h->limb.cloth < little || (h->score < clear && ball_glints_alike(v, h) < 3)));
}

/* px. Where in a shadow the dark side of a ball ends only its limb could tell, and that is as dark: sectors agree on
 * what is off by part of the blur. Where others throw a dark shadow and this ball shows none, its own lies under the
 * limb: narrower than the blur it looks like a part of the ball. */
static float told_sd(const struct vision *v, const struct hypothesis *h)
{
    const float dark = 0.13f, under = 0.4f, roughly = 0.12f; /* of the blur, in the dark, twice; of the radius */
    float night = h->limb.night, missing = fmaxf(0, v->limb_night - night);
    float shadow = h->limb.sigma_y * hypotf(dark * night, under * missing * missing);
    float sd = hypotf(hypotf(h->rim.sd, h->rival / 2), shadow);
    return shows_little(v, h) ? fmaxf(sd, roughly * h->outline.mean) : sd;
}

static void report(const struct vision *v, const struct hypothesis *h, struct vision_result *out)
{
    if (out->balls_n == VISION_BALLS) {
        out->balls_dropped++;
        return;
    }
    double scale = camera_scale(&v->calibration.camera, (struct vec3){h->mm.x, h->mm.y, v->radius});
    out->balls[out->balls_n++] = (struct ball_obs){.px = h->outline.centre,
                                                   .mm = h->mm,
                                                   .sd_mm = scale > 0 ? told_sd(v, h) / (float)scale : 0,
                                                   .radius_px = h->outline.mean,
                                                   .quality = fminf(1, h->score)};
}

void balls_report(const struct vision *v, struct vision_result *out)
{
    for (int i = 0; i < v->hyp_n; i++)
        if (v->hyp[i].taken && !v->hyp[i].known)
            report(v, &v->hyp[i], out);
}

/* The usual bias of edges, from balls that stand free: it belongs to lens and light, not to a ball. */
static void learn_bias(struct vision *v)
{
    float sum = 0;
    int n = 0;
    for (int i = 0; i < v->hyp_n; i++)
        if (v->hyp[i].taken && v->hyp[i].rim.free > 0.95f && v->hyp[i].rim.support > 0.85f) {
            sum += v->hyp[i].rim.bias;
            n++;
        }
    if (n >= 3)
        v->bias += (sum / (float)n - v->bias) * (v->frames < 3 ? 0.5f : 0.05f);
}

bool ball_fit_free(const struct vision *v, const struct frame *f, const struct hypothesis *other, struct hypothesis *h)
{
    uint64_t blocked = other ? hidden_by_ball(h, other) : 0;
    if (!settle_at_once(v, f, h, blocked, 2))
        return false;
    ball_judge(v, f, h);
    return !ball_unclear(h) && holds(v, f, h); /* else votes may know a better place */
}

static void place_candidates(struct vision *v)
{
    parting_of_candidates(v);
    for (int i = 0; i < v->votes.found_n; i++) {
        struct candidate *c = &v->votes.found[i];
        c->placed = camera_to_plane(&v->calibration.camera, vec2((double)c->x, (double)c->y), v->radius, &c->mm);
    }
}

/* What stands free is believed already, and what is known. */
static void believe_all(struct vision *v, const struct frame *f)
{
    place_candidates(v);
    for (int i = 0; i < v->votes.found_n; i++)
        if (!v->votes.found[i].faint)
            fit_candidate(v, f, &v->votes.found[i]);
    believe(v, f);
    if (confirm_all(v, f)) /* what is no longer believed may have been in the way */
        believe(v, f);
    parting_fill_holes(v, f);
    faint_believe(v, f);
    learn_bias(v);
}

void balls_learn(struct vision *v, const struct frame *f)
{
    believe_all(v, f);
    closer_learn(v, f);
    v->chroma_asked = chroma_learn(v, f);
}

void balls_find(struct vision *v, const struct frame *f, struct vision_result *out)
{
    believe_all(v, f);
    closer_refine_all(v, f);
    closer_part_all(v, f);
    belief_doubt(v, f);
    for (int round = 0; round < 3 && belief_look_again(v, f);)
        round++; /* each ball found may explain what confused its neighbour */
    closer_place_all(v, f);
    motion_find(v, f);
    balls_report(v, out);
}
