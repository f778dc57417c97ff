// SPDX-License-Identifier: Apache-2.0
// sub_group_shuffle_down(x, delta): the value of the work-item so far behind this one.
#include "weft_sub_group.h"

#define DEFINE(T, ...)                                                                                                 \
    T WEFT_COLLECTIVE sub_group_shuffle_down(T x, uint delta)                                                          \
    {                                                                                                                  \
        WEFT_SUB_GROUP_EXCHANGE(T, x, WEFT_SUB_GROUP_SLOT(me + delta));                                                \
    }
WEFT_SUB_GROUP_TYPES(DEFINE)
