// SPDX-License-Identifier: Apache-2.0
// cl_intel_unified_shared_memory: allocating, freeing, queries.
#include "runtime/api/info.h"
#include "runtime/api/pointers.h"
#include "runtime/api/validate.h"
#include "runtime/core/context.h"
#include "runtime/core/device.h"
#include "runtime/core/error.h"

#define PLACEMENT_FLAGS (CL_MEM_ALLOC_INITIAL_PLACEMENT_DEVICE_INTEL | CL_MEM_ALLOC_INITIAL_PLACEMENT_HOST_INTEL)
#define ALLOC_FLAGS (CL_MEM_ALLOC_WRITE_COMBINED_INTEL | PLACEMENT_FLAGS)

static cl_int
validate_properties(cl_context context, enum weft_svm_kind kind, const cl_mem_properties_intel *properties,
                    cl_uint *flags)
{
    static const cl_mem_properties_intel names[] = {CL_MEM_ALLOC_FLAGS_INTEL};
    const cl_mem_alloc_flags_intel known = kind == WEFT_SVM_SHARED ? ALLOC_FLAGS : CL_MEM_ALLOC_WRITE_COMBINED_INTEL;
    cl_mem_alloc_flags_intel given;
    // CL_INVALID_PROPERTY "if a memory property name in properties is not a supported property name, [...] or if the
    // same property name is specified more than once"
    cl_int err = weft_validate_property_names(context, "an allocation", properties, names, 1);

    if (err != CL_SUCCESS)
        return err;
    given = properties && properties[0] ? properties[1] : 0;
    // "if the value specified for a supported property name is not valid", "if either the
    // CL_MEM_ALLOC_INITIAL_PLACEMENT_DEVICE_INTEL or CL_MEM_ALLOC_INITIAL_PLACEMENT_HOST_INTEL flags are specified",
    // for shared allocations: "if both"
    if ((given & ~known) || (given & PLACEMENT_FLAGS) == PLACEMENT_FLAGS)
        return weft_error(context, CL_INVALID_PROPERTY, "flags 0x%llx of an allocation are not valid",
                          (unsigned long long)given);
    *flags = (cl_uint)given;
    return CL_SUCCESS;
}

// `device` NULL: all of the context's.
static cl_int
validate_size(cl_context context, cl_device_id device, size_t size)
{
    if (size == 0)
        return weft_error(context, CL_INVALID_BUFFER_SIZE, "the size of an allocation is 0");
    for (cl_uint i = 0; i < context->device_count; i++) {
        size_t most = weft_device_max_alloc_bytes(context->devices[i]);

        if ((!device || device == context->devices[i]) && size > most)
            return weft_error(context, CL_INVALID_BUFFER_SIZE,
                              "an allocation of %zu bytes exceeds CL_DEVICE_MAX_MEM_ALLOC_SIZE, %zu", size, most);
    }
    return CL_SUCCESS;
}

// `device` may be NULL.
static cl_int
validate(cl_context context, cl_device_id device, enum weft_svm_kind kind, const cl_mem_properties_intel *properties,
         size_t size, cl_uint alignment, cl_uint *flags)
{
    cl_int err;

    // CL_INVALID_CONTEXT "if context is not a valid context"
    if (weft_validate_context(context) != CL_SUCCESS)
        return CL_INVALID_CONTEXT;
    // CL_INVALID_DEVICE "if device is not a valid device or is not associated with context", for shared allocations
    // "if device is not NULL and"
    if ((device || kind == WEFT_SVM_DEVICE) && (!WEFT_IS(device, DEVICE) || !weft_context_has_device(context, device)))
        return weft_error(context, CL_INVALID_DEVICE, "%p is not a device of the context", (void *)device);
    // CL_INVALID_VALUE "if alignment is not zero or a power of two", "if alignment is greater than the size of the
    // largest data type supported"
    if (!weft_is_svm_alignment(alignment))
        return weft_error(context, CL_INVALID_VALUE, "alignment %u is no power of two up to %u", alignment,
                          WEFT_SVM_ALIGN_BYTES);
    // CL_INVALID_PROPERTY
    err = validate_properties(context, kind, properties, flags);
    // CL_INVALID_BUFFER_SIZE "if size is zero or greater than CL_DEVICE_MAX_MEM_ALLOC_SIZE"
    return err == CL_SUCCESS ? validate_size(context, device, size) : err;
}

static void *
allocate(cl_context context, cl_device_id device, enum weft_svm_kind kind, const cl_mem_properties_intel *properties,
         size_t size, cl_uint alignment, cl_int *errcode_ret)
{
    struct weft_svm_allocation wanted = {.bytes = size, .kind = kind, .context = context, .device = device};
    cl_int err = validate(context, device, kind, properties, size, alignment, &wanted.flags);

    // CL_OUT_OF_RESOURCES "if there is a failure to allocate resources required by the OpenCL implementation on the
    // device"
    if (err == CL_SUCCESS)
        err = weft_svm_allocate(&wanted);
    weft_set_errcode(errcode_ret, err);
    return wanted.base;
}

CL_API_ENTRY void *CL_API_CALL
clHostMemAllocINTEL(cl_context context, const cl_mem_properties_intel *properties, size_t size, cl_uint alignment,
                    cl_int *errcode_ret)
{
    return allocate(context, NULL, WEFT_SVM_HOST, properties, size, alignment, errcode_ret);
}

CL_API_ENTRY void *CL_API_CALL
clDeviceMemAllocINTEL(cl_context context, cl_device_id device, const cl_mem_properties_intel *properties, size_t size,
                      cl_uint alignment, cl_int *errcode_ret)
{
    return allocate(context, device, WEFT_SVM_DEVICE, properties, size, alignment, errcode_ret);
}

CL_API_ENTRY void *CL_API_CALL
clSharedMemAllocINTEL(cl_context context, cl_device_id device, const cl_mem_properties_intel *properties, size_t size,
                      cl_uint alignment, cl_int *errcode_ret)
{
    return allocate(context, device, WEFT_SVM_SHARED, properties, size, alignment, errcode_ret);
}

static cl_int
validate_free(cl_context context, const void *ptr)
{
    // CL_INVALID_CONTEXT "if context is not a valid context"
    if (weft_validate_context(context) != CL_SUCCESS)
        return CL_INVALID_CONTEXT;
    // CL_INVALID_VALUE "if ptr is not a value returned by clHostMemAllocINTEL, clDeviceMemAllocINTEL,
    // clSharedMemAllocINTEL, or a NULL pointer"
    if (ptr && !weft_svm_is_allocation(context, WEFT_SVM_UNIFIED, ptr))
        return weft_error(context, CL_INVALID_VALUE, "%p is not the start of an allocation of the context", ptr);
    return CL_SUCCESS;
}

static cl_int
free_allocation(cl_context context, void *ptr)
{
    // "If ptr is NULL then no action occurs."
    if (!ptr || weft_svm_free(context, WEFT_SVM_UNIFIED, ptr))
        return CL_SUCCESS;
    return weft_error(context, CL_INVALID_VALUE, "%p has been freed by another thread", ptr);
}

CL_API_ENTRY cl_int CL_API_CALL
clMemFreeINTEL(cl_context context, void *ptr)
{
    cl_int err = validate_free(context, ptr);

    return err == CL_SUCCESS ? free_allocation(context, ptr) : err;
}

CL_API_ENTRY cl_int CL_API_CALL
clMemBlockingFreeINTEL(cl_context context, void *ptr)
{
    cl_int err = validate_free(context, ptr);

    // "To wait for previously enqueued commands to finish that may be using ptr before freeing ptr": all commands may
    if (err == CL_SUCCESS && ptr)
        err = weft_queue_finish_all(context);
    return err == CL_SUCCESS ? free_allocation(context, ptr) : err;
}

CL_API_ENTRY cl_int CL_API_CALL
clGetMemAllocInfoINTEL(cl_context context, const void *ptr, cl_mem_info_intel param_name, size_t param_value_size,
                       void *param_value, size_t *param_value_size_ret)
{
    static const cl_unified_shared_memory_type_intel types[] = {
        [WEFT_SVM_NONE] = CL_MEM_TYPE_UNKNOWN_INTEL,  [WEFT_SVM_BUFFER] = CL_MEM_TYPE_UNKNOWN_INTEL,
        [WEFT_SVM_HOST] = CL_MEM_TYPE_HOST_INTEL,     [WEFT_SVM_DEVICE] = CL_MEM_TYPE_DEVICE_INTEL,
        [WEFT_SVM_SHARED] = CL_MEM_TYPE_SHARED_INTEL,
    };
    struct weft_info out = {param_value_size, param_value, param_value_size_ret};
    struct weft_svm_allocation found = {0};

    // CL_INVALID_CONTEXT "if context is not a valid context"
    if (weft_validate_context(context) != CL_SUCCESS)
        return CL_INVALID_CONTEXT;
    // "Returns CL_MEM_TYPE_UNKNOWN_INTEL [...] if ptr does not point into a Unified Shared Memory allocation"
    (void)weft_svm_find(context, WEFT_SVM_UNIFIED, ptr, &found);
    switch (param_name) {
    case CL_MEM_ALLOC_TYPE_INTEL:
        return weft_info_uint(out, types[found.kind]);
    case CL_MEM_ALLOC_BASE_PTR_INTEL:
        return weft_info_pointer(out, found.base);
    case CL_MEM_ALLOC_SIZE_INTEL:
        return weft_info_size(out, found.bytes);
    case CL_MEM_ALLOC_DEVICE_INTEL:
        return weft_info_pointer(out, found.device);
    case CL_MEM_ALLOC_FLAGS_INTEL:
        return weft_info_ulong(out, found.flags);
    default:
        // CL_INVALID_VALUE "if param_name is not a valid Unified Shared Memory allocation query"
        return weft_error(context, CL_INVALID_VALUE, "0x%x is not a query of allocations", param_name);
    }
}
