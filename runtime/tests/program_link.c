// SPDX-License-Identifier: Apache-2.0
// clCompileProgram and clLinkProgram.
#include "runtime/tests/support.h"

#include <sched.h>

static cl_program
create(const struct fixture *f, const char *source)
{
    cl_int err;
    cl_program program = clCreateProgramWithSource(f->context, 1, &source, NULL, &err);

    assert_success(err);
    return program;
}

static cl_program
compiled(const struct fixture *f, const char *source)
{
    cl_program program = create(f, source);

    assert_success(clCompileProgram(program, 0, NULL, "", 0, NULL, NULL, NULL, NULL));
    return program;
}

static cl_program_binary_type
binary_type(const struct fixture *f, cl_program program)
{
    cl_program_binary_type type = 99;

    assert_success(clGetProgramBuildInfo(program, f->device, CL_PROGRAM_BINARY_TYPE, sizeof(type), &type, NULL));
    return type;
}

static void
expect_result(const struct fixture *f, cl_program program, const char *name, int expected)
{
    size_t one = 1;
    int value = 0;
    cl_int err;
    cl_mem buffer = make_buffer(f, 4);
    cl_kernel kernel = clCreateKernel(program, name, &err);

    assert_success(err);
    assert_success(clSetKernelArg(kernel, 0, sizeof(buffer), &buffer));
    assert_success(clEnqueueNDRangeKernel(f->queue, kernel, 1, NULL, &one, NULL, 0, NULL, NULL));
    assert_success(clEnqueueReadBuffer(f->queue, buffer, CL_TRUE, 0, 4, &value, 0, NULL, NULL));
    assert_int_equal(value, expected);
    assert_success(clReleaseKernel(kernel));
    assert_success(clReleaseMemObject(buffer));
}

static void
compiled_programs_link_to_an_executable(void **state)
{
    struct fixture *f = *state;
    cl_program parts[2] = {compiled(f, "int seven(void) { return 7; }"),
                           compiled(f, "int seven(void); kernel void k(global int *a) { *a = seven(); }")};
    cl_int err;
    cl_program linked;

    assert_int_equal(binary_type(f, parts[0]), CL_PROGRAM_BINARY_TYPE_COMPILED_OBJECT);
    assert_null(clCreateKernel(parts[1], "k", &err));
    assert_int_equal(err, CL_INVALID_PROGRAM_EXECUTABLE);
    linked = clLinkProgram(f->context, 0, NULL, NULL, 2, parts, NULL, NULL, &err);
    assert_success(err);
    assert_int_equal(binary_type(f, linked), CL_PROGRAM_BINARY_TYPE_EXECUTABLE);
    expect_result(f, linked, "k", 7);
    assert_error(clBuildProgram(linked, 0, NULL, NULL, NULL, NULL), CL_INVALID_OPERATION);
    assert_success(clReleaseProgram(linked));
    assert_success(clReleaseProgram(parts[0]));
    assert_success(clReleaseProgram(parts[1]));
}

static void
kernels_call_kernels_of_other_programs(void **state)
{
    struct fixture *f = *state;
    cl_program parts[2] = {compiled(f, "kernel void inner(global int *a) { *a = 6; }"),
                           compiled(f, "extern kernel void inner(global int *a);\n"
                                       "kernel void outer(global int *a) { inner(a); *a += 4; }")};
    cl_int err;
    cl_program linked = clLinkProgram(f->context, 0, NULL, NULL, 2, parts, NULL, NULL, &err);

    assert_success(err);
    expect_result(f, linked, "inner", 6);
    expect_result(f, linked, "outer", 10);
    assert_success(clReleaseProgram(linked));
    assert_success(clReleaseProgram(parts[0]));
    assert_success(clReleaseProgram(parts[1]));
}

static void
libraries_link_further(void **state)
{
    struct fixture *f = *state;
    cl_program part = compiled(f, "int eight(void) { return 8; }"), both[2], linked;
    cl_int err;

    both[0] = clLinkProgram(f->context, 0, NULL, "-create-library", 1, &part, NULL, NULL, &err);
    assert_success(err);
    assert_int_equal(binary_type(f, both[0]), CL_PROGRAM_BINARY_TYPE_LIBRARY);
    both[1] = compiled(f, "int eight(void); kernel void k(global int *a) { *a = eight(); }");
    linked = clLinkProgram(f->context, 1, &f->device, "", 2, both, NULL, NULL, &err);
    assert_success(err);
    expect_result(f, linked, "k", 8);
    assert_success(clReleaseProgram(linked));
    assert_success(clReleaseProgram(both[0]));
    assert_success(clReleaseProgram(both[1]));
    assert_success(clReleaseProgram(part));
}

static void
headers_are_found_by_name(void **state)
{
    struct fixture *f = *state;
    cl_program header = create(f, "#define NINE 9\n"), linked, program;
    const char *name = "numbers/nine.h";
    cl_int err;

    program = create(f, "#include <numbers/nine.h>\nkernel void k(global int *a) { *a = NINE; }");
    assert_success(clCompileProgram(program, 0, NULL, NULL, 1, &header, &name, NULL, NULL));
    linked = clLinkProgram(f->context, 0, NULL, NULL, 1, &program, NULL, NULL, &err);
    assert_success(err);
    expect_result(f, linked, "k", 9);
    assert_success(clReleaseProgram(linked));
    assert_success(clReleaseProgram(program));
    assert_success(clReleaseProgram(header));
}

static void
unresolved_function_returns_CL_LINK_PROGRAM_FAILURE_and_a_log(void **state)
{
    struct fixture *f = *state;
    cl_program part = compiled(f, "int missing_one(void); kernel void k(global int *a) { *a = missing_one(); }");
    char log[4096] = "";
    cl_int err;
    cl_program linked = clLinkProgram(f->context, 0, NULL, NULL, 1, &part, NULL, NULL, &err);

    assert_int_equal(err, CL_LINK_PROGRAM_FAILURE);
    assert_non_null(linked);
    assert_success(clGetProgramBuildInfo(linked, f->device, CL_PROGRAM_BUILD_LOG, sizeof(log), log, NULL));
    assert_non_null(strstr(log, "missing_one"));
    assert_success(clReleaseProgram(linked));
    assert_success(clReleaseProgram(part));
}

static void
broken_source_returns_CL_COMPILE_PROGRAM_FAILURE(void **state)
{
    struct fixture *f = *state;
    cl_program program = create(f, "kernel void k() { what; }");

    assert_error(clCompileProgram(program, 0, NULL, NULL, 0, NULL, NULL, NULL, NULL), CL_COMPILE_PROGRAM_FAILURE);
    assert_success(clReleaseProgram(program));
}

static void
unknown_options_are_refused(void **state)
{
    struct fixture *f = *state;
    cl_program program = create(f, "kernel void k() {}"), part = compiled(f, "kernel void k() {}");
    cl_int err;

    assert_error(clCompileProgram(program, 0, NULL, "-no-such", 0, NULL, NULL, NULL, NULL),
                 CL_INVALID_COMPILER_OPTIONS);
    assert_null(clLinkProgram(f->context, 0, NULL, "-no-such", 1, &part, NULL, NULL, &err));
    assert_int_equal(err, CL_INVALID_LINKER_OPTIONS);
    assert_success(clReleaseProgram(program));
    assert_success(clReleaseProgram(part));
}

static void
bad_headers_return_CL_INVALID_VALUE(void **state)
{
    struct fixture *f = *state;
    cl_program program = create(f, "kernel void k() {}"), header = create(f, "");
    const char *name = "h";

    assert_error(clCompileProgram(program, 0, NULL, NULL, 0, &header, &name, NULL, NULL), CL_INVALID_VALUE);
    assert_error(clCompileProgram(program, 0, NULL, NULL, 1, NULL, &name, NULL, NULL), CL_INVALID_VALUE);
    assert_error(clCompileProgram(program, 0, NULL, NULL, 1, &header, NULL, NULL, NULL), CL_INVALID_VALUE);
    assert_success(clReleaseProgram(program));
    assert_success(clReleaseProgram(header));
}

static void
bad_inputs_are_refused(void **state)
{
    struct fixture *f = *state;
    cl_program inputs[2] = {compiled(f, "kernel void k() {}"), create(f, "kernel void l() {}")};
    cl_program foreign = foreign_handle();
    cl_int err;

    assert_null(clLinkProgram(f->context, 0, NULL, NULL, 0, NULL, NULL, NULL, &err));
    assert_int_equal(err, CL_INVALID_VALUE);
    assert_null(clLinkProgram(f->context, 0, NULL, NULL, 1, NULL, NULL, NULL, &err));
    assert_int_equal(err, CL_INVALID_VALUE);
    assert_null(clLinkProgram(f->context, 0, NULL, NULL, 1, &foreign, NULL, NULL, &err));
    assert_int_equal(err, CL_INVALID_PROGRAM);
    assert_null(clLinkProgram(foreign_handle(), 0, NULL, NULL, 1, inputs, NULL, NULL, &err));
    assert_int_equal(err, CL_INVALID_CONTEXT);
    // One is compiled, the other is not.
    assert_null(clLinkProgram(f->context, 0, NULL, NULL, 2, inputs, NULL, NULL, &err));
    assert_int_equal(err, CL_INVALID_OPERATION);
    assert_success(clReleaseProgram(inputs[0]));
    assert_success(clReleaseProgram(inputs[1]));
}

static cl_program told;

static void CL_CALLBACK
note_program(cl_program program, void *data)
{
    (void)data;
    __atomic_store_n(&told, program, __ATOMIC_SEQ_CST);
}

static void
callback_gets_the_linked_program(void **state)
{
    struct fixture *f = *state;
    cl_program part = compiled(f, "kernel void k(global int *a) { *a = 1; }"), linked;
    cl_int err;

    told = NULL;
    linked = clLinkProgram(f->context, 0, NULL, NULL, 1, &part, note_program, NULL, &err);
    assert_success(err);
    while (!__atomic_load_n(&told, __ATOMIC_SEQ_CST))
        sched_yield();
    assert_ptr_equal(told, linked);
    expect_result(f, linked, "k", 1);
    assert_success(clReleaseProgram(linked));
    assert_success(clReleaseProgram(part));
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(compiled_programs_link_to_an_executable),
        cmocka_unit_test(kernels_call_kernels_of_other_programs),
        cmocka_unit_test(libraries_link_further),
        cmocka_unit_test(headers_are_found_by_name),
        cmocka_unit_test(unresolved_function_returns_CL_LINK_PROGRAM_FAILURE_and_a_log),
        cmocka_unit_test(broken_source_returns_CL_COMPILE_PROGRAM_FAILURE),
        cmocka_unit_test(unknown_options_are_refused),
        cmocka_unit_test(bad_headers_return_CL_INVALID_VALUE),
        cmocka_unit_test(bad_inputs_are_refused),
        cmocka_unit_test(callback_gets_the_linked_program),
    };

    return RUN_TESTS("program_link");
}
