// SPDX-License-Identifier: Apache-2.0
// A sparse matrix of padded rows, stored by columns, times a vector.
kernel void
spmv_ell(global const int *column, global const float *value, global const float *x, global float *y, int width)
{
    int row = get_global_id(0), rows = get_global_size(0);
    float sum = 0.0f;

    for (int k = 0; k < width; k++)
        if (column[k * rows + row] >= 0)
            sum += value[k * rows + row] * x[column[k * rows + row]];
    y[row] = sum;
}
