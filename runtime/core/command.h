// SPDX-License-Identifier: Apache-2.0
// A command on its way from clEnqueue* to completion. Every command of every queue is one of these.
#ifndef WEFT_CORE_COMMAND_H
#define WEFT_CORE_COMMAND_H

#include "runtime/core/object.h"

struct weft_command;

struct weft_command_ops {
    // Does the work on some thread once all dependencies are complete; returns CL_SUCCESS or the (negative) error the
    // event gets, or WEFT_LEFT when others are at it: then the command is theirs, and the last of them calls
    // weft_command_end. Never called concurrently for one command.
    cl_int (*run)(struct weft_command *command);
    // Releases what the command's payload retained; after completion or when it is dropped before being enqueued.
    void (*release)(struct weft_command *command);
};

// A command for `queue` of `bytes` bytes in all: struct weft_command first, the caller's payload behind (embed it
// as first member). Zeroed payload. The queue and context are retained.
WEFT_MUST_CHECK cl_int weft_command_create(cl_command_queue queue, cl_command_type type, size_t bytes,
                                           const struct weft_command_ops *ops, struct weft_command **command);
// Drops a command that was not enqueued.
void weft_command_drop(struct weft_command *command);
// Consumes the command on success and on failure. The wait list is already validated (weft_validate_wait_list).
// `blocking` submits, helps and waits; then an error of the command or of its wait list is returned
// (CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST). `event` (may be NULL) gets a new application reference.
WEFT_MUST_CHECK cl_int weft_command_enqueue(struct weft_command *command, cl_uint wait_count, const cl_event *wait_list,
                                            cl_bool blocking, cl_event *event);
// What run() returned WEFT_LEFT for is done, with CL_SUCCESS or an error: completes the command, and sees to it that
// its queue goes on. Must hold no lock.
void weft_command_end(struct weft_command *command, cl_int status);
cl_command_queue weft_command_queue(const struct weft_command *command); // borrowed

#endif
