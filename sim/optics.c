/* SPDX-License-Identifier: Apache-2.0 */
/* optics.c: how does a camera see points, and which way does each pixel look? */
#include "optics.h"

#include "detmath.h"
#include "err.h"

/* Room the rail and pockets take outside the noses, mm. */
static const double OUTSIDE = 130;

struct sim_camera sim_camera_over(const struct table *t, int width, int height, double height_mm)
{
    struct sim_camera c = {.width = width, .height = height, .cx = (width - 1) / 2.0, .cy = (height - 1) / 2.0};
    c.R[0] = 1; /* picture's right is the top cushion, picture's up is left seen from baulk */
    c.R[4] = c.R[8] = -1;
    c.at = vec3(0, 0, height_mm);
    c.fps = 30;
    c.shutter_s = 0.004;
    c.gain = 1;
    c.gamma = 2.2;
    c.contrast = 0.25;
    c.balance[0] = c.balance[1] = c.balance[2] = 1;
    c.noise_read = 1;
    c.noise_shot = 1.4;
    c.soft_px = 0.35;
    c.vignette = 0.12;
    sim_camera_fit(&c, t, 0.02);
    return c;
}

static void multiply(const double a[9], const double b[9], double out[9])
{
    double m[9];
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            m[3 * i + j] = a[3 * i] * b[j] + a[3 * i + 1] * b[3 + j] + a[3 * i + 2] * b[6 + j];
    for (int i = 0; i < 9; i++)
        out[i] = m[i];
}

void sim_camera_turn(struct sim_camera *c, double tilt, double pan, double roll)
{
    double s = sim_sin(tilt), k = sim_cos(tilt);
    multiply((double[9]){1, 0, 0, 0, k, -s, 0, s, k}, c->R, c->R);
    s = sim_sin(pan), k = sim_cos(pan);
    multiply((double[9]){k, 0, s, 0, 1, 0, -s, 0, k}, c->R, c->R);
    s = sim_sin(roll), k = sim_cos(roll);
    multiply((double[9]){k, -s, 0, s, k, 0, 0, 0, 1}, c->R, c->R);
}

static struct vec2 distort(const double k[5], double x, double y)
{
    double r2 = x * x + y * y, radial = 1 + r2 * (k[0] + r2 * (k[1] + r2 * k[4]));
    return vec2(x * radial + 2 * k[2] * x * y + k[3] * (r2 + 2 * x * x),
                y * radial + k[2] * (r2 + 2 * y * y) + 2 * k[3] * x * y);
}

static struct vec3 to_camera(const struct sim_camera *c, struct vec3 p)
{
    struct vec3 d = vec3_sub(p, c->at);
    return vec3(c->R[0] * d.x + c->R[1] * d.y + c->R[2] * d.z, c->R[3] * d.x + c->R[4] * d.y + c->R[5] * d.z,
                c->R[6] * d.x + c->R[7] * d.y + c->R[8] * d.z);
}

bool sim_camera_project(const struct sim_camera *c, struct vec3 p, struct vec2 *px)
{
    struct vec3 q = to_camera(c, p);
    return q.z > 1 && sim_camera_image(c, q, px);
}

bool sim_camera_image(const struct sim_camera *c, struct vec3 q, struct vec2 *px)
{
    if (q.z <= 0)
        return false;
    struct vec2 d = distort(c->k, q.x / q.z, q.y / q.z);
    *px = vec2(c->fx * d.x + c->cx, c->fy * d.y + c->cy);
    return true;
}

/* Newton on the distortion with a numerical derivative: three or four rounds reach 1e-12 for any sane lens. */
struct vec3 sim_camera_ray_own(const struct sim_camera *c, double u, double v)
{
    struct vec2 want = vec2((u - c->cx) / c->fx, (v - c->cy) / c->fy), at = want;
    for (int i = 0; i < 12; i++) {
        const double h = 1e-5;
        struct vec2 d = distort(c->k, at.x, at.y), e = vec2_sub(want, d);
        if (vec2_dot(e, e) < 1e-22)
            break;
        struct vec2 dx = vec2_scale(vec2_sub(distort(c->k, at.x + h, at.y), d), 1 / h);
        struct vec2 dy = vec2_scale(vec2_sub(distort(c->k, at.x, at.y + h), d), 1 / h);
        double det = dx.x * dy.y - dy.x * dx.y;
        if (fabs(det) < 0.05) /* beyond where the lens model folds over: stay put */
            break;
        at = vec2(at.x + (e.x * dy.y - e.y * dy.x) / det, at.y + (dx.x * e.y - dx.y * e.x) / det);
    }
    return vec3(at.x, at.y, 1);
}

struct vec3 sim_camera_ray(const struct sim_camera *c, double u, double v)
{
    struct vec3 q = sim_camera_ray_own(c, u, v);
    return vec3(c->R[0] * q.x + c->R[3] * q.y + c->R[6], c->R[1] * q.x + c->R[4] * q.y + c->R[7],
                c->R[2] * q.x + c->R[5] * q.y + c->R[8]);
}

double sim_camera_ball_px(const struct sim_camera *c, struct vec3 p, double r)
{
    struct vec3 q = to_camera(c, p);
    struct vec2 a, b;
    struct vec3 side = vec3(c->R[0] * r, c->R[1] * r, c->R[2] * r), down = vec3(c->R[3] * r, c->R[4] * r, c->R[5] * r);
    if (q.z <= 1 || !sim_camera_project(c, vec3_add(p, side), &a) || !sim_camera_project(c, vec3_sub(p, side), &b))
        return 0;
    double across = vec2_dist(a, b) / 2;
    if (!sim_camera_project(c, vec3_add(p, down), &a) || !sim_camera_project(c, vec3_sub(p, down), &b))
        return 0;
    return 0.5 * (across + vec2_dist(a, b) / 2);
}

/* Whether all of the outer rail is in the picture. */
static bool holds(const struct sim_camera *c, const struct table *t, double margin)
{
    double mx = margin * c->width, my = margin * c->height;
    for (int i = -8; i <= 8; i++)
        for (int side = 0; side < 4; side++) {
            double hx = t->bed.length / 2 + OUTSIDE, hy = t->bed.width / 2 + OUTSIDE, s = i / 8.0;
            struct vec3 p = side < 2 ? vec3(s * hx, side ? hy : -hy, 0) : vec3(side == 2 ? hx : -hx, s * hy, 0);
            struct vec2 px;
            if (!sim_camera_project(c, p, &px) || px.x < mx || px.x > c->width - 1 - mx || px.y < my ||
                px.y > c->height - 1 - my)
                return false;
        }
    return true;
}

void sim_camera_fit(struct sim_camera *c, const struct table *t, double margin)
{
    double lo = 0.05 * c->width, hi = 20.0 * c->width;
    for (int i = 0; i < 40; i++) {
        c->fx = c->fy = 0.5 * (lo + hi);
        *(holds(c, t, margin) ? &lo : &hi) = c->fx;
    }
    c->fx = c->fy = lo;
}

static void random_pose(struct sim_camera *c, const struct table *t, struct sim_rng *rng)
{
    double high = sim_rng_range(rng, 0.65, 1.9) * t->bed.length, u = sim_rng_unit(rng);
    double off = 25 * SIM_PI / 180 * u * u, way = sim_rng_range(rng, 0, 2 * SIM_PI); /* most hang nearly above */
    double out = high * sim_sin(off) / sim_cos(off);
    c->at = vec3(out * sim_cos(way), out * sim_sin(way), high);
    /* Look back at the middle, nearly. */
    double tilt = sim_atan2(c->at.y, c->at.z);
    double pan = sim_atan2(c->at.x, sqrt(c->at.y * c->at.y + c->at.z * c->at.z));
    sim_camera_turn(c, tilt + sim_rng_range(rng, -0.02, 0.02), pan + sim_rng_range(rng, -0.02, 0.02),
                    sim_rng_range(rng, -0.05, 0.05));
    c->cx += sim_rng_range(rng, -0.02, 0.02) * c->width;
    c->cy += sim_rng_range(rng, -0.02, 0.02) * c->height;
}

/* Folding lenses cannot be: distortion must still grow at the picture's corner. */
static void random_lens(struct sim_camera *c, struct sim_rng *rng)
{
    static const double strength[] = {0, -0.04, -0.09, -0.16};
    double k1 = strength[sim_rng_int(rng, 4)] * sim_rng_range(rng, 0.7, 1.3);
    c->k[0] = k1;
    c->k[1] = -k1 * sim_rng_range(rng, 0.05, 0.25);
    c->k[2] = sim_rng_range(rng, -6e-4, 6e-4);
    c->k[3] = sim_rng_range(rng, -6e-4, 6e-4);
}

static void random_sensor(struct sim_camera *c, struct sim_rng *rng)
{
    static const double rates[] = {25, 30, 50, 60};
    c->fps = rates[sim_rng_int(rng, 4)];
    c->shutter_s = fmin(sim_rng_range(rng, 0.001, 0.012), 0.9 / c->fps);
    c->rolling_s = sim_rng_int(rng, 2) ? fmin(sim_rng_range(rng, 0.004, 0.018), 0.95 / c->fps) : 0;
    c->gain = sim_rng_range(rng, 0.7, 1.25);
    c->gamma = sim_rng_range(rng, 1.9, 2.5);
    c->contrast = sim_rng_range(rng, 0, 0.6);
    c->balance[0] = sim_rng_range(rng, 0.88, 1.12);
    c->balance[2] = sim_rng_range(rng, 0.85, 1.15);
    c->noise_read = sim_rng_range(rng, 0.3, 3);
    c->noise_shot = sim_rng_range(rng, 0.5, 3);
    c->soft_px = sim_rng_range(rng, 0, 0.7);
    c->vignette = sim_rng_range(rng, 0, 0.35);
}

struct sim_camera sim_camera_random(const struct table *t, int width, int height, uint64_t seed)
{
    struct sim_rng rng = sim_rng(seed ^ 0xCA3E7A);
    struct sim_camera c = sim_camera_over(t, width, height, t->bed.length);
    random_pose(&c, t, &rng);
    random_lens(&c, &rng);
    random_sensor(&c, &rng);
    sim_camera_fit(&c, t, sim_rng_range(&rng, 0.005, 0.05));
    return c;
}

int sim_camera_check(const struct sim_camera *c)
{
    bool ok = c->width >= 64 && c->width <= 8192 && c->height >= 64 && c->height <= 8192 && c->width % 2 == 0 &&
              c->height % 2 == 0 && c->fx > 0 && c->fy > 0 && c->fps >= 1 && c->fps <= 1000 && c->shutter_s >= 0 &&
              c->shutter_s <= 1 / c->fps && c->rolling_s >= 0 && c->rolling_s <= 1 / c->fps && c->gain > 0 &&
              c->gamma >= 1 && c->gamma <= 4 && c->noise_read >= 0 && c->noise_shot >= 0 && c->at.z > 100;
    return ok ? 0 : ERR_RANGE;
}
