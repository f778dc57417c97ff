// SPDX-License-Identifier: Apache-2.0
// clCreateBuffer, clCreateBufferWithProperties, clCreateSubBuffer.
#include "runtime/api/memory_flags.h"
#include "runtime/api/validate.h"
#include "runtime/core/context.h"
#include "runtime/core/device.h"
#include "runtime/core/error.h"
#include "runtime/core/memory.h"
#include "runtime/core/svm.h"

static cl_int
validate_properties(cl_context context, const cl_mem_properties *properties)
{
    static const cl_mem_properties known[] = {CL_MEM_DEVICE_PRIVATE_ADDRESS_EXT};
    // CL_INVALID_PROPERTY "if a property name in properties is not a supported property name", "if the same property
    // name is specified more than once"
    cl_int err = weft_validate_property_names(context, "a buffer", properties, known, 1);

    // "if the value specified for a supported property name is not valid"
    if (err == CL_SUCCESS && properties && properties[0] && properties[1] != CL_TRUE && properties[1] != CL_FALSE)
        return weft_error(context, CL_INVALID_PROPERTY, "CL_MEM_DEVICE_PRIVATE_ADDRESS_EXT is %llu, not a cl_bool",
                          (unsigned long long)properties[1]);
    return err;
}

// host_ptr may lead into shared virtual memory.
static cl_int
validate_shared_host_ptr(cl_context context, size_t size, const void *host_ptr)
{
    struct weft_svm_allocation found;

    if (!host_ptr)
        return CL_SUCCESS;
    // CL_INVALID_BUFFER_SIZE "if CL_MEM_USE_HOST_PTR or CL_MEM_COPY_HOST_PTR is set in flags, and host_ptr is a pointer
    // returned by clSVMAlloc, and size is greater than the size passed to clSVMAlloc"
    if (weft_svm_find(context, WEFT_SVM_BUFFERS | WEFT_SVM_UNIFIED, host_ptr, &found))
        return weft_svm_check(context, CL_INVALID_BUFFER_SIZE, "host_ptr", host_ptr, size);
    // memory that has been freed, or of another context
    return weft_svm_check(context, CL_INVALID_HOST_PTR, "host_ptr", host_ptr, size);
}

static cl_int
validate_buffer(cl_context context, const cl_mem_properties *properties, cl_mem_flags flags, size_t size,
                const void *host_ptr)
{
    size_t max_bytes = 0;
    cl_int err;

    // CL_INVALID_CONTEXT "if context is not a valid context"
    if (weft_validate_context(context) != CL_SUCCESS)
        return CL_INVALID_CONTEXT;
    err = validate_properties(context, properties);
    if (err == CL_SUCCESS)
        err = weft_validate_memory_flags(context, flags, WEFT_BUFFER_FLAGS);
    if (err == CL_SUCCESS)
        err = weft_validate_immutable(context, flags);
    if (err != CL_SUCCESS)
        return err;
    // CL_INVALID_BUFFER_SIZE "if size is zero"
    if (size == 0)
        return weft_error(context, CL_INVALID_BUFFER_SIZE, "the size of a buffer is 0");
    // "if size is greater than CL_DEVICE_MAX_MEM_ALLOC_SIZE for all devices in context"
    for (cl_uint i = 0; i < context->device_count; i++) {
        size_t bytes = weft_device_max_alloc_bytes(context->devices[i]);

        max_bytes = bytes > max_bytes ? bytes : max_bytes;
    }
    if (size > max_bytes)
        return weft_error(context, CL_INVALID_BUFFER_SIZE,
                          "a buffer of %zu bytes exceeds CL_DEVICE_MAX_MEM_ALLOC_SIZE, %zu", size, max_bytes);
    // CL_INVALID_HOST_PTR
    err = weft_validate_host_ptr(context, flags, host_ptr);
    return err == CL_SUCCESS ? validate_shared_host_ptr(context, size, host_ptr) : err;
}

static cl_mem
create_buffer(cl_context context, const cl_mem_properties *properties, cl_mem_flags flags, size_t size, void *host_ptr,
              cl_int *errcode_ret)
{
    cl_mem buffer = NULL;
    cl_int err = validate_buffer(context, properties, flags, size, host_ptr);

    if (err == CL_SUCCESS)
        err = weft_buffer_create(context, properties, flags, size, host_ptr, &buffer);
    weft_set_errcode(errcode_ret, err);
    return buffer;
}

CL_API_ENTRY cl_mem CL_API_CALL
clCreateBufferWithProperties(cl_context context, const cl_mem_properties *properties, cl_mem_flags flags, size_t size,
                             void *host_ptr, cl_int *errcode_ret)
{
    return create_buffer(context, properties, flags, size, host_ptr, errcode_ret);
}

CL_API_ENTRY cl_mem CL_API_CALL
clCreateBuffer(cl_context context, cl_mem_flags flags, size_t size, void *host_ptr, cl_int *errcode_ret)
{
    return create_buffer(context, NULL, flags, size, host_ptr, errcode_ret);
}

static cl_int
validate_sub_buffer(cl_mem buffer, cl_mem_flags flags, cl_buffer_create_type type, const void *info)
{
    const cl_buffer_region *region = info;
    cl_int err;

    // CL_INVALID_MEM_OBJECT "if buffer is not a valid buffer object"
    if (!WEFT_IS(buffer, MEMORY) || buffer->type != CL_MEM_OBJECT_BUFFER)
        return weft_error(NULL, CL_INVALID_MEM_OBJECT, "buffer is not a valid buffer object");
    // "if buffer is a sub-buffer object"
    if (buffer->parent)
        return weft_error(buffer->context, CL_INVALID_MEM_OBJECT, "buffer is a sub-buffer itself");
    err = weft_validate_part_flags(buffer, flags, WEFT_BUFFER_FLAGS);
    if (err != CL_SUCCESS)
        return err;
    // CL_INVALID_VALUE "if the value specified in buffer_create_type is not valid"
    if (type != CL_BUFFER_CREATE_TYPE_REGION)
        return weft_error(buffer->context, CL_INVALID_VALUE, "buffer_create_type 0x%x is unknown", type);
    // "if buffer_create_info is NULL"
    if (!region)
        return weft_error(buffer->context, CL_INVALID_VALUE, "buffer_create_info is NULL");
    // "if the region specified by the cl_buffer_region structure [...] is out of bounds in buffer"
    if (region->origin > buffer->size || region->size > buffer->size - region->origin)
        return weft_error(buffer->context, CL_INVALID_VALUE, "%zu bytes from %zu exceed the buffer's %zu", region->size,
                          region->origin, buffer->size);
    // CL_INVALID_BUFFER_SIZE "if the size field of the cl_buffer_region structure [...] is zero"
    if (region->size == 0)
        return weft_error(buffer->context, CL_INVALID_BUFFER_SIZE, "the size of a sub-buffer is 0");
    // CL_MISALIGNED_SUB_BUFFER_OFFSET "if there are no devices in context associated with buffer for which the origin
    // field [...] is aligned to the CL_DEVICE_MEM_BASE_ADDR_ALIGN value": all devices have the same
    if (region->origin % WEFT_MEM_BASE_ADDR_ALIGN_BYTES != 0)
        return weft_error(buffer->context, CL_MISALIGNED_SUB_BUFFER_OFFSET, "origin %zu is no multiple of %u",
                          region->origin, WEFT_MEM_BASE_ADDR_ALIGN_BYTES);
    return CL_SUCCESS;
}

CL_API_ENTRY cl_mem CL_API_CALL
clCreateSubBuffer(cl_mem buffer, cl_mem_flags flags, cl_buffer_create_type buffer_create_type,
                  const void *buffer_create_info, cl_int *errcode_ret)
{
    const cl_buffer_region *region = buffer_create_info;
    cl_mem sub = NULL;
    cl_int err = validate_sub_buffer(buffer, flags, buffer_create_type, buffer_create_info);

    if (err == CL_SUCCESS)
        err = weft_memory_create_part(buffer, CL_MEM_OBJECT_BUFFER, weft_inherit_memory_flags(buffer->flags, flags),
                                      region->origin, region->size, &sub);
    weft_set_errcode(errcode_ret, err);
    return sub;
}
