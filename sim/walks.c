/* SPDX-License-Identifier: Apache-2.0 */
/* walks.c: where do players and the referee go between strokes? */
#include "detmath.h"
#include "film_in.h"

double sim_walk_place(const struct film_walk *w, double t)
{
    double at = w->leg[0].from;
    for (int i = 0; i < w->n && w->leg[i].t0 <= t; i++)
        at = w->leg[i].t1 > w->leg[i].t0
                 ? sim_mix(w->leg[i].from, w->leg[i].to, sim_smooth(w->leg[i].t0, w->leg[i].t1, t))
                 : w->leg[i].to;
    return at;
}

/* Before anybody has moved they stand spread round the table. */
void sim_walk_begin(struct sim_film *f, double t)
{
    static const double first[FIGURES] = {0.98, 0.46, 0.24};
    for (int i = 0; i < FIGURES; i++) {
        double at = f->walk[i].n ? sim_walk_place(&f->walk[i], t) : first[i];
        at -= floor(at);
        f->walk[i].n = 1;
        f->walk[i].leg[0] = (struct film_leg){t, t, at, at};
    }
}

/* The short way round, at a walking pace; hurried people run. */
double sim_walk_to(struct sim_film *f, int who, double place, double t)
{
    struct film_walk *w = &f->walk[who];
    const struct film_leg *last = &w->leg[w->n - 1];
    double from = last->to, to = place + floor(from - place + 0.5), speed = 1500 / fmax(f->set.pace, 0.15);
    t = fmax(t, last->t1);
    if (w->n == LEGS_MAX)
        return t;
    double lasts = fabs(to - from) * sim_people_path_mm(&f->table) / speed;
    if (lasts > 0)
        lasts += 0.25; /* to start and to stop */
    w->leg[w->n++] = (struct film_leg){t, t + lasts, from, to};
    return t + lasts;
}

/* Players wait on the long sides, the referee across from where the stroke is played. */
double sim_walk_home(const struct sim_film *f, int who)
{
    int striker = f->take.striker & 1;
    const struct film_walk *w = &f->walk[striker];
    double busy = w->leg[w->n - 1].to;
    if (who == FIGURE_REFEREE)
        return busy + 0.45;
    double home = who ? 0.36 : 0.86, gap = home - busy;
    gap -= floor(gap + 0.5);
    return fabs(gap) < 0.13 ? home + (gap < 0 ? -0.16 : 0.16) : home;
}
