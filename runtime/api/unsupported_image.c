// SPDX-License-Identifier: Apache-2.0
// Images: CL_DEVICE_IMAGE_SUPPORT is CL_FALSE, so none can exist.
#include "runtime/api/unsupported.h"
#include "runtime/core/object.h"

// CL_INVALID_CONTEXT if context is not a valid context.
// CL_INVALID_OPERATION if there are no devices in context that support images.
static cl_mem
create_image(const char *call, cl_context context, cl_int *errcode_ret)
{
    return weft_unsupported_object(call, WEFT_IS(context, CONTEXT) ? CL_INVALID_OPERATION : CL_INVALID_CONTEXT,
                                   errcode_ret);
}

// CL_INVALID_COMMAND_QUEUE if command_queue is not a valid host command-queue.
// CL_INVALID_MEM_OBJECT if image is not a valid image object: no memory object is one.
static cl_int
image_command(const char *call, cl_command_queue queue)
{
    return weft_unsupported(call, WEFT_IS(queue, QUEUE) ? CL_INVALID_MEM_OBJECT : CL_INVALID_COMMAND_QUEUE);
}

CL_API_ENTRY cl_mem CL_API_CALL
clCreateImage(cl_context context, cl_mem_flags flags, const cl_image_format *image_format,
              const cl_image_desc *image_desc, void *host_ptr, cl_int *errcode_ret)
{
    (void)flags, (void)image_format, (void)image_desc, (void)host_ptr;
    return create_image(__func__, context, errcode_ret);
}

CL_API_ENTRY cl_mem CL_API_CALL
clCreateImageWithProperties(cl_context context, const cl_mem_properties *properties, cl_mem_flags flags,
                            const cl_image_format *image_format, const cl_image_desc *image_desc, void *host_ptr,
                            cl_int *errcode_ret)
{
    (void)properties, (void)flags, (void)image_format, (void)image_desc, (void)host_ptr;
    return create_image(__func__, context, errcode_ret);
}

CL_API_ENTRY cl_mem CL_API_CALL
clCreateImage2D(cl_context context, cl_mem_flags flags, const cl_image_format *image_format, size_t image_width,
                size_t image_height, size_t image_row_pitch, void *host_ptr, cl_int *errcode_ret)
{
    (void)flags, (void)image_format, (void)image_width, (void)image_height, (void)image_row_pitch, (void)host_ptr;
    return create_image(__func__, context, errcode_ret);
}

CL_API_ENTRY cl_mem CL_API_CALL
clCreateImage3D(cl_context context, cl_mem_flags flags, const cl_image_format *image_format, size_t image_width,
                size_t image_height, size_t image_depth, size_t image_row_pitch, size_t image_slice_pitch,
                void *host_ptr, cl_int *errcode_ret)
{
    (void)flags, (void)image_format, (void)image_width, (void)image_height, (void)image_depth;
    (void)image_row_pitch, (void)image_slice_pitch, (void)host_ptr;
    return create_image(__func__, context, errcode_ret);
}

static bool
is_image_type(cl_mem_object_type type)
{
    switch (type) {
    case CL_MEM_OBJECT_IMAGE1D:
    case CL_MEM_OBJECT_IMAGE1D_BUFFER:
    case CL_MEM_OBJECT_IMAGE1D_ARRAY:
    case CL_MEM_OBJECT_IMAGE2D:
    case CL_MEM_OBJECT_IMAGE2D_ARRAY:
    case CL_MEM_OBJECT_IMAGE3D:
        return true;
    default:
        return false;
    }
}

CL_API_ENTRY cl_int CL_API_CALL
clGetSupportedImageFormats(cl_context context, cl_mem_flags flags, cl_mem_object_type image_type, cl_uint num_entries,
                           cl_image_format *image_formats, cl_uint *num_image_formats)
{
    const cl_mem_flags access = CL_MEM_READ_WRITE | CL_MEM_WRITE_ONLY | CL_MEM_READ_ONLY;
    const cl_mem_flags host = CL_MEM_HOST_WRITE_ONLY | CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_NO_ACCESS;
    const cl_mem_flags known = access | host | CL_MEM_USE_HOST_PTR | CL_MEM_ALLOC_HOST_PTR | CL_MEM_COPY_HOST_PTR |
                               CL_MEM_KERNEL_READ_AND_WRITE;

    // CL_INVALID_CONTEXT if context is not a valid context.
    if (!WEFT_IS(context, CONTEXT))
        return weft_error(NULL, CL_INVALID_CONTEXT, "clGetSupportedImageFormats: %p is not a context", (void *)context);
    // CL_INVALID_VALUE if flags or image_type are not valid, or if num_entries is 0 and image_formats is not NULL.
    if ((flags & ~known) != 0)
        return weft_error(context, CL_INVALID_VALUE, "clGetSupportedImageFormats: flags 0x%llx are not valid",
                          (unsigned long long)flags);
    if (!is_image_type(image_type))
        return weft_error(context, CL_INVALID_VALUE, "clGetSupportedImageFormats: 0x%x is not an image type",
                          image_type);
    if (num_entries == 0 && image_formats)
        return weft_error(context, CL_INVALID_VALUE, "clGetSupportedImageFormats: num_entries is 0");
    if (num_image_formats)
        *num_image_formats = 0;
    return CL_SUCCESS;
}

CL_API_ENTRY cl_int CL_API_CALL
clGetImageInfo(cl_mem image, cl_image_info param_name, size_t param_value_size, void *param_value,
               size_t *param_value_size_ret)
{
    (void)image, (void)param_name, (void)param_value_size, (void)param_value, (void)param_value_size_ret;
    // CL_INVALID_MEM_OBJECT if image is not a valid image object.
    return weft_unsupported(__func__, CL_INVALID_MEM_OBJECT);
}

CL_API_ENTRY cl_int CL_API_CALL
clEnqueueReadImage(cl_command_queue command_queue, cl_mem image, cl_bool blocking_read, const size_t *origin,
                   const size_t *region, size_t row_pitch, size_t slice_pitch, void *ptr,
                   cl_uint num_events_in_wait_list, const cl_event *event_wait_list, cl_event *event)
{
    (void)image, (void)blocking_read, (void)origin, (void)region, (void)row_pitch, (void)slice_pitch, (void)ptr;
    (void)num_events_in_wait_list, (void)event_wait_list, (void)event;
    return image_command(__func__, command_queue);
}

CL_API_ENTRY cl_int CL_API_CALL
clEnqueueWriteImage(cl_command_queue command_queue, cl_mem image, cl_bool blocking_write, const size_t *origin,
                    const size_t *region, size_t input_row_pitch, size_t input_slice_pitch, const void *ptr,
                    cl_uint num_events_in_wait_list, const cl_event *event_wait_list, cl_event *event)
{
    (void)image, (void)blocking_write, (void)origin, (void)region, (void)input_row_pitch, (void)input_slice_pitch;
    (void)ptr, (void)num_events_in_wait_list, (void)event_wait_list, (void)event;
    return image_command(__func__, command_queue);
}

CL_API_ENTRY cl_int CL_API_CALL
clEnqueueFillImage(cl_command_queue command_queue, cl_mem image, const void *fill_color, const size_t *origin,
                   const size_t *region, cl_uint num_events_in_wait_list, const cl_event *event_wait_list,
                   cl_event *event)
{
    (void)image, (void)fill_color, (void)origin, (void)region;
    (void)num_events_in_wait_list, (void)event_wait_list, (void)event;
    return image_command(__func__, command_queue);
}

CL_API_ENTRY cl_int CL_API_CALL
clEnqueueCopyImage(cl_command_queue command_queue, cl_mem src_image, cl_mem dst_image, const size_t *src_origin,
                   const size_t *dst_origin, const size_t *region, cl_uint num_events_in_wait_list,
                   const cl_event *event_wait_list, cl_event *event)
{
    (void)src_image, (void)dst_image, (void)src_origin, (void)dst_origin, (void)region;
    (void)num_events_in_wait_list, (void)event_wait_list, (void)event;
    return image_command(__func__, command_queue);
}

CL_API_ENTRY cl_int CL_API_CALL
clEnqueueCopyImageToBuffer(cl_command_queue command_queue, cl_mem src_image, cl_mem dst_buffer,
                           const size_t *src_origin, const size_t *region, size_t dst_offset,
                           cl_uint num_events_in_wait_list, const cl_event *event_wait_list, cl_event *event)
{
    (void)src_image, (void)dst_buffer, (void)src_origin, (void)region, (void)dst_offset;
    (void)num_events_in_wait_list, (void)event_wait_list, (void)event;
    return image_command(__func__, command_queue);
}

CL_API_ENTRY cl_int CL_API_CALL
clEnqueueCopyBufferToImage(cl_command_queue command_queue, cl_mem src_buffer, cl_mem dst_image, size_t src_offset,
                           const size_t *dst_origin, const size_t *region, cl_uint num_events_in_wait_list,
                           const cl_event *event_wait_list, cl_event *event)
{
    (void)src_buffer, (void)dst_image, (void)src_offset, (void)dst_origin, (void)region;
    (void)num_events_in_wait_list, (void)event_wait_list, (void)event;
    return image_command(__func__, command_queue);
}

CL_API_ENTRY void *CL_API_CALL
clEnqueueMapImage(cl_command_queue command_queue, cl_mem image, cl_bool blocking_map, cl_map_flags map_flags,
                  const size_t *origin, const size_t *region, size_t *image_row_pitch, size_t *image_slice_pitch,
                  cl_uint num_events_in_wait_list, const cl_event *event_wait_list, cl_event *event,
                  cl_int *errcode_ret)
{
    (void)image, (void)blocking_map, (void)map_flags, (void)origin, (void)region, (void)image_row_pitch;
    (void)image_slice_pitch, (void)num_events_in_wait_list, (void)event_wait_list, (void)event;
    weft_set_errcode(errcode_ret, image_command(__func__, command_queue));
    return NULL;
}
