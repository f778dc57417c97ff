// SPDX-License-Identifier: Apache-2.0
// NDRange launches: geometry, and running the work-groups.
#ifndef WEFT_EXEC_NDRANGE_H
#define WEFT_EXEC_NDRANGE_H

#include <stdatomic.h>
#include <stdbool.h>

#include "compiler/kernel_abi.h"
#include "runtime/base/opencl.h"
#include "runtime/exec/scheduler.h"

// Costs of work-items are in parts of a tick.
#define WEFT_ITEM_COST_PER_TICK 1024u

// Whether launches are sooner done by one thread.
struct weft_company {
    // What a work-item takes until the launch's end, in ticks / WEFT_ITEM_COST_PER_TICK, where others are called at
    // once, and where they are not; 0: nothing is known.
    _Atomic uint64_t shared_cost, alone_cost;
    _Atomic uint32_t compared; // launches
};

// What earlier launches of a kernel have shown. Hints, relaxed: whoever has run one writes them.
struct weft_experience {
    _Atomic uint64_t item_cost;     // of a work-item, in ticks / WEFT_ITEM_COST_PER_TICK; 0: nothing is known
    _Atomic uint32_t launches;      // that were measured, up to WEFT_EXPERIENCE_LAUNCHES
    _Atomic uint32_t arguments;     // of the last of them, as weft_ndrange.arguments
    struct weft_company company[2]; // of long ones, too
};
// With fewer launches it counts only for the same arguments: a small launch to warm up says nothing of a large one.
#define WEFT_EXPERIENCE_LAUNCHES 8u

struct weft_parent; // commands/child.h: what runs and may enqueue others

// What running takes beside the arguments.
struct weft_ndrange {
    struct weft_launch launch; // first
    weft_kernel_entry entry;
    const _Atomic(weft_kernel_entry) *later; // borrowed, may be NULL: once it is set groups that have not begun run so,
                                             // with no more memory or stack
    struct weft_range range;                 // of its groups; `end` is the caller's to set
    struct weft_experience *experience;      // borrowed, may be NULL: of earlier launches
    uint32_t arguments;                      // what tells them apart, mostly; by weft_ndrange_note_arguments
    uint64_t groups;                         // product of launch.num_groups
    uint64_t compared_since;                 // in ticks; 0: what it takes says nothing of whether to call others
    uint64_t local_bytes;                    // static and dynamic local memory of a group
    uint64_t context_bytes;                  // barrier context of a group
    uint64_t stack_bytes;                    // frame of the entry
    uint32_t merged_items;                   // as weft_kernel_info
    uint32_t place_in_turn;                  // of those, one after the other, that go the way that is compared
    bool is_long;                            // as the launch is expected to be: which company it has
    bool contends;                           // as weft_kernel_info
    bool is_disturbed;                       // versions are being built beside it
    bool is_timed;                           // what threads run of it is added up:
    _Atomic uint64_t own_ns;                 // of their own time,
    bool is_timed_by_ticks; // or of any, in ticks: to ask for the own one takes a part of what is short
    // exec/complaint.h's: what a check found wrong while it ran. The launch's owner ends it.
    _Atomic(char *) complaint;
    struct weft_parent *parent; // borrowed; NULL if the kernel enqueues nothing
};

static inline struct weft_ndrange *
weft_ndrange_of_range(struct weft_range *range)
{
    return (struct weft_ndrange *)(void *)((char *)range - offsetof(struct weft_ndrange, range));
}

// Fills launch.num_groups and groups. False if their number does not fit 64 bits.
bool weft_ndrange_count_groups(struct weft_ndrange *range);
// A local size for a global size: up to `max_items` work-items a group, whole vectors along the dimension `first`, and
// groups enough for `threads`. Divides the global size if `uniform`.
void weft_ndrange_choose_local_size(uint64_t local[3], const uint64_t global[3], unsigned first, unsigned threads,
                                    uint64_t max_items, bool uniform);
// Work-items of a group as the barrier context is laid out for them.
uint64_t weft_ndrange_context_items(const uint64_t local[3]);
// Sets what weft_range_start asks for of ndrange->range, but for `end` and what its queue wants. CL_OUT_OF_RESOURCES if
// memory or stack cannot be had.
WEFT_MUST_CHECK cl_int weft_ndrange_prepare(struct weft_ndrange *ndrange);
// Runs groups: weft_range.run as weft_ndrange_prepare sets it.
void weft_ndrange_run(struct weft_range *range, struct weft_arena *arena, uint64_t begin, uint64_t end);
// Runs all groups on the calling thread, on a stack of its own, before it returns; of what is done after
// weft_ndrange_prepare only the complaint is the caller's to end. CL_OUT_OF_HOST_MEMORY if there is no memory for that.
WEFT_MUST_CHECK cl_int weft_ndrange_run_alone(struct weft_ndrange *ndrange);
// The groups are done: keeps what they took for later launches.
void weft_ndrange_remember(struct weft_ndrange *ndrange);
// Notes what the kernel is given, for the experience with it; before that is asked.
void weft_ndrange_note_arguments(struct weft_ndrange *ndrange, const void *args, size_t bytes);
// What the launch takes as far as is known, in ticks; UINT64_MAX if nothing is.
uint64_t weft_ndrange_expected_ticks(const struct weft_ndrange *ndrange);

#endif
