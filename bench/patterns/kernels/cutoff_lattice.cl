// SPDX-License-Identifier: Apache-2.0
// What atoms within a cutoff add to the places of a lattice; groups are 8 x 8 x 2 places, which lie together.
#define BIN 8

kernel void
cutoff_lattice(global const float4 *atom, global float *energy, int bins, float cutoff2, float inverse)
{
    int l = (get_local_id(2) * 8 + get_local_id(1)) * 8 + get_local_id(0);
    int group = (get_group_id(2) * get_num_groups(1) + get_group_id(1)) * get_num_groups(0) + get_group_id(0);
    float x = get_group_id(0) * 8 + get_local_id(0), y = get_group_id(1) * 8 + get_local_id(1);
    float z = get_group_id(2) * 2 + get_local_id(2), sum = 0.0f;

    for (int bin = 0; bin < bins; bin++)
        for (int k = 0; k < BIN; k++) {
            float4 its = atom[bin * BIN + k];

            if (its.w != 0.0f) {
                float dx = its.x - x, dy = its.y - y, dz = its.z - z, r2 = dx * dx + dy * dy + dz * dz;

                if (r2 < cutoff2) {
                    float s = 1.0f - r2 * inverse;
                    sum += its.w * rsqrt(r2) * s * s;
                }
            }
        }
    energy[group * 128 + l] = sum;
}
