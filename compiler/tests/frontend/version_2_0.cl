// OpenCL C 2.0: blocks that are called, atomics with their defaults, addresses as initializers, sub-groups without the
// macro of the extension, which asks for more.
// RUN: %weftc --emit=info %s -cl-std=CL2.0 | FileCheck %s --check-prefix=INFO
// RUN: %weftc --emit=ir --width=1 -o - %s -cl-std=CL2.0 | FileCheck %s
#if __OPENCL_C_VERSION__ != 200 || defined(cl_khr_subgroups)
#error "a macro"
#endif
// INFO: kernel k [] block=8
// Nothing of a block is left.
// CHECK-LABEL: define {{.*}}@__weft_kernel_k(
// CHECK-NOT: call {{.*}}block_invoke
// CHECK: atomicrmw add ptr addrspace(1) {{.*}} seq_cst
// CHECK: ret void
int counter = 5;
global int *address = &counter;
typedef int (^binary_t)(int, int);
constant binary_t times = ^(int x, int y) { return x * y; };
kernel void
k(global int *o)
{
    int i = get_global_id(0), own = 7;
    binary_t add = ^(int x, int y) { return x + y + own; };
    int (^nested)(int) = ^(int x) { int (^in)(int) = ^(int y) { return y + own; }; return in(x) + 1; };
    o[i] = add(i, 2) + nested(i) + times(2, 3) + ^(int z) { return z * 2; }(4) + *address;
    atomic_fetch_add((volatile global atomic_int *)&o[1], 1);
    o[i] += sub_group_reduce_add(i) + get_sub_group_id();
}
