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
    return !(j->first & wanted);
}

/* SNK 3.14(a)(i): before the stroke, or as a result of it. j->next already has the penalty. */
static bool excused_by_score(const struct judging *j)
{
    return j->stroke->miss_intentional != YES && (snooker_needs_points(j->before) || snooker_needs_points(j->next));
}

static bool second_failure(const struct judging *j)
{
    return j->before->counters.miss_sequence >= 1 && j->before->counters.full_ball_path;
}

static bool is_miss(struct judging *j)
{
    const struct snooker_variant *v = snooker_variant(j);
    if (!v->miss_rule || !failed_to_hit(j))
        return false;
    if (v->miss_black_exempt && snooker_only_black(j->before))
        return false;
    enum path path = snooker_path_before(j);
    if (path == PATH_ANY_PART || path == PATH_FULL_BALL)
        return second_failure(j) || !excused_by_score(j); /* 3.14(c), (d)(i) */
    if (j->stroke->miss_judged != YES || j->stroke->impossible == YES)
        return false;
    return v->miss_score_clear_only || !excused_by_score(j); /* 3.14(a) */
}

static void continue_sequence(struct judging *j)
{
    const struct counters *before = &j->before->counters;
    struct counters *after = &j->next->counters;
    bool again = before->miss_sequence > 0;
    after->miss_sequence = (int16_t)(again ? before->miss_sequence + 1 : 1);
    after->full_ball_path = again ? before->full_ball_path : snooker_path_before(j) == PATH_FULL_BALL;
    after->warned = again && before->warned;
}

/* SNK 3.14(e): a foul before the stroke keeps the sequence alive: the position may be restored once more. */
static void end_sequence(struct judging *j)
{
    if (j->stroke->act == ACT_BEFORE_STROKE)
        return;
    j->next->counters.miss_sequence = 0;
    j->next->counters.full_ball_path = false;
    j->next->counters.warned = false;
}

static bool frame_is_awarded(const struct judging *j)
{
    const struct counters *before = &j->before->counters;
    return before->miss_sequence >= 2 && before->full_ball_path && (before->warned || !snooker_variant(j)->warning_needed);
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
    if (!is_miss(j)) {
        judging_call(j, CALL_FOUL, 0);
        end_sequence(j);
        return false;
    }
    judging_call(j, CALL_FOUL_MISS, 0);
    continue_sequence(j);
    if (frame_is_awarded(j))
        return true;
    offer_original(j);
    return false;
}
