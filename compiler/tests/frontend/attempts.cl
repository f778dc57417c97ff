// What is tried until nobody came in between mostly succeeds at once, and what waits in each round of a loop, a search
// by halves, waits no longer for more work-items: packs, and not one at a time.
// RUN: %weftc --cpu=x86-64-v3 --remarks --emit=asm -o %t %s 2>&1 | FileCheck %s

uint
place(volatile local uint *counts, uint at, uint tag)
{
    uint count;

    do {
        count = tag | ((counts[at] & 0x7ffffff) + 1);
        counts[at] = count;
    } while (counts[at] != count);
    return (count & 0x7ffffff) - 1;
}

// CHECK: kernel 'buckets': {{8|16|32}} work-items of dimension 0 side by side
kernel void
buckets(global const float *in, global const float *bounds, global uint *out, volatile local uint *counts, int n)
{
    const uint tag = get_local_id(0) << 27;

    for (int i = get_global_id(0); i < n; i += get_global_size(0)) {
        int at = 511;

        for (int jump = 256; jump >= 1; jump /= 2)
            at = in[i] < bounds[at] ? at - jump : at + jump;
        at = in[i] < bounds[at] ? at : at + 1;
        out[i] = place(counts, at, tag) << 10 | at;
    }
}
