// SPDX-License-Identifier: Apache-2.0
// Kernels whose private memory is larger than what the thread has that waits for them: threads of an application may
// have next to no stack, and any number of them may launch at once.
#include <limits.h>
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

#include "conformance/tests/support.h"

enum { SMALL = 100, LARGE = 400, HUGE = 200000, ROUNDS = 20, THREADS = 100 };

// Private arrays of three sizes, indexed in ways that keep them in memory.
static const char source[] =
    "#define SUM(NAME, N)\\\n"
    "  kernel void NAME(global uint *out, uint n) {\\\n"
    "    uint a[N], sum = 0;\\\n"
    "    for (uint i = 0; i < N; i++) a[i] = 0;\\\n"
    "    for (uint i = 0; i < n; i++) a[i * 7919u % N] += i;\\\n"
    "    for (uint i = 0; i < N; i++) sum += a[i] * (i + 1);\\\n"
    "    out[get_global_id(0)] = sum + (uint)get_global_id(0); }\n"
    "SUM(small, 100)\nSUM(large, 400)\nSUM(huge, 200000)\n"
    "kernel void tell(global uint *out) { printf(\"%s\", \"\"); out[get_global_id(0)] = (uint)get_global_id(0); }\n";

static cl_uint
expected(cl_uint size, cl_uint n)
{
    cl_uint *a = calloc(size, sizeof *a), sum = 0;

    assert_non_null(a);
    for (cl_uint i = 0; i < n; i++)
        a[i * 7919u % size] += i;
    for (cl_uint i = 0; i < size; i++)
        sum += a[i] * (i + 1);
    free(a);
    return sum;
}

struct launch {
    cl_program program;
    const char *name;
    cl_uint n, sum; // n 0: the kernel without a sum
    size_t items;
    int rounds;
    bool right; // set by the thread
    pthread_barrier_t *start;
};

// No assertions: they need more stack than there may be.
static void *
run(void *data)
{
    struct launch *launch = data;
    cl_int err;
    cl_command_queue queue = clCreateCommandQueueWithProperties(test_context, test_device, NULL, &err);
    cl_mem out = clCreateBuffer(test_context, 0, launch->items * sizeof(cl_uint), NULL, &err);
    cl_kernel kernel = clCreateKernel(launch->program, launch->name, &err);
    bool right = err == CL_SUCCESS && clSetKernelArg(kernel, 0, sizeof out, &out) == CL_SUCCESS;

    if (launch->n)
        right = right && clSetKernelArg(kernel, 1, sizeof launch->n, &launch->n) == CL_SUCCESS;
    if (launch->start)
        pthread_barrier_wait(launch->start);
    for (int r = 0; r < launch->rounds && right; r++) {
        cl_uint last = 0;

        right = clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &launch->items, NULL, 0, NULL, NULL) == CL_SUCCESS &&
                clFinish(queue) == CL_SUCCESS &&
                clEnqueueReadBuffer(queue, out, CL_TRUE, (launch->items - 1) * sizeof last, sizeof last, &last, 0, NULL,
                                    NULL) == CL_SUCCESS &&
                last == launch->sum + (cl_uint)launch->items - 1;
    }
    clReleaseKernel(kernel);
    clReleaseMemObject(out);
    clReleaseCommandQueue(queue);
    launch->right = right;
    return NULL;
}

static struct launch
launch_of(cl_program program, const char *name, cl_uint size, size_t items)
{
    const cl_uint n = size ? 3 * size / 2 : 0;

    return (struct launch){.program = program,
                           .name = name,
                           .n = n,
                           .sum = size ? expected(size, n) : 0,
                           .items = items,
                           .rounds = ROUNDS};
}

static void
threads_with_small_stacks_run_all_kernels(void **state)
{
    cl_program program = test_build(source, "-cl-std=CL1.2");
    const struct launch launches[] = {launch_of(program, "small", SMALL, 1), launch_of(program, "small", SMALL, 1000),
                                      launch_of(program, "large", LARGE, 1), launch_of(program, "large", LARGE, 1000),
                                      launch_of(program, "huge", HUGE, 1),   launch_of(program, "huge", HUGE, 40),
                                      launch_of(program, "tell", 0, 10)};

    (void)state;
    for (size_t i = 0; i < sizeof launches / sizeof *launches; i++)
        for (size_t stack = PTHREAD_STACK_MIN; stack <= 4 * (size_t)PTHREAD_STACK_MIN; stack *= 2) {
            struct launch launch = launches[i];
            pthread_attr_t attributes;
            pthread_t thread;

            pthread_attr_init(&attributes);
            assert_int_equal(pthread_attr_setstacksize(&attributes, stack), 0);
            assert_int_equal(pthread_create(&thread, &attributes, run, &launch), 0);
            pthread_join(thread, NULL);
            pthread_attr_destroy(&attributes);
            if (!launch.right)
                fail_msg("%s, %zu work-items, a stack of %zu bytes", launch.name, launch.items, stack);
        }
    CHECK(clReleaseProgram(program));
}

static void *
build(void *data)
{
    const char *text = source;
    cl_program *program = data;
    cl_int err;

    *program = clCreateProgramWithSource(test_context, 1, &text, NULL, &err);
    if (clBuildProgram(*program, 1, &test_device, "-cl-std=CL1.2", NULL, NULL) != CL_SUCCESS) {
        clReleaseProgram(*program);
        *program = NULL;
    }
    return NULL;
}

// The second build finds what the first one stored.
static void
threads_with_small_stacks_build(void **state)
{
    pthread_attr_t attributes;

    (void)state;
    pthread_attr_init(&attributes);
    assert_int_equal(pthread_attr_setstacksize(&attributes, PTHREAD_STACK_MIN), 0);
    for (int i = 0; i < 2; i++) {
        cl_program program = NULL;
        pthread_t thread;

        assert_int_equal(pthread_create(&thread, &attributes, build, &program), 0);
        pthread_join(thread, NULL);
        assert_non_null(program);
        CHECK(clReleaseProgram(program));
    }
    pthread_attr_destroy(&attributes);
}

static void
many_threads_launch_large_frames_at_once(void **state)
{
    static struct launch launches[THREADS];
    cl_program program = test_build(source, "-cl-std=CL1.2");
    struct launch one = launch_of(program, "large", LARGE, 1);
    pthread_t threads[THREADS];
    pthread_barrier_t start;
    int wrong = 0;

    (void)state;
    pthread_barrier_init(&start, NULL, THREADS);
    one.start = &start;
    for (int i = 0; i < THREADS; i++) {
        launches[i] = one;
        assert_int_equal(pthread_create(&threads[i], NULL, run, &launches[i]), 0);
    }
    for (int i = 0; i < THREADS; i++) {
        pthread_join(threads[i], NULL);
        wrong += !launches[i].right;
    }
    pthread_barrier_destroy(&start);
    assert_int_equal(wrong, 0);
    CHECK(clReleaseProgram(program));
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(threads_with_small_stacks_run_all_kernels),
        cmocka_unit_test(threads_with_small_stacks_build),
        cmocka_unit_test(many_threads_launch_large_frames_at_once),
    };

    return cmocka_run_group_tests(tests, test_begin, test_end);
}
