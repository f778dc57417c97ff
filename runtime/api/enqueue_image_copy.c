// SPDX-License-Identifier: Apache-2.0
// clEnqueueCopyImage, clEnqueueCopyImageToBuffer, clEnqueueCopyBufferToImage.
#include "runtime/api/image_region.h"
#include "runtime/api/memory_flags.h"
#include "runtime/api/validate.h"
#include "runtime/commands/transfer.h"
#include "runtime/core/error.h"

static cl_int
validate_copy(cl_command_queue queue, cl_mem src, cl_mem dst, const size_t *src_origin, const size_t *dst_origin,
              const size_t *region, struct weft_wait wait, struct weft_extent *from, struct weft_extent *to)
{
    // CL_INVALID_COMMAND_QUEUE "if command_queue is not a valid host command-queue"
    cl_int err = weft_validate_queue(queue);

    // CL_INVALID_CONTEXT, CL_INVALID_MEM_OBJECT for src_image and dst_image
    if (err == CL_SUCCESS)
        err = weft_validate_image_object(queue, src);
    if (err == CL_SUCCESS)
        err = weft_validate_image_object(queue, dst);
    if (err != CL_SUCCESS)
        return err;
    // CL_IMAGE_FORMAT_MISMATCH "if src_image and dst_image do not use the same image format"
    if (src->image->pixels.format.order != dst->image->pixels.format.order ||
        src->image->pixels.format.type != dst->image->pixels.format.type)
        return weft_error(queue->context, CL_IMAGE_FORMAT_MISMATCH, "the images have different formats");
    // CL_INVALID_VALUE, CL_INVALID_MIP_LEVEL: "if the 2D or 3D rectangular region specified by src_origin and region
    // refers to a region outside src_image", and so on for dst_image
    err = weft_validate_image_region(src, src_origin, region, from);
    if (err == CL_SUCCESS)
        err = weft_validate_image_region(dst, dst_origin, region, to);
    // CL_INVALID_EVENT_WAIT_LIST
    if (err == CL_SUCCESS)
        err = weft_validate_wait_list(queue->context, wait.count, wait.list);
    // CL_INVALID_OPERATION "if dst_image was created with CL_MEM_IMMUTABLE_EXT"
    if (err == CL_SUCCESS)
        err = weft_validate_destination(dst);
    if (err != CL_SUCCESS)
        return err;
    // CL_MEM_COPY_OVERLAP "if src_image and dst_image are the same image object and the source and destination regions
    // overlap"
    if (src == dst && weft_extents_overlap(from, to))
        return weft_error(queue->context, CL_MEM_COPY_OVERLAP, "source and destination overlap");
    return CL_SUCCESS;
}

CL_API_ENTRY cl_int CL_API_CALL
clEnqueueCopyImage(cl_command_queue command_queue, cl_mem src_image, cl_mem dst_image, const size_t *src_origin,
                   const size_t *dst_origin, const size_t *region, cl_uint num_events_in_wait_list,
                   const cl_event *event_wait_list, cl_event *event)
{
    struct weft_wait wait = {num_events_in_wait_list, event_wait_list, CL_FALSE, event};
    struct weft_extent from, to;
    cl_int err = validate_copy(command_queue, src_image, dst_image, src_origin, dst_origin, region, wait, &from, &to);

    if (err != CL_SUCCESS)
        return err;
    return weft_transfer_copy(command_queue, CL_COMMAND_COPY_IMAGE, src_image, dst_image,
                              weft_image_box(dst_image, &to), weft_image_box(src_image, &from), from.size, wait);
}

// Copies between an image and a buffer, either way; sets both sides.
static cl_int
validate_buffer_copy(cl_command_queue queue, cl_mem image, cl_mem buffer, const size_t *origin, const size_t *region,
                     size_t offset, struct weft_wait wait, struct weft_extent *extent, struct weft_box *side)
{
    // CL_INVALID_COMMAND_QUEUE "if command_queue is not a valid host command-queue"
    cl_int err = weft_validate_queue(queue);
    size_t bytes;

    // CL_INVALID_CONTEXT, CL_INVALID_MEM_OBJECT for the image, also CL_MISALIGNED_SUB_BUFFER_OFFSET for the buffer
    if (err == CL_SUCCESS)
        err = weft_validate_image_object(queue, image);
    if (err == CL_SUCCESS)
        err = weft_validate_buffer(queue, buffer);
    if (err != CL_SUCCESS)
        return err;
    // CL_INVALID_MEM_OBJECT "if src_image is a 1D image buffer object created from dst_buffer", and the other way round
    if (image->type == CL_MEM_OBJECT_IMAGE1D_BUFFER && image->parent == buffer)
        return weft_error(queue->context, CL_INVALID_MEM_OBJECT, "the image is one of the buffer's memory");
    // CL_INVALID_VALUE, CL_INVALID_MIP_LEVEL
    err = weft_validate_image_region(image, origin, region, extent);
    if (err != CL_SUCCESS)
        return err;
    // CL_INVALID_VALUE "if the region specified by dst_offset and the computed dst_cb is out of bounds of dst_buffer",
    // and the same with src: the image's size is known, so this does not overflow
    bytes = extent->size[0] * extent->size[1] * extent->size[2];
    if (offset > buffer->size || bytes > buffer->size - offset)
        return weft_error(queue->context, CL_INVALID_VALUE, "%zu bytes from %zu exceed the buffer's %zu", bytes, offset,
                          buffer->size);
    *side = (struct weft_box){buffer->data + offset, extent->size[0], extent->size[0] * extent->size[1]};
    // CL_INVALID_EVENT_WAIT_LIST
    return weft_validate_wait_list(queue->context, wait.count, wait.list);
}

CL_API_ENTRY cl_int CL_API_CALL
clEnqueueCopyImageToBuffer(cl_command_queue command_queue, cl_mem src_image, cl_mem dst_buffer,
                           const size_t *src_origin, const size_t *region, size_t dst_offset,
                           cl_uint num_events_in_wait_list, const cl_event *event_wait_list, cl_event *event)
{
    struct weft_wait wait = {num_events_in_wait_list, event_wait_list, CL_FALSE, event};
    struct weft_extent extent;
    struct weft_box side;
    cl_int err = validate_buffer_copy(command_queue, src_image, dst_buffer, src_origin, region, dst_offset, wait,
                                      &extent, &side);

    // CL_INVALID_OPERATION "if dst_buffer was created with CL_MEM_IMMUTABLE_EXT"
    if (err == CL_SUCCESS)
        err = weft_validate_destination(dst_buffer);
    if (err != CL_SUCCESS)
        return err;
    return weft_transfer_copy(command_queue, CL_COMMAND_COPY_IMAGE_TO_BUFFER, src_image, dst_buffer, side,
                              weft_image_box(src_image, &extent), extent.size, wait);
}

CL_API_ENTRY cl_int CL_API_CALL
clEnqueueCopyBufferToImage(cl_command_queue command_queue, cl_mem src_buffer, cl_mem dst_image, size_t src_offset,
                           const size_t *dst_origin, const size_t *region, cl_uint num_events_in_wait_list,
                           const cl_event *event_wait_list, cl_event *event)
{
    struct weft_wait wait = {num_events_in_wait_list, event_wait_list, CL_FALSE, event};
    struct weft_extent extent;
    struct weft_box side;
    cl_int err = validate_buffer_copy(command_queue, dst_image, src_buffer, dst_origin, region, src_offset, wait,
                                      &extent, &side);

    // CL_INVALID_OPERATION "if dst_image was created with CL_MEM_IMMUTABLE_EXT"
    if (err == CL_SUCCESS)
        err = weft_validate_destination(dst_image);
    if (err != CL_SUCCESS)
        return err;
    return weft_transfer_copy(command_queue, CL_COMMAND_COPY_BUFFER_TO_IMAGE, src_buffer, dst_image,
                              weft_image_box(dst_image, &extent), side, extent.size, wait);
}
