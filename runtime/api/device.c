// SPDX-License-Identifier: Apache-2.0
// Finding devices and counting references to them.
#include "runtime/core/device.h"

#include "runtime/core/error.h"
#include "runtime/core/platform.h"

CL_API_ENTRY cl_int CL_API_CALL
clGetDeviceIDs(cl_platform_id platform, cl_device_type device_type, cl_uint num_entries, cl_device_id *devices,
               cl_uint *num_devices)
{
    const cl_device_type known = CL_DEVICE_TYPE_DEFAULT | CL_DEVICE_TYPE_CPU | CL_DEVICE_TYPE_GPU |
                                 CL_DEVICE_TYPE_ACCELERATOR | CL_DEVICE_TYPE_CUSTOM;
    cl_device_id device;

    // CL_INVALID_PLATFORM if platform is not a valid platform.
    if (platform && !WEFT_IS(platform, PLATFORM))
        return weft_error(NULL, CL_INVALID_PLATFORM, "clGetDeviceIDs: %p is not a platform", (void *)platform);
    // CL_INVALID_DEVICE_TYPE if device_type is not a valid value.
    if (device_type != CL_DEVICE_TYPE_ALL && (device_type == 0 || (device_type & ~known) != 0))
        return weft_error(NULL, CL_INVALID_DEVICE_TYPE, "clGetDeviceIDs: 0x%llx is not a device type",
                          (unsigned long long)device_type);
    // CL_INVALID_VALUE if num_entries is equal to zero and devices is not NULL or if both num_devices and devices are
    // NULL.
    if ((num_entries == 0 && devices) || (!num_devices && !devices))
        return weft_error(NULL, CL_INVALID_VALUE, "clGetDeviceIDs: no room for an answer");
    // CL_DEVICE_NOT_FOUND if no OpenCL devices that matched device_type were found.
    if ((device_type & (CL_DEVICE_TYPE_CPU | CL_DEVICE_TYPE_DEFAULT)) == 0) {
        if (num_devices)
            *num_devices = 0;
        return CL_DEVICE_NOT_FOUND;
    }
    device = weft_platform_device();
    if (!device)
        return weft_error(NULL, CL_OUT_OF_HOST_MEMORY, "clGetDeviceIDs: no memory for the device");
    if (devices)
        devices[0] = device;
    if (num_devices)
        *num_devices = 1;
    return CL_SUCCESS;
}

static cl_int
validate_device(const char *call, cl_device_id device)
{
    // CL_INVALID_DEVICE if device is not a valid device.
    if (!WEFT_IS(device, DEVICE))
        return weft_error(NULL, CL_INVALID_DEVICE, "%s: %p is not a device", call, (void *)device);
    return CL_SUCCESS;
}

static cl_int
retain(const char *call, cl_device_id device)
{
    cl_int err = validate_device(call, device);

    // If device is a root-level device, the reference count remains unchanged.
    if (err == CL_SUCCESS && device->parent)
        weft_object_api_retain(device);
    return err;
}

static cl_int
release(const char *call, cl_device_id device)
{
    cl_int err = validate_device(call, device);

    if (err == CL_SUCCESS && device->parent)
        weft_object_api_release(device);
    return err;
}

CL_API_ENTRY cl_int CL_API_CALL
clRetainDevice(cl_device_id device)
{
    return retain(__func__, device);
}

CL_API_ENTRY cl_int CL_API_CALL
clReleaseDevice(cl_device_id device)
{
    return release(__func__, device);
}

CL_API_ENTRY cl_int CL_API_CALL
clRetainDeviceEXT(cl_device_id device)
{
    return retain(__func__, device);
}

CL_API_ENTRY cl_int CL_API_CALL
clReleaseDeviceEXT(cl_device_id device)
{
    return release(__func__, device);
}
