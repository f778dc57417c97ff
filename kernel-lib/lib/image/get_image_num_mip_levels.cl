// SPDX-License-Identifier: Apache-2.0
// get_image_num_mip_levels(image): 1 without mipmaps.
#include "weft_image.h"

#define QUERY(kind, access)                                                                                            \
    int WEFT_MEM_INLINE get_image_num_mip_levels(access image##kind##_t image)                                         \
    {                                                                                                                  \
        return (int)__weft_image(image)->levels;                                                                       \
    }
#define QUERIES(access, ...) WEFT_IMAGE_COLOURS(QUERY, access) WEFT_IMAGE_DEPTHS(QUERY, access)
WEFT_IMAGE_ACCESSES(QUERIES, )
