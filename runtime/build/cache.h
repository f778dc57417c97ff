// SPDX-License-Identifier: Apache-2.0
// The on-disk cache of program binaries: one file a build, named by a 128-bit key of all that went into it.
#ifndef WEFT_BUILD_CACHE_H
#define WEFT_BUILD_CACHE_H

#include <stdbool.h>
#include <stdint.h>

#include "compiler/protocol.h"
#include "runtime/build/build_result.h"

struct weft_cache_key {
    uint64_t high, low;
};

// Key of a request whose `target` and `directory` are set. `identity` tells apart builds of Weft (any bytes that
// change with the compiler or the kernel library). False on memory exhaustion. Thread-safe.
bool weft_cache_key(const struct weft_request *request, const void *identity, size_t identity_size,
                    struct weft_cache_key *key);

// Fills *result (status CL_SUCCESS, log, binary, entry) when a sound entry exists whose dependencies are
// unchanged; else leaves it alone and returns false. A damaged or outdated entry is removed. Thread-safe.
bool weft_cache_lookup(const struct weft_cache_key *key, const struct weft_request *request,
                       struct weft_build_result *result);

// Stores a successful build, unless it has the time in it, and sets result->entry. Failures (read-only home, full disk)
// only cost the entry. Evicts what was used longest ago when the cache outgrows WEFT_CACHE_MAX_MB. Thread-safe.
void weft_cache_store(const struct weft_cache_key *key, struct weft_build_result *result);

#endif
