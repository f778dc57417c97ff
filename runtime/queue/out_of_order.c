// SPDX-License-Identifier: Apache-2.0
// Out-of-order queues: commands run as soon as their events allow; markers and barriers wait for what stands before.
#include "runtime/queue/private.h"

// How many commands of a list a waiting thread looks at for one that it may run.
#define LOOKS 16u

// The queue the calling thread is running commands of: what becomes ready by them need not be given away.
static _Thread_local struct weft_queue_state *driven;

static void
list_remove(struct weft_command_list *list, struct weft_command *command)
{
    if (command->previous)
        command->previous->next = command->next;
    else
        list->first = command->next;
    if (command->next)
        command->next->previous = command->previous;
    else
        list->last = command->previous;
    list->count--;
}

static void
remember(struct weft_queue_state *state, struct weft_command *command) WEFT_REQUIRES(state->lock)
{
    command->remembered = true;
    command->older = state->newest;
    command->newer = NULL;
    if (state->newest)
        state->newest->newer = command;
    else
        state->oldest = command;
    state->newest = command;
    state->remembered++;
}

static void
forget(struct weft_queue_state *state, struct weft_command *command) WEFT_REQUIRES(state->lock)
{
    if (!command->remembered)
        return;
    command->remembered = false;
    if (command->older)
        command->older->newer = command->newer;
    else
        state->oldest = command->newer;
    if (command->newer)
        command->newer->older = command->older;
    else
        state->newest = command->older;
    state->remembered--;
}

cl_int
weft_out_of_order_depend(struct weft_queue_state *state, struct weft_command *command, cl_uint wait_count,
                         const cl_event *wait_list)
{
    size_t count = (size_t)wait_count + (state->barrier ? 1 : 0) + (command->waits_for_all ? state->remembered : 0);
    cl_int err = weft_command_reserve_edges(command, count);

    if (err != CL_SUCCESS)
        return err;
    for (cl_uint i = 0; i < wait_count; i++)
        weft_command_depend(command, wait_list[i], true);
    if (state->barrier)
        weft_command_depend(command, state->barrier, false);
    if (command->waits_for_all) {
        // What it waits for is complete when it is: later markers need not ask again.
        while (state->oldest) {
            struct weft_command *earlier = state->oldest;

            weft_command_depend(command, earlier->event, false);
            forget(state, earlier);
        }
    }
    remember(state, command);
    if (command->blocks_later) {
        // The old barrier's event lives on: an incomplete command holds it, or `command` depends on nothing of it.
        if (state->barrier)
            weft_object_unref(state->barrier);
        state->barrier = command->event;
        weft_object_ref(state->barrier);
    }
    return CL_SUCCESS;
}

void
weft_out_of_order_submit(struct weft_queue_state *state)
{
    struct weft_command *next;

    for (struct weft_command *command = state->recorded.first; command; command = next) {
        next = command->next;
        // Acquire and release: as weft_command_dependency_done; the place in the queue is the last to go here.
        if (atomic_fetch_sub_explicit(&command->pending, 1, memory_order_acq_rel) == 1) {
            command->place = WEFT_PLACE_READY;
            weft_command_list_append(&state->ready, command);
        }
    }
    state->recorded = (struct weft_command_list){0};
}

// The command is complete. May drop the queue's own reference.
static void
retire(cl_command_queue queue, struct weft_command *command)
{
    struct weft_queue_state *state = queue->state;
    cl_event barrier = NULL;
    cl_event event = command->event;
    bool last;

    weft_queue_lock(state);
    forget(state, command);
    if (state->barrier == event) {
        barrier = event;
        state->barrier = NULL;
    }
    if (command->has_task)
        command->is_done = true; // freed by the task
    else
        weft_command_free(state, command);
    state->running--;
    last = --state->outstanding == 0;
    weft_mutex_unlock(&state->lock);
    if (barrier)
        weft_object_unref(barrier);
    weft_object_unref(event);
    if (last)
        weft_object_unref(queue);
}

// Runs a command that was taken from its list, and retires it unless others are at it. May drop the queue's own
// reference.
static void
run(struct weft_queue_state *state, struct weft_command *command)
{
    struct weft_queue_state *outer = driven;
    bool has_ended;

    driven = state;
    has_ended = weft_command_execute(command);
    driven = outer;
    if (has_ended)
        retire(state->queue, command);
}

static void
run_offered(struct weft_task *task)
{
    struct weft_command *command = (struct weft_command *)(void *)((char *)task - offsetof(struct weft_command, task));
    cl_command_queue queue = command->queue; // held by the task
    struct weft_queue_state *state = queue->state;
    bool take;

    weft_queue_lock(state);
    command->has_task = false;
    state->tasks--;
    take = command->place == WEFT_PLACE_OFFERED && !weft_worker_pool_stopping(state->pool); // or for those who wait
    if (take) {
        list_remove(&state->offered, command);
        command->place = WEFT_PLACE_NONE;
        state->running++;
    } else if (command->is_done) {
        weft_command_free(state, command);
    }
    weft_mutex_unlock(&state->lock);
    if (take)
        run(state, command);
    weft_out_of_order_drive(queue, NULL);
    weft_object_unref(queue);
}

// As many as keep all workers at it: each goes on with what is ready.
void
weft_out_of_order_offer(struct weft_queue_state *state, size_t keep)
{
    const unsigned most = 2 * weft_worker_pool_size(state->pool);

    for (;;) {
        struct weft_command *command = NULL;

        weft_queue_lock(state);
        if (state->ready.count > keep && state->tasks < most) {
            state->tasks++;
            command = state->ready.first;
            list_remove(&state->ready, command);
            command->place = WEFT_PLACE_OFFERED;
            command->has_task = true;
            command->task.run = run_offered;
            weft_command_list_append(&state->offered, command);
            weft_object_ref(state->queue); // the task's
        }
        weft_mutex_unlock(&state->lock);
        if (!command)
            return;
        weft_worker_pool_submit(state->pool, &command->task);
    }
}

static void
ready(cl_command_queue queue, struct weft_command *command)
{
    struct weft_queue_state *state = queue->state;
    bool mine = driven == state;

    // Once the command is in the list another thread may run it, and with it the queue's life may end.
    weft_object_ref(queue);
    weft_queue_lock(state);
    command->place = WEFT_PLACE_READY;
    weft_command_list_append(&state->ready, command);
    weft_queue_call_waiter(state, command->event);
    weft_mutex_unlock(&state->lock);
    weft_out_of_order_offer(state, mine ? 1 : 0);
    weft_object_unref(queue);
}

const struct weft_queue_order weft_out_of_order = {.ready = ready, .ended = retire};

// What the calling thread runs next. Who waits runs its event's command and what it can leave soon, also where it has
// been offered to workers and none has come; others what is ready.
static struct weft_command *
choose(struct weft_queue_state *state, cl_event event) WEFT_REQUIRES(state->lock)
{
    struct weft_command_list *lists[] = {&state->ready, &state->offered};

    if (weft_queue_is_lost(state))
        return NULL;
    if (!event)
        return state->ready.first;
    if (event->covers_queue || !weft_worker_pool_is_running(state->pool))
        return state->ready.first ? state->ready.first : state->offered.first;
    for (int i = 0; i < 2; i++) {
        unsigned looks = LOOKS;

        for (struct weft_command *command = lists[i]->first; command && looks; command = command->next, looks--)
            if (command->event == event || command->expected_ticks <= WEFT_HELP_TICKS_MAX)
                return command;
    }
    return NULL;
}

void
weft_out_of_order_drive(cl_command_queue queue, cl_event event)
{
    struct weft_queue_state *state = queue->state;

    while (event ? !weft_event_is_final(event) : !weft_worker_pool_stopping(state->pool)) {
        struct weft_command *command;

        weft_queue_lock(state);
        command = choose(state, event);
        if (command) {
            list_remove(command->place == WEFT_PLACE_READY ? &state->ready : &state->offered, command);
            command->place = WEFT_PLACE_NONE;
            state->running++;
        }
        weft_mutex_unlock(&state->lock);
        if (!command)
            break;
        run(state, command);
        // A worker has other queues to look after.
        if (weft_on_worker() && weft_worker_pool_tasks_wait(state->pool))
            break;
    }
    weft_out_of_order_offer(state, 0);
}
