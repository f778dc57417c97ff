// SPDX-License-Identifier: Apache-2.0
// Pointers as kernel arguments, and what kernels say about the memory they reach by others: clSetKernelArgSVMPointer,
// clSetKernelArgMemPointerINTEL, clSetKernelArgDevicePointerEXT, clSetKernelExecInfo.
#include "runtime/program/public.h"

#include "runtime/api/validate.h"
#include "runtime/core/error.h"
#include "runtime/core/svm.h"

static cl_int
validate_pointer_argument(cl_kernel kernel, cl_uint index, bool allows_constant)
{
    const struct weft_arg_info *arg;

    // CL_INVALID_KERNEL "if kernel is not a valid kernel object"
    if (weft_validate_kernel(kernel) != CL_SUCCESS)
        return CL_INVALID_KERNEL;
    // CL_INVALID_ARG_INDEX "if arg_index is not a valid argument index"
    if (index >= kernel->info->arg_count)
        return weft_error(kernel->program->context, CL_INVALID_ARG_INDEX, "kernel %s has %u arguments, not %u",
                          kernel->info->name, kernel->info->arg_count, index);
    // "if arg_index corresponds to an argument that is not a pointer to the global address space"; "can only be used
    // for arguments that are declared to be a pointer to global or constant memory"
    arg = &kernel->info->args[index];
    if (arg->kind != WEFT_ARG_GLOBAL && !(allows_constant && arg->kind == WEFT_ARG_CONSTANT))
        return weft_error(kernel->program->context, CL_INVALID_ARG_INDEX,
                          "argument %u (%s %s) of kernel %s takes no pointer", index, arg->type_name, arg->name,
                          kernel->info->name);
    return CL_SUCCESS;
}

CL_API_ENTRY cl_int CL_API_CALL
clSetKernelArgSVMPointer(cl_kernel kernel, cl_uint arg_index, const void *arg_value)
{
    // CL_INVALID_KERNEL, CL_INVALID_ARG_INDEX
    cl_int err = validate_pointer_argument(kernel, arg_index, true);

    // CL_INVALID_ARG_VALUE "if arg_value specified is not a valid value and no devices in the context associated with
    // kernel support cl_khr_unified_svm": all values are valid. What leads to memory now must still do so in launches
    if (err == CL_SUCCESS)
        weft_kernel_set_pointer(kernel, arg_index, arg_value,
                                weft_svm_judge(kernel->program->context, arg_value, 0) == WEFT_SVM_SOUND);
    return err;
}

CL_API_ENTRY cl_int CL_API_CALL
clSetKernelArgMemPointerINTEL(cl_kernel kernel, cl_uint arg_index, const void *arg_value)
{
    // CL_INVALID_KERNEL, CL_INVALID_ARG_INDEX
    cl_int err = validate_pointer_argument(kernel, arg_index, true);

    // CL_INVALID_ARG_VALUE: "For all devices, any pointer value is valid and may be set as an argument to a kernel"
    if (err == CL_SUCCESS)
        weft_kernel_set_pointer(kernel, arg_index, arg_value, false);
    return err;
}

CL_API_ENTRY cl_int CL_API_CALL
clSetKernelArgDevicePointerEXT(cl_kernel kernel, cl_uint arg_index, cl_mem_device_address_ext arg_value)
{
    // CL_INVALID_KERNEL, CL_INVALID_ARG_INDEX
    cl_int err = validate_pointer_argument(kernel, arg_index, false);

    // "it's legal to pass invalid pointers as the value [...] as long as the kernel doesn't dereference the pointer"
    if (err == CL_SUCCESS)
        weft_kernel_set_pointer(kernel, arg_index, (const void *)(uintptr_t)arg_value, false);
    return err;
}

static cl_int
validate_pointer_set(cl_context context, size_t pointer_bytes, size_t size, const void *value)
{
    // CL_INVALID_VALUE "if param_value is NULL and param_value_size is greater than zero, or if the size specified by
    // param_value_size is not valid". The pointers may have any value: "If a pointer is NULL or does not point into a
    // SVM allocation [...] then it is ignored"
    if ((!value && size) || size % pointer_bytes)
        return weft_error(context, CL_INVALID_VALUE, "%zu bytes at %p are no pointers for a kernel", size, value);
    return CL_SUCCESS;
}

// Kernels reach all of the process's memory, whatever they say: what is valid needs not be kept.
CL_API_ENTRY cl_int CL_API_CALL
clSetKernelExecInfo(cl_kernel kernel, cl_kernel_exec_info param_name, size_t param_value_size, const void *param_value)
{
    cl_context context;

    // CL_INVALID_KERNEL "if kernel is a not a valid kernel object"
    if (weft_validate_kernel(kernel) != CL_SUCCESS)
        return CL_INVALID_KERNEL;
    context = kernel->program->context;
    switch (param_name) {
    case CL_KERNEL_EXEC_INFO_SVM_PTRS:
    case CL_KERNEL_EXEC_INFO_USM_PTRS_INTEL:
        return validate_pointer_set(context, sizeof(void *), param_value_size, param_value);
    case CL_KERNEL_EXEC_INFO_DEVICE_PTRS_EXT:
        return validate_pointer_set(context, sizeof(cl_mem_device_address_ext), param_value_size, param_value);
    case CL_KERNEL_EXEC_INFO_SVM_FINE_GRAIN_SYSTEM:
    case CL_KERNEL_EXEC_INFO_SVM_INDIRECT_ACCESS_KHR:
    case CL_KERNEL_EXEC_INFO_INDIRECT_HOST_ACCESS_INTEL:
    case CL_KERNEL_EXEC_INFO_INDIRECT_DEVICE_ACCESS_INTEL:
    case CL_KERNEL_EXEC_INFO_INDIRECT_SHARED_ACCESS_INTEL:
        // CL_INVALID_VALUE "if param_value is NULL and param_value_size is greater than zero, or if the size specified
        // by param_value_size is not valid"
        if (!param_value || param_value_size != sizeof(cl_bool))
            return weft_error(context, CL_INVALID_VALUE, "information 0x%x about a kernel's execution has %zu bytes",
                              param_name, param_value ? param_value_size : 0);
        return CL_SUCCESS;
    default:
        // CL_INVALID_VALUE "if param_name is not valid"
        return weft_error(context, CL_INVALID_VALUE, "0x%x is not an information about a kernel's execution",
                          param_name);
    }
}
