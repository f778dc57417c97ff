// SPDX-License-Identifier: Apache-2.0
// Locks that fork() takes.
#include "runtime/base/fork.h"

#include <stdatomic.h>
#include <stddef.h>

static struct weft_mutex list_lock = WEFT_MUTEX_INITIALIZER;
static struct weft_fork_lock *list WEFT_GUARDED_BY(list_lock); // borrowed
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void
before_fork(void) WEFT_NO_ANALYSIS // held until the fork is done
{
    weft_mutex_lock(&list_lock);
    for (struct weft_fork_lock *l = list; l; l = l->next)
        weft_mutex_lock(l->lock);
}

static void
after_fork_in_parent(void) WEFT_NO_ANALYSIS
{
    for (struct weft_fork_lock *l = list; l; l = l->next)
        weft_mutex_unlock(l->lock);
    weft_mutex_unlock(&list_lock);
}

static void
after_fork_in_child(void) WEFT_NO_ANALYSIS
{
    for (struct weft_fork_lock *l = list; l; l = l->next)
        if (l->in_child)
            l->in_child();
    after_fork_in_parent();
}

static void
prepare(void)
{
    (void)pthread_atfork(before_fork, after_fork_in_parent, after_fork_in_child);
}

void
weft_fork_takes(struct weft_fork_lock *lock)
{
    // Relaxed: whoever finds it listed needs nothing of what the lister has written.
    if (atomic_load_explicit(&lock->is_listed, memory_order_relaxed))
        return;
    pthread_once(&once, prepare);
    weft_mutex_lock(&list_lock);
    if (!atomic_load_explicit(&lock->is_listed, memory_order_relaxed)) {
        lock->next = list;
        list = lock;
        atomic_store_explicit(&lock->is_listed, true, memory_order_relaxed);
    }
    weft_mutex_unlock(&list_lock);
}
