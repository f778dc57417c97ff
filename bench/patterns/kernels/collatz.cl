// SPDX-License-Identifier: Apache-2.0
// A divergent loop in integers: steps until one.
kernel void
collatz(global int *out)
{
    int id = get_global_id(0), steps = 0;

    for (uint n = id % 100000 + 1; n != 1; steps++)
        n = n & 1 ? 3 * n + 1 : n / 2;
    out[id] = steps;
}
