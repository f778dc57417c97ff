// In a work-group the meeting point orders memory, with no fence at all; a wider scope adds a release fence before and
// an acquire fence behind it, unless the flags are of local memory alone.
// RUN: %weftc --emit=ir --width=1 -o - %s -cl-std=CL3.0 | FileCheck %s
// RUN: %weftc --emit=ir --width=8 -o - %s -cl-std=CL3.0 | FileCheck %s
#define KERNEL(name, barrier)                                                                                          \
    kernel __attribute__((reqd_work_group_size(16, 1, 1))) void name(global int *o, local int *l)                      \
    {                                                                                                                  \
        size_t i = get_local_id(0);                                                                                    \
        o[i] = 1;                                                                                                      \
        l[i] = 1;                                                                                                      \
        barrier;                                                                                                       \
        o[i ^ 1] += l[i ^ 2];                                                                                          \
    }
// CHECK-LABEL: define {{.*}}@__weft_kernel_device(
// CHECK: {{^ *fence (release|acq_rel|seq_cst)$}}
// CHECK: {{^ *fence (acquire|acq_rel|seq_cst)$}}
KERNEL(device, work_group_barrier(CLK_GLOBAL_MEM_FENCE, memory_scope_device))
// CHECK-LABEL: define {{.*}}@__weft_kernel_all_devices(
// CHECK: {{^ *fence (release|acq_rel|seq_cst)$}}
// CHECK: {{^ *fence (acquire|acq_rel|seq_cst)$}}
KERNEL(all_devices, work_group_barrier(CLK_GLOBAL_MEM_FENCE | CLK_LOCAL_MEM_FENCE, memory_scope_all_devices))
// CHECK-LABEL: define {{.*}}@__weft_kernel_a(
// CHECK-NOT: fence
KERNEL(a, barrier(CLK_GLOBAL_MEM_FENCE))
KERNEL(b, barrier(CLK_LOCAL_MEM_FENCE))
KERNEL(c, work_group_barrier(CLK_GLOBAL_MEM_FENCE | CLK_LOCAL_MEM_FENCE))
KERNEL(d, work_group_barrier(CLK_GLOBAL_MEM_FENCE, memory_scope_work_group))
KERNEL(e, work_group_barrier(CLK_LOCAL_MEM_FENCE, memory_scope_work_group))
KERNEL(f, work_group_barrier(CLK_LOCAL_MEM_FENCE, memory_scope_device))
KERNEL(g, work_group_barrier(0, memory_scope_work_group))
// CHECK: attributes #0
