// SPDX-License-Identifier: Apache-2.0
// sub_group_non_uniform_broadcast(x, id): the value of the work-item with that id, if it comes.
#include "weft_sub_group.h"

#define DEFINE(T, ...)                                                                                                 \
    T WEFT_COLLECTIVE sub_group_non_uniform_broadcast(T x, uint id)                                                    \
    {                                                                                                                  \
        WEFT_SUB_GROUP_EXCHANGE(T, x, WEFT_SUB_GROUP_SLOT(id));                                                        \
    }
WEFT_SUB_GROUP_TYPES(DEFINE)

// One value only is as large as 128 bytes.
#define DEFINE_N(n, T)                                                                                                 \
    T##n WEFT_COLLECTIVE sub_group_non_uniform_broadcast(T##n x, uint id)                                              \
    {                                                                                                                  \
        __private T##n *tray = (__private T##n *)__weft_sub_group_tray();                                              \
        __weft_sub_group_meet();                                                                                       \
        if ((uint)__weft_sub_group_local_id() == id)                                                                   \
            *tray = x;                                                                                                 \
        __weft_sub_group_stay();                                                                                       \
        return *tray;                                                                                                  \
    }
#define DEFINE_VECTORS(T, ...) WEFT_WIDTHS(DEFINE_N, T)
WEFT_SUB_GROUP_TYPES(DEFINE_VECTORS)
