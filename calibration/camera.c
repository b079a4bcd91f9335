/* SPDX-License-Identifier: Apache-2.0 */
/* camera.c: projection with distortion, its inverse, and the outline of a sphere. */
#include "camera.h"

/* Beyond this the polynomial is not trusted: 70 degrees off the axis. */
static const double tan_limit = 2.75;

static void distort(const double k[5], double x, double y, double *xd, double *yd)
{
    double r2 = x * x + y * y;
    double radial = 1 + r2 * (k[0] + r2 * (k[1] + r2 * k[4]));
    *xd = x * radial + 2 * k[2] * x * y + k[3] * (r2 + 2 * x * x);
    *yd = y * radial + k[2] * (r2 + 2 * y * y) + 2 * k[3] * x * y;
}

/* Does the radius still grow with the angle? */
static bool unfolded(const double k[5], double r2)
{
    return 1 + r2 * (3 * k[0] + r2 * (5 * k[1] + r2 * 7 * k[4])) > 0.05;
}

static void to_camera(const struct camera *cam, struct vec3 p, double c[3])
{
    const double *R = cam->R;
    c[0] = R[0] * p.x + R[1] * p.y + R[2] * p.z + cam->t[0];
    c[1] = R[3] * p.x + R[4] * p.y + R[5] * p.z + cam->t[1];
    c[2] = R[6] * p.x + R[7] * p.y + R[8] * p.z + cam->t[2];
}

static bool project_camera_point(const struct camera *cam, const double c[3], struct vec2 *px)
{
    if (c[2] <= 1e-9)
        return false;
    double x = c[0] / c[2], y = c[1] / c[2], r2 = x * x + y * y, xd, yd;
    if (r2 > tan_limit * tan_limit || !unfolded(cam->k, r2))
        return false;
    distort(cam->k, x, y, &xd, &yd);
    *px = vec2(cam->fx * xd + cam->cx, cam->fy * yd + cam->cy);
    return true;
}

bool camera_project(const struct camera *cam, struct vec3 p, struct vec2 *px)
{
    double c[3];
    to_camera(cam, p, c);
    return project_camera_point(cam, c, px);
}

/* Newton's method with the radial derivative along both axes; the tangential part is small and follows. */
static bool undistort(const double k[5], double xd, double yd, double *x, double *y)
{
    double u = xd, v = yd;
    for (int i = 0; i < 20; i++) {
        double ex, ey, r2 = u * u + v * v;
        if (r2 > tan_limit * tan_limit || !unfolded(k, r2))
            return false;
        distort(k, u, v, &ex, &ey);
        ex -= xd;
        ey -= yd;
        double radial = 1 + r2 * (k[0] + r2 * (k[1] + r2 * k[4]));
        double slope = 2 * (k[0] + r2 * (2 * k[1] + r2 * 3 * k[4]));
        double a = radial + slope * u * u, b = slope * u * v, d = radial + slope * v * v, det = a * d - b * b;
        u -= (d * ex - b * ey) / det;
        v -= (a * ey - b * ex) / det;
        if (ex * ex + ey * ey < 1e-18)
            break;
    }
    *x = u;
    *y = v;
    return isfinite(u) && isfinite(v);
}

bool camera_to_plane(const struct camera *cam, struct vec2 px, double z, struct vec2 *mm)
{
    double x, y;
    if (!undistort(cam->k, (px.x - cam->cx) / cam->fx, (px.y - cam->cy) / cam->fy, &x, &y))
        return false;
    const double *R = cam->R;
    struct vec3 at = camera_position(cam);
    double dx = R[0] * x + R[3] * y + R[6], dy = R[1] * x + R[4] * y + R[7], dz = R[2] * x + R[5] * y + R[8];
    if (dz > -1e-6)
        return false;
    double s = (z - at.z) / dz;
    *mm = vec2(at.x + s * dx, at.y + s * dy);
    return s > 0;
}

struct vec3 camera_position(const struct camera *cam)
{
    const double *R = cam->R, *t = cam->t;
    return (struct vec3){-(R[0] * t[0] + R[3] * t[1] + R[6] * t[2]), -(R[1] * t[0] + R[4] * t[1] + R[7] * t[2]),
                         -(R[2] * t[0] + R[5] * t[1] + R[8] * t[2])};
}

double camera_tilt(const struct camera *cam)
{
    return acos(fmin(1, fmax(-1, -cam->R[8])));
}

double camera_scale(const struct camera *cam, struct vec3 at)
{
    struct vec2 c, x, y;
    if (!camera_project(cam, at, &c) || !camera_project(cam, (struct vec3){at.x + 1, at.y, at.z}, &x) ||
        !camera_project(cam, (struct vec3){at.x, at.y + 1, at.z}, &y))
        return 0;
    return sqrt(fabs(vec2_cross(vec2_sub(x, c), vec2_sub(y, c))));
}

/* The edge of a sphere as seen is a circle in space: where the lines of sight touch it. It lies in a plane across the
 * line to the centre, nearer than the centre by r^2/D, with radius r sqrt(1 - r^2/D^2). */
bool camera_outline(const struct camera *cam, struct vec3 centre, double radius, int n, struct vec2 *px)
{
    double c[3];
    to_camera(cam, centre, c);
    double D = sqrt(c[0] * c[0] + c[1] * c[1] + c[2] * c[2]);
    if (c[2] <= radius || D <= radius)
        return false;
    double w[3] = {c[0] / D, c[1] / D, c[2] / D};
    double h = sqrt(w[1] * w[1] + w[2] * w[2]); /* never 0 as w[2] > 0 */
    double a[3] = {h, -w[0] * w[1] / h, -w[0] * w[2] / h};
    double b[3] = {0, w[2] / h, -w[1] / h};
    double near = 1 - radius * radius / (D * D), across = radius * sqrt(near);
    for (int i = 0; i < n; i++) {
        double angle = 2 * 3.14159265358979323846 * i / n, ca = across * cos(angle), sa = across * sin(angle);
        double p[3];
        for (int j = 0; j < 3; j++)
            p[j] = c[j] * near + a[j] * ca + b[j] * sa;
        if (!project_camera_point(cam, p, &px[i]))
            return false;
    }
    return true;
}

void rotation_from_vector(const double v[3], double R[9])
{
    double angle = sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
    double s = angle > 1e-9 ? sin(angle) / angle : 1, c = angle > 1e-9 ? (1 - cos(angle)) / (angle * angle) : 0.5;
    double x = v[0], y = v[1], z = v[2];
    double out[9] = {1 - c * (y * y + z * z), c * x * y - s * z,       c * x * z + s * y,
                     c * x * y + s * z,       1 - c * (x * x + z * z), c * y * z - s * x,
                     c * x * z - s * y,       c * y * z + s * x,       1 - c * (x * x + y * y)};
    for (int i = 0; i < 9; i++)
        R[i] = out[i];
}

void rotation_multiply(const double A[9], const double B[9], double out[9])
{
    double r[9];
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            r[3 * i + j] = A[3 * i] * B[j] + A[3 * i + 1] * B[3 + j] + A[3 * i + 2] * B[6 + j];
    for (int i = 0; i < 9; i++)
        out[i] = r[i];
}

struct vec2 camera_change_height(const struct camera *camera, struct vec2 mm, double from, double to)
{
    struct vec2 px, there;
    if (from == to || !camera_project(camera, (struct vec3){mm.x, mm.y, from}, &px) ||
        !camera_to_plane(camera, px, to, &there))
        return mm;
    return there;
}
