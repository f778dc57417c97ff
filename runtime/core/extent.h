// SPDX-License-Identifier: Apache-2.0
// Regions of bytes in rows and slices, as rectangles of buffers and regions of images are.
#ifndef WEFT_CORE_EXTENT_H
#define WEFT_CORE_EXTENT_H

#include <stdbool.h>
#include <stddef.h>

// Of `size`: bytes, rows and slices, none of which is 0. All rows of a slice span less than a slice pitch, all bytes of
// a row no more than a row pitch.
struct weft_extent {
    size_t start; // the first byte, from where the memory begins
    size_t size[3];
    size_t row_pitch;   // bytes
    size_t slice_pitch; // bytes
};

// So many bytes on end.
static inline struct weft_extent
weft_extent_of_bytes(size_t start, size_t bytes)
{
    return (struct weft_extent){start, {bytes, 1, 1}, bytes, bytes};
}

// From the first byte to the last.
static inline size_t
weft_extent_span(const struct weft_extent *extent)
{
    return (extent->size[2] - 1) * extent->slice_pitch + (extent->size[1] - 1) * extent->row_pitch + extent->size[0];
}

// Whether the two have a byte in common. Where their pitches differ, what lies between the first byte and the last
// counts as well.
bool weft_extents_overlap(const struct weft_extent *a, const struct weft_extent *b);

#endif
