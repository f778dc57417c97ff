// SPDX-License-Identifier: Apache-2.0
// vstore_half[n] and vstorea_half<n>, with every rounding mode: float and double to halves in memory. One rounding
// only, from double too. From float to nearest it is the conversion that CPUs have.
#include "weft_half.h"

#define DEFINE_STORE(space, ...)                                                                                       \
    WEFT_HELPER void __attribute__((overloadable)) __weft_store_half(float x, space half *p, enum weft_rounding mode)  \
    {                                                                                                                  \
        if (mode == WEFT_ROUND_rte)                                                                                    \
            __builtin_store_halff(x, p);                                                                               \
        else                                                                                                           \
            *(space ushort *)p = __weft_half_from_float(x, mode);                                                      \
    }                                                                                                                  \
    WEFT_HELPER void __attribute__((overloadable)) __weft_store_half(double x, space half *p, enum weft_rounding mode) \
    {                                                                                                                  \
        *(space ushort *)p = __weft_half_from_double(x, mode);                                                         \
    }
WEFT_SPACES(DEFINE_STORE, )

#define LANE(i, mode) __weft_store_half(value.s##i, p + 0x##i, mode);
#define DEFINE_N(n, suffix, mode, space, T)                                                                            \
    void WEFT_MEM vstore_half##n##suffix(T##n value, size_t offset, space half *base)                                  \
    {                                                                                                                  \
        space half *p = base + offset * n;                                                                             \
        WEFT_DO_LANES_##n(LANE, mode)                                                                                  \
    }                                                                                                                  \
    void WEFT_MEM vstorea_half##n##suffix(T##n value, size_t offset, space half *base)                                 \
    {                                                                                                                  \
        space half *p = base + offset * (n == 3 ? 4 : n);                                                              \
        WEFT_DO_LANES_##n(LANE, mode)                                                                                  \
    }
#define DEFINE_MODE(suffix, mode, space, T)                                                                            \
    void WEFT_MEM vstore_half##suffix(T value, size_t offset, space half *p)                                           \
    {                                                                                                                  \
        __weft_store_half(value, p + offset, mode);                                                                    \
    }                                                                                                                  \
    void WEFT_MEM vstorea_half##suffix(T value, size_t offset, space half *p)                                          \
    {                                                                                                                  \
        __weft_store_half(value, p + offset, mode);                                                                    \
    }                                                                                                                  \
    WEFT_WIDTHS(DEFINE_N, suffix, mode, space, T)
#define DEFINE(space, T)                                                                                               \
    DEFINE_MODE(, WEFT_ROUND_rte, space, T)                                                                            \
    DEFINE_MODE(_rte, WEFT_ROUND_rte, space, T)                                                                        \
    DEFINE_MODE(_rtz, WEFT_ROUND_rtz, space, T)                                                                        \
    DEFINE_MODE(_rtp, WEFT_ROUND_rtp, space, T)                                                                        \
    DEFINE_MODE(_rtn, WEFT_ROUND_rtn, space, T)
WEFT_SPACES(DEFINE, float)
WEFT_SPACES(DEFINE, double)
