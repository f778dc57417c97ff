// SPDX-License-Identifier: Apache-2.0
// The force of as many neighbours on each atom, from a list of their indexes.
kernel void
neighbour_list(global const float4 *position, global const int *list, global float4 *force, int atoms, int neighbours)
{
    int i = get_global_id(0);
    float4 me = position[i];
    float3 sum = 0.0f;
    for (int k = 0; k < neighbours; k++) {
        float4 other = position[list[k * atoms + i]];
        float3 d = me.xyz - other.xyz;
        sum += d * (other.w / (0.25f + dot(d, d)));
    }
    force[i] = (float4)(sum, 0.0f);
}
