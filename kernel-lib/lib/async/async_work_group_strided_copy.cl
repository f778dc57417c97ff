// SPDX-License-Identifier: Apache-2.0
// async_work_group_strided_copy(to, from, count, stride, event): gathers from or scatters to global memory; the stride
// counts elements. The group's first work-item does it, see async_work_group_copy.
#include "weft_gentype.h"

#define DEFINE_TYPE(T)                                                                                                 \
    event_t WEFT_MEM_INLINE async_work_group_strided_copy(__local T *to, const __global T *from, size_t count,         \
                                                          size_t stride, event_t event)                                \
    {                                                                                                                  \
        if (get_local_linear_id() == 0)                                                                                \
            for (size_t i = 0; i < count; i++)                                                                         \
                to[i] = from[i * stride];                                                                              \
        return event;                                                                                                  \
    }                                                                                                                  \
    event_t WEFT_MEM_INLINE async_work_group_strided_copy(__global T *to, const __local T *from, size_t count,         \
                                                          size_t stride, event_t event)                                \
    {                                                                                                                  \
        if (get_local_linear_id() == 0)                                                                                \
            for (size_t i = 0; i < count; i++)                                                                         \
                to[i * stride] = from[i];                                                                              \
        return event;                                                                                                  \
    }
#define SCALAR_AND_VECTORS(T, M) M(T) M(T##2) M(T##3) M(T##4) M(T##8) M(T##16)
#define DEFINE(T, ...) SCALAR_AND_VECTORS(T, DEFINE_TYPE)
WEFT_ALL_TYPES(DEFINE)
