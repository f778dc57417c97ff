// SPDX-License-Identifier: Apache-2.0
// Rows by indexes that may wrap, as far as the compiler knows; a fixed number of work-items takes one after the other.
kernel void
row_walk_unsigned(global const float *a, global const float *x, global float *y, uint n)
{
    for (uint i = get_global_id(0); i < n; i += get_global_size(0)) {
        float sum = 0.0f;

        for (uint j = 0; j < n; j++)
            sum += a[i * n + j] * x[j];
        y[i] += sum;
    }
}
