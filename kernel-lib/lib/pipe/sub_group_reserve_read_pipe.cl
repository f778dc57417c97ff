// SPDX-License-Identifier: Apache-2.0
// sub_group_reserve_read_pipe(p, count): one reservation for all work-items of the sub-group.
#include "weft_pipe.h"

WEFT_HELPER __weft_reservation
together(__global __weft_pipe *p, uint count)
{
    WEFT_SUB_GROUP_TOGETHER(ulong, 0, WEFT_ALL(ulong, __weft_by_lane_reserve_read(p, count)));
}

__attribute__((always_inline, convergent)) __weft_reserve_id
__sub_group_reserve_read_pipe(__global __weft_pipe *p, uint count, uint size, uint align)
{
    return WEFT_AS_ID(together(p, count));
}
