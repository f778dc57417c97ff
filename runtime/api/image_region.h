// SPDX-License-Identifier: Apache-2.0
// Regions of images, as commands name them.
#ifndef WEFT_API_IMAGE_REGION_H
#define WEFT_API_IMAGE_REGION_H

#include "runtime/commands/transfer.h"
#include "runtime/core/image.h"

// CL_INVALID_MEM_OBJECT if it is no image, CL_INVALID_CONTEXT if not of the queue's context.
WEFT_MUST_CHECK cl_int weft_validate_image_object(cl_command_queue queue, cl_mem image);
// CL_INVALID_VALUE, CL_INVALID_MIP_LEVEL; sets the bytes of the image's data that the region is, layers of 1D arrays as
// rows. `origin` has an element more where the image has mipmap levels.
WEFT_MUST_CHECK cl_int weft_validate_image_region(cl_mem image, const size_t *origin, const size_t *region,
                                                  struct weft_extent *extent);

// The mipmap level that an origin names: 0 where the image has no others.
static inline size_t
weft_image_level(const struct _cl_mem *image, const size_t *origin)
{
    return image->image->pixels.levels > 1 ? origin[weft_image_dimensions(image->type)] : 0;
}

static inline struct weft_box
weft_image_box(cl_mem image, const struct weft_extent *extent)
{
    return (struct weft_box){image->data + extent->start, extent->row_pitch, extent->slice_pitch};
}

#endif
