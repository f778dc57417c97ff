// SPDX-License-Identifier: Apache-2.0
// clGetImageInfo, clGetImageRequirementsInfoEXT.
#include "runtime/api/image_desc.h"
#include "runtime/api/info.h"
#include "runtime/api/memory_flags.h"
#include "runtime/api/validate.h"
#include "runtime/core/error.h"
#include "runtime/core/image.h"

CL_API_ENTRY cl_int CL_API_CALL
clGetImageInfo(cl_mem image, cl_image_info param_name, size_t param_value_size, void *param_value,
               size_t *param_value_size_ret)
{
    struct weft_info out = {param_value_size, param_value, param_value_size_ret};
    const cl_image_desc *desc;
    cl_image_format format;

    // CL_INVALID_MEM_OBJECT "if image is a not a valid image object"
    if (!WEFT_IS(image, MEMORY) || !image->image)
        return weft_error(NULL, CL_INVALID_MEM_OBJECT, "%p is not an image", (void *)image);
    desc = &image->image->desc;
    format = (cl_image_format){image->image->pixels.format.order, image->image->pixels.format.type};
    switch (param_name) {
    case CL_IMAGE_FORMAT:
        return weft_info_bytes(out, &format, sizeof(format));
    case CL_IMAGE_ELEMENT_SIZE:
        return weft_info_size(out, image->image->pixels.format.pixel_bytes);
    case CL_IMAGE_ROW_PITCH:
        return weft_info_size(out, desc->image_row_pitch);
    case CL_IMAGE_SLICE_PITCH:
        return weft_info_size(out, desc->image_slice_pitch);
    case CL_IMAGE_WIDTH:
        return weft_info_size(out, desc->image_width);
    case CL_IMAGE_HEIGHT:
        return weft_info_size(out, desc->image_height);
    case CL_IMAGE_DEPTH:
        return weft_info_size(out, desc->image_depth);
    case CL_IMAGE_ARRAY_SIZE:
        return weft_info_size(out, desc->image_array_size);
    case CL_IMAGE_BUFFER: // "Return buffer object associated with image."
        return weft_info_pointer(out, image->parent && !image->parent->image ? image->parent : NULL);
    case CL_IMAGE_NUM_MIP_LEVELS:
        return weft_info_uint(out, desc->num_mip_levels);
    case CL_IMAGE_NUM_SAMPLES:
        return weft_info_uint(out, desc->num_samples);
    default:
        // CL_INVALID_VALUE "if param_name is not one of the supported values"
        return weft_error(image->context, CL_INVALID_VALUE, "0x%x is not a query of images", param_name);
    }
}

// CL_IMAGE_REQUIREMENTS_*_ALIGNMENT_EXT, for any format where it is NULL.
static cl_int
required_alignment(cl_context context, const struct weft_pixel_format *format, const cl_image_desc *desc,
                   struct weft_info out)
{
    const struct weft_pixel_format any = {.raw_pixels = 1};

    // CL_INVALID_IMAGE_DESCRIPTOR "if values specified in image_desc are not valid"
    if (desc && desc->image_type != 0 && weft_validate_image_size(context, format ? format : &any, desc) != CL_SUCCESS)
        return weft_error(context, CL_INVALID_IMAGE_DESCRIPTOR, "there is no image of this size");
    return weft_info_size(out, format ? weft_pixel_format_alignment(format) : WEFT_PIXEL_BYTES_MAX);
}

// CL_IMAGE_REQUIREMENTS_SIZE_EXT.
static cl_int
required_size(cl_context context, const struct weft_pixel_format *format, const cl_image_desc *desc,
              struct weft_info out)
{
    struct weft_image pixels;
    size_t bytes;

    // "Both image_format and image_desc must be non-NULL, otherwise CL_INVALID_VALUE is returned."
    if (!format || !desc)
        return weft_error(context, CL_INVALID_VALUE, "a size is that of a format and a descriptor");
    // CL_INVALID_IMAGE_DESCRIPTOR "if values specified in image_desc are not valid"
    if (weft_image_dimensions(desc->image_type) == 0)
        return weft_error(context, CL_INVALID_IMAGE_DESCRIPTOR, "0x%x is not an image type", desc->image_type);
    if (weft_validate_image_size(context, format, desc) != CL_SUCCESS ||
        desc->num_mip_levels > weft_image_max_levels(desc->image_type) ||
        weft_validate_image_pitches(context, format, desc, CL_INVALID_IMAGE_DESCRIPTOR) != CL_SUCCESS ||
        !weft_image_lay_out(format, desc, &pixels, &bytes))
        return weft_error(context, CL_INVALID_IMAGE_DESCRIPTOR, "there is no image of this size");
    return weft_info_size(out, bytes);
}

// CL_IMAGE_REQUIREMENTS_MAX_*_EXT: what is possible for the type, or for all types where it is 0.
static cl_int
largest_side(cl_context context, cl_mem_object_type type, cl_image_requirements_info_ext name, struct weft_info out)
{
    const bool is_3d = type == CL_MEM_OBJECT_IMAGE3D;
    const bool is_1d_array = type == CL_MEM_OBJECT_IMAGE1D_ARRAY, is_2d_array = type == CL_MEM_OBJECT_IMAGE2D_ARRAY;
    const cl_uint side = type == 0 || is_3d ? WEFT_IMAGE3D_MAX_SIDE : WEFT_IMAGE2D_MAX_SIDE;

    if (name == CL_IMAGE_REQUIREMENTS_MAX_WIDTH_EXT)
        return weft_info_uint(out, type == CL_MEM_OBJECT_IMAGE1D_BUFFER ? (cl_uint)WEFT_IMAGE_MAX_BUFFER_PIXELS : side);
    // "If image_desc is not NULL, then image_type must be either 0, CL_MEM_OBJECT_IMAGE2D [...], otherwise
    // CL_INVALID_IMAGE_DESCRIPTOR is returned."
    if (name == CL_IMAGE_REQUIREMENTS_MAX_HEIGHT_EXT &&
        (type == 0 || is_3d || is_2d_array || type == CL_MEM_OBJECT_IMAGE2D))
        return weft_info_uint(out, side);
    if (name == CL_IMAGE_REQUIREMENTS_MAX_DEPTH_EXT && (type == 0 || is_3d))
        return weft_info_uint(out, WEFT_IMAGE3D_MAX_SIDE);
    if (name == CL_IMAGE_REQUIREMENTS_MAX_ARRAY_SIZE_EXT && (type == 0 || is_1d_array || is_2d_array))
        return weft_info_uint(out, WEFT_IMAGE_MAX_LAYERS);
    return weft_error(context, CL_INVALID_IMAGE_DESCRIPTOR, "images of type 0x%x have no such dimension", type);
}

CL_API_ENTRY cl_int CL_API_CALL
clGetImageRequirementsInfoEXT(cl_context context, const cl_mem_properties *properties, cl_mem_flags flags,
                              const cl_image_format *image_format, const cl_image_desc *image_desc,
                              cl_image_requirements_info_ext param_name, size_t param_value_size, void *param_value,
                              size_t *param_value_size_ret)
{
    struct weft_info out = {param_value_size, param_value, param_value_size_ret};
    struct weft_pixel_format format;
    // CL_INVALID_CONTEXT "if context if not a valid context"
    cl_int err = weft_validate_context(context);

    // CL_INVALID_PROPERTY "if a property name in properties is not a supported property name": none is
    if (err == CL_SUCCESS && properties && properties[0] != 0)
        err = weft_error(context, CL_INVALID_PROPERTY, "property 0x%llx of an image is not supported",
                         (unsigned long long)properties[0]);
    // CL_INVALID_VALUE "if values specified in flags are not valid"
    if (err == CL_SUCCESS)
        err = weft_validate_memory_flags(context, flags, WEFT_IMAGE_FLAGS);
    // CL_INVALID_IMAGE_FORMAT_DESCRIPTOR "if values specified in image_format are not valid"
    if (err == CL_SUCCESS && image_format)
        err = weft_validate_image_format(context, image_format, &format);
    if (err != CL_SUCCESS)
        return err;
    // CL_INVALID_IMAGE_DESCRIPTOR "if values specified in image_desc are not valid"
    if (image_desc && image_desc->image_type != 0 && weft_image_dimensions(image_desc->image_type) == 0)
        return weft_error(context, CL_INVALID_IMAGE_DESCRIPTOR, "0x%x is not an image type", image_desc->image_type);
    switch (param_name) {
    case CL_IMAGE_REQUIREMENTS_BASE_ADDRESS_ALIGNMENT_EXT:
    case CL_IMAGE_REQUIREMENTS_ROW_PITCH_ALIGNMENT_EXT:
    case CL_IMAGE_REQUIREMENTS_SLICE_PITCH_ALIGNMENT_EXT:
        return required_alignment(context, image_format ? &format : NULL, image_desc, out);
    case CL_IMAGE_REQUIREMENTS_SIZE_EXT:
        return required_size(context, image_format ? &format : NULL, image_desc, out);
    case CL_IMAGE_REQUIREMENTS_MAX_WIDTH_EXT:
    case CL_IMAGE_REQUIREMENTS_MAX_HEIGHT_EXT:
    case CL_IMAGE_REQUIREMENTS_MAX_DEPTH_EXT:
    case CL_IMAGE_REQUIREMENTS_MAX_ARRAY_SIZE_EXT:
        return largest_side(context, image_desc ? image_desc->image_type : 0, param_name, out);
    default:
        // CL_INVALID_VALUE "if param_name is not valid"
        return weft_error(context, CL_INVALID_VALUE, "0x%x is not a query of image requirements", param_name);
    }
}
