// SPDX-License-Identifier: Apache-2.0
// A binary search tree in an array: the sum of values in a range of keys, by a private stack.
kernel void
tree_walk(global const int *key, global const int *value, global const int *low, global const int *high,
          global int *out, int n)
{
    int id = get_global_id(0), stack[32], top = 0, sum = 0;

    stack[top++] = 0;
    while (top > 0) {
        int node = stack[--top];
        if (node >= n)
            continue;
        if (key[node] >= low[id] && key[node] <= high[id])
            sum += value[node];
        if (key[node] >= low[id])
            stack[top++] = 2 * node + 1;
        if (key[node] <= high[id])
            stack[top++] = 2 * node + 2;
    }
    out[id] = sum;
}
