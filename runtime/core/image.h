// SPDX-License-Identifier: Apache-2.0
// Images: memory objects whose bytes are pixels, in memory of their own or in another object's.
#ifndef WEFT_CORE_IMAGE_H
#define WEFT_CORE_IMAGE_H

#include "compiler/image_abi.h"
#include "runtime/core/memory.h"
#include "runtime/core/pixel_format.h"

// What the device can do, for its queries and for validation.
#define WEFT_IMAGE2D_MAX_SIDE 16384u // pixels; the width of 1D images too
#define WEFT_IMAGE3D_MAX_SIDE 2048u
#define WEFT_IMAGE_MAX_LAYERS 2048u
#define WEFT_IMAGE_MAX_BUFFER_PIXELS ((size_t)1 << 30)
#define WEFT_MAX_IMAGE_ARGS 480u // of a kernel: they fit CL_DEVICE_MAX_PARAMETER_SIZE
#define WEFT_MAX_SAMPLERS 128u
// Of images that are made from buffers: pixels are loaded and stored as a whole, nothing else matters.
#define WEFT_IMAGE_PITCH_ALIGN_PIXELS 1u
#define WEFT_IMAGE_BASE_ALIGN_PIXELS 1u

// What an image has besides what all memory objects have.
struct weft_image_part {
    struct weft_image pixels; // what kernels get a pointer to: never changes
    cl_image_desc desc;       // as queries report it; buffer is borrowed from the object's parent
};

// How many dimensions an origin has: 1 to 3, the last of which is the layer in arrays; 0 for what is no image type.
cl_uint weft_image_dimensions(cl_mem_object_type type);
// Mipmap levels that an image of this type can have. There may be more than its size has halves: what comes after a
// level of one pixel is of one pixel.
cl_uint weft_image_max_levels(cl_mem_object_type type);
// All of `pixels` but the data, and the bytes that this takes, from valid types and sizes; pitches of 0 are those of
// pixels side by side. False if there are more bytes than size_t counts.
WEFT_MUST_CHECK bool weft_image_lay_out(const struct weft_pixel_format *format, const cl_image_desc *desc,
                                        struct weft_image *pixels, size_t *bytes);

// All arguments are valid; from desc->mem_object (retained), or with memory of its own, or the application's.
// CL_MEM_OBJECT_ALLOCATION_FAILURE, CL_OUT_OF_HOST_MEMORY. Thread-safe. "Creating Image Objects".
WEFT_MUST_CHECK cl_int weft_image_create(cl_context context, const cl_mem_properties *properties, cl_mem_flags flags,
                                         const struct weft_pixel_format *format, const cl_image_desc *desc,
                                         void *host_ptr, cl_mem *image);

// What a kernel gets for the object: where its bytes are, or what describes an image.
static inline const void *
weft_memory_argument(const struct _cl_mem *memory)
{
    return memory->image ? (const void *)&memory->image->pixels : memory->data;
}

#endif
