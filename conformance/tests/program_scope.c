// SPDX-License-Identifier: Apache-2.0
// Program-scope variables in global memory: initialized, zeroed, aligned, kept between launches, one set a program.
#include <stdio.h>
#include <string.h>

#include "conformance/tests/support.h"

static const char source[] =
    "global int counter = 40;\n"
    "global int zeroed[100];\n"
    "global struct { char c; double16 wide; int last[3]; } record = {'x', (double16)(2.5), {7, 8, 9}};\n"
    "global int *global link = &record.last[1];\n"
    "static global uchar odd[3] = {1, 2, 3};\n"
    "constant int table[4] = {10, 20, 30, 40};\n"
    "int next(void) { static global int calls; return ++calls; }\n"
    "kernel void step(global int *out) {\n"
    "  out[0] = counter++; out[1] = zeroed[99]++; out[2] = *link; out[3] = record.last[2]--;\n"
    "  out[4] = (int)((ulong)&record.wide & 127); out[5] = odd[0] + odd[1] * 10 + odd[2] * 100; odd[1]++;\n"
    "  out[6] = next() + next() * 10; out[7] = table[counter & 3] + (int)record.wide.sf; link++; }\n"
    "kernel void look(global int *out) { out[0] = counter; out[1] = zeroed[99]; }\n"
    "kernel void count(void) { atomic_fetch_add_explicit((global atomic_int *)&zeroed[0], 1, memory_order_relaxed); }\n"
    "kernel void counted(global int *out) { out[0] = zeroed[0]; }";

struct fixture {
    cl_program program;
    cl_mem buffer;
};

static void
launch(const struct fixture *f, const char *name, size_t items, cl_int out[8])
{
    cl_int err;
    cl_kernel kernel = clCreateKernel(f->program, name, &err);

    CHECK(err);
    if (out)
        CHECK(clSetKernelArg(kernel, 0, sizeof f->buffer, &f->buffer));
    CHECK(clEnqueueNDRangeKernel(test_queue, kernel, 1, NULL, &items, NULL, 0, NULL, NULL));
    if (out)
        CHECK(clEnqueueReadBuffer(test_queue, f->buffer, CL_TRUE, 0, 8 * sizeof *out, out, 0, NULL, NULL));
    CHECK(clFinish(test_queue));
    CHECK(clReleaseKernel(kernel));
}

static struct fixture
begin(void)
{
    struct fixture f;
    cl_int err;

    f.program = test_build(source, "-cl-std=CL3.0");
    f.buffer = clCreateBuffer(test_context, 0, 8 * sizeof(cl_int), NULL, &err);
    CHECK(err);
    return f;
}

static void
end(struct fixture *f)
{
    CHECK(clReleaseMemObject(f->buffer));
    CHECK(clReleaseProgram(f->program));
}

static void
values_begin_as_written_and_are_kept(void **state)
{
    struct fixture f = begin();
    cl_int out[8];

    (void)state;
    launch(&f, "step", 1, out);
    assert_memory_equal(out, ((cl_int[8]){40, 0, 8, 9, 0, 321, 1 + 2 * 10, 20 + 2}), sizeof out);
    launch(&f, "step", 1, out);
    assert_memory_equal(out, ((cl_int[8]){41, 1, 8, 8, 0, 331, 3 + 4 * 10, 30 + 2}), sizeof out);
    launch(&f, "look", 1, out); // another kernel of the program
    assert_int_equal(out[0], 42);
    assert_int_equal(out[1], 2);
    end(&f);
}

static void
each_program_has_its_own(void **state)
{
    struct fixture a = begin(), b = begin();
    cl_int out[8];

    (void)state;
    launch(&a, "step", 1, out);
    launch(&a, "step", 1, out);
    launch(&b, "step", 1, out);
    assert_int_equal(out[0], 40);
    launch(&a, "look", 1, out);
    assert_int_equal(out[0], 42);
    launch(&b, "look", 1, out);
    assert_int_equal(out[0], 41);
    end(&a);
    end(&b);
}

static void
all_work_items_of_many_launches_see_one_variable(void **state)
{
    enum { ITEMS = 100000, LAUNCHES = 20 };
    struct fixture f = begin();
    cl_int out[8];

    (void)state;
    for (int i = 0; i < LAUNCHES; i++)
        launch(&f, "count", ITEMS, NULL);
    launch(&f, "counted", 1, out);
    assert_int_equal(out[0], ITEMS * LAUNCHES);
    end(&f);
}

static void
their_size_is_told(void **state)
{
    struct fixture f = begin();
    size_t size = 0;

    (void)state;
    CHECK(clGetProgramBuildInfo(f.program, test_device, CL_PROGRAM_BUILD_GLOBAL_VARIABLE_TOTAL_SIZE, sizeof size, &size,
                                NULL));
    assert_in_range(size, 4 + 400 + 384 + 8 + 3 + 4, 2048);
    end(&f);
}

static void
variables_may_be_as_large_as_the_device_says(void **state)
{
    size_t largest = 0;
    cl_uchar out[3] = {9, 9, 9};
    char options[60];

    (void)state;
    CHECK(clGetDeviceInfo(test_device, CL_DEVICE_MAX_GLOBAL_VARIABLE_SIZE, sizeof largest, &largest, NULL));
    assert_true(largest >= 64 << 10); // the least the specification allows
    snprintf(options, sizeof options, "-cl-std=CL3.0 -DSIZE=%zu", largest);
    test_run("global uchar large[SIZE];\n"
             "kernel void k(global uchar *out) {\n"
             "  out[0] = large[0]; out[1] = large[SIZE - 1]; large[SIZE - 1] = 5; out[2] = large[SIZE - 1]; }",
             options, "k", RANGE1(1, 1), BUFFER(out));
    assert_int_equal(out[0], 0);
    assert_int_equal(out[1], 0);
    assert_int_equal(out[2], 5);
}

// The index's constant part alone leads 2 GiB before the table.
static void
an_index_may_be_far_from_what_it_adds_up_to(void **state)
{
    static const char *const options[] = {"", "-cl-opt-disable", "-g"};
    cl_uint in[8], out[8];

    (void)state;
    for (cl_uint i = 0; i < 8; i++)
        in[i] = 536870912 + (i * 5 & 7);
    for (size_t o = 0; o < sizeof options / sizeof *options; o++) {
        memset(out, 0, sizeof out);
        test_run("constant uint table[8] = {3, 1, 4, 1, 5, 9, 2, 6};\n"
                 "kernel void k(global const uint *in, global uint *out) {\n"
                 "  size_t i = get_global_id(0);\n"
                 "  uint x = table[(int)in[i] - 536870912];\n"
                 "  if (in[i] == 1) x += table[-536870912] + table[in[i] + 536870911];\n"
                 "  out[i] = x; }",
                 options[o], "k", RANGE1(8, 8), BUFFER(in), BUFFER(out));
        for (size_t i = 0; i < 8; i++)
            assert_int_equal(out[i], "31415926"[i * 5 & 7] - '0');
    }
}

static void
a_1_2_program_has_none(void **state)
{
    char log[1000] = "";

    (void)state;
    assert_int_equal(test_try_build("global int variable;\nkernel void k(void) {}", "-cl-std=CL1.2", log, sizeof log),
                     CL_BUILD_PROGRAM_FAILURE);
    assert_non_null(strstr(log, "program scope variable"));
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values_begin_as_written_and_are_kept),
        cmocka_unit_test(each_program_has_its_own),
        cmocka_unit_test(all_work_items_of_many_launches_see_one_variable),
        cmocka_unit_test(their_size_is_told),
        cmocka_unit_test(variables_may_be_as_large_as_the_device_says),
        cmocka_unit_test(an_index_may_be_far_from_what_it_adds_up_to),
        cmocka_unit_test(a_1_2_program_has_none),
    };

    return cmocka_run_group_tests_name("program_scope", tests, test_begin, test_end);
}
