// SPDX-License-Identifier: Apache-2.0
// Commands that move bytes: copies of boxes of bytes (a linear copy is the smallest of them) and fills.
#ifndef WEFT_COMMANDS_TRANSFER_H
#define WEFT_COMMANDS_TRANSFER_H

#include "runtime/core/memory.h"
#include "runtime/queue/public.h"

// One side of a copy: where its first byte is and how far apart its rows and slices are.
struct weft_box {
    unsigned char *data; // borrowed from the memory object or from the application
    size_t row_pitch;    // bytes
    size_t slice_pitch;  // bytes
};

// Copies region[0] bytes of region[1] rows of region[2] slices. `first` and `second` (may be NULL) are retained until
// the command is complete. Without `first` as well, both sides are pointers of the application's, one row, and if they
// lead into shared virtual memory that is freed when its turn comes the event's status is CL_INVALID_VALUE. Pitches are
// resolved: no zeros. Thread-safe.
WEFT_MUST_CHECK cl_int weft_transfer_copy(cl_command_queue queue, cl_command_type type, cl_mem first, cl_mem second,
                                          struct weft_box to, struct weft_box from, const size_t region[3],
                                          struct weft_wait wait);
// Repeats the pattern over size[0] bytes, a multiple of pattern_size, of size[1] rows of size[2] slices; a pattern has
// at most 128 bytes. `memory` is retained until the command is complete; NULL as for copies. Thread-safe.
WEFT_MUST_CHECK cl_int weft_transfer_fill(cl_command_queue queue, cl_command_type type, cl_mem memory,
                                          struct weft_box to, const size_t size[3], const void *pattern,
                                          size_t pattern_size, struct weft_wait wait);

#endif
