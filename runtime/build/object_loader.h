// SPDX-License-Identifier: Apache-2.0
// Maps executable program binaries into the process and finds kernels in them.
#ifndef WEFT_BUILD_OBJECT_LOADER_H
#define WEFT_BUILD_OBJECT_LOADER_H

#include <stdbool.h>
#include <stddef.h>

#include "compiler/kernel_abi.h"
#include "runtime/base/opencl.h"

struct weft_loaded_object; // opaque

// A file of the cache.
struct weft_cache_entry {
    bool is_open;
    int file; // owned if open: the descriptor that the bytes were read from or written to
};
void weft_cache_entry_finish(struct weft_cache_entry *entry); // accepts a zeroed entry

// Maps an executable program binary. `entry` is the cache's file with the same bytes
// (struct weft_build_result.entry) or NULL; it is mapped directly, else an anonymous file is. `services` is
// borrowed until unload and handed to the kernels. The bytes are not needed after the call.
// Errors: CL_INVALID_BINARY (not an executable of this Weft for this CPU, or damaged: nothing was mapped),
// CL_OUT_OF_RESOURCES (the system refuses to map it), CL_OUT_OF_HOST_MEMORY. Thread-safe.
cl_int weft_object_load(const void *binary, size_t size, const struct weft_cache_entry *entry,
                        const struct weft_services *services, struct weft_loaded_object **object)
    __attribute__((warn_unused_result));

// The entry of kernel `name`, or NULL when the object has none. Thread-safe.
weft_kernel_entry weft_loaded_object_entry(const struct weft_loaded_object *object, const char *name);

// Unmaps; no kernel of it may be running or run again. Accepts NULL.
void weft_loaded_object_unload(struct weft_loaded_object *object);

#endif
