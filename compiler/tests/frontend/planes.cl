// RUN: %weftc --cpu=x86-64-v3 --remarks -DPLANE=4096 -o /dev/null %s 2>&1 | FileCheck %s
// RUN: %weftc --cpu=x86-64-v3 --remarks -DPLANE=4168 -o /dev/null %s 2>&1 | FileCheck %s --check-prefix=ODD
// Planes of a power of two are in one set of the first cache, which loses each line before the next pack comes for its
// other half: packs have whole lines. No more of them, as twice as many accesses are more than a processor foresees the
// next lines of (Zen 3, in any cache or none: 8 lanes are as fast as 4, or twice as fast, and 1.1 to 3 times as fast as 16
// and 32). Planes that do not meet in a set have no preference for whole lines.
// CHECK: kernel 'planes': 8 work-items of dimension 0 side by side
// ODD: kernel 'planes': {{4|8}} work-items of dimension 0 side by side
#define ONE(N) out[(N) * PLANE + i] = in[(N) * PLANE + i] * in[(N + 1) * PLANE + i];
#define FOUR(N) ONE(N) ONE(N + 1) ONE(N + 2) ONE(N + 3)
#define SIXTEEN(N) FOUR(N) FOUR(N + 4) FOUR(N + 8) FOUR(N + 12)
#define ALL SIXTEEN(0) SIXTEEN(16) SIXTEEN(32) SIXTEEN(48) SIXTEEN(64)
kernel void
planes(global double *restrict out, global const double *restrict in)
{
    size_t i = get_global_id(0);
    ALL
}
