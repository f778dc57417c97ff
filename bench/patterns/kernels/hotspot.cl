// SPDX-License-Identifier: Apache-2.0
// Five points with clamped indexes and a source term.
kernel void
hotspot(global const float *temperature, global const float *power, global float *out, int width, int height)
{
    int x = get_global_id(0), y = get_global_id(1), i = y * width + x;
    float t = temperature[i];
    float north = temperature[max(y - 1, 0) * width + x], south = temperature[min(y + 1, height - 1) * width + x];
    float west = temperature[y * width + max(x - 1, 0)], east = temperature[y * width + min(x + 1, width - 1)];

    out[i] = t + 0.3f * (power[i] + 0.1f * (north + south - 2.0f * t) + 0.2f * (east + west - 2.0f * t) +
                         0.05f * (80.0f - t));
}
