// SPDX-License-Identifier: Apache-2.0
// Reads and writes rows, through a padded tile in local memory.
kernel void
transpose_tiled(global const float *in, global float *out, int width, int height)
{
    local float tile[16][17];
    int lx = get_local_id(0), ly = get_local_id(1), gx = get_group_id(0) * 16, gy = get_group_id(1) * 16;

    tile[ly][lx] = in[(gy + ly) * width + gx + lx];
    barrier(CLK_LOCAL_MEM_FENCE);
    out[(gx + ly) * height + gy + lx] = tile[lx][ly];
}
