// SPDX-License-Identifier: Apache-2.0
// {work,sub}_group_reserve_{read,write}_pipe(p, count): one reservation for all work-items of the group.
#include "weft_pipe.h"

#define DEFINE(group, direction, together)                                                                             \
    WEFT_HELPER __weft_reservation group##_##direction(__global __weft_pipe *p, uint count)                            \
    {                                                                                                                  \
        together(ulong, 0, WEFT_ALL(ulong, __weft_by_lane_reserve_##direction(p, count)));                             \
    }                                                                                                                  \
    __attribute__((always_inline, convergent)) __weft_reserve_id __##group##_reserve_##direction##_pipe(               \
        __global __weft_pipe *p, uint count, uint size, uint align)                                                    \
    {                                                                                                                  \
        return WEFT_AS_ID(group##_##direction(p, count));                                                              \
    }
DEFINE(work_group, read, WEFT_TOGETHER)
DEFINE(work_group, write, WEFT_TOGETHER)
DEFINE(sub_group, read, WEFT_SUB_GROUP_TOGETHER)
DEFINE(sub_group, write, WEFT_SUB_GROUP_TOGETHER)
