// SPDX-License-Identifier: Apache-2.0
// 64-bit division, remainder and high product by data.
kernel void
long_varying(global const ulong *a, global const ulong *b, global ulong *out)
{
    int i = get_global_id(0);
    ulong divisor = (b[i] >> (i & 31)) | 1;

    out[i] = a[i] / divisor ^ a[i] % divisor ^ mul_hi(a[i], b[i]);
}
