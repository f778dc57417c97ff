// Extensions of the device may be named in pragmas whatever Clang knows of them; others are warned of.
// RUN: %weftc --emit=frontend %s -Werror -o %t
// RUN: %weftc --emit=frontend %s -Werror -cl-std=CL1.0 -o %t
// RUN: %weftc --emit=frontend %s -Werror -cl-std=CL3.0 -o %t
// RUN: %weftc --emit=frontend %s -DOTHER -o %t 2>&1 | FileCheck %s
// RUN: not %weftc --emit=frontend %s -DOTHER -Werror -o %t
#pragma OPENCL EXTENSION cl_khr_srgb_image_writes : enable
#pragma OPENCL EXTENSION cl_khr_image2d_from_buffer : enable
#pragma OPENCL EXTENSION cl_khr_mipmap_image : enable
#pragma OPENCL EXTENSION cl_ext_float_atomics : disable
#pragma OPENCL EXTENSION cl_khr_device_uuid : enable
_Pragma("OPENCL EXTENSION cl_khr_image2d_from_buffer : enable")
#ifdef OTHER
// CHECK-NOT: cl_khr_image2d
// CHECK: warning: OpenCL extension 'cl_of_nobody' unknown
// CHECK-NOT: warning:
// CHECK: warning: unsupported OpenCL extension 'cl_khr_gl_msaa_sharing'
// CHECK-NOT: warning:
#pragma OPENCL EXTENSION cl_of_nobody : enable
#pragma OPENCL EXTENSION cl_khr_srgb_image_writes : enable
#pragma OPENCL EXTENSION cl_khr_gl_msaa_sharing : enable
#endif
kernel void
k(void)
{
}
