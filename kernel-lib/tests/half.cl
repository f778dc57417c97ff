// SPDX-License-Identifier: Apache-2.0
// vload_half and vstore_half with their kin as functions over arrays.
#include "types.h"

#define STORE(suffix, rounding, saturated, T, ...)                                                                     \
    void vstore_half##suffix##_##T(global const T *in, global half *out, ulong n)                                      \
    {                                                                                                                  \
        for (ulong i = 0; i < n; i++)                                                                                  \
            vstore_half##suffix(in[i], i, out);                                                                        \
    }                                                                                                                  \
    void vstorea_half4##suffix##_##T(global const T *in, global half *out, ulong n)                                    \
    {                                                                                                                  \
        for (ulong i = 0; i < n / 4; i++)                                                                              \
            vstorea_half4##suffix(vload4(i, in), i, out);                                                              \
    }                                                                                                                  \
    void vstore_half3##suffix##_##T(global const T *in, global half *out, ulong n)                                     \
    {                                                                                                                  \
        for (ulong i = 0; i < n / 3; i++)                                                                              \
            vstore_half3##suffix(vload3(i, in), i, out);                                                               \
    }

ROUNDINGS(STORE, float)
ROUNDINGS(STORE, double)

void
load(global const half *in, global float *out, ulong n)
{
    for (ulong i = 0; i < n; i++)
        out[i] = vload_half(i, in);
}

void
load16(global const half *in, global float *out, ulong n)
{
    for (ulong i = 0; i < n / 16; i++)
        vstore16(vload_half16(i, in), i, out);
}

void
loada3(global const half *in, global float *out, ulong n)
{
    for (ulong i = 0; i < n / 4; i++)
        vstore4((float4)(vloada_half3(i, in), 0.0f), i, out);
}

void
storea3(global const float *in, global half *out, ulong n)
{
    for (ulong i = 0; i < n / 4; i++)
        vstorea_half3(vload4(i, in).xyz, i, out);
}
