// SPDX-License-Identifier: Apache-2.0
// Linked lists of uneven lengths, to their ends.
kernel void
list_walk(global const int *head, global const int *next, global const int *value, global int *out)
{
    int id = get_global_id(0), sum = 0;

    for (int node = head[id]; node >= 0; node = next[node])
        sum += value[node];
    out[id] = sum;
}
