/* SPDX-License-Identifier: Apache-2.0 */
/* scenes.h: tables drawn at random with known truth, for the proof of detection: any camera, lamps, cloth and set of
 * balls; racks, touching pairs, balls at cushions and in jaws, people over the table, balls in motion. */
#pragma once

#include "calibrate.h"
#include "look.h"
#include "optics.h"
#include "render.h"

enum scene_layout {
    LAYOUT_OPEN,
    LAYOUT_PAIRS,
    LAYOUT_RACK,
    LAYOUT_CUSHIONS,
    LAYOUT_JAWS,    /* in the middle of mouths */
    LAYOUT_THROATS, /* against their jaws */
    LAYOUT_ARM,
    LAYOUTS
};
const char *scene_layout_name(enum scene_layout layout);

struct scene_ball {
    ball_id id;
    struct vec3 at; /* mm, at mid exposure */
    struct vec2 px; /* projection of its centre */
    double radius;  /* mm */
    double radius_px;
    struct vec2 travel; /* mm in the exposure */
    double gap_px;      /* to its nearest neighbour, outline to outline */
    double visible;     /* share of its disc that nothing hides */
};

/* What is unlike what detection was told, or unlike an ordinary room. */
struct scene_twist {
    const char *name;
    double radius;    /* real balls are larger than told by this share */
    double blur_px;   /* sd of a lens out of focus, on top of the camera's own */
    double lean;      /* lamps stand to one side: share of the table's width */
    bool hard;        /* one small bright lamp, hardly any other light: hard shadows */
    double travel_px; /* every ball moves so far in the exposure; 0: all at rest */
    double light;     /* share of it that reaches the camera; 0: all */
    bool chroma;      /* colours are told to lie where the other standard has them */
    bool watched;     /* the table was seen for a while before balls or hands came to the mouths of pockets */
    bool hands;       /* hands are there */
    int paints;       /* of numbered balls: enum paint_sets */
    bool club;        /* the simulator's usual room: green cloth, three canopies, the camera over the middle */
};

struct scene {
    uint64_t seed;
    enum scene_layout layout;
    struct table table; /* with the balls as they are */
    double grow;        /* by which they are larger than detection is told */
    bool chroma;        /* told to lie elsewhere than it does */
    bool people;        /* somebody is in the picture */
    enum ball_set_id set;
    struct sim_camera camera;
    struct sim_look look;
    struct sim_scene things;
    int balls_n;
    struct scene_ball ball[BALL_IDS];
};

/* The scene of a seed. */
void scene_make(struct scene *s, uint64_t seed, enum scene_layout layout, int width, int height,
                const struct scene_twist *twist);

/* Takes away what lies in the mouths of pockets, and people. */
void scene_clear_mouths(struct scene *s);

/* Two balls alone, centres exactly `gap` mm more than a diameter apart, for the proof of gaps. */
void scene_two(struct scene *s, uint64_t seed, double gap, int width, int height);

/* What detection is told: the true camera, the table's nominal balls, and the usual colour of the cloth in a frame. */
void scene_calibration(const struct scene *s, const struct frame *f, struct calibration *c);

/* Darkens a frame in place, as a shorter exposure would; the same about the caller's. */
void scene_dim(struct frame *f, double light);

/* Blurs a frame in place, as a lens out of focus would. The frame must be the caller's to write to. */
void scene_defocus(struct frame *f, double sd_px);
