// Predefined macros say what the device has, whatever Clang knows of.
// RUN: %weftc --emit=frontend %s | FileCheck %s -DC=120
// RUN: %weftc --emit=frontend %s -cl-std=CL1.0 | FileCheck %s -DC=100
// RUN: %weftc --emit=frontend %s -cl-std=CL1.1 | FileCheck %s -DC=110
// RUN: %weftc --emit=frontend %s -cl-std=CL1.2 | FileCheck %s -DC=120
// RUN: %weftc --emit=frontend %s -cl-std=CL3.0 -DVERSION3 | FileCheck %s -DC=300
// RUN: %weftc --emit=frontend %s -cl-fast-relaxed-math -DFAST | FileCheck %s -DC=120
#if !defined(cl_khr_fp16) || !defined(cl_khr_fp64) ||                                                                  \
    !defined(cl_khr_byte_addressable_store) || !defined(cl_khr_int64_base_atomics) ||                                  \
    !defined(cl_khr_global_int32_base_atomics) || !defined(cl_khr_local_int32_extended_atomics) ||                     \
    !defined(__IMAGE_SUPPORT__) || !defined(cl_khr_3d_image_writes) || !defined(cl_khr_depth_images) ||                \
    !defined(cl_khr_image2d_from_buffer) || !defined(cl_khr_srgb_image_writes)
#error "an extension is missing"
#endif
#if defined(cl_khr_subgroups) || defined(cl_intel_subgroups) || defined(__SPIR__) || defined(cl_amd_media_ops)
#error "something is announced that is not there"
#endif
#if defined(__opencl_c_ext_fp16_global_atomic_add)
#error "a feature is announced that is not there"
#endif
#if defined(VERSION3) &&                                                                                               \
    (!defined(__opencl_c_fp64) || !defined(__opencl_c_int64) || !defined(__opencl_c_atomic_order_acq_rel) ||           \
     !defined(__opencl_c_atomic_order_seq_cst) || !defined(__opencl_c_atomic_scope_device) ||                          \
     !defined(__opencl_c_atomic_scope_all_devices) || !defined(__opencl_c_program_scope_global_variables) ||           \
     !defined(__opencl_c_work_group_collective_functions) || !defined(__opencl_c_generic_address_space) ||       \
     !defined(__opencl_c_pipes) || !defined(__opencl_c_device_enqueue) || !defined(__opencl_c_subgroups) || !defined(__opencl_c_images) ||                \
     !defined(__opencl_c_read_write_images) || !defined(__opencl_c_3d_image_writes) ||                                 \
     !defined(__opencl_c_ext_image_raw10_raw12) || !defined(__opencl_c_ext_image_unorm_int_2_101010) ||                \
     !defined(__opencl_c_ext_image_unsigned_10x6_12x4_14x2) || !defined(cl_khr_mipmap_image) ||                        \
     !defined(cl_khr_mipmap_image_writes) || !defined(cl_khr_device_enqueue_local_arg_types))
#error "a feature is missing"
#endif
#ifdef VERSION3
#if !defined(cl_ext_float_atomics) || !defined(__opencl_c_ext_fp32_global_atomic_add) ||                               \
    !defined(__opencl_c_ext_fp32_global_atomic_min_max) || !defined(__opencl_c_ext_fp32_local_atomic_add) ||           \
    !defined(__opencl_c_ext_fp32_local_atomic_min_max) || !defined(__opencl_c_ext_fp64_global_atomic_add) ||           \
    !defined(__opencl_c_ext_fp64_global_atomic_min_max) || !defined(__opencl_c_ext_fp64_local_atomic_add) ||           \
    !defined(__opencl_c_ext_fp64_local_atomic_min_max)
#error "atomics of floats are missing"
#endif
#elif defined(cl_ext_float_atomics) || defined(__opencl_c_ext_fp32_global_atomic_add)
#error "atomics of floats need OpenCL C 2.0"
#endif
#if defined(__opencl_c_ext_fp16_global_atomic_load_store) || defined(__opencl_c_ext_fp16_local_atomic_load_store) ||   \
    defined(__opencl_c_ext_fp16_global_atomic_add) || defined(__opencl_c_ext_fp16_local_atomic_add) ||                 \
    defined(__opencl_c_ext_fp16_global_atomic_min_max) || defined(__opencl_c_ext_fp16_local_atomic_min_max)
#error "atomics of halves are announced that are not there"
#endif
#if !defined(__ENDIAN_LITTLE__) || !defined(__OPENCL_VERSION__) || __OPENCL_VERSION__ != 300
#error "a macro is missing"
#endif
#if defined(FAST) != defined(__FAST_RELAXED_MATH__)
#error "__FAST_RELAXED_MATH__"
#endif
// CHECK: store i32 [[C]], ptr addrspace(1)
// CHECK: store i32 110, ptr addrspace(1)
kernel __attribute__((vec_type_hint(float4))) void
k(global int *a)
{
    *a = __OPENCL_C_VERSION__;
    *a = CL_VERSION_1_1;
}
__kernel_exec(1, float4) void
with_exec(global float4 *a)
{
    *a = 1;
}
