// SPDX-License-Identifier: Apache-2.0
// From sRGB to linear floats: the formats of the images say so.
kernel void
convert(read_only image2d_t in, write_only image2d_t out)
{
    const sampler_t nearest = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_NONE | CLK_FILTER_NEAREST;
    int2 at = (int2)(get_global_id(0), get_global_id(1));

    write_imagef(out, at, read_imagef(in, nearest, at));
}
