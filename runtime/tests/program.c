// SPDX-License-Identifier: Apache-2.0
// clCreateProgramWithSource, clBuildProgram and the queries of programs and builds.
#include "runtime/tests/support.h"

#include <sched.h>
#include <sys/wait.h>
#include <unistd.h>

static const char two_kernels[] = "kernel void one(global int *a) { a[get_global_id(0)] = VALUE; }\n"
                                  "kernel void two(global int *a) { a[get_global_id(0)] += VALUE; }\n";

static cl_program
create(const struct fixture *f, const char *source)
{
    cl_int err;
    cl_program program = clCreateProgramWithSource(f->context, 1, &source, NULL, &err);

    assert_success(err);
    return program;
}

static cl_build_status
build_status(const struct fixture *f, cl_program program)
{
    cl_build_status status = 99;

    assert_success(clGetProgramBuildInfo(program, f->device, CL_PROGRAM_BUILD_STATUS, sizeof(status), &status, NULL));
    return status;
}

static void
bad_strings_return_CL_INVALID_VALUE(void **state)
{
    struct fixture *f = *state;
    const char *strings[] = {"kernel void k() {}", NULL};
    cl_int err;

    assert_null(clCreateProgramWithSource(f->context, 0, strings, NULL, &err));
    assert_int_equal(err, CL_INVALID_VALUE);
    assert_null(clCreateProgramWithSource(f->context, 1, NULL, NULL, &err));
    assert_int_equal(err, CL_INVALID_VALUE);
    assert_null(clCreateProgramWithSource(f->context, 2, strings, NULL, &err));
    assert_int_equal(err, CL_INVALID_VALUE);
    assert_null(clCreateProgramWithSource(foreign_handle(), 1, strings, NULL, &err));
    assert_int_equal(err, CL_INVALID_CONTEXT);
}

static void
source_is_joined_without_nuls(void **state)
{
    struct fixture *f = *state;
    const char *strings[] = {"abc", "de\0f", "ghijk"};
    const size_t lengths[] = {0, 4, 2};
    char source[32] = "";
    size_t size = 0;
    cl_int err;
    cl_program program = clCreateProgramWithSource(f->context, 3, strings, lengths, &err);

    assert_success(err);
    assert_success(clGetProgramInfo(program, CL_PROGRAM_SOURCE, sizeof(source), source, &size));
    assert_string_equal(source, "abcdefgh");
    assert_int_equal(size, 9);
    assert_success(clReleaseProgram(program));
}

static void
tells_about_itself_before_a_build(void **state)
{
    struct fixture *f = *state;
    cl_program program = create(f, two_kernels);
    cl_uint count = 0;
    cl_context context = NULL;
    cl_device_id device = NULL;
    size_t size = 99;
    cl_program_binary_type type = 99;

    assert_success(clGetProgramInfo(program, CL_PROGRAM_REFERENCE_COUNT, sizeof(count), &count, NULL));
    assert_int_equal(count, 1);
    assert_success(clGetProgramInfo(program, CL_PROGRAM_CONTEXT, sizeof(context), &context, NULL));
    assert_ptr_equal(context, f->context);
    assert_success(clGetProgramInfo(program, CL_PROGRAM_NUM_DEVICES, sizeof(count), &count, NULL));
    assert_int_equal(count, 1);
    assert_success(clGetProgramInfo(program, CL_PROGRAM_DEVICES, sizeof(device), &device, NULL));
    assert_ptr_equal(device, f->device);
    assert_success(clGetProgramInfo(program, CL_PROGRAM_BINARY_SIZES, sizeof(size), &size, NULL));
    assert_int_equal(size, 0);
    assert_success(clGetProgramInfo(program, CL_PROGRAM_IL, 0, NULL, &size));
    assert_int_equal(size, 0);
    assert_error(clGetProgramInfo(program, CL_PROGRAM_NUM_KERNELS, sizeof(size), &size, NULL),
                 CL_INVALID_PROGRAM_EXECUTABLE);
    assert_error(clGetProgramInfo(program, CL_PROGRAM_KERNEL_NAMES, 0, NULL, &size), CL_INVALID_PROGRAM_EXECUTABLE);
    assert_error(clGetProgramInfo(program, CL_CONTEXT_DEVICES, 0, NULL, &size), CL_INVALID_VALUE);
    assert_int_equal(build_status(f, program), CL_BUILD_NONE);
    assert_success(clGetProgramBuildInfo(program, f->device, CL_PROGRAM_BINARY_TYPE, sizeof(type), &type, NULL));
    assert_int_equal(type, CL_PROGRAM_BINARY_TYPE_NONE);
    assert_success(clGetProgramBuildInfo(program, f->device, CL_PROGRAM_BUILD_LOG, 0, NULL, &size));
    assert_int_equal(size, 1);
    assert_error(clGetProgramBuildInfo(program, NULL, CL_PROGRAM_BUILD_LOG, 0, NULL, &size), CL_INVALID_DEVICE);
    assert_error(clGetProgramBuildInfo(program, f->device, CL_PROGRAM_SOURCE, 0, NULL, &size), CL_INVALID_VALUE);
    assert_success(clReleaseProgram(program));
}

static void
tells_about_its_build(void **state)
{
    struct fixture *f = *state;
    cl_program program = build_program(f, two_kernels, "-D VALUE=3");
    char text[64] = "";
    size_t size = 0;
    cl_program_binary_type type = 0;
    cl_bool present = CL_TRUE;

    assert_int_equal(build_status(f, program), CL_BUILD_SUCCESS);
    assert_success(clGetProgramInfo(program, CL_PROGRAM_NUM_KERNELS, sizeof(size), &size, NULL));
    assert_int_equal(size, 2);
    assert_success(clGetProgramInfo(program, CL_PROGRAM_KERNEL_NAMES, sizeof(text), text, NULL));
    assert_string_equal(text, "one;two");
    assert_success(clGetProgramBuildInfo(program, f->device, CL_PROGRAM_BUILD_OPTIONS, sizeof(text), text, NULL));
    assert_string_equal(text, "-D VALUE=3");
    assert_success(clGetProgramBuildInfo(program, f->device, CL_PROGRAM_BINARY_TYPE, sizeof(type), &type, NULL));
    assert_int_equal(type, CL_PROGRAM_BINARY_TYPE_EXECUTABLE);
    assert_success(clGetProgramInfo(program, CL_PROGRAM_SCOPE_GLOBAL_CTORS_PRESENT, sizeof(present), &present, NULL));
    assert_int_equal(present, CL_FALSE);
    assert_success(clGetProgramBuildInfo(program, f->device, CL_PROGRAM_BUILD_GLOBAL_VARIABLE_TOTAL_SIZE, sizeof(size),
                                         &size, NULL));
    assert_success(clReleaseProgram(program));
}

static void
broken_source_returns_CL_BUILD_PROGRAM_FAILURE_and_a_log(void **state)
{
    struct fixture *f = *state;
    cl_program program = create(f, "kernel void k(global int *a) { a[0] = undeclared_thing; }");
    char log[4096] = "";

    assert_error(clBuildProgram(program, 0, NULL, NULL, NULL, NULL), CL_BUILD_PROGRAM_FAILURE);
    assert_int_equal(build_status(f, program), CL_BUILD_ERROR);
    assert_success(clGetProgramBuildInfo(program, f->device, CL_PROGRAM_BUILD_LOG, sizeof(log), log, NULL));
    assert_non_null(strstr(log, "undeclared_thing"));
    assert_null(clCreateKernel(program, "k", NULL));
    assert_success(clReleaseProgram(program));
}

static char heard[4096];

static void CL_CALLBACK
hear(const char *text, const void *data, size_t size, void *user_data)
{
    (void)data, (void)size, (void)user_data;
    strncpy(heard, text, sizeof(heard) - 1);
}

static void
context_hears_the_first_error_of_a_log_that_begins_with_warnings(void **state)
{
    struct fixture *f = *state;
    const char *source = "#warning error: of another kind\n"
                         "kernel void k(global int *a) { int b; a[0] = b == 1; } // error: in an excerpt\n"
                         "int f(int x) { // error: in an excerpt\n"
                         "}\n"
                         "kernel void l(global int *a) { a[0] = undeclared_thing; }\n"
                         "kernel void m(global int *a) { a[0] = undeclared_too; }\n";
    cl_int err;
    cl_context context = clCreateContext(NULL, 1, &f->device, hear, NULL, &err);
    cl_program program;

    assert_success(err);
    program = clCreateProgramWithSource(context, 1, &source, NULL, &err);
    assert_success(err);
    assert_error(clBuildProgram(program, 0, NULL, NULL, NULL, NULL), CL_BUILD_PROGRAM_FAILURE);
    assert_string_equal(heard, "building a program failed: program.cl:5:39: error: use of undeclared identifier "
                               "'undeclared_thing'");
    assert_success(clReleaseProgram(program));
    assert_success(clReleaseContext(context));
}

static void
unknown_option_returns_CL_INVALID_BUILD_OPTIONS(void **state)
{
    struct fixture *f = *state;
    cl_program program = create(f, "kernel void k() {}");

    assert_error(clBuildProgram(program, 0, NULL, "-cl-no-such-option", NULL, NULL), CL_INVALID_BUILD_OPTIONS);
    assert_int_equal(build_status(f, program), CL_BUILD_ERROR);
    assert_success(clBuildProgram(program, 0, NULL, "-cl-mad-enable", NULL, NULL));
    assert_success(clReleaseProgram(program));
}

static void
bad_device_lists_are_refused(void **state)
{
    struct fixture *f = *state;
    cl_program program = create(f, "kernel void k() {}");
    cl_device_id foreign = foreign_handle();
    int data;

    assert_error(clBuildProgram(foreign_handle(), 0, NULL, NULL, NULL, NULL), CL_INVALID_PROGRAM);
    assert_error(clBuildProgram(program, 1, NULL, NULL, NULL, NULL), CL_INVALID_VALUE);
    assert_error(clBuildProgram(program, 0, &f->device, NULL, NULL, NULL), CL_INVALID_VALUE);
    assert_error(clBuildProgram(program, 1, &foreign, NULL, NULL, NULL), CL_INVALID_DEVICE);
    assert_error(clBuildProgram(program, 0, NULL, NULL, NULL, &data), CL_INVALID_VALUE);
    assert_success(clReleaseProgram(program));
}

static void
rebuild_with_kernels_returns_CL_INVALID_OPERATION(void **state)
{
    struct fixture *f = *state;
    cl_program program = build_program(f, two_kernels, "-D VALUE=3");
    cl_int err;
    cl_kernel kernel = clCreateKernel(program, "one", &err);

    assert_success(err);
    assert_error(clBuildProgram(program, 0, NULL, "-D VALUE=4", NULL, NULL), CL_INVALID_OPERATION);
    assert_error(clCompileProgram(program, 0, NULL, "-D VALUE=4", 0, NULL, NULL, NULL, NULL), CL_INVALID_OPERATION);
    assert_success(clReleaseKernel(kernel));
    assert_success(clBuildProgram(program, 0, NULL, "-D VALUE=4", NULL, NULL));
    assert_success(clReleaseProgram(program));
}

static void CL_CALLBACK
note_build(cl_program program, void *data)
{
    (void)program;
    __atomic_fetch_add((int *)data, 1, __ATOMIC_SEQ_CST);
}

static void
callback_hears_of_success_and_failure(void **state)
{
    struct fixture *f = *state;
    cl_program good = create(f, "kernel void k() {}"), bad = create(f, "kernel void k() { x; }");
    int calls = 0;

    assert_success(clBuildProgram(good, 0, NULL, NULL, note_build, &calls));
    assert_success(clBuildProgram(bad, 0, NULL, NULL, note_build, &calls));
    while (__atomic_load_n(&calls, __ATOMIC_SEQ_CST) < 2)
        sched_yield();
    assert_int_equal(build_status(f, good), CL_BUILD_SUCCESS);
    assert_int_equal(build_status(f, bad), CL_BUILD_ERROR);
    assert_success(clReleaseProgram(good));
    assert_success(clReleaseProgram(bad));
}

static void
invalid_options_are_refused_in_the_call(void **state)
{
    struct fixture *f = *state;
    cl_program program = create(f, "kernel void k() {}"), linked;
    int calls = 0;
    cl_int err;

    assert_error(clBuildProgram(program, 0, NULL, "-no", note_build, &calls), CL_INVALID_BUILD_OPTIONS);
    assert_int_equal(build_status(f, program), CL_BUILD_ERROR);
    assert_error(clCompileProgram(program, 0, NULL, "-no", 0, NULL, NULL, note_build, &calls),
                 CL_INVALID_COMPILER_OPTIONS);
    assert_success(clCompileProgram(program, 0, NULL, "", 0, NULL, NULL, NULL, NULL));
    linked = clLinkProgram(f->context, 0, NULL, "-no", 1, &program, note_build, &calls, &err);
    assert_null(linked);
    assert_int_equal(err, CL_INVALID_LINKER_OPTIONS);
    assert_int_equal(calls, 0);
    assert_success(clReleaseProgram(program));
}

static void
options_are_known_while_the_build_runs(void **state)
{
    struct fixture *f = *state;
    cl_program program = create(f, "kernel void k() { /* options_are_known_while_the_build_runs */ }");
    char options[32] = "";
    int calls = 0;

    assert_success(clBuildProgram(program, 0, NULL, "-D RUNS", note_build, &calls));
    assert_success(clGetProgramBuildInfo(program, f->device, CL_PROGRAM_BUILD_OPTIONS, sizeof(options), options, NULL));
    assert_string_equal(options, "-D RUNS");
    while (__atomic_load_n(&calls, __ATOMIC_SEQ_CST) < 1)
        sched_yield();
    assert_success(clReleaseProgram(program));
}

static void
program_may_be_released_while_it_builds(void **state)
{
    struct fixture *f = *state;
    int calls = 0;

    for (int i = 0; i < 4; i++) {
        cl_program program = create(f, "kernel void k() {}");

        assert_success(clBuildProgram(program, 0, NULL, NULL, note_build, &calls));
        assert_success(clReleaseProgram(program));
    }
    while (__atomic_load_n(&calls, __ATOMIC_SEQ_CST) < 4)
        sched_yield();
}

static void
forked_child_does_not_wait_for_its_parents_builds(void **state)
{
    struct fixture *f = *state;
    cl_program program = create(f, "kernel void forked() {}");
    int calls = 0, status = -1;
    pid_t child;

    assert_success(clBuildProgram(program, 0, NULL, NULL, note_build, &calls));
    child = fork();
    if (child == 0) {
        alarm(20);
        exit(0); // runs the library's destructors
    }
    assert_true(child > 0);
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
    while (__atomic_load_n(&calls, __ATOMIC_SEQ_CST) < 1)
        sched_yield();
    assert_success(clReleaseProgram(program));
}

static void
built_in_kernels_do_not_exist(void **state)
{
    struct fixture *f = *state;
    cl_int err;

    assert_null(clCreateProgramWithBuiltInKernels(f->context, 1, &f->device, "anything", &err));
    assert_int_equal(err, CL_INVALID_VALUE);
    assert_null(clCreateProgramWithBuiltInKernels(f->context, 1, &f->device, NULL, &err));
    assert_int_equal(err, CL_INVALID_VALUE);
    assert_null(clCreateProgramWithBuiltInKernels(f->context, 0, NULL, "anything", &err));
    assert_int_equal(err, CL_INVALID_VALUE);
}

static int released[2]; // the numbers of callbacks, in the order in which they were called
static size_t release_count;

static void CL_CALLBACK
note_release(cl_program program, void *data)
{
    assert_non_null(program);
    assert_true(release_count < 2);
    released[release_count++] = *(int *)data;
}

static void
release_callbacks_are_called_with_the_last_kernel_the_newest_first(void **state)
{
    struct fixture *f = *state;
    cl_program program = create(f, "kernel void k() {}");
    int numbers[] = {1, 2};
    cl_kernel kernel;
    cl_int err;

    release_count = 0;
    for (int i = 0; i < 2; i++)
        assert_success(clSetProgramReleaseCallback(program, note_release, &numbers[i]));
    assert_success(clBuildProgram(program, 0, NULL, NULL, NULL, NULL));
    kernel = clCreateKernel(program, "k", &err);
    assert_success(err);
    assert_success(clReleaseProgram(program));
    assert_int_equal(release_count, 0);
    assert_success(clReleaseKernel(kernel));
    assert_int_equal(release_count, 2);
    assert_int_equal(released[0], 2);
    assert_int_equal(released[1], 1);
}

static void
release_callback_errors(void **state)
{
    struct fixture *f = *state;
    cl_program program = create(f, "kernel void k() {}");

    assert_error(clSetProgramReleaseCallback(program, NULL, NULL), CL_INVALID_VALUE);
    assert_error(clSetProgramReleaseCallback(foreign_handle(), note_release, NULL), CL_INVALID_PROGRAM);
    assert_success(clBuildProgram(program, 0, NULL, NULL, NULL, NULL));
    assert_error(clSetProgramReleaseCallback(program, note_release, NULL), CL_INVALID_OPERATION);
    assert_success(clReleaseProgram(program));
}

static void
unloaded_compiler_comes_back(void **state)
{
    struct fixture *f = *state;

    assert_success(clUnloadPlatformCompiler(f->platform));
    assert_success(clReleaseProgram(build_program(f, "kernel void after_unload() {}", "")));
    assert_error(clUnloadPlatformCompiler(foreign_handle()), CL_INVALID_PLATFORM);
}

static void
retain_and_release_count(void **state)
{
    struct fixture *f = *state;
    cl_program program = create(f, "kernel void k() {}");
    cl_uint count = 0;

    assert_success(clRetainProgram(program));
    assert_success(clGetProgramInfo(program, CL_PROGRAM_REFERENCE_COUNT, sizeof(count), &count, NULL));
    assert_int_equal(count, 2);
    assert_success(clReleaseProgram(program));
    assert_success(clReleaseProgram(program));
    assert_error(clRetainProgram(foreign_handle()), CL_INVALID_PROGRAM);
    assert_error(clReleaseProgram(foreign_handle()), CL_INVALID_PROGRAM);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bad_strings_return_CL_INVALID_VALUE),
        cmocka_unit_test(source_is_joined_without_nuls),
        cmocka_unit_test(tells_about_itself_before_a_build),
        cmocka_unit_test(tells_about_its_build),
        cmocka_unit_test(broken_source_returns_CL_BUILD_PROGRAM_FAILURE_and_a_log),
        cmocka_unit_test(context_hears_the_first_error_of_a_log_that_begins_with_warnings),
        cmocka_unit_test(unknown_option_returns_CL_INVALID_BUILD_OPTIONS),
        cmocka_unit_test(bad_device_lists_are_refused),
        cmocka_unit_test(rebuild_with_kernels_returns_CL_INVALID_OPERATION),
        cmocka_unit_test(callback_hears_of_success_and_failure),
        cmocka_unit_test(invalid_options_are_refused_in_the_call),
        cmocka_unit_test(options_are_known_while_the_build_runs),
        cmocka_unit_test(program_may_be_released_while_it_builds),
        cmocka_unit_test(forked_child_does_not_wait_for_its_parents_builds),
        cmocka_unit_test(built_in_kernels_do_not_exist),
        cmocka_unit_test(release_callbacks_are_called_with_the_last_kernel_the_newest_first),
        cmocka_unit_test(release_callback_errors),
        cmocka_unit_test(unloaded_compiler_comes_back),
        cmocka_unit_test(retain_and_release_count),
    };

    return RUN_TESTS("program");
}
