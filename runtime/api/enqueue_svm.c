// SPDX-License-Identifier: Apache-2.0
// clEnqueueSVMFree, clEnqueueSVMMemcpy, clEnqueueSVMMemFill, clEnqueueSVMMap, clEnqueueSVMUnmap,
// clEnqueueSVMMigrateMem.
#include "runtime/api/pointers.h"
#include "runtime/commands/svm.h"
#include "runtime/core/error.h"

static cl_int
validate_free(cl_command_queue queue, cl_uint count, void *const *pointers, bool has_callback, cl_uint num_events,
              const cl_event *wait_list)
{
    // CL_INVALID_COMMAND_QUEUE, CL_INVALID_EVENT_WAIT_LIST
    cl_int err = weft_validate_svm_command(queue, num_events, wait_list);

    if (err != CL_SUCCESS)
        return err;
    // CL_INVALID_VALUE "if num_svm_pointers is 0 and svm_pointers is non-NULL, or if svm_pointers is NULL and
    // num_svm_pointers is not 0"
    if ((pointers == NULL) != (count == 0))
        return weft_error(queue->context, CL_INVALID_VALUE, "svm_pointers is %s but num_svm_pointers is %u",
                          pointers ? "not NULL" : "NULL", count);
    // "If pfn_free_func is NULL, all pointers specified in svm_pointers must be allocated using clSVMAlloc" or
    // clSVMAllocWithPropertiesKHR; "Each pointer [...] must have been allocated from the same context from which
    // command_queue was created"; "If a pointer in svm_pointers is a NULL pointer, then no action occurs"
    for (cl_uint i = 0; i < count && !has_callback; i++)
        if (pointers[i] && !weft_svm_is_allocation(queue->context, WEFT_SVM_BUFFERS, pointers[i]))
            return weft_error(queue->context, CL_INVALID_VALUE,
                              "svm_pointers[%u] (%p) is not the start of an allocation of the queue's context", i,
                              pointers[i]);
    return CL_SUCCESS;
}

CL_API_ENTRY cl_int CL_API_CALL
clEnqueueSVMFree(cl_command_queue command_queue, cl_uint num_svm_pointers, void *svm_pointers[],
                 void(CL_CALLBACK *pfn_free_func)(cl_command_queue queue, cl_uint num_svm_pointers,
                                                  void *svm_pointers[], void *user_data),
                 void *user_data, cl_uint num_events_in_wait_list, const cl_event *event_wait_list, cl_event *event)
{
    struct weft_wait wait = {num_events_in_wait_list, event_wait_list, CL_FALSE, event};
    cl_int err = validate_free(command_queue, num_svm_pointers, svm_pointers, pfn_free_func != NULL,
                               num_events_in_wait_list, event_wait_list);

    if (err != CL_SUCCESS)
        return err;
    return weft_svm_enqueue_free(command_queue, num_svm_pointers, svm_pointers, pfn_free_func, user_data, wait);
}

CL_API_ENTRY cl_int CL_API_CALL
clEnqueueSVMMemcpy(cl_command_queue command_queue, cl_bool blocking_copy, void *dst_ptr, const void *src_ptr,
                   size_t size, cl_uint num_events_in_wait_list, const cl_event *event_wait_list, cl_event *event)
{
    struct weft_wait wait = {num_events_in_wait_list, event_wait_list, blocking_copy, event};

    return weft_enqueue_pointer_copy(command_queue, CL_COMMAND_SVM_MEMCPY, dst_ptr, src_ptr, size, wait);
}

CL_API_ENTRY cl_int CL_API_CALL
clEnqueueSVMMemFill(cl_command_queue command_queue, void *svm_ptr, const void *pattern, size_t pattern_size,
                    size_t size, cl_uint num_events_in_wait_list, const cl_event *event_wait_list, cl_event *event)
{
    struct weft_wait wait = {num_events_in_wait_list, event_wait_list, CL_FALSE, event};

    return weft_enqueue_pointer_fill(command_queue, CL_COMMAND_SVM_MEMFILL, svm_ptr, pattern, pattern_size, size, wait);
}

// What clEnqueueSVMMap and clEnqueueSVMUnmap are given.
static cl_int
validate_mapped(cl_context context, const void *pointer, size_t bytes)
{
    struct weft_svm_allocation found;
    // memory that has been freed, of another context, or less than size bytes of it
    cl_int err = weft_svm_check(context, CL_INVALID_VALUE, "svm_ptr", pointer, bytes);

    // CL_INVALID_VALUE "if svm_ptr does not support mapping and unmapping for access on the host"
    if (err == CL_SUCCESS && weft_svm_find(context, WEFT_SVM_BUFFERS, pointer, &found) &&
        !(weft_svm_capabilities[found.type] & CL_SVM_CAPABILITY_HOST_MAP_KHR))
        return weft_error(context, CL_INVALID_VALUE,
                          "svm_ptr %p leads to memory of the type with index %u, which is not mapped", pointer,
                          found.type);
    return err;
}

CL_API_ENTRY cl_int CL_API_CALL
clEnqueueSVMMap(cl_command_queue command_queue, cl_bool blocking_map, cl_map_flags flags, void *svm_ptr, size_t size,
                cl_uint num_events_in_wait_list, const cl_event *event_wait_list, cl_event *event)
{
    struct weft_wait wait = {num_events_in_wait_list, event_wait_list, blocking_map, event};
    const cl_map_flags known = CL_MAP_READ | CL_MAP_WRITE | CL_MAP_WRITE_INVALIDATE_REGION;
    const void *pointer = svm_ptr;
    // CL_INVALID_COMMAND_QUEUE, CL_INVALID_CONTEXT, CL_INVALID_EVENT_WAIT_LIST
    cl_int err = weft_validate_svm_command(command_queue, num_events_in_wait_list, event_wait_list);

    if (err != CL_SUCCESS)
        return err;
    // CL_INVALID_VALUE "if svm_ptr is NULL", "if size is zero"
    if (!svm_ptr || size == 0)
        return weft_error(command_queue->context, CL_INVALID_VALUE, "the region to map is %zu bytes from %p", size,
                          svm_ptr);
    // "if values specified in map_flags are not valid": "CL_MAP_READ or CL_MAP_WRITE and
    // CL_MAP_WRITE_INVALIDATE_REGION are mutually exclusive"
    if ((flags & ~known) || ((flags & CL_MAP_WRITE_INVALIDATE_REGION) && (flags & (CL_MAP_READ | CL_MAP_WRITE))))
        return weft_error(command_queue->context, CL_INVALID_VALUE, "map_flags 0x%llx are not valid",
                          (unsigned long long)flags);
    err = validate_mapped(command_queue->context, svm_ptr, size);
    if (err != CL_SUCCESS)
        return err;
    return weft_svm_enqueue_ranges(command_queue, CL_COMMAND_SVM_MAP, 1, &pointer, &size, wait);
}

CL_API_ENTRY cl_int CL_API_CALL
clEnqueueSVMUnmap(cl_command_queue command_queue, void *svm_ptr, cl_uint num_events_in_wait_list,
                  const cl_event *event_wait_list, cl_event *event)
{
    struct weft_wait wait = {num_events_in_wait_list, event_wait_list, CL_FALSE, event};
    const void *pointer = svm_ptr;
    // CL_INVALID_COMMAND_QUEUE, CL_INVALID_CONTEXT, CL_INVALID_EVENT_WAIT_LIST
    cl_int err = weft_validate_svm_command(command_queue, num_events_in_wait_list, event_wait_list);

    if (err != CL_SUCCESS)
        return err;
    // CL_INVALID_VALUE "if svm_ptr is NULL"
    if (!svm_ptr)
        return weft_error(command_queue->context, CL_INVALID_VALUE, "svm_ptr is NULL");
    err = validate_mapped(command_queue->context, svm_ptr, 0);
    if (err != CL_SUCCESS)
        return err;
    return weft_svm_enqueue_ranges(command_queue, CL_COMMAND_SVM_UNMAP, 1, &pointer, NULL, wait);
}

static cl_int
validate_migration(cl_context context, cl_uint count, const void **pointers, const size_t *sizes,
                   cl_mem_migration_flags flags)
{
    const cl_mem_migration_flags known = CL_MIGRATE_MEM_OBJECT_HOST | CL_MIGRATE_MEM_OBJECT_CONTENT_UNDEFINED;

    // CL_INVALID_VALUE "if num_svm_pointers is zero", "if svm_pointers is NULL"
    if (count == 0 || !pointers)
        return weft_error(context, CL_INVALID_VALUE, "svm_pointers is %p with %u entries", (const void *)pointers,
                          count);
    // "if flags is not zero and is not a valid combination of the values described"
    if (flags & ~known)
        return weft_error(context, CL_INVALID_VALUE, "flags 0x%llx have unknown bits", (unsigned long long)flags);
    for (cl_uint i = 0; i < count; i++) {
        const size_t bytes = sizes ? sizes[i] : 0;
        cl_int err;

        // "If a pointer in svm_pointers is a NULL pointer and either sizes is NULL or the size in sizes is zero, then
        // it is ignored"
        if (!pointers[i] && bytes)
            return weft_error(context, CL_INVALID_VALUE, "svm_pointers[%u] is NULL, but has %zu bytes", i, bytes);
        // "if sizes[i] is non-zero and the memory range described by svm_pointers[i] and sizes[i] is not contained
        // within an SVM allocation": all of the application's own memory is one
        err = weft_svm_check(context, CL_INVALID_VALUE, "an entry of svm_pointers,", pointers[i], bytes);
        if (err != CL_SUCCESS)
            return err;
    }
    return CL_SUCCESS;
}

CL_API_ENTRY cl_int CL_API_CALL
clEnqueueSVMMigrateMem(cl_command_queue command_queue, cl_uint num_svm_pointers, const void **svm_pointers,
                       const size_t *sizes, cl_mem_migration_flags flags, cl_uint num_events_in_wait_list,
                       const cl_event *event_wait_list, cl_event *event)
{
    struct weft_wait wait = {num_events_in_wait_list, event_wait_list, CL_FALSE, event};
    // CL_INVALID_COMMAND_QUEUE, CL_INVALID_CONTEXT, CL_INVALID_EVENT_WAIT_LIST
    cl_int err = weft_validate_svm_command(command_queue, num_events_in_wait_list, event_wait_list);

    if (err == CL_SUCCESS)
        err = validate_migration(command_queue->context, num_svm_pointers, svm_pointers, sizes, flags);
    if (err != CL_SUCCESS)
        return err;
    return weft_svm_enqueue_ranges(command_queue, CL_COMMAND_SVM_MIGRATE_MEM, num_svm_pointers, svm_pointers, sizes,
                                   wait);
}
