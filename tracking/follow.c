/* SPDX-License-Identifier: Apache-2.0 */
/* follow.c: which ball is which from frame to frame?
 *
 * Resting balls keep their place and take what is seen there. The others are matched at the least total cost, first
 * with where they should be, then with where they could be: equal balls exchange velocities when they meet, so a
 * prediction that runs into another ball is withdrawn. */
#include "inside.h"
#include "matching.h"
#include "naming.h"

#define FASTEST_MM_S   14000.0 /* any ball, any stroke: a break at pool */
#define PREDICTED_GATE 25.0    /* chi^2 */
#define OTHER_GATE     6.0     /* the same for what looks otherwise */
#define UNLIKE_CHI2    8.0     /* at most, for a ball that looks otherwise */
#define UNLIKE_MM      150.0
#define CUES_MM        500.0 /* what a struck ball goes between two frames */
#define TWIN_SHARE     0.6   /* of a diameter: nearer than this two observations are one ball ... */
#define STREAK_SHARE   3.0   /* ... and two streaks, both ends of one */
#define END_SHARE      0.75  /* of an outline: no more of it is the end of a smear ... */
#define SMEAR_SHARE    0.8   /* ... of this part of the way since it was last seen: few cameras expose for longer */
#define POOR_SHARE     0.6   /* of the outline of a ball that is usually clear */
#define VAGUE_SHARE    1.5   /* of the sd with which its place is usually known */
#define HAND_S         2.0
#define TELLS_N        4 /* samples that tell a velocity */
#define OF_LATE_S      0.5
#define UNDER_WAY_MM_S 1000.0
#define FASTER         1.15 /* than the fastest nothing is, as well as that is known */
#define NEAR_MM        80.0 /* so far a ball may be from where it should be ... */
#define ALONE_MM       20.0 /* ... and so far where nothing drives it on */
#define SUNK_S         0.05 /* free fall of 12 mm */
#define LEAVES_S       0.1  /* a ball that leaves its place is seen beside it sooner, whatever it looks like */
#define COMES_OUT_S    0.25 /* a struck ball at 0.5 m/s goes as far as a hand is wide */

/* ---- matching ---------------------------------------------------------------------------------------------------- */

struct match {
    struct tracking *t;
    const struct observation *o;
    double dt;
    bool struck;    /* the cue-ball may be under way, unseen */
    double fastest; /* of late, mm/s */
    ball_id class[OBSERVED_BALLS];
    int claimed[OBSERVED_BALLS]; /* track + 1; 0 free; -1 not to be used */
    int of[TRACKS_MAX];          /* observation + 1 */
    bool veiled[TRACKS_MAX];     /* something is seen in its place that hardly is the ball alone */
};

static void claim(struct match *m, int track, int seen)
{
    m->claimed[seen] = track + 1;
    m->of[track] = seen + 1;
}

static double unlike(const struct match *m, const struct track *k, int seen);

static bool lies_here(const struct tracking *t, struct vec2 at)
{
    for (int i = 0; i < TRACKS_MAX; i++)
        if (t->track[i].life == LIFE_REST && vec2_dist(t->track[i].rest, at) < t->table.bed.ball_d / 2)
            return true;
    return false;
}

/* Is a cue-ball, or a ball that may have been hit just now and is the only one of its kind, seen where no ball lay,
 * more of it than here? */
static bool seen_elsewhere(const struct match *m, const struct track *k, int seen)
{
    const struct observed_ball *b = m->o->balls;
    bool hit = k->id && m->t->now - k->passed < LIFE_NEAR_S && !naming_has_others(m->t->set, k->id);
    bool may_go = naming_may_be_cue(m->t, k) || hit;
    for (int j = 0; j < m->o->balls_n && may_go; j++)
        if (m->class[j] == k->id && b[j].quality > b[seen].quality && !lies_here(m->t, b[j].mm))
            return true;
    return false;
}

/* Of a ball that was clear little is left, and that vague or unlike it, or of any ball what is both, or vague while the
 * ball is seen elsewhere: more likely it has gone or is nearly hidden, and marks, a cue, an arm or its own halo are
 * taken for it. */
static bool poor(const struct match *m, const struct track *k, int seen)
{
    const struct observed_ball *b = &m->o->balls[seen];
    bool vague = b->sd <= 0 || (double)b->sd > fmax(life_gate_rest(m->t, k) / 4, VAGUE_SHARE * k->sharp);
    bool strange = unlike(m, k, seen) > UNLIKE_CHI2 / 2;
    bool little = (double)b->quality < POOR_SHARE * k->clear && (!life_faint(k) || seen_elsewhere(m, k, seen));
    return little ? vague || strange : vague && (strange || seen_elsewhere(m, k, seen));
}

/* A cue that follows through lies where the ball lay, and an arm that comes over a ball leaves little of it: that says
 * neither that it is there nor that it moved. */
static bool is_remnant(const struct match *m, const struct track *k, int seen)
{
    return vec2_dist(m->o->balls[seen].mm, k->rest) < m->t->table.bed.ball_d / 2 && poor(m, k, seen);
}

static void ignore_remnants(struct match *m, int track)
{
    for (int j = 0; j < m->o->balls_n; j++)
        if (!m->claimed[j] && is_remnant(m, &m->t->track[track], j)) {
            m->claimed[j] = -1;
            m->veiled[track] = true;
        }
}

static void claim_resting(struct match *m)
{
    for (int i = 0; i < TRACKS_MAX; i++) {
        const struct track *k = &m->t->track[i];
        if (!life_has_place(m->t, k))
            continue;
        int best = -1;
        double gate = life_gate_rest(m->t, k), least = k->life == LIFE_MOVING ? gate : fmax(gate, 4);
        for (int j = 0; j < m->o->balls_n; j++) {
            double d = vec2_dist(m->o->balls[j].mm, k->rest);
            if (!m->claimed[j] && d < least) {
                least = d;
                best = j;
            }
        }
        bool unlikely = best >= 0 && (poor(m, k, best) || (k->life == LIFE_GONE && unlike(m, k, best) > 0));
        if (unlikely && k->life == LIFE_REST) {
            m->claimed[best] = -1;
            m->veiled[i] = true;
        } else if (best >= 0 && !unlikely) {
            claim(m, i, best);
        }
    }
    for (int i = 0; i < TRACKS_MAX; i++)
        if (m->t->track[i].life == LIFE_REST && !m->of[i])
            ignore_remnants(m, i);
}

/* Last seen over a fall, a while ago: it is in nobody's way. */
static bool has_fallen(const struct tracking *t, const struct track *k)
{
    double from_fall;
    place_pocket(&t->table, k->pos, &from_fall);
    return k->life == LIFE_MOVING && from_fall < 0 && t->now - k->seen > SUNK_S;
}

/* Does the step from a to b come within a diameter of another ball? Then it may not be finished. */
static bool runs_into(const struct tracking *t, const struct track *k, struct vec2 to)
{
    for (int i = 0; i < TRACKS_MAX; i++) {
        const struct track *o = &t->track[i];
        if (o == k || o->life < LIFE_REST || o->life == LIFE_GONE || has_fallen(t, o))
            continue;
        if (vec2_dist(vec2_nearest(o->pos, k->pos, to), o->pos) < t->table.bed.ball_d - 1)
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
    double d = vec2_dist(m->o->balls[seen].mm, to), chi2 = d * d / spread2, other = unlike(m, k, seen);
    return other > UNLIKE_CHI2 / 2 && chi2 > OTHER_GATE ? INFINITY : chi2 + other;
}

/* The cue-ball is not where it lay: it may have been struck, and have hit others before it was seen again. */
static bool cue_ball_gone(const struct match *m)
{
    for (int i = 0; i < TRACKS_MAX; i++)
        if (m->t->track[i].life == LIFE_REST && !m->of[i] && naming_may_be_cue(m->t, &m->t->track[i]))
            return true;
    return false;
}

/* A ball at rest goes elsewhere at once when a cue or a ball has been near, and looks as it did. What a hand moves is
 * recognised when it rests again. */
static bool may_have_left(const struct match *m, const struct track *k, int seen)
{
    const struct tracking *t = m->t;
    return unlike(m, k, seen) < UNLIKE_CHI2 / 2 &&
           (t->now - k->passed < LIFE_NEAR_S || naming_may_be_cue(t, k) || m->struck);
}

/* The fastest that this ball was seen to go of late, mm/s: from step to step, which a changed rate makes uneven. */
static double speed_of_late(const struct tracking *t, const struct track *k)
{
    double most = 0;
    for (int j = k->n - 1; j > 0 && k->samples[j].t > t->now - OF_LATE_S; j--) {
        const struct sample *a = &k->samples[j - 1], *b = &k->samples[j];
        if (b->t > a->t)
            most = fmax(most, vec2_dist(a->p, b->p) / (b->t - a->t));
    }
    return most;
}

/* The same of any ball: what it hits goes no faster. */
static double fastest_of_late(const struct tracking *t)
{
    double most = 0;
    for (int i = 0; i < TRACKS_MAX; i++)
        if (t->track[i].life == LIFE_MOVING && t->track[i].id)
            most = fmax(most, speed_of_late(t, &t->track[i]));
    return most;
}

/* It has been on its way for some looks, and nothing is near that could drive it on: it only loses speed. */
static bool rolls_alone(const struct match *m, const struct track *k, double dt)
{
    double near = 2 * m->t->table.bed.ball_d + (m->fastest + vec2_len(k->vel)) * dt;
    if (k->life != LIFE_MOVING || naming_may_be_cue(m->t, k) || k->samples[k->n - 3].t < k->since)
        return false;
    for (int i = 0; i < TRACKS_MAX; i++) {
        const struct track *other = &m->t->track[i];
        if (other != k && other->life && other->life != LIFE_GONE && vec2_dist(other->pos, k->pos) < near)
            return false;
    }
    return true;
}

/* Further than anything there is could have driven it since; a cue may drive a cue-ball on, and a cue-ball that is not
 * seen anything. */
static bool is_too_far(const struct match *m, const struct track *k, double d, double dt)
{
    if (m->struck || k->n <= TELLS_N || k->life == LIFE_NEW)
        return false;
    if (rolls_alone(m, k, dt) && d > ALONE_MM + 1.3 * speed_of_late(m->t, k) * dt)
        return true;
    /* Two samples away from its place: its speed is known, for the step that the strike cut short is over, and no cue
     * drives it on. */
    bool under_way = vec2_len(k->vel) > UNDER_WAY_MM_S && k->samples[k->n - 2].t >= k->since;
    return naming_may_be_cue(m->t, k) ? under_way && d > NEAR_MM / 2 + FASTER * m->fastest * dt
                                      : d > NEAR_MM + 1.3 * m->fastest * dt;
}

/* A ball that is struck while it is exposed is seen twice: where it lay, and smeared beside that. What appeared beside
 * a cue-ball when that was last seen in its place, and never again, is this second picture. */
static bool is_start_of_cue_ball(const struct match *m, const struct track *k)
{
    const double reach = FASTEST_MM_S * m->dt;
    for (int i = 0; i < TRACKS_MAX && k->life == LIFE_NEW && k->n == 1; i++) {
        const struct track *cue = &m->t->track[i];
        if (cue->life == LIFE_REST && !m->of[i] && naming_may_be_cue(m->t, cue) && cue->seen >= k->born &&
            vec2_dist(cue->rest, k->pos) < reach)
            return true;
    }
    return false;
}

/* Whatever is over it: a ball came near, or it is the cue-ball, seen again as soon as a struck one comes out from under
 * a cue and what was taken for a part of it. */
static bool has_reason_to_leave(const struct match *m, const struct track *k, int seen)
{
    bool is_cue_ball = naming_may_be_cue(m->t, k) && m->class[seen] == k->id && !m->o->balls[seen].smeared;
    return (is_cue_ball && m->t->now - k->seen < COMES_OUT_S) || m->t->now - k->passed < LIFE_NEAR_S;
}

/* An arm is over it, or so near that what is left of the ball is all that is seen of both. */
static bool is_hidden(const struct match *m, int track)
{
    struct vec2 at = m->t->track[track].pos;
    return cover_over(m->t, m->o, at) || (m->veiled[track] && cover_beside(m->t, m->o, at));
}

/* Of a ball that may lie under an arm and that no ball came near, what is half hidden elsewhere too is no sign that it
 * has left: a palm or a knuckle is as much like it. */
static bool is_glimpse(const struct match *m, const struct track *k, int seen)
{
    const struct observed_ball *b = &m->o->balls[seen];
    bool stirred = m->t->now - k->passed < LIFE_NEAR_S;
    return k->life == LIFE_REST && !stirred && (double)b->quality < POOR_SHARE * k->clear &&
           vec2_dist(b->mm, k->rest) > m->t->table.bed.ball_d && is_hidden(m, (int)(k - m->t->track)) &&
           cover_beside(m->t, m->o, b->mm);
}

static double cost_possible(const struct match *m, const struct track *k, int seen)
{
    double dt = m->t->now - k->seen, v = vec2_len(k->vel);
    bool streaks = m->o->balls[seen].smeared && !naming_may_be_cue(m->t, k);
    if (k->life == LIFE_REST && (streaks || dt > LEAVES_S) && !has_reason_to_leave(m, k, seen) &&
        cover_over(m->t, m->o, k->pos) && cover_over(m->t, m->o, m->o->balls[seen].mm))
        return INFINITY; /* an arm over it moves, or a hand brings another: not the ball */
    double reach = k->life == LIFE_MOVING && dt > 0.1 ? 1.3 * v * dt + NEAR_MM : FASTEST_MM_S * dt + 10;
    double d = vec2_dist(m->o->balls[seen].mm, k->pos);
    bool other = unlike(m, k, seen) > UNLIKE_CHI2 / 2;
    bool stays = life_faint(k) || (other && dt > LEAVES_S); /* not seeing it does not mean that it has left */
    double free = (stays ? 0.5 : 2) * m->t->table.bed.ball_d;
    bool under_way = k->life == LIFE_MOVING || (k->life == LIFE_NEW && k->smears && m->o->balls[seen].smeared);
    bool strange = k->life == LIFE_MOVING && d > 1.3 * v * dt + NEAR_MM && other;
    if (d > reach || strange || is_too_far(m, k, d, dt) || (!under_way && d > free && !may_have_left(m, k, seen)))
        return INFINITY;
    /* The cue-ball is under way: what looks like it is it sooner than a ball that lies near, or one that was seen just
     * now for the first time. */
    bool other_ball = k->life == LIFE_NEW || (k->life == LIFE_REST && !naming_may_be_cue(m->t, k));
    bool cues = (m->struck && m->class[seen] == BALL_CUE && other_ball) || is_start_of_cue_ball(m, k);
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
    k->was_hidden = cover_never_in_view(t, b->mm);
    k->by_hand = t->now - cover_last(t, b->mm) < HAND_S;
    life_seen(t, k, b, m->class[seen]);
}

/* Is a ball that is followed not found in this frame? */
static bool is_any_missed(const struct match *m)
{
    for (int i = 0; i < TRACKS_MAX; i++)
        if (m->t->track[i].life && !m->of[i])
            return true;
    return false;
}

/* A smear where no ball is missed is a hand: balls are brought and set down slowly. */
static bool may_begin(const struct match *m, int seen)
{
    double from_fall;
    struct vec2 p = m->o->balls[seen].mm;
    place_pocket(&m->t->table, p, &from_fall);
    if (m->claimed[seen] || from_fall < -m->t->table.bed.ball_d / 4 ||
        (m->o->balls[seen].smeared && m->t->settled && !is_any_missed(m)))
        return false;
    for (int i = 0; i < TRACKS_MAX; i++) {
        const struct observed_ball *b = m->of[i] ? &m->o->balls[m->of[i] - 1] : NULL;
        double share = b && b->smeared && m->o->balls[seen].smeared ? STREAK_SHARE : TWIN_SHARE;
        if (b && vec2_dist(b->mm, p) < share * m->t->table.bed.ball_d)
            return false;
    }
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

/* The only ball that is not where it lay, nor under an arm; NULL: there is none, or there are several. */
static const struct track *alone_under_way(const struct match *m)
{
    const struct track *found = NULL;
    for (int i = 0; i < TRACKS_MAX; i++) {
        const struct track *k = &m->t->track[i];
        bool away = k->life == LIFE_MOVING || (k->life == LIFE_REST && !m->of[i] && !is_hidden(m, i));
        if (away && found)
            return NULL;
        found = away ? k : found;
    }
    return found;
}

/* A streak, or what hardly shows half an outline. */
static bool may_be_end(const struct observed_ball *b)
{
    return b->smeared || b->quality < (float)END_SHARE;
}

/* No further apart than both ends of a smear of that ball: streaks have ends of their own between them. */
static bool smears_so_far(const struct match *m, const struct track *k, const int end[2])
{
    const struct observed_ball *a = &m->o->balls[end[0]], *b = &m->o->balls[end[1]];
    double apart = vec2_dist(a->mm, b->mm), went = vec2_dist(vec2_scale(vec2_add(a->mm, b->mm), 0.5), k->pos);
    bool alike = !m->class[end[0]] || !m->class[end[1]] || m->class[end[0]] == m->class[end[1]];
    return apart < STREAK_SHARE * m->t->table.bed.ball_d &&
           ((a->smeared && b->smeared) || (alike && apart < SMEAR_SHARE * went));
}

/* The two that are all that moves, if they lie behind each other on the way of one ball: its smear is seen in two. */
static bool ends_of_one(const struct match *m, int end[2])
{
    const struct track *k = alone_under_way(m);
    const struct observed_ball *b = m->o->balls;
    int n = 0;
    for (int j = 0; k && j < m->o->balls_n; j++)
        if (may_be_end(&b[j]) && !m->claimed[j] && n++ < 2)
            end[n - 1] = j;
    if (n != 2 || !smears_so_far(m, k, end))
        return false;
    struct vec2 way = vec2_unit(vec2_sub(b[end[1]].mm, b[end[0]].mm));
    return fabs(vec2_cross(way, vec2_sub(b[end[0]].mm, k->pos))) < m->t->table.bed.ball_d / 2;
}

/* A line as bright as the ball that goes over it, or a cue, cuts its streak in two, and either end may look like a
 * ball: that is between them. Where it was cut nobody knows; in the middle of the whole lies the middle of both ends,
 * if it was there. */
static void join_streak(struct match *m, struct observation *joined)
{
    int end[2];
    if (!ends_of_one(m, end))
        return;
    *joined = *m->o;
    struct observed_ball *a = &joined->balls[end[0]], *b = &joined->balls[end[1]];
    double apart = vec2_dist(a->mm, b->mm), off = fmax(apart - m->t->table.bed.ball_d / 2, 0) / sqrt(12);
    int keep = m->class[end[0]] ? 0 : 1; /* what looks like a ball gives it its look */
    struct vec2 middle = vec2_scale(vec2_add(a->mm, b->mm), 0.5);
    joined->balls[end[keep]].mm = middle;
    joined->balls[end[keep]].smeared = true;
    joined->balls[end[keep]].sd = (float)hypot(fmax(a->sd, b->sd), off);
    m->claimed[end[1 - keep]] = -1;
    m->o = joined;
}

void follow_frame(struct tracking *t, const struct observation *o, double dt)
{
    struct match m = {.t = t, .o = o, .dt = dt};
    struct observation joined;
    for (int j = 0; j < o->balls_n; j++) {
        m.class[j] = naming_class(t, &o->balls[j]);
        m.claimed[j] = place_on_table(&t->table, o->balls[j].mm) ? 0 : -1;
    }
    cover_watch(t, o);
    claim_resting(&m);
    join_streak(&m, &joined);
    o = m.o;
    m.struck = cue_ball_gone(&m);
    m.fastest = fastest_of_late(t);
    match_rest_of(&m, cost_predicted, PREDICTED_GATE);
    match_rest_of(&m, cost_possible, 1e6);
    for (int i = 0; i < TRACKS_MAX; i++)
        if (m.of[i] && !is_glimpse(&m, &t->track[i], m.of[i] - 1)) { /* should it be its start, the next look tells */
            life_seen(t, &t->track[i], &o->balls[m.of[i] - 1], m.class[m.of[i] - 1]);
            t->track[i].bare += cover_bare(t, o, t->track[i].pos);
        } else if (t->track[i].life && t->track[i].life != LIFE_GONE) {
            life_unseen(t, &t->track[i], is_hidden(&m, i), dt);
        }
    for (int j = 0; j < o->balls_n; j++)
        if (may_begin(&m, j))
            begin_track(&m, j);
    cover_note(t, o); /* after new tracks: what appears as the view clears was there before */
    measure_noise(t, o);
}
