// SPDX-License-Identifier: Apache-2.0
// Ranges of independent indices (work-groups, bytes to copy) that several threads take chunks of.
//
// An open range has a slot. Its indices are dealt out in granules, in parts: one for each cluster of workers, or a
// single one; threads take from their own cluster's part first, and each from the same end of it, so the same CPUs
// touch the same indices from launch to launch. Nobody enters or leaves a range: a thread that got hold of a chunk
// keeps the range alive until it hands the chunk back as done; the last chunk's thread closes it. Slots live as long as
// the pool, so a thread may look at one at any time; what it read counts only if it then gets a chunk under the same
// serial.
#ifndef WEFT_EXEC_RANGES_H
#define WEFT_EXEC_RANGES_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "runtime/exec/arena.h"
#include "runtime/exec/clusters.h"

// Costs are in parts of a tick (weft_ticks).
#define WEFT_COST_PER_TICK 16u

// Shares of the workers' time.
#define WEFT_WEIGHT_LOW 1u
#define WEFT_WEIGHT_MEDIUM 4u
#define WEFT_WEIGHT_HIGH 16u

// One range being run; as long-lived as that takes. The caller fills it.
struct weft_range {
    // Runs begin <= i < end on the calling thread, with its arena (NULL if neither bytes nor a frame are asked for).
    void (*run)(struct weft_range *range, struct weft_arena *arena, uint64_t begin, uint64_t end);
    // Called once after weft_range_start returned WEFT_LEFT, or while it is about to, by the thread that ends the
    // range; may free it. That thread holds no lock, and its own work waits for this to return.
    void (*end)(struct weft_range *range);
    uint64_t count;
    uint64_t grain;     // indices per chunk; 0: by their cost
    uint64_t unit;      // indices that run side by side, if a thread has as many; 0: 1
    size_t arena_bytes; // each thread's need
    size_t frame_bytes; // of the stack, which threads of the application may not have on their own; 0: next to nothing
    bool is_sample;     // measured also where it runs on one thread, and its cost is known
    bool may_wait;    // its indices, for each other: where there are as many threads each gets one, however cheap it is
    bool is_few;      // out: there are
    bool is_open;     // out: other threads may have run parts of it
    bool is_measured; // out: `cost` is
    unsigned weight;  // share of the workers' time beside other ranges; 0: WEFT_WEIGHT_MEDIUM
    unsigned most_threads; // at it at once; 0: all
    uint64_t alone_ticks; // others are called when it takes longer, or is seen to; 0: at once where that seems worth it
    const void *owner;    // what threads that wait for the range name to weft_ranges_help
    uint64_t cost;        // of an index: by experience (0: none), then as measured
};

#define WEFT_RANGE_SLOTS 64u
#define WEFT_NO_SLOT WEFT_RANGE_SLOTS

// In granules, which count from the range's first open index. One word says what nobody has taken, so that both ends of
// it can be: the range's serial, the first granule, and the one after the last.
#define WEFT_RANGE_GRANULE_BITS 20
#define WEFT_RANGE_SERIAL_BITS (64 - 2 * WEFT_RANGE_GRANULE_BITS)

struct weft_range_part {
    _Alignas(64) _Atomic uint64_t left;
    _Atomic uint32_t undone;  // granules, taken or not
    _Atomic bool is_fetching; // a thread is looking for granules for the cluster
};

// What is said of an open range, but for what changes while it is; hints, until a chunk was taken.
struct weft_range_facts {
    uint32_t serial;
    uint32_t weight;
    uint32_t wanted;  // threads beside the first
    bool has_grain;   // a chunk is a granule,
    bool is_one_each; // also where that may take long
    bool is_limited;  // most_threads is set
    uint64_t granule; // indices
    size_t arena_bytes;
    size_t frame_bytes;
    const void *owner;
};

struct weft_range_slot {
    // Written by who opens the slot, `serial` last.
    _Alignas(64) _Atomic uint32_t serial;
    _Atomic uint32_t weight, wanted;
    _Atomic bool has_grain, is_one_each, is_limited;
    _Atomic(struct weft_range *) range; // borrowed; valid for who has a chunk
    _Atomic(const void *) owner;
    _Atomic uint64_t granule;
    _Atomic size_t arena_bytes, frame_bytes;
    // Written seldom.
    _Alignas(64) _Atomic uint64_t cost; // of an index
    _Atomic uint64_t first, last;       // of the indices
    // Written by each cluster a few times.
    _Alignas(64) _Atomic uint64_t parts; // that have granules left, a bit each
    _Atomic uint32_t undone;             // parts
    struct weft_range_part *part;        // borrowed from struct weft_ranges; for each cluster
};

struct weft_ranges {
    _Alignas(64) _Atomic uint64_t claimed;  // slots in use, a bit each
    _Alignas(64) _Atomic uint64_t inviting; // slots whose range has granules left for whoever is free
    _Alignas(64) struct weft_range_slot slots[WEFT_RANGE_SLOTS];
    const struct weft_clusters *clusters; // borrowed
    struct weft_range_part *parts;        // owned
};

struct weft_chunk {
    struct weft_range *range; // borrowed, until the chunk is done
    uint64_t begin, end;      // indices
    unsigned part;
    uint32_t granules;
};

// False if memory is exhausted.
bool weft_ranges_init(struct weft_ranges *ranges, const struct weft_clusters *clusters);
void weft_ranges_finish(struct weft_ranges *ranges);
void weft_ranges_reset(struct weft_ranges *ranges); // no range is open; nobody else uses it

// Opens what is left of the range from `first` on, in granules of `granule` indices or more: in the home cluster's part
// alone, or dealt out to all. Returns the slot, or WEFT_NO_SLOT if all are in use. The range is not inviting.
unsigned weft_range_open(struct weft_ranges *ranges, struct weft_range *range, uint64_t first, uint64_t granule,
                         uint32_t wanted, unsigned home, bool deal_out);
struct weft_range_facts weft_range_facts(const struct weft_ranges *ranges, unsigned slot);
// Takes a chunk of the range with that serial for a thread that has this seat. `size` says how many granules, at least
// one, of so many left in a part. False if nothing is left to take.
bool weft_range_take(struct weft_ranges *ranges, unsigned slot, uint32_t serial, struct weft_seat seat,
                     uint32_t (*size)(const void *data, unsigned part, uint32_t left), const void *data,
                     struct weft_chunk *chunk);
// The chunk is done. True for the last one of all: the slot is free, and the range the caller's.
bool weft_range_done(struct weft_ranges *ranges, unsigned slot, const struct weft_chunk *chunk);
bool weft_range_has_left(const struct weft_ranges *ranges, unsigned slot); // a hint, but for who has a chunk
// Threads that are free find the range from now on. The caller has a chunk, or has just opened the range and nobody
// else knows of it.
void weft_range_invite(struct weft_ranges *ranges, unsigned slot);
// A limited range invites one thread at a time: true for who may come to the one with that serial.
bool weft_range_accept(struct weft_ranges *ranges, unsigned slot, uint32_t serial);
// A slot that invites though nothing is left: whoever finds it so tells others.
void weft_range_hide(struct weft_ranges *ranges, unsigned slot);

#endif
