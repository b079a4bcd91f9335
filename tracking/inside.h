/* SPDX-License-Identifier: Apache-2.0 */
/* inside.h: what the files of tracking/ share. Private to them. Times in s from the first frame. */
#pragma once

#include "paths.h"
#include "places.h"
#include "tracking.h"

enum { CELL_MM = 50, CELLS_X = 80, CELLS_Y = 44 };

enum life {
    LIFE_NONE,
    LIFE_NEW, /* seen, but not long enough to be believed */
    LIFE_REST,
    LIFE_MOVING,
    LIFE_GONE, /* not seen any more; kept until the stroke has been told */
};

/* What a ball has looked like: costs of each name (observed_ball), by the sides of it that were seen. */
struct likeness {
    float sum[BALL_IDS], looks; /* of earlier sides, fading, and how many those are */
    float pose[BALL_IDS];       /* mean of the side that is up now ... */
    float pose_n;               /* ... over so many frames */
    struct vec2 at;             /* where it came up */
};

struct track {
    enum life life;
    ball_id id;   /* 0: not named yet */
    ball_id like; /* the first ball of the kind it looks most like; 0: not known */
    ball_id was;  /* its name before it got another, until the next stroke has been told */
    bool told;    /* a stroke has been told with it under its name */
    struct likeness likeness;
    ball_id looks_like; /* in the last frame that left no doubt ... */
    int looks_n;        /* ... and in so many of these running */
    struct vec2 pos, vel;
    struct vec2 rest;              /* mean position at rest */
    double rest_n;                 /* frames in that mean */
    double noise2;                 /* mean square of a coordinate about rest */
    double born, seen, since;      /* first seen, last seen, in this life since */
    double left;                   /* its place, in this segment, if it woke ... */
    struct vec2 lay;               /* ... which was here */
    double rest_from, old_from;    /* at rest since; and before it moved in this segment */
    double missing;                /* s unseen although nothing was in the way */
    double covered, passed;        /* when something was last over it; when a moving ball last came near */
    double clear;                  /* mean share of its outline that was seen ... */
    double sharp;                  /* ... and mean sd of its place, mm */
    double found;                  /* share of late of the frames in plain view in which it was found */
    int seen_n, strays;            /* frames seen; frames in a row away from rest */
    int smears;                    /* frames in which it was too fast for an outline */
    int bare;                      /* frames in which it was seen and nothing else was beside it */
    bool seen_now, hidden;         /* hidden: something is in the way */
    bool woke;                     /* moved in this segment */
    bool rolls_on;                 /* it rolled when this segment began: of the stroke before ... */
    double rolled;                 /* ... at this speed, mm/s, as far as friction tells of one that is hidden */
    bool by_hand;                  /* something was over its place shortly before it was first seen */
    bool was_hidden;               /* something was over its place from the start until it was seen */
    bool taken_over;               /* a hand brought it here */
    double carried_mm, carried_at; /* ... from so far off, where it was last seen at this time */
    bool announced;                /* its coming or going has been told */
    struct sample *samples;        /* of this stroke and a little before */
    int n;
};

/* What balls lose on this cloth, mm/s^2, and how many pieces told it. */
struct friction {
    double roll, slide, roll_n, slide_n;
};

/* One stroke, or whatever else moved balls, while it is being explained. */
struct segment {
    const struct table *table;
    const struct track_params *params;
    double frame_s;  /* usual time between frames */
    double noise_mm; /* of a ball at rest */
    double begin, end;
    struct friction friction;
    const double *emptied; /* when each mouth was last seen empty ... */
    const double *odd;     /* ... or with something in it that may be a ball, and was not found as one */
    int paths_n;
    struct way *paths;
    int events_n;
    struct event *events; /* TRACK_EVENTS_MAX */
    int64_t dropped;
    ball_mask cue_balls; /* that may be struck */
    int strike;          /* path of the ball that was struck; -1: nothing was */
    double strike_t;
    double struck_p;                       /* no first contact is surer than this: that it was struck at all */
    bool start_unseen;                     /* balls rolled, but no cue-ball was seen to start */
    bool unknown;                          /* a ball came from nowhere while it lasted ... */
    struct vec2 unknown_low, unknown_high; /* ... and was seen in this box */
    int born_n;
    struct birth {
        double t;
        struct vec2 at;
    } born[TRACKS_MAX]; /* what was first seen while it lasted */
    double first_p;     /* that the first contact is as the events tell */
};

/* Correction of what is seen since the camera was bumped: shift (mm), its change along x and y in a metre, and the
 * change of that. */
enum { STEADY = 6 };
struct steady {
    double x[STEADY], y[STEADY];
    double until; /* it is fitted again until then, s */
};

struct tracking {
    struct table table;
    struct track_params params;
    struct track_sink sink;
    const struct ball_set *set;
    struct track track[TRACKS_MAX];
    double now, frame_s, noise_mm;
    ns_t origin;
    int64_t frame;
    bool started;            /* the first frame was seen */
    bool settled;            /* the first position is known */
    bool active;             /* something moves */
    struct observation last; /* as given */
    double last_seen;        /* its time */
    double last_new;         /* when the picture last differed from the one before */
    int repeats;             /* frames for which the rate of a slower film is believed */
    struct steady steady;
    bool fitted_anew; /* the camera, since the last frame */
    struct friction friction;
    bool cleared[CELLS_X * CELLS_Y];    /* parts of the table that have been in view */
    float hidden_at[CELLS_X * CELLS_Y]; /* when something was last over them, s */
    struct observation steadied;        /* the last frame, corrected */
    ns_t late, late_sd;                 /* what was seen was there so long after its frame began */
    double last_view;                   /* when the table was last in view */
    double begin, quiet;                /* of the segment; last time anything moved */
    double emptied[POCKET_COUNT];       /* when the mouth of a pocket was last seen empty; 0: never ... */
    double odd[POCKET_COUNT];           /* ... or with something in it that may be a ball */
    double lost_at[BALL_IDS];           /* when the ball of a name was last pocketed or taken away; 0: never */
    struct event pending[64];           /* hand's acts and gaps, not told yet */
    int pending_n;
    bool position_told;
    struct segment segment;
    struct event events[TRACK_EVENTS_MAX];
    struct way paths[TRACKS_MAX];
    struct path_scratch scratch;
    double *picture_off; /* frames by which pictures are later than their times say; room for params.samples */
    struct track_stats stats;
};

/* How far apart the centres of the cue-ball and another are, seen from above, that touch: English pool's is smaller,
 * and its centre lower. */
static inline double apart_of_cue(const struct table *t)
{
    return t->bed.cue_ball_d > 0 ? sqrt(t->bed.cue_ball_d * t->bed.ball_d) : t->bed.ball_d;
}

/* The same of any two. */
static inline double apart_of(const struct segment *s, const struct way *a, const struct way *b)
{
    bool one_is_cue = ball_in(s->cue_balls, a->ball) != ball_in(s->cue_balls, b->ball);
    return one_is_cue ? apart_of_cue(s->table) : s->table->bed.ball_d;
}

static inline ns_t to_ns(double s)
{
    return (ns_t)llround(s * 1e9);
}

/* ---- follow.c: which ball is which from frame to frame ---- */

void follow_frame(struct tracking *t, const struct observation *o, double dt);

/* ---- lives.c: does this ball rest, does it move, or has it gone? ---- */

/* How long a hand or a ball that was near may be the reason that a ball has gone, s. */
#define LIFE_NEAR_S 1.0
#define LIFE_PULLED_MM                                                                                                 \
    6.0 /* arms over a ball pull at what is seen of it by a few mm; one that rolls has left its place */

double life_gate_rest(const struct tracking *t, const struct track *k); /* mm from its place that are noise at rest */
/* It lies there; or was given up in this stroke without having been seen to move, or hidden before it was seen to go
 * further than an arm may pull at it: found again in its place, it has lain there all the time, whatever was over it.
 */
bool life_has_place(const struct tracking *t, const struct track *k);
void life_seen(struct tracking *t, struct track *k, const struct observed_ball *b, ball_id class);
void life_unseen(struct tracking *t, struct track *k, bool hidden, double dt);
bool life_bare(const struct track *k); /* seen by itself, or for long; what never was may be part of a hand */
bool life_gone_outside(const struct table *table, const struct track *k); /* away from any pocket */
/* It may have been carried here from a place that is still hidden: whether it was is seen when the arm has gone. */
bool life_may_be_another(const struct tracking *t, const struct track *k);
void life_find_again(struct tracking *t);      /* balls that were lost on their way, in the jaws above all */
void life_drop_twins(struct tracking *t);      /* two balls cannot lie in one place */
bool life_faint(const struct track *k);        /* it is hard to see */
bool life_seldom_found(const struct track *k); /* so much so that not finding it means little */

/* ---- cover.c: what is over the table? ---- */

bool cover_over(const struct tracking *t, const struct observation *o,
                struct vec2 p); /* something is over this place */
bool cover_bare(const struct tracking *t, const struct observation *o,
                struct vec2 p); /* a ball here is seen with nothing else beside it */
bool cover_beside(const struct tracking *t, const struct observation *o,
                  struct vec2 p);                                  /* ... or within a ball's width of it */
void cover_watch(struct tracking *t, const struct observation *o); /* marks resting balls that something comes near */
/* A ball that moves was seen near where k `lay`, between these times. */
bool cover_passed(const struct tracking *t, const struct track *k, struct vec2 lay, double from, double to);
void cover_note(struct tracking *t, const struct observation *o);  /* remembers what is in view; last in a frame */
bool cover_never_in_view(const struct tracking *t, struct vec2 p); /* nothing has been seen at this place yet */
double cover_last(const struct tracking *t, struct vec2 p);        /* when something was last over it, s */

/* ---- steady.c: did the camera move? ---- */

struct vec2 steady_apply(const struct steady *s, struct vec2 p);
void steady_frame(struct tracking *t, struct observation *o); /* corrects the observation */

/* A ball whose middle rests no farther than this from the edge of a fall may topple in by itself, mm: what calibration
 * is wrong by is in it. */
#define PLACE_HANGS_MM 4.0

/* ---- tracking.c: when something begins and ends ---- */

void track_cut(struct tracking *t, double at); /* a stroke ends here although balls still roll: the next one begins */

/* ---- moments.c: does each picture show the moment that its time says? ---- */

void moments_mend(struct tracking *t); /* corrects the times of samples in films whose rate was changed */

/* ---- scatter.c: where were balls seen, and by how much may that be wrong? ---- */

struct mean {
    struct vec2 at;
    int n;
    double scatter; /* mm, rms of a coordinate about it */
};
struct mean places_mean(const struct track *k, double from, double to);

/* What a look says of where a ball rests: a poor one, of over 1 mm, counts less. */
static inline double look_weight(double sd_mm)
{
    return 1 / fmax(sd_mm * sd_mm, 1);
}

/* Widens the sd of n samples that say too little of it. */
void scatter_widen(const struct tracking *t, struct sample *s, int n);

/* ---- displaced.c: which balls were moved while something was over them? ---- */

/* By how much a ball was moved from its place under an arm, before `start`; 0: it was not. `now` is where it lies, and
 * becomes where the stroke found it. */
double displaced_by(const struct tracking *t, const struct track *k, double start, struct mean *now);
/* By how much an arm over a ball, or a stick that hides some of its outline, may seem to move one that nothing else set
 * going when it was first seen away from its place, at `strayed`, mm: the middle of what is left of it lies anywhere in
 * it. Whether it moved is seen when that has gone. */
double displaced_seemingly(const struct tracking *t, const struct track *k, const struct observed_ball *b,
                           double strayed);
/* A ball that starts as an arm comes over it, and that no ball came near, has never left if it comes to rest where it
 * lay; nor, for all we know, if it is hidden before it was seen anywhere else. */
void displaced_never(const struct tracking *t, struct track *k);
void displaced_not(struct track *k,
                   double far);          /* it lies where it lay; what was seen farther off was the arm's doing */
void displaced_tell(struct tracking *t); /* as events */

/* ---- hands.c: a stroke, or a hand? ---- */

/* It came and went with an arm beside it all the time, and not into a pocket, and no ball came to where it lay. */
bool life_was_hand(const struct tracking *t, const struct track *k);

/* Of the first contact while a ball came from nowhere: it may have been the one. */
#define SEGMENT_UNKNOWN_P 0.6

bool segment_hit(const struct segment *s, ball_id ball); /* it probably met another, as far as has been told ... */
double segment_last_hit(const struct segment *s, ball_id ball); /* ... and then for the last time, s */
void stroke_before_view(struct segment *s);                     /* the view began in the middle of one */
bool stroke_was_played(struct segment *s);
ball_id stroke_unseen_cue_ball(const struct segment *s); /* that was struck where nobody saw it */
void stroke_tell_hand(struct segment *s);                /* nothing was struck: hands moved balls and took them */

/* ---- segment.c: what happened between two rests ---- */

/* A ball that is seen so far from where it lay has moved: less may be arms and their shadows, that pull at what is
 * seen, or compression, that moves a still ball and keeps it there. */
static inline double moved_mm(double noise_mm)
{
    return fmax(0.5, 2.5 * noise_mm);
}

/* Of rest before and after the motion that a path keeps, and by which it is told where balls lay and lie, s. */
#define SEGMENT_LEAD_S 0.4

void segment_explain(struct tracking *t, double end);
void segment_position(struct tracking *t); /* tells where balls lie now */
void tell_events(struct tracking *t, struct event *e, int n);

/* ---- friction.c: how slow is this cloth? ---- */

struct friction friction_usual(void);
void friction_learn(struct friction *f, const struct segment *s);
double friction_roll_sd(const struct friction *f);

/* ---- trace.c: why, as text ---- */

void trace_paths(const struct segment *s);
void trace_cause(const struct segment *s, ball_id hit, double t, ball_id hitter, int how, double chi2, double at,
                 double gap);

/* ---- contacts.c, pockets.c: parts of it ---- */

bool segment_rolls_freely(
    const struct way *p); /* somewhere on its way it lost speed as a ball does that nobody holds */
void segment_contacts(struct segment *s);
/* firsts.c: gaps among these events leave the first contact in doubt if it may have come while nobody saw the table */
void doubt_lost_view(struct segment *s, const struct event *e, int n);
void segment_pockets(struct segment *s);
void tell_jaw(struct segment *s, const struct way *w); /* jaws.c: a jaw that it touched before it fell */
struct event *segment_event(struct segment *s, enum event_kind kind, double t, double t_sd, double p);
void event_frames(struct event *e, const struct way *path, double t, double frame_s);
