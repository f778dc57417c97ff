// SPDX-License-Identifier: Apache-2.0
// read_imageui: see weft_image_sample.h.
#include "weft_image_sample.h"

WEFT_IMAGE_COLOURS(WEFT_READ_SAMPLED, read_only, uint4, read_imageui, ui, WEFT_AS_IT_IS)
#define WITH_LOD(access, ...) WEFT_IMAGE_COLOURS(WEFT_READ_LOD, access, uint4, read_imageui, ui, WEFT_AS_IT_IS)
#define PLAIN(access, ...)                                                                                             \
    WEFT_IMAGE_COLOURS(WEFT_READ_PLAIN, access, uint4, read_imageui, ui, WEFT_AS_IT_IS)                                     \
    WEFT_IMAGE_BUFFERS(WEFT_READ_PLAIN, access, uint4, read_imageui, ui, WEFT_AS_IT_IS)
WEFT_IMAGE_READABLE(WITH_LOD, )
WEFT_IMAGE_READABLE(PLAIN, )
