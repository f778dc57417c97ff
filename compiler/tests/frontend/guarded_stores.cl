// RUN: %weftc --cpu=x86-64-v3 --width=16 --emit=ir -o - %s | FileCheck %s
// Code behind the question whether a work-item has anything to do does not ask it again.

// CHECK-LABEL: define dso_local void @__weft_kernel_reduction.aligned(
// CHECK-NOT: llvm.masked.store
// CHECK-NOT: select i1 {{.*}}, ptr
// CHECK-LABEL: define
kernel void
reduction(global const float *in, global float *out, int n)
{
    local float tile[256];
    int l = get_local_id(0);

    tile[l] = in[get_global_id(0)];
    for (int s = 128; s > 0; s >>= 1) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (l < s)
            tile[l] += tile[l + s];
    }
    if (l == 0)
        out[get_group_id(0)] = tile[0];
}
kernel void
last(global int *out)
{
    out[get_global_id(0)] = 1;
}
