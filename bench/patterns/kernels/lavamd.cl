// SPDX-License-Identifier: Apache-2.0
// Particles of a box against those of eight boxes, brought to local memory one by one.
kernel void
lavamd(global const int *neighbour, global const float4 *position, global const float *charge, global float4 *force)
{
    local float4 p[32];
    local float q[32];
    int l = get_local_id(0), id = get_global_id(0);
    float4 me = position[id], sum = 0.0f;

    for (int k = 0; k < 8; k++) {
        int from = neighbour[get_group_id(0) * 8 + k] * 32;
        barrier(CLK_LOCAL_MEM_FENCE);
        p[l] = position[from + l];
        q[l] = charge[from + l];
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int j = 0; j < 32; j++) {
            float4 d = me - p[j];
            float u = q[j] * exp(-0.5f * dot(d.xyz, d.xyz));
            sum += (float4)(d.xyz * u, u);
        }
    }
    force[id] = sum;
}
