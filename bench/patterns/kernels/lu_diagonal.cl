// SPDX-License-Identifier: Apache-2.0
// The LU of a block of 16x16 by a group of 16, a barrier each step.
kernel void
lu_diagonal(global float *blocks)
{
    local float s[16][16];
    int l = get_local_id(0);
    global float *block = blocks + get_group_id(0) * 256;

    for (int i = 0; i < 16; i++)
        s[i][l] = block[i * 16 + l];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int i = 0; i < 15; i++) {
        if (l > i) {
            for (int j = 0; j < i; j++)
                s[l][i] -= s[l][j] * s[j][i];
            s[l][i] /= s[i][i];
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int j = 0; l > i && j < i + 1; j++)
            s[i + 1][l] -= s[i + 1][j] * s[j][l];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    for (int i = 0; i < 16; i++)
        block[i * 16 + l] = s[i][l];
}
