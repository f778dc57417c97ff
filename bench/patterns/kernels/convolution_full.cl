// SPDX-License-Identifier: Apache-2.0
// A full convolution: each result sums where the two overlap, its row and column come from one id.
kernel void
convolution_full(global const float *a, global const float *b, global float *out, int wa, int wb)
{
    int id = get_global_id(0), w = wa + wb - 1, x = id % w, y = id / w;
    if (y >= w)
        return;
    int left = x < wb ? 0 : x - wb + 1, right = x < wa ? x : wa - 1;
    int top = y < wb ? 0 : y - wb + 1, bottom = y < wa ? y : wa - 1;
    float sum = 0;
    for (int j = top; j <= bottom; j++)
        for (int i = left; i <= right; i++)
            sum += a[j * wa + i] * b[(y - j) * wb + x - i];
    out[id] = sum;
}
