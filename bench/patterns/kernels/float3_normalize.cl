// SPDX-License-Identifier: Apache-2.0
// cross, dot and normalize of packed float3.
kernel void
float3_normalize(global const float *a, global const float *b, global float *out)
{
    int i = get_global_id(0);
    float3 u = vload3(i, a), v = vload3(i, b);

    vstore3(normalize(cross(u, v)) * dot(u, v), i, out);
}
