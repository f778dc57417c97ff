// SPDX-License-Identifier: Apache-2.0
// write_image{f|i|ui|h} for all kinds of images: a pixel out of range is not written.
#ifndef WEFT_IMAGE_WRITE_H
#define WEFT_IMAGE_WRITE_H

#include "weft_image.h"

// T4 is a pixel's type for the store, S its suffix.
#define WEFT_WRITE_LEVEL(T, S)                                                                                         \
    WEFT_HELPER void __weft_write_##S(__weft_image_ptr image, int lod, int dims, bool is_array, int x, int y, int z,   \
                                      int layer, T##4 color)                                                           \
    {                                                                                                                  \
        const uint last = image->levels - 1u;                                                                          \
        const struct __weft_level l = __weft_image_level(image, (uint)lod < last ? (uint)lod : last);                  \
        const bool outside = ((uint)lod > last) | (x < 0) | (x >= l.width) | (dims >= 2 && y < 0) |                    \
                             (dims >= 2 && y >= l.height) | (dims >= 3 && z < 0) | (dims >= 3 && z >= l.depth) |       \
                             (is_array && layer < 0) | (is_array && layer >= l.layers);                                \
                                                                                                                       \
        if (__weft_is_known(image) && !__weft_any(outside))                                                            \
            __weft_by_lane_store_##S(image, __weft_row(image, l, dims, is_array, y, z, layer), (uint)x, color);        \
        else if (!outside)                                                                                             \
            __weft_store_##S(image, __weft_row(image, l, dims, is_array, y, z, layer), (uint)x, color);                \
    }
WEFT_WRITE_LEVEL(float, f)
WEFT_WRITE_LEVEL(int, i)
WEFT_WRITE_LEVEL(uint, ui)

// void write_image<suffix>(access image<kind>_t, coordinate, C color), where `as` makes a pixel of the colour; and with
// a level.
#define WEFT_WRITE(kind, access, C, name, S, as)                                                                       \
    void WEFT_MEM_INLINE name(access image##kind##_t image, WEFT_INT_##kind c, C color)                                \
    {                                                                                                                  \
        __weft_write_##S(__weft_image(image), 0, WEFT_SHAPE_##kind, WEFT_XYZ_##kind(c), WEFT_LAYER_##kind(c),          \
                         as(color));                                                                                   \
    }
#define WEFT_WRITE_LOD(kind, access, C, name, S, as)                                                                   \
    void WEFT_MEM_INLINE name(access image##kind##_t image, WEFT_INT_##kind c, int lod, C color)                       \
    {                                                                                                                  \
        __weft_write_##S(__weft_image(image), lod, WEFT_SHAPE_##kind, WEFT_XYZ_##kind(c), WEFT_LAYER_##kind(c),        \
                         as(color));                                                                                   \
    }

#define WEFT_FROM_ITSELF(v) (v)
#define WEFT_FROM_DEPTH(v) ((float4)((v), 0.0f, 0.0f, 1.0f))
#define WEFT_FROM_HALF(v) __builtin_convertvector(v, float4)

#endif
