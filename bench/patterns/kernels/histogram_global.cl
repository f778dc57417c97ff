// SPDX-License-Identifier: Apache-2.0
// 256 bins, counted by atomics in global memory.
kernel void
histogram_global(global const uchar *in, global int *bins)
{
    atomic_inc(&bins[in[get_global_id(0)]]);
}
