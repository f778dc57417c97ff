// SPDX-License-Identifier: Apache-2.0
// get_image_depth(image): the depth in pixels.
#include "weft_image.h"

#define QUERY(kind, access)                                                                                            \
    int WEFT_MEM_INLINE get_image_depth(access image##kind##_t image)                                                  \
    {                                                                                                                  \
        return __weft_image(image)->depth;                                                                             \
    }
#define QUERIES(access, ...) QUERY(3d, access)
WEFT_IMAGE_ACCESSES(QUERIES, )
