// SPDX-License-Identifier: Apache-2.0
// All image formats, made from the table by themselves: apart from what the runtime makes of it.
#ifndef WEFT_TESTS_IMAGES_FORMATS_H
#define WEFT_TESTS_IMAGES_FORMATS_H

#include "images_model.h"

enum { X = 6 }; // of the table: Z of integers, O of the others

static const struct channel_order {
    unsigned value, channels, from[4], alpha, srgb;
} orders[] = {
#define WEFT_CHANNEL_ORDER(name, value, channels, r, g, b, a, alpha, srgb) {value, channels, {r, g, b, a}, alpha, srgb},
#include "compiler/image_formats.def"
};
static const struct channel_type {
    unsigned value, kind, unit_bytes, bits, shift;
} types[] = {
#define WEFT_CHANNEL_TYPE(name, value, kind, unit_bytes, bits, shift)                                                  \
    {value, WEFT_KIND_##kind, unit_bytes, bits, shift},
#include "compiler/image_formats.def"
};
enum { PACKED_RGB = 0x10B4, PACKED_RGBA = 0x10B5, PACKED_RGBx = 0x10BC, PACKED_ABGR = 0x10C3, RED = 0x10B0 };
static const struct packed_type {
    unsigned value, kind, unit_bytes, order, bits[4], shifts[4];
} packed_types[] = {
#define WEFT_PACKED_TYPE(name, value, kind, unit_bytes, order, b0, s0, b1, s1, b2, s2, b3, s3)                         \
    {value, WEFT_KIND_##kind, unit_bytes, PACKED_##order, {b0, b1, b2, b3}, {s0, s1, s2, s3}},
#include "compiler/image_formats.def"
};
static const struct raw_type {
    unsigned value, bits, pixels, bytes;
} raw_types[] = {
#define WEFT_RAW_TYPE(name, value, bits, pixels, bytes) {value, bits, pixels, bytes},
#include "compiler/image_formats.def"
};
#define LENGTH(array) (sizeof(array) / sizeof((array)[0]))

static struct weft_pixel_format formats[LENGTH(orders) * (LENGTH(types) + LENGTH(packed_types) + LENGTH(raw_types))];
static unsigned format_count;

static void
add_format(struct weft_pixel_format f, const struct channel_order *order)
{
    f.order = order->value;
    f.channels = order->channels;
    f.border_alpha = order->alpha;
    f.is_srgb = order->srgb;
    const unsigned x = f.kind == WEFT_KIND_SIGNED || f.kind == WEFT_KIND_UNSIGNED ? Z : O;
    for (unsigned k = 0; k < 4; k++)
        f.read_from |= (order->from[k] == X ? x : order->from[k]) << 8 * k;
    // A channel gets the first component that is read from it, if there is one.
    for (unsigned channel = 0; channel < 4; channel++) {
        unsigned component = 0;
        while (component < 4 && order->from[component] != channel)
            component++;
        f.written_by |= (component < 4 ? component : Z) << 8 * channel;
    }
    if (f.layout == WEFT_LAYOUT_PLAIN)
        f.pixel_bytes = f.unit_bytes * f.channels;
    formats[format_count++] = f;
}

static void
add_formats(void)
{
    for (unsigned o = 0; o < LENGTH(orders); o++) {
        for (unsigned t = 0; t < LENGTH(types); t++) {
            struct weft_pixel_format f = {.type = types[t].value, .kind = types[t].kind, .raw_pixels = 1};
            f.unit_bytes = types[t].unit_bytes;
            for (unsigned k = 0; k < orders[o].channels; k++) {
                f.bits |= types[t].bits << 8 * k;
                f.shifts |= types[t].shift << 8 * k;
            }
            if (!orders[o].srgb || (f.kind == WEFT_KIND_UNORM && types[t].bits == 8))
                add_format(f, &orders[o]);
        }
        for (unsigned t = 0; t < LENGTH(packed_types); t++) {
            const struct packed_type *p = &packed_types[t];
            struct weft_pixel_format f = {.type = p->value, .kind = p->kind, .raw_pixels = 1};
            f.layout = WEFT_LAYOUT_PACKED;
            f.unit_bytes = f.pixel_bytes = p->unit_bytes;
            for (unsigned k = 0; k < 4; k++) {
                f.bits |= p->bits[k] << 8 * k;
                f.shifts |= p->shifts[k] << 8 * k;
            }
            if (orders[o].value == p->order || (p->order == PACKED_RGB && orders[o].value == PACKED_RGBx))
                add_format(f, &orders[o]);
        }
        for (unsigned t = 0; t < LENGTH(raw_types); t++) {
            const struct raw_type *r = &raw_types[t];
            struct weft_pixel_format f = {.type = r->value, .kind = WEFT_KIND_UNSIGNED, .layout = WEFT_LAYOUT_RAW};
            f.unit_bytes = 1;
            f.pixel_bytes = r->bytes;
            f.raw_pixels = r->pixels;
            f.bits = r->bits;
            if (orders[o].value == RED)
                add_format(f, &orders[o]);
        }
    }
}

#endif
