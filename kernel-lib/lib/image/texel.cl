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

WEFT_HELPER float4
__weft_from_halves(uint4 c)
{
    return (float4)(__weft_from_half_code(c.x), __weft_from_half_code(c.y), __weft_from_half_code(c.z),
                    __weft_from_half_code(c.w));
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
WEFT_HELPER float
__weft_divided(int c, int largest)
{
#pragma OPENCL FP_CONTRACT ON
    const float divisor = (float)largest;
    const float inverse = 1.0f / divisor;
    const float high = __builtin_astype(__builtin_astype(inverse, uint) & 0xFFFF0000u, float);
    const float low = (1.0f - high * divisor) * inverse;
    return (float)c * high + (float)c * low;
}

// Rounded to nearest even, saturated; NaN is 0.
WEFT_HELPER float
__weft_to_integral(float v, float low, float high)
{
    v = v != v ? 0.0f : v;
    v = __weft_at_least(v, low);
    return rint(v < high ? v : high);
}

// Between a channel's code of up to 16 bits and its value. The compiler knows that one undoes the other.
float
__weft_unorm_value(uint code, uint largest)
{
    return __weft_divided((int)code, (int)largest);
}

uint
__weft_unorm_code(float value, uint largest)
{
    const float high = (float)(int)largest;
    const float v = __weft_at_least(value * high, 0.0f);
    return (uint)(int)rint(v < high ? v : high);
}

WEFT_HELPER uint4
__weft_unorm_codes(float4 v, uint4 largest)
{
    return (uint4)(__weft_unorm_code(v.x, largest.x), __weft_unorm_code(v.y, largest.y),
                   __weft_unorm_code(v.z, largest.z), __weft_unorm_code(v.w, largest.w));
}

float4
__weft_by_lane_load_f(__weft_image_ptr image, ulong row, uint x)
{
    const uint kind = image->format.kind;
    uint4 c;
    float4 v;

    if (image->format.layout == WEFT_LAYOUT_RAW)
        return (float4)(0.0f, 0.0f, 0.0f, 1.0f);
    c = __weft_load_channels(image, row, x);
    if (kind == WEFT_KIND_UNORM) {
        const uint4 largest = __weft_largest_of_all(image);
        v = (float4)(__weft_unorm_value(c.x, largest.x), __weft_unorm_value(c.y, largest.y),
                     __weft_unorm_value(c.z, largest.z), __weft_unorm_value(c.w, largest.w));
        if (image->format.is_srgb)
            v.xyz = (float3)(__weft_from_srgb(c.x), __weft_from_srgb(c.y), __weft_from_srgb(c.z));
    } else if (kind == WEFT_KIND_FLOAT) {
        if (image->format.unit_bytes == 2)
            v = __weft_from_halves(c);
        else
            v = __builtin_astype(c, float4);
    } else {
        // -128 is -1 as -127 is.
        const int largest = (int)(__weft_largest(image, 0) >> 1);
        const int4 s = __weft_signed(image, c);
        v = (float4)(__weft_at_least(__weft_divided(s.x, largest), -1.0f),
                     __weft_at_least(__weft_divided(s.y, largest), -1.0f),
                     __weft_at_least(__weft_divided(s.z, largest), -1.0f),
                     __weft_at_least(__weft_divided(s.w, largest), -1.0f));
    }
    return __weft_order_float(v, image->format.read_from);
}

uint4
__weft_by_lane_load_ui(__weft_image_ptr image, ulong row, uint x)
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
__weft_by_lane_store_f(__weft_image_ptr image, ulong row, uint x, float4 color)
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
    } else if (kind == WEFT_KIND_UNORM) {
        const uint4 largest = __weft_largest_of_all(image);
        c = __weft_unorm_codes(v, largest);
        if (image->format.is_srgb)
            c.xyz = (uint3)(__weft_to_srgb(v.x), __weft_to_srgb(v.y), __weft_to_srgb(v.z));
    } else {
        const float high = (float)(int)(__weft_largest(image, 0) >> 1), low = -1.0f - high;
        c = (uint4)((uint)(int)__weft_to_integral(v.x * high, low, high),
                    (uint)(int)__weft_to_integral(v.y * high, low, high),
                    (uint)(int)__weft_to_integral(v.z * high, low, high),
                    (uint)(int)__weft_to_integral(v.w * high, low, high));
    }
    __weft_store_channels(image, row, x, c);
}

void
__weft_by_lane_store_i(__weft_image_ptr image, ulong row, uint x, int4 color)
{
    const int high = (int)(__weft_largest(image, 0) >> 1), low = -1 - high;
    const int4 v = __weft_order_int(color, image->format.written_by);
    const int4 c = (int4)(__weft_clamp_int(v.x, low, high), __weft_clamp_int(v.y, low, high),
                          __weft_clamp_int(v.z, low, high), __weft_clamp_int(v.w, low, high));

    __weft_store_channels(image, row, x, __builtin_astype(c, uint4));
}

void
__weft_by_lane_store_ui(__weft_image_ptr image, ulong row, uint x, uint4 color)
{
    const uint high = __weft_largest(image, 0);
    const uint4 v = __weft_order_uint(color, image->format.written_by);

    __weft_store_channels(
        image, row, x,
        (uint4)(v.x < high ? v.x : high, v.y < high ? v.y : high, v.z < high ? v.z : high, v.w < high ? v.w : high));
}

// ---- Formats that many images have ----------------------------------------------------------------------------------

WEFT_HELPER bool
__weft_is_format(__weft_image_ptr image, uint order, uint type)
{
    return __builtin_expect(image->format.order == order && image->format.type == type, 1);
}

WEFT_HELPER float4
__weft_from_bytes(uint4 c)
{
    return (float4)(__weft_divided((int)c.x, 255), __weft_divided((int)c.y, 255), __weft_divided((int)c.z, 255),
                    __weft_divided((int)c.w, 255));
}

float4
__weft_usual_load_f(__weft_image_ptr image, ulong row, uint x)
{
    float4 v = (float4)(0.0f, 0.0f, 0.0f, 1.0f);

    if (__weft_is_format(image, CLK_RGBA, CLK_UNORM_INT8))
        return __weft_from_bytes(__weft_load_plain(image, row, x, 1, 4));
    if (__weft_is_format(image, CLK_BGRA, CLK_UNORM_INT8))
        return __weft_from_bytes(__weft_load_plain(image, row, x, 1, 4)).zyxw;
    if (__weft_is_format(image, CLK_RGBA, CLK_FLOAT))
        return __builtin_astype(__weft_load_plain(image, row, x, 4, 4), float4);
    if (__weft_is_format(image, CLK_RGBA, CLK_HALF_FLOAT))
        return __weft_from_halves(__weft_load_plain(image, row, x, 2, 4));
    if (__weft_is_format(image, CLK_R, CLK_UNORM_INT8))
        v.x = __weft_divided((int)__weft_load_plain(image, row, x, 1, 1).x, 255);
    else if (__weft_is_format(image, CLK_R, CLK_FLOAT))
        v.x = __builtin_astype(__weft_load_plain(image, row, x, 4, 1).x, float);
    else
        v = __weft_by_lane_load_f(image, row, x);
    return v;
}

uint4
__weft_usual_load_ui(__weft_image_ptr image, ulong row, uint x)
{
    uint4 c = (uint4)(0, 0, 0, 1);

    if (__weft_is_format(image, CLK_RGBA, CLK_UNSIGNED_INT8))
        return __weft_load_plain(image, row, x, 1, 4);
    if (__weft_is_format(image, CLK_RGBA, CLK_UNSIGNED_INT16))
        return __weft_load_plain(image, row, x, 2, 4);
    if (__weft_is_format(image, CLK_RGBA, CLK_UNSIGNED_INT32))
        return __weft_load_plain(image, row, x, 4, 4);
    if (__weft_is_format(image, CLK_R, CLK_UNSIGNED_INT8))
        c.x = __weft_load_plain(image, row, x, 1, 1).x;
    else if (__weft_is_format(image, CLK_R, CLK_UNSIGNED_INT16))
        c.x = __weft_load_plain(image, row, x, 2, 1).x;
    else if (__weft_is_format(image, CLK_R, CLK_UNSIGNED_INT32))
        c.x = __weft_load_plain(image, row, x, 4, 1).x;
    else
        c = __weft_by_lane_load_ui(image, row, x);
    return c;
}

void
__weft_usual_store_f(__weft_image_ptr image, ulong row, uint x, float4 color)
{
    if (__weft_is_format(image, CLK_RGBA, CLK_UNORM_INT8))
        __weft_store_plain(image, row, x, 1, 4, __weft_unorm_codes(color, (uint4)(255)));
    else if (__weft_is_format(image, CLK_RGBA, CLK_FLOAT))
        __weft_store_plain(image, row, x, 4, 4, __builtin_astype(color, uint4));
    else if (__weft_is_format(image, CLK_R, CLK_FLOAT))
        __weft_store_plain(image, row, x, 4, 1, __builtin_astype(color, uint4));
    else
        __weft_by_lane_store_f(image, row, x, color);
}

void
__weft_usual_store_ui(__weft_image_ptr image, ulong row, uint x, uint4 color)
{
    if (__weft_is_format(image, CLK_RGBA, CLK_UNSIGNED_INT8))
        __weft_store_plain(image, row, x, 1, 4, min(color, 255u));
    else if (__weft_is_format(image, CLK_RGBA, CLK_UNSIGNED_INT32))
        __weft_store_plain(image, row, x, 4, 4, color);
    else if (__weft_is_format(image, CLK_R, CLK_UNSIGNED_INT8))
        __weft_store_plain(image, row, x, 1, 1, min(color, 255u));
    else if (__weft_is_format(image, CLK_R, CLK_UNSIGNED_INT32))
        __weft_store_plain(image, row, x, 4, 1, color);
    else
        __weft_by_lane_store_ui(image, row, x, color);
}
