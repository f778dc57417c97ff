// Errors name the place with a caret, the function, and the count; no colours. What is found after Clang has a place too.
// RUN: not %weftc --emit=frontend %s -DBAD=missing 2>&1 | FileCheck %s
// RUN: not %weftc --emit=linked %s -DUNDEFINED 2>&1 | FileCheck %s --check-prefix=UNDEFINED
#ifdef UNDEFINED
float declared(float x, int y);
float __attribute__((overloadable)) mangled(float x);
kernel void
k(global float *a)
{
    a[0] = declared(a[0], 1) + mangled(a[1]);
}
// UNDEFINED-DAG: program.cl:[[#@LINE-2]]:12: error: undefined function 'declared' used in kernel 'k'
// UNDEFINED-DAG: program.cl:[[#@LINE-3]]:32: error: undefined function 'mangled(float)' used in kernel 'k'
#else
kernel void
k(global float *a)
{
    a[0] = BAD(a[0]);
}
// CHECK: program.cl:{{[0-9]+}}:12: error: {{.*}}missing
// CHECK-NEXT: {{^ +[0-9]+ \|     a\[0\] = BAD\(a\[0\]\);}}
// CHECK-NEXT: {{^ +\| +\^}}
// CHECK: error generated.
#endif
