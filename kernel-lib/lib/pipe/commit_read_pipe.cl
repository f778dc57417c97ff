// SPDX-License-Identifier: Apache-2.0
// commit_read_pipe(p, id): the reservation's packets have been read.
#include "weft_pipe.h"

__attribute__((always_inline)) void
__commit_read_pipe(__global __weft_pipe *p, __weft_reserve_id id, uint size, uint align)
{
    if (WEFT_OF_ID(id) != WEFT_NO_RESERVATION)
        __weft_by_lane_commit_read(p, WEFT_OF_ID(id));
}
