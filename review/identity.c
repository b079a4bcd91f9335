/* SPDX-License-Identifier: Apache-2.0 */
#include "identity.h"

#include <math.h>

#define SAME_MM    15.0 /* lies where it was: seen twice, by a camera that may have moved a little */
#define CARRIED_MM 80.0 /* a hand moves a ball by less between two looks */
#define DECISIVE   3.0  /* the second nearest must be so many times farther */
#define SURE       0.97 /* plain colours are believed from here; numbers never are */

void identity_start(struct identity *r, const struct ball_set *set, const struct layout *last)
{
    *r = (struct identity){.set = set};
    for (BALL_EACH(id, last->known))
        identity_gone(r, &(struct replace_seen){.known = (ball_id)id, .at = last->at[id]}, 0);
}

void identity_gone(struct identity *r, const struct replace_seen *ball, int64_t frame)
{
    for (int i = 0; i < r->n; i++)
        if (r->lost[i].id == ball->known)
            return;
    if (ball->known && r->n < BALL_IDS) {
        r->lost[r->n].id = ball->known;
        r->lost[r->n].at = ball->at;
        r->lost[r->n].contested = ball->contested;
        r->lost[r->n++].frame = frame;
    }
}

/* Another number is clearly read on it. Before anybody looked a hand may have exchanged two balls. */
static bool is_read_otherwise(const struct identity *r, ball_id id, const struct replace_seen *ball)
{
    uint8_t number = r->set->row[id].number;
    return number && ball->number && ball->number != number && ball->p >= REPLACE_SURE;
}

static void found(struct identity *r, int lost, struct replace_seen *ball)
{
    ball->known = r->lost[lost].id;
    ball->contested = r->lost[lost].contested || (!r->lost[lost].frame && is_read_otherwise(r, ball->known, ball));
    r->lost[lost] = r->lost[--r->n];
}

static bool is_painted(enum ball_kind kind)
{
    return kind == BALL_KIND_SOLID || kind == BALL_KIND_STRIPE;
}

/* Could it be that ball? It cannot have lain there while that one lay elsewhere. By what they look like, numbered balls
 * and the cue-ball are taken for each other. */
static bool may_be(const struct identity *r, int lost, const struct replace_seen *ball)
{
    if (ball->since <= r->lost[lost].frame)
        return false;
    enum ball_kind kind = r->set->row[r->lost[lost].id].kind;
    return r->set->id == BALL_SET_NUMBERED || is_painted(kind) || kind == ball->kind || ball->p < SURE;
}

static int lost_at(const struct identity *r, const struct replace_seen *ball)
{
    int best = -1;
    double near = SAME_MM;
    for (int i = 0; i < r->n; i++)
        if (may_be(r, i, ball) && vec2_dist(r->lost[i].at, ball->at) < near) {
            near = vec2_dist(r->lost[i].at, ball->at);
            best = i;
        }
    return best;
}

/* The one that was carried here: the only one that is near. */
static int carried_to(const struct identity *r, const struct replace_seen *ball)
{
    double first = INFINITY, second = INFINITY;
    int best = -1;
    for (int i = 0; i < r->n; i++) {
        double far = vec2_dist(r->lost[i].at, ball->at);
        if (!may_be(r, i, ball))
            continue;
        if (far < first) {
            second = first;
            first = far;
            best = i;
        } else
            second = fmin(second, far);
    }
    return first < CARRIED_MM && second > DECISIVE * first ? best : -1;
}

/* The only one that it can be, if nothing else without a name can be that one. */
static int only_one(const struct identity *r, const struct replace_seen *seen, int n, int ball)
{
    int best = -1;
    for (int i = 0; i < r->n; i++) {
        if (!may_be(r, i, &seen[ball]))
            continue;
        if (best >= 0)
            return -1;
        best = i;
    }
    for (int k = 0; best >= 0 && k < n; k++)
        if (k != ball && !seen[k].known && may_be(r, best, &seen[k]))
            return -1;
    return best;
}

void identity_name(struct identity *r, struct replace_seen *seen, int n)
{
    for (int i = 0; i < n; i++) {
        int lost = seen[i].known ? -1 : lost_at(r, &seen[i]);
        if (lost >= 0)
            found(r, lost, &seen[i]);
    }
    for (int i = 0; i < n; i++) {
        int lost = seen[i].known ? -1 : carried_to(r, &seen[i]);
        if (lost < 0 && !seen[i].known)
            lost = only_one(r, seen, n, i);
        if (lost >= 0)
            found(r, lost, &seen[i]);
    }
}

bool identity_say(struct identity *r, struct replace_seen *seen, int n, int i, ball_id id)
{
    if (i < 0 || i >= n || !id || id > r->set->count)
        return false;
    for (int k = 0; k < n; k++)
        if (k != i && seen[k].known == id) {
            seen[k].known = seen[i].known;
            seen[k].contested = seen[k].contested && is_read_otherwise(r, seen[k].known, &seen[k]);
        }
    for (int k = 0; k < r->n; k++)
        if (r->lost[k].id == id && seen[i].known)
            r->lost[k].id = seen[i].known; /* that one is lost instead */
        else if (r->lost[k].id == id)
            r->lost[k--] = r->lost[--r->n];
    seen[i].known = id;
    seen[i].contested = false;
    return true;
}
