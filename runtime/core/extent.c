// SPDX-License-Identifier: Apache-2.0
// Overlap of regions.
#include "runtime/core/extent.h"

// Whether `count` is the difference of two numbers, one from 0 to a_size - 1, the other from 0 to b_size - 1.
static bool
is_difference(ptrdiff_t count, size_t a_size, size_t b_size)
{
    return count < 0 ? (size_t)-count < b_size : (size_t)count < a_size;
}

// The largest multiple of the pitch that is not above the distance.
static ptrdiff_t
multiples(ptrdiff_t distance, size_t pitch)
{
    ptrdiff_t count = distance / (ptrdiff_t)pitch;

    return count - (count * (ptrdiff_t)pitch > distance);
}

bool
weft_extents_overlap(const struct weft_extent *a, const struct weft_extent *b)
{
    const ptrdiff_t distance = (ptrdiff_t)(b->start - a->start);
    ptrdiff_t slices, rows;

    if (a->start >= b->start + weft_extent_span(b) || b->start >= a->start + weft_extent_span(a))
        return false;
    if (a->row_pitch != b->row_pitch || a->slice_pitch != b->slice_pitch)
        return true;
    // They overlap when the distance of their first bytes is that of two bytes, one of each: of some slices, rows and
    // bytes. Rows of one slice span less than a slice pitch, so only the two nearest numbers of slices can do; so it is
    // with bytes of one row.
    slices = multiples(distance, a->slice_pitch);
    for (ptrdiff_t z = slices; z <= slices + 1; z++) {
        const ptrdiff_t in_slice = distance - z * (ptrdiff_t)a->slice_pitch;

        if (!is_difference(z, a->size[2], b->size[2]))
            continue;
        rows = multiples(in_slice, a->row_pitch);
        for (ptrdiff_t y = rows; y <= rows + 1; y++)
            if (is_difference(y, a->size[1], b->size[1]) &&
                is_difference(in_slice - y * (ptrdiff_t)a->row_pitch, a->size[0], b->size[0]))
                return true;
    }
    return false;
}
