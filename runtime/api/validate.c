// SPDX-License-Identifier: Apache-2.0
// Validation that many calls share.
#include "runtime/api/validate.h"

#include "runtime/core/device.h"
#include "runtime/core/error.h"
#include "runtime/core/memory.h"
#include "runtime/queue/public.h"

cl_int
weft_validate_context(cl_context context)
{
    // CL_INVALID_CONTEXT if context is not a valid context.
    if (!WEFT_IS(context, CONTEXT))
        return weft_error(NULL, CL_INVALID_CONTEXT, "%p is not a context", (void *)context);
    return CL_SUCCESS;
}

cl_int
weft_validate_memory(cl_mem memory)
{
    // CL_INVALID_MEM_OBJECT if memobj is not a valid memory object.
    if (!WEFT_IS(memory, MEMORY))
        return weft_error(NULL, CL_INVALID_MEM_OBJECT, "%p is not a memory object", (void *)memory);
    return CL_SUCCESS;
}

cl_int
weft_validate_program(cl_program program)
{
    // CL_INVALID_PROGRAM if program is not a valid program object.
    if (!WEFT_IS(program, PROGRAM))
        return weft_error(NULL, CL_INVALID_PROGRAM, "%p is not a program", (void *)program);
    return CL_SUCCESS;
}

cl_int
weft_validate_kernel(cl_kernel kernel)
{
    // CL_INVALID_KERNEL if kernel is not a valid kernel object.
    if (!WEFT_IS(kernel, KERNEL))
        return weft_error(NULL, CL_INVALID_KERNEL, "%p is not a kernel", (void *)kernel);
    return CL_SUCCESS;
}

cl_int
weft_validate_queue(cl_command_queue queue)
{
    // CL_INVALID_COMMAND_QUEUE if command_queue is not a valid host command-queue.
    if (!WEFT_IS(queue, QUEUE))
        return weft_error(NULL, CL_INVALID_COMMAND_QUEUE, "command_queue %p is not a command-queue", (void *)queue);
    if (queue->on_device)
        return weft_error(queue->context, CL_INVALID_COMMAND_QUEUE, "command_queue %p is a queue on the device",
                          (void *)queue);
    return CL_SUCCESS;
}

cl_int
weft_validate_any_queue(cl_command_queue queue)
{
    // CL_INVALID_COMMAND_QUEUE if command_queue is not a valid command-queue.
    if (!WEFT_IS(queue, QUEUE))
        return weft_error(NULL, CL_INVALID_COMMAND_QUEUE, "command_queue %p is not a command-queue", (void *)queue);
    return CL_SUCCESS;
}

cl_int
weft_validate_wait_list(cl_context context, cl_uint count, const cl_event *list)
{
    // CL_INVALID_EVENT_WAIT_LIST if event_wait_list is NULL and num_events_in_wait_list > 0, or event_wait_list is not
    // NULL and num_events_in_wait_list is 0
    if ((list == NULL) != (count == 0))
        return weft_error(context, CL_INVALID_EVENT_WAIT_LIST,
                          "event_wait_list is %s but num_events_in_wait_list is %u", list ? "not NULL" : "NULL", count);
    // or if event objects in event_wait_list are not valid events.
    for (cl_uint i = 0; i < count; i++)
        if (!WEFT_IS(list[i], EVENT))
            return weft_error(context, CL_INVALID_EVENT_WAIT_LIST, "event_wait_list[%u] (%p) is not an event", i,
                              (void *)list[i]);
    // CL_INVALID_CONTEXT if the context associated with command_queue and events in event_wait_list are not the same.
    for (cl_uint i = 0; i < count; i++)
        if (list[i]->context != context)
            return weft_error(context, CL_INVALID_CONTEXT, "event_wait_list[%u] is of another context", i);
    return CL_SUCCESS;
}

cl_int
weft_validate_buffer(cl_command_queue queue, cl_mem buffer)
{
    // CL_INVALID_MEM_OBJECT if buffer is not a valid buffer object.
    if (!WEFT_IS(buffer, MEMORY) || buffer->type != CL_MEM_OBJECT_BUFFER)
        return weft_error(queue->context, CL_INVALID_MEM_OBJECT, "%p is not a buffer", (void *)buffer);
    // CL_INVALID_CONTEXT if the context associated with command_queue and buffer are not the same.
    if (buffer->context != queue->context)
        return weft_error(queue->context, CL_INVALID_CONTEXT,
                          "the buffer is of another context than the command-queue");
    // CL_MISALIGNED_SUB_BUFFER_OFFSET if buffer is a sub-buffer object and offset specified when the sub-buffer object
    // is created is not aligned to CL_DEVICE_MEM_BASE_ADDR_ALIGN value for device associated with queue.
    if (buffer->parent && buffer->origin % WEFT_MEM_BASE_ADDR_ALIGN_BYTES != 0)
        return weft_error(queue->context, CL_MISALIGNED_SUB_BUFFER_OFFSET,
                          "the sub-buffer's origin %zu is no multiple of %u bytes", buffer->origin,
                          WEFT_MEM_BASE_ADDR_ALIGN_BYTES);
    return CL_SUCCESS;
}

cl_int
weft_validate_property_names(cl_context context, const char *what, const cl_properties *properties,
                             const cl_properties *names, size_t count)
{
    for (size_t i = 0; properties && properties[i]; i += 2) {
        size_t known = 0, earlier = 0;

        while (known < count && names[known] != properties[i])
            known++;
        while (properties[earlier] != properties[i])
            earlier += 2;
        // CL_INVALID_PROPERTY "if a property name in properties is not a supported property name", "if the same
        // property name is specified more than once"
        if (known == count || earlier < i)
            return weft_error(context, CL_INVALID_PROPERTY, "property 0x%llx of %s is %s",
                              (unsigned long long)properties[i], what, known < count ? "given twice" : "not supported");
    }
    return CL_SUCCESS;
}
