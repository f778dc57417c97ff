// SPDX-License-Identifier: Apache-2.0
// release_event(event): one reference less.
#include "weft_enqueue.h"

void __weft_release_event(__weft_event event) __asm__("_Z13release_event12ocl_clkevent");

__attribute__((always_inline)) void
__weft_release_event(__weft_event event)
{
    __weft_service_release_event(event);
}
