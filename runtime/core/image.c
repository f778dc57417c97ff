// SPDX-License-Identifier: Apache-2.0
// Images: how their pixels lie in memory, and their creation.
#include "runtime/core/image.h"

#include <stdlib.h>

#include "runtime/core/context.h"
#include "runtime/core/device.h"
#include "runtime/core/error.h"

#define IMAGE_ALIGN_BYTES ((size_t)4096)
// Kernels may load a whole vector where the last pixels are.
#define IMAGE_SLACK_BYTES ((size_t)64)
// Where the levels of a mipmap begin.
#define LEVEL_ALIGN_BYTES ((size_t)64)

cl_uint
weft_image_dimensions(cl_mem_object_type type)
{
    switch (type) {
    case CL_MEM_OBJECT_IMAGE1D:
    case CL_MEM_OBJECT_IMAGE1D_BUFFER:
        return 1;
    case CL_MEM_OBJECT_IMAGE1D_ARRAY:
    case CL_MEM_OBJECT_IMAGE2D:
        return 2;
    case CL_MEM_OBJECT_IMAGE2D_ARRAY:
    case CL_MEM_OBJECT_IMAGE3D:
        return 3;
    default:
        return 0;
    }
}

static bool
has_height(cl_mem_object_type type)
{
    return type == CL_MEM_OBJECT_IMAGE2D || type == CL_MEM_OBJECT_IMAGE2D_ARRAY || type == CL_MEM_OBJECT_IMAGE3D;
}

static bool
is_array(cl_mem_object_type type)
{
    return type == CL_MEM_OBJECT_IMAGE1D_ARRAY || type == CL_MEM_OBJECT_IMAGE2D_ARRAY;
}

cl_uint
weft_image_max_levels(cl_mem_object_type type)
{
    return type == CL_MEM_OBJECT_IMAGE1D_BUFFER ? 1 : WEFT_IMAGE_LEVELS;
}

static size_t
at_level(size_t size, cl_uint level)
{
    return size >> level ? size >> level : 1;
}

// Pitches of a level, which begins at *end; moves *end behind it. Given pitches are those of level 0.
static bool
lay_out_level(const cl_image_desc *desc, cl_uint level, struct weft_image *pixels, size_t *end)
{
    const size_t width = at_level((size_t)pixels->width, level), height = at_level((size_t)pixels->height, level);
    const size_t slices = is_array(desc->image_type) ? (size_t)pixels->layers : at_level((size_t)pixels->depth, level);
    size_t row = weft_pixel_format_row_bytes(&pixels->format, width), slice, bytes = row;

    if (level == 0 && desc->image_row_pitch)
        row = desc->image_row_pitch;
    if (__builtin_mul_overflow(row, height, &slice))
        return false;
    if (level == 0 && desc->image_slice_pitch && weft_image_dimensions(desc->image_type) > 1 &&
        desc->image_type != CL_MEM_OBJECT_IMAGE2D)
        slice = desc->image_slice_pitch;
    if (weft_image_dimensions(desc->image_type) > 1 && __builtin_mul_overflow(slice, slices, &bytes))
        return false;
    pixels->offset[level] = level ? (*end + LEVEL_ALIGN_BYTES - 1) & ~(LEVEL_ALIGN_BYTES - 1) : 0;
    pixels->row_pitch[level] = row;
    pixels->slice_pitch[level] = slice;
    return !__builtin_add_overflow((size_t)pixels->offset[level], bytes, end);
}

bool
weft_image_lay_out(const struct weft_pixel_format *format, const cl_image_desc *desc, struct weft_image *pixels,
                   size_t *bytes)
{
    size_t end = 0;

    *pixels = (struct weft_image){
        .format = *format,
        .width = (int32_t)desc->image_width,
        .height = has_height(desc->image_type) ? (int32_t)desc->image_height : 1,
        .depth = desc->image_type == CL_MEM_OBJECT_IMAGE3D ? (int32_t)desc->image_depth : 1,
        .layers = is_array(desc->image_type) ? (int32_t)desc->image_array_size : 1,
        .levels = desc->num_mip_levels ? desc->num_mip_levels : 1,
    };
    for (cl_uint level = 0; level < pixels->levels; level++)
        if (!lay_out_level(desc, level, pixels, &end))
            return false;
    pixels->is_small = end <= INT32_MAX;
    *bytes = end;
    return true;
}

// What queries report: zeros for dimensions that the type does not have, pitches as they are.
static cl_image_desc
describe(const cl_image_desc *given, const struct weft_image *pixels)
{
    const cl_mem_object_type type = given->image_type;
    const bool has_slices = is_array(type) || type == CL_MEM_OBJECT_IMAGE3D;

    return (cl_image_desc){
        .image_type = type,
        .image_width = given->image_width,
        .image_height = has_height(type) ? given->image_height : 0,
        .image_depth = type == CL_MEM_OBJECT_IMAGE3D ? given->image_depth : 0,
        .image_array_size = is_array(type) ? given->image_array_size : 0,
        .image_row_pitch = pixels->row_pitch[0],
        .image_slice_pitch = has_slices ? pixels->slice_pitch[0] : 0,
        .num_mip_levels = given->num_mip_levels,
        .num_samples = given->num_samples,
        .buffer = given->mem_object,
    };
}

// The object's memory.
static cl_int
create_memory(cl_context context, cl_mem_flags flags, const cl_image_desc *desc, size_t bytes, void *host_ptr,
              cl_mem *image)
{
    const cl_mem_object_type type = desc->image_type;
    cl_mem parent = desc->mem_object;
    cl_int err;

    if (parent) {
        err = weft_memory_create_part(parent, type, flags, 0, bytes, image);
        if (err == CL_SUCCESS)
            (*image)->host_ptr = NULL; // none was given to this object
        return err;
    }
    if (flags & CL_MEM_USE_HOST_PTR)
        return weft_memory_create_at(context, type, flags, bytes, host_ptr, image);
    // CL_MEM_OBJECT_ALLOCATION_FAILURE "if there is a failure to allocate memory for the image object"
    for (cl_uint i = 0; i < context->device_count; i++)
        if (bytes > weft_device_max_alloc_bytes(context->devices[i]))
            return weft_error(context, CL_MEM_OBJECT_ALLOCATION_FAILURE,
                              "an image of %zu bytes exceeds CL_DEVICE_MAX_MEM_ALLOC_SIZE", bytes);
    return weft_memory_create(context, type, flags, bytes, IMAGE_ALIGN_BYTES, IMAGE_SLACK_BYTES, image);
}

// From the first byte of level 0 to the last: what lies behind the last row may be nobody's.
static size_t
bytes_to_copy(const struct weft_image *pixels, const cl_image_desc *desc)
{
    const size_t slices = (size_t)(is_array(desc->image_type) ? pixels->layers : pixels->depth);

    return (slices - 1) * pixels->slice_pitch[0] + (size_t)(pixels->height - 1) * pixels->row_pitch[0] +
           weft_pixel_format_row_bytes(&pixels->format, (size_t)pixels->width);
}

cl_int
weft_image_create(cl_context context, const cl_mem_properties *properties, cl_mem_flags flags,
                  const struct weft_pixel_format *format, const cl_image_desc *desc, void *host_ptr, cl_mem *image)
{
    const struct _cl_mem *viewed = desc->mem_object && desc->mem_object->image ? desc->mem_object : NULL;
    struct weft_image_part *part = malloc(sizeof(*part));
    cl_mem made = NULL;
    size_t bytes = 0;
    cl_int err;

    if (!part)
        return weft_error(context, CL_OUT_OF_HOST_MEMORY, "no memory left for an image");
    if (viewed) {
        part->pixels = viewed->image->pixels;
        part->pixels.format = *format;
        bytes = viewed->size;
    } else if (!weft_image_lay_out(format, desc, &part->pixels, &bytes)) {
        free(part);
        return weft_error(context, CL_MEM_OBJECT_ALLOCATION_FAILURE, "an image has more bytes than can be counted");
    }
    err = create_memory(context, flags, desc, bytes, host_ptr, &made);
    if (err != CL_SUCCESS) {
        free(part);
        return err;
    }
    part->pixels.data = made->data;
    part->desc = describe(desc, &part->pixels);
    made->image = part;
    err = weft_memory_keep_properties(made, properties);
    if (err != CL_SUCCESS) {
        weft_object_api_release(made);
        return weft_error(context, err, "no memory left for the properties of an image");
    }
    if ((flags & CL_MEM_COPY_HOST_PTR) && !desc->mem_object)
        weft_memory_copy_from_host(made, host_ptr, bytes_to_copy(&part->pixels, desc));
    *image = made;
    return CL_SUCCESS;
}
