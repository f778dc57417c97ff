// SPDX-License-Identifier: Apache-2.0
// In-order queues: one driver at a time runs the chain of commands.
#include "runtime/queue/private.h"

// How long a worker runs one queue's commands while others wait for it, by weft_ticks.
#define TURN_TICKS WEFT_HELP_TICKS_MAX

// The queue that the calling thread works for until what it waits for is reached: it drives that on itself.
static _Thread_local struct {
    cl_command_queue queue;
    bool owes_drive; // it has ended a command of that queue, and driven nothing on yet
} own;

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

// Where nobody drives, what is there is left to those who look for it, which needs nobody to be woken. True if there
// are none, and it is to be submitted to the pool.
static bool
pass_on(struct weft_queue_state *state) WEFT_REQUIRES(state->lock)
{
    if (weft_queue_is_lost(state))
        return false;
    if (!state->lookers)
        return weft_in_order_must_schedule(state);
    // Release: partner of is_drive_wanted().
    if (!state->driving && state->submitted.first)
        atomic_store_explicit(&state->is_left, true, memory_order_release);
    return false;
}

static bool
leave_drive(struct weft_queue_state *state) WEFT_REQUIRES(state->lock)
{
    state->driving = false;
    return pass_on(state);
}

static void
stop_looking(struct weft_queue_state *state, bool *is_looker) WEFT_REQUIRES(state->lock)
{
    if (*is_looker && --state->lookers == 0)
        atomic_store_explicit(&state->is_left, false, memory_order_relaxed);
    *is_looker = false;
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
    const struct weft_waiter waiter = {.event = event, .sequence = sequence};

    return (event || sequence) && weft_waiter_is_done(state, &waiter);
}

enum stop { STOP_EMPTY, STOP_REACHED, STOP_BLOCKED, STOP_TURN, STOP_LEFT, STOP_BATCH };

// The command is complete: wakes those who wait for no more than it.
static void
tell_completed(struct weft_queue_state *state, uint64_t sequence)
{
    // Sequentially consistent, both: a waiter sees what the command has written, and either it sees this or we see that
    // it sleeps.
    atomic_store_explicit(&state->completed, sequence, memory_order_seq_cst);
    if (atomic_load_explicit(&state->awaited, memory_order_seq_cst) > sequence)
        return;
    weft_queue_lock(state);
    for (struct weft_waiter *w = state->waiters; w; w = w->next)
        if (w->sequence <= sequence)
            weft_waiter_wake(w);
    weft_mutex_unlock(&state->lock);
}

// Whether nobody waits for what is left, and the library is being unloaded: then it is not run.
static bool
is_given_up(struct weft_queue_state *state, cl_event event, uint64_t sequence)
{
    return !event && !sequence && weft_worker_pool_stopping(state->pool);
}

static void
add_to_batch(struct batch *batch, struct weft_command *command)
{
    command->next = batch->done;
    batch->done = command;
    batch->count++;
}

// Runs commands of the list from *first on. STOP_LEFT: *left is with others, who may have ended it meanwhile.
static enum stop
run_list(struct weft_queue_state *state, struct weft_command **first, struct weft_command **left, struct batch *batch,
         cl_event event, uint64_t sequence, uint64_t start)
{
    const bool takes_turns = !event && !sequence;

    while (*first) {
        struct weft_command *command = *first;

        if (is_given_up(state, event, sequence))
            return STOP_REACHED;
        // Acquire: pairs with weft_command_dependency_done. 1: only its place in the queue is left, which is now
        // reached.
        if (atomic_load_explicit(&command->pending, memory_order_acquire) > 1)
            return STOP_BLOCKED;
        *first = command->next;
        // From now on: its driver, and whoever ends it in the driver's place. Relaxed: nobody else knows it.
        atomic_store_explicit(&command->pending, 2, memory_order_relaxed);
        if (!weft_command_execute(command)) {
            *left = command;
            return STOP_LEFT;
        }
        tell_completed(state, command->sequence);
        if (command->event)
            weft_object_unref(command->event);
        add_to_batch(batch, command);
        if (is_reached(state, event, sequence))
            return STOP_REACHED;
        if (takes_turns && weft_ticks() - start > TURN_TICKS && weft_worker_pool_has_work(state->pool))
            return STOP_TURN;
        if (batch->count == WEFT_QUEUE_BATCH)
            return STOP_BATCH; // to be retired
    }
    return STOP_EMPTY;
}

// The next command has to wait; those who need not are told.
static void
note_parked(struct weft_queue_state *state) WEFT_REQUIRES(state->lock)
{
    state->running = 0;
    for (struct weft_waiter *w = state->waiters; w; w = w->next)
        if (w->only_while_running)
            weft_waiter_wake(w);
}

// Gives the drive to whoever takes the last pending one of the command. True if that is the calling thread.
static bool
hand_over(struct weft_command *command)
{
    // Release: what this thread did with the queue is seen by who drives on; acquire: this may be the one.
    return atomic_fetch_sub_explicit(&command->pending, 1, memory_order_acq_rel) == 1;
}

// Becomes the driver, if nobody is, until the queue is empty or parked, or the event (may be NULL) is final, or the
// command of that number (0: none) is done. The caller holds a reference to the queue. *is_looker: whether the thread
// counts among state->lookers; it does so again where it has left a command to others, `looks` if it may.
static void
drive(cl_command_queue queue, cl_event event, uint64_t sequence, bool looks, bool *is_looker)
{
    struct weft_queue_state *state = queue->state;
    struct batch batch = {0};
    unsigned references = 0; // of the queue itself, given up when no command is outstanding
    uint64_t start = event || sequence ? 0 : weft_ticks(); // of a worker's turn
    enum stop stop = STOP_EMPTY;
    bool schedule = false;

    weft_queue_lock(state);
    if (state->driving || weft_queue_is_lost(state)) {
        weft_mutex_unlock(&state->lock);
        return;
    }
    state->driving = true;
    stop_looking(state, is_looker);
    atomic_store_explicit(&state->is_left, false, memory_order_relaxed);
    while (state->driving) {
        struct weft_command *first = state->submitted.first;
        struct weft_command *last = state->submitted.last;
        struct weft_command *left = NULL;

        if (!first) {
            state->driving = false;
            break;
        }
        state->running = 1;
        state->submitted = (struct weft_command_list){0};
        weft_mutex_unlock(&state->lock);

        stop = run_list(state, &first, &left, &batch, event, sequence, start);

        weft_queue_lock(state);
        references += retire(state, &batch);
        put_back(state, first, last);
        if (stop == STOP_REACHED || stop == STOP_TURN) {
            schedule = leave_drive(state);
        } else if (stop == STOP_BLOCKED || stop == STOP_LEFT) {
            if (!left)
                note_parked(state);
            *is_looker = left && looks;
            state->lookers += *is_looker;
            weft_mutex_unlock(&state->lock);
            // Parked.
            if (!hand_over(left ? left : first))
                goto out;
            weft_queue_lock(state);
            stop_looking(state, is_looker);
            if (left) { // and ended
                if (left->event)
                    weft_object_unref(left->event);
                add_to_batch(&batch, left);
                references += retire(state, &batch);
                if (is_reached(state, event, sequence))
                    schedule = leave_drive(state);
            }
        }
    }
    state->running = 0;
    weft_mutex_unlock(&state->lock);
    if (schedule)
        weft_worker_pool_submit(state->pool, &state->task);
out:
    while (references--)
        weft_object_unref(queue);
}

void
weft_in_order_task(struct weft_task *task)
{
    struct weft_queue_state *state =
        (struct weft_queue_state *)(void *)((char *)task - offsetof(struct weft_queue_state, task));
    cl_command_queue queue = state->queue;
    bool is_looker = false;

    weft_queue_lock(state);
    state->scheduled = false;
    weft_mutex_unlock(&state->lock);
    drive(queue, NULL, 0, false, &is_looker);
    weft_object_unref(queue);
}

// The driver had left this command, which is complete now.
static void
end(cl_command_queue queue, struct weft_command *command)
{
    struct weft_queue_state *state = queue->state;
    struct batch batch = {0};
    cl_event event = command->event;
    bool schedule = false, last;

    tell_completed(state, command->sequence);
    if (!hand_over(command))
        return; // its driver has not left yet; it drives on, and drops the event
    if (event)
        weft_object_unref(event);
    add_to_batch(&batch, command);
    weft_queue_lock(state);
    last = retire(state, &batch);
    state->running = 0;
    if (own.queue == queue) {
        state->driving = false;
        own.owes_drive = true;
    } else {
        schedule = leave_drive(state);
    }
    weft_mutex_unlock(&state->lock);
    if (schedule)
        weft_worker_pool_submit(state->pool, &state->task);
    if (last)
        weft_object_unref(queue);
}

// The command that the driver had parked before can be run.
static void
resume(cl_command_queue queue, struct weft_command *command)
{
    struct weft_queue_state *state = queue->state;
    bool schedule;

    (void)command;
    // Once it is scheduled another thread may run what is left, and with it the queue's life may end.
    weft_object_ref(queue);
    weft_queue_lock(state);
    schedule = leave_drive(state);
    if (schedule)
        weft_queue_call_waiter(state, NULL);
    weft_mutex_unlock(&state->lock);
    if (schedule)
        weft_worker_pool_submit(state->pool, &state->task);
    weft_object_unref(queue);
}

const struct weft_queue_order weft_in_order = {.ready = resume, .ended = end};

struct target {
    struct weft_queue_state *state;
    struct weft_waiter waiter; // in no list
};

static bool
is_target_reached(void *data)
{
    const struct target *target = data;

    return weft_waiter_is_done(target->state, &target->waiter);
}

static bool
is_drive_wanted(void *data)
{
    const struct target *target = data;

    // Acquire: partner of pass_on().
    return is_target_reached(data) || atomic_load_explicit(&target->state->is_left, memory_order_acquire);
}

// A looker's wait for the driver. Whether it has left.
static bool
look(struct target *target)
{
    const uint64_t start = weft_ticks();

    while (!is_drive_wanted(target)) {
        if (weft_ticks() - start > WEFT_WAIT_SPIN_TICKS)
            return false;
        weft_pause();
    }
    return !is_target_reached(target);
}

void
weft_in_order_work_for(cl_command_queue queue, cl_event event, uint64_t sequence, bool is_looker)
{
    struct weft_queue_state *state = queue->state;
    struct target target = {.state = state, .waiter = {.event = event, .sequence = sequence}};
    cl_command_queue outer = own.queue;
    const bool looks = is_looker;
    bool schedule;

    own.queue = queue;
    do {
        own.owes_drive = false;
        drive(queue, event, sequence, looks, &is_looker);
    } while (!is_target_reached(&target) &&
             (weft_ranges_help(state->pool, queue, is_drive_wanted, &target) || (is_looker && look(&target))));
    own.queue = outer;
    if (!own.owes_drive && !is_looker)
        return;
    own.owes_drive = false;
    weft_queue_lock(state);
    stop_looking(state, &is_looker);
    schedule = pass_on(state);
    weft_mutex_unlock(&state->lock);
    if (schedule)
        weft_worker_pool_submit(state->pool, &state->task);
}
