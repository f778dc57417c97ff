// SPDX-License-Identifier: Apache-2.0
// The kernel of tour.md: how often numbers are odd on their way by 3x + 1, by the class of the odd number.
// For work-groups of 64.
kernel void
collatz(global const uint *start, global uint *out, int rounds)
{
    local uint classes[64];
    uint counts[8] = {0};
    int i = get_global_id(0);
    size_t l = get_local_id(0);
    uint x = start[i];

    for (int r = 0; r < rounds; r++) {
        if (x & 1) {
            counts[x >> 1 & 7]++;
            x = 3 * x + 1;
        } else {
            x /= 2;
        }
    }
    classes[l] = counts[1] + counts[3];
    barrier(CLK_LOCAL_MEM_FENCE);
    out[i] = classes[63 - l] + x;
}
