// SPDX-License-Identifier: Apache-2.0
// async_work_group_copy(to, from, count, event): the group's first work-item copies all at once, which on one thread is
// the fastest; the barrier in wait_group_events makes it visible to the others. The event passes through.
#include "weft_gentype.h"

#define DEFINE_COPY(T, to_space, from_space)                                                                           \
    event_t WEFT_MEM_INLINE async_work_group_copy(to_space T *to, const from_space T *from, size_t count,              \
                                                  event_t event)                                                       \
    {                                                                                                                  \
        if (get_local_linear_id() == 0)                                                                                \
            __builtin_memcpy(to, from, count * sizeof(T));                                                             \
        return event;                                                                                                  \
    }
#define DEFINE_TYPE(T)                                                                                                 \
    DEFINE_COPY(T, __local, __global)                                                                                  \
    DEFINE_COPY(T, __global, __local)
#define SCALAR_AND_VECTORS(T, M) M(T) M(T##2) M(T##3) M(T##4) M(T##8) M(T##16)
#define DEFINE(T, ...) SCALAR_AND_VECTORS(T, DEFINE_TYPE)
WEFT_ALL_TYPES(DEFINE)
