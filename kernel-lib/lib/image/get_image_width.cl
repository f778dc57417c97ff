// SPDX-License-Identifier: Apache-2.0
// get_image_width(image): the width in pixels.
#include "weft_image.h"

#define QUERY(kind, access)                                                                                            \
    int WEFT_MEM_INLINE get_image_width(access image##kind##_t image)                                                  \
    {                                                                                                                  \
        return __weft_image(image)->width;                                                                             \
    }
#define QUERIES(access, ...) WEFT_IMAGE_COLOURS(QUERY, access) WEFT_IMAGE_DEPTHS(QUERY, access) WEFT_IMAGE_BUFFERS(QUERY, access)
WEFT_IMAGE_ACCESSES(QUERIES, )
