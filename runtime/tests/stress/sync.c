// SPDX-License-Identifier: Apache-2.0
// Events that threads take from one another, and commands on what they share.
#include "runtime/tests/stress/stress.h"

cl_command_queue
shared_queue(void)
{
    return world.queues[draw(SHARED_QUEUES)];
}

cl_command_queue
any_queue(bool *in_order)
{
    unsigned which;

    if (one_in(3)) {
        which = draw(SHARED_QUEUES);
        *in_order = world.in_order[which];
        return world.queues[which];
    }
    which = draw(OWN_QUEUES);
    *in_order = me->in_order[which];
    return me->queues[which];
}

cl_event
take_event(void)
{
    // Acquire: what its poster has written; release: what this thread has, for whoever finds the place empty.
    return atomic_exchange_explicit(&world.board[draw(BOARD_PLACES)], NULL, memory_order_acq_rel);
}

void
put_event_back(cl_event event)
{
    cl_event before = atomic_exchange_explicit(&world.board[draw(BOARD_PLACES)], event, memory_order_acq_rel);

    if (before)
        SUCCESS(clReleaseEvent(before));
}

void
post_event(cl_event event, cl_command_queue queue)
{
    if (queue)
        SUCCESS(clFlush(queue));
    SUCCESS(clRetainEvent(event));
    put_event_back(event);
}

// What it adds is expected at once where nothing lets it fail, else when it is complete.
void
count_on(cl_command_queue queue, unsigned counter, cl_kernel kernel, uint32_t items, cl_uint wait_count,
         const cl_event *wait, cl_event *event)
{
    const size_t size = items;

    SUCCESS(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &size, NULL, wait_count, wait, event));
    if (!wait_count)
        atomic_fetch_add_explicit(&world.expected[counter], items, memory_order_relaxed);
}

// Events of others, as many as there are of those asked for.
static cl_uint
take_events(cl_event *events, cl_uint most)
{
    cl_uint count = 0;

    for (cl_uint i = 0; i < most; i++)
        if ((events[count] = take_event()))
            count++;
    return count;
}

static void
put_events_back(const cl_event *events, cl_uint count)
{
    for (cl_uint i = 0; i < count; i++) {
        if (one_in(4))
            SUCCESS(clReleaseEvent(events[i]));
        else
            put_event_back(events[i]);
    }
}

void
op_count(void)
{
    const unsigned counter = draw(SHARED_COUNTERS);
    const uint32_t items = one_in(4) ? 4096 : 1 + draw(256);
    cl_kernel kernel = world.count[counter];
    bool in_order;
    cl_command_queue queue = any_queue(&in_order);
    cl_event events[3];
    const cl_uint count = take_events(events, draw(4));
    cl_event event;
    cl_int err;

    if (one_in(3)) {
        kernel = clCloneKernel(kernel, &err);
        CREATED(err, "clCloneKernel");
    }
    count_on(queue, counter, kernel, items, count, count ? events : NULL, &event);
    if (kernel != world.count[counter])
        SUCCESS(clReleaseKernel(kernel));
    if (count) {
        struct ticket *ticket = take_ticket(TICKET_EVENT);

        ticket->action = ACT_COUNT;
        ticket->counter = counter;
        ticket->items = items;
        add_event_callback(event, CL_COMPLETE, ticket);
    }
    put_events_back(events, count);
    if (one_in(2))
        post_event(event, queue);
    SUCCESS(clReleaseEvent(event));
}

void
op_user_event(void)
{
    cl_int err;
    cl_event event = clCreateUserEvent(world.context, &err);

    CREATED(err, "clCreateUserEvent");
    set_later(event, one_in(24) ? -1000 - (cl_int)draw(100) : CL_COMPLETE);
    if (one_in(4))
        add_random_callback(event);
    put_event_back(event);
}

// Commands wait for a user event that the callback of a command before them sets.
void
op_set_in_callback(void)
{
    struct ticket *ticket = take_ticket(TICKET_EVENT);
    const unsigned counter = draw(SHARED_COUNTERS);
    bool in_order;
    cl_command_queue queue = any_queue(&in_order);
    cl_event event;
    cl_event user;
    cl_int err;

    count_on(queue, counter, world.count[counter], 1, 0, NULL, &event);
    user = clCreateUserEvent(world.context, &err);
    CREATED(err, "clCreateUserEvent");
    SUCCESS(clRetainEvent(user));
    ticket->action = ACT_SET;
    ticket->user = user;
    add_event_callback(event, CL_COMPLETE, ticket);
    SUCCESS(clFlush(queue));
    SUCCESS(clReleaseEvent(event));
    put_event_back(user);
}

void
op_marker(void)
{
    bool in_order;
    cl_command_queue queue = any_queue(&in_order);
    cl_event events[3];
    const cl_uint count = take_events(events, draw(4));
    cl_event event;

    SUCCESS(clEnqueueMarkerWithWaitList(queue, count, count ? events : NULL, &event));
    put_events_back(events, count);
    if (one_in(3))
        add_random_callback(event);
    post_event(event, queue);
    SUCCESS(clReleaseEvent(event));
}

void
op_barrier(void)
{
    bool in_order;
    cl_command_queue queue = any_queue(&in_order);
    cl_event events[2];
    const cl_uint count = take_events(events, draw(3));
    const bool wants_event = one_in(2);
    cl_event event;

    SUCCESS(clEnqueueBarrierWithWaitList(queue, count, count ? events : NULL, wants_event ? &event : NULL));
    put_events_back(events, count);
    if (!wants_event)
        return;
    post_event(event, queue);
    SUCCESS(clReleaseEvent(event));
}

void
op_flush(void)
{
    bool in_order;

    SUCCESS(clFlush(any_queue(&in_order)));
}

void
op_finish(void)
{
    bool in_order;

    SUCCESS(clFinish(any_queue(&in_order)));
}

void
op_wait(void)
{
    cl_event events[4];
    const cl_uint count = take_events(events, 1 + draw(4));
    bool has_failed = false;
    cl_int err;

    if (!count)
        return;
    err = clWaitForEvents(count, events);
    for (cl_uint i = 0; i < count; i++) {
        cl_int status;

        SUCCESS(clGetEventInfo(events[i], CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, NULL));
        if (status > CL_COMPLETE)
            FAIL("waiting ended at status %d", status);
        has_failed |= status < 0;
    }
    expect(err, has_failed ? CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST : CL_SUCCESS, "clWaitForEvents", __FILE__,
           __LINE__);
    put_events_back(events, count);
}

void
op_query(void)
{
    cl_event event = take_event();
    cl_int status;
    cl_int err;
    cl_command_type type;
    cl_ulong queued, ended;

    if (!event)
        return;
    SUCCESS(clGetEventInfo(event, CL_EVENT_COMMAND_TYPE, sizeof type, &type, NULL));
    SUCCESS(clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, NULL));
    err = clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_END, sizeof ended, &ended, NULL);
    if (err == CL_SUCCESS) {
        SUCCESS(clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_QUEUED, sizeof queued, &queued, NULL));
        if (ended < queued)
            FAIL("a command ended before it was enqueued");
    } else {
        expect(err, CL_PROFILING_INFO_NOT_AVAILABLE, "clGetEventProfilingInfo", __FILE__, __LINE__);
        if (one_in(4))
            add_random_callback(event);
    }
    put_event_back(event);
}
