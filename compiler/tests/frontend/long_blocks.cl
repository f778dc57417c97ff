// RUN: %weftc --cpu=x86-64-v3 --remarks -o %t %s 2>&1 | FileCheck %s
// RUN: %weftc --cpu=x86-64-v2 --remarks -o %t %s 2>&1 | FileCheck %s --check-prefix=OLD
// Rounds of a hash in a loop that has other blocks: each operation waits for the one before, so that two vectors take
// hardly longer than one. Few values are there at a time, and rotations by a constant are two shifts.
// CHECK: kernel 'search': 16 work-items of dimension 0 side by side
// OLD: kernel 'search': {{4|8}} work-items of dimension 0 side by side
#define ROUND(a, b, c, d, k, by) a = b + rotate(a + (d ^ (b & (c ^ d))) + k, (uint)by)
#define FOUR(k)                                                                                                        \
    ROUND(a, b, c, d, k, 7);                                                                                           \
    ROUND(d, a, b, c, k + 5, 12);                                                                                      \
    ROUND(c, d, a, b, k + 11, 17);                                                                                     \
    ROUND(b, c, d, a, k + 3, 22)
#define SIXTEEN(k)                                                                                                     \
    FOUR(k);                                                                                                           \
    FOUR(k + 0xa301);                                                                                                  \
    FOUR(k + 0x7aa1);                                                                                                  \
    FOUR(k + 0x3f17)

kernel void
search(uint wanted, int length, int tries, global uint *found)
{
    uint first = get_global_id(0) * tries;

    for (int i = 0; i < tries; i++) {
        uint w = first + i;
        switch (length) {
        case 1: w |= 0x8000; break;
        case 2: w |= 0x800000; break;
        case 3: w |= 0x80000000; break;
        }
        uint a = 0x67452301 + w, b = 0xefcdab89, c = 0x98badcfe, d = 0x10325476;
        SIXTEEN(w + 0xd76aa478);
        SIXTEEN(0xe8c7b756);
        SIXTEEN(0x242070db);
        if (a == wanted)
            found[0] = w;
    }
}
