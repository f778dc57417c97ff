// SPDX-License-Identifier: Apache-2.0
// The work-stealing deque and the inbox.
#include "runtime/exec/deque.h"

bool
weft_deque_push(struct weft_deque *deque, struct weft_task *task)
{
    int64_t bottom = atomic_load_explicit(&deque->bottom, memory_order_relaxed);
    // Acquire: pairs with a thief's successful exchange of top, so that its slot may be written again.
    int64_t top = atomic_load_explicit(&deque->top, memory_order_acquire);

    if (bottom - top >= (int64_t)WEFT_DEQUE_CAPACITY)
        return false;
    atomic_store_explicit(&deque->slots[bottom % WEFT_DEQUE_CAPACITY], task, memory_order_relaxed);
    // Release: a thief that sees the new bottom sees the slot and the task.
    atomic_store_explicit(&deque->bottom, bottom + 1, memory_order_release);
    return true;
}

// The fences of the paper are written as sequentially consistent accesses, which ThreadSanitizer understands.
struct weft_task *
weft_deque_pop(struct weft_deque *deque)
{
    int64_t bottom = atomic_load_explicit(&deque->bottom, memory_order_relaxed) - 1;
    int64_t top;
    struct weft_task *task;

    // Sequentially consistent, both: either a thief sees the lowered bottom or we see its raised top.
    atomic_store_explicit(&deque->bottom, bottom, memory_order_seq_cst);
    top = atomic_load_explicit(&deque->top, memory_order_seq_cst);
    if (top > bottom) {
        atomic_store_explicit(&deque->bottom, bottom + 1, memory_order_relaxed);
        return NULL;
    }
    task = atomic_load_explicit(&deque->slots[bottom % WEFT_DEQUE_CAPACITY], memory_order_relaxed);
    if (top < bottom)
        return task;
    // The last one: race the thieves for it.
    if (!atomic_compare_exchange_strong_explicit(&deque->top, &top, top + 1, memory_order_seq_cst,
                                                 memory_order_relaxed))
        task = NULL;
    atomic_store_explicit(&deque->bottom, bottom + 1, memory_order_relaxed);
    return task;
}

struct weft_task *
weft_deque_steal(struct weft_deque *deque)
{
    int64_t top = atomic_load_explicit(&deque->top, memory_order_seq_cst);
    int64_t bottom = atomic_load_explicit(&deque->bottom, memory_order_seq_cst);
    struct weft_task *task;

    if (top >= bottom)
        return NULL;
    task = atomic_load_explicit(&deque->slots[top % WEFT_DEQUE_CAPACITY], memory_order_relaxed);
    if (!atomic_compare_exchange_strong_explicit(&deque->top, &top, top + 1, memory_order_seq_cst,
                                                 memory_order_relaxed))
        return NULL;
    return task;
}

bool
weft_deque_seems_empty(const struct weft_deque *deque)
{
    return atomic_load_explicit(&deque->top, memory_order_seq_cst) >=
           atomic_load_explicit(&deque->bottom, memory_order_seq_cst);
}

void
weft_inbox_push(struct weft_inbox *inbox, struct weft_task *task)
{
    struct weft_task *newest = atomic_load_explicit(&inbox->newest, memory_order_relaxed);

    do
        task->next = newest;
    // Sequentially consistent: partner of the look a worker takes after it has announced its sleep.
    while (!atomic_compare_exchange_weak_explicit(&inbox->newest, &newest, task, memory_order_seq_cst,
                                                  memory_order_relaxed));
}

struct weft_task *
weft_inbox_take(struct weft_inbox *inbox)
{
    struct weft_task *newest;
    struct weft_task *oldest = NULL;

    if (!atomic_load_explicit(&inbox->newest, memory_order_relaxed))
        return NULL;
    // Acquire: pairs with the push.
    newest = atomic_exchange_explicit(&inbox->newest, NULL, memory_order_acq_rel);
    while (newest) {
        struct weft_task *next = newest->next;

        newest->next = oldest;
        oldest = newest;
        newest = next;
    }
    return oldest;
}

bool
weft_inbox_seems_empty(const struct weft_inbox *inbox)
{
    return !atomic_load_explicit(&inbox->newest, memory_order_seq_cst);
}
