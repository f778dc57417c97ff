// SPDX-License-Identifier: Apache-2.0
// What all memory objects share: clRetainMemObject, clReleaseMemObject, clGetMemObjectInfo, destructor callbacks.
#include "runtime/core/memory.h"
#include "runtime/api/info.h"
#include "runtime/api/validate.h"
#include "runtime/core/context.h"
#include "runtime/core/error.h"

CL_API_ENTRY cl_int CL_API_CALL
clRetainMemObject(cl_mem memobj)
{
    // CL_INVALID_MEM_OBJECT "if memobj is not a valid memory object"
    if (weft_validate_memory(memobj) != CL_SUCCESS)
        return CL_INVALID_MEM_OBJECT;
    weft_object_api_retain(memobj);
    return CL_SUCCESS;
}

CL_API_ENTRY cl_int CL_API_CALL
clReleaseMemObject(cl_mem memobj)
{
    // CL_INVALID_MEM_OBJECT "if memobj is not a valid memory object"
    if (weft_validate_memory(memobj) != CL_SUCCESS)
        return CL_INVALID_MEM_OBJECT;
    weft_object_api_release(memobj);
    return CL_SUCCESS;
}

// "returns a list of device addresses for the buffer, one for each device in the context"
static cl_int
device_addresses(cl_mem memory, struct weft_info out)
{
    const size_t bytes = memory->context->device_count * sizeof(cl_mem_device_address_ext);

    // CL_INVALID_OPERATION "if the buffer was not allocated with CL_MEM_DEVICE_PRIVATE_ADDRESS_EXT"
    if (!memory->has_address)
        return weft_error(memory->context, CL_INVALID_OPERATION,
                          "the object was not made with CL_MEM_DEVICE_PRIVATE_ADDRESS_EXT");
    if (out.value && out.size < bytes)
        return weft_error(memory->context, CL_INVALID_VALUE, "%zu bytes are no room for the addresses of %u devices",
                          out.size, memory->context->device_count);
    for (cl_uint i = 0; out.value && i < memory->context->device_count; i++)
        ((cl_mem_device_address_ext *)out.value)[i] = (uintptr_t)memory->data;
    if (out.size_ret)
        *out.size_ret = bytes;
    return CL_SUCCESS;
}

CL_API_ENTRY cl_int CL_API_CALL
clGetMemObjectInfo(cl_mem memobj, cl_mem_info param_name, size_t param_value_size, void *param_value,
                   size_t *param_value_size_ret)
{
    struct weft_info out = {param_value_size, param_value, param_value_size_ret};

    // CL_INVALID_MEM_OBJECT "if memobj is a not a valid memory object"
    if (weft_validate_memory(memobj) != CL_SUCCESS)
        return CL_INVALID_MEM_OBJECT;
    switch (param_name) {
    case CL_MEM_TYPE:
        return weft_info_uint(out, memobj->type);
    case CL_MEM_FLAGS:
        return weft_info_ulong(out, memobj->flags);
    case CL_MEM_SIZE:
        return weft_info_size(out, memobj->size);
    case CL_MEM_HOST_PTR:
        return weft_info_pointer(out, memobj->host_ptr);
    case CL_MEM_MAP_COUNT:
        return weft_info_uint(out, weft_memory_map_count(memobj));
    case CL_MEM_REFERENCE_COUNT:
        return weft_info_uint(out, weft_object_api_count(memobj));
    case CL_MEM_CONTEXT:
        return weft_info_pointer(out, memobj->context);
    case CL_MEM_ASSOCIATED_MEMOBJECT:
        return weft_info_pointer(out, memobj->parent);
    case CL_MEM_OFFSET:
        return weft_info_size(out, memobj->origin);
    case CL_MEM_USES_SVM_POINTER:
        return weft_info_uint(out, memobj->uses_svm);
    case CL_MEM_DEVICE_ADDRESS_EXT:
        return device_addresses(memobj, out);
    case CL_MEM_PROPERTIES:
        return weft_info_bytes(out, memobj->properties, memobj->property_count * sizeof(*memobj->properties));
    default:
        // CL_INVALID_VALUE "if param_name is not one of the supported values"
        return weft_error(memobj->context, CL_INVALID_VALUE, "0x%x is not a query of memory objects", param_name);
    }
}

CL_API_ENTRY cl_int CL_API_CALL
clSetMemObjectDestructorCallback(cl_mem memobj, void(CL_CALLBACK *pfn_notify)(cl_mem, void *), void *user_data)
{
    // CL_INVALID_MEM_OBJECT "if memobj is not a valid memory object"
    if (weft_validate_memory(memobj) != CL_SUCCESS)
        return CL_INVALID_MEM_OBJECT;
    // CL_INVALID_VALUE "if pfn_notify is NULL"
    if (!pfn_notify)
        return weft_error(memobj->context, CL_INVALID_VALUE, "pfn_notify is NULL");
    return weft_destructors_add(&memobj->destructors, (weft_destructor_call)pfn_notify, user_data);
}
