/* SPDX-License-Identifier: Apache-2.0 */
/* noses.c: of all steps of colour along the sides, which four are the cushion noses? */
#include "err.h"
#include "log.h"
#include "search.h"

#include <stdlib.h>
#include <string.h>

enum { ROUGH_SAMPLES = 24, CANDIDATES = 6, HYPOTHESES = 400 };

double noses_rms(const struct fit *fit, const struct fit_edge *edge, int n, double worst)
{
    double sum = 0;
    for (int i = 0; i < n; i++) {
        double d = fit_distance_px(fit, &edge[i]);
        sum += fmin(d * d, worst * worst);
    }
    return n ? sqrt(sum / n) : worst;
}

struct noses {
    int count[SIDES];
    struct edge_candidate candidate[SIDES][CANDIDATES];
    struct fit_edge edge[SIDES][CANDIDATES][ROUGH_SAMPLES];
    int edges[SIDES][CANDIDATES];
};

/* Between `from` and `to` mm outwards. Returns the first side without any, or -1. */
static int find_candidates(struct search *s, const struct attempt *a, double from, double to, struct noses *noses)
{
    for (int side = 0; side < SIDES; side++) {
        noses->count[side] =
            edges_candidates(s->f, &a->rough, s->table, 0, side, from, to, noses->candidate[side], CANDIDATES);
        for (int i = 0; i < noses->count[side]; i++) {
            noses->edges[side][i] = edges_measure(s->f, &a->rough, s->table, 0, side, &noses->candidate[side][i], 4,
                                                  ROUGH_SAMPLES, noses->edge[side][i]);
            log_debug("side %d: step at %.1f mm, %.1f levels, %d edges", side, noses->candidate[side][i].out,
                      noses->candidate[side][i].strength, noses->edges[side][i]);
        }
        if (noses->count[side] == 0)
            return side;
    }
    return -1;
}

struct hypothesis {
    int pick[SIDES];
    double depth, rms;
    struct fit fit;
};

static bool plausible(const struct noses *noses, const int *pick, double spread, double *depth)
{
    double low = 1e9, high = -1e9;
    *depth = 0;
    for (int side = 0; side < SIDES; side++) {
        double out = noses->candidate[side][pick[side]].out;
        if (noses->edges[side][pick[side]] < ROUGH_SAMPLES / 3)
            return false;
        low = fmin(low, out);
        high = fmax(high, out);
        *depth -= out / SIDES;
    }
    return high - low <= spread;
}

static void fit_hypothesis(struct search *s, const struct attempt *a, const struct noses *noses, struct hypothesis *h)
{
    int n = 0;
    for (int side = 0; side < SIDES; side++)
        for (int i = 0; i < noses->edges[side][h->pick[side]]; i++)
            s->edge[n++] = noses->edge[side][h->pick[side]][i];
    h->fit.x[FIT_BORDER] = a->border;
    fit_start(&h->fit, s->table, &a->rough, &s->params->fit);
    h->fit.params.steps = 12;
    unsigned lens = FIT_BIT(FIT_LOG_F) | FIT_BIT(FIT_K1) | FIT_BIT(FIT_K2) | FIT_BIT(FIT_CX) | FIT_BIT(FIT_CY);
    fit_solve(&h->fit, s->edge, n, FIT_POSE | lens, 1.0);
    h->fit.params.steps = s->params->fit.steps;
    h->rms = noses_rms(&h->fit, s->edge, n, 3 * edges_grain(&a->rough));
}

static bool next_pick(const struct noses *noses, int *pick)
{
    for (int side = 0; side < SIDES; side++) {
        if (++pick[side] < noses->count[side])
            return true;
        pick[side] = 0;
    }
    return false;
}

/* Going inwards a nose leads from the top of the cushion into its shadow; a step up in light is more likely the far
 * edge of that shadow, and so is a deeper one; one of colour alone is the edge of the wood. Worth this much misfit, at
 * 1280 pixels across: */
static const double step_up_px = 0.2, depth_px_per_mm = 0.01;

bool noses_leads_in(const struct edge_candidate *step)
{
    return step->colour[0] < -0.3;
}

static double misfit(const struct search *s, const struct noses *noses, const struct hypothesis *h)
{
    int ups = 0;
    for (int side = 0; side < SIDES; side++)
        ups += !noses_leads_in(&noses->candidate[side][h->pick[side]]);
    return h->rms + (step_up_px * ups + depth_px_per_mm * h->depth) * search_across(s) / 1280;
}

/* mm by which the depths of four noses may differ: as borders do, and a little more as a rough camera is off that was
 * fitted to a ragged border, a player in front of it perhaps. */
static double spread_of(const struct search *s, const struct attempt *a)
{
    const double most = 4;
    double scale = camera_scale(&a->rough, (struct vec3){0, 0, s->table->nose_height});
    return s->params->border_spread + (scale > 0 ? fmin(a->score / scale, most) : 0);
}

/* The set of four candidates that agrees best with the proportions of the table. */
static bool choose_noses(struct search *s, const struct attempt *a, const struct noses *noses, struct hypothesis *best)
{
    int pick[SIDES] = {0}, tried = 0;
    double least = 1e9, spread = spread_of(s, a);
    do {
        struct hypothesis h = {0};
        memcpy(h.pick, pick, sizeof pick);
        if (!plausible(noses, pick, spread, &h.depth))
            continue;
        fit_hypothesis(s, a, noses, &h);
        double m = misfit(s, noses, &h);
        log_debug("noses %d %d %d %d: depth %.1f rms %.3f px, misfit %.3f f %.3f k1 %.3f", pick[0], pick[1], pick[2],
                  pick[3], h.depth, h.rms, m, exp(h.fit.x[FIT_LOG_F]), h.fit.x[FIT_K1]);
        tried++;
        if (m < least) {
            least = m;
            *best = h;
        }
    } while (next_pick(noses, pick) && tried < HYPOTHESES);
    return tried > 0;
}

void noses_trust(const struct calibration *c, double beside_mm, struct fit_params *params)
{
    const double anywhere_mm = 25; /* between the far edge of its shadow and the edge of the wood */
    for (int side = 0; side < SIDES; side++)
        if (!noses_leads_in(&c->nose[side]) && fabs(c->lip[side]) >= beside_mm)
            params->lip_side_sd[side] = anywhere_mm;
}

int noses_into_light(const struct calibration *c)
{
    int ups = 0;
    for (int side = 0; side < SIDES; side++)
        ups += !noses_leads_in(&c->nose[side]);
    return ups;
}

int noses_choose(struct search *s, const struct attempt *a, double from, double to, struct calibration *c,
                 struct fit *fit)
{
    struct noses *noses = malloc(sizeof *noses);
    struct hypothesis best = {0};
    if (!noses)
        return ERR_MEMORY;
    int missing = find_candidates(s, a, from, to, noses);
    if (missing < 0 && !choose_noses(s, a, noses, &best))
        missing = SIDES;
    for (int side = 0; side < SIDES && missing < 0; side++)
        c->nose[side] = noses->candidate[side][best.pick[side]];
    *fit = best.fit;
    free(noses);
    return missing;
}
