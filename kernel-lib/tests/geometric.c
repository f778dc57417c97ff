// SPDX-License-Identifier: Apache-2.0
// The geometric functions of all types and widths on vectors with zeros, denormals, bounds, infinities and NaN among
// their elements, against the specification's "Geometric Functions" and "Edge Case Behavior"; errors within its tables
// of ULP values for each precision.
#include "edges.h"

enum { MOST = 4, VECTORS = 30000 };

// Some vectors of one type.
struct vectors {
    enum type type;
    const struct format *format;
    int n;
    double p[VECTORS * MOST], q[VECTORS * MOST]; // vector i at i * n
};

// ---- What the specification says: whether got is right for p and q of n elements
// -------------------------------------

// The tables' allowance: once + each n ULP, by type.
struct allowance {
    double once, each;
};
static const struct allowance length_ulp[TYPES] = {{0.25, 0.5}, {2.75, 0.5}, {5.5, 1}};
static const struct allowance distance_ulp[TYPES] = {{0, 2}, {2.5, 2}, {5.5, 2}};
static const struct allowance normalize_ulp[TYPES] = {{1, 1}, {2, 1}, {4.5, 1}};

static double
allowed(const struct allowance *by_type, const struct format *f, int n)
{
    return by_type[f - formats].once + by_type[f - formats].each * n;
}

static long double
length_of(int n, const long double *p)
{
    long double sum = 0;

    for (int k = 0; k < n; k++)
        sum += p[k] * p[k];
    return sqrtl(sum);
}

// The sum of products; its magnitude is that of the products, and what overflows on the way may be anything.
static bool
is_sum(const struct format *f, int n, const long double *products, double got)
{
    long double want = 0, magnitude = 0;

    for (int k = 0; k < n; k++) {
        want += products[k];
        magnitude += isfinite(products[k]) ? fabsl(products[k]) : 0;
    }
    if (magnitude > largest(f))
        return true;
    if (!isfinite(want) || !isfinite(got))
        return within(f, got, want, 0);
    return fabsl(got - want) <= magnitude * n * ldexpl(1.0L, -f->digits + 1) + n * (long double)smallest(f);
}

static bool
is_dot(const struct format *f, int n, const double *p, const double *q, const double *got)
{
    long double products[MOST];

    for (int k = 0; k < n; k++)
        products[k] = (long double)p[k] * q[k];
    return is_sum(f, n, products, got[0]);
}

// The cross product of p.xyz and q.xyz. The w component will be 0.0.
static bool
is_cross(const struct format *f, int n, const double *p, const double *q, const double *got)
{
    for (int k = 0; k < 3; k++) {
        const int a = (k + 1) % 3, b = (k + 2) % 3;
        const long double products[2] = {(long double)p[a] * q[b], -(long double)p[b] * q[a]};

        if (!is_sum(f, 2, products, got[k]))
            return false;
    }
    return n == 3 || same(got[3], 0.0);
}

// sqrt(p.x^2 + p.y^2 + ...), without overflow or extraordinary precision loss due to underflow.
static bool
is_length(const struct format *f, int n, const double *p, const double *q, const double *got)
{
    long double wide[MOST];

    (void)q;
    for (int k = 0; k < n; k++)
        wide[k] = p[k];
    return within(f, got[0], length_of(n, wide), allowed(length_ulp, f, n));
}

// length(p - q), without overflow or extraordinary precision loss due to underflow.
static bool
is_distance(const struct format *f, int n, const double *p, const double *q, const double *got)
{
    long double wide[MOST];

    for (int k = 0; k < n; k++)
        wide[k] = (long double)p[k] - q[k];
    return within(f, got[0], length_of(n, wide), allowed(distance_ulp, f, n));
}

// The unit vector; v itself if all elements are zero; NaNs if any element is one; if any element is infinite, as if
// v[i] were isinf(v[i]) ? copysign(1.0, v[i]) : 0.0 * v[i].
static bool
is_normalize(const struct format *f, int n, const double *p, const double *q, const double *got)
{
    bool infinite = false, zero = true;
    long double v[MOST], length;

    (void)q;
    for (int k = 0; k < n; k++) {
        infinite |= isinf(p[k]) != 0;
        zero &= p[k] == 0;
    }
    for (int k = 0; k < n; k++)
        v[k] = !infinite ? p[k] : isinf(p[k]) ? copysignl(1.0L, p[k]) : 0.0L * p[k];
    length = length_of(n, v);
    for (int k = 0; k < n; k++) {
        bool right = zero ? same(got[k], p[k]) : within(f, got[k], v[k] / length, allowed(normalize_ulp, f, n));

        if (!right || (v[k] == 0 && signbit(v[k]) != signbit(got[k]) && !isnan(length)))
            return false;
    }
    return true;
}

// half_sqrt of the sum of squares, whose overflow and underflow are allowed.
static bool
is_fast(const struct format *f, int n, const long double *p, double got)
{
    long double length = length_of(n, p);

    if (isfinite(length) && length * length > largest(f) && isinf(got))
        return got > 0;
    if (length * length < ldexpl(1.0L, f->least))
        return got >= 0 && got <= ldexpl(1.0L, f->least / 2);
    return within(f, got, length, 8191.5L + 2 * n);
}

static bool
is_fast_length(const struct format *f, int n, const double *p, const double *q, const double *got)
{
    long double wide[MOST];

    (void)q;
    for (int k = 0; k < n; k++)
        wide[k] = p[k];
    return is_fast(f, n, wide, got[0]);
}

static bool
is_fast_distance(const struct format *f, int n, const double *p, const double *q, const double *got)
{
    long double wide[MOST];

    for (int k = 0; k < n; k++)
        wide[k] = (long double)p[k] - q[k];
    return is_fast(f, n, wide, got[0]);
}

// Within 8192 ulps of: if (all(p == 0.0f)) result = p; else result = p / sqrt(p.x*p.x + p.y*p.y + ...). If the sum of
// squares is greater than FLT_MAX the result is undefined; if it is less than FLT_MIN it may be p.
static bool
is_fast_normalize(const struct format *f, int n, const double *p, const double *q, const double *got)
{
    bool zero = true, itself = true;
    long double wide[MOST], length;

    (void)q;
    for (int k = 0; k < n; k++) {
        wide[k] = p[k];
        zero &= p[k] == 0;
        itself &= same(got[k], p[k]);
    }
    length = length_of(n, wide);
    // A sum that is less than FLT_MIN may seem so by its rounding, too.
    if (zero || (itself && length * length < 1.001L * ldexpl(1.0L, f->least)))
        return itself;
    if (length * length > largest(f))
        return true;
    for (int k = 0; k < n; k++)
        if (!within(f, got[k], wide[k] / length, 8192 + n))
            return false;
    return true;
}

// ---- The functions --------------------------------------------------------------------------------------------------

#define DECLARE_4(name, T) edge_test name##_1_##T, name##_2_##T, name##_3_##T, name##_4_##T;
#define TABLE_4(name, T) {name##_1_##T, name##_2_##T, name##_3_##T, name##_4_##T}
#define DECLARE(name) DECLARE_4(name, half) DECLARE_4(name, float) DECLARE_4(name, double)
DECLARE(dot)
DECLARE(distance)
DECLARE(length)
DECLARE(normalize)
DECLARE_4(fast_distance, float)
DECLARE_4(fast_length, float)
DECLARE_4(fast_normalize, float)
edge_test cross_3_half, cross_4_half, cross_3_float, cross_4_float, cross_3_double, cross_4_double;

static const struct function {
    const char *name;
    bool reduces; // one number for each vector
    bool (*is_right)(const struct format *f, int n, const double *p, const double *q, const double *got);
    edge_test *run[TYPES][MOST]; // null: no such function
} functions[] = {
#define ROW(name, reduces)                                                                                             \
    {#name, reduces, is_##name, {TABLE_4(name, half), TABLE_4(name, float), TABLE_4(name, double)}},
#define FAST_ROW(name, reduces) {#name, reduces, is_##name, {[FLOAT] = TABLE_4(name, float)}},
    // clang-format off
    ROW(dot, true)
    ROW(distance, true)
    ROW(length, true)
    ROW(normalize, false)
    FAST_ROW(fast_distance, true)
    FAST_ROW(fast_length, true)
    FAST_ROW(fast_normalize, false)
    {"cross", false, is_cross, {{NULL, NULL, cross_3_half, cross_4_half},
                                {NULL, NULL, cross_3_float, cross_4_float},
                                {NULL, NULL, cross_3_double, cross_4_double}}},
    // clang-format on
};

// ---- Vectors --------------------------------------------------------------------------------------------------------

// Edges of all kinds, finite ones, zeros with one edge, or numbers of about the same size.
static double
element(const struct format *f, const double *edges, int kind, int exponent)
{
    uint64_t r = random_bits();
    double m = ldexp((double)(int64_t)random_bits(), -63);

    switch (kind) {
    case 0:
        return edges[r % EDGES];
    case 1:
        return edges[r % (EDGES - 4)];
    case 2:
        return edges[r % 4 ? r % 2 : r / 4 % EDGES];
    default:
        return fmax(fmin(ldexp(m, exponent + (int)(r % 8)), largest(f)), -largest(f));
    }
}

static void
fill(struct vectors *v, double *to, const double *edges)
{
    const struct format *f = v->format;

    for (int i = 0; i < VECTORS; i++) {
        const int kind = (int)(random_bits() % 4);
        const int exponent = f->least - f->digits + (int)(random_bits() % (uint64_t)(f->most - f->least + f->digits));

        for (int k = 0; k < v->n; k++) {
            // As the type has it.
            store(v->type, to, i * v->n + k, element(f, edges, kind, exponent));
        }
    }
}

static void
check(const struct function *function, const struct vectors *v)
{
    static double out[VECTORS * MOST];
    const int results = function->reduces ? 1 : v->n;

    memset(out, 0x55, sizeof out);
    function->run[v->type][v->n - 1](v->p, v->q, v->p, out, (ulong)(VECTORS * v->n));
    for (int i = 0; i < VECTORS; i++) {
        double p[MOST] = {0}, q[MOST] = {0}, got[MOST] = {0};

        for (int k = 0; k < v->n; k++) {
            p[k] = load(v->type, v->p, i * v->n + k);
            q[k] = load(v->type, v->q, i * v->n + k);
        }
        for (int k = 0; k < results; k++)
            got[k] = load(v->type, out, i * results + k);
        checks++;
        if (!function->is_right(v->format, v->n, p, q, got))
            FAIL("%s of %s%d (%a, %a, %a, %a), (%a, %a, %a, %a) gives %a, %a, %a, %a", function->name, v->format->name,
                 v->n, p[0], p[1], p[2], p[3], q[0], q[1], q[2], q[3], got[0], got[1], got[2], got[3]);
    }
}

int
main(void)
{
    static struct vectors v;

    for (v.type = 0; v.type < TYPES; v.type++) {
        double edges[EDGES];

        v.format = &formats[v.type];
        fill_edges(v.type, edges);
        for (v.n = 1; v.n <= MOST; v.n++) {
            fill(&v, v.p, edges);
            fill(&v, v.q, edges);
            for (size_t f = 0; f < sizeof functions / sizeof *functions; f++)
                if (functions[f].run[v.type][v.n - 1] != NULL)
                    check(&functions[f], &v);
        }
    }
    return report("geometric");
}
