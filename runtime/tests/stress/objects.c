// SPDX-License-Identifier: Apache-2.0
// Objects that come and go while others use them.
#include "runtime/tests/stress/stress.h"

#include <stdlib.h>

void
retain(struct object object)
{
    switch (object.kind) {
    case OBJECT_DEVICE:
        SUCCESS(clRetainDevice(object.handle));
        break;
    case OBJECT_CONTEXT:
        SUCCESS(clRetainContext(object.handle));
        break;
    case OBJECT_QUEUE:
        SUCCESS(clRetainCommandQueue(object.handle));
        break;
    case OBJECT_BUFFER:
        SUCCESS(clRetainMemObject(object.handle));
        break;
    case OBJECT_PROGRAM:
        SUCCESS(clRetainProgram(object.handle));
        break;
    case OBJECT_KERNEL:
        SUCCESS(clRetainKernel(object.handle));
        break;
    case OBJECT_EVENT:
        SUCCESS(clRetainEvent(object.handle));
        break;
    }
}

void
release(struct object object)
{
    switch (object.kind) {
    case OBJECT_DEVICE:
        SUCCESS(clReleaseDevice(object.handle));
        break;
    case OBJECT_CONTEXT:
        SUCCESS(clReleaseContext(object.handle));
        break;
    case OBJECT_QUEUE:
        SUCCESS(clReleaseCommandQueue(object.handle));
        break;
    case OBJECT_BUFFER:
        SUCCESS(clReleaseMemObject(object.handle));
        break;
    case OBJECT_PROGRAM:
        SUCCESS(clReleaseProgram(object.handle));
        break;
    case OBJECT_KERNEL:
        SUCCESS(clReleaseKernel(object.handle));
        break;
    case OBJECT_EVENT:
        SUCCESS(clReleaseEvent(object.handle));
        break;
    }
}

cl_uint
references(struct object object)
{
    cl_uint count = 0;

    switch (object.kind) {
    case OBJECT_DEVICE:
        SUCCESS(clGetDeviceInfo(object.handle, CL_DEVICE_REFERENCE_COUNT, sizeof count, &count, NULL));
        break;
    case OBJECT_CONTEXT:
        SUCCESS(clGetContextInfo(object.handle, CL_CONTEXT_REFERENCE_COUNT, sizeof count, &count, NULL));
        break;
    case OBJECT_QUEUE:
        SUCCESS(clGetCommandQueueInfo(object.handle, CL_QUEUE_REFERENCE_COUNT, sizeof count, &count, NULL));
        break;
    case OBJECT_BUFFER:
        SUCCESS(clGetMemObjectInfo(object.handle, CL_MEM_REFERENCE_COUNT, sizeof count, &count, NULL));
        break;
    case OBJECT_PROGRAM:
        SUCCESS(clGetProgramInfo(object.handle, CL_PROGRAM_REFERENCE_COUNT, sizeof count, &count, NULL));
        break;
    case OBJECT_KERNEL:
        SUCCESS(clGetKernelInfo(object.handle, CL_KERNEL_REFERENCE_COUNT, sizeof count, &count, NULL));
        break;
    case OBJECT_EVENT:
        SUCCESS(clGetEventInfo(object.handle, CL_EVENT_REFERENCE_COUNT, sizeof count, &count, NULL));
        break;
    }
    return count;
}

cl_command_queue
create_queue(cl_context context, cl_device_id device, bool *in_order)
{
    static const cl_queue_properties priorities[] = {CL_QUEUE_PRIORITY_HIGH_KHR, CL_QUEUE_PRIORITY_MED_KHR,
                                                     CL_QUEUE_PRIORITY_LOW_KHR};
    static const cl_queue_properties throttles[] = {CL_QUEUE_THROTTLE_HIGH_KHR, CL_QUEUE_THROTTLE_MED_KHR,
                                                    CL_QUEUE_THROTTLE_LOW_KHR};
    cl_queue_properties list[7] = {CL_QUEUE_PROPERTIES, 0};
    unsigned count = 2;
    cl_command_queue queue;
    cl_int err;

    if (!*in_order)
        list[1] |= CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE;
    if (one_in(3))
        list[1] |= CL_QUEUE_PROFILING_ENABLE;
    if (one_in(3)) {
        list[count++] = CL_QUEUE_PRIORITY_KHR;
        list[count++] = priorities[draw(3)];
    }
    if (one_in(3)) {
        list[count++] = CL_QUEUE_THROTTLE_KHR;
        list[count++] = throttles[draw(3)];
    }
    list[count] = 0;
    queue = clCreateCommandQueueWithProperties(context, device, list, &err);
    CREATED(err, "clCreateCommandQueueWithProperties");
    return queue;
}

void
make_queue(unsigned which)
{
    me->in_order[which] = which == 0 || (which > 1 && one_in(2));
    me->queues[which] = create_queue(world.context, world.devices[draw(world.device_count)], &me->in_order[which]);
}

// A queue is released with work in it, and another one made.
void
op_queue(void)
{
    const unsigned which = draw(OWN_QUEUES);

    for (int i = 0; i < OWN_BUFFERS; i++)
        if (me->buffers[i].last_queue == me->queues[which])
            me->buffers[i].last_queue = NULL;
    SUCCESS(clReleaseCommandQueue(me->queues[which]));
    make_queue(which);
}

static const char *const kernel_names[KERNELS] = {"add", "reverse", "reverse_in_rounds"};

void
make_kernels(void)
{
    for (int i = 0; i < KERNELS; i++) {
        cl_int err;

        me->kernels[i].kernel = clCreateKernel(me->program, kernel_names[i], &err);
        CREATED(err, "clCreateKernel");
        me->kernels[i].step = me->step;
    }
}

void
release_kernels(void)
{
    for (int i = 0; i < KERNELS; i++)
        SUCCESS(clReleaseKernel(me->kernels[i].kernel));
}

// A kernel is replaced by a clone or another one, with launches of it under way.
void
op_kernel(void)
{
    const unsigned which = draw(KERNELS);
    cl_kernel before = me->kernels[which].kernel;
    cl_int err;

    if (one_in(2)) {
        me->kernels[which].kernel = clCloneKernel(before, &err);
        CREATED(err, "clCloneKernel");
    } else {
        me->kernels[which].kernel = clCreateKernel(me->program, kernel_names[which], &err);
        CREATED(err, "clCreateKernel");
        me->kernels[which].step = me->step;
    }
    SUCCESS(clReleaseKernel(before));
}

void
op_retain(void)
{
    const struct object objects[] = {
        {OBJECT_DEVICE, world.devices[draw(world.device_count)]},
        {OBJECT_CONTEXT, world.context},
        {OBJECT_QUEUE, world.queues[draw(SHARED_QUEUES)]},
        {OBJECT_BUFFER, world.counters[draw(SHARED_COUNTERS)]},
        {OBJECT_PROGRAM, world.program},
        {OBJECT_KERNEL, world.count[draw(SHARED_COUNTERS)]},
        {OBJECT_BUFFER, me->buffers[draw(OWN_BUFFERS)].buffer},
        {OBJECT_KERNEL, me->kernels[draw(KERNELS)].kernel},
    };
    struct object object = objects[draw(sizeof objects / sizeof objects[0])];
    cl_event event = one_in(3) ? take_event() : NULL;

    if (me->loan_count == LOANS)
        op_return();
    if (event)
        object = (struct object){OBJECT_EVENT, event};
    else
        retain(object);
    if (!references(object))
        FAIL("an object of kind %d that is held has no references", object.kind);
    me->loans[me->loan_count++] = object;
}

void
op_return(void)
{
    const unsigned which = draw(me->loan_count ? me->loan_count : 1);

    if (!me->loan_count)
        return;
    release(me->loans[which]);
    me->loans[which] = me->loans[--me->loan_count];
}

void
return_loans(void)
{
    while (me->loan_count)
        op_return();
}

// A buffer, and a user event that is not waited for, whose last references are commands'.
void
op_temporary(void)
{
    const cl_uchar zero = 0;
    const size_t bytes = (size_t)16 << draw(14);
    bool in_order;
    cl_command_queue queue = any_queue(&in_order);
    cl_event event = one_in(2) ? take_event() : NULL;
    cl_int err;
    cl_mem buffer = clCreateBuffer(world.context, CL_MEM_READ_WRITE, bytes, NULL, &err);

    CREATED(err, "clCreateBuffer");
    SUCCESS(clSetMemObjectDestructorCallback(buffer, buffer_is_gone, take_ticket(TICKET_BUFFER)));
    if (one_in(2))
        SUCCESS(clSetMemObjectDestructorCallback(buffer, buffer_is_gone, take_ticket(TICKET_BUFFER)));
    SUCCESS(clEnqueueFillBuffer(queue, buffer, &zero, 1, 0, bytes, event ? 1 : 0, event ? &event : NULL, NULL));
    if (one_in(2))
        SUCCESS(clEnqueueMigrateMemObjects(queue, 1, &buffer, 0, 0, NULL, NULL));
    SUCCESS(clReleaseMemObject(buffer));
    if (event)
        put_event_back(event);
}

enum { PARTS = 2 };

// Parts of the device, in a context of their own, with all that lives in it.
struct parts {
    cl_device_id devices[PARTS];
    cl_uint count;
    cl_context context;
    cl_program program;
    cl_kernel kernel;
    cl_mem buffer;
    cl_command_queue queues[PARTS];
    uint32_t step;
};

static bool
make_parts(struct parts *parts)
{
    const cl_device_partition_property both[] = {CL_DEVICE_PARTITION_BY_COUNTS, 1, 1, 0, 0};
    const cl_device_partition_property one[] = {CL_DEVICE_PARTITION_BY_COUNTS, 1, 0, 0};
    const cl_uint zeros[64] = {0};
    cl_int err;

    if (world.device_count == 1)
        return false;
    SUCCESS(clCreateSubDevices(world.devices[0], one_in(3) ? one : both, PARTS, parts->devices, &parts->count));
    parts->context = clCreateContext(NULL, parts->count, parts->devices, NULL, NULL, &err);
    CREATED(err, "clCreateContext");
    SUCCESS(clSetContextDestructorCallback(parts->context, context_is_gone, take_ticket(TICKET_CONTEXT)));
    parts->step = draw(STEPS);
    parts->program = create_program(parts->context);
    build(parts->program, parts->step);
    parts->kernel = clCreateKernel(parts->program, "add", &err);
    CREATED(err, "clCreateKernel");
    parts->buffer = clCreateBuffer(parts->context, CL_MEM_COPY_HOST_PTR, sizeof zeros, (void *)zeros, &err);
    CREATED(err, "clCreateBuffer");
    for (cl_uint i = 0; i < parts->count; i++) {
        bool in_order = one_in(2);

        parts->queues[i] = create_queue(parts->context, parts->devices[i], &in_order);
    }
    return true;
}

// Each waits for the one before, in the next part's queue.
static void
add_in_turns(struct parts *parts)
{
    const uint32_t value = draw(100);
    const cl_uint turns = 1 + draw(6);
    const size_t size = 64;
    cl_event before = NULL;
    cl_uint words[64];

    SUCCESS(clSetKernelArg(parts->kernel, 0, sizeof parts->buffer, &parts->buffer));
    SUCCESS(clSetKernelArg(parts->kernel, 1, sizeof value, &value));
    for (cl_uint i = 0; i < turns; i++) {
        cl_command_queue queue = parts->queues[i % parts->count];
        cl_event event;

        SUCCESS(clEnqueueNDRangeKernel(queue, parts->kernel, 1, NULL, &size, NULL, before ? 1 : 0,
                                       before ? &before : NULL, &event));
        SUCCESS(clFlush(queue));
        if (one_in(4))
            add_random_callback(event);
        if (before)
            SUCCESS(clReleaseEvent(before));
        before = event;
    }
    SUCCESS(clEnqueueReadBuffer(parts->queues[0], parts->buffer, CL_TRUE, 0, sizeof words, words, 1, &before, NULL));
    SUCCESS(clReleaseEvent(before));
    for (int i = 0; i < 64; i++)
        if (words[i] != turns * (value + parts->step))
            FAIL("sub-devices counted to %u, not %u", words[i], turns * (value + parts->step));
}

void
op_sub_devices(void)
{
    struct parts parts;
    struct object objects[2 * PARTS + 4];
    unsigned count = 0;

    if (!make_parts(&parts))
        return;
    add_in_turns(&parts);
    for (cl_uint i = 0; i < parts.count; i++) {
        objects[count++] = (struct object){OBJECT_DEVICE, parts.devices[i]};
        objects[count++] = (struct object){OBJECT_QUEUE, parts.queues[i]};
    }
    objects[count++] = (struct object){OBJECT_CONTEXT, parts.context};
    objects[count++] = (struct object){OBJECT_PROGRAM, parts.program};
    objects[count++] = (struct object){OBJECT_KERNEL, parts.kernel};
    objects[count++] = (struct object){OBJECT_BUFFER, parts.buffer};
    while (count) {
        const unsigned which = draw(count);

        if (references(objects[which]) != 1)
            FAIL("an object of kind %d has %u references, not 1", objects[which].kind, references(objects[which]));
        release(objects[which]);
        objects[which] = objects[--count];
    }
}
