// SPDX-License-Identifier: Apache-2.0
// reserve_read_pipe(p, count): a reservation, or CLK_NULL_RESERVE_ID.
#include "weft_pipe.h"

__attribute__((always_inline)) __weft_reserve_id
__reserve_read_pipe(__global __weft_pipe *p, uint count, uint size, uint align)
{
    return WEFT_AS_ID(__weft_by_lane_reserve_read(p, count));
}
