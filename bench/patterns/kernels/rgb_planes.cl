// SPDX-License-Identifier: Apache-2.0
// Packed pixels of three bytes to a plane for each colour, through local memory.
kernel void
rgb_planes(global const uchar *pixels, global int *red, global int *green, global int *blue)
{
    local uchar tile[3 * 256];
    int l = get_local_id(0), first = get_group_id(0) * get_local_size(0);

    for (int k = 0; k < 3; k++)
        tile[3 * l + k] = pixels[first * 3 + l * 3 + k];
    barrier(CLK_LOCAL_MEM_FENCE);
    red[first + l] = tile[3 * l] - 128;
    green[first + l] = tile[3 * l + 1] - 128;
    blue[first + l] = tile[3 * l + 2] - 128;
}
