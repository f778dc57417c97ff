// Kernels call kernels, of their own unit and of another one; who calls what nobody has is told.
// RUN: %weftc --emit=info %s -DCALLER | FileCheck %s --check-prefix=ONE
// RUN: echo 'kernel void callee(global int *a) { a[get_global_id(0)] = 1; }' > %t.cl
// RUN: %weftc --emit=info %s %t.cl -DAPART | FileCheck %s
// RUN: not %weftc %s -DAPART 2>&1 | FileCheck %s --check-prefix=MISSING
// RUN: echo 'kernel void caller(global int *a) {}' > %t.twice.cl
// RUN: not %weftc %s %t.cl %t.twice.cl -DAPART 2>&1 | FileCheck %s --check-prefix=TWICE
// ONE: kernel callee
// ONE: kernel caller
// CHECK-DAG: kernel callee
// CHECK-DAG: kernel caller
// MISSING: program.cl:[[#@LINE+15]]:5: error: undefined kernel 'callee' used in kernel 'caller'
// TWICE: error: {{.*}}'caller': symbol multiply defined
#ifdef APART
kernel void
callee(global int *a);
#else
kernel void
callee(global int *a)
{
    a[get_global_id(0)] = 1;
}
#endif
kernel void
caller(global int *a)
{
    callee(a);
    barrier(CLK_GLOBAL_MEM_FENCE);
    a[get_global_id(0)] += 1;
}
