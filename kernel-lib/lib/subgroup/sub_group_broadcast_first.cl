// SPDX-License-Identifier: Apache-2.0
// sub_group_broadcast_first(x): the value of the first work-item that comes.
#include "weft_sub_group.h"

#define DEFINE(T, ...)                                                                                                 \
    T WEFT_COLLECTIVE sub_group_broadcast_first(T x)                                                                   \
    {                                                                                                                  \
        WEFT_SUB_GROUP_EXCHANGE(T, x, WEFT_SUB_GROUP_SLOT(ctz(met)));                                                  \
    }
WEFT_SUB_GROUP_TYPES(DEFINE)
