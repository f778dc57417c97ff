// SPDX-License-Identifier: Apache-2.0
// A recurrence down each column.
kernel void
adi_columns(global float *x, global const float *a, global const float *b, int n)
{
    int j = get_global_id(0);

    for (int i = 1; i < n; i++)
        x[i * n + j] -= x[(i - 1) * n + j] * a[i * n + j] / b[i * n + j];
}
