// SPDX-License-Identifier: Apache-2.0
// Products of 16 inputs with weights, summed over id(1) by a tree in local memory.
kernel void
backprop_layer(global const float *input, global const float *weight, global float *out)
{
    local float node[16], s[16][16];
    int lx = get_local_id(0), ly = get_local_id(1), block = get_group_id(1);

    if (lx == 0)
        node[ly] = input[block * 16 + ly];
    barrier(CLK_LOCAL_MEM_FENCE);
    s[ly][lx] = weight[(block * 16 + ly) * 16 + lx] * node[ly];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int power = 2; power <= 16; power *= 2) {
        if (ly % power == 0)
            s[ly][lx] += s[ly + power / 2][lx];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (ly == 0)
        out[block * 16 + lx] = s[0][lx];
}
