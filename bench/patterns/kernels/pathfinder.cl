// SPDX-License-Identifier: Apache-2.0
// 16 rows of a shortest path in local memory, two barriers a row; groups overlap.
kernel void
pathfinder(global const int *start, global const int *wall, global int *out, int width)
{
    local int before[256];
    int l = get_local_id(0), x = get_group_id(0) * (256 - 32) - 16 + l, best = 0;
    bool inside = x >= 0 && x < width;
    int west = l == 0 || x == 0 ? l : l - 1, east = l == 255 || x == width - 1 ? l : l + 1;

    before[l] = inside ? start[x] : 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int i = 0; i < 16; i++) {
        if (inside)
            best = min(min(before[west], before[l]), before[east]) + wall[i * width + x];
        barrier(CLK_LOCAL_MEM_FENCE);
        before[l] = best;
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (inside && l >= 16 && l < 256 - 16)
        out[x] = best;
}
