// SPDX-License-Identifier: Apache-2.0
// Functions of sub-groups that some of the work-items may pass by: those who come meet.
//
// Each work-item leaves its value in its place of the scratch memory. When all have come who come, any may read the
// places of the others, and one of them may write them; when they have met once more, each only reads its own, as with
// the functions of weft_collective.h: until then what others leave is their own. Those who did not come may have left
// something in their places and wait elsewhere.
#ifndef WEFT_SUB_GROUP_H
#define WEFT_SUB_GROUP_H

#include "weft_collective.h"

// M(type, ...) for each scalar type.
#define WEFT_SUB_GROUP_TYPES(M, ...)                                                                                   \
    WEFT_INTEGER_TYPES(M, __VA_ARGS__)                                                                                 \
    WEFT_FLOAT_TYPES(M, __VA_ARGS__)

// All bits of work-items that a sub-group of the launch may have.
WEFT_HELPER uint
__weft_sub_group_all(void)
{
    return 0xffffffffu >> (WEFT_SUB_GROUP_SIZE - get_max_sub_group_size());
}

// The bits from those of the work-item on, and behind it.
WEFT_HELPER uint
__weft_sub_group_from(void)
{
    return 0xffffffffu << (uint)__weft_sub_group_local_id();
}
WEFT_HELPER uint
__weft_sub_group_behind(void)
{
    return 0xfffffffeu << (uint)__weft_sub_group_local_id();
}

// For each bit i of a set, in order.
#define WEFT_EACH_BIT(i, set) for (uint left = (set), i = ctz(left); left; left &= left - 1, i = ctz(left))

// The rest of a function's body. value: the work-item's; result: an expression in `slots`, of which *slots[i] is the
// value of a work-item that `met`, bits, has, and `me`.
#define WEFT_SUB_GROUP_EXCHANGE(T, value, result)                                                                      \
    WEFT_SUB_GROUP_LEAVE(T, value);                                                                                    \
    const T got = (result);                                                                                            \
    __weft_sub_group_stay();                                                                                           \
    return got
// The rest of a function's body. compute: turns the places *slots[i] of those who met into their results, of type R.
#define WEFT_SUB_GROUP_MEET(R, T, value, compute)                                                                      \
    WEFT_SUB_GROUP_LEAVE(T, value);                                                                                    \
    __private R(*results)[8 / sizeof(R)] = (__private R(*)[8 / sizeof(R)])slots;                                       \
    if (me == ctz(met)) {                                                                                              \
        compute                                                                                                        \
    }                                                                                                                  \
    __weft_sub_group_stay();                                                                                           \
    return *results[me]
#define WEFT_SUB_GROUP_LEAVE(T, value)                                                                                 \
    __private T(*slots)[8 / sizeof(T)] = (__private T(*)[8 / sizeof(T)])__weft_sub_group_scratch();                    \
    const uint me = (uint)__weft_sub_group_local_id();                                                                 \
    *slots[me] = (value);                                                                                              \
    const uint __attribute__((unused)) met = __weft_sub_group_meet()
// A place that is there, whatever the index.
#define WEFT_SUB_GROUP_SLOT(index) (*slots[(uint)(index) & (WEFT_SUB_GROUP_SIZE - 1)])

// compute: all who met and are of one cluster of `size` get combine(their values).
#define WEFT_SUB_GROUP_CLUSTERS(T, combine, size)                                                                      \
    for (uint rest = met; rest;) {                                                                                     \
        const uint first = ctz(rest);                                                                                  \
        const uint cluster = rest & ((uint)((1UL << (size)) - 1) << (first & -(size)));                                \
        T all = *slots[first];                                                                                         \
        WEFT_EACH_BIT(i, cluster & (cluster - 1))                                                                      \
            all = combine(all, *slots[i]);                                                                             \
        WEFT_EACH_BIT(i, cluster)                                                                                      \
            *results[i] = all;                                                                                         \
        rest &= ~cluster & (rest - 1);                                                                                 \
    }
// compute: each gets combine(all up to its own), and the same without its own.
#define WEFT_SUB_GROUP_INCLUSIVE(T, combine)                                                                           \
    T all = *slots[ctz(met)];                                                                                          \
    WEFT_EACH_BIT(i, met & (met - 1)) {                                                                                \
        all = combine(all, *slots[i]);                                                                                 \
        *results[i] = all;                                                                                             \
    }
#define WEFT_SUB_GROUP_EXCLUSIVE(T, combine, identity)                                                                 \
    T all = *slots[ctz(met)];                                                                                          \
    *results[ctz(met)] = identity;                                                                                     \
    WEFT_EACH_BIT(i, met & (met - 1)) {                                                                                \
        const T own = *slots[i];                                                                                       \
        *results[i] = all;                                                                                             \
        all = combine(all, own);                                                                                       \
    }

// The functions that combine values of type T: name is that of the operation, value what of x takes part.
#define WEFT_SUB_GROUP_OPERATION(T, name, value, combine, identity)                                                    \
    T WEFT_COLLECTIVE sub_group_non_uniform_reduce_##name(T x)                                                         \
    {                                                                                                                  \
        WEFT_SUB_GROUP_MEET(T, T, value, WEFT_SUB_GROUP_CLUSTERS(T, combine, 32u));                                    \
    }                                                                                                                  \
    T WEFT_COLLECTIVE sub_group_non_uniform_scan_inclusive_##name(T x)                                                 \
    {                                                                                                                  \
        WEFT_SUB_GROUP_MEET(T, T, value, WEFT_SUB_GROUP_INCLUSIVE(T, combine));                                        \
    }                                                                                                                  \
    T WEFT_COLLECTIVE sub_group_non_uniform_scan_exclusive_##name(T x)                                                 \
    {                                                                                                                  \
        WEFT_SUB_GROUP_MEET(T, T, value, WEFT_SUB_GROUP_EXCLUSIVE(T, combine, identity));                              \
    }                                                                                                                  \
    T WEFT_COLLECTIVE sub_group_clustered_reduce_##name(T x, uint size)                                                \
    {                                                                                                                  \
        WEFT_SUB_GROUP_MEET(T, T, value, WEFT_SUB_GROUP_CLUSTERS(T, combine, size));                                   \
    }

#endif
