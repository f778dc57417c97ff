// SPDX-License-Identifier: Apache-2.0
// C = A * B through tiles in local memory.
#define TILE 16

kernel __attribute__((reqd_work_group_size(TILE, TILE, 1))) void
matmul(global const float *a, global const float *b, global float *c, int n)
{
    local float tile_a[TILE][TILE];
    local float tile_b[TILE][TILE];
    int x = get_local_id(0), y = get_local_id(1);
    int col = get_group_id(0) * TILE + x;
    int row = get_group_id(1) * TILE + y;
    float sum = 0.0f;

    for (int t = 0; t < n; t += TILE) {
        tile_a[y][x] = a[row * n + t + x];
        tile_b[y][x] = b[(t + y) * n + col];
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int k = 0; k < TILE; k++)
            sum += tile_a[y][k] * tile_b[k][x];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    c[row * n + col] = sum;
}
