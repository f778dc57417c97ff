// SPDX-License-Identifier: Apache-2.0
// The OpenCL C side of edges.h: loops over arrays, by vectors of each width.
#ifndef WEFT_TESTS_WIDTHS_H
#define WEFT_TESTS_WIDTHS_H

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

// name_n_T(x, y, z, out, count): `call` for each vector of n, whose arguments are X(n), Y(n), Z(n).
#define OVER(name, n, T, call) OVER_TO(name, n, T, T, call)
#define OVER_TO(name, n, T, R, call)                                                                                   \
    void name##_##n##_##T(global const T *x, global const T *y, global const T *z, global R *out, ulong count)         \
    {                                                                                                                  \
        for (ulong i = 0; i < count / n; i++)                                                                          \
            PUT_##n(call, i, out);                                                                                     \
    }
#define X(n) GET_##n(i, x)
#define Y(n) GET_##n(i, y)
#define Z(n) GET_##n(i, z)
// The scalar of a vector is that of its first component.
#define SCALAR(n, p) p[i * n]

#endif
