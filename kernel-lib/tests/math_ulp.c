// SPDX-License-Identifier: Apache-2.0
// Measures the error in ULP of the scalar math builtins, compiled for the host, against long double libm.
//
// Usage: math_ulp [-s stride] [function...]. Unary float builtins see every stride-th of all 2^32 floats (default
// 1021; 1 is exhaustive) and special values; the others see random arguments of several shapes and all pairs of special
// values. Fails when an error is above what the specification allows, where an exact result differs, zeros' signs
// included, and where a sine or the like is greater than 1. Double builtins see random arguments of all exponents,
// unary half builtins all halves.
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

// Values of the type that is tested.
struct arguments {
    long double x, y, z;
    int n;
};

// What a builtin returns, and what it stores besides, of whatever type.
struct results {
    long double value, other;
};

struct worst {
    double ulp;
    struct arguments at;
    long double got, want;
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

// ---- Calling a row --------------------------------------------------------------------------------------------------

#define DEFINE_CALL(type, functions)                                                                                   \
    static struct results call_##functions(const struct math_row *row, const struct arguments *a)                      \
    {                                                                                                                  \
        const type x = (type)a->x, y = (type)a->y, z = (type)a->z;                                                     \
        struct results r = {0};                                                                                        \
        type part = 0;                                                                                                 \
        int out = 0;                                                                                                   \
                                                                                                                       \
        switch (row->kind) {                                                                                           \
        case MATH_F_F:                                                                                                 \
            r.value = row->functions.f_f(x);                                                                           \
            break;                                                                                                     \
        case MATH_F_FF:                                                                                                \
        case MATH_NEXTAFTER:                                                                                           \
            r.value = row->functions.f_ff(x, y);                                                                       \
            break;                                                                                                     \
        case MATH_F_FFF:                                                                                               \
        case MATH_MAD:                                                                                                 \
            r.value = row->functions.f_fff(x, y, z);                                                                   \
            break;                                                                                                     \
        case MATH_F_FI:                                                                                                \
            r.value = row->functions.f_fi(x, a->n);                                                                    \
            break;                                                                                                     \
        case MATH_I_F:                                                                                                 \
            r.value = row->functions.i_f(x);                                                                           \
            break;                                                                                                     \
        case MATH_F_F_PF:                                                                                              \
            r.value = row->functions.f_f_pf(x, &part);                                                                 \
            r.other = part;                                                                                            \
            break;                                                                                                     \
        case MATH_F_F_PI:                                                                                              \
            r.value = row->functions.f_f_pi(x, &out);                                                                  \
            r.other = out;                                                                                             \
            break;                                                                                                     \
        case MATH_F_FF_PI:                                                                                             \
            r.value = row->functions.f_ff_pi(x, y, &out);                                                              \
            r.other = out;                                                                                             \
            break;                                                                                                     \
        }                                                                                                              \
        return r;                                                                                                      \
    }
DEFINE_CALL(half, h)
DEFINE_CALL(float, f)
DEFINE_CALL(double, d)

struct format {
    const char *name;
    int digits, least, most; // significant digits, exponent of the least normal number, and the one above all
    struct results (*call)(const struct math_row *row, const struct arguments *a); // the row's builtin for the type
};
static const struct format half_format = {"half", 11, -14, 16, call_h};
static const struct format float_format = {"float", 24, -126, 128, call_f};
static const struct format double_format = {"double", 53, -1022, 1024, call_d};

// ---- Errors ---------------------------------------------------------------------------------------------------------

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

// No error that is allowed lifts these above 1: programs take the square root of 1 - s * s.
static bool
bounded_by_one(const struct math_row *row)
{
    static const char *const names[] = {"cos", "cospi", "erf", "sin", "sincos", "sinpi", "tanh"};

    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
        if (strcmp(row->name, names[i]) == 0)
            return true;
    return false;
}

static void
note(struct worst *w, const struct math_row *row, const struct format *format, const struct arguments *a,
     long double got, long double want)
{
    double allowed = allowed_ulp(row, format);
    double error = ulp_error(got, want, format);
    bool zero_sign = want == 0.0L && got == 0.0L && signbit(want) != signbit(got) && row->zero_sign;
    bool outside = a->x < row->low || a->x > row->high || (isnan(a->x) && row->high < INFINITY);
    bool wrong = !(error <= allowed) || zero_sign || (fabsl(got) > 1.0L && bounded_by_one(row));

    if (outside)
        return;
    if (wrong)
        w->wrong++;
    if ((wrong && w->wrong == 1) || (error > w->ulp && (w->wrong == 0 || wrong))) {
        w->at = *a;
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

// ---- Trying a row ---------------------------------------------------------------------------------------------------

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

static long double
next_value(const struct format *format, const struct arguments *a)
{
    if (format == &half_format)
        return (long double)next_half((half)a->x, (half)a->y);
    if (format == &float_format)
        return (long double)nextafterf((float)a->x, (float)a->y);
    return (long double)nextafter((double)a->x, (double)a->y);
}

static long double
fused(const struct format *format, const struct arguments *a)
{
    if (format == &half_format)
        return (long double)(half)(a->x * a->y + a->z);
    if (format == &float_format)
        return (long double)fmaf((float)a->x, (float)a->y, (float)a->z);
    return (long double)fma((double)a->x, (double)a->y, (double)a->z);
}

// Where the CPU has no fma the product is rounded, too.
static long double
multiplied_and_added(const struct format *format, const struct arguments *a)
{
#ifdef WITHOUT_FMA
    if (format == &float_format)
        return (long double)((float)a->x * (float)a->y + (float)a->z);
    return (long double)((double)a->x * (double)a->y + (double)a->z);
#else
    return fused(format, a);
#endif
}

static struct results
reference(const struct math_row *row, const struct format *format, const struct arguments *a)
{
    const union math_reference ref = row->reference;
    struct results r = {0};
    int out = 0;

    switch (row->kind) {
    case MATH_F_F:
    case MATH_I_F:
        r.value = ref.f_f(a->x);
        break;
    case MATH_F_FF:
        r.value = ref.f_ff(a->x, a->y);
        break;
    case MATH_NEXTAFTER:
        r.value = next_value(format, a);
        break;
    case MATH_F_FFF:
        r.value = ref.f_fff ? ref.f_fff(a->x, a->y, a->z) : fused(format, a);
        break;
    case MATH_MAD:
        r.value = multiplied_and_added(format, a);
        break;
    case MATH_F_FI:
        r.value = ref.f_fi(a->x, a->n);
        break;
    case MATH_F_F_PF:
        r.value = ref.f_f_pf(a->x, &r.other);
        break;
    case MATH_F_F_PI:
        r.value = ref.f_f_pi(a->x, &out);
        r.other = out;
        break;
    case MATH_F_FF_PI:
        r.value = ref.f_ff_pi(a->x, a->y, &out);
        r.other = out;
        break;
    }
    return r;
}

static void
try_arguments(const struct math_row *row, const struct format *format, struct worst *w, struct arguments a)
{
    const struct results got = format->call(row, &a), want = reference(row, format, &a);
    // Integers are no halves.
    const struct format *value_format = row->kind == MATH_I_F && format == &half_format ? &float_format : format;
    // What is stored as an integer is exact, even where any value will do.
    struct math_row exact = *row;

    exact.allowed = exact.allowed_double = 0;
    note(w, row, value_format, &a, got.value, want.value);
    if (row->kind == MATH_F_F_PF)
        note(w, row, format, &a, got.other, want.other);
    if (row->kind == MATH_F_F_PI || row->kind == MATH_F_FF_PI)
        note(w, &exact, &double_format, &a, got.other, want.other);
}

static bool
is_unary(const struct math_row *row)
{
    return row->kind == MATH_F_F || row->kind == MATH_I_F || row->kind == MATH_F_F_PF || row->kind == MATH_F_F_PI;
}

// Any bits, and floats' shapes rounded.
static struct arguments
random_halves(void)
{
    uint64_t bits = random_bits();
    unsigned shape = (unsigned)random_bits();
    half any[] = {half_of((uint16_t)bits), half_of((uint16_t)(bits >> 16)), half_of((uint16_t)(bits >> 32))};

    for (unsigned j = 0; j < 3; j++)
        if (shape >> j & 1)
            any[j] = (half)random_float(shape >> (2 * j + 3));
    return (struct arguments){any[0], any[1], any[2], random_int(shape >> 9)};
}

static long double
random_value(const struct format *format, unsigned shape)
{
    return format == &double_format ? (long double)random_double(shape) : random_float(shape);
}

static struct arguments
random_arguments(const struct format *format)
{
    unsigned shape;
    struct arguments a;

    if (format == &half_format)
        return random_halves();
    shape = (unsigned)random_bits();
    a.x = random_value(format, shape >> 3);
    a.y = random_value(format, shape >> 5);
    a.z = random_value(format, shape >> 7);
    a.n = random_int(shape >> 9);
    return a;
}

static long double
special_value(const struct format *format, size_t i)
{
    if (format == &double_format)
        return special_double(i);
    return format == &half_format ? (long double)(half)special_float(i) : special_float(i);
}

// One builtin of one type: unary ones see each half and every stride-th float, others random arguments.
static struct worst
measure(const struct math_row *row, const struct format *format)
{
    const size_t specials = 2 * (format == &double_format ? SPECIAL_DOUBLES : SPECIAL_FLOATS);
    const uint64_t count = 0x100000000u / stride;
    struct worst w = {0};

    if (is_unary(row) && format == &half_format) {
        for (unsigned b = 0; b < 0x10000; b++)
            try_arguments(row, format, &w, (struct arguments){.x = half_of((uint16_t)b)});
        return w;
    }
    if (is_unary(row) && format == &float_format) {
        for (uint64_t b = 0; b < 0x100000000u; b += stride)
            try_arguments(row, format, &w, (struct arguments){.x = float_of((uint32_t)b)});
    } else {
        for (uint64_t i = 0; i < count; i++)
            try_arguments(row, format, &w, random_arguments(format));
    }
    for (size_t i = 0; i < specials; i++)
        for (size_t j = 0; j < (is_unary(row) ? 1 : specials); j++)
            try_arguments(row, format, &w,
                          (struct arguments){special_value(format, i), special_value(format, j),
                                             special_value(format, (i * 7 + j) % specials),
                                             special_ints[j % SPECIAL_INTS]});
    return w;
}

static bool
print_result(const struct math_row *row, const struct format *format, const struct worst *w)
{
    printf("%-14s %-6s %8.2f ULP of %g%s", row->name, format->name, w->ulp, allowed_ulp(row, format),
           w->wrong ? "" : "\n");
    if (w->wrong)
        printf("  WRONG %llu times, as (%La, %La, %La, %d) [%.9Lg, %.9Lg] = %La, expected %La\n",
               (unsigned long long)w->wrong, w->at.x, w->at.y, w->at.z, w->at.n, w->at.x, w->at.y, w->got, w->want);
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
        const struct format *formats[] = {row->f.f_f ? &float_format : NULL, row->h.f_f ? &half_format : NULL,
                                          row->d.f_f ? &double_format : NULL};

        for (int i = 0; i < 3 && chosen(row->name, argv + first, argc - first); i++) {
            if (!formats[i])
                continue;
            const struct worst w = measure(row, formats[i]);
            ok &= print_result(row, formats[i], &w);
        }
    }
    return ok ? 0 : 1;
}
