// SPDX-License-Identifier: Apache-2.0
// clGetKernelInfo, clGetKernelArgInfo, clGetKernelWorkGroupInfo.
#include "runtime/api/info.h"
#include "runtime/base/error.h"
#include "runtime/core/context.h"
#include "runtime/core/kernel.h"

// Work-groups whose size is a multiple of this fill vectors of every width and element size.
#define PREFERRED_MULTIPLE 16

CL_API_ENTRY cl_int CL_API_CALL
clGetKernelInfo(cl_kernel kernel, cl_kernel_info param_name, size_t param_value_size, void *param_value,
                size_t *param_value_size_ret)
{
    struct weft_info out = {param_value_size, param_value, param_value_size_ret};

    // CL_INVALID_KERNEL "if kernel is a not a valid kernel object"
    if (!WEFT_IS(kernel, KERNEL))
        return weft_error(NULL, CL_INVALID_KERNEL, "kernel is not a valid kernel object");
    switch (param_name) {
    case CL_KERNEL_FUNCTION_NAME:
        return weft_info_string(out, kernel->info->name);
    case CL_KERNEL_NUM_ARGS:
        return weft_info_uint(out, kernel->info->arg_count);
    case CL_KERNEL_REFERENCE_COUNT:
        return weft_info_uint(out, atomic_load_explicit(&kernel->base.api_refs, memory_order_relaxed));
    case CL_KERNEL_CONTEXT:
        return weft_info_pointer(out, kernel->program->context);
    case CL_KERNEL_PROGRAM:
        return weft_info_pointer(out, kernel->program);
    case CL_KERNEL_ATTRIBUTES:
        // "For kernels not created from OpenCL C source and the clCreateProgramWithSource API call the string returned
        // from this query will be empty"
        return weft_info_string(out, kernel->program->from_binary ? "" : kernel->info->attributes);
    default:
        // CL_INVALID_VALUE "if param_name is not one of the supported values"
        return weft_error(kernel->program->context, CL_INVALID_VALUE, "0x%x is not a query of kernels", param_name);
    }
}

CL_API_ENTRY cl_int CL_API_CALL
clGetKernelArgInfo(cl_kernel kernel, cl_uint arg_index, cl_kernel_arg_info param_name, size_t param_value_size,
                   void *param_value, size_t *param_value_size_ret)
{
    struct weft_info out = {param_value_size, param_value, param_value_size_ret};
    const struct weft_arg_info *arg;

    // CL_INVALID_KERNEL "if kernel is a not a valid kernel object"
    if (!WEFT_IS(kernel, KERNEL))
        return weft_error(NULL, CL_INVALID_KERNEL, "kernel is not a valid kernel object");
    // CL_INVALID_ARG_INDEX "if arg_index is not a valid argument index"
    if (arg_index >= kernel->info->arg_count)
        return weft_error(kernel->program->context, CL_INVALID_ARG_INDEX, "kernel %s has %u arguments, not %u",
                          kernel->info->name, kernel->info->arg_count, arg_index);
    arg = &kernel->info->args[arg_index];
    switch (param_name) {
    case CL_KERNEL_ARG_ADDRESS_QUALIFIER:
        return weft_info_uint(out, arg->address_qualifier);
    case CL_KERNEL_ARG_ACCESS_QUALIFIER:
        return weft_info_uint(out, arg->access_qualifier);
    case CL_KERNEL_ARG_TYPE_NAME:
        return weft_info_string(out, arg->type_name);
    case CL_KERNEL_ARG_TYPE_QUALIFIER:
        return weft_info_ulong(out, arg->type_qualifier);
    case CL_KERNEL_ARG_NAME:
        return weft_info_string(out, arg->name);
    default:
        // CL_INVALID_VALUE "if param_name is not one of the supported values"
        return weft_error(kernel->program->context, CL_INVALID_VALUE, "0x%x is not a query of arguments", param_name);
    }
}

static bool
is_kernel_device(cl_kernel kernel, cl_device_id device)
{
    cl_program program = kernel->program;

    // "if device is NULL but there is more than one device associated with kernel"
    if (!device)
        return program->device_count == 1;
    for (cl_uint i = 0; i < program->device_count; i++)
        if (program->devices[i] == device)
            return true;
    return false;
}

CL_API_ENTRY cl_int CL_API_CALL
clGetKernelWorkGroupInfo(cl_kernel kernel, cl_device_id device, cl_kernel_work_group_info param_name,
                         size_t param_value_size, void *param_value, size_t *param_value_size_ret)
{
    struct weft_info out = {param_value_size, param_value, param_value_size_ret};

    // CL_INVALID_KERNEL "if kernel is a not a valid kernel object"
    if (!WEFT_IS(kernel, KERNEL))
        return weft_error(NULL, CL_INVALID_KERNEL, "kernel is not a valid kernel object");
    // CL_INVALID_DEVICE "if device is not in the list of devices associated with kernel or if device is NULL but there
    // is more than one device associated with kernel"
    if (!is_kernel_device(kernel, device))
        return weft_error(kernel->program->context, CL_INVALID_DEVICE, "device is not one of the kernel's");
    switch (param_name) {
    case CL_KERNEL_GLOBAL_WORK_SIZE:
        // CL_INVALID_VALUE "if param_name is CL_KERNEL_GLOBAL_WORK_SIZE and kernel is not a built-in kernel"
        return weft_error(kernel->program->context, CL_INVALID_VALUE, "kernel %s is no built-in kernel",
                          kernel->info->name);
    case CL_KERNEL_WORK_GROUP_SIZE:
        return weft_info_size(out, weft_kernel_max_work_group_size(kernel));
    case CL_KERNEL_COMPILE_WORK_GROUP_SIZE: {
        size_t sizes[3];

        for (int i = 0; i < 3; i++)
            sizes[i] = kernel->info->required_work_group_size[i];
        return weft_info_bytes(out, sizes, sizeof sizes);
    }
    case CL_KERNEL_LOCAL_MEM_SIZE:
        return weft_info_ulong(out, weft_kernel_local_bytes(kernel));
    case CL_KERNEL_PREFERRED_WORK_GROUP_SIZE_MULTIPLE:
        return weft_info_size(out, PREFERRED_MULTIPLE);
    case CL_KERNEL_PRIVATE_MEM_SIZE:
        return weft_info_ulong(out, kernel->info->private_bytes);
    default:
        // CL_INVALID_VALUE "if param_name is not one of the supported values"
        return weft_error(kernel->program->context, CL_INVALID_VALUE, "0x%x is not a query of kernels on devices",
                          param_name);
    }
}
