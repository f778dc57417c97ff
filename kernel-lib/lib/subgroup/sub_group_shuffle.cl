// SPDX-License-Identifier: Apache-2.0
// sub_group_shuffle(x, id): the value of the work-item with that id in the sub-group.
#include "weft_sub_group.h"

#define DEFINE(T, ...)                                                                                                 \
    T WEFT_COLLECTIVE sub_group_shuffle(T x, uint id)                                                                  \
    {                                                                                                                  \
        WEFT_SUB_GROUP_EXCHANGE(T, x, WEFT_SUB_GROUP_SLOT(id));                                                        \
    }
WEFT_SUB_GROUP_TYPES(DEFINE)
