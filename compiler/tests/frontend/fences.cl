// What orders global memory for others than the work-group is a fence of the CPU with at least the order asked for;
// what orders local memory or the work-group alone is none, as one thread runs a group; a relaxed fence is nothing.
// RUN: %weftc --emit=ir --width=1 -o - %s -cl-std=CL3.0 -DO=acquire | FileCheck %s -DFENCE=acquire
// RUN: %weftc --emit=ir --width=1 -o - %s -cl-std=CL3.0 -DO=release | FileCheck %s -DFENCE=release
// RUN: %weftc --emit=ir --width=1 -o - %s -cl-std=CL3.0 -DO=acq_rel | FileCheck %s -DFENCE=acq_rel
// RUN: %weftc --emit=ir --width=1 -o - %s -cl-std=CL3.0 -DO=seq_cst | FileCheck %s -DFENCE=seq_cst
// RUN: %weftc --emit=ir --width=1 -o - %s -cl-std=CL3.0 -DO=relaxed \
// RUN:   | FileCheck %s --check-prefix=RELAXED --implicit-check-not=fence
// RUN: %weftc --emit=ir --width=8 -o - %s -cl-std=CL3.0 -DO=seq_cst | FileCheck %s -DFENCE=seq_cst
#define ORDER2(o) memory_order_##o
#define ORDER(o) ORDER2(o)
#define KERNEL(name, flags, scope)                                                                                     \
    kernel void name(global int *o)                                                                                    \
    {                                                                                                                  \
        o += get_global_id(0) * 2;                                                                                     \
        o[0] = 1;                                                                                                      \
        atomic_work_item_fence(flags, ORDER(O), scope);                                                                \
        o[1] = 2;                                                                                                      \
    }
// RELAXED: define {{.*}}@__weft_kernel_a(
// CHECK-LABEL: define {{.*}}@__weft_kernel_a(
// CHECK: {{^ *}}fence [[FENCE]]
KERNEL(a, CLK_GLOBAL_MEM_FENCE, memory_scope_device)
// CHECK-LABEL: define {{.*}}@__weft_kernel_b(
// CHECK: {{^ *}}fence [[FENCE]]
KERNEL(b, CLK_GLOBAL_MEM_FENCE, memory_scope_all_devices)
// CHECK-LABEL: define {{.*}}@__weft_kernel_c(
// CHECK: {{^ *}}fence [[FENCE]]
KERNEL(c, CLK_GLOBAL_MEM_FENCE | CLK_LOCAL_MEM_FENCE, memory_scope_device)
// CHECK-LABEL: define {{.*}}@__weft_kernel_d(
// CHECK: {{^ *}}fence [[FENCE]]
KERNEL(d, CLK_GLOBAL_MEM_FENCE | CLK_LOCAL_MEM_FENCE, memory_scope_all_devices)
// CHECK-LABEL: define {{.*}}@__weft_kernel_e(
// CHECK-NOT: {{^ *fence [a-z_]+$}}
KERNEL(e, CLK_GLOBAL_MEM_FENCE, memory_scope_work_group)
KERNEL(f, CLK_GLOBAL_MEM_FENCE | CLK_LOCAL_MEM_FENCE, memory_scope_work_group)
KERNEL(g, CLK_LOCAL_MEM_FENCE, memory_scope_work_group)
KERNEL(h, CLK_LOCAL_MEM_FENCE, memory_scope_device)
KERNEL(i, CLK_LOCAL_MEM_FENCE, memory_scope_all_devices)
KERNEL(j, CLK_IMAGE_MEM_FENCE, memory_scope_work_item)
// CHECK: attributes #0
