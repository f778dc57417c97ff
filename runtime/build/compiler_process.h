// SPDX-License-Identifier: Apache-2.0
// The process of the fork server, started so that the application does not notice it.
#ifndef WEFT_BUILD_COMPILER_PROCESS_H
#define WEFT_BUILD_COMPILER_PROCESS_H

#include <stdbool.h>
#include <sys/types.h>

struct weft_compiler_process {
    pid_t pid;   // 0: none
    int control; // owned: this end of the socket of protocol.h
    int pidfd;   // owned; -1 where the kernel has none
    bool used;   // set by the caller once it sent a build: the server may have children
};

// Starts `executable` as fork server; with `later` it takes little of the CPU until it has a build or some time has
// passed in which the cache answered none. The process is no child of ours, so that the application's SIGCHLD handlers,
// wait() and SIG_IGN never see it; it ends when `control` is closed. Returns 0 or an errno value, and then leaves
// *process alone. Calls must not overlap.
int weft_compiler_process_start(const char *executable, bool later, struct weft_compiler_process *process);

// Ends the server with all its builds. With `wait` it returns when the server is gone (after a second or so at most);
// that takes some milliseconds, for the kernel has much memory to free.
void weft_compiler_process_end(struct weft_compiler_process *process, bool wait);

// In a process forked from the one that started it: lets go of the descriptors.
void weft_compiler_process_forget(struct weft_compiler_process *process);

#endif
