// SPDX-License-Identifier: Apache-2.0
// A transposed matrix times a vector, the sum in global memory.
kernel void
mat_vec_transposed(global const float *a, global const float *x, global float *y, int n)
{
    int j = get_global_id(0);

    if (j < n)
        for (int i = 0; i < n; i++)
            y[j] += a[i * n + j] * x[i];
}
