// SPDX-License-Identifier: Apache-2.0
// vload_half[n] and vloada_half<n>: halves from memory to float; vloada takes three at the distance of four.
#include "weft_gentype.h"

#define LANE(i, ...) __builtin_load_halff(p + 0x##i)
#define DEFINE_N(n, space)                                                                                             \
    float##n WEFT_MEM_INLINE vload_half##n(size_t offset, const space half *base)                                      \
    {                                                                                                                  \
        const space half *p = base + offset * n;                                                                       \
        return (float##n)(WEFT_LANES_##n(LANE, ));                                                                     \
    }                                                                                                                  \
    float##n WEFT_MEM_INLINE vloada_half##n(size_t offset, const space half *base)                                     \
    {                                                                                                                  \
        const space half *p = base + offset * (n == 3 ? 4 : n);                                                        \
        return (float##n)(WEFT_LANES_##n(LANE, ));                                                                     \
    }
#define DEFINE(space, ...)                                                                                             \
    float WEFT_MEM_INLINE vload_half(size_t offset, const space half *p)                                               \
    {                                                                                                                  \
        return __builtin_load_halff(p + offset);                                                                       \
    }                                                                                                                  \
    float WEFT_MEM_INLINE vloada_half(size_t offset, const space half *p)                                              \
    {                                                                                                                  \
        return __builtin_load_halff(p + offset);                                                                       \
    }                                                                                                                  \
    WEFT_WIDTHS(DEFINE_N, space)
WEFT_SPACES(DEFINE, )
DEFINE(__constant, )
