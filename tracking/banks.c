/* SPDX-License-Identifier: Apache-2.0 */
/* banks.c: did the hitter come off a cushion a moment before? Between a nose and a ball that lies near it there may be
 * no frame, or one: too few to see its way. Then it follows from the way to the nose and from how balls leave it. */
#include "contacts.h"

#define BANK_FRAMES 4.0  /* no more than this between nose and ball: later its way is seen */
#define NOSE_E      0.75 /* of the speed into a nose that comes back ... */
#define NOSE_ALONG  0.85 /* ... and of the speed along it that is kept */
#define BANK_LOOSE  0.2  /* mm for each mm behind the nose: how well both are known */
#define BANK_CHI2   3.0
#define ASIDE_MM    30.0 /* from that way: it was not on it ... */
#define ASIDE_SHARE 0.6  /* ... and of what it went since the nose: side and friction turn it */

struct vec2 off_nose(struct vec2 v, struct vec2 normal)
{
    double into = -vec2_dot(v, normal);
    return vec2_along(vec2_scale(vec2_along(v, into, normal), NOSE_ALONG), NOSE_E * into, normal);
}

/* The way off the cushion that `in` leads to, before `until`. */
static bool come_off(const struct segment *s, const struct piece *in, double until, struct piece *out,
                     struct bank *bank)
{
    double touch = place_touch(s->table);
    for (double t = in->t_to - s->frame_s; t < until; t += s->frame_s / 32) {
        struct vec2 p = piece_at(in, t), v = piece_velocity(in, t);
        struct place_cushion at = place_cushion(s->table, p);
        if (at.gap_mm > touch || vec2_dot(v, at.normal) >= 0)
            continue;
        *bank = (struct bank){.t = t, .at = at, .p = p, .v0 = v, .v1 = off_nose(v, at.normal)};
        *out = *in;
        out->v = bank->v1;
        out->a = vec2(0, 0);
        out->p = vec2_along(p, in->t0 - t, bank->v1);
        return true;
    }
    return false;
}

/* The last of its way before the wake that tells where it was going. */
static const struct piece *way_to_nose(const struct segment *s, const struct way *h, const struct wake *w)
{
    const struct piece *last = NULL;
    for (int i = 0; i < h->pieces_n; i++) {
        const struct piece *q = &h->piece[i];
        if (!q->rest && q->to - q->from >= 3 && q->t_to < w->t + s->frame_s)
            last = q;
    }
    return last && last->t_to > w->t - (BANK_FRAMES + 1) * s->frame_s ? last : NULL;
}

/* It was seen meanwhile, and not where that way leads: something else had turned it before. */
static bool seen_elsewhere(const struct way *h, const struct piece *in, const struct piece *out,
                           const struct bank *bank, double until)
{
    for (int i = 0; i < h->samples_n; i++) {
        const struct sample *a = &h->samples[i];
        double since = fmax(a->t - bank->t, 0), loose = ASIDE_MM + ASIDE_SHARE * since * vec2_len(out->v);
        if (a->t > in->t_to && a->t < until && vec2_dist(a->p, piece_at(since > 0 ? out : in, a->t)) > loose)
            return true;
    }
    return false;
}

void try_bank(const struct explain *x, const struct wake *w, int hitter, struct cause *best)
{
    const struct segment *s = x->s;
    const struct piece *in = way_to_nose(s, &s->paths[hitter], w);
    struct cause c = {.hitter = hitter, .how = CAUSE_BANK, .chi2 = INFINITY};
    struct piece out;
    double until = w->t + s->frame_s + 2 * w->t_sd;
    if (!in || !come_off(s, in, until, &out, &c.bank) || w->t - c.bank.t > BANK_FRAMES * s->frame_s ||
        seen_elsewhere(&s->paths[hitter], in, &out, &c.bank, w->t))
        return;
    struct approach a =
        approach_in(&out, w->at, apart_of(s, &s->paths[hitter], &s->paths[w->path]), c.bank.t, until, s->frame_s / 16);
    a.loose = 1 + BANK_LOOSE * vec2_len(out.v) * (a.t - c.bank.t);
    if (a.found)
        score_impact(x, w, &out, a, &c);
    c.chi2 += BANK_CHI2;
    if (c.chi2 < best->chi2)
        *best = c;
}
