// SPDX-License-Identifier: Apache-2.0
// CLK_NULL_EVENT, which compiler/frontend/clang_header.c defines as this call.
#include "weft_enqueue.h"

__attribute__((const, always_inline)) __weft_event
__weft_null_event(void)
{
    return WEFT_NULL_EVENT;
}
