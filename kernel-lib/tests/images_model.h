// SPDX-License-Identifier: Apache-2.0
// What images and samplers mean: the specification's formulas in double, without any of the kernel library's code.
#ifndef WEFT_TESTS_IMAGES_MODEL_H
#define WEFT_TESTS_IMAGES_MODEL_H

#include "harness.h"

#include "compiler/image_abi.h"

enum { Z = WEFT_CHANNEL_Z, O = WEFT_CHANNEL_O };
enum { NONE_MODE = 0, TO_EDGE = 2, CLAMP = 4, REPEAT = 6, MIRRORED = 8 };
enum { NORMALIZED = 1, NEAREST = 0x10, LINEAR = 0x20 };

struct sizes {
    int width, height, depth, layers, dims;
    bool is_array;
};

struct color {
    double v[4];
};

// ---- Pixels
// -----------------------------------------------------------------------------------------------------------

static inline unsigned
byte_of(uint32_t field, unsigned i)
{
    return field >> 8 * i & 0xFF;
}

static inline struct sizes
level_sizes(const struct weft_image *image, struct sizes s, unsigned level)
{
    s.width = image->width >> level ? image->width >> level : 1;
    s.height = image->height >> level ? image->height >> level : 1;
    s.depth = image->depth >> level ? image->depth >> level : 1;
    return s;
}

static inline unsigned char *
pixel_at(const struct weft_image *image, struct sizes s, unsigned level, int x, int y, int z, int layer)
{
    int slice = s.is_array ? layer : z;
    return image->data + image->offset[level] + image->slice_pitch[level] * (uint64_t)slice +
           image->row_pitch[level] * (uint64_t)y + image->format.pixel_bytes * (uint64_t)(x / image->format.raw_pixels);
}

// The bits of a channel in memory.
static inline uint32_t
code_at(const struct weft_pixel_format *f, const unsigned char *p, unsigned channel, int x)
{
    unsigned bits = byte_of(f->bits, channel);
    uint32_t unit = 0;

    if (f->layout == WEFT_LAYOUT_RAW) {
        unsigned i = (unsigned)x % f->raw_pixels, low = bits - 8;
        return (uint32_t)p[i] << low | (p[f->raw_pixels] >> i * low & ((1u << low) - 1));
    }
    memcpy(&unit, p + (f->layout == WEFT_LAYOUT_PLAIN ? channel * f->unit_bytes : 0), f->unit_bytes);
    unit >>= byte_of(f->shifts, channel);
    return bits == 32 ? unit : unit & ((1u << bits) - 1);
}

static inline int32_t
sign_extended(uint32_t code, unsigned bits)
{
    return bits == 32 ? (int32_t)code : (int32_t)(code ^ 1u << (bits - 1)) - (int32_t)(1u << (bits - 1));
}

static inline double
from_srgb(double c)
{
    return c <= 0.04045 ? c / 12.92 : pow((c + 0.055) / 1.055, 2.4);
}

static inline double
value_of(const struct weft_pixel_format *f, unsigned channel, uint32_t code)
{
    unsigned bits = byte_of(f->bits, channel);
    double v;
    half h;
    float single;

    switch (f->kind) {
    case WEFT_KIND_UNORM:
        v = code / (double)((1u << bits) - 1);
        return f->is_srgb && channel < 3 ? from_srgb(v) : v;
    case WEFT_KIND_SNORM:
        return fmax(-1, sign_extended(code, bits) / (double)((1u << (bits - 1)) - 1));
    case WEFT_KIND_SIGNED:
        return sign_extended(code, bits);
    case WEFT_KIND_UNSIGNED:
        return code;
    default:
        if (bits == 32) {
            memcpy(&single, &code, 4);
            return single;
        }
        memcpy(&h, &code, 2);
        return (double)h;
    }
}

static inline struct color
texel(const struct weft_image *image, struct sizes s, unsigned level, int x, int y, int z, int layer)
{
    const struct weft_pixel_format *f = &image->format;
    const unsigned char *p = pixel_at(image, s, level, x, y, z, layer);
    struct color c;

    for (unsigned i = 0; i < 4; i++) {
        unsigned from = byte_of(f->read_from, i);
        c.v[i] = from == Z ? 0 : from == O ? 1 : value_of(f, from, code_at(f, p, from, x));
    }
    return c;
}

// ---- Addresses
// --------------------------------------------------------------------------------------------------------

// The pixel on an axis at the unnormalized coordinate u, of the period that repeats where the mode has one. -1 is the
// border.
static inline int
address(unsigned mode, double i, int size)
{
    if (mode == CLAMP)
        return i < 0 || i > size - 1 ? -1 : (int)i;
    if (mode == REPEAT) {
        double r = fmod(i, size);
        return (int)(r < 0 ? r + size : r);
    }
    return i < 0 ? 0 : i > size - 1 ? size - 1 : (int)i;
}

// u of "Addressing and Filter Modes".
static inline double
unnormalized(unsigned sampler, double s, int size)
{
    switch (sampler & 0xE) {
    case REPEAT:
        return (s - floor(s)) * size;
    case MIRRORED:
        return fabs(s - 2 * nearbyint(0.5 * s)) * size;
    default:
        return sampler & NORMALIZED ? s * size : s;
    }
}

// How wrong u may be in float.
static inline double
slack(unsigned sampler, double s, int size)
{
    return sampler & NORMALIZED ? (fabs(s) + 1) * size * 0x1p-22 : 0;
}

static inline int
layer_of(double layer, int layers)
{
    double n = nearbyint(layer);
    return n < 0 ? 0 : n > layers - 1 ? layers - 1 : (int)n;
}

static inline struct color
border(const struct weft_image *image)
{
    return (struct color){{0, 0, 0, image->format.border_alpha}};
}

static inline struct color
texel_or_border(const struct weft_image *image, struct sizes s, unsigned level, int x, int y, int z, int layer)
{
    return x < 0 || y < 0 || z < 0 ? border(image) : texel(image, s, level, x, y, z, layer);
}

// Linear filtering of s's dimensions, s the level's sizes. `error` is how wrong weights may make a component in float,
// `reach` the largest component that takes part.
static inline struct color
linear(const struct weft_image *image, struct sizes s, unsigned level, unsigned sampler, const float at[4],
       double *error)
{
    const int size[3] = {s.width, s.height, s.depth};
    int first[3] = {0}, second[3] = {0};
    double weight[3] = {0}, wrong = 0, reach = 0;
    struct color sum = {{0}};
    int layer = s.is_array ? layer_of(at[3], s.layers) : 0;

    for (int d = 0; d < s.dims; d++) {
        double u = unnormalized(sampler, at[d], size[d]) - 0.5;
        first[d] = address(sampler & 0xE, floor(u), size[d]);
        second[d] = address(sampler & 0xE, floor(u) + 1, size[d]);
        weight[d] = u - floor(u);
        wrong += 2 * slack(sampler, at[d], size[d]) + 0x1p-22 * (fabs(u) + 2);
    }
    for (unsigned corner = 0; corner < 1u << s.dims; corner++) {
        int i[3] = {0};
        double w = 1;
        for (int d = 0; d < s.dims; d++) {
            i[d] = corner >> d & 1 ? second[d] : first[d];
            w *= corner >> d & 1 ? weight[d] : 1 - weight[d];
        }
        struct color c = texel_or_border(image, s, level, i[0], i[1], i[2], layer);
        for (int k = 0; k < 4; k++) {
            sum.v[k] += w * c.v[k];
            reach = fmax(reach, fabs(c.v[k]));
        }
    }
    // A weight that is wrong across a pixel's edge brings in the pixel after it: of any size that formats here have.
    *error = (wrong + 0x1p-20) * 2 * fmax(reach, 2);
    return sum;
}

#endif
