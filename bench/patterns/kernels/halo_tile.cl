// SPDX-License-Identifier: Apache-2.0
// Five points from a tile with its halo in local memory, clamped at the edges.
kernel void
halo_tile(global const float *in, global float *out, int width, int height)
{
    local float tile[18][18];
    int lx = get_local_id(0), ly = get_local_id(1);
    int left = get_group_id(0) * 16 - 1, top = get_group_id(1) * 16 - 1;

    for (int i = ly * 16 + lx; i < 18 * 18; i += 256) {
        int x = clamp(left + i % 18, 0, width - 1), y = clamp(top + i / 18, 0, height - 1);
        tile[i / 18][i % 18] = in[y * width + x];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    out[get_global_id(1) * width + get_global_id(0)] =
        0.5f * tile[ly + 1][lx + 1] +
        0.125f * (tile[ly][lx + 1] + tile[ly + 2][lx + 1] + tile[ly + 1][lx] + tile[ly + 1][lx + 2]);
}
