// SPDX-License-Identifier: Apache-2.0
// Starts the threads, lets each choose operations at random, and looks at the end whether all is as it should be.
//
//     runtime_stress [-t threads] [-s seconds | -n operations of each thread] [-r seed] [-w seconds until it is hung]
#include "runtime/tests/stress/stress.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

struct world world = {.options = {.threads = 16, .seconds = 5, .seed = 1, .patience_s = 120}};
_Thread_local struct stress_thread *me;

static const struct operation {
    const char *name;
    void (*run)(void);
    uint32_t weight;
} operations[] = {
    {"launch", op_add, 160},
    {"launch with barriers", op_reverse, 120},
    {"fill", op_fill, 40},
    {"write", op_write, 60},
    {"read", op_read, 60},
    {"copy", op_copy, 40},
    {"map", op_map, 20},
    {"native kernel", op_native, 30},
    {"sub-buffer", op_sub_buffer, 30},
    {"look at all buffers", op_settle, 15},
    {"count", op_count, 120},
    {"user event", op_user_event, 40},
    {"user event set in a callback", op_set_in_callback, 20},
    {"marker", op_marker, 30},
    {"barrier", op_barrier, 15},
    {"flush", op_flush, 40},
    {"finish", op_finish, 15},
    {"wait for events", op_wait, 40},
    {"query", op_query, 60},
    {"another queue", op_queue, 15},
    {"another kernel", op_kernel, 30},
    {"retain", op_retain, 60},
    {"release", op_return, 60},
    {"temporary buffer", op_temporary, 40},
    {"sub-devices", op_sub_devices, 4},
    {"build", op_build, 6},
    {"failing build", op_failing_build, 1},
    {"link", op_link, 1},
};

enum { OPERATIONS = sizeof operations / sizeof operations[0] };

static uint32_t total_weight;

uint32_t
draw(uint32_t below)
{
    me->random ^= me->random << 13;
    me->random ^= me->random >> 7;
    me->random ^= me->random << 17;
    return (uint32_t)((me->random >> 32) * below >> 32);
}

bool
one_in(uint32_t n)
{
    return draw(n) == 0;
}

uint64_t
now_ns(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

void
doing(const char *what)
{
    atomic_store_explicit(&me->since_ns, now_ns(), memory_order_relaxed);
    atomic_store_explicit(&me->doing, what, memory_order_relaxed);
}

void
fail(const char *file, int line, const char *format, ...)
{
    const char *what = me ? atomic_load_explicit(&me->doing, memory_order_relaxed) : "callback or clock";
    va_list arguments;

    va_start(arguments, format);
    fprintf(stderr, "stress: seed %" PRIu64 ", thread %d, operation %" PRIu64 " (%s), %s:%d: ", world.options.seed,
            me ? (int)me->number : -1, me ? me->done : 0, what, strrchr(file, '/') + 1, line);
    vfprintf(stderr, format, arguments);
    fputc('\n', stderr);
    va_end(arguments);
    abort();
}

void
expect(cl_int got, cl_int wanted, const char *what, const char *file, int line)
{
    if (got != wanted)
        fail(file, line, "%s gave %d, not %d", what, got, wanted);
}

static const struct operation *
choose(void)
{
    const struct operation *operation = operations;

    for (uint32_t place = draw(total_weight); place >= operation->weight; operation++)
        place -= operation->weight;
    return operation;
}

static void
begin_thread(void)
{
    doing("begin");
    SUCCESS(clRetainProgram(world.program));
    me->program = world.program;
    make_kernels();
    for (unsigned i = 0; i < OWN_QUEUES; i++)
        make_queue(i);
    make_buffers();
}

static void
end_thread(void)
{
    doing("end");
    op_settle();
    return_loans();
    release_kernels();
    SUCCESS(clReleaseProgram(me->program));
    for (int i = 0; i < OWN_QUEUES; i++) {
        if (one_in(2))
            SUCCESS(clFinish(me->queues[i]));
        SUCCESS(clReleaseCommandQueue(me->queues[i]));
    }
    release_buffers();
    doing(NULL);
}

static void *
run_thread(void *data)
{
    me = data;
    begin_thread();
    while (!atomic_load_explicit(&world.stop, memory_order_relaxed) &&
           (!world.options.operations || me->done < world.options.operations)) {
        const struct operation *operation = choose();

        doing(operation->name);
        operation->run();
        me->done++;
    }
    end_thread();
    return NULL;
}

static void
find_devices(void)
{
    const cl_device_partition_property parts[] = {CL_DEVICE_PARTITION_BY_COUNTS, 1, 1, 0, 0};
    cl_platform_id platforms[16];
    cl_uint count;
    cl_uint units;

    SUCCESS(clGetPlatformIDs(16, platforms, &count));
    for (cl_uint i = 0; i < count && i < 16 && !world.device_count; i++) {
        char name[64] = "";

        SUCCESS(clGetPlatformInfo(platforms[i], CL_PLATFORM_NAME, sizeof name, name, NULL));
        if (strcmp(name, "Weft") == 0)
            SUCCESS(clGetDeviceIDs(platforms[i], CL_DEVICE_TYPE_ALL, 1, world.devices, &world.device_count));
    }
    if (!world.device_count)
        FAIL("the loader does not know Weft");
    SUCCESS(clGetDeviceInfo(world.devices[0], CL_DEVICE_MAX_COMPUTE_UNITS, sizeof units, &units, NULL));
    if (units < 2)
        return;
    SUCCESS(clCreateSubDevices(world.devices[0], parts, 2, world.devices + 1, NULL));
    world.device_count = 3;
}

static void
make_world(void)
{
    const uint32_t zeros[COUNTER_WORDS] = {0};
    cl_int err;

    find_devices();
    world.context = clCreateContext(NULL, world.device_count, world.devices, NULL, NULL, &err);
    CREATED(err, "clCreateContext");
    SUCCESS(clSetContextDestructorCallback(world.context, context_is_gone, take_ticket(TICKET_CONTEXT)));
    for (unsigned i = 0; i < SHARED_QUEUES; i++) {
        world.in_order[i] = i % 2;
        world.queues[i] = create_queue(world.context, world.devices[i % world.device_count], &world.in_order[i]);
    }
    world.program = create_program(world.context);
    build(world.program, 0);
    for (int i = 0; i < SHARED_COUNTERS; i++) {
        world.counters[i] =
            clCreateBuffer(world.context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, sizeof zeros, (void *)zeros, &err);
        CREATED(err, "clCreateBuffer");
        world.count[i] = clCreateKernel(world.program, "count", &err);
        CREATED(err, "clCreateKernel");
        SUCCESS(clSetKernelArg(world.count[i], 0, sizeof world.counters[i], &world.counters[i]));
    }
}

// Callbacks enqueue more, which may be called back.
static void
wait_for_callbacks(void)
{
    const struct timespec pause = {.tv_nsec = 1000000};

    doing("wait for all callbacks");
    while (outstanding_tickets() > 1) { // the context's
        for (int i = 0; i < SHARED_QUEUES; i++)
            SUCCESS(clFinish(world.queues[i]));
        nanosleep(&pause, NULL);
    }
    for (int i = 0; i < SHARED_QUEUES; i++)
        SUCCESS(clFinish(world.queues[i]));
}

static uint32_t
sum_of(int counter)
{
    uint32_t words[COUNTER_WORDS];
    uint32_t sum = 0;

    SUCCESS(clEnqueueReadBuffer(world.queues[counter], world.counters[counter], CL_TRUE, 0, sizeof words, words, 0,
                                NULL, NULL));
    for (int i = 0; i < COUNTER_WORDS; i++)
        sum += words[i];
    return sum;
}

// Threads have released queues with commands under way, for which nobody can wait.
static void
check_counters(void)
{
    const struct timespec pause = {.tv_nsec = 1000000};
    const uint64_t end_ns = now_ns() + world.options.patience_s * UINT64_C(1000000000);

    doing(NULL);
    for (int i = 0; i < SHARED_COUNTERS; i++)
        for (uint32_t sum; (sum = sum_of(i)) != atomic_load(&world.expected[i]); nanosleep(&pause, NULL))
            if (now_ns() > end_ns)
                FAIL("counter %d is at %u, not %u", i, sum, atomic_load(&world.expected[i]));
}

static void
release_last(enum object_kind kind, void *handle)
{
    const struct object object = {kind, handle};

    if (references(object) != 1)
        FAIL("an object of kind %d has %u references at the end, not 1", kind, references(object));
    release(object);
}

static void
release_world(void)
{
    const struct timespec pause = {.tv_nsec = 1000000};

    doing("release all");
    for (int i = 0; i < BOARD_PLACES; i++)
        if (world.board[i])
            SUCCESS(clReleaseEvent(world.board[i]));
    for (int i = 0; i < SHARED_COUNTERS; i++) {
        release_last(OBJECT_KERNEL, world.count[i]);
        release_last(OBJECT_BUFFER, world.counters[i]);
    }
    release_last(OBJECT_PROGRAM, world.program);
    for (int i = 0; i < SHARED_QUEUES; i++)
        release_last(OBJECT_QUEUE, world.queues[i]);
    release_last(OBJECT_CONTEXT, world.context);
    for (cl_uint i = 1; i < world.device_count; i++)
        release_last(OBJECT_DEVICE, world.devices[i]);
    doing("wait until the context is gone: something holds it");
    while (outstanding_tickets())
        nanosleep(&pause, NULL);
}

static void
run_threads(void)
{
    struct timespec pause = {.tv_nsec = 10000000};
    const uint64_t end_ns = now_ns() + (uint64_t)(world.options.seconds * 1e9);

    for (unsigned i = 0; i < world.options.threads; i++)
        if (pthread_create(&world.threads[i].thread, NULL, run_thread, &world.threads[i]))
            FAIL("thread %u could not be started", i);
    while (!world.options.operations && now_ns() < end_ns)
        nanosleep(&pause, NULL);
    atomic_store_explicit(&world.stop, !world.options.operations, memory_order_relaxed);
    for (unsigned i = 0; i < world.options.threads; i++)
        pthread_join(world.threads[i].thread, NULL);
}

static void
make_threads(void)
{
    const unsigned count = world.options.threads + 1;

    for (int i = 0; i < OPERATIONS; i++)
        total_weight += operations[i].weight;
    world.threads = calloc(count, sizeof *world.threads);
    if (!world.threads)
        FAIL("no memory");
    for (unsigned i = 0; i < count; i++) {
        struct stress_thread *thread = &world.threads[i];

        thread->number = i;
        thread->random =
            (world.options.seed + 1) * UINT64_C(0x9e3779b97f4a7c15) ^ (i + 1) * UINT64_C(0xd1342543de82ef95);
        for (unsigned j = 0; j < TICKETS; j++)
            thread->tickets[j].calls = 1;
    }
    me = &world.threads[count - 1];
    for (int i = 0; i < 16; i++)
        draw(1); // the first ones of seeds near to each other are near to each other
}

static void
read_options(int argc, char **argv)
{
    struct options *options = &world.options;
    int letter;

    while ((letter = getopt(argc, argv, "t:s:n:r:w:")) != -1) {
        switch (letter) {
        case 't':
            options->threads = (unsigned)strtoul(optarg, NULL, 0);
            break;
        case 's':
            options->seconds = strtod(optarg, NULL);
            break;
        case 'n':
            options->operations = strtoull(optarg, NULL, 0);
            break;
        case 'r':
            options->seed = strtoull(optarg, NULL, 0);
            break;
        case 'w':
            options->patience_s = (unsigned)strtoul(optarg, NULL, 0);
            break;
        default:
            fprintf(stderr, "usage: %s [-t threads] [-s seconds | -n operations] [-r seed] [-w seconds]\n", argv[0]);
            exit(2);
        }
    }
}

int
main(int argc, char **argv)
{
    uint64_t done = 0;

    read_options(argc, argv);
    make_threads();
    doing("make what is shared");
    start_watch();
    make_world();
    start_clock();
    doing(NULL);
    run_threads();
    doing("wait for the clock");
    stop_clock();
    wait_for_callbacks();
    check_counters();
    release_world();
    for (unsigned i = 0; i < world.options.threads; i++)
        done += world.threads[i].done;
    printf("stress: seed %" PRIu64 ", %u threads: %" PRIu64 " operations, %" PRIu64 " let fail, %" PRIu64
           " event callbacks\n",
           world.options.seed, world.options.threads, done, atomic_load(&world.failed),
           atomic_load(&world.called[TICKET_EVENT]));
    return 0;
}
