// SPDX-License-Identifier: Apache-2.0
// capture_event_profiling_info(event, name, value): writes two times once the event's command is complete.
#include "weft_enqueue.h"

void __weft_capture_event_profiling_info(__weft_event event, int name, __global void *value)
    __asm__("_Z28capture_event_profiling_info12ocl_clkeventiPU3AS1v");

__attribute__((always_inline)) void
__weft_capture_event_profiling_info(__weft_event event, int name, __global void *value)
{
    __weft_service_capture_profiling(event, name, value);
}
