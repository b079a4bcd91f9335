/* SPDX-License-Identifier: Apache-2.0 */
/* identity.h: which ball is which while hands move them. What is printed on a ball often cannot be read from above; but
 * a ball that lay there a moment ago and lies there now is the same, and when one is taken up and one set down, that is
 * the one. Where it does not follow, nothing is claimed, and a person reads the number.
 *
 *   struct identity r;
 *   identity_start(&r, set, &where_they_were_last);
 *   every frame: identity_gone for each ball that is not seen any more, then identity_name for those that are. */
#pragma once

#include "replace.h"

struct identity {
    const struct ball_set *set;
    int n; /* balls that lie nowhere just now */
    struct {
        ball_id id;
        struct vec2 at; /* where it was last */
        int64_t frame;  /* when it was last there; 0: before anybody looked */
        bool contested; /* as of replace_seen */
    } lost[BALL_IDS];
};

void identity_start(struct identity *r, const struct ball_set *set, const struct layout *last);

/* A ball with a name lay there until this frame and does not any more. */
void identity_gone(struct identity *r, const struct replace_seen *ball, int64_t frame);

/* Names those of `seen` that have no name (`known`) and can be told. */
void identity_name(struct identity *r, struct replace_seen *seen, int n);

/* A person says that seen[i] is this ball: whoever had the name gets the one that seen[i] had. False: no such ball. */
bool identity_say(struct identity *r, struct replace_seen *seen, int n, int i, ball_id id);
