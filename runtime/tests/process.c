// SPDX-License-Identifier: Apache-2.0
// What processes do around Weft: fork, exit with objects alive, calls from exit handlers, little address space.
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "runtime/tests/emulator.h"
#include "runtime/tests/sanitizers.h"
#include "runtime/tests/support.h"

#define BYTES (1 << 20)

struct objects {
    cl_context context;
    cl_command_queue queue;
    cl_mem buffer;
};

static unsigned char in[BYTES];
static unsigned char out[BYTES];

static bool
make_objects(struct objects *o)
{
    cl_platform_id platform = weft_test_platform();
    cl_device_id device;
    cl_int err;

    if (clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL) != CL_SUCCESS)
        return false;
    o->context = clCreateContext(NULL, 1, &device, NULL, NULL, &err);
    if (err != CL_SUCCESS)
        return false;
    o->queue = clCreateCommandQueueWithProperties(o->context, device, NULL, &err);
    if (err != CL_SUCCESS)
        return false;
    o->buffer = clCreateBuffer(o->context, CL_MEM_READ_WRITE, BYTES, NULL, &err);
    return err == CL_SUCCESS;
}

static void
release_objects(struct objects *o)
{
    clReleaseMemObject(o->buffer);
    clReleaseCommandQueue(o->queue);
    clReleaseContext(o->context);
}

// Writes, copies through the queue's threads and reads back.
static bool
use_objects(struct objects *o, unsigned char value)
{
    memset(in, value, BYTES);
    memset(out, 0, BYTES);
    return clEnqueueWriteBuffer(o->queue, o->buffer, CL_FALSE, 0, BYTES, in, 0, NULL, NULL) == CL_SUCCESS &&
           clFlush(o->queue) == CL_SUCCESS &&
           clEnqueueReadBuffer(o->queue, o->buffer, CL_TRUE, 0, BYTES, out, 0, NULL, NULL) == CL_SUCCESS &&
           memcmp(in, out, BYTES) == 0;
}

// The exit status of the child, -1 if a signal ended it (SIGALRM after a minute).
static int
status_of(pid_t child)
{
    int status = 0;

    waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static pid_t
start_child(void)
{
    pid_t child;

    skip_under_thread_sanitizer();
    child = fork();

    if (child == 0)
        alarm(60);
    return child;
}

static void
child_uses_objects_of_its_own(void **state)
{
    struct objects o;
    pid_t child;

    (void)state;
    skip_where_the_emulator(EMULATOR_HAS_NO_THREADS_IN_CHILDREN);
    assert_true(make_objects(&o));
    assert_true(use_objects(&o, 1));
    child = start_child();
    if (child == 0) {
        struct objects mine;
        bool good = make_objects(&mine) && use_objects(&mine, 2);

        release_objects(&mine);
        _exit(good ? 0 : 1);
    }
    assert_int_equal(status_of(child), 0);
    assert_true(use_objects(&o, 3));
    release_objects(&o);
}

static void
child_uses_objects_of_its_parent(void **state)
{
    struct objects o;
    pid_t child;

    (void)state;
    skip_where_the_emulator(EMULATOR_HAS_NO_THREADS_IN_CHILDREN);
    assert_true(make_objects(&o));
    assert_true(use_objects(&o, 1));
    child = start_child();
    if (child == 0)
        _exit(use_objects(&o, 2) ? 0 : 1);
    assert_int_equal(status_of(child), 0);
    assert_true(use_objects(&o, 3));
    release_objects(&o);
}

static void CL_CALLBACK
sleep_a_little(cl_event event, cl_int status, void *data)
{
    (void)event, (void)status, (void)data;
    usleep(10000);
}

// A command has ended, but the worker that ran it is not done with its queue.
static void
child_is_made_while_a_worker_ends_a_command(void **state)
{
    struct objects o;
    cl_event event;
    cl_int status = CL_QUEUED;
    pid_t child;

    (void)state;
    skip_where_the_emulator(EMULATOR_HAS_NO_THREADS_IN_CHILDREN);
    assert_true(make_objects(&o));
    assert_int_equal(clEnqueueWriteBuffer(o.queue, o.buffer, CL_FALSE, 0, BYTES, in, 0, NULL, &event), CL_SUCCESS);
    assert_int_equal(clSetEventCallback(event, CL_COMPLETE, sleep_a_little, NULL), CL_SUCCESS);
    assert_int_equal(clFlush(o.queue), CL_SUCCESS);
    while (status != CL_COMPLETE)
        assert_int_equal(clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof(status), &status, NULL),
                         CL_SUCCESS);
    child = start_child();
    if (child == 0) {
        alarm(10);
        _exit(use_objects(&o, 2) ? 0 : 1);
    }
    assert_int_equal(status_of(child), 0);
    assert_true(use_objects(&o, 3));
    assert_int_equal(clReleaseEvent(event), CL_SUCCESS);
    release_objects(&o);
}

static atomic_bool is_over;

static void *
use_repeatedly(void *objects)
{
    struct objects *o = objects;
    const unsigned char byte = 1;

    while (!is_over) {
        void *mapped = clEnqueueMapBuffer(o->queue, o->buffer, CL_TRUE, CL_MAP_READ, 0, 1, 0, NULL, NULL, NULL);

        clEnqueueUnmapMemObject(o->queue, o->buffer, mapped, 0, NULL, NULL);
        clEnqueueFillBuffer(o->queue, o->buffer, &byte, 1, 0, 100, 0, NULL, NULL);
        clFinish(o->queue);
    }
    return NULL;
}

// Whatever the other threads hold at that moment: errors are fine, hanging is not.
static void
child_is_made_while_threads_use_the_objects(void **state)
{
    enum { THREADS = 2, CHILDREN = 200 };
    struct objects o;
    pthread_t threads[THREADS];
    int hung = 0;

    (void)state;
    skip_where_the_emulator(EMULATOR_HAS_NO_THREADS_IN_CHILDREN);
    skip_under_thread_sanitizer();
    assert_true(make_objects(&o));
    assert_true(use_objects(&o, 1));
    is_over = false;
    for (int i = 0; i < THREADS; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, use_repeatedly, &o), 0);
    for (int i = 0; i < CHILDREN && !hung; i++) {
        pid_t child = start_child();

        if (child == 0) {
            struct objects mine;

            alarm(10);
            clFlush(o.queue);
            clEnqueueMapBuffer(o.queue, o.buffer, CL_TRUE, CL_MAP_READ, 0, 1, 0, NULL, NULL, NULL);
            clFinish(o.queue);
            _exit(make_objects(&mine) && use_objects(&mine, 2) ? 0 : 1);
        }
        hung += status_of(child) != 0;
    }
    is_over = true;
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    assert_int_equal(hung, 0);
    assert_true(use_objects(&o, 3));
    release_objects(&o);
}

static void
child_may_exit_the_long_way(void **state)
{
    struct objects o;
    pid_t child;

    (void)state;
    assert_true(make_objects(&o));
    assert_true(use_objects(&o, 1));
    child = start_child();
    if (child == 0)
        exit(0);
    assert_int_equal(status_of(child), 0);
    assert_true(use_objects(&o, 2));
    release_objects(&o);
}

static void
exit_with_everything_alive(void **state)
{
    pid_t child = start_child();

    (void)state;
    if (child == 0) {
        struct objects o;

        exit(make_objects(&o) && use_objects(&o, 1) ? 0 : 1);
    }
    assert_int_equal(status_of(child), 0);
}

static void
exit_with_commands_on_their_way(void **state)
{
    pid_t child = start_child();

    (void)state;
    if (child == 0) {
        struct objects o;

        if (!make_objects(&o))
            exit(1);
        for (int i = 0; i < 100; i++)
            clEnqueueWriteBuffer(o.queue, o.buffer, CL_FALSE, 0, BYTES, in, 0, NULL, NULL);
        clFlush(o.queue);
        exit(0);
    }
    assert_int_equal(status_of(child), 0);
}

static void CL_CALLBACK
wait_at_the_gate(void *args)
{
    _Atomic int *gate = *(_Atomic int **)args;

    while (!*gate)
        usleep(1000);
}

static void CL_CALLBACK
sleep_a_second(void *args)
{
    (void)args;
    usleep(1000000);
}

static void CL_CALLBACK
count(void *args)
{
    atomic_fetch_add(*(_Atomic int **)args, 1);
}

// Keeps the device's threads busy by `work`, each from a queue of its own, and puts `count` behind that.
static bool
make_backlog(struct objects *o, void(CL_CALLBACK *work)(void *), _Atomic int *gate, _Atomic int *counter)
{
    cl_device_id device;
    cl_uint units;
    bool good = clGetCommandQueueInfo(o->queue, CL_QUEUE_DEVICE, sizeof(device), &device, NULL) == CL_SUCCESS &&
                clGetDeviceInfo(device, CL_DEVICE_MAX_COMPUTE_UNITS, sizeof(units), &units, NULL) == CL_SUCCESS;

    for (cl_uint i = 0; good && i < units; i++) {
        cl_command_queue busy = clCreateCommandQueueWithProperties(o->context, device, NULL, NULL);

        good = busy &&
               clEnqueueNativeKernel(busy, work, (void *)&gate, sizeof(gate), 0, NULL, NULL, 0, NULL, NULL) ==
                   CL_SUCCESS &&
               clReleaseCommandQueue(busy) == CL_SUCCESS; // which flushes
    }
    usleep(20000);
    return good &&
           clEnqueueNativeKernel(o->queue, count, (void *)&counter, sizeof(counter), 0, NULL, NULL, 0, NULL, NULL) ==
               CL_SUCCESS &&
           clFlush(o->queue) == CL_SUCCESS;
}

static _Atomic int *
shared_counter(void)
{
    void *memory = mmap(NULL, sizeof(int), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);

    assert_true(memory != MAP_FAILED);
    return memory;
}

static void
commands_run_in_one_process_only(void **state)
{
    _Atomic int *counter = shared_counter();
    _Atomic int gate = 0;
    struct objects o;
    pid_t child;

    (void)state;
    skip_where_the_emulator(EMULATOR_HAS_NO_THREADS_IN_CHILDREN);
    assert_true(make_objects(&o));
    assert_true(make_backlog(&o, wait_at_the_gate, &gate, counter));
    child = start_child();
    if (child == 0) {
        struct objects mine;

        exit(make_objects(&mine) && use_objects(&mine, 1) ? 0 : 1);
    }
    assert_int_equal(status_of(child), 0);
    assert_int_equal(*counter, 0);
    gate = 1;
    assert_int_equal(clFinish(o.queue), CL_SUCCESS);
    assert_int_equal(*counter, 1);
    release_objects(&o);
    munmap((void *)counter, sizeof(int));
}

// It would run beside, or after, what the application does at its end.
static void
exit_does_not_run_what_nobody_waits_for(void **state)
{
    _Atomic int *counter = shared_counter();
    pid_t child = start_child();

    (void)state;
    if (child == 0) {
        struct objects o;

        exit(make_objects(&o) && make_backlog(&o, sleep_a_second, counter, counter) ? 0 : 1);
    }
    assert_int_equal(status_of(child), 0);
    assert_int_equal(*counter, 0);
    munmap((void *)counter, sizeof(int));
}

// The commands hold the last references to their queues, these to the sub-device with its threads.
static void
exit_with_commands_of_a_released_sub_device(void **state)
{
    const cl_device_partition_property properties[] = {CL_DEVICE_PARTITION_BY_COUNTS, 1, 0, 0};
    pid_t child = start_child();

    (void)state;
    if (child == 0) {
        _Atomic int counter = 0;
        cl_platform_id platform = weft_test_platform();
        cl_device_id device, part;
        struct objects o = {0};

        clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL);
        if (clCreateSubDevices(device, properties, 1, &part, NULL) != CL_SUCCESS)
            exit(0); // a device of one unit
        o.context = clCreateContext(NULL, 1, &part, NULL, NULL, NULL);
        o.queue = clCreateCommandQueueWithProperties(o.context, part, NULL, NULL);
        if (!o.queue || !make_backlog(&o, sleep_a_second, &counter, &counter))
            exit(1);
        clReleaseCommandQueue(o.queue);
        clReleaseContext(o.context);
        clReleaseDevice(part);
        exit(0);
    }
    assert_int_equal(status_of(child), 0);
}

static void CL_CALLBACK
end_in_failure(cl_program program, void *data)
{
    (void)program;
    (void)data;
    _exit(2);
}

static void
exit_with_a_build_on_its_way(void **state)
{
    pid_t child = start_child();

    (void)state;
    if (child == 0) {
        const char *source = "kernel void k() { /* __weft_test_sleep__ */ }";
        struct objects o;
        cl_program program;

        alarm(20); // WEFT_COMPILER_TIMEOUT_SECONDS is longer
        setenv("WEFT_TEST_COMPILER", "1", 1);
        if (!make_objects(&o))
            exit(1);
        program = clCreateProgramWithSource(o.context, 1, &source, NULL, NULL);
        if (clBuildProgram(program, 0, NULL, NULL, end_in_failure, NULL) != CL_SUCCESS)
            exit(1);
        usleep(200000);
        exit(0);
    }
    assert_int_equal(status_of(child), 0);
}

static struct objects at_exit;

static void
release_at_exit(void)
{
    release_objects(&at_exit);
}

static void
release_in_an_exit_handler(void **state)
{
    pid_t child = start_child();

    (void)state;
    if (child == 0) {
        atexit(release_at_exit); // before the loader registers anything: runs after all of it
        exit(make_objects(&at_exit) && use_objects(&at_exit, 1) ? 0 : 1);
    }
    assert_int_equal(status_of(child), 0);
}

#ifndef WEFT_SANITIZED
static void
works_in_one_gigabyte_of_address_space(void **state)
{
    pid_t child = start_child();

    (void)state;
    if (child == 0) {
        struct rlimit limit = {(rlim_t)1 << 30, (rlim_t)1 << 30};
        struct objects o;

        setrlimit(RLIMIT_AS, &limit);
        _exit(make_objects(&o) && use_objects(&o, 1) ? 0 : 1);
    }
    assert_int_equal(status_of(child), 0);
}

// Less than the stack of a thread is left.
static void
works_without_threads(void **state)
{
    pid_t child = start_child();

    (void)state;
    if (child == 0) {
        _Atomic int counter = 0, *argument = &counter;
        cl_command_queue other;
        cl_device_id device;
        cl_event event;
        struct rlimit limit;
        struct objects o;
        long pages = 0;
        FILE *statm;

        if (!make_objects(&o))
            _exit(1);
        clGetCommandQueueInfo(o.queue, CL_QUEUE_DEVICE, sizeof(device), &device, NULL);
        other = clCreateCommandQueueWithProperties(o.context, device, NULL, NULL);
        statm = fopen("/proc/self/statm", "r");
        if (!statm || fscanf(statm, "%ld", &pages) != 1)
            _exit(1);
        limit.rlim_cur = limit.rlim_max = (rlim_t)pages * (rlim_t)sysconf(_SC_PAGESIZE) + (16 << 20);
        setrlimit(RLIMIT_AS, &limit);
        clEnqueueNativeKernel(o.queue, count, (void *)&argument, sizeof(argument), 0, NULL, NULL, 0, NULL, &event);
        clEnqueueNativeKernel(other, count, (void *)&argument, sizeof(argument), 0, NULL, NULL, 1, &event, NULL);
        _exit(clFinish(other) == CL_SUCCESS && counter == 2 ? 0 : 1);
    }
    assert_int_equal(status_of(child), 0);
}
#endif

static _Atomic int held_begun, held_open;

static void CL_CALLBACK
hold(void *unused)
{
    (void)unused;
    held_begun = 1;
    while (!held_open)
        usleep(1000);
}

static void
child_gets_errors_where_its_parent_s_threads_were_at_work(void **state)
{
    (void)state;
    skip_where_the_emulator(EMULATOR_HAS_NO_THREADS_IN_CHILDREN);
    for (int is_out_of_order = 0; is_out_of_order < 2; is_out_of_order++) {
        const cl_queue_properties properties[] = {CL_QUEUE_PROPERTIES, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, 0};
        struct objects o;
        cl_event event;
        cl_device_id device;
        cl_command_queue queue;
        cl_int err;
        pid_t child;

        assert_true(make_objects(&o));
        assert_int_equal(clGetCommandQueueInfo(o.queue, CL_QUEUE_DEVICE, sizeof(device), &device, NULL), CL_SUCCESS);
        queue = clCreateCommandQueueWithProperties(o.context, device, is_out_of_order ? properties : NULL, &err);
        assert_int_equal(err, CL_SUCCESS);
        held_begun = held_open = 0;
        assert_int_equal(clEnqueueNativeKernel(queue, hold, NULL, 0, 0, NULL, NULL, 0, NULL, &event), CL_SUCCESS);
        assert_int_equal(clFlush(queue), CL_SUCCESS);
        while (!held_begun)
            usleep(1000);
        child = start_child();
        if (child == 0) {
            bool good = clFinish(queue) == (is_out_of_order ? CL_INVALID_COMMAND_QUEUE : CL_OUT_OF_RESOURCES) &&
                        clWaitForEvents(1, &event) == CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST &&
                        clEnqueueMarkerWithWaitList(queue, 0, NULL, NULL) == CL_INVALID_COMMAND_QUEUE;

            _exit(good && use_objects(&o, 7) ? 0 : 1); // another queue of the same context works
        }
        assert_int_equal(status_of(child), 0);
        held_open = 1;
        assert_int_equal(clFinish(queue), CL_SUCCESS);
        clReleaseEvent(event);
        clReleaseCommandQueue(queue);
        release_objects(&o);
    }
}

static _Atomic int endless_begun;

static void CL_CALLBACK
never_end(void *unused)
{
    (void)unused;
    atomic_fetch_add(&endless_begun, 1);
    for (;;)
        sleep(1000);
}

static void CL_CALLBACK
never_return(cl_event event, cl_int status, void *unused)
{
    (void)event;
    (void)status;
    never_end(unused);
}

// Neither a command nor a callback that never ends keeps the process.
static void
exit_waits_for_nothing_that_never_ends(void **state)
{
    (void)state;
    skip_where_the_emulator(EMULATOR_HAS_NO_THREADS_IN_CHILDREN);
    for (int what = 1; what <= 3; what++) {
        pid_t child = start_child();

        if (child == 0) {
            struct objects o;
            cl_event event;
            int wanted = 0;

            alarm(20);
            if (!make_objects(&o))
                _exit(1);
            if (what & 1) {
                clEnqueueMarkerWithWaitList(o.queue, 0, NULL, &event);
                clSetEventCallback(event, CL_COMPLETE, never_return, NULL);
                clFinish(o.queue);
                wanted++;
            }
            if (what & 2) {
                clEnqueueNativeKernel(o.queue, never_end, NULL, 0, 0, NULL, NULL, 0, NULL, NULL);
                clFlush(o.queue);
                wanted++;
            }
            while (atomic_load(&endless_begun) < wanted)
                usleep(1000);
            exit(5);
        }
        assert_int_equal(status_of(child), 5);
    }
}

int
main(void)
{
    // Children that start with a library not loaded yet come first.
    const struct CMUnitTest tests[] = {
#ifndef WEFT_SANITIZED
        cmocka_unit_test(works_in_one_gigabyte_of_address_space),
        cmocka_unit_test(works_without_threads),
#endif
        cmocka_unit_test(release_in_an_exit_handler),
        cmocka_unit_test(exit_with_everything_alive),
        cmocka_unit_test(exit_with_commands_on_their_way),
        cmocka_unit_test(exit_with_a_build_on_its_way),
        cmocka_unit_test(exit_does_not_run_what_nobody_waits_for),
        cmocka_unit_test(exit_with_commands_of_a_released_sub_device),
        cmocka_unit_test(commands_run_in_one_process_only),
        cmocka_unit_test(child_uses_objects_of_its_own),
        cmocka_unit_test(child_uses_objects_of_its_parent),
        cmocka_unit_test(child_gets_errors_where_its_parent_s_threads_were_at_work),
        cmocka_unit_test(exit_waits_for_nothing_that_never_ends),
        cmocka_unit_test(child_is_made_while_a_worker_ends_a_command),
        cmocka_unit_test(child_is_made_while_threads_use_the_objects),
        cmocka_unit_test(child_may_exit_the_long_way),
    };

    return cmocka_run_group_tests_name("process", tests, NULL, NULL);
}
