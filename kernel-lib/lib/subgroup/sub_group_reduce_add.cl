// SPDX-License-Identifier: Apache-2.0
// sub_group_reduce_add(x): the sum of all work-items' values.
#include "weft_collective.h"

#define DEFINE(T, ...)                                                                                                 \
    T WEFT_COLLECTIVE sub_group_reduce_add(T x)                                                                        \
    {                                                                                                                  \
        WEFT_SUB_GROUP_TOGETHER(T, x, WEFT_REDUCE(T, WEFT_ADD));                                                       \
    }
WEFT_COLLECTIVE_TYPES(DEFINE)
