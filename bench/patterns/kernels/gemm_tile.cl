// SPDX-License-Identifier: Apache-2.0
// A product of matrices, tiles of 16x16 in local memory.
kernel void
gemm_tile(global const float *a, global const float *b, global float *c, int n)
{
    local float at[16][16], bt[16][16];
    int j = get_global_id(0), i = get_global_id(1), lx = get_local_id(0), ly = get_local_id(1);
    float sum = 0.0f;

    for (int t = 0; t < n; t += 16) {
        at[ly][lx] = a[i * n + t + lx];
        bt[ly][lx] = b[(t + ly) * n + j];
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int k = 0; k < 16; k++)
            sum += at[ly][k] * bt[k][lx];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    c[i * n + j] = sum;
}
