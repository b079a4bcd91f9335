/* SPDX-License-Identifier: Apache-2.0 */
/* score.c: compares what was told of a stroke with what happened, event by event. */
#include "score.h"

#include <math.h>
#include <stdlib.h>

#define AGAIN_S      0.1   /* a pair, or a ball and a cushion, that touches again within this touched once */
#define RESTING_MM_S 5.0   /* slower than this, balls lie against each other or a nose: not counted, told or not */
#define FAST_MM_S    500.0 /* times are judged of contacts faster than this */
#define SLOWER_MM_S  100.0 /* slower ones are told as part of these, unless they are as clear as this */
#define LATE_S       0.001 /* times are said to be wrong from here on */
#define SAME_NS      100000
#define NEAR_MM      30.0

/* ---- names: which told ball is which true one follows from places -------------------------------------------------
 */

static ball_id told_at(const struct track_position *before, struct vec2 at, double *off)
{
    ball_id best = BALL_NONE;
    *off = NEAR_MM;
    for (BALL_EACH(o, before->known))
        if (vec2_dist(before->at[o], at) < *off) {
            *off = vec2_dist(before->at[o], at);
            best = (ball_id)o;
        }
    return best;
}

/* The true ball's told name until now; BALL_NONE: it has none. */
static ball_id called(const struct score_names *n, ball_id truth)
{
    for (int o = BALL_NONE + 1; o < BALL_IDS; o++)
        if (n->truth[o] == truth)
            return (ball_id)o;
    return BALL_NONE;
}

/* Balls that were in no position since the stroke before, for they rolled when the next one began, keep their names. */
static struct score_names names_of(const struct score_truth *truth, const struct score_told *told, struct tally *tally)
{
    struct score_names n = told->names ? *told->names : (struct score_names){{0}};
    for (BALL_EACH(o, told->before.known))
        n.truth[o] = BALL_NONE;
    for (BALL_EACH(b, truth->start.known)) {
        double off;
        ball_id now = told_at(&told->before, truth->start.at[b], &off), old = called(&n, (ball_id)b);
        if (now) {
            n.truth[old] = BALL_NONE;
            n.truth[now] = (ball_id)b;
            tally->start2 += off * off;
            tally->starts++;
        }
        tally->start_missed += !now && !old;
    }
    return n;
}

/* ---- lists ------------------------------------------------------------------------------------------------------- */

struct item {
    ns_t t, t_sd;
    ball_id a, b; /* a < b for contacts */
    int where;    /* of a cushion: which, and which part of it */
    float p, speed;
    int first;  /* of the same touch: its index */
    bool known; /* to the other side as well; of the first only */
};

struct compare {
    const struct score_truth *truth;
    const struct score_told *told;
    struct score_names names;
    struct tally *tally;
    ns_t window;
    FILE *out;
    int wants, gots;
    struct item want[SCORE_EVENTS], got[TRACK_EVENTS_MAX];
};

static struct item item_of(const struct event *e, const struct score_names *names)
{
    struct item it = {.t = e->t, .t_sd = e->t_sd, .a = e->a, .b = e->b, .p = e->p, .speed = e->speed};
    if (e->kind == EVENT_CUSHION)
        it.where = 8 * (int)e->cushion + (int)e->face;
    if (names) {
        it.a = names->truth[it.a];
        it.b = names->truth[it.b];
    }
    if (it.b && it.b < it.a) {
        ball_id swap = it.a;
        it.a = it.b;
        it.b = swap;
    }
    return it;
}

/* The first of the touch that this one is of: the same two, a moment ago. */
static int first_of(struct item *list, int n, const struct item *it, bool told)
{
    for (int k = n - 1; k >= 0; k--)
        if (list[k].first == k && list[k].a == it->a && list[k].b == it->b && list[k].where == it->where &&
            (!told || list[k].p >= 0.5f)) {
            bool same = it->t - list[k].t <= (ns_t)(AGAIN_S * 1e9);
            if (same)
                list[k].speed = fmaxf(list[k].speed, it->speed);
            return same ? k : n;
        }
    return n;
}

static int list_items(const struct event *e, int n, enum event_kind kind, const struct score_names *names,
                      struct item *out, int max)
{
    int count = 0;
    for (int i = 0; i < n && count < max; i++) {
        if (e[i].kind != kind)
            continue;
        out[count] = item_of(&e[i], names);
        out[count].first = first_of(out, count, &out[count], names != NULL);
        count++;
    }
    return count;
}

static void list_both(struct compare *c, enum event_kind kind)
{
    c->wants = list_items(c->truth->events, c->truth->events_n, kind, NULL, c->want, SCORE_EVENTS);
    c->gots = list_items(c->told->events, c->told->events_n, kind, &c->names, c->got, TRACK_EVENTS_MAX);
}

/* The one nearest in time that is not known yet; of those told again only where not just the `firsts` count. */
static struct item *find_item(struct item *list, int n, const struct item *want, bool firsts, ns_t window)
{
    struct item *best = NULL;
    for (int i = 0; i < n; i++) {
        ns_t d = llabs(list[i].t - want->t);
        bool free = list[i].first == i ? !list[i].known : !firsts;
        if (free && list[i].p >= 0.5f && list[i].a == want->a && list[i].b == want->b && d <= window) {
            window = d;
            best = &list[i];
        }
    }
    return best;
}

/* Which told one is which true one: of each touch the first. */
static void match_firsts(struct compare *c)
{
    for (int i = 0; i < c->wants; i++) {
        struct item *got = c->want[i].first == i ? find_item(c->got, c->gots, &c->want[i], true, c->window) : NULL;
        if (got)
            got->known = c->want[i].known = true;
    }
}

/* What is told of one side of a jaw, or of both, may in truth be of one: of what is left, any one of a touch will do.
 */
static void match_others(struct compare *c)
{
    for (int i = 0; i < c->wants; i++) {
        struct item *want = &c->want[c->want[i].first],
                    *got = want->known && want == &c->want[i]
                               ? NULL
                               : find_item(c->got, c->gots, &c->want[i], false, c->window);
        if (got)
            c->got[got->first].known = want->known = true;
    }
}

static void bin(struct reliability *r, double p, bool right)
{
    static const double edge[P_BINS - 1] = {0.1, 0.5, 0.75, 0.9, 0.96, 0.985};
    int b = 0;
    while (b < P_BINS - 1 && p >= edge[b])
        b++;
    r->n[b]++;
    r->right[b] += right;
    r->p[b] += p;
}

/* The true event of either ball that is nearest in time, but for the one itself: what hid it. */
static const struct event *beside(const struct compare *c, const struct item *it)
{
    const struct event *best = NULL;
    for (int i = 0; i < c->truth->events_n; i++) {
        const struct event *e = &c->truth->events[i];
        bool shares = e->a == it->a || (it->b && e->a == it->b) || (e->b && (e->b == it->a || e->b == it->b));
        bool same = e->t == it->t || (it->b && item_of(e, NULL).a == it->a && item_of(e, NULL).b == it->b);
        if (shares && !same && (!best || llabs(e->t - it->t) < llabs(best->t - it->t)))
            best = e;
    }
    return best;
}

static void say(const struct compare *c, const char *what, const struct item *it)
{
    if (!c->out)
        return;
    const struct event *e = beside(c, it);
    fprintf(c->out, "  %s: %s %d-%d at %.4f +- %.4f p %.3f speed %.0f", c->truth->name, what, it->a, it->b,
            (double)it->t / 1e9, (double)it->t_sd / 1e9, it->p, it->speed);
    if (e)
        fprintf(c->out, ", %.1f ms off %s %d-%d of %.0f", (double)(e->t - it->t) / 1e6, event_kind_name(e->kind), e->a,
                e->b, e->speed);
    fprintf(c->out, "\n");
}

/* ---- kinds ------------------------------------------------------------------------------------------------------- */

/* The told touch of two balls, and what it misses a true one by. */
struct timing {
    ns_t off, sd;
    bool found;
};

static bool same_two(const struct event *e, const struct score_names *names, const struct item *it, struct item *out)
{
    *out = item_of(e, names);
    return e->kind == EVENT_CONTACT && out->a == it->a && out->b == it->b;
}

/* The told touch of these two that is nearest to a time. */
static struct timing nearest_told(const struct compare *c, const struct item *two, ns_t t)
{
    struct timing best = {.off = c->window};
    for (int i = 0; i < c->told->events_n; i++) {
        struct item it;
        if (same_two(&c->told->events[i], &c->names, two, &it) && it.p >= 0.5f && llabs(it.t - t) <= llabs(best.off))
            best = (struct timing){it.t - t, it.t_sd, true};
    }
    return best;
}

/* By how much the nearest fast touch of the two is missed. Balls that lie against each other, or come back off a
 * cushion, touch more slowly some ms before or after that: a time that is right for such a touch tells that one, and is
 * not judged. */
static struct timing off_fast_touch(const struct compare *c, const struct item *got)
{
    struct timing best = {.off = c->window};
    bool slower = false;
    for (int i = 0; i < c->truth->events_n; i++) {
        struct item it;
        if (!same_two(&c->truth->events[i], NULL, got, &it) || llabs(got->t - it.t) > c->window)
            continue;
        double speed = (double)(it.speed < 0 ? got->speed : it.speed);
        struct timing told = nearest_told(c, got, it.t);
        if (speed > FAST_MM_S && told.found && llabs(told.off) <= llabs(best.off))
            best = told;
        slower |= speed > SLOWER_MM_S && speed <= FAST_MM_S && llabs(got->t - it.t) < (ns_t)(LATE_S * 1e9);
    }
    best.found = best.found && !(slower && llabs(best.off) > (ns_t)(LATE_S * 1e9));
    return best;
}

static void judge_time(struct compare *c, const struct item *got)
{
    struct timing told = off_fast_touch(c, got);
    if (!told.found)
        return;
    double d = (double)told.off / 1e9;
    c->tally->time2 += d * d;
    c->tally->times++;
    c->tally->late += llabs(told.off) > 3 * told.sd;
    char text[48];
    snprintf(text, sizeof text, "mistimed by %.1f +- %.1f ms", 1e3 * d, (double)told.sd / 1e6);
    if (fabs(d) > LATE_S)
        say(c, text, got);
}

static bool by_cue(const struct compare *c, const struct item *it)
{
    return it->a == c->truth->cue || it->b == c->truth->cue;
}

static bool rests(const struct item *it)
{
    return it->speed >= 0 && it->speed < RESTING_MM_S;
}

static void compare_contacts(struct compare *c)
{
    struct tally *t = c->tally;
    list_both(c, EVENT_CONTACT);
    match_firsts(c);
    for (int i = 0; i < c->wants; i++) {
        const struct item *want = &c->want[i];
        bool cue = by_cue(c, want);
        if (want->first != i || rests(want))
            continue;
        *(cue ? &t->cue_true : &t->other_true) += 1;
        if (want->known)
            continue;
        *(cue ? &t->cue_missed : &t->other_missed) += 1;
        say(c, cue ? "missed" : "missed other", want);
    }
    for (int i = 0; i < c->gots; i++) {
        const struct item *got = &c->got[i];
        bool cue = by_cue(c, got);
        if (got->first != i)
            continue;
        if (got->known)
            judge_time(c, got);
        bin(&t->contacts, got->p, got->known);
        if (got->p < 0.5f || got->known)
            continue;
        *(cue ? &t->cue_false : &t->other_false) += 1;
        say(c, cue ? "false" : "false other", got);
    }
}

static void compare_cushions(struct compare *c)
{
    struct tally *t = c->tally;
    list_both(c, EVENT_CUSHION);
    match_firsts(c);
    match_others(c);
    for (int i = 0; i < c->wants; i++) {
        const struct item *want = &c->want[i];
        if (want->first != i || rests(want))
            continue;
        t->cushion_true++;
        if (want->known)
            continue;
        t->cushion_missed++;
        say(c, "missed cushion", want);
    }
    for (int i = 0; i < c->gots; i++) {
        const struct item *got = &c->got[i];
        if (got->first != i)
            continue;
        bin(&t->cushions, got->p, got->known);
        if (got->p < 0.5f || got->known)
            continue;
        t->cushion_false++;
        say(c, "false cushion", got);
    }
}

static void compare_pots(struct compare *c)
{
    ball_mask got = 0;
    for (int i = 0; i < c->told->events_n; i++) {
        const struct event *e = &c->told->events[i];
        if (e->kind != EVENT_POCKET)
            continue;
        ball_id ball = c->names.truth[e->a];
        bin(&c->tally->pots, e->p, ball_in(c->truth->potted, ball));
        if (e->p >= 0.5f)
            got |= ball_bit(ball);
    }
    c->tally->pots_true += ball_count(c->truth->potted);
    c->tally->pots_wrong += ball_count(got ^ c->truth->potted);
    if (got != c->truth->potted && c->out)
        fprintf(c->out, "  %s: potted %x, told %x\n", c->truth->name, c->truth->potted, got);
}

static void compare_first(struct compare *c)
{
    ball_mask got = 0;
    ns_t first = -1;
    for (int i = 0; i < c->told->events_n; i++) {
        const struct event *e = &c->told->events[i];
        ball_id a = c->names.truth[e->a], b = c->names.truth[e->b];
        ball_id other = a == c->truth->cue ? b : b == c->truth->cue ? a : BALL_NONE;
        bool met = e->kind == EVENT_CONTACT && e->p >= 0.5f && (a == c->truth->cue || b == c->truth->cue);
        if (!met || (first >= 0 && e->t - first > SAME_NS))
            continue;
        if (first < 0)
            first = e->t;
        got |= other ? ball_bit(other) : ~(ball_mask)0;
    }
    bool wrong = got != c->truth->first;
    bin(&c->tally->firsts, c->told->first_contact_p, !wrong);
    c->tally->first_wrong += wrong;
    c->tally->first_wrong_sure += wrong && c->told->first_contact_p >= 0.9f;
    if (wrong && c->out)
        fprintf(c->out, "  %s: first %x, told %x with p %.3f\n", c->truth->name, c->truth->first, got,
                c->told->first_contact_p);
}

static void compare_rest(struct compare *c)
{
    const struct track_position *after = &c->told->after;
    for (BALL_EACH(o, after->known)) {
        ball_id b = c->names.truth[o];
        if (!ball_in(c->truth->rest.known, b))
            continue;
        double d = vec2_dist(after->at[o], c->truth->rest.at[b]);
        if (d > 5 && c->out)
            fprintf(c->out, "  %s: ball %d rests %.0f mm off\n", c->truth->name, b, d);
        c->tally->rest2 += d * d;
        c->tally->rests++;
    }
    int want = ball_count(c->truth->rest.known), got = ball_count(after->known);
    c->tally->rest_missed += abs(want - got);
    if (want != got && c->out)
        fprintf(c->out, "  %s: %d balls at rest, told %d\n", c->truth->name, want, got);
}

/* Hints say nothing for certain: told or not is all that counts. */
static void compare_hints(struct compare *c)
{
    bool hinted = false;
    for (int i = 0; i < c->told->events_n; i++)
        hinted |= event_is_hint(c->told->events[i].kind);
    c->tally->twice += c->truth->twice;
    *(c->truth->twice ? &c->tally->twice_hinted : &c->tally->once_hinted) += hinted;
    if (hinted != c->truth->twice && c->out)
        fprintf(c->out, "  %s: %s\n", c->truth->name, hinted ? "false hint of the tip" : "no hint of the tip");
}

struct score_names score_stroke(struct tally *tally, const struct score_truth *truth, const struct score_told *told,
                                double window_s, FILE *why)
{
    static struct compare c; /* large; nobody scores in two threads */
    c.truth = truth;
    c.told = told;
    c.tally = tally;
    c.window = (ns_t)(window_s * 1e9);
    c.out = why;
    tally->strokes++;
    tally->strokes_wrong += told->strokes != 1;
    if (told->strokes != 1 && why)
        fprintf(why, "  %s: %d strokes\n", truth->name, told->strokes);
    c.names = names_of(truth, told, tally);
    compare_contacts(&c);
    compare_cushions(&c);
    compare_pots(&c);
    compare_first(&c);
    compare_rest(&c);
    compare_hints(&c);
    return c.names;
}

void score_list(const struct score_truth *truth, const struct score_told *told, FILE *out)
{
    struct tally ignored = {0};
    struct score_names names = names_of(truth, told, &ignored);
    for (int side = 0; side < 2; side++) {
        const struct event *e = side ? told->events : truth->events;
        for (int i = 0; i < (side ? told->events_n : truth->events_n); i++)
            fprintf(out, "    %s %-9s %2d %2d at %.4f p %.3f speed %.0f\n", side ? "told" : "true",
                    event_kind_name(e[i].kind), side ? names.truth[e[i].a] : e[i].a,
                    side ? names.truth[e[i].b] : e[i].b, (double)e[i].t / 1e9, e[i].p, e[i].speed);
    }
}

/* ---- printing ---------------------------------------------------------------------------------------------------- */

static double percent(int part, int whole)
{
    return whole ? 100.0 * part / whole : 100;
}

static void print_pair(FILE *out, const char *what, int truth, int missed, int invented)
{
    int right = truth - missed;
    fprintf(out, "%-16s %5d, recall %6.2f %%, precision %6.2f %%\n", what, truth, percent(right, truth),
            percent(right, right + invented));
}

static void print_reliability(FILE *out, const char *what, const struct reliability *r)
{
    for (int i = 0; i < P_BINS; i++)
        if (r->n[i])
            fprintf(out, "  %-13s %.3f  %.3f  %d\n", what, r->p[i] / r->n[i], (double)r->right[i] / r->n[i], r->n[i]);
}

void tally_print(const struct tally *t, FILE *out)
{
    fprintf(out, "strokes          %5d, cut wrongly %d\n", t->strokes, t->strokes_wrong);
    fprintf(out, "first contact    right %.2f %%, wrong %d, of those said with p >= 0.9: %d\n",
            percent(t->strokes - t->first_wrong, t->strokes), t->first_wrong, t->first_wrong_sure);
    print_pair(out, "cue contacts", t->cue_true, t->cue_missed, t->cue_false);
    print_pair(out, "other contacts", t->other_true, t->other_missed, t->other_false);
    print_pair(out, "cushions", t->cushion_true, t->cushion_missed, t->cushion_false);
    fprintf(out, "pots             %5d, wrong %d\n", t->pots_true, t->pots_wrong);
    fprintf(out, "contact time     rms %.3f ms of %d faster than 0.5 m/s, %d more than 3 sd off\n",
            1e3 * sqrt(t->time2 / fmax(t->times, 1)), t->times, t->late);
    fprintf(out, "rest position    rms %.3f mm, start %.3f mm, balls missed or false %d, at the start %d\n",
            sqrt(t->rest2 / fmax(t->rests, 1)), sqrt(t->start2 / fmax(t->starts, 1)), t->rest_missed, t->start_missed);
    fprintf(out, "hints of the tip %5d of %d struck twice, %d of %d struck once\n", t->twice_hinted, t->twice,
            t->once_hinted, t->strokes - t->twice);
    fprintf(out, "dropped          %lld\n", (long long)t->dropped);
    fprintf(out, "told with p: mean p, share that happened, count\n");
    print_reliability(out, "first contact", &t->firsts);
    print_reliability(out, "contact", &t->contacts);
    print_reliability(out, "cushion", &t->cushions);
    print_reliability(out, "pot", &t->pots);
}

void tally_print_short(const struct tally *t, const char *title, FILE *out)
{
    const struct {
        const char *what;
        int truth, missed, invented;
    } pair[] = {{"cue", t->cue_true, t->cue_missed, t->cue_false},
                {"other", t->other_true, t->other_missed, t->other_false},
                {"cushions", t->cushion_true, t->cushion_missed, t->cushion_false}};
    fprintf(out, "%-16s %5d strokes, first wrong %d (sure %d)", title, t->strokes, t->first_wrong, t->first_wrong_sure);
    for (int i = 0; i < 3; i++) {
        int right = pair[i].truth - pair[i].missed;
        fprintf(out, ", %s %.1f/%.1f %%", pair[i].what, percent(right, pair[i].truth),
                percent(right, right + pair[i].invented));
    }
    fprintf(out, ", pots wrong %d of %d, time %.2f ms (%d of %d beyond 3 sd), rest %.2f mm\n", t->pots_wrong,
            t->pots_true, 1e3 * sqrt(t->time2 / fmax(t->times, 1)), t->late, t->times,
            sqrt(t->rest2 / fmax(t->rests, 1)));
}
