// SPDX-License-Identifier: Apache-2.0
// A running sum of 17 bytes along each row.
kernel void
box_running(global const uchar *in, global uchar *out, int width)
{
    global const uchar *row = in + get_global_id(0) * (width + 16);
    int sum = 0;

    for (int x = 0; x < 16; x++)
        sum += row[x];
    for (int x = 0; x < width; x++) {
        sum += row[x + 16];
        out[get_global_id(0) * width + x] = sum / 17;
        sum -= row[x];
    }
}
