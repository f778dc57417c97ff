// SPDX-License-Identifier: Apache-2.0
// Reads and writes of a pixel in an image, by the image's format ("Conversion Rules"). What a format and a builtin that
// do not belong together give is undefined: something.
#include "weft_image_format.h"
#include "weft_image_srgb.h"

WEFT_HELPER float
__weft_from_half_code(uint code)
{
    return (float)__builtin_astype((ushort)code, half);
}

WEFT_HELPER uint
__weft_to_half_code(float v)
{
    return (uint)__builtin_astype((half)v, ushort);
}

// Sign-extended from the channel's bits.
WEFT_HELPER int4
__weft_signed(__weft_image_ptr image, uint4 c)
{
    const uint unused = (32u - WEFT_FORMAT_BYTE(image->format.bits, 0)) & 31u;
    return __builtin_astype(c << unused, int4) >> (int)unused;
}

// NaN becomes `low`.
WEFT_HELPER float
__weft_at_least(float v, float low)
{
    return v > low ? v : low;
}

// c / largest, correctly rounded, for whole numbers of up to 16 bits: by a product in two parts, of which the first is
// exact, as 1 / largest has 8 bits in it. Whether the sum is fused makes no difference. (Tried for all numbers of 1 to
// 16 bits, signed ones too.)
WEFT_HELPER float4
__weft_divided(float4 c, float4 largest)
{
    const float4 high = __builtin_astype(__builtin_astype(1.0f / largest, uint4) & 0xFFFF0000u, float4);
    const float4 low = (1.0f - high * largest) / largest;
    {
#pragma OPENCL FP_CONTRACT ON
        return c * high + c * low;
    }
}

// Rounded to nearest even, saturated; NaN is 0.
WEFT_HELPER float
__weft_to_integral(float v, float low, float high)
{
    v = v != v ? 0.0f : v;
    v = __weft_at_least(v, low);
    return rint(v < high ? v : high);
}

float4
__weft_texel_f(__weft_image_ptr image, ulong row, uint x)
{
    const uint kind = image->format.kind;
    uint4 c;
    float4 v;

    if (image->format.layout == WEFT_LAYOUT_RAW)
        return (float4)(0.0f, 0.0f, 0.0f, 1.0f);
    c = __weft_load_channels(image, row, x);
    if (kind == WEFT_KIND_UNORM) {
        // A code has 16 bits at most, which conversions of int are enough for.
        const int4 largest = __builtin_astype(__weft_largest_of_all(image), int4);
        v = __weft_divided(__builtin_convertvector(__builtin_astype(c, int4), float4),
                           __builtin_convertvector(largest, float4));
        if (image->format.is_srgb)
            v.xyz = (float3)(__weft_from_srgb(c.x), __weft_from_srgb(c.y), __weft_from_srgb(c.z));
    } else if (kind == WEFT_KIND_FLOAT) {
        if (image->format.unit_bytes == 2)
            v = (float4)(__weft_from_half_code(c.x), __weft_from_half_code(c.y), __weft_from_half_code(c.z),
                         __weft_from_half_code(c.w));
        else
            v = __builtin_astype(c, float4);
    } else {
        // -128 is -1 as -127 is.
        v = __weft_divided(__builtin_convertvector(__weft_signed(image, c), float4),
                           (float4)(float)(int)(__weft_largest(image, 0) >> 1));
        v = (float4)(__weft_at_least(v.x, -1.0f), __weft_at_least(v.y, -1.0f), __weft_at_least(v.z, -1.0f),
                     __weft_at_least(v.w, -1.0f));
    }
    return __weft_order_float(v, image->format.read_from);
}

uint4
__weft_texel_ui(__weft_image_ptr image, ulong row, uint x)
{
    uint4 c = 0;

    if (image->format.layout == WEFT_LAYOUT_RAW)
        c.x = __weft_load_raw(image, row, x);
    else
        c = __weft_load_channels(image, row, x);
    if (image->format.kind == WEFT_KIND_SIGNED)
        c = __builtin_astype(__weft_signed(image, c), uint4);
    return __weft_order_uint(c, image->format.read_from);
}

void
__weft_store_texel_f(__weft_image_ptr image, ulong row, uint x, float4 color)
{
    const uint kind = image->format.kind;
    const float4 v = __weft_order_float(color, image->format.written_by);
    uint4 c;

    if (kind == WEFT_KIND_FLOAT) {
        if (image->format.unit_bytes == 2)
            c = (uint4)(__weft_to_half_code(v.x), __weft_to_half_code(v.y), __weft_to_half_code(v.z),
                        __weft_to_half_code(v.w));
        else
            c = __builtin_astype(v, uint4);
    } else {
        const bool is_signed = kind != WEFT_KIND_UNORM;
        const uint4 all = __weft_largest_of_all(image) >> (is_signed ? 1u : 0u);
        const float4 high = __builtin_convertvector(__builtin_astype(all, int4), float4);
        const float4 low = is_signed ? -1.0f - high : 0.0f;
        const float4 scaled = v * high;
        c = (uint4)((uint)(int)__weft_to_integral(scaled.x, low.x, high.x),
                    (uint)(int)__weft_to_integral(scaled.y, low.y, high.y),
                    (uint)(int)__weft_to_integral(scaled.z, low.z, high.z),
                    (uint)(int)__weft_to_integral(scaled.w, low.w, high.w));
        if (image->format.is_srgb)
            c.xyz = (uint3)(__weft_to_srgb(v.x), __weft_to_srgb(v.y), __weft_to_srgb(v.z));
    }
    __weft_store_channels(image, row, x, c);
}

void
__weft_store_texel_i(__weft_image_ptr image, ulong row, uint x, int4 color)
{
    const int high = (int)(__weft_largest(image, 0) >> 1), low = -1 - high;
    const int4 v = __weft_order_int(color, image->format.written_by);
    const int4 c = (int4)(__weft_clamp_int(v.x, low, high), __weft_clamp_int(v.y, low, high),
                          __weft_clamp_int(v.z, low, high), __weft_clamp_int(v.w, low, high));

    __weft_store_channels(image, row, x, __builtin_astype(c, uint4));
}

void
__weft_store_texel_ui(__weft_image_ptr image, ulong row, uint x, uint4 color)
{
    const uint high = __weft_largest(image, 0);
    const uint4 v = __weft_order_uint(color, image->format.written_by);

    __weft_store_channels(image, row, x,
                          (uint4)(v.x < high ? v.x : high, v.y < high ? v.y : high, v.z < high ? v.z : high,
                                  v.w < high ? v.w : high));
}
