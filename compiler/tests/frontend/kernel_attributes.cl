// The frontend's IR carries everything that clGetKernelInfo and clGetKernelArgInfo report.
// RUN: %weftc --emit=info %s | FileCheck %s
struct pair {
    int x;
    float3 y;
};
typedef float4 colour;

// CHECK: kernel hints [vec_type_hint(uchar4) work_group_size_hint(1,2,3)]
kernel void __attribute__((work_group_size_hint(1, 2, 3))) __attribute__((vec_type_hint(uchar4)))
hints(void) {}

// CHECK: kernel required [reqd_work_group_size(64,1,1)]
kernel void __attribute__((reqd_work_group_size(64, 1, 1)))
required(void) {}

// CHECK: kernel arguments [] block=96
// CHECK-NEXT: int* a: kind=1 offset=0 size=8 align=8 address=119b access=11a3 qualifiers=3
// CHECK-NEXT: float* b: kind=2 offset=8 size=8 align=8 address=119d access=11a3 qualifiers=1
// CHECK-NEXT: colour* c: kind=3 offset=16 size=8 align=16 address=119c access=11a3 qualifiers=4
// CHECK-NEXT: struct pair d: kind=0 offset=32 size=32 align=16 address=119e access=11a3 qualifiers=0
// CHECK-NEXT: char e: kind=0 offset=64 size=1 align=1
// CHECK-NEXT: float3 f: kind=0 offset=80 size=16 align=16
kernel void
arguments(global const int *restrict a, constant float *b, local volatile colour *c, struct pair d, char e, float3 f)
{
    a = 0;
}
