// SPDX-License-Identifier: Apache-2.0
// Remark of slow: atomic or volatile: one work-item after the other
// A volatile access is made for each lane by itself. Barriers say what it is meant to say.
kernel void slow(global const float *in, global float *out)
{
    volatile local float line[256];
    size_t l = get_local_id(0), i = get_global_id(0);
    line[l] = exp(in[i]);
    barrier(CLK_LOCAL_MEM_FENCE);
    out[i] = line[l] - line[255 - l];
}
kernel void fast(global const float *in, global float *out)
{
    local float line[256];
    size_t l = get_local_id(0), i = get_global_id(0);
    line[l] = exp(in[i]);
    barrier(CLK_LOCAL_MEM_FENCE);
    out[i] = line[l] - line[255 - l];
}
