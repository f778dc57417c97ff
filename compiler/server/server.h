// SPDX-License-Identifier: Apache-2.0
// The fork server: loads the compiler once, then forks for each build. See protocol.h for the conversation.
#ifndef WEFT_SERVER_SERVER_H
#define WEFT_SERVER_SERVER_H

#include <stdbool.h>
#include <sys/types.h>

#include "compiler/limits.h"

// Makes the process, whatever it has from the application, the server of builds that are asked for over `control`. With
// `later` it returns once there is one, or after a while in which the cache has answered none. Needs nothing of LLVM.
void weft_server_begin(int control, bool later);

// Serves builds until `control` is closed or the application ends, and exits.
void weft_server_run(void) __attribute__((noreturn));

// child.c: runs the one build asked for over `stream` in a process forked from `server`, and exits.
void weft_child_run(int stream, pid_t server, const struct weft_limits *limits) __attribute__((noreturn));

#endif
