// SPDX-License-Identifier: Apache-2.0
// In-order queues: one driver at a time runs the chain of commands.
#include "runtime/core/queue_internal.h"

#include "runtime/exec/futex.h"
#include "runtime/exec/scheduler.h"

#define FINISH_SPIN_TICKS 5000u
// How long a worker runs one queue's commands while others wait for it, by weft_ticks; about two milliseconds.
#define TURN_TICKS 2000000u

void
weft_in_order_submit(struct weft_queue_state *state)
{
    if (!state->recorded.first)
        return;
    if (state->submitted.last)
        state->submitted.last->next = state->recorded.first;
    else
        state->submitted.first = state->recorded.first;
    state->submitted.last = state->recorded.last;
    state->recorded = (struct weft_command_list){0};
}

bool
weft_in_order_must_schedule(struct weft_queue_state *state)
{
    if (!state->submitted.first || state->driving || state->scheduled || weft_worker_pool_stopping(state->pool))
        return false;
    state->scheduled = true;
    weft_object_ref(state->queue);
    return true;
}

void
weft_in_order_task(struct weft_task *task)
{
    struct weft_queue_state *state =
        (struct weft_queue_state *)(void *)((char *)task - offsetof(struct weft_queue_state, task));
    cl_command_queue queue = state->queue;

    weft_mutex_lock(&state->lock);
    state->scheduled = false;
    weft_mutex_unlock(&state->lock);
    weft_in_order_drive(queue, NULL, 0);
    weft_object_unref(queue);
}

// What a driver has done since it last held the lock.
struct batch {
    struct weft_command *done;
    uint64_t count;
};

// Frees the batch's commands. Returns whether the queue's own reference is to be dropped by the caller, unlocked.
static bool
retire(struct weft_queue_state *state, struct batch *batch) WEFT_REQUIRES(state->lock)
{
    bool last;

    while (batch->done) {
        struct weft_command *command = batch->done;

        batch->done = command->next;
        weft_command_free(state, command);
    }
    last = batch->count && state->outstanding == batch->count;
    state->outstanding -= batch->count;
    batch->count = 0;
    return last;
}

static void
put_back(struct weft_queue_state *state, struct weft_command *first, struct weft_command *last)
    WEFT_REQUIRES(state->lock)
{
    if (!first)
        return;
    last->next = state->submitted.first;
    if (!state->submitted.first)
        state->submitted.last = last;
    state->submitted.first = first;
}

static bool
is_reached(struct weft_queue_state *state, cl_event event, uint64_t sequence)
{
    if (event)
        return weft_event_is_final(event);
    return sequence && atomic_load_explicit(&state->completed, memory_order_relaxed) >= sequence;
}

enum stop { STOP_EMPTY, STOP_REACHED, STOP_BLOCKED, STOP_TURN };

// Whether nobody waits for what is left, and the library is being unloaded: then it is not run.
static bool
is_given_up(struct weft_queue_state *state, cl_event event, uint64_t sequence)
{
    return !event && !sequence && weft_worker_pool_stopping(state->pool);
}

// Runs commands of the list from *first on. `completed` tells each one.
static enum stop
run_list(struct weft_queue_state *state, struct weft_command **first, struct batch *batch, cl_event event,
         uint64_t sequence, uint64_t start)
{
    const bool takes_turns = !event && !sequence;

    while (*first) {
        struct weft_command *command = *first;
        cl_event its = command->event;
        bool due;

        if (is_given_up(state, event, sequence))
            return STOP_REACHED;
        // Acquire: pairs with weft_command_dependency_done. 1: only its place in the queue is left, which is now
        // reached.
        if (atomic_load_explicit(&command->pending, memory_order_acquire) > 1)
            return STOP_BLOCKED;
        *first = command->next;
        due = weft_command_execute(command);
        command->next = batch->done;
        batch->done = command;
        ++batch->count;
        // Sequentially consistent: clFinish sees what the command has written, and we see that it sleeps if it looked
        // before.
        atomic_store_explicit(&state->completed, command->sequence, memory_order_seq_cst);
        if (atomic_load_explicit(&state->sleepers, memory_order_seq_cst))
            weft_queue_notify(state);
        if (due)
            weft_event_deliver(its);
        if (its)
            weft_object_unref(its);
        if (is_reached(state, event, sequence))
            return STOP_REACHED;
        if (takes_turns && weft_ticks() - start > TURN_TICKS && weft_worker_pool_has_work(state->pool))
            return STOP_TURN;
    }
    return STOP_EMPTY;
}

void
weft_in_order_drive(cl_command_queue queue, cl_event event, uint64_t sequence)
{
    struct weft_queue_state *state = queue->state;
    struct batch batch = {0};
    unsigned references = 0; // of the queue itself, given up when no command is outstanding
    uint64_t start = event || sequence ? 0 : weft_ticks(); // of a worker's turn
    enum stop stop = STOP_EMPTY;
    bool schedule = false;

    weft_mutex_lock(&state->lock);
    if (state->driving) {
        weft_mutex_unlock(&state->lock);
        return;
    }
    state->driving = true;
    while (state->driving) {
        struct weft_command *first = state->submitted.first;
        struct weft_command *last = state->submitted.last;

        if (!first) {
            state->driving = false;
            break;
        }
        state->submitted = (struct weft_command_list){0};
        weft_mutex_unlock(&state->lock);

        stop = run_list(state, &first, &batch, event, sequence, start);
        weft_queue_notify(state);

        weft_mutex_lock(&state->lock);
        references += retire(state, &batch);
        put_back(state, first, last);
        if (stop == STOP_REACHED || stop == STOP_TURN) {
            state->driving = false;
            schedule = weft_in_order_must_schedule(state);
        } else if (stop == STOP_BLOCKED) {
            weft_mutex_unlock(&state->lock);
            // Parked. Acquire and release: who takes the last one away goes on driving, and it may be us.
            if (atomic_fetch_sub_explicit(&first->pending, 1, memory_order_acq_rel) != 1)
                goto out;
            weft_mutex_lock(&state->lock);
        }
    }
    weft_mutex_unlock(&state->lock);
    if (schedule && stop == STOP_TURN)
        weft_worker_pool_submit_behind(state->pool, &state->task);
    else if (schedule)
        weft_worker_pool_submit(state->pool, &state->task);
out:
    while (references--)
        weft_object_unref(queue);
}

void
weft_in_order_resume(cl_command_queue queue)
{
    struct weft_queue_state *state = queue->state;
    bool schedule;

    // Once it is scheduled another thread may run what is left, and with it the queue's life may end.
    weft_object_ref(queue);
    weft_mutex_lock(&state->lock);
    state->driving = false;
    schedule = weft_in_order_must_schedule(state);
    weft_mutex_unlock(&state->lock);
    if (schedule)
        weft_worker_pool_submit(state->pool, &state->task);
    weft_queue_notify(state);
    weft_object_unref(queue);
}

struct target {
    struct weft_queue_state *state;
    uint64_t sequence;
};

static bool
is_finished(void *data)
{
    struct target *target = data;

    // Sequentially consistent: pairs with run_list.
    return atomic_load_explicit(&target->state->completed, memory_order_seq_cst) >= target->sequence;
}

static void
sleep_until_finished(struct target *target)
{
    struct weft_queue_state *state = target->state;
    uint64_t start = weft_ticks();

    while (weft_ticks() - start < FINISH_SPIN_TICKS) {
        if (is_finished(target))
            return;
        weft_pause();
    }
    atomic_fetch_add_explicit(&state->sleepers, 1, memory_order_seq_cst);
    for (;;) {
        uint32_t seen = atomic_load_explicit(&state->progress, memory_order_seq_cst);

        weft_in_order_drive(state->queue, NULL, target->sequence); // what has become ready meanwhile
        if (is_finished(target))
            break;
        weft_futex_wait(&state->progress, seen);
    }
    atomic_fetch_sub_explicit(&state->sleepers, 1, memory_order_relaxed);
}

void
weft_in_order_finish(cl_command_queue queue)
{
    struct weft_queue_state *state = queue->state;
    struct target target = {.state = state};

    weft_mutex_lock(&state->lock);
    target.sequence = state->last_sequence;
    weft_mutex_unlock(&state->lock);
    if (is_finished(&target))
        return;
    weft_object_ref(queue);
    weft_queue_submit(queue, true);
    weft_in_order_drive(queue, NULL, target.sequence);
    while (!is_finished(&target) && weft_ranges_help(state->pool, is_finished, &target))
        ;
    if (!is_finished(&target))
        sleep_until_finished(&target);
    weft_object_unref(queue);
}
