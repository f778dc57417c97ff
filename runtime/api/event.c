// SPDX-License-Identifier: Apache-2.0
// clCreateUserEvent, clSetUserEventStatus, clWaitForEvents, clGetEventInfo, clSetEventCallback, clRetainEvent,
// clReleaseEvent, clGetEventProfilingInfo.
#include "runtime/api/info.h"
#include "runtime/api/validate.h"
#include "runtime/core/context.h"
#include "runtime/core/error.h"
#include "runtime/queue/public.h"

static cl_int
validate_event(cl_event event)
{
    // CL_INVALID_EVENT if event is not a valid event object.
    if (!WEFT_IS(event, EVENT))
        return weft_error(NULL, CL_INVALID_EVENT, "%p is not an event", (void *)event);
    return CL_SUCCESS;
}

CL_API_ENTRY cl_event CL_API_CALL
clCreateUserEvent(cl_context context, cl_int *errcode_ret)
{
    cl_event event = NULL;
    cl_int err = CL_SUCCESS;

    // CL_INVALID_CONTEXT if context is not a valid context.
    if (!WEFT_IS(context, CONTEXT))
        err = weft_error(NULL, CL_INVALID_CONTEXT, "context %p is not a context", (void *)context);
    else if (!(event = weft_event_create(context, NULL, CL_COMMAND_USER)))
        err = CL_OUT_OF_HOST_MEMORY;
    weft_set_errcode(errcode_ret, err);
    return event;
}

CL_API_ENTRY cl_int CL_API_CALL
clSetUserEventStatus(cl_event event, cl_int execution_status)
{
    bool changed;

    // CL_INVALID_EVENT if event is not a valid user event object.
    if (!WEFT_IS(event, EVENT) || event->queue)
        return weft_error(NULL, CL_INVALID_EVENT, "%p is not a user event", (void *)event);
    // CL_INVALID_VALUE if the execution_status is not CL_COMPLETE or a negative integer value.
    if (execution_status > CL_COMPLETE)
        return weft_error(event->context, CL_INVALID_VALUE, "status %d is neither CL_COMPLETE nor an error",
                          execution_status);
    weft_object_ref(event); // whoever waits for it may release it
    changed = weft_event_advance(event, execution_status);
    weft_object_unref(event);
    // CL_INVALID_OPERATION if the execution_status for event has already been changed.
    return changed ? CL_SUCCESS : weft_error(NULL, CL_INVALID_OPERATION, "the user event's status is set already");
}

static cl_int
validate_wait(cl_uint count, const cl_event *list)
{
    // CL_INVALID_VALUE if num_events is zero or event_list is NULL.
    if (!count || !list)
        return weft_error(NULL, CL_INVALID_VALUE, "no events to wait for");
    // CL_INVALID_EVENT if event objects specified in event_list are not valid event objects.
    for (cl_uint i = 0; i < count; i++)
        if (!WEFT_IS(list[i], EVENT))
            return weft_error(NULL, CL_INVALID_EVENT, "event_list[%u] (%p) is not an event", i, (void *)list[i]);
    // CL_INVALID_CONTEXT if events specified in event_list do not belong to the same context.
    for (cl_uint i = 1; i < count; i++)
        if (list[i]->context != list[0]->context)
            return weft_error(list[0]->context, CL_INVALID_CONTEXT, "event_list[%u] is of another context", i);
    return CL_SUCCESS;
}

CL_API_ENTRY cl_int CL_API_CALL
clWaitForEvents(cl_uint num_events, const cl_event *event_list)
{
    cl_int err = validate_wait(num_events, event_list);

    if (err != CL_SUCCESS)
        return err;
    // The calling thread works on the first queue; the workers get the others'.
    for (cl_uint i = 1; i < num_events; i++)
        if (event_list[i]->queue && event_list[i]->queue != event_list[0]->queue &&
            weft_event_status(event_list[i]) == CL_QUEUED)
            weft_queue_flush(event_list[i]->queue);
    // CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST if the execution status of any of the events is negative.
    for (cl_uint i = 0; i < num_events; i++)
        if (weft_event_wait(event_list[i]) < 0)
            err = CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST;
    return err;
}

CL_API_ENTRY cl_int CL_API_CALL
clGetEventInfo(cl_event event, cl_event_info param_name, size_t param_value_size, void *param_value,
               size_t *param_value_size_ret)
{
    const struct weft_info out = {param_value_size, param_value, param_value_size_ret};
    cl_int status;

    if (validate_event(event) != CL_SUCCESS)
        return CL_INVALID_EVENT;
    switch (param_name) {
    case CL_EVENT_COMMAND_QUEUE:
        return weft_info_pointer(out, event->queue);
    case CL_EVENT_CONTEXT:
        return weft_info_pointer(out, event->context);
    case CL_EVENT_COMMAND_TYPE:
        return weft_info_uint(out, event->type);
    case CL_EVENT_COMMAND_EXECUTION_STATUS:
        status = weft_event_status(event);
        // Who polls without having flushed gets somewhere all the same.
        if (status == CL_QUEUED && event->queue)
            weft_queue_flush(event->queue);
        return weft_info_bytes(out, &status, sizeof(status));
    case CL_EVENT_REFERENCE_COUNT:
        return weft_info_uint(out, weft_object_api_count(event));
    default:
        return weft_error(event->context, CL_INVALID_VALUE, "unknown event query 0x%x", param_name);
    }
}

CL_API_ENTRY cl_int CL_API_CALL
clSetEventCallback(cl_event event, cl_int command_exec_callback_type,
                   void(CL_CALLBACK *pfn_notify)(cl_event event, cl_int event_command_status, void *user_data),
                   void *user_data)
{
    cl_int err = validate_event(event);

    if (err != CL_SUCCESS)
        return err;
    // CL_INVALID_VALUE if pfn_event_notify is NULL or if command_exec_callback_type is not CL_SUBMITTED, CL_RUNNING, or
    // CL_COMPLETE.
    if (!pfn_notify || (command_exec_callback_type != CL_SUBMITTED && command_exec_callback_type != CL_RUNNING &&
                        command_exec_callback_type != CL_COMPLETE))
        return weft_error(event->context, CL_INVALID_VALUE, "callback %s for status %d",
                          pfn_notify ? "given" : "missing", command_exec_callback_type);
    return weft_event_add_callback(event, command_exec_callback_type, pfn_notify, user_data);
}

CL_API_ENTRY cl_int CL_API_CALL
clRetainEvent(cl_event event)
{
    cl_int err = validate_event(event);

    if (err == CL_SUCCESS)
        weft_object_api_retain(event);
    return err;
}

CL_API_ENTRY cl_int CL_API_CALL
clReleaseEvent(cl_event event)
{
    cl_int err = validate_event(event);

    if (err == CL_SUCCESS)
        weft_object_api_release(event);
    return err;
}

CL_API_ENTRY cl_int CL_API_CALL
clGetEventProfilingInfo(cl_event event, cl_profiling_info param_name, size_t param_value_size, void *param_value,
                        size_t *param_value_size_ret)
{
    const struct weft_info out = {param_value_size, param_value, param_value_size_ret};
    cl_int err = validate_event(event);

    if (err != CL_SUCCESS)
        return err;
    // CL_PROFILING_INFO_NOT_AVAILABLE if the CL_QUEUE_PROFILING_ENABLE flag is not set for the command-queue, if the
    // execution status of the command identified by event is not CL_COMPLETE or if event is a user event object.
    if (!event->profiling || weft_event_status(event) != CL_COMPLETE)
        return weft_error(event->context, CL_PROFILING_INFO_NOT_AVAILABLE, "%s",
                          !event->queue       ? "a user event has no times"
                          : !event->profiling ? "the command-queue was made without CL_QUEUE_PROFILING_ENABLE"
                                              : "the command is not complete");
    switch (param_name) {
    case CL_PROFILING_COMMAND_QUEUED:
        return weft_info_ulong(out, event->times_ns[WEFT_TIME_QUEUED]);
    case CL_PROFILING_COMMAND_SUBMIT:
        return weft_info_ulong(out, event->times_ns[WEFT_TIME_SUBMIT]);
    case CL_PROFILING_COMMAND_START:
        return weft_info_ulong(out, event->times_ns[WEFT_TIME_START]);
    case CL_PROFILING_COMMAND_END:
        return weft_info_ulong(out, event->times_ns[WEFT_TIME_END]);
    case CL_PROFILING_COMMAND_COMPLETE:
        return weft_info_ulong(out, event->times_ns[WEFT_TIME_COMPLETE]);
    default:
        return weft_error(event->context, CL_INVALID_VALUE, "unknown profiling query 0x%x", param_name);
    }
}
