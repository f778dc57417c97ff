// SPDX-License-Identifier: Apache-2.0
// Sub-groups: CL_DEVICE_MAX_NUM_SUB_GROUPS is 0.
#include "runtime/api/unsupported.h"
#include "runtime/core/object.h"

static cl_int
sub_group_info(const char *call, cl_kernel kernel, cl_device_id device)
{
    // CL_INVALID_KERNEL if kernel is not a valid kernel object.
    if (!WEFT_IS(kernel, KERNEL))
        return weft_unsupported(call, CL_INVALID_KERNEL);
    // CL_INVALID_DEVICE if device is not in the list of devices associated with kernel
    if (device && !WEFT_IS(device, DEVICE))
        return weft_unsupported(call, CL_INVALID_DEVICE);
    // CL_INVALID_OPERATION if device does not support sub-groups.
    return weft_unsupported(call, CL_INVALID_OPERATION);
}

CL_API_ENTRY cl_int CL_API_CALL
clGetKernelSubGroupInfo(cl_kernel kernel, cl_device_id device, cl_kernel_sub_group_info param_name,
                        size_t input_value_size, const void *input_value, size_t param_value_size, void *param_value,
                        size_t *param_value_size_ret)
{
    (void)param_name, (void)input_value_size, (void)input_value;
    (void)param_value_size, (void)param_value, (void)param_value_size_ret;
    return sub_group_info(__func__, kernel, device);
}

CL_API_ENTRY cl_int CL_API_CALL
clGetKernelSubGroupInfoKHR(cl_kernel in_kernel, cl_device_id in_device, cl_kernel_sub_group_info param_name,
                           size_t input_value_size, const void *input_value, size_t param_value_size, void *param_value,
                           size_t *param_value_size_ret)
{
    (void)param_name, (void)input_value_size, (void)input_value;
    (void)param_value_size, (void)param_value, (void)param_value_size_ret;
    return sub_group_info(__func__, in_kernel, in_device);
}
