// SPDX-License-Identifier: Apache-2.0
// Overlap of regions against marking each of their bytes.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "runtime/core/extent.h"

#define BYTES 4096

static unsigned char marks[BYTES];

// Marks the bytes; whether one was marked already.
static bool
mark(const struct weft_extent *e)
{
    bool found = false;

    for (size_t z = 0; z < e->size[2]; z++)
        for (size_t y = 0; y < e->size[1]; y++)
            for (size_t x = 0; x < e->size[0]; x++) {
                unsigned char *at = &marks[e->start + z * e->slice_pitch + y * e->row_pitch + x];

                found = found || *at;
                *at = 1;
            }
    return found;
}

static size_t
random_below(size_t bound)
{
    return (size_t)rand() % bound;
}

static struct weft_extent
random_extent(const size_t whole[3], size_t row_pitch, size_t slice_pitch)
{
    struct weft_extent e = {.row_pitch = row_pitch, .slice_pitch = slice_pitch};
    size_t at[3];

    for (int d = 0; d < 3; d++) {
        at[d] = random_below(whole[d]);
        e.size[d] = 1 + random_below(whole[d] - at[d]);
    }
    e.start = at[0] + at[1] * row_pitch + at[2] * slice_pitch;
    return e;
}

static void
regions_of_the_same_pitches_overlap_where_bytes_do(void **state)
{
    unsigned overlaps = 0;

    (void)state;
    for (int i = 0; i < 20000; i++) {
        const size_t whole[3] = {1 + random_below(9), 1 + random_below(9), 1 + random_below(9)};
        const size_t row = whole[0] + random_below(3), slice = row * whole[1] + random_below(2) * row;
        struct weft_extent a = random_extent(whole, row, slice), b = random_extent(whole, row, slice);
        bool expected;

        memset(marks, 0, sizeof(marks));
        mark(&a);
        expected = mark(&b);
        overlaps += expected;
        if (weft_extents_overlap(&a, &b) != expected || weft_extents_overlap(&b, &a) != expected)
            fail_msg("%zu and %zu, pitches %zu and %zu", a.start, b.start, row, slice);
    }
    assert_in_range(overlaps, 1000, 19000);
}

static void
regions_of_other_pitches_overlap_where_they_span_the_same(void **state)
{
    const struct weft_extent a = {10, {2, 3, 1}, 8, 24}; // to 28
    const struct weft_extent between = weft_extent_of_bytes(13, 2), behind = weft_extent_of_bytes(28, 5);
    const struct weft_extent before = weft_extent_of_bytes(0, 10);

    (void)state;
    assert_int_equal(weft_extent_span(&a), 18);
    assert_true(weft_extents_overlap(&a, &between));
    assert_false(weft_extents_overlap(&a, &behind));
    assert_false(weft_extents_overlap(&before, &a));
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(regions_of_the_same_pitches_overlap_where_bytes_do),
        cmocka_unit_test(regions_of_other_pitches_overlap_where_they_span_the_same),
    };

    return cmocka_run_group_tests_name("extent", tests, NULL, NULL);
}
