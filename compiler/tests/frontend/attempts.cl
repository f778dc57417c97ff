// What is tried until nobody came in between mostly succeeds at once, and what waits in each round of a loop, a search
// by halves, waits no longer for more work-items: packs, and not one at a time.
// RUN: %weftc --cpu=x86-64-v3 --remarks --emit=asm -o %t %s 2>&1 | FileCheck %s
// RUN: %weftc --cpu=x86-64-v3 --width=8 --remarks --emit=asm -o %t %s 2>&1 | FileCheck %s --check-prefix=EIGHT

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

// Who tries again because somebody else has changed the place waits for nobody, whatever else changes it.
// EIGHT: kernel 'both': 8 work-items of dimension 0 side by side
float
scale(volatile global float *p, float v)
{
    union { uint u; float f; } old, new;

    do {
        old.f = *p;
        new.f = old.f * v;
    } while (atomic_cmpxchg((volatile global uint *)p, old.u, new.u) != old.u);
    return old.f;
}

kernel void
both(volatile global float *p, global int *out)
{
    out[get_global_id(0)] = atomic_xchg(p, 1.0f);
    scale(p, 0.5f);
}
