/* SPDX-License-Identifier: Apache-2.0 */
/* billiards.c: what follows from a stroke or a foul at English billiards: score, turn, options, end of the game. */
#include "billiards.h"

#include "games.h"

void billiards_open(const struct game *game, struct state *state)
{
    (void)game;
    state->phase = PHASE_PLAY;
    state->format.cue_ball[SIDE_A] = BILLIARDS_WHITE;
    state->format.cue_ball[SIDE_B] = BILLIARDS_YELLOW;
    state->on_table = ball_bit(BILLIARDS_RED); /* 3.2(b): both cue-balls are in hand */
    state->counters.red_on = SPOT_BLACK;
    state->in_hand = true;
    state->area = AREA_D;
}

/* ---- score ------------------------------------------------------------------------------------------------------- */

enum { RED_POINTS = 3, OTHER_POINTS = 2, CANNON_POINTS = 2, PENALTY_POINTS = 2 };

ball_mask billiards_met(const struct judging *j)
{
    ball_mask met = j->first;
    for (int i = 0; i < j->facts->contacts_n; i++)
        met |= ball_bit(j->facts->contacts[i]);
    return met & ~ball_bit(j->cue);
}

/* 2.9, 3.4(d): off the ball met first; off both at once counts as off the opponents' ball. */
static int in_off_points(const struct judging *j)
{
    ball_mask first = j->first ? j->first : ball_bit(j->facts->contacts[0]);
    return first == ball_bit(BILLIARDS_RED) ? RED_POINTS : OTHER_POINTS;
}

struct billiards_score billiards_score(const struct judging *j)
{
    ball_mask met = billiards_met(j), other = ball_bit(billiards_other_ball(j->before));
    struct billiards_score s = {0};
    if (!met)
        return s;
    s.cannon = ball_in(met, BILLIARDS_RED) && (met & other);
    s.in_off = j->cue_potted;
    s.pots = j->potted & (ball_bit(BILLIARDS_RED) | other);
    s.points = (s.cannon ? CANNON_POINTS : 0) + (s.in_off ? in_off_points(j) : 0) +
               (ball_in(s.pots, BILLIARDS_RED) ? RED_POINTS : 0) + (s.pots & other ? OTHER_POINTS : 0);
    return s;
}

/* 3.5(d): only the points required are counted. */
static void add_points(struct judging *j, enum side side, int points)
{
    int target = j->before->format.target, score = j->next->score[side] + points;
    j->next->score[side] = (int16_t)(target && score > target ? target : score);
}

/* ---- end of the game --------------------------------------------------------------------------------------------- */

static enum side leader(const struct state *s)
{
    int lead = s->score[SIDE_A] - s->score[SIDE_B];
    return lead > 0 ? SIDE_A : lead < 0 ? SIDE_B : SIDE_TIE; /* 3.5(c): a tie is for the contest to break */
}

static bool has_target(const struct state *s, enum side side)
{
    return s->format.target && s->score[side] >= s->format.target;
}

/* 3.5(a): TIME is called when the clock runs out, or while a stroke made before is still running, which then counts. A
 * stroke whose length is not known is taken to last three seconds. */
static bool time_is_up(const struct judging *j)
{
    const struct stroke *s = j->stroke;
    double session = j->before->format.session_s, now = s->match_time_s;
    if (s->act == ACT_CLOCK && (now < 0 || !(session > 0)))
        return true; /* a clock without figures ran out: that is all it says */
    double lasts = s->act != ACT_STROKE ? 0 : s->t1 > s->t0 ? (double)(s->t1 - s->t0) / (double)NS_PER_S : 3;
    return session > 0 && now >= 0 && now + lasts >= session;
}

void billiards_end(struct judging *j)
{
    enum side side = has_target(j->next, SIDE_A) ? SIDE_A : has_target(j->next, SIDE_B) ? SIDE_B : SIDE_NONE;
    if (!side && time_is_up(j)) {
        judging_call(j, CALL_TIME, 0);
        side = j->before->format.final_session ? leader(j->next) : SIDE_NONE;
    }
    if (!side)
        return;
    j->ruling->options = 0;
    judging_frame_over(j, side);
}

/* ---- turns ------------------------------------------------------------------------------------------------------- */

static void hold_in_hand(struct state *n)
{
    ball_id cue = n->format.cue_ball[side_of(n->striker)];
    n->in_hand = !ball_in(n->on_table, cue);
    n->area = n->in_hand ? AREA_D : AREA_NONE;
}

void billiards_begin_turn(struct judging *j, player_id player)
{
    struct state *n = j->next;
    n->striker = player;
    n->break_score = 0;
    billiards_clear_counts(n);
    n->counters.opp_ball_off = !ball_in(n->on_table, billiards_other_ball(n));
    hold_in_hand(n);
}

static void pass_turn(struct judging *j)
{
    billiards_begin_turn(j, judging_next_player(j->before, j->before->striker));
}

/* Whoever plays after a foul: a turn that another side meddled with is not lost (3.3(d), 3.15(e)). */
static void pass_turn_after_foul(struct judging *j)
{
    if (j->by == side_of(j->before->striker))
        pass_turn(j);
    else
        billiards_begin_turn(j, j->before->striker);
}

/* ---- legal strokes ----------------------------------------------------------------------------------------------- */

/* 3.9(b): pots of the red alone, from the Spot or the Pyramid Spot, in consecutive strokes. */
static void spot_potted_red(struct judging *j, const struct billiards_score *s)
{
    enum spot from = billiards_red_spot(j->before);
    bool alone = s->pots == ball_bit(BILLIARDS_RED) && !s->cannon && !s->in_off;
    int16_t *in_sequence = &j->next->counters.red_pots_spot;
    *in_sequence = (int16_t)(alone && (from == SPOT_BLACK || from == SPOT_PINK) ? *in_sequence + 1 : 0);
    if (ball_in(s->pots, BILLIARDS_RED))
        billiards_spot_red(j, *in_sequence >= 2);
}

static void continue_break(struct judging *j, const struct billiards_score *s)
{
    struct state *n = j->next;
    j->ruling->points = (int16_t)s->points;
    n->break_score = (int16_t)(n->break_score + s->points);
    add_points(j, j->by, s->points);
    hold_in_hand(n);
    spot_potted_red(j, s);
    if (has_target(n, j->by))
        return;
    billiards_count(j, s);
    if (n->counters.hazards == 15 && n->counters.opp_ball_off)
        billiards_spot_other_in_baulk(j);
}

static void settle_legal(struct judging *j)
{
    struct billiards_score s = billiards_score(j);
    j->ruling->replace = j->fallen != 0; /* 3.12(a) */
    if (s.points)
        continue_break(j, &s);
    else
        pass_turn(j);
}

/* 2.16, 3.17: not a foul, and no choice but to play on. */
static void settle_miss(struct judging *j)
{
    j->ruling->kind = KIND_MISS;
    j->ruling->penalty = PENALTY_POINTS;
    add_points(j, j->other, PENALTY_POINTS);
    judging_call(j, CALL_MISS, 0);
    judging_option(j, OPTION_FROM_LEFT);
    pass_turn(j);
}

static void settle_stroke(struct judging *j)
{
    if (j->replay) { /* 3.12(b)(i): everything goes back, and the striker plays as they like */
        j->ruling->replace = true;
        return;
    }
    j->next->counters.offender = 0;
    j->next->counters.strokes_played++;
    billiards_table_after(j);
    if (billiards_met(j))
        settle_legal(j);
    else
        settle_miss(j);
    if (!has_target(j->next, j->by) && !has_target(j->next, j->other))
        billiards_call_touching(j);
    billiards_end(j);
}

/* ---- fouls ------------------------------------------------------------------------------------------------------- */

static bool infringed_before_striking(const struct judging *j)
{
    static const char *const clauses[] = {"3.15(m)", "3.15(p)", "3.15(q)", "3.15(r)", "3.15(s)"};
    for (size_t i = 0; i < sizeof clauses / sizeof *clauses; i++)
        if (judging_found(j, clauses[i]))
            return true;
    return false;
}

/* 3.16(c): two points a stroke, however many fouls; 3.16(a): a stroke played on purpose after the call is another. */
static int fouls_to_call(const struct judging *j)
{
    return judging_flag(j, FLAG_PLAYED_AFTER_FOUL_CALL) && infringed_before_striking(j) ? 2 : 1;
}

static void table_after_foul(struct judging *j)
{
    if (j->replay) { /* 3.12(b)(ii) */
        j->ruling->replace = true;
        return;
    }
    j->ruling->replace = j->fallen != 0;
    billiards_table_after(j);
    bool unspotted = ball_in(judging_flag_balls(j, FLAG_STRUCK_BEFORE_SPOTTED), BILLIARDS_RED);
    if (!ball_in(j->next->on_table, BILLIARDS_RED) || unspotted)
        billiards_spot_red(j, false);
}

static void settle_foul(struct judging *j)
{
    struct ruling *r = j->ruling;
    int fouls = fouls_to_call(j);
    r->kind = KIND_FOUL;
    r->penalty = (int16_t)(fouls * PENALTY_POINTS);
    add_points(j, j->other, r->penalty);
    for (int i = 0; i < fouls; i++)
        judging_call(j, CALL_FOUL, 0);
    j->next->counters.strokes_played += j->stroke->act == ACT_STROKE;
    j->next->counters.offender = j->stroke->by ? j->stroke->by : j->before->striker;
    table_after_foul(j);
    pass_turn_after_foul(j);
    judging_option(j, OPTION_FROM_LEFT);
    judging_option(j, OPTION_SPOTTED_IN_HAND);
    if (!j->replay && !has_target(j->next, j->other))
        billiards_call_touching(j);
    billiards_end(j);
}

/* 2.18, 3.13: what anyone but the striker does to the balls is no foul: they are put back. Strokes out of turn
 * (3.15(e)) and conferring partners (3.15(p)) are fouls. */
static bool forgiven(struct judging *j)
{
    player_id by = j->stroke->by;
    if (j->stroke->act == ACT_STROKE || by == j->before->striker || !j->ruling->findings_n)
        return false;
    if (by && j->by == side_of(j->before->striker) && judging_flag(j, FLAG_CONFERRING))
        return false;
    j->ruling->replace = judging_found(j, "3.15(m)");
    j->ruling->findings_n = 0;
    return true;
}

/* ---- dispatch ---------------------------------------------------------------------------------------------------- */

void billiards_settle(struct judging *j)
{
    j->next->on = 0; /* every ball may be played on */
    if (j->stroke->act == ACT_DECISION || j->stroke->act == ACT_LAG)
        j->ruling->findings_n = 0;
    if (j->before->frame_over || forgiven(j))
        return;
    if (j->stroke->act == ACT_DECISION)
        billiards_decide(j);
    else if (j->stroke->act == ACT_LAG)
        billiards_string(j);
    else if (judging_any_foul(j))
        settle_foul(j);
    else if (j->stroke->act == ACT_STROKE)
        settle_stroke(j);
    else
        billiards_between(j);
}

/* ---- games ------------------------------------------------------------------------------------------------------- */

static const struct book *const books[] = {&billiards_book, NULL};

#define BILLIARDS_GAME(n, t, p)                                                                                        \
    {                                                                                                                  \
        .name = n, .edition = "2024", .title = t, .balls = BALL_SET_BILLIARDS, .players = p,                           \
        .phases = 1u << PHASE_PLAY, .open = billiards_open, .settle = billiards_settle, .books = books                 \
    }

const struct game games_billiards[] = {
    BILLIARDS_GAME("billiards", "English billiards", 2),
    BILLIARDS_GAME("billiards4", "Four-handed English billiards", 4),
    {0},
};
