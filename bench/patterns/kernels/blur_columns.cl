// SPDX-License-Identifier: Apache-2.0
// A sum along columns, in groups that are pieces of one column, with the halo in local memory: of up to 256 work-items,
// and a radius of up to 16.
kernel void
blur_columns(global const float *in, global float *out, global const float *weights, int radius, int width, int height)
{
    local float piece[256 + 2 * 16];
    int l = get_local_id(1), n = get_local_size(1), x = get_global_id(0), y = get_global_id(1);
    float sum = 0;

    piece[radius + l] = in[y * width + x];
    if (l < radius) {
        piece[l] = in[max(y - radius, 0) * width + x];
        piece[radius + n + l] = in[min(y + n, height - 1) * width + x];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int i = 0; i <= 2 * radius; i++)
        sum += weights[i] * piece[l + i];
    out[y * width + x] = sum;
}
