// SPDX-License-Identifier: Apache-2.0
// write_imageh: see weft_image_write.h.
#include "weft_image_write.h"

#define COLOURS(access, ...)                                                                                           \
    WEFT_IMAGE_COLOURS(WEFT_WRITE, access, half4, write_imageh, f, WEFT_FROM_HALF)                                     \
    WEFT_IMAGE_BUFFERS(WEFT_WRITE, access, half4, write_imageh, f, WEFT_FROM_HALF)
WEFT_IMAGE_WRITABLE(COLOURS, )
