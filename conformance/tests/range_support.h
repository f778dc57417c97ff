// SPDX-License-Identifier: Apache-2.0
// What the tests of groups and sub-groups share: where the work-items of a range are, and launches over all of them.
#ifndef WEFT_CONFORMANCE_RANGE_SUPPORT_H
#define WEFT_CONFORMANCE_RANGE_SUPPORT_H

#include <stdlib.h>

#include "conformance/tests/pipe_support.h"

struct place {
    size_t group, linear, items; // the group's number, the work-item's linear id in it, its work-items
    size_t most;                 // work-items of a group of full size
    size_t local[3], size[3];    // ids, and the group's sizes
};

// Where the i-th work-item of the range, counted with dimension 0 fastest, is.
static inline struct place
place_of(struct test_range range, size_t i)
{
    struct place p = {0};
    size_t group_stride = 1, stride = 1;

    p.items = p.most = 1;
    for (unsigned d = 0; d < 3; d++) {
        size_t global = d < range.dimensions ? range.global[d] : 1, local = d < range.dimensions ? range.local[d] : 1;
        size_t at = i % global, group = at / local, left = global - group * local;

        p.size[d] = left < local ? left : local;
        p.local[d] = at % local;
        p.linear += p.local[d] * stride;
        stride *= p.size[d];
        p.items *= p.size[d];
        p.most *= local;
        p.group += group * group_stride;
        group_stride *= (global + local - 1) / local;
        i /= global;
    }
    return p;
}

static inline size_t
count_items(struct test_range range)
{
    size_t items = 1;

    for (unsigned d = 0; d < range.dimensions; d++)
        items *= range.global[d];
    return items;
}

// Of all its work-items; the caller frees it.
static inline struct place *
places_of(struct test_range range)
{
    size_t items = count_items(range);
    struct place *places = calloc(items, sizeof *places);

    assert_non_null(places);
    for (size_t i = 0; i < items; i++)
        places[i] = place_of(range, i);
    return places;
}

// i of place_of, in a kernel.
#define LINEAR                                                                                                         \
    "((get_global_id(2) - get_global_offset(2)) * get_global_size(1) + get_global_id(1) - get_global_offset(1))"       \
    " * get_global_size(0) + get_global_id(0) - get_global_offset(0)"

// One launch of k(in, out).
static inline void
run_over_range(cl_program program, struct test_range range, void *in, size_t in_bytes, void *out, size_t out_bytes)
{
    cl_mem from = make_buffer(in_bytes, in), to = make_buffer(out_bytes, out);
    cl_kernel kernel = make_kernel(program, "k", from, to);

    CHECK(clEnqueueNDRangeKernel(test_queue, kernel, range.dimensions, range.offset, range.global, range.local, 0, NULL,
                                 NULL));
    fetch(to, out, out_bytes);
    CHECK(clReleaseMemObject(from));
    CHECK(clReleaseMemObject(to));
    CHECK(clReleaseKernel(kernel));
}

#endif
