// SPDX-License-Identifier: Apache-2.0
// Where runnable tasks wait: one work-stealing deque per worker, and an inbox for everybody else.
//
// The deque is Chase and Lev's, of fixed capacity, with the orderings of Lê, Pop, Cohen, Zappa Nardelli:
// "Correct and efficient work-stealing for weak memory models" (PPoPP'13).
#ifndef WEFT_EXEC_DEQUE_H
#define WEFT_EXEC_DEQUE_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Something to run once; embedded in what it is about.
struct weft_task {
    struct weft_task *next;              // borrowed; the inbox's link
    void (*run)(struct weft_task *task); // may free the task
};

#define WEFT_DEQUE_CAPACITY 256u

struct weft_deque {
    _Alignas(64) _Atomic int64_t top;    // thieves take here
    _Alignas(64) _Atomic int64_t bottom; // the owner's end
    struct weft_task *_Atomic slots[WEFT_DEQUE_CAPACITY];
};

bool weft_deque_push(struct weft_deque *deque, struct weft_task *task); // owner only; false if full
struct weft_task *weft_deque_pop(struct weft_deque *deque);             // owner only; the newest, or NULL
struct weft_task *weft_deque_steal(struct weft_deque *deque);           // anybody; the oldest, or NULL
bool weft_deque_seems_empty(const struct weft_deque *deque);

// A lock-free stack that is only ever emptied whole, so that no ABA can happen.
struct weft_inbox {
    struct weft_task *_Atomic newest;
};

void weft_inbox_push(struct weft_inbox *inbox, struct weft_task *task); // anybody
struct weft_task *weft_inbox_take(struct weft_inbox *inbox);            // all of it, oldest first, linked by next
bool weft_inbox_seems_empty(const struct weft_inbox *inbox);

#endif
