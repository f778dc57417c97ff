// SPDX-License-Identifier: Apache-2.0
// id(0) is the row, id(1) the column.
kernel void
range_nx1_row(global const float *in, global float *out, int width)
{
    int y = get_global_id(0), x = get_global_id(1);

    out[y * width + x] = 2.0f * in[y * width + x] + 1.0f;
}
