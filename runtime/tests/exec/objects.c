// SPDX-License-Identifier: Apache-2.0
// A context, queues and kernels for tests of launching.
#include "runtime/tests/exec/objects.h"

#include <stdlib.h>
#include <time.h>

#include "runtime/core/context.h"
#include "runtime/core/platform.h"

_Atomic uint64_t test_counter;
const struct weft_kernel_info test_plain_info = {.name = (char *)"plain"};

cl_device_id
test_device(void)
{
    return weft_platform_device();
}

static cl_context
make_context(void)
{
    cl_device_id device = test_device();
    cl_int err;
    cl_context context = clCreateContext(NULL, 1, &device, NULL, NULL, &err);

    assert_success(err);
    return context;
}

static cl_context contexts[2];

// Whatever a test has not released holds its context, which LeakSanitizer then reports.
static void
release_contexts(void)
{
    for (int i = 0; i < 2; i++)
        if (contexts[i])
            clReleaseContext(contexts[i]);
}

static cl_context
get_context(int which)
{
    if (!contexts[which]) {
        if (!contexts[!which])
            atexit(release_contexts);
        contexts[which] = make_context();
    }
    return contexts[which];
}

cl_context
test_context(void)
{
    return get_context(0);
}

cl_context
test_other_context(void)
{
    return get_context(1);
}

cl_command_queue
test_queue(cl_command_queue_properties flags)
{
    cl_int err;
    cl_command_queue queue = clCreateCommandQueue(test_context(), test_device(), flags, &err);

    assert_success(err);
    return queue;
}

static void
destroy_program(struct weft_object *object)
{
    cl_program program = (cl_program)object;

    free(program->devices);
    weft_object_unref(program->context);
}

static void
destroy_kernel(struct weft_object *object)
{
    cl_kernel kernel = (cl_kernel)object;

    weft_object_unref(kernel->program);
}

cl_kernel
test_kernel(weft_kernel_entry entry, const struct weft_kernel_info *info)
{
    static unsigned char no_args[1];
    cl_program program = weft_object_create(WEFT_OBJECT_PROGRAM, sizeof(*program), destroy_program);
    cl_kernel kernel = weft_object_create(WEFT_OBJECT_KERNEL, sizeof(*kernel), destroy_kernel);

    assert_non_null(program);
    assert_non_null(kernel);
    weft_object_ref(test_context());
    program->context = test_context();
    program->devices = malloc(sizeof(*program->devices));
    assert_non_null(program->devices);
    program->devices[0] = test_device();
    program->device_count = 1;
    weft_mutex_init(&kernel->lock);
    kernel->program = program;
    kernel->info = info;
    kernel->entry = entry;
    kernel->args = no_args;
    return kernel;
}

void
test_count_groups(const struct weft_launch *launch, const struct weft_worker_memory *memory, uint64_t first,
                  uint64_t end)
{
    (void)launch;
    (void)memory;
    atomic_fetch_add(&test_counter, end - first);
}

cl_mem
test_buffer(size_t bytes)
{
    cl_int err;
    cl_mem buffer = clCreateBuffer(test_context(), CL_MEM_READ_WRITE, bytes, NULL, &err);

    assert_success(err);
    return buffer;
}

void
test_sleep_ms(unsigned milliseconds)
{
    struct timespec time = {.tv_sec = milliseconds / 1000, .tv_nsec = milliseconds % 1000 * 1000000L};

    nanosleep(&time, NULL);
}

void
test_await(_Atomic uint64_t *counter, uint64_t value)
{
    for (int i = 0; i < 10000 && atomic_load(counter) < value; i++)
        test_sleep_ms(1);
    assert_int_equal(atomic_load(counter), value);
}
