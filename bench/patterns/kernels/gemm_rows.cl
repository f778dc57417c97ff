// SPDX-License-Identifier: Apache-2.0
// A product of matrices; id(0) is the row.
kernel void
gemm_rows(global const float *a, global const float *b, global float *c, int n)
{
    int i = get_global_id(0), j = get_global_id(1);
    float sum = 0.0f;

    for (int k = 0; k < n; k++)
        sum += a[i * n + k] * b[k * n + j];
    c[i * n + j] = sum;
}
