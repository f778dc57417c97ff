// SPDX-License-Identifier: Apache-2.0
// Callbacks: each comes exactly once, and some of them call back into the platform.
#include "runtime/tests/stress/stress.h"

#include <stdlib.h>
#include <time.h>

static struct ticket *
free_ticket(void)
{
    for (unsigned i = 0; i < TICKETS; i++) {
        struct ticket *ticket = &me->tickets[me->next_ticket++ % TICKETS];

        if (is_called(ticket))
            return ticket;
    }
    return NULL;
}

struct ticket *
take_ticket(enum ticket_kind kind)
{
    const struct timespec pause = {.tv_nsec = 200000};
    struct ticket *ticket = free_ticket();

    while (!ticket) { // what they wait for is under way, but for what this thread has not flushed
        for (int i = 0; i < OWN_QUEUES; i++)
            SUCCESS(clFlush(me->queues[i]));
        for (int i = 0; i < SHARED_QUEUES; i++)
            SUCCESS(clFlush(world.queues[i]));
        nanosleep(&pause, NULL);
        ticket = free_ticket();
    }
    atomic_store_explicit(&ticket->calls, 0, memory_order_relaxed);
    ticket->kind = kind;
    ticket->action = ACT_NONE;
    ticket->following = NULL;
    atomic_fetch_add_explicit(&world.registered[kind], 1, memory_order_relaxed);
    return ticket;
}

void
return_ticket(struct ticket *ticket)
{
    atomic_fetch_sub_explicit(&world.registered[ticket->kind], 1, memory_order_relaxed);
    atomic_store_explicit(&ticket->calls, 1, memory_order_relaxed);
}

bool
is_called(const struct ticket *ticket)
{
    return atomic_load_explicit(&ticket->calls, memory_order_acquire) == 1;
}

uint64_t
outstanding_tickets(void)
{
    uint64_t outstanding = 0;

    for (int i = 0; i < TICKET_KINDS; i++)
        outstanding += atomic_load_explicit(&world.registered[i], memory_order_relaxed) -
                       atomic_load_explicit(&world.called[i], memory_order_acquire);
    return outstanding;
}

// The callback's last look at the ticket.
static void
punch(struct ticket *ticket, enum ticket_kind kind)
{
    uint32_t calls;

    if (ticket->kind != kind)
        FAIL("a callback of kind %d came for a ticket of kind %d", kind, ticket->kind);
    calls = atomic_fetch_add_explicit(&ticket->calls, 1, memory_order_release);
    if (calls != 0)
        FAIL("a callback of kind %d came again: %u calls", kind, calls + 1);
    atomic_fetch_add_explicit(&world.called[kind], 1, memory_order_release);
}

static void
query(cl_event event, cl_int type)
{
    cl_int status;

    SUCCESS(clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, NULL));
    if (status > type)
        FAIL("a callback for status %d came at status %d", type, status);
}

static void CL_CALLBACK
event_is_there(cl_event event, cl_int status, void *data)
{
    struct ticket *ticket = data;
    cl_event own;

    if (status != ticket->type && status >= 0)
        FAIL("a callback for status %d was told %d", ticket->type, status);
    switch (ticket->action) {
    case ACT_NONE:
        break;
    case ACT_QUERY:
        query(event, ticket->type);
        break;
    case ACT_RETAIN:
        SUCCESS(clRetainEvent(event));
        query(event, ticket->type);
        SUCCESS(clReleaseEvent(event));
        break;
    case ACT_COUNT:
        if (status == CL_COMPLETE)
            atomic_fetch_add_explicit(&world.expected[ticket->counter], ticket->items, memory_order_relaxed);
        else
            atomic_fetch_add_explicit(&world.failed, 1, memory_order_relaxed);
        break;
    case ACT_ENQUEUE:
        count_on(ticket->queue, ticket->counter, world.count[ticket->counter], ticket->items, 0, NULL, &own);
        if (ticket->following)
            add_event_callback(own, CL_COMPLETE, ticket->following);
        SUCCESS(clFlush(ticket->queue));
        SUCCESS(clReleaseEvent(own));
        break;
    case ACT_SET:
        SUCCESS(clSetUserEventStatus(ticket->user, CL_COMPLETE));
        SUCCESS(clReleaseEvent(ticket->user));
        break;
    }
    punch(ticket, TICKET_EVENT);
}

void
add_event_callback(cl_event event, cl_int type, struct ticket *ticket)
{
    ticket->type = type;
    SUCCESS(clSetEventCallback(event, type, event_is_there, ticket));
}

void
add_random_callback(cl_event event)
{
    static const cl_int types[] = {CL_COMPLETE, CL_COMPLETE, CL_RUNNING, CL_SUBMITTED};
    struct ticket *ticket = take_ticket(TICKET_EVENT);
    const uint32_t choice = draw(8);

    if (choice < 2) {
        ticket->action = ACT_ENQUEUE;
        ticket->queue = shared_queue();
        ticket->counter = draw(SHARED_COUNTERS);
        ticket->items = 1 + draw(100);
        ticket->following = one_in(2) ? take_ticket(TICKET_EVENT) : NULL;
    } else if (choice < 4) {
        ticket->action = choice == 2 ? ACT_QUERY : ACT_RETAIN;
    }
    add_event_callback(event, types[draw(4)], ticket);
}

void CL_CALLBACK
buffer_is_gone(cl_mem buffer, void *ticket)
{
    (void)buffer;
    punch(ticket, TICKET_BUFFER);
}

void CL_CALLBACK
context_is_gone(cl_context context, void *ticket)
{
    (void)context;
    punch(ticket, TICKET_CONTEXT);
}

void CL_CALLBACK
program_is_built(cl_program program, void *ticket)
{
    cl_build_status status;

    SUCCESS(
        clGetProgramBuildInfo(program, first_device(program), CL_PROGRAM_BUILD_STATUS, sizeof status, &status, NULL));
    if (status == CL_BUILD_IN_PROGRESS)
        FAIL("a build that is called back is still in progress");
    punch(ticket, TICKET_BUILD);
}
