/* SPDX-License-Identifier: Apache-2.0 */
/* roots.h: when does a polynomial of degree four or less first reach zero? */
#pragma once

/* c[0] + c[1] t + ... + c[4] t^4 */
struct poly4 {
    double c[5];
};

double sim_poly4_at(const struct poly4 *p, double t);

/* First t in (0, limit] at which p, positive just before, falls to zero or below. Negative when it never does.
 * p(0) should be positive; a p(0) of zero or less counts from where p has become positive. */
double sim_poly4_first_fall(const struct poly4 *p, double limit);
