// SPDX-License-Identifier: Apache-2.0
// write_imageui: see weft_image_write.h.
#include "weft_image_write.h"

#define COLOURS(access, ...)                                                                                           \
    WEFT_IMAGE_COLOURS(WEFT_WRITE, access, uint4, write_imageui, ui, WEFT_FROM_ITSELF)                                 \
    WEFT_IMAGE_COLOURS(WEFT_WRITE_LOD, access, uint4, write_imageui, ui, WEFT_FROM_ITSELF)                             \
    WEFT_IMAGE_BUFFERS(WEFT_WRITE, access, uint4, write_imageui, ui, WEFT_FROM_ITSELF)
WEFT_IMAGE_WRITABLE(COLOURS, )
