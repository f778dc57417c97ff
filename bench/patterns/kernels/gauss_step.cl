// SPDX-License-Identifier: Apache-2.0
// Row k is taken from all rows below; id(0) is the row.
kernel void
gauss_step(global float *a, global const float *m, int n, int k)
{
    int row = get_global_id(0) + k + 1, column = get_global_id(1) + k;

    if (row < n && column < n)
        a[row * n + column] -= m[row] * a[k * n + column];
}
