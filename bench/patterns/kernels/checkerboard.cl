// SPDX-License-Identifier: Apache-2.0
// Every second element of a row, from its neighbours: what is missing in each row of a mosaic of colours.
kernel void
checkerboard(global float *plane, int width, int height)
{
    int row = 1 + get_global_id(1), column = 1 + (row & 1) + 2 * get_global_id(0);

    if (column >= width - 1 || row >= height - 1)
        return;
    int i = mad24(row, width, column);
    float up = plane[i - width], down = plane[i + width], left = plane[i - 1], right = plane[i + 1];
    float across = fabs(left - right), along = fabs(up - down);
    plane[i] = (across * (up + down) + along * (left + right)) / (2 * (across + along) + 1e-5f);
}
