/* SPDX-License-Identifier: Apache-2.0 */
/* pockets.c: how did each path end: in a pocket, off the table, at rest; and did the cue-ball cross the baulk-line? */
#include "inside.h"

#define LOST_FRAMES  3.0    /* not seen for so long, a ball may have done anything */
#define NEAR_FALL_MM 60.0   /* last seen this near the edge of a fall, a ball that is gone is probably in it */
#define UNSEEN_P     0.9    /* ... or lies there yet, hard to see */
#define LEFT_P       0.6    /* ... though something is seen in the mouth yet */
#define SINKS_S      0.3    /* ... longer than this: no ball that falls is in sight so long */
#define AT_EDGE_D    0.6    /* diameters: half in the mouth and in plain view until it was gone, ... */
#define VANISHED_P   0.98   /* ... almost surely */
#define DRIVEN_P     0.95   /* a contact as sure as this drives a ball in ... */
#define DRIVEN_SHARE 0.9    /* ... along a way that leads so near the middle of the fall, in its radii */
#define LATE_FRAMES  1.5    /* a look that comes so late may be the next one */
#define CLEAR_MM     4.0    /* so far from jaws and balls, a way that is followed on unseen meets none of them */
#define WAY_SAMPLES  4      /* fewer looks since it was last turned do not tell a way */
#define EDGE_MM      12.0   /* so near the fall, still moving and then gone: there is nowhere else to be ... */
#define EDGE_MM_S    60.0   /* ... at this speed; slower it may hang in the jaws, where it is hard to see */
#define FLYING_MM_S  2500.0 /* faster than this past a pocket, not into it: off the table */
#define FASTEST_MM_S 5000.0 /* nobody pots faster than this; what comes so fast may fly over the pocket */
#define OVER_P       0.4    /* ... so often that it is in it less often than not */
#define FLIGHT_S     0.25   /* a ball that jumped over another is in the air so long, and may be in the end */
#define FLIES_P      0.6    /* that a ball is in a pocket over which it may have flown, for all that is seen of it */
#define OUT_AGAIN_S  1.0    /* a ball that the jaws throw back is seen again so soon ... */
#define OUT_AGAIN_D  3.0    /* ... and so near where it was lost, diameters: what is seen there then ... */
#define OUT_AGAIN_P  0.4    /* ... is more likely that ball, whatever it looks like in the dark, than another */
#define FINGERS_P    0.4    /* that what came into view beside a hand, and is gone, was a ball in a pocket */
#define BESIDE_D     3.0    /* diameters */
#define OFF_P        0.85   /* that a ball is off the table which was lost over its edge, near a pocket ... */
#define FAR_D        4.0    /* ... and so many diameters from any: */
#define FAR_OFF_P    0.97   /* there is nowhere else to be */
#define BESIDE_MM    200.0  /* so near a pocket a ball that is green on green is in it before it was seen to move ... */
#define BESIDE_P     0.85   /* ... most likely */
#define OVER_NOSE_P  0.45   /* that one which leaves the table touched the nose over which it was last seen */
#define OVER_EDGE_MM 1.0    /* from the fall: over its edge, as well as that is known */
#define THROUGH_MM   12.0   /* this deep in the rubber it must have been above it ... */
#define FLIES_MM_S   800.0  /* ... at a speed at which balls hop */
#define CREEPS_MM_S  400.0  /* no ball that is seen to go slower than this goes over a cushion */
#define NEAR_POT_S   0.2    /* how long a ball that is gone may have rolled on unseen */
#define AHEAD_S      0.5    /* how far a path is followed after it was last seen */
#define SLIDES_SHARE 0.8    /* of the time such a ball slides: sooner after its start it does not roll yet ... */
#define FREE_SHARE   0.25   /* ... and so loses or gains more than this share of what sliding costs, or is in the air */

static const struct piece *last_moving(const struct way *p)
{
    for (int i = p->pieces_n - 1; i >= 0; i--)
        if (!p->piece[i].rest)
            return &p->piece[i];
    return NULL;
}

/* It had come to rest when it was last seen. */
static bool rests(const struct way *p)
{
    return p->piece[p->pieces_n - 1].rest;
}

/* When the path crosses the edge of the fall for the last time, the way in. A fast ball is out on the other side again
 * before it is out of sight, as far as the back of the pocket lets it; but not one that only passed over the edge. */
static bool enters(const struct segment *s, const struct way *p, enum pocket pocket, double *when)
{
    const struct pocket_shape *k = &s->table->pocket[pocket];
    const struct piece *last = last_moving(p);
    bool in = false, found = false;
    double deepest = 0;
    if (!last)
        return false;
    double seen = p->samples[p->samples_n - 1].t, end = seen + (rests(p) ? 0 : AHEAD_S);
    for (double t = p->piece[0].t_from; t < end && !(in && t > seen); t += s->frame_s / 8) {
        const struct piece *q = path_piece(p, t);
        if (q->rest && t > q->t_to && !rests(p))
            q = last;
        double depth = k->fall_radius - vec2_dist(piece_at(q, t), k->fall);
        bool now = depth > 0;
        deepest = fmax(deepest, depth);
        if (now && !in) {
            *when = t;
            found = true;
        }
        in = now;
    }
    return found && (in || deepest > s->table->bed.ball_d / 2);
}

static void tell_pot(struct segment *s, const struct way *p, enum pocket pocket, double t, double sure)
{
    /* A ball in a pocket meets none: one that hung fell once it was hit, whenever it was last seen. */
    t = fmax(t, segment_last_hit(s, p->ball) + s->frame_s / 8);
    struct event *e = segment_event(s, EVENT_POCKET, t, s->frame_s / 4, sure);
    if (!e)
        return;
    double from_fall;
    e->a = p->ball;
    e->pocket = pocket;
    e->at = p->samples[p->samples_n - 1].p;
    place_pocket(s->table, e->at, &from_fall);
    e->why = (struct evidence){.measured = (float)from_fall, .limit = 0, .sd = (float)s->noise_mm};
    event_frames(e, p, t, s->frame_s);
}

/* Its way led through a cushion, and nothing turned it: it was above that. But not when it had come over the edge of a
 * fall first, no faster than balls drop: then it was below, in the pocket. From place to place as it was seen: a ball
 * that a jaw turned just before it was last seen did not go on as it came. Only what lies further than this from a fall
 * counts: a ball that drops seems to lie further out, in the rubber of the jaws; and between two places, further yet:
 * one that a jaw turns goes round its corner. */
static bool flew(const struct segment *s, const struct way *p, double from_mm)
{
    enum { STEPS = 4, BENDS = 4 };
    const struct piece *q = last_moving(p);
    double touch = place_touch(s->table), from_fall;
    for (int i = STEPS * (q ? q->from : p->samples_n); i < STEPS * (p->samples_n - 1); i++) {
        const struct sample *a = &p->samples[i / STEPS];
        struct vec2 step = vec2_sub(a[1].p, a[0].p), at = vec2_along(a->p, (double)(i % STEPS) / STEPS, step);
        double speed = vec2_len(step) / (a[1].t - a[0].t);
        place_pocket(s->table, at, &from_fall);
        if (from_fall < OVER_EDGE_MM && speed < FLYING_MM_S)
            return false;
        if (from_fall > (i % STEPS ? BENDS : 1) * from_mm && place_cushion(s->table, at).gap_mm < touch - THROUGH_MM &&
            speed > FLIES_MM_S)
            return true;
    }
    return false;
}

/* Neither slowed nor driven on by the cloth, so soon after it started that it cannot roll yet: it is in the air. */
static bool meets_no_cloth(const struct segment *s, const struct way *p)
{
    const struct piece *q = last_moving(p);
    if (!q || q == p->piece || !q[-1].rest || q->to - q->from < 4)
        return false;
    double t = p->samples[p->samples_n - 1].t, lasted = t - q->t_from, n = q->to - q->from;
    struct vec2 v = piece_velocity(q, t);
    double speed = vec2_len(v), change = vec2_dot(q->a, vec2_unit(v));
    double slides = 2.0 / 7 * speed / s->friction.slide;
    double sd = s->noise_mm * sqrt(720 / n) / (lasted * lasted); /* of a change of speed, from evenly spaced places */
    return speed > FLYING_MM_S && lasted < SLIDES_SHARE * slides &&
           fabs(change) + 2 * sd < FREE_SHARE * s->friction.slide;
}

static bool is_beside_another(const struct segment *s, const struct way *p, struct vec2 at)
{
    for (int i = 0; i < s->paths_n; i++) {
        const struct way *o = &s->paths[i];
        if (o != p && fmin(vec2_dist(o->rest0, at), vec2_dist(o->rest1, at)) < s->table->bed.ball_d + CLEAR_MM)
            return true;
    }
    return false;
}

/* Neither jaw nor ball is near enough to be met there. */
static bool is_free(const struct segment *s, const struct way *p, struct vec2 at)
{
    return place_cushion(s->table, at).gap_mm >= place_touch(s->table) + CLEAR_MM && !is_beside_another(s, p, at);
}

/* From where it was last seen to the fall: its way is known, nothing is in it, and it gets there. */
static bool way_is_clear(const struct segment *s, const struct way *p, double falls)
{
    const struct piece *q = last_moving(p);
    if (q->to - q->from < WAY_SAMPLES)
        return false;
    for (double t = p->samples[p->samples_n - 1].t; t < falls; t += s->frame_s / 4)
        if (!is_free(s, p, piece_at(q, t)))
            return false;
    return vec2_len(piece_velocity(q, falls)) > EDGE_MM_S;
}

/* Lost some frames before it would have fallen, as balls of the cloth's colour are: a jaw may have kept it out. */
static bool out_of_sight(const struct segment *s, const struct way *p, double falls)
{
    return falls - p->samples[p->samples_n - 1].t > LOST_FRAMES * s->frame_s && !way_is_clear(s, p, falls);
}

/* Seen to pass over another ball just before it was lost, or too fast for any pocket: it goes over the pocket through
 * the air. */
static bool is_aloft(const struct segment *s, const struct way *p)
{
    const struct piece *q = last_moving(p);
    double t = p->samples[p->samples_n - 1].t;
    for (int i = 0; i < s->events_n; i++)
        if (s->events[i].kind == EVENT_JUMP && s->events[i].a == p->ball && s->events[i].p >= 0.5f &&
            t - (double)s->events[i].t / 1e9 < FLIGHT_S)
            return true;
    return q && vec2_len(piece_velocity(q, t)) > FASTEST_MM_S;
}

/* Over a jaw, or struck and seen once where nobody knows how fast it came: it may do so. */
static bool may_fly(const struct segment *s, const struct way *p)
{
    bool struck = ball_in(s->cue_balls, p->ball), hung = p->pieces_n == 1;
    return (struck && !hung && !last_moving(p)) || flew(s, p, 0);
}

/* After it was lost something came out of the same jaws. */
static bool came_out_again(const struct segment *s, const struct way *p)
{
    const struct sample *last = &p->samples[p->samples_n - 1];
    for (int i = 0; i < s->born_n; i++) {
        double later = s->born[i].t - last->t, far = vec2_dist(s->born[i].at, last->p);
        if (later > 0 && later < OUT_AGAIN_S && far < OUT_AGAIN_D * s->table->bed.ball_d)
            return true;
    }
    return false;
}

/* It lay by a fall and was found there in nearly every frame, until it was hit towards it: hard to see as it is in the
 * dark of a mouth, it would be found now if it had stayed. */
static bool driven_in(const struct segment *s, const struct way *p, enum pocket pocket)
{
    const struct pocket_shape *k = &s->table->pocket[pocket];
    bool lay = p->rest0_n && vec2_dist(p->rest0, k->fall) < k->fall_radius + AT_EDGE_D * s->table->bed.ball_d;
    for (int i = 0; i < s->events_n && lay && p->found; i++) {
        const struct event *e = &s->events[i];
        if (e->kind != EVENT_CONTACT || e->b != p->ball || e->p < DRIVEN_P)
            continue;
        struct vec2 way = vec2_unit(vec2_sub(p->rest0, e->at)), to = vec2_sub(k->fall, p->rest0);
        double ahead = vec2_dot(to, way), aside = vec2_dist(to, vec2_scale(way, ahead));
        if (ahead > 0 && aside < DRIVEN_SHARE * k->fall_radius)
            return true;
    }
    return false;
}

/* Lost where it may lie yet, hard to see: unless the mouth was seen empty since, and it would be found elsewhere. A
 * faint one that was lost short of the edge may hang there unseen as it was unseen on its way. */
static double unseen_p(const struct segment *s, const struct way *p, enum pocket pocket, double from_fall)
{
    double later = s->emptied[pocket] - p->samples[p->samples_n - 1].t;
    bool came_to_edge = !p->faint || from_fall < EDGE_MM;
    return p->found && came_to_edge && later > 2 * s->frame_s ? VANISHED_P : UNSEEN_P;
}

/* Something that may be this ball is seen in the mouth since it was lost, and nobody has seen that empty again:
 * whatever falls is out of it sooner. Where a ball that is plain to see would lie, no mouth looks empty even once. */
static bool may_lie_there(const struct segment *s, const struct way *p, enum pocket pocket)
{
    double lost = p->samples[p->samples_n - 1].t;
    bool seen_empty = s->emptied[pocket] > (p->faint ? s->odd[pocket] : lost + LOST_FRAMES * s->frame_s);
    return s->odd[pocket] > lost + fmax(LOST_FRAMES * s->frame_s, SINKS_S) && !seen_empty;
}

/* It lay nowhere before the stroke, and came into view beside where it is gone, or with somebody at it: what seems to
 * fall may be a part of a hand, or its shadow. */
static bool came_with_hand(const struct segment *s, const struct way *p)
{
    double rolled = vec2_dist(p->samples[0].p, p->samples[p->samples_n - 1].p);
    return s->begin > 0 && !p->rest0_n && (p->attended || rolled < BESIDE_D * s->table->bed.ball_d) &&
           !ball_in(s->cue_balls, p->ball);
}

/* The most that can be said of its being in a pocket, wherever it was last seen. */
static double most_sure(const struct segment *s, const struct way *p, enum pocket pocket)
{
    if (came_with_hand(s, p))
        return FINGERS_P;
    if (may_lie_there(s, p, pocket))
        return LEFT_P;
    return came_out_again(s, p) ? OUT_AGAIN_P : may_fly(s, p) ? FLIES_P : 1;
}

/* On from where it was last seen the line from where it lay leads over the fall, meets nothing and is no longer than
 * `reach`. */
static bool leads_over_fall(const struct segment *s, const struct way *p, enum pocket pocket, double reach)
{
    const struct pocket_shape *k = &s->table->pocket[pocket];
    struct vec2 last = p->samples[p->samples_n - 1].p, to = vec2_sub(k->fall, last),
                way = vec2_unit(vec2_sub(last, p->rest0));
    double ahead = vec2_dot(to, way), aside = fabs(vec2_cross(to, way)), far = ahead - k->fall_radius;
    for (double d = 0; d < far; d += CLEAR_MM)
        if (!is_free(s, p, vec2_along(last, d, way)))
            return false;
    return ahead > 0 && aside < DRIVEN_SHARE * k->fall_radius && far < reach;
}

/* Seen once or twice on its way from where it lay, too seldom to tell how it went: but that way leads straight over the
 * fall, and the next look came too late to show it short of that. */
static bool went_straight_in(const struct segment *s, const struct way *p, enum pocket pocket)
{
    const struct sample *last = &p->samples[p->samples_n - 1];
    int away = p->samples_n;
    while (away > 0 && vec2_dist(p->samples[away - 1].p, p->rest0) > LIFE_PULLED_MM)
        away--;
    int seen = p->samples_n - away;
    if (!p->rest0_n || p->into_arm || !away || !seen || seen >= WAY_SAMPLES)
        return false;
    struct vec2 way = vec2_unit(vec2_sub(last->p, p->rest0));
    for (int i = away; i < p->samples_n; i++)
        if (fabs(vec2_cross(vec2_sub(p->samples[i].p, p->rest0), way)) > CLEAR_MM)
            return false;
    double most = seen > 1 ? vec2_dist(last->p, last[-1].p) / (last->t - last[-1].t) : FASTEST_MM_S;
    return leads_over_fall(s, p, pocket, most * LATE_FRAMES * s->frame_s);
}

/* Last seen position decides: within the fall, on the way into it, or just beside it. */
static bool potted(struct segment *s, const struct way *p)
{
    struct vec2 last = p->samples[p->samples_n - 1].p;
    double from_fall, t = p->samples[p->samples_n - 1].t;
    enum pocket pocket = place_pocket(s->table, last, &from_fall);
    const struct piece *q = last_moving(p);
    bool in = enters(s, p, pocket, &t);
    double speed = q ? vec2_len(piece_velocity(q, t)) : 0;
    double most = most_sure(s, p, pocket), unseen = fmin(unseen_p(s, p, pocket, from_fall), most);
    bool edge = from_fall < AT_EDGE_D * s->table->bed.ball_d;
    if (from_fall < 0)
        tell_pot(s, p, pocket, t, fmin(0.995, most));
    else if (rests(p) && from_fall < PLACE_HANGS_MM && !p->attended)
        tell_pot(s, p, pocket, p->samples[p->samples_n - 1].t,
                 p->faint && !driven_in(s, p, pocket) ? unseen : fmin(0.97, most)); /* it hung and toppled */
    else if (in && q && from_fall < NEAR_FALL_MM + speed * 3 * s->frame_s)
        tell_pot(s, p, pocket, t, fmin(out_of_sight(s, p, t) ? UNSEEN_P : speed < FLYING_MM_S ? 0.99 : 0.97, most));
    else if (from_fall < EDGE_MM && speed > EDGE_MM_S && speed < FLYING_MM_S)
        tell_pot(s, p, pocket, t, fmin(0.97, most));
    else if (from_fall < NEAR_FALL_MM && speed < FLYING_MM_S)
        tell_pot(s, p, pocket, t, fmin(edge && (!p->faint || driven_in(s, p, pocket)) ? VANISHED_P : unseen, most));
    else if (went_straight_in(s, p, pocket))
        tell_pot(s, p, pocket, p->samples[p->samples_n - 1].t + s->frame_s, fmin(UNSEEN_P, most));
    else
        return false;
    return true;
}

/* Gone without a trace, and a pocket was within reach of where it was last seen: it may be in there after all. */
static void tell_near_pot(struct segment *s, const struct way *p, double speed, double t, double sure)
{
    double from_fall;
    enum pocket pocket = place_pocket(s->table, p->samples[p->samples_n - 1].p, &from_fall);
    if (from_fall < NEAR_FALL_MM + speed * NEAR_POT_S)
        tell_pot(s, p, pocket, t, sure);
}

/* Hit where it lay beside a pocket and not seen since, neither on its way nor anywhere else. */
static bool potted_unseen(struct segment *s, const struct way *p)
{
    double from_fall, t = p->samples[p->samples_n - 1].t;
    enum pocket pocket = place_pocket(s->table, p->samples[p->samples_n - 1].p, &from_fall);
    if (last_moving(p) || !segment_hit(s, p->ball) || from_fall > BESIDE_MM)
        return false;
    tell_pot(s, p, pocket, t + s->frame_s, BESIDE_P);
    return true;
}

/* To get over a cushion a ball must be thrown as high as that is: half a metre a second and more, however it came by
 * it. */
static bool creeps(const struct segment *s, const struct way *p)
{
    const struct sample *last = &p->samples[p->samples_n - 1];
    return p->samples_n > 1 && vec2_dist(last->p, last[-1].p) > moved_mm(s->noise_mm) &&
           vec2_len(path_last_step(p)) < CREEPS_MM_S;
}

/* On its way off the table it was last seen at a cushion: it may have gone over the nose without touching it. */
static void doubt_last_nose(struct segment *s, const struct way *p, double last)
{
    for (int i = 0; i < s->events_n; i++) {
        struct event *e = &s->events[i];
        if (e->kind == EVENT_CUSHION && e->a == p->ball && (double)e->t / 1e9 > last - s->frame_s)
            e->p = fminf(e->p, OVER_NOSE_P);
    }
}

/* Off the table goes what was struck or hit; what a hand was at and nothing hit, that hand took. */
static void tell_off(struct segment *s, const struct way *p)
{
    const struct piece *q = last_moving(p);
    double t = p->samples[p->samples_n - 1].t;
    struct place_cushion at = place_cushion(s->table, p->samples[p->samples_n - 1].p);
    bool struck = s->strike >= 0;
    struct vec2 v = q ? piece_velocity(q, t) : path_last_step(p);
    double ahead = -vec2_dot(v, at.normal) * 4 * s->frame_s;
    bool taken = struck && p->attended && p != &s->paths[s->strike] && !segment_hit(s, p->ball);
    double from_fall;
    place_pocket(s->table, p->samples[p->samples_n - 1].p, &from_fall);
    bool over = is_aloft(s, p) && from_fall < NEAR_FALL_MM;
    bool out =
        struck && !taken && !creeps(s, p) && (at.gap_mm < fmax(ahead, q ? 30 : 0) || meets_no_cloth(s, p) || over);
    bool far = from_fall > FAR_D * s->table->bed.ball_d && !p->faint;
    double sure = over ? 1 - OVER_P : out && far ? FAR_OFF_P : out ? OFF_P : struck ? 0.5 : 0.9;
    struct event *e = segment_event(s, out ? EVENT_OFF : EVENT_REMOVED, t, s->frame_s, sure);
    if (!e)
        return;
    e->a = p->ball;
    e->at = p->samples[p->samples_n - 1].p;
    event_frames(e, p, t, s->frame_s);
    if (out)
        doubt_last_nose(s, p, t);
    if (struck)
        tell_near_pot(s, p, q ? vec2_len(v) : 0, t, out ? 1 - sure : 0.3);
}

/* It was on its way, or it was pushed, however little. What only seems to lie elsewhere, since the camera was knocked,
 * was neither. */
static bool has_gone(const struct segment *s, const struct way *p)
{
    for (int i = 0; i < p->pieces_n; i++)
        if (!p->piece[i].rest)
            return true;
    return segment_hit(s, p->ball);
}

static void tell_rest(struct segment *s, const struct way *p)
{
    const struct piece *q = &p->piece[p->pieces_n - 1];
    if (!q->rest || p->pieces_n < 2 || !has_gone(s, p))
        return;
    struct event *e = segment_event(s, EVENT_REST, q->t_from, s->frame_s, 0.99);
    if (!e)
        return;
    e->a = p->ball;
    e->at = p->rest1;
    event_frames(e, p, q->t_from, s->frame_s);
}

static void tell_lines(struct segment *s, const struct way *p)
{
    double x0 = s->table->bed.baulk_x, last = p->rest0.x;
    for (double t = s->strike_t; t < s->end; t += s->frame_s / 4) {
        const struct piece *q = path_piece(p, t);
        double x = q->rest && t > q->t_to ? last : piece_at(q, t).x;
        if ((x < x0) != (last < x0) && fabs(x - last) < 300) {
            struct event *e = segment_event(s, EVENT_LINE, t, s->frame_s / 4, 0.99);
            if (!e)
                return;
            e->a = p->ball;
            e->into = x < x0;
            e->at = piece_at(q, t);
            event_frames(e, p, t, s->frame_s);
        }
        last = x;
    }
}

static bool goes_over(const struct segment *s, const struct way *p)
{
    return flew(s, p, s->table->bed.ball_d / 2) || meets_no_cloth(s, p) || is_aloft(s, p);
}

static bool is_told_potted(const struct segment *s, const struct way *p)
{
    for (int i = 0; i < s->events_n; i++)
        if (s->events[i].kind == EVENT_POCKET && s->events[i].a == p->ball && s->events[i].p >= 0.5f)
            return true;
    return false;
}

/* Nothing was struck, nothing hit it, and a hand was at it: that took it, wherever it was last seen. */
static bool hand_took(const struct segment *s, const struct way *p)
{
    return s->strike < 0 && p->attended && p->rest0_n && !segment_hit(s, p->ball);
}

void segment_pockets(struct segment *s)
{
    for (int i = 0; i < s->paths_n; i++) {
        const struct way *p = &s->paths[i];
        if (!p->samples_n || !p->pieces_n)
            continue;
        bool carried = p->taken_up || hand_took(s, p);
        if (p->gone && (carried || goes_over(s, p) || !(potted(s, p) || potted_unseen(s, p))))
            tell_off(s, p);
        else if (p->gone && is_told_potted(s, p))
            tell_jaw(s, p);
        if (p->moved && !p->gone)
            tell_rest(s, p);
        if (i == s->strike)
            tell_lines(s, p);
    }
}
