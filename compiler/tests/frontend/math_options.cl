// The mathematical options become the flags of LLVM's instructions.
// RUN: %weftc --emit=frontend %s | FileCheck %s --check-prefix=PLAIN
// RUN: %weftc --emit=frontend %s -cl-finite-math-only | FileCheck %s --check-prefix=FINITE
// RUN: %weftc --emit=frontend %s -cl-no-signed-zeros | FileCheck %s --check-prefix=ZEROS
// RUN: %weftc --emit=frontend %s -cl-unsafe-math-optimizations | FileCheck %s --check-prefix=UNSAFE
// RUN: %weftc --emit=frontend %s -cl-fast-relaxed-math | FileCheck %s --check-prefix=FAST
// RUN: %weftc --emit=frontend %s -cl-single-precision-constant | FileCheck %s --check-prefix=SINGLE
// RUN: %weftc --emit=frontend %s -cl-mad-enable -cl-denorms-are-zero -cl-fp32-correctly-rounded-divide-sqrt
// PLAIN: fmul float
// PLAIN: fpext float
// FINITE: fmul nnan ninf float
// ZEROS: fmul nsz float
// UNSAFE: fmul reassoc nsz arcp
// FAST: fmul fast float
// SINGLE: fmul float
// SINGLE-NOT: fpext
kernel void
k(global float *a)
{
    a[0] = a[0] * a[1];
    a[2] = a[2] * 0.1;
}
