// prefetch() prefetches, once for neighbours in a line of the cache, and keeps no kernel from being packed.
// RUN: %weftc --emit=ir --width=1 -o - %s | FileCheck %s
// RUN: %weftc --emit=ir --width=8 -o - %s | FileCheck %s
// RUN: %weftc --remarks --emit=info --width=8 -o - %s 2>&1 | FileCheck %s --check-prefix=PACKED
// RUN: %weftc --cpu=x86-64-v3 --emit=ir --width=8 -o - %s -DCONSECUTIVE | FileCheck %s --check-prefix=LINE
// CHECK-LABEL: define {{.*}}@__weft_kernel_k(
// CHECK: call void @llvm.prefetch
// LINE-LABEL: define {{.*}}@__weft_kernel_k(
// LINE: call void @llvm.prefetch
// LINE-NOT: call void @llvm.prefetch
// LINE: store <8 x float>
// PACKED: kernel 'k': 8 work-items of dimension 0 side by side
kernel void
k(global float *o, global const float *a, uint n)
{
    size_t i = get_global_id(0);
    prefetch(a + i + 64, n);
    o[i] = a[i];
#ifndef CONSECUTIVE
    if (o[i] > 3)
        prefetch(a + 17 * i, 1);
#endif
}
