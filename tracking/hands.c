/* SPDX-License-Identifier: Apache-2.0 */
/* hands.c: was it a stroke, or did a hand move the balls? A struck ball starts fast, only loses speed until it meets
 * something, and goes from cushion to cushion. */
#include "inside.h"

#define STRUCK_MM    12.0 /* a cue-ball that went less far was touched, not struck */
#define GAIN_SAMPLES 5
#define GAIN_SHARE   1.4 /* a ball that gains so much, and this many mm/s, before it meets anything is carried */
#define GAIN_MM_S    80.0
#define GATHER_SHARE 1.25 /* the same from step to step: one that flies seems to gain less */
#define HOLE_S       0.1
#define REMOVED_P    0.9f
#define BOUNCED_P    0.9f
#define BOUNCED_MM_S 200.0f
#define ROLLED_MM    150.0
#define DEAD_MM_S2   3000.0 /* what a ball that meets none loses at most until it rests: sliding takes 2500 */
#define REST_MM      5.0
#define TAKEN_UP_D   3.0 /* diameters: a ball that was lost before it had gone so far, in plain view, was taken up */
#define GLIMPSES     2
#define MET_D        1.25 /* diameters: so near comes a ball that meets another, where its way is known ... */
#define MET_SHARE    0.25 /* ... and this share of its step from look to look, where it is not ... */
#define MET_FRAMES   2    /* ... within so many frames of when the other is seen to leave ... */
#define FROM_AFAR_D  2.0  /* ... from so far away: fingers rest beside the cue-ball */
#define UNSEEN_P     0.4  /* that a stroke was as it seems whose start nobody saw */

/* Another ball came from afar to where this one lay, just when it left. */
static bool was_met_by(const struct tracking *t, const struct track *k, const struct track *other)
{
    double d = t->table.bed.ball_d, soon = MET_FRAMES * t->frame_s;
    if (other == k || !other->id || !other->woke || vec2_dist(other->lay, k->lay) < FROM_AFAR_D * d)
        return false;
    for (int i = 1; i < other->n; i++) {
        const struct sample *a = &other->samples[i - 1], *b = &other->samples[i];
        bool then = b->t > k->left - soon && a->t < k->left + soon;
        double far = MET_D * d + MET_SHARE * vec2_dist(a->p, b->p);
        if (then && vec2_dist(k->lay, vec2_nearest(k->lay, a->p, b->p)) < far)
            return true;
    }
    return false;
}

static bool was_met(const struct tracking *t, const struct track *k)
{
    for (int i = 0; i < TRACKS_MAX && k->woke && isfinite(k->old_from); i++)
        if (was_met_by(t, k, &t->track[i]))
            return true;
    return false;
}

bool life_was_hand(const struct tracking *t, const struct track *k)
{
    return !life_bare(k) && life_gone_outside(&t->table, k) && !was_met(t, k);
}

double segment_last_hit(const struct segment *s, ball_id ball)
{
    double t = -INFINITY;
    for (int i = 0; i < s->events_n; i++) {
        const struct event *e = &s->events[i];
        if (e->kind == EVENT_CONTACT && e->p >= 0.5f && (e->a == ball || e->b == ball))
            t = fmax(t, (double)e->t / 1e9);
    }
    return t;
}

bool segment_hit(const struct segment *s, ball_id ball)
{
    return isfinite(segment_last_hit(s, ball));
}

/* It was seen to start, was out of sight for a while, and got further meanwhile than it can have rolled. */
static bool outran_itself(const struct way *p, double start)
{
    for (int i = p->piece[0].to + 1; i + 1 < p->samples_n && start > 0 && p->piece[0].rest; i++) {
        const struct sample *a = &p->samples[i], *b = &p->samples[i + 1];
        if (b->t - a->t > HOLE_S && vec2_dist(a->p, b->p) > (b->t - a->t) * (GAIN_SHARE * start + GAIN_MM_S))
            return true;
    }
    return false;
}

static double step_speed(const struct sample *s)
{
    return vec2_dist(s[0].p, s[1].p) / fmax(s[1].t - s[0].t, 1e-3);
}

/* Faster in its second step away from where it lay than in the first, by more than both may be wrong. The step before
 * them is cut short by the strike. */
static bool gathers_speed(const struct way *p)
{
    int i = 0;
    while (i < p->samples_n && vec2_dist(p->samples[i].p, p->rest0) < LIFE_PULLED_MM)
        i++;
    if (!p->rest0_n || i + 2 >= p->samples_n)
        return false;
    const struct sample *a = &p->samples[i];
    double wrong = 4 * (double)fmaxf(a[1].sd, a[2].sd) / fmin(a[1].t - a[0].t, a[2].t - a[1].t);
    return step_speed(a + 1) > GATHER_SHARE * step_speed(a) + GAIN_MM_S + wrong;
}

/* Until it meets something, a struck ball only loses speed. */
static bool gains_speed(const struct way *p)
{
    double most = p->kinks_n && p->kink[0].wake ? vec2_len(p->kink[0].v1) : 0;
    if (outran_itself(p, most) || gathers_speed(p))
        return true;
    for (int i = 0; i < p->pieces_n; i++) {
        const struct piece *q = &p->piece[i];
        for (int k = 0; k < p->kinks_n; k++)
            if (i > 0 && p->kink[k].before == i - 1 && !p->kink[k].wake && p->kink[k].used)
                return false;
        double from = vec2_len(piece_velocity(q, q->t_from)), to = vec2_len(piece_velocity(q, q->t_to));
        if (most > 0 && q->to - q->from >= GAIN_SAMPLES && to > GAIN_SHARE * most + GAIN_MM_S)
            return true;
        most = q->rest ? most : fmax(most, fmax(from, to));
    }
    return false;
}

/* It lay at the edge of a pocket and rolled in, slowly, with nobody near and without meeting a ball: no stroke. */
static bool toppled(const struct segment *s)
{
    const struct way *p = &s->paths[s->strike];
    double from_fall;
    if (!p->gone || !p->rest0_n || p->attended || segment_hit(s, p->ball))
        return false;
    place_pocket(s->table, p->rest0, &from_fall);
    return from_fall < PLACE_HANGS_MM + 2 * s->noise_mm && path_went(p) < s->table->bed.ball_d;
}

/* Hands carry no ball from cushion to cushion as cushions throw it back. */
static bool bounced(const struct segment *s, ball_id ball)
{
    int cushions = 0;
    for (int i = 0; i < s->events_n; i++)
        cushions += s->events[i].kind == EVENT_CUSHION && s->events[i].a == ball && s->events[i].p >= BOUNCED_P &&
                    s->events[i].speed > BOUNCED_MM_S;
    return cushions >= 2;
}

/* It came into view moving and met nothing; then it left over the cushions, as fingers may seem to, or stopped as no
 * ball that rolls does: a hand brought it. */
static bool fleeting(const struct segment *s)
{
    const struct way *p = &s->paths[s->strike];
    bool fell = false;
    for (int i = 0; i < s->events_n; i++)
        fell |= s->events[i].kind == EVENT_POCKET && s->events[i].a == p->ball;
    bool met = segment_hit(s, p->ball) || bounced(s, p->ball);
    return !p->rest0_n && !met && (p->gone ? !fell : !segment_rolls_freely(p));
}

/* No ball comes back that met nothing: a knuckle was taken for it while it was hidden. */
static bool lies_where_it_lay(const struct segment *s, const struct way *p)
{
    return p->rest0_n && !p->gone && vec2_dist(p->rest1, p->rest0) < moved_mm(s->noise_mm);
}

/* It lies still, was out of sight before, and when it was last seen faster than cloth and cushions can have stopped it
 * since: a hand put it there. */
static bool stopped_dead(const struct way *p)
{
    int first = p->samples_n;
    while (first > 0 && vec2_dist(p->samples[first - 1].p, p->rest1) < REST_MM)
        first--;
    if (p->gone || first < 2 || first == p->samples_n)
        return false;
    const struct sample *last = &p->samples[first - 1];
    double unseen = last[1].t - last->t;
    return unseen > HOLE_S && step_speed(last - 1) > DEAD_MM_S2 * unseen;
}

/* How often it was seen away from where it lay. */
static int glimpses(const struct way *p)
{
    int n = 0;
    for (int i = 0; i < p->samples_n; i++)
        n += vec2_dist(p->samples[i].p, p->rest0) > LIFE_PULLED_MM;
    return n;
}

/* It is gone, neither into a pocket nor over a cushion, and had hardly rolled: a hand took it up where it lay. Nor does
 * anybody drive a ball off the table through an arm: what was seen once or twice, last where that was, is the hand. */
static bool taken_up(const struct segment *s, const struct way *p)
{
    bool removed = false, off = false;
    for (int i = 0; i < s->events_n; i++) {
        const struct event *e = &s->events[i];
        bool its = e->a == p->ball && e->p >= 0.5f;
        removed |= its && e->kind == EVENT_REMOVED;
        off |= its && e->kind == EVENT_OFF;
    }
    bool hardly = removed && path_went(p) < TAKEN_UP_D * s->table->bed.ball_d;
    bool caught = (removed || off) && p->into_arm && glimpses(p) <= GLIMPSES;
    return p->rest0_n && (hardly || caught);
}

/* A struck ball starts fast and only loses speed; one carried by a hand does not keep to that. Nor does one that jumps:
 * coming nearer to the camera it seems to go faster. */
static bool looks_struck(const struct segment *s)
{
    if (s->strike < 0 || toppled(s) || fleeting(s))
        return false;
    const struct way *p = &s->paths[s->strike];
    struct vec2 end = p->gone ? p->samples[p->samples_n - 1].p : p->rest1;
    double far = p->rest0_n ? vec2_dist(end, p->rest0) : INFINITY;
    int strange = 0, known = 0;
    for (int i = 0; i < p->samples_n; i++)
        far = fmax(far, vec2_dist(p->samples[i].p, p->rest0));
    for (int i = 0; i < p->kinks_n; i++)
        *(p->kink[i].used || p->kink[i].gain < 60 ? &known : &strange) += 1;
    /* one that set another ball going was struck, however little is seen of it */
    bool met = segment_hit(s, p->ball) || bounced(s, p->ball);
    return (far > STRUCK_MM || met) && strange <= 2 + 2 * known &&
           (met || !(gains_speed(p) || lies_where_it_lay(s, p) || taken_up(s, p) || stopped_dead(p)));
}

/* The ball that is said to have been struck where nobody saw it. */
ball_id stroke_unseen_cue_ball(const struct segment *s)
{
    ball_id ball = s->paths[s->strike].ball;
    return ball_in(s->cue_balls, ball) ? ball : ball_first(s->cue_balls);
}

/* The view began in the middle of a stroke: the cue-ball was moving already. Or a hand hid it until then: struck, or
 * brought. */
void stroke_before_view(struct segment *s)
{
    for (int i = 0; i < s->paths_n && s->strike < 0; i++) {
        const struct way *p = &s->paths[i];
        if (!ball_in(s->cue_balls, p->ball) || p->rest0_n || !p->moved || p->piece[0].rest)
            continue;
        s->strike = i;
        s->strike_t = p->samples[0].t;
        s->first_p = fmin(s->first_p, SEGMENT_UNKNOWN_P); /* what it met before that, nobody saw */
        struct event *e = segment_event(s, EVENT_STRIKE, s->strike_t, 1, s->begin > 0 ? UNSEEN_P : 0.5);
        if (!e)
            return;
        e->a = p->ball;
        e->at = p->samples[0].p;
        e->v = p->piece[0].v;
        e->speed = (float)vec2_len(e->v);
    }
}

static void drop_events(struct segment *s, enum event_kind kind)
{
    int kept = 0;
    for (int i = 0; i < s->events_n; i++)
        if (s->events[i].kind != kind)
            s->events[kept++] = s->events[i];
    s->events_n = kept;
}

/* Nobody saw a cue-ball start, but balls rolled far by themselves: hands roll no two balls at once. It was a stroke,
 * whose beginning was hidden or whose cue-ball we take for another ball. Nothing about its first contact is known. */
static bool strike_unseen(struct segment *s)
{
    int rolled = 0, struck = -1;
    for (int i = 0; i < s->paths_n && s->strike < 0; i++) {
        const struct way *p = &s->paths[i];
        if (!p->moved || !p->samples_n)
            continue;
        rolled += p->rest0_n && path_went(p) > ROLLED_MM && segment_rolls_freely(p);
        bool cue = ball_in(s->cue_balls, p->ball), other = struck >= 0 && ball_in(s->cue_balls, s->paths[struck].ball);
        if (struck < 0 || cue > other || (cue == other && p->samples[0].t < s->paths[struck].samples[0].t))
            struck = i;
    }
    if (rolled < 2)
        return false;
    drop_events(s, EVENT_DISTURBED); /* the stroke set them going, not a hand */
    s->strike = struck;
    s->strike_t = s->begin;
    s->start_unseen = true;
    s->first_p = fmin(s->first_p, UNSEEN_P);
    struct event *e = segment_event(s, EVENT_STRIKE, s->begin, 0.5, UNSEEN_P);
    if (e)
        e->a = stroke_unseen_cue_ball(s);
    if (e)
        e->at = s->paths[struck].rest0;
    return true;
}

/* What seemed to be struck was carried, to wherever it was lost. */
static void take_away(const struct segment *s, struct event *e)
{
    if (s->strike < 0 || toppled(s) || e->a != s->paths[s->strike].ball ||
        (e->kind != EVENT_POCKET && e->kind != EVENT_OFF && e->kind != EVENT_REMOVED))
        return;
    e->kind = EVENT_REMOVED;
    e->pocket = POCKET_NONE;
    e->p = e->p < 0.5f ? 0 : REMOVED_P;
}

/* Nothing was struck: what moved was moved by hand, what vanished was taken, unless it fell into a pocket. */
void stroke_tell_hand(struct segment *s)
{
    int kept = 0;
    for (int i = 0; i < s->events_n; i++) {
        take_away(s, &s->events[i]);
        if (s->events[i].kind == EVENT_POCKET || (s->events[i].kind == EVENT_REMOVED && s->events[i].p > 0))
            s->events[kept++] = s->events[i];
    }
    s->events_n = kept;
    for (int i = 0; i < s->paths_n; i++) {
        const struct way *p = &s->paths[i];
        double far = vec2_dist(p->rest0, p->rest1);
        if (!p->moved || p->gone || !p->rest0_n || far < 2 * moved_mm(s->noise_mm))
            continue;
        struct event *e = segment_event(s, EVENT_DISTURBED, s->begin, 2 * s->frame_s, far > 3 ? 0.95 : 0.7);
        if (!e)
            return;
        e->a = p->ball;
        e->at = p->rest1;
        e->why =
            (struct evidence){.measured = (float)far, .limit = (float)moved_mm(s->noise_mm), .sd = (float)p->rest1_sd};
        event_frames(e, p, s->begin, s->frame_s);
    }
}

bool stroke_was_played(struct segment *s)
{
    return looks_struck(s) || strike_unseen(s);
}
