// SPDX-License-Identifier: Apache-2.0
// Enqueuing kernels from kernels: what queues and events are here, and the functions of the runtime behind the
// builtins. Clang has no types for the former where there is no generic address space: builtins that take them have
// their mangled names.
#ifndef WEFT_ENQUEUE_H
#define WEFT_ENQUEUE_H

#include "weft_gentype.h"

typedef __global struct __weft_queue_s *__weft_queue; // queue_t
typedef __global struct __weft_event_s *__weft_event; // clk_event_t
#define WEFT_NULL_EVENT ((__weft_event)ULONG_MAX)

// ndrange_t, as opencl-c-base.h has it; struct weft_enqueued_range of compiler/kernel_abi.h. A local size of 0: any.
typedef struct {
    uint work_dim;
    size_t offset[3], global_size[3], local_size[3];
} __weft_ndrange;

__weft_queue __weft_default_queue(void) __attribute__((const));

// Through __weft_services, see compiler/kernel_abi.h. `block` is the number that compiler/linking/enqueued_blocks.h has
// put in the place of Clang's pointer to a function.
int __weft_service_enqueue_kernel(__weft_queue queue, uint flags, const __weft_ndrange *range, uint event_count,
                                  const WEFT_GENERIC __weft_event *events, WEFT_GENERIC __weft_event *event,
                                  ulong block, const WEFT_GENERIC void *literal, uint local_count,
                                  const ulong *local_sizes);
int __weft_service_enqueue_marker(__weft_queue queue, uint event_count, const WEFT_GENERIC __weft_event *events,
                                  WEFT_GENERIC __weft_event *event);
uint __weft_service_query_block(ulong block, uint query, const __weft_ndrange *range);
__weft_event __weft_service_create_user_event(void);
void __weft_service_retain_event(__weft_event event);
void __weft_service_release_event(__weft_event event);
int __weft_service_is_valid_event(__weft_event event);
void __weft_service_set_user_event_status(__weft_event event, int status);
void __weft_service_capture_profiling(__weft_event event, int name, __global void *value);

// Of weft_services.query_block.
enum {
    WEFT_QUERY_WORK_GROUP_SIZE,
    WEFT_QUERY_PREFERRED_MULTIPLE,
    WEFT_QUERY_SUB_GROUP_COUNT,
    WEFT_QUERY_SUB_GROUP_SIZE
};

#endif
