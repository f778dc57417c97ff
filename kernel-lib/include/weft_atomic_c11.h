// SPDX-License-Identifier: Apache-2.0
// Shapes of the C11 atomics of OpenCL C 2.0 and later by generic pointers, which are all that programs see of most:
// where a pointer leads is inferred once they are inlined. Of sums of floats (cl_ext_float_atomics) Clang's table also
// has those by pointers to __global and __local.
//
// Each comes with order and scope, with the order only (scope: the device) and with neither (sequentially consistent).
// One thread runs a work-group, so no scope needs less than an ordinary atomic instruction; see weft_atomic.h.
#ifndef WEFT_ATOMIC_C11_H
#define WEFT_ATOMIC_C11_H

#include "weft_gentype.h"

// M(atomic type, value type, ...)
#define WEFT_C11_INTEGERS(M, ...)                                                                                      \
    M(atomic_int, int, __VA_ARGS__)                                                                                    \
    M(atomic_uint, uint, __VA_ARGS__)                                                                                  \
    M(atomic_long, long, __VA_ARGS__)                                                                                  \
    M(atomic_ulong, ulong, __VA_ARGS__)
#define WEFT_C11_FLOATS(M, ...)                                                                                        \
    M(atomic_float, float, __VA_ARGS__)                                                                                \
    M(atomic_double, double, __VA_ARGS__)
// M(atomic type, operand type, value type, ...): intptr_t, uintptr_t and ptrdiff_t operands may differ in sign
#define WEFT_C11_POINTER_DIFFERENCES(M, ...)                                                                           \
    M(atomic_long, ulong, long, __VA_ARGS__)                                                                           \
    M(atomic_ulong, long, ulong, __VA_ARGS__)

// old = *p; *p = old <op> operand; return old. R is the object's type.
#define WEFT_C11_FETCH_IN(space, A, V, R, name, op)                                                                    \
    R WEFT_MEM_INLINE name##_explicit(volatile space A *p, V operand, memory_order order, memory_scope scope)          \
    {                                                                                                                  \
        return __opencl_atomic_##op((space A *)p, (R)operand, order, memory_scope_device);                             \
    }                                                                                                                  \
    R WEFT_MEM_INLINE name##_explicit(volatile space A *p, V operand, memory_order order)                              \
    {                                                                                                                  \
        return __opencl_atomic_##op((space A *)p, (R)operand, order, memory_scope_device);                             \
    }                                                                                                                  \
    R WEFT_MEM_INLINE name(volatile space A *p, V operand)                                                             \
    {                                                                                                                  \
        return __opencl_atomic_##op((space A *)p, (R)operand, __ATOMIC_SEQ_CST, memory_scope_device);                  \
    }
#define WEFT_C11_FETCH_AS(A, V, R, name, op) WEFT_C11_FETCH_IN(WEFT_GENERIC, A, V, R, name, op)
#define WEFT_C11_FETCH(A, V, name, op) WEFT_C11_FETCH_AS(A, V, V, name, op)
#define WEFT_C11_FETCH_EVERYWHERE(A, V, name, op)                                                                      \
    WEFT_C11_FETCH_IN(__global, A, V, V, name, op)                                                                     \
    WEFT_C11_FETCH_IN(__local, A, V, V, name, op)                                                                      \
    WEFT_C11_FETCH_AS(A, V, V, name, op)

#endif
