// SPDX-License-Identifier: Apache-2.0
// Builds by a fork server with a fake compiler inside (fake_compiler.c), which gives the source back as the binary.
#ifndef WEFT_TESTS_BUILD_FAKE_BUILDS_H
#define WEFT_TESTS_BUILD_FAKE_BUILDS_H

#include <stdbool.h>
#include <sys/types.h>

#include "runtime/build/compiler_client.h"

// For cmocka: before all tests, and before and after each.
int without_cache(void **state);
int prepare_fake_compiler(void **state);
int end_fake_compiler(void **state);

struct weft_request request_of(const char *source, const char *options);

// Builds `source`; returns the status. *log is owned by the caller when not NULL.
cl_int build(const char *source, const char *options, char **log);

// The server's process, from the fake compiler's log; 0 when the build failed.
pid_t server_pid(void);

// Whether the process runs (a zombie does not).
bool running(pid_t pid);
bool ends_within_a_second(pid_t pid);

// Runs `body` in a forked process; true if it returned true.
bool in_child(bool (*body)(void));

#endif
