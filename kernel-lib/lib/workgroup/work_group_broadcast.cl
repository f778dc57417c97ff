// SPDX-License-Identifier: Apache-2.0
// work_group_broadcast(a, x[, y[, z]]): the value of the work-item with that local id.
#include "weft_collective.h"

#define DEFINE(T, ...)                                                                                                 \
    T WEFT_COLLECTIVE work_group_broadcast(T a, size_t x)                                                              \
    {                                                                                                                  \
        WEFT_TOGETHER_ALIKE(T, a, const T all = WEFT_SLOT(x););                                                        \
    }                                                                                                                  \
    T WEFT_COLLECTIVE work_group_broadcast(T a, size_t x, size_t y)                                                    \
    {                                                                                                                  \
        WEFT_TOGETHER_ALIKE(T, a, const T all = WEFT_SLOT(y * __weft_local_size_x() + x););                            \
    }                                                                                                                  \
    T WEFT_COLLECTIVE work_group_broadcast(T a, size_t x, size_t y, size_t z)                                          \
    {                                                                                                                  \
        WEFT_TOGETHER_ALIKE(T, a,                                                                                      \
                            const T all = WEFT_SLOT((z * __weft_local_size_y() + y) * __weft_local_size_x() + x););    \
    }
WEFT_COLLECTIVE_TYPES(DEFINE)
