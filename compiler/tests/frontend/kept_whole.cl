// RUN: %weftc --width=16 --cpu=x86-64-v3 --emit=ir -o %t %s && FileCheck %s < %t
// RUN: %weftc --width=16 --cpu=x86-64-v3 --emit=asm -o %t %s && FileCheck %s --check-prefix=ASM < %t
// What work-items keep across a barrier is stored whole where a row ends with fewer than a pack, as local memory is: no
// one else writes the places of those that are not there, and a masked store takes ten times as long.
// CHECK-NOT: call void @llvm.masked.store.{{[a-z0-9]+}}.p0(
// CHECK: call void @llvm.masked.store.v16f32.p1(
// CHECK-NOT: call void @llvm.masked.store.{{[a-z0-9]+}}.p0(
// ASM-COUNT-2: vmaskmovps %ymm{{[0-9]+}}, %ymm{{[0-9]+}}, {{[0-9]*}}(
// ASM-NOT: vmaskmovps %ymm{{[0-9]+}}, %ymm{{[0-9]+}}, {{[0-9]*}}(

kernel void
kept(global const uchar *in, global const float *more, global float *out)
{
    local float s[64];
    const int l = get_local_id(0), i = get_global_id(0);
    const uchar a = in[i];
    const float b = more[i] * a;

    s[l] = b;
    barrier(CLK_LOCAL_MEM_FENCE);
    out[i] = s[63 - l] + b * (float)a;
}

// Bytes have no masked loads either: what in[] and s[] take is asked whether it lies in a page, what is kept is not.
// CHECK-LABEL: define {{.*}}@__weft_kernel_kept_bytes.aligned(
// CHECK-COUNT-2: icmp ule i64 %{{.*}}, 4080
// CHECK-NOT: icmp ule i64 %{{.*}}, 4080
// CHECK: ret void
kernel void
kept_bytes(global const uchar *in, global uchar *out)
{
    local uchar s[64];
    const int l = get_local_id(0), i = get_global_id(0);
    const uchar a = in[i];

    s[l] = a;
    barrier(CLK_LOCAL_MEM_FENCE);
    out[i] = s[63 - l] + a;
}
