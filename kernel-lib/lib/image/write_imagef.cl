// SPDX-License-Identifier: Apache-2.0
// write_imagef: see weft_image_write.h.
#include "weft_image_write.h"

#define COLOURS(access, ...)                                                                                           \
    WEFT_IMAGE_COLOURS(WEFT_WRITE, access, float4, write_imagef, f, WEFT_FROM_ITSELF)                                  \
    WEFT_IMAGE_COLOURS(WEFT_WRITE_LOD, access, float4, write_imagef, f, WEFT_FROM_ITSELF)                              \
    WEFT_IMAGE_BUFFERS(WEFT_WRITE, access, float4, write_imagef, f, WEFT_FROM_ITSELF)
WEFT_IMAGE_WRITABLE(COLOURS, )

#define DEPTHS(access, ...)                                                                                            \
    WEFT_IMAGE_DEPTHS(WEFT_WRITE, access, float, write_imagef, f, WEFT_FROM_DEPTH)                                     \
    WEFT_IMAGE_DEPTHS(WEFT_WRITE_LOD, access, float, write_imagef, f, WEFT_FROM_DEPTH)
WEFT_IMAGE_WRITABLE(DEPTHS, )
