// SPDX-License-Identifier: Apache-2.0
// clEnqueueUnmapMemObject, clEnqueueMigrateMemObjects.
#include "runtime/api/validate.h"
#include "runtime/commands/map.h"
#include "runtime/core/error.h"
#include "runtime/queue/public.h"

CL_API_ENTRY cl_int CL_API_CALL
clEnqueueUnmapMemObject(cl_command_queue command_queue, cl_mem memobj, void *mapped_ptr,
                        cl_uint num_events_in_wait_list, const cl_event *event_wait_list, cl_event *event)
{
    struct weft_wait wait = {num_events_in_wait_list, event_wait_list, CL_FALSE, event};
    // CL_INVALID_COMMAND_QUEUE "if command_queue is not a valid host command-queue"
    cl_int err = weft_validate_queue(command_queue);

    if (err != CL_SUCCESS)
        return err;
    // CL_INVALID_MEM_OBJECT "if memobj is not a valid memory object or is a pipe object"
    if (!WEFT_IS(memobj, MEMORY) || memobj->type == CL_MEM_OBJECT_PIPE)
        return weft_error(command_queue->context, CL_INVALID_MEM_OBJECT, "memobj is not an object that can be mapped");
    // CL_INVALID_CONTEXT "if context associated with command_queue and memobj are not the same"
    if (memobj->context != command_queue->context)
        return weft_error(command_queue->context, CL_INVALID_CONTEXT, "memobj is of another context than the queue");
    // CL_INVALID_EVENT_WAIT_LIST; comes before the next, which takes the mapping off the list
    err = weft_validate_wait_list(command_queue->context, num_events_in_wait_list, event_wait_list);
    if (err != CL_SUCCESS)
        return err;
    // CL_INVALID_VALUE "if mapped_ptr is not a valid pointer returned by clEnqueueMapBuffer or clEnqueueMapImage for
    // memobj"
    return weft_unmap_enqueue(command_queue, memobj, mapped_ptr, wait);
}

CL_API_ENTRY cl_int CL_API_CALL
clEnqueueMigrateMemObjects(cl_command_queue command_queue, cl_uint num_mem_objects, const cl_mem *mem_objects,
                           cl_mem_migration_flags flags, cl_uint num_events_in_wait_list,
                           const cl_event *event_wait_list, cl_event *event)
{
    struct weft_wait wait = {num_events_in_wait_list, event_wait_list, CL_FALSE, event};
    const cl_mem_migration_flags known = CL_MIGRATE_MEM_OBJECT_HOST | CL_MIGRATE_MEM_OBJECT_CONTENT_UNDEFINED;
    // CL_INVALID_COMMAND_QUEUE "if command_queue is not a valid host command-queue"
    cl_int err = weft_validate_queue(command_queue);

    if (err != CL_SUCCESS)
        return err;
    // CL_INVALID_VALUE "if num_mem_objects is zero or if mem_objects is NULL"
    if (num_mem_objects == 0 || !mem_objects)
        return weft_error(command_queue->context, CL_INVALID_VALUE, "no memory objects are given");
    for (cl_uint i = 0; i < num_mem_objects; i++) {
        // CL_INVALID_MEM_OBJECT "if any of the memory objects in mem_objects is not a valid memory object"
        if (!WEFT_IS(mem_objects[i], MEMORY))
            return weft_error(command_queue->context, CL_INVALID_MEM_OBJECT, "mem_objects[%u] is not valid", i);
        // CL_INVALID_CONTEXT "if the context associated with command_queue and memory objects [...] are not the same"
        if (mem_objects[i]->context != command_queue->context)
            return weft_error(command_queue->context, CL_INVALID_CONTEXT, "mem_objects[%u] is of another context", i);
    }
    // CL_INVALID_VALUE "if flags is not 0 or is not any of the values described in the table above"
    if (flags & ~known)
        return weft_error(command_queue->context, CL_INVALID_VALUE, "flags 0x%llx have unknown bits",
                          (unsigned long long)(flags & ~known));
    // CL_INVALID_EVENT_WAIT_LIST
    err = weft_validate_wait_list(command_queue->context, num_events_in_wait_list, event_wait_list);
    if (err != CL_SUCCESS)
        return err;
    return weft_migrate_enqueue(command_queue, wait);
}
