// SPDX-License-Identifier: Apache-2.0
// The address range of shared virtual memory, and blocks of it: runs of 2^order granules, at a multiple of their size.
//
// Every granule of the range belongs to one block. What a block is stands in a word at its first granule, its head; the
// words of its other granules are 0. So the block that an address is in is found by arithmetic and loads alone.
#ifndef WEFT_CORE_SVM_BLOCKS_H
#define WEFT_CORE_SVM_BLOCKS_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "runtime/base/opencl.h"

#define WEFT_SVM_GRANULE_BYTES ((size_t)64 << 10)
// What small allocations share lies below weft_svm_range.small_granules.
enum weft_svm_zone { WEFT_SVM_SMALL, WEFT_SVM_LARGE, WEFT_SVM_ZONES };

struct weft_svm_range {
    unsigned char *start;            // owned; NULL until there is one
    size_t granules;                 // a power of two
    size_t small_granules;           // of WEFT_SVM_SMALL, the rest is WEFT_SVM_LARGE
    _Atomic uint16_t *heads;         // owned: of each granule
    void *per_small, *per_large;     // owned, zeroed: the caller's bytes for each granule of the zones
    size_t small_bytes, large_bytes; // how many for each granule
};

// What a head says; 0: no head.
#define WEFT_SVM_HEAD_ORDER(head) (((head) & 63u) - 1)
enum weft_svm_state { WEFT_SVM_FREE, WEFT_SVM_KEPT, WEFT_SVM_USED };
#define WEFT_SVM_HEAD_STATE(head) ((enum weft_svm_state)((head) >> 6 & 3u))
#define WEFT_SVM_HEAD_TAG(head) ((head) >> 8) // the caller's, of blocks in use

// NULL until weft_svm_blocks_start(). Thread-safe.
const struct weft_svm_range *weft_svm_blocks_range(void);
// Reserves the range if there is none yet, with so many bytes for each granule. NULL if the system has none to give.
const struct weft_svm_range *weft_svm_blocks_start(size_t small_bytes, size_t large_bytes);
// Gives all of it back; at unload, when nobody uses the memory.
void weft_svm_blocks_shutdown(void);

// The head of the block that the granule is in, and what it says.
size_t weft_svm_blocks_head(const struct weft_svm_range *range, size_t granule, unsigned *head);
// A block of 2^order granules, of which the first `bytes` can be used; prefers the zone. `small_only`: no other. False
// if there is none. Thread-safe.
WEFT_MUST_CHECK bool weft_svm_blocks_take(enum weft_svm_zone zone, bool small_only, unsigned order, size_t bytes,
                                          unsigned tag, size_t *granule);
// Gives back a block that was taken, once. Thread-safe.
void weft_svm_blocks_give(size_t granule);

#endif
