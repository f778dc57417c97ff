// SPDX-License-Identifier: Apache-2.0
// gauss5 on buffers.
#define RADIUS 2

constant float weights[5][5] = {{1 / 256.0f, 4 / 256.0f, 6 / 256.0f, 4 / 256.0f, 1 / 256.0f},
                                {4 / 256.0f, 16 / 256.0f, 24 / 256.0f, 16 / 256.0f, 4 / 256.0f},
                                {6 / 256.0f, 24 / 256.0f, 36 / 256.0f, 24 / 256.0f, 6 / 256.0f},
                                {4 / 256.0f, 16 / 256.0f, 24 / 256.0f, 16 / 256.0f, 4 / 256.0f},
                                {1 / 256.0f, 4 / 256.0f, 6 / 256.0f, 4 / 256.0f, 1 / 256.0f}};

kernel void
gauss5_buffer(global const float4 *in, global float4 *out, int width, int height)
{
    int x = get_global_id(0), y = get_global_id(1);
    float4 sum = (float4)(0.0f);

    for (int dy = -RADIUS; dy <= RADIUS; dy++)
        for (int dx = -RADIUS; dx <= RADIUS; dx++) {
            int sx = clamp(x + dx, 0, width - 1), sy = clamp(y + dy, 0, height - 1);

            sum += in[sy * width + sx] * weights[dy + RADIUS][dx + RADIUS];
        }
    out[y * width + x] = sum;
}
