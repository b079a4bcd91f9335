/* SPDX-License-Identifier: Apache-2.0 */
/* closer.h: what the files that find and place balls share. Private to them. */
#pragma once

#include "fetch.h"
#include "worker.h"

/* The pixels that a fit of a ball here looks at. */
static inline __attribute__((always_inline)) void ball_fetch(const struct frame *f, struct vec2 centre, float radius)
{
    int x = (int)centre.x, y = (int)centre.y, r = (int)radius + 4;
    fetch_box(f, x - r, x + r, y - r, y + r);
}

/* ---- balls.c --------------------------------------------------------------------------------------------------- */

bool ball_possible(const struct vision *v, struct vec2 mm);     /* may a centre lie here? */
bool ball_worth_a_look(const struct vision *v, struct vec2 mm); /* may the votes of one lie here? */
void ball_judge(const struct vision *v, const struct frame *f, struct hypothesis *h);
void ball_keep_from(struct vision *v, int first, const struct hypothesis *h);
bool ball_crowded(const struct vision *v, const struct hypothesis *h, double radii); /* a believed ball within them? */
bool ball_has_room(const struct vision *v, const struct hypothesis *h);
int ball_touching(const struct vision *v, const struct hypothesis *h); /* believed balls it would just touch */
float ball_smaller(const struct vision *v);
float ball_size_off(const struct vision *v, const struct hypothesis *h, float bias);
int ball_by_score(const void *a, const void *b); /* for qsort, best first */

/* Moves to where its centre is seen here; false when that is not to be. */
bool ball_move_to(const struct vision *v, struct hypothesis *h, struct vec2 px);

/* Moves to where the rim is, from within `wide` px. coarse: a quick first step, and no more steps than are needed. */
bool ball_settle(const struct vision *v, const struct frame *f, struct hypothesis *h, uint64_t blocked, float wide,
                 bool coarse);
bool ball_unclear(const struct hypothesis *h); /* not much of a rim, or a faint one */
/* Fits again with what is believed so far in the way, in both kinds of colour when one is not clear; true when the ball
 * is believed then. */
bool ball_confirm(const struct vision *v, const struct frame *f, struct hypothesis *h);

/* A clear ball with its middle here, and nothing else near but `other` (NULL: nothing)? */
bool ball_fit_free(const struct vision *v, const struct frame *f, const struct hypothesis *other, struct hypothesis *h);
void balls_report(const struct vision *v, struct vision_result *out);      /* those that were not known */
bool ball_clearer(const struct hypothesis *a, const struct hypothesis *b); /* is a the better account? */

/* ---- body.c ---------------------------------------------------------------------------------------------------- */

float ball_body_share(const struct vision *v, const struct frame *f, const struct outline *o); /* not quite cloth */
float ball_shade_share(const struct vision *v, const struct frame *f,
                       const struct outline *o); /* perhaps shaded cloth */
bool ball_edge_clear(const struct vision *v,
                     const struct limb *l); /* as sharp as the lens leaves it, cloth all about: no shadow's is */
struct glint ball_glint(const struct vision *v, const struct frame *f, const struct outline *o);
void ball_judge_body(const struct vision *v, const struct frame *f, struct hypothesis *h); /* and its glint */

/* ---- faint.c --------------------------------------------------------------------------------------------------- */

int ball_glints_alike(const struct vision *v, const struct hypothesis *h); /* balls near by; -1: too few to say */
/* Moves to where the balls near by have their middle, seen from their glint; false when there is no glint or it does
 * not end there. */
bool ball_to_glint(const struct vision *v, const struct frame *f, struct hypothesis *h);
/* Share of the sites in a ring about the outline that are foreign and no other ball: about an arm or a hand they are.
 */
float ball_ring_share(const struct vision *v, const struct outline *o);
/* Most of it is something else than cloth in any shadow, and nothing but cloth and shadows lies about it: it need not
 * glint to be told from these. */
bool ball_is_no_shadow(const struct vision *v, const struct frame *f, const struct hypothesis *h);
/* Lies something foreign beside a limb that no ball explains? It may be the ball itself, with its shadow taken for it.
 */
bool ball_lies_beside(const struct vision *v, const struct hypothesis *h);
bool ball_is_faint(const struct vision *v, const struct hypothesis *h); /* hardly to be seen, but a ball */

/* Believes balls that their glint shows. */
void faint_believe(struct vision *v, const struct frame *f);

/* ---- parting.c ------------------------------------------------------------------------------------------------- */

/* Parts candidates, or believed balls, that would lie in each other. moved: those that must be looked at again; returns
 * how many these are. */
void parting_of_candidates(struct vision *v);
int parting_of_balls(struct vision *v, bool *moved);

/* Believes balls that fill a hole between others. */
void parting_fill_holes(struct vision *v, const struct frame *f);

/* ---- closer.c -------------------------------------------------------------------------------------------------- */

/* Learns blur and bias of limbs from balls that stand free. */
void closer_learn(struct vision *v, const struct frame *f);

/* How the limb of a ball is fitted here: what is known of lens, light and neighbours. */
struct limb_params closer_params_of(const struct vision *v, const struct frame *f, const struct hypothesis *h);

/* chroma.c: learns from the balls found where chroma samples lie. False when most of them move: to be asked again. */
bool chroma_learn(struct vision *v, const struct frame *f);

/* Moves believed balls to where their limbs say they are, and learns on. */
void closer_refine_all(struct vision *v, const struct frame *f);

/* Moves a believed ball to where its limb says it is. */
void closer_refine(const struct vision *v, const struct frame *f, struct hypothesis *h);

/* Moves balls that were found half by the edges of their shadows to where their limbs show. */
void closer_part_all(struct vision *v, const struct frame *f);

/* Places balls that were found by their limbs, whatever spoils parts of them. */
void closer_place_all(struct vision *v, const struct frame *f);

/* Moves to the middle of what is foreign: where a ball alone lies, whatever is painted on it. */
bool closer_to_middle(const struct vision *v, const struct frame *f, struct hypothesis *h);

/* Moves to where the limb of a candidate comes to rest; false when there is none. */
bool closer_settle(const struct vision *v, const struct frame *f, struct hypothesis *h);

/* Moves to where the limb shows far more of it half a ball aside; false when that is nowhere. */
bool closer_settle_aside(const struct vision *v, const struct frame *f, struct hypothesis *h);

/* Was one found by its limb beside this ball, after it was placed? */
bool closer_has_new_neighbour(const struct vision *v, const struct hypothesis *h);

/* ---- belief.c -------------------------------------------------------------------------------------------------- */

/* Believes balls that only their limb shows. True when there are new ones. */
bool belief_look_again(struct vision *v, const struct frame *f);

/* No longer believes what was believed by little and whose limb says otherwise. */
void belief_doubt(struct vision *v, const struct frame *f);

/* ---- motion.c -------------------------------------------------------------------------------------------------- */

/* Moves to the middle of a long smear that is found from here, and says which way it goes. share, cloth: of the limb
 * that it had at rest. False when it is no such smear; where it is then means nothing. */
bool motion_fit(const struct vision *v, const struct frame *f, struct hypothesis *h, float share, float cloth);

/* Moves balls that go far while they are exposed to the middle of their smear. */
void motion_find(struct vision *v, const struct frame *f);
