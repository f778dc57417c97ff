// SPDX-License-Identifier: Apache-2.0
// The first of n sorted numbers that is not less.
kernel void
binary_search(global const int *sorted, global const int *query, global int *out, int n)
{
    int id = get_global_id(0), low = 0, high = n;

    while (low < high) {
        int middle = (low + high) / 2;
        if (sorted[middle] < query[id])
            low = middle + 1;
        else
            high = middle;
    }
    out[id] = low;
}
