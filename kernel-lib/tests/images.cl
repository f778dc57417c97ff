// SPDX-License-Identifier: Apache-2.0
// Image builtins over arrays of coordinates, each of which has x, y, z and a layer.
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
#pragma OPENCL EXTENSION cl_khr_3d_image_writes : enable

#define I_1d(p) p[i].x
#define I_1d_buffer(p) p[i].x
#define I_1d_array(p) p[i].xw
#define I_2d(p) p[i].xy
#define I_2d_array(p) p[i].xyww
#define I_3d(p) p[i].xyzz
#define I_2d_depth(p) p[i].xy
#define I_2d_array_depth(p) p[i].xyww
#define G_1d(p) p[i].x
#define G_1d_array(p) p[i].x
#define G_2d(p) p[i].xy
#define G_2d_array(p) p[i].xy
#define G_3d(p) p[i]
#define G_2d_depth(p) p[i].xy
#define G_2d_array_depth(p) p[i].xy

// As functions, or as kernels whose work-items take one coordinate each.
#ifdef KERNELS
#define FUNCTION kernel void
#define LOOP                                                                                                           \
    ulong i = get_global_id(0);                                                                                        \
    if (i < n)
#else
#define FUNCTION void
#define LOOP for (ulong i = 0; i < n; i++)
#endif

// with a sampler, by floats and by integers
#define SAMPLED(kind, S, T, out_of)                                                                                    \
    FUNCTION sample_##S##_##kind(read_only image##kind##_t image, sampler_t s, global const float4 *c, global T *out,  \
                             ulong n)                                                                                  \
    {                                                                                                                  \
        LOOP out[i] = out_of(read_image##S(image, s, I_##kind(c)));                                                    \
    }                                                                                                                  \
    FUNCTION sample_int_##S##_##kind(read_only image##kind##_t image, sampler_t s, global const int4 *c, global T *out,\
                                 ulong n)                                                                              \
    {                                                                                                                  \
        LOOP out[i] = out_of(read_image##S(image, s, I_##kind(c)));                                                    \
    }
#define PLAIN(kind, S, T, out_of)                                                                                      \
    FUNCTION read_##S##_##kind(read_only image##kind##_t image, global const int4 *c, global T *out, ulong n)          \
    {                                                                                                                  \
        LOOP out[i] = out_of(read_image##S(image, I_##kind(c)));                                                       \
    }
#define WRITE(kind, S, T, in_of)                                                                                       \
    FUNCTION write_##S##_##kind(write_only image##kind##_t image, global const int4 *c, global const T *in, ulong n)   \
    {                                                                                                                  \
        LOOP write_image##S(image, I_##kind(c), in_of(in[i]));                                                         \
    }
#define SAME(v) (v)
#define FIRST(v) ((v).x)
#define SPREAD(v) ((float4)(v, 0.0f, 0.0f, 1.0f))
#define KIND(kind)                                                                                                     \
    SAMPLED(kind, f, float4, SAME)                                                                                     \
    SAMPLED(kind, i, int4, SAME)                                                                                       \
    SAMPLED(kind, ui, uint4, SAME)                                                                                     \
    SAMPLED(kind, h, half4, SAME)                                                                                      \
    BUFFER(kind)
#define BUFFER(kind)                                                                                                   \
    PLAIN(kind, f, float4, SAME)                                                                                       \
    PLAIN(kind, i, int4, SAME)                                                                                         \
    PLAIN(kind, ui, uint4, SAME)                                                                                       \
    PLAIN(kind, h, half4, SAME)                                                                                        \
    WRITE(kind, f, float4, SAME)                                                                                       \
    WRITE(kind, i, int4, SAME)                                                                                         \
    WRITE(kind, ui, uint4, SAME)                                                                                       \
    WRITE(kind, h, half4, SAME)
#define DEPTH(kind)                                                                                                    \
    SAMPLED(kind, f, float4, SPREAD)                                                                                   \
    PLAIN(kind, f, float4, SPREAD)                                                                                     \
    WRITE(kind, f, float4, FIRST)
KIND(1d)
KIND(1d_array)
KIND(2d)
KIND(2d_array)
KIND(3d)
BUFFER(1d_buffer)
DEPTH(2d_depth)
DEPTH(2d_array_depth)

#if __OPENCL_C_VERSION__ >= 200
#define LOD(kind, S, T, out_of)                                                                                        \
    FUNCTION lod_##S##_##kind(read_only image##kind##_t image, sampler_t s, global const float4 *c,                    \
                          global const float *lod, global T *out, ulong n)                                             \
    {                                                                                                                  \
        LOOP out[i] = out_of(read_image##S(image, s, I_##kind(c), lod[i]));                                            \
    }                                                                                                                  \
    FUNCTION gradient_##S##_##kind(read_only image##kind##_t image, sampler_t s, global const float4 *c,               \
                               global const float4 *x, global const float4 *y, global T *out, ulong n)                 \
    {                                                                                                                  \
        LOOP out[i] = out_of(read_image##S(image, s, I_##kind(c), G_##kind(x), G_##kind(y)));                          \
    }
#define WRITE_LOD(kind, S, T, in_of)                                                                                   \
    FUNCTION write_lod_##S##_##kind(write_only image##kind##_t image, global const int4 *c, int lod, global const T *in,\
                                ulong n)                                                                               \
    {                                                                                                                  \
        LOOP write_image##S(image, I_##kind(c), lod, in_of(in[i]));                                                    \
    }
#define LODS(kind)                                                                                                     \
    LOD(kind, f, float4, SAME)                                                                                         \
    LOD(kind, i, int4, SAME)                                                                                           \
    LOD(kind, ui, uint4, SAME)                                                                                         \
    WRITE_LOD(kind, f, float4, SAME)                                                                                   \
    WRITE_LOD(kind, i, int4, SAME)                                                                                     \
    WRITE_LOD(kind, ui, uint4, SAME)
#define DEPTH_LODS(kind)                                                                                               \
    LOD(kind, f, float4, SPREAD)                                                                                       \
    WRITE_LOD(kind, f, float4, FIRST)
LODS(1d)
LODS(1d_array)
LODS(2d)
LODS(2d_array)
LODS(3d)
DEPTH_LODS(2d_depth)
DEPTH_LODS(2d_array_depth)

FUNCTION
levels(read_write image2d_array_t image, global int *out)
{
    *out = get_image_num_mip_levels(image);
}
#endif

// width, height, depth, layers, channel data type and order
FUNCTION
query_3d(write_only image3d_t image, global int *out)
{
    int4 size = get_image_dim(image);

    out[0] = get_image_width(image) == size.x && size.w == 0 ? size.x : -1;
    out[1] = get_image_height(image) == size.y ? size.y : -1;
    out[2] = get_image_depth(image) == size.z ? size.z : -1;
    out[3] = 1;
    out[4] = get_image_channel_data_type(image);
    out[5] = get_image_channel_order(image);
}

FUNCTION
query_2d_array(read_only image2d_array_t image, global int *out)
{
    int2 size = get_image_dim(image);

    out[0] = get_image_width(image) == size.x ? size.x : -1;
    out[1] = get_image_height(image) == size.y ? size.y : -1;
    out[2] = 1;
    out[3] = (int)get_image_array_size(image);
    out[4] = get_image_channel_data_type(image);
    out[5] = get_image_channel_order(image);
}

// A sampler that a program declares.
FUNCTION
sample_literal(read_only image2d_t image, global const float4 *c, global float4 *out, ulong n)
{
    const sampler_t s = CLK_NORMALIZED_COORDS_TRUE | CLK_ADDRESS_MIRRORED_REPEAT | CLK_FILTER_LINEAR;

    LOOP out[i] = read_imagef(image, s, c[i].xy);
}
