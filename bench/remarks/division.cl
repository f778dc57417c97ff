// SPDX-License-Identifier: Apache-2.0
// Remark of slow: division of 64-bit integers: one work-item after the other
// CPUs divide no 64-bit integers in vectors. Up to 32 bits a division is one of floating-point numbers, in vectors.
kernel void slow(global const ulong *in, global ulong *out, uint n)
{
    size_t i = get_global_id(0);
    out[i] = in[i] % n;
}
kernel void fast(global const ulong *in, global ulong *out, uint n)
{
    size_t i = get_global_id(0);
    out[i] = (uint)in[i] % n; // in has no more than 32 bits
}
