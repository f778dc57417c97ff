// SPDX-License-Identifier: Apache-2.0
// The device's clock is the host's: CLOCK_MONOTONIC in nanoseconds, which profiling uses too.
#include <time.h>

#include "runtime/core/error.h"
#include "runtime/core/object.h"

static cl_ulong
now_ns(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (cl_ulong)now.tv_sec * 1000000000u + (cl_ulong)now.tv_nsec;
}

CL_API_ENTRY cl_int CL_API_CALL
clGetDeviceAndHostTimer(cl_device_id device, cl_ulong *device_timestamp, cl_ulong *host_timestamp)
{
    cl_ulong now;

    // CL_INVALID_DEVICE if device is not a valid device.
    if (!WEFT_IS(device, DEVICE))
        return weft_error(NULL, CL_INVALID_DEVICE, "clGetDeviceAndHostTimer: %p is not a device", (void *)device);
    // CL_INVALID_VALUE if host_timestamp or device_timestamp is NULL.
    if (!device_timestamp || !host_timestamp)
        return weft_error(NULL, CL_INVALID_VALUE, "clGetDeviceAndHostTimer: a timestamp pointer is NULL");
    now = now_ns();
    *device_timestamp = now;
    *host_timestamp = now;
    return CL_SUCCESS;
}

CL_API_ENTRY cl_int CL_API_CALL
clGetHostTimer(cl_device_id device, cl_ulong *host_timestamp)
{
    // CL_INVALID_DEVICE if device is not a valid device.
    if (!WEFT_IS(device, DEVICE))
        return weft_error(NULL, CL_INVALID_DEVICE, "clGetHostTimer: %p is not a device", (void *)device);
    // CL_INVALID_VALUE if host_timestamp is NULL.
    if (!host_timestamp)
        return weft_error(NULL, CL_INVALID_VALUE, "clGetHostTimer: host_timestamp is NULL");
    *host_timestamp = now_ns();
    return CL_SUCCESS;
}
