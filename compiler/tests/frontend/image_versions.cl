// Image builtins under every version of OpenCL C that has them, and the names of what queries return under all.
// RUN: %weftc --emit=info %s -cl-std=CL1.0 | FileCheck %s
// RUN: %weftc --emit=info %s -cl-std=CL1.1 | FileCheck %s
// RUN: %weftc --emit=info %s -cl-std=CL1.2 | FileCheck %s
// RUN: %weftc --emit=info %s -cl-std=CL2.0 -DLEVELS | FileCheck %s
// RUN: %weftc --emit=info %s -cl-std=CL3.0 -DLEVELS | FileCheck %s
#pragma OPENCL EXTENSION cl_khr_3d_image_writes : enable
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
const sampler_t s = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP | CLK_FILTER_NEAREST;

// CHECK: kernel read [
kernel void
read(read_only image2d_t a, image3d_t b, read_only image2d_array_t c, read_only image1d_t d,
     read_only image1d_array_t e, read_only image1d_buffer_t f, read_only image2d_depth_t g,
     read_only image2d_array_depth_t h, global float4 *out)
{
    *out = read_imagef(a, s, (int2)(0)) + read_imagef(a, s, (float2)(0)) + read_imagef(a, (int2)(0)) +
           read_imagef(b, s, (float4)(0)) + read_imagef(c, s, (int4)(0)) + read_imagef(d, s, 0.0f) +
           read_imagef(e, (int2)(0)) + read_imagef(f, 0) + read_imagef(g, s, (int2)(0)) + read_imagef(h, (int4)(0)) +
           convert_float4(read_imageh(a, s, (int2)(0))) + convert_float4(read_imagei(b, (int4)(0))) +
           convert_float4(read_imageui(c, s, (float4)(0)));
}

// CHECK: kernel write [
kernel void
write(write_only image2d_t a, write_only image3d_t b, write_only image2d_array_t c, write_only image1d_t d,
      write_only image1d_array_t e, write_only image1d_buffer_t f, write_only image2d_depth_t g,
      write_only image2d_array_depth_t h)
{
    write_imagef(a, (int2)(0), (float4)(0));
    write_imageh(a, (int2)(0), (half4)(0));
    write_imagei(b, (int4)(0), (int4)(0));
    write_imageui(c, (int4)(0), (uint4)(0));
    write_imagef(d, 0, (float4)(0));
    write_imagef(e, (int2)(0), (float4)(0));
    write_imagef(f, 0, (float4)(0));
    write_imagef(g, (int2)(0), 0.0f);
    write_imagef(h, (int4)(0), 0.0f);
}

// CHECK: kernel query [
kernel void
query(write_only image3d_t a, read_only image2d_array_depth_t b, global int *out)
{
    out[0] = get_image_width(a) + get_image_height(a) + get_image_depth(a) + get_image_dim(a).z;
    out[1] = get_image_width(b) + (int)get_image_array_size(b) + get_image_dim(b).y;
    switch (get_image_channel_data_type(a)) {
    case CLK_UNORM_INT_101010_2:
    case CLK_UNSIGNED_INT_RAW10_EXT:
    case CLK_UNSIGNED_INT_RAW12_EXT:
    case CLK_UNORM_INT_2_101010_EXT:
    case CLK_UNSIGNED_INT14X2_EXT:
    case CLK_UNORM_INT10X6_EXT:
        out[2] = get_image_channel_order(a) == CLK_sRGBA || get_image_channel_order(a) == CLK_ABGR;
    }
}

#ifdef LEVELS
kernel void
levels(read_only image2d_t a, write_only image2d_t b, read_write image3d_t c)
{
    write_imagef(b, (int2)(0), 1, read_imagef(a, s, (float2)(0), 1.0f) * get_image_num_mip_levels(a));
    write_imagef(b, (int2)(0), 2, read_imagef(a, s, (float2)(0), (float2)(1), (float2)(2)));
    write_imagef(c, (int4)(1), read_imagef(c, (int4)(0)));
    work_group_barrier(CLK_IMAGE_MEM_FENCE);
    atomic_work_item_fence(CLK_IMAGE_MEM_FENCE, memory_order_acq_rel, memory_scope_work_item);
}
#endif
