// SPDX-License-Identifier: Apache-2.0
// clSetKernelArg, and what launches see of it.
#include "runtime/tests/support.h"

static const char source[] = "typedef struct { char c; int i; } pair;\n"
                             "kernel void take(global int *out, int v, pair p, float4 f, local int *l,\n"
                             "                 constant int *c) {\n"
                             "  l[get_local_id(0)] = v; barrier(CLK_LOCAL_MEM_FENCE);\n"
                             "  out[0] = l[0]; out[1] = p.c; out[2] = p.i; out[3] = (int)f.w; out[4] = c ? c[0] : -1;\n"
                             "}\n"
                             "kernel void is_null(global int *p, global int *out) { *out = p == 0; }\n"
                             "kernel void locals(global uint *out, local char *a, local double *b, local int *c) {\n"
                             "  out[0] = (uint)((local char *)b - a); out[1] = (uint)((local char *)c - a);\n"
                             "  out[2] = ((uint)(size_t)a | (uint)(size_t)b | (uint)(size_t)c) & 127; }\n";

struct pair {
    char c;
    int i;
};

static void
values_arrive(void **state)
{
    struct fixture *f = *state;
    cl_kernel kernel = build_kernel(f, source, "take");
    cl_mem out = make_buffer(f, 20), table = make_buffer(f, 4);
    struct pair pair = {2, 3};
    cl_float4 vector = {{0, 0, 0, 4}};
    int one = 1, five = 5, got[5] = {0};
    size_t size = 1;

    assert_success(clEnqueueWriteBuffer(f->queue, table, CL_TRUE, 0, 4, &five, 0, NULL, NULL));
    assert_success(clSetKernelArg(kernel, 0, sizeof(out), &out));
    assert_success(clSetKernelArg(kernel, 1, sizeof(one), &one));
    assert_success(clSetKernelArg(kernel, 2, sizeof(pair), &pair));
    assert_success(clSetKernelArg(kernel, 3, sizeof(vector), &vector));
    assert_success(clSetKernelArg(kernel, 4, 64, NULL));
    assert_success(clSetKernelArg(kernel, 5, sizeof(table), &table));
    assert_success(clEnqueueNDRangeKernel(f->queue, kernel, 1, NULL, &size, NULL, 0, NULL, NULL));
    assert_success(clEnqueueReadBuffer(f->queue, out, CL_TRUE, 0, sizeof(got), got, 0, NULL, NULL));
    for (int i = 0; i < 5; i++)
        assert_int_equal(got[i], i + 1);
    assert_success(clReleaseKernel(kernel));
    assert_success(clReleaseMemObject(out));
    assert_success(clReleaseMemObject(table));
}

static void
bad_index_returns_CL_INVALID_ARG_INDEX(void **state)
{
    cl_kernel kernel = build_kernel(*state, source, "is_null");
    int value = 0;

    assert_error(clSetKernelArg(kernel, 2, sizeof(value), &value), CL_INVALID_ARG_INDEX);
    assert_error(clSetKernelArg(kernel, 0xffffffffu, sizeof(value), &value), CL_INVALID_ARG_INDEX);
    assert_error(clSetKernelArg(foreign_handle(), 0, sizeof(value), &value), CL_INVALID_KERNEL);
    assert_success(clReleaseKernel(kernel));
}

static void
bad_size_returns_CL_INVALID_ARG_SIZE(void **state)
{
    struct fixture *f = *state;
    cl_kernel kernel = build_kernel(f, source, "take");
    cl_mem buffer = make_buffer(f, 4);
    cl_float4 value = {{0}};

    assert_error(clSetKernelArg(kernel, 0, sizeof(buffer) - 1, &buffer), CL_INVALID_ARG_SIZE);
    assert_error(clSetKernelArg(kernel, 0, sizeof(buffer) * 2, &buffer), CL_INVALID_ARG_SIZE);
    assert_error(clSetKernelArg(kernel, 1, 8, &value), CL_INVALID_ARG_SIZE);
    assert_error(clSetKernelArg(kernel, 1, 0, &value), CL_INVALID_ARG_SIZE);
    assert_error(clSetKernelArg(kernel, 2, 5, &value), CL_INVALID_ARG_SIZE);
    assert_error(clSetKernelArg(kernel, 3, 12, &value), CL_INVALID_ARG_SIZE);
    assert_error(clSetKernelArg(kernel, 4, 0, NULL), CL_INVALID_ARG_SIZE);
    assert_success(clReleaseMemObject(buffer));
    assert_success(clReleaseKernel(kernel));
}

static void
bad_value_returns_CL_INVALID_ARG_VALUE(void **state)
{
    cl_kernel kernel = build_kernel(*state, source, "take");
    int value = 0;

    assert_error(clSetKernelArg(kernel, 1, sizeof(value), NULL), CL_INVALID_ARG_VALUE);
    assert_error(clSetKernelArg(kernel, 4, sizeof(value), &value), CL_INVALID_ARG_VALUE);
    assert_success(clReleaseKernel(kernel));
}

static void
foreign_memory_returns_CL_INVALID_MEM_OBJECT(void **state)
{
    struct fixture *f = *state;
    cl_kernel kernel = build_kernel(f, source, "is_null");
    void *foreign = foreign_handle(), *garbage = (void *)(uintptr_t)0x1234;

    assert_error(clSetKernelArg(kernel, 0, sizeof(foreign), &foreign), CL_INVALID_MEM_OBJECT);
    assert_error(clSetKernelArg(kernel, 0, sizeof(garbage), &garbage), CL_INVALID_MEM_OBJECT);
    assert_error(clSetKernelArg(kernel, 0, sizeof(f->queue), &f->queue), CL_INVALID_MEM_OBJECT);
    assert_success(clReleaseKernel(kernel));
}

static void
buffer_of_another_context_returns_CL_INVALID_CONTEXT(void **state)
{
    struct fixture *f = *state;
    cl_context context = other_context(f);
    cl_int err;
    cl_mem buffer = clCreateBuffer(context, 0, 4, NULL, &err);
    cl_kernel kernel = build_kernel(f, source, "is_null");

    assert_success(err);
    assert_error(clSetKernelArg(kernel, 0, sizeof(buffer), &buffer), CL_INVALID_CONTEXT);
    assert_success(clReleaseKernel(kernel));
    assert_success(clReleaseMemObject(buffer));
    assert_success(clReleaseContext(context));
}

static int
run_is_null(const struct fixture *f, cl_kernel kernel, cl_mem out)
{
    size_t size = 1;
    int value = 99;

    assert_success(clSetKernelArg(kernel, 1, sizeof(out), &out));
    assert_success(clEnqueueNDRangeKernel(f->queue, kernel, 1, NULL, &size, NULL, 0, NULL, NULL));
    assert_success(clEnqueueReadBuffer(f->queue, out, CL_TRUE, 0, 4, &value, 0, NULL, NULL));
    return value;
}

static void
null_buffers_are_null_pointers(void **state)
{
    struct fixture *f = *state;
    cl_kernel kernel = build_kernel(f, source, "is_null");
    cl_mem out = make_buffer(f, 4), none = NULL;

    assert_success(clSetKernelArg(kernel, 0, sizeof(none), &none));
    assert_int_equal(run_is_null(f, kernel, out), 1);
    assert_success(clSetKernelArg(kernel, 0, sizeof(out), &out));
    assert_int_equal(run_is_null(f, kernel, out), 0);
    assert_success(clSetKernelArg(kernel, 0, sizeof(none), NULL));
    assert_int_equal(run_is_null(f, kernel, out), 1);
    assert_success(clReleaseKernel(kernel));
    assert_success(clReleaseMemObject(out));
}

static void
unset_argument_returns_CL_INVALID_KERNEL_ARGS(void **state)
{
    struct fixture *f = *state;
    cl_kernel kernel = build_kernel(f, source, "is_null");
    size_t size = 1;

    assert_success(clSetKernelArg(kernel, 0, sizeof(cl_mem), NULL));
    assert_success(clSetKernelArg(kernel, 0, sizeof(cl_mem), NULL));
    assert_error(clEnqueueNDRangeKernel(f->queue, kernel, 1, NULL, &size, NULL, 0, NULL, NULL), CL_INVALID_KERNEL_ARGS);
    assert_success(clReleaseKernel(kernel));
}

static void
released_buffer_returns_CL_INVALID_KERNEL_ARGS(void **state)
{
    struct fixture *f = *state;
    cl_kernel kernel = build_kernel(f, source, "is_null");
    cl_mem gone = make_buffer(f, 4), out = make_buffer(f, 4);
    size_t size = 1;

    assert_success(clSetKernelArg(kernel, 0, sizeof(gone), &gone));
    assert_success(clSetKernelArg(kernel, 1, sizeof(out), &out));
    assert_success(clReleaseMemObject(gone));
    assert_error(clEnqueueNDRangeKernel(f->queue, kernel, 1, NULL, &size, NULL, 0, NULL, NULL), CL_INVALID_KERNEL_ARGS);
    assert_success(clReleaseKernel(kernel));
    assert_success(clReleaseMemObject(out));
}

static int destroyed;

static void CL_CALLBACK
note_destruction(cl_mem memory, void *data)
{
    (void)memory, (void)data;
    destroyed = 1;
}

static void
kernel_does_not_keep_its_buffers_alive(void **state)
{
    struct fixture *f = *state;
    cl_kernel kernel = build_kernel(f, source, "is_null");
    cl_mem buffer = make_buffer(f, 4);

    destroyed = 0;
    assert_success(clSetMemObjectDestructorCallback(buffer, note_destruction, NULL));
    assert_success(clSetKernelArg(kernel, 0, sizeof(buffer), &buffer));
    assert_success(clReleaseMemObject(buffer));
    assert_int_equal(destroyed, 1);
    assert_success(clReleaseKernel(kernel));
}

struct last_launch {
    cl_command_queue queue;
    cl_kernel kernel;
    cl_int err;
};

static void CL_CALLBACK
launch_with_it(cl_mem memory, void *data)
{
    struct last_launch *launch = data;
    size_t size = 1;

    (void)memory;
    launch->err = clEnqueueNDRangeKernel(launch->queue, launch->kernel, 1, NULL, &size, NULL, 0, NULL, NULL);
}

static void
dying_buffer_returns_CL_INVALID_KERNEL_ARGS(void **state)
{
    struct fixture *f = *state;
    struct last_launch launch = {f->queue, build_kernel(f, source, "is_null"), CL_SUCCESS};
    cl_mem dying = make_buffer(f, 4), out = make_buffer(f, 4);

    assert_success(clSetMemObjectDestructorCallback(dying, launch_with_it, &launch));
    assert_success(clSetKernelArg(launch.kernel, 0, sizeof(dying), &dying));
    assert_success(clSetKernelArg(launch.kernel, 1, sizeof(out), &out));
    assert_success(clReleaseMemObject(dying));
    assert_int_equal(launch.err, CL_INVALID_KERNEL_ARGS);
    assert_success(clReleaseKernel(launch.kernel));
    assert_success(clReleaseMemObject(out));
}

static void
launches_keep_the_arguments_of_their_enqueue(void **state)
{
    struct fixture *f = *state;
    cl_kernel kernel = build_kernel(f, "kernel void put(global int *a, int v) { *a = v; }", "put");
    cl_mem first = make_buffer(f, 4), second = make_buffer(f, 4);
    size_t size = 1;
    int one = 1, two = 2, got = 0;
    cl_int err;
    cl_event gate = clCreateUserEvent(f->context, &err);

    assert_success(err);
    assert_success(clSetKernelArg(kernel, 0, sizeof(first), &first));
    assert_success(clSetKernelArg(kernel, 1, sizeof(one), &one));
    assert_success(clEnqueueNDRangeKernel(f->queue, kernel, 1, NULL, &size, NULL, 1, &gate, NULL));
    assert_success(clSetKernelArg(kernel, 0, sizeof(second), &second));
    assert_success(clSetKernelArg(kernel, 1, sizeof(two), &two));
    assert_success(clEnqueueNDRangeKernel(f->queue, kernel, 1, NULL, &size, NULL, 0, NULL, NULL));
    assert_success(clReleaseKernel(kernel));
    assert_success(clSetUserEventStatus(gate, CL_COMPLETE));
    assert_success(clEnqueueReadBuffer(f->queue, first, CL_TRUE, 0, 4, &got, 0, NULL, NULL));
    assert_int_equal(got, 1);
    assert_success(clEnqueueReadBuffer(f->queue, second, CL_TRUE, 0, 4, &got, 0, NULL, NULL));
    assert_int_equal(got, 2);
    assert_success(clReleaseEvent(gate));
    assert_success(clReleaseMemObject(first));
    assert_success(clReleaseMemObject(second));
}

static void
local_arguments_do_not_overlap(void **state)
{
    struct fixture *f = *state;
    cl_kernel kernel = build_kernel(f, source, "locals");
    cl_mem out = make_buffer(f, 12);
    unsigned got[3] = {0};
    size_t size = 1;

    assert_success(clSetKernelArg(kernel, 0, sizeof(out), &out));
    assert_success(clSetKernelArg(kernel, 1, 129, NULL));
    assert_success(clSetKernelArg(kernel, 2, 8, NULL));
    assert_success(clSetKernelArg(kernel, 3, 4, NULL));
    assert_success(clEnqueueNDRangeKernel(f->queue, kernel, 1, NULL, &size, NULL, 0, NULL, NULL));
    assert_success(clEnqueueReadBuffer(f->queue, out, CL_TRUE, 0, sizeof(got), got, 0, NULL, NULL));
    assert_true(got[0] >= 129);
    assert_true(got[1] >= got[0] + 8);
    assert_int_equal(got[2], 0);
    assert_success(clReleaseKernel(kernel));
    assert_success(clReleaseMemObject(out));
}

static void
local_arguments_that_exceed_64_bits_together_return_CL_OUT_OF_RESOURCES(void **state)
{
    struct fixture *f = *state;
    cl_kernel kernel = build_kernel(f, source, "locals");
    cl_mem out = make_buffer(f, 12);
    const size_t sizes[][3] = {{SIZE_MAX - 1023, 1024, 1}, {SIZE_MAX, 1, 1}, {1, 1, SIZE_MAX}, {64, SIZE_MAX, 256}};
    cl_ulong bytes = 0;
    size_t one = 1;

    assert_success(clSetKernelArg(kernel, 0, sizeof(out), &out));
    for (size_t i = 0; i < sizeof(sizes) / sizeof(*sizes); i++) {
        for (cl_uint a = 0; a < 3; a++)
            assert_success(clSetKernelArg(kernel, 1 + a, sizes[i][a], NULL));
        assert_error(clEnqueueNDRangeKernel(f->queue, kernel, 1, NULL, &one, NULL, 0, NULL, NULL), CL_OUT_OF_RESOURCES);
        assert_success(clGetKernelWorkGroupInfo(kernel, NULL, CL_KERNEL_LOCAL_MEM_SIZE, sizeof(bytes), &bytes, NULL));
        assert_true(bytes == UINT64_MAX);
    }
    assert_success(clReleaseKernel(kernel));
    assert_success(clReleaseMemObject(out));
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values_arrive),
        cmocka_unit_test(bad_index_returns_CL_INVALID_ARG_INDEX),
        cmocka_unit_test(bad_size_returns_CL_INVALID_ARG_SIZE),
        cmocka_unit_test(bad_value_returns_CL_INVALID_ARG_VALUE),
        cmocka_unit_test(foreign_memory_returns_CL_INVALID_MEM_OBJECT),
        cmocka_unit_test(buffer_of_another_context_returns_CL_INVALID_CONTEXT),
        cmocka_unit_test(null_buffers_are_null_pointers),
        cmocka_unit_test(unset_argument_returns_CL_INVALID_KERNEL_ARGS),
        cmocka_unit_test(released_buffer_returns_CL_INVALID_KERNEL_ARGS),
        cmocka_unit_test(kernel_does_not_keep_its_buffers_alive),
        cmocka_unit_test(dying_buffer_returns_CL_INVALID_KERNEL_ARGS),
        cmocka_unit_test(launches_keep_the_arguments_of_their_enqueue),
        cmocka_unit_test(local_arguments_do_not_overlap),
        cmocka_unit_test(local_arguments_that_exceed_64_bits_together_return_CL_OUT_OF_RESOURCES),
    };

    return RUN_TESTS("kernel_arg");
}
