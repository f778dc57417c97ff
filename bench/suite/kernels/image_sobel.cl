// SPDX-License-Identifier: Apache-2.0
// Edges of an 8-bit image.
constant sampler_t edge = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;

int
pixel(read_only image2d_t in, int x, int y)
{
    return read_imageui(in, edge, (int2)(x, y)).x;
}

kernel void
image_sobel(read_only image2d_t in, write_only image2d_t out)
{
    int x = get_global_id(0), y = get_global_id(1);
    int nw = pixel(in, x - 1, y - 1), n = pixel(in, x, y - 1), ne = pixel(in, x + 1, y - 1);
    int w = pixel(in, x - 1, y), e = pixel(in, x + 1, y);
    int sw = pixel(in, x - 1, y + 1), s = pixel(in, x, y + 1), se = pixel(in, x + 1, y + 1);
    int gx = ne + 2 * e + se - nw - 2 * w - sw;
    int gy = sw + 2 * s + se - nw - 2 * n - ne;

    write_imageui(out, (int2)(x, y), (uint4)((uint)min(sqrt((float)(gx * gx + gy * gy)), 255.0f), 0, 0, 1));
}
