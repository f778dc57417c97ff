// SPDX-License-Identifier: Apache-2.0
// A product of matrices; id(0) is the column.
kernel void
gemm_columns(global const float *a, global const float *b, global float *c, int n)
{
    int j = get_global_id(0), i = get_global_id(1);
    float sum = 0.0f;

    for (int k = 0; k < n; k++)
        sum += a[i * n + k] * b[k * n + j];
    c[i * n + j] = sum;
}
