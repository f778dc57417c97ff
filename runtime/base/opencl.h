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
