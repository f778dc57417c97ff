// SPDX-License-Identifier: Apache-2.0
// The four least distances to 256 points, in a small sorted list.
kernel void
k_nearest(global const int *px, global const int *py, global const int *x, global const int *y, global int *out)
{
    int id = get_global_id(0), best[4] = {INT_MAX, INT_MAX, INT_MAX, INT_MAX};

    for (int p = 0; p < 256; p++) {
        int dx = px[p] - x[id], dy = py[p] - y[id], d = dx * dx + dy * dy, k = 3;
        if (d >= best[3])
            continue;
        for (; k > 0 && best[k - 1] > d; k--)
            best[k] = best[k - 1];
        best[k] = d;
    }
    for (int k = 0; k < 4; k++)
        out[id * 4 + k] = best[k];
}
