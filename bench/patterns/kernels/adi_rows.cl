// SPDX-License-Identifier: Apache-2.0
// A recurrence along each row.
kernel void
adi_rows(global float *x, global const float *a, global const float *b, int n)
{
    int i = get_global_id(0);

    for (int j = 1; j < n; j++)
        x[i * n + j] -= x[i * n + j - 1] * a[i * n + j] / b[i * n + j];
}
