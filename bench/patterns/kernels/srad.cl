// SPDX-License-Identifier: Apache-2.0
// A one-dimensional id over columns; neighbours from arrays of indexes; divisions and a clamp.
kernel void
srad(global const float *image, global const int *up, global const int *down, global const int *west,
     global const int *east, global float *out, int rows, float q0)
{
    int id = get_global_id(0), row = id % rows, column = id / rows;
    float c = image[id];
    float n = image[up[row] + rows * column] - c, s = image[down[row] + rows * column] - c;
    float w = image[row + rows * west[column]] - c, e = image[row + rows * east[column]] - c;
    float g2 = (n * n + s * s + w * w + e * e) / (c * c), l = (n + s + w + e) / c;
    float den = 1.0f + 0.25f * l, q = (0.5f * g2 - 0.0625f * l * l) / (den * den);

    out[id] = clamp(1.0f / (1.0f + (q - q0) / (q0 * (1.0f + q0))), 0.0f, 1.0f);
}
