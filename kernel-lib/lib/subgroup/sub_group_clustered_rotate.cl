// SPDX-License-Identifier: Apache-2.0
// sub_group_clustered_rotate(x, delta, size): the value of the work-item so far behind this one, around its cluster.
#include "weft_sub_group.h"

#define DEFINE(T, ...)                                                                                                 \
    T WEFT_COLLECTIVE sub_group_clustered_rotate(T x, int delta, uint size)                                            \
    {                                                                                                                  \
        WEFT_SUB_GROUP_EXCHANGE(T, x, WEFT_SUB_GROUP_SLOT((me & -size) | ((me + (uint)delta) & (size - 1))));          \
    }
WEFT_SUB_GROUP_TYPES(DEFINE)
