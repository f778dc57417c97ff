// SPDX-License-Identifier: Apache-2.0
// image_sobel on buffers.
int
pixel(global const uchar *in, int width, int height, int x, int y)
{
    return in[clamp(y, 0, height - 1) * width + clamp(x, 0, width - 1)];
}

kernel void
sobel_buffer(global const uchar *in, global uchar *out, int width, int height)
{
    int x = get_global_id(0), y = get_global_id(1);
    int nw = pixel(in, width, height, x - 1, y - 1), n = pixel(in, width, height, x, y - 1);
    int ne = pixel(in, width, height, x + 1, y - 1);
    int w = pixel(in, width, height, x - 1, y), e = pixel(in, width, height, x + 1, y);
    int sw = pixel(in, width, height, x - 1, y + 1), s = pixel(in, width, height, x, y + 1);
    int se = pixel(in, width, height, x + 1, y + 1);
    int gx = ne + 2 * e + se - nw - 2 * w - sw;
    int gy = sw + 2 * s + se - nw - 2 * n - ne;

    out[y * width + x] = (uchar)min(sqrt((float)(gx * gx + gy * gy)), 255.0f);
}
