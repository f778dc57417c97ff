// SPDX-License-Identifier: Apache-2.0
// ndrange_1D, ndrange_2D, ndrange_3D: (global size), (global size, local size), (offset, global size, local size).
// Clang 22's declarations have private arrays, its header generic ones.
#include "weft_enqueue.h"

__weft_ndrange WEFT_MEM_INLINE
ndrange_1D(size_t offset, size_t global_size, size_t local_size)
{
    return (__weft_ndrange){1, {offset, 0, 0}, {global_size, 1, 1}, {local_size, 0, 0}};
}

__weft_ndrange WEFT_MEM_INLINE
ndrange_1D(size_t global_size, size_t local_size)
{
    return ndrange_1D(0, global_size, local_size);
}

__weft_ndrange WEFT_MEM_INLINE
ndrange_1D(size_t global_size)
{
    return ndrange_1D(0, global_size, 0);
}

#define WEFT_PAIR(p) {p[0], p[1], 0}
#define WEFT_SIZES(p) {p[0], p[1], 1}
#define WEFT_TRIPLE(p) {p[0], p[1], p[2]}

#define WEFT_NDRANGE(name, dimensions, space, ALL, SIZES)                                                              \
    __weft_ndrange WEFT_MEM_INLINE name(const space size_t *offset, const space size_t *global_size,                   \
                                        const space size_t *local_size)                                                \
    {                                                                                                                  \
        return (__weft_ndrange){dimensions, ALL(offset), SIZES(global_size), ALL(local_size)};                         \
    }                                                                                                                  \
    __weft_ndrange WEFT_MEM_INLINE name(const space size_t *global_size, const space size_t *local_size)               \
    {                                                                                                                  \
        return (__weft_ndrange){dimensions, {0, 0, 0}, SIZES(global_size), ALL(local_size)};                           \
    }                                                                                                                  \
    __weft_ndrange WEFT_MEM_INLINE name(const space size_t *global_size)                                               \
    {                                                                                                                  \
        return (__weft_ndrange){dimensions, {0, 0, 0}, SIZES(global_size), {0, 0, 0}};                                 \
    }

WEFT_NDRANGE(ndrange_2D, 2, __private, WEFT_PAIR, WEFT_SIZES)
WEFT_NDRANGE(ndrange_2D, 2, WEFT_GENERIC, WEFT_PAIR, WEFT_SIZES)
WEFT_NDRANGE(ndrange_3D, 3, __private, WEFT_TRIPLE, WEFT_TRIPLE)
WEFT_NDRANGE(ndrange_3D, 3, WEFT_GENERIC, WEFT_TRIPLE, WEFT_TRIPLE)
