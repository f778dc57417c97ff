// SPDX-License-Identifier: Apache-2.0
// Remark of slow: store in each round of a loop: one behind it in launches whose buffers do not overlap
// `out` may be what the next round reads, so each round stores. There is a second code for buffers that do not overlap,
// which each launch finds out. A private sum needs neither; nor does `restrict`.
kernel void slow(global const float *in, global const float *more, global float *out, int n)
{
    size_t i = get_global_id(0), size = get_global_size(0);
    out[i] = 0;
    for (int k = 0; k < n; k++)
        out[i] += in[k] * more[k * size + i];
}
kernel void fast(global const float *in, global const float *more, global float *out, int n)
{
    size_t i = get_global_id(0), size = get_global_size(0);
    float sum = 0;
    for (int k = 0; k < n; k++)
        sum += in[k] * more[k * size + i];
    out[i] = sum;
}
