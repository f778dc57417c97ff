// SPDX-License-Identifier: Apache-2.0
// An image's pixels, one by one.
constant sampler_t nearest = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;

kernel void
image_copy(read_only image2d_t in, write_only image2d_t out)
{
    int2 at = (int2)(get_global_id(0), get_global_id(1));

    write_imagef(out, at, read_imagef(in, nearest, at));
}
