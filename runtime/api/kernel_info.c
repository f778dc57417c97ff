// SPDX-License-Identifier: Apache-2.0
// clGetKernelInfo, clGetKernelArgInfo, clGetKernelWorkGroupInfo, clGetKernelSubGroupInfo.
#include <string.h>

#include "runtime/api/info.h"
#include "runtime/api/validate.h"
#include "runtime/core/context.h"
#include "runtime/core/device.h"
#include "runtime/core/error.h"
#include "runtime/program/public.h"

CL_API_ENTRY cl_int CL_API_CALL
clGetKernelInfo(cl_kernel kernel, cl_kernel_info param_name, size_t param_value_size, void *param_value,
                size_t *param_value_size_ret)
{
    struct weft_info out = {param_value_size, param_value, param_value_size_ret};

    // CL_INVALID_KERNEL "if kernel is a not a valid kernel object"
    if (weft_validate_kernel(kernel) != CL_SUCCESS)
        return CL_INVALID_KERNEL;
    switch (param_name) {
    case CL_KERNEL_FUNCTION_NAME:
        return weft_info_string(out, kernel->info->name);
    case CL_KERNEL_NUM_ARGS:
        return weft_info_uint(out, kernel->info->arg_count);
    case CL_KERNEL_REFERENCE_COUNT:
        return weft_info_uint(out, weft_object_api_count(kernel));
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
    if (weft_validate_kernel(kernel) != CL_SUCCESS)
        return CL_INVALID_KERNEL;
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

// Sets *own to what runs for the kernel on the device, or to the kernel itself where it cannot run. "The list of
// devices is the list of devices in the OpenCL context that is associated with kernel."
static cl_int
find_device_kernel(cl_kernel kernel, cl_device_id device, cl_kernel *own)
{
    cl_context context;

    // CL_INVALID_KERNEL "if kernel is a not a valid kernel object"
    if (weft_validate_kernel(kernel) != CL_SUCCESS)
        return CL_INVALID_KERNEL;
    context = kernel->program->context;
    // CL_INVALID_DEVICE "if device is not in the list of devices associated with kernel or if device is NULL but there
    // is more than one device associated with kernel"
    if (device ? !weft_context_has_device(context, device) : context->device_count != 1)
        return weft_error(context, CL_INVALID_DEVICE, "device is not one of the kernel's");
    *own = weft_kernel_of_device(kernel, device ? device : context->devices[0]);
    if (!*own)
        *own = kernel;
    return CL_SUCCESS;
}

// Work-items of a group; SIZE_MAX where their number is larger.
static size_t
count_items(const size_t *local, size_t dimensions)
{
    size_t items = 1;

    for (size_t d = 0; d < dimensions; d++)
        if (__builtin_mul_overflow(items, local[d], &items))
            items = SIZE_MAX;
    return items;
}

// The local size that the kernel requires, or zeros; returns its work-items.
static size_t
required_size(cl_kernel kernel, size_t local[3])
{
    for (int d = 0; d < 3; d++)
        local[d] = (size_t)kernel->info->required_work_group_size[d];
    return count_items(local, 3);
}

CL_API_ENTRY cl_int CL_API_CALL
clGetKernelWorkGroupInfo(cl_kernel kernel, cl_device_id device, cl_kernel_work_group_info param_name,
                         size_t param_value_size, void *param_value, size_t *param_value_size_ret)
{
    struct weft_info out = {param_value_size, param_value, param_value_size_ret};
    cl_kernel own = NULL;
    size_t sizes[3];
    cl_int err;

    // CL_INVALID_KERNEL, CL_INVALID_DEVICE
    err = find_device_kernel(kernel, device, &own);
    if (err != CL_SUCCESS)
        return err;
    switch (param_name) {
    case CL_KERNEL_GLOBAL_WORK_SIZE:
        // CL_INVALID_VALUE "if param_name is CL_KERNEL_GLOBAL_WORK_SIZE and kernel is not a built-in kernel"
        return weft_error(kernel->program->context, CL_INVALID_VALUE, "kernel %s is no built-in kernel",
                          kernel->info->name);
    case CL_KERNEL_WORK_GROUP_SIZE:
        return weft_info_size(out, weft_kernel_max_work_group_size(own));
    case CL_KERNEL_COMPILE_WORK_GROUP_SIZE:
        (void)required_size(own, sizes);
        return weft_info_bytes(out, sizes, sizeof(sizes));
    case CL_KERNEL_LOCAL_MEM_SIZE:
        return weft_info_ulong(out, weft_kernel_local_bytes(kernel, own->info));
    case CL_KERNEL_PREFERRED_WORK_GROUP_SIZE_MULTIPLE:
        return weft_info_size(out, WEFT_PREFERRED_MULTIPLE);
    case CL_KERNEL_PRIVATE_MEM_SIZE:
        return weft_info_ulong(out, own->info->private_bytes);
    default:
        // CL_INVALID_VALUE "if param_name is not one of the supported values"
        return weft_error(kernel->program->context, CL_INVALID_VALUE, "0x%x is not a query of kernels on devices",
                          param_name);
    }
}

// All but the last sub-group of a group have WEFT_SUB_GROUP_SIZE work-items.
static size_t
count_sub_groups(size_t items)
{
    return items / WEFT_SUB_GROUP_SIZE + (items % WEFT_SUB_GROUP_SIZE != 0);
}

// A launch with this local size: "input_value must be an array of size_t values corresponding to the local work size".
static cl_int
sub_groups_of_range(cl_kernel kernel, cl_kernel_sub_group_info param_name, size_t input_value_size,
                    const void *input_value, struct weft_info out)
{
    size_t items, local[3];

    // CL_INVALID_VALUE "if param_name is CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE [...] and the size in bytes specified
    // by input_value_size is not valid or if input_value is NULL"
    if (!input_value || !input_value_size || input_value_size > sizeof(local) || input_value_size % sizeof(*local))
        return weft_error(kernel->program->context, CL_INVALID_VALUE, "a local size is not %zu bytes",
                          input_value ? input_value_size : 0);
    memcpy(local, input_value, input_value_size);
    items = count_items(local, input_value_size / sizeof(*local));
    if (param_name == CL_KERNEL_SUB_GROUP_COUNT_FOR_NDRANGE)
        return weft_info_size(out, count_sub_groups(items));
    return weft_info_size(out, items < WEFT_SUB_GROUP_SIZE ? items : WEFT_SUB_GROUP_SIZE);
}

// "Returns the local size that will generate the requested number of sub-groups [...] If no work-group size can [...]
// the result is zeros."
static cl_int
local_size_for_sub_groups(cl_kernel kernel, size_t input_value_size, const void *input_value, struct weft_info out,
                          size_t room)
{
    size_t count, local[3], required = required_size(kernel, local), most = weft_kernel_max_work_group_size(kernel);
    size_t bytes = room > sizeof(local) ? sizeof(local) : room - room % sizeof(*local);

    if (!input_value || input_value_size != sizeof(count))
        return weft_error(kernel->program->context, CL_INVALID_VALUE, "a number of sub-groups is not %zu bytes",
                          input_value ? input_value_size : 0);
    memcpy(&count, input_value, sizeof(count));
    if (required) {
        if (required > most || count_sub_groups(required) != count)
            local[0] = local[1] = local[2] = 0;
    } else if (count && count <= count_sub_groups(most)) {
        local[0] = count * WEFT_SUB_GROUP_SIZE < most ? count * WEFT_SUB_GROUP_SIZE : most;
        local[1] = local[2] = 1;
    }
    // A size of fewer dimensions than asked for would be another one.
    for (size_t d = bytes / sizeof(*local); bytes && d < 3; d++)
        if (local[d] > 1)
            local[0] = local[1] = local[2] = 0;
    return weft_info_bytes(out, local, bytes ? bytes : sizeof(local));
}

static cl_int
sub_group_info(cl_kernel kernel, cl_device_id device, cl_kernel_sub_group_info param_name, size_t input_value_size,
               const void *input_value, struct weft_info out, size_t room)
{
    cl_kernel own = NULL;
    size_t required, local[3];
    cl_int err;

    // CL_INVALID_KERNEL, CL_INVALID_DEVICE
    err = find_device_kernel(kernel, device, &own);
    if (err != CL_SUCCESS)
        return err;
    switch (param_name) {
    case CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE:
    case CL_KERNEL_SUB_GROUP_COUNT_FOR_NDRANGE:
        return sub_groups_of_range(kernel, param_name, input_value_size, input_value, out);
    case CL_KERNEL_LOCAL_SIZE_FOR_SUB_GROUP_COUNT:
        return local_size_for_sub_groups(own, input_value_size, input_value, out, room);
    case CL_KERNEL_MAX_NUM_SUB_GROUPS:
        required = required_size(own, local);
        return weft_info_size(out, count_sub_groups(required ? required : weft_kernel_max_work_group_size(own)));
    case CL_KERNEL_COMPILE_NUM_SUB_GROUPS:
        return weft_info_size(out, 0); // no source of a program can ask for a number
    default:
        // CL_INVALID_VALUE "if param_name is not one of the supported values"
        return weft_error(kernel->program->context, CL_INVALID_VALUE, "0x%x is not a query of sub-groups", param_name);
    }
}

CL_API_ENTRY cl_int CL_API_CALL
clGetKernelSubGroupInfo(cl_kernel kernel, cl_device_id device, cl_kernel_sub_group_info param_name,
                        size_t input_value_size, const void *input_value, size_t param_value_size, void *param_value,
                        size_t *param_value_size_ret)
{
    struct weft_info out = {param_value_size, param_value, param_value_size_ret};

    return sub_group_info(kernel, device, param_name, input_value_size, input_value, out, param_value_size);
}

CL_API_ENTRY cl_int CL_API_CALL
clGetKernelSubGroupInfoKHR(cl_kernel in_kernel, cl_device_id in_device, cl_kernel_sub_group_info param_name,
                           size_t input_value_size, const void *input_value, size_t param_value_size, void *param_value,
                           size_t *param_value_size_ret)
{
    struct weft_info out = {param_value_size, param_value, param_value_size_ret};

    return sub_group_info(in_kernel, in_device, param_name, input_value_size, input_value, out, param_value_size);
}
