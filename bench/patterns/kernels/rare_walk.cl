// SPDX-License-Identifier: Apache-2.0
// From where a value is high and the highest of its neighbours, which is seldom, a list's way to a low one: as lines that
// are searched for in pictures.
kernel void
rare_walk(global const int *value, global const int *next, global int *out, int width, int height)
{
    int x = get_global_id(0), y = get_global_id(1), i = y * width + x, steps = 0;

    if (x > 0 && x < width - 1 && y > 0 && y < height - 1) {
        int v = value[i];
        if (v >= 1016 && v > value[i - 1] && v > value[i + 1] && v > value[i - width] && v > value[i + width])
            for (int at = i; value[at] >= 8 && steps < 256; steps++)
                at = next[at];
    }
    out[i] = steps;
}
