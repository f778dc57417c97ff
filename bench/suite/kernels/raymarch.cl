// SPDX-License-Identifier: Apache-2.0
// What a ray through a volume collects, from front to back.
constant sampler_t linear = CLK_NORMALIZED_COORDS_TRUE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_LINEAR;

kernel void
raymarch(read_only image3d_t volume, global float *out, int steps)
{
    int x = get_global_id(0), y = get_global_id(1);
    int width = get_global_size(0), height = get_global_size(1);
    float2 screen = (float2)((x + 0.5f) / width, (y + 0.5f) / height);
    float3 at = (float3)(screen, 0.0f);
    float3 step = (float3)((screen - 0.5f) * 0.5f, 1.0f) / steps;
    float light = 0.0f, through = 1.0f;

    for (int i = 0; i < steps; i++) {
        float density = read_imagef(volume, linear, (float4)(at, 0.0f)).x;
        float alpha = 0.1f * density;

        light += through * alpha * density;
        through *= 1.0f - alpha;
        at += step;
    }
    out[y * width + x] = light;
}
