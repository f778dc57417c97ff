// SPDX-License-Identifier: Apache-2.0
// Background threads: started one a task, joined when the next starts or at unload.
#include "runtime/base/background.h"

#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "runtime/base/fork.h"
#include "runtime/base/thread.h"

struct task {
    struct task *next; // owned by the list
    pthread_t thread;
    void (*fn)(void *data);
    void *data;
    _Atomic bool done; // release by the thread as its last act; acquire by reap()
};

static struct weft_mutex threads_lock = WEFT_MUTEX_INITIALIZER;
static struct task *tasks WEFT_GUARDED_BY(threads_lock);

// The child of a fork has none of the threads: joining one would wait for ever.
static void
forget_tasks(void) WEFT_NO_ANALYSIS
{
    tasks = NULL;
}

static struct weft_fork_lock fork_lock = {.lock = &threads_lock, .in_child = forget_tasks};

static void *
run_task(void *data)
{
    struct task *task = data;

    task->fn(task->data);
    atomic_store_explicit(&task->done, true, memory_order_release);
    return NULL;
}

// Takes the tasks that are done, or all, off the list.
static struct task *
take(bool all)
{
    struct task *taken = NULL;

    weft_mutex_lock(&threads_lock);
    for (struct task **t = &tasks; *t;) {
        struct task *task = *t;

        if (all || atomic_load_explicit(&task->done, memory_order_acquire)) {
            *t = task->next;
            task->next = taken;
            taken = task;
        } else {
            t = &task->next;
        }
    }
    weft_mutex_unlock(&threads_lock);
    return taken;
}

static void
join(struct task *list)
{
    while (list) {
        struct task *task = list;

        list = task->next;
        if (weft_thread_join(task->thread))
            free(task);
    }
}

bool
weft_background_run(void (*fn)(void *data), void *data)
{
    struct task *task = calloc(1, sizeof(*task));
    sigset_t all, old;
    int err;

    if (!task)
        return false;
    weft_fork_takes(&fork_lock);
    join(take(false));
    task->fn = fn;
    task->data = data;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &old);
    // Under the lock, so that unloading either sees the task with its thread or not at all.
    weft_mutex_lock(&threads_lock);
    err = pthread_create(&task->thread, NULL, run_task, task);
    if (err == 0) {
        task->next = tasks;
        tasks = task;
    }
    weft_mutex_unlock(&threads_lock);
    pthread_sigmask(SIG_SETMASK, &old, NULL);
    if (err != 0)
        free(task);
    return err == 0;
}

void
weft_background_shutdown(void)
{
    join(take(true));
}
