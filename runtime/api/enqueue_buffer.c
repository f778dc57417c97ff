// SPDX-License-Identifier: Apache-2.0
// clEnqueueReadBuffer, clEnqueueWriteBuffer, clEnqueueCopyBuffer, clEnqueueFillBuffer, clEnqueueMapBuffer.
#include "runtime/api/memory_flags.h"
#include "runtime/api/validate.h"
#include "runtime/commands/map.h"
#include "runtime/commands/transfer.h"
#include "runtime/core/error.h"

static cl_int
validate_range(cl_mem buffer, size_t offset, size_t size)
{
    if (offset > buffer->size || size > buffer->size - offset)
        return weft_error(buffer->context, CL_INVALID_VALUE, "%zu bytes from %zu exceed the buffer's %zu", size, offset,
                          buffer->size);
    return CL_SUCCESS;
}

// clEnqueueReadBuffer and clEnqueueWriteBuffer; `forbidden` are the host access flags that rule the call out.
static cl_int
validate_host_access(cl_command_queue queue, cl_mem buffer, size_t offset, size_t size, const void *ptr,
                     cl_uint num_events, const cl_event *wait_list, cl_mem_flags forbidden)
{
    // CL_INVALID_COMMAND_QUEUE "if command_queue is not a valid host command-queue"
    cl_int err = weft_validate_queue(queue);

    // CL_INVALID_CONTEXT "if the context associated with command_queue and buffer are not the same"
    // CL_INVALID_MEM_OBJECT "if buffer is not a valid buffer object"
    // CL_MISALIGNED_SUB_BUFFER_OFFSET "if buffer is a sub-buffer object and the offset [...] is not aligned"
    if (err == CL_SUCCESS)
        err = weft_validate_buffer(queue, buffer);
    // CL_INVALID_VALUE "if the region being read or written specified by offset and size is out of bounds"
    if (err == CL_SUCCESS)
        err = validate_range(buffer, offset, size);
    if (err != CL_SUCCESS)
        return err;
    // "if ptr is NULL"
    if (!ptr)
        return weft_error(buffer->context, CL_INVALID_VALUE, "ptr is NULL");
    // CL_INVALID_EVENT_WAIT_LIST
    err = weft_validate_wait_list(buffer->context, num_events, wait_list);
    if (err != CL_SUCCESS)
        return err;
    // CL_INVALID_OPERATION "if clEnqueueReadBuffer is called on buffer which has been created with
    // CL_MEM_HOST_WRITE_ONLY or CL_MEM_HOST_NO_ACCESS", "if clEnqueueWriteBuffer is called on buffer which has been
    // created with CL_MEM_HOST_READ_ONLY or CL_MEM_HOST_NO_ACCESS", "[...] with CL_MEM_IMMUTABLE_EXT"
    if (buffer->flags & forbidden)
        return weft_error(buffer->context, CL_INVALID_OPERATION, "the buffer's flags forbid this access by the host");
    return CL_SUCCESS;
}

CL_API_ENTRY cl_int CL_API_CALL
clEnqueueReadBuffer(cl_command_queue command_queue, cl_mem buffer, cl_bool blocking_read, size_t offset, size_t size,
                    void *ptr, cl_uint num_events_in_wait_list, const cl_event *event_wait_list, cl_event *event)
{
    struct weft_wait wait = {num_events_in_wait_list, event_wait_list, blocking_read, event};
    cl_int err = validate_host_access(command_queue, buffer, offset, size, ptr, num_events_in_wait_list,
                                      event_wait_list, CL_MEM_HOST_WRITE_ONLY | CL_MEM_HOST_NO_ACCESS);

    if (err != CL_SUCCESS)
        return err;
    return weft_transfer_copy(command_queue, CL_COMMAND_READ_BUFFER, buffer, NULL, (struct weft_box){ptr, size, size},
                              (struct weft_box){buffer->data + offset, size, size}, (size_t[3]){size, 1, 1}, wait);
}

CL_API_ENTRY cl_int CL_API_CALL
clEnqueueWriteBuffer(cl_command_queue command_queue, cl_mem buffer, cl_bool blocking_write, size_t offset, size_t size,
                     const void *ptr, cl_uint num_events_in_wait_list, const cl_event *event_wait_list, cl_event *event)
{
    struct weft_wait wait = {num_events_in_wait_list, event_wait_list, blocking_write, event};
    cl_int err =
        validate_host_access(command_queue, buffer, offset, size, ptr, num_events_in_wait_list, event_wait_list,
                             CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_NO_ACCESS | CL_MEM_IMMUTABLE_EXT);

    if (err != CL_SUCCESS)
        return err;
    return weft_transfer_copy(
        command_queue, CL_COMMAND_WRITE_BUFFER, buffer, NULL, (struct weft_box){buffer->data + offset, size, size},
        (struct weft_box){(unsigned char *)(uintptr_t)ptr, size, size}, (size_t[3]){size, 1, 1}, wait);
}

static cl_int
validate_copy(cl_command_queue queue, cl_mem src, cl_mem dst, size_t src_offset, size_t dst_offset, size_t size,
              cl_uint num_events, const cl_event *wait_list)
{
    // CL_INVALID_COMMAND_QUEUE "if command_queue is not a valid host command-queue"
    cl_int err = weft_validate_queue(queue);

    // CL_INVALID_CONTEXT, CL_INVALID_MEM_OBJECT, CL_MISALIGNED_SUB_BUFFER_OFFSET for src_buffer and dst_buffer
    if (err == CL_SUCCESS)
        err = weft_validate_buffer(queue, src);
    if (err == CL_SUCCESS)
        err = weft_validate_buffer(queue, dst);
    // CL_INVALID_VALUE "if the region specified by src_offset and size is out of bounds of src_buffer"
    if (err == CL_SUCCESS)
        err = validate_range(src, src_offset, size);
    // "if the region specified by dst_offset and size is out of bounds of dst_buffer"
    if (err == CL_SUCCESS)
        err = validate_range(dst, dst_offset, size);
    // CL_INVALID_EVENT_WAIT_LIST
    if (err == CL_SUCCESS)
        err = weft_validate_wait_list(src->context, num_events, wait_list);
    // CL_INVALID_OPERATION "if dst_buffer was created with CL_MEM_IMMUTABLE_EXT"
    if (err == CL_SUCCESS)
        err = weft_validate_destination(dst);
    if (err != CL_SUCCESS)
        return err;
    // CL_MEM_COPY_OVERLAP "if src_buffer and dst_buffer are the same buffer or sub-buffer object and the source and
    // destination regions overlap", "if [they] are different sub-buffers of the same associated buffer object and
    // they overlap"
    src_offset += src->origin;
    dst_offset += dst->origin;
    if (weft_memory_root(src) == weft_memory_root(dst) && src_offset < dst_offset + size &&
        dst_offset < src_offset + size)
        return weft_error(src->context, CL_MEM_COPY_OVERLAP, "%zu bytes from %zu and from %zu overlap", size,
                          src_offset, dst_offset);
    return CL_SUCCESS;
}

CL_API_ENTRY cl_int CL_API_CALL
clEnqueueCopyBuffer(cl_command_queue command_queue, cl_mem src_buffer, cl_mem dst_buffer, size_t src_offset,
                    size_t dst_offset, size_t size, cl_uint num_events_in_wait_list, const cl_event *event_wait_list,
                    cl_event *event)
{
    struct weft_wait wait = {num_events_in_wait_list, event_wait_list, CL_FALSE, event};
    cl_int err = validate_copy(command_queue, src_buffer, dst_buffer, src_offset, dst_offset, size,
                               num_events_in_wait_list, event_wait_list);

    if (err != CL_SUCCESS)
        return err;
    return weft_transfer_copy(command_queue, CL_COMMAND_COPY_BUFFER, src_buffer, dst_buffer,
                              (struct weft_box){dst_buffer->data + dst_offset, size, size},
                              (struct weft_box){src_buffer->data + src_offset, size, size}, (size_t[3]){size, 1, 1},
                              wait);
}

static cl_int
validate_fill(cl_command_queue queue, cl_mem buffer, const void *pattern, size_t pattern_size, size_t offset,
              size_t size, cl_uint num_events, const cl_event *wait_list)
{
    // CL_INVALID_COMMAND_QUEUE "if command_queue is not a valid host command-queue"
    cl_int err = weft_validate_queue(queue);

    // CL_INVALID_CONTEXT, CL_INVALID_MEM_OBJECT, CL_MISALIGNED_SUB_BUFFER_OFFSET
    if (err == CL_SUCCESS)
        err = weft_validate_buffer(queue, buffer);
    // CL_INVALID_VALUE "if the region being filled specified by offset and size is out of bounds"
    if (err == CL_SUCCESS)
        err = validate_range(buffer, offset, size);
    if (err != CL_SUCCESS)
        return err;
    // "if pattern is NULL", "if pattern_size is zero"
    if (!pattern || pattern_size == 0)
        return weft_error(buffer->context, CL_INVALID_VALUE, "the pattern is NULL or empty");
    // "if pattern_size is not a power of two", "if pattern_size is greater than 128"
    if ((pattern_size & (pattern_size - 1)) != 0 || pattern_size > 128)
        return weft_error(buffer->context, CL_INVALID_VALUE, "pattern_size %zu is no power of two up to 128",
                          pattern_size);
    // "if offset is not a multiple of pattern_size", "if size is not a multiple of pattern_size"
    if (offset % pattern_size != 0 || size % pattern_size != 0)
        return weft_error(buffer->context, CL_INVALID_VALUE, "offset %zu or size %zu is no multiple of %zu", offset,
                          size, pattern_size);
    // CL_INVALID_EVENT_WAIT_LIST
    err = weft_validate_wait_list(buffer->context, num_events, wait_list);
    // CL_INVALID_OPERATION "if buffer was created with CL_MEM_IMMUTABLE_EXT"
    return err == CL_SUCCESS ? weft_validate_destination(buffer) : err;
}

CL_API_ENTRY cl_int CL_API_CALL
clEnqueueFillBuffer(cl_command_queue command_queue, cl_mem buffer, const void *pattern, size_t pattern_size,
                    size_t offset, size_t size, cl_uint num_events_in_wait_list, const cl_event *event_wait_list,
                    cl_event *event)
{
    struct weft_wait wait = {num_events_in_wait_list, event_wait_list, CL_FALSE, event};
    cl_int err = validate_fill(command_queue, buffer, pattern, pattern_size, offset, size, num_events_in_wait_list,
                               event_wait_list);

    if (err != CL_SUCCESS)
        return err;
    return weft_transfer_fill(command_queue, CL_COMMAND_FILL_BUFFER, buffer,
                              (struct weft_box){buffer->data + offset, size, size}, (const size_t[3]){size, 1, 1},
                              pattern, pattern_size, wait);
}

static cl_int
validate_map(cl_command_queue queue, cl_mem buffer, cl_map_flags flags, size_t offset, size_t size, cl_uint num_events,
             const cl_event *wait_list)
{
    const cl_map_flags writes = CL_MAP_WRITE | CL_MAP_WRITE_INVALIDATE_REGION;
    // CL_INVALID_COMMAND_QUEUE "if command_queue is not a valid host command-queue"
    cl_int err = weft_validate_queue(queue);

    // CL_INVALID_CONTEXT, CL_INVALID_MEM_OBJECT, CL_MISALIGNED_SUB_BUFFER_OFFSET
    if (err == CL_SUCCESS)
        err = weft_validate_buffer(queue, buffer);
    // CL_INVALID_VALUE "if the region being mapped specified by offset and size is out of bounds"
    if (err == CL_SUCCESS)
        err = validate_range(buffer, offset, size);
    if (err != CL_SUCCESS)
        return err;
    // "if size is zero"
    if (size == 0)
        return weft_error(buffer->context, CL_INVALID_VALUE, "the size of the region is 0");
    // "if values specified in map_flags are not valid": "CL_MAP_READ or CL_MAP_WRITE and
    // CL_MAP_WRITE_INVALIDATE_REGION are mutually exclusive"
    if ((flags & ~(CL_MAP_READ | writes)) ||
        ((flags & CL_MAP_WRITE_INVALIDATE_REGION) && (flags & (CL_MAP_READ | CL_MAP_WRITE))))
        return weft_error(buffer->context, CL_INVALID_VALUE, "map_flags 0x%llx are not valid",
                          (unsigned long long)flags);
    // CL_INVALID_EVENT_WAIT_LIST
    err = weft_validate_wait_list(buffer->context, num_events, wait_list);
    if (err != CL_SUCCESS)
        return err;
    // CL_INVALID_OPERATION "if buffer was created with CL_MEM_HOST_WRITE_ONLY or CL_MEM_HOST_NO_ACCESS and
    // CL_MAP_READ is set in map_flags", "if buffer was created with CL_MEM_HOST_READ_ONLY or CL_MEM_HOST_NO_ACCESS
    // and CL_MAP_WRITE or CL_MAP_WRITE_INVALIDATE_REGION is set in map_flags", "if buffer was created with
    // CL_MEM_IMMUTABLE_EXT and" the same
    if (((buffer->flags & (CL_MEM_HOST_WRITE_ONLY | CL_MEM_HOST_NO_ACCESS)) && (flags & CL_MAP_READ)) ||
        ((buffer->flags & (CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_NO_ACCESS | CL_MEM_IMMUTABLE_EXT)) && (flags & writes)))
        return weft_error(buffer->context, CL_INVALID_OPERATION, "the buffer's flags forbid this access by the host");
    return CL_SUCCESS;
}

CL_API_ENTRY void *CL_API_CALL
clEnqueueMapBuffer(cl_command_queue command_queue, cl_mem buffer, cl_bool blocking_map, cl_map_flags map_flags,
                   size_t offset, size_t size, cl_uint num_events_in_wait_list, const cl_event *event_wait_list,
                   cl_event *event, cl_int *errcode_ret)
{
    struct weft_wait wait = {num_events_in_wait_list, event_wait_list, blocking_map, event};
    struct weft_extent extent = weft_extent_of_bytes(offset, size);
    void *pointer = NULL;
    cl_int err = validate_map(command_queue, buffer, map_flags, offset, size, num_events_in_wait_list, event_wait_list);

    if (err == CL_SUCCESS)
        err = weft_map_enqueue(command_queue, CL_COMMAND_MAP_BUFFER, buffer, map_flags, &extent, wait, &pointer);
    weft_set_errcode(errcode_ret, err);
    return pointer;
}
