// SPDX-License-Identifier: Apache-2.0
// retain_event(event): one more reference.
#include "weft_enqueue.h"

void __weft_retain_event(__weft_event event) __asm__("_Z12retain_event12ocl_clkevent");

__attribute__((always_inline)) void
__weft_retain_event(__weft_event event)
{
    __weft_service_retain_event(event);
}
