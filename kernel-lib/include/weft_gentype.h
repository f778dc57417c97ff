// SPDX-License-Identifier: Apache-2.0
// Attributes of builtins, and macros that write a builtin's vector overloads by calling its scalar overload.
//
// Every .cl file of the library includes this first. A file defines the scalar overloads itself and then says
// e.g. `WEFT_UNARY(float, sin, float)`: float2, 3, 4, 8 and 16 follow. Element-wise calls are what the
// work-group compiler wants: it splits vectors and packs work-items anyway.
#ifndef WEFT_GENTYPE_H
#define WEFT_GENTYPE_H

#pragma OPENCL EXTENSION cl_khr_fp16 : enable

// A builtin that neither reads nor writes memory.
#define WEFT_FN __attribute__((overloadable, const))
// The same, small enough to be inlined wherever it is called.
#define WEFT_INLINE __attribute__((overloadable, const, always_inline))
// A builtin with pointer arguments or side effects.
#define WEFT_MEM __attribute__((overloadable))
#define WEFT_MEM_INLINE __attribute__((overloadable, always_inline))
// For helpers that are no builtins: `WEFT_HELPER float __weft_foo(float x)`.
#define WEFT_HELPER static inline __attribute__((always_inline))

// ---- Lists --------------------------------------------------------------------------------------------------------

// M(lane, ...) for each lane of a vector, separated by commas.
#define WEFT_LANES_2(M, ...) M(0, __VA_ARGS__), M(1, __VA_ARGS__)
#define WEFT_LANES_3(M, ...) WEFT_LANES_2(M, __VA_ARGS__), M(2, __VA_ARGS__)
#define WEFT_LANES_4(M, ...) WEFT_LANES_3(M, __VA_ARGS__), M(3, __VA_ARGS__)
#define WEFT_LANES_8(M, ...)                                                                                           \
    WEFT_LANES_4(M, __VA_ARGS__), M(4, __VA_ARGS__), M(5, __VA_ARGS__), M(6, __VA_ARGS__), M(7, __VA_ARGS__)
#define WEFT_LANES_16(M, ...)                                                                                          \
    WEFT_LANES_8(M, __VA_ARGS__), M(8, __VA_ARGS__), M(9, __VA_ARGS__), M(a, __VA_ARGS__), M(b, __VA_ARGS__),          \
        M(c, __VA_ARGS__), M(d, __VA_ARGS__), M(e, __VA_ARGS__), M(f, __VA_ARGS__)

// M(lane, ...) for each lane of a vector, as a sequence of statements.
#define WEFT_DO_LANES_2(M, ...) M(0, __VA_ARGS__) M(1, __VA_ARGS__)
#define WEFT_DO_LANES_3(M, ...) WEFT_DO_LANES_2(M, __VA_ARGS__) M(2, __VA_ARGS__)
#define WEFT_DO_LANES_4(M, ...) WEFT_DO_LANES_3(M, __VA_ARGS__) M(3, __VA_ARGS__)
#define WEFT_DO_LANES_8(M, ...)                                                                                        \
    WEFT_DO_LANES_4(M, __VA_ARGS__) M(4, __VA_ARGS__) M(5, __VA_ARGS__) M(6, __VA_ARGS__) M(7, __VA_ARGS__)
#define WEFT_DO_LANES_16(M, ...)                                                                                       \
    WEFT_DO_LANES_8(M, __VA_ARGS__)                                                                                    \
    M(8, __VA_ARGS__) M(9, __VA_ARGS__) M(a, __VA_ARGS__) M(b, __VA_ARGS__) M(c, __VA_ARGS__) M(d, __VA_ARGS__)        \
        M(e, __VA_ARGS__) M(f, __VA_ARGS__)

// M(width, ...) for each vector width.
#define WEFT_WIDTHS(M, ...) M(2, __VA_ARGS__) M(3, __VA_ARGS__) M(4, __VA_ARGS__) M(8, __VA_ARGS__) M(16, __VA_ARGS__)

// The generic address space, for the overloads that programs see who have it.
#define WEFT_GENERIC __attribute__((opencl_generic))
// M(space, ...) for each address space that can be written.
#define WEFT_SPACES(M, ...)                                                                                            \
    M(__private, __VA_ARGS__) M(__local, __VA_ARGS__) M(__global, __VA_ARGS__) M(WEFT_GENERIC, __VA_ARGS__)

// M(type, ...) for each scalar type of a kind.
#define WEFT_SIGNED_TYPES(M, ...) M(char, __VA_ARGS__) M(short, __VA_ARGS__) M(int, __VA_ARGS__) M(long, __VA_ARGS__)
#define WEFT_UNSIGNED_TYPES(M, ...)                                                                                    \
    M(uchar, __VA_ARGS__) M(ushort, __VA_ARGS__) M(uint, __VA_ARGS__) M(ulong, __VA_ARGS__)
#define WEFT_INTEGER_TYPES(M, ...) WEFT_SIGNED_TYPES(M, __VA_ARGS__) WEFT_UNSIGNED_TYPES(M, __VA_ARGS__)
#define WEFT_FLOAT_TYPES(M, ...) M(half, __VA_ARGS__) M(float, __VA_ARGS__) M(double, __VA_ARGS__)
#define WEFT_ALL_TYPES(M, ...) WEFT_INTEGER_TYPES(M, __VA_ARGS__) WEFT_FLOAT_TYPES(M, __VA_ARGS__)

// Rn name(An), Rn name(An, An, An) by a builtin of Clang's that takes vectors: one instruction.
#define WEFT_ELEMENTWISE_N(n, T, name, builtin)                                                                        \
    T##n WEFT_INLINE name(T##n x)                                                                                      \
    {                                                                                                                  \
        return builtin(x);                                                                                             \
    }
#define WEFT_ELEMENTWISE(T, name, builtin)                                                                             \
    WEFT_ELEMENTWISE_N(, T, name, builtin)                                                                             \
    WEFT_WIDTHS(WEFT_ELEMENTWISE_N, T, name, builtin)
#define WEFT_ELEMENTWISE_3_N(n, T, name, builtin)                                                                      \
    T##n WEFT_INLINE name(T##n x, T##n y, T##n z)                                                                      \
    {                                                                                                                  \
        return builtin(x, y, z);                                                                                       \
    }
#define WEFT_ELEMENTWISE_3(T, name, builtin)                                                                           \
    WEFT_ELEMENTWISE_3_N(, T, name, builtin)                                                                           \
    WEFT_WIDTHS(WEFT_ELEMENTWISE_3_N, T, name, builtin)

// ---- Vector overloads from scalar ones ----------------------------------------------------------------------------

#define WEFT_CALL_V(i, name) name(x.s##i)
#define WEFT_CALL_VV(i, name) name(x.s##i, y.s##i)
#define WEFT_CALL_VS(i, name) name(x.s##i, y)
#define WEFT_CALL_SV(i, name) name(x, y.s##i)
#define WEFT_CALL_VVV(i, name) name(x.s##i, y.s##i, z.s##i)
#define WEFT_CALL_VVS(i, name) name(x.s##i, y.s##i, z)
#define WEFT_CALL_VSS(i, name) name(x.s##i, y, z)
#define WEFT_CALL_SSV(i, name) name(x, y, z.s##i)

// Rn name(An)
#define WEFT_UNARY_N(n, R, name, A)                                                                                    \
    R##n WEFT_FN name(A##n x)                                                                                          \
    {                                                                                                                  \
        return (R##n)(WEFT_LANES_##n(WEFT_CALL_V, name));                                                              \
    }
#define WEFT_UNARY(R, name, A) WEFT_WIDTHS(WEFT_UNARY_N, R, name, A)

// Rn name(An, Bn)
#define WEFT_BINARY_N(n, R, name, A, B)                                                                                \
    R##n WEFT_FN name(A##n x, B##n y)                                                                                  \
    {                                                                                                                  \
        return (R##n)(WEFT_LANES_##n(WEFT_CALL_VV, name));                                                             \
    }
#define WEFT_BINARY(R, name, A, B) WEFT_WIDTHS(WEFT_BINARY_N, R, name, A, B)

// Rn name(An, B): the second argument is a scalar
#define WEFT_BINARY_VS_N(n, R, name, A, B)                                                                             \
    R##n WEFT_FN name(A##n x, B y)                                                                                     \
    {                                                                                                                  \
        return (R##n)(WEFT_LANES_##n(WEFT_CALL_VS, name));                                                             \
    }
#define WEFT_BINARY_VS(R, name, A, B) WEFT_WIDTHS(WEFT_BINARY_VS_N, R, name, A, B)

// Rn name(A, Bn): the first argument is a scalar
#define WEFT_BINARY_SV_N(n, R, name, A, B)                                                                             \
    R##n WEFT_FN name(A x, B##n y)                                                                                     \
    {                                                                                                                  \
        return (R##n)(WEFT_LANES_##n(WEFT_CALL_SV, name));                                                             \
    }
#define WEFT_BINARY_SV(R, name, A, B) WEFT_WIDTHS(WEFT_BINARY_SV_N, R, name, A, B)

// Rn name(An, Bn, Cn), and the forms with scalar arguments
#define WEFT_TERNARY_N(n, R, name, A, B, C)                                                                            \
    R##n WEFT_FN name(A##n x, B##n y, C##n z)                                                                          \
    {                                                                                                                  \
        return (R##n)(WEFT_LANES_##n(WEFT_CALL_VVV, name));                                                            \
    }
#define WEFT_TERNARY(R, name, A, B, C) WEFT_WIDTHS(WEFT_TERNARY_N, R, name, A, B, C)
#define WEFT_TERNARY_VVS_N(n, R, name, A, B, C)                                                                        \
    R##n WEFT_FN name(A##n x, B##n y, C z)                                                                             \
    {                                                                                                                  \
        return (R##n)(WEFT_LANES_##n(WEFT_CALL_VVS, name));                                                            \
    }
#define WEFT_TERNARY_VVS(R, name, A, B, C) WEFT_WIDTHS(WEFT_TERNARY_VVS_N, R, name, A, B, C)
#define WEFT_TERNARY_VSS_N(n, R, name, A, B, C)                                                                        \
    R##n WEFT_FN name(A##n x, B y, C z)                                                                                \
    {                                                                                                                  \
        return (R##n)(WEFT_LANES_##n(WEFT_CALL_VSS, name));                                                            \
    }
#define WEFT_TERNARY_VSS(R, name, A, B, C) WEFT_WIDTHS(WEFT_TERNARY_VSS_N, R, name, A, B, C)
#define WEFT_TERNARY_SSV_N(n, R, name, A, B, C)                                                                        \
    R##n WEFT_FN name(A x, B y, C##n z)                                                                                \
    {                                                                                                                  \
        return (R##n)(WEFT_LANES_##n(WEFT_CALL_SSV, name));                                                            \
    }
#define WEFT_TERNARY_SSV(R, name, A, B, C) WEFT_WIDTHS(WEFT_TERNARY_SSV_N, R, name, A, B, C)

// ---- Functions with an output pointer: define the scalar overload for __private, the rest follows -----------------

// R name(A, P *): __local and __global scalars, and all vectors
#define WEFT_OUT1_LANE(i, name)                                                                                        \
    r.s##i = name(x.s##i, &element);                                                                                   \
    out.s##i = element;
#define WEFT_OUT1_N(n, space, R, name, A, P)                                                                           \
    R##n WEFT_MEM name(A##n x, space P##n *p)                                                                          \
    {                                                                                                                  \
        R##n r;                                                                                                        \
        P##n out;                                                                                                      \
        __private P element;                                                                                           \
        WEFT_DO_LANES_##n(WEFT_OUT1_LANE, name);                                                                       \
        *p = out;                                                                                                      \
        return r;                                                                                                      \
    }
#define WEFT_OUT1_SPACE(space, R, name, A, P) WEFT_WIDTHS(WEFT_OUT1_N, space, R, name, A, P)
#define WEFT_OUT1_SCALAR(space, R, name, A, P)                                                                         \
    R WEFT_MEM name(A x, space P *p)                                                                                   \
    {                                                                                                                  \
        __private P element;                                                                                           \
        R r = name(x, &element);                                                                                       \
        *p = element;                                                                                                  \
        return r;                                                                                                      \
    }
#define WEFT_UNARY_OUT(R, name, A, P)                                                                                  \
    WEFT_OUT1_SCALAR(__local, R, name, A, P)                                                                           \
    WEFT_OUT1_SCALAR(__global, R, name, A, P)                                                                          \
    WEFT_OUT1_SCALAR(WEFT_GENERIC, R, name, A, P)                                                                      \
    WEFT_SPACES(WEFT_OUT1_SPACE, R, name, A, P)

// R name(A, B, P *)
#define WEFT_OUT2_LANE(i, name)                                                                                        \
    r.s##i = name(x.s##i, y.s##i, &element);                                                                           \
    out.s##i = element;
#define WEFT_OUT2_N(n, space, R, name, A, B, P)                                                                        \
    R##n WEFT_MEM name(A##n x, B##n y, space P##n *p)                                                                  \
    {                                                                                                                  \
        R##n r;                                                                                                        \
        P##n out;                                                                                                      \
        __private P element;                                                                                           \
        WEFT_DO_LANES_##n(WEFT_OUT2_LANE, name);                                                                       \
        *p = out;                                                                                                      \
        return r;                                                                                                      \
    }
#define WEFT_OUT2_SPACE(space, R, name, A, B, P) WEFT_WIDTHS(WEFT_OUT2_N, space, R, name, A, B, P)
#define WEFT_OUT2_SCALAR(space, R, name, A, B, P)                                                                      \
    R WEFT_MEM name(A x, B y, space P *p)                                                                              \
    {                                                                                                                  \
        __private P element;                                                                                           \
        R r = name(x, y, &element);                                                                                    \
        *p = element;                                                                                                  \
        return r;                                                                                                      \
    }
#define WEFT_BINARY_OUT(R, name, A, B, P)                                                                              \
    WEFT_OUT2_SCALAR(__local, R, name, A, B, P)                                                                        \
    WEFT_OUT2_SCALAR(__global, R, name, A, B, P)                                                                       \
    WEFT_OUT2_SCALAR(WEFT_GENERIC, R, name, A, B, P)                                                                   \
    WEFT_SPACES(WEFT_OUT2_SPACE, R, name, A, B, P)

// ---- Half by way of float -------------------------------------------------------------------------------------------

// A float has more than twice a half's digits, and its exponents reach further than any intermediate result needs: an
// error of a few ULP in float is lost when the result is rounded to half. Scalars and vectors.

// R name(half), where R is half or int
#define WEFT_HALF_UNARY(R, name)                                                                                       \
    R WEFT_FN name(half x)                                                                                             \
    {                                                                                                                  \
        return (R)name((float)x);                                                                                      \
    }                                                                                                                  \
    WEFT_UNARY(R, name, half)

// half name(half, half) and half name(half, int)
#define WEFT_HALF_half float
#define WEFT_HALF_int int
#define WEFT_HALF_BINARY(name, B)                                                                                      \
    half WEFT_FN name(half x, B y)                                                                                     \
    {                                                                                                                  \
        return (half)name((float)x, (WEFT_HALF_##B)y);                                                                 \
    }                                                                                                                  \
    WEFT_BINARY(half, name, half, B)

// half name(half, P *) and half name(half, half, P *), where P is half or int
#define WEFT_HALF_UNARY_OUT(name, P)                                                                                   \
    half WEFT_MEM name(half x, P *p)                                                                                   \
    {                                                                                                                  \
        __private WEFT_HALF_##P out;                                                                                   \
        half r = (half)name((float)x, &out);                                                                           \
        *p = (P)out;                                                                                                   \
        return r;                                                                                                      \
    }                                                                                                                  \
    WEFT_UNARY_OUT(half, name, half, P)
#define WEFT_HALF_BINARY_OUT(name, P)                                                                                  \
    half WEFT_MEM name(half x, half y, P *p)                                                                           \
    {                                                                                                                  \
        __private WEFT_HALF_##P out;                                                                                   \
        half r = (half)name((float)x, (float)y, &out);                                                                 \
        *p = (P)out;                                                                                                   \
        return r;                                                                                                      \
    }                                                                                                                  \
    WEFT_BINARY_OUT(half, name, half, half, P)

#endif
