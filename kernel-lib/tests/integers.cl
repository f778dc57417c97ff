// SPDX-License-Identifier: Apache-2.0
// The integer functions over arrays, scalar and in vectors of 16.
#include "types.h"

#define WRAP(name, T, R, scalar, vector)                                                                               \
    void name##_##T(global const T *x, global const T *y, global const T *z, global R *out, ulong n)                   \
    {                                                                                                                  \
        for (ulong i = 0; i < n; i++)                                                                                  \
            out[i] = scalar;                                                                                           \
    }                                                                                                                  \
    void name##16_##T(global const T *x, global const T *y, global const T *z, global R *out, ulong n)                 \
    {                                                                                                                  \
        for (ulong i = 0; i < n / 16; i++)                                                                             \
            vstore16(vector, i, out);                                                                                  \
    }
#define V(p) vload16(i, p)
#define UNARY(name, T, R) WRAP(name, T, R, name(x[i]), name(V(x)))
#define BINARY(name, T, R) WRAP(name, T, R, name(x[i], y[i]), name(V(x), V(y)))
#define TERNARY(name, T, R) WRAP(name, T, R, name(x[i], y[i], z[i]), name(V(x), V(y), V(z)))

#define COMMON(T, U)                                                                                                   \
    UNARY(abs, T, U)                                                                                                   \
    UNARY(clz, T, T)                                                                                                   \
    UNARY(popcount, T, T)                                                                                              \
    BINARY(abs_diff, T, U)                                                                                             \
    BINARY(add_sat, T, T)                                                                                              \
    BINARY(sub_sat, T, T)                                                                                              \
    BINARY(hadd, T, T)                                                                                                 \
    BINARY(rhadd, T, T)                                                                                                \
    BINARY(min, T, T)                                                                                                  \
    BINARY(max, T, T)                                                                                                  \
    BINARY(mul_hi, T, T)                                                                                               \
    BINARY(rotate, T, T)                                                                                               \
    TERNARY(mad_hi, T, T)                                                                                              \
    TERNARY(mad_sat, T, T)                                                                                             \
    WRAP(clamp, T, T, clamp(x[i], min(y[i], z[i]), max(y[i], z[i])), clamp(V(x), min(V(y), V(z)), max(V(y), V(z))))    \
    WRAP(clamp_scalar, T, T, clamp(x[i], (T)3, (T)77), clamp(V(x), (T)3, (T)77))                                       \
    WRAP(select, T, T, select(x[i], y[i], z[i]), select(V(x), V(y), V(z)))                                             \
    WRAP(bitselect, T, T, bitselect(x[i], y[i], z[i]), bitselect(V(x), V(y), V(z)))
#define ALL(T, ...) COMMON_##T
#define COMMON_char COMMON(char, uchar)
#define COMMON_uchar COMMON(uchar, uchar)
#define COMMON_short COMMON(short, ushort)
#define COMMON_ushort COMMON(ushort, ushort)
#define COMMON_int COMMON(int, uint)
#define COMMON_uint COMMON(uint, uint)
#define COMMON_long COMMON(long, ulong)
#define COMMON_ulong COMMON(ulong, ulong)
INTEGERS(ALL, )

#define UPSAMPLE(T, L, R) WRAP(upsample, T, R, upsample(x[i], (L)y[i]), upsample(V(x), as_##L##16(V(y))))
UPSAMPLE(char, uchar, short)
UPSAMPLE(uchar, uchar, ushort)
UPSAMPLE(short, ushort, int)
UPSAMPLE(ushort, ushort, uint)
UPSAMPLE(int, uint, long)
UPSAMPLE(uint, uint, ulong)
WRAP(mul24, int, int, mul24(x[i] << 8 >> 8, y[i] << 8 >> 8), mul24(V(x) << 8 >> 8, V(y) << 8 >> 8))
WRAP(mul24, uint, uint, mul24(x[i] & 0xffffff, y[i] & 0xffffff), mul24(V(x) & 0xffffff, V(y) & 0xffffff))
WRAP(mad24, int, int, mad24(x[i] << 8 >> 8, y[i] << 8 >> 8, z[i]), mad24(V(x) << 8 >> 8, V(y) << 8 >> 8, V(z)))
WRAP(mad24, uint, uint, mad24(x[i] & 0xffffff, y[i] & 0xffffff, z[i]), mad24(V(x) & 0xffffff, V(y) & 0xffffff, V(z)))
