// SPDX-License-Identifier: Apache-2.0
// Random numbers of a generator that makes 64 at once when those it had are used up, a state of 65 words for each
// work-item; the sum of their logarithms.
kernel void
random_refill(global uint *states, global float *out, int draws)
{
    int id = get_global_id(0);
    global uint *state = states + 65 * id;
    float sum = 0;

    for (uint k = 0, word = id + 1; k < 64; k++)
        state[k] = word = 1812433253u * (word ^ (word >> 30)) + k;
    state[64] = 64;
    for (int d = 0; d < draws; d++) {
        if (state[64] >= 64) {
            for (int k = 0; k < 64; k++) {
                uint two = (state[k] & 0x80000000u) | (state[(k + 1) & 63] & 0x7fffffffu);
                state[k] = state[(k + 25) & 63] ^ (two >> 1) ^ (two & 1 ? 0x9908b0dfu : 0);
            }
            state[64] = 0;
        }
        uint word = state[state[64]++];
        word ^= word >> 11;
        word ^= (word << 7) & 0x9d2c5680u;
        word ^= (word << 15) & 0xefc60000u;
        word ^= word >> 18;
        sum -= log(1.0f + (word >> 8));
    }
    out[id] = sum;
}
