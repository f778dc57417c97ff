// SPDX-License-Identifier: Apache-2.0
// write_imagei: see weft_image_write.h.
#include "weft_image_write.h"

#define COLOURS(access, ...)                                                                                           \
    WEFT_IMAGE_COLOURS(WEFT_WRITE, access, int4, write_imagei, i, WEFT_FROM_ITSELF)                                    \
    WEFT_IMAGE_COLOURS(WEFT_WRITE_LOD, access, int4, write_imagei, i, WEFT_FROM_ITSELF)                                \
    WEFT_IMAGE_BUFFERS(WEFT_WRITE, access, int4, write_imagei, i, WEFT_FROM_ITSELF)
WEFT_IMAGE_WRITABLE(COLOURS, )
