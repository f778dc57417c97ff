// SPDX-License-Identifier: Apache-2.0
// Halves in memory: every half loads right, and stores round as rintl does in units of the half's last place.
#include "harness.h"

#define DECLARE(suffix, rounding, saturated, T, ...)                                                                   \
    void vstore_half##suffix##_##T(const T *in, ushort *out, ulong n);                                                 \
    void vstorea_half4##suffix##_##T(const T *in, ushort *out, ulong n);                                               \
    void vstore_half3##suffix##_##T(const T *in, ushort *out, ulong n);
ROUNDINGS(DECLARE, float)
ROUNDINGS(DECLARE, double)
void load(const ushort *in, float *out, ulong n);
void load16(const ushort *in, float *out, ulong n);
void loada3(const ushort *in, float *out, ulong n);
void storea3(const float *in, ushort *out, ulong n);

enum { HALVES = 65536, COUNT = 12 * 50000 };

static double
value_of(ushort half)
{
    int exponent = half >> 10 & 31;
    double mantissa = half & 1023;
    double value = exponent == 31  ? (mantissa != 0 ? NAN : INFINITY)
                   : exponent == 0 ? ldexp(mantissa, -24)
                                   : ldexp(mantissa + 1024, exponent - 25);

    return half & 0x8000 ? -value : value;
}

static ushort
half_of(double value, enum rounding rounding)
{
    ushort sign = signbit(value) ? 0x8000 : 0;
    double magnitude = fabs(value);
    int exponent;

    if (isnan(value))
        return 0x7e00;
    if (isinf(value))
        return (ushort)(sign | 0x7c00);
    (void)frexp(magnitude, &exponent);
    if (exponent < -13)
        exponent = -13;
    fesetround(c_rounding[rounding]);
    volatile double units = rint(ldexp(value, 11 - exponent));
    fesetround(FE_TONEAREST);
    double rounded = fabs(ldexp(units, exponent - 11));
    if (rounded > 65504.0) {
        bool away = rounding <= RTE || (rounding == RTP && !sign) || (rounding == RTN && sign);
        return (ushort)(sign | (away ? 0x7c00 : 0x7bff));
    }
    if (rounded < 0x1p-14)
        return (ushort)(sign | (ushort)ldexp(rounded, 24));
    (void)frexp(rounded, &exponent);
    return (ushort)(sign | ((exponent + 14) << 10) + (int)ldexp(rounded, 11 - exponent) - 1024);
}

#define FILL(T, next)                                                                                                  \
    static void fill_##T(T *in)                                                                                        \
    {                                                                                                                  \
        for (int i = 0; i < COUNT; i++) {                                                                              \
            ushort half = (ushort)(i / 9);                                                                             \
            T value = (T)value_of(half);                                                                               \
            T middle = (value + (T)value_of((ushort)(half + 1))) / 2;                                                  \
            uint64_t bits = random_bits();                                                                             \
            T any;                                                                                                     \
            memcpy(&any, &bits, sizeof any);                                                                           \
            T choice[9] = {value,  next(value, 0),  next(value, INFINITY),                                             \
                           middle, next(middle, 0), next(middle, INFINITY),                                            \
                           any,    value * (T)1.3,  (T)ldexp((double)any, -1000)};                                     \
            in[i] = i >= 9 * HALVES ? any : choice[i % 9];                                                             \
        }                                                                                                              \
    }
FILL(float, nextafterf)
FILL(double, nextafter)

static bool
same(ushort a, ushort b)
{
    return a == b || ((a & 0x7fff) > 0x7c00 && (b & 0x7fff) > 0x7c00);
}

#define CHECK_STORE(name, T)                                                                                           \
    memset(out, 0x55, sizeof out);                                                                                     \
    name##_##T(in, out, COUNT);                                                                                        \
    for (int i = 0; i < COUNT; i++) {                                                                                  \
        checks++;                                                                                                      \
        if (!same(out[i], expected[i]))                                                                                \
            FAIL(#name "(" #T " %a) stores %04x, not %04x", (double)in[i], out[i], expected[i]);                       \
    }
#define CHECK(suffix, rounding, saturated, T, ...)                                                                     \
    static void check##suffix##_##T(void)                                                                              \
    {                                                                                                                  \
        static T in[COUNT];                                                                                            \
        static ushort out[COUNT], expected[COUNT];                                                                     \
        fill_##T(in);                                                                                                  \
        for (int i = 0; i < COUNT; i++)                                                                                \
            expected[i] = half_of((double)in[i], rounding);                                                            \
        CHECK_STORE(vstore_half##suffix, T)                                                                            \
        CHECK_STORE(vstore_half3##suffix, T)                                                                           \
        CHECK_STORE(vstorea_half4##suffix, T)                                                                          \
    }
ROUNDINGS(CHECK, float)
ROUNDINGS(CHECK, double)
#define CALL(suffix, rounding, saturated, T, ...) check##suffix##_##T();

int
main(void)
{
    static ushort in[HALVES];
    static float out[HALVES];

    ROUNDINGS(CALL, float)
    ROUNDINGS(CALL, double)
    for (int i = 0; i < HALVES; i++)
        in[i] = (ushort)i;
    for (int way = 0; way < 3; way++) {
        memset(out, 0x55, sizeof out);
        (way == 0 ? load : way == 1 ? load16 : loada3)(in, out, HALVES);
        for (int i = 0; i < HALVES; i++) {
            double expected = way == 2 && i % 4 == 3 ? 0 : value_of(in[i]);
            checks++;
            if (!(isnan(expected) ? isnan(out[i]) : out[i] == expected && signbit(out[i]) == signbit(expected)))
                FAIL("vload_half(%04x) gives %a, not %a", in[i], out[i], expected);
        }
    }
    // Three halves are stored at the distance of four; what lies between stays.
    ushort four[8] = {1, 1, 1, 1, 1, 1, 1, 1};
    float ones[8] = {1, 1, 1, 1, 1, 1, 1, 1};
    storea3(ones, four, 8);
    for (int i = 0; i < 8; i++) {
        checks++;
        if (four[i] != (i % 4 == 3 ? 1 : 0x3c00))
            FAIL("vstorea_half3 left %04x at %d", four[i], i);
    }
    return report("half");
}
