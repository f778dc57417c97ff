// SPDX-License-Identifier: Apache-2.0
// 64 rounds as of MD5 on sixteen words a work-item, unrolled, as programs that try passwords have them.
constant uint turn[16] = {7, 12, 17, 22, 5, 9, 14, 20, 4, 11, 16, 23, 6, 10, 15, 21};
kernel void
md5_uint16(global const uint16 *in, global uint16 *out)
{
    int id = get_global_id(0);
    uint16 a = 0x67452301, b = 0xefcdab89, c = 0x98badcfe, d = 0x10325476;

#pragma unroll
    for (uint i = 0; i < 64; i++) {
        uint16 f = i < 16 ? bitselect(d, c, b) : i < 32 ? bitselect(c, b, d) : i < 48 ? b ^ c ^ d : c ^ (b | ~d);
        uint16 t = a + f + in[id] + i * 0x9e3779b9u;
        a = d;
        d = c;
        c = b;
        b += rotate(t, (uint16)turn[(i >> 4) * 4 + (i & 3)]);
    }
    out[id] = a ^ b ^ c ^ d;
}
