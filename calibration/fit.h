/* SPDX-License-Identifier: Apache-2.0 */
/* fit.h: the camera that best explains edges measured in a picture: cushion noses, the outer border of the cloth, the
 * baulk-line and the D. Each edge says only "this pixel lies somewhere on that line", so no point has to be matched. */
#pragma once

#include "camera.h"
#include "table.h"

enum fit_line {
    FIT_NOSE_TOP, /* noses, at the height of the nose */
    FIT_NOSE_BOTTOM,
    FIT_NOSE_LEFT,
    FIT_NOSE_RIGHT,
    FIT_BORDER_TOP, /* where cloth ends and rail begins: a free but common distance behind the noses */
    FIT_BORDER_BOTTOM,
    FIT_BORDER_LEFT,
    FIT_BORDER_RIGHT,
    FIT_BAULK, /* on the cloth */
    FIT_D,
    FIT_SPOT_X, /* a spot on the cloth, along x and along y; which one: fit_edge.spot */
    FIT_SPOT_Y,
    FIT_MIDDLE, /* the middle of a middle pocket, along x, at the height of the nose */
    FIT_LINES
};

struct fit_edge {
    struct vec2 px;
    enum fit_line line;
    float weight;   /* 1 for a clear edge */
    enum spot spot; /* of FIT_SPOT_X and _Y */
};

/* How oval a ball at px looks: its half axis away from the optical axis less the one across, px. */
struct fit_limb {
    struct vec2 px;
    double oval_px, sd_px;
};

enum fit_unknown {
    FIT_LOG_F, /* log of focal length over picture width */
    FIT_TURN_X,
    FIT_TURN_Y,
    FIT_TURN_Z,
    FIT_T_X,
    FIT_T_Y,
    FIT_T_Z,
    FIT_K1,
    FIT_K2,
    FIT_CX, /* pixels from the middle of the picture */
    FIT_CY,
    FIT_P1,
    FIT_P2,
    FIT_CAMERA_UNKNOWNS,              /* what follows belongs to the table */
    FIT_ASPECT = FIT_CAMERA_UNKNOWNS, /* its width is (1 + aspect) times the nominal: tables are built to a tolerance */
    FIT_BORDER,                       /* mm from nose to border */
    FIT_LIP_TOP, /* mm by which the visible edge of a nose lies outwards of it: noses are round and shaded */
    FIT_LIP_BOTTOM,
    FIT_LIP_LEFT,
    FIT_LIP_RIGHT,
    FIT_BAULK_OFF, /* mm by which the baulk-line was drawn off its place, towards the top */
    FIT_D_OFF,     /* mm by which the D's radius is off */
    FIT_D_Y,       /* mm by which its middle is off the table's long axis */
    FIT_UNKNOWNS
};

/* What is believed before looking: mean and sd of each unknown that is not simply free. */
struct fit_params {
    double focal;          /* most likely focal length over picture width, 0.4..2; change for a known lens */
    double focal_sd;       /* of its logarithm. Noses and balls lie almost in one plane, so the picture itself says
                              little about it and an error in it costs little */
    double k1_sd, k2_sd;   /* radial distortion */
    double p_sd;           /* tangential distortion */
    double centre_sd;      /* of the optical centre, share of the picture width */
    double aspect_sd;      /* of width to length */
    double lip, lip_sd;    /* mm, mean and sd: of the visible edge of a nose against the nose, all four alike */
    double lip_side_sd[4]; /* mm: of each side against the others; it changes with light and the angle of view */
    double baulk_sd;       /* mm: of the place of the baulk-line; it is drawn by hand along a template */
    double d_sd;           /* mm: of the D's radius */
    double d_y_sd;         /* mm: of the D's middle, across the table */
    double spot_sd;        /* mm: of a spot, each way */
    int steps;             /* of the solver, at most; 10..100. Few will do to compare */
    double edge_sd;        /* px: of one edge, counting that neighbours on a line err together */
};

struct fit_params fit_params_default(void);

struct fit {
    const struct table *table;
    int width, height;
    double chroma_x; /* of the camera it started from */
    struct fit_params params;
    double start_R[9];      /* turns are about this */
    double x[FIT_UNKNOWNS]; /* current solution */
    const struct fit_limb *limb;
    int limbs; /* 0: no ball is known */
};

/* What a camera makes of a ball of this radius (mm) seen at px. */
double fit_limb_oval(const struct camera *cam, double radius, struct vec2 px);

/* Starts from a camera: focal length, pose and distortion are taken over. */
void fit_start(struct fit *fit, const struct table *table, const struct camera *cam, const struct fit_params *params);

/* Fits the unknowns whose bit is set in `free` to the edges; returns 0 or ERR_*. */
#define FIT_BIT(unknown) (1u << (unknown))
#define FIT_POSE                                                                                                       \
    (FIT_BIT(FIT_TURN_X) | FIT_BIT(FIT_TURN_Y) | FIT_BIT(FIT_TURN_Z) | FIT_BIT(FIT_T_X) | FIT_BIT(FIT_T_Y) |           \
     FIT_BIT(FIT_T_Z))
int fit_solve(struct fit *fit, const struct fit_edge *edge, int edges, unsigned free, double loss_px);

/* How well the picture and the priors together know a place: the sd, mm, of what the fitted camera makes of a pixel
 * that sees a ball's centre, the worst direction at the worst place of the bed. As far as the edges and what is
 * believed before looking tell: their noise, the lips, the drawing of the marks, the lens. Negative: ERR_MEMORY, or 1e3
 * when the edges do not determine it. */
double fit_sd_mm(const struct fit *fit, const struct fit_edge *edge, int edges, unsigned free, double loss_px);

/* Robust pixels between an edge and its line in the current solution. */
double fit_distance_px(const struct fit *fit, const struct fit_edge *edge);

struct camera fit_camera(const struct fit *fit);

/* A first camera from the four corners of a rectangle of half-sizes hx, hy at height z, in the order (+x +y) (+x -y)
 * (-x -y) (-x +y). Returns the RMS distance in px, or a negative ERR_*. */
double fit_corners(struct camera *cam, int width, int height, const struct vec2 px[4], double hx, double hy, double z,
                   const struct fit_params *params);
