// SPDX-License-Identifier: Apache-2.0
// Images and samplers as kernels get them: what the runtime writes and the kernel library reads. C11 and OpenCL C.
#ifndef WEFT_IMAGE_ABI_H
#define WEFT_IMAGE_ABI_H

#ifdef __OPENCL_C_VERSION__
typedef uint __weft_u32;
typedef int __weft_s32;
typedef ulong __weft_u64;
#define WEFT_IMAGE_DATA __global uchar
#else
#include <assert.h>
#include <stddef.h>
#include <stdint.h>
typedef uint32_t __weft_u32;
typedef int32_t __weft_s32;
typedef uint64_t __weft_u64;
#define WEFT_IMAGE_DATA unsigned char
#endif

#define WEFT_IMAGE_LEVELS 16u // of a mipmap, at most

enum weft_channel_kind {
    WEFT_KIND_UNORM,
    WEFT_KIND_SNORM,
    WEFT_KIND_SIGNED,
    WEFT_KIND_UNSIGNED,
    WEFT_KIND_FLOAT,
};

// How a pixel's channels lie in memory.
enum weft_channel_layout {
    WEFT_LAYOUT_PLAIN,  // side by side, a unit each
    WEFT_LAYOUT_PACKED, // all in one unit
    WEFT_LAYOUT_RAW,    // several pixels in some bytes
};

// Which component is read from where: 0 to 3 are channels in memory.
#define WEFT_CHANNEL_Z 4u // 0
#define WEFT_CHANNEL_O 5u // 1

// A format, in full: from the table in image_formats.def, by weft_pixel_format_find of the runtime.
struct weft_pixel_format {
    __weft_u32 order; // cl_channel_order
    __weft_u32 type;  // cl_channel_type
    __weft_u32 kind;  // enum weft_channel_kind
    __weft_u32 layout;
    __weft_u32 pixel_bytes; // of WEFT_LAYOUT_RAW: of a group of pixels
    __weft_u32 unit_bytes;  // 1, 2 or 4
    __weft_u32 channels;    // in memory
    __weft_u32 raw_pixels;  // in a group; else 1
    __weft_u32 read_from;   // a byte for each component r, g, b, a from the low end: a channel in memory, Z or O
    __weft_u32 written_by;  // a byte for each channel in memory: the component 0 to 3 it gets, or Z
    __weft_u32 bits;        // a byte for each channel in memory
    __weft_u32 shifts;      // likewise: where its lowest bit lies in the unit
    __weft_u32 is_srgb;
    __weft_u32 border_alpha; // 0 or 1
};

// What an image argument points to. Sizes are pixels, pitches bytes.
struct weft_image {
    WEFT_IMAGE_DATA *data; // the first pixel of level 0
    // From here to `width`: what a version of a kernel may take for granted, WEFT_IMAGE_FACTS_BYTES.
    struct weft_pixel_format format;
    __weft_u32 levels;               // 1 without mipmaps
    __weft_u32 is_small;             // whether each byte is less than 2^31 away from `data`
    __weft_s32 width, height, depth; // of level 0; 1 where the image has no such dimension
    __weft_s32 layers;               // of arrays; else 1
    // By level: where it begins, and how far apart its rows and slices are. A slice is one of a 3D image, or a layer of
    // an array, of 1D images too. Level l has max(1, width >> l) columns, likewise rows and slices, and all layers.
    __weft_u64 offset[WEFT_IMAGE_LEVELS];
    __weft_u64 row_pitch[WEFT_IMAGE_LEVELS];
    __weft_u64 slice_pitch[WEFT_IMAGE_LEVELS];
};

#define WEFT_IMAGE_FACTS_OFFSET 8u
#define WEFT_IMAGE_FACTS_BYTES 64u
#ifndef __OPENCL_C_VERSION__
static_assert(offsetof(struct weft_image, format) == WEFT_IMAGE_FACTS_OFFSET &&
                  offsetof(struct weft_image, width) == WEFT_IMAGE_FACTS_OFFSET + WEFT_IMAGE_FACTS_BYTES,
              "what is fixed in versions");
#endif

// A sampler argument is a value of 8 bytes: in its low half what OpenCL C has for a literal, CLK_NORMALIZED_COORDS_TRUE
// and so on; then whether levels of a mipmap are filtered linearly, and the range of the level of detail, as multiples
// of 1/256, at most WEFT_LOD_MAX.
#define WEFT_SAMPLER_MIP_LINEAR ((__weft_u64)1 << 31)
#define WEFT_SAMPLER_LOD_MIN_SHIFT 32u
#define WEFT_SAMPLER_LOD_MAX_SHIFT 48u
#define WEFT_LOD_ONE 256u
#define WEFT_LOD_MAX 0xFFFFu // any level
// A literal has no such range: all levels.
#define WEFT_SAMPLER_ANY_LOD ((__weft_u64)WEFT_LOD_MAX << WEFT_SAMPLER_LOD_MAX_SHIFT)

#endif
