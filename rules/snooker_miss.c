/* SPDX-License-Identifier: Apache-2.0 */
/* snooker_miss.c: is a foul also a miss, and what follows from a sequence of them? (SNK 3.14, EBSRA 3.14) */
#include "snooker.h"

/* SNK 2.21: the first contact was not a ball on. A ball on hit together with another is not a miss. */
static bool failed_to_hit(const struct judging *j)
{
    if (j->stroke->act != ACT_STROKE || j->facts->first_contact_any)
        return false;
    ball_mask nominated = snooker_nominated(j);
    ball_mask wanted = j->before->free_ball && nominated ? nominated : snooker_on(j);
    return !(snooker_first(j) & wanted);
}

/* SNK 3.14(a)(i): before the stroke, or as a result of it. j->next already has the penalty. */
static bool excused_by_score(const struct judging *j)
{
    return j->stroke->miss_intentional != YES && (snooker_needs_points(j->before) || snooker_needs_points(j->next));
}

/* Whoever else strikes has chosen to play from the position left, which ends the sequence (SNK 3.14(d)(iii)). */
bool snooker_in_sequence(const struct judging *j)
{
    const struct counters *c = &j->before->counters;
    return c->miss_sequence > 0 && (!c->offender || c->offender == j->before->striker);
}

/* From the original position; a free ball that has become void may have taken the only straight path away. */
static bool second_failure(const struct judging *j, enum path path)
{
    return snooker_in_sequence(j) && j->before->counters.full_ball_path && path != PATH_NONE;
}

static bool may_be_miss(const struct judging *j)
{
    const struct snooker_variant *v = snooker_variant(j);
    return v->miss_rule && failed_to_hit(j) && !(v->miss_black_exempt && snooker_only_black(j->before));
}

/* The referee's opinion: no best endeavour. A ball that was missed on purpose needs no other. */
static bool judged_miss(const struct stroke *k)
{
    return k->miss_judged == YES || (k->miss_judged == UNKNOWN && k->miss_intentional == YES);
}

static bool is_miss(const struct judging *j, enum path path)
{
    if (second_failure(j, path))
        return true; /* 3.14(d)(i) */
    if (path == PATH_ANY_PART || path == PATH_FULL_BALL)
        return !excused_by_score(j); /* 3.14(c) */
    if (!judged_miss(j->stroke) || j->stroke->impossible == YES)
        return false;
    return snooker_variant(j)->miss_score_clear_only || !excused_by_score(j); /* 3.14(a) */
}

static void continue_sequence(struct judging *j, enum path path)
{
    const struct counters *before = &j->before->counters;
    struct counters *after = &j->next->counters;
    bool again = snooker_in_sequence(j);
    after->miss_sequence = (int16_t)(again ? before->miss_sequence + 1 : 1);
    after->full_ball_path = again ? second_failure(j, path) : path == PATH_FULL_BALL;
    after->warned = again && before->warned;
}

void snooker_end_sequence(struct state *next)
{
    next->counters.miss_sequence = 0;
    next->counters.full_ball_path = false;
    next->counters.warned = false;
}

/* SNK 3.14(e): a foul before the stroke keeps the sequence alive: the position may be restored once more. */
static bool sequence_lives(const struct judging *j)
{
    return j->stroke->act == ACT_BEFORE_STROKE && snooker_in_sequence(j);
}

static bool frame_is_awarded(const struct judging *j)
{
    const struct counters *after = &j->next->counters;
    return after->miss_sequence >= 3 && after->full_ball_path && (after->warned || !snooker_variant(j)->warning_needed);
}

static void offer_original(struct judging *j)
{
    const struct snooker_variant *v = snooker_variant(j);
    if (!v->miss_limit || j->next->counters.miss_sequence < v->miss_limit)
        judging_option(j, OPTION_OFFENDER_ORIGINAL);
    else if (!snooker_needs_points(j->before) && !snooker_needs_points(j->next))
        judging_option(j, OPTION_CUE_BALL_ANYWHERE); /* 3.19(b)(iii) */
}

bool snooker_call_foul(struct judging *j)
{
    bool possible = may_be_miss(j);
    enum path path = possible ? snooker_path_before(j) : PATH_UNKNOWN;
    if (!possible || !is_miss(j, path)) {
        judging_call(j, CALL_FOUL, 0);
        if (!sequence_lives(j))
            snooker_end_sequence(j->next);
        return false;
    }
    judging_call(j, CALL_FOUL_MISS, 0);
    continue_sequence(j, path);
    if (frame_is_awarded(j))
        return true;
    offer_original(j);
    return false;
}
