// SPDX-License-Identifier: Apache-2.0
// get_image_height(image): the height in pixels.
#include "weft_image.h"

#define QUERY(kind, access)                                                                                            \
    int WEFT_MEM_INLINE get_image_height(access image##kind##_t image)                                                 \
    {                                                                                                                  \
        return __weft_image(image)->height;                                                                            \
    }
#define QUERIES(access, ...) QUERY(2d, access) QUERY(2d_array, access) QUERY(3d, access) QUERY(2d_depth, access) QUERY(2d_array_depth, access)
WEFT_IMAGE_ACCESSES(QUERIES, )
