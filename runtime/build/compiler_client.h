// SPDX-License-Identifier: Apache-2.0
// Builds programs: asks the disk cache, then weft-compiler, which it starts as a fork server.
#ifndef WEFT_BUILD_COMPILER_CLIENT_H
#define WEFT_BUILD_COMPILER_CLIENT_H

#include <stdbool.h>

#include "compiler/protocol.h"
#include "runtime/base/opencl.h"
#include "runtime/build/build_result.h"
#include "runtime/build/cache.h"

// Starts the compiler in the background unless it runs already; returns at once (well below 1 ms).
// Failures show at the first build. Thread-safe. Called at the first clCreateContext.
void weft_compiler_prepare(void);

// Builds one program and blocks until it is done or WEFT_COMPILER_TIMEOUT_SECONDS (300) have passed.
// `request->target` NULL means weft_binary_target(), `request->cpu` NULL weft_cpu_name(), `request->directory` NULL the
// working directory; `request->host` is filled in.
// Returns CL_SUCCESS when *result is filled (a failed build included: see result->status), to be freed by
// weft_build_result_finish(); else CL_OUT_OF_HOST_MEMORY with *result untouched. Thread-safe.
cl_int weft_compiler_build(const struct weft_request *request, struct weft_build_result *result)
    __attribute__((warn_unused_result));

// What the cache knows the request's result by; false if it is not kept. Thread-safe.
bool weft_compiler_key(const struct weft_request *request, struct weft_cache_key *key);

// Ends all builds that are under way, which fail, and lets none begin any more. For library unload. Thread-safe.
void weft_compiler_close(void);
// Whether it was called: then nobody is to hear of builds any more. Thread-safe.
bool weft_compiler_closed(void);

// Ends the compiler and waits until its process is gone, unless the process itself ends. For library unload; the next
// build starts a new one. Thread-safe; running builds fail and are retried with a new compiler, once.
void weft_compiler_shutdown(void);

// The same for clUnloadPlatformCompiler, when none of this process's builds runs: now, or after the last of them.
void weft_compiler_unload(void);

#endif
