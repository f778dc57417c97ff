// SPDX-License-Identifier: Apache-2.0
// A sparse matrix in compressed rows times a vector, a row a work-item.
kernel void
spmv_csr(global const int *first, global const int *column, global const float *value, global const float *x,
         global float *y)
{
    int row = get_global_id(0);
    float sum = 0.0f;

    for (int k = first[row]; k < first[row + 1]; k++)
        sum += value[k] * x[column[k]];
    y[row] = sum;
}
