// SPDX-License-Identifier: Apache-2.0
// Two nested loops whose counts both come from data.
kernel void
nested_loops(global const int *outer, global const int *inner, global int *out)
{
    int id = get_global_id(0), sum = 0;

    for (int i = 0; i < outer[id]; i++)
        for (int j = 0; j < inner[(id + i) & 1023]; j++)
            sum += i * j ^ id;
    out[id] = sum;
}
