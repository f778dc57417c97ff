// The functions of cl_khr_mipmap_image are there in all versions, under the same names, beside the others.
// RUN: %weftc --emit=frontend %s -o - | FileCheck %s
// RUN: %weftc --emit=frontend %s -Werror -cl-std=CL1.0 -o - | FileCheck %s
// RUN: %weftc --emit=frontend %s -Werror -cl-std=CL1.1 -o - | FileCheck %s
// RUN: %weftc --emit=frontend %s -Werror -cl-std=CL2.0 -o - | FileCheck %s
// RUN: %weftc --emit=frontend %s -Werror -cl-std=CL3.0 -o - | FileCheck %s
// RUN: %weftc %s -o %t
// RUN: not %weftc --emit=frontend %s -DWRONG -o - 2>&1 | FileCheck %s --check-prefix=WRONG
// WRONG: error: no matching function for call to 'read_imagef'
#if !defined(cl_khr_mipmap_image) || !defined(cl_khr_mipmap_image_writes)
#error "a macro is missing"
#endif
#pragma OPENCL EXTENSION cl_khr_mipmap_image : enable
#pragma OPENCL EXTENSION cl_khr_mipmap_image_writes : enable
#pragma OPENCL EXTENSION cl_khr_depth_images : enable
#pragma OPENCL EXTENSION cl_khr_3d_image_writes : enable
// CHECK-DAG: @_Z11read_imagef14ocl_image2d_ro11ocl_samplerDv2_ff(
// CHECK-DAG: @_Z11read_imagei14ocl_image3d_ro11ocl_samplerDv4_fS1_S1_(
// CHECK-DAG: @_Z11read_imagef20ocl_image2d_depth_ro11ocl_samplerDv2_ff(
// CHECK-DAG: @_Z11read_imagef14ocl_image2d_ro11ocl_samplerDv2_i(
// CHECK-DAG: @_Z11read_imagef14ocl_image2d_roDv2_i(
// CHECK-DAG: @_Z24get_image_num_mip_levels14ocl_image2d_ro(
// CHECK-DAG: @_Z12write_imagef14ocl_image2d_woDv2_iiDv4_f(
// CHECK-DAG: @_Z13write_imageui14ocl_image3d_woDv4_iiDv4_j(
// CHECK-DAG: @_Z12write_imagef20ocl_image2d_depth_woDv2_iif(
kernel void
k(read_only image2d_t a, read_only image3d_t b, read_only image2d_depth_t c, write_only image2d_t d,
  write_only image3d_t e, write_only image2d_depth_t f, sampler_t s, float2 p, float4 q, global float4 *out)
{
    float4 v = read_imagef(a, s, p, 1.0f) + convert_float4(read_imagei(b, s, q, q, q));
    v += read_imagef(c, s, p, 2.0f);
    v += read_imagef(a, s, (int2)(1, 2)) + read_imagef(a, (int2)(1, 2)) + get_image_num_mip_levels(a);
    write_imagef(d, (int2)(1, 2), 1, v);
    write_imageui(e, (int4)(1, 2, 3, 0), 1, (uint4)(1));
    write_imagef(f, (int2)(1, 2), 1, v.x);
#ifdef WRONG
    v += read_imagef(a, p, p, p, p, p);
#endif
    *out = v;
}
