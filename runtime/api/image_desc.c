// SPDX-License-Identifier: Apache-2.0
// Validation of what images are made from.
#include "runtime/api/image_desc.h"

#include "runtime/api/memory_flags.h"
#include "runtime/core/error.h"
#include "runtime/core/image.h"

cl_int
weft_validate_image_format(cl_context context, const cl_image_format *given, struct weft_pixel_format *format)
{
    // CL_INVALID_IMAGE_FORMAT_DESCRIPTOR "if image_format is NULL"
    if (!given)
        return weft_error(context, CL_INVALID_IMAGE_FORMAT_DESCRIPTOR, "image_format is NULL");
    // CL_IMAGE_FORMAT_NOT_SUPPORTED: what only images of OpenGL have
    if (given->image_channel_order == CL_DEPTH_STENCIL)
        return weft_error(context, CL_IMAGE_FORMAT_NOT_SUPPORTED, "there are no images with a stencil");
    // CL_INVALID_IMAGE_FORMAT_DESCRIPTOR "if values specified in image_format are not valid"
    if (!weft_pixel_format_find(given->image_channel_order, given->image_channel_data_type, format))
        return weft_error(context, CL_INVALID_IMAGE_FORMAT_DESCRIPTOR,
                          "there is no image format of channel order 0x%x and channel data type 0x%x",
                          given->image_channel_order, given->image_channel_data_type);
    return CL_SUCCESS;
}

static cl_int
validate_side(cl_context context, const char *name, size_t size, size_t most)
{
    if (size == 0 || size > most)
        return weft_error(context, CL_INVALID_IMAGE_SIZE, "%s is %zu, which must be 1 to %zu", name, size, most);
    return CL_SUCCESS;
}

cl_int
weft_validate_image_size(cl_context context, const struct weft_pixel_format *format, const cl_image_desc *desc)
{
    const cl_mem_object_type type = desc->image_type;
    const bool is_3d = type == CL_MEM_OBJECT_IMAGE3D;
    const size_t side = is_3d ? WEFT_IMAGE3D_MAX_SIDE : WEFT_IMAGE2D_MAX_SIDE;
    cl_int err;

    // CL_INVALID_IMAGE_SIZE "if the image dimensions specified in image_desc are not valid or exceed the maximum image
    // dimensions described in the Device Queries table for all devices in context"
    err = validate_side(context, "image_width", desc->image_width,
                        type == CL_MEM_OBJECT_IMAGE1D_BUFFER ? WEFT_IMAGE_MAX_BUFFER_PIXELS : side);
    if (err == CL_SUCCESS && (is_3d || type == CL_MEM_OBJECT_IMAGE2D || type == CL_MEM_OBJECT_IMAGE2D_ARRAY))
        err = validate_side(context, "image_height", desc->image_height, side);
    if (err == CL_SUCCESS && is_3d)
        err = validate_side(context, "image_depth", desc->image_depth, side);
    if (err == CL_SUCCESS && (type == CL_MEM_OBJECT_IMAGE1D_ARRAY || type == CL_MEM_OBJECT_IMAGE2D_ARRAY))
        err = validate_side(context, "image_array_size", desc->image_array_size, WEFT_IMAGE_MAX_LAYERS);
    if (err != CL_SUCCESS)
        return err;
    // "The image width must be a multiple of 4 for images [of] CL_UNSIGNED_INT_RAW10_EXT", "of 2 for [...] RAW12_EXT"
    if (desc->image_width % format->raw_pixels != 0)
        return weft_error(context, CL_INVALID_IMAGE_SIZE, "image_width %zu is no multiple of %u", desc->image_width,
                          format->raw_pixels);
    return CL_SUCCESS;
}

// Others have no slice pitch, whatever is given: older versions of cl.hpp leave it as it happens to be.
static bool
has_slices(cl_mem_object_type type)
{
    return weft_image_dimensions(type) != 1 && type != CL_MEM_OBJECT_IMAGE2D;
}

cl_int
weft_validate_image_pitches(cl_context context, const struct weft_pixel_format *format, const cl_image_desc *desc,
                            cl_int code)
{
    const cl_mem_object_type type = desc->image_type;
    const size_t bytes = weft_pixel_format_row_bytes(format, desc->image_width);
    const size_t alignment = weft_pixel_format_alignment(format);
    const size_t rows = type == CL_MEM_OBJECT_IMAGE1D_ARRAY ? 1 : desc->image_height;
    const size_t row = desc->image_row_pitch ? desc->image_row_pitch : bytes;
    size_t slice;

    // "If image_row_pitch is non-zero, then it must be greater than or equal to the image_width times the size of an
    // image element in bytes, and must be a multiple of the size of an image element in bytes."
    if (row < bytes || row % alignment != 0)
        return weft_error(context, code, "image_row_pitch %zu is less than %zu bytes or no multiple of %zu", row, bytes,
                          alignment);
    if (desc->image_slice_pitch == 0 || !has_slices(type))
        return CL_SUCCESS;
    // "The image slice pitch must be >= the image row pitch x image_height for a 2D image array or a 3D image, must be
    // >= the image row pitch for a 1D image array, and must be a multiple of the image row pitch."
    if (__builtin_mul_overflow(row, rows, &slice) || desc->image_slice_pitch < slice ||
        desc->image_slice_pitch % row != 0)
        return weft_error(context, code, "image_slice_pitch %zu is less than %zu rows of %zu bytes or no multiple",
                          desc->image_slice_pitch, rows, row);
    return CL_SUCCESS;
}

// What is independent of flags, sizes and format.
static cl_int
validate_desc(cl_context context, const cl_image_desc *desc)
{
    cl_mem parent;

    // CL_INVALID_IMAGE_DESCRIPTOR "if values specified in image_desc are not valid or if image_desc is NULL" (OpenCL
    // 3.0)
    if (!desc)
        return weft_error(context, CL_INVALID_IMAGE_DESCRIPTOR, "image_desc is NULL");
    if (weft_image_dimensions(desc->image_type) == 0)
        return weft_error(context, CL_INVALID_IMAGE_DESCRIPTOR, "0x%x is not an image type", desc->image_type);
    // "num_samples must be 0."
    if (desc->num_samples != 0)
        return weft_error(context, CL_INVALID_IMAGE_DESCRIPTOR, "num_samples is %u, not 0", desc->num_samples);
    // "mem_object may refer to a valid buffer or image memory object."
    parent = desc->mem_object;
    if (parent && (!WEFT_IS(parent, MEMORY) || parent->type == CL_MEM_OBJECT_PIPE))
        return weft_error(context, CL_INVALID_IMAGE_DESCRIPTOR, "mem_object is neither a buffer nor an image");
    if (parent && parent->context != context)
        return weft_error(context, CL_INVALID_IMAGE_DESCRIPTOR, "mem_object is of another context");
    // "mem_object can be an image object if image_type is CL_MEM_OBJECT_IMAGE2D": "Creating a 2D image object from
    // another 2D image object"
    if (parent && parent->image && (parent->type != CL_MEM_OBJECT_IMAGE2D || desc->image_type != CL_MEM_OBJECT_IMAGE2D))
        return weft_error(context, CL_INVALID_IMAGE_DESCRIPTOR, "only 2D images can be made, from 2D images");
    if (!parent && desc->image_type == CL_MEM_OBJECT_IMAGE1D_BUFFER)
        return weft_error(context, CL_INVALID_IMAGE_DESCRIPTOR, "a 1D image buffer is made from a buffer");
    return CL_SUCCESS;
}

static cl_int
validate_levels(cl_context context, const struct weft_pixel_format *format, cl_mem_flags flags,
                const cl_image_desc *desc)
{
    cl_uint most = weft_image_max_levels(desc->image_type);

    if (desc->num_mip_levels <= 1)
        return CL_SUCCESS;
    if (desc->num_mip_levels > most)
        return weft_error(context, CL_INVALID_IMAGE_DESCRIPTOR, "%u mipmap levels, of which there are %u at most",
                          desc->num_mip_levels, most);
    // Of depth images they "cannot be created", and yet OpenCL C has reads of their levels, and the conformance tests
    // make them: they can. Of pixels that share bytes nothing is said.
    if (format->layout == WEFT_LAYOUT_RAW)
        return weft_error(context, CL_INVALID_IMAGE_DESCRIPTOR, "images of this format have no mipmap");
    // "CL_MEM_USE_HOST_PTR or CL_MEM_COPY_HOST_PTR cannot be specified if a mipmapped image is created."
    if (flags & (CL_MEM_USE_HOST_PTR | CL_MEM_COPY_HOST_PTR))
        return weft_error(context, CL_INVALID_VALUE, "a mipmapped image takes nothing from a host pointer");
    // The levels' places are ours to choose.
    if (desc->mem_object && !desc->mem_object->image)
        return weft_error(context, CL_INVALID_IMAGE_DESCRIPTOR, "a buffer has no mipmap levels");
    return CL_SUCCESS;
}

// Pixels that are stored as the one order and read as the other.
static bool
is_compatible(cl_channel_order order, cl_channel_order parent)
{
    static const cl_channel_order pairs[][2] = {
        {CL_sBGRA, CL_BGRA}, {CL_BGRA, CL_sBGRA}, {CL_sRGBA, CL_RGBA}, {CL_RGBA, CL_sRGBA}, {CL_sRGB, CL_RGB},
        {CL_RGB, CL_sRGB},   {CL_sRGBx, CL_RGBx}, {CL_RGBx, CL_sRGBx}, {CL_DEPTH, CL_R},
    };

    for (size_t i = 0; i < sizeof(pairs) / sizeof(pairs[0]); i++)
        if (pairs[i][0] == order && pairs[i][1] == parent)
            return true;
    return false;
}

static cl_int
validate_image_parent(cl_context context, const struct weft_pixel_format *format, const cl_image_desc *desc)
{
    const struct weft_image_part *parent = desc->mem_object->image;

    // "The image channel data type specified in image_format must match the image channel data type associated with
    // mem_object", "The image channel order [...] must be compatible": else CL_INVALID_IMAGE_FORMAT_DESCRIPTOR "if a 2D
    // image is created from a 2D image object and the rules described above are not followed" (OpenCL 2.2)
    if (format->type != parent->pixels.format.type || !is_compatible(format->order, parent->pixels.format.order))
        return weft_error(context, CL_INVALID_IMAGE_FORMAT_DESCRIPTOR,
                          "pixels of order 0x%x and type 0x%x cannot be seen as of order 0x%x and type 0x%x",
                          parent->pixels.format.order, parent->pixels.format.type, format->order, format->type);
    // "All of the values specified in image_desc must match the image descriptor information associated with
    // mem_object, except for mem_object."
    if (desc->image_width != parent->desc.image_width || desc->image_height != parent->desc.image_height ||
        (desc->image_row_pitch && desc->image_row_pitch != parent->desc.image_row_pitch) ||
        desc->image_slice_pitch != 0 || desc->num_mip_levels != parent->desc.num_mip_levels)
        return weft_error(context, CL_INVALID_IMAGE_DESCRIPTOR, "image_desc is not that of the image in mem_object");
    return CL_SUCCESS;
}

static cl_int
validate_buffer_parent(cl_context context, const struct weft_pixel_format *format, const cl_image_desc *desc)
{
    const cl_mem buffer = desc->mem_object;
    const size_t alignment = weft_pixel_format_alignment(format) * WEFT_IMAGE_BASE_ALIGN_PIXELS;
    struct weft_image pixels;
    size_t bytes;
    // CL_INVALID_IMAGE_FORMAT_DESCRIPTOR "if an image is created from a buffer and the row pitch, or slice pitch [...],
    // or base address alignment do not follow the rules described for creating an image from a buffer"
    cl_int err = weft_validate_image_pitches(context, format, desc, CL_INVALID_IMAGE_FORMAT_DESCRIPTOR);

    if (err != CL_SUCCESS)
        return err;
    if ((uintptr_t)buffer->data % alignment != 0)
        return weft_error(context, CL_INVALID_IMAGE_FORMAT_DESCRIPTOR, "the buffer's address is no multiple of %zu",
                          alignment);
    // CL_INVALID_IMAGE_SIZE "if [...] the buffer passed in mem_object is too small to be used as a data store for the
    // image"
    if (!weft_image_lay_out(format, desc, &pixels, &bytes) || bytes > buffer->size)
        return weft_error(context, CL_INVALID_IMAGE_SIZE, "the image does not fit a buffer of %zu bytes", buffer->size);
    return CL_SUCCESS;
}

static cl_int
validate_pitches(cl_context context, const struct weft_pixel_format *format, const cl_image_desc *desc,
                 const void *host_ptr)
{
    if (desc->mem_object && desc->mem_object->image)
        return validate_image_parent(context, format, desc);
    if (desc->mem_object)
        return validate_buffer_parent(context, format, desc);
    // "The image_row_pitch must be zero if host_ptr is NULL [...] and the image is not [...] created from a buffer",
    // "The image_slice_pitch must be zero if host_ptr is NULL"
    if (!host_ptr && (desc->image_row_pitch || (desc->image_slice_pitch && has_slices(desc->image_type))))
        return weft_error(context, CL_INVALID_IMAGE_DESCRIPTOR, "pitches are given, but no host_ptr");
    return weft_validate_image_pitches(context, format, desc, CL_INVALID_IMAGE_DESCRIPTOR);
}

cl_int
weft_validate_image(cl_context context, cl_mem_flags flags, const cl_image_format *given, const cl_image_desc *desc,
                    const void *host_ptr, struct weft_pixel_format *format, cl_mem_flags *image_flags)
{
    // CL_INVALID_VALUE "if values specified in flags are not valid as defined in the Memory Flags table"
    cl_int err = weft_validate_memory_flags(context, flags, WEFT_IMAGE_FLAGS);

    if (err == CL_SUCCESS)
        err = weft_validate_image_format(context, given, format);
    if (err == CL_SUCCESS)
        err = validate_desc(context, desc);
    // "if an image is being created from another memory object (buffer or image) under one of the following
    // circumstances"
    if (err == CL_SUCCESS && desc->mem_object)
        err = weft_validate_part_flags(desc->mem_object, flags, WEFT_IMAGE_FLAGS);
    // "if CL_MEM_IMMUTABLE_EXT is not set in flags and mem_object was created with CL_MEM_IMMUTABLE_EXT"
    if (err == CL_SUCCESS && desc->mem_object && (desc->mem_object->flags & ~flags & CL_MEM_IMMUTABLE_EXT))
        return weft_error(context, CL_INVALID_VALUE, "an image of a CL_MEM_IMMUTABLE_EXT object must be so, too");
    // "if CL_MEM_IMMUTABLE_EXT is set in flags and none of the following conditions are met: [...] the image is being
    // created from another memory object"
    if (err == CL_SUCCESS && !desc->mem_object)
        err = weft_validate_immutable(context, flags);
    if (err == CL_SUCCESS)
        err = weft_validate_image_size(context, format, desc);
    if (err == CL_SUCCESS)
        err = validate_levels(context, format, flags, desc);
    if (err == CL_SUCCESS)
        err = validate_pitches(context, format, desc, host_ptr);
    // CL_INVALID_HOST_PTR
    if (err == CL_SUCCESS)
        err = weft_validate_host_ptr(context, flags, host_ptr);
    if (err != CL_SUCCESS)
        return err;
    // "if the value specified for flags is 0, the default is used which is CL_MEM_READ_WRITE"; from other objects they
    // "are inherited"
    if (desc->mem_object)
        flags = weft_inherit_memory_flags(desc->mem_object->flags, flags);
    else if (!(flags & (WEFT_DEVICE_ACCESS_FLAGS | CL_MEM_IMMUTABLE_EXT)))
        flags |= CL_MEM_READ_WRITE;
    // CL_IMAGE_FORMAT_NOT_SUPPORTED "if there are no devices in context that support image_format"
    if (!weft_pixel_format_serves(format, desc->image_type, flags))
        return weft_error(context, CL_IMAGE_FORMAT_NOT_SUPPORTED,
                          "no image of type 0x%x and flags 0x%llx has channel order 0x%x and channel data type 0x%x",
                          desc->image_type, (unsigned long long)flags, format->order, format->type);
    *image_flags = flags;
    return CL_SUCCESS;
}
