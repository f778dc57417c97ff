// SPDX-License-Identifier: Apache-2.0
// enqueue_kernel, for each of whose forms Clang calls a function of its own.
#include "weft_enqueue.h"

__attribute__((always_inline)) int
__enqueue_kernel_basic(__weft_queue queue, uint flags, const __weft_ndrange *range, const WEFT_GENERIC void *block,
                       const WEFT_GENERIC void *literal)
{
    return __weft_service_enqueue_kernel(queue, flags, range, 0, 0, 0, (ulong)block, literal, 0, 0);
}

__attribute__((always_inline)) int
__enqueue_kernel_varargs(__weft_queue queue, uint flags, const __weft_ndrange *range, const WEFT_GENERIC void *block,
                         const WEFT_GENERIC void *literal, uint local_count, const ulong *local_sizes)
{
    return __weft_service_enqueue_kernel(queue, flags, range, 0, 0, 0, (ulong)block, literal, local_count,
                                         local_sizes);
}

__attribute__((always_inline)) int
__enqueue_kernel_basic_events(__weft_queue queue, uint flags, const __weft_ndrange *range, uint event_count,
                              const WEFT_GENERIC __weft_event *events, WEFT_GENERIC __weft_event *event,
                              const WEFT_GENERIC void *block, const WEFT_GENERIC void *literal)
{
    return __weft_service_enqueue_kernel(queue, flags, range, event_count, events, event, (ulong)block, literal, 0, 0);
}

__attribute__((always_inline)) int
__enqueue_kernel_events_varargs(__weft_queue queue, uint flags, const __weft_ndrange *range, uint event_count,
                                const WEFT_GENERIC __weft_event *events, WEFT_GENERIC __weft_event *event,
                                const WEFT_GENERIC void *block, const WEFT_GENERIC void *literal, uint local_count,
                                const ulong *local_sizes)
{
    return __weft_service_enqueue_kernel(queue, flags, range, event_count, events, event, (ulong)block, literal,
                                         local_count, local_sizes);
}
