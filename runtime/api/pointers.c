// SPDX-License-Identifier: Apache-2.0
// Validation of allocations, copies and fills by pointers.
#include "runtime/api/pointers.h"

#include "runtime/api/validate.h"
#include "runtime/commands/transfer.h"
#include "runtime/core/error.h"

bool
weft_is_svm_alignment(size_t alignment)
{
    return (alignment & (alignment - 1)) == 0 && alignment <= WEFT_SVM_ALIGN_BYTES;
}

cl_int
weft_validate_svm_command(cl_command_queue queue, cl_uint count, const cl_event *list)
{
    // CL_INVALID_COMMAND_QUEUE "if command_queue is not a valid host command-queue"
    cl_int err = weft_validate_queue(queue);

    // CL_INVALID_CONTEXT "if the context associated with command_queue and events in event_wait_list are not the same"
    // CL_INVALID_EVENT_WAIT_LIST "if event_wait_list is NULL and num_events_in_wait_list is greater than zero", and
    // so on
    return err == CL_SUCCESS ? weft_validate_wait_list(queue->context, count, list) : err;
}

cl_int
weft_enqueue_pointer_copy(cl_command_queue queue, cl_command_type type, void *to, const void *from, size_t size,
                          struct weft_wait wait)
{
    const uintptr_t first = (uintptr_t)to, second = (uintptr_t)from;
    const bool needs_none = size == 0 && type == CL_COMMAND_SVM_MEMCPY;
    // CL_INVALID_COMMAND_QUEUE, CL_INVALID_CONTEXT, CL_INVALID_EVENT_WAIT_LIST
    cl_int err = weft_validate_svm_command(queue, wait.count, wait.list);

    if (err != CL_SUCCESS)
        return err;
    // CL_INVALID_VALUE "if dst_ptr is NULL and either size is non-zero or the device associated with command_queue does
    // not support cl_khr_unified_svm", likewise src_ptr; clEnqueueMemcpyINTEL: "if either dst_ptr or src_ptr is NULL"
    if ((!to || !from) && !needs_none)
        return weft_error(queue->context, CL_INVALID_VALUE, "%s is NULL", to ? "src_ptr" : "dst_ptr");
    // "If the memory allocation(s) containing dst_ptr and/or src_ptr are allocated using clSVMAlloc and either is not
    // allocated from the same context from which command_queue was created the behavior is undefined": an error here,
    // as is memory that has been freed, or less than size bytes of it. No bytes are in any memory
    if (size)
        err = weft_svm_check(queue->context, CL_INVALID_VALUE, "dst_ptr", to, size);
    if (size && err == CL_SUCCESS)
        err = weft_svm_check(queue->context, CL_INVALID_VALUE, "src_ptr", from, size);
    if (err != CL_SUCCESS)
        return err;
    // CL_MEM_COPY_OVERLAP "if the values specified for dst_ptr, src_ptr and size result in an overlapping copy"
    if (first - second < size || second - first < size)
        return weft_error(queue->context, CL_MEM_COPY_OVERLAP, "%zu bytes from %p and from %p overlap", size, from, to);
    return weft_transfer_copy(queue, type, NULL, NULL, (struct weft_box){to, size, size},
                              (struct weft_box){(unsigned char *)second, size, size}, (const size_t[3]){size, 1, 1},
                              wait);
}

cl_int
weft_enqueue_pointer_fill(cl_command_queue queue, cl_command_type type, void *to, const void *pattern,
                          size_t pattern_size, size_t size, struct weft_wait wait)
{
    // CL_INVALID_COMMAND_QUEUE, CL_INVALID_CONTEXT, CL_INVALID_EVENT_WAIT_LIST
    cl_int err = weft_validate_svm_command(queue, wait.count, wait.list);

    if (err != CL_SUCCESS)
        return err;
    // CL_INVALID_VALUE "if svm_ptr is NULL and either size is non-zero or the device associated with command_queue does
    // not support cl_khr_unified_svm", "if pattern is NULL"; clEnqueueMemFillINTEL: "if dst_ptr is NULL"
    if ((!to && (size || type != CL_COMMAND_SVM_MEMFILL)) || !pattern)
        return weft_error(queue->context, CL_INVALID_VALUE, "%s is NULL", to ? "pattern" : "the pointer to be filled");
    // "if pattern_size is zero", "if pattern_size is not a power of two", "if pattern_size is greater than 128"
    if (pattern_size == 0 || (pattern_size & (pattern_size - 1)) != 0 || pattern_size > 128)
        return weft_error(queue->context, CL_INVALID_VALUE, "pattern_size %zu is no power of two up to 128",
                          pattern_size);
    // "if svm_ptr is not aligned to pattern_size bytes", "if size is not a multiple of pattern_size"
    if ((uintptr_t)to % pattern_size != 0 || size % pattern_size != 0)
        return weft_error(queue->context, CL_INVALID_VALUE, "%p or size %zu is no multiple of %zu", to, size,
                          pattern_size);
    // memory that has been freed, of another context, or less than size bytes of it
    if (size)
        err = weft_svm_check(queue->context, CL_INVALID_VALUE, "the pointer", to, size);
    if (err != CL_SUCCESS)
        return err;
    return weft_transfer_fill(queue, type, NULL, (struct weft_box){to, size, size}, (const size_t[3]){size, 1, 1},
                              pattern, pattern_size, wait);
}
