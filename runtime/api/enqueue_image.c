// SPDX-License-Identifier: Apache-2.0
// clEnqueueReadImage, clEnqueueWriteImage, clEnqueueFillImage, clEnqueueMapImage.
#include "runtime/api/image_region.h"
#include "runtime/api/memory_flags.h"
#include "runtime/api/validate.h"
#include "runtime/commands/map.h"
#include "runtime/commands/transfer.h"
#include "runtime/core/error.h"

static bool
has_slices(const struct _cl_mem *image)
{
    return weft_image_dimensions(image->type) == 3 || image->type == CL_MEM_OBJECT_IMAGE1D_ARRAY;
}

// What the four have in common, up to the region, which it sets.
static cl_int
validate_region(cl_command_queue queue, cl_mem image, const size_t *origin, const size_t *region,
                struct weft_extent *extent)
{
    // CL_INVALID_COMMAND_QUEUE "if command_queue is not a valid host command-queue"
    cl_int err = weft_validate_queue(queue);

    // CL_INVALID_CONTEXT, CL_INVALID_MEM_OBJECT
    if (err == CL_SUCCESS)
        err = weft_validate_image_object(queue, image);
    // CL_INVALID_VALUE, CL_INVALID_MIP_LEVEL
    if (err == CL_SUCCESS)
        err = weft_validate_image_region(image, origin, region, extent);
    return err;
}

// The host's side of a transfer: pitches of 0 are filled in.
static cl_int
validate_host_pitches(cl_mem image, const struct weft_extent *extent, size_t row_pitch, size_t slice_pitch,
                      struct weft_box *host)
{
    const bool is_1d_array = image->type == CL_MEM_OBJECT_IMAGE1D_ARRAY;
    const size_t rows = is_1d_array ? 1 : extent->size[1];
    size_t slice;

    // "If row_pitch (or input_row_pitch) is set to 0, the appropriate row pitch is calculated based on the size of each
    // element in bytes multiplied by width.", "This value must be greater than or equal to" that
    if (row_pitch == 0)
        row_pitch = extent->size[0];
    if (row_pitch < extent->size[0])
        return weft_error(image->context, CL_INVALID_VALUE, "row pitch %zu is less than a row's %zu bytes", row_pitch,
                          extent->size[0]);
    // CL_INVALID_VALUE "if image is a 1D or 2D image and slice_pitch or input_slice_pitch is not zero"
    if (slice_pitch != 0 && !has_slices(image))
        return weft_error(image->context, CL_INVALID_VALUE, "slice pitch %zu of an image without slices", slice_pitch);
    // "Otherwise this value must be greater than or equal to row_pitch x height. If slice_pitch (or input_slice_pitch)
    // is set to 0, the appropriate slice pitch is calculated based on the row_pitch x height."
    if (__builtin_mul_overflow(row_pitch, rows, &slice) || (slice_pitch != 0 && slice_pitch < slice))
        return weft_error(image->context, CL_INVALID_VALUE, "slice pitch %zu is less than %zu rows of %zu bytes",
                          slice_pitch, rows, row_pitch);
    if (slice_pitch != 0)
        slice = slice_pitch;
    host->row_pitch = is_1d_array ? slice : row_pitch;
    host->slice_pitch = slice;
    return CL_SUCCESS;
}

// clEnqueueReadImage and clEnqueueWriteImage; `forbidden` are the host access flags that rule the call out.
static cl_int
validate_transfer(cl_command_queue queue, cl_mem image, const size_t *origin, const size_t *region, size_t row_pitch,
                  size_t slice_pitch, const void *ptr, struct weft_wait wait, cl_mem_flags forbidden,
                  struct weft_extent *extent, struct weft_box *host)
{
    cl_int err = validate_region(queue, image, origin, region, extent);

    if (err == CL_SUCCESS)
        err = validate_host_pitches(image, extent, row_pitch, slice_pitch, host);
    if (err != CL_SUCCESS)
        return err;
    // CL_INVALID_VALUE "if ptr is NULL"
    if (!ptr)
        return weft_error(image->context, CL_INVALID_VALUE, "ptr is NULL");
    host->data = (unsigned char *)(uintptr_t)ptr;
    // CL_INVALID_EVENT_WAIT_LIST
    err = weft_validate_wait_list(image->context, wait.count, wait.list);
    if (err != CL_SUCCESS)
        return err;
    // CL_INVALID_OPERATION "if clEnqueueReadImage is called on image which has been created with
    // CL_MEM_HOST_WRITE_ONLY or CL_MEM_HOST_NO_ACCESS", "if clEnqueueWriteImage [...] CL_MEM_HOST_READ_ONLY or
    // CL_MEM_HOST_NO_ACCESS"
    if (image->flags & forbidden)
        return weft_error(image->context, CL_INVALID_OPERATION, "the image's flags forbid this access by the host");
    return CL_SUCCESS;
}

CL_API_ENTRY cl_int CL_API_CALL
clEnqueueReadImage(cl_command_queue command_queue, cl_mem image, cl_bool blocking_read, const size_t *origin,
                   const size_t *region, size_t row_pitch, size_t slice_pitch, void *ptr,
                   cl_uint num_events_in_wait_list, const cl_event *event_wait_list, cl_event *event)
{
    struct weft_wait wait = {num_events_in_wait_list, event_wait_list, blocking_read, event};
    struct weft_extent extent;
    struct weft_box host;
    cl_int err = validate_transfer(command_queue, image, origin, region, row_pitch, slice_pitch, ptr, wait,
                                   CL_MEM_HOST_WRITE_ONLY | CL_MEM_HOST_NO_ACCESS, &extent, &host);

    if (err != CL_SUCCESS)
        return err;
    return weft_transfer_copy(command_queue, CL_COMMAND_READ_IMAGE, image, NULL, host, weft_image_box(image, &extent),
                              extent.size, wait);
}

CL_API_ENTRY cl_int CL_API_CALL
clEnqueueWriteImage(cl_command_queue command_queue, cl_mem image, cl_bool blocking_write, const size_t *origin,
                    const size_t *region, size_t input_row_pitch, size_t input_slice_pitch, const void *ptr,
                    cl_uint num_events_in_wait_list, const cl_event *event_wait_list, cl_event *event)
{
    struct weft_wait wait = {num_events_in_wait_list, event_wait_list, blocking_write, event};
    struct weft_extent extent;
    struct weft_box host;
    cl_int err =
        validate_transfer(command_queue, image, origin, region, input_row_pitch, input_slice_pitch, ptr, wait,
                          CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_NO_ACCESS | CL_MEM_IMMUTABLE_EXT, &extent, &host);

    if (err != CL_SUCCESS)
        return err;
    return weft_transfer_copy(command_queue, CL_COMMAND_WRITE_IMAGE, image, NULL, weft_image_box(image, &extent), host,
                              extent.size, wait);
}

CL_API_ENTRY cl_int CL_API_CALL
clEnqueueFillImage(cl_command_queue command_queue, cl_mem image, const void *fill_color, const size_t *origin,
                   const size_t *region, cl_uint num_events_in_wait_list, const cl_event *event_wait_list,
                   cl_event *event)
{
    struct weft_wait wait = {num_events_in_wait_list, event_wait_list, CL_FALSE, event};
    unsigned char pixel[WEFT_PIXEL_BYTES_MAX];
    const struct weft_pixel_format *format;
    struct weft_extent extent;
    cl_int err = validate_region(command_queue, image, origin, region, &extent);

    if (err != CL_SUCCESS)
        return err;
    // CL_INVALID_VALUE "if fill_color is NULL"
    if (!fill_color)
        return weft_error(image->context, CL_INVALID_VALUE, "fill_color is NULL");
    // CL_INVALID_EVENT_WAIT_LIST
    err = weft_validate_wait_list(image->context, wait.count, wait.list);
    // CL_INVALID_OPERATION "if image was created with CL_MEM_IMMUTABLE_EXT"
    if (err == CL_SUCCESS)
        err = weft_validate_destination(image);
    if (err != CL_SUCCESS)
        return err;
    // "The fill color will be converted to the appropriate image channel format and order associated with image."
    format = &image->image->pixels.format;
    weft_pixel_pack(format, fill_color, pixel);
    return weft_transfer_fill(command_queue, CL_COMMAND_FILL_IMAGE, image, weft_image_box(image, &extent), extent.size,
                              pixel, format->pixel_bytes, wait);
}

static cl_int
validate_map(cl_mem image, cl_map_flags flags, const size_t *row_pitch, const size_t *slice_pitch,
             struct weft_wait wait)
{
    const cl_map_flags writes = CL_MAP_WRITE | CL_MAP_WRITE_INVALIDATE_REGION;
    cl_int err;

    // CL_INVALID_VALUE "if values specified in map_flags are not valid": "CL_MAP_READ or CL_MAP_WRITE and
    // CL_MAP_WRITE_INVALIDATE_REGION are mutually exclusive"
    if ((flags & ~(CL_MAP_READ | writes)) ||
        ((flags & CL_MAP_WRITE_INVALIDATE_REGION) && (flags & (CL_MAP_READ | CL_MAP_WRITE))))
        return weft_error(image->context, CL_INVALID_VALUE, "map_flags 0x%llx are not valid",
                          (unsigned long long)flags);
    // CL_INVALID_OPERATION "if image was created with CL_MEM_IMMUTABLE_EXT in flags and CL_MAP_WRITE or
    // CL_MAP_WRITE_INVALIDATE_REGION is set in map_flags"; the conformance tests want it to come before the pitches
    if ((image->flags & CL_MEM_IMMUTABLE_EXT) && (flags & writes))
        return weft_error(image->context, CL_INVALID_OPERATION, "the image is CL_MEM_IMMUTABLE_EXT");
    // "if image_row_pitch is NULL"
    if (!row_pitch)
        return weft_error(image->context, CL_INVALID_VALUE, "image_row_pitch is NULL");
    // "if image is a 1D or 2D image array object and image_slice_pitch is NULL", "if image is a 3D and
    // image_slice_pitch is NULL"
    if (has_slices(image) && !slice_pitch)
        return weft_error(image->context, CL_INVALID_VALUE, "image_slice_pitch is NULL");
    // CL_INVALID_EVENT_WAIT_LIST
    err = weft_validate_wait_list(image->context, wait.count, wait.list);
    if (err != CL_SUCCESS)
        return err;
    // CL_INVALID_OPERATION "if image has been created with CL_MEM_HOST_WRITE_ONLY or CL_MEM_HOST_NO_ACCESS and
    // CL_MAP_READ is set in map_flags", "if image has been created with CL_MEM_HOST_READ_ONLY or CL_MEM_HOST_NO_ACCESS
    // and CL_MAP_WRITE or CL_MAP_WRITE_INVALIDATE_REGION is set in map_flags"
    if (((image->flags & (CL_MEM_HOST_WRITE_ONLY | CL_MEM_HOST_NO_ACCESS)) && (flags & CL_MAP_READ)) ||
        ((image->flags & (CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_NO_ACCESS)) && (flags & writes)))
        return weft_error(image->context, CL_INVALID_OPERATION, "the image's flags forbid this access by the host");
    return CL_SUCCESS;
}

static void
set_pitches(cl_mem image, const size_t *origin, size_t *row_pitch, size_t *slice_pitch)
{
    const struct weft_image *pixels = &image->image->pixels;
    const size_t level = weft_image_level(image, origin);

    *row_pitch = pixels->row_pitch[level];
    // "For a 1D and 2D image, zero is returned if this argument is not NULL."
    if (slice_pitch)
        *slice_pitch = has_slices(image) ? pixels->slice_pitch[level] : 0;
}

CL_API_ENTRY void *CL_API_CALL
clEnqueueMapImage(cl_command_queue command_queue, cl_mem image, cl_bool blocking_map, cl_map_flags map_flags,
                  const size_t *origin, const size_t *region, size_t *image_row_pitch, size_t *image_slice_pitch,
                  cl_uint num_events_in_wait_list, const cl_event *event_wait_list, cl_event *event,
                  cl_int *errcode_ret)
{
    struct weft_wait wait = {num_events_in_wait_list, event_wait_list, blocking_map, event};
    struct weft_extent extent;
    void *pointer = NULL;
    cl_int err = validate_region(command_queue, image, origin, region, &extent);

    if (err == CL_SUCCESS)
        err = validate_map(image, map_flags, image_row_pitch, image_slice_pitch, wait);
    if (err == CL_SUCCESS)
        err = weft_map_enqueue(command_queue, CL_COMMAND_MAP_IMAGE, image, map_flags, &extent, wait, &pointer);
    if (err == CL_SUCCESS)
        set_pitches(image, origin, image_row_pitch, image_slice_pitch);
    weft_set_errcode(errcode_ret, err);
    return pointer;
}
