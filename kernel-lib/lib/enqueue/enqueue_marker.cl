// SPDX-License-Identifier: Apache-2.0
// enqueue_marker(queue, event_count, events, event): an event that is complete when those are.
#include "weft_enqueue.h"

int __weft_enqueue_marker(__weft_queue queue, uint event_count, const WEFT_GENERIC __weft_event *events,
                          WEFT_GENERIC __weft_event *event)
    __asm__("_Z14enqueue_marker9ocl_queuejPU3AS4K12ocl_clkeventPU3AS4S0_");

__attribute__((always_inline)) int
__weft_enqueue_marker(__weft_queue queue, uint event_count, const WEFT_GENERIC __weft_event *events,
                      WEFT_GENERIC __weft_event *event)
{
    return __weft_service_enqueue_marker(queue, event_count, events, event);
}
