// SPDX-License-Identifier: Apache-2.0
// The explicit conversions against long double arithmetic, which holds every source value exactly.
#include "harness.h"

// Integers: all edges of all widths, halves of bits, random numbers of every magnitude.
#define FILL_INTEGER(S, ...)                                                                                           \
    __attribute__((unused)) static void fill_##S(S *in)                                                                \
    {                                                                                                                  \
        for (int i = 0; i < INPUTS; i++) {                                                                             \
            int shift = (int)(random_bits() % 64);                                                                     \
            uint64_t power = UINT64_C(1) << (i / 8 % 64);                                                              \
            uint64_t edge = power + (uint64_t)(i % 8 - 3);                                                             \
            in[i] = (S)(i < 512 ? edge : i < 1024 ? 0 - edge : random_bits() >> shift);                                \
        }                                                                                                              \
    }
INTEGERS(FILL_INTEGER, )

// Floats: zeros, infinities, NaN, the bounds of every integer with their neighbours, ties, random numbers.
#define FILL_FLOAT(S, next)                                                                                            \
    __attribute__((unused)) static void fill_##S(S *in)                                                                \
    {                                                                                                                  \
        static const double special[] = {0.0, INFINITY, NAN, 0.5, 1.5, 2.5, 1e-40, 1e-300, 1e300, 0x1p-149, 0.49999};  \
        int n = 0;                                                                                                     \
        for (unsigned i = 0; i < sizeof special / sizeof *special; i++) {                                              \
            in[n++] = (S)special[i];                                                                                   \
            in[n++] = (S) - special[i];                                                                                \
        }                                                                                                              \
        for (int p = 0; p <= 64; p++) {                                                                                \
            S edge = (S)ldexp(1.0, p);                                                                                 \
            S near[] = {edge,     next(edge, 0), next(edge, INFINITY), edge - (S)0.5, edge + (S)0.5,                   \
                        edge - 1, edge + 1,      edge - (S)1.5};                                                       \
            for (unsigned i = 0; i < sizeof near / sizeof *near; i++) {                                                \
                in[n++] = near[i];                                                                                     \
                in[n++] = -near[i];                                                                                    \
            }                                                                                                          \
        }                                                                                                              \
        while (n < INPUTS) {                                                                                           \
            double magnitude = ldexp((double)random_bits(), (int)(random_bits() % 80) - 75);                           \
            uint64_t bits = random_bits();                                                                             \
            S any;                                                                                                     \
            memcpy(&any, &bits, sizeof any);                                                                           \
            in[n] = n % 8 == 0 ? any : n % 2 ? (S)magnitude : (S) - magnitude;                                         \
            n++;                                                                                                       \
        }                                                                                                              \
    }
FILL_FLOAT(float, nextafterf)
FILL_FLOAT(double, nextafter)

// Halves: what of the floats is one, ties between floats' halves included, and random bits.
__attribute__((unused)) static void
fill_half(half *in)
{
    static float floats[INPUTS];

    fill_float(floats);
    for (int i = 0; i < INPUTS; i++) {
        uint16_t bits = (uint16_t)random_bits();

        in[i] = (half)floats[i];
        if (i % 3 == 0)
            memcpy(&in[i], &bits, sizeof bits);
    }
}

// The expected integer; false where the result is up to the implementation.
static bool
expect_integer(long double value, enum rounding rounding, int saturated, long double low, long double high,
               long double *expected)
{
    if (isnan(value)) {
        *expected = 0;
        return saturated;
    }
    fesetround(rounding == NONE ? FE_TOWARDZERO : c_rounding[rounding]);
    long double rounded = rintl(value);
    fesetround(FE_TONEAREST);
    if (saturated)
        rounded = rounded < low ? low : rounded > high ? high : rounded;
    else if (rounded < low || rounded > high)
        return false; // from integers the low bits are kept, which is checked elsewhere: it is C's cast
    *expected = rounded;
    return true;
}

#define LOW(D) ((D) - 1 < (D)0 ? -ldexpl(1, sizeof(D) * 8 - 1) : 0.0L)
#define HIGH(D) ((D) - 1 < (D)0 ? ldexpl(1, sizeof(D) * 8 - 1) - 1 : ldexpl(1, sizeof(D) * 8 - 1) * 2 - 1)

#define CHECK_WIDTH(name, n, S, D, count)                                                                              \
    memset(out, 0x55, sizeof out);                                                                                     \
    convert_##D##n##name(in, out, INPUTS);                                                                             \
    for (int i = 0; i < INPUTS; i++) {                                                                                 \
        checks++;                                                                                                      \
        if (valid[i] && memcmp(&out[i], &expected[i], sizeof(D)) != 0 &&                                               \
            !(isnan((double)out[i]) && isnan((double)expected[i])))                                                    \
            FAIL("convert_" #D #n #name ": %.20Lg gives %.20Lg, not %.20Lg", (long double)in[i], (long double)out[i],  \
                 (long double)expected[i]);                                                                            \
    }

#define CHECK_INTEGER(suffix, rounding, saturated, S, D)                                                               \
    void convert_##D##suffix##_from_##S(const S *in, D *out, ulong n);                                                 \
    void convert_##D##3##suffix##_from_##S(const S *in, D *out, ulong n);                                              \
    void convert_##D##16##suffix##_from_##S(const S *in, D *out, ulong n);                                             \
    static void check_##D##suffix##_from_##S(void)                                                                     \
    {                                                                                                                  \
        static S in[INPUTS];                                                                                           \
        static D out[INPUTS], expected[INPUTS];                                                                        \
        static bool valid[INPUTS];                                                                                     \
        fill_##S(in);                                                                                                  \
        for (int i = 0; i < INPUTS; i++) {                                                                             \
            long double value = 0;                                                                                     \
            valid[i] = expect_integer((long double)in[i], rounding, saturated, LOW(D), HIGH(D), &value);               \
            expected[i] = (D)value;                                                                                    \
            if (!valid[i] && (S)0.5 == 0) {                                                                            \
                valid[i] = true;                                                                                       \
                expected[i] = (D)in[i];                                                                                \
            }                                                                                                          \
        }                                                                                                              \
        CHECK_WIDTH(suffix##_from_##S, , S, D, 1)                                                                      \
        CHECK_WIDTH(suffix##_from_##S, 3, S, D, 3)                                                                     \
        CHECK_WIDTH(suffix##_from_##S, 16, S, D, 16)                                                                   \
    }

#define CHECK_FLOAT(suffix, rounding, saturated, S, D)                                                                 \
    void convert_##D##suffix##_from_##S(const S *in, D *out, ulong n);                                                 \
    void convert_##D##3##suffix##_from_##S(const S *in, D *out, ulong n);                                              \
    void convert_##D##16##suffix##_from_##S(const S *in, D *out, ulong n);                                             \
    static void check_##D##suffix##_from_##S(void)                                                                     \
    {                                                                                                                  \
        static S in[INPUTS];                                                                                           \
        static D out[INPUTS], expected[INPUTS];                                                                        \
        static bool valid[INPUTS];                                                                                     \
        fill_##S(in);                                                                                                  \
        fesetround(c_rounding[rounding]);                                                                              \
        for (int i = 0; i < INPUTS; i++) {                                                                             \
            volatile long double exact = (long double)in[i];                                                           \
            expected[i] = (D)exact;                                                                                    \
            valid[i] = true;                                                                                           \
        }                                                                                                              \
        fesetround(FE_TONEAREST);                                                                                      \
        CHECK_WIDTH(suffix##_from_##S, , S, D, 1)                                                                      \
        CHECK_WIDTH(suffix##_from_##S, 3, S, D, 3)                                                                     \
        CHECK_WIDTH(suffix##_from_##S, 16, S, D, 16)                                                                   \
    }

// SOURCE comes from the command line.
#define CHECK_TO_INTEGER(D, S) ROUNDINGS(CHECK_INTEGER_EXPANDED, S, D) SATURATIONS(CHECK_INTEGER_EXPANDED, S, D)
#define CHECK_TO_FLOAT(D, S) ROUNDINGS(CHECK_FLOAT_EXPANDED, S, D)
#define CHECK_INTEGER_EXPANDED(suffix, rounding, saturated, S, D) CHECK_INTEGER(suffix, rounding, saturated, S, D)
#define CHECK_FLOAT_EXPANDED(suffix, rounding, saturated, S, D) CHECK_FLOAT(suffix, rounding, saturated, S, D)
INTEGERS(CHECK_TO_INTEGER, SOURCE)
CHECK_TO_FLOAT(half, SOURCE)
CHECK_TO_FLOAT(float, SOURCE)
CHECK_TO_FLOAT(double, SOURCE)

#define CALL_EXPANDED(suffix, S, D) check_##D##suffix##_from_##S();
#define CALL(suffix, rounding, saturated, S, D) CALL_EXPANDED(suffix, S, D)
#define CALL_INTEGER(D, S) ROUNDINGS(CALL, S, D) SATURATIONS(CALL, S, D)
#define CALL_FLOAT(D, S) ROUNDINGS(CALL, S, D)

int
main(void)
{
    INTEGERS(CALL_INTEGER, SOURCE)
    CALL_FLOAT(half, SOURCE)
    CALL_FLOAT(float, SOURCE)
    CALL_FLOAT(double, SOURCE)
    return report("conversions");
}
