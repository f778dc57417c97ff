// SPDX-License-Identifier: Apache-2.0
// get_image_array_size(image): the number of layers.
#include "weft_image.h"

#define QUERY(kind, access)                                                                                            \
    size_t WEFT_MEM_INLINE get_image_array_size(access image##kind##_t image)                                          \
    {                                                                                                                  \
        return (size_t)__weft_image(image)->layers;                                                                    \
    }
#define QUERIES(access, ...) QUERY(1d_array, access) QUERY(2d_array, access) QUERY(2d_array_depth, access)
WEFT_IMAGE_ACCESSES(QUERIES, )
