// SPDX-License-Identifier: Apache-2.0
// 64 steps along a list that is a permutation.
kernel void
list_chase(global const int *next, global const int *value, global int *out)
{
    int id = get_global_id(0), node = id, sum = 0;

    for (int k = 0; k < 64; k++) {
        sum += value[node];
        node = next[node];
    }
    out[id] = sum;
}
