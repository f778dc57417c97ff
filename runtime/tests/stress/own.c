// SPDX-License-Identifier: Apache-2.0
// A thread's own buffers: each operation waits for the last one on the same buffers, so what they hold is known,
// whether or not an event of somebody else's let an operation fail.
#include "runtime/tests/stress/stress.h"

#include <stdlib.h>
#include <string.h>

#define MAX_WAIT (2 + 2)

// An operation that is about to be enqueued.
struct order {
    cl_command_queue queue;
    bool in_order;
    bool may_fail;
    cl_uint wait_count;
    cl_event wait[MAX_WAIT];
    cl_event taken; // off the board, or NULL
};

static const uint32_t sizes[OWN_BUFFERS] = {64, 4096, 65536};

void
make_buffers(void)
{
    for (int i = 0; i < OWN_BUFFERS; i++) {
        struct own_buffer *own = &me->buffers[i];
        cl_int err;

        own->words = sizes[i];
        own->model = calloc(own->words, sizeof *own->model);
        if (!own->model)
            FAIL("no memory");
        own->buffer =
            clCreateBuffer(world.context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, own->words * 4, own->model, &err);
        CREATED(err, "clCreateBuffer");
        SUCCESS(clSetMemObjectDestructorCallback(own->buffer, buffer_is_gone, take_ticket(TICKET_BUFFER)));
    }
}

void
release_buffers(void)
{
    for (int i = 0; i < OWN_BUFFERS; i++) {
        cl_uint count;

        SUCCESS(clGetMemObjectInfo(me->buffers[i].buffer, CL_MEM_MAP_COUNT, sizeof count, &count, NULL));
        if (count)
            FAIL("a buffer with nothing mapped has a map count of %u", count);
        SUCCESS(clReleaseMemObject(me->buffers[i].buffer));
        free(me->buffers[i].model);
    }
}

static void
wait_after(struct order *order, const struct own_buffer *own)
{
    if (!own->last || (own->last_queue == order->queue && order->in_order && one_in(2)))
        return;
    if (own->last_queue && own->last_queue != order->queue)
        SUCCESS(clFlush(own->last_queue));
    order->wait[order->wait_count++] = own->last;
    order->may_fail |= own->may_fail;
}

// For an operation on one or two own buffers.
static struct order
begin(unsigned buffer, unsigned other)
{
    struct order order = {0};

    if (me->pending_count == PENDING)
        settle();
    order.queue = any_queue(&order.in_order);
    wait_after(&order, &me->buffers[buffer]);
    if (other != buffer)
        wait_after(&order, &me->buffers[other]);
    if (one_in(4) && (order.taken = take_event())) {
        order.wait[order.wait_count++] = order.taken;
        order.may_fail = true;
    }
    return order;
}

static const cl_event *
wait_list(const struct order *order)
{
    return order->wait_count ? order->wait : NULL;
}

// The operation has been enqueued; `event` is the caller's reference to its event.
static struct pending *
end(struct order *order, enum pending_kind kind, unsigned buffer, unsigned source, cl_event event)
{
    struct pending *pending = &me->pending[me->pending_count++];
    const unsigned touched[] = {buffer, source};

    *pending =
        (struct pending){.kind = kind, .buffer = buffer, .source = source, .event = event, .may_fail = order->may_fail};
    for (int i = 0; i < 2; i++) {
        me->buffers[touched[i]].last = event;
        me->buffers[touched[i]].last_queue = order->queue;
        me->buffers[touched[i]].may_fail = order->may_fail;
    }
    if (order->taken)
        put_event_back(order->taken);
    if (one_in(4))
        add_random_callback(event);
    if (one_in(3))
        post_event(event, order->queue);
    return pending;
}

static void
apply_reverse(uint32_t *model, const struct pending *p)
{
    for (uint32_t group = p->first; group < p->first + p->count; group += p->group) {
        for (uint32_t i = 0; i < p->group / 2; i++) {
            const uint32_t first = model[group + i];

            model[group + i] = model[group + p->group - 1 - i];
            model[group + p->group - 1 - i] = first;
        }
        for (uint32_t i = 0; i < p->group; i++)
            model[group + i] += p->value;
    }
}

static void
apply(const struct pending *p)
{
    uint32_t *at = me->buffers[p->buffer].model + p->first;

    switch (p->kind) {
    case DID_ADD:
        for (uint32_t i = 0; i < p->count; i++)
            at[i] += p->value;
        break;
    case DID_REVERSE:
        apply_reverse(me->buffers[p->buffer].model, p);
        break;
    case DID_FILL:
        for (uint32_t i = 0; i < p->count; i++)
            at[i] = p->value;
        break;
    case DID_WRITE:
        memcpy(at, p->data, p->count * sizeof *at);
        break;
    case DID_READ:
        if (memcmp(at, p->data, p->count * sizeof *at))
            FAIL("a read of %u words at %u of buffer %u gave others than were written", p->count, p->first, p->buffer);
        break;
    case DID_COPY:
        memmove(at, me->buffers[p->source].model + p->from, p->count * sizeof *at);
        break;
    }
}

static cl_int
final_status(cl_event event)
{
    const cl_int err = clWaitForEvents(1, &event);
    cl_int status;

    SUCCESS(clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, NULL));
    if (status > CL_COMPLETE)
        FAIL("waiting ended at status %d", status);
    expect(err, status < 0 ? CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST : CL_SUCCESS, "clWaitForEvents", __FILE__,
           __LINE__);
    return status;
}

void
settle(void)
{
    for (unsigned i = 0; i < me->pending_count; i++) {
        struct pending *p = &me->pending[i];
        const cl_int status = final_status(p->event);

        if (status == CL_COMPLETE)
            apply(p);
        else if (!p->may_fail || status != CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST)
            FAIL("operation %d on buffer %u ended with %d, though %s", p->kind, p->buffer, status,
                 p->may_fail ? "what it waited for failed" : "it waited for nothing that fails");
        else
            atomic_fetch_add_explicit(&world.failed, 1, memory_order_relaxed);
        SUCCESS(clReleaseEvent(p->event));
        free(p->data);
    }
    me->pending_count = 0;
    for (int i = 0; i < OWN_BUFFERS; i++) {
        me->buffers[i].last = NULL;
        me->buffers[i].may_fail = false;
    }
}

// A part of a buffer: its first word and their number, both multiples of `step`.
static uint32_t
draw_part(unsigned buffer, uint32_t step, uint32_t *count)
{
    const uint32_t words = me->buffers[buffer].words / step;
    const uint32_t most = one_in(3) || words < 64 ? words : 64;

    *count = (1 + draw(most)) * step;
    return draw(words - *count / step + 1) * step;
}

static void
set_kernel(cl_kernel kernel, cl_mem buffer, uint32_t value)
{
    SUCCESS(clSetKernelArg(kernel, 0, sizeof buffer, &buffer));
    SUCCESS(clSetKernelArg(kernel, 1, sizeof value, &value));
}

void
op_add(void)
{
    const unsigned buffer = draw(OWN_BUFFERS);
    const struct own_kernel *kernel = &me->kernels[0];
    const uint32_t value = draw(1000);
    struct order order = begin(buffer, buffer);
    struct pending *p;
    uint32_t count;
    const uint32_t first = draw_part(buffer, 1, &count);
    const size_t offset = first, size = count;
    cl_event event;

    set_kernel(kernel->kernel, me->buffers[buffer].buffer, value);
    SUCCESS(clEnqueueNDRangeKernel(order.queue, kernel->kernel, 1, &offset, &size, NULL, order.wait_count,
                                   wait_list(&order), &event));
    p = end(&order, DID_ADD, buffer, buffer, event);
    p->first = first;
    p->count = count;
    p->value = value + kernel->step;
}

// With local memory and barriers; `rounds` of them, an odd number.
void
op_reverse(void)
{
    const unsigned which = 1 + draw(2);
    const unsigned buffer = draw(OWN_BUFFERS);
    const struct own_kernel *kernel = &me->kernels[which];
    const uint32_t value = draw(1000);
    const uint32_t group = 4u << draw(5);
    struct order order = begin(buffer, buffer);
    struct pending *p;
    uint32_t count;
    const uint32_t first = draw_part(buffer, group, &count);
    const size_t offset = first, size = count, local = group;
    cl_event event;

    set_kernel(kernel->kernel, me->buffers[buffer].buffer, value);
    SUCCESS(clSetKernelArg(kernel->kernel, 2, local * sizeof(cl_uint), NULL));
    SUCCESS(clEnqueueNDRangeKernel(order.queue, kernel->kernel, 1, &offset, &size, &local, order.wait_count,
                                   wait_list(&order), &event));
    p = end(&order, DID_REVERSE, buffer, buffer, event);
    p->first = first;
    p->count = count;
    p->group = group;
    p->value = value + kernel->step;
}

void
op_fill(void)
{
    const unsigned buffer = draw(OWN_BUFFERS);
    const uint32_t value = draw(UINT32_MAX);
    struct order order = begin(buffer, buffer);
    struct pending *p;
    uint32_t count;
    const uint32_t first = draw_part(buffer, 1, &count);
    cl_event event;

    SUCCESS(clEnqueueFillBuffer(order.queue, me->buffers[buffer].buffer, &value, sizeof value, (size_t)first * 4,
                                (size_t)count * 4, order.wait_count, wait_list(&order), &event));
    p = end(&order, DID_FILL, buffer, buffer, event);
    p->first = first;
    p->count = count;
    p->value = value;
}

static uint32_t *
words(uint32_t count)
{
    uint32_t *data = malloc(count * sizeof *data);

    if (!data)
        FAIL("no memory");
    for (uint32_t i = 0, value = draw(UINT32_MAX); i < count; i++)
        data[i] = value + i;
    return data;
}

void
op_write(void)
{
    const unsigned buffer = draw(OWN_BUFFERS);
    struct order order = begin(buffer, buffer);
    struct pending *p;
    uint32_t count;
    const uint32_t first = draw_part(buffer, 1, &count);
    uint32_t *data = words(count);
    const cl_bool blocking = !order.may_fail && one_in(4);
    cl_event event;

    SUCCESS(clEnqueueWriteBuffer(order.queue, me->buffers[buffer].buffer, blocking, (size_t)first * 4,
                                 (size_t)count * 4, data, order.wait_count, wait_list(&order), &event));
    p = end(&order, DID_WRITE, buffer, buffer, event);
    p->first = first;
    p->count = count;
    p->data = data;
}

void
op_read(void)
{
    const unsigned buffer = draw(OWN_BUFFERS);
    struct order order = begin(buffer, buffer);
    struct pending *p;
    uint32_t count;
    const uint32_t first = draw_part(buffer, 1, &count);
    uint32_t *data = words(count);
    const cl_bool blocking = !order.may_fail && one_in(4);
    cl_event event;

    SUCCESS(clEnqueueReadBuffer(order.queue, me->buffers[buffer].buffer, blocking, (size_t)first * 4, (size_t)count * 4,
                                data, order.wait_count, wait_list(&order), &event));
    p = end(&order, DID_READ, buffer, buffer, event);
    p->first = first;
    p->count = count;
    p->data = data;
}

void
op_copy(void)
{
    const unsigned to = draw(OWN_BUFFERS);
    const unsigned from = (to + 1 + draw(OWN_BUFFERS - 1)) % OWN_BUFFERS;
    struct order order = begin(to, from);
    struct pending *p;
    uint32_t count;
    uint32_t source_count;
    uint32_t first = draw_part(to, 1, &count);
    uint32_t source = draw_part(from, 1, &source_count);
    cl_event event;

    if (count > source_count)
        count = source_count;
    SUCCESS(clEnqueueCopyBuffer(order.queue, me->buffers[from].buffer, me->buffers[to].buffer, (size_t)source * 4,
                                (size_t)first * 4, (size_t)count * 4, order.wait_count, wait_list(&order), &event));
    p = end(&order, DID_COPY, to, from, event);
    p->first = first;
    p->from = source;
    p->count = count;
}

// Reads and changes the buffer where it lies, when the mapping is there.
static void
use_mapping(unsigned buffer, uint32_t *mapped, uint32_t first, uint32_t count, cl_command_queue queue)
{
    uint32_t *model = me->buffers[buffer].model + first;
    cl_event event;

    if (memcmp(mapped, model, count * sizeof *model))
        FAIL("%u words at %u of buffer %u are mapped that hold others than were written", count, first, buffer);
    for (uint32_t i = 0; i < count; i++)
        mapped[i] = model[i] = model[i] * 3 + i;
    SUCCESS(clEnqueueUnmapMemObject(queue, me->buffers[buffer].buffer, mapped, 0, NULL, &event));
    if (final_status(event) != CL_COMPLETE)
        FAIL("unmapping failed");
    SUCCESS(clReleaseEvent(event));
}

void
op_map(void)
{
    const unsigned buffer = draw(OWN_BUFFERS);
    struct order order;
    uint32_t *mapped;
    uint32_t count;
    const uint32_t first = draw_part(buffer, 1, &count);
    cl_event event;
    cl_int err;

    settle();
    order = begin(buffer, buffer);
    mapped =
        clEnqueueMapBuffer(order.queue, me->buffers[buffer].buffer, CL_FALSE, CL_MAP_READ | CL_MAP_WRITE,
                           (size_t)first * 4, (size_t)count * 4, order.wait_count, wait_list(&order), &event, &err);
    CREATED(err, "clEnqueueMapBuffer");
    if (order.taken)
        put_event_back(order.taken);
    err = final_status(event);
    SUCCESS(clReleaseEvent(event));
    if (err == CL_COMPLETE) {
        use_mapping(buffer, mapped, first, count, order.queue);
    } else if (!order.may_fail) {
        FAIL("mapping ended with %d, though it waited for nothing that fails", err);
    }
}

struct native_args {
    uint32_t *words;
    uint32_t first, count, value;
};

static void CL_CALLBACK
add_natively(void *data)
{
    struct native_args args;

    memcpy(&args, data, sizeof args);
    for (uint32_t i = 0; i < args.count; i++)
        args.words[args.first + i] += args.value;
}

void
op_native(void)
{
    const unsigned buffer = draw(OWN_BUFFERS);
    struct order order = begin(buffer, buffer);
    struct native_args args = {.value = draw(1000)};
    const void *place = &args.words;
    struct pending *p;
    cl_event event;

    args.first = draw_part(buffer, 1, &args.count);
    SUCCESS(clEnqueueNativeKernel(order.queue, add_natively, &args, sizeof args, 1, &me->buffers[buffer].buffer, &place,
                                  order.wait_count, wait_list(&order), &event));
    p = end(&order, DID_ADD, buffer, buffer, event);
    p->first = args.first;
    p->count = args.count;
    p->value = args.value;
}

// The sub-buffer is released while the command is under way.
void
op_sub_buffer(void)
{
    const unsigned buffer = 1 + draw(OWN_BUFFERS - 1);
    const uint32_t value = draw(UINT32_MAX);
    const cl_buffer_region region = {.origin = (size_t)draw(8) * 1024, .size = (1 + draw(8)) * (size_t)1024};
    struct order order = begin(buffer, buffer);
    struct pending *p;
    cl_event event;
    cl_int err;
    cl_mem sub = clCreateSubBuffer(me->buffers[buffer].buffer, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, &err);

    CREATED(err, "clCreateSubBuffer");
    if (one_in(2))
        SUCCESS(clSetMemObjectDestructorCallback(sub, buffer_is_gone, take_ticket(TICKET_BUFFER)));
    SUCCESS(clEnqueueFillBuffer(order.queue, sub, &value, sizeof value, 0, region.size, order.wait_count,
                                wait_list(&order), &event));
    SUCCESS(clReleaseMemObject(sub));
    p = end(&order, DID_FILL, buffer, buffer, event);
    p->first = (uint32_t)region.origin / 4;
    p->count = (uint32_t)region.size / 4;
    p->value = value;
}

void
op_settle(void)
{
    settle();
    for (int i = 0; i < OWN_BUFFERS; i++) {
        struct own_buffer *own = &me->buffers[i];
        uint32_t *data = words(own->words);
        bool in_order;

        SUCCESS(clEnqueueReadBuffer(any_queue(&in_order), own->buffer, CL_TRUE, 0, (size_t)own->words * 4, data, 0,
                                    NULL, NULL));
        if (memcmp(data, own->model, (size_t)own->words * 4))
            FAIL("buffer %d holds other words than were written", i);
        free(data);
    }
}
