// SPDX-License-Identifier: Apache-2.0
// Queues on the device: CL_DEVICE_DEVICE_ENQUEUE_CAPABILITIES is 0.
#include "runtime/api/unsupported.h"
#include "runtime/core/context.h"

CL_API_ENTRY cl_int CL_API_CALL
clSetDefaultDeviceCommandQueue(cl_context context, cl_device_id device, cl_command_queue command_queue)
{
    (void)command_queue;
    // CL_INVALID_CONTEXT if context is not a valid context.
    if (!WEFT_IS(context, CONTEXT))
        return weft_unsupported(__func__, CL_INVALID_CONTEXT);
    // CL_INVALID_DEVICE if device is not a valid device or is not associated with context.
    if (!WEFT_IS(device, DEVICE) || !weft_context_has_device(context, device))
        return weft_unsupported(__func__, CL_INVALID_DEVICE);
    // CL_INVALID_OPERATION if device does not support a replaceable default on-device queue.
    return weft_unsupported(__func__, CL_INVALID_OPERATION);
}
