/* SPDX-License-Identifier: Apache-2.0 */
#include "random_play.h"

#include <string.h>

unsigned random_byte(struct bytes *from)
{
    if (from->data) {
        if (!from->left)
            return 0;
        from->left--;
        return *from->data++;
    }
    from->seed = from->seed * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)(from->seed >> 56);
}

static unsigned below(struct bytes *from, unsigned n)
{
    return n ? (random_byte(from) << 8 | random_byte(from)) % n : 0;
}

static bool one_in(struct bytes *from, unsigned n)
{
    return below(from, n) == 0;
}

static ball_id any_of(struct bytes *from, ball_mask balls)
{
    unsigned skip = below(from, (unsigned)ball_count(balls));
    for (BALL_EACH(ball, balls))
        if (!skip--)
            return (ball_id)ball;
    return BALL_NONE;
}

/* ---- states ------------------------------------------------------------------------------------------------------ */

static void random_layout(struct bytes *from, const struct state *state, ball_mask balls, struct layout *layout)
{
    for (BALL_EACH(ball, balls)) {
        double x = (double)below(from, 2001) / 1000 - 1, y = (double)below(from, 2001) / 1000 - 1;
        layout->at[ball] =
            vec2(x * (state->bed.length - state->bed.ball_d) / 2, y * (state->bed.width - state->bed.ball_d) / 2);
        layout->known |= ball_bit((ball_id)ball);
    }
    layout->sd = one_in(from, 2) ? 0 : (float)below(from, 30) / 10;
}

static void random_counters(struct bytes *from, struct state *state)
{
    struct counters *c = &state->counters;
    c->miss_sequence = (int16_t)below(from, 6);
    c->full_ball_path = one_in(from, 2);
    c->warned = one_in(from, 2);
    c->offender = (player_id)below(from, state->players + 1u);
    c->lost_turn = (player_id)(one_in(from, 8) ? below(from, state->players + 1u) : 0);
    c->wrong_starter = one_in(from, 8);
    c->strokes_played = (int16_t)below(from, 3);
    c->extra_red = one_in(from, 8);
    c->aggregate_A = (int16_t)below(from, 300);
    c->aggregate_B = (int16_t)below(from, 300);
    for (int side = SIDE_A; side <= SIDE_B; side++) {
        c->consecutive_fouls[side] = (int16_t)below(from, 3);
        c->warned_two_fouls[side] = one_in(from, 2);
        c->serious_fouls[side] = (int16_t)below(from, 2);
    }
    c->free_shot = one_in(from, 4);
    c->snookered_declared = one_in(from, 4);
    c->hazards = (int16_t)below(from, 17);
    c->cannons = (int16_t)below(from, 77);
}

static void random_groups(struct bytes *from, const struct game *game, struct state *state)
{
    bool numbered = game->balls == BALL_SET_NUMBERED;
    enum group one = numbered ? GROUP_SOLIDS : GROUP_REDS, other = numbered ? GROUP_STRIPES : GROUP_YELLOWS;
    enum side side = one_in(from, 2) ? SIDE_A : SIDE_B;
    state->group[side] = one;
    state->group[side_other(side)] = other;
    state->phase = PHASE_GROUPS;
}

static enum phase random_phase(struct bytes *from, const struct game *game)
{
    enum phase phase;
    do
        phase = (enum phase)(1 + below(from, PHASE_COUNT - 1));
    while (!(game->phases >> phase & 1) && (from->left || !from->data));
    return game->phases >> phase & 1 ? phase : PHASE_NONE;
}

void random_state(struct bytes *from, const struct game *game, struct state *state)
{
    rules_open(game, state, 1);
    state->striker = (player_id)(1 + below(from, state->players));
    state->score[SIDE_A] = (int16_t)below(from, 120);
    state->score[SIDE_B] = (int16_t)below(from, 120);
    state->format.aggregate = one_in(from, 6);
    state->format.last_frame = one_in(from, 2);
    if (!one_in(from, 3)) {
        ball_mask keep = (ball_mask)(random_byte(from) << 16 | random_byte(from) << 8 | random_byte(from));
        state->on_table &= keep | state->on_table << (below(from, 20) + 4);
    }
    state->on_table |= ball_bit(game->last);
    enum phase phase = one_in(from, 2) ? random_phase(from, game) : state->phase;
    state->phase = phase ? phase : state->phase;
    if (state->phase == PHASE_GROUPS || (game->phases >> PHASE_GROUPS & 1 && one_in(from, 2)))
        random_groups(from, game, state);
    state->on &= state->on_table;
    if (state->on && one_in(from, 3)) /* at billiards nothing is ever on */
        state->on = state->on_table & (ball_mask)(random_byte(from) << 8 | random_byte(from));
    state->in_hand = one_in(from, 4);
    state->area = state->in_hand ? (enum area)(1 + below(from, AREA_COUNT - 1)) : AREA_NONE;
    state->free_ball = one_in(from, 5);
    state->break_score = (int16_t)below(from, 100);
    state->visits = (uint8_t)below(from, 3);
    if (one_in(from, 2))
        random_counters(from, state);
    if (one_in(from, 16))
        random_layout(from, state, state->on_table | ball_bit(BALL_CUE), &state->pos);
}

/* ---- strokes ----------------------------------------------------------------------------------------------------- */

static ball_id cue_of(const struct state *state)
{
    ball_id own = state->format.cue_ball[side_of(state->striker)];
    return own ? own : BALL_CUE;
}

static void random_facts(struct bytes *from, const struct state *state, struct facts *f)
{
    ball_mask objects = state->on_table;
    f->first_contact_any = one_in(from, 10);
    if (!one_in(from, 5))
        f->first_contact = ball_bit(any_of(from, one_in(from, 2) && state->on ? state->on : objects));
    if (one_in(from, 10))
        f->first_contact |= ball_bit(any_of(from, objects));
    ball_mask gone = 0;
    for (unsigned n = one_in(from, 2) ? below(from, 4) : 0; n; n--) {
        ball_id ball = one_in(from, 4) ? cue_of(state) : any_of(from, objects);
        if (ball && !ball_in(gone, ball))
            f->pots[f->pots_n++] = (struct pot){ball, (enum pocket)below(from, POCKET_COUNT)};
        gone |= ball_bit(ball);
    }
    if (one_in(from, 10))
        f->off = ball_bit(any_of(from, objects | ball_bit(cue_of(state)))) & ~gone;
    if (one_in(from, 20))
        f->falls[f->falls_n++] = (struct fall){any_of(from, objects), one_in(from, 2)};
    f->cushion_after_contact = (enum tri)below(from, 3);
    f->left_baulk = (enum tri)below(from, 3);
    f->crossed_baulk_line = (enum tri)below(from, 3);
    f->balls_to_cushion = (int16_t)((int)below(from, 8) - 1);
    f->balls_over_centre = (int16_t)((int)below(from, 8) - 1);
    for (unsigned n = below(from, 4); n && objects; n--)
        f->contacts[f->contacts_n++] = any_of(from, objects);
    f->path_before = (enum path)below(from, 4);
    f->touching_known = one_in(from, 2);
    f->touching = one_in(from, 4) ? ball_bit(any_of(from, objects)) : 0;
    if (one_in(from, 40))
        random_layout(from, state, objects | ball_bit(cue_of(state)), &f->rest);
    if (one_in(from, 8)) {
        f->snooker_known = true;
        f->snookered = one_in(from, 2);
        f->snookered_by = ball_bit(any_of(from, objects));
    }
}

void random_stroke(struct bytes *from, const struct game *game, const struct state *state, struct stroke *stroke)
{
    (void)game;
    memset(stroke, 0, sizeof *stroke);
    stroke->act = one_in(from, 4) ? (enum act)(1 + below(from, ACT_COUNT - 1)) : ACT_STROKE;
    stroke->by = one_in(from, 6) ? (player_id)below(from, state->players + 1u) : state->striker;
    stroke->nominated = one_in(from, 3) ? ball_bit(any_of(from, state->on_table)) : 0;
    stroke->time_s = one_in(from, 4) ? (double)below(from, 70) : -1;
    stroke->match_time_s = one_in(from, 4) ? (double)below(from, 700) : -1;
    stroke->miss_judged = (enum tri)below(from, 3);
    stroke->miss_intentional = (enum tri)below(from, 3);
    stroke->impossible = (enum tri)below(from, 3);
    for (unsigned n = one_in(from, 4) ? below(from, 3) : 0; n; n--)
        stroke->flags[stroke->flags_n++] =
            (struct flag){.kind = (enum flag_kind)(1 + below(from, FLAG_KINDS - 1)),
                          .ball = any_of(from, state->on_table | ball_bit(cue_of(state)))};
    stroke->called.made = one_in(from, 2);
    stroke->called.ball = any_of(from, state->on_table);
    stroke->called.pocket = (enum pocket)below(from, POCKET_COUNT);
    stroke->called.safety = one_in(from, 5);
    stroke->called.push_out = one_in(from, 5);
    stroke->choice.kind = (uint8_t)below(from, OPTION_COUNT);
    stroke->choice.balls = ball_bit(any_of(from, state->on_table));
    stroke->choice.player = (player_id)(1 + below(from, state->players));
    for (int i = 0; i < 2; i++)
        stroke->lag[i] = (struct lag_ball){.known = true,
                                           .distance_mm = below(from, 500),
                                           .top_cushion_hits = (int16_t)below(from, 3),
                                           .side_cushion = one_in(from, 4)};
    stroke->fifteenth = (enum rack_place)below(from, RACK_CLEAR + 1);
    stroke->cue_place = (enum rack_place)below(from, RACK_CLEAR + 1);
    random_facts(from, state, &stroke->facts);
}

/* ---- promises ---------------------------------------------------------------------------------------------------- */

static const char *broken_counts(const struct ruling *r)
{
    if (r->findings_n > FINDINGS_MAX || r->calls_n > CALLS_MAX || r->respots_n > RESPOTS_MAX ||
        r->measured_n > EVIDENCE_MAX)
        return "a count is out of bounds";
    if (r->kind == KIND_FOUL && !r->findings_n)
        return "a foul without a finding";
    for (int i = 0; i < r->findings_n; i++)
        if (!r->findings[i].rule || !r->findings[i].rule->clause)
            return "a finding without a clause";
    return NULL;
}

/* Points come from pots, penalties or corrections that a ruling names; a frame that starts again has none. */
static const char *broken_points(const struct state *before, const struct ruling *r)
{
    const struct state *n = &r->next;
    if (r->points < 0 || r->penalty < 0)
        return "negative points or penalty";
    bool nothing = !r->points && !r->penalty && !r->findings_n && !n->frame_over && !r->replace;
    if (nothing && (n->score[SIDE_A] != before->score[SIDE_A] || n->score[SIDE_B] != before->score[SIDE_B]))
        return "points from nowhere";
    int gained = n->score[SIDE_A] - before->score[SIDE_A] + n->score[SIDE_B] - before->score[SIDE_B];
    int won = n->frame_over ? 8 * 16 + 27 : 0; /* a rack; or what is left of a frame that is given up (SNK 4.2(f)) */
    if (gained > r->points + r->penalty + won)
        return "more points than were scored";
    return NULL;
}

static const char *broken_contract(const struct game *game, const struct state *before, const struct ruling *r)
{
    const struct state *n = &r->next;
    ball_mask all = ball_range(1, ball_set(game->balls)->count);
    if (n->frame_over)
        return n->winner ? NULL : "a frame ended without a winner or a tie";
    if (n->striker > n->players)
        return "no such player is next";
    if (!n->striker && !r->options && before->striker && !r->lag_winner && n->phase != before->phase &&
        n->phase != PHASE_LAG)
        return "nobody is next and nobody can choose";
    if (n->on & ~n->on_table & all && n->on_table)
        return "a ball is on that is not on the table";
    if (!(game->phases >> n->phase & 1))
        return "the next phase does not belong to the game";
    if (n->in_hand && !n->area)
        return "in hand, but nowhere to place the ball";
    return NULL;
}

static const char *broken_respots(const struct game *game, const struct ruling *r)
{
    ball_mask seen = 0;
    for (int i = 0; i < r->respots_n; i++) {
        const struct respot *p = &r->respots[i];
        if (p->ball > ball_set(game->balls)->count || !place_word(p->place))
            return "a respot that means nothing";
        if (p->ball && ball_in(seen, p->ball))
            return "a ball is spotted twice";
        if (p->at_known && !vec2_finite(p->at))
            return "a respot at no place";
        seen |= ball_bit(p->ball);
    }
    return NULL;
}

static const char *broken_groups(const struct state *n)
{
    enum group a = n->group[SIDE_A], b = n->group[SIDE_B];
    if (!a != !b)
        return "one side has a group and the other has none";
    return a && a == b ? "both sides have the same group" : NULL;
}

/* Who fouled does not play on, unless somebody may choose that (WPA 4.3(b), 4.11). */
static const char *broken_foul(const struct state *before, const struct stroke *stroke, const struct ruling *r)
{
    const struct state *n = &r->next;
    enum side by = side_of(stroke->by ? stroke->by : before->striker);
    if (r->kind != KIND_FOUL || n->frame_over)
        return NULL;
    return side_of(n->striker) == by && !r->options ? "the offender plays on" : NULL;
}

/* A stroke that keeps the rules: no fouls in a row are left, the cue-ball stays on the table, and no free shot follows.
 * Balls that are racked or put back are another matter. */
static const char *broken_legal(const struct game *game, const struct stroke *stroke, const struct ruling *r,
                                enum side by)
{
    const struct state *n = &r->next;
    bool legal = stroke->act == ACT_STROKE && r->kind == KIND_NONE && !n->frame_over && !r->replace && !r->options;
    if (!legal)
        return NULL;
    bool wpa = !strncmp(game->name, "wpa", 3); /* 5.1, 6.14 */
    if (wpa && n->counters.consecutive_fouls[by])
        return "fouls in a row outlive a legal stroke";
    if (wpa && n->counters.free_shot)
        return "a free shot after a legal stroke";
    return n->in_hand && !game->racked_again ? "in hand after a legal stroke" : NULL;
}

/* A rack is one point, for whoever won it. */
static const char *broken_racks(const struct game *game, const struct state *before, const struct ruling *r)
{
    const struct state *n = &r->next;
    int won[3] = {0, n->score[SIDE_A] - before->score[SIDE_A], n->score[SIDE_B] - before->score[SIDE_B]};
    if (game->racked_again || before->frame_over)
        return NULL;
    for (int side = SIDE_A; side <= SIDE_B; side++)
        if (won[side] != (n->frame_over && n->winner == (enum side)side))
            return "a rack is counted otherwise than it was won";
    return NULL;
}

static const char *broken_pool(const struct game *game, const struct state *before, const struct stroke *stroke,
                               const struct ruling *r)
{
    enum side by = side_of(stroke->by ? stroke->by : before->striker);
    if (game->balls != BALL_SET_NUMBERED && game->balls != BALL_SET_ENGLISH)
        return NULL;
    bool was_there = ball_in(before->on_table, game->last) && !before->frame_over;
    if (was_there && !ball_in(r->next.on_table, game->last) && !r->next.frame_over)
        return "the ball that ends the frame is gone and the frame goes on";
    const char *why = broken_groups(&r->next);
    why = why ? why : broken_foul(before, stroke, r);
    why = why ? why : broken_legal(game, stroke, r, by);
    return why ? why : broken_racks(game, before, r);
}

const char *random_broken_promise(const struct game *game, const struct state *state, const struct stroke *stroke,
                                  const struct ruling *ruling)
{
    struct ruling again;
    const char *why = broken_counts(ruling);
    why = why ? why : broken_points(state, ruling);
    why = why ? why : broken_contract(game, state, ruling);
    why = why ? why : broken_respots(game, ruling);
    why = why ? why : broken_pool(game, state, stroke, ruling);
    if (why)
        return why;
    rules_judge(game, state, stroke, &again);
    return memcmp(ruling, &again, sizeof again) ? "judged twice, not the same bytes" : NULL;
}
