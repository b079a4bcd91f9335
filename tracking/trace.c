/* SPDX-License-Identifier: Apache-2.0 */
/* trace.c: what tracking thought, as text: for whoever asks why an event was told or not. */
#include "inside.h"

static void trace_piece(FILE *f, int i, const struct piece *q)
{
    fprintf(f, "  piece %d samples %d t %.4f-%.4f %s p %.1f %.1f v %.0f %.0f a %.0f %.0f\n", i, q->to - q->from,
            q->t_from, q->t_to, q->rest ? "rest" : "move", q->p.x, q->p.y, q->v.x, q->v.y, q->a.x, q->a.y);
}

static void trace_kink(FILE *f, const struct kink *k)
{
    fprintf(f, "  %s after %d t %.4f +- %.4f at %.1f %.1f v %.0f %.0f -> %.0f %.0f +- %.0f gain %.0f%s\n",
            k->wake ? "wake" : "kink", k->before, k->t, k->t_sd, k->p.x, k->p.y, k->v0.x, k->v0.y, k->v1.x, k->v1.y,
            k->v_sd, k->gain, k->used ? "" : " unexplained");
}

void trace_paths(const struct segment *s)
{
    FILE *f = s->params->trace;
    for (int i = 0; f && i < s->paths_n; i++) {
        const struct way *w = &s->paths[i];
        if (!w->moved)
            continue;
        fprintf(f, "path of ball %d, %d samples, rest %.1f %.1f -> %.1f %.1f%s\n", w->ball, w->samples_n, w->rest0.x,
                w->rest0.y, w->rest1.x, w->rest1.y, w->gone ? ", gone" : "");
        for (int k = 0; k < w->pieces_n; k++)
            trace_piece(f, k, &w->piece[k]);
        for (int k = 0; k < w->kinks_n; k++)
            trace_kink(f, &w->kink[k]);
    }
}

void trace_cause(const struct segment *s, ball_id hit, double t, ball_id hitter, int how, double chi2, double at,
                 double gap)
{
    if (s->params->trace && chi2 < 1000)
        fprintf(s->params->trace, "ball %d woke at %.4f by ball %d: way %d chi2 %.1f at %.4f gap %.2f\n", hit, t,
                hitter, how, chi2, at, gap);
}
