// SPDX-License-Identifier: Apache-2.0
// Rules of image formats and image descriptors.
#ifndef WEFT_API_IMAGE_DESC_H
#define WEFT_API_IMAGE_DESC_H

#include "runtime/core/pixel_format.h"

// CL_INVALID_IMAGE_FORMAT_DESCRIPTOR, CL_IMAGE_FORMAT_NOT_SUPPORTED. "Image Format Descriptor".
WEFT_MUST_CHECK cl_int weft_validate_image_format(cl_context context, const cl_image_format *given,
                                                  struct weft_pixel_format *format);
// CL_INVALID_IMAGE_SIZE: the dimensions that the image's type has.
WEFT_MUST_CHECK cl_int weft_validate_image_size(cl_context context, const struct weft_pixel_format *format,
                                                const cl_image_desc *desc);
// Pitches that are not 0, against the size, which is valid; `code` is what is returned where they break a rule.
WEFT_MUST_CHECK cl_int weft_validate_image_pitches(cl_context context, const struct weft_pixel_format *format,
                                                   const cl_image_desc *desc, cl_int code);
// All that clCreateImage checks behind context and properties; sets the format, and the flags that the image gets.
WEFT_MUST_CHECK cl_int weft_validate_image(cl_context context, cl_mem_flags flags, const cl_image_format *given,
                                           const cl_image_desc *desc, const void *host_ptr,
                                           struct weft_pixel_format *format, cl_mem_flags *image_flags);

#endif
