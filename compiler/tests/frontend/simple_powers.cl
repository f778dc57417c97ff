// RUN: %weftc --emit=linked -cl-std=CL3.0 -o - -- %s | FileCheck %s
// Powers that are a product or two are no calls, and bring nothing of the library; others are.

// CHECK-LABEL: define {{.*}}@squares
// CHECK: fmul double [[X:%.*]], [[X]]
// CHECK: [[Y:%.*]] = fmul <4 x float> [[V:%.*]], [[V]]
// CHECK: fmul <4 x float> [[Y]], [[V]]
// CHECK: [[Z:%.*]] = fmul <4 x float> [[W:%.*]], [[W]]
// CHECK: fmul <4 x float> [[Z]], [[Z]]
// CHECK: fdiv float 1.000000e+00,
// CHECK-NOT: call {{.*}}pow
// CHECK: ret void
kernel void squares(global double *a, global float4 *b, global float *c)
{
    a[0] = pow(a[1], 2);
    b[0] = pow(b[1], (float4)(3));
    b[2] = pown(b[3], (int4)(4));
    c[0] = pown(c[1], -1);
    c[2] = pow(c[3], 0.0f) + pow(c[4], 1.0f);
}

// CHECK-LABEL: define {{.*}}@others
// CHECK: call {{.*}}double @_Z3powdd
// CHECK: call {{.*}}<4 x float> @_Z3powDv4_fS_
// CHECK: call {{.*}}float @_Z4pownfi
// CHECK: call {{.*}}float @_Z4powrff
kernel void others(global double *a, global float4 *b, global float *c)
{
    a[0] = pow(a[1], 2.5);
    b[0] = pow(b[1], (float4)(2, 2, 2, 3));
    c[0] = pown(c[1], -2);
    c[1] = powr(c[2], 2);
}
