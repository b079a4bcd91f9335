/* SPDX-License-Identifier: Apache-2.0 */
/* aim.c: which stroke does a player choose? Pots that look on, safe strokes, ways out of a snooker are tried in the
 * mind, the outcome is settled as the game would, and the best is played, as well as the hand allows. */
#include "aim.h"

#include "game_in.h"

#include <math.h>

static const char *const names[] = {"none",   "break", "pot",       "safety", "escape",         "wrong-ball", "miss",
                                    "in-off", "jump",  "off-table", "close",  "wrong-cue-ball", "push-out"};

const char *sim_intent_name(enum sim_intent intent)
{
    return names[intent];
}

struct mind {
    const struct sim_play *play;
    struct sim_shot *shot;
    struct sim_rng *rng;
    struct sim_start balls; /* cue-ball placed */
    struct vec2 cue;
    int left; /* thoughts */
    struct sim_choice best;
    double worth;
};

/* ---- geometry --------------------------------------------------------------------------------------------------- */

static double diameter(const struct sim_play *p)
{
    return (sim_ball_d(p->table, p->cue) + p->table->bed.ball_d) / 2;
}

/* Whether a ball can travel the segment without touching any but those left out. */
static bool clear_way(const struct sim_play *p, const struct sim_start *s, struct vec2 from, struct vec2 to,
                      ball_mask but)
{
    struct vec2 d = vec2_sub(to, from);
    double len2 = vec2_dot(d, d), wide = diameter(p);
    for (BALL_EACH(b, s->present & ~but)) {
        struct vec2 c = vec2_sub(s->at[b], from);
        double f = len2 > 0 ? sim_clamp(vec2_dot(c, d) / len2, 0, 1) : 0;
        if (vec2_len(vec2_sub(c, vec2_scale(d, f))) < wide)
            return false;
    }
    return true;
}

/* The middle of a pocket's mouth, and the way in. */
static struct vec2 mouth(const struct pocket_shape *k, struct vec2 *axis)
{
    struct vec2 m = vec2_scale(vec2_add(k->jaw[0].end, k->jaw[1].end), 0.5);
    struct vec2 s = vec2_scale(vec2_add(k->jaw[0].start, k->jaw[1].start), 0.5);
    *axis = vec2_unit(vec2_sub(m, s));
    return m;
}

/* How easy it looks to pot a ball into a pocket from `cue`, 0 (not on) to 1; *ghost: where the cue-ball must arrive. */
static double ease(const struct sim_play *p, const struct sim_start *s, struct vec2 cue, ball_id ball, enum pocket k,
                   struct vec2 *ghost)
{
    struct vec2 axis, m = mouth(&p->table->pocket[k], &axis), at = s->at[ball];
    struct vec2 line = vec2_unit(vec2_sub(m, at));
    double enter = vec2_dot(line, axis), narrow = k == POCKET_ML || k == POCKET_MR ? 0.55 : 0.72;
    *ghost = vec2_along(at, -diameter(p), line);
    struct vec2 way = vec2_sub(*ghost, cue);
    double cut = vec2_dot(vec2_unit(way), line), d1 = vec2_len(way), d2 = vec2_dist(m, at);
    ball_mask two = ball_bit(ball) | ball_bit(p->cue);
    if (cut < 0.2 || enter < narrow || !clear_way(p, s, cue, *ghost, two) || !clear_way(p, s, at, m, two))
        return 0;
    double scale = p->table->bed.length;
    return cut * (0.4 + 0.6 * (enter - narrow) / (1 - narrow)) / (1 + 3 * d1 * d2 / (scale * scale));
}

static double best_ease(const struct sim_play *p, const struct sim_start *s, struct vec2 cue)
{
    double best = 0;
    struct vec2 ghost;
    for (BALL_EACH(b, p->on & s->present))
        for (enum pocket k = POCKET_TL; k < POCKET_COUNT; k++)
            best = fmax(best, ease(p, s, cue, (ball_id)b, k, &ghost));
    return best;
}

/* ---- trying out ------------------------------------------------------------------------------------------------- */

/* What a stroke is worth to the striker: points, the next stroke, and what it leaves. */
static double worth_of(struct mind *m, const struct sim_choice *c)
{
    sim_shot_run(m->shot, &m->balls, &c->strike);
    struct sim_play after = *m->play;
    int side = after.striker & 1, striker = after.striker;
    after.balls = m->balls;
    after.called = c->ball;
    after.called_pocket = c->pocket;
    after.safety = c->intent == SIM_INTENT_SAFETY;
    sim_play_settle(&after, sim_shot_record(m->shot));
    double gain = after.score[side] - m->play->score[side], loss = after.score[!side] - m->play->score[!side];
    double next = after.hand ? 0.7 : best_ease(&after, &after.balls, after.balls.at[after.cue]);
    double stay = after.striker == striker ? 3 + 3 * next : -4 * next;
    return 2 * gain - 2 * loss + stay - (after.foul ? 6 : 0) + (after.over ? (gain > loss ? 50 : -50) : 0);
}

static void consider(struct mind *m, struct sim_choice c)
{
    if (m->left-- <= 0)
        return;
    double w = worth_of(m, &c);
    if (m->best.intent == SIM_INTENT_NONE || w > m->worth) {
        m->worth = w;
        m->best = c;
    }
}

static struct sim_choice stroke(const struct mind *m, enum sim_intent intent, struct vec2 at, double speed)
{
    return (struct sim_choice){.intent = intent,
                               .strike = {.ball = m->play->cue, .along = vec2_sub(at, m->cue), .speed = speed}};
}

/* Speed that takes the object ball to the pocket with something to spare, given friction and the cut. */
static double pot_speed(const struct mind *m, struct vec2 ghost, struct vec2 ball, struct vec2 goal)
{
    struct vec2 way = vec2_sub(ghost, m->cue), line = vec2_sub(goal, ball);
    double cut = fmax(vec2_dot(vec2_unit(way), vec2_unit(line)), 0.2);
    double roll = 2 * 0.0115 * 9810, object = sqrt(roll * (vec2_len(line) + 350)) * 1.35 / (0.95 * cut);
    return sqrt(object * object + roll * vec2_len(way)) * 1.15;
}

struct pot_idea {
    double ease;
    ball_id ball;
    enum pocket pocket;
    struct vec2 ghost;
};

enum { IDEAS = 4 };

static int pot_ideas(const struct mind *m, struct pot_idea *idea)
{
    int n = 0;
    for (BALL_EACH(b, m->play->on & m->balls.present))
        for (enum pocket k = POCKET_TL; k < POCKET_COUNT; k++) {
            struct pot_idea i = {.ball = (ball_id)b, .pocket = k};
            i.ease = ease(m->play, &m->balls, m->cue, i.ball, k, &i.ghost);
            if (i.ease <= 0.03)
                continue;
            if (m->play->row->set == BALL_SET_SNOOKER) /* a black is worth a harder pot than a yellow */
                i.ease *= 1 + 0.06 * sim_snooker_value(i.ball);
            int at = n;
            while (at > 0 && idea[at - 1].ease < i.ease)
                at--;
            if (at == IDEAS)
                continue;
            n = n < IDEAS ? n + 1 : n;
            for (int last = n - 1; last > at; last--)
                idea[last] = idea[last - 1];
            idea[at] = i;
        }
    return n;
}

static bool goes_down(struct mind *m, const struct sim_choice *c)
{
    sim_shot_run(m->shot, &m->balls, &c->strike);
    return ball_in(sim_record_potted(sim_shot_record(m->shot)), c->ball);
}

/* Throw and spin make the plain ghost-ball line miss: turn a little each way and take the middle of what pots. */
static bool sight(struct mind *m, struct sim_choice *c)
{
    struct vec2 d = vec2_unit(c->strike.along), side = vec2_left(d);
    double first = 1, last = -1;
    for (int i = -4; i <= 4; i++) {
        double turn = i * 0.0016;
        c->strike.along = vec2_along(d, turn, side);
        if (goes_down(m, c)) {
            first = fmin(first, turn);
            last = fmax(last, turn);
        }
    }
    bool on = last >= first;
    c->strike.along = vec2_along(d, on ? 0.5 * (first + last) : 0, side);
    m->left -= 3;
    return on;
}

static void try_pots(struct mind *m)
{
    struct pot_idea idea[IDEAS] = {0};
    int n = pot_ideas(m, idea);
    for (int i = 0; i < n; i++) {
        struct vec2 axis, goal = mouth(&m->play->table->pocket[idea[i].pocket], &axis);
        double speed = pot_speed(m, idea[i].ghost, m->balls.at[idea[i].ball], goal);
        for (int k = 0; k < 4 && m->left > 0; k++) {
            struct sim_choice c = stroke(m, SIM_INTENT_POT, idea[i].ghost, speed * (k == 3 ? 1.5 : 1));
            c.ball = idea[i].ball;
            c.pocket = idea[i].pocket;
            c.strike.follow = k == 0 ? 0 : k == 1 ? 0.35 : k == 2 ? -0.35 : 0.1;
            if (sight(m, &c))
                consider(m, c);
        }
    }
}

/* A hit on a ball that is on, anywhere between full and thin. */
static struct sim_choice random_hit(struct mind *m, ball_id b)
{
    struct vec2 to = vec2_sub(m->balls.at[b], m->cue), side = vec2_left(vec2_unit(to));
    double off = sim_rng_range(m->rng, -0.97, 0.97) * diameter(m->play);
    double far = vec2_len(to) / m->play->table->bed.length;
    struct sim_choice c = stroke(m, SIM_INTENT_SAFETY, vec2_along(m->balls.at[b], off, side),
                                 sim_rng_range(m->rng, 700, 2600) + 900 * far);
    c.ball = b;
    c.strike.follow = sim_rng_range(m->rng, -0.35, 0.35);
    c.strike.side = sim_rng_range(m->rng, -0.3, 0.3);
    return c;
}

static ball_id random_of(struct mind *m, ball_mask mask)
{
    int n = sim_rng_int(m->rng, ball_count(mask));
    for (BALL_EACH(b, mask))
        if (n-- == 0)
            return (ball_id)b;
    return BALL_NONE;
}

static void try_hits(struct mind *m, int n)
{
    ball_mask on = m->play->on & m->balls.present;
    for (int i = 0; i < n && on && m->left > 0; i++)
        consider(m, random_hit(m, random_of(m, on)));
}

/* No way straight to a ball on: look all round for a cushion that leads to one. */
static bool snookered(const struct mind *m)
{
    for (BALL_EACH(b, m->play->on & m->balls.present)) {
        struct vec2 to = vec2_sub(m->balls.at[b], m->cue), side = vec2_left(vec2_unit(to));
        for (int k = -1; k <= 1; k++) {
            struct vec2 end = vec2_along(vec2_along(m->cue, 1 - 0.9 * diameter(m->play) / vec2_len(to), to),
                                         k * 0.9 * diameter(m->play), side);
            if (clear_way(m->play, &m->balls, m->cue, end, ball_bit(m->play->cue) | ball_bit((ball_id)b)))
                return false;
        }
    }
    return true;
}

static void try_escapes(struct mind *m)
{
    double from = sim_rng_range(m->rng, 0, 6.28);
    ball_id b = random_of(m, m->play->on & m->balls.present);
    for (int i = 0; i < 60 && m->left > 0; i++) {
        double a = from + i * 2.399963; /* the golden angle: ever finer all round */
        struct sim_choice c = stroke(m, SIM_INTENT_ESCAPE, vec2(m->cue.x + sim_cos(a), m->cue.y + sim_sin(a)),
                                     sim_rng_range(m->rng, 1200, 2800));
        c.ball = b;
        consider(m, c);
    }
}

/* ---- strokes that go wrong -------------------------------------------------------------------------------------- */

/* A direction in which the cue-ball meets nothing for a while. */
static struct vec2 open_way(struct mind *m, double far)
{
    struct vec2 to = m->cue;
    for (int i = 0; i < 40; i++) {
        double a = sim_rng_range(m->rng, 0, 6.2831);
        to = vec2(m->cue.x + far * sim_cos(a), m->cue.y + far * sim_sin(a));
        if (clear_way(m->play, &m->balls, m->cue, to, ball_bit(m->play->cue)))
            break;
    }
    return to;
}

static enum pocket open_pocket(const struct mind *m)
{
    for (enum pocket k = POCKET_TL; k < POCKET_COUNT; k++) {
        struct vec2 axis, at = mouth(&m->play->table->pocket[k], &axis), d = vec2_unit(vec2_sub(at, m->cue));
        if (vec2_dot(d, axis) > 0.8 && clear_way(m->play, &m->balls, m->cue, at, ball_bit(m->play->cue)))
            return k;
    }
    return POCKET_NONE;
}

/* Over the nearest ball: highest above it, and never less than it takes to clear it. */
static struct sim_choice jump_over(struct mind *m)
{
    ball_id over = BALL_NONE;
    double near = 1e9, g = 9810;
    for (BALL_EACH(b, m->balls.present & ~ball_bit(m->play->cue))) {
        double d = vec2_dist(m->balls.at[b], m->cue);
        if (d < near && d > 100) {
            near = d;
            over = (ball_id)b;
        }
    }
    double speed = fmin(fmax(sqrt(near * g / 0.2475), 3200), 6000);
    struct sim_choice c = stroke(m, SIM_INTENT_JUMP, m->balls.at[over], speed);
    c.ball = over;
    c.strike.raise = 0.75;
    return c;
}

/* At the ball next to the cue-ball, nearly full: the tip follows through into the cue-ball again. */
static struct sim_choice close_hit(struct mind *m)
{
    ball_id near = BALL_NONE;
    for (BALL_EACH(b, m->balls.present & ~ball_bit(m->play->cue)))
        if (!near || vec2_dist(m->balls.at[b], m->cue) < vec2_dist(m->balls.at[near], m->cue))
            near = (ball_id)b;
    struct sim_choice c = stroke(m, SIM_INTENT_CLOSE, m->balls.at[near], sim_rng_range(m->rng, 1500, 3500));
    c.ball = near;
    return c;
}

/* Another ball is taken for the cue-ball: at billiards the other white, else whichever lies there. */
static struct sim_choice wrong_cue_ball(struct mind *m)
{
    ball_mask others = m->balls.present & ~ball_bit(m->play->cue);
    if (m->play->row->set == BALL_SET_BILLIARDS && (others & ~ball_bit(BILLIARDS_RED)))
        others &= ~ball_bit(BILLIARDS_RED);
    if (m->play->row->set != BALL_SET_BILLIARDS && m->play->row->set != BALL_SET_SNOOKER)
        others &= ~ball_bit(NUMBERED_8) & ~ball_bit(ENGLISH_BLACK);
    ball_id b = random_of(m, others);
    if (!b)
        return close_hit(m);
    struct sim_choice c = stroke(m, SIM_INTENT_WRONG_CUE, m->cue, sim_rng_range(m->rng, 400, 900));
    double a = sim_rng_range(m->rng, 0, 2 * SIM_PI);
    c.strike.ball = b;
    c.strike.along = vec2(sim_cos(a), sim_sin(a));
    return c;
}

static void choose_mischief(struct mind *m)
{
    ball_mask others = m->balls.present & ~m->play->on & ~ball_bit(m->play->cue);
    int kind = sim_rng_int(m->rng, 12);
    enum pocket k = open_pocket(m);
    struct sim_choice c = {0};
    if (kind >= 11) {
        c = wrong_cue_ball(m);
    } else if (kind <= 3 && others) {
        c = random_hit(m, random_of(m, others));
        c.intent = SIM_INTENT_WRONG_BALL;
    } else if (kind <= 5) {
        c = stroke(m, SIM_INTENT_MISS, open_way(m, 900), sim_rng_range(m->rng, 500, 800));
    } else if (kind == 6 && k) {
        struct vec2 axis;
        c = stroke(m, SIM_INTENT_IN_OFF, mouth(&m->play->table->pocket[k], &axis), 1800);
    } else if (kind == 7) {
        c = jump_over(m);
    } else if (kind == 8) {
        c = stroke(m, SIM_INTENT_OFF_TABLE, open_way(m, 900), 7500);
        c.strike.raise = 0.45;
    } else {
        c = close_hit(m);
    }
    if (m->play->on)
        c.ball = ball_in(m->play->on, c.ball) ? c.ball : random_of(m, m->play->on);
    m->best = c;
}

/* ---- the stroke ------------------------------------------------------------------------------------------------- */

static void place_cue_ball(struct mind *m, bool *placed)
{
    const struct bed *b = &m->play->table->bed;
    double most = -1;
    struct vec2 best = vec2(b->baulk_x - 40, 60);
    for (int i = 0; i < 60; i++) {
        struct vec2 at;
        if (m->play->hand == SIM_HAND_ANYWHERE)
            at = vec2(sim_rng_range(m->rng, -0.45, 0.45) * b->length, sim_rng_range(m->rng, -0.45, 0.45) * b->width);
        else
            at = vec2(b->baulk_x - sim_rng_unit(m->rng) * (b->length / 2 + b->baulk_x - 60),
                      sim_rng_range(m->rng, -0.45, 0.45) * b->width);
        if (b->d_radius > 0 && m->play->hand == SIM_HAND_D)
            at = vec2(b->baulk_x - sim_rng_unit(m->rng) * 200, sim_rng_range(m->rng, -1, 1) * 280);
        double e = sim_play_may_place(m->play, at) ? best_ease(m->play, &m->play->balls, at) : -1;
        if (e > most) {
            most = e;
            best = at;
        }
    }
    *placed = true;
    m->cue = m->balls.at[m->play->cue] = best;
    m->balls.present |= ball_bit(m->play->cue);
}

/* Set down a little beyond where it may be: over the line, or outside the D. */
static void misplace_cue_ball(struct mind *m)
{
    const struct bed *b = &m->play->table->bed;
    struct vec2 at = vec2(b->baulk_x + sim_rng_range(m->rng, 12, 45), sim_rng_range(m->rng, -0.12, 0.12) * b->width);
    if (m->play->hand == SIM_HAND_ANYWHERE || !sim_place_free(m->play, m->play->cue, at))
        return;
    m->best.misplaced = true;
    m->cue = m->balls.at[m->play->cue] = at;
}

/* The ball for which a free ball is best taken: the easiest pot, else one that can be hit. */
static ball_id best_free_ball(const struct sim_play *p)
{
    ball_id best = BALL_NONE;
    double most = 0;
    for (BALL_EACH(b, p->balls.present & ~p->on & ~ball_bit(p->cue))) {
        struct sim_play as = *p;
        sim_play_free_ball(&as, (ball_id)b);
        if (!sim_in_sight(&as, &p->balls, as.on))
            continue;
        double e = 0.01 + best_ease(&as, &p->balls, p->balls.at[p->cue]);
        if (e > most) {
            most = e;
            best = (ball_id)b;
        }
    }
    return best;
}

/* Somewhere open, softly: the other side will not like it either. */
static void choose_push_out(struct mind *m)
{
    m->best = stroke(m, SIM_INTENT_PUSH_OUT, open_way(m, 500), sim_rng_range(m->rng, 500, 900));
}

/* Pool is broken with power into the front ball, snooker with a thin touch on the end of the pack. */
static void choose_break(struct mind *m)
{
    ball_id target = BALL_NONE;
    double score = -1e9;
    bool gentle = m->play->row->set == BALL_SET_SNOOKER || m->play->row->set == BALL_SET_BILLIARDS;
    for (BALL_EACH(b, m->play->on)) {
        struct vec2 at = m->balls.at[b];
        double s = gentle ? at.x - at.y * (m->cue.y > 0 ? -1 : 1) : -at.x;
        if (s > score) {
            score = s;
            target = (ball_id)b;
        }
    }
    if (!gentle) {
        m->best = stroke(m, SIM_INTENT_BREAK, vec2(m->balls.at[target].x, m->balls.at[target].y + 2),
                         sim_rng_range(m->rng, 6500, 8200));
        m->best.ball = target;
        return;
    }
    for (int i = 0; i < 24; i++) {
        struct sim_choice c = random_hit(m, target);
        c.strike.speed = sim_rng_range(m->rng, 2400, 3300);
        c.intent = SIM_INTENT_BREAK;
        consider(m, c);
    }
}

static void add_error(struct mind *m, const struct sim_skill *skill)
{
    struct sim_strike *s = &m->best.strike;
    struct vec2 d = vec2_unit(s->along);
    s->along = vec2_along(d, skill->aim_sd * sim_rng_normal(m->rng), vec2_left(d));
    s->speed *= sim_clamp(1 + skill->speed_sd * sim_rng_normal(m->rng), 0.5, 1.5);
    s->side = sim_clamp(s->side + 0.02 * sim_rng_normal(m->rng), -0.5, 0.5);
    s->follow = sim_clamp(s->follow + 0.03 * sim_rng_normal(m->rng), -0.5, 0.5);
}

/* What to play, but for the error of the hand. */
static void choose(struct mind *m, const struct sim_skill *skill)
{
    const struct sim_play *p = m->play;
    bool mischief = !p->opening && sim_rng_unit(m->rng) < skill->mischief;
    if (mischief && p->hand && sim_rng_int(m->rng, 2))
        misplace_cue_ball(m);
    bool misplaced = m->best.misplaced;
    if (p->opening) {
        choose_break(m);
    } else if (p->may_push && skill->mischief > 0 && (snookered(m) || sim_rng_int(m->rng, 3) == 0)) {
        choose_push_out(m);
    } else if (mischief && !misplaced) {
        choose_mischief(m);
    } else if (snookered(m)) {
        try_escapes(m);
    } else {
        m->best.misplaced = false;
        try_pots(m);
        m->left = m->left < 14 ? 14 : m->left;
        if (m->best.intent == SIM_INTENT_NONE || m->worth < 3)
            try_hits(m, 14);
    }
    if (m->best.intent == SIM_INTENT_NONE)
        m->best = random_hit(m, random_of(m, m->balls.present & ~ball_bit(p->cue)));
    m->best.misplaced = misplaced;
}

struct sim_choice sim_choose(const struct sim_play *play, struct sim_shot *shot, const struct sim_skill *skill,
                             struct sim_rng *rng)
{
    struct sim_play with_free = *play;
    const struct sim_play *p = play;
    ball_id free = play->free_ball ? best_free_ball(play) : BALL_NONE;
    if (free) {
        sim_play_free_ball(&with_free, free);
        p = &with_free;
    }
    struct mind m = {.play = p, .shot = shot, .rng = rng, .balls = p->balls, .left = skill->thoughts};
    bool placed = false;
    m.cue = m.balls.at[p->cue];
    if (p->hand)
        place_cue_ball(&m, &placed);
    choose(&m, skill);
    add_error(&m, skill);
    m.best.placed = placed;
    m.best.at = m.cue;
    m.best.free = free;
    return m.best;
}
