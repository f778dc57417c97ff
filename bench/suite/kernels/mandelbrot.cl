// SPDX-License-Identifier: Apache-2.0
// Escape times; neighbours leave the loop at different times.
kernel void
mandelbrot(global int *out, int width, float x0, float y0, float step, int limit)
{
    int px = get_global_id(0), py = get_global_id(1);
    float cx = x0 + px * step, cy = y0 + py * step;
    float x = 0.0f, y = 0.0f;
    int i = 0;

    while (i < limit && x * x + y * y <= 4.0f) {
        float next = x * x - y * y + cx;

        y = 2.0f * x * y + cy;
        x = next;
        i++;
    }
    out[py * width + px] = i;
}
