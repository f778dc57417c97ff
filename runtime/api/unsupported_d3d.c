// SPDX-License-Identifier: Apache-2.0
// Sharing with Direct3D and DirectX: slots of the dispatch table that only Windows fills.
#include "runtime/api/unsupported.h"
#include "runtime/core/object.h"

// CL_INVALID_PLATFORM if platform is not a valid platform.
// CL_DEVICE_NOT_FOUND if no OpenCL devices that correspond to the given device were found.
static cl_int
no_device(const char *call, cl_platform_id platform, cl_uint *num_devices)
{
    if (!WEFT_IS(platform, PLATFORM))
        return weft_unsupported(call, CL_INVALID_PLATFORM);
    if (num_devices)
        *num_devices = 0;
    return weft_unsupported(call, CL_DEVICE_NOT_FOUND);
}

// CL_INVALID_COMMAND_QUEUE if command_queue is not a valid command-queue.
// CL_INVALID_CONTEXT if context associated with command_queue was not created from the other interface's device.
static cl_int
sharing_command(const char *call, cl_command_queue queue)
{
    return weft_unsupported(call, WEFT_IS(queue, QUEUE) ? CL_INVALID_CONTEXT : CL_INVALID_COMMAND_QUEUE);
}

CL_API_ENTRY cl_int CL_API_CALL
clGetDeviceIDsFromD3D10KHR(cl_platform_id platform, cl_uint device_source, void *object, cl_uint device_set,
                           cl_uint num_entries, cl_device_id *devices, cl_uint *num_devices)
{
    (void)device_source, (void)object, (void)device_set, (void)num_entries, (void)devices;
    return no_device(__func__, platform, num_devices);
}

CL_API_ENTRY cl_mem CL_API_CALL
clCreateFromD3D10BufferKHR(cl_context context, cl_mem_flags flags, void *resource, cl_int *errcode_ret)
{
    (void)context, (void)flags, (void)resource;
    // CL_INVALID_CONTEXT if context is not a valid context.
    return weft_unsupported_object(__func__, CL_INVALID_CONTEXT, errcode_ret);
}

CL_API_ENTRY cl_mem CL_API_CALL
clCreateFromD3D10Texture2DKHR(cl_context context, cl_mem_flags flags, void *resource, cl_uint subresource,
                              cl_int *errcode_ret)
{
    (void)context, (void)flags, (void)resource, (void)subresource;
    // CL_INVALID_CONTEXT if context is not a valid context.
    return weft_unsupported_object(__func__, CL_INVALID_CONTEXT, errcode_ret);
}

CL_API_ENTRY cl_mem CL_API_CALL
clCreateFromD3D10Texture3DKHR(cl_context context, cl_mem_flags flags, void *resource, cl_uint subresource,
                              cl_int *errcode_ret)
{
    (void)context, (void)flags, (void)resource, (void)subresource;
    // CL_INVALID_CONTEXT if context is not a valid context.
    return weft_unsupported_object(__func__, CL_INVALID_CONTEXT, errcode_ret);
}

CL_API_ENTRY cl_int CL_API_CALL
clEnqueueAcquireD3D10ObjectsKHR(cl_command_queue command_queue, cl_uint num_objects, const cl_mem *mem_objects,
                                cl_uint num_events_in_wait_list, const cl_event *event_wait_list, cl_event *event)
{
    (void)num_objects, (void)mem_objects, (void)num_events_in_wait_list, (void)event_wait_list, (void)event;
    return sharing_command(__func__, command_queue);
}

CL_API_ENTRY cl_int CL_API_CALL
clEnqueueReleaseD3D10ObjectsKHR(cl_command_queue command_queue, cl_uint num_objects, const cl_mem *mem_objects,
                                cl_uint num_events_in_wait_list, const cl_event *event_wait_list, cl_event *event)
{
    (void)num_objects, (void)mem_objects, (void)num_events_in_wait_list, (void)event_wait_list, (void)event;
    return sharing_command(__func__, command_queue);
}

CL_API_ENTRY cl_int CL_API_CALL
clGetDeviceIDsFromD3D11KHR(cl_platform_id platform, cl_uint device_source, void *object, cl_uint device_set,
                           cl_uint num_entries, cl_device_id *devices, cl_uint *num_devices)
{
    (void)device_source, (void)object, (void)device_set, (void)num_entries, (void)devices;
    return no_device(__func__, platform, num_devices);
}

CL_API_ENTRY cl_mem CL_API_CALL
clCreateFromD3D11BufferKHR(cl_context context, cl_mem_flags flags, void *resource, cl_int *errcode_ret)
{
    (void)context, (void)flags, (void)resource;
    // CL_INVALID_CONTEXT if context is not a valid context.
    return weft_unsupported_object(__func__, CL_INVALID_CONTEXT, errcode_ret);
}

CL_API_ENTRY cl_mem CL_API_CALL
clCreateFromD3D11Texture2DKHR(cl_context context, cl_mem_flags flags, void *resource, cl_uint subresource,
                              cl_int *errcode_ret)
{
    (void)context, (void)flags, (void)resource, (void)subresource;
    // CL_INVALID_CONTEXT if context is not a valid context.
    return weft_unsupported_object(__func__, CL_INVALID_CONTEXT, errcode_ret);
}

CL_API_ENTRY cl_mem CL_API_CALL
clCreateFromD3D11Texture3DKHR(cl_context context, cl_mem_flags flags, void *resource, cl_uint subresource,
                              cl_int *errcode_ret)
{
    (void)context, (void)flags, (void)resource, (void)subresource;
    // CL_INVALID_CONTEXT if context is not a valid context.
    return weft_unsupported_object(__func__, CL_INVALID_CONTEXT, errcode_ret);
}

CL_API_ENTRY cl_int CL_API_CALL
clEnqueueAcquireD3D11ObjectsKHR(cl_command_queue command_queue, cl_uint num_objects, const cl_mem *mem_objects,
                                cl_uint num_events_in_wait_list, const cl_event *event_wait_list, cl_event *event)
{
    (void)num_objects, (void)mem_objects, (void)num_events_in_wait_list, (void)event_wait_list, (void)event;
    return sharing_command(__func__, command_queue);
}

CL_API_ENTRY cl_int CL_API_CALL
clEnqueueReleaseD3D11ObjectsKHR(cl_command_queue command_queue, cl_uint num_objects, const cl_mem *mem_objects,
                                cl_uint num_events_in_wait_list, const cl_event *event_wait_list, cl_event *event)
{
    (void)num_objects, (void)mem_objects, (void)num_events_in_wait_list, (void)event_wait_list, (void)event;
    return sharing_command(__func__, command_queue);
}

CL_API_ENTRY cl_int CL_API_CALL
clGetDeviceIDsFromDX9MediaAdapterKHR(cl_platform_id platform, cl_uint num_media_adapters, cl_uint *media_adapter_type,
                                     void *media_adapters, cl_uint media_adapter_set, cl_uint num_entries,
                                     cl_device_id *devices, cl_uint *num_devices)
{
    (void)num_media_adapters, (void)media_adapter_type, (void)media_adapters, (void)media_adapter_set;
    (void)num_entries, (void)devices;
    return no_device(__func__, platform, num_devices);
}

CL_API_ENTRY cl_mem CL_API_CALL
clCreateFromDX9MediaSurfaceKHR(cl_context context, cl_mem_flags flags, cl_uint adapter_type, void *surface_info,
                               cl_uint plane, cl_int *errcode_ret)
{
    (void)context, (void)flags, (void)adapter_type, (void)surface_info, (void)plane;
    // CL_INVALID_CONTEXT if context is not a valid context.
    return weft_unsupported_object(__func__, CL_INVALID_CONTEXT, errcode_ret);
}

CL_API_ENTRY cl_int CL_API_CALL
clEnqueueAcquireDX9MediaSurfacesKHR(cl_command_queue command_queue, cl_uint num_objects, const cl_mem *mem_objects,
                                    cl_uint num_events_in_wait_list, const cl_event *event_wait_list, cl_event *event)
{
    (void)num_objects, (void)mem_objects, (void)num_events_in_wait_list, (void)event_wait_list, (void)event;
    return sharing_command(__func__, command_queue);
}

CL_API_ENTRY cl_int CL_API_CALL
clEnqueueReleaseDX9MediaSurfacesKHR(cl_command_queue command_queue, cl_uint num_objects, const cl_mem *mem_objects,
                                    cl_uint num_events_in_wait_list, const cl_event *event_wait_list, cl_event *event)
{
    (void)num_objects, (void)mem_objects, (void)num_events_in_wait_list, (void)event_wait_list, (void)event;
    return sharing_command(__func__, command_queue);
}
