// SPDX-License-Identifier: Apache-2.0
// Bytes to floats by a table in global memory, four a work-item.
kernel void
table_global(global const uchar4 *in, global const float *gamma, global float4 *out)
{
    int i = get_global_id(0);
    uchar4 p = in[i];

    out[i] = (float4)(gamma[p.x], gamma[p.y], gamma[p.z], gamma[p.w]);
}
