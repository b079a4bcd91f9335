/* SPDX-License-Identifier: Apache-2.0 */
/* event.h: all that tracking and rules share. Tracking fills it in from what the camera saw, match/ adds what people
 * and clocks said, rules/ judges it. Plain values: no pointers, zero means none or not known. */
#pragma once

#include "ball.h"
#include "vec.h"

#include <stdint.h>

/* Nanoseconds, from the first frame of the source. */
typedef int64_t ns_t;
#define NS_PER_S ((ns_t)1000000000)

/* A question with three answers. UNKNOWN never costs a player anything. */
enum tri { UNKNOWN, NO, YES };

/* ---- places ---------------------------------------------------------------------------------------------------- */

/* Seen from baulk: T top, M middle, B bottom (baulk end); L left, R right. */
enum pocket { POCKET_NONE, POCKET_TL, POCKET_TR, POCKET_ML, POCKET_MR, POCKET_BL, POCKET_BR, POCKET_COUNT };
enum cushion { CUSHION_NONE, CUSHION_TOP, CUSHION_BOTTOM, CUSHION_LEFT, CUSHION_RIGHT, CUSHION_COUNT };
enum face { FACE_NONE, FACE_FLAT, FACE_CURVED };

const char *pocket_name(enum pocket pocket); /* "TL" */
enum pocket pocket_from_name(const char *name);
const char *cushion_name(enum cushion cushion); /* "top" */
enum cushion cushion_from_name(const char *name);

/* ---- events: what the camera saw ------------------------------------------------------------------------------- */

enum event_kind {
    EVENT_NONE,
    EVENT_STRIKE,     /* ball a set in motion by the cue, with velocity v */
    EVENT_CONTACT,    /* balls a and b, approaching at `speed` */
    EVENT_CUSHION,    /* ball a, cushion and face */
    EVENT_POCKET,     /* ball a, pocket */
    EVENT_OFF,        /* ball a left the table */
    EVENT_JUMP,       /* ball a passed over ball b */
    EVENT_REST,       /* ball a stopped */
    EVENT_PLACED,     /* ball a set down, not by a stroke */
    EVENT_REMOVED,    /* ball a taken away, not by a stroke */
    EVENT_DISTURBED,  /* ball a moved, not by a stroke */
    EVENT_LINE,       /* ball a crossed the baulk-line; `into` baulk or out of it */
    EVENT_GAP,        /* the view was lost from t for `lasted` */
    EVENT_PUSH,       /* hint: the tip may have stayed with ball a; `speed` that nothing else explains */
    EVENT_DOUBLE_HIT, /* hint: the tip may have met ball a again; likewise */
    EVENT_KINDS
};

const char *event_kind_name(enum event_kind kind); /* "strike" */
bool event_is_hint(enum event_kind kind);          /* for a person to look at: by itself it decides nothing */

/* Why an event is believed: a measured figure, the limit that decides, and how well it is known (1 sd). */
struct evidence {
    int64_t frame_from, frame_to;
    float measured, limit, sd;
};

struct event {
    enum event_kind kind;
    ball_id a, b;
    enum pocket pocket;
    enum cushion cushion;
    enum face face;
    bool into;
    ns_t t, t_sd, lasted;
    struct vec2 at; /* where ball a was */
    struct vec2 v;  /* velocity after the event, mm/s */
    float speed;    /* mm/s */
    float p;        /* probability that it happened, 0..1 */
    struct evidence why;
};

/* ---- facts: what happened in one stroke, without opinion ------------------------------------------------------- */

enum { CONTACTS_MAX = 32, POTS_MAX = BALL_IDS, CUE_CUSHIONS_MAX = 8, FALLS_MAX = 4 };

struct pot {
    ball_id ball;
    enum pocket pocket;
};

struct cushion_hit {
    enum cushion cushion;
    enum face face;
};

/* A ball that dropped from the edge of a pocket although nothing hit it. */
struct fall {
    ball_id ball;
    bool would_have_been_hit;
};

/* Positions of balls: `known` says which entries mean anything. */
struct layout {
    ball_mask known;
    struct vec2 at[BALL_IDS];
    float sd;        /* 1 sd of a coordinate, mm, of one ball against its neighbours; 0: exact */
    float shared_sd; /* the error that neighbours share: of all of them against lines and spots; of the calibration */
};

/* Two balls that may have each other's names. */
struct name_doubt {
    ball_id ball, other;
    float p; /* that they have */
};

enum { NAME_DOUBTS_MAX = 12 };

/* Best straight path before the stroke to any ball that is, or could be, on (SNK 3.14(c),(d)). */
enum path { PATH_UNKNOWN, PATH_NONE, PATH_ANY_PART, PATH_FULL_BALL };

struct facts {
    bool first_contact_any;  /* which ball was hit first does not matter (a break) */
    ball_mask first_contact; /* balls of the first impact; two or more: at the same moment; empty: nothing hit */
    uint8_t contacts_n, pots_n, cue_cushions_n, falls_n;
    ball_id contacts[CONTACTS_MAX];                    /* all balls the cue-ball met, in order */
    struct pot pots[POTS_MAX];                         /* all that ended in a pocket */
    struct cushion_hit cue_cushions[CUE_CUSHIONS_MAX]; /* met by the cue-ball before any ball */
    struct fall falls[FALLS_MAX];
    ball_mask off;                  /* forced off the table */
    ball_mask met;                  /* balls that met any other ball */
    enum tri cushion_after_contact; /* any ball reached a cushion after the first contact */
    enum tri cue_to_cushion;        /* the cue-ball reached a cushion, before or after a contact */
    enum tri fresh_cushion;         /* the same, but for balls that met only the cushion they touched at the start */
    enum tri left_baulk;            /* the cue-ball, played from hand */
    enum tri left_baulk_first;      /* and it did so before it met a ball */
    enum tri crossed_baulk_line;    /* the cue-ball, into baulk */
    int16_t balls_to_cushion;       /* object balls driven to a cushion; -1 not known */
    ball_mask to_cushion;           /* those balls, where they are known one by one */
    ball_mask banked;               /* potted after a cushion that is not at their pocket */
    ball_mask met_flat;             /* balls that met the flat face of a cushion */
    int16_t balls_over_centre;      /* object balls over the centre string; -1 not known */
    ball_mask jumped;               /* object balls the cue-ball passed over */
    ball_mask moved_before;         /* moved by hand or cue before the strike */
    ball_mask touching_moved;       /* touched the cue-ball before the stroke and moved as it was struck */
    ball_mask moving_at_strike;
    float moving_p; /* that any of these moved; 0: not known */
    float first_p;  /* that the first contact is as the events tell, all doubt about it counted; 0: not known */
    uint8_t names_n;
    struct name_doubt names[NAME_DOUBTS_MAX]; /* most doubtful first */
    struct vec2 strike_v;                     /* of the cue-ball as it was struck, mm/s; 0, 0: not known */
    struct layout rest;                       /* at the end of the stroke, before any spotting */
    bool touching_known;                      /* touching below was observed, not computed from rest */
    ball_mask touching;                       /* balls in contact with the cue-ball at rest */
    bool snooker_known;                       /* the three below were given, not computed from rest */
    bool snookered, cushion_nearer;
    ball_mask snookered_by;
    enum path path_before;
};

/* ---- entries: what people and clocks say ----------------------------------------------------------------------- */

enum act {
    ACT_NONE,
    ACT_STROKE,           /* the cue-ball was struck */
    ACT_BEFORE_STROKE,    /* an infringement before striking */
    ACT_BETWEEN,          /* nothing struck: a discovery or an administrative event */
    ACT_DECISION,         /* a choice or a request */
    ACT_CLOCK,            /* a clock ran to a limit */
    ACT_LAG,              /* string or lag for the first stroke */
    ACT_SHOOTOUT_ATTEMPT, /* blue-ball shoot-out */
    ACT_COUNT
};

/* X(name, word): what an official may flag. `ball` of the flag says which ball where the word takes one. */
#define FLAG_LIST(X)                                                                                                   \
    X(TOUCHED, "touched")                                                                                              \
    X(PUSH_STROKE, "push_stroke")                                                                                      \
    X(DOUBLE_HIT, "double_hit")                                                                                        \
    X(FEET, "feet")                                                                                                    \
    X(JUMP_SHOT, "jump_shot")                                                                                          \
    X(IN_HAND_IMPROPER, "in_hand_improper")                                                                            \
    X(IN_HAND_CONTACT, "in_hand_contact")                                                                              \
    X(BALL_MOVING, "ball_moving")                                                                                      \
    X(STRUCK_BEFORE_SPOTTED, "struck_before_spotted")                                                                  \
    X(STRUCK_BEFORE_FREE_BALL_SPOTTED, "struck_before_free_ball_spotted")                                              \
    X(NO_NOMINATION, "no_nomination")                                                                                  \
    X(NO_DECLARATION, "no_declaration")                                                                                \
    X(RED_AFTER_RED, "red_after_red")                                                                                  \
    X(WRONG_CUE_BALL, "wrong_cue_ball")                                                                                \
    X(BALL_OFF_TABLE_USED, "ball_off_table_used")                                                                      \
    X(MEASURED, "measured")                                                                                            \
    X(OUT_OF_TURN, "out_of_turn")                                                                                      \
    X(CONFERRING, "conferring")                                                                                        \
    X(NONSTANDARD_CUE, "nonstandard_cue")                                                                              \
    X(INTENTIONAL_MOVE, "intentional_move")                                                                            \
    X(CONSULTATION_TOUCH, "consultation_touch")                                                                        \
    X(TIME_FOUL, "time_foul")                                                                                          \
    X(SERIOUS, "serious")                                                                                              \
    X(INTENTIONAL_WRONG_BALL, "intentional_wrong_ball")                                                                \
    X(PLAYED_AFTER_FOUL_CALL, "played_after_foul_call")                                                                \
    X(BLUE_OFF_CUSHION, "blue_off_cushion")                                                                            \
    X(OBJECT_LEFT, "object_left")                                                                                      \
    X(BEFORE_CLEANED, "before_cleaned")                                                                                \
    X(UNSPORTING, "unsporting")                                                                                        \
    X(TIME_WASTING, "time_wasting")                                                                                    \
    X(INTERFERENCE, "interference")                                                                                    \
    X(WHEELCHAIR, "wheelchair")                                                                                        \
    X(BODY_TOUCHED, "body_touched")                                                                                    \
    X(TABLE_TOUCHED, "table_touched")                                                                                  \
    X(SMOKE_OR_DRINK, "smoke_or_drink")                                                                                \
    X(LEFT_AREA, "left_area")                                                                                          \
    X(RETURNED, "returned")                                                                                            \
    X(PLAYED_INTO, "played_into")                                                                                      \
    X(IRREPLACEABLE, "irreplaceable")

enum flag_kind {
    FLAG_NONE,
#define FLAG_ENUM(name, word) FLAG_##name,
    FLAG_LIST(FLAG_ENUM)
#undef FLAG_ENUM
        FLAG_KINDS
};

const char *flag_name(enum flag_kind kind);
enum flag_kind flag_from_name(const char *word);

enum { FLAGS_MAX = 8, WORD_MAX = 32, PLAYERS_MAX = 4, NAME_BYTES = 64 /* of a player, with its end */ };

struct flag {
    enum flag_kind kind;
    ball_id ball;
    char detail[WORD_MAX]; /* what the official added: the kind of a `serious` foul, the penalty for conduct */
};

/* A player's place in the order of play, 1..PLAYERS_MAX; 0 none. */
typedef uint8_t player_id;

/* Call-shot games. */
struct called {
    bool made; /* anything was called at all */
    ball_id ball;
    enum pocket pocket;
    bool safety, push_out;
};

/* One ball of a lag, string or shoot-out for the order of play. */
struct lag_ball {
    bool known;
    double distance_mm; /* at rest, from the bottom (head) cushion */
    int16_t top_cushion_hits;
    bool side_cushion, crossed_half, pocketed, off, past_nose;
    bool foul; /* a foul that spoils the lag (WPA 1.2) */
    bool late; /* struck after the other ball had touched the top cushion (WPA 1.2) */
};

/* Where the fifteenth ball and the cue-ball lie when 14 balls are to be racked (WPA 4.8). */
enum rack_place {
    RACK_UNKNOWN,
    RACK_IN_RACK,
    RACK_POCKETED,
    RACK_BEHIND_HEAD_STRING,
    RACK_BELOW_HEAD_STRING,
    RACK_ON_HEAD_SPOT,
    RACK_CLEAR,
};

/* A choice: one of the options of the last ruling, or a request. */
struct choice {
    uint8_t kind;     /* enum option of rules.h; 0 none */
    ball_mask balls;  /* "nominate": the ball, or all balls of the group */
    player_id player; /* "<player>_plays" */
};

/* A doubtful observation that a person decided. */
struct settled {
    uint8_t question; /* enum question of rules.h */
    uint16_t which;
    bool other; /* it was the other way round than it was taken */
};

enum { SETTLED_MAX = 8 };

/* Everything one judgement needs to know of what was done. */
struct stroke {
    uint32_t n;  /* counts from 1 in a frame */
    ns_t t0, t1; /* strike to rest */
    enum act act;
    player_id by;        /* who acted; 0: the referee */
    ball_id struck;      /* ball the tip struck; 0: the cue-ball in turn */
    ball_mask nominated; /* indicated or declared ball; any red: all reds */
    bool nomination_inferred;
    struct called called;
    uint8_t flags_n;
    struct flag flags[FLAGS_MAX];
    enum tri miss_judged, miss_intentional, impossible; /* the referee's opinion */
    double time_s, match_time_s;                        /* shot clock, match clock; negative: not running */
    struct choice choice;
    struct lag_ball lag[2]; /* by side */
    enum rack_place fifteenth, cue_place;
    bool accepted; /* a person looked at it: what is not listed below is as it was taken, and nothing is doubtful */
    uint8_t settled_n;
    struct settled settled[SETTLED_MAX];
    struct facts facts;
};
