// SPDX-License-Identifier: Apache-2.0
// {work,sub}_group_commit_{read,write}_pipe(p, id): once all work-items of the group are here.
#include "weft_pipe.h"

#define DEFINE(group, direction, meet, place)                                                                          \
    __attribute__((always_inline, convergent)) void __##group##_commit_##direction##_pipe(                             \
        __global __weft_pipe *p, __weft_reserve_id id, uint size, uint align)                                          \
    {                                                                                                                  \
        meet();                                                                                                        \
        if ((place) == 0 && WEFT_OF_ID(id) != WEFT_NO_RESERVATION)                                                     \
            __weft_by_lane_commit_##direction(p, WEFT_OF_ID(id));                                                      \
    }
DEFINE(work_group, read, __weft_barrier, get_local_linear_id())
DEFINE(work_group, write, __weft_barrier, get_local_linear_id())
DEFINE(sub_group, read, __weft_sub_group_barrier, __weft_sub_group_local_id())
DEFINE(sub_group, write, __weft_sub_group_barrier, __weft_sub_group_local_id())
