// SPDX-License-Identifier: Apache-2.0
// A search for a hash: each work-item tries ten words, padded by their length, in 48 rounds as of MD5 without a loop.
#define ROUND(a, b, c, d, k, by) a = b + rotate(a + (d ^ (b & (c ^ d))) + (k), (uint)by)
#define FOUR(k)                                                                                                        \
    ROUND(a, b, c, d, k, 7);                                                                                           \
    ROUND(d, a, b, c, (k) + 5, 12);                                                                                    \
    ROUND(c, d, a, b, (k) + 11, 17);                                                                                   \
    ROUND(b, c, d, a, (k) + 3, 22)
#define SIXTEEN(k)                                                                                                     \
    FOUR(k);                                                                                                           \
    FOUR((k) + 0xa301);                                                                                                \
    FOUR((k) + 0x7aa1);                                                                                                \
    FOUR((k) + 0x3f17)

kernel void
hash_search(global const uint *in, global uint *out, int length, uint wanted)
{
    int id = get_global_id(0);
    uint found = 0;

    for (uint i = 0; i < 10; i++) {
        uint w = in[id] + i;
        switch (length) {
        case 1:
            w |= 0x8000;
            break;
        case 2:
            w |= 0x800000;
            break;
        case 3:
            w |= 0x80000000;
            break;
        }
        uint a = 0x67452301 + w, b = 0xefcdab89, c = 0x98badcfe, d = 0x10325476;
        SIXTEEN(w + 0xd76aa478);
        SIXTEEN(0xe8c7b756);
        SIXTEEN(0x242070db);
        if ((a & 7) == wanted)
            found ^= a + i;
    }
    out[id] = found;
}
