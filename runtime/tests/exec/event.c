// SPDX-License-Identifier: Apache-2.0
// Events: user events, status, callbacks, waiting, propagation of errors.
#include "runtime/queue/public.h"

#include <pthread.h>
#include <stdlib.h>
#include <time.h>

#include "runtime/tests/exec/objects.h"

static cl_int
status_of(cl_event event)
{
    cl_int status = 99;

    assert_success(clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof(status), &status, NULL));
    return status;
}

static cl_event
user_event(void)
{
    cl_int err;
    cl_event event = clCreateUserEvent(test_context(), &err);

    assert_success(err);
    return event;
}

static void CL_CALLBACK
do_nothing(void *args)
{
    (void)args;
}

static cl_int
enqueue(cl_command_queue queue, cl_uint count, const cl_event *list, cl_event *event)
{
    return clEnqueueNativeKernel(queue, do_nothing, NULL, 0, 0, NULL, NULL, count, list, event);
}

static void
invalid_arguments_have_their_codes(void **state)
{
    cl_command_queue queue = test_queue(0);
    cl_int err;
    cl_event event;
    cl_event command;
    cl_event mixed[2];

    (void)state;
    assert_null(clCreateUserEvent(NULL, &err));
    assert_int_equal(err, CL_INVALID_CONTEXT);
    event = user_event();
    assert_error(clSetUserEventStatus(NULL, CL_COMPLETE), CL_INVALID_EVENT);
    assert_error(clSetUserEventStatus(event, CL_RUNNING), CL_INVALID_VALUE);
    assert_success(enqueue(queue, 0, NULL, &command));
    assert_error(clSetUserEventStatus(command, CL_COMPLETE), CL_INVALID_EVENT);
    assert_error(clWaitForEvents(0, &event), CL_INVALID_VALUE);
    assert_error(clWaitForEvents(1, NULL), CL_INVALID_VALUE);
    assert_error(clGetEventInfo(NULL, CL_EVENT_CONTEXT, 0, NULL, NULL), CL_INVALID_EVENT);
    assert_error(clGetEventInfo(event, 0x77, 0, NULL, NULL), CL_INVALID_VALUE);
    assert_error(clRetainEvent(NULL), CL_INVALID_EVENT);
    assert_error(clReleaseEvent((cl_event)test_context()), CL_INVALID_EVENT);
    assert_error(clSetEventCallback(event, CL_COMPLETE, NULL, NULL), CL_INVALID_VALUE);
    mixed[0] = event;
    mixed[1] = (cl_event)queue;
    assert_error(clWaitForEvents(2, mixed), CL_INVALID_EVENT);
    mixed[1] = clCreateUserEvent(test_other_context(), &err);
    assert_success(err);
    assert_error(clWaitForEvents(2, mixed), CL_INVALID_CONTEXT);
    assert_error(enqueue(queue, 2, mixed, NULL), CL_INVALID_CONTEXT);
    assert_error(enqueue(queue, 1, NULL, NULL), CL_INVALID_EVENT_WAIT_LIST);
    assert_error(enqueue(queue, 0, mixed, NULL), CL_INVALID_EVENT_WAIT_LIST);
    assert_success(clSetUserEventStatus(event, CL_COMPLETE));
    assert_error(clSetUserEventStatus(event, CL_COMPLETE), CL_INVALID_OPERATION);
    assert_success(clReleaseEvent(mixed[1]));
    assert_success(clReleaseEvent(event));
    assert_success(clReleaseEvent(command));
    assert_success(clFinish(queue));
    assert_success(clReleaseCommandQueue(queue));
}

static void
queries_tell_what_the_event_is(void **state)
{
    cl_command_queue queue = test_queue(0);
    cl_event event = user_event();
    cl_command_queue its_queue = queue;
    cl_context context;
    cl_command_type type;
    cl_uint count;

    (void)state;
    assert_success(clGetEventInfo(event, CL_EVENT_COMMAND_QUEUE, sizeof(its_queue), &its_queue, NULL));
    assert_null(its_queue);
    assert_success(clGetEventInfo(event, CL_EVENT_COMMAND_TYPE, sizeof(type), &type, NULL));
    assert_int_equal(type, CL_COMMAND_USER);
    assert_int_equal(status_of(event), CL_SUBMITTED);
    assert_success(clSetUserEventStatus(event, CL_COMPLETE));
    assert_int_equal(status_of(event), CL_COMPLETE);
    assert_success(clReleaseEvent(event));

    assert_success(enqueue(queue, 0, NULL, &event));
    assert_success(clGetEventInfo(event, CL_EVENT_COMMAND_QUEUE, sizeof(its_queue), &its_queue, NULL));
    assert_ptr_equal(its_queue, queue);
    assert_success(clGetEventInfo(event, CL_EVENT_CONTEXT, sizeof(context), &context, NULL));
    assert_ptr_equal(context, test_context());
    assert_success(clGetEventInfo(event, CL_EVENT_COMMAND_TYPE, sizeof(type), &type, NULL));
    assert_int_equal(type, CL_COMMAND_NATIVE_KERNEL);
    assert_success(clRetainEvent(event));
    assert_success(clGetEventInfo(event, CL_EVENT_REFERENCE_COUNT, sizeof(count), &count, NULL));
    assert_int_equal(count, 2);
    assert_success(clReleaseEvent(event));
    assert_success(clWaitForEvents(1, &event));
    assert_int_equal(status_of(event), CL_COMPLETE);
    assert_success(clReleaseEvent(event));
    assert_success(clReleaseCommandQueue(queue));
}

static void
polling_without_flush_gets_there(void **state)
{
    cl_command_queue queue = test_queue(0);
    cl_event event;

    (void)state;
    assert_success(enqueue(queue, 0, NULL, &event));
    for (int i = 0; i < 5000 && status_of(event) != CL_COMPLETE; i++)
        test_sleep_ms(1);
    assert_int_equal(status_of(event), CL_COMPLETE);
    assert_success(clReleaseEvent(event));
    assert_success(clReleaseCommandQueue(queue));
}

static void
commands_wait_for_user_events(void **state)
{
    (void)state;
    for (int order = 0; order < 2; order++) {
        cl_command_queue queue = test_queue(order ? CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE : 0);
        cl_event gates[5];
        cl_event event;

        for (int i = 0; i < 5; i++)
            gates[i] = user_event();
        assert_success(enqueue(queue, 5, gates, &event));
        assert_success(clFlush(queue));
        for (int i = 0; i < 5; i++) {
            test_sleep_ms(2);
            assert_true(status_of(event) > CL_RUNNING);
            assert_success(clSetUserEventStatus(gates[i], CL_COMPLETE));
        }
        assert_success(clWaitForEvents(1, &event));
        assert_success(clReleaseEvent(event));
        for (int i = 0; i < 5; i++)
            assert_success(clReleaseEvent(gates[i]));
        assert_success(clReleaseCommandQueue(queue));
    }
}

static void *
complete_later(void *event)
{
    test_sleep_ms(200);
    clSetUserEventStatus(event, CL_COMPLETE);
    return NULL;
}

static double
cpu_seconds(void)
{
    struct timespec now;

    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

static void
waiting_for_a_user_event_burns_no_cpu(void **state)
{
    cl_command_queue queue = test_queue(0);
    cl_event gate = user_event();
    cl_event event;
    pthread_t thread;
    double before;

    (void)state;
    assert_success(enqueue(queue, 1, &gate, &event));
    assert_int_equal(pthread_create(&thread, NULL, complete_later, gate), 0);
    before = cpu_seconds();
    assert_success(clWaitForEvents(1, &event));
    assert_true(cpu_seconds() - before < 0.05);
    pthread_join(thread, NULL);
    assert_success(clReleaseEvent(event));
    assert_success(clReleaseEvent(gate));
    assert_success(clReleaseCommandQueue(queue));
}

static void
finish_waits_for_a_user_event(void **state)
{
    cl_command_queue queue = test_queue(0);
    cl_event gate = user_event();
    cl_event event;
    pthread_t thread;

    (void)state;
    assert_success(enqueue(queue, 1, &gate, &event));
    assert_int_equal(pthread_create(&thread, NULL, complete_later, gate), 0);
    assert_success(clFinish(queue));
    assert_int_equal(status_of(event), CL_COMPLETE);
    pthread_join(thread, NULL);
    assert_success(clReleaseEvent(event));
    assert_success(clReleaseEvent(gate));
    assert_success(clReleaseCommandQueue(queue));
}

static void
errors_propagate_along_wait_lists(void **state)
{
    (void)state;
    for (int order = 0; order < 2; order++) {
        cl_command_queue queue = test_queue(order ? CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE : 0);
        cl_event gate = user_event();
        cl_event first, second, free_one;
        cl_mem buffer = test_buffer(16);
        char data[16];

        assert_success(enqueue(queue, 1, &gate, &first));
        assert_success(enqueue(queue, 1, &first, &second));
        assert_success(enqueue(queue, 0, NULL, &free_one));
        assert_success(clSetUserEventStatus(gate, -77));
        assert_error(clWaitForEvents(1, &second), CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
        assert_int_equal(status_of(gate), -77);
        assert_int_equal(status_of(first), CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
        assert_int_equal(status_of(second), CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
        assert_success(clWaitForEvents(1, &free_one));
        // also when the event has failed before the command is enqueued, and by a blocking call
        assert_error(clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, 16, data, 1, &gate, NULL),
                     CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
        assert_success(clFinish(queue));
        assert_success(clReleaseEvent(gate));
        assert_success(clReleaseEvent(first));
        assert_success(clReleaseEvent(second));
        assert_success(clReleaseEvent(free_one));
        assert_success(clReleaseMemObject(buffer));
        assert_success(clReleaseCommandQueue(queue));
    }
}

static void
events_of_other_queues_get_going_without_flush(void **state)
{
    cl_command_queue first = test_queue(0), second = test_queue(0);
    cl_event event;

    (void)state;
    assert_success(enqueue(first, 0, NULL, &event));
    assert_success(enqueue(second, 1, &event, NULL));
    assert_success(clFinish(second));
    assert_int_equal(status_of(event), CL_COMPLETE);
    assert_success(clReleaseEvent(event));
    assert_success(clReleaseCommandQueue(first));
    assert_success(clReleaseCommandQueue(second));
}

static void
queues_take_turns_by_events(void **state)
{
    cl_command_queue queues[2] = {test_queue(0), test_queue(0)};
    cl_event last = NULL;

    (void)state;
    for (int i = 0; i < 1000; i++) {
        cl_event event;

        assert_success(enqueue(queues[i % 2], last ? 1 : 0, last ? &last : NULL, &event));
        if (last)
            assert_success(clReleaseEvent(last));
        last = event;
    }
    assert_success(clWaitForEvents(1, &last));
    assert_success(clReleaseEvent(last));
    for (int i = 0; i < 2; i++) {
        assert_success(clFinish(queues[i]));
        assert_success(clReleaseCommandQueue(queues[i]));
    }
}

static cl_int calls[16];
static _Atomic uint64_t call_count;

static void CL_CALLBACK
note_call(cl_event event, cl_int status, void *data)
{
    (void)event;
    (void)data;
    calls[atomic_load(&call_count)] = status; // one event's callbacks are never called at the same time
    atomic_fetch_add(&call_count, 1);
}

static void
callbacks_come_in_the_order_of_the_statuses(void **state)
{
    (void)state;
    for (int i = 0; i < 200; i++) {
        cl_command_queue queue = test_queue(i % 2 ? CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE : 0);
        cl_event event;

        call_count = 0;
        assert_success(enqueue(queue, 0, NULL, &event));
        assert_success(clSetEventCallback(event, CL_COMPLETE, note_call, NULL));
        assert_success(clSetEventCallback(event, CL_RUNNING, note_call, NULL));
        assert_success(clSetEventCallback(event, CL_SUBMITTED, note_call, NULL));
        if (i % 3)
            assert_success(clFlush(queue));
        assert_success(clWaitForEvents(1, &event));
        test_await(&call_count, 3);
        assert_int_equal(calls[0], CL_SUBMITTED);
        assert_int_equal(calls[1], CL_RUNNING);
        assert_int_equal(calls[2], CL_COMPLETE);
        assert_success(clReleaseEvent(event));
        assert_success(clReleaseCommandQueue(queue));
    }
}

static void
callbacks_of_a_complete_event_are_called(void **state)
{
    cl_event event = user_event();

    (void)state;
    call_count = 0;
    assert_success(clSetUserEventStatus(event, CL_COMPLETE));
    assert_success(clSetEventCallback(event, CL_COMPLETE, note_call, NULL));
    assert_success(clSetEventCallback(event, CL_RUNNING, note_call, NULL));
    test_await(&call_count, 2);
    assert_int_equal(calls[0] + calls[1], CL_COMPLETE + CL_RUNNING); // in any order
    assert_success(clReleaseEvent(event));
}

static void CL_CALLBACK
lock_and_count(cl_event event, cl_int status, void *data)
{
    (void)event;
    (void)status;
    pthread_mutex_lock(data);
    atomic_fetch_add(&call_count, 1);
    pthread_mutex_unlock(data);
}

// What a thread holds while it waits, or sets an event, a callback may need.
static void
callbacks_may_need_what_the_waiting_thread_holds(void **state)
{
    static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
    cl_command_queue queue = test_queue(0);
    cl_event event, user = user_event();

    (void)state;
    call_count = 0;
    assert_success(clSetEventCallback(user, CL_COMPLETE, lock_and_count, &mutex));
    for (uint64_t i = 0; i < 100; i++) {
        pthread_mutex_lock(&mutex);
        assert_success(enqueue(queue, 0, NULL, &event));
        assert_success(clSetEventCallback(event, CL_COMPLETE, lock_and_count, &mutex));
        if (i % 2)
            assert_success(clFinish(queue));
        else
            assert_success(clWaitForEvents(1, &event));
        if (i == 0)
            assert_success(clSetUserEventStatus(user, CL_COMPLETE));
        pthread_mutex_unlock(&mutex);
        test_await(&call_count, i + 2);
        assert_success(clReleaseEvent(event));
    }
    assert_success(clReleaseEvent(user));
    assert_success(clReleaseCommandQueue(queue));
}

static void CL_CALLBACK
count_call(cl_event event, cl_int status, void *data)
{
    (void)event;
    (void)status;
    (void)data;
    atomic_fetch_add(&call_count, 1);
}

// 40,000 took 13 seconds when each looked at all.
static void
a_hundred_thousand_callbacks_of_an_event_take_no_time(void **state)
{
    enum { CALLBACKS = 100000 };
    cl_event event = user_event();
    double before = cpu_seconds();

    (void)state;
    call_count = 0;
    for (int i = 0; i < CALLBACKS; i++)
        assert_success(clSetEventCallback(event, CL_COMPLETE, count_call, NULL));
    assert_success(clSetUserEventStatus(event, CL_COMPLETE));
    test_await(&call_count, CALLBACKS);
    assert_true(cpu_seconds() - before < 5);
    assert_success(clReleaseEvent(event));
}

static void
callbacks_hear_of_errors(void **state)
{
    cl_event event = user_event();

    (void)state;
    call_count = 0;
    assert_success(clSetEventCallback(event, CL_COMPLETE, note_call, NULL));
    assert_success(clSetUserEventStatus(event, -5));
    test_await(&call_count, 1);
    assert_int_equal(calls[0], -5);
    assert_success(clReleaseEvent(event));
}

static void CL_CALLBACK
release_all(cl_event event, cl_int status, void *data)
{
    cl_int own = 99;

    (void)status;
    clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof(own), &own, NULL);
    if (own == CL_COMPLETE)
        atomic_fetch_add(&call_count, 1);
    clReleaseEvent(event);
    clReleaseCommandQueue(data);
}

static void
callbacks_may_release_everything(void **state)
{
    (void)state;
    call_count = 0;
    for (int i = 0; i < 100; i++) {
        cl_command_queue queue = test_queue(i % 2 ? CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE : 0);
        cl_event event;

        assert_success(enqueue(queue, 0, NULL, &event));
        assert_success(clRetainCommandQueue(queue));
        assert_success(clSetEventCallback(event, CL_COMPLETE, release_all, queue));
        assert_success(clReleaseCommandQueue(queue)); // flushes; the callback drops the last reference
    }
    test_await(&call_count, 100);
}

struct whole {
    cl_device_id device;
    cl_context context;
    cl_command_queue queue;
};

static void CL_CALLBACK
release_whole(cl_event event, cl_int status, void *data)
{
    struct whole *whole = data;

    (void)status;
    clReleaseEvent(event);
    clReleaseCommandQueue(whole->queue);
    clReleaseContext(whole->context);
    clReleaseDevice(whole->device);
    atomic_fetch_add(&call_count, 1);
}

// The sub-device's own worker drops the last reference to the sub-device, whose threads it is one of.
static void
callbacks_may_release_the_device_they_run_on(void **state)
{
    const cl_device_partition_property parts[] = {CL_DEVICE_PARTITION_EQUALLY, 1, 0};
    cl_device_id device = test_device();
    cl_device_id subs[256];
    struct whole wholes[256];
    cl_uint count = 0;
    cl_int err;

    (void)state;
    if (clCreateSubDevices(device, parts, 256, subs, &count) != CL_SUCCESS)
        skip(); // one PU
    call_count = 0;
    for (cl_uint i = 0; i < count; i++) {
        cl_event event;

        wholes[i].device = subs[i];
        wholes[i].context = clCreateContext(NULL, 1, &subs[i], NULL, NULL, &err);
        assert_success(err);
        wholes[i].queue = clCreateCommandQueue(wholes[i].context, subs[i], 0, &err);
        assert_success(err);
        assert_success(enqueue(wholes[i].queue, 0, NULL, &event));
        assert_success(clRetainCommandQueue(wholes[i].queue));
        assert_success(clSetEventCallback(event, CL_COMPLETE, release_whole, &wholes[i]));
        assert_success(clReleaseCommandQueue(wholes[i].queue));
    }
    test_await(&call_count, count);
}

static void CL_CALLBACK
enqueue_more(cl_event event, cl_int status, void *data)
{
    (void)event;
    (void)status;
    clEnqueueNativeKernel(data, do_nothing, NULL, 0, 0, NULL, NULL, 0, NULL, NULL);
    clFlush(data);
    atomic_fetch_add(&call_count, 1);
}

static void
callbacks_may_enqueue(void **state)
{
    cl_command_queue queue = test_queue(0);

    (void)state;
    call_count = 0;
    for (uint64_t i = 1; i <= 100; i++) {
        cl_event event;

        assert_success(enqueue(queue, 0, NULL, &event));
        assert_success(clSetEventCallback(event, CL_COMPLETE, enqueue_more, queue));
        assert_success(clFlush(queue));
        test_await(&call_count, i);
        assert_success(clReleaseEvent(event));
    }
    assert_success(clFinish(queue));
    assert_success(clReleaseCommandQueue(queue));
}

// A native kernel that has begun, and may end.
struct gate {
    _Atomic uint64_t begun, open;
};

static void CL_CALLBACK
wait_at_the_gate(void *args)
{
    struct gate *gate = *(struct gate **)args;

    atomic_fetch_add(&gate->begun, 1);
    while (!gate->open)
        test_sleep_ms(1);
}

static void
enqueue_gate(cl_command_queue queue, struct gate *gate, cl_event *event)
{
    assert_success(
        clEnqueueNativeKernel(queue, wait_at_the_gate, (void *)&gate, sizeof(gate), 0, NULL, NULL, 0, NULL, event));
    assert_success(clFlush(queue));
}

static void CL_CALLBACK
wait_for_the_waiter(cl_event event, cl_int status, void *data)
{
    _Atomic uint64_t *returned = data;

    (void)event;
    (void)status;
    for (int i = 0; i < 5000 && !*returned; i++)
        test_sleep_ms(1);
    atomic_fetch_add(returned, *returned == 1 ? 1 : 100);
}

static void
who_waits_need_not_wait_for_callbacks(void **state)
{
    (void)state;
    for (int finish = 0; finish < 2; finish++) {
        cl_command_queue queue = test_queue(0);
        struct gate gate = {0};
        _Atomic uint64_t returned = 0;
        cl_event event;

        enqueue_gate(queue, &gate, &event);
        assert_success(clSetEventCallback(event, CL_COMPLETE, wait_for_the_waiter, (void *)&returned));
        test_await(&gate.begun, 1); // on a worker
        gate.open = 1;
        assert_success(finish ? clFinish(queue) : clWaitForEvents(1, &event));
        atomic_fetch_add(&returned, 1);
        test_await(&returned, 2);
        assert_int_equal(returned, 2);
        assert_success(clReleaseEvent(event));
        assert_success(clReleaseCommandQueue(queue));
    }
}

struct setting {
    cl_event event;
    struct gate *gate;
};

// Opens the gate as well when nothing else does.
static void *
set_event_later(void *data)
{
    struct setting *setting = data;

    test_sleep_ms(20);
    clSetUserEventStatus(setting->event, CL_COMPLETE);
    for (int i = 0; i < 5000 && !setting->gate->open; i++)
        test_sleep_ms(1);
    setting->gate->open += 1;
    return NULL;
}

static void
who_waits_runs_what_becomes_ready(void **state)
{
    cl_uint units;

    (void)state;
    assert_success(clGetDeviceInfo(test_device(), CL_DEVICE_MAX_COMPUTE_UNITS, sizeof(units), &units, NULL));
    for (int kind = 0; kind < 3; kind++) { // an event of an in-order queue, of an out-of-order one, clFinish
        cl_command_queue queue = test_queue(kind == 1 ? CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE : 0);
        cl_command_queue *busy = calloc(units, sizeof(cl_command_queue));
        struct gate gate = {0};
        struct setting setting = {user_event(), &gate};
        cl_event event;
        pthread_t thread;

        assert_non_null(busy);
        for (cl_uint i = 0; i < units; i++) {
            busy[i] = test_queue(0);
            enqueue_gate(busy[i], &gate, NULL);
        }
        test_await(&gate.begun, units);
        assert_success(enqueue(queue, 1, &setting.event, &event));
        assert_int_equal(pthread_create(&thread, NULL, set_event_later, &setting), 0);
        assert_success(kind == 2 ? clFinish(queue) : clWaitForEvents(1, &event));
        assert_int_equal(gate.open, 0); // no worker has come for it
        gate.open = 1;
        pthread_join(thread, NULL);
        for (cl_uint i = 0; i < units; i++) {
            assert_success(clFinish(busy[i]));
            assert_success(clReleaseCommandQueue(busy[i]));
        }
        free(busy);
        assert_success(clReleaseEvent(event));
        assert_success(clReleaseEvent(setting.event));
        assert_success(clReleaseCommandQueue(queue));
    }
}

struct chain {
    cl_command_queue queue;
    _Atomic uint64_t stop, ended;
};

static void enqueue_link(struct chain *chain);

static void CL_CALLBACK
go_on(cl_event event, cl_int status, void *data)
{
    struct chain *chain = data;

    (void)status;
    clReleaseEvent(event);
    if (chain->stop)
        chain->ended = 1;
    else
        enqueue_link(chain);
}

static void
enqueue_link(struct chain *chain)
{
    cl_event event;

    assert_success(enqueue(chain->queue, 0, NULL, &event));
    assert_success(clSetEventCallback(event, CL_COMPLETE, go_on, chain));
    assert_success(clFlush(chain->queue));
}

static void
queues_that_feed_themselves_leave_room_for_others(void **state)
{
    cl_command_queue other = test_queue(0);
    struct chain *chains;
    cl_event event;
    cl_uint units;

    (void)state;
    assert_success(clGetDeviceInfo(test_device(), CL_DEVICE_MAX_COMPUTE_UNITS, sizeof(units), &units, NULL));
    chains = calloc(units, sizeof(*chains));
    assert_non_null(chains);
    for (cl_uint i = 0; i < units; i++) {
        chains[i].queue = test_queue(0);
        enqueue_link(&chains[i]);
    }
    test_sleep_ms(20);
    assert_success(enqueue(other, 0, NULL, &event));
    assert_success(clFlush(other));
    for (int i = 0; i < 10000 && status_of(event) != CL_COMPLETE; i++)
        test_sleep_ms(1);
    assert_int_equal(status_of(event), CL_COMPLETE);
    for (cl_uint i = 0; i < units; i++) {
        chains[i].stop = 1;
        test_await(&chains[i].ended, 1);
        assert_success(clReleaseCommandQueue(chains[i].queue));
    }
    free(chains);
    assert_success(clReleaseEvent(event));
    assert_success(clReleaseCommandQueue(other));
}

static void
releasing_an_unset_user_event_fails_its_dependents(void **state)
{
    cl_command_queue queue = test_queue(0);
    cl_event gate = user_event();
    cl_event event;

    (void)state;
    assert_success(enqueue(queue, 1, &gate, &event));
    assert_success(clFlush(queue));
    assert_success(clReleaseEvent(gate));
    assert_error(clWaitForEvents(1, &event), CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
    assert_success(clReleaseEvent(event));
    assert_success(clReleaseCommandQueue(queue));
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(invalid_arguments_have_their_codes),
        cmocka_unit_test(queries_tell_what_the_event_is),
        cmocka_unit_test(polling_without_flush_gets_there),
        cmocka_unit_test(commands_wait_for_user_events),
        cmocka_unit_test(waiting_for_a_user_event_burns_no_cpu),
        cmocka_unit_test(finish_waits_for_a_user_event),
        cmocka_unit_test(errors_propagate_along_wait_lists),
        cmocka_unit_test(events_of_other_queues_get_going_without_flush),
        cmocka_unit_test(queues_take_turns_by_events),
        cmocka_unit_test(callbacks_come_in_the_order_of_the_statuses),
        cmocka_unit_test(callbacks_of_a_complete_event_are_called),
        cmocka_unit_test(callbacks_may_need_what_the_waiting_thread_holds),
        cmocka_unit_test(a_hundred_thousand_callbacks_of_an_event_take_no_time),
        cmocka_unit_test(callbacks_hear_of_errors),
        cmocka_unit_test(callbacks_may_release_everything),
        cmocka_unit_test(callbacks_may_release_the_device_they_run_on),
        cmocka_unit_test(callbacks_may_enqueue),
        cmocka_unit_test(queues_that_feed_themselves_leave_room_for_others),
        cmocka_unit_test(who_waits_need_not_wait_for_callbacks),
        cmocka_unit_test(who_waits_runs_what_becomes_ready),
        cmocka_unit_test(releasing_an_unset_user_event_fails_its_dependents),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
