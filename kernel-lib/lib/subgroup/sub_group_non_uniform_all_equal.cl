// SPDX-License-Identifier: Apache-2.0
// sub_group_non_uniform_all_equal(x): whether the values of those who come are equal; a NaN equals nothing.
#include "weft_sub_group.h"

#define COMPARE(T)                                                                                                     \
    const T first = *slots[ctz(met)];                                                                                  \
    int equal = 1;                                                                                                     \
    WEFT_EACH_BIT(i, met)                                                                                              \
        equal &= *slots[i] == first;                                                                                   \
    WEFT_EACH_BIT(i, met)                                                                                              \
        *results[i] = equal;
#define DEFINE(T, ...)                                                                                                 \
    int WEFT_COLLECTIVE sub_group_non_uniform_all_equal(T x)                                                           \
    {                                                                                                                  \
        WEFT_SUB_GROUP_MEET(int, T, x, COMPARE(T));                                                                    \
    }
WEFT_SUB_GROUP_TYPES(DEFINE)
