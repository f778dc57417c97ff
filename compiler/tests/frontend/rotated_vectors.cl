// RUN: %weftc --cpu=x86-64-v3 --remarks --emit=ir -o /dev/null %s 2>&1 | FileCheck %s
// Vectors are rotated element by element, and put together again as they were taken apart: a round does not wait for
// one element after the other, and work-items side by side, whose vectors fill the registers already, gain nothing.
// CHECK: kernel 'mixed': one work-item at a time

kernel void
mixed(global const uint16 *in, global uint16 *out)
{
    const uint16 word = in[get_global_id(0)];
    uint16 a = word, b = word + 1, c = word + 2, d = word + 3;

    for (uint i = 0; i < 32; i++) {
        const uint16 t = a + (b & c | ~b & d) + word + i;

        a = d;
        d = c;
        c = b;
        b += rotate(t, (uint16)(5 + i % 4));
    }
    out[get_global_id(0)] = a ^ b ^ c ^ d;
}
