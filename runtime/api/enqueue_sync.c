// SPDX-License-Identifier: Apache-2.0
// clEnqueueMarkerWithWaitList, clEnqueueBarrierWithWaitList and their ancestors clEnqueueMarker, clEnqueueBarrier,
// clEnqueueWaitForEvents.
#include "runtime/api/validate.h"
#include "runtime/core/error.h"
#include "runtime/queue/public.h"

static cl_int
enqueue_fence(cl_command_queue queue, cl_command_type type, bool blocks_later, cl_uint wait_count,
              const cl_event *wait_list, cl_event *event)
{
    struct weft_command *command;
    cl_int err = weft_command_create(queue, type, sizeof(*command), &weft_fence_ops, &command);

    if (err != CL_SUCCESS)
        return err;
    weft_command_set_fence(command, wait_count == 0, blocks_later);
    return weft_command_enqueue(command, wait_count, wait_list, CL_FALSE, event);
}

static cl_int
validate(cl_command_queue queue, cl_uint wait_count, const cl_event *wait_list)
{
    // CL_INVALID_COMMAND_QUEUE if command_queue is not a valid host command-queue.
    cl_int err = weft_validate_queue(queue);

    // CL_INVALID_CONTEXT, CL_INVALID_EVENT_WAIT_LIST
    return err == CL_SUCCESS ? weft_validate_wait_list(queue->context, wait_count, wait_list) : err;
}

CL_API_ENTRY cl_int CL_API_CALL
clEnqueueMarkerWithWaitList(cl_command_queue command_queue, cl_uint num_events_in_wait_list,
                            const cl_event *event_wait_list, cl_event *event)
{
    cl_int err = validate(command_queue, num_events_in_wait_list, event_wait_list);

    if (err != CL_SUCCESS)
        return err;
    return enqueue_fence(command_queue, CL_COMMAND_MARKER, false, num_events_in_wait_list, event_wait_list, event);
}

CL_API_ENTRY cl_int CL_API_CALL
clEnqueueBarrierWithWaitList(cl_command_queue command_queue, cl_uint num_events_in_wait_list,
                             const cl_event *event_wait_list, cl_event *event)
{
    cl_int err = validate(command_queue, num_events_in_wait_list, event_wait_list);

    if (err != CL_SUCCESS)
        return err;
    return enqueue_fence(command_queue, CL_COMMAND_BARRIER, true, num_events_in_wait_list, event_wait_list, event);
}

CL_API_ENTRY cl_int CL_API_CALL
clEnqueueMarker(cl_command_queue command_queue, cl_event *event)
{
    cl_int err = weft_validate_queue(command_queue);

    if (err != CL_SUCCESS)
        return err;
    // CL_INVALID_VALUE if event is a NULL value.
    if (!event)
        return weft_error(command_queue->context, CL_INVALID_VALUE, "event is NULL");
    return enqueue_fence(command_queue, CL_COMMAND_MARKER, false, 0, NULL, event);
}

CL_API_ENTRY cl_int CL_API_CALL
clEnqueueBarrier(cl_command_queue command_queue)
{
    cl_int err = weft_validate_queue(command_queue);

    return err == CL_SUCCESS ? enqueue_fence(command_queue, CL_COMMAND_BARRIER, true, 0, NULL, NULL) : err;
}

CL_API_ENTRY cl_int CL_API_CALL
clEnqueueWaitForEvents(cl_command_queue command_queue, cl_uint num_events, const cl_event *event_list)
{
    cl_int err = weft_validate_queue(command_queue);

    if (err != CL_SUCCESS)
        return err;
    // CL_INVALID_VALUE if num_events is zero or event_list is NULL.
    if (!num_events || !event_list)
        return weft_error(command_queue->context, CL_INVALID_VALUE, "no events to wait for");
    // CL_INVALID_EVENT if event objects specified in event_list are not valid events.
    for (cl_uint i = 0; i < num_events; i++)
        if (!WEFT_IS(event_list[i], EVENT))
            return weft_error(command_queue->context, CL_INVALID_EVENT, "event_list[%u] (%p) is not an event", i,
                              (void *)event_list[i]);
    // CL_INVALID_CONTEXT if the context associated with command_queue and events in event_list are not the same.
    err = weft_validate_wait_list(command_queue->context, num_events, event_list);
    if (err != CL_SUCCESS)
        return err;
    return enqueue_fence(command_queue, CL_COMMAND_BARRIER, true, num_events, event_list, NULL);
}
