/* SPDX-License-Identifier: Apache-2.0 */
/* follow.c: which ball is which from frame to frame, and does it move?
 *
 * Resting balls keep their place and take what is seen there. The others are matched at the least total cost, first
 * with where they should be, then with where they could be: equal balls exchange velocities when they meet, so a
 * prediction that runs into another ball is withdrawn. */
#include "inside.h"
#include "matching.h"
#include "naming.h"

#define REST_GATE_SD     6.0
#define REST_GATE_MM     1.2
#define FASTEST_MM_S     14000.0 /* any ball, any stroke: a break at pool */
#define PREDICTED_GATE   25.0    /* chi^2 */
#define UNLIKE_CHI2      8.0     /* at most, for a ball that looks otherwise */
#define UNLIKE_MM        150.0
#define CUES_MM          500.0 /* what a struck ball goes between two frames */
#define REST_MEMORY      240.0 /* frames: the mean follows slow changes of light */
#define TWIN_SHARE       0.6   /* of a diameter: nearer than this two observations are one ball */
#define NEAR_S           1.0   /* how long a hand or a ball that was near may be the reason that a ball has gone */
#define UNSEEN_S         60.0  /* without such a reason it is we who do not see it, for this long */
#define UNPROVOKED_S     0.3   /* a ball that starts for no reason must be seen elsewhere this long */
#define STEP_MM          1.0   /* ... unless it is seen to go on, by this much a frame and more than the noise */
#define STEP_SHARE       0.25
#define POCKET_HIDDEN_S  0.8 /* ... but at the edge of a pocket it is in it, arm or not */
#define FAINT            0.85
#define POOR_SHARE       0.6 /* of the outline of a ball that is usually clear */
#define TOPPLE_S         0.6 /* a ball at the edge of a pocket, long in plain view, that is not there any more fell */
#define HAND_S           2.0
#define STILL_SAMPLES    6
#define SELDOM_S         1.5 /* a ball that is hard to see is judged by this much */
#define UNDER_WAY_FRAMES 6
#define CLEAR_S          0.3   /* a ball that comes into view is not always found at once */
#define NEAR_AGAIN_S     0.25  /* what a ball that rolls covers in this time is near it */
#define STRUCK_MM_S      250.0 /* slower strokes are not told from the end of a roll */
#define HIDDEN_S         4.0   /* a moving ball under an arm is not given up before */
#define SMEARED_FRAMES   4
#define CREEPS_MM_S      60.0 /* slower than this a ball stops within a ball's width of where it was last seen ... */
#define CREEPS_S         1.0  /* ... and sooner than this */

static bool covered(const struct tracking *t, const struct observation *o, struct vec2 p)
{
    double r = t->table.bed.ball_d / 2;
    for (int i = 0; i < o->regions_n; i++) {
        const struct observed_region *g = &o->regions[i];
        if (p.x > g->low.x - r && p.x < g->high.x + r && p.y > g->low.y - r && p.y < g->high.y + r)
            return true;
    }
    return false;
}

/* ---- matching ---------------------------------------------------------------------------------------------------- */

struct match {
    struct tracking *t;
    const struct observation *o;
    double dt;
    bool struck; /* the cue-ball may be under way, unseen */
    ball_id class[OBSERVED_BALLS];
    int claimed[OBSERVED_BALLS]; /* track + 1; 0 free; -1 not to be used */
    int of[TRACKS_MAX];          /* observation + 1 */
};

static double gate_rest(const struct tracking *t, const struct track *k)
{
    double sd = t->noise_mm * sqrt(1 + 1 / fmax(k->rest_n, 1));
    return fmax(REST_GATE_SD * sd, REST_GATE_MM);
}

static void claim(struct match *m, int track, int seen)
{
    m->claimed[seen] = track + 1;
    m->of[track] = seen + 1;
}

/* Of a ball that was clear little is left: more likely it has gone, and marks, a cue or its own halo are taken for it.
 */
static bool poor(const struct track *k, const struct observed_ball *b)
{
    return !follow_faint(k) && (double)b->quality < POOR_SHARE * k->clear;
}

static double unlike(const struct match *m, const struct track *k, int seen);

/* A cue that follows through lies where the ball lay: little of a ball, and unlike it. */
static bool is_remnant(const struct match *m, const struct track *k, int seen)
{
    const struct observed_ball *b = &m->o->balls[seen];
    return vec2_dist(b->mm, k->rest) < m->t->table.bed.ball_d / 2 && poor(k, b) && unlike(m, k, seen) > UNLIKE_CHI2 / 2;
}

static void ignore_remnants(struct match *m, const struct track *k)
{
    for (int j = 0; j < m->o->balls_n; j++)
        if (!m->claimed[j] && is_remnant(m, k, j))
            m->claimed[j] = -1;
}

static void claim_resting(struct match *m)
{
    for (int i = 0; i < TRACKS_MAX; i++) {
        const struct track *k = &m->t->track[i];
        if (k->life != LIFE_REST)
            continue;
        int best = -1;
        double least = fmax(gate_rest(m->t, k), 4);
        for (int j = 0; j < m->o->balls_n; j++) {
            double d = vec2_dist(m->o->balls[j].mm, k->rest);
            if (!m->claimed[j] && d < least) {
                least = d;
                best = j;
            }
        }
        if (best >= 0 && poor(k, &m->o->balls[best]))
            m->claimed[best] = -1;
        else if (best >= 0)
            claim(m, i, best);
    }
    for (int i = 0; i < TRACKS_MAX; i++)
        if (m->t->track[i].life == LIFE_REST && !m->of[i])
            ignore_remnants(m, &m->t->track[i]);
}

/* Does the step from a to b come within a diameter of another ball? Then it may not be finished. */
static bool runs_into(const struct tracking *t, const struct track *k, struct vec2 to)
{
    struct vec2 d = vec2_sub(to, k->pos);
    for (int i = 0; i < TRACKS_MAX; i++) {
        const struct track *o = &t->track[i];
        if (o == k || o->life < LIFE_REST || o->life == LIFE_GONE)
            continue;
        double share = vec2_dot(vec2_sub(o->pos, k->pos), d) / fmax(vec2_dot(d, d), 1e-9);
        struct vec2 near = vec2_along(k->pos, fmin(fmax(share, 0), 1), d);
        if (vec2_dist(near, o->pos) < t->table.bed.ball_d - 1)
            return true;
    }
    return false;
}

static double unlike(const struct match *m, const struct track *k, int seen)
{
    double most = m->o->balls[seen].smeared ? 0.45 * UNLIKE_CHI2 : UNLIKE_CHI2; /* a smear is mixed with cloth */
    return fmin(naming_unlike(m->t, k, &m->o->balls[seen], m->class[seen]), most);
}

static double cost_predicted(const struct match *m, const struct track *k, int seen)
{
    double dt = m->t->now - k->seen, v = vec2_len(k->vel), noise = m->t->noise_mm;
    if (k->life == LIFE_REST || dt > 0.15 || k->n < 2)
        return INFINITY;
    struct vec2 to = vec2_along(k->pos, dt, k->vel);
    if (runs_into(m->t, k, to))
        return INFINITY;
    double bend = fmin(1050 * dt * dt, 80), along = 0.04 * v * dt;
    double spread2 = 8 * noise * noise + bend * bend + along * along;
    double d = vec2_dist(m->o->balls[seen].mm, to);
    return d * d / spread2 + unlike(m, k, seen);
}

/* The cue-ball is not where it lay: it may have been struck, and have hit others before it was seen again. */
static bool cue_ball_gone(const struct match *m)
{
    for (int i = 0; i < TRACKS_MAX; i++)
        if (m->t->track[i].id == BALL_CUE && m->t->track[i].life == LIFE_REST)
            return !m->of[i];
    return false;
}

/* A ball at rest goes elsewhere at once when a cue or a ball has been near, and looks as it did. What a hand moves is
 * recognised when it rests again. */
static bool may_have_left(const struct match *m, const struct track *k, int seen)
{
    const struct tracking *t = m->t;
    return unlike(m, k, seen) < UNLIKE_CHI2 / 2 &&
           (t->now - k->passed < NEAR_S || k->id == BALL_CUE || t->set->id == BALL_SET_BILLIARDS || m->struck);
}

static double cost_possible(const struct match *m, const struct track *k, int seen)
{
    double dt = m->t->now - k->seen, v = vec2_len(k->vel);
    if (m->o->balls[seen].smeared && k->life == LIFE_REST && k->id != BALL_CUE && covered(m->t, m->o, k->pos) &&
        covered(m->t, m->o, m->o->balls[seen].mm))
        return INFINITY; /* an arm over it moves, not the ball */
    double reach = k->life == LIFE_MOVING && dt > 0.1 ? 1.3 * v * dt + 80 : FASTEST_MM_S * dt + 10;
    double d = vec2_dist(m->o->balls[seen].mm, k->pos);
    double free = (follow_faint(k) ? 0.5 : 2) * m->t->table.bed.ball_d; /* a faint ball that is not seen has not left */
    bool under_way = k->life == LIFE_MOVING || (k->life == LIFE_NEW && k->smears && m->o->balls[seen].smeared);
    bool strange = k->life == LIFE_MOVING && d > 1.3 * v * dt + 80 && unlike(m, k, seen) > UNLIKE_CHI2 / 2;
    if (d > reach || strange || (!under_way && d > free && !may_have_left(m, k, seen)))
        return INFINITY;
    /* The cue-ball is under way: what looks like it is it sooner than a ball that lies near. */
    bool cues = m->struck && m->class[seen] == BALL_CUE && k->id != BALL_CUE && k->life == LIFE_REST;
    return d + UNLIKE_MM * unlike(m, k, seen) / UNLIKE_CHI2 + (cues ? CUES_MM : 0);
}

static void match_rest_of(struct match *m, double (*cost)(const struct match *, const struct track *, int), double gate)
{
    int rows[TRACKS_MAX], columns[OBSERVED_BALLS], rows_n = 0, columns_n = 0, to[TRACKS_MAX];
    double matrix[TRACKS_MAX * OBSERVED_BALLS];
    for (int i = 0; i < TRACKS_MAX; i++)
        if (m->t->track[i].life && m->t->track[i].life != LIFE_GONE && !m->of[i])
            rows[rows_n++] = i;
    for (int j = 0; j < m->o->balls_n; j++)
        if (!m->claimed[j])
            columns[columns_n++] = j;
    if (!rows_n || !columns_n)
        return;
    for (int r = 0; r < rows_n; r++)
        for (int c = 0; c < columns_n; c++)
            matrix[r * columns_n + c] = cost(m, &m->t->track[rows[r]], columns[c]);
    match_least_cost(rows_n, columns_n, matrix, gate, to);
    for (int r = 0; r < rows_n; r++)
        if (to[r] >= 0)
            claim(m, rows[r], columns[to[r]]);
}

/* ---- one track, one frame ---------------------------------------------------------------------------------------- */

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

/* A ball of the same kind that a hand covered and that has not been seen since: it is this one, moved. */
static void take_over(struct tracking *t, struct track *k)
{
    for (int i = 0; i < TRACKS_MAX && k->like; i++) {
        struct track *o = &t->track[i];
        bool missed = o != k && o->life == LIFE_REST && o->id && t->now - o->seen > t->params.still_s;
        if (!missed || o->covered < o->seen - NEAR_S || o->like != k->like)
            continue;
        struct sample *samples = o->samples;
        k->id = o->id;
        k->taken_over = true;
        *o = (struct track){.samples = samples};
        return;
    }
}

static void settle_at(struct tracking *t, struct track *k)
{
    k->life = LIFE_REST;
    k->since = t->now;
    k->rest_from = t->now - t->params.still_s / 2;
    k->rest_n = 0;
    k->strays = 0;
    k->rest = vec2(0, 0);
    for (int i = k->n - 1; i >= 0 && k->samples[i].t > t->now - t->params.still_s / 2; i--) {
        k->rest = vec2_add(k->rest, k->samples[i].p);
        k->rest_n++;
    }
    k->rest = k->rest_n ? vec2_scale(k->rest, 1 / k->rest_n) : k->pos;
    k->pos = k->rest;
    k->vel = vec2(0, 0);
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

/* Both halves of them lie in the same place. */
static bool is_still(const struct tracking *t, const struct track *k)
{
    struct vec2 sum[2] = {{0, 0}, {0, 0}};
    int from = still_from(t, k), n = k->n - from, half = n / 2;
    if (n < 4 || k->samples[k->n - 1].t - k->samples[from].t < 0.7 * t->params.still_s)
        return false;
    for (int i = 0; i < n; i++)
        sum[i >= half] = vec2_add(sum[i >= half], k->samples[from + i].p);
    double d = vec2_dist(vec2_scale(sum[0], 1.0 / half), vec2_scale(sum[1], 1.0 / (n - half)));
    return d < 3.0 * t->noise_mm * sqrt(1.0 / half + 1.0 / (n - half)) + 0.15;
}

static void start_moving(struct tracking *t, struct track *k)
{
    if (!k->woke) {
        k->old_from = k->life == LIFE_REST ? k->rest_from : INFINITY;
        k->left = k->strays > 0 && k->strays <= k->n ? k->samples[k->n - k->strays].t : t->now;
    }
    k->life = LIFE_MOVING;
    k->woke = true;
    k->since = k->strays > 0 && k->strays <= k->n ? k->samples[k->n - k->strays].t : t->now;
    k->strays = 0;
}

/* Balls start because of a cue, a ball or a hand; only cue-balls have the first for a reason. */
static bool has_reason(const struct tracking *t, const struct track *k)
{
    return t->now - k->covered < NEAR_S || t->now - k->passed < NEAR_S || k->id == BALL_CUE ||
           t->set->id == BALL_SET_BILLIARDS;
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

/* No ball that rolls is so near that it may have met this one. */
static bool is_left_alone(const struct tracking *t, const struct track *k)
{
    for (int i = 0; i < TRACKS_MAX; i++) {
        const struct track *o = &t->track[i];
        double near = 2 * t->table.bed.ball_d + vec2_len(o->vel) * NEAR_AGAIN_S;
        if (o != k && o->life == LIFE_MOVING && vec2_dist(o->pos, k->pos) < near)
            return false;
    }
    return true;
}

/* A cue-ball that had come to rest starts again although no ball is near it, while others still roll: the next stroke,
 * played too early. */
static bool may_be_struck_again(const struct tracking *t, const struct track *k)
{
    return t->active && k->woke && is_cue_ball(t, k->id) && is_left_alone(t, k);
}

/* It goes on: no sleeve and no shadow does. */
static bool is_struck_again(const struct tracking *t, const struct track *k)
{
    return sets_out(t, k) || (k->strays > 3 && vec2_dist(k->samples[k->n - 1].p, k->rest) > t->table.bed.ball_d);
}

static void leave_rest(struct tracking *t, struct track *k)
{
    if (k->strays <= k->n && may_be_struck_again(t, k)) {
        if (!is_struck_again(t, k) && k->strays * t->frame_s < UNPROVOKED_S)
            return;
        int of_next = k->strays; /* these belong to the stroke that begins */
        k->n -= of_next;
        track_cut(t, k->samples[k->n].t - t->frame_s / 2);
        k->n += of_next;
    }
    start_moving(t, k);
}

/* Hardly moving, and in the next frame on its way: struck before it had quite come to rest. */
static bool is_struck_rolling(const struct tracking *t, const struct track *k, const struct observed_ball *b)
{
    return k->life == LIFE_MOVING && k->n > 4 && t->now - k->seen < 2.5 * t->frame_s &&
           vec2_len(k->vel) < CREEPS_MM_S / 2 && vec2_dist(b->mm, k->pos) > STRUCK_MM_S * (t->now - k->seen) &&
           may_be_struck_again(t, k);
}

static void rest_frame(struct tracking *t, struct track *k, const struct observed_ball *b)
{
    double d = vec2_dist(b->mm, k->rest);
    if (d > gate_rest(t, k)) {
        k->strays++;
        bool provoked = has_reason(t, k) && (k->strays >= 2 || d > 4 * gate_rest(t, k));
        if (provoked || sets_out(t, k) || k->strays * t->frame_s > UNPROVOKED_S)
            leave_rest(t, k);
        return;
    }
    k->strays = 0;
    if (k->rest_n > 8) {
        double r2 = d * d / 2 * k->rest_n / (k->rest_n + 1);
        k->noise2 += (r2 - k->noise2) / 40;
    } else {
        k->noise2 = t->noise_mm * t->noise_mm;
    }
    k->rest_n = fmin(k->rest_n + 1, REST_MEMORY);
    k->rest = vec2_along(k->rest, 1 / k->rest_n, vec2_sub(b->mm, k->rest));
}

static void track_seen(struct tracking *t, struct track *k, const struct observed_ball *b, ball_id class)
{
    naming_look(t, k, b, class);
    if (is_struck_rolling(t, k, b))
        settle_at(t, k);
    k->seen = t->now;
    k->clear += ((double)b->quality - k->clear) * (k->seen_n ? 0.1 : 1);
    k->seen_n++;
    k->smears += b->smeared;
    k->seen_now = true;
    k->missing = 0;
    k->hidden = false;
    keep_sample(t, k, b);
    if (k->life == LIFE_REST)
        rest_frame(t, k, b);
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

/* Green on green: such a ball may not be found for a long time although it is there. */
bool follow_faint(const struct track *k)
{
    return k->clear < FAINT;
}

/* In the mouth of a pocket, or on its way there. */
static bool to_pocket(const struct tracking *t, const struct track *k)
{
    double from_fall;
    place_pocket(&t->table, vec2_along(k->pos, 0.05, k->vel), &from_fall);
    return from_fall < t->table.bed.ball_d * 1.2;
}

static double patience(const struct tracking *t, const struct track *k)
{
    bool near = to_pocket(t, k);
    if (k->life == LIFE_NEW)
        return 0.1;
    if (k->life == LIFE_MOVING)
        return near ? t->params.pocket_grace_s : t->params.lost_grace_s;
    bool passed = t->now - k->passed < NEAR_S + k->missing,
         covered_lately = t->now - k->covered < 3 * NEAR_S + k->missing;
    if (passed && near)
        return 2 * t->params.pocket_grace_s;
    if (follow_faint(k))
        return UNSEEN_S; /* not seeing it means little */
    if (near && !covered_lately && at_pocket(t, k))
        return TOPPLE_S;
    return passed || covered_lately || k->id == BALL_CUE ? t->params.hand_s : UNSEEN_S;
}

/* Hidden, and so slow when it was last seen that it has stopped there by now: nobody waits for it. */
static bool has_run_out(const struct tracking *t, const struct track *k)
{
    return k->hidden && k->n >= 2 && t->now - k->seen > CREEPS_S && vec2_len(k->vel) < CREEPS_MM_S;
}

static void track_unseen(struct tracking *t, struct track *k, const struct observation *o, double dt)
{
    k->seen_now = false;
    k->hidden = covered(t, o, k->pos);
    if (!k->hidden)
        k->missing += dt;
    if (k->life == LIFE_MOVING && !at_pocket(t, k) && t->now - k->since > t->params.still_s &&
        (is_still(t, k) || has_run_out(t, k))) {
        settle_at(t, k);
        return;
    }
    bool given_up = k->missing > fmax(patience(t, k), 2.5 * t->frame_s);
    if (k->life == LIFE_MOVING && t->now - k->seen > (to_pocket(t, k) ? POCKET_HIDDEN_S : HIDDEN_S))
        given_up = true;
    if (!given_up)
        return;
    k->life = k->life == LIFE_NEW || !k->id ? LIFE_NONE : LIFE_GONE;
    k->since = t->now;
}

/* Marks balls at rest that something is over, or that a moving ball comes near. */
static void watch_surroundings(struct tracking *t, const struct observation *o)
{
    double near = 10 * t->table.bed.ball_d; /* a push goes through a row of balls */
    for (int i = 0; i < TRACKS_MAX; i++) {
        struct track *k = &t->track[i];
        if (k->life != LIFE_REST)
            continue;
        if (covered(t, o, k->pos))
            k->covered = t->now;
        for (int j = 0; j < TRACKS_MAX; j++) {
            const struct track *m = &t->track[j];
            double reach = near + 2 * vec2_len(m->vel) * t->frame_s;
            if (m->life == LIFE_MOVING && m->id && vec2_dist(m->pos, k->pos) < reach)
                k->passed = t->now;
        }
    }
}

static int cell_of(const struct tracking *t, struct vec2 p)
{
    int i = (int)((p.x + t->table.bed.length / 2 + CELL_MM) / CELL_MM);
    int j = (int)((p.y + t->table.bed.width / 2 + CELL_MM) / CELL_MM);
    i = i < 0 ? 0 : i >= CELLS_X ? CELLS_X - 1 : i;
    j = j < 0 ? 0 : j >= CELLS_Y ? CELLS_Y - 1 : j;
    return j * CELLS_X + i;
}

static void note_hidden(struct tracking *t, const struct observation *o)
{
    double r = t->table.bed.ball_d / 2;
    struct vec2 edge = vec2(r, r); /* of a ball that is half hidden little can be seen */
    for (int i = 0; i < o->regions_n; i++) {
        const struct observed_region *g = &o->regions[i];
        int low = cell_of(t, vec2_sub(g->low, edge)), high = cell_of(t, vec2_add(g->high, edge));
        for (int y = low / CELLS_X; y <= high / CELLS_X; y++)
            for (int x = low % CELLS_X; x <= high % CELLS_X; x++)
                t->hidden_at[y * CELLS_X + x] = (float)t->now;
    }
}

/* Remembers which parts of the table have been in view: what appears elsewhere was there all the time. */
static void note_cleared(struct tracking *t)
{
    for (int i = 0; i < CELLS_X * CELLS_Y; i++)
        t->cleared[i] |= (double)t->hidden_at[i] < t->now - CLEAR_S;
}

/* Nothing has been seen at this place yet. What is over the mouth of a pocket cannot be told from the pocket: there the
 * cells beside it count. */
static bool never_in_view(const struct tracking *t, struct vec2 p)
{
    double from_fall;
    place_pocket(&t->table, p, &from_fall);
    double wide = from_fall < t->table.bed.ball_d ? 2 * CELL_MM : 0;
    for (double y = -wide; y <= wide; y += CELL_MM)
        for (double x = -wide; x <= wide; x += CELL_MM)
            if (!t->cleared[cell_of(t, vec2(p.x + x, p.y + y))])
                return true;
    return false;
}

static void begin_track(struct match *m, int seen)
{
    struct tracking *t = m->t;
    const struct observed_ball *b = &m->o->balls[seen];
    int free = 0;
    while (free < TRACKS_MAX && t->track[free].life)
        free++;
    if (free == TRACKS_MAX) {
        t->stats.tracks_dropped++;
        return;
    }
    struct track *k = &t->track[free];
    struct sample *samples = k->samples;
    *k = (struct track){.life = LIFE_NEW,
                        .pos = b->mm,
                        .born = t->now,
                        .since = t->now,
                        .covered = -1e9,
                        .passed = -1e9,
                        .samples = samples};
    k->was_hidden = never_in_view(t, b->mm);
    k->by_hand = t->now - t->hidden_at[cell_of(t, b->mm)] < HAND_S;
    track_seen(t, k, b, m->class[seen]);
}

static bool may_begin(const struct match *m, int seen)
{
    double from_fall;
    struct vec2 p = m->o->balls[seen].mm;
    place_pocket(&m->t->table, p, &from_fall);
    if (m->claimed[seen] || from_fall < -m->t->table.bed.ball_d / 4)
        return false;
    for (int i = 0; i < TRACKS_MAX; i++)
        if (m->of[i] && vec2_dist(m->o->balls[m->of[i] - 1].mm, p) < TWIN_SHARE * m->t->table.bed.ball_d)
            return false;
    return true;
}

/* Seeing may tell balls at rest better than those that move: the larger noise counts. */
static void measure_noise(struct tracking *t, const struct observation *o)
{
    double sum = 0;
    int n = 0;
    for (int i = 0; i < TRACKS_MAX; i++)
        if (t->track[i].life == LIFE_REST && t->track[i].rest_n > 20) {
            sum += t->track[i].noise2;
            n++;
        }
    if (n)
        t->noise_mm = fmax(sqrt(sum / n), fmax(o->noise, 0.05));
}

void follow_frame(struct tracking *t, const struct observation *o, double dt)
{
    struct match m = {.t = t, .o = o, .dt = dt};
    for (int j = 0; j < o->balls_n; j++) {
        m.class[j] = naming_class(t, &o->balls[j]);
        m.claimed[j] = place_on_table(&t->table, o->balls[j].mm) ? 0 : -1;
    }
    watch_surroundings(t, o);
    claim_resting(&m);
    m.struck = cue_ball_gone(&m);
    match_rest_of(&m, cost_predicted, PREDICTED_GATE);
    match_rest_of(&m, cost_possible, 1e6);
    for (int i = 0; i < TRACKS_MAX; i++)
        if (m.of[i])
            track_seen(t, &t->track[i], &o->balls[m.of[i] - 1], m.class[m.of[i] - 1]);
        else if (t->track[i].life && t->track[i].life != LIFE_GONE)
            track_unseen(t, &t->track[i], o, dt);
    for (int j = 0; j < o->balls_n; j++)
        if (may_begin(&m, j))
            begin_track(&m, j);
    note_hidden(t, o);
    note_cleared(t); /* after new tracks: what appears as the view clears was there before */
    measure_noise(t, o);
}
