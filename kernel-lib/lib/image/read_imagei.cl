// SPDX-License-Identifier: Apache-2.0
// read_imagei: see weft_image_sample.h.
#include "weft_image_sample.h"

WEFT_IMAGE_COLOURS(WEFT_READ_SAMPLED, read_only, int4, read_imagei, i, WEFT_AS_IT_IS)
#define WITH_LOD(access, ...) WEFT_IMAGE_COLOURS(WEFT_READ_LOD, access, int4, read_imagei, i, WEFT_AS_IT_IS)
#define PLAIN(access, ...)                                                                                             \
    WEFT_IMAGE_COLOURS(WEFT_READ_PLAIN, access, int4, read_imagei, i, WEFT_AS_IT_IS)                                     \
    WEFT_IMAGE_BUFFERS(WEFT_READ_PLAIN, access, int4, read_imagei, i, WEFT_AS_IT_IS)
WEFT_IMAGE_READABLE(WITH_LOD, )
WEFT_IMAGE_READABLE(PLAIN, )
