// SPDX-License-Identifier: Apache-2.0
// Validation of regions of images.
#include "runtime/api/image_region.h"

#include "runtime/core/error.h"
#include "runtime/queue/public.h"

cl_int
weft_validate_image_object(cl_command_queue queue, cl_mem image)
{
    // CL_INVALID_MEM_OBJECT "if image is not a valid image object"
    if (!WEFT_IS(image, MEMORY) || !image->image)
        return weft_error(queue->context, CL_INVALID_MEM_OBJECT, "%p is not an image", (void *)image);
    // CL_INVALID_CONTEXT "if the context associated with command_queue and image are not the same"
    if (image->context != queue->context)
        return weft_error(queue->context, CL_INVALID_CONTEXT, "the image is of another context than the command-queue");
    // CL_INVALID_IMAGE_SIZE and CL_IMAGE_FORMAT_NOT_SUPPORTED "by the device associated with command_queue": all
    // devices have the same.
    return CL_SUCCESS;
}

// "If image is a 1D image, origin[1] specifies the mip level to use. [...] If image is a 2D image array or a 3D image,
// origin[3] specifies the mip level to use."
static cl_int
validate_level(cl_mem image, const size_t *origin, cl_uint *level)
{
    const size_t given = weft_image_level(image, origin);

    // CL_INVALID_MIP_LEVEL "if [...] the mip level specified in origin is not a valid level for image"
    if (given >= image->image->pixels.levels)
        return weft_error(image->context, CL_INVALID_MIP_LEVEL, "mip level %zu of %u", given,
                          image->image->pixels.levels);
    *level = (cl_uint)given;
    return CL_SUCCESS;
}

static size_t
at_level(int32_t size, cl_uint level)
{
    return size >> level ? (size_t)(size >> level) : 1;
}

// Pixels of the level in each dimension, 1 where there is none.
static void
level_size(cl_mem image, cl_uint level, size_t size[3])
{
    const struct weft_image *pixels = &image->image->pixels;

    size[0] = at_level(pixels->width, level);
    size[1] = image->type == CL_MEM_OBJECT_IMAGE1D_ARRAY ? (size_t)pixels->layers : at_level(pixels->height, level);
    size[2] = image->type == CL_MEM_OBJECT_IMAGE2D_ARRAY ? (size_t)pixels->layers : at_level(pixels->depth, level);
}

static void
set_extent(cl_mem image, const size_t at[3], const size_t *region, cl_uint level, struct weft_extent *extent)
{
    const struct weft_image *pixels = &image->image->pixels;
    size_t row_pitch = pixels->row_pitch[level], slice_pitch = pixels->slice_pitch[level];

    if (image->type == CL_MEM_OBJECT_IMAGE1D_ARRAY) {
        row_pitch = slice_pitch;
        slice_pitch *= (size_t)pixels->layers;
    }
    *extent = (struct weft_extent){
        .start = pixels->offset[level] + at[2] * slice_pitch + at[1] * row_pitch +
                 weft_pixel_format_row_bytes(&pixels->format, at[0]),
        .size = {weft_pixel_format_row_bytes(&pixels->format, region[0]), region[1], region[2]},
        .row_pitch = row_pitch,
        .slice_pitch = slice_pitch,
    };
}

cl_int
weft_validate_image_region(cl_mem image, const size_t *origin, const size_t *region, struct weft_extent *extent)
{
    const cl_uint dimensions = weft_image_dimensions(image->type);
    const cl_uint raw_pixels = image->image->pixels.format.raw_pixels;
    size_t at[3] = {0, 0, 0}, size[3];
    cl_uint level = 0;
    cl_int err;

    // CL_INVALID_VALUE "if origin is NULL", "if region is NULL"
    if (!origin || !region)
        return weft_error(image->context, CL_INVALID_VALUE, "origin or region is NULL");
    err = validate_level(image, origin, &level);
    if (err != CL_SUCCESS)
        return err;
    level_size(image, level, size);
    for (cl_uint d = 0; d < 3; d++) {
        const bool is_level = d == dimensions && image->image->pixels.levels > 1;

        at[d] = is_level ? 0 : origin[d];
        // "The values in region cannot be 0."
        if (region[d] == 0)
            return weft_error(image->context, CL_INVALID_VALUE, "region[%u] is 0", d);
        // "If image is a 2D image object, origin[2] must be 0", "region[2] must be 1", and so on
        // "if the region being read or written specified by origin and region is out of bounds"
        if (at[d] > size[d] || region[d] > size[d] - at[d])
            return weft_error(image->context, CL_INVALID_VALUE, "%zu from %zu in dimension %u exceed the image's %zu",
                              region[d], at[d], d, size[d]);
    }
    // Pixels that share bytes are moved together.
    if (at[0] % raw_pixels != 0 || region[0] % raw_pixels != 0)
        return weft_error(image->context, CL_INVALID_VALUE, "%zu pixels from %zu are not whole groups of %u", region[0],
                          at[0], raw_pixels);
    set_extent(image, at, region, level, extent);
    return CL_SUCCESS;
}
