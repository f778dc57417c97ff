// SPDX-License-Identifier: Apache-2.0
// Commands that hand memory to the host and back. All memory is the host's already: they only keep order and count.
#ifndef WEFT_COMMANDS_MAP_H
#define WEFT_COMMANDS_MAP_H

#include "runtime/core/memory.h"
#include "runtime/queue/public.h"

// *pointer is the region's address. The map count goes up now, since the pointer is known now.
WEFT_MUST_CHECK cl_int weft_map_enqueue(cl_command_queue queue, cl_command_type type, cl_mem memory, cl_map_flags flags,
                                        const struct weft_extent *extent, struct weft_wait wait, void **pointer);
// CL_INVALID_VALUE if the pointer is not mapped. The map count goes down when the command is executed.
WEFT_MUST_CHECK cl_int weft_unmap_enqueue(cl_command_queue queue, cl_mem memory, const void *pointer,
                                          struct weft_wait wait);
// There is nowhere to migrate to: a marker with the right command type.
WEFT_MUST_CHECK cl_int weft_migrate_enqueue(cl_command_queue queue, struct weft_wait wait);

#endif
