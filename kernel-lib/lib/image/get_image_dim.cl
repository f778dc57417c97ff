// SPDX-License-Identifier: Apache-2.0
// get_image_dim(image): width and height; and depth and 0 of 3D images.
#include "weft_image.h"

#define QUERY(kind, access)                                                                                            \
    int2 WEFT_MEM_INLINE get_image_dim(access image##kind##_t image)                                                   \
    {                                                                                                                  \
        const __weft_image_ptr p = __weft_image(image);                                                                \
        return (int2)(p->width, p->height);                                                                            \
    }
#define QUERIES(access, ...)                                                                                           \
    QUERY(2d, access) QUERY(2d_array, access) QUERY(2d_depth, access) QUERY(2d_array_depth, access)                    \
    int4 WEFT_MEM_INLINE get_image_dim(access image3d_t image)                                                         \
    {                                                                                                                  \
        const __weft_image_ptr p = __weft_image(image);                                                                \
        return (int4)(p->width, p->height, p->depth, 0);                                                               \
    }
WEFT_IMAGE_ACCESSES(QUERIES, )
