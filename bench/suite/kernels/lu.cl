// SPDX-License-Identifier: Apache-2.0
// LU decomposition in place, without pivoting: a step of the outermost loop is two launches.
kernel void
lu_scale(global float *a, int n, int k)
{
    int row = k + 1 + get_global_id(0);

    if (row < n)
        a[row * n + k] /= a[k * n + k];
}

kernel void
lu_update(global float *a, int n, int k)
{
    int col = k + 1 + get_global_id(0);
    int row = k + 1 + get_global_id(1);

    if (row < n && col < n)
        a[row * n + col] -= a[row * n + k] * a[k * n + col];
}
