// SPDX-License-Identifier: Apache-2.0
// Measures the error in ULP of the scalar math builtins, compiled for the host, against long double libm.
//
// Usage: math_ulp [-s stride] [function...]. Unary float builtins see every stride-th of all 2^32 floats (default
// 1021; 1 is exhaustive) and special values; the others see random arguments of several shapes and all pairs of special
// values. Fails when an error is above what the specification allows, or where an exact result differs, zeros' signs
// included. Double builtins see random arguments of all exponents, unary half builtins all halves.
#include "math_ulp.h"

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef math_half_type half;

static uint32_t stride = 1021;
static uint64_t random_state = 0x9e3779b97f4a7c15u;

// A floating-point type's name, significant digits, exponent of its least normal number, and the one above all.
struct format {
    const char *name;
    int digits, least, most;
};
static const struct format half_format = {"half", 11, -14, 16};
static const struct format float_format = {"float", 24, -126, 128};
static const struct format double_format = {"double", 53, -1022, 1024};

struct worst {
    double ulp;
    long double x, y, z, got, want;
    uint64_t wrong;
};

static uint64_t
random_bits(void)
{
    random_state ^= random_state << 13;
    random_state ^= random_state >> 7;
    random_state ^= random_state << 17;
    return random_state * 0x2545f4914f6cdd1du;
}

static float
float_of(uint32_t bits)
{
    float x;

    memcpy(&x, &bits, sizeof(x));
    return x;
}

static half
half_of(uint16_t bits)
{
    half x;

    memcpy(&x, &bits, sizeof(x));
    return x;
}

static uint16_t
bits_of(half x)
{
    uint16_t bits;

    memcpy(&bits, &x, sizeof(bits));
    return bits;
}

static double
double_of(uint64_t bits)
{
    double x;

    memcpy(&x, &bits, sizeof(x));
    return x;
}

// The error of got in units of the last place that want has in the format.
static double
ulp_error(long double got, long double want, const struct format *format)
{
    const int least = format->least, most = format->most;
    int e;

    if (isnan(want))
        return isnan(got) ? 0.0 : INFINITY;
    if (isnan(got))
        return INFINITY;
    if (isinf(want) && got == want)
        return 0.0;
    if (isinf(want) || fabsl(want) >= ldexpl(1.0L, most)) {
        if (isinf(got) && (got > 0) == (want > 0))
            return 0.0;
        if (isinf(want))
            return INFINITY;
        want = copysignl(fminl(fabsl(want), ldexpl(1.0L, most)), want);
    }
    if (isinf(got))
        got = copysignl(ldexpl(1.0L, most), got);
    if (got == want)
        return 0.0;
    e = want == 0.0L ? least : ilogbl(want);
    if (e < least)
        e = least;
    return (double)fabsl(ldexpl(got - want, format->digits - 1 - e));
}

// What is computed in float and rounded to half is off by hardly more than the rounding, whatever is allowed.
static double
allowed_ulp(const struct math_row *row, const struct format *format)
{
    if (format == &half_format)
        return row->allowed > 1 ? 0.51 : row->allowed;
    return format == &double_format ? row->allowed_double : row->allowed;
}

static void
note(struct worst *w, const struct math_row *row, const struct format *format, long double x, long double y,
     long double z, long double got, long double want)
{
    double allowed = allowed_ulp(row, format);
    double error = ulp_error(got, want, format);
    bool zero_sign = want == 0.0L && got == 0.0L && signbit(want) != signbit(got) && row->zero_sign;
    bool outside = x < row->low || x > row->high || (isnan(x) && row->high < INFINITY);
    bool wrong = !(error <= allowed) || zero_sign;

    if (outside)
        return;
    if (wrong)
        w->wrong++;
    if ((wrong && w->wrong == 1) || (error > w->ulp && (w->wrong == 0 || wrong))) {
        w->x = x;
        w->y = y;
        w->z = z;
        w->got = got;
        w->want = want;
    }
    if (error > w->ulp)
        w->ulp = error;
}

// ---- Arguments ------------------------------------------------------------------------------------------------------

static const float special_floats[] = {
    0.0f,
    0x1p-149f,
    0x1.8p-148f,
    0x1p-127f,
    0x1.fffffcp-127f,
    0x1p-126f,
    0x1.000002p-126f,
    0x1p-64f,
    0x1p-25f,
    0x1p-24f,
    0x1p-23f,
    1e-3f,
    0.25f,
    0x1.fffffep-2f,
    0.5f,
    0x1.000002p-1f,
    0.75f,
    0x1.fffffep-1f,
    1.0f,
    0x1.000002p0f,
    1.25f,
    1.5f,
    0x1.921fb6p0f,
    2.0f,
    2.5f,
    0x1.5bf0a8p1f,
    3.0f,
    0x1.921fb6p1f,
    3.5f,
    4.0f,
    5.0f,
    7.0f,
    7.5f,
    8.0f,
    10.0f,
    15.0f,
    16.0f,
    31.0f,
    32.0f,
    63.5f,
    64.0f,
    88.0f,
    88.72283f,
    89.0f,
    89.5f,
    100.0f,
    103.9f,
    104.0f,
    127.0f,
    128.0f,
    129.0f,
    149.0f,
    150.0f,
    1000.0f,
    65536.0f,
    0x1p17f,
    0x1.fffffep21f,
    0x1p22f,
    0x1.000002p22f,
    0x1.fffffep22f,
    0x1p23f,
    0x1.000002p23f,
    0x1.fffffep23f,
    0x1p24f,
    0x1p31f,
    0x1p32f,
    0x1p63f,
    0x1p64f,
    0x1p100f,
    0x1p126f,
    0x1p127f,
    0x1.fffffep127f,
    INFINITY,
    NAN,
};
#define SPECIAL_FLOATS (sizeof(special_floats) / sizeof(special_floats[0]))

static float
special_float(size_t i)
{
    return i & 1 ? -special_floats[i / 2] : special_floats[i / 2];
}

static const double special_doubles[] = {
    0.0,
    0x1p-1074,
    0x1.8p-1073,
    0x1p-1023,
    0x1.ffffffffffffcp-1023,
    0x1p-1022,
    0x1.0000000000001p-1022,
    0x1p-512,
    0x1p-54,
    0x1p-53,
    0x1p-52,
    1e-3,
    0.25,
    0x1.fffffffffffffp-2,
    0.5,
    0x1.0000000000001p-1,
    0.75,
    0x1.fffffffffffffp-1,
    1.0,
    0x1.0000000000001p0,
    1.25,
    1.5,
    0x1.921fb54442d18p0,
    2.0,
    2.5,
    0x1.5bf0a8b145769p1,
    3.0,
    0x1.921fb54442d18p1,
    3.5,
    4.0,
    5.0,
    7.0,
    7.5,
    8.0,
    10.0,
    15.0,
    16.0,
    31.0,
    32.0,
    63.5,
    64.0,
    100.0,
    170.0,
    171.5,
    709.0,
    709.78,
    710.0,
    710.5,
    744.0,
    745.2,
    746.0,
    1000.0,
    1023.0,
    1024.0,
    1074.0,
    1075.0,
    65536.0,
    0x1p31,
    0x1p32,
    0x1.fffffffffffffp51,
    0x1p52,
    0x1.0000000000001p52,
    0x1p53,
    0x1p54,
    0x1p63,
    0x1p64,
    0x1p512,
    0x1p1022,
    0x1p1023,
    0x1.fffffffffffffp1023,
    INFINITY,
    NAN,
};
#define SPECIAL_DOUBLES (sizeof(special_doubles) / sizeof(special_doubles[0]))

static double
special_double(size_t i)
{
    return i & 1 ? -special_doubles[i / 2] : special_doubles[i / 2];
}

// Random floats: any bits, near 1, of moderate size, small multiples of 1/4.
static float
random_float(unsigned shape)
{
    uint64_t r = random_bits();
    uint32_t b = (uint32_t)r;

    switch (shape & 3) {
    case 0:
        return float_of(b);
    case 1:
        return float_of((b & 0x80ffffff) + 0x3f000000);
    case 2:
        return float_of((b & 0x87ffffff) + 0x3c000000);
    default:
        return (float)((int32_t)b >> 22) * 0.25f;
    }
}

static double
random_double(unsigned shape)
{
    uint64_t b = random_bits();

    switch (shape & 3) {
    case 0:
        return double_of(b);
    case 1:
        return double_of((b & 0x801ffffffffffffful) + 0x3fe0000000000000ul);
    case 2:
        return double_of((b & 0x80fffffffffffffful) + 0x3f80000000000000ul);
    default:
        return (double)((int32_t)b >> 20) * 0.25;
    }
}

static int
random_int(unsigned shape)
{
    int32_t b = (int32_t)(random_bits() >> 13);

    return b >> (shape % 5 * 7);
}

static const int special_ints[] = {0,     1,    -1,    2,    -2,    3,     -3,     4,        -4,        5,        7,
                                   -7,    9,    31,    -31,  64,    126,   127,    128,      149,       150,      -126,
                                   -127,  -149, -150,  254,  278,   -278,  300,    -300,     1023,      1024,     -1022,
                                   -1074, 2000, -2000, 2100, -2100, 65536, -65536, 16777217, INT32_MAX, INT32_MIN};
#define SPECIAL_INTS (sizeof(special_ints) / sizeof(special_ints[0]))

// ---- Calling a row --------------------------------------------------------------------------------------------------

static void
try_float(const struct math_row *row, struct worst *w, float x, float y, float z, int n)
{
    union math_reference ref = row->reference;
    int out = 0;
    int want_out = 0;
    float part = 0.0f;
    long double want_part = 0.0L;
    float got;
    long double want;

    switch (row->kind) {
    case MATH_F_F:
        note(w, row, &float_format, x, 0, 0, row->f.f_f(x), ref.f_f(x));
        return;
    case MATH_F_FF:
        note(w, row, &float_format, x, y, 0, row->f.f_ff(x, y), ref.f_ff(x, y));
        return;
    case MATH_NEXTAFTER:
        note(w, row, &float_format, x, y, 0, row->f.f_ff(x, y), (long double)nextafterf(x, y));
        return;
    case MATH_F_FFF:
        note(w, row, &float_format, x, y, z, row->f.f_fff(x, y, z), (long double)fmaf(x, y, z));
        return;
    case MATH_F_FI:
        note(w, row, &float_format, x, n, 0, row->f.f_fi(x, n), ref.f_fi(x, n));
        return;
    case MATH_I_F:
        note(w, row, &float_format, x, 0, 0, row->f.i_f(x), ref.f_f(x));
        return;
    case MATH_F_F_PF:
        got = row->f.f_f_pf(x, &part);
        want = ref.f_f_pf(x, &want_part);
        note(w, row, &float_format, x, 0, 0, got, want);
        note(w, row, &float_format, x, 0, 1, part, want_part);
        return;
    case MATH_F_F_PI:
        got = row->f.f_f_pi(x, &out);
        want = ref.f_f_pi(x, &want_out);
        note(w, row, &float_format, x, 0, 0, got, want);
        note(w, row, &float_format, x, 0, 1, out, want_out);
        return;
    case MATH_F_FF_PI:
        got = row->f.f_ff_pi(x, y, &out);
        want = (long double)(float)ref.f_ff_pi(x, y, &want_out);
        note(w, row, &float_format, x, y, 0, got, want);
        note(w, row, &float_format, x, y, 1, out, want_out);
        return;
    }
}

static void
try_double(const struct math_row *row, struct worst *w, double x, double y, double z, int n)
{
    union math_reference ref = row->reference;
    int out = 0;
    int want_out = 0;
    double part = 0.0;
    long double want_part = 0.0L;
    double got;
    long double want;

    switch (row->kind) {
    case MATH_F_F:
        note(w, row, &double_format, x, 0, 0, row->d.f_f(x), ref.f_f(x));
        return;
    case MATH_F_FF:
        note(w, row, &double_format, x, y, 0, row->d.f_ff(x, y), ref.f_ff(x, y));
        return;
    case MATH_NEXTAFTER:
        note(w, row, &double_format, x, y, 0, row->d.f_ff(x, y), (long double)nextafter(x, y));
        return;
    case MATH_F_FFF:
        note(w, row, &double_format, x, y, z, row->d.f_fff(x, y, z), (long double)fma(x, y, z));
        return;
    case MATH_F_FI:
        note(w, row, &double_format, x, n, 0, row->d.f_fi(x, n), ref.f_fi(x, n));
        return;
    case MATH_I_F:
        note(w, row, &double_format, x, 0, 0, row->d.i_f(x), ref.f_f(x));
        return;
    case MATH_F_F_PF:
        got = row->d.f_f_pf(x, &part);
        want = ref.f_f_pf(x, &want_part);
        note(w, row, &double_format, x, 0, 0, got, want);
        note(w, row, &double_format, x, 0, 1, part, want_part);
        return;
    case MATH_F_F_PI:
        got = row->d.f_f_pi(x, &out);
        want = ref.f_f_pi(x, &want_out);
        note(w, row, &double_format, x, 0, 0, got, want);
        note(w, row, &double_format, x, 0, 1, out, want_out);
        return;
    case MATH_F_FF_PI:
        got = row->d.f_ff_pi(x, y, &out);
        want = (long double)(double)ref.f_ff_pi(x, y, &want_out);
        note(w, row, &double_format, x, y, 0, got, want);
        note(w, row, &double_format, x, y, 1, out, want_out);
        return;
    }
}

// The half next to x towards y: halves are ordered like their bits, with the sign.
static half
next_half(half x, half y)
{
    uint16_t bits = bits_of(x);

    if (isnan((float)x) || isnan((float)y))
        return x + y;
    if (x == y)
        return y;
    if (x == 0)
        return half_of(y > 0 ? 1 : 0x8001);
    return half_of((uint16_t)((x < y) == (x > 0) ? bits + 1 : bits - 1));
}

static void
try_half(const struct math_row *row, struct worst *w, half x, half y, half z, int n)
{
    union math_reference ref = row->reference;
    int out = 0;
    int want_out = 0;
    half part = 0;
    long double want_part = 0.0L;
    half got;
    long double want;

    switch (row->kind) {
    case MATH_F_F:
        note(w, row, &half_format, x, 0, 0, row->h.f_f(x), ref.f_f(x));
        return;
    case MATH_F_FF:
        note(w, row, &half_format, x, y, 0, row->h.f_ff(x, y), ref.f_ff(x, y));
        return;
    case MATH_NEXTAFTER:
        note(w, row, &half_format, x, y, 0, row->h.f_ff(x, y), (long double)next_half(x, y));
        return;
    case MATH_F_FFF:
        note(w, row, &half_format, x, y, z, row->h.f_fff(x, y, z), (half)((long double)x * y + z));
        return;
    case MATH_F_FI:
        note(w, row, &half_format, x, n, 0, row->h.f_fi(x, n), ref.f_fi(x, n));
        return;
    case MATH_I_F:
        note(w, row, &float_format, x, 0, 0, row->h.i_f(x), ref.f_f(x)); // integers are not halves
        return;
    case MATH_F_F_PF:
        got = row->h.f_f_pf(x, &part);
        want = ref.f_f_pf(x, &want_part);
        note(w, row, &half_format, x, 0, 0, got, want);
        note(w, row, &half_format, x, 0, 1, part, want_part);
        return;
    case MATH_F_F_PI:
        got = row->h.f_f_pi(x, &out);
        want = ref.f_f_pi(x, &want_out);
        note(w, row, &half_format, x, 0, 0, got, want);
        note(w, row, &half_format, x, 0, 1, out, want_out);
        return;
    case MATH_F_FF_PI:
        got = row->h.f_ff_pi(x, y, &out);
        want = ref.f_ff_pi(x, y, &want_out);
        note(w, row, &half_format, x, y, 0, got, want);
        note(w, row, &half_format, x, y, 1, out, want_out);
        return;
    }
}

static bool
is_unary(const struct math_row *row)
{
    return row->kind == MATH_F_F || row->kind == MATH_I_F || row->kind == MATH_F_F_PF || row->kind == MATH_F_F_PI;
}

static void
measure_float(const struct math_row *row, struct worst *w)
{
    uint64_t count = 0x100000000u / stride;

    if (is_unary(row)) {
        for (uint64_t b = 0; b < 0x100000000u; b += stride)
            try_float(row, w, float_of((uint32_t)b), 0.0f, 0.0f, 0);
        for (size_t i = 0; i < 2 * SPECIAL_FLOATS; i++)
            try_float(row, w, special_float(i), 0.0f, 0.0f, 0);
        return;
    }
    for (uint64_t i = 0; i < count; i++) {
        unsigned shape = (unsigned)random_bits();
        float x = random_float(shape >> 3);
        float y = random_float(shape >> 5);

        try_float(row, w, x, y, random_float(shape >> 7), random_int(shape >> 9));
    }
    for (size_t i = 0; i < 2 * SPECIAL_FLOATS; i++) {
        for (size_t j = 0; j < 2 * SPECIAL_FLOATS; j++)
            try_float(row, w, special_float(i), special_float(j), special_float((i * 7 + j) % (2 * SPECIAL_FLOATS)),
                      special_ints[j % SPECIAL_INTS]);
    }
}

static void
measure_double(const struct math_row *row, struct worst *w)
{
    uint64_t count = 0x100000000u / stride;

    for (uint64_t i = 0; i < count; i++) {
        unsigned shape = (unsigned)random_bits();
        double x = random_double(shape >> 3);
        double y = random_double(shape >> 5);

        try_double(row, w, x, y, random_double(shape >> 7), random_int(shape >> 9));
    }
    for (size_t i = 0; i < 2 * SPECIAL_DOUBLES; i++) {
        for (size_t j = 0; j < 2 * SPECIAL_DOUBLES; j++)
            try_double(row, w, special_double(i), special_double(j),
                       special_double((i * 7 + j) % (2 * SPECIAL_DOUBLES)), special_ints[j % SPECIAL_INTS]);
    }
}

// Each half where one is enough, else random bits, and floats' shapes rounded.
static void
measure_half(const struct math_row *row, struct worst *w)
{
    uint64_t count = 0x100000000u / stride;

    for (unsigned b = 0; is_unary(row) && b < 0x10000; b++)
        try_half(row, w, half_of((uint16_t)b), 0, 0, 0);
    if (is_unary(row))
        return;
    for (uint64_t i = 0; i < count; i++) {
        uint64_t bits = random_bits();
        unsigned shape = (unsigned)random_bits();
        half any[] = {half_of((uint16_t)bits), half_of((uint16_t)(bits >> 16)), half_of((uint16_t)(bits >> 32))};

        for (unsigned j = 0; j < 3; j++)
            if (shape >> j & 1)
                any[j] = (half)random_float(shape >> (2 * j + 3));
        try_half(row, w, any[0], any[1], any[2], random_int(shape >> 9));
    }
    for (size_t i = 0; i < 2 * SPECIAL_FLOATS; i++)
        for (size_t j = 0; j < 2 * SPECIAL_FLOATS; j++)
            try_half(row, w, (half)special_float(i), (half)special_float(j),
                     (half)special_float((i * 7 + j) % (2 * SPECIAL_FLOATS)), special_ints[j % SPECIAL_INTS]);
}

static bool
print_result(const struct math_row *row, const struct format *format, const struct worst *w)
{
    printf("%-14s %-6s %8.2f ULP of %g%s", row->name, format->name, w->ulp, allowed_ulp(row, format),
           w->wrong ? "" : "\n");
    if (w->wrong)
        printf("  WRONG %llu times, as (%La, %La, %La) [%.9Lg, %.9Lg] = %La, expected %La\n",
               (unsigned long long)w->wrong, w->x, w->y, w->z, w->x, w->y, w->got, w->want);
    fflush(stdout);
    return w->wrong == 0;
}

static bool
chosen(const char *name, char **names, int count)
{
    for (int i = 0; i < count; i++) {
        if (strcmp(name, names[i]) == 0)
            return true;
    }
    return count == 0;
}

int
main(int argc, char **argv)
{
    bool ok = true;
    int first = 1;

    if (argc > 2 && strcmp(argv[1], "-s") == 0) {
        stride = (uint32_t)strtoul(argv[2], NULL, 0);
        first = 3;
    }
    if (stride == 0)
        return 2;
    for (const struct math_row *row = math_rows; row->name; row++) {
        struct worst w = {0};

        if (!chosen(row->name, argv + first, argc - first))
            continue;
        if (row->f.f_f) {
            measure_float(row, &w);
            ok &= print_result(row, &float_format, &w);
        }
        if (row->h.f_f) {
            w = (struct worst){0};
            measure_half(row, &w);
            ok &= print_result(row, &half_format, &w);
        }
        if (row->d.f_f) {
            w = (struct worst){0};
            measure_double(row, &w);
            ok &= print_result(row, &double_format, &w);
        }
    }
    return ok ? 0 : 1;
}
