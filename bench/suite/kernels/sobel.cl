// SPDX-License-Identifier: Apache-2.0
// Edges of an 8-bit image.
kernel void
sobel(global const uchar *in, global uchar *out, int width, int height)
{
    int x = get_global_id(0), y = get_global_id(1);

    if (x > 0 && y > 0 && x < width - 1 && y < height - 1) {
        int i = y * width + x;
        int nw = in[i - width - 1], n = in[i - width], ne = in[i - width + 1];
        int w = in[i - 1], e = in[i + 1];
        int sw = in[i + width - 1], s = in[i + width], se = in[i + width + 1];
        int gx = ne + 2 * e + se - nw - 2 * w - sw;
        int gy = sw + 2 * s + se - nw - 2 * n - ne;

        out[i] = (uchar)min(sqrt((float)(gx * gx + gy * gy)), 255.0f);
    }
}
