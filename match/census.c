/* SPDX-License-Identifier: Apache-2.0 */
#include "census.h"

#include "told.h"

#define FAR_MM        150.0
#define SAME_PLACE_MM 8.0
#define TAKES_S       1.0 /* from the first touch of a ball that is taken up until it is gone */
#define LOST_P        0.4 /* that a ball which nobody saw leave is in a pocket */
#define BEFORE_S      0.5 /* from a fall to a strike that has nothing to do with it */

static ball_mask cue_balls(const struct state *s)
{
    return ball_bit(BALL_CUE) | ball_bit(s->format.cue_ball[SIDE_A]) | ball_bit(s->format.cue_ball[SIDE_B]);
}

/* ---- who took part ------------------------------------------------------------------------------------------------
 */

static bool is_likely(const json_t *event, const char *const *kinds, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (told_is(event, kinds[i]))
            return told_p(event) >= 0.5;
    return false;
}

/* What only a ball does that is on the table: it is met, rolls on, and may leave in the end. Hands and sleeves are
 * taken for balls that are put down and taken away, or vanish where nothing met them. */
static bool takes_part(const json_t *events, const json_t *event, const char *ball)
{
    static const char *const meets[] = {"strike", "contact", "cushion", "rest"}, *const leaves[] = {"pocket", "off"};
    if (!is_likely(event, leaves, 2))
        return is_likely(event, meets, 4);
    for (size_t i = 0; i < json_array_size(events); i++)
        if (is_likely(json_array_get(events, i), meets, 4) && told_names(json_array_get(events, i), ball))
            return true;
    return false;
}

json_t *census_places(const json_t *position, const json_t *events)
{
    json_t *places = json_is_object(position) ? json_copy((json_t *)position) : json_object();
    for (size_t i = 0; i < json_array_size(events); i++) {
        const json_t *event = json_array_get(events, i), *balls = json_object_get(event, "balls");
        json_t *at = json_object_get(event, "at");
        for (size_t k = 0; json_array_size(at) == 2 && k < json_array_size(balls); k++) {
            const char *ball = told_ball(event, k);
            if (*ball && takes_part(events, event, ball) && !json_object_get(places, ball))
                json_object_set(places, ball, at);
        }
    }
    return places;
}

/* The cue-ball fell, or left the table, well before it was struck: in a stroke that nobody saw. */
static bool fell_before(const json_t *stroke, const json_t *event)
{
    const char *struck = json_string_value(json_object_get(stroke, "struck"));
    double before = json_number_value(json_object_get(stroke, "t0")) - told_t(event);
    return struck && !strcmp(struck, told_ball(event, 0)) && before > BEFORE_S &&
           (told_is(event, "pocket") || told_is(event, "off"));
}

static ball_mask in_play(const struct scenario *now)
{
    return now->state.on_table | cue_balls(&now->state) | scenario_balls(now, "cue");
}

json_t *census_position(const struct scenario *now, const json_t *position, const json_t *events, const json_t *rest)
{
    json_t *kept = json_copy((json_t *)position), *moved = census_places(NULL, events);
    const struct ball_set *set = ball_set(now->game->balls);
    ball_mask real = in_play(now) | setup_at(now, moved) | setup_at(now, rest);
    for (BALL_EACH(ball, setup_at(now, position) & ~real))
        json_object_del(kept, ball_name(set, (ball_id)ball));
    json_decref(moved);
    return kept;
}

/* In the dark of a pocket a ball at its edge may be lost and found again: it lies where it is said to have fallen. */
static bool lies_where_it_fell(const struct scenario *now, const json_t *event, const json_t *at)
{
    struct vec2 fell = told_place(json_object_get(event, "at"));
    return told_is(event, "pocket") && json_is_array(at) && vec2_dist(fell, told_place(at)) < now->state.bed.ball_d;
}

/* An event as it may count: of such a pot nobody can say whether it was one. New reference. */
static json_t *weighed(const struct scenario *now, const json_t *stroke, json_t *event)
{
    const json_t *at = json_object_get(json_object_get(stroke, "balls_at_rest"), told_ball(event, 0));
    if (!lies_where_it_fell(now, event, at))
        return json_incref(event);
    json_t *doubted = json_copy(event);
    json_object_set_new(doubted, "p", json_real(0.5));
    return doubted;
}

/* Before a break, and when many balls are back on the table or nobody knows yet where they lie (14.1), hands have
 * racked them. */
static bool have_racked(const struct scenario *now, const json_t *back)
{
    enum { MANY = 3 };
    const struct state *s = &now->state;
    return s->phase == PHASE_BREAK || s->phase == PHASE_OPENING_BREAK || json_array_size(back) >= MANY ||
           (s->pos.known && ball_count(s->on_table & ~s->pos.known) >= MANY);
}

/* Fingers push a ball a little before they take it up. */
static bool nudged_to_take(const json_t *events, const json_t *event)
{
    for (size_t i = 0; told_is(event, "disturbed") && i < json_array_size(events); i++) {
        const json_t *other = json_array_get(events, i);
        double later = told_t(other) - told_t(event);
        if (told_is(other, "removed") && !strcmp(told_ball(other, 0), told_ball(event, 0)) && later > 0 &&
            later < TAKES_S)
            return true;
    }
    return false;
}

/* Carried from elsewhere to where the match has it: somebody put it back after a foul, or on its spot. */
static bool is_put_back(const struct scenario *now, const json_t *event)
{
    const json_t *at = json_object_get(event, "at"), *evidence = json_object_get(event, "evidence");
    double far = json_number_value(json_object_get(evidence, "measured"));
    ball_mask balls = scenario_balls(now, told_ball(event, 0)) & now->state.pos.known;
    if (!told_is(event, "disturbed") || far < 2 * SETUP_TOLERANCE_MM || json_array_size(at) != 2 || !balls)
        return false;
    return vec2_dist(told_place(at), now->state.pos.at[ball_first(balls)]) < SETUP_TOLERANCE_MM;
}

/* Whom a stroke may be about: balls in play, and those that are back. */
static ball_mask known_balls(const struct scenario *now, const json_t *back)
{
    ball_mask known = now->state.on_table | scenario_balls(now, "cue");
    for (size_t i = 0; i < json_array_size(back); i++)
        known |= scenario_balls(now, json_string_value(json_array_get(back, i)));
    return known;
}

json_t *census_stroke(const struct scenario *now, const json_t *stroke, const json_t *back)
{
    static const char *const keys[] = {"potted", "forced_off", "fell_unhit"};
    json_t *kept = json_copy((json_t *)stroke);
    ball_mask known = known_balls(now, back);
    for (size_t k = 0; k < sizeof keys / sizeof *keys; k++) {
        const json_t *told = json_object_get(stroke, keys[k]);
        json_t *list = json_array();
        for (size_t i = 0; i < json_array_size(told); i++) {
            json_t *one = json_array_get(told, i), *name = json_is_object(one) ? json_object_get(one, "ball") : one;
            if (!json_is_string(name) || scenario_balls(now, json_string_value(name)) & known)
                json_array_append(list, one);
        }
        if (told)
            json_object_set(kept, keys[k], list);
        json_decref(list);
    }
    return kept;
}

/* Balls that a list of names or of {"ball": name} is about. */
static ball_mask listed(const struct scenario *now, const json_t *list)
{
    ball_mask mask = 0;
    for (size_t i = 0; i < json_array_size(list); i++) {
        const json_t *one = json_array_get(list, i);
        const char *name = json_string_value(json_is_object(one) ? json_object_get(one, "ball") : one);
        mask |= name ? scenario_balls(now, name) : 0;
    }
    return mask;
}

/* Balls do not vanish: what lay there before the stroke lies there after it, or was seen to fall or to leave. */
static ball_mask gone_unseen(const struct scenario *now, const json_t *stroke, const json_t *position)
{
    const json_t *rest = json_object_get(stroke, "balls_at_rest");
    ball_mask left =
        listed(now, json_object_get(stroke, "potted")) | listed(now, json_object_get(stroke, "forced_off"));
    return json_object_size(rest) ? setup_at(now, position) & in_play(now) & ~setup_at(now, rest) & ~left : 0;
}

/* A ball of which nobody saw where it went, and no pot was told, may be in any pocket. */
static void add_lost(const struct scenario *now, const json_t *stroke, const json_t *position, json_t *events)
{
    static const char *const leaves[] = {"pocket", "off"};
    const struct ball_set *set = ball_set(now->game->balls);
    ball_mask told = 0;
    for (size_t i = 0; i < json_array_size(events); i++)
        for (size_t k = 0; k < 2; k++)
            if (told_is(json_array_get(events, i), leaves[k]))
                told |= scenario_balls(now, told_ball(json_array_get(events, i), 0));
    for (BALL_EACH(ball, gone_unseen(now, stroke, position) & ~told))
        json_array_append_new(events, json_pack("{s:s, s:f, s:s, s:[s], s:f}", "type", "event", "t",
                                                json_number_value(json_object_get(stroke, "t1")), "kind", "pocket",
                                                "balls", ball_name(set, (ball_id)ball), "p", LOST_P));
}

json_t *census_events(const struct scenario *now, const json_t *stroke, const json_t *position, const json_t *events,
                      const json_t *back)
{
    json_t *kept = json_array();
    ball_mask known = known_balls(now, back);
    bool racked = have_racked(now, back); /* hands did, and moved balls meanwhile: no foul */
    for (size_t i = 0; i < json_array_size(events); i++) {
        json_t *event = json_array_get(events, i);
        const char *ball = told_ball(event, 0);
        if ((!*ball || scenario_balls(now, ball) & known) && !fell_before(stroke, event) &&
            !(racked && told_is(event, "disturbed")) && !nudged_to_take(events, event) && !is_put_back(now, event))
            json_array_append_new(kept, weighed(now, stroke, event));
    }
    if (json_array_size(kept)) /* a stroke that was only told has no events */
        add_lost(now, stroke, position, kept);
    return kept;
}

/* ---- names ------------------------------------------------------------------------------------------------------- */

ball_mask census_alike(const struct scenario *now)
{
    ball_mask alike = 0, kinds[] = {ball_of_kind(ball_set(now->game->balls), BALL_KIND_RED),
                                    ball_of_kind(ball_set(now->game->balls), BALL_KIND_YELLOW)};
    for (int i = 0; i < 2; i++)
        alike |= ball_count(kinds[i]) > 1 ? kinds[i] : 0;
    return alike;
}

static void tell_alike(struct setup_names *names, const struct scenario *now, const json_t *places)
{
    json_t *own = setup_rename(names, places);
    if (setup_at(now, own) & census_alike(now) & ~now->state.on_table)
        setup_recognise(names, now, places);
    json_decref(own);
}

/* The ball in play that should lie here, of those that are missing; 0: none. */
static ball_id missing_at(const struct scenario *now, ball_mask missing, const json_t *at)
{
    for (BALL_EACH(ball, missing))
        if (vec2_dist(now->state.pos.at[ball], told_place(at)) < SAME_PLACE_MM)
            return (ball_id)ball;
    return BALL_NONE;
}

static void tell_misread(struct setup_names *names, const struct scenario *now, const json_t *places)
{
    const struct ball_set *set = ball_set(now->game->balls);
    json_t *own = setup_rename(names, places);
    ball_mask seen = setup_at(now, own), missing = now->state.pos.known & in_play(now) & ~seen;
    for (BALL_EACH(ball, seen & ~in_play(now))) {
        ball_id other = missing_at(now, missing, json_object_get(own, ball_name(set, (ball_id)ball)));
        if (other)
            setup_call(names, ball_name(set, (ball_id)ball), ball_name(set, other));
    }
    json_decref(own);
}

struct setup_names census_names(struct setup_names *kept, const struct scenario *now, const json_t *position,
                                const json_t *events)
{
    json_t *places = census_places(position, events);
    tell_alike(kept, now, places);
    json_decref(places);
    struct setup_names names = *kept;
    if (!now->state.frame_over)
        tell_misread(&names, now, position);
    return names;
}

/* The ball that is said to have fallen just here; 0: none. */
static ball_id fallen_at(const struct scenario *now, const json_t *events, const json_t *at)
{
    for (size_t i = 0; i < json_array_size(events); i++) {
        const json_t *event = json_array_get(events, i);
        if (lies_where_it_fell(now, event, at))
            return ball_first(scenario_balls(now, told_ball(event, 0)));
    }
    return BALL_NONE;
}

/* Of balls alike it does not matter which is which: as many as have come are some of those that have gone. */
static void pair_alike(struct setup_names *names, const struct scenario *now, ball_mask *gone, ball_mask *come)
{
    const struct ball_set *set = ball_set(now->game->balls);
    for (BALL_EACH(ball, *come & census_alike(now))) {
        ball_mask same = *gone & ball_of_kind(set, (enum ball_kind)set->row[ball].kind);
        if (!same)
            continue;
        setup_call(names, ball_name(set, (ball_id)ball), ball_name(set, ball_first(same)));
        *gone &= ~ball_bit(ball_first(same));
        *come &= ~ball_bit((ball_id)ball);
    }
}

void census_renamed(struct setup_names *names, const struct scenario *now, const json_t *stroke, const json_t *position,
                    const json_t *events)
{
    const struct ball_set *set = ball_set(now->game->balls);
    json_t *own = setup_rename(names, stroke), *before = setup_rename(names, position),
           *told = setup_rename(names, events);
    const json_t *rest = json_object_get(own, "balls_at_rest");
    ball_mask gone = gone_unseen(now, own, before) & ~cue_balls(&now->state);
    ball_mask come = setup_at(now, rest) & ~in_play(now) & ~setup_at(now, before);
    pair_alike(names, now, &gone, &come);
    if (ball_count(come) == 1) {
        const char *called = ball_name(set, ball_first(come));
        ball_id is = ball_count(gone) == 1 ? ball_first(gone) : fallen_at(now, told, json_object_get(rest, called));
        if (is)
            setup_call(names, called, ball_name(set, is));
    }
    json_decref(own);
    json_decref(before);
    json_decref(told);
}

/* ---- what is amiss ----------------------------------------------------------------------------------------------- */

static void notice(struct census *c, json_t *words)
{
    if (!c->noticed)
        c->noticed = json_array();
    json_array_append_new(c->noticed, words);
}

/* On the table, although the match has it off: a pot that was none, or a ball that was brought back. */
static void find_back(struct census *c, const struct scenario *now, const json_t *places)
{
    const struct state *s = &now->state;
    const struct ball_set *set = ball_set(now->game->balls);
    for (BALL_EACH(ball, setup_at(now, places) & ~s->on_table & ~cue_balls(s))) {
        if (!c->back)
            c->back = json_array();
        json_array_append_new(c->back, json_string(ball_name(set, (ball_id)ball)));
        notice(c, json_sprintf("%s is back on the table", ball_name(set, (ball_id)ball)));
    }
}

/* A stroke whose strike is less likely than not: balls rolled, and no cue-ball was seen to start. */
static bool began_unseen(const json_t *events)
{
    for (size_t i = 0; i < json_array_size(events); i++) {
        const json_t *event = json_array_get(events, i);
        if (told_is(event, "strike") && told_p(event) < 0.5)
            return true;
    }
    return false;
}

/* Sleeves move a ball or two by a little, hands in a rack move many by a little. */
static bool moved_far(const struct scenario *now, const json_t *events)
{
    int far = 0;
    for (size_t i = 0; i < json_array_size(events); i++) {
        const json_t *event = json_array_get(events, i), *evidence = json_object_get(event, "evidence");
        far += told_is(event, "disturbed") && json_number_value(json_object_get(evidence, "measured")) > FAR_MM &&
               !is_put_back(now, event);
    }
    return far > 1;
}

static void find_gone(struct census *c, const struct scenario *now, const json_t *stroke, const json_t *position)
{
    const struct ball_set *set = ball_set(now->game->balls);
    for (BALL_EACH(ball, gone_unseen(now, stroke, position))) {
        c->strange = true;
        notice(c, json_sprintf("nobody saw where %s went", ball_name(set, (ball_id)ball)));
    }
}

static void check_struck(struct census *c, const struct scenario *now, const json_t *stroke)
{
    const char *struck = json_string_value(json_object_get(stroke, "struck"));
    if (!struck || !now->state.striker || scenario_balls(now, struck) & scenario_balls(now, "cue"))
        return;
    c->strange = true;
    notice(c, json_sprintf("it looks as if %s had been struck with the cue", struck));
}

struct census census_take(const struct scenario *now, const json_t *stroke, const json_t *position,
                          const json_t *events, const json_t *respot, enum hand hand, bool exact)
{
    struct census c = {.noticed = setup_faults(now, position)};
    if (hand)
        notice(&c, json_string("the cue-ball may have been moved by hand"));
    c.strange = c.hand = hand != HAND_NONE;
    if (exact || now->state.frame_over)
        return c;
    json_t *places = census_places(position, events);
    find_back(&c, now, places);
    json_decref(places);
    if (!now->state.striker) {
        c.strange = true;
        notice(&c, json_string("nobody has said who plays"));
    }
    if (now->state.on && json_object_size(position) && !(setup_at(now, position) & now->state.on)) {
        c.strange = true;
        notice(&c, json_string("no ball on is to be seen on the table"));
    }
    find_gone(&c, now, stroke, position);
    check_struck(&c, now, stroke);
    if (began_unseen(events)) {
        c.strange = true;
        notice(&c, json_string("the beginning of this stroke was not seen"));
    }
    bool fell = false; /* of a cue-ball in hand nobody minds where it was taken from */
    for (size_t i = 0; i < json_array_size(events) && !now->state.in_hand; i++)
        fell = fell || fell_before(stroke, json_array_get(events, i));
    if (fell || c.back || moved_far(now, events) || setup_moved(now, position, respot)) {
        c.strange = true;
        notice(&c, json_string("a stroke may have gone unseen"));
    }
    return c;
}

void census_clear(struct census *census)
{
    json_decref(census->noticed);
    json_decref(census->back);
    *census = (struct census){0};
}
