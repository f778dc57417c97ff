// SPDX-License-Identifier: Apache-2.0
// A matrix times a vector, the sum in global memory.
kernel void
mat_vec(global const float *a, global const float *x, global float *y, int n)
{
    int i = get_global_id(0);

    if (i < n)
        for (int j = 0; j < n; j++)
            y[i] += a[i * n + j] * x[j];
}
