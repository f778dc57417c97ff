// SPDX-License-Identifier: Apache-2.0
// A level of a mipmap, from the one above.
constant sampler_t nearest = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;

kernel void
mipmap_chain(read_only image2d_t above, write_only image2d_t level)
{
    int2 at = (int2)(get_global_id(0), get_global_id(1));
    float4 sum = read_imagef(above, nearest, 2 * at) + read_imagef(above, nearest, 2 * at + (int2)(1, 0)) +
                 read_imagef(above, nearest, 2 * at + (int2)(0, 1)) +
                 read_imagef(above, nearest, 2 * at + (int2)(1, 1));

    write_imagef(level, at, 0.25f * sum);
}
