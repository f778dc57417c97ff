// RUN: %weftc --cpu=x86-64-v4 --width=16 --emit=ir -o - %s | FileCheck %s
// RUN: %weftc --cpu=x86-64-v3 --width=8 --emit=ir -o - %s | FileCheck --check-prefix=LANES %s
// One field of each lane's structure is stored with what is between the fields, which a mask leaves alone, where the
// CPU has registers for masks. (Zen 4, every second float of 16: a third of what a scatter takes.)

typedef struct {
    float a, b;
} two;

typedef struct {
    float a, b, c;
} three;

// Behind an element of another lane, or of nobody, that is left alone.
// CHECK-LABEL: define {{.*}}@__weft_kernel_first.aligned(
// CHECK: getelementptr i8, ptr addrspace(1) %{{.*}}, i64 -4
// CHECK: call void @llvm.masked.store.v16f32.p1({{.*}}, ptr addrspace(1) align 4 %{{.*}}, <16 x i1> <i1 false, i1 true, i1 false, i1 true,
// CHECK: getelementptr i8, ptr addrspace(1) %{{.*}}, i64 60
// CHECK: call void @llvm.masked.store.v16f32.p1({{.*}}, ptr addrspace(1) align 4 %{{.*}}, <16 x i1> <i1 false, i1 true, i1 false, i1 true,
// LANES-LABEL: define {{.*}}@__weft_kernel_first.aligned(
// LANES-NOT: masked.store
// LANES-LABEL: define {{.*}}@__weft_kernel_last(
kernel void
first(global two *items, global const float *in)
{
    int i = get_global_id(0);

    items[i].a = in[i];
}

// CHECK-LABEL: define {{.*}}@__weft_kernel_last.aligned(
// CHECK: items.pack
// CHECK-NOT: masked.scatter
// CHECK: items.rest
// CHECK-LABEL: define {{.*}}@__weft_kernel_backwards.aligned(
kernel void
last(global three *items, global const float *in)
{
    int i = get_global_id(0);

    items[i].c = in[i];
}

// CHECK: masked.store.v16f32.p1({{.*}}, <16 x i1> <i1 false, i1 true, i1 false, i1 true,
// CHECK-LABEL: define {{.*}}@__weft_kernel_far.aligned(
kernel void
backwards(global float *out, global const float *in)
{
    int i = get_global_id(0);

    out[1000000 - 2 * i] = in[i];
}

// A register would hold one.
// CHECK: masked.scatter
kernel void
far(global float *out, global const float *in)
{
    int i = get_global_id(0);

    out[16 * i] = in[i];
}
