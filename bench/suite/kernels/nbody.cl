// SPDX-License-Identifier: Apache-2.0
// One step of gravity between all pairs.
kernel void
nbody(global const float4 *position, global const float4 *velocity, global float4 *new_position,
      global float4 *new_velocity, int n, float dt, float softening)
{
    int i = get_global_id(0);
    float4 me = position[i];
    float4 v = velocity[i];
    float3 acceleration = (float3)(0.0f);

    for (int j = 0; j < n; j++) {
        float4 other = position[j];
        float3 r = other.xyz - me.xyz;
        float inverse = rsqrt(dot(r, r) + softening);

        acceleration += r * (other.w * inverse * inverse * inverse);
    }
    v.xyz += acceleration * dt;
    me.xyz += v.xyz * dt;
    new_position[i] = me;
    new_velocity[i] = v;
}
