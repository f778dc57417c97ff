// SPDX-License-Identifier: Apache-2.0
// cl_intel_unified_shared_memory: clEnqueueMemFillINTEL, clEnqueueMemsetINTEL, clEnqueueMemcpyINTEL,
// clEnqueueMigrateMemINTEL, clEnqueueMemAdviseINTEL.
#include "runtime/api/pointers.h"
#include "runtime/commands/svm.h"
#include "runtime/core/error.h"

CL_API_ENTRY cl_int CL_API_CALL
clEnqueueMemFillINTEL(cl_command_queue command_queue, void *dst_ptr, const void *pattern, size_t pattern_size,
                      size_t size, cl_uint num_events_in_wait_list, const cl_event *event_wait_list, cl_event *event)
{
    struct weft_wait wait = {num_events_in_wait_list, event_wait_list, CL_FALSE, event};

    return weft_enqueue_pointer_fill(command_queue, CL_COMMAND_MEMFILL_INTEL, dst_ptr, pattern, pattern_size, size,
                                     wait);
}

// In the headers, from the extension's first drafts: one byte, over and over.
CL_API_ENTRY cl_int CL_API_CALL
clEnqueueMemsetINTEL(cl_command_queue command_queue, void *dst_ptr, cl_int value, size_t size,
                     cl_uint num_events_in_wait_list, const cl_event *event_wait_list, cl_event *event)
{
    struct weft_wait wait = {num_events_in_wait_list, event_wait_list, CL_FALSE, event};
    const unsigned char byte = (unsigned char)value;

    return weft_enqueue_pointer_fill(command_queue, CL_COMMAND_MEMFILL_INTEL, dst_ptr, &byte, 1, size, wait);
}

CL_API_ENTRY cl_int CL_API_CALL
clEnqueueMemcpyINTEL(cl_command_queue command_queue, cl_bool blocking, void *dst_ptr, const void *src_ptr, size_t size,
                     cl_uint num_events_in_wait_list, const cl_event *event_wait_list, cl_event *event)
{
    struct weft_wait wait = {num_events_in_wait_list, event_wait_list, blocking, event};

    return weft_enqueue_pointer_copy(command_queue, CL_COMMAND_MEMCPY_INTEL, dst_ptr, src_ptr, size, wait);
}

// clEnqueueMigrateMemINTEL and clEnqueueMemAdviseINTEL; `is_supported`: the flags or the advice.
static cl_int
hint(cl_command_queue queue, cl_command_type type, const void *ptr, size_t size, bool is_supported,
     struct weft_wait wait)
{
    // CL_INVALID_COMMAND_QUEUE, CL_INVALID_CONTEXT, CL_INVALID_EVENT_WAIT_LIST
    cl_int err = weft_validate_svm_command(queue, wait.count, wait.list);

    if (err != CL_SUCCESS)
        return err;
    // CL_INVALID_VALUE "if flags is not a supported combination of memory migration flags", "if advice is not
    // supported advice for the device associated with command_queue": none is named yet
    if (!is_supported)
        return weft_error(queue->context, CL_INVALID_VALUE, "the flags or the advice for %zu bytes from %p are unknown",
                          size, ptr);
    // What values of ptr and size are invalid is left open: NULL, memory that has been freed, or less than size bytes
    if (!ptr)
        return weft_error(queue->context, CL_INVALID_VALUE, "ptr is NULL");
    err = weft_svm_check(queue->context, CL_INVALID_VALUE, "ptr", ptr, size);
    if (err != CL_SUCCESS)
        return err;
    return weft_svm_enqueue_ranges(queue, type, 1, &ptr, &size, wait);
}

CL_API_ENTRY cl_int CL_API_CALL
clEnqueueMigrateMemINTEL(cl_command_queue command_queue, const void *ptr, size_t size, cl_mem_migration_flags flags,
                         cl_uint num_events_in_wait_list, const cl_event *event_wait_list, cl_event *event)
{
    const cl_mem_migration_flags known = CL_MIGRATE_MEM_OBJECT_HOST | CL_MIGRATE_MEM_OBJECT_CONTENT_UNDEFINED;
    struct weft_wait wait = {num_events_in_wait_list, event_wait_list, CL_FALSE, event};

    return hint(command_queue, CL_COMMAND_MIGRATEMEM_INTEL, ptr, size, !(flags & ~known), wait);
}

CL_API_ENTRY cl_int CL_API_CALL
clEnqueueMemAdviseINTEL(cl_command_queue command_queue, const void *ptr, size_t size, cl_mem_advice_intel advice,
                        cl_uint num_events_in_wait_list, const cl_event *event_wait_list, cl_event *event)
{
    struct weft_wait wait = {num_events_in_wait_list, event_wait_list, CL_FALSE, event};

    return hint(command_queue, CL_COMMAND_MEMADVISE_INTEL, ptr, size, advice == 0, wait);
}
