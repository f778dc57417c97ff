// SPDX-License-Identifier: Apache-2.0
// Kernels for harness.c: what CPUs do differently, and packs with lanes that are off. All arguments are pointers.
#pragma OPENCL EXTENSION cl_khr_fp16 : enable

#ifndef WRONG
#define WRONG 0
#endif

kernel void tail(global const float *a, global float *out, global const int *n)
{
    int i = get_global_id(0);
    if (i < *n)
        out[i] = a[i] * 2 + 1 + WRONG;
}

kernel void bytes(global const uchar *a, global uchar *out)
{
    int i = get_global_id(0);
    if (a[i] & 1)
        out[i] = a[i] / 3;
}

kernel void shorts(global const ushort *a, global ushort *out)
{
    int i = get_global_id(0);
    if (a[i] % 3)
        out[i] = mul_hi(a[i], (ushort)40503) + a[i];
}

kernel void gathered(global const int *a, global const int *which, global int *out)
{
    int i = get_global_id(0);
    if (which[i] >= 0)
        out[which[i]] = a[which[i]] + a[i] * 3;
}

// A pointer for each work-item, which is loaded itself.
kernel void pointers(global const int *a, global const int *which, global int *out)
{
    global const int *local from[64];
    int i = get_global_id(0), l = get_local_id(0);
    from[l] = a + i;
    barrier(CLK_LOCAL_MEM_FENCE);
    out[i] = *from[which[l] & (get_local_size(0) == 64 ? 63 : 31)];
}

kernel void structures(global const float *a, global float *out)
{
    int i = get_global_id(0);
    float3 v = vload3(i, a);
    if (v.x > 3)
        vstore3(cross(v, (float3)(1, 2, 3)) + v.yzx, i, out);
}

kernel void reduced(global const int *a, global int *out)
{
    local int sums[64];
    int l = get_local_id(0);
    sums[l] = a[get_global_id(0)];
    for (int step = 32; step; step /= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (l < step && l + step < (int)get_local_size(0))
            sums[l] += sums[l + step];
    }
    if (l == 0)
        out[get_group_id(0)] = sums[0];
}

kernel void halves(global const half *a, global const half *b, global half *out)
{
    int i = get_global_id(0);
    half x = a[i] * b[i];
    if (x < b[i])
        x = x + a[i];
    vstore_half(vload_half(i, a) / 3.0f, i, out + get_global_size(0));
    out[i] = x;
}

kernel void mathematics(global const float *a, global float *out, global double *outd)
{
    int i = get_global_id(0);
    if (i % 3 == 0)
        out[i] = fma(a[i], a[i], 1.0f) + floor(a[i]) - sqrt(a[i]);
    else
        out[i] = exp(sin(a[i]));
    outd[i] = pow((double)a[i], 1.25) + rint((double)a[i] * 4);
}

kernel void loops(global const uint *a, global uint *out)
{
    int i = get_global_id(0);
    uint x = a[i], steps = 0;
    while (x != 1 && steps < 200) {
        x = x % 2 ? 3 * x + 1 : x / 2;
        steps++;
    }
    out[i] = steps;
}

kernel void tables(global const uchar *a, global ulong *out)
{
    int i = get_global_id(0);
    ulong table[8];
    for (int k = 0; k < 8; k++)
        table[k] = (ulong)a[i] * (k + 1) << k;
    out[i] = table[a[i] & 7] / (a[i] | 1);
}

kernel void counted(global const uchar *a, global int *counts)
{
    atomic_inc(&counts[a[get_global_id(0)] & 15]);
}

// More calls in a block than the code generator orders at once.
__attribute__((noinline)) float choose(float x, float y)
{
    return x == 1 || y == 0 ? 1 : y < 2 ? x : x * y;
}

#define ONE(J) out[J] = as_uint(choose(a[J], b[J]));
#define TEN(J) ONE(J) ONE(J + 1) ONE(J + 2) ONE(J + 3) ONE(J + 4) ONE(J + 5) ONE(J + 6) ONE(J + 7) ONE(J + 8) ONE(J + 9)
#define FIFTY(J) TEN(J) TEN(J + 10) TEN(J + 20) TEN(J + 30) TEN(J + 40)

kernel void calls(global const float *a, global const float *b, global uint *out)
{
    FIFTY(0) FIFTY(50) FIFTY(100) FIFTY(150)
}
