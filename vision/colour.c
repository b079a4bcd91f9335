/* SPDX-License-Identifier: Apache-2.0 */
/* colour.c: reading and naming. */
#include "colour.h"
void colour_read(const struct frame *f, const struct outline *o, struct ball_obs *ball)
{
    (void)f;
    (void)o;
    (void)ball;
}
void colour_name(const struct ball_set *set, const struct calibration *c, struct ball_obs *balls, int n)
{
    (void)set;
    (void)c;
    (void)balls;
    (void)n;
}
