// SPDX-License-Identifier: Apache-2.0
// A divergent loop in floats: steps until a point escapes.
kernel void
julia(global int *out, int width, float cx, float cy)
{
    int px = get_global_id(0), py = get_global_id(1), k = 0;
    float x = 3.0f * px / width - 1.5f, y = 3.0f * py / width - 1.5f;

    for (; k < 100 && x * x + y * y < 4.0f; k++) {
        float t = x * x - y * y + cx;
        y = 2.0f * x * y + cy;
        x = t;
    }
    out[py * width + px] = k;
}
