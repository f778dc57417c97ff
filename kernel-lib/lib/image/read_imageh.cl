// SPDX-License-Identifier: Apache-2.0
// read_imageh: read_imagef rounded; there are none with a level of detail.
#include "weft_image_sample.h"

WEFT_IMAGE_COLOURS(WEFT_READ_SAMPLED, read_only, half4, read_imageh, f, WEFT_AS_HALF)
#define PLAIN(access, ...)                                                                                             \
    WEFT_IMAGE_COLOURS(WEFT_READ_PLAIN, access, half4, read_imageh, f, WEFT_AS_HALF)                                       \
    WEFT_IMAGE_BUFFERS(WEFT_READ_PLAIN, access, half4, read_imageh, f, WEFT_AS_HALF)
WEFT_IMAGE_READABLE(PLAIN, )
