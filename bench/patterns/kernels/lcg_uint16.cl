// SPDX-License-Identifier: Apache-2.0
// Two linear congruential generators that disturb each other, sixteen streams a work-item.
kernel void
lcg_uint16(global const uint16 *in, global uint16 *out)
{
    int id = get_global_id(0);
    uint16 s = in[id], t = s ^ 0x9e3779b9u;

    for (int i = 0; i < 64; i++) {
        s = s * 1664525u + 1013904223u;
        t = t * 22695477u + s;
    }
    out[id] = s ^ t;
}
