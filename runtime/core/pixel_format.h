// SPDX-License-Identifier: Apache-2.0
// What image formats are: made from compiler/image_formats.def, and colours written in them.
#ifndef WEFT_CORE_PIXEL_FORMAT_H
#define WEFT_CORE_PIXEL_FORMAT_H

#include <stdbool.h>

#include "compiler/image_abi.h"
#include "runtime/base/opencl.h"

#define WEFT_PIXEL_BYTES_MAX 16u

// False for what is no channel order or type, and for pairs of them that the specification does not allow. "Image
// Format Descriptor".
bool weft_pixel_format_find(cl_channel_order order, cl_channel_type type, struct weft_pixel_format *format);
// Whether there are images of this type and format for this access by kernels: CL_MEM_READ_ONLY, CL_MEM_WRITE_ONLY,
// CL_MEM_READ_WRITE, which is what 0 means too, or CL_MEM_KERNEL_READ_AND_WRITE. Other flags do not matter.
bool weft_pixel_format_serves(const struct weft_pixel_format *format, cl_mem_object_type type, cl_mem_flags flags);
// Writes the first `room` of all formats that serve to `formats`; returns how many there are.
cl_uint weft_pixel_format_list(cl_mem_object_type type, cl_mem_flags flags, cl_uint room, cl_image_format *formats);

// What must divide addresses and pitches of such pixels: pixel_bytes, or 1 where several share some bytes.
static inline size_t
weft_pixel_format_alignment(const struct weft_pixel_format *format)
{
    return format->layout == WEFT_LAYOUT_RAW ? 1 : format->pixel_bytes;
}

// The bytes of so many pixels side by side, a multiple of raw_pixels.
static inline size_t
weft_pixel_format_row_bytes(const struct weft_pixel_format *format, size_t pixels)
{
    return pixels / format->raw_pixels * format->pixel_bytes;
}

// `color` is r, g, b and a as float, cl_int or cl_uint by the format's kind, of which only those components are read
// that the format has; `pixel` gets format->pixel_bytes, of which all pixels of a group have the colour. Rounds to
// nearest even; NaN becomes 0 where numbers are normalized. OpenCL C specification, "Conversion Rules".
void weft_pixel_pack(const struct weft_pixel_format *format, const void *color, void *pixel);

#endif
