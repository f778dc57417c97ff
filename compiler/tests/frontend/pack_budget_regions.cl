// RUN: %weftc --cpu=x86-64-v2 --target=x86_64-linux-gnu --width=64 --remarks --emit=info -o - %s 2>&1 | FileCheck %s
// RUN: %weftc --cpu=x86-64-v4 --target=x86_64-linux-gnu --width=64 --remarks --emit=info -o - %s 2>&1 | FileCheck %s --check-prefix=GATHERS
// Each part between barriers is small, also in 64 lanes, but not all of them where each lane reads for itself.

// CHECK: {{4|8|16|32}} instead of 64 work-items side by side: its 129 parts between barriers are too much code together
// CHECK: kernel 'rounds': {{4|8|16|32}} work-items of dimension 0 side by side
// GATHERS-NOT: too much code together
// GATHERS: kernel 'rounds': 64 work-items of dimension 0 side by side
#define ONE(J)                                                                                                         \
    l[j] = s;                                                                                                          \
    barrier(CLK_LOCAL_MEM_FENCE);                                                                                      \
    s += l[(j + J) & 63] + l[(j ^ J) & 63];                                                                            \
    barrier(CLK_LOCAL_MEM_FENCE);
#define FOUR(J) ONE(J) ONE(J + 1) ONE(J + 2) ONE(J + 3)
#define SIXTEEN(J) FOUR(J) FOUR(J + 4) FOUR(J + 8) FOUR(J + 12)
kernel void rounds(global uint *o, global uint *in)
{
    local uint l[64];
    uint j = get_local_id(0), i = get_global_id(0), s = in[i];
    SIXTEEN(0) SIXTEEN(16) SIXTEEN(32) SIXTEEN(48)
    o[i] = s;
}
