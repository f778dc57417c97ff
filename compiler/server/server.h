// SPDX-License-Identifier: Apache-2.0
// The fork server: loads the compiler once, then forks for each build. See protocol.h for the conversation.
#ifndef WEFT_SERVER_SERVER_H
#define WEFT_SERVER_SERVER_H

#include <sys/types.h>

#include "compiler/limits.h"

// Serves builds asked for over `control` until it is closed or the application ends. Returns an exit code.
int weft_server_run(int control);

// child.c: runs the one build asked for over `stream` in a process forked from `server`, and exits.
void weft_child_run(int stream, pid_t server, const struct weft_limits *limits) __attribute__((noreturn));

#endif
