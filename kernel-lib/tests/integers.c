// SPDX-License-Identifier: Apache-2.0
// The integer functions against 128-bit arithmetic.
#include "harness.h"

typedef __int128 wide;

#define LOW(T) ((T) - 1 < (T)0 ? -((wide)1 << (sizeof(T) * 8 - 1)) : (wide)0)
#define HIGH(T) ((T) - 1 < (T)0 ? ((wide)1 << (sizeof(T) * 8 - 1)) - 1 : ((wide)1 << sizeof(T) * 8) - 1)
#define BITS(T) ((int)sizeof(T) * 8)

static wide
saturate(wide value, wide low, wide high)
{
    return value < low ? low : value > high ? high : value;
}

static int
leading_zeros(uint64_t value, int bits)
{
    int zeros = 0;

    while (zeros < bits && !(value >> (bits - 1 - zeros) & 1))
        zeros++;
    return zeros;
}

static uint64_t
rotated(uint64_t x, uint64_t y, int bits)
{
    for (uint64_t i = 0; i < y % (uint64_t)bits; i++)
        x = x << 1 | (x >> (bits - 1) & 1);
    return x;
}

#define FILL(T, ...)                                                                                                   \
    static void fill_##T(T *in)                                                                                        \
    {                                                                                                                  \
        for (int i = 0; i < INPUTS; i++) {                                                                             \
            uint64_t bits = random_bits();                                                                             \
            T edges[] = {(T)LOW(T), (T)HIGH(T), 0, 1, (T) - 1, (T)(bits % 7), (T)(HIGH(T) - (wide)(bits % 5))};        \
            in[i] = bits >> 63 ? edges[bits >> 40 & 7 ? (bits >> 40) % 7 : 0] : (T)(bits >> (bits >> 50) % 64);        \
        }                                                                                                              \
    }
INTEGERS(FILL, )

// One function: `expected` in terms of x, y and z as wide integers, and X, Y, Z as they are.
#define CHECK(name, T, R, ...)                                                                                         \
    void name##_##T(const T *x, const T *y, const T *z, R *out, ulong n);                                              \
    void name##16_##T(const T *x, const T *y, const T *z, R *out, ulong n);                                            \
    static void check_##name##_##T(void)                                                                               \
    {                                                                                                                  \
        static T xs[INPUTS], ys[INPUTS], zs[INPUTS];                                                                   \
        static R out[INPUTS], out16[INPUTS];                                                                           \
        fill_##T(xs);                                                                                                  \
        fill_##T(ys);                                                                                                  \
        fill_##T(zs);                                                                                                  \
        name##_##T(xs, ys, zs, out, INPUTS);                                                                           \
        name##16_##T(xs, ys, zs, out16, INPUTS);                                                                       \
        for (int i = 0; i < INPUTS; i++) {                                                                             \
            wide x = xs[i], y = ys[i], z = zs[i];                                                                      \
            bool vector = false;                                                                                       \
            (void)x, (void)y, (void)z, (void)vector;                                                                   \
            R expected = (R)(__VA_ARGS__);                                                                             \
            vector = true;                                                                                             \
            R expected16 = (R)(__VA_ARGS__);                                                                           \
            checks += 2;                                                                                               \
            if (out[i] != expected || out16[i] != expected16)                                                          \
                FAIL(#name "(" #T " %lld, %lld, %lld) gives %lld and %lld, not %lld and %lld", (long long)x,           \
                     (long long)y, (long long)z, (long long)out[i], (long long)out16[i], (long long)expected,          \
                     (long long)expected16);                                                                           \
        }                                                                                                              \
    }

#define CHECKS(T, U)                                                                                                   \
    CHECK(abs, T, U, x < 0 ? -x : x)                                                                                   \
    CHECK(clz, T, T, leading_zeros((uint64_t)x, BITS(T)))                                                              \
    CHECK(popcount, T, T, __builtin_popcountll((U)x))                                                                  \
    CHECK(abs_diff, T, U, x < y ? y - x : x - y)                                                                       \
    CHECK(add_sat, T, T, saturate(x + y, LOW(T), HIGH(T)))                                                             \
    CHECK(sub_sat, T, T, saturate(x - y, LOW(T), HIGH(T)))                                                             \
    CHECK(hadd, T, T, (x + y) >> 1)                                                                                    \
    CHECK(rhadd, T, T, (x + y + 1) >> 1)                                                                               \
    CHECK(min, T, T, x < y ? x : y)                                                                                    \
    CHECK(max, T, T, x > y ? x : y)                                                                                    \
    CHECK(mul_hi, T, T, multiply(x, y) >> BITS(T))                                                                     \
    CHECK(rotate, T, T, rotated((U)x, (U)y, BITS(T)))                                                                  \
    CHECK(mad_hi, T, T, (multiply(x, y) >> BITS(T)) + z)                                                               \
    CHECK(mad_sat, T, T, mad_saturated(x, y, z, LOW(T), HIGH(T)))                                                      \
    CHECK(clamp, T, T, saturate(x, y < z ? y : z, y < z ? z : y))                                                      \
    CHECK(clamp_scalar, T, T, saturate(x, 3, 77))                                                                      \
    CHECK(select, T, T, (vector ? (U)z >> (BITS(T) - 1) : (z != 0)) ? y : x)                                           \
    CHECK(bitselect, T, T, (x & ~z) | (y & z))

// Products of ulong pass a signed 128-bit number's range: only their bits count then.
static wide
multiply(wide x, wide y)
{
    return (wide)((unsigned __int128)x * (unsigned __int128)y);
}

static wide
mad_saturated(wide x, wide y, wide z, wide low, wide high)
{
    wide product;

    if (__builtin_mul_overflow(x, y, &product) || __builtin_add_overflow(product, z, &product))
        return high; // only unsigned operands come here
    return saturate(product, low, high);
}

CHECKS(char, uchar)
CHECKS(uchar, uchar)
CHECKS(short, ushort)
CHECKS(ushort, ushort)
CHECKS(int, uint)
CHECKS(uint, uint)
CHECKS(long, ulong)
CHECKS(ulong, ulong)
CHECK(upsample, char, short, x * 256 + (uchar)y)
CHECK(upsample, uchar, ushort, x * 256 + (uchar)y)
CHECK(upsample, short, int, x * 65536 + (ushort)y)
CHECK(upsample, ushort, uint, x * 65536 + (ushort)y)
CHECK(upsample, int, long, x * 4294967296 + (uint)y)
CHECK(upsample, uint, ulong, x * 4294967296 + (uint)y)
CHECK(mul24, int, int, (wide)((int)((uint)x << 8) >> 8) * ((int)((uint)y << 8) >> 8))
CHECK(mul24, uint, uint, (x & 0xffffff) * (y & 0xffffff))
CHECK(mad24, int, int, (wide)((int)((uint)x << 8) >> 8) * ((int)((uint)y << 8) >> 8) + z)
CHECK(mad24, uint, uint, (x & 0xffffff) * (y & 0xffffff) + z)

#define CALLS(T, ...)                                                                                                  \
    check_abs_##T(), check_clz_##T(), check_popcount_##T(), check_abs_diff_##T(), check_add_sat_##T();                 \
    check_sub_sat_##T(), check_hadd_##T(), check_rhadd_##T(), check_min_##T(), check_max_##T(), check_mul_hi_##T();    \
    check_rotate_##T(), check_mad_hi_##T(), check_mad_sat_##T(), check_clamp_##T(), check_clamp_scalar_##T();          \
    check_select_##T(), check_bitselect_##T();

int
main(void)
{
    INTEGERS(CALLS, )
    check_upsample_char(), check_upsample_uchar(), check_upsample_short();
    check_upsample_ushort(), check_upsample_int(), check_upsample_uint();
    check_mul24_int(), check_mul24_uint(), check_mad24_int(), check_mad24_uint();
    return report("integers");
}
