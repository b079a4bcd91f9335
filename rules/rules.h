/* SPDX-License-Identifier: Apache-2.0 */
/* rules.h: judging. A pure function from what stood (state) and what was done (stroke) to a ruling, which contains
 * the state for the next stroke. No clock, file, camera or allocation; it cannot fail.
 *
 *   const struct game *game = rules_game("snooker", "2024");
 *   struct state state;
 *   rules_open(game, &state, 1);
 *   ...
 *   rules_judge(game, &state, &stroke, &ruling);
 *   state = ruling.next;
 */
#pragma once

#include "ball.h"
#include "bed.h"
#include "event.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* ---- words -------------------------------------------------------------------------------------------------------
 * Lists that must agree (enum, JSON words) are made from one list. */

#define PHASE_LIST(X)                                                                                                  \
    X(RED, "red")                         /* a red is on */                                                            \
    X(COLOUR, "colour")                   /* a colour of the striker's choice, after a red */                          \
    X(COLOURS, "colours")                 /* the colours in ascending order */                                         \
    X(BLACK, "black")                     /* only the black is left */                                                 \
    X(RESPOTTED_BLACK, "respotted_black") /* SNK 3.4(b) */                                                             \
    X(BLUE_SHOOTOUT, "blue_shootout")     /* SHO 14 */                                                                 \
    X(PLAY, "play")                                                                                                    \
    X(LAG, "lag")                                                                                                      \
    X(BREAK, "break")                                                                                                  \
    X(OPENING_BREAK, "opening_break")                                                                                  \
    X(BREAK_NOMINATION, "break_nomination") /* CSPL H2(b): a colour must be named before the next shot */              \
    X(PUSH_OUT_AVAILABLE, "push_out_available")                                                                        \
    X(OPEN, "open") /* groups not decided */                                                                           \
    X(GROUPS, "groups")

#define OPTION_LIST(X)                                                                                                 \
    X(PLAY_LEFT, "play_left")                                                                                          \
    X(OFFENDER_LEFT, "offender_left")                                                                                  \
    X(OFFENDER_ORIGINAL, "offender_original")                                                                          \
    X(SELF_ORIGINAL, "self_original")                                                                                  \
    X(FREE_BALL, "free_ball")                                                                                          \
    X(CUE_BALL_ANYWHERE, "cue_ball_anywhere")                                                                          \
    X(CLAIM_FRAME, "claim_frame")                                                                                      \
    X(DRAW_LOTS, "draw_lots")                                                                                          \
    X(RESTART_FRAME, "restart_frame")                                                                                  \
    X(REPLACE_CUE_BALL_ONLY, "replace_cue_ball_only")                                                                  \
    X(IN_HAND_ANYWHERE, "in_hand_anywhere")                                                                            \
    X(BLUE_BALL_SHOOTOUT, "blue_ball_shootout")                                                                        \
    X(CHOOSE_WHO_PLAYS_FIRST, "choose_who_plays_first")                                                                \
    X(CHOOSE_BALL_AND_WHO_PLAYS_FIRST, "choose_ball_and_who_plays_first")                                              \
    X(FROM_LEFT, "from_left")                                                                                          \
    X(SPOTTED_IN_HAND, "spotted_in_hand")                                                                              \
    X(CUE_BALL_FROM_LIE, "cue_ball_from_lie")                                                                          \
    X(CUE_BALL_FROM_BAULK, "cue_ball_from_baulk")                                                                      \
    X(NOMINATE_BALL, "nominate_ball")                                                                                  \
    X(RERACK_SELF_BREAKS, "rerack_self_breaks")                                                                        \
    X(RERACK_SAME_BREAKS, "rerack_same_breaks")                                                                        \
    X(SELF_SHOOTS, "self_shoots")                                                                                      \
    X(OPPONENT_SHOOTS, "opponent_shoots")                                                                              \
    X(ACCEPT_POSITION, "accept_position")                                                                              \
    X(RERACK_OPPONENT_BREAKS, "rerack_opponent_breaks")                                                                \
    X(RESPOT_EIGHT_ACCEPT, "respot_eight_accept")                                                                      \
    X(RESPOT_EIGHT_IN_HAND_HEAD_STRING, "respot_eight_in_hand_head_string")                                            \
    X(REBREAK, "rebreak")                                                                                              \
    X(IN_HAND_BEHIND_HEAD_STRING, "in_hand_behind_head_string")                                                        \
    X(OPPONENT_REBREAKS, "opponent_rebreaks")                                                                          \
    X(RERACK_OFFENDER_OPENING_BREAK, "rerack_offender_opening_break")                                                  \
    X(FREE_SHOT, "free_shot")                                                                                          \
    /* requests that no ruling offers by itself */                                                                     \
    X(NOMINATE, "nominate")                                                                                            \
    X(ASK_FOUL_SNOOKER, "ask_foul_snooker")                                                                            \
    X(ASK_TOTAL_SNOOKER, "ask_total_snooker")                                                                          \
    X(STALEMATE, "stalemate")                                                                                          \
    X(CONCEDE_ACCEPTED, "concede_accepted")                                                                            \
    X(SPOT_NEAREST, "spot_nearest") /* WPA 1.5 */                                                                      \
    X(PLAYS, "plays")               /* "<player>_plays" */                                                             \
    X(TIME_OUT, "time_out")                                                                                            \
    X(TIME_IN, "time_in") /* the time out is over */

/* Where a ball is put back. */
#define PLACE_LIST(X)                                                                                                  \
    X(YELLOW, "yellow")                                                                                                \
    X(GREEN, "green")                                                                                                  \
    X(BROWN, "brown")                                                                                                  \
    X(BLUE, "blue")                                                                                                    \
    X(PINK, "pink")                                                                                                    \
    X(BLACK, "black")                                                                                                  \
    X(COMPUTED, "computed") /* beside a spot: see the position */                                                      \
    X(SPOT, "spot")                                                                                                    \
    X(CENTRE, "centre")                                                                                                \
    X(PYRAMID, "pyramid")                                                                                              \
    X(BAULK_MIDDLE, "baulk_middle")                                                                                    \
    X(RIGHT_CORNER_D, "right_corner_D")                                                                                \
    X(FOOT, "foot")                                                                                                    \
    X(HEAD, "head")                                                                                                    \
    X(CENTER, "center")                                                                                                \
    X(BEHIND_SPOT, "behind_spot")                                                                                      \
    X(BEHIND_FOOT, "behind_foot")

#define KIND_LIST(X)                                                                                                   \
    X(FOUL, "foul")       /* ends the offender's turn */                                                               \
    X(PENALTY, "penalty") /* points, order of play unaffected (SNK 2.15) */                                            \
    X(MISS, "miss")       /* billiards (BIL 2.16) */                                                                   \
    X(ILLEGAL_BREAK, "illegal_break")

#define WARNING_LIST(X)                                                                                                \
    X(FRAME_WILL_BE_AWARDED, "frame_will_be_awarded") /* SNK 3.14(d)(ii) */                                            \
    X(SIX_RED_FIFTH_MISS, "six_red_fifth_miss")       /* SNK 3.19(b) */                                                \
    X(UNSPORTING, "unsporting")                       /* SNK 4.1(a) */                                                 \
    X(TIME_WASTING, "time_wasting")                   /* SNK 4.3(a) */                                                 \
    X(TWO_FOULS, "two_fouls")                         /* WPA 6.14 */                                                   \
    X(COACHING, "coaching")                           /* CSPL K12: first and final */

#define GROUP_LIST(X)                                                                                                  \
    X(REDS, "red")                                                                                                     \
    X(YELLOWS, "yellow")                                                                                               \
    X(SOLIDS, "solids")                                                                                                \
    X(STRIPES, "stripes")

enum phase {
    PHASE_NONE,
#define X(name, word) PHASE_##name,
    PHASE_LIST(X)
#undef X
        PHASE_COUNT
};
enum option {
    OPTION_NONE,
#define X(name, word) OPTION_##name,
    OPTION_LIST(X)
#undef X
        OPTION_COUNT
};
enum place {
    PLACE_NONE,
#define X(name, word) PLACE_##name,
    PLACE_LIST(X)
#undef X
        PLACE_COUNT
};
enum kind {
    KIND_NONE,
#define X(name, word) KIND_##name,
    KIND_LIST(X)
#undef X
        KIND_COUNT
};
enum warning {
    WARNING_NONE,
#define X(name, word) WARNING_##name,
    WARNING_LIST(X)
#undef X
        WARNING_COUNT
};
enum group {
    GROUP_NONE,
#define X(name, word) GROUP_##name,
    GROUP_LIST(X)
#undef X
        GROUP_COUNT
};

/* Word of a value, and back; NULL or 0 when there is none. */
const char *phase_word(enum phase phase);
enum phase phase_from_word(const char *word);
const char *option_word(enum option option);
enum option option_from_word(const char *word);
const char *place_word(enum place place);
enum place place_from_word(const char *word);
const char *area_word(enum area area);
enum area area_from_word(const char *word);
const char *kind_word(enum kind kind); /* "none" for KIND_NONE */
const char *warning_word(enum warning warning);
const char *group_word(enum group group);
enum group group_from_word(const char *word);

/* A set of options: bit `option`. */
typedef uint64_t option_mask;
_Static_assert(OPTION_COUNT <= 64, "options must fit a mask");

static inline option_mask option_bit(enum option option)
{
    return (option_mask)1 << option;
}

/* ---- sides and players -------------------------------------------------------------------------------------------
 * Players are numbered in the order of play, sides alternate: A = players 1 and 3, B = players 2 and 4. */

enum side { SIDE_NONE, SIDE_A, SIDE_B, SIDE_TIE /* only as the winner of a frame */ };

static inline enum side side_of(player_id player)
{
    return player ? (player % 2 ? SIDE_A : SIDE_B) : SIDE_NONE;
}

static inline enum side side_other(enum side side)
{
    return side == SIDE_A ? SIDE_B : side == SIDE_B ? SIDE_A : side;
}

/* ---- state ------------------------------------------------------------------------------------------------------- */

/* What must be remembered from stroke to stroke, besides score and position.
 * X(type, name): INT number; FLAG yes or no; PLAYER; BALLS a mask; BALL a mask that goes by
 * one word; SIDE_INT and SIDE_FLAG one for each side. */
#define COUNTER_LIST(X)                                                                                                \
    X(INT, miss_sequence)   /* consecutive FOUL AND A MISS calls from the same position */                             \
    X(FLAG, full_ball_path) /* SNK 3.14(d) applies to the sequence */                                                  \
    X(FLAG, warned)         /* the offender was warned in this sequence */                                             \
    X(PLAYER, offender)                                                                                                \
    X(BALLS, touching) /* balls in contact with the cue-ball before the stroke */                                      \
    X(INT, hazards)                                                                                                    \
    X(INT, cannons)                                                                                                    \
    X(INT, ten_called_at)                                                                                              \
    X(INT, seventy_called_at)                                                                                          \
    X(INT, red_pots_spot)                                                                                              \
    X(FLAG, opp_ball_off)                                                                                              \
    X(INT, baulk_warned_at)                                                                                            \
    X(FLAG, baulk_crossed)                                                                                             \
    X(INT, baulk_due_by)                                                                                               \
    X(INT, next_warning_at)                                                                                            \
    X(SIDE_INT, consecutive_fouls)                                                                                     \
    X(SIDE_FLAG, warned_two_fouls)                                                                                     \
    X(SIDE_INT, serious_fouls)                                                                                         \
    X(FLAG, free_shot)                                                                                                 \
    X(BALL, nominated)                                                                                                 \
    X(INT, no_contact_turns)                                                                                           \
    X(PLAYER, lost_turn)      /* loses a turn after the partner struck out of turn (SNK 3.18(c)) */                    \
    X(FLAG, lost_turn_served) /* the turn lost was the one that was usurped */                                         \
    X(INT, aggregate_A)                                                                                                \
    X(INT, aggregate_B)                                                                                                \
    X(INT, unspotted_value) /* of the colour just potted, scored but perhaps not yet on its spot */                    \
    X(INT, pending_colour_value)                                                                                       \
    X(INT, strokes_played)                                                                                             \
    X(FLAG, wrong_starter)                                                                                             \
    X(FLAG, frame_stands)                                                                                              \
    X(FLAG, extra_red)                                                                                                 \
    X(BALL, respotted_in_error)                                                                                        \
    X(INT, strokes_since_error_pot)                                                                                    \
    X(PLAYER, respot_first)                                                                                            \
    X(BALL, free_ball_as_red) /* the free ball just potted, perhaps not yet on its spot */                             \
    X(FLAG, asked_again)                                                                                               \
    X(PLAYER, next_after) /* who follows the player asked to play again */                                             \
    X(FLAG, moved_balls_advantage)                                                                                     \
    X(INT, A_pots)                                                                                                     \
    X(INT, A_attempts)                                                                                                 \
    X(INT, B_pots)                                                                                                     \
    X(INT, B_attempts)                                                                                                 \
    X(BALLS, potted_on_break)                                                                                          \
    X(BALLS, potted_this_shot)                                                                                         \
    X(BALL, nominated_not_potted)                                                                                      \
    X(FLAG, time_foul_called)                                                                                          \
    X(FLAG, total_snooker_ruled)                                                                                       \
    X(PLAYER, breaker)                                                                                                 \
    X(INT, balls_on_table)                                                                                             \
    X(FLAG, snookered_declared)                                                                                        \
    X(SIDE_INT, unsporting)   /* 0 none, 1 warned, 2 a frame was awarded (SNK 4.1) */                                  \
    X(SIDE_INT, time_wasting) /* the same for SNK 4.3 */                                                               \
    X(SIDE_INT, wheelchair)   /* offences against WPA 7.2 */                                                           \
    X(SIDE_FLAG, match_lost)  /* with this frame: WPA 1.11, 6.16, 7.2 */                                               \
    X(FLAG, time_out)         /* the shot clock stands still (CSPL I4) */                                              \
    X(SIDE_FLAG, unannounced) /* a group that its side has not been told yet (CSPL CALL first approach) */

#define COUNTER_FIELD_INT(name)       int16_t name;
#define COUNTER_FIELD_FLAG(name)      bool name;
#define COUNTER_FIELD_PLAYER(name)    player_id name;
#define COUNTER_FIELD_BALLS(name)     ball_mask name;
#define COUNTER_FIELD_BALL(name)      ball_mask name;
#define COUNTER_FIELD_SIDE_INT(name)  int16_t name[3]; /* by enum side */
#define COUNTER_FIELD_SIDE_FLAG(name) bool name[3];

struct counters {
#define X(type, name) COUNTER_FIELD_##type(name)
    COUNTER_LIST(X)
#undef X
    enum spot red_on;        /* billiards: the spot the red stands on */
    enum phase phase_before; /* the phase before the stroke that may be replayed */
};

/* How the frame is played; chosen before it starts. */
struct format {
    bool aggregate;       /* aggregate scores decide the game or match */
    bool last_frame;      /* of that game or match */
    bool baulk_line_rule; /* BIL 3.8 applies */
    int16_t target;       /* points that win (billiards, 14.1); 0 none */
    double session_s;     /* length of a timed session; 0 none */
    bool final_session;
    ball_id cue_ball[3]; /* billiards: by side */
};

/* The position that may be asked for again: what stood before the last stroke or infringement. */
struct origin {
    bool known;
    enum phase phase;
    ball_mask on_table, on, touching;
    bool in_hand;
    bool before_stroke; /* the infringement came before a stroke */
    enum area area;
    struct layout pos;
};

struct state {
    uint8_t players;   /* 2 or 4 */
    player_id striker; /* 0: to be decided by an option, lots or a lag */
    player_id opener;  /* who began the frame */
    enum phase phase;
    int16_t score[3]; /* by enum side: points, or racks won */
    int16_t break_score;
    ball_mask on_table; /* object balls in play; at billiards all that lie on the table, cue-balls too */
    ball_mask on;       /* balls the striker may hit first */
    bool in_hand;
    enum area area; /* where a cue-ball in hand may be placed */
    bool free_ball;
    uint8_t visits;      /* CSPL */
    enum group group[3]; /* by enum side */
    bool frame_over;
    enum side winner;
    struct format format;
    struct counters counters;
    struct origin origin;
    struct bed bed;
    struct layout pos;  /* before the next stroke, cue-ball included where known */
    struct layout last; /* where balls lay after the last stroke that was seen, those too that cannot be seen now */
};

/* ---- rules ------------------------------------------------------------------------------------------------------- */

/* Who raises a clause. */
enum who {
    WHO_NOBODY, /* a definition or duty: nothing to raise */
    WHO_CAMERA,
    WHO_CLOCK,
    WHO_OFFICIAL, /* an official or a player enters it */
    WHO_BOTH,     /* the camera proposes, a person confirms or adds what is missing */
};

struct judging; /* judging.h: one judgement in progress */

/* One clause. `flag` or `broken` raises it as an infringement; rows with neither are definitions, duties and
 * procedures, and `how` says which code carries them out. */
struct rule {
    const char *clause; /* "3.11(a)(vi)", without the book's prefix */
    const char *title;
    enum who who;
    enum flag_kind flag;
    bool (*broken)(struct judging *judging, ball_mask *concerned);
    int (*penalty)(const struct judging *judging, ball_mask concerned);
    const char *how;
};

enum { FINDINGS_MAX = 12, CALLS_MAX = 6, RESPOTS_MAX = BALL_IDS, EVIDENCE_MAX = 12 };

struct finding {
    const struct rule *rule;
    ball_mask concerned;
    int16_t penalty;
};

struct respot {
    ball_id ball; /* 0: "fifteenth" of 14.1, whichever it is */
    enum place place;
    bool at_known;
    struct vec2 at;
};

/* What a referee says: a call of calls.h and, for some, a number. */
struct spoken {
    uint8_t call; /* enum call */
    int16_t number;
};

/* A figure a judgement rested on: decided by the sign of measured - limit. */
enum question {
    QUESTION_NONE,
    QUESTION_EVENT, /* `which` is the index of an event */
    QUESTION_SNOOKERED,
    QUESTION_TOUCHING, /* `which` is a ball */
    QUESTION_SPOT,     /* `which` is a place */
    QUESTION_IN_HAND,  /* cue-ball inside its area when struck */
    QUESTION_ANY_PART, /* a straight path to some part of a ball on */
    QUESTION_FULL_BALL,
    QUESTION_IN_BAULK, /* `which` is a ball */
    QUESTION_RACK,     /* `which` is a ball: clear of the outline of the rack (WPA 4.8) */
    QUESTION_AWAY,     /* played away from a touching ball; `which` is the ball */
    QUESTION_FIRST,    /* the first contact was another: `which` is a ball; 0: none */
    QUESTION_SAID,     /* nobody entered what was said; `which` is the ball nominated or called; 0: a push out */
    QUESTION_FACT,     /* something that no single event carries; `which` is enum seen_fact of reading.h */
    QUESTION_NAME,     /* two balls have each other's names; `which` is names_pair of both */
    QUESTION_POT,      /* a ball nobody found before or after was met first and potted; `which` is the ball */
    QUESTION_COUNT
};

const char *question_word(enum question question); /* "snookered" */

struct measured {
    enum question question;
    uint16_t which;
    double margin; /* mm; positive: free, apart, vacant, inside, open, out of baulk */
    double sd;     /* of the margin, mm; 0: exact */
};

enum { THEN_MAX = 96 };

/* The one observation that would change the ruling most easily. */
struct hinge {
    enum question question; /* QUESTION_NONE: nothing doubtful */
    uint16_t which;
    double p;            /* that the observation is right as judged */
    char then[THEN_MAX]; /* what the ruling would be: "no foul", "FOUL, 7" */
};

struct ruling {
    enum kind kind;
    int16_t penalty; /* points to the opponent of who acted (14.1: taken from the offender) */
    int16_t points;  /* scored by the striker */
    uint8_t findings_n, calls_n, respots_n, measured_n;
    struct finding findings[FINDINGS_MAX];
    struct spoken calls[CALLS_MAX];
    struct respot respots[RESPOTS_MAX];
    struct measured measured[EVIDENCE_MAX];
    option_mask options;
    bool replace; /* disturbed or original positions are restored */
    ball_mask touching;
    ball_mask inferred; /* taken as nominated or called though nobody said so: the ball aimed at and struck */
    enum warning warning;
    enum side lag_winner;
    bool visits_matter; /* the game counts visits */
    uint8_t dropped;    /* findings, calls or figures that found no room */
    double sure;        /* weight of all readings of the evidence that give this ruling */
    struct hinge hinge;
    struct state next;
};

/* ---- games ------------------------------------------------------------------------------------------------------- */

/* The clocks a book knows, in seconds; 0: none. They run in match/clock.c; what follows from them is judged here. */
struct timing {
    double shot_s;       /* from all balls at rest to the strike */
    double early_s;      /* while the match clock shows less than this when the shot clock starts … */
    double early_shot_s; /* … this is the limit instead */
    double warn_s;       /* said once, when the shot clock gets here */
    double match_s;      /* length of the match or session, from its first strike */
    bool after_spotting; /* the shot clock waits until balls are spotted and a cue-ball in hand is given (SHO 4) */
};

struct game {
    const char *name;    /* "snooker" */
    const char *edition; /* "2024" */
    const char *title;
    enum ball_set_id balls;
    uint8_t players;
    uint32_t phases;        /* bits of enum phase that a frame can be in */
    ball_id last;           /* the ball that ends a frame and is on the table until then; 0 none */
    bool groups_by_word;    /* ball on is named by group: "solids", not every ball of it */
    bool racked_again;      /* balls go back into the triangle in the middle of it (WPA 4.2) */
    bool returned_is_off;   /* a ball that only a person or thing sent back has left the table (WPA 8.5) */
    const char *black_word; /* "eight" where the book calls it so; NULL: by its name */
    const void *variant;    /* what differs from its family: known to the family's file only */
    void (*open)(const struct game *game, struct state *state);
    void (*settle)(struct judging *judging);
    int16_t frame_worth; /* points for a frame that is not played (SNK 4.4(b)(iii)); 0: frames are not of points */
    struct timing timing;
    const struct book *const *books; /* ended by NULL: the clauses that apply, in order of reading */
};

/* An edition that numbers the same rule otherwise, or lacks it. */
struct renumber {
    const char *clause; /* as in the table of rules */
    const char *own;    /* in this edition; NULL: this edition has no such rule */
};

/* A book, or the part of it that a game is played by. */
struct book {
    const char *prefix; /* "SNK" */
    const char *title;
    const struct rule *rules;
    size_t count;
    const struct renumber *renumber; /* ended by {0}; NULL: numbers as in the table */
};

/* All games in all editions; NULL past the end. The first of a name is its current edition. */
const struct game *rules_games(size_t i);

/* By name and edition (NULL or "": the current one); NULL when there is none. */
const struct game *rules_game(const char *name, const char *edition);

/* The state before the first stroke of a frame opened by `opener`. */
void rules_open(const struct game *game, struct state *state, player_id opener);

/* The balls a game is played with, cue-balls too. */
ball_mask rules_balls(const struct game *game);

/* Judges one act. `sure` is 1 and there is no hinge: the facts are taken as certain. */
void rules_judge(const struct game *game, const struct state *state, const struct stroke *stroke,
                 struct ruling *ruling);

/* Judges what the camera saw: facts are gathered from the events, every reading of the doubtful ones and of close
 * geometry is judged, and `sure` and `hinge` say how firm the ruling is. The stroke gives what people entered. */
void rules_judge_seen(const struct game *game, const struct state *state, const struct stroke *stroke,
                      const struct event *events, size_t count, struct ruling *ruling);

/* Another way to see it: one of the rulings that the doubtful observations allow. */
enum { ALTERNATIVES_MAX = 6 };

struct alternative {
    double p;            /* weight of all readings that give it */
    bool as_judged;      /* it is the ruling of rules_judge_seen */
    char then[THEN_MAX]; /* as in struct hinge */
    uint8_t settled_n;
    struct settled settled[SETTLED_MAX]; /* of its most likely reading: a stroke with these is ruled so */
};

/* The rulings that are possible, most likely first; returns how many. One when nothing is in doubt. */
size_t rules_alternatives(const struct game *game, const struct state *state, const struct stroke *stroke,
                          const struct event *events, size_t count, struct alternative out[ALTERNATIVES_MAX]);

/* What happened, from events whose p is at least one half. Entries of people in *facts are kept. */
void rules_facts(const struct state *state, const struct event *events, size_t count, struct facts *facts);

/* NULL when the state and stroke can be judged, else what is wrong with them, for people.
 * rules_judge gives an answer for anything; for what fails here the answer means nothing. */
const char *rules_refuse(const struct game *game, const struct state *state, const struct stroke *stroke);

/* False for a row of the table that this edition lacks. */
bool rules_applies(const struct book *book, const struct rule *rule);

/* "SNK 3.11(b)(iv)" of a finding, as the edition numbers it. Writes at most `size` bytes; returns `text`. */
const char *rules_clause(const struct game *game, const struct rule *rule, char *text, size_t size);

/* One line a person understands: "first hit blue, ball on red". */
const char *rules_why(const struct game *game, const struct state *state, const struct stroke *stroke,
                      const struct ruling *ruling, char *text, size_t size);

/* What the referee says of a ruling, in full and in the order of the book: "Foul, five. FREE BALL", or the break so far
 * after a scoring stroke. `language` is enum language of calls.h. Empty when nothing is said. */
const char *rules_speak(const struct ruling *ruling, int language, char *text, size_t size);
