// SPDX-License-Identifier: Apache-2.0
// get_image_channel_order(image): CLK_RGBA and so on.
#include "weft_image.h"

#define QUERY(kind, access)                                                                                            \
    int WEFT_MEM_INLINE get_image_channel_order(access image##kind##_t image)                                          \
    {                                                                                                                  \
        return (int)__weft_image(image)->format.order;                                                                 \
    }
#define QUERIES(access, ...) WEFT_IMAGE_COLOURS(QUERY, access) WEFT_IMAGE_DEPTHS(QUERY, access) WEFT_IMAGE_BUFFERS(QUERY, access)
WEFT_IMAGE_ACCESSES(QUERIES, )
