/* SPDX-License-Identifier: Apache-2.0 */
/* lives.c: does this ball rest, does it move, or has it gone? One track, one frame. */
#include "inside.h"
#include "naming.h"

#define REST_GATE_SD     6.0
#define REST_GATE_MM     1.2
#define REST_MEMORY      240.0 /* frames: the mean follows slow changes of light */
#define UNSEEN_S         60.0  /* without such a reason it is we who do not see it, for this long */
#define POOR_GATE_SD     3.0   /* of a look that states its own sd: green on green */
#define UNPROVOKED_S     0.3   /* a ball that starts for no reason must be seen elsewhere this long */
#define STEP_MM          1.0   /* ... unless it is seen to go on, by this much a frame and more than the noise */
#define STEP_SHARE       0.25
#define POCKET_HIDDEN_S  0.8 /* ... but at the edge of a pocket it is in it, arm or not */
#define FAINT            0.85
#define FOUND_RATE       0.02
#define MOSTLY_FOUND     0.95
#define ROLLS_STRAIGHT   1.1
#define FOUND_S          0.6 /* a ball that rattles between jaws is out of them, or in the pocket, sooner */
#define TOPPLE_S         0.6 /* a ball at the edge of a pocket, long in plain view, that is not there any more fell */
#define STILL_SAMPLES    6
#define STILL_SPREAD     4.0 /* looks of a ball at rest may scatter by so many of their sd ... */
#define STILL_MM         1.0 /* ... and by this */
#define SELDOM_S         1.5 /* a ball that is hard to see is judged by this much */
#define UNDER_WAY_FRAMES 6
#define NEAR_AGAIN_S     0.25  /* what a ball that rolls covers in this time is near it */
#define CLEAR_D          1.25  /* diameters between centres: they do not touch */
#define STRUCK_MM_S      250.0 /* slower strokes are not told from the end of a roll */
#define HIDDEN_S         4.0   /* a moving ball under an arm is not given up before */
#define SMEARED_FRAMES   4
#define BARE_FRAMES      3
#define FLOWN_LOOKS      2
#define LEFT_FRAMES      3    /* in which its place was in view without it */
#define STAYS_S          8.0  /* no hand lies in one place so long */
#define CREEPS_MM_S      60.0 /* slower than this a ball stops within a ball's width of where it was last seen ... */
#define CREEPS_S         1.0  /* ... and sooner than this */

double life_gate_rest(const struct tracking *t, const struct track *k)
{
    double sd = t->noise_mm * sqrt(1 + 1 / fmax(k->rest_n, 1));
    return fmax(REST_GATE_SD * sd, REST_GATE_MM);
}

static void keep_sample(struct tracking *t, struct track *k, const struct observed_ball *b)
{
    if (k->n == t->params.samples) {
        t->stats.samples_dropped++;
        return;
    }
    double sd = fmax(b->sd, t->noise_mm);
    k->samples[k->n++] = (struct sample){t->now + (double)b->later / 1e9, b->mm, (float)sd, t->frame};
}

/* In a film that shows pictures twice two samples may be of one picture. */
static void estimate_velocity(const struct tracking *t, struct track *k)
{
    if (k->n < 2)
        return;
    const struct sample *b = &k->samples[k->n - 1], *a = b - 1;
    double far = 8 * b->sd, least = t->repeats > 0 ? 1.5 * t->frame_s : 0;
    while (a > k->samples && ((vec2_dist(a->p, b->p) < far && b->t - a->t < 0.15) || b->t - a->t < least))
        a--;
    if (b->t > a->t)
        k->vel = vec2_scale(vec2_sub(b->p, a->p), 1 / (b->t - a->t));
}

/* It looks like `k`, lay elsewhere, a hand covered it, and it has not been seen since before that came. */
static bool may_be_carried(const struct track *o, const struct track *k)
{
    return o != k && o->life == LIFE_REST && o->id && o->like == k->like && o->seen < k->born &&
           o->covered > o->seen - LIFE_NEAR_S && vec2_dist(o->rest, k->rest) > LIFE_PULLED_MM;
}

/* Its place is in view again, without it, or `k` lies there in part. */
static bool has_left_to(const struct tracking *t, const struct track *o, const struct track *k)
{
    return o->missing >= LEFT_FRAMES * t->frame_s || vec2_dist(o->rest, k->rest) < t->table.bed.ball_d;
}

/* Such a ball that has left its place is this one, moved. */
static void take_over(struct tracking *t, struct track *k)
{
    for (int i = 0; i < TRACKS_MAX && k->like; i++) {
        struct track *o = &t->track[i];
        if (!may_be_carried(o, k) || !has_left_to(t, o, k))
            continue;
        struct sample *samples = o->samples;
        k->id = o->id;
        k->taken_over = true;
        k->carried_mm = vec2_dist(o->rest, k->rest);
        k->carried_at = cover_passed(t, o, o->rest, o->seen, k->born) ? k->born : o->seen;
        *o = (struct track){.samples = samples};
        return;
    }
}

bool life_may_be_another(const struct tracking *t, const struct track *k)
{
    for (int i = 0; i < TRACKS_MAX && k->like && k->by_hand; i++)
        if (may_be_carried(&t->track[i], k))
            return true;
    return false;
}

static void settle_at(struct tracking *t, struct track *k)
{
    k->life = LIFE_REST;
    k->woke &= t->active || k->id; /* moved by a hand before it had a name: that was no part of anything */
    k->since = t->now;
    k->rest_from = t->now - t->params.still_s / 2;
    k->noise2 = t->noise_mm * t->noise_mm; /* until it has shown its own */
    k->strays = 0;
    struct mean late = places_mean(k, k->rest_from, INFINITY);
    k->rest_n = late.n;
    k->rest = k->pos = late.n ? late.at : k->pos;
    k->vel = vec2(0, 0);
    displaced_never(t, k);
    naming_put_down(k);
    if (!k->id)
        take_over(t, k);
    if (!k->id)
        naming_one(t, k);
}

/* The samples that tell whether it is still: those of the last still_s, or the last few of a ball that is hard to see.
 */
static int still_from(const struct tracking *t, const struct track *k)
{
    int from = k->n;
    while (from > 0 && k->samples[from - 1].t > t->now - t->params.still_s)
        from--;
    while (from > 0 && k->n - from < STILL_SAMPLES && k->samples[from - 1].t > t->now - SELDOM_S &&
           (k->life != LIFE_MOVING ||
            k->samples[from - 1].t >= k->since)) /* what lay still before it moved says nothing */
        from--;
    return from;
}

/* They lie about each other as looks of a ball at rest do; a ball that comes back from a cushion is as far on either
 * side of its turn, but not there. */
static bool lie_together(const struct sample *s, int n)
{
    struct vec2 mean = vec2(0, 0);
    double spread2 = 0, looks2 = 0;
    for (int i = 0; i < n; i++)
        mean = vec2_add(mean, vec2_scale(s[i].p, 1.0 / n));
    for (int i = 0; i < n; i++) {
        double d = vec2_dist(s[i].p, mean);
        spread2 += d * d;
        looks2 += (double)s[i].sd * (double)s[i].sd;
    }
    return spread2 < STILL_SPREAD * STILL_SPREAD * looks2 + n * STILL_MM * STILL_MM;
}

/* Both halves of them lie in the same place. */
static bool is_still(const struct tracking *t, const struct track *k)
{
    struct vec2 sum[2] = {{0, 0}, {0, 0}};
    int from = still_from(t, k), n = k->n - from, half = n / 2;
    if (n < 4 || k->samples[k->n - 1].t - k->samples[from].t < 0.7 * t->params.still_s ||
        !lie_together(k->samples + from, n))
        return false;
    for (int i = 0; i < n; i++)
        sum[i >= half] = vec2_add(sum[i >= half], k->samples[from + i].p);
    double d = vec2_dist(vec2_scale(sum[0], 1.0 / half), vec2_scale(sum[1], 1.0 / (n - half)));
    return d < 3.0 * t->noise_mm * sqrt(1.0 / half + 1.0 / (n - half)) + 0.15;
}

/* When it was first seen away from its rest, as far back as its samples go. */
static double strayed_from(const struct tracking *t, const struct track *k)
{
    return k->strays > 0 && k->n ? k->samples[k->strays < k->n ? k->n - k->strays : 0].t : t->now;
}

static void start_moving(struct tracking *t, struct track *k)
{
    k->since = strayed_from(t, k);
    if (!k->woke) {
        k->old_from = k->life == LIFE_REST ? k->rest_from : INFINITY;
        k->left = k->since;
        k->lay = k->rest;
    }
    k->life = LIFE_MOVING;
    k->woke = true;
    k->strays = 0;
}

/* Balls start because of a cue, a ball or a hand; only cue-balls have the first for a reason. */
static bool has_reason(const struct tracking *t, const struct track *k)
{
    return t->now - k->covered < LIFE_NEAR_S || t->now - k->passed < LIFE_NEAR_S || naming_may_be_cue(t, k);
}

/* Seen elsewhere in three frames and going on by equal steps: it is under way, whatever the reason. */
static bool sets_out(const struct tracking *t, const struct track *k)
{
    if (k->strays < 3 || k->n < 3)
        return false;
    const struct sample *c = &k->samples[k->n - 1];
    struct vec2 u = vec2_sub(c[-1].p, c[-2].p), v = vec2_sub(c[0].p, c[-1].p);
    double step = vec2_len(v);
    return step > STEP_MM + 3 * t->noise_mm && vec2_dist(u, v) < STEP_SHARE * step + 3 * t->noise_mm &&
           c[0].t - c[-2].t < 2.5 * t->frame_s;
}

/* A ball that comes into view moving. Hands and sleeves flicker; a ball goes straight on. */
static bool is_under_way(const struct tracking *t, const struct track *k)
{
    bool smears = k->smears >= 3; /* and what smears moves */
    int frames = smears ? SMEARED_FRAMES : UNDER_WAY_FRAMES;
    if (k->n < frames || (!smears && t->now - k->born < t->params.still_s))
        return false;
    const struct sample *a = &k->samples[k->n - frames], *b = &k->samples[k->n - 1];
    double length = 0, straight = vec2_dist(a->p, b->p);
    for (const struct sample *s = a; s < b; s++)
        length += vec2_dist(s[0].p, s[1].p);
    return straight > (smears ? 3 : 1) * t->table.bed.ball_d && length < (smears ? 1.1 : 1.3) * straight;
}

static bool is_cue_ball(const struct tracking *t, ball_id id)
{
    return t->set->id == BALL_SET_BILLIARDS ? id == BILLIARDS_WHITE || id == BILLIARDS_YELLOW : id == BALL_CUE;
}

/* It may have met a ball that lay there until `since`: as near and as fast as it was by then, whatever became of it,
 * and not on its way from there, clear of it. */
static bool may_have_met(const struct tracking *t, const struct track *o, struct vec2 lay, double since)
{
    int n = o->n;
    while (n > 0 && o->samples[n - 1].t >= since)
        n--;
    if (n < 2)
        return vec2_dist(o->pos, lay) < 2 * t->table.bed.ball_d + vec2_len(o->vel) * NEAR_AGAIN_S;
    const struct sample *a = &o->samples[n - 2], *b = &o->samples[n - 1];
    struct vec2 off = vec2_sub(b->p, lay), step = vec2_sub(b->p, a->p);
    double speed = vec2_len(step) / fmax(b->t - a->t, t->frame_s);
    bool away = vec2_dot(step, off) > 0 && vec2_len(off) > CLEAR_D * t->table.bed.ball_d;
    return !away && vec2_len(off) < 2 * t->table.bed.ball_d + speed * NEAR_AGAIN_S;
}

/* No ball that rolls is so near that it may have met this one where it lay. What started no sooner than this one was
 * set going by it. */
static bool is_left_alone(const struct tracking *t, const struct track *k)
{
    struct vec2 lay = k->life == LIFE_REST ? k->rest : k->pos;
    double since = k->life == LIFE_REST ? strayed_from(t, k) : t->now;
    for (int i = 0; i < TRACKS_MAX; i++) {
        const struct track *o = &t->track[i];
        if (o != k && o->life == LIFE_MOVING && o->since < since && may_have_met(t, o, lay, since))
            return false;
    }
    return true;
}

/* A stroke is on its way: a cue-ball has moved in this segment. */
static bool has_been_struck(const struct tracking *t)
{
    for (int i = 0; i < TRACKS_MAX; i++)
        if (t->track[i].woke && is_cue_ball(t, t->track[i].id))
            return true;
    return false;
}

/* A cue-ball at rest starts although no ball is near it, while others still roll: the next stroke, played too early.
 * In billiards it is often the other player's cue-ball, which had not moved. */
static bool may_be_struck_again(const struct tracking *t, const struct track *k)
{
    return t->active && has_been_struck(t) && is_cue_ball(t, k->id) && life_bare(k) && is_left_alone(t, k);
}

/* It goes on: no sleeve and no shadow does. One that is back where it lay before all this has never left: what lay
 * elsewhere was a knuckle. */
static bool is_struck_again(const struct tracking *t, const struct track *k)
{
    struct vec2 at = k->samples[k->n - 1].p;
    bool back = k->woke && vec2_dist(at, k->lay) < life_gate_rest(t, k);
    return sets_out(t, k) || (k->strays > 3 && !back && vec2_dist(at, k->rest) > t->table.bed.ball_d);
}

/* The next stroke begins with its first sample away from its place. */
static void strike_again(struct tracking *t, struct track *k)
{
    track_cut(t, k->samples[k->n - k->strays].t - t->frame_s / 2);
    start_moving(t, k);
}

/* What only seems to lie a little aside, under an arm perhaps, ends no stroke. */
static void leave_rest(struct tracking *t, struct track *k)
{
    bool again = k->strays <= k->n && may_be_struck_again(t, k), goes_on = again && is_struck_again(t, k);
    if (again && !goes_on && k->strays * t->frame_s < UNPROVOKED_S)
        return;
    if (goes_on)
        strike_again(t, k);
    else
        start_moving(t, k);
}

/* Hardly moving, and in the next frame on its way: struck before it had quite come to rest. */
static bool is_struck_rolling(const struct tracking *t, const struct track *k, const struct observed_ball *b)
{
    return k->life == LIFE_MOVING && k->n > 4 && t->now - k->seen < 2.5 * t->frame_s &&
           vec2_len(k->vel) < CREEPS_MM_S / 2 && vec2_dist(b->mm, k->pos) > STRUCK_MM_S * (t->now - k->seen) &&
           may_be_struck_again(t, k);
}

/* It lies where it lay: what was seen far from there a moment ago, and taken for it, was something else, a knuckle
 * perhaps. */
static void forget_strays(struct track *k, double gate)
{
    int from = k->strays < k->n ? k->n - 1 - k->strays : 0, kept = from;
    for (int i = from; i < k->n; i++)
        if (vec2_dist(k->samples[i].p, k->rest) < gate)
            k->samples[kept++] = k->samples[i];
    k->n = kept;
    k->strays = 0;
}

static void rest_frame(struct tracking *t, struct track *k, const struct observed_ball *b)
{
    double d = vec2_dist(b->mm, k->rest), gate = fmax(life_gate_rest(t, k), POOR_GATE_SD * (double)b->sd);
    if (k->rest_n <= 0 && d < t->table.bed.ball_d) { /* it was lost as it rolled out: here it came to rest */
        k->rest = b->mm;
        k->rest_n = look_weight((double)b->sd);
        return;
    }
    if (d > gate) {
        k->strays++;
        bool provoked = has_reason(t, k) && (k->strays >= 2 || d > 4 * gate);
        if (d < displaced_seemingly(t, k, b, strayed_from(t, k)))
            return; /* whether it moved is seen when that has gone */
        if (provoked || sets_out(t, k) || k->strays * t->frame_s > UNPROVOKED_S)
            leave_rest(t, k);
        return;
    }
    forget_strays(k, gate);
    bool touched = t->now - k->passed < LIFE_NEAR_S; /* it may creep, which is no noise */
    if (k->rest_n > 8 && !touched) {
        double r2 = d * d / 2 * k->rest_n / (k->rest_n + 1);
        k->noise2 += (r2 - k->noise2) / 40;
    }
    double weight = look_weight((double)b->sd);
    k->rest_n = fmin(k->rest_n + weight, REST_MEMORY);
    k->rest = vec2_along(k->rest, weight / fmax(k->rest_n, weight), vec2_sub(b->mm, k->rest));
}

bool life_has_place(const struct tracking *t, const struct track *k)
{
    bool was_hidden = k->life == LIFE_MOVING && k->hidden && vec2_dist(k->pos, k->rest) < t->table.bed.ball_d / 2;
    return k->life == LIFE_REST || (k->rest_n > 0 && (was_hidden || (k->life == LIFE_GONE && !k->woke)));
}

void life_seen(struct tracking *t, struct track *k, const struct observed_ball *b, ball_id class)
{
    bool lies = life_has_place(t, k) && vec2_dist(b->mm, k->rest) < life_gate_rest(t, k);
    if (lies && k->life == LIFE_MOVING && vec2_dist(k->lay, k->rest) < LIFE_PULLED_MM)
        displaced_not(k, life_gate_rest(t, k));
    if (k->life == LIFE_GONE || lies)
        k->life = LIFE_REST; /* it was only hidden */
    naming_look(t, k, b, class);
    if (is_struck_rolling(t, k, b))
        settle_at(t, k);
    k->seen = t->now;
    double rate = !k->seen_n ? 1 : k->life == LIFE_REST && k->strays ? 0 : 0.1; /* as it is seen in its place */
    k->clear += ((double)b->quality - k->clear) * rate;
    k->sharp += ((double)b->sd - k->sharp) * rate;
    k->found *= pow(1 - FOUND_RATE, 1 + k->missing / t->frame_s);
    k->found += FOUND_RATE;
    k->seen_n++;
    k->smears += b->smeared;
    k->seen_now = true;
    k->missing = 0;
    k->hidden = false;
    keep_sample(t, k, b);
    if (k->life == LIFE_REST)
        rest_frame(t, k, b);
    if (k->life == LIFE_REST && k->id && !k->announced && !k->told && !t->active)
        take_over(t, k);
    k->pos = k->life == LIFE_REST && !k->strays ? k->rest : b->mm; /* it may be on its way */
    if (k->life != LIFE_REST) {
        estimate_velocity(t, k);
        if (t->now - k->since > t->params.still_s && is_still(t, k))
            settle_at(t, k);
        else if (k->life == LIFE_NEW && is_under_way(t, k))
            start_moving(t, k);
    }
}

static bool at_pocket(const struct tracking *t, const struct track *k)
{
    double from_fall;
    place_pocket(&t->table, k->pos, &from_fall);
    return from_fall < t->table.bed.ball_d / 2;
}

bool life_bare(const struct track *k)
{
    return k->bare >= BARE_FRAMES || k->seen - k->born > STAYS_S;
}

bool life_gone_outside(const struct table *table, const struct track *k)
{
    double from_fall;
    place_pocket(table, k->pos, &from_fall);
    return k->life == LIFE_GONE && from_fall > 2 * table->bed.ball_d;
}

bool life_faint(const struct track *k)
{
    return k->clear < FAINT;
}

/* Green on green: such a ball may not be found for a long time although it is there. But one that was found in nearly
 * every frame so far would be found now. */
bool life_seldom_found(const struct track *k)
{
    return life_faint(k) && k->found < MOSTLY_FOUND;
}

/* It is waited for as long as it has been there to be seen, within bounds: knuckles look like balls for a moment. */
static double known_for(const struct tracking *t, const struct track *k)
{
    return fmin(fmax(k->seen - k->born, t->params.hand_s), UNSEEN_S);
}

/* In the mouth of a pocket, or on its way there. */
static bool to_pocket(const struct tracking *t, const struct track *k)
{
    double from_fall;
    place_pocket(&t->table, vec2_along(k->pos, 0.05, k->vel), &from_fall);
    return from_fall < t->table.bed.ball_d * 1.2;
}

/* The mouth that it lay in has been seen empty since: however hard to see it is, it has fallen. */
static bool left_mouth_empty(const struct tracking *t, const struct track *k)
{
    double from_fall;
    enum pocket pocket = place_pocket(&t->table, k->pos, &from_fall);
    return at_pocket(t, k) && t->emptied[pocket] > fmax(k->seen, t->odd[pocket]);
}

static double patience(const struct tracking *t, const struct track *k)
{
    bool near = to_pocket(t, k);
    if (k->life == LIFE_NEW)
        return 0.1;
    if (k->life == LIFE_MOVING)
        return near ? t->params.pocket_grace_s : t->params.lost_grace_s;
    bool passed = t->now - k->passed < LIFE_NEAR_S + k->missing,
         covered_lately = t->now - k->covered < 3 * LIFE_NEAR_S + k->missing;
    if (passed && near)
        return 2 * t->params.pocket_grace_s;
    if (left_mouth_empty(t, k))
        return TOPPLE_S;
    if (life_seldom_found(k))
        return known_for(t, k); /* not seeing it means little */
    if (near && !covered_lately && at_pocket(t, k))
        return TOPPLE_S;
    return passed || covered_lately || k->id == BALL_CUE ? t->params.hand_s : known_for(t, k);
}

/* A cue-ball that was struck again and flew off the table before it was seen three times: where it lay it is not seen
 * any more, and where it was seen since is far from there. */
static bool has_flown(const struct tracking *t, const struct track *k)
{
    return k->life == LIFE_REST && k->strays >= FLOWN_LOOKS && k->strays <= k->n && !k->hidden &&
           k->missing > LEFT_FRAMES * t->frame_s && vec2_dist(k->pos, k->rest) > t->table.bed.ball_d &&
           may_be_struck_again(t, k);
}

/* Hidden, and so slow when it was last seen that it has stopped there by now: nobody waits for it. */
static bool has_run_out(const struct tracking *t, const struct track *k)
{
    return k->hidden && k->n >= 2 && t->now - k->seen > CREEPS_S && vec2_len(k->vel) < CREEPS_MM_S;
}

void life_unseen(struct tracking *t, struct track *k, bool hidden, double dt)
{
    k->seen_now = false;
    k->hidden = hidden;
    if (!k->hidden)
        k->missing += dt;
    displaced_never(t, k);
    if (k->life == LIFE_MOVING && !at_pocket(t, k) && t->now - k->since > t->params.still_s &&
        (is_still(t, k) || has_run_out(t, k))) {
        settle_at(t, k);
        return;
    }
    if (has_flown(t, k))
        strike_again(t, k);
    bool given_up = k->missing > fmax(patience(t, k), 2.5 * t->frame_s);
    bool waits =
        k->life == LIFE_MOVING || k->life == LIFE_NEW; /* one that lies may be hidden for as long as it likes */
    if (waits && t->now - k->seen > (to_pocket(t, k) ? POCKET_HIDDEN_S : HIDDEN_S))
        given_up = true;
    if (!given_up)
        return;
    k->life = k->life == LIFE_NEW || !k->id ? LIFE_NONE : LIFE_GONE;
    k->since = t->now;
}

/* ---- found again ------------------------------------------------------------------------------------------------- */

/* It came into view rolling: straight on, frame after frame. */
static bool came_rolling(const struct tracking *t, const struct track *k)
{
    double length = 0, straight = k->n ? vec2_dist(k->samples[0].p, k->samples[k->n - 1].p) : 0;
    for (int i = 0; i + 1 < k->n; i++)
        length += vec2_dist(k->samples[i].p, k->samples[i + 1].p);
    return k->n >= UNDER_WAY_FRAMES && straight > t->table.bed.ball_d / 4 && length < ROLLS_STRAIGHT * straight;
}

/* `k` rolls from where `o` can have got to since it was lost, and looks like it. */
static bool rolls_on_as(const struct tracking *t, const struct track *o, const struct track *k)
{
    double lost = k->born - o->seen;
    return (k->life == LIFE_NEW || k->life == LIFE_MOVING) && !k->id && lost < FOUND_S && k->like == o->like &&
           is_cue_ball(t, o->id) && came_rolling(t, k) && vec2_dist(k->samples[0].p, o->pos) < lost * vec2_len(o->vel);
}

/* `k` lies in the jaws in which `o` was lost: nobody puts a ball there, and in the dark it may look like any. */
static bool lies_in_jaws(const struct tracking *t, const struct track *o, const struct track *k)
{
    double from_fall, d = t->table.bed.ball_d;
    place_pocket(&t->table, k->rest, &from_fall);
    return k->life == LIFE_REST && !k->told && life_bare(k) && from_fall < d && vec2_dist(k->rest, o->pos) < d;
}

/* `k` is the ball that was lost as `o`: its way goes on. */
static void go_on_as(struct tracking *t, struct track *o, struct track *k)
{
    for (int i = 0; i < k->n && o->n < t->params.samples; i++)
        o->samples[o->n++] = k->samples[i];
    o->life = k->life == LIFE_REST ? LIFE_REST : LIFE_MOVING;
    o->since = k->life == LIFE_REST ? k->since : k->born;
    o->rest = k->rest;
    o->rest_n = k->rest_n;
    o->rest_from = k->rest_from;
    o->noise2 = k->noise2;
    o->pos = k->pos;
    o->vel = k->vel;
    o->seen = k->seen;
    o->seen_now = k->seen_now;
    o->hidden = k->hidden;
    o->missing = k->missing;
    *k = (struct track){.samples = k->samples};
}

/* The lost ball that `k` is, of several the one that it looks most like; NULL: none. */
static struct track *lost_as(struct tracking *t, const struct track *k)
{
    struct track *best = NULL;
    for (int i = 0; i < TRACKS_MAX; i++) {
        struct track *o = &t->track[i];
        bool lost = o->life == LIFE_GONE && o->woke && k->born > o->seen;
        if (lost && (rolls_on_as(t, o, k) || lies_in_jaws(t, o, k)) &&
            (!best || naming_cost(k, o->id) < naming_cost(k, best->id)))
            best = o;
    }
    return best;
}

void life_find_again(struct tracking *t)
{
    for (int i = 0; i < TRACKS_MAX; i++) {
        struct track *k = &t->track[i], *o = k->life && k->life != LIFE_GONE ? lost_as(t, k) : NULL;
        if (o)
            go_on_as(t, o, k);
    }
}

/* ---- one ball, two tracks ---------------------------------------------------------------------------------------- */

/* `k` came to rest, later, where `o` lies: an arm pulled at what was seen of that, which was taken for another ball. */
static bool is_twin(const struct track *o, const struct track *k)
{
    return o != k && o->life == LIFE_REST && o->id && k->life == LIFE_REST && !k->told && k->born > o->born &&
           vec2_dist(o->rest, k->rest) < LIFE_PULLED_MM;
}

void life_drop_twins(struct tracking *t)
{
    for (int i = 0; i < TRACKS_MAX; i++)
        for (int j = 0; j < TRACKS_MAX && t->track[i].life == LIFE_REST && !t->track[i].told; j++)
            if (is_twin(&t->track[j], &t->track[i]))
                t->track[i] = (struct track){.samples = t->track[i].samples};
}
