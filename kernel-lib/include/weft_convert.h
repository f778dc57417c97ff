// SPDX-License-Identifier: Apache-2.0
// The explicit conversions: convert_<type><n>[_sat][_rte|_rtz|_rtp|_rtn] for one destination type.
//
// Without a rounding mode an integer is truncated to and a floating-point number rounded to nearest even, which are
// C's casts, so those stay casts. A source of every type is expanded by WEFT_CONVERT_TO_INTEGER and its kin.
#ifndef WEFT_CONVERT_H
#define WEFT_CONVERT_H

#include "weft_gentype.h"
#include "weft_half.h"

// M(rounding suffix, ...)
#define WEFT_CONVERT_MODES(M, ...) M(_rte, __VA_ARGS__) M(_rtz, __VA_ARGS__) M(_rtp, __VA_ARGS__) M(_rtn, __VA_ARGS__)

// ---- Vectors ------------------------------------------------------------------------------------------------------

// by the scalar conversion of each element
#define WEFT_CONVERT_LANES_N(n, D, S, suffix)                                                                          \
    D##n WEFT_FN convert_##D##n##suffix(S##n x)                                                                        \
    {                                                                                                                  \
        return (D##n)(WEFT_LANES_##n(WEFT_CALL_V, convert_##D##suffix));                                               \
    }
#define WEFT_CONVERT_LANES(D, S, suffix) WEFT_WIDTHS(WEFT_CONVERT_LANES_N, D, S, suffix)

// by a cast, scalars too
#define WEFT_CONVERT_CAST_N(n, D, S)                                                                                   \
    D##n WEFT_INLINE convert_##D##n(S##n x)                                                                            \
    {                                                                                                                  \
        return __builtin_convertvector(x, D##n);                                                                       \
    }
#define WEFT_CONVERT_CAST(D, S)                                                                                        \
    D WEFT_INLINE convert_##D(S x)                                                                                     \
    {                                                                                                                  \
        return (D)x;                                                                                                   \
    }                                                                                                                  \
    WEFT_WIDTHS(WEFT_CONVERT_CAST_N, D, S)

// by another suffix
#define WEFT_CONVERT_ALIAS_N(n, D, S, suffix, target)                                                                  \
    D##n WEFT_INLINE convert_##D##n##suffix(S##n x)                                                                    \
    {                                                                                                                  \
        return convert_##D##n##target(x);                                                                              \
    }
#define WEFT_CONVERT_ALIAS(suffix, target, D, S)                                                                       \
    D WEFT_INLINE convert_##D##suffix(S x)                                                                             \
    {                                                                                                                  \
        return convert_##D##target(x);                                                                                 \
    }                                                                                                                  \
    WEFT_WIDTHS(WEFT_CONVERT_ALIAS_N, D, S, suffix, target)

// ---- To integers --------------------------------------------------------------------------------------------------

#define WEFT_CONVERT_INTEGER_MODE(mode, D, S)                                                                          \
    WEFT_CONVERT_ALIAS(mode, , D, S)                                                                                   \
    WEFT_CONVERT_ALIAS(_sat##mode, _sat, D, S)
#define WEFT_CONVERT_INTEGER_FROM_INTEGER(S, D, low, high)                                                             \
    WEFT_CONVERT_CAST(D, S)                                                                                            \
    D WEFT_INLINE convert_##D##_sat(S x)                                                                               \
    {                                                                                                                  \
        bool negative = x < (S)0;                                                                                      \
        bool under = negative && (long)x < (long)(low);                                                                \
        bool over = !negative && (ulong)x > (ulong)(high);                                                             \
        return over ? high : under ? low : (D)x;                                                                       \
    }                                                                                                                  \
    WEFT_CONVERT_LANES(D, S, _sat)                                                                                     \
    WEFT_CONVERT_MODES(WEFT_CONVERT_INTEGER_MODE, D, S)

// Rounds to an integral value; a cast truncates by itself.
#define WEFT_ROUND_HELPERS(T, suffix)                                                                                  \
    WEFT_HELPER __attribute__((overloadable)) T __weft_round_rte(T x)                                                  \
    {                                                                                                                  \
        return __builtin_roundeven##suffix(x);                                                                         \
    }                                                                                                                  \
    WEFT_HELPER __attribute__((overloadable)) T __weft_round_rtz(T x)                                                  \
    {                                                                                                                  \
        return x;                                                                                                      \
    }                                                                                                                  \
    WEFT_HELPER __attribute__((overloadable)) T __weft_round_rtp(T x)                                                  \
    {                                                                                                                  \
        return __builtin_ceil##suffix(x);                                                                              \
    }                                                                                                                  \
    WEFT_HELPER __attribute__((overloadable)) T __weft_round_rtn(T x)                                                  \
    {                                                                                                                  \
        return __builtin_floor##suffix(x);                                                                             \
    }
WEFT_ROUND_HELPERS(float, f)
WEFT_ROUND_HELPERS(double, )

// What a float becomes on the way to an integer that is narrower than int: its low bits are the result, also where the
// float does not fit. OpenCL C leaves that open, but programs rely on what C compilers do.
#define WEFT_THROUGH_char(n) int##n
#define WEFT_THROUGH_uchar(n) int##n
#define WEFT_THROUGH_short(n) int##n
#define WEFT_THROUGH_ushort(n) int##n
#define WEFT_THROUGH_int(n) int##n
#define WEFT_THROUGH_uint(n) uint##n
#define WEFT_THROUGH_long(n) long##n
#define WEFT_THROUGH_ulong(n) ulong##n

#define WEFT_CONVERT_CAST_THROUGH_N(n, D, S)                                                                           \
    D##n WEFT_INLINE convert_##D##n(S##n x)                                                                            \
    {                                                                                                                  \
        return __builtin_convertvector(__builtin_convertvector(x, WEFT_THROUGH_##D(n)), D##n);                         \
    }
#define WEFT_CONVERT_CAST_THROUGH(D, S)                                                                                \
    D WEFT_INLINE convert_##D(S x)                                                                                     \
    {                                                                                                                  \
        return (D)(WEFT_THROUGH_##D())x;                                                                               \
    }                                                                                                                  \
    WEFT_WIDTHS(WEFT_CONVERT_CAST_THROUGH_N, D, S)

// `limit` is high + 1, which unlike high is a float, and low is one: only values strictly in between are cast.
#define WEFT_CONVERT_INTEGER_FROM_FLOAT_MODE(mode, S, D, low, high, limit)                                             \
    D WEFT_INLINE convert_##D##mode(S x)                                                                               \
    {                                                                                                                  \
        return (D)(WEFT_THROUGH_##D())__weft_round##mode(x);                                                           \
    }                                                                                                                  \
    D WEFT_INLINE convert_##D##_sat##mode(S x)                                                                         \
    {                                                                                                                  \
        S rounded = __weft_round##mode(x);                                                                             \
        D finite = rounded >= (S)(limit) ? high : rounded < (S)(low) ? low : (D)rounded;                               \
        return x != x ? (D)0 : finite;                                                                                 \
    }                                                                                                                  \
    WEFT_CONVERT_LANES(D, S, mode)                                                                                     \
    WEFT_CONVERT_LANES(D, S, _sat##mode)
#define WEFT_CONVERT_INTEGER_FROM_FLOAT(S, D, low, high, limit)                                                        \
    WEFT_CONVERT_CAST_THROUGH(D, S)                                                                                    \
    WEFT_CONVERT_MODES(WEFT_CONVERT_INTEGER_FROM_FLOAT_MODE, S, D, low, high, limit)                                   \
    WEFT_CONVERT_ALIAS(_sat, _sat_rtz, D, S)

// From half by way of float, which holds every half and every bound.
#define WEFT_CONVERT_INTEGER_FROM_HALF_MODE(mode, D)                                                                   \
    D WEFT_INLINE convert_##D##mode(half x)                                                                            \
    {                                                                                                                  \
        return convert_##D##mode((float)x);                                                                            \
    }                                                                                                                  \
    D WEFT_INLINE convert_##D##_sat##mode(half x)                                                                      \
    {                                                                                                                  \
        return convert_##D##_sat##mode((float)x);                                                                      \
    }                                                                                                                  \
    WEFT_CONVERT_LANES(D, half, mode)                                                                                  \
    WEFT_CONVERT_LANES(D, half, _sat##mode)
#define WEFT_CONVERT_INTEGER_FROM_HALF(D)                                                                              \
    WEFT_CONVERT_CAST_THROUGH(D, half)                                                                                 \
    WEFT_CONVERT_MODES(WEFT_CONVERT_INTEGER_FROM_HALF_MODE, D)                                                         \
    WEFT_CONVERT_ALIAS(_sat, _sat_rtz, D, half)

// All conversions to an integer type with the bounds low and high; limit is high + 1 as a hex float.
#define WEFT_CONVERT_TO_INTEGER(D, low, high, limit)                                                                   \
    WEFT_INTEGER_TYPES(WEFT_CONVERT_INTEGER_FROM_INTEGER, D, low, high)                                                \
    WEFT_CONVERT_INTEGER_FROM_FLOAT(float, D, low, high, limit)                                                        \
    WEFT_CONVERT_INTEGER_FROM_FLOAT(double, D, low, high, limit)                                                       \
    WEFT_CONVERT_INTEGER_FROM_HALF(D)

// ---- To floating point --------------------------------------------------------------------------------------------

// An integer's magnitude, cut to the `precision` bits that a D holds, converts exactly. What was cut moves the result
// by one unit in the last place if `away` says so; adding 1 to the bits carries into the exponent as it should.
#define WEFT_DIRECTED_HELPER(D, I, U, bits, precision)                                                                 \
    WEFT_HELPER __attribute__((overloadable)) D __weft_directed_##D(U magnitude, bool negative, bool away)             \
    {                                                                                                                  \
        int excess = (int)(bits - precision) - (int)__builtin_clzg(magnitude, bits);                                   \
        int cut = excess < 0 ? 0 : excess;                                                                             \
        U kept = magnitude >> cut << cut;                                                                              \
        I result = __builtin_astype((D)kept, I) + (kept != magnitude && away ? 1 : 0);                                 \
        return negative ? -__builtin_astype(result, D) : __builtin_astype(result, D);                                  \
    }
WEFT_DIRECTED_HELPER(float, int, uint, 32, 24)
WEFT_DIRECTED_HELPER(float, int, ulong, 64, 24)
WEFT_DIRECTED_HELPER(double, long, uint, 32, 53)
WEFT_DIRECTED_HELPER(double, long, ulong, 64, 53)

// From 2^17 on all integers are beyond the largest half; below they are floats.
#define WEFT_DIRECTED_HALF_HELPER(U)                                                                                   \
    WEFT_HELPER __attribute__((overloadable)) half __weft_directed_half(U magnitude, bool negative, bool away)         \
    {                                                                                                                  \
        float bounded = (float)(uint)(magnitude < 0x20000 ? magnitude : 0x20000);                                      \
        enum weft_rounding mode = !away ? WEFT_ROUND_rtz : negative ? WEFT_ROUND_rtn : WEFT_ROUND_rtp;                 \
        return __builtin_astype(__weft_half_from_float(negative ? -bounded : bounded, mode), half);                    \
    }
WEFT_DIRECTED_HALF_HELPER(uint)
WEFT_DIRECTED_HALF_HELPER(ulong)

#define WEFT_AWAY_rtz(negative) false
#define WEFT_AWAY_rtp(negative) !(negative)
#define WEFT_AWAY_rtn(negative) (negative)

// U is uint for sources up to 32 bits, else ulong
#define WEFT_CONVERT_FLOAT_FROM_INTEGER_MODE(mode, D, S, U)                                                            \
    D WEFT_INLINE convert_##D##mode(S x)                                                                               \
    {                                                                                                                  \
        bool negative = x < (S)0;                                                                                      \
        U magnitude = negative ? (U)0 - (U)x : (U)x;                                                                   \
        return __weft_directed_##D(magnitude, negative, WEFT_AWAY##mode(negative));                                    \
    }                                                                                                                  \
    WEFT_CONVERT_LANES(D, S, mode)
#define WEFT_CONVERT_FLOAT_FROM_INTEGER(S, U, D)                                                                       \
    WEFT_CONVERT_CAST(D, S)                                                                                            \
    WEFT_CONVERT_ALIAS(_rte, , D, S)                                                                                   \
    WEFT_CONVERT_FLOAT_FROM_INTEGER_MODE(_rtz, D, S, U)                                                                \
    WEFT_CONVERT_FLOAT_FROM_INTEGER_MODE(_rtp, D, S, U)                                                                \
    WEFT_CONVERT_FLOAT_FROM_INTEGER_MODE(_rtn, D, S, U)
#define WEFT_CONVERT_FLOAT_FROM_INTEGERS(D)                                                                            \
    WEFT_CONVERT_FLOAT_FROM_INTEGER(char, uint, D)                                                                     \
    WEFT_CONVERT_FLOAT_FROM_INTEGER(uchar, uint, D)                                                                    \
    WEFT_CONVERT_FLOAT_FROM_INTEGER(short, uint, D)                                                                    \
    WEFT_CONVERT_FLOAT_FROM_INTEGER(ushort, uint, D)                                                                   \
    WEFT_CONVERT_FLOAT_FROM_INTEGER(int, uint, D)                                                                      \
    WEFT_CONVERT_FLOAT_FROM_INTEGER(uint, uint, D)                                                                     \
    WEFT_CONVERT_FLOAT_FROM_INTEGER(long, ulong, D)                                                                    \
    WEFT_CONVERT_FLOAT_FROM_INTEGER(ulong, ulong, D)

// A floating-point source that loses nothing: all modes are the cast.
#define WEFT_CONVERT_FLOAT_EXACT(D, S)                                                                                 \
    WEFT_CONVERT_CAST(D, S)                                                                                            \
    WEFT_CONVERT_MODES(WEFT_CONVERT_ALIAS, , D, S)

#endif
