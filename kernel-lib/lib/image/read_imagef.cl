// SPDX-License-Identifier: Apache-2.0
// read_imagef: see weft_image_sample.h.
#include "weft_image_sample.h"

WEFT_IMAGE_COLOURS(WEFT_READ_SAMPLED, read_only, float4, read_imagef, f, WEFT_AS_IT_IS)
#define WITH_LOD(access, ...) WEFT_IMAGE_COLOURS(WEFT_READ_LOD, access, float4, read_imagef, f, WEFT_AS_IT_IS)
#define PLAIN(access, ...)                                                                                             \
    WEFT_IMAGE_COLOURS(WEFT_READ_PLAIN, access, float4, read_imagef, f, WEFT_AS_IT_IS)                                     \
    WEFT_IMAGE_BUFFERS(WEFT_READ_PLAIN, access, float4, read_imagef, f, WEFT_AS_IT_IS)
WEFT_IMAGE_READABLE(WITH_LOD, )
WEFT_IMAGE_READABLE(PLAIN, )

WEFT_IMAGE_DEPTHS(WEFT_READ_SAMPLED, read_only, float, read_imagef, f, WEFT_AS_DEPTH)
#define DEPTH(access, ...)                                                                                             \
    WEFT_IMAGE_DEPTHS(WEFT_READ_LOD, access, float, read_imagef, f, WEFT_AS_DEPTH)                                    \
    WEFT_IMAGE_DEPTHS(WEFT_READ_PLAIN, access, float, read_imagef, f, WEFT_AS_DEPTH)
WEFT_IMAGE_READABLE(DEPTH, )
