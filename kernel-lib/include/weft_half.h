// SPDX-License-Identifier: Apache-2.0
// Conversion of float and double to the bits of a half, in every rounding mode and with integers only.
#ifndef WEFT_HALF_H
#define WEFT_HALF_H

#include "weft_gentype.h"

enum weft_rounding {
    WEFT_ROUND_rte,
    WEFT_ROUND_rtz,
    WEFT_ROUND_rtp,
    WEFT_ROUND_rtn,
};

// What to add before `dropped` low bits are cut off: to nearest even it is just under a half, or a half where the
// last bit kept is odd; away from zero it is all ones.
WEFT_HELPER uint
__weft_rounding_increment(enum weft_rounding mode, uint bits, uint dropped, bool negative)
{
    uint below = (1u << dropped) - 1u;
    bool away = (mode == WEFT_ROUND_rtp && !negative) || (mode == WEFT_ROUND_rtn && negative);

    return mode == WEFT_ROUND_rte ? (below >> 1) + ((bits >> dropped) & 1u) : away ? below : 0u;
}

// The half nearest to `x` in the direction of `mode`. A subnormal half is the mantissa with its leading one, shifted
// right; from 2^-26 down everything is the same sticky bit.
WEFT_HELPER ushort
__weft_half_from_float(float x, enum weft_rounding mode)
{
    uint bits = __builtin_astype(x, uint);
    uint magnitude = bits & 0x7fffffffu;
    bool negative = bits >> 31 != 0;
    bool away = (mode == WEFT_ROUND_rtp && !negative) || (mode == WEFT_ROUND_rtn && negative);

    // Normal results: rebias the exponent by 112, then drop 13 bits; a carry walks into the exponent.
    uint rebiased = magnitude - (112u << 23);
    uint normal = (rebiased + __weft_rounding_increment(mode, rebiased, 13, negative)) >> 13;

    // Subnormal results: the value in units of 2^-24 is the mantissa shifted right by 126 - exponent.
    uint exponent = magnitude >> 23;
    uint mantissa = (magnitude & 0x007fffffu) | (exponent != 0 ? 0x00800000u : 0u);
    uint shift = 126u - (exponent == 0 ? 1u : exponent);
    uint safe = shift > 25u ? 25u : shift < 14u ? 14u : shift;
    uint lost = shift > 25u ? (mantissa != 0 ? 1u : 0u) : mantissa;
    uint subnormal = (lost + __weft_rounding_increment(mode, lost, safe, negative)) >> safe;

    // Past 65504: infinity to nearest (the carry above leads there) and away from zero, else the largest half.
    uint largest = mode == WEFT_ROUND_rte || away ? 0x7c00u : 0x7bffu;
    uint finite = magnitude < 0x38800000u ? subnormal : normal;
    uint result = magnitude >= 0x47800000u ? largest : finite;
    uint nan = 0x7e00u | ((magnitude >> 13) & 0x3ffu);

    result = magnitude == 0x7f800000u ? 0x7c00u : magnitude > 0x7f800000u ? nan : result;
    return (ushort)(result | (bits >> 16 & 0x8000u));
}

// double to float rounded to odd: an inexact result has its last bit set, so that a second rounding to fewer bits
// comes out as if it were the first one. The result is a float in magnitudes where halves live, else only its order.
WEFT_HELPER float
__weft_float_round_odd(double x)
{
    ulong bits = __builtin_astype(x, ulong);
    ulong magnitude = bits & 0x7fffffffffffffffUL;
    // Below 2^-126 only the fact that it is not zero counts, above 2^128 only that it is finite.
    uint normal = (uint)((magnitude - (896UL << 52)) >> 29) | ((magnitude & 0x1fffffffUL) != 0 ? 1u : 0u);
    uint tiny = magnitude != 0 ? 1u : 0u;
    uint special =
        magnitude > 0x7ff0000000000000UL ? 0x7fc00000u | (uint)((magnitude >> 29) & 0x7fffffUL) : 0x7f800000u;
    uint result = magnitude < 0x3810000000000000UL ? tiny : magnitude >= 0x47f0000000000000UL ? 0x7f7fffffu : normal;

    result = magnitude >= 0x7ff0000000000000UL ? special : result;
    return __builtin_astype(result | ((uint)(bits >> 32) & 0x80000000u), float);
}

WEFT_HELPER ushort
__weft_half_from_double(double x, enum weft_rounding mode)
{
    return __weft_half_from_float(__weft_float_round_odd(x), mode);
}

#endif
