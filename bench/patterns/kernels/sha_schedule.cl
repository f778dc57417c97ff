// SPDX-License-Identifier: Apache-2.0
// SHA-1 of a block from one word each: 80 rounds, a private schedule of 16 words.
kernel void
sha_schedule(global const uint *in, global uint *out)
{
    int id = get_global_id(0);
    uint w[16], a = 0x67452301, b = 0xefcdab89, c = 0x98badcfe, d = 0x10325476, e = 0xc3d2e1f0;

    for (uint i = 0; i < 16; i++)
        w[i] = in[id] * (i + 1);
    for (int i = 0; i < 80; i++) {
        if (i >= 16)
            w[i & 15] = rotate(w[(i + 13) & 15] ^ w[(i + 8) & 15] ^ w[(i + 2) & 15] ^ w[i & 15], 1u);
        uint f = i < 20   ? (b & c | ~b & d) + 0x5a827999
                 : i < 40 ? (b ^ c ^ d) + 0x6ed9eba1
                 : i < 60 ? (b & c | b & d | c & d) + 0x8f1bbcdc
                          : (b ^ c ^ d) + 0xca62c1d6;
        uint t = rotate(a, 5u) + f + e + w[i & 15];
        e = d;
        d = c;
        c = rotate(b, 30u);
        b = a;
        a = t;
    }
    out[id] = a ^ b ^ c ^ d ^ e;
}
