/* SPDX-License-Identifier: Apache-2.0 */
/* kernels_lanes.h: the kernels of rays.h, eight rays at a time, in the compiler's own vectors. Included once by each
 * version that has vectors, after it has said how bytes are picked (pick_two) and
 * roots drawn (roots). Every operation is that of the C
 * reference in the same order, so the bits are the same. */

#define LANES static inline __attribute__((always_inline))

struct colours {
    floats y, u, v;
};

LANES floats load8(const float *p)
{
    floats v;
    __builtin_memcpy(&v, p, sizeof v);
    return v;
}

LANES void store8(float *p, floats v)
{
    __builtin_memcpy(p, &v, sizeof v);
}

LANES floats choose(ints mask, floats yes, floats no)
{
    return (floats)((mask & (ints)yes) | (~mask & (ints)no));
}

LANES floats between8(const uint8_t *p, int stride, int step, floats x, floats y)
{
    ints ix = __builtin_convertvector(x, ints), iy = __builtin_convertvector(y, ints);
    floats fx = x - __builtin_convertvector(ix, floats), fy = y - __builtin_convertvector(iy, floats);
    floats a, b, c, d;
    ints at = iy * stride + ix * step;
    pick_two(p, at, step, &a, &b);
    pick_two(p, at + stride, step, &c, &d);
    floats top = a + fx * (b - a), bottom = c + fx * (d - c);
    return top + fy * (bottom - top);
}

LANES struct colours without_shade8(struct colours c, const float shade[3])
{
    floats y = c.y - 16, u = c.u - 128, v = c.v - 128, along = y * shade[0] + u * shade[1] + v * shade[2];
    return (struct colours){y - along * shade[0], u - along * shade[1], v - along * shade[2]};
}

LANES struct colours colours_at(const struct rays *r, floats x, floats y)
{
    floats cx = (x - r->chroma_x) * 0.5f, cy = y * 0.5f - 0.25f;
    struct colours c = {between8(r->plane[0], r->stride[0], 1, x, y),
                        between8(r->plane[1], r->stride[1], r->step, cx, cy),
                        between8(r->plane[2], r->stride[2], r->step, cx, cy)};
    return r->shadeless ? without_shade8(c, r->shade) : c;
}

LANES struct colours level8(const struct colours *c)
{
    const float third = 1.0f / RAY_LEVEL;
    return (struct colours){(c[0].y + c[1].y + c[2].y) * third, (c[0].u + c[1].u + c[2].u) * third,
                            (c[0].v + c[1].v + c[2].v) * third};
}

LANES struct colours apart8(const struct rays *r, struct colours a, struct colours b)
{
    return (struct colours){r->luma * (a.y - b.y), r->chroma * (a.u - b.u), r->chroma * (a.v - b.v)};
}

LANES floats square8(struct colours c)
{
    return c.y * c.y + c.u * c.u + c.v * c.v;
}

/* As outside_level of the reference, for eight rays; those that are done keep what they have. */
LANES ints outside8(const struct rays *r, const struct colours *c, int n, struct colours in, struct colours *out)
{
    floats most = {0}, turned = {0};
    float least = r->edge_limit * r->edge_limit;
    ints at = {0}, done = {0};
    struct colours peak = c[0];
    for (int i = RAY_LEVEL; i < n; i++) {
        floats d = square8(apart8(r, c[i], in));
        ints more = ~done & (d > most), back = ~done & ~more & (most > least) & (d < turned);
        floats level = 0.7f * roots(d) - 2;
        done |= back;
        most = choose(more, d, most);
        turned = choose(more, choose(level > 0, level * level, level * 0), turned);
        at = (more & i) | (~more & at);
        peak.y = choose(more, c[i].y, peak.y);
        peak.u = choose(more, c[i].u, peak.u);
        peak.v = choose(more, c[i].v, peak.v);
    }
    struct colours far = level8(c + n - RAY_LEVEL);
    out->y = choose(done, peak.y, far.y);
    out->u = choose(done, peak.u, far.u);
    out->v = choose(done, peak.v, far.v);
    return (done & at) | (~done & (n - RAY_LEVEL));
}

LANES void find_edges8(const struct rays *r, const struct colours *c, int n, int ray, struct ray_edges *e)
{
    struct colours in = level8(c), out;
    ints last = outside8(r, c, n, in, &out);
    struct colours d = apart8(r, out, in), rest = r->shadeless ? out : without_shade8(out, r->shade);
    floats norm2 = square8(d), scale = 1 / (norm2 + 1e-6f), before = {0}, best = before + NO_EDGE, steep = {0};
    for (int i = RAY_LEVEL - 1; i <= n - 1; i++) {
        floats v = ((c[i].y - in.y) * d.y + (c[i].u - in.u) * d.u + (c[i].v - in.v) * d.v) * scale - 0.5f;
        if (i >= RAY_LEVEL) {
            floats at = ((float)(i - r->reach - RAY_LEVEL) - v / (v - before)) * r->pitch;
            ints here = (before < 0) & (v >= 0) & (last >= i) & (at * at < best * best);
            best = choose(here, at, best);
            steep = choose(here, v - before, steep);
        }
        before = v;
    }
    store8(e->off + ray, best);
    store8(e->steep + ray, steep);
    store8(e->norm2 + ray, norm2);
    store8(e->light + ray, out.y);
    store8(e->rest2 + ray, square8(rest));
}

static void edges(const struct rays *r, struct ray_edges *out)
{
    struct colours c[RAY_SAMPLES];
    int n = 2 * (r->reach + RAY_LEVEL) + 1;
    for (int ray = 0; ray < r->n; ray += RAY_LANES) {
        floats dx = load8(r->dx + ray), dy = load8(r->dy + ray), from = load8(r->r + ray);
        for (int i = 0; i < n; i++) {
            floats s = from + (float)(i - r->reach - RAY_LEVEL) * r->pitch;
            c[i] = colours_at(r, r->cx + dx * s, r->cy + dy * s);
        }
        find_edges8(r, c, n, ray, out);
    }
}

LANES float total8(floats v)
{
    return ((v[0] + v[4]) + (v[2] + v[6])) + ((v[1] + v[5]) + (v[3] + v[7]));
}

static void fit_sums(int n, const float *dx, const float *dy, const float *off, const float *base, const float x[3],
                     float scale, struct ray_sums *out)
{
    floats s[9] = {{0}};
    float narrow = 1 / (scale * scale);
    for (int i = 0; i < n; i += RAY_LANES) {
        floats ax = load8(dx + i), ay = load8(dy + i), o = load8(off + i);
        floats rest = o - (ax * x[0] + ay * x[1] + x[2]), w = 1 / (1 + rest * rest * narrow);
        w = w * w * load8(base + i);
        floats wx = w * ax, wy = w * ay, wo = w * o;
        s[0] += wx * ax, s[1] += wx * ay, s[2] += wy * ay, s[3] += wx, s[4] += wy, s[5] += w;
        s[6] += wo * ax, s[7] += wo * ay, s[8] += wo;
    }
    *out = (struct ray_sums){total8(s[0]), total8(s[1]), total8(s[2]), total8(s[3]), total8(s[4]),
                             total8(s[5]), total8(s[6]), total8(s[7]), total8(s[8])};
}
