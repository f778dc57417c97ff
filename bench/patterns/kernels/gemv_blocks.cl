// SPDX-License-Identifier: Apache-2.0
// A matrix times a vector that a group has in local memory, a block of 64 after the other: rows or columns are walked.
kernel void __attribute__((reqd_work_group_size(64, 1, 1)))
gemv_blocks(global const float *a, global const float *x, global float *y, int n, int by_rows)
{
    local float part[64];
    int i = get_global_id(0), l = get_local_id(0);
    float sum = 0.0f;

    for (int block = 0; block < n; block += 64) {
        part[l] = x[block + l];
        barrier(CLK_LOCAL_MEM_FENCE);
        if (i < n) {
            if (by_rows)
                for (int j = 0; j < 64; j++)
                    sum += a[i * n + block + j] * part[j];
            else
                for (int j = 0; j < 64; j++)
                    sum += a[(block + j) * n + i] * part[j];
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (i < n)
        y[i] += sum;
}
