// SPDX-License-Identifier: Apache-2.0
// convert_half<n>[_mode] from all types. Casts round to nearest, from 64-bit integers and doubles once, too
// (compiler/passes/half_lowering.h); the other modes work on bits (weft_half.h).
#include "weft_convert.h"

WEFT_CONVERT_FLOAT_FROM_INTEGERS(half)
WEFT_CONVERT_FLOAT_EXACT(half, half)

#define DEFINE_MODE(mode, S)                                                                                           \
    half WEFT_INLINE convert_half##mode(S x)                                                                           \
    {                                                                                                                  \
        return __builtin_astype(__weft_half_from_##S(x, WEFT_ROUND##mode), half);                                      \
    }                                                                                                                  \
    WEFT_CONVERT_LANES(half, S, mode)
#define DEFINE(S)                                                                                                      \
    WEFT_CONVERT_CAST(half, S)                                                                                         \
    WEFT_CONVERT_ALIAS(_rte, , half, S)                                                                                \
    DEFINE_MODE(_rtz, S)                                                                                               \
    DEFINE_MODE(_rtp, S)                                                                                               \
    DEFINE_MODE(_rtn, S)
DEFINE(float)
DEFINE(double)
