// SPDX-License-Identifier: Apache-2.0
// The common functions over arrays, with vectors of each width.
#pragma OPENCL EXTENSION cl_khr_fp16 : enable

#define GET_1(i, p) (p)[i]
#define GET_2(i, p) vload2(i, p)
#define GET_3(i, p) vload3(i, p)
#define GET_4(i, p) vload4(i, p)
#define GET_8(i, p) vload8(i, p)
#define GET_16(i, p) vload16(i, p)
#define PUT_1(v, i, p) (p)[i] = v
#define PUT_2(v, i, p) vstore2(v, i, p)
#define PUT_3(v, i, p) vstore3(v, i, p)
#define PUT_4(v, i, p) vstore4(v, i, p)
#define PUT_8(v, i, p) vstore8(v, i, p)
#define PUT_16(v, i, p) vstore16(v, i, p)

#define OVER(name, n, T, call)                                                                                         \
    void name##_##n##_##T(global const T *x, global const T *y, global const T *z, global T *out, ulong count)         \
    {                                                                                                                  \
        for (ulong i = 0; i < count / n; i++)                                                                          \
            PUT_##n(call, i, out);                                                                                     \
    }
#define X(n) GET_##n(i, x)
#define Y(n) GET_##n(i, y)
#define Z(n) GET_##n(i, z)
// The scalar of a vector is that of its first component.
#define SCALAR(n, p) p[i * n]

#define FUNCTIONS(n, T)                                                                                                \
    OVER(clamp, n, T, clamp(X(n), Y(n), Z(n)))                                                                         \
    OVER(clamp_scalar, n, T, clamp(X(n), SCALAR(n, y), SCALAR(n, z)))                                                  \
    OVER(degrees, n, T, degrees(X(n)))                                                                                 \
    OVER(max, n, T, max(X(n), Y(n)))                                                                                   \
    OVER(max_scalar, n, T, max(X(n), SCALAR(n, y)))                                                                    \
    OVER(min, n, T, min(X(n), Y(n)))                                                                                   \
    OVER(min_scalar, n, T, min(X(n), SCALAR(n, y)))                                                                    \
    OVER(mix, n, T, mix(X(n), Y(n), Z(n)))                                                                             \
    OVER(mix_scalar, n, T, mix(X(n), Y(n), SCALAR(n, z)))                                                              \
    OVER(radians, n, T, radians(X(n)))                                                                                 \
    OVER(sign, n, T, sign(X(n)))                                                                                       \
    OVER(smoothstep, n, T, smoothstep(X(n), Y(n), Z(n)))                                                               \
    OVER(smoothstep_scalar, n, T, smoothstep(SCALAR(n, x), SCALAR(n, y), Z(n)))                                        \
    OVER(step, n, T, step(X(n), Y(n)))                                                                                 \
    OVER(step_scalar, n, T, step(SCALAR(n, x), Y(n)))
#define WIDTHS(T) FUNCTIONS(1, T) FUNCTIONS(2, T) FUNCTIONS(3, T) FUNCTIONS(4, T) FUNCTIONS(8, T) FUNCTIONS(16, T)
WIDTHS(half)
WIDTHS(float)
WIDTHS(double)
