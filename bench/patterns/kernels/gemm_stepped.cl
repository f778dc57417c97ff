// SPDX-License-Identifier: Apache-2.0
// A product of matrices, tiles of 16x16 in local memory; pointers step from tile to tile.
kernel void
gemm_stepped(global const float *a, global const float *b, global float *c, int n)
{
    local float at[16][16], bt[16][16];
    int j = get_global_id(0), i = get_global_id(1), lx = get_local_id(0), ly = get_local_id(1);
    float sum = 0.0f, next_a, next_b;

    a += i * n + lx;
    b += ly * n + j;
    next_a = *a;
    next_b = *b;
    for (int t = 0; t < n; t += 16) {
        at[ly][lx] = next_a;
        bt[ly][lx] = next_b;
        barrier(CLK_LOCAL_MEM_FENCE);
        a += 16;
        b += 16 * n;
        if (t + 16 < n) {
            next_a = *a;
            next_b = *b;
        }
        for (int k = 0; k < 16; k++)
            sum += at[ly][k] * bt[k][lx];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    c[i * n + j] = sum;
}
