// SPDX-License-Identifier: Apache-2.0
// 256 steps of a random number generator, the points of which inside a circle are counted.
kernel void
xorshift(global uint *state, global int *inside)
{
    int id = get_global_id(0), count = 0;
    uint s = state[id];

    for (int k = 0; k < 256; k++) {
        s ^= s << 13;
        s ^= s >> 17;
        s ^= s << 5;
        int x = s & 0x7fff, y = s >> 16 & 0x7fff;
        count += x * x + y * y < 1 << 30;
    }
    state[id] = s;
    inside[id] = count;
}
