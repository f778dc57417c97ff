// SPDX-License-Identifier: Apache-2.0
// Functions that all work-items of a group, or of a sub-group, take part in.
//
// Each work-item leaves its value in the scratch memory of all; past a barrier the first one computes what all are to
// get, and past another one each takes its own. One thread runs the group: n steps by one work-item are no more than
// n work-items' one step. A work-item only ever reads its own place after the second barrier, so that the next function
// may begin while others have not read theirs: a place is as large for all types.
#ifndef WEFT_COLLECTIVE_H
#define WEFT_COLLECTIVE_H

#include "weft_gentype.h"
#include "weft_workitem.h"

#define WEFT_COLLECTIVE __attribute__((overloadable, always_inline, convergent))

// M(type, ...) for each type that the functions are for.
#define WEFT_COLLECTIVE_TYPES(M, ...)                                                                                  \
    M(int, __VA_ARGS__)                                                                                                \
    M(uint, __VA_ARGS__)                                                                                               \
    M(long, __VA_ARGS__)                                                                                               \
    M(ulong, __VA_ARGS__)                                                                                              \
    M(half, __VA_ARGS__)                                                                                               \
    M(float, __VA_ARGS__)                                                                                              \
    M(double, __VA_ARGS__)
// The others that those of sub-groups are for.
#define WEFT_SMALL_TYPES(M, ...)                                                                                       \
    M(char, __VA_ARGS__)                                                                                               \
    M(uchar, __VA_ARGS__)                                                                                              \
    M(short, __VA_ARGS__)                                                                                              \
    M(ushort, __VA_ARGS__)

WEFT_HELPER size_t
__weft_group_items(void)
{
    return __weft_local_size_x() * __weft_local_size_y() * __weft_local_size_z();
}

// The rest of a function's body: `value` is the work-item's of type T; `compute` turns *slots[0] to *slots[n - 1],
// which are all work-items' values, into all work-items' results.
#define WEFT_TOGETHER(T, value, compute)                                                                               \
    WEFT_MEET(T, value, compute, __weft_scratch(), get_local_linear_id(), __weft_group_items(), __weft_barrier)
// The same for the work-items of a sub-group.
#define WEFT_SUB_GROUP_TOGETHER(T, value, compute)                                                                     \
    WEFT_MEET(T, value, compute, __weft_sub_group_scratch(), __weft_sub_group_local_id(), __weft_sub_group_items(),    \
              __weft_sub_group_barrier)
#define WEFT_MEET(T, value, compute, memory, place, count, meet)                                                       \
    __private T(*slots)[8 / sizeof(T)] = (__private T(*)[8 / sizeof(T)])(memory);                                      \
    const size_t me = (place);                                                                                         \
    *slots[me] = (value);                                                                                              \
    meet();                                                                                                            \
    if (me == 0) {                                                                                                     \
        const size_t n = (count);                                                                                      \
        compute                                                                                                        \
    }                                                                                                                  \
    meet();                                                                                                            \
    return *slots[me]

// work_group_<name>(x) and sub_group_<name>(x), which differ in who takes part, and in which types there are.
#define WEFT_COLLECTIVES(T, name, value, compute)                                                                      \
    T WEFT_COLLECTIVE work_group_##name(T x)                                                                           \
    {                                                                                                                  \
        WEFT_TOGETHER(T, value, compute);                                                                              \
    }                                                                                                                  \
    WEFT_SUB_GROUP_COLLECTIVE(T, name, value, compute)
#define WEFT_SUB_GROUP_COLLECTIVE(T, name, value, compute)                                                             \
    T WEFT_COLLECTIVE sub_group_##name(T x)                                                                            \
    {                                                                                                                  \
        WEFT_SUB_GROUP_TOGETHER(T, value, compute);                                                                    \
    }

// compute: all get the value.
#define WEFT_ALL(T, value)                                                                                             \
    const T one = (value);                                                                                             \
    for (size_t i = 0; i < n; i++)                                                                                     \
        *slots[i] = one;

// compute: all get combine(all values).
#define WEFT_REDUCE(T, combine)                                                                                        \
    T all = *slots[0];                                                                                                 \
    for (size_t i = 1; i < n; i++)                                                                                     \
        all = combine(all, *slots[i]);                                                                                 \
    WEFT_ALL(T, all)

// compute: each gets combine(all up to its own), and the same without its own.
#define WEFT_SCAN_INCLUSIVE(T, combine)                                                                                \
    for (size_t i = 1; i < n; i++)                                                                                     \
        *slots[i] = combine(*slots[i - 1], *slots[i]);
#define WEFT_SCAN_EXCLUSIVE(T, combine, identity)                                                                      \
    T before = identity;                                                                                               \
    for (size_t i = 0; i < n; i++) {                                                                                   \
        T own = *slots[i];                                                                                             \
        *slots[i] = before;                                                                                            \
        before = combine(before, own);                                                                                 \
    }

#define WEFT_ADD(a, b) ((a) + (b))

#endif
