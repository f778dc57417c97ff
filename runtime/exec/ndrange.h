// SPDX-License-Identifier: Apache-2.0
// NDRange launches: geometry, and running the work-groups.
#ifndef WEFT_EXEC_NDRANGE_H
#define WEFT_EXEC_NDRANGE_H

#include <stdatomic.h>
#include <stdbool.h>

#include "compiler/kernel_abi.h"
#include "runtime/base/opencl.h"

struct weft_worker_pool;

// The complaint where there was no memory for a sentence.
extern char weft_no_words[];

// What running takes beside the arguments.
struct weft_ndrange {
    struct weft_launch launch; // first
    weft_kernel_entry entry;
    uint64_t groups;        // product of launch.num_groups
    uint64_t local_bytes;   // static and dynamic local memory of a group
    uint64_t context_bytes; // barrier context of a group
    uint64_t stack_bytes;   // frame of the entry
    // What a check found wrong while it ran: a sentence that the launch's owner frees, or weft_no_words; NULL
    // otherwise.
    _Atomic(char *) complaint;
};

// Fills launch.num_groups and groups. False if their number does not fit 64 bits.
bool weft_ndrange_count_groups(struct weft_ndrange *range);
// A local size for a global size: up to `max_items` work-items a group, whole vectors along dimension 0, and groups
// enough for `threads`. Divides the global size if `uniform`.
void weft_ndrange_choose_local_size(uint64_t local[3], const uint64_t global[3], unsigned threads, uint64_t max_items,
                                    bool uniform);
// Work-items of a group as the barrier context is laid out for them.
uint64_t weft_ndrange_context_items(const uint64_t local[3]);
// Runs all groups, the calling thread among others. CL_OUT_OF_RESOURCES if memory or stack cannot be had; no group has
// run then.
WEFT_MUST_CHECK cl_int weft_ndrange_run(struct weft_worker_pool *pool, const struct weft_ndrange *ndrange);

#endif
