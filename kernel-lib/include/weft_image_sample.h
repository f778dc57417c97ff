// SPDX-License-Identifier: Apache-2.0
// Which pixels a sampler reads, and how they are weighted ("Image Addressing and Filtering").
//
// A sampler is often a literal, so that what is asked of it here is decided when the program is compiled. Coordinates
// are brought near the image before they become integers: whatever they are, infinite or NaN, what is read lies in the
// image.
#ifndef WEFT_IMAGE_SAMPLE_H
#define WEFT_IMAGE_SAMPLE_H

#include "weft_image.h"

#define WEFT_ADDRESS_OF(sampler) ((uint)(sampler) & 0xEu)
#define WEFT_IS_NORMALIZED(sampler) (((uint)(sampler) & CLK_NORMALIZED_COORDS_TRUE) != 0)
#define WEFT_IS_LINEAR(sampler) (((uint)(sampler) & CLK_FILTER_LINEAR) != 0)

// NaN becomes `low`.
WEFT_HELPER float
__weft_clamp_float(float x, float low, float high)
{
    x = x > low ? x : low;
    return x < high ? x : high;
}

// ---- One axis -------------------------------------------------------------------------------------------------------

// The coordinate in pixels: within the image for the modes that repeat it, else no farther away than the image's edges
// and borders reach.
WEFT_HELPER float
__weft_unnormalized(ulong sampler, float s, int size)
{
    const uint address = WEFT_ADDRESS_OF(sampler);
    const float pixels = (float)size;

    if (address == CLK_ADDRESS_REPEAT)
        return __weft_clamp_float((s - floor(s)) * pixels, 0.0f, pixels);
    if (address == CLK_ADDRESS_MIRRORED_REPEAT)
        return __weft_clamp_float(fabs(s - 2.0f * rint(0.5f * s)) * pixels, 0.0f, pixels);
    return __weft_clamp_float(WEFT_IS_NORMALIZED(sampler) ? s * pixels : s, -2.0f, pixels + 2.0f);
}

// address_mode() of the specification for -3 <= i <= size + 2: at the border or in the image.
WEFT_HELPER int
__weft_addressed(ulong sampler, int i, int size)
{
    const uint address = WEFT_ADDRESS_OF(sampler);

    if (address == CLK_ADDRESS_CLAMP)
        return __weft_clamp_int(i, -1, size);
    if (address == CLK_ADDRESS_REPEAT) {
        i = i < 0 ? i + size : i;
        i = i > size - 1 ? i - size : i;
    }
    return __weft_clamp_int(i, 0, size - 1);
}

// ---- One pixel ------------------------------------------------------------------------------------------------------

// T4 __weft_fetch_<S>(...): the pixel at i, j, k of a level, or the border's colour.
#define WEFT_FETCH(T, S)                                                                                               \
    WEFT_HELPER T##4 __weft_fetch_##S(__weft_image_ptr image, struct __weft_level l, ulong sampler, int dims,          \
                                      bool is_array, int i, int j, int k, int layer)                                   \
    {                                                                                                                  \
        const int x = __weft_clamp_int(i, 0, l.width - 1);                                                             \
        const int y = dims >= 2 ? __weft_clamp_int(j, 0, l.height - 1) : 0;                                            \
        const int z = dims >= 3 ? __weft_clamp_int(k, 0, l.depth - 1) : 0;                                             \
        const T##4 color = __weft_load_##S(image, __weft_row(image, l, dims, is_array, y, z, layer), (uint)x);         \
                                                                                                                       \
        if (WEFT_ADDRESS_OF(sampler) != CLK_ADDRESS_CLAMP)                                                             \
            return color;                                                                                              \
        const bool inside = (x == i) & (dims < 2 || y == j) & (dims < 3 || z == k);                                    \
        const T alpha = (T)image->format.border_alpha;                                                                 \
        return (T##4)(inside ? color.x : (T)0, inside ? color.y : (T)0, inside ? color.z : (T)0,                       \
                      inside ? color.w : alpha);                                                                       \
    }
WEFT_FETCH(float, f)
WEFT_FETCH(int, i)
WEFT_FETCH(uint, ui)

// By integer coordinates, which are unnormalized and never filtered.
#define WEFT_SAMPLE_INT(T, S)                                                                                          \
    WEFT_HELPER T##4 __weft_sample_int_##S(__weft_image_ptr image, ulong sampler, int dims, bool is_array, int x,      \
                                           int y, int z, int layer)                                                    \
    {                                                                                                                  \
        const struct __weft_level l = __weft_image_level(image, 0);                                                    \
        const int n = is_array ? __weft_clamp_int(layer, 0, l.layers - 1) : 0;                                         \
        const bool outside = (x < 0) | (x >= l.width) | (dims >= 2 && y < 0) | (dims >= 2 && y >= l.height) |          \
                             (dims >= 3 && z < 0) | (dims >= 3 && z >= l.depth);                                       \
                                                                                                                       \
        /* Away from the edges pixels of a row lie side by side. */                                                    \
        if (__weft_is_known(image) && !__weft_any(outside))                                                            \
            return __weft_by_lane_load_##S(image, __weft_row(image, l, dims, is_array, y, z, n), (uint)x);             \
        return __weft_fetch_##S(image, l, sampler, dims, is_array, x, y, z, n);                                        \
    }                                                                                                                  \
    /* Without a sampler: what is out of range is undefined, but in the image. */                                      \
    WEFT_HELPER T##4 __weft_read_##S(__weft_image_ptr image, int dims, bool is_array, int x, int y, int z, int layer)  \
    {                                                                                                                  \
        return __weft_sample_int_##S(image, CLK_ADDRESS_NONE, dims, is_array, x, y, z, layer);                         \
    }
WEFT_SAMPLE_INT(float, f)
WEFT_SAMPLE_INT(int, i)
WEFT_SAMPLE_INT(uint, ui)

// ---- Nearest --------------------------------------------------------------------------------------------------------

WEFT_HELPER int
__weft_nearest(ulong sampler, float s, int size)
{
    return __weft_addressed(sampler, (int)floor(__weft_unnormalized(sampler, s, size)), size);
}

WEFT_HELPER int
__weft_layer(float layer, int layers)
{
    return (int)__weft_clamp_float(rint(layer), 0.0f, (float)(layers - 1));
}

#define WEFT_SAMPLE_NEAREST(T, S)                                                                                      \
    WEFT_HELPER T##4 __weft_sample_nearest_##S(__weft_image_ptr image, struct __weft_level l, ulong sampler, int dims, \
                                               bool is_array, float x, float y, float z, float layer)                  \
    {                                                                                                                  \
        return __weft_fetch_##S(image, l, sampler, dims, is_array, __weft_nearest(sampler, x, l.width),                \
                                dims >= 2 ? __weft_nearest(sampler, y, l.height) : 0,                                  \
                                dims >= 3 ? __weft_nearest(sampler, z, l.depth) : 0,                                   \
                                is_array ? __weft_layer(layer, l.layers) : 0);                                         \
    }
WEFT_SAMPLE_NEAREST(float, f)
WEFT_SAMPLE_NEAREST(uint, ui)

// ---- Linear ---------------------------------------------------------------------------------------------------------

// The two pixels on an axis, and the second one's weight.
struct __weft_pair {
    int first, second;
    float weight;
};

WEFT_HELPER struct __weft_pair
__weft_neighbours(ulong sampler, float s, int size)
{
    const float u = __weft_unnormalized(sampler, s, size) - 0.5f;
    const int i = (int)floor(u);
    struct __weft_pair pair;

    pair.first = __weft_addressed(sampler, i, size);
    pair.second = __weft_addressed(sampler, i + 1, size);
    pair.weight = u - floor(u);
    return pair;
}

WEFT_HELPER float4
__weft_sample_linear(__weft_image_ptr image, struct __weft_level l, ulong sampler, int dims, bool is_array, float x,
                     float y, float z, float layer)
{
#pragma OPENCL FP_CONTRACT ON
    const struct __weft_pair i = __weft_neighbours(sampler, x, l.width);
    const int n = is_array ? __weft_layer(layer, l.layers) : 0;
    const float a = i.weight;

#define WEFT_T(i, j, k) __weft_fetch_f(image, l, sampler, dims, is_array, i, j, k, n)
    if (dims == 1)
        return (1.0f - a) * WEFT_T(i.first, 0, 0) + a * WEFT_T(i.second, 0, 0);

    const struct __weft_pair j = __weft_neighbours(sampler, y, l.height);
    const float b = j.weight;
    if (dims == 2)
        return (1.0f - a) * (1.0f - b) * WEFT_T(i.first, j.first, 0) + a * (1.0f - b) * WEFT_T(i.second, j.first, 0) +
               (1.0f - a) * b * WEFT_T(i.first, j.second, 0) + a * b * WEFT_T(i.second, j.second, 0);

    const struct __weft_pair k = __weft_neighbours(sampler, z, l.depth);
    const float c = k.weight;
    return (1.0f - a) * (1.0f - b) * (1.0f - c) * WEFT_T(i.first, j.first, k.first) +
           a * (1.0f - b) * (1.0f - c) * WEFT_T(i.second, j.first, k.first) +
           (1.0f - a) * b * (1.0f - c) * WEFT_T(i.first, j.second, k.first) +
           a * b * (1.0f - c) * WEFT_T(i.second, j.second, k.first) +
           (1.0f - a) * (1.0f - b) * c * WEFT_T(i.first, j.first, k.second) +
           a * (1.0f - b) * c * WEFT_T(i.second, j.first, k.second) +
           (1.0f - a) * b * c * WEFT_T(i.first, j.second, k.second) + a * b * c * WEFT_T(i.second, j.second, k.second);
#undef WEFT_T
}

// ---- By a level -----------------------------------------------------------------------------------------------------

// Integers are not filtered: "The read_image{i|ui} calls support a nearest filter only."
WEFT_HELPER float4
__weft_sample_level_f(__weft_image_ptr image, uint level, ulong sampler, int dims, bool is_array, float x, float y,
                      float z, float layer)
{
    const struct __weft_level l = __weft_image_level(image, level);

    if (WEFT_IS_LINEAR(sampler))
        return __weft_sample_linear(image, l, sampler, dims, is_array, x, y, z, layer);
    return __weft_sample_nearest_f(image, l, sampler, dims, is_array, x, y, z, layer);
}

WEFT_HELPER uint4
__weft_sample_level_ui(__weft_image_ptr image, uint level, ulong sampler, int dims, bool is_array, float x, float y,
                       float z, float layer)
{
    return __weft_sample_nearest_ui(image, __weft_image_level(image, level), sampler, dims, is_array, x, y, z, layer);
}

// ---- By a level of detail -------------------------------------------------------------------------------------------

// Clamped to what the sampler and the image have; NaN is the least.
WEFT_HELPER float
__weft_clamp_lod(__weft_image_ptr image, ulong sampler, float lod)
{
    const float low = (float)(int)((sampler >> WEFT_SAMPLER_LOD_MIN_SHIFT) & 0xFFFFu) * (1.0f / WEFT_LOD_ONE);
    const float high = (float)(int)((sampler >> WEFT_SAMPLER_LOD_MAX_SHIFT) & 0xFFFFu) * (1.0f / WEFT_LOD_ONE);
    return __weft_clamp_float(__weft_clamp_float(lod, low, high), 0.0f, (float)(int)(image->levels - 1u));
}

// "Scale Factor and Level-of-Detail" of the OpenGL specification: the base-2 logarithm of the larger one of how many
// pixels of level 0 lie between neighbours in each direction. Arguments are the gradients in normalized coordinates.
WEFT_HELPER float
__weft_lod(__weft_image_ptr image, int dims, float xx, float xy, float xz, float yx, float yy, float yz)
{
    const float w = (float)image->width, h = (float)image->height, d = (float)image->depth;
    float along_x = xx * w * (xx * w), along_y = yx * w * (yx * w);

    along_x += dims >= 2 ? xy * h * (xy * h) : 0.0f;
    along_y += dims >= 2 ? yy * h * (yy * h) : 0.0f;
    along_x += dims >= 3 ? xz * d * (xz * d) : 0.0f;
    along_y += dims >= 3 ? yz * d * (yz * d) : 0.0f;
    return 0.5f * log2(along_x > along_y ? along_x : along_y);
}

// The level nearest to a clamped level of detail; in the middle between two, the larger image.
WEFT_HELPER uint
__weft_nearest_level(float lod)
{
    return (uint)(int)(lod > 0.5f ? ceil(lod + 0.5f) - 1.0f : 0.0f);
}

WEFT_HELPER float4
__weft_sample_lod_f(__weft_image_ptr image, float lod, ulong sampler, int dims, bool is_array, float x, float y,
                    float z, float layer)
{
    lod = __weft_clamp_lod(image, sampler, lod);
    if (!(sampler & WEFT_SAMPLER_MIP_LINEAR))
        return __weft_sample_level_f(image, __weft_nearest_level(lod), sampler, dims, is_array, x, y, z, layer);

    const uint first = (uint)(int)floor(lod), last = image->levels - 1u;
    const uint second = first < last ? first + 1u : last;
    const float weight = lod - floor(lod);
    return (1.0f - weight) * __weft_sample_level_f(image, first, sampler, dims, is_array, x, y, z, layer) +
           weight * __weft_sample_level_f(image, second, sampler, dims, is_array, x, y, z, layer);
}

WEFT_HELPER uint4
__weft_sample_lod_ui(__weft_image_ptr image, float lod, ulong sampler, int dims, bool is_array, float x, float y,
                     float z, float layer)
{
    lod = __weft_clamp_lod(image, sampler, lod);
    return __weft_sample_level_ui(image, __weft_nearest_level(lod), sampler, dims, is_array, x, y, z, layer);
}

// ---- The builtins ---------------------------------------------------------------------------------------------------

// By floats: functions of their own, for one work-item after the other, by what is read (S), dimensions and whether it
// is an array. Where the sampler is known, what it takes is in their place (sampled-reads of the compiler), and in
// versions that know the image. Definitions: lib/image/sample.cl.
#define WEFT_SAMPLED(T, S, shape)                                                                                      \
    T##4 __weft_by_lane_sample_##S##_##shape(__weft_image_ptr image, ulong sampler, float x, float y, float z,         \
                                             float layer) __attribute__((pure, noinline));                             \
    T##4 __weft_by_lane_sample_lod_##S##_##shape(__weft_image_ptr image, ulong sampler, float x, float y, float z,     \
                                                 float layer, float lod) __attribute__((pure, noinline));
#define WEFT_SAMPLED_SHAPES(M, T, S) M(T, S, 1d) M(T, S, 1d_array) M(T, S, 2d) M(T, S, 2d_array) M(T, S, 3d)
WEFT_SAMPLED_SHAPES(WEFT_SAMPLED, float, f)
WEFT_SAMPLED_SHAPES(WEFT_SAMPLED, uint, ui)

// The one of them for a kind of image, for pixels of S; int4 is made of uint4.
#define WEFT_SAMPLED_NAME_1d(name) name##_1d
#define WEFT_SAMPLED_NAME_1d_array(name) name##_1d_array
#define WEFT_SAMPLED_NAME_2d(name) name##_2d
#define WEFT_SAMPLED_NAME_2d_array(name) name##_2d_array
#define WEFT_SAMPLED_NAME_3d(name) name##_3d
#define WEFT_SAMPLED_NAME_2d_depth(name) name##_2d
#define WEFT_SAMPLED_NAME_2d_array_depth(name) name##_2d_array
#define WEFT_SAMPLED_f(kind, name, ...) WEFT_SAMPLED_NAME_##kind(name##_f)(__VA_ARGS__)
#define WEFT_SAMPLED_ui(kind, name, ...) WEFT_SAMPLED_NAME_##kind(name##_ui)(__VA_ARGS__)
#define WEFT_SAMPLED_i(kind, name, ...) __builtin_astype(WEFT_SAMPLED_ui(kind, name, __VA_ARGS__), int4)

// R read_image<suffix>(access image<kind>_t, ...), where S says how pixels are read and `as` makes R of them: with a
// sampler and coordinates that are integers or floats; with a level of detail; with gradients; without a sampler.
#define WEFT_READ_SAMPLED(kind, access, R, name, S, as)                                                                \
    R WEFT_MEM_INLINE name(access image##kind##_t image, sampler_t sampler, WEFT_INT_##kind c)                         \
    {                                                                                                                  \
        return as(__weft_sample_int_##S(__weft_image(image), __weft_sampler(sampler), WEFT_SHAPE_##kind,               \
                                        WEFT_XYZ_##kind(c), WEFT_LAYER_##kind(c)));                                    \
    }                                                                                                                  \
    R WEFT_MEM_INLINE name(access image##kind##_t image, sampler_t sampler, WEFT_FLOAT_##kind c)                       \
    {                                                                                                                  \
        return as(WEFT_SAMPLED_##S(kind, __weft_by_lane_sample, __weft_image(image), __weft_sampler(sampler),          \
                                   WEFT_XYZ_##kind(c), WEFT_LAYER_##kind(c)));                                         \
    }
#define WEFT_READ_LOD(kind, access, R, name, S, as)                                                                    \
    R WEFT_MEM_INLINE name(access image##kind##_t image, sampler_t sampler, WEFT_FLOAT_##kind c, float lod)            \
    {                                                                                                                  \
        return as(WEFT_SAMPLED_##S(kind, __weft_by_lane_sample_lod, __weft_image(image), __weft_sampler(sampler),      \
                                   WEFT_XYZ_##kind(c), WEFT_LAYER_##kind(c), lod));                                    \
    }                                                                                                                  \
    R WEFT_MEM_INLINE name(access image##kind##_t image, sampler_t sampler, WEFT_FLOAT_##kind c,                       \
                           WEFT_GRADIENT_##kind x, WEFT_GRADIENT_##kind y)                                             \
    {                                                                                                                  \
        const __weft_image_ptr p = __weft_image(image);                                                                \
        const float lod = __weft_lod(p, WEFT_DIMS_##kind, WEFT_SLOPE_##kind(x), WEFT_SLOPE_##kind(y));                 \
        return as(WEFT_SAMPLED_##S(kind, __weft_by_lane_sample_lod, p, __weft_sampler(sampler), WEFT_XYZ_##kind(c),    \
                                   WEFT_LAYER_##kind(c), lod));                                                        \
    }
#define WEFT_READ_PLAIN(kind, access, R, name, S, as)                                                                  \
    R WEFT_MEM_INLINE name(access image##kind##_t image, WEFT_INT_##kind c)                                            \
    {                                                                                                                  \
        return as(__weft_read_##S(__weft_image(image), WEFT_SHAPE_##kind, WEFT_XYZ_##kind(c), WEFT_LAYER_##kind(c)));  \
    }

#define WEFT_AS_IT_IS(v) (v)
#define WEFT_AS_DEPTH(v) ((v).x)
#define WEFT_AS_HALF(v) __builtin_convertvector(v, half4)

#endif
