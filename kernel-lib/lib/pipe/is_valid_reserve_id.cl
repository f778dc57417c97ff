// SPDX-License-Identifier: Apache-2.0
// is_valid_reserve_id(id): whether it is not CLK_NULL_RESERVE_ID.
#include "weft_pipe.h"

bool __weft_is_valid_reserve_id(__weft_reserve_id id) __asm__("_Z19is_valid_reserve_id13ocl_reserveid");

__attribute__((always_inline)) bool
__weft_is_valid_reserve_id(__weft_reserve_id id)
{
    return WEFT_OF_ID(id) != WEFT_NO_RESERVATION;
}
