// SPDX-License-Identifier: Apache-2.0
// CLK_NULL_RESERVE_ID, which compiler/frontend/clang_header.c defines as this call.
#include "weft_pipe.h"

__attribute__((const, always_inline)) __weft_reserve_id
__weft_null_reserve_id(void)
{
    return WEFT_AS_ID(WEFT_NO_RESERVATION);
}
