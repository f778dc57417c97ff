// SPDX-License-Identifier: Apache-2.0
// The largest of 5x5 bytes, as many as are inside the image.
kernel void
dilate(global const uchar *in, global uchar *out, int width, int height)
{
    int x = get_global_id(0), y = get_global_id(1);
    uchar most = 0;

    for (int j = y - 2; j <= y + 2; j++)
        for (int i = x - 2; i <= x + 2; i++)
            if (i >= 0 && i < width && j >= 0 && j < height)
                most = max(most, in[j * width + i]);
    out[y * width + x] = most;
}
