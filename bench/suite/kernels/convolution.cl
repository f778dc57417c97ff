// SPDX-License-Identifier: Apache-2.0
// A 5x5 filter on uchar4 pixels, edges clamped.
#define RADIUS 2

kernel void
convolution(global const uchar4 *in, global uchar4 *out, constant float *weights, int width, int height)
{
    int x = get_global_id(0), y = get_global_id(1);
    float4 sum = (float4)(0.0f);

    if (x >= width || y >= height)
        return;
    for (int dy = -RADIUS; dy <= RADIUS; dy++)
        for (int dx = -RADIUS; dx <= RADIUS; dx++) {
            int sx = clamp(x + dx, 0, width - 1), sy = clamp(y + dy, 0, height - 1);

            sum += convert_float4(in[sy * width + sx]) * weights[(dy + RADIUS) * (2 * RADIUS + 1) + dx + RADIUS];
        }
    out[y * width + x] = convert_uchar4_sat_rte(sum);
}
