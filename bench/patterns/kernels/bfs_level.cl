// SPDX-License-Identifier: Apache-2.0
// One level of a breadth-first search over compressed rows.
kernel void
bfs_level(global const int *first, global const int *to, global int *level, int depth)
{
    int node = get_global_id(0);

    if (level[node] == depth)
        for (int e = first[node]; e < first[node + 1]; e++)
            if (level[to[e]] < 0)
                level[to[e]] = depth + 1;
}
