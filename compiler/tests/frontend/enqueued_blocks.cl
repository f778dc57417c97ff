// RUN: %weftc --emit=info -cl-std=CL3.0 -o - -- %s | FileCheck %s
// RUN: %weftc --emit=linked -cl-std=CL3.0 -o - -- %s | FileCheck --check-prefix=LINKED %s
// What kernels enqueue are kernels with numbers behind the program's own; a block that is only called is none.

// CHECK: kernel twice [] {{.*}} enqueues
// CHECK: kernel calls []
// CHECK-NOT: enqueues
// CHECK: enqueued __twice_block_invoke_kernel [] block=8
// CHECK-NEXT: kind=1 offset=0 size=8
// CHECK: enqueued __twice_block_invoke_2_kernel [] block=16
// CHECK-NEXT: kind=1 offset=0 size=8
// CHECK-NEXT: kind=3 offset=8 size=8
// CHECK-NOT: enqueued

// LINKED: call {{.*}}i32 @__enqueue_kernel_basic({{.*}}, ptr addrspace(4) null,
// LINKED: call {{.*}}i32 @__enqueue_kernel_varargs({{.*}}, ptr addrspace(4) inttoptr (i64 1 to ptr addrspace(4)),
kernel void twice(global int *p)
{
    enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(4), ^{ p[get_global_id(0)] = 1; });
    enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(4), ^(local void *l) {
        ((local int *)l)[0] = p[0]; p[1] = ((local int *)l)[0]; }, 4);
}

kernel void calls(global int *p)
{
    void (^add)(int) = ^(int n) { p[get_global_id(0)] += n; };
    add(3);
    add(4);
}
