/* SPDX-License-Identifier: Apache-2.0 */
#include "bed.h"

struct bed bed_snooker(double length, double width, double ball_d, double baulk, double d_radius, double black)
{
    double line = -length / 2 + baulk, top = length / 2;
    return (struct bed){
        .length = length,
        .width = width,
        .ball_d = ball_d,
        .cue_ball_d = ball_d,
        .baulk_x = line,
        .d_radius = d_radius,
        .spot =
            {
                [SPOT_YELLOW] = {line, -d_radius},
                [SPOT_GREEN] = {line, d_radius},
                [SPOT_BROWN] = {line, 0},
                [SPOT_BLUE] = {0, 0},
                [SPOT_PINK] = {top / 2, 0}, /* SNK 1.1(f)(iii): midway between centre and top cushion */
                [SPOT_BLACK] = {top - black, 0},
                [SPOT_HEAD] = {line, 0},
                [SPOT_FOOT] = {top / 2, 0},
            },
    };
}

struct bed bed_pool(double length, double width, double ball_d, double cue_ball_d, double fraction)
{
    double line = -length / 2 + fraction * length, foot = length / 4;
    return (struct bed){
        .length = length,
        .width = width,
        .ball_d = ball_d,
        .cue_ball_d = cue_ball_d,
        .baulk_x = line,
        .spot =
            {
                [SPOT_BROWN] = {line, 0},
                [SPOT_BLUE] = {0, 0},
                [SPOT_PINK] = {foot, 0},
                [SPOT_BLACK] = {foot, 0},
                [SPOT_HEAD] = {line, 0},
                [SPOT_FOOT] = {foot, 0},
            },
    };
}

struct bed bed_standard(void)
{
    return bed_snooker(3569, 1778, 52.5, 737, 292, 324);
}
