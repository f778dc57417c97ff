// SPDX-License-Identifier: Apache-2.0
// Every conversion as a function over arrays: scalars, vectors of 3 and of 16.
#include "types.h"

#pragma OPENCL EXTENSION cl_khr_fp16 : enable

#define DEFINE(suffix, rounding, saturated, S, D) DEFINE_EXPANDED(suffix, S, D)
#define DEFINE_EXPANDED(suffix, S, D)                                                                                  \
    void convert_##D##suffix##_from_##S(global const S *in, global D *out, ulong n)                                    \
    {                                                                                                                  \
        for (ulong i = 0; i < n; i++)                                                                                  \
            out[i] = convert_##D##suffix(in[i]);                                                                       \
    }                                                                                                                  \
    void convert_##D##3##suffix##_from_##S(global const S *in, global D *out, ulong n)                                 \
    {                                                                                                                  \
        for (ulong i = 0; i < n / 3; i++)                                                                              \
            vstore3(convert_##D##3##suffix(vload3(i, in)), i, out);                                                    \
    }                                                                                                                  \
    void convert_##D##16##suffix##_from_##S(global const S *in, global D *out, ulong n)                                \
    {                                                                                                                  \
        for (ulong i = 0; i < n / 16; i++)                                                                             \
            vstore16(convert_##D##16##suffix(vload16(i, in)), i, out);                                                 \
    }

// SOURCE comes from the command line.
#define TO_INTEGER(D, S) ROUNDINGS(DEFINE, S, D) SATURATIONS(DEFINE, S, D)
#define TO_FLOAT(D, S) ROUNDINGS(DEFINE, S, D)

INTEGERS(TO_INTEGER, SOURCE)
TO_FLOAT(half, SOURCE)
TO_FLOAT(float, SOURCE)
TO_FLOAT(double, SOURCE)
