// SPDX-License-Identifier: Apache-2.0
// The OpenCL headers as Weft includes them, and what newer extensions need beyond Debian's headers of 2023.
#ifndef WEFT_BASE_OPENCL_H
#define WEFT_BASE_OPENCL_H

#define CL_TARGET_OPENCL_VERSION 300
#define CL_USE_DEPRECATED_OPENCL_1_0_APIS
#define CL_USE_DEPRECATED_OPENCL_1_1_APIS
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#define CL_USE_DEPRECATED_OPENCL_2_0_APIS
#define CL_USE_DEPRECATED_OPENCL_2_1_APIS
#define CL_USE_DEPRECATED_OPENCL_2_2_APIS
#include <stdint.h>

#include <CL/cl.h>
#include <CL/cl_ext.h>
#include <CL/cl_icd.h>

#ifndef CL_ICD2_TAG_KHR // cl_khr_icd 2.0
#if INTPTR_MAX == INT32_MAX
#define CL_ICD2_TAG_KHR ((intptr_t)0x434C3331)
#else
#define CL_ICD2_TAG_KHR ((intptr_t)0x4F50454E434C3331)
#endif
CL_API_ENTRY void *CL_API_CALL clIcdGetFunctionAddressForPlatformKHR(cl_platform_id platform, const char *func_name);
CL_API_ENTRY cl_int CL_API_CALL clIcdSetPlatformDispatchDataKHR(cl_platform_id platform, void *dispatch_data);
#endif

#ifndef CL_PLATFORM_UNLOADABLE_KHR // cl_khr_icd_unloadable
#define CL_PLATFORM_UNLOADABLE_KHR 0x0921
#endif

#ifndef CL_DEVICE_SINGLE_FP_ATOMIC_CAPABILITIES_EXT // cl_ext_float_atomics
typedef cl_bitfield cl_device_fp_atomic_capabilities_ext;
#define CL_DEVICE_SINGLE_FP_ATOMIC_CAPABILITIES_EXT 0x4231
#define CL_DEVICE_DOUBLE_FP_ATOMIC_CAPABILITIES_EXT 0x4232
#define CL_DEVICE_HALF_FP_ATOMIC_CAPABILITIES_EXT 0x4233
#define CL_DEVICE_GLOBAL_FP_ATOMIC_LOAD_STORE_EXT (1 << 0)
#define CL_DEVICE_GLOBAL_FP_ATOMIC_ADD_EXT (1 << 1)
#define CL_DEVICE_GLOBAL_FP_ATOMIC_MIN_MAX_EXT (1 << 2)
#define CL_DEVICE_LOCAL_FP_ATOMIC_LOAD_STORE_EXT (1 << 16)
#define CL_DEVICE_LOCAL_FP_ATOMIC_ADD_EXT (1 << 17)
#define CL_DEVICE_LOCAL_FP_ATOMIC_MIN_MAX_EXT (1 << 18)
#endif

#ifndef CL_UNSIGNED_INT_RAW10_EXT // cl_ext_image_raw10_raw12
#define CL_UNSIGNED_INT_RAW10_EXT 0x10E3
#define CL_UNSIGNED_INT_RAW12_EXT 0x10E4
#endif

#ifndef CL_UNORM_INT_2_101010_EXT // cl_ext_image_unorm_int_2_101010
#define CL_UNORM_INT_2_101010_EXT 0x10E5
#endif

#ifndef CL_UNSIGNED_INT10X6_EXT // cl_ext_image_unsigned_10x6_12x4_14x2
#define CL_UNSIGNED_INT10X6_EXT 0x10E6
#define CL_UNSIGNED_INT12X4_EXT 0x10E7
#define CL_UNSIGNED_INT14X2_EXT 0x10E8
#define CL_UNORM_INT10X6_EXT 0x10E1
#define CL_UNORM_INT12X4_EXT 0x10E9
#define CL_UNORM_INT14X2_EXT 0x10EA
#endif

#ifndef CL_MEM_DEVICE_PRIVATE_ADDRESS_EXT // cl_ext_buffer_device_address
typedef cl_ulong cl_mem_device_address_ext;
#define CL_MEM_DEVICE_PRIVATE_ADDRESS_EXT 0x5000
#define CL_MEM_DEVICE_ADDRESS_EXT 0x5001
#define CL_KERNEL_EXEC_INFO_DEVICE_PTRS_EXT 0x5002
CL_API_ENTRY cl_int CL_API_CALL clSetKernelArgDevicePointerEXT(cl_kernel kernel, cl_uint arg_index,
                                                               cl_mem_device_address_ext arg_value);
#endif

#ifndef CL_MEM_IMMUTABLE_EXT // cl_ext_immutable_memory_objects
#define CL_MEM_IMMUTABLE_EXT (1 << 6)
#endif

#ifndef CL_PLATFORM_SVM_TYPE_CAPABILITIES_KHR // cl_khr_unified_svm 0.9.0; newer headers hide it with what is beta
typedef cl_bitfield cl_svm_capabilities_khr;
typedef cl_properties cl_svm_alloc_properties_khr;
typedef cl_bitfield cl_svm_alloc_access_flags_khr;
typedef cl_properties cl_svm_free_properties_khr;
typedef cl_bitfield cl_svm_free_flags_khr;
typedef cl_uint cl_svm_pointer_info_khr;
#define CL_PLATFORM_SVM_TYPE_CAPABILITIES_KHR 0x0909
#define CL_DEVICE_SVM_TYPE_CAPABILITIES_KHR 0x1077
#define CL_SVM_CAPABILITY_SINGLE_ADDRESS_SPACE_KHR (1 << 0)
#define CL_SVM_CAPABILITY_SYSTEM_ALLOCATED_KHR (1 << 1)
#define CL_SVM_CAPABILITY_DEVICE_OWNED_KHR (1 << 2)
#define CL_SVM_CAPABILITY_DEVICE_UNASSOCIATED_KHR (1 << 3)
#define CL_SVM_CAPABILITY_CONTEXT_ACCESS_KHR (1 << 4)
#define CL_SVM_CAPABILITY_HOST_OWNED_KHR (1 << 5)
#define CL_SVM_CAPABILITY_HOST_READ_KHR (1 << 6)
#define CL_SVM_CAPABILITY_HOST_WRITE_KHR (1 << 7)
#define CL_SVM_CAPABILITY_HOST_MAP_KHR (1 << 8)
#define CL_SVM_CAPABILITY_DEVICE_READ_KHR (1 << 9)
#define CL_SVM_CAPABILITY_DEVICE_WRITE_KHR (1 << 10)
#define CL_SVM_CAPABILITY_DEVICE_ATOMIC_ACCESS_KHR (1 << 11)
#define CL_SVM_CAPABILITY_CONCURRENT_ACCESS_KHR (1 << 12)
#define CL_SVM_CAPABILITY_CONCURRENT_ATOMIC_ACCESS_KHR (1 << 13)
#define CL_SVM_CAPABILITY_INDIRECT_ACCESS_KHR (1 << 14)
#define CL_SVM_TYPE_MACRO_COARSE_GRAIN_BUFFER_KHR                                                                      \
    (CL_SVM_CAPABILITY_SINGLE_ADDRESS_SPACE_KHR | CL_SVM_CAPABILITY_DEVICE_UNASSOCIATED_KHR |                          \
     CL_SVM_CAPABILITY_CONTEXT_ACCESS_KHR | CL_SVM_CAPABILITY_HOST_MAP_KHR | CL_SVM_CAPABILITY_DEVICE_READ_KHR |       \
     CL_SVM_CAPABILITY_DEVICE_WRITE_KHR | CL_SVM_CAPABILITY_DEVICE_ATOMIC_ACCESS_KHR)
#define CL_SVM_TYPE_MACRO_FINE_GRAIN_BUFFER_KHR                                                                        \
    (CL_SVM_TYPE_MACRO_COARSE_GRAIN_BUFFER_KHR | CL_SVM_CAPABILITY_HOST_READ_KHR | CL_SVM_CAPABILITY_HOST_WRITE_KHR |  \
     CL_SVM_CAPABILITY_CONCURRENT_ACCESS_KHR)
#define CL_SVM_TYPE_MACRO_DEVICE_KHR                                                                                   \
    (CL_SVM_CAPABILITY_SINGLE_ADDRESS_SPACE_KHR | CL_SVM_CAPABILITY_DEVICE_OWNED_KHR |                                 \
     CL_SVM_CAPABILITY_DEVICE_READ_KHR | CL_SVM_CAPABILITY_DEVICE_WRITE_KHR |                                          \
     CL_SVM_CAPABILITY_DEVICE_ATOMIC_ACCESS_KHR | CL_SVM_CAPABILITY_INDIRECT_ACCESS_KHR)
#define CL_SVM_TYPE_MACRO_SINGLE_DEVICE_SHARED_KHR                                                                     \
    (CL_SVM_CAPABILITY_SINGLE_ADDRESS_SPACE_KHR | CL_SVM_CAPABILITY_HOST_READ_KHR | CL_SVM_CAPABILITY_HOST_WRITE_KHR | \
     CL_SVM_CAPABILITY_DEVICE_READ_KHR | CL_SVM_CAPABILITY_DEVICE_WRITE_KHR | CL_SVM_CAPABILITY_INDIRECT_ACCESS_KHR)
#define CL_SVM_TYPE_MACRO_HOST_KHR                                                                                     \
    (CL_SVM_TYPE_MACRO_SINGLE_DEVICE_SHARED_KHR | CL_SVM_CAPABILITY_DEVICE_UNASSOCIATED_KHR |                          \
     CL_SVM_CAPABILITY_CONTEXT_ACCESS_KHR | CL_SVM_CAPABILITY_HOST_OWNED_KHR)
#define CL_SVM_TYPE_MACRO_SYSTEM_KHR                                                                                   \
    (CL_SVM_TYPE_MACRO_FINE_GRAIN_BUFFER_KHR | CL_SVM_CAPABILITY_SYSTEM_ALLOCATED_KHR |                                \
     CL_SVM_CAPABILITY_CONCURRENT_ATOMIC_ACCESS_KHR | CL_SVM_CAPABILITY_INDIRECT_ACCESS_KHR)
#define CL_SVM_ALLOC_ASSOCIATED_DEVICE_HANDLE_KHR 0x2078
#define CL_SVM_ALLOC_ACCESS_FLAGS_KHR 0x2079
#define CL_SVM_ALLOC_ALIGNMENT_KHR 0x207A
#define CL_SVM_ALLOC_ACCESS_HOST_NOREAD_KHR (1 << 0)
#define CL_SVM_ALLOC_ACCESS_HOST_NOWRITE_KHR (1 << 1)
#define CL_SVM_ALLOC_ACCESS_DEVICE_NOREAD_KHR (1 << 8)
#define CL_SVM_ALLOC_ACCESS_DEVICE_NOWRITE_KHR (1 << 9)
#define CL_SVM_INFO_TYPE_INDEX_KHR 0x2088
#define CL_SVM_INFO_CAPABILITIES_KHR 0x2089
#define CL_SVM_INFO_PROPERTIES_KHR 0x208A
#define CL_SVM_INFO_ACCESS_FLAGS_KHR 0x208B
#define CL_SVM_INFO_BASE_PTR_KHR 0x419B
#define CL_SVM_INFO_SIZE_KHR 0x419C
#define CL_SVM_INFO_ASSOCIATED_DEVICE_HANDLE_KHR 0x419D
#define CL_KERNEL_EXEC_INFO_SVM_INDIRECT_ACCESS_KHR 0x11BB
CL_API_ENTRY void *CL_API_CALL clSVMAllocWithPropertiesKHR(cl_context context,
                                                           const cl_svm_alloc_properties_khr *properties,
                                                           cl_uint svm_type_index, size_t size, cl_int *errcode_ret);
CL_API_ENTRY cl_int CL_API_CALL clSVMFreeWithPropertiesKHR(cl_context context,
                                                           const cl_svm_free_properties_khr *properties,
                                                           cl_svm_free_flags_khr flags, void *ptr);
CL_API_ENTRY cl_int CL_API_CALL clGetSVMPointerInfoKHR(cl_context context, cl_device_id device, const void *ptr,
                                                       cl_svm_pointer_info_khr param_name, size_t param_value_size,
                                                       void *param_value, size_t *param_value_size_ret);
CL_API_ENTRY cl_int CL_API_CALL clGetSVMSuggestedTypeIndexKHR(cl_context context,
                                                              cl_svm_capabilities_khr required_capabilities,
                                                              cl_svm_capabilities_khr desired_capabilities,
                                                              const cl_svm_alloc_properties_khr *properties,
                                                              size_t size, cl_uint *suggested_svm_type_index);
#endif
#ifndef CL_DEVICE_SVM_CONCURRENT_ACCESS_ATOM_SIZE_KHR // in the draft, in no header yet
#define CL_DEVICE_SVM_CONCURRENT_ACCESS_ATOM_SIZE_KHR 0x1078
#endif

// cl_khr_d3d10_sharing, cl_khr_d3d11_sharing and cl_khr_dx9_media_sharing have slots in the dispatch table everywhere,
// but headers only on Windows. Types of theirs that are pointers or integers of 32 bits are written as such.
CL_API_ENTRY cl_int CL_API_CALL clGetDeviceIDsFromD3D10KHR(cl_platform_id, cl_uint, void *, cl_uint, cl_uint,
                                                           cl_device_id *, cl_uint *);
CL_API_ENTRY cl_mem CL_API_CALL clCreateFromD3D10BufferKHR(cl_context, cl_mem_flags, void *, cl_int *);
CL_API_ENTRY cl_mem CL_API_CALL clCreateFromD3D10Texture2DKHR(cl_context, cl_mem_flags, void *, cl_uint, cl_int *);
CL_API_ENTRY cl_mem CL_API_CALL clCreateFromD3D10Texture3DKHR(cl_context, cl_mem_flags, void *, cl_uint, cl_int *);
CL_API_ENTRY cl_int CL_API_CALL clEnqueueAcquireD3D10ObjectsKHR(cl_command_queue, cl_uint, const cl_mem *, cl_uint,
                                                                const cl_event *, cl_event *);
CL_API_ENTRY cl_int CL_API_CALL clEnqueueReleaseD3D10ObjectsKHR(cl_command_queue, cl_uint, const cl_mem *, cl_uint,
                                                                const cl_event *, cl_event *);
CL_API_ENTRY cl_int CL_API_CALL clGetDeviceIDsFromD3D11KHR(cl_platform_id, cl_uint, void *, cl_uint, cl_uint,
                                                           cl_device_id *, cl_uint *);
CL_API_ENTRY cl_mem CL_API_CALL clCreateFromD3D11BufferKHR(cl_context, cl_mem_flags, void *, cl_int *);
CL_API_ENTRY cl_mem CL_API_CALL clCreateFromD3D11Texture2DKHR(cl_context, cl_mem_flags, void *, cl_uint, cl_int *);
CL_API_ENTRY cl_mem CL_API_CALL clCreateFromD3D11Texture3DKHR(cl_context, cl_mem_flags, void *, cl_uint, cl_int *);
CL_API_ENTRY cl_int CL_API_CALL clEnqueueAcquireD3D11ObjectsKHR(cl_command_queue, cl_uint, const cl_mem *, cl_uint,
                                                                const cl_event *, cl_event *);
CL_API_ENTRY cl_int CL_API_CALL clEnqueueReleaseD3D11ObjectsKHR(cl_command_queue, cl_uint, const cl_mem *, cl_uint,
                                                                const cl_event *, cl_event *);
CL_API_ENTRY cl_int CL_API_CALL clGetDeviceIDsFromDX9MediaAdapterKHR(cl_platform_id, cl_uint, cl_uint *, void *,
                                                                     cl_uint, cl_uint, cl_device_id *, cl_uint *);
CL_API_ENTRY cl_mem CL_API_CALL clCreateFromDX9MediaSurfaceKHR(cl_context, cl_mem_flags, cl_uint, void *, cl_uint,
                                                               cl_int *);
CL_API_ENTRY cl_int CL_API_CALL clEnqueueAcquireDX9MediaSurfacesKHR(cl_command_queue, cl_uint, const cl_mem *, cl_uint,
                                                                    const cl_event *, cl_event *);
CL_API_ENTRY cl_int CL_API_CALL clEnqueueReleaseDX9MediaSurfacesKHR(cl_command_queue, cl_uint, const cl_mem *, cl_uint,
                                                                    const cl_event *, cl_event *);

#define WEFT_MUST_CHECK __attribute__((warn_unused_result))

#endif
