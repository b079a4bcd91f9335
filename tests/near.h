/* SPDX-License-Identifier: Apache-2.0 */
/* near.h: is a figure what it should be? */
#pragma once

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static inline void near(double got, double want, double within)
{
    if (!(fabs(got - want) <= within))
        fail_msg("got %.9g, wanted %.9g within %.3g", got, want, within);
}
