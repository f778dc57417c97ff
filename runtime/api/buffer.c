// SPDX-License-Identifier: Apache-2.0
// clCreateBuffer, clCreateBufferWithProperties, clCreateSubBuffer.
#include "runtime/api/validate.h"
#include "runtime/core/context.h"
#include "runtime/core/device.h"
#include "runtime/core/error.h"
#include "runtime/core/memory.h"

#define DEVICE_ACCESS_FLAGS (CL_MEM_READ_WRITE | CL_MEM_WRITE_ONLY | CL_MEM_READ_ONLY)
#define HOST_ACCESS_FLAGS (CL_MEM_HOST_WRITE_ONLY | CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_NO_ACCESS)
#define HOST_PTR_FLAGS (CL_MEM_USE_HOST_PTR | CL_MEM_ALLOC_HOST_PTR | CL_MEM_COPY_HOST_PTR)
#define BUFFER_FLAGS (DEVICE_ACCESS_FLAGS | HOST_ACCESS_FLAGS | HOST_PTR_FLAGS)

static bool
more_than_one(cl_mem_flags flags)
{
    return (flags & (flags - 1)) != 0;
}

static cl_int
validate_flags(cl_context context, cl_mem_flags flags)
{
    // "if values specified in flags are not valid as defined in the Memory Flags table"
    if (flags & ~(cl_mem_flags)BUFFER_FLAGS)
        return weft_error(context, CL_INVALID_VALUE, "flags 0x%llx have unknown bits",
                          (unsigned long long)(flags & ~(cl_mem_flags)BUFFER_FLAGS));
    // "CL_MEM_READ_WRITE and CL_MEM_WRITE_ONLY are mutually exclusive", and so on for CL_MEM_READ_ONLY
    if (more_than_one(flags & DEVICE_ACCESS_FLAGS))
        return weft_error(context, CL_INVALID_VALUE,
                          "CL_MEM_READ_WRITE, CL_MEM_WRITE_ONLY and CL_MEM_READ_ONLY exclude each other");
    // "CL_MEM_ALLOC_HOST_PTR and CL_MEM_USE_HOST_PTR are mutually exclusive"
    // "CL_MEM_COPY_HOST_PTR and CL_MEM_USE_HOST_PTR are mutually exclusive"
    if ((flags & CL_MEM_USE_HOST_PTR) && (flags & (CL_MEM_ALLOC_HOST_PTR | CL_MEM_COPY_HOST_PTR)))
        return weft_error(context, CL_INVALID_VALUE,
                          "CL_MEM_USE_HOST_PTR excludes CL_MEM_ALLOC_HOST_PTR and CL_MEM_COPY_HOST_PTR");
    // "CL_MEM_HOST_WRITE_ONLY and CL_MEM_HOST_READ_ONLY are mutually exclusive", and so on for CL_MEM_HOST_NO_ACCESS
    if (more_than_one(flags & HOST_ACCESS_FLAGS))
        return weft_error(context, CL_INVALID_VALUE,
                          "CL_MEM_HOST_WRITE_ONLY, _READ_ONLY and _NO_ACCESS exclude each other");
    return CL_SUCCESS;
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
    // CL_INVALID_PROPERTY "if a property name in properties is not a supported property name": none is
    if (properties && properties[0] != 0)
        return weft_error(context, CL_INVALID_PROPERTY, "property 0x%llx of a buffer is not supported",
                          (unsigned long long)properties[0]);
    err = validate_flags(context, flags);
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
    // CL_INVALID_HOST_PTR "if host_ptr is NULL, and CL_MEM_USE_HOST_PTR or CL_MEM_COPY_HOST_PTR are set in flags"
    if (!host_ptr && (flags & (CL_MEM_USE_HOST_PTR | CL_MEM_COPY_HOST_PTR)))
        return weft_error(context, CL_INVALID_HOST_PTR, "host_ptr is NULL but flags want it used or copied");
    // "if host_ptr is not NULL but CL_MEM_COPY_HOST_PTR or CL_MEM_USE_HOST_PTR are not set in flags"
    if (host_ptr && !(flags & (CL_MEM_USE_HOST_PTR | CL_MEM_COPY_HOST_PTR)))
        return weft_error(context, CL_INVALID_HOST_PTR, "host_ptr is given but flags neither use nor copy it");
    return CL_SUCCESS;
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
validate_sub_buffer_flags(cl_mem buffer, cl_mem_flags flags)
{
    cl_context context = buffer->context;

    // CL_INVALID_VALUE "if buffer was created with CL_MEM_WRITE_ONLY and flags specifies CL_MEM_READ_WRITE or
    // CL_MEM_READ_ONLY"
    if ((buffer->flags & CL_MEM_WRITE_ONLY) && (flags & (CL_MEM_READ_WRITE | CL_MEM_READ_ONLY)))
        return weft_error(context, CL_INVALID_VALUE, "a part of a CL_MEM_WRITE_ONLY buffer cannot be read");
    // "if buffer was created with CL_MEM_READ_ONLY and flags specifies CL_MEM_READ_WRITE or CL_MEM_WRITE_ONLY"
    if ((buffer->flags & CL_MEM_READ_ONLY) && (flags & (CL_MEM_READ_WRITE | CL_MEM_WRITE_ONLY)))
        return weft_error(context, CL_INVALID_VALUE, "a part of a CL_MEM_READ_ONLY buffer cannot be written");
    // "if buffer was created with CL_MEM_HOST_WRITE_ONLY and flags specify CL_MEM_HOST_READ_ONLY"
    if ((buffer->flags & CL_MEM_HOST_WRITE_ONLY) && (flags & CL_MEM_HOST_READ_ONLY))
        return weft_error(context, CL_INVALID_VALUE, "a part of a CL_MEM_HOST_WRITE_ONLY buffer cannot be read");
    // "if buffer was created with CL_MEM_HOST_READ_ONLY and flags specify CL_MEM_HOST_WRITE_ONLY"
    if ((buffer->flags & CL_MEM_HOST_READ_ONLY) && (flags & CL_MEM_HOST_WRITE_ONLY))
        return weft_error(context, CL_INVALID_VALUE, "a part of a CL_MEM_HOST_READ_ONLY buffer cannot be written");
    // "if buffer was created with CL_MEM_HOST_NO_ACCESS and flags specify CL_MEM_HOST_READ_ONLY or
    // CL_MEM_HOST_WRITE_ONLY"
    if ((buffer->flags & CL_MEM_HOST_NO_ACCESS) && (flags & (CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_WRITE_ONLY)))
        return weft_error(context, CL_INVALID_VALUE, "a part of a CL_MEM_HOST_NO_ACCESS buffer has no host access");
    // "if flags specifies CL_MEM_USE_HOST_PTR or CL_MEM_ALLOC_HOST_PTR or CL_MEM_COPY_HOST_PTR"
    if (flags & HOST_PTR_FLAGS)
        return weft_error(context, CL_INVALID_VALUE, "host pointer flags are inherited by sub-buffers");
    return validate_flags(context, flags);
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
    err = validate_sub_buffer_flags(buffer, flags);
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

// Access flags that are not given are inherited, and the flags about the host pointer are always.
static cl_mem_flags
inherit_flags(cl_mem_flags parent, cl_mem_flags flags)
{
    if (!(flags & DEVICE_ACCESS_FLAGS))
        flags |= parent & DEVICE_ACCESS_FLAGS;
    if (!(flags & HOST_ACCESS_FLAGS))
        flags |= parent & HOST_ACCESS_FLAGS;
    return flags | (parent & HOST_PTR_FLAGS);
}

CL_API_ENTRY cl_mem CL_API_CALL
clCreateSubBuffer(cl_mem buffer, cl_mem_flags flags, cl_buffer_create_type buffer_create_type,
                  const void *buffer_create_info, cl_int *errcode_ret)
{
    const cl_buffer_region *region = buffer_create_info;
    cl_mem sub = NULL;
    cl_int err = validate_sub_buffer(buffer, flags, buffer_create_type, buffer_create_info);

    if (err == CL_SUCCESS)
        err = weft_buffer_create_sub(buffer, inherit_flags(buffer->flags, flags), region->origin, region->size, &sub);
    weft_set_errcode(errcode_ret, err);
    return sub;
}
