// SPDX-License-Identifier: Apache-2.0
// Each work-item walks its column.
kernel void
column_walk(global const float *a, global const float *x, global float *y, int n)
{
    int j = get_global_id(0);
    float sum = 0.0f;

    for (int i = 0; i < n; i++)
        sum += a[i * n + j] * x[i];
    y[j] += sum;
}
