// SPDX-License-Identifier: Apache-2.0
// Sixteen keys a work-item are hashed, 32 times over, by shifts and products.
kernel void
mix_uint16(global const uint16 *in, global uint16 *out)
{
    int id = get_global_id(0);
    uint16 h = in[id];

    for (int i = 0; i < 32; i++) {
        h ^= h >> 16;
        h *= 0x85ebca6bu;
        h ^= h >> 13;
        h *= 0xc2b2ae35u;
        h ^= h >> 16;
    }
    out[id] = h;
}
