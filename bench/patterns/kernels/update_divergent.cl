// SPDX-License-Identifier: Apache-2.0
// Sums in global memory in a loop, under a condition that diverges.
kernel void
update_divergent(global const int *key, global const int *value, global int *total)
{
    int i = get_global_id(0), n = get_global_size(0);

    for (int k = 0; k < 16; k++)
        if (key[k * n + i] & 1)
            total[i] += value[k * n + i];
}
