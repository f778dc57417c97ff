// The older fences order memory as every thread sees it, which is more than the work-group that OpenCL C 3.0 asks for
// (Fences): programs of OpenCL C 1.x hand results from one group to another by them.
// RUN: %weftc --emit=ir --width=1 -o - %s | FileCheck %s
// RUN: %weftc --emit=ir --width=1 -o - %s -cl-std=CL3.0 | FileCheck %s
#define KERNEL(name, fence)                                                                                            \
    kernel void name(global int *o)                                                                                    \
    {                                                                                                                  \
        o += get_global_id(0) * 2;                                                                                     \
        o[0] = 1;                                                                                                      \
        fence;                                                                                                         \
        o[1] = 2;                                                                                                      \
    }
// CHECK-LABEL: define {{.*}}@__weft_kernel_all(
// CHECK: {{^ *fence (acq_rel|seq_cst)$}}
KERNEL(all, mem_fence(CLK_GLOBAL_MEM_FENCE))
// CHECK-LABEL: define {{.*}}@__weft_kernel_both(
// CHECK: {{^ *fence (acq_rel|seq_cst)$}}
KERNEL(both, mem_fence(CLK_GLOBAL_MEM_FENCE | CLK_LOCAL_MEM_FENCE))
// CHECK-LABEL: define {{.*}}@__weft_kernel_reads(
// CHECK: {{^ *fence (acquire|acq_rel|seq_cst)$}}
KERNEL(reads, read_mem_fence(CLK_GLOBAL_MEM_FENCE))
// CHECK-LABEL: define {{.*}}@__weft_kernel_writes(
// CHECK: {{^ *fence (release|acq_rel|seq_cst)$}}
KERNEL(writes, write_mem_fence(CLK_GLOBAL_MEM_FENCE))
// CHECK-LABEL: define {{.*}}@__weft_kernel_of_local(
// CHECK-NOT: {{^ *fence [a-z_]+$}}
KERNEL(of_local, mem_fence(CLK_LOCAL_MEM_FENCE))
KERNEL(reads_of_local, read_mem_fence(CLK_LOCAL_MEM_FENCE))
KERNEL(writes_of_local, write_mem_fence(CLK_LOCAL_MEM_FENCE))
// CHECK: attributes #0
