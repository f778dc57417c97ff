// SPDX-License-Identifier: Apache-2.0
// Shapes of the OpenCL C 1.x atomics, all relaxed.
//
// Accesses to __local memory stay atomic instructions here although one thread runs a work-group: packed work-items
// may hit the same address, so the work-group compiler must see them. It makes them plain after packing.
#ifndef WEFT_ATOMIC_H
#define WEFT_ATOMIC_H

#include "weft_gentype.h"

// M(prefix, space, type, atomic type, ...): atomic_ on 32 bits, atom_ on 32 and 64 bits, in __global and __local; atomic_
// by generic pointers too, which C++ for OpenCL has.
#define WEFT_ATOMIC_32(M, prefix, ...)                                                                                 \
    M(prefix, __global, int, atomic_int, __VA_ARGS__)                                                                  \
    M(prefix, __global, uint, atomic_uint, __VA_ARGS__)                                                                \
    M(prefix, __local, int, atomic_int, __VA_ARGS__)                                                                   \
    M(prefix, __local, uint, atomic_uint, __VA_ARGS__)
#define WEFT_ATOMIC_64(M, prefix, ...)                                                                                 \
    M(prefix, __global, long, atomic_long, __VA_ARGS__)                                                                \
    M(prefix, __global, ulong, atomic_ulong, __VA_ARGS__)                                                              \
    M(prefix, __local, long, atomic_long, __VA_ARGS__)                                                                 \
    M(prefix, __local, ulong, atomic_ulong, __VA_ARGS__)
#define WEFT_ATOMIC_GENERIC(M, prefix, ...)                                                                            \
    M(prefix, WEFT_GENERIC, int, atomic_int, __VA_ARGS__)                                                              \
    M(prefix, WEFT_GENERIC, uint, atomic_uint, __VA_ARGS__)
#define WEFT_ATOMICS(M, ...)                                                                                           \
    WEFT_ATOMIC_GENERIC(M, atomic_, __VA_ARGS__)                                                                       \
    WEFT_ATOMIC_32(M, atomic_, __VA_ARGS__)                                                                            \
    WEFT_ATOMIC_32(M, atom_, __VA_ARGS__)                                                                              \
    WEFT_ATOMIC_64(M, atom_, __VA_ARGS__)

// old = *p; *p = old <op> operand; return old
#define WEFT_ATOMIC_FETCH(prefix, space, T, A, name, op)                                                               \
    T WEFT_MEM_INLINE prefix##name(volatile space T *p, T operand)                                                     \
    {                                                                                                                  \
        return __opencl_atomic_##op((space A *)p, operand, memory_order_relaxed, memory_scope_device);                 \
    }

// the same with the operand 1
#define WEFT_ATOMIC_STEP(prefix, space, T, A, name, op)                                                                \
    T WEFT_MEM_INLINE prefix##name(volatile space T *p)                                                                \
    {                                                                                                                  \
        return __opencl_atomic_##op((space A *)p, (T)1, memory_order_relaxed, memory_scope_device);                    \
    }

#endif
