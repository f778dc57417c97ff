// SPDX-License-Identifier: Apache-2.0
// Image formats: which there are, and colours in them.
#include "runtime/core/pixel_format.h"

#include <string.h>

#define BYTES(a, b, c, d) ((cl_uint)(a) | (cl_uint)(b) << 8 | (cl_uint)(c) << 16 | (cl_uint)(d) << 24)

enum { Z = WEFT_CHANNEL_Z, O = WEFT_CHANNEL_O, X = 6 }; // as the table names them

static const struct order {
    cl_channel_order value;
    cl_uint channels;
    cl_uint read_from;
    cl_uint border_alpha;
    cl_uint is_srgb;
} orders[] = {
#define WEFT_CHANNEL_ORDER(name, value, channels, r, g, b, a, border_alpha, is_srgb)                                   \
    {value, channels, BYTES(r, g, b, a), border_alpha, is_srgb},
#include "compiler/image_formats.def"
};
#define ORDER_COUNT (sizeof(orders) / sizeof(orders[0]))

static const struct type {
    cl_channel_type value;
    cl_uint kind;
    cl_uint layout;
    cl_uint unit_bytes;
    cl_channel_order order; // of packed and raw types, else 0
    cl_uint channels;       // likewise
    cl_uint bits, shifts;   // a byte for each of four channels
    cl_uint raw_pixels;
    cl_uint raw_bytes; // of raw types, else 0
} types[] = {
#define WEFT_CHANNEL_TYPE(name, value, kind, unit_bytes, bits, shift)                                                  \
    {value,                                                                                                            \
     WEFT_KIND_##kind,                                                                                                 \
     WEFT_LAYOUT_PLAIN,                                                                                                \
     unit_bytes,                                                                                                       \
     0,                                                                                                                \
     0,                                                                                                                \
     BYTES(bits, bits, bits, bits),                                                                                    \
     BYTES(shift, shift, shift, shift),                                                                                \
     1,                                                                                                                \
     0},
#define WEFT_PACKED_TYPE(name, value, kind, unit_bytes, order, bits0, shift0, bits1, shift1, bits2, shift2, bits3,     \
                         shift3)                                                                                       \
    {value,                                                                                                            \
     WEFT_KIND_##kind,                                                                                                 \
     WEFT_LAYOUT_PACKED,                                                                                               \
     unit_bytes,                                                                                                       \
     CL_##order,                                                                                                       \
     (bits3) ? 4 : 3,                                                                                                  \
     BYTES(bits0, bits1, bits2, bits3),                                                                                \
     BYTES(shift0, shift1, shift2, shift3),                                                                            \
     1,                                                                                                                \
     0},
#define WEFT_RAW_TYPE(name, value, bits, pixels, bytes)                                                                \
    {value, WEFT_KIND_UNSIGNED, WEFT_LAYOUT_RAW, 1, CL_R, 1, bits, 0, pixels, bytes},
#include "compiler/image_formats.def"
#undef WEFT_RAW_TYPE
};
#define TYPE_COUNT (sizeof(types) / sizeof(types[0]))

static cl_uint
byte_at(cl_uint bytes, cl_uint index)
{
    return bytes >> 8 * index & 0xFF;
}

static bool
is_power_of_two(cl_uint number)
{
    return (number & (number - 1)) == 0;
}

// "The number of bits per element [...] must be a power of two", and what the tables of channel orders and channel data
// types say about single ones.
static bool
is_allowed(const struct order *order, const struct type *type)
{
    switch (type->layout) {
    case WEFT_LAYOUT_PACKED: // "The channel order must be CL_RGB or CL_RGBx", or one other
        return order->value == type->order || (order->value == CL_RGBx && type->order == CL_RGB);
    case WEFT_LAYOUT_RAW: // "The channel order must be CL_R."
        return order->value == type->order;
    default:
        break;
    }
    if (!is_power_of_two(order->channels * type->unit_bytes))
        return false;
    // 10X6 and so on: "The channel order must be CL_R, CL_RG, or CL_RGBA."
    if (byte_at(type->bits, 0) < 8 * type->unit_bytes)
        return order->value == CL_R || order->value == CL_RG || order->value == CL_RGBA;
    // sRGB is a coding of "normalized 8-bit unsigned integer" values.
    if (order->is_srgb)
        return type->value == CL_UNORM_INT8;
    if (order->value == CL_DEPTH)
        return type->value == CL_UNORM_INT16 || type->value == CL_FLOAT;
    return true;
}

// A byte for each channel in memory: the component it gets. What reads ignore gets alpha, as the conformance tests have
// it; what is not there nothing.
static cl_uint
written_by(cl_uint read_from, cl_uint channels)
{
    cl_uint bytes[4] = {Z, Z, Z, channels == 4 ? 3 : Z};

    for (cl_uint component = 4; component-- > 0;)
        for (cl_uint channel = 0; channel < channels; channel++)
            if (byte_at(read_from, component) == channel)
                bytes[channel] = component;
    return BYTES(bytes[0], bytes[1], bytes[2], bytes[3]);
}

// With what X stands for in formats of this kind.
static cl_uint
read_from(const struct order *order, cl_uint kind)
{
    cl_uint alpha = byte_at(order->read_from, 3);

    if (alpha == X)
        alpha = kind == WEFT_KIND_SIGNED || kind == WEFT_KIND_UNSIGNED ? Z : O;
    return (order->read_from & 0xFFFFFF) | alpha << 24;
}

static void
combine(const struct order *order, const struct type *type, struct weft_pixel_format *format)
{
    cl_uint channels = type->channels ? type->channels : order->channels;
    cl_uint mask = channels < 4 ? ((cl_uint)1 << 8 * channels) - 1 : ~(cl_uint)0;

    *format = (struct weft_pixel_format){
        .order = order->value,
        .type = type->value,
        .kind = type->kind,
        .layout = type->layout,
        .pixel_bytes = type->unit_bytes,
        .unit_bytes = type->unit_bytes,
        .channels = channels,
        .raw_pixels = type->raw_pixels,
        .read_from = read_from(order, type->kind),
        .written_by = written_by(order->read_from, channels),
        .bits = type->bits & mask,
        .shifts = type->shifts & mask,
        .is_srgb = order->is_srgb,
        .border_alpha = order->border_alpha,
    };
    if (type->layout == WEFT_LAYOUT_PLAIN)
        format->pixel_bytes *= channels;
    else if (type->layout == WEFT_LAYOUT_RAW)
        format->pixel_bytes = type->raw_bytes;
}

bool
weft_pixel_format_find(cl_channel_order order, cl_channel_type type, struct weft_pixel_format *format)
{
    const struct order *o = NULL;
    const struct type *t = NULL;

    for (size_t i = 0; i < ORDER_COUNT; i++)
        if (orders[i].value == order)
            o = &orders[i];
    for (size_t i = 0; i < TYPE_COUNT; i++)
        if (types[i].value == type)
            t = &types[i];
    if (!o || !t || !is_allowed(o, t))
        return false;
    combine(o, t, format);
    return true;
}

bool
weft_pixel_format_serves(const struct weft_pixel_format *format, cl_mem_object_type type, cl_mem_flags flags)
{
    // Several pixels share bytes, so that none can be written alone.
    if (format->layout == WEFT_LAYOUT_RAW)
        return type == CL_MEM_OBJECT_IMAGE2D && (flags & CL_MEM_READ_ONLY) && !(flags & CL_MEM_KERNEL_READ_AND_WRITE);
    if (format->order == CL_DEPTH && type != CL_MEM_OBJECT_IMAGE2D && type != CL_MEM_OBJECT_IMAGE2D_ARRAY)
        return false;
    return !format->is_srgb || !(flags & CL_MEM_KERNEL_READ_AND_WRITE);
}

cl_uint
weft_pixel_format_list(cl_mem_object_type type, cl_mem_flags flags, cl_uint room, cl_image_format *formats)
{
    struct weft_pixel_format format;
    cl_uint count = 0;

    for (size_t i = 0; i < ORDER_COUNT; i++)
        for (size_t j = 0; j < TYPE_COUNT; j++) {
            if (!is_allowed(&orders[i], &types[j]))
                continue;
            combine(&orders[i], &types[j], &format);
            if (!weft_pixel_format_serves(&format, type, flags))
                continue;
            if (count < room)
                formats[count] = (cl_image_format){orders[i].value, types[j].value};
            count++;
        }
    return count;
}

// To the nearest integer, the even one of two; |value| is below 2^52.
static int64_t
round_to_even(double value)
{
    int64_t below = (int64_t)value - (value < (double)(int64_t)value);
    double rest = value - (double)below;

    return below + (rest > 0.5 || (rest == 0.5 && (below & 1)));
}

static cl_uint
pack_unorm(float value, cl_uint bits)
{
    const float most = (float)(((cl_uint)1 << bits) - 1);
    float scaled = value * most;

    if (!(scaled > 0)) // NaN too
        return 0;
    return scaled >= most ? (cl_uint)most : (cl_uint)round_to_even(scaled);
}

static cl_uint
pack_snorm(float value, cl_uint bits)
{
    const float most = (float)(((cl_uint)1 << (bits - 1)) - 1);
    float scaled = value * most;

    if (scaled != scaled)
        return 0;
    if (scaled >= most)
        scaled = most;
    else if (scaled <= -most - 1)
        scaled = -most - 1;
    return (cl_uint)(int32_t)round_to_even(scaled);
}

static double
power(double base, unsigned exponent)
{
    double result = 1;

    while (exponent--)
        result *= base;
    return result;
}

// Whether a linear value is coded as `code` or more: as its code, before rounding, is code - 0.5 or more.
static bool
is_coded_at_least(double linear, cl_uint code)
{
    double coded = (code - 0.5) / 255;

    // "if (c < 0.0031308) c = 12.92 * c; else c = 1.055 * powr(c, 1.0/2.4) - 0.055;"
    if (linear < 0.0031308)
        return 12.92 * linear >= coded;
    return power(linear, 5) >= power((coded + 0.055) / 1.055, 12);
}

static cl_uint
pack_srgb(float value)
{
    cl_uint code = 0;

    if (!(value > 0)) // "if (c is NaN) c = 0.0"
        return 0;
    if (value > 1)
        return 255;
    for (cl_uint step = 128; step; step /= 2)
        if (is_coded_at_least(value, code + step))
            code += step;
    return code;
}

static cl_uint
pack_half(cl_uint bits)
{
    const cl_uint sign = bits >> 16 & 0x8000;
    const cl_uint exponent = bits >> 23 & 0xFF;
    cl_uint mantissa = bits & 0x7FFFFF, shift = 13, half, rest;

    if (exponent == 0xFF) // infinity, or NaN, which stays one
        return sign | 0x7C00 | (mantissa ? 0x200 | mantissa >> 13 : 0);
    if (exponent > 142)
        return sign | 0x7C00;
    if (exponent < 102)
        return sign;
    if (exponent < 113) { // denormal
        mantissa |= 0x800000;
        shift = 126 - exponent;
        half = mantissa >> shift;
    } else {
        half = (exponent - 112) << 10 | mantissa >> shift;
    }
    rest = mantissa & (((cl_uint)1 << shift) - 1);
    half += rest > (cl_uint)1 << (shift - 1) || (rest == (cl_uint)1 << (shift - 1) && (half & 1));
    return sign | half;
}

static cl_uint
pack_signed(int32_t value, cl_uint bits)
{
    const int64_t most = ((int64_t)1 << (bits - 1)) - 1;
    int64_t clamped = value > most ? most : value < -most - 1 ? -most - 1 : value;

    return (cl_uint)(int32_t)clamped;
}

static cl_uint
pack_unsigned(cl_uint value, cl_uint bits)
{
    const cl_uint most = bits < 32 ? ((cl_uint)1 << bits) - 1 : ~(cl_uint)0;

    return value < most ? value : most;
}

// The bits of a channel, from the lowest on.
static cl_uint
pack_channel(const struct weft_pixel_format *format, cl_uint channel, const void *color)
{
    const cl_uint component = byte_at(format->written_by, channel), bits = byte_at(format->bits, channel);
    cl_uint word;
    float real;

    if (component == WEFT_CHANNEL_Z)
        return 0;
    memcpy(&word, (const cl_uint *)color + component, sizeof(word));
    memcpy(&real, &word, sizeof(real));
    switch (format->kind) {
    case WEFT_KIND_UNORM:
        return format->is_srgb && component < 3 ? pack_srgb(real) : pack_unorm(real, bits);
    case WEFT_KIND_SNORM:
        return pack_snorm(real, bits);
    case WEFT_KIND_SIGNED:
        return pack_signed((int32_t)word, bits);
    case WEFT_KIND_UNSIGNED:
        return pack_unsigned(word, bits);
    default:
        return bits == 16 ? pack_half(word) : word;
    }
}

static void
store(unsigned char *to, cl_uint value, cl_uint bytes)
{
    const uint8_t byte = (uint8_t)value;
    const uint16_t two = (uint16_t)value;

    memcpy(to, bytes == 1 ? (const void *)&byte : bytes == 2 ? (const void *)&two : &value, bytes);
}

// First the high 8 bits of each pixel, then the low bits of all.
static void
pack_group(const struct weft_pixel_format *format, cl_uint value, unsigned char *group)
{
    const cl_uint low_bits = format->bits - 8;
    cl_uint low = 0;

    for (cl_uint i = 0; i < format->raw_pixels; i++) {
        group[i] = (unsigned char)(value >> low_bits);
        low |= (value & (((cl_uint)1 << low_bits) - 1)) << i * low_bits;
    }
    group[format->raw_pixels] = (unsigned char)low;
}

void
weft_pixel_pack(const struct weft_pixel_format *format, const void *color, void *pixel)
{
    cl_uint unit = 0;

    if (format->layout == WEFT_LAYOUT_RAW) {
        pack_group(format, pack_channel(format, 0, color), pixel);
        return;
    }
    for (cl_uint channel = 0; channel < format->channels; channel++) {
        cl_uint value = pack_channel(format, channel, color) << byte_at(format->shifts, channel);

        if (format->layout == WEFT_LAYOUT_PACKED)
            unit |= value;
        else
            store((unsigned char *)pixel + (size_t)channel * format->unit_bytes, value, format->unit_bytes);
    }
    if (format->layout == WEFT_LAYOUT_PACKED)
        store(pixel, unit, format->unit_bytes);
}
