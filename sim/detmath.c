/* SPDX-License-Identifier: Apache-2.0 */
/* detmath.c: how are sine, exponential and random numbers computed so that every machine gets the same bits? */
#include "detmath.h"

#include <string.h>

/* Taylor series on |x| <= pi/4: the first term left out is below 1e-12. */
static double sin_small(double x)
{
    double q = x * x;
    return x *
           (1 + q * (-1.0 / 6 + q * (1.0 / 120 +
                                     q * (-1.0 / 5040 + q * (1.0 / 362880 + q * (-1.0 / 39916800 + q / 6227020800))))));
}

static double cos_small(double x)
{
    double q = x * x;
    return 1 +
           q * (-0.5 + q * (1.0 / 24 + q * (-1.0 / 720 + q * (1.0 / 40320 + q * (-1.0 / 3628800 + q / 479001600)))));
}

static double quarter_turns(double x, long *quarter)
{
    double n = floor(x * (2 / SIM_PI) + 0.5);
    *quarter = (long)n & 3;
    return x - n * (SIM_PI / 2);
}

double sim_sin(double x)
{
    long q;
    double r = quarter_turns(x, &q);
    double s = q & 1 ? cos_small(r) : sin_small(r);
    return q & 2 ? -s : s;
}

double sim_cos(double x)
{
    return sim_sin(x + SIM_PI / 2);
}

/* Halving the angle twice brings the argument below 0.2, where the series is short. */
static double atan_positive(double x)
{
    if (x > 1)
        return SIM_PI / 2 - atan_positive(1 / x);
    double h = x / (1 + sqrt(1 + x * x));
    h = h / (1 + sqrt(1 + h * h));
    double q = h * h;
    return 4 * h *
           (1 - q * (1.0 / 3 - q * (1.0 / 5 - q * (1.0 / 7 - q * (1.0 / 9 - q * (1.0 / 11 - q * (1.0 / 13)))))));
}

double sim_atan2(double y, double x)
{
    if (x == 0 && y == 0)
        return 0;
    double ax = fabs(x), ay = fabs(y);
    double a = ax > 0 ? atan_positive(ay / ax) : SIM_PI / 2;
    if (x < 0)
        a = SIM_PI - a;
    return y < 0 ? -a : a;
}

/* 2^n by its bits; n within the normal range. */
static double power_of_two(int n)
{
    uint64_t bits = (uint64_t)(n + 1023) << 52;
    double d;
    memcpy(&d, &bits, sizeof d);
    return d;
}

double sim_exp(double x)
{
    if (x < -700)
        return 0;
    if (x > 700)
        x = 700;
    double n = floor(x * 1.44269504088896340736 + 0.5), r = x - n * 0.69314718055994530942, sum = 1, term = 1;
    for (int i = 1; i <= 12; i++) {
        term *= r / i;
        sum += term;
    }
    return sum * power_of_two((int)n);
}

double sim_log(double x)
{
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    int e = (int)(bits >> 52 & 2047) - 1023;
    double m = x / power_of_two(e);
    if (m > 1.41421356237309504880) {
        m /= 2;
        e++;
    }
    double s = (m - 1) / (m + 1), q = s * s, sum = 0;
    for (int k = 17; k >= 1; k -= 2)
        sum = sum * q + 1.0 / k;
    return 2 * s * sum + e * 0.69314718055994530942;
}

double sim_pow(double base, double exponent)
{
    return base <= 0 ? 0 : sim_exp(exponent * sim_log(base));
}

/* splitmix64 (Steele, Lea, Flood 2014): full period, one addition and three mixing steps. */
struct sim_rng sim_rng(uint64_t seed)
{
    struct sim_rng rng = {seed * 0x9E3779B97F4A7C15u + 0xD1B54A32D192ED03u};
    sim_rng_next(&rng);
    return rng;
}

uint64_t sim_rng_next(struct sim_rng *rng)
{
    uint64_t z = rng->state += 0x9E3779B97F4A7C15u;
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9u;
    z = (z ^ z >> 27) * 0x94D049BB133111EBu;
    return z ^ z >> 31;
}

double sim_rng_unit(struct sim_rng *rng)
{
    return (double)(sim_rng_next(rng) >> 11) * (1.0 / 9007199254740992.0);
}

double sim_rng_range(struct sim_rng *rng, double lo, double hi)
{
    return lo + (hi - lo) * sim_rng_unit(rng);
}

int sim_rng_int(struct sim_rng *rng, int n)
{
    return n <= 1 ? 0 : (int)(sim_rng_next(rng) % (unsigned)n);
}

double sim_rng_normal(struct sim_rng *rng)
{
    double sum = 0;
    for (int i = 0; i < 12; i++)
        sum += sim_rng_unit(rng);
    return sum - 6;
}
