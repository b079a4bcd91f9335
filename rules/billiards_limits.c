/* SPDX-License-Identifier: Apache-2.0 */
/* billiards_limits.c: what is counted in a break: hazards (BIL 3.11), cannons (3.10), and the crossing of the
 * Baulk-line in every hundred (3.8). */
#include "billiards.h"

/* ---- hazards and cannons ----------------------------------------------------------------------------------------- */

struct limit {
    int call_at, most, after_late_call;
};

static const struct limit hazards = {10, 15, 5}, cannons = {70, 75, 5};

/* A limit binds only once it was announced; a late call gives five more. */
static bool exceeds(const struct limit *limit, int count, int called_at)
{
    if (!called_at)
        return false;
    int most = called_at > limit->call_at ? called_at + limit->after_late_call : limit->most;
    return count > most;
}

bool billiards_too_many_hazards(const struct judging *j, const struct billiards_score *s)
{
    const struct counters *c = &j->before->counters;
    return billiards_hazard(s) && exceeds(&hazards, c->hazards + 1, c->ten_called_at);
}

static bool only_cannon(const struct billiards_score *s)
{
    return s->cannon && !s->in_off && !s->pots;
}

bool billiards_too_many_cannons(const struct judging *j, const struct billiards_score *s)
{
    const struct counters *c = &j->before->counters;
    return only_cannon(s) && exceeds(&cannons, c->cannons + 1, c->seventy_called_at);
}

/* A stroke of both kinds ends both runs. */
static void count_run(struct judging *j, bool goes_on, const struct limit *limit, enum call call, int16_t *count,
                      int16_t *called_at)
{
    *count = (int16_t)(goes_on ? *count + 1 : 0);
    if (!goes_on)
        *called_at = 0;
    if (*count < limit->call_at || *called_at)
        return;
    *called_at = *count;
    judging_call(j, call, 0);
}

/* ---- Baulk-line (3.8) -------------------------------------------------------------------------------------------- */

enum { WINDOW_OPENS = 80, WINDOW = 20, HUNDRED = 100 };

/* Break score of the next warning. A state that does not say is read by its hundred: whoever was warned in it, or has
 * crossed, is not warned again. */
static int next_warning(const struct state *s)
{
    const struct counters *c = &s->counters;
    if (c->next_warning_at)
        return c->next_warning_at;
    int opens = s->break_score / HUNDRED * HUNDRED + WINDOW_OPENS;
    bool dealt_with = c->baulk_warned_at >= opens || (c->baulk_crossed && s->break_score >= opens);
    return dealt_with ? opens + HUNDRED : opens;
}

static bool crossing_is_due(const struct state *s)
{
    return s->counters.baulk_warned_at && !s->counters.baulk_crossed;
}

static int due_by(const struct counters *c)
{
    return c->baulk_due_by ? c->baulk_due_by : c->baulk_warned_at + WINDOW;
}

bool billiards_baulk_overdue(const struct judging *j, const struct billiards_score *s)
{
    const struct state *b = j->before;
    return b->format.baulk_line_rule && s->points && crossing_is_due(b) && j->facts->crossed_baulk_line == NO &&
           b->break_score + s->points >= due_by(&b->counters);
}

/* 3.8(d): a crossing counts only if the break stood in the window before the stroke. The warning itself may have been
 * forgotten. One that could not be seen when it was due is taken as made, and not announced. */
static void count_crossing(struct judging *j)
{
    const struct state *b = j->before;
    struct counters *c = &j->next->counters;
    bool unwarned = !crossing_is_due(b) && b->break_score >= c->next_warning_at;
    if (!crossing_is_due(b) && !unwarned)
        return;
    enum tri crossed = j->facts->crossed_baulk_line;
    bool unseen = crossed == UNKNOWN && !unwarned && j->next->break_score >= due_by(&b->counters);
    if (crossed != YES && !unseen)
        return;
    c->baulk_crossed = true;
    if (unwarned)
        c->next_warning_at = (int16_t)(c->next_warning_at + HUNDRED);
    if (unseen)
        return;
    judging_call(j, CALL_NUMBER, j->next->break_score);
    judging_call(j, CALL_BAULK_CROSSED, 0);
}

/* 3.8(c), (e): on time for the stroke that enters the window; later, twenty points from the announcement. An earlier
 * warning that is still open keeps its own limit. */
static void warn(struct judging *j)
{
    struct counters *c = &j->next->counters;
    int opens = c->next_warning_at, score = j->next->break_score;
    if (score < opens)
        return;
    bool late = j->before->break_score >= opens;
    int due = (late ? score : opens) + WINDOW;
    if (crossing_is_due(j->next) && due_by(c) < due)
        due = due_by(c);
    c->baulk_warned_at = (int16_t)score;
    c->baulk_due_by = (int16_t)due;
    c->baulk_crossed = false;
    c->next_warning_at = (int16_t)(opens + HUNDRED);
    judging_call(j, CALL_BAULK_WARNING, 0);
}

void billiards_count(struct judging *j, const struct billiards_score *s)
{
    struct counters *c = &j->next->counters;
    if (j->before->format.baulk_line_rule) {
        c->next_warning_at = (int16_t)next_warning(j->before);
        count_crossing(j);
        warn(j);
    }
    count_run(j, billiards_hazard(s), &hazards, CALL_TEN_HAZARDS, &c->hazards, &c->ten_called_at);
    count_run(j, only_cannon(s), &cannons, CALL_SEVENTY_CANNONS, &c->cannons, &c->seventy_called_at);
}

void billiards_clear_counts(struct state *state)
{
    struct counters *c = &state->counters;
    c->hazards = c->cannons = c->ten_called_at = c->seventy_called_at = 0;
    c->red_pots_spot = 0;
    c->baulk_warned_at = c->baulk_due_by = c->next_warning_at = 0;
    c->baulk_crossed = false;
}
