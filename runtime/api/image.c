// SPDX-License-Identifier: Apache-2.0
// clCreateImage, clCreateImageWithProperties, clCreateImage2D, clCreateImage3D, clGetSupportedImageFormats.
#include "runtime/core/image.h"
#include "runtime/api/image_desc.h"
#include "runtime/api/memory_flags.h"
#include "runtime/api/validate.h"
#include "runtime/core/error.h"

static cl_mem
create_image(cl_context context, const cl_mem_properties *properties, cl_mem_flags flags,
             const cl_image_format *image_format, const cl_image_desc *desc, void *host_ptr, cl_int *errcode_ret)
{
    struct weft_pixel_format format;
    cl_mem image = NULL;
    // CL_INVALID_CONTEXT "if context is not a valid context"
    cl_int err = weft_validate_context(context);

    // CL_INVALID_OPERATION "if there are no devices in context that support images": all do
    // CL_INVALID_PROPERTY "if a property name in properties is not a supported property name": none is
    if (err == CL_SUCCESS && properties && properties[0] != 0)
        err = weft_error(context, CL_INVALID_PROPERTY, "property 0x%llx of an image is not supported",
                         (unsigned long long)properties[0]);
    if (err == CL_SUCCESS)
        err = weft_validate_image(context, flags, image_format, desc, host_ptr, &format, &flags);
    if (err == CL_SUCCESS)
        err = weft_image_create(context, properties, flags, &format, desc, host_ptr, &image);
    weft_set_errcode(errcode_ret, err);
    return image;
}

CL_API_ENTRY cl_mem CL_API_CALL
clCreateImage(cl_context context, cl_mem_flags flags, const cl_image_format *image_format,
              const cl_image_desc *image_desc, void *host_ptr, cl_int *errcode_ret)
{
    return create_image(context, NULL, flags, image_format, image_desc, host_ptr, errcode_ret);
}

CL_API_ENTRY cl_mem CL_API_CALL
clCreateImageWithProperties(cl_context context, const cl_mem_properties *properties, cl_mem_flags flags,
                            const cl_image_format *image_format, const cl_image_desc *image_desc, void *host_ptr,
                            cl_int *errcode_ret)
{
    return create_image(context, properties, flags, image_format, image_desc, host_ptr, errcode_ret);
}

// The older calls have one code for what is wrong with sizes and pitches.
static cl_mem
create_sized(cl_context context, cl_mem_flags flags, const cl_image_format *image_format, const cl_image_desc *desc,
             void *host_ptr, cl_int *errcode_ret)
{
    cl_int err = CL_SUCCESS;
    cl_mem image = create_image(context, NULL, flags, image_format, desc, host_ptr, &err);

    // CL_INVALID_IMAGE_SIZE "if values specified by image_row_pitch [and image_slice_pitch] do not follow rules
    // described in the argument description": nothing else of the descriptor is the application's
    weft_set_errcode(errcode_ret, err == CL_INVALID_IMAGE_DESCRIPTOR ? CL_INVALID_IMAGE_SIZE : err);
    return image;
}

CL_API_ENTRY cl_mem CL_API_CALL
clCreateImage2D(cl_context context, cl_mem_flags flags, const cl_image_format *image_format, size_t image_width,
                size_t image_height, size_t image_row_pitch, void *host_ptr, cl_int *errcode_ret)
{
    const cl_image_desc desc = {
        .image_type = CL_MEM_OBJECT_IMAGE2D,
        .image_width = image_width,
        .image_height = image_height,
        .image_row_pitch = image_row_pitch,
    };

    return create_sized(context, flags, image_format, &desc, host_ptr, errcode_ret);
}

CL_API_ENTRY cl_mem CL_API_CALL
clCreateImage3D(cl_context context, cl_mem_flags flags, const cl_image_format *image_format, size_t image_width,
                size_t image_height, size_t image_depth, size_t image_row_pitch, size_t image_slice_pitch,
                void *host_ptr, cl_int *errcode_ret)
{
    const cl_image_desc desc = {
        .image_type = CL_MEM_OBJECT_IMAGE3D,
        .image_width = image_width,
        .image_height = image_height,
        .image_depth = image_depth > 1 ? image_depth : 0, // CL_INVALID_IMAGE_SIZE "if image_depth <= 1"
        .image_row_pitch = image_row_pitch,
        .image_slice_pitch = image_slice_pitch,
    };

    return create_sized(context, flags, image_format, &desc, host_ptr, errcode_ret);
}

CL_API_ENTRY cl_int CL_API_CALL
clGetSupportedImageFormats(cl_context context, cl_mem_flags flags, cl_mem_object_type image_type, cl_uint num_entries,
                           cl_image_format *image_formats, cl_uint *num_image_formats)
{
    // CL_INVALID_CONTEXT "if context is not a valid context"
    cl_int err = weft_validate_context(context);
    cl_uint count;

    // CL_INVALID_VALUE "if flags is not valid"
    if (err == CL_SUCCESS)
        err = weft_validate_memory_flags(context, flags, WEFT_IMAGE_FLAGS);
    if (err != CL_SUCCESS)
        return err;
    // "if image_type is not valid"
    if (weft_image_dimensions(image_type) == 0)
        return weft_error(context, CL_INVALID_VALUE, "0x%x is not an image type", image_type);
    // "if num_entries is zero and image_formats is not NULL"
    if (num_entries == 0 && image_formats)
        return weft_error(context, CL_INVALID_VALUE, "image_formats is given but num_entries is 0");
    count = weft_pixel_format_list(image_type, flags, image_formats ? num_entries : 0, image_formats);
    if (num_image_formats)
        *num_image_formats = count;
    return CL_SUCCESS;
}
