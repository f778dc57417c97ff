// SPDX-License-Identifier: Apache-2.0
// clCreateCommandQueue[WithProperties], clSetDefaultDeviceCommandQueue, clRetainCommandQueue, clReleaseCommandQueue,
// clGetCommandQueueInfo, clSetCommandQueueProperty, clFlush, clFinish.
#include "runtime/queue/public.h"

#include "runtime/api/info.h"
#include "runtime/api/validate.h"
#include "runtime/core/context.h"
#include "runtime/core/error.h"

#define HOST_QUEUE_FLAGS                                                                                               \
    ((cl_command_queue_properties)(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE | CL_QUEUE_PROFILING_ENABLE))
#define DEVICE_QUEUE_FLAGS ((cl_command_queue_properties)(CL_QUEUE_ON_DEVICE | CL_QUEUE_ON_DEVICE_DEFAULT))

static cl_int
validate_owner(cl_context context, cl_device_id device)
{
    // CL_INVALID_CONTEXT if context is not a valid context.
    if (!WEFT_IS(context, CONTEXT))
        return weft_error(NULL, CL_INVALID_CONTEXT, "context %p is not a context", (void *)context);
    // CL_INVALID_DEVICE if device is not a valid device or is not associated with context.
    if (!WEFT_IS(device, DEVICE) || !weft_context_has_device(context, device))
        return weft_error(context, CL_INVALID_DEVICE, "device %p is not one of the context's", (void *)device);
    return CL_SUCCESS;
}

static cl_int
validate_flags(cl_context context, cl_command_queue_properties flags, cl_command_queue_properties known)
{
    // CL_INVALID_VALUE if values specified in properties are not valid.
    if (flags & ~known)
        return weft_error(context, CL_INVALID_VALUE, "unknown command-queue properties 0x%llx",
                          (unsigned long long)(flags & ~known));
    // On a device queue out-of-order execution is required; the default one must be on the device.
    if ((flags & CL_QUEUE_ON_DEVICE && !(flags & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE)) ||
        (flags & CL_QUEUE_ON_DEVICE_DEFAULT && !(flags & CL_QUEUE_ON_DEVICE)))
        return weft_error(context, CL_INVALID_VALUE, "contradicting command-queue properties 0x%llx",
                          (unsigned long long)flags);
    return CL_SUCCESS;
}

// What clCreateCommandQueueWithProperties is asked for.
struct wish {
    cl_command_queue_properties flags;
    struct weft_queue_hints hints;
    bool has_size;
    cl_queue_properties size; // bytes
};

// A hint is high, medium or low, by the same bits for both.
static cl_int
validate_hint(cl_context context, const char *name, cl_queue_properties value)
{
    // CL_INVALID_VALUE if values specified in properties are not valid.
    if (value != CL_QUEUE_PRIORITY_HIGH_KHR && value != CL_QUEUE_PRIORITY_MED_KHR && value != CL_QUEUE_PRIORITY_LOW_KHR)
        return weft_error(context, CL_INVALID_VALUE, "%s is 0x%llx, neither high, medium nor low", name,
                          (unsigned long long)value);
    return CL_SUCCESS;
}

static cl_int
validate_on_device(cl_context context, const struct wish *wish)
{
    const bool is_on_device = wish->flags & CL_QUEUE_ON_DEVICE;

    // "[CL_QUEUE_SIZE] can only be specified if CL_QUEUE_ON_DEVICE is set"
    if (wish->has_size && !is_on_device)
        return weft_error(context, CL_INVALID_VALUE, "CL_QUEUE_SIZE is for queues on the device");
    // "This must be a value <= CL_DEVICE_QUEUE_ON_DEVICE_MAX_SIZE."
    if (wish->has_size && (!wish->size || wish->size > WEFT_DEVICE_QUEUE_BYTES_MAX))
        return weft_error(context, CL_INVALID_QUEUE_PROPERTIES, "CL_QUEUE_SIZE is %llu, not 1 to %u bytes",
                          (unsigned long long)wish->size, WEFT_DEVICE_QUEUE_BYTES_MAX);
    // CL_INVALID_QUEUE_PROPERTIES "if [...] the CL_QUEUE_PRIORITY_KHR property is specified, and the queue is a
    // CL_QUEUE_ON_DEVICE", likewise CL_QUEUE_THROTTLE_KHR
    if (is_on_device && (wish->hints.priority || wish->hints.throttle))
        return weft_error(context, CL_INVALID_QUEUE_PROPERTIES, "queues on the device have no priority or throttle");
    return CL_SUCCESS;
}

static cl_int
validate_properties(cl_context context, const cl_queue_properties *properties, struct wish *wish)
{
    cl_int err = CL_SUCCESS;

    for (const cl_queue_properties *p = properties; p && *p && err == CL_SUCCESS; p += 2) {
        switch (*p) {
        case CL_QUEUE_PROPERTIES:
            wish->flags = p[1];
            break;
        case CL_QUEUE_SIZE:
            wish->has_size = true;
            wish->size = p[1];
            break;
        case CL_QUEUE_PRIORITY_KHR:
            err = validate_hint(context, "CL_QUEUE_PRIORITY_KHR", p[1]);
            wish->hints.priority = (cl_queue_priority_khr)p[1];
            break;
        case CL_QUEUE_THROTTLE_KHR:
            err = validate_hint(context, "CL_QUEUE_THROTTLE_KHR", p[1]);
            wish->hints.throttle = (cl_queue_throttle_khr)p[1];
            break;
        default:
            err =
                weft_error(context, CL_INVALID_VALUE, "unknown command-queue property 0x%llx", (unsigned long long)*p);
        }
    }
    if (err == CL_SUCCESS)
        err = validate_flags(context, wish->flags, HOST_QUEUE_FLAGS | DEVICE_QUEUE_FLAGS);
    return err == CL_SUCCESS ? validate_on_device(context, wish) : err;
}

// There is one default queue for each device of a context: who asks for another one gets that.
static cl_int
create_on_device(cl_context context, cl_device_id device, const struct wish *wish,
                 const cl_queue_properties *properties, cl_command_queue *queue)
{
    const bool is_default = wish->flags & CL_QUEUE_ON_DEVICE_DEFAULT;
    cl_command_queue existing = is_default ? weft_context_default_queue(context, device) : NULL;
    cl_int err;

    if (existing && weft_object_try_ref(existing, WEFT_OBJECT_QUEUE)) {
        weft_object_api_retain(existing);
        weft_object_unref(existing);
        *queue = existing;
        return CL_SUCCESS;
    }
    err = weft_queue_create_on_device(context, device, wish->flags, properties,
                                      wish->has_size ? (cl_uint)wish->size : WEFT_DEVICE_QUEUE_BYTES, queue);
    if (err == CL_SUCCESS && is_default)
        weft_context_set_default_queue(context, device, *queue);
    return err;
}

CL_API_ENTRY cl_command_queue CL_API_CALL
clCreateCommandQueue(cl_context context, cl_device_id device, cl_command_queue_properties properties,
                     cl_int *errcode_ret)
{
    cl_command_queue queue = NULL;
    cl_int err = validate_owner(context, device);

    if (err == CL_SUCCESS)
        err = validate_flags(context, properties, HOST_QUEUE_FLAGS);
    if (err == CL_SUCCESS)
        err = weft_queue_create(context, device, properties, NULL, (struct weft_queue_hints){0}, &queue);
    weft_set_errcode(errcode_ret, err);
    return queue;
}

CL_API_ENTRY cl_command_queue CL_API_CALL
clCreateCommandQueueWithProperties(cl_context context, cl_device_id device, const cl_queue_properties *properties,
                                   cl_int *errcode_ret)
{
    struct wish wish = {0};
    cl_command_queue queue = NULL;
    cl_int err = validate_owner(context, device);

    if (err == CL_SUCCESS)
        err = validate_properties(context, properties, &wish);
    if (err == CL_SUCCESS && wish.flags & CL_QUEUE_ON_DEVICE)
        err = create_on_device(context, device, &wish, properties, &queue);
    else if (err == CL_SUCCESS)
        err = weft_queue_create(context, device, wish.flags, properties, wish.hints, &queue);
    weft_set_errcode(errcode_ret, err);
    return queue;
}

CL_API_ENTRY cl_int CL_API_CALL
clSetDefaultDeviceCommandQueue(cl_context context, cl_device_id device, cl_command_queue command_queue)
{
    // CL_INVALID_CONTEXT, CL_INVALID_DEVICE
    cl_int err = validate_owner(context, device);

    if (err != CL_SUCCESS)
        return err;
    // CL_INVALID_COMMAND_QUEUE "if command_queue is not a valid command-queue for device"
    if (!WEFT_IS(command_queue, QUEUE) || !command_queue->on_device || command_queue->context != context ||
        command_queue->device != device)
        return weft_error(context, CL_INVALID_COMMAND_QUEUE, "%p is no queue on the device", (void *)command_queue);
    weft_context_set_default_queue(context, device, command_queue);
    return CL_SUCCESS;
}

CL_API_ENTRY cl_int CL_API_CALL
clRetainCommandQueue(cl_command_queue command_queue)
{
    cl_int err = weft_validate_any_queue(command_queue);

    if (err == CL_SUCCESS)
        weft_object_api_retain(command_queue);
    return err;
}

CL_API_ENTRY cl_int CL_API_CALL
clReleaseCommandQueue(cl_command_queue command_queue)
{
    cl_int err = weft_validate_any_queue(command_queue);

    if (err != CL_SUCCESS)
        return err;
    // "clReleaseCommandQueue performs an implicit flush to issue any previously queued OpenCL commands in
    // command_queue."
    if (!command_queue->on_device)
        err = weft_queue_flush(command_queue);
    weft_object_api_release(command_queue);
    return err;
}

CL_API_ENTRY cl_int CL_API_CALL
clGetCommandQueueInfo(cl_command_queue command_queue, cl_command_queue_info param_name, size_t param_value_size,
                      void *param_value, size_t *param_value_size_ret)
{
    const struct weft_info out = {param_value_size, param_value, param_value_size_ret};
    cl_int err = weft_validate_any_queue(command_queue);

    if (err != CL_SUCCESS)
        return err;
    switch (param_name) {
    case CL_QUEUE_CONTEXT:
        return weft_info_pointer(out, command_queue->context);
    case CL_QUEUE_DEVICE:
        return weft_info_pointer(out, command_queue->device);
    case CL_QUEUE_REFERENCE_COUNT:
        return weft_info_uint(out, weft_object_api_count(command_queue));
    case CL_QUEUE_PROPERTIES:
        return weft_info_ulong(out, command_queue->flags);
    case CL_QUEUE_PROPERTIES_ARRAY:
        return weft_info_bytes(out, command_queue->properties,
                               command_queue->property_count * sizeof(*command_queue->properties));
    case CL_QUEUE_SIZE:
        // CL_INVALID_COMMAND_QUEUE if command_queue is not a valid command-queue for param_name.
        if (command_queue->on_device)
            return weft_info_uint(out, command_queue->on_device->size);
        return weft_error(command_queue->context, CL_INVALID_COMMAND_QUEUE, "CL_QUEUE_SIZE of a host command-queue");
    case CL_QUEUE_DEVICE_DEFAULT:
        return weft_info_pointer(out, weft_context_default_queue(command_queue->context, command_queue->device));
    default:
        return weft_error(command_queue->context, CL_INVALID_VALUE, "unknown command-queue query 0x%x", param_name);
    }
}

CL_API_ENTRY cl_int CL_API_CALL
clSetCommandQueueProperty(cl_command_queue command_queue, cl_command_queue_properties properties, cl_bool enable,
                          cl_command_queue_properties *old_properties)
{
    cl_int err = weft_validate_any_queue(command_queue);

    (void)properties;
    (void)enable;
    (void)old_properties;
    if (err != CL_SUCCESS)
        return err;
    // CL_INVALID_OPERATION if no devices in the context support modifying the properties of a command-queue.
    return weft_error(command_queue->context, CL_INVALID_OPERATION, "a command-queue's properties do not change");
}

CL_API_ENTRY cl_int CL_API_CALL
clFlush(cl_command_queue command_queue)
{
    cl_int err = weft_validate_queue(command_queue);

    return err == CL_SUCCESS ? weft_queue_flush(command_queue) : err;
}

CL_API_ENTRY cl_int CL_API_CALL
clFinish(cl_command_queue command_queue)
{
    cl_int err = weft_validate_queue(command_queue);

    return err == CL_SUCCESS ? weft_queue_finish(command_queue) : err;
}
