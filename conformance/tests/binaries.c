// SPDX-License-Identifier: Apache-2.0
// Program binaries: they come back, and a damaged one is refused.
#include <stdlib.h>
#include <string.h>

#include "conformance/tests/support.h"

static const char source[] =
    "kernel void k(global int *out, int add) { out[get_global_id(0)] = get_global_id(0) + add; }";

// The program's binary, owned by the caller.
static unsigned char *
binary_of(cl_program program, size_t *size)
{
    unsigned char *binary;

    CHECK(clGetProgramInfo(program, CL_PROGRAM_BINARY_SIZES, sizeof *size, size, NULL));
    assert_true(*size > 0);
    binary = malloc(*size);
    assert_non_null(binary);
    CHECK(clGetProgramInfo(program, CL_PROGRAM_BINARIES, sizeof binary, &binary, NULL));
    return binary;
}

static void
run_and_check(cl_program program)
{
    cl_int out[32], add = 5, err;
    cl_mem buffer = clCreateBuffer(test_context, CL_MEM_READ_WRITE, sizeof out, NULL, NULL);
    cl_kernel kernel = clCreateKernel(program, "k", &err);
    const size_t items = 32;

    CHECK(err);
    CHECK(clSetKernelArg(kernel, 0, sizeof buffer, &buffer));
    CHECK(clSetKernelArg(kernel, 1, sizeof add, &add));
    CHECK(clEnqueueNDRangeKernel(test_queue, kernel, 1, NULL, &items, NULL, 0, NULL, NULL));
    CHECK(clEnqueueReadBuffer(test_queue, buffer, CL_TRUE, 0, sizeof out, out, 0, NULL, NULL));
    for (int i = 0; i < 32; i++)
        assert_int_equal(out[i], i + 5);
    CHECK(clReleaseKernel(kernel));
    CHECK(clReleaseMemObject(buffer));
}

static void
executable_round_trip(void **state)
{
    cl_program program = test_build(source, "");
    cl_int status = -1, err;
    size_t size;
    unsigned char *binary = binary_of(program, &size);
    cl_program again;

    (void)state;
    CHECK(clReleaseProgram(program));
    again =
        clCreateProgramWithBinary(test_context, 1, &test_device, &size, (const unsigned char **)&binary, &status, &err);
    CHECK(err);
    CHECK(status);
    CHECK(clBuildProgram(again, 1, &test_device, "", NULL, NULL));
    run_and_check(again);
    CHECK(clReleaseProgram(again));
    free(binary);
}

static void
object_round_trip_then_link(void **state)
{
    const char *text = source;
    cl_int status = -1, err;
    cl_program program = clCreateProgramWithSource(test_context, 1, &text, NULL, &err), again, linked;
    unsigned char *binary;
    size_t size;

    (void)state;
    CHECK(err);
    CHECK(clCompileProgram(program, 1, &test_device, "", 0, NULL, NULL, NULL, NULL));
    binary = binary_of(program, &size);
    CHECK(clReleaseProgram(program));
    again =
        clCreateProgramWithBinary(test_context, 1, &test_device, &size, (const unsigned char **)&binary, &status, &err);
    CHECK(err);
    linked = clLinkProgram(test_context, 1, &test_device, "", 1, &again, NULL, NULL, &err);
    CHECK(err);
    run_and_check(linked);
    CHECK(clReleaseProgram(linked));
    CHECK(clReleaseProgram(again));
    free(binary);
}

static void
every_kind_of_damage_is_refused(void **state)
{
    cl_program program = test_build(source, "");
    size_t size;
    unsigned char *binary = binary_of(program, &size);

    (void)state;
    CHECK(clReleaseProgram(program));
    for (size_t i = 0; i < 64; i++) {
        size_t at = i * (size - 1) / 63;
        cl_int status = CL_SUCCESS, err = CL_SUCCESS;

        binary[at] ^= 0x40;
        assert_null(clCreateProgramWithBinary(test_context, 1, &test_device, &size, (const unsigned char **)&binary,
                                              &status, &err));
        assert_int_equal(err, CL_INVALID_BINARY);
        assert_int_equal(status, CL_INVALID_BINARY);
        binary[at] ^= 0x40;
    }
    free(binary);
}

static void
a_truncated_binary_is_refused(void **state)
{
    cl_program program = test_build(source, "");
    size_t size;
    unsigned char *binary = binary_of(program, &size);

    (void)state;
    CHECK(clReleaseProgram(program));
    for (size_t cut = 1; cut < size; cut = cut * 3 + 1) {
        size_t shorter = size - cut;
        cl_int err = CL_SUCCESS;

        assert_null(clCreateProgramWithBinary(test_context, 1, &test_device, &shorter, (const unsigned char **)&binary,
                                              NULL, &err));
        assert_int_equal(err, CL_INVALID_BINARY);
    }
    free(binary);
}

static void
any_other_bytes_are_refused(void **state)
{
    unsigned char bytes[4096];
    const unsigned char *pointer = bytes;
    size_t size = sizeof bytes;
    cl_int err = CL_SUCCESS;

    (void)state;
    for (size_t i = 0; i < sizeof bytes; i++)
        bytes[i] = (unsigned char)(i * 37);
    memcpy(bytes, "\177ELF", 4);
    assert_null(clCreateProgramWithBinary(test_context, 1, &test_device, &size, &pointer, NULL, &err));
    assert_int_equal(err, CL_INVALID_BINARY);
}

static void
the_same_program_twice_in_one_process(void **state)
{
    cl_program first = test_build(source, ""), second = test_build(source, "");

    (void)state;
    run_and_check(first);
    CHECK(clReleaseProgram(first));
    run_and_check(second);
    CHECK(clReleaseProgram(second));
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(executable_round_trip),           cmocka_unit_test(object_round_trip_then_link),
        cmocka_unit_test(every_kind_of_damage_is_refused), cmocka_unit_test(a_truncated_binary_is_refused),
        cmocka_unit_test(any_other_bytes_are_refused),     cmocka_unit_test(the_same_program_twice_in_one_process),
    };

    return cmocka_run_group_tests_name("binaries", tests, test_begin, test_end);
}
