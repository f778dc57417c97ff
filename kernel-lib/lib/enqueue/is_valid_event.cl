// SPDX-License-Identifier: Apache-2.0
// is_valid_event(event): whether there is such an event.
#include "weft_enqueue.h"

bool __weft_is_valid_event(__weft_event event) __asm__("_Z14is_valid_event12ocl_clkevent");

__attribute__((always_inline)) bool
__weft_is_valid_event(__weft_event event)
{
    return __weft_service_is_valid_event(event) != 0;
}
