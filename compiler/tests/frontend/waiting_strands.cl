// Sixteen chains of a register each, and two factors, are more than sixteen registers. Half of the chains run after the
// others in each round, and what does not find room meanwhile waits in memory; nothing mixes the halves again.
// RUN: %weftc --cpu=x86-64-v3 --width=8 --emit=ir -o - %s | FileCheck %s
// RUN: %weftc --cpu=x86-64-v4 --width=16 --emit=ir -o - %s | FileCheck --check-prefix=ROOM %s

kernel void
chains(global float16 *out, float16 x, float a, float b, int rounds)
{
#pragma unroll 1
    for (int i = 0; i < rounds; i++)
        for (int k = 0; k < 24; k++)
            x = mad(x, a + get_local_id(0), b);
    out[get_global_id(0)] = x;
}

// CHECK-LABEL: @__weft_kernel_chains(
// CHECK: load <8 x float>, ptr [[FIRST:%[0-9]+]]
// CHECK: call contract <8 x float> @llvm.fma.v8f32
// CHECK: store <8 x float> {{.*}}, ptr [[FIRST]]
// CHECK: call void @llvm.codeview.annotation
// CHECK-NEXT: load <8 x float>, ptr [[SECOND:%[0-9]+]]
// CHECK: call contract <8 x float> @llvm.fma.v8f32
// CHECK: store <8 x float> {{.*}}, ptr [[SECOND]]

// ROOM-LABEL: @__weft_kernel_chains(
// ROOM-NOT: codeview.annotation
