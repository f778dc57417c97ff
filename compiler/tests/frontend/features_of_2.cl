// RUN: %weftc --emit=info -o - %s -cl-std=CL2.0 | FileCheck %s
// RUN: %weftc --emit=info -o - %s -cl-std=CLC++1.0 | FileCheck %s
// RUN: %weftc --emit=info -o - %s -cl-std=CL3.0 | FileCheck %s
// The macros of what is there are defined for OpenCL C 2.0 and C++ for OpenCL 1.0, too, whether Clang does so or not.
// CHECK: kernel all
#if defined(__opencl_c_fp64) && defined(__opencl_c_3d_image_writes) && defined(__opencl_c_subgroups) &&                \
    defined(__opencl_c_int64) && defined(__opencl_c_pipes) && defined(__opencl_c_generic_address_space)
kernel void
all(global uint *p)
{
    p[get_global_id(0)] = get_sub_group_size();
}
#endif
