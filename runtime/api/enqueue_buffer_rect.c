// SPDX-License-Identifier: Apache-2.0
// clEnqueueReadBufferRect, clEnqueueWriteBufferRect, clEnqueueCopyBufferRect.
#include "runtime/api/memory_flags.h"
#include "runtime/api/validate.h"
#include "runtime/commands/transfer.h"
#include "runtime/core/error.h"

// One side of a rectangle copy as the application describes it; zero pitches are filled in by validate_pitches().
struct rect {
    const size_t *origin; // borrowed from the application: bytes, rows, slices
    size_t row_pitch;
    size_t slice_pitch;
    size_t start; // bytes of the region's first byte
};

// Resolves the pitches: "If row_pitch is 0, it is computed as region[0]", "slice_pitch [...] as region[1] * row_pitch".
static cl_int
validate_pitches(cl_context context, struct rect *rect, const size_t region[3], const char *side)
{
    size_t slice;

    // CL_INVALID_VALUE "if row_pitch is not equal to zero and is less than region[0]"
    if (rect->row_pitch == 0)
        rect->row_pitch = region[0];
    else if (rect->row_pitch < region[0])
        return weft_error(context, CL_INVALID_VALUE, "%s row pitch %zu is less than region[0], %zu", side,
                          rect->row_pitch, region[0]);
    // "if slice_pitch is not equal to zero and is less than region[1] times row_pitch"
    if (__builtin_mul_overflow(region[1], rect->row_pitch, &slice))
        return weft_error(context, CL_INVALID_VALUE, "%s slice of %zu rows of %zu bytes is too large", side, region[1],
                          rect->row_pitch);
    if (rect->slice_pitch == 0)
        rect->slice_pitch = slice;
    else if (rect->slice_pitch < slice)
        return weft_error(context, CL_INVALID_VALUE, "%s slice pitch %zu is less than region[1] times row pitch, %zu",
                          side, rect->slice_pitch, slice);
    // "if slice_pitch is not equal to zero and is not a multiple of row_pitch"
    if (rect->slice_pitch % rect->row_pitch != 0)
        return weft_error(context, CL_INVALID_VALUE, "%s slice pitch %zu is no multiple of row pitch %zu", side,
                          rect->slice_pitch, rect->row_pitch);
    return CL_SUCCESS;
}

// Sets rect->start; false if the region's last byte has no address below `limit`.
static bool
fits(struct rect *rect, const size_t region[3], size_t limit)
{
    size_t slices, rows, end;

    if (__builtin_add_overflow(rect->origin[2], region[2] - 1, &slices) ||
        __builtin_mul_overflow(slices, rect->slice_pitch, &slices) ||
        __builtin_add_overflow(rect->origin[1], region[1] - 1, &rows) ||
        __builtin_mul_overflow(rows, rect->row_pitch, &rows) ||
        __builtin_add_overflow(rect->origin[0], region[0], &end) || __builtin_add_overflow(end, rows, &end) ||
        __builtin_add_overflow(end, slices, &end) || end > limit)
        return false;
    rect->start = rect->origin[2] * rect->slice_pitch + rect->origin[1] * rect->row_pitch + rect->origin[0];
    return true;
}

static cl_int
validate_region(cl_context context, const size_t *region)
{
    // CL_INVALID_VALUE "if any region array element is zero"
    if (region[0] == 0 || region[1] == 0 || region[2] == 0)
        return weft_error(context, CL_INVALID_VALUE, "an element of region {%zu, %zu, %zu} is 0", region[0], region[1],
                          region[2]);
    return CL_SUCCESS;
}

static cl_int
validate_host_rect(cl_command_queue queue, cl_mem buffer, struct rect *device, struct rect *host, const size_t *region,
                   const void *ptr, struct weft_wait wait, cl_mem_flags forbidden)
{
    // CL_INVALID_COMMAND_QUEUE "if command_queue is not a valid host command-queue"
    cl_int err = weft_validate_queue(queue);

    // CL_INVALID_CONTEXT, CL_INVALID_MEM_OBJECT, CL_MISALIGNED_SUB_BUFFER_OFFSET
    if (err == CL_SUCCESS)
        err = weft_validate_buffer(queue, buffer);
    if (err != CL_SUCCESS)
        return err;
    // CL_INVALID_VALUE "if buffer_origin, host_origin, or region is NULL"
    if (!device->origin || !host->origin || !region)
        return weft_error(buffer->context, CL_INVALID_VALUE, "buffer_origin, host_origin or region is NULL");
    err = validate_region(buffer->context, region);
    if (err == CL_SUCCESS)
        err = validate_pitches(buffer->context, device, region, "the buffer's");
    if (err == CL_SUCCESS)
        err = validate_pitches(buffer->context, host, region, "the host's");
    if (err != CL_SUCCESS)
        return err;
    // "if the region being read or written specified by buffer_origin, region, buffer_row_pitch, and
    // buffer_slice_pitch is out of bounds"
    if (!fits(device, region, buffer->size) || !fits(host, region, SIZE_MAX))
        return weft_error(buffer->context, CL_INVALID_VALUE, "the region exceeds the buffer's %zu bytes", buffer->size);
    // "if ptr is NULL"
    if (!ptr)
        return weft_error(buffer->context, CL_INVALID_VALUE, "ptr is NULL");
    // CL_INVALID_EVENT_WAIT_LIST
    err = weft_validate_wait_list(buffer->context, wait.count, wait.list);
    if (err != CL_SUCCESS)
        return err;
    // CL_INVALID_OPERATION "if clEnqueueReadBufferRect is called on buffer which has been created with
    // CL_MEM_HOST_WRITE_ONLY or CL_MEM_HOST_NO_ACCESS", "if clEnqueueWriteBufferRect [...] CL_MEM_HOST_READ_ONLY or
    // CL_MEM_HOST_NO_ACCESS"
    if (buffer->flags & forbidden)
        return weft_error(buffer->context, CL_INVALID_OPERATION, "the buffer's flags forbid this access by the host");
    return CL_SUCCESS;
}

static struct weft_box
box_at(const void *base, const struct rect *rect)
{
    return (struct weft_box){(unsigned char *)(uintptr_t)base + rect->start, rect->row_pitch, rect->slice_pitch};
}

CL_API_ENTRY cl_int CL_API_CALL
clEnqueueReadBufferRect(cl_command_queue command_queue, cl_mem buffer, cl_bool blocking_read,
                        const size_t *buffer_origin, const size_t *host_origin, const size_t *region,
                        size_t buffer_row_pitch, size_t buffer_slice_pitch, size_t host_row_pitch,
                        size_t host_slice_pitch, void *ptr, cl_uint num_events_in_wait_list,
                        const cl_event *event_wait_list, cl_event *event)
{
    struct weft_wait wait = {num_events_in_wait_list, event_wait_list, blocking_read, event};
    struct rect device = {buffer_origin, buffer_row_pitch, buffer_slice_pitch, 0};
    struct rect host = {host_origin, host_row_pitch, host_slice_pitch, 0};
    cl_int err = validate_host_rect(command_queue, buffer, &device, &host, region, ptr, wait,
                                    CL_MEM_HOST_WRITE_ONLY | CL_MEM_HOST_NO_ACCESS);

    if (err != CL_SUCCESS)
        return err;
    return weft_transfer_copy(command_queue, CL_COMMAND_READ_BUFFER_RECT, buffer, NULL, box_at(ptr, &host),
                              box_at(buffer->data, &device), region, wait);
}

CL_API_ENTRY cl_int CL_API_CALL
clEnqueueWriteBufferRect(cl_command_queue command_queue, cl_mem buffer, cl_bool blocking_write,
                         const size_t *buffer_origin, const size_t *host_origin, const size_t *region,
                         size_t buffer_row_pitch, size_t buffer_slice_pitch, size_t host_row_pitch,
                         size_t host_slice_pitch, const void *ptr, cl_uint num_events_in_wait_list,
                         const cl_event *event_wait_list, cl_event *event)
{
    struct weft_wait wait = {num_events_in_wait_list, event_wait_list, blocking_write, event};
    struct rect device = {buffer_origin, buffer_row_pitch, buffer_slice_pitch, 0};
    struct rect host = {host_origin, host_row_pitch, host_slice_pitch, 0};
    cl_int err = validate_host_rect(command_queue, buffer, &device, &host, region, ptr, wait,
                                    CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_NO_ACCESS | CL_MEM_IMMUTABLE_EXT);

    if (err != CL_SUCCESS)
        return err;
    return weft_transfer_copy(command_queue, CL_COMMAND_WRITE_BUFFER_RECT, buffer, NULL, box_at(buffer->data, &device),
                              box_at(ptr, &host), region, wait);
}

static struct weft_extent
extent_of(cl_mem buffer, const struct rect *rect, const size_t region[3])
{
    return (struct weft_extent){
        buffer->origin + rect->start, {region[0], region[1], region[2]}, rect->row_pitch, rect->slice_pitch};
}

static bool
rects_overlap(cl_mem src_buffer, cl_mem dst_buffer, const struct rect *src, const struct rect *dst,
              const size_t region[3])
{
    const struct weft_extent from = extent_of(src_buffer, src, region), to = extent_of(dst_buffer, dst, region);

    // Different sub-buffers may have different pitches; then what lies between first and last byte counts.
    return weft_memory_root(src_buffer) == weft_memory_root(dst_buffer) && weft_extents_overlap(&from, &to);
}

static cl_int
validate_copy_rect(cl_command_queue queue, cl_mem src_buffer, cl_mem dst_buffer, struct rect *src, struct rect *dst,
                   const size_t *region, struct weft_wait wait)
{
    // CL_INVALID_COMMAND_QUEUE "if command_queue is not a valid host command-queue"
    cl_int err = weft_validate_queue(queue);

    // CL_INVALID_CONTEXT, CL_INVALID_MEM_OBJECT, CL_MISALIGNED_SUB_BUFFER_OFFSET for src_buffer and dst_buffer
    if (err == CL_SUCCESS)
        err = weft_validate_buffer(queue, src_buffer);
    if (err == CL_SUCCESS)
        err = weft_validate_buffer(queue, dst_buffer);
    if (err != CL_SUCCESS)
        return err;
    // CL_INVALID_VALUE "if src_origin, dst_origin, or region is NULL"
    if (!src->origin || !dst->origin || !region)
        return weft_error(src_buffer->context, CL_INVALID_VALUE, "src_origin, dst_origin or region is NULL");
    err = validate_region(src_buffer->context, region);
    if (err == CL_SUCCESS)
        err = validate_pitches(src_buffer->context, src, region, "the source's");
    if (err == CL_SUCCESS)
        err = validate_pitches(src_buffer->context, dst, region, "the destination's");
    if (err != CL_SUCCESS)
        return err;
    // "if the region specified by src_origin, region, src_row_pitch, and src_slice_pitch is out of bounds of
    // src_buffer", and the same for dst_buffer
    if (!fits(src, region, src_buffer->size) || !fits(dst, region, dst_buffer->size))
        return weft_error(src_buffer->context, CL_INVALID_VALUE,
                          "the region exceeds the source's %zu or the destination's %zu bytes", src_buffer->size,
                          dst_buffer->size);
    // "if src_buffer and dst_buffer are the same buffer object and src_row_pitch is not equal to dst_row_pitch", "...
    // and src_slice_pitch is not equal to dst_slice_pitch"
    if (src_buffer == dst_buffer && (src->row_pitch != dst->row_pitch || src->slice_pitch != dst->slice_pitch))
        return weft_error(src_buffer->context, CL_INVALID_VALUE, "pitches differ within one buffer");
    // CL_INVALID_EVENT_WAIT_LIST
    err = weft_validate_wait_list(src_buffer->context, wait.count, wait.list);
    // CL_INVALID_OPERATION "if dst_buffer was created with CL_MEM_IMMUTABLE_EXT"
    if (err == CL_SUCCESS)
        err = weft_validate_destination(dst_buffer);
    if (err != CL_SUCCESS)
        return err;
    // CL_MEM_COPY_OVERLAP "if src_buffer and dst_buffer are the same buffer or sub-buffer object and the source and
    // destination regions overlap", "if [they] are different sub-buffers of the same associated buffer [...]"
    if (rects_overlap(src_buffer, dst_buffer, src, dst, region))
        return weft_error(src_buffer->context, CL_MEM_COPY_OVERLAP, "source and destination overlap");
    return CL_SUCCESS;
}

CL_API_ENTRY cl_int CL_API_CALL
clEnqueueCopyBufferRect(cl_command_queue command_queue, cl_mem src_buffer, cl_mem dst_buffer, const size_t *src_origin,
                        const size_t *dst_origin, const size_t *region, size_t src_row_pitch, size_t src_slice_pitch,
                        size_t dst_row_pitch, size_t dst_slice_pitch, cl_uint num_events_in_wait_list,
                        const cl_event *event_wait_list, cl_event *event)
{
    struct weft_wait wait = {num_events_in_wait_list, event_wait_list, CL_FALSE, event};
    struct rect src = {src_origin, src_row_pitch, src_slice_pitch, 0};
    struct rect dst = {dst_origin, dst_row_pitch, dst_slice_pitch, 0};
    cl_int err = validate_copy_rect(command_queue, src_buffer, dst_buffer, &src, &dst, region, wait);

    if (err != CL_SUCCESS)
        return err;
    return weft_transfer_copy(command_queue, CL_COMMAND_COPY_BUFFER_RECT, src_buffer, dst_buffer,
                              box_at(dst_buffer->data, &dst), box_at(src_buffer->data, &src), region, wait);
}
