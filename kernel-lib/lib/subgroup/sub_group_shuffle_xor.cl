// SPDX-License-Identifier: Apache-2.0
// sub_group_shuffle_xor(x, mask): the value of the work-item whose id is the own one in other bits than the mask's.
#include "weft_sub_group.h"

#define DEFINE(T, ...)                                                                                                 \
    T WEFT_COLLECTIVE sub_group_shuffle_xor(T x, uint mask)                                                            \
    {                                                                                                                  \
        WEFT_SUB_GROUP_EXCHANGE(T, x, WEFT_SUB_GROUP_SLOT(me ^ mask));                                                 \
    }
WEFT_SUB_GROUP_TYPES(DEFINE)
