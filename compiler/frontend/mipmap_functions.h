// SPDX-License-Identifier: Apache-2.0
// OpenCL C: cl_khr_mipmap_image and cl_khr_mipmap_image_writes for versions below 2.0, in which Clang has none of their
// functions. A name that is declared here is not looked for among Clang's own, so that these are all functions of the
// names. Clang's names for image types, and the library's mangling, are the same in all versions.
#pragma OPENCL EXTENSION cl_khr_depth_images : enable
#pragma OPENCL EXTENSION cl_khr_3d_image_writes : enable
#define __WEFT_FN __attribute__((overloadable))
#define __WEFT_READ(R, name, image, C, F, G)                                                                           \
    R __WEFT_FN __attribute__((pure)) name(read_only image, sampler_t, C);                                             \
    R __WEFT_FN __attribute__((pure)) name(read_only image, sampler_t, F);                                             \
    R __WEFT_FN __attribute__((pure)) name(read_only image, sampler_t, F, float);                                      \
    R __WEFT_FN __attribute__((pure)) name(read_only image, sampler_t, F, G, G);                                       \
    R __WEFT_FN __attribute__((pure)) name(read_only image, C);
#define __WEFT_WRITE(R, name, image, C)                                                                                \
    void __WEFT_FN name(write_only image, C, R);                                                                       \
    void __WEFT_FN name(write_only image, C, int, R);
#define __WEFT_COLOURS(R, suffix)                                                                                      \
    __WEFT_READ(R, read_image##suffix, image1d_t, int, float, float)                                                   \
    __WEFT_READ(R, read_image##suffix, image1d_array_t, int2, float2, float)                                           \
    __WEFT_READ(R, read_image##suffix, image2d_t, int2, float2, float2)                                                \
    __WEFT_READ(R, read_image##suffix, image2d_array_t, int4, float4, float2)                                          \
    __WEFT_READ(R, read_image##suffix, image3d_t, int4, float4, float4)                                                \
    R __WEFT_FN __attribute__((pure)) read_image##suffix(read_only image1d_buffer_t, int);                             \
    __WEFT_WRITE(R, write_image##suffix, image1d_t, int)                                                               \
    __WEFT_WRITE(R, write_image##suffix, image1d_array_t, int2)                                                        \
    __WEFT_WRITE(R, write_image##suffix, image2d_t, int2)                                                              \
    __WEFT_WRITE(R, write_image##suffix, image2d_array_t, int4)                                                        \
    __WEFT_WRITE(R, write_image##suffix, image3d_t, int4)                                                              \
    void __WEFT_FN write_image##suffix(write_only image1d_buffer_t, int, R);
__WEFT_COLOURS(float4, f)
__WEFT_COLOURS(int4, i)
__WEFT_COLOURS(uint4, ui)
__WEFT_READ(float, read_imagef, image2d_depth_t, int2, float2, float2)
__WEFT_READ(float, read_imagef, image2d_array_depth_t, int4, float4, float2)
__WEFT_WRITE(float, write_imagef, image2d_depth_t, int2)
__WEFT_WRITE(float, write_imagef, image2d_array_depth_t, int4)
#define __WEFT_LEVELS(image)                                                                                           \
    int __WEFT_FN get_image_num_mip_levels(read_only image);                                                           \
    int __WEFT_FN get_image_num_mip_levels(write_only image);
__WEFT_LEVELS(image1d_t)
__WEFT_LEVELS(image1d_array_t)
__WEFT_LEVELS(image2d_t)
__WEFT_LEVELS(image2d_array_t)
__WEFT_LEVELS(image3d_t)
__WEFT_LEVELS(image2d_depth_t)
__WEFT_LEVELS(image2d_array_depth_t)
#undef __WEFT_FN
#undef __WEFT_READ
#undef __WEFT_WRITE
#undef __WEFT_COLOURS
#undef __WEFT_LEVELS
#pragma OPENCL EXTENSION cl_khr_depth_images : disable
#pragma OPENCL EXTENSION cl_khr_3d_image_writes : disable
