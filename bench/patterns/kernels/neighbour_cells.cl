// SPDX-License-Identifier: Apache-2.0
// The force of the particles of the cells around each particle, which are sorted by cells.
kernel void
neighbour_cells(global const float4 *position, global const int *start, global float4 *force, int cells)
{
    int i = get_global_id(0);
    float4 me = position[i];
    int cx = (int)me.x, cy = (int)me.y;
    float3 sum = 0.0f;
    for (int y = max(cy - 1, 0); y <= min(cy + 1, cells - 1); y++)
        for (int x = max(cx - 1, 0); x <= min(cx + 1, cells - 1); x++) {
            int cell = y * cells + x, end = start[cell + 1];
            for (int j = start[cell]; j < end; j++) {
                if (j == i)
                    continue;
                float4 other = position[j];
                float3 d = me.xyz - other.xyz;
                sum += d * (other.w / (0.25f + dot(d, d)));
            }
        }
    force[i] = (float4)(sum, 0.0f);
}
