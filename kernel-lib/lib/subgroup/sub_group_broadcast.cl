// SPDX-License-Identifier: Apache-2.0
// sub_group_broadcast(x, id): the value of the work-item with that id in the sub-group.
#include "weft_sub_group.h"

#define DEFINE(T, ...)                                                                                                 \
    T WEFT_COLLECTIVE sub_group_broadcast(T x, uint id)                                                                \
    {                                                                                                                  \
        __private T(*slots)[8 / sizeof(T)] = (__private T(*)[8 / sizeof(T)])__weft_sub_group_scratch();                \
        *slots[__weft_sub_group_local_id()] = x;                                                                       \
        __weft_sub_group_barrier();                                                                                    \
        const T got = WEFT_SUB_GROUP_SLOT(id);                                                                         \
        __weft_sub_group_barrier();                                                                                    \
        return got;                                                                                                    \
    }
WEFT_SUB_GROUP_TYPES(DEFINE)

// One value only is as large as 128 bytes.
#define DEFINE_N(n, T)                                                                                                 \
    T##n WEFT_COLLECTIVE sub_group_broadcast(T##n x, uint id)                                                          \
    {                                                                                                                  \
        __private T##n *tray = (__private T##n *)__weft_sub_group_tray();                                              \
        __weft_sub_group_barrier();                                                                                    \
        if ((uint)__weft_sub_group_local_id() == id)                                                                   \
            *tray = x;                                                                                                 \
        __weft_sub_group_barrier();                                                                                    \
        return *tray;                                                                                                  \
    }
#define DEFINE_VECTORS(T, ...) WEFT_WIDTHS(DEFINE_N, T)
WEFT_SUB_GROUP_TYPES(DEFINE_VECTORS)
