// SPDX-License-Identifier: Apache-2.0
// Images and samplers: lists of the types, and the ways from a type to what compiler/image_abi.h says it is.
#ifndef WEFT_IMAGE_H
#define WEFT_IMAGE_H

#include "weft_gentype.h"

#include "compiler/image_abi.h"

typedef __constant struct weft_image *__weft_image_ptr;

// ---- Types ----------------------------------------------------------------------------------------------------------

// M(kind, ...) for each kind of image: the type is image<kind>_t.
#define WEFT_IMAGE_COLOURS(M, ...)                                                                                     \
    M(1d, __VA_ARGS__) M(1d_array, __VA_ARGS__) M(2d, __VA_ARGS__) M(2d_array, __VA_ARGS__) M(3d, __VA_ARGS__)
#define WEFT_IMAGE_DEPTHS(M, ...) M(2d_depth, __VA_ARGS__) M(2d_array_depth, __VA_ARGS__)
#define WEFT_IMAGE_BUFFERS(M, ...) M(1d_buffer, __VA_ARGS__)
// M(access, ...) for each access qualifier.
#define WEFT_IMAGE_READABLE(M, ...) M(read_only, __VA_ARGS__) M(read_write, __VA_ARGS__)
#define WEFT_IMAGE_WRITABLE(M, ...) M(write_only, __VA_ARGS__) M(read_write, __VA_ARGS__)
#define WEFT_IMAGE_ACCESSES(M, ...) WEFT_IMAGE_READABLE(M, __VA_ARGS__) M(write_only, __VA_ARGS__)

// By kind: the types of coordinates and of gradients.
#define WEFT_INT_1d int
#define WEFT_INT_1d_buffer int
#define WEFT_INT_1d_array int2
#define WEFT_INT_2d int2
#define WEFT_INT_2d_array int4
#define WEFT_INT_3d int4
#define WEFT_INT_2d_depth int2
#define WEFT_INT_2d_array_depth int4
#define WEFT_FLOAT_1d float
#define WEFT_FLOAT_1d_array float2
#define WEFT_FLOAT_2d float2
#define WEFT_FLOAT_2d_array float4
#define WEFT_FLOAT_3d float4
#define WEFT_FLOAT_2d_depth float2
#define WEFT_FLOAT_2d_array_depth float4
#define WEFT_GRADIENT_1d float
#define WEFT_GRADIENT_1d_array float
#define WEFT_GRADIENT_2d float2
#define WEFT_GRADIENT_2d_array float2
#define WEFT_GRADIENT_3d float4
#define WEFT_GRADIENT_2d_depth float2
#define WEFT_GRADIENT_2d_array_depth float2

// Of the coordinate c, or a gradient with the same members in front: x, y and z.
#define WEFT_XYZ_1d(c) c, 0, 0
#define WEFT_XYZ_1d_buffer(c) c, 0, 0
#define WEFT_XYZ_1d_array(c) c.x, 0, 0
#define WEFT_XYZ_2d(c) c.x, c.y, 0
#define WEFT_XYZ_2d_array(c) c.x, c.y, 0
#define WEFT_XYZ_3d(c) c.x, c.y, c.z
#define WEFT_XYZ_2d_depth(c) c.x, c.y, 0
#define WEFT_XYZ_2d_array_depth(c) c.x, c.y, 0
#define WEFT_SLOPE_1d(g) g, 0, 0
#define WEFT_SLOPE_1d_array(g) g, 0, 0
#define WEFT_SLOPE_2d(g) g.x, g.y, 0
#define WEFT_SLOPE_2d_array(g) g.x, g.y, 0
#define WEFT_SLOPE_3d(g) g.x, g.y, g.z
#define WEFT_SLOPE_2d_depth(g) g.x, g.y, 0
#define WEFT_SLOPE_2d_array_depth(g) g.x, g.y, 0
// The array's layer.
#define WEFT_LAYER_1d(c) 0
#define WEFT_LAYER_1d_buffer(c) 0
#define WEFT_LAYER_1d_array(c) c.y
#define WEFT_LAYER_2d(c) 0
#define WEFT_LAYER_2d_array(c) c.z
#define WEFT_LAYER_3d(c) 0
#define WEFT_LAYER_2d_depth(c) 0
#define WEFT_LAYER_2d_array_depth(c) c.z
// Dimensions, arrays' layers aside, and whether it is an array.
#define WEFT_SHAPE_1d 1, false
#define WEFT_SHAPE_1d_buffer 1, false
#define WEFT_SHAPE_1d_array 1, true
#define WEFT_SHAPE_2d 2, false
#define WEFT_SHAPE_2d_array 2, true
#define WEFT_SHAPE_3d 3, false
#define WEFT_SHAPE_2d_depth 2, false
#define WEFT_SHAPE_2d_array_depth 2, true

#define WEFT_DIMS_1d 1
#define WEFT_DIMS_1d_array 1
#define WEFT_DIMS_2d 2
#define WEFT_DIMS_2d_array 2
#define WEFT_DIMS_3d 3
#define WEFT_DIMS_2d_depth 2
#define WEFT_DIMS_2d_array_depth 2

// ---- What they are --------------------------------------------------------------------------------------------------

// Without bodies: retarget() of the compiler puts the argument in a call's place.
#define WEFT_IMAGE_POINTER(kind, access) __weft_image_ptr WEFT_FN __weft_image(access image##kind##_t image);
#define WEFT_IMAGE_POINTERS(access, ...)                                                                               \
    WEFT_IMAGE_COLOURS(WEFT_IMAGE_POINTER, access)                                                                     \
    WEFT_IMAGE_DEPTHS(WEFT_IMAGE_POINTER, access)                                                                      \
    WEFT_IMAGE_BUFFERS(WEFT_IMAGE_POINTER, access)
WEFT_IMAGE_ACCESSES(WEFT_IMAGE_POINTERS, )
ulong WEFT_FN __weft_sampler(sampler_t sampler);
// Whether the kernel is a version that knows the image's format, and whether it knows that offsets into it are ints.
bool __weft_is_known(__weft_image_ptr image) __attribute__((const));
bool __weft_is_small(__weft_image_ptr image) __attribute__((const));
// Whether it is true for any work-item of those that run side by side. An answer of true is right for all.
bool __weft_any(bool) __attribute__((const));

// One level of an image.
struct __weft_level {
    int width, height, depth, layers;
    ulong offset, row_pitch, slice_pitch;
};

WEFT_HELPER struct __weft_level
__weft_image_level(__weft_image_ptr image, uint level)
{
    struct __weft_level l;

    l.width = max(image->width >> level, 1);
    l.height = max(image->height >> level, 1);
    l.depth = max(image->depth >> level, 1);
    l.layers = image->layers;
    l.offset = image->offset[level];
    l.row_pitch = image->row_pitch[level];
    l.slice_pitch = image->slice_pitch[level];
    return l;
}

// Where the row that a pixel is in begins, from the image's data on. All within the image.
WEFT_HELPER ulong
__weft_row(__weft_image_ptr image, struct __weft_level l, int dims, bool is_array, int y, int z, int layer)
{
    ulong row = l.offset;

    if (__weft_is_small(image)) {
        int small = (int)l.offset;
        if (dims >= 2)
            small += y * (int)l.row_pitch;
        if (dims == 3 || is_array)
            small += (is_array ? layer : z) * (int)l.slice_pitch;
        return (ulong)small;
    }
    if (dims >= 2)
        row += (ulong)(uint)y * l.row_pitch;
    if (dims == 3 || is_array)
        row += (ulong)(uint)(is_array ? layer : z) * l.slice_pitch;
    return row;
}

WEFT_HELPER int
__weft_clamp_int(int x, int low, int high)
{
    x = x < low ? low : x;
    return x > high ? high : x;
}

// ---- Pixels: lib/image/texel.cl -------------------------------------------------------------------------------------

// Functions of their own, for one work-item after the other, so that a kernel with many accesses has the decisions on
// the format once; versions of kernels that know the format have what it takes in their place. `row` is that of
// __weft_row, x within the image.
float4 __weft_by_lane_load_f(__weft_image_ptr image, ulong row, uint x) __attribute__((pure));
uint4 __weft_by_lane_load_ui(__weft_image_ptr image, ulong row, uint x) __attribute__((pure));
void __weft_by_lane_store_f(__weft_image_ptr image, ulong row, uint x, float4 color);
void __weft_by_lane_store_i(__weft_image_ptr image, ulong row, uint x, int4 color);
void __weft_by_lane_store_ui(__weft_image_ptr image, ulong row, uint x, uint4 color);

WEFT_HELPER int4
__weft_by_lane_load_i(__weft_image_ptr image, ulong row, uint x)
{
    return __builtin_astype(__weft_by_lane_load_ui(image, row, x), int4);
}

// The same in kernels that do not know the format: decided once for all work-items that run side by side where it is
// one that many images have.
float4 __weft_usual_load_f(__weft_image_ptr image, ulong row, uint x) __attribute__((pure, noinline));
uint4 __weft_usual_load_ui(__weft_image_ptr image, ulong row, uint x) __attribute__((pure, noinline));
void __weft_usual_store_f(__weft_image_ptr image, ulong row, uint x, float4 color) __attribute__((noinline));
void __weft_usual_store_ui(__weft_image_ptr image, ulong row, uint x, uint4 color) __attribute__((noinline));

// Either, for S of f and ui.
#define WEFT_PIXEL_ACCESS(T, S)                                                                                        \
    WEFT_HELPER T __weft_load_##S(__weft_image_ptr image, ulong row, uint x)                                           \
    {                                                                                                                  \
        return __weft_is_known(image) ? __weft_by_lane_load_##S(image, row, x) : __weft_usual_load_##S(image, row, x); \
    }                                                                                                                  \
    WEFT_HELPER void __weft_store_##S(__weft_image_ptr image, ulong row, uint x, T color)                              \
    {                                                                                                                  \
        if (__weft_is_known(image))                                                                                    \
            __weft_by_lane_store_##S(image, row, x, color);                                                            \
        else                                                                                                           \
            __weft_usual_store_##S(image, row, x, color);                                                              \
    }
WEFT_PIXEL_ACCESS(float4, f)
WEFT_PIXEL_ACCESS(uint4, ui)
#define __weft_load_i __weft_by_lane_load_i
#define __weft_store_i __weft_by_lane_store_i

#endif
