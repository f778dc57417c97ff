// SPDX-License-Identifier: Apache-2.0
// set_user_event_status(event, status): CL_COMPLETE or an error.
#include "weft_enqueue.h"

void __weft_set_user_event_status(__weft_event event, int status) __asm__("_Z21set_user_event_status12ocl_clkeventi");

__attribute__((always_inline)) void
__weft_set_user_event_status(__weft_event event, int status)
{
    __weft_service_set_user_event_status(event, status);
}
