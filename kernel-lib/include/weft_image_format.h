// SPDX-License-Identifier: Apache-2.0
// Between a pixel's bytes and its channels as integers, and between channels and components.
//
// What depends on the format is decided by branches that are the same for all work-items; what is between them packs.
#ifndef WEFT_IMAGE_FORMAT_H
#define WEFT_IMAGE_FORMAT_H

#include "weft_image.h"

#define WEFT_FORMAT_BYTE(field, i) ((field) >> 8 * (i) & 0xFFu)
#define WEFT_IN_ORDER 0x03020100u // channels are r, g, b, a

// A host pointer may lead anywhere. Numbers of 64 bits would halve the number of work-items that are packed.
typedef ushort __weft_ushort_anywhere __attribute__((aligned(1)));
typedef uint __weft_uint_anywhere __attribute__((aligned(1)));
typedef uint2 __weft_uint2_anywhere __attribute__((aligned(1)));
typedef uint4 __weft_uint4_anywhere __attribute__((aligned(1)));

// lib/image/texel.cl. Not inlined here: fixed-images of the compiler does, when it has seen which undo others.
float __weft_unorm_value(uint code, uint largest) __attribute__((const, noinline));
uint __weft_unorm_code(float value, uint largest) __attribute__((const, noinline));

#define WEFT_AT(T, p) (*(__global T *)(p))

#define WEFT_PLAIN_PIXEL(unit_bytes, channels) ((unit_bytes)*8 + (channels))

// Pixel x of a row. How many bytes it has is a constant in each place: neighbours are seen to lie side by side.
WEFT_HELPER __global uchar *
__weft_pixel(__weft_image_ptr image, ulong row, uint x, uint bytes)
{
    if (__weft_is_small(image))
        return image->data + (long)((int)row + (int)x * (int)bytes);
    return image->data + row + (ulong)x * bytes;
}
#define WEFT_PIXEL(unit_bytes, channels) __weft_pixel(image, row, x, (unit_bytes) * (channels))

// The channels of pixel x of a row, which lie side by side, as wide as they are; those that are not there are 0.
WEFT_HELPER uint4
__weft_load_plain(__weft_image_ptr image, ulong row, uint x, uint unit_bytes, uint channels)
{
    uint4 c = 0;

    switch (WEFT_PLAIN_PIXEL(unit_bytes, channels)) {
    case WEFT_PLAIN_PIXEL(1, 4): {
        const uint all = WEFT_AT(__weft_uint_anywhere, WEFT_PIXEL(1, 4));
        c = (uint4)(all & 0xFFu, all >> 8 & 0xFFu, all >> 16 & 0xFFu, all >> 24);
        break;
    }
    case WEFT_PLAIN_PIXEL(1, 3): {
        const __global uchar *p = WEFT_PIXEL(1, 3);
        c.xyz = (uint3)(p[0], p[1], p[2]);
        break;
    }
    case WEFT_PLAIN_PIXEL(1, 2): {
        const uint all = WEFT_AT(__weft_ushort_anywhere, WEFT_PIXEL(1, 2));
        c.xy = (uint2)(all & 0xFFu, all >> 8);
        break;
    }
    case WEFT_PLAIN_PIXEL(1, 1):
        c.x = *WEFT_PIXEL(1, 1);
        break;
    case WEFT_PLAIN_PIXEL(2, 4): {
        const uint2 all = WEFT_AT(__weft_uint2_anywhere, WEFT_PIXEL(2, 4));
        c = (uint4)(all.x & 0xFFFFu, all.x >> 16, all.y & 0xFFFFu, all.y >> 16);
        break;
    }
    case WEFT_PLAIN_PIXEL(2, 3): {
        const __global uchar *p = WEFT_PIXEL(2, 3);
        c.xyz = (uint3)(WEFT_AT(__weft_ushort_anywhere, p), WEFT_AT(__weft_ushort_anywhere, p + 2),
                        WEFT_AT(__weft_ushort_anywhere, p + 4));
        break;
    }
    case WEFT_PLAIN_PIXEL(2, 2): {
        const uint all = WEFT_AT(__weft_uint_anywhere, WEFT_PIXEL(2, 2));
        c.xy = (uint2)(all & 0xFFFFu, all >> 16);
        break;
    }
    case WEFT_PLAIN_PIXEL(2, 1):
        c.x = WEFT_AT(__weft_ushort_anywhere, WEFT_PIXEL(2, 1));
        break;
    case WEFT_PLAIN_PIXEL(4, 4):
        c = WEFT_AT(__weft_uint4_anywhere, WEFT_PIXEL(4, 4));
        break;
    case WEFT_PLAIN_PIXEL(4, 3): {
        const __global uchar *p = WEFT_PIXEL(4, 3);
        c.xyz = (uint3)(WEFT_AT(__weft_uint_anywhere, p), WEFT_AT(__weft_uint_anywhere, p + 4),
                        WEFT_AT(__weft_uint_anywhere, p + 8));
        break;
    }
    case WEFT_PLAIN_PIXEL(4, 2):
        c.xy = WEFT_AT(__weft_uint2_anywhere, WEFT_PIXEL(4, 2));
        break;
    case WEFT_PLAIN_PIXEL(4, 1):
        c.x = WEFT_AT(__weft_uint_anywhere, WEFT_PIXEL(4, 1));
        break;
    }
    return c;
}

WEFT_HELPER void
__weft_store_plain(__weft_image_ptr image, ulong row, uint x, uint unit_bytes, uint channels, uint4 c)
{
    switch (WEFT_PLAIN_PIXEL(unit_bytes, channels)) {
    case WEFT_PLAIN_PIXEL(1, 4):
        WEFT_AT(__weft_uint_anywhere, WEFT_PIXEL(1, 4)) =
            (c.x & 0xFFu) | (c.y & 0xFFu) << 8 | (c.z & 0xFFu) << 16 | c.w << 24;
        break;
    case WEFT_PLAIN_PIXEL(1, 3): {
        __global uchar *p = WEFT_PIXEL(1, 3);
        p[0] = (uchar)c.x;
        p[1] = (uchar)c.y;
        p[2] = (uchar)c.z;
        break;
    }
    case WEFT_PLAIN_PIXEL(1, 2):
        WEFT_AT(__weft_ushort_anywhere, WEFT_PIXEL(1, 2)) = (ushort)((c.x & 0xFFu) | c.y << 8);
        break;
    case WEFT_PLAIN_PIXEL(1, 1):
        *WEFT_PIXEL(1, 1) = (uchar)c.x;
        break;
    case WEFT_PLAIN_PIXEL(2, 4):
        WEFT_AT(__weft_uint2_anywhere, WEFT_PIXEL(2, 4)) =
            (uint2)((c.x & 0xFFFFu) | c.y << 16, (c.z & 0xFFFFu) | c.w << 16);
        break;
    case WEFT_PLAIN_PIXEL(2, 3): {
        __global uchar *p = WEFT_PIXEL(2, 3);
        WEFT_AT(__weft_ushort_anywhere, p) = (ushort)c.x;
        WEFT_AT(__weft_ushort_anywhere, p + 2) = (ushort)c.y;
        WEFT_AT(__weft_ushort_anywhere, p + 4) = (ushort)c.z;
        break;
    }
    case WEFT_PLAIN_PIXEL(2, 2):
        WEFT_AT(__weft_uint_anywhere, WEFT_PIXEL(2, 2)) = (c.x & 0xFFFFu) | c.y << 16;
        break;
    case WEFT_PLAIN_PIXEL(2, 1):
        WEFT_AT(__weft_ushort_anywhere, WEFT_PIXEL(2, 1)) = (ushort)c.x;
        break;
    case WEFT_PLAIN_PIXEL(4, 4):
        WEFT_AT(__weft_uint4_anywhere, WEFT_PIXEL(4, 4)) = c;
        break;
    case WEFT_PLAIN_PIXEL(4, 3): {
        __global uchar *p = WEFT_PIXEL(4, 3);
        WEFT_AT(__weft_uint_anywhere, p) = c.x;
        WEFT_AT(__weft_uint_anywhere, p + 4) = c.y;
        WEFT_AT(__weft_uint_anywhere, p + 8) = c.z;
        break;
    }
    case WEFT_PLAIN_PIXEL(4, 2):
        WEFT_AT(__weft_uint2_anywhere, WEFT_PIXEL(4, 2)) = c.xy;
        break;
    case WEFT_PLAIN_PIXEL(4, 1):
        WEFT_AT(__weft_uint_anywhere, WEFT_PIXEL(4, 1)) = c.x;
        break;
    }
}

// A channel's largest code, if it is unsigned; 1 where there is no channel.
WEFT_HELPER uint
__weft_largest(__weft_image_ptr image, uint channel)
{
    const uint bits = WEFT_FORMAT_BYTE(image->format.bits, channel);
    return bits == 0 ? 1u : 0xFFFFFFFFu >> (32u - bits);
}

WEFT_HELPER uint4
__weft_largest_of_all(__weft_image_ptr image)
{
    return (uint4)(__weft_largest(image, 0), __weft_largest(image, 1), __weft_largest(image, 2),
                   __weft_largest(image, 3));
}

WEFT_HELPER uint4
__weft_shifts(__weft_image_ptr image)
{
    const uint shifts = image->format.shifts;
    return (uint4)(WEFT_FORMAT_BYTE(shifts, 0), WEFT_FORMAT_BYTE(shifts, 1), WEFT_FORMAT_BYTE(shifts, 2),
                   WEFT_FORMAT_BYTE(shifts, 3)) &
           31u;
}

// The codes of a pixel's channels.
WEFT_HELPER uint4
__weft_load_channels(__weft_image_ptr image, ulong row, uint x)
{
    const uint unit_bytes = image->format.unit_bytes;
    uint4 c;

    if (image->format.layout == WEFT_LAYOUT_PLAIN)
        return __weft_load_plain(image, row, x, unit_bytes, image->format.channels) >>
               WEFT_FORMAT_BYTE(image->format.shifts, 0);
    if (unit_bytes == 2)
        c = WEFT_AT(__weft_ushort_anywhere, WEFT_PIXEL(2, 1));
    else
        c = WEFT_AT(__weft_uint_anywhere, WEFT_PIXEL(4, 1));
    return c >> __weft_shifts(image) & __weft_largest_of_all(image);
}

// In bits outside of the channels may be anything.
WEFT_HELPER void
__weft_store_channels(__weft_image_ptr image, ulong row, uint x, uint4 c)
{
    const uint unit_bytes = image->format.unit_bytes;

    if (image->format.layout == WEFT_LAYOUT_PLAIN) {
        __weft_store_plain(image, row, x, unit_bytes, image->format.channels,
                           c << WEFT_FORMAT_BYTE(image->format.shifts, 0));
    } else if (image->format.layout == WEFT_LAYOUT_PACKED) {
        uint4 in_place = (c & __weft_largest_of_all(image)) << __weft_shifts(image);
        uint all = in_place.x | in_place.y;

        all |= image->format.channels > 2 ? in_place.z : 0u;
        all |= image->format.channels > 3 ? in_place.w : 0u;
        if (unit_bytes == 2)
            WEFT_AT(__weft_ushort_anywhere, WEFT_PIXEL(2, 1)) = (ushort)all;
        else
            WEFT_AT(__weft_uint_anywhere, WEFT_PIXEL(4, 1)) = all;
    }
}

// The code of one pixel among those that share bytes.
WEFT_HELPER uint
__weft_load_raw(__weft_image_ptr image, ulong row, uint x)
{
    const uint pixels = image->format.raw_pixels;
    const uint low_bits = WEFT_FORMAT_BYTE(image->format.bits, 0) - 8u;
    const uint group = x / pixels, i = x % pixels;
    const __global uchar *p = __weft_pixel(image, row, group, image->format.pixel_bytes);
    return (uint)p[i] << low_bits | ((uint)p[pixels] >> i * low_bits & ~(~0u << low_bits));
}

// One component of those, or channel of those, that `from` names.
#define WEFT_PICK(T)                                                                                                   \
    WEFT_HELPER T __weft_pick_##T(T##4 c, uint from)                                                                   \
    {                                                                                                                  \
        const T low = from == 1 ? c.y : c.x, high = from == 3 ? c.w : c.z;                                             \
        const T fixed = from == WEFT_CHANNEL_O ? (T)1 : (T)0;                                                       \
        return from >= WEFT_CHANNEL_Z ? fixed : from >= 2 ? high : low;                                             \
    }                                                                                                                  \
    WEFT_HELPER T##4 __weft_order_##T(T##4 c, uint from)                                                               \
    {                                                                                                                  \
        if (from == WEFT_IN_ORDER)                                                                                     \
            return c;                                                                                                  \
        return (T##4)(__weft_pick_##T(c, WEFT_FORMAT_BYTE(from, 0)), __weft_pick_##T(c, WEFT_FORMAT_BYTE(from, 1)),    \
                      __weft_pick_##T(c, WEFT_FORMAT_BYTE(from, 2)), __weft_pick_##T(c, WEFT_FORMAT_BYTE(from, 3)));   \
    }
WEFT_PICK(float)
WEFT_PICK(int)
WEFT_PICK(uint)

#endif
