// SPDX-License-Identifier: Apache-2.0
// What the calls of shared virtual memory and those of unified shared memory have in common: allocating, copying and
// filling by pointers.
#ifndef WEFT_API_POINTERS_H
#define WEFT_API_POINTERS_H

#include "runtime/core/svm.h"
#include "runtime/queue/public.h"

// Whether an alignment is one that memory can have: 0, or a power of two up to a long16's.
bool weft_is_svm_alignment(size_t alignment);
// CL_INVALID_COMMAND_QUEUE, CL_INVALID_CONTEXT, CL_INVALID_EVENT_WAIT_LIST
WEFT_MUST_CHECK cl_int weft_validate_svm_command(cl_command_queue queue, cl_uint count, const cl_event *list);
// clEnqueueSVMMemcpy and clEnqueueMemcpyINTEL, clEnqueueSVMMemFill and clEnqueueMemFillINTEL: they validate, and the
// event's command type is all that differs.
WEFT_MUST_CHECK cl_int weft_enqueue_pointer_copy(cl_command_queue queue, cl_command_type type, void *to,
                                                 const void *from, size_t size, struct weft_wait wait);
WEFT_MUST_CHECK cl_int weft_enqueue_pointer_fill(cl_command_queue queue, cl_command_type type, void *to,
                                                 const void *pattern, size_t pattern_size, size_t size,
                                                 struct weft_wait wait);

#endif
