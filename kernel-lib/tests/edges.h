// SPDX-License-Identifier: Apache-2.0
// Floating-point values at the edges of each type, and how the tests of builtins on them reach any type by one code:
// the OpenCL C side is void name(x, y, z, out, count) for each type and width, the values here are doubles.
#ifndef WEFT_TESTS_EDGES_H
#define WEFT_TESTS_EDGES_H

#include "harness.h"

struct format {
    const char *name;
    int size;                // bytes
    int digits, least, most; // significant digits, exponent of the least normal number, and the one above all
};
enum type { HALF, FLOAT, DOUBLE, TYPES };
static const struct format formats[TYPES] = {
    {"half", 2, 11, -14, 16}, {"float", 4, 24, -126, 128}, {"double", 8, 53, -1022, 1024}};

enum { WIDTHS = 6, EDGES = 30 };
static const int widths[WIDTHS] = {1, 2, 3, 4, 8, 16};

typedef void edge_test(const void *x, const void *y, const void *z, void *out, ulong count);

// Of each name the functions for all types and widths.
#define DECLARE_WIDTHS(name, T)                                                                                        \
    edge_test name##_1_##T, name##_2_##T, name##_3_##T, name##_4_##T, name##_8_##T, name##_16_##T;
#define TABLE_WIDTHS(name, T) {name##_1_##T, name##_2_##T, name##_3_##T, name##_4_##T, name##_8_##T, name##_16_##T}
#define DECLARE_TYPES(name) DECLARE_WIDTHS(name, half) DECLARE_WIDTHS(name, float) DECLARE_WIDTHS(name, double)
#define TABLE_TYPES(name) {TABLE_WIDTHS(name, half), TABLE_WIDTHS(name, float), TABLE_WIDTHS(name, double)}

static double
load(enum type type, const void *from, int i)
{
    return type == HALF    ? (double)((const half *)from)[i]
           : type == FLOAT ? (double)((const float *)from)[i]
                           : ((const double *)from)[i];
}

static void
store(enum type type, void *to, int i, double value)
{
    if (type == HALF)
        ((half *)to)[i] = (half)value;
    else if (type == FLOAT)
        ((float *)to)[i] = (float)value;
    else
        ((double *)to)[i] = value;
}

static inline double
largest(const struct format *f)
{
    return ldexp(2.0 - ldexp(1.0, 1 - f->digits), f->most - 1);
}

static inline double
smallest(const struct format *f)
{
    return ldexp(1.0, f->least - f->digits + 1);
}

// Zeros, denormals, bounds, neighbours of 1, infinities and NaN, with both signs.
static void
fill_edges(enum type type, double edges[EDGES])
{
    const struct format *f = &formats[type];
    const double unit = ldexp(1.0, 1 - f->digits), normal = ldexp(1.0, f->least);
    const double values[EDGES / 2] = {
        0, smallest(f), normal - smallest(f), normal,   0.25, 0.5, 1 - unit / 2, 1, 1 + unit, 1.5,
        3, 10,          largest(f),           INFINITY, NAN};

    for (int i = 0; i < EDGES; i++)
        edges[i] = i & 1 ? -values[i / 2] : values[i / 2];
}

// One unit in the last place that the value has in the format.
static inline long double
unit_of(const struct format *f, long double value)
{
    int exponent = value == 0 || !isfinite(value) ? f->least : ilogbl(value);

    return ldexpl(1.0L, (exponent < f->least ? f->least : exponent) - f->digits + 1);
}

// Whether got is want to within ulp units, infinite where want is beyond the range; NaN for NaN. Any zero is a zero.
static inline bool
within(const struct format *f, double got, long double want, long double ulp)
{
    if (isnan(want) || isnan(got))
        return isnan(want) && isnan(got);
    if (isinf(want))
        return (long double)got == want;
    if (isinf(got))
        return fabsl(want) > largest(f) - ulp * unit_of(f, largest(f)) && (got > 0) == (want > 0);
    return fabsl(got - want) <= ulp * unit_of(f, want);
}

// The same value, zeros' signs included.
static inline bool
same(double a, double b)
{
    return (isnan(a) && isnan(b)) || (a == b && signbit(a) == signbit(b));
}

#endif
