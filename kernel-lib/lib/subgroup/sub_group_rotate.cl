// SPDX-License-Identifier: Apache-2.0
// sub_group_rotate(x, delta): the value of the work-item so far behind this one, around the sub-group.
#include "weft_sub_group.h"

// Full sub-groups have a power of two.
WEFT_HELPER uint
__weft_rotated(uint me, int delta)
{
    const int size = (int)get_max_sub_group_size();
    const int rest = size == WEFT_SUB_GROUP_SIZE ? delta & (WEFT_SUB_GROUP_SIZE - 1) : delta % size;
    const int place = (int)me + rest;

    return (uint)(place < 0 ? place + size : place >= size ? place - size : place);
}

#define DEFINE(T, ...)                                                                                                 \
    T WEFT_COLLECTIVE sub_group_rotate(T x, int delta)                                                                 \
    {                                                                                                                  \
        WEFT_SUB_GROUP_EXCHANGE(T, x, WEFT_SUB_GROUP_SLOT(__weft_rotated(me, delta)));                                 \
    }
WEFT_SUB_GROUP_TYPES(DEFINE)
