// SPDX-License-Identifier: Apache-2.0
// sub_group_broadcast(x, id): the value of the work-item with that id in the sub-group.
#include "weft_collective.h"

#define DEFINE(T, ...)                                                                                                 \
    T WEFT_COLLECTIVE sub_group_broadcast(T x, uint id)                                                                \
    {                                                                                                                  \
        WEFT_SUB_GROUP_TOGETHER(T, x, WEFT_ALL(T, *slots[id]));                                                        \
    }
WEFT_COLLECTIVE_TYPES(DEFINE)
