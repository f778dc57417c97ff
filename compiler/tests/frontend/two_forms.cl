// RUN: %weftc --cpu=x86-64-v3 --width=8 -DKNOWN='__attribute__((reqd_work_group_size(12, 1, 1)))' --emit=ir -o - %s | \
// RUN:   FileCheck %s --check-prefix=BOTH
// RUN: %weftc --cpu=x86-64-v3 --width=8 -DKNOWN= --emit=ir -o - %s | FileCheck %s --check-prefix=SINGLES
// RUN: %weftc --cpu=x86-64-v3 --width=8 -DKNOWN='__attribute__((reqd_work_group_size(100, 1, 1)))' -DMANY --emit=ir \
// RUN:   -o - %s | FileCheck %s --check-prefix=SINGLES
// RUN: %weftc --cpu=x86-64-v3 --width=8 -DKNOWN='__attribute__((reqd_work_group_size(12, 1, 1)))' -DMANY --emit=ir \
// RUN:   -o - %s | FileCheck %s --check-prefix=MASKED
// RUN: %weftc --cpu=skylake-avx512 --width=8 -DKNOWN= --emit=ir -o - %s | FileCheck %s --check-prefix=MASKED
// A few hundred instructions: where masks take vector registers, full packs have a form without them, and what they
// leave runs one work-item at a time. Where small groups leave much of themselves, it has a form with a mask, in
// versions, or all packs have that where two would take long to build; and so they do where masks have registers of
// their own.
// BOTH: items.pack:
// BOTH: items.rest:
// BOTH: llvm.masked.store
// SINGLES-NOT: llvm.masked
// SINGLES: items.pack:
// SINGLES-NOT: llvm.masked
// SINGLES: items.rest:
// SINGLES-NOT: call {{.*}}llvm.masked
// SINGLES: store float
// SINGLES-NOT: call {{.*}}llvm.masked
// MASKED-NOT: items.pack:
// MASKED: items.rest:
#define STEP(n) x = fma(x, a[n], y) - s, y = fma(x, y, b[n]), s = fma(s, y, c[n]) + min(x, y);
#define FOUR(n) STEP(n) STEP(n + 1) STEP(n + 2) STEP(n + 3)
#define SIXTEEN(n) FOUR(n) FOUR(n + 4) FOUR(n + 8) FOUR(n + 12)

KNOWN kernel void
steps(constant float *a, constant float *b, constant float *c, global float *out)
{
    int i = get_global_id(0);
    float x = out[i], y = 0.5f, s = get_local_id(0); // groups do not run as one

    SIXTEEN(0) SIXTEEN(16)
#ifdef MANY
    SIXTEEN(32) SIXTEEN(48) SIXTEEN(64) SIXTEEN(80)
#endif
    out[i] = s;
}
