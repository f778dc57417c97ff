// SPDX-License-Identifier: Apache-2.0
// Each work-item walks its row.
kernel void
row_walk(global const float *a, global const float *x, global float *y, int n)
{
    int i = get_global_id(0);
    float sum = 0.0f;

    for (int j = 0; j < n; j++)
        sum += a[i * n + j] * x[j];
    y[i] += sum;
}
