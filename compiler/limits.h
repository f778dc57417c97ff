// SPDX-License-Identifier: Apache-2.0
// What one build may use, and how the server learns that it used more.
#ifndef WEFT_LIMITS_H
#define WEFT_LIMITS_H

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

// How a build's process ends. Signals tell the rest: SIGXCPU means out of CPU time.
enum weft_build_exit {
    WEFT_EXIT_ANSWERED = 0,   // the whole response was written, or the client is gone
    WEFT_EXIT_NO_REQUEST = 1, // the request was malformed or never came
    WEFT_EXIT_NO_MEMORY = 86, // an allocation failed
};

struct weft_limits {
    unsigned cpu_seconds; // WEFT_COMPILER_CPU_SECONDS
    unsigned memory_mb;   // WEFT_COMPILER_MEMORY_MB, beyond what the server itself uses
};

// Reads the environment.
struct weft_limits weft_limits_read(void);
// Applies them to this process, which is to run one build; also no core dumps, and first choice of the kernel when
// the system runs out of memory.
void weft_limits_apply(const struct weft_limits *limits);
// Ends a build for which an allocation failed. Async-signal-safe, never returns.
void weft_limits_out_of_memory(void) __attribute__((noreturn));

// memory_handler.cpp: makes operator new and LLVM's allocations call weft_limits_out_of_memory() on failure.
void weft_memory_handler_install(void);

#ifdef __cplusplus
}
#endif
#endif
