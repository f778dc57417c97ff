// SPDX-License-Identifier: Apache-2.0
// Index arithmetic that wraps (unsigned) and that the compiler cannot bound (signed).
kernel void
index_wrap(global const float *in, global float *out, uint factor, uint mask, int stride, int offset)
{
    int id = get_global_id(0);
    uint wrapped = (uint)id * factor + 12345u;
    int signed_index = id * stride + offset;

    out[id] = in[wrapped & mask] + in[signed_index];
}
