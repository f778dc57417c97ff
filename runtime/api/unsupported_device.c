// SPDX-License-Identifier: Apache-2.0
// cl_ext_device_fission, of which clCreateSubDevices is the successor, is not advertised.
#include "runtime/api/unsupported.h"
#include "runtime/core/object.h"

CL_API_ENTRY cl_int CL_API_CALL
clCreateSubDevicesEXT(cl_device_id in_device, const cl_device_partition_property_ext *properties, cl_uint num_entries,
                      cl_device_id *out_devices, cl_uint *num_devices)
{
    (void)properties, (void)num_entries, (void)out_devices, (void)num_devices;
    // CL_INVALID_DEVICE if in_device is not a valid device, CL_INVALID_VALUE if values in properties are not supported
    return weft_unsupported(__func__, WEFT_IS(in_device, DEVICE) ? CL_INVALID_VALUE : CL_INVALID_DEVICE);
}
