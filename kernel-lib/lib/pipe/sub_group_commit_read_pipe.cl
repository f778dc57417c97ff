// SPDX-License-Identifier: Apache-2.0
// sub_group_commit_read_pipe(p, id): once all work-items of the sub-group are here.
#include "weft_pipe.h"

__attribute__((always_inline, convergent)) void
__sub_group_commit_read_pipe(__global __weft_pipe *p, __weft_reserve_id id, uint size, uint align)
{
    __weft_sub_group_barrier();
    if (__weft_sub_group_local_id() == 0 && WEFT_OF_ID(id) != WEFT_NO_RESERVATION)
        __weft_by_lane_commit_read(p, WEFT_OF_ID(id));
}
