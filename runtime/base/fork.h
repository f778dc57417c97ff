// SPDX-License-Identifier: Apache-2.0
// Locks that fork() takes first and lets go of afterwards: the child, which has one thread, finds none of them held by
// another, and nothing half done that they guard.
#ifndef WEFT_BASE_FORK_H
#define WEFT_BASE_FORK_H

#include "runtime/base/thread.h"

struct weft_fork_lock {
    struct weft_mutex *lock;     // borrowed for good; no other of these is taken under it
    void (*in_child)(void);      // under the lock; may be NULL: makes up for the threads that are gone
    struct weft_fork_lock *next; // fork.c's
    _Atomic bool is_listed;      // fork.c's
};

// From now on forks take the lock. Static; thread-safe; cheap after the first call. Must hold no lock.
void weft_fork_takes(struct weft_fork_lock *lock);

#endif
