// RUN: %weftc --cpu=x86-64-v3 --width=8 -DKNOWN='__attribute__((reqd_work_group_size(100, 1, 1)))' --emit=ir -o - %s | \
// RUN:   FileCheck %s
// RUN: %weftc --cpu=x86-64-v3 --width=8 -DKNOWN= --emit=ir -o - %s | FileCheck %s --check-prefix=MASKED
// RUN: %weftc --cpu=skylake-avx512 --width=8 -DKNOWN='__attribute__((reqd_work_group_size(100, 1, 1)))' --emit=ir \
// RUN:   -o - %s | FileCheck %s --check-prefix=MASKED
// A few hundred instructions: where masks take vector registers, full packs have a form without them if the size of
// groups is known, as in versions; else, and where masks have registers of their own, that would double the build for
// little.
// CHECK: items.pack:
// CHECK: items.rest:
// MASKED-NOT: items.pack:
// MASKED: items.rest:
#define STEP(n) x = fma(x, a[n], y) - s, y = fma(x, y, b[n]), s = fma(s, y, c[n]) + min(x, y);
#define FOUR(n) STEP(n) STEP(n + 1) STEP(n + 2) STEP(n + 3)
#define SIXTEEN(n) FOUR(n) FOUR(n + 4) FOUR(n + 8) FOUR(n + 12)

KNOWN kernel void
steps(constant float *a, constant float *b, constant float *c, global float *out)
{
    int i = get_global_id(0);
    float x = out[i], y = 0.5f, s = 0;

    SIXTEEN(0) SIXTEEN(16)
    out[i] = s;
}
