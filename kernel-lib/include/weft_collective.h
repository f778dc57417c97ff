// SPDX-License-Identifier: Apache-2.0
// Functions that all work-items of a group, or of a sub-group, take part in.
//
// Each work-item leaves its value in the scratch memory of all; past a barrier the first one computes what all are to
// get, and past another one each takes its own. One thread runs the group: n steps by one work-item are no more than
// n work-items' one step. A work-item only ever reads its own place after the second barrier, or the one where the
// first leaves what all of a group get alike, so that the next function may begin while others have not read theirs:
// places of one size lie side by side, and apart from those of another size; those of sub-groups, which other functions
// use as well, are as large for all types.
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

// The rest of a function's body: `value` is the work-item's of type T; `compute` turns WEFT_SLOT(0) to
// WEFT_SLOT(n - 1), which are all work-items' values, into all work-items' results. Of the 24 bytes that a group has
// for each work-item, places of 8 bytes are the first third, then come those of 4, 2 and 1, and what all get.
#define WEFT_TOGETHER(T, value, compute)                                                                               \
    WEFT_MEET(T, value, compute, (__private char *)__weft_scratch() + (16 - 2 * sizeof(T)) * __weft_group_items(), 1,  \
              get_local_linear_id(), __weft_group_items(), __weft_barrier)
// The same where `compute` declares `all`, which all work-items get.
#define WEFT_TOGETHER_ALIKE(T, value, compute)                                                                         \
    __private T *const common = (__private T *)((__private char *)__weft_scratch() + 16 * __weft_group_items());       \
    WEFT_GATHER(T, value, compute *common = all;                                                                       \
                , (__private char *)__weft_scratch() + (16 - 2 * sizeof(T)) * __weft_group_items(), 1,                 \
                get_local_linear_id(), __weft_group_items(), __weft_barrier)                                           \
    return *common
// The same for the work-items of a sub-group.
#define WEFT_SUB_GROUP_TOGETHER(T, value, compute)                                                                     \
    WEFT_MEET(T, value, compute, __weft_sub_group_scratch(), 8 / sizeof(T), __weft_sub_group_local_id(),               \
              __weft_sub_group_items(), __weft_sub_group_barrier)
#define WEFT_MEET(T, value, compute, memory, apart, place, count, meet)                                                \
    WEFT_GATHER(T, value, compute, memory, apart, place, count, meet)                                                  \
    return WEFT_SLOT(me)
#define WEFT_GATHER(T, value, compute, memory, apart, place, count, meet)                                              \
    __private T *slots = (__private T *)(memory);                                                                      \
    const size_t stride = (apart);                                                                                     \
    const size_t me = (place);                                                                                         \
    WEFT_SLOT(me) = (value);                                                                                           \
    meet();                                                                                                            \
    if (me == 0) {                                                                                                     \
        const size_t n = (count);                                                                                      \
        (void)n;                                                                                                       \
        compute                                                                                                        \
    }                                                                                                                  \
    meet();
#define WEFT_SLOT(i) slots[(i) * stride]

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

// The same of those that combine all values.
#define WEFT_REDUCTIONS(T, name, value, combine)                                                                       \
    T WEFT_COLLECTIVE work_group_##name(T x)                                                                           \
    {                                                                                                                  \
        WEFT_TOGETHER_ALIKE(T, value, WEFT_COMBINE(T, combine));                                                       \
    }                                                                                                                  \
    WEFT_SUB_GROUP_REDUCTION(T, name, value, combine)
#define WEFT_SUB_GROUP_REDUCTION(T, name, value, combine)                                                              \
    WEFT_SUB_GROUP_COLLECTIVE(T, name, value, WEFT_COMBINE(T, combine) WEFT_ALL(T, all))

// compute: all get the value.
#define WEFT_ALL(T, value)                                                                                             \
    const T one = (value);                                                                                             \
    for (size_t i = 0; i < n; i++)                                                                                     \
        WEFT_SLOT(i) = one;

// Eight at a time, where they lie side by side: in the order of a tree, as any is right.
#define WEFT_EIGHT(T, v, i)                                                                                            \
    T##8 v;                                                                                                            \
    __builtin_memcpy(&v, slots + (i), sizeof(v));
#define WEFT_IN_EIGHTS (stride == 1 ? n & ~(size_t)7 : 0)

// compute: all is combine(all values).
#define WEFT_COMBINE(T, combine)                                                                                       \
    const size_t eights = WEFT_IN_EIGHTS;                                                                              \
    T all = WEFT_SLOT(0);                                                                                              \
    if (eights) {                                                                                                      \
        WEFT_EIGHT(T, sums, 0)                                                                                         \
        for (size_t i = 8; i < eights; i += 8) {                                                                       \
            WEFT_EIGHT(T, next, i)                                                                                     \
            sums = combine(sums, next);                                                                                \
        }                                                                                                              \
        const T##4 four = combine(sums.lo, sums.hi);                                                                   \
        const T##2 two = combine(four.lo, four.hi);                                                                    \
        all = combine(two.lo, two.hi);                                                                                 \
    }                                                                                                                  \
    for (size_t i = eights ? eights : 1; i < n; i++)                                                                   \
        all = combine(all, WEFT_SLOT(i));

// Each of eight gets combine(all up to its own), where `none` changes nothing.
#define WEFT_EIGHT_UP_TO(T, v, combine, none)                                                                          \
    v = combine(v, (T##8)(none, v.s0123, v.s45, v.s6));                                                                \
    v = combine(v, (T##8)(none, none, v.s0123, v.s45));                                                                \
    v = combine(v, (T##8)((T##4)(none), v.s0123));
// compute: each gets combine(all up to its own), and the same without its own, beginning with `identity`. `none`: what
// changes nothing, not even a zero's sign.
#define WEFT_SCAN_INCLUSIVE(T, combine, none) WEFT_SCAN(T, combine, none, nothing, v, upto)
#define WEFT_SCAN_EXCLUSIVE(T, combine, none, identity)                                                                \
    WEFT_SCAN(T, combine, none, identity, ((T##8)(nothing, v.s0123, v.s45, v.s6)), before)
// first: what is before all; eight: what each of eight gets beside what is before these, by `v`, what it gets up to its
// own; one: what a single one gets, by `before` and `upto`.
#define WEFT_SCAN(T, combine, none, first, eight, one)                                                                 \
    const T nothing = none;                                                                                            \
    T before = first;                                                                                                  \
    const size_t eights = WEFT_IN_EIGHTS;                                                                              \
    for (size_t i = 0; i < eights; i += 8) {                                                                           \
        WEFT_EIGHT(T, v, i)                                                                                            \
        WEFT_EIGHT_UP_TO(T, v, combine, nothing)                                                                       \
        const T##8 mine = combine((T##8)(before), eight);                                                              \
        __builtin_memcpy(slots + i, &mine, sizeof(mine));                                                              \
        before = combine(before, v.s7);                                                                                \
    }                                                                                                                  \
    for (size_t i = eights; i < n; i++) {                                                                              \
        const T upto = combine(before, WEFT_SLOT(i));                                                                  \
        WEFT_SLOT(i) = one;                                                                                            \
        before = upto;                                                                                                 \
    }

// M(type, ...) for each type that the functions are for, with what changes nothing in a sum, and in what is the largest
// and the least of values; and for those of sub-groups alone.
#define WEFT_COLLECTIVE_SUMS(M)                                                                                        \
    M(int, 0) M(uint, 0) M(long, 0) M(ulong, 0) M(half, (half) - 0.0f) M(float, -0.0f) M(double, -0.0)
#define WEFT_COLLECTIVE_LARGEST(M)                                                                                     \
    M(int, INT_MIN)                                                                                                    \
    M(uint, 0) M(long, LONG_MIN) M(ulong, 0) M(half, -INFINITY) M(float, -INFINITY) M(double, -INFINITY)
#define WEFT_COLLECTIVE_LEAST(M)                                                                                       \
    M(int, INT_MAX)                                                                                                    \
    M(uint, UINT_MAX)                                                                                                  \
    M(long, LONG_MAX) M(ulong, ULONG_MAX) M(half, INFINITY) M(float, INFINITY) M(double, INFINITY)
#define WEFT_SMALL_SUMS(M) M(char, 0) M(uchar, 0) M(short, 0) M(ushort, 0)
#define WEFT_SMALL_LARGEST(M) M(char, CHAR_MIN) M(uchar, 0) M(short, SHRT_MIN) M(ushort, 0)
#define WEFT_SMALL_LEAST(M) M(char, CHAR_MAX) M(uchar, UCHAR_MAX) M(short, SHRT_MAX) M(ushort, USHRT_MAX)

#define WEFT_ADD(a, b) ((a) + (b))

#endif
