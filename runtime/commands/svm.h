// SPDX-License-Identifier: Apache-2.0
// Commands about shared virtual memory that move no byte: free it, and hand it to the host or a device.
#ifndef WEFT_COMMANDS_SVM_H
#define WEFT_COMMANDS_SVM_H

#include "runtime/queue/public.h"

// Map, unmap, migrate, advise: nothing is done, but when it is its turn the ranges must still be allocated, else the
// event's status is CL_INVALID_VALUE. Copies pointers and sizes (NULL: all are 0).
WEFT_MUST_CHECK cl_int weft_svm_enqueue_ranges(cl_command_queue queue, cl_command_type type, cl_uint count,
                                               const void *const *pointers, const size_t *sizes, struct weft_wait wait);

typedef void(CL_CALLBACK *weft_svm_free_callback)(cl_command_queue queue, cl_uint count, void *pointers[], void *data);

// Frees allocations of WEFT_SVM_BUFFERS, or has `callback` (may be NULL) do that. Copies the pointers. The event's
// status is CL_INVALID_VALUE if one of them is none any more.
WEFT_MUST_CHECK cl_int weft_svm_enqueue_free(cl_command_queue queue, cl_uint count, void *const *pointers,
                                             weft_svm_free_callback callback, void *data, struct weft_wait wait);

#endif
