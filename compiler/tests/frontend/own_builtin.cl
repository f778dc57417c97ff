// A program may define a function that has a builtin's name: its own calls mean it, the library keeps its own.
// RUN: %weftc --emit=linked %s | FileCheck %s
float __attribute__((overloadable)) fabs(float x);
float __attribute__((overloadable))
fabs(float x)
{
    return x + 42.0f;
}

// C's names are free as well; the optimizer must not take them for C's functions.
static float
fmodf(float x, float y)
{
    return x - y;
}
// CHECK-DAG: fadd float %{{.*}}, 4.200000e+01
// CHECK-DAG: define internal spir_func float @fmodf
kernel void
k(global float *a)
{
    a[0] = fabs(a[0]);
    a[1] = fmodf(a[1], a[2]);
}
