/* SPDX-License-Identifier: Apache-2.0 */
/* engine.c: how any game is judged: facts once, then every row of its books, then the game settles what follows. */
#include "judging.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* WPA 8.5: a ball that only a person or thing sent back has left the table. */
static ball_mask returned(const struct judging *j)
{
    ball_mask in_play = j->before->on_table | ball_bit(j->cue);
    return j->game->returned_is_off ? judging_flag_balls(j, FLAG_RETURNED) & in_play : 0;
}

static void derive_pots(struct judging *j)
{
    const struct facts *f = j->facts;
    for (int i = 0; i < f->falls_n; i++) {
        j->fallen |= ball_bit(f->falls[i].ball);
        j->replay = j->replay || f->falls[i].would_have_been_hit;
    }
    for (int i = 0; i < f->pots_n; i++)
        j->potted |= ball_bit(f->pots[i].ball);
    j->potted &= ~j->fallen & ~returned(j);
    j->cue_potted = ball_in(j->potted, j->cue);
    j->off = (f->off | returned(j)) & ~j->fallen;
    j->cue_off = ball_in(j->off, j->cue);
    j->potted &= ~ball_bit(j->cue);
    j->off &= ~ball_bit(j->cue);
    j->first = f->first_contact & ~ball_bit(j->cue);
}

static void derive(struct judging *j)
{
    j->facts = &j->stroke->facts;
    j->next = &j->ruling->next;
    j->by = side_of(j->stroke->by ? j->stroke->by : j->before->striker);
    j->other = side_other(j->by);
    ball_id own = j->before->format.cue_ball[side_of(j->before->striker)];
    j->cue = own ? own : BALL_CUE;
    derive_pots(j);
}

bool judging_flag(const struct judging *j, enum flag_kind kind)
{
    for (int i = 0; i < j->stroke->flags_n; i++)
        if (j->stroke->flags[i].kind == kind)
            return true;
    return false;
}

ball_mask judging_flag_balls(const struct judging *j, enum flag_kind kind)
{
    ball_mask balls = 0;
    for (int i = 0; i < j->stroke->flags_n; i++)
        if (j->stroke->flags[i].kind == kind)
            balls |= ball_bit(j->stroke->flags[i].ball);
    return balls;
}

/* ---- evidence ---------------------------------------------------------------------------------------------------- */

bool world_flips(const struct world *world, enum question question, unsigned which)
{
    for (int i = 0; world && i < world->n; i++)
        if (world->flipped[i].question == question && world->flipped[i].which == which)
            return true;
    return false;
}

static void note(struct ruling *r, enum question question, unsigned which, double margin, double sd)
{
    for (int i = 0; i < r->measured_n; i++)
        if (r->measured[i].question == question && r->measured[i].which == which)
            return;
    if (r->measured_n < EVIDENCE_MAX)
        r->measured[r->measured_n++] = (struct measured){question, (uint16_t)which, margin, sd};
    else
        r->dropped++;
}

double judging_place_sd(const struct layout *layout)
{
    return hypot(layout->sd, layout->shared_sd);
}

double judging_spot_sd(const struct layout *layout)
{
    return hypot(layout->sd * M_SQRT2, layout->shared_sd);
}

bool judging_ask(struct judging *j, enum question question, unsigned which, double margin, double sd)
{
    note(j->ruling, question, which, margin, sd);
    return (margin > 0) != world_flips(j->world, question, which);
}

bool judging_said(const struct judging *j, ball_id ball, bool likely)
{
    return likely != world_flips(j->world, QUESTION_SAID, ball);
}

/* One sd from its limit: 0.84 that it is as a referee would take it, which is always asked. */
void judging_not_heard(struct judging *j, ball_id ball, bool likely)
{
    note(j->ruling, QUESTION_SAID, ball, likely ? 1 : -1, 1);
}

/* ---- findings ---------------------------------------------------------------------------------------------------- */

static void add_finding(struct judging *j, const struct rule *rule, ball_mask concerned)
{
    struct ruling *r = j->ruling;
    if (r->findings_n == FINDINGS_MAX) {
        r->dropped++;
        return;
    }
    int penalty = rule->penalty ? rule->penalty(j, concerned) : 0;
    r->findings[r->findings_n++] = (struct finding){rule, concerned, (int16_t)penalty};
}

static const struct renumber *renumbered(const struct book *book, const struct rule *rule)
{
    for (const struct renumber *n = book->renumber; n && n->clause; n++)
        if (!strcmp(n->clause, rule->clause))
            return n;
    return NULL;
}

bool rules_applies(const struct book *book, const struct rule *rule)
{
    const struct renumber *n = renumbered(book, rule);
    return !n || n->own;
}

static void run_row(struct judging *j, const struct book *book, const struct rule *rule)
{
    ball_mask concerned = 0;
    bool raised = rule->flag && judging_flag(j, rule->flag);
    if (raised)
        concerned = judging_flag_balls(j, rule->flag);
    if (!raised && !rule->broken)
        return;
    if (!rules_applies(book, rule))
        return;
    if (!raised)
        raised = rule->broken(j, &concerned);
    else if (rule->broken) /* the camera may add balls to what the official flagged */
        rule->broken(j, &concerned);
    if (raised)
        add_finding(j, rule, concerned);
}

static void run_rows(struct judging *j)
{
    for (size_t b = 0; j->game->books[b]; b++)
        for (size_t i = 0; i < j->game->books[b]->count; i++)
            run_row(j, j->game->books[b], &j->game->books[b]->rules[i]);
}

bool judging_found(const struct judging *j, const char *clause)
{
    for (int i = 0; i < j->ruling->findings_n; i++)
        if (!strcmp(j->ruling->findings[i].rule->clause, clause))
            return true;
    return false;
}

bool judging_any_foul(const struct judging *j)
{
    return j->ruling->findings_n > 0;
}

int judging_penalty(const struct judging *j)
{
    int highest = 0;
    for (int i = 0; i < j->ruling->findings_n; i++)
        if (j->ruling->findings[i].penalty > highest)
            highest = j->ruling->findings[i].penalty;
    return highest;
}

/* ---- writing the ruling ------------------------------------------------------------------------------------------ */

void judging_call(struct judging *j, enum call call, int number)
{
    if (j->ruling->calls_n < CALLS_MAX)
        j->ruling->calls[j->ruling->calls_n++] = (struct spoken){(uint8_t)call, (int16_t)number};
    else
        j->ruling->dropped++;
}

void judging_option(struct judging *j, enum option option)
{
    j->ruling->options |= option_bit(option);
}

void judging_respot(struct judging *j, ball_id ball, enum place place, const struct vec2 *at)
{
    struct ruling *r = j->ruling;
    if (r->respots_n == RESPOTS_MAX) {
        r->dropped++;
        return;
    }
    struct respot *s = &r->respots[r->respots_n++];
    *s = (struct respot){.ball = ball, .place = place, .at_known = at != NULL};
    if (at) {
        s->at = *at;
        j->next->pos.at[ball] = *at;
        j->next->pos.known |= ball_bit(ball);
    }
    j->next->on_table |= ball_bit(ball);
}

player_id judging_next_player(const struct state *state, player_id player)
{
    int n = state->players ? state->players : 2;
    return (player_id)(player % n + 1);
}

void judging_frame_over(struct judging *j, enum side winner)
{
    j->next->frame_over = true;
    j->next->winner = winner;
    j->next->striker = 0;
    j->next->on = 0;
    j->next->in_hand = false;
    j->next->area = AREA_NONE;
    j->next->free_ball = false;
}

/* ---- conduct ----------------------------------------------------------------------------------------------------- */

static bool flagged_serious(const struct judging *j, enum flag_kind kind)
{
    for (int i = 0; i < j->stroke->flags_n; i++)
        if (j->stroke->flags[i].kind == kind && !strcmp(j->stroke->flags[i].detail, "serious"))
            return true;
    return false;
}

enum conduct judging_conduct(struct judging *j, enum flag_kind kind, int16_t *level, enum warning warning)
{
    if (!judging_flag(j, kind))
        return CONDUCT_FINE;
    if (*level == 0 && !flagged_serious(j, kind)) {
        *level = 1;
        j->ruling->warning = warning;
        return CONDUCT_WARNED;
    }
    *level = (int16_t)(*level < 2 ? 2 : 3);
    judging_frame_over(j, j->other);
    return CONDUCT_AWARDED;
}

/* ---- entry ------------------------------------------------------------------------------------------------------- */

/* Aggregate totals include the frame in progress (SNK 3.4(c)). */
static void carry_aggregate(struct judging *j)
{
    struct counters *c = &j->next->counters;
    if (!j->before->format.aggregate)
        return;
    c->aggregate_A = (int16_t)(c->aggregate_A + j->next->score[SIDE_A] - j->before->score[SIDE_A]);
    c->aggregate_B = (int16_t)(c->aggregate_B + j->next->score[SIDE_B] - j->before->score[SIDE_B]);
}

void judging_run(struct judging *j)
{
    run_rows(j);
    j->game->settle(j);
    carry_aggregate(j);
}

void judging_in_world(const struct game *game, const struct state *state, const struct stroke *stroke,
                      const struct world *world, struct ruling *ruling)
{
    memset(ruling, 0, sizeof *ruling); /* padding too: the same judgement gives the same bytes */
    memcpy(&ruling->next, state, sizeof *state);
    ruling->sure = 1;
    struct judging j = {.game = game, .before = state, .stroke = stroke, .ruling = ruling, .world = world};
    derive(&j);
    judging_run(&j);
}

void rules_judge(const struct game *game, const struct state *state, const struct stroke *stroke, struct ruling *ruling)
{
    judging_in_world(game, state, stroke, NULL, ruling);
}

void rules_open(const struct game *game, struct state *state, player_id opener)
{
    memset(state, 0, sizeof *state);
    state->players = game->players;
    state->striker = state->opener = opener;
    state->bed = bed_standard();
    game->open(game, state);
}

/* At billiards balls come into play one by one: all three belong to it. */
ball_mask rules_balls(const struct game *game)
{
    struct state state;
    const struct ball_set *set = ball_set(game->balls);
    if (set->id == BALL_SET_BILLIARDS)
        return ball_range(1, set->count);
    rules_open(game, &state, 1);
    return state.on_table | ball_bit(BALL_CUE);
}

const char *rules_clause(const struct game *game, const struct rule *rule, char *text, size_t size)
{
    for (size_t b = 0; game->books[b]; b++) {
        const struct book *book = game->books[b];
        if (rule < book->rules || rule >= book->rules + book->count)
            continue;
        const struct renumber *n = renumbered(book, rule);
        snprintf(text, size, "%s %s", book->prefix, n && n->own ? n->own : rule->clause);
        return text;
    }
    snprintf(text, size, "%s", rule->clause);
    return text;
}
