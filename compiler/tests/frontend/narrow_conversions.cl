// RUN: %weftc --emit=linked -o - %s | FileCheck %s
// Floats that do not fit a narrow integer give the low bits of an int, in casts and in conversions, of vectors as well.
// CHECK-LABEL: @casts
// CHECK: fptosi float %{{.*}} to i32
// CHECK-NOT: fpto{{[su]}}i {{.*}} to i{{8|16}}{{$|,}}
// CHECK: ret void
kernel void
casts(global uchar *a, global short *b, global const float *x)
{
    size_t i = get_global_id(0);
    a[i] = x[i];
    b[i] = (short)x[i + 1];
}

// CHECK-LABEL: define {{.*}} @_Z14convert_uchar4Dv4_f(
// CHECK: fptosi <4 x float> %{{.*}} to <4 x i32>
// CHECK: trunc <4 x i32> %{{.*}} to <4 x i8>
kernel void
vectors(global uchar4 *a, global const float4 *x)
{
    size_t i = get_global_id(0);
    a[i] = convert_uchar4(x[i]);
}
