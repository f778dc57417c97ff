// RUN: not %weftc --emit=info -cl-std=CL3.0 -DTYPE='global int *' -o - -- %s 2>&1 | FileCheck %s
// RUN: not %weftc --emit=info -cl-std=CL3.0 -DTYPE='int' -o - -- %s 2>&1 | FileCheck %s
// RUN: not %weftc --emit=info -cl-std=CL3.0 -DTYPE='local int *, private float *' -o - -- %s 2>&1 | FileCheck %s
// RUN: %weftc --emit=info -cl-std=CL3.0 -DTYPE='local int *' -o - -- %s | FileCheck --check-prefix=LOCAL %s
// Blocks that are enqueued take pointers to local memory, and nothing else.

// CHECK: error: blocks used in enqueue_kernel call are expected to have parameters of type 'local void*'
// LOCAL: enqueued {{.*}} block=
kernel void enqueues(global int *p)
{
    void (^b)(TYPE) = ^(TYPE) { p[0] = 1; };
    enqueue_kernel(get_default_queue(), 0, ndrange_1D(1), b, 4);
}
