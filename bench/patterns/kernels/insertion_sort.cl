// SPDX-License-Identifier: Apache-2.0
// Each work-item sorts 24 numbers in a private array.
kernel void
insertion_sort(global const int *in, global int *out)
{
    int id = get_global_id(0), v[24];

    for (int k = 0; k < 24; k++) {
        int x = in[id * 24 + k], j = k;
        for (; j > 0 && v[j - 1] > x; j--)
            v[j] = v[j - 1];
        v[j] = x;
    }
    for (int k = 0; k < 24; k++)
        out[id * 24 + k] = v[k];
}
