// SPDX-License-Identifier: Apache-2.0
// CL_PROGRAM_BINARIES and clCreateProgramWithBinary.
#include "compiler/program_binary.h"
#include "compiler/kernel_info.h"
#include "runtime/tests/support.h"

static const char source[] = "kernel void k(global int *a) { *a = 77; }";

// The binary of a program with one device; the caller frees it.
static unsigned char *
get_binary(cl_program program, size_t *size)
{
    unsigned char *binary;

    assert_success(clGetProgramInfo(program, CL_PROGRAM_BINARY_SIZES, sizeof(*size), size, NULL));
    assert_int_not_equal(*size, 0);
    binary = malloc(*size);
    assert_non_null(binary);
    assert_success(clGetProgramInfo(program, CL_PROGRAM_BINARIES, sizeof(binary), &binary, NULL));
    return binary;
}

static cl_program
load(const struct fixture *f, const unsigned char *binary, size_t size, cl_int expected)
{
    cl_int err, status = 99;
    cl_program program = clCreateProgramWithBinary(f->context, 1, &f->device, &size, &binary, &status, &err);

    assert_int_equal(err, expected);
    assert_int_equal(status, expected);
    return program;
}

static void
executable_makes_the_round_trip(void **state)
{
    struct fixture *f = *state;
    cl_program program = build_program(f, source, ""), again;
    size_t size, other_size, one = 1;
    unsigned char *binary = get_binary(program, &size), *other;
    cl_program_binary_type type = 0;
    cl_build_status status = 99;
    cl_kernel kernel;
    cl_mem buffer = make_buffer(f, 4);
    int value = 0;
    char text[8] = "x";
    cl_int err;

    again = load(f, binary, size, CL_SUCCESS);
    assert_success(clGetProgramBuildInfo(again, f->device, CL_PROGRAM_BINARY_TYPE, sizeof(type), &type, NULL));
    assert_int_equal(type, CL_PROGRAM_BINARY_TYPE_EXECUTABLE);
    assert_success(clGetProgramBuildInfo(again, f->device, CL_PROGRAM_BUILD_STATUS, sizeof(status), &status, NULL));
    assert_int_equal(status, CL_BUILD_NONE);
    assert_null(clCreateKernel(again, "k", &err));
    assert_int_equal(err, CL_INVALID_PROGRAM_EXECUTABLE);
    assert_success(clGetProgramInfo(again, CL_PROGRAM_SOURCE, sizeof(text), text, NULL));
    assert_string_equal(text, "");
    other = get_binary(again, &other_size);
    assert_int_equal(size, other_size);
    assert_memory_equal(binary, other, size);

    assert_error(clBuildProgram(again, 0, NULL, "-nonsense", NULL, NULL), CL_INVALID_BUILD_OPTIONS);
    assert_success(clBuildProgram(again, 0, NULL, NULL, NULL, NULL));
    kernel = clCreateKernel(again, "k", &err);
    assert_success(err);
    assert_success(clSetKernelArg(kernel, 0, sizeof(buffer), &buffer));
    assert_success(clEnqueueNDRangeKernel(f->queue, kernel, 1, NULL, &one, NULL, 0, NULL, NULL));
    assert_success(clEnqueueReadBuffer(f->queue, buffer, CL_TRUE, 0, 4, &value, 0, NULL, NULL));
    assert_int_equal(value, 77);
    assert_error(clCompileProgram(again, 0, NULL, NULL, 0, NULL, NULL, NULL, NULL), CL_INVALID_OPERATION);
    free(binary);
    free(other);
    assert_success(clReleaseKernel(kernel));
    assert_success(clReleaseMemObject(buffer));
    assert_success(clReleaseProgram(again));
    assert_success(clReleaseProgram(program));
}

static void
compiled_object_links_after_the_round_trip(void **state)
{
    struct fixture *f = *state;
    const char *text = source;
    cl_int err;
    cl_program program = clCreateProgramWithSource(f->context, 1, &text, NULL, &err), again, linked;
    unsigned char *binary;
    size_t size;

    assert_success(err);
    assert_success(clCompileProgram(program, 0, NULL, NULL, 0, NULL, NULL, NULL, NULL));
    binary = get_binary(program, &size);
    again = load(f, binary, size, CL_SUCCESS);
    assert_error(clBuildProgram(again, 0, NULL, NULL, NULL, NULL), CL_INVALID_BINARY);
    linked = clLinkProgram(f->context, 0, NULL, NULL, 1, &again, NULL, NULL, &err);
    assert_success(err);
    assert_non_null(linked);
    free(binary);
    assert_success(clReleaseProgram(linked));
    assert_success(clReleaseProgram(again));
    assert_success(clReleaseProgram(program));
}

// Neither the cache keeps it, nor has it what versions are made from: the next one is another program.
static void
what_is_linked_depends_on_time_as_its_parts_do(void **state)
{
    static const char *const texts[] = {"kernel void k(global float *a) { a[get_global_id(0)] *= 2; }",
                                        "kernel void k(global char *a) { a[get_global_id(0)] = __TIME__[0]; }"};
    struct fixture *f = *state;

    for (int on_time = 0; on_time < 2; on_time++) {
        cl_int err;
        cl_program part = clCreateProgramWithSource(f->context, 1, (const char **)&texts[on_time], NULL, &err), linked;
        struct weft_binary_view view;
        unsigned char *binary;
        size_t size;

        assert_success(err);
        assert_success(clCompileProgram(part, 0, NULL, NULL, 0, NULL, NULL, NULL, NULL));
        linked = clLinkProgram(f->context, 0, NULL, NULL, 1, &part, NULL, NULL, &err);
        assert_success(err);
        binary = get_binary(linked, &size);
        assert_null(weft_binary_parse(binary, size, NULL, &view));
        assert_int_equal(weft_binary_depends_on_time(view.deps, view.deps_size), on_time);
        assert_int_equal(view.origin_size == 0, on_time);
        free(binary);
        assert_success(clReleaseProgram(linked));
        assert_success(clReleaseProgram(part));
    }
}

static void
damaged_binaries_return_CL_INVALID_BINARY(void **state)
{
    struct fixture *f = *state;
    cl_program program = build_program(f, source, "");
    size_t size;
    unsigned char *binary = get_binary(program, &size);

    assert_null(load(f, (const unsigned char *)"not a binary", 12, CL_INVALID_BINARY));
    assert_null(load(f, binary, size - 1, CL_INVALID_BINARY));
    assert_null(load(f, binary, size / 2, CL_INVALID_BINARY));
    binary[size / 2] ^= 1;
    assert_null(load(f, binary, size, CL_INVALID_BINARY));
    free(binary);
    assert_success(clReleaseProgram(program));
}

// The binary with other things told of its kernels, and a checksum that is right.
static unsigned char *
retell(const unsigned char *binary, size_t size, void (*change)(struct weft_kernel_info *kernel), size_t *new_size)
{
    struct weft_binary_view view;
    struct weft_program_info info;
    struct weft_reader in = {0};
    struct weft_writer out = {0};
    const char *end;
    char *target;
    unsigned char *made;

    assert_null(weft_binary_parse(binary, size, NULL, &view));
    end = (const char *)view.origin + view.origin_size;
    target = strndup(end, (size_t)((const char *)binary + size - WEFT_BINARY_TRAILER_BYTES - end)); // up to the trailer
    assert_non_null(target);
    in.data = view.info;
    in.size = view.info_size;
    assert_true(weft_program_info_decode(&in, &info));
    change(&info.kernels[0]);
    weft_program_info_encode(&info, &out);
    view.info = out.data;
    view.info_size = out.size;
    assert_true(weft_binary_write(&view, target, &made, new_size));
    free(target);
    weft_writer_finish(&out);
    weft_program_info_finish(&info);
    return made;
}

static void
change_nothing(struct weft_kernel_info *kernel)
{
    (void)kernel;
}

static void
put_argument_outside_of_the_block(struct weft_kernel_info *kernel)
{
    kernel->args[0].offset = 1u << 30;
}

static void
shrink_block(struct weft_kernel_info *kernel)
{
    kernel->arg_block_bytes = 4;
}

static void
ask_for_all_memory(struct weft_kernel_info *kernel)
{
    kernel->context_bytes_per_item = UINT64_MAX;
}

static void
what_is_told_of_kernels_must_fit_together(void **state)
{
    static void (*const changes[])(struct weft_kernel_info *) = {put_argument_outside_of_the_block, shrink_block,
                                                                 ask_for_all_memory};
    struct fixture *f = *state;
    cl_program program = build_program(f, source, "");
    size_t size, new_size;
    unsigned char *binary = get_binary(program, &size), *changed = retell(binary, size, change_nothing, &new_size);

    assert_success(clReleaseProgram(load(f, changed, new_size, CL_SUCCESS)));
    free(changed);
    for (size_t i = 0; i < sizeof(changes) / sizeof(*changes); i++) {
        changed = retell(binary, size, changes[i], &new_size);
        assert_null(load(f, changed, new_size, CL_INVALID_BINARY));
        free(changed);
    }
    free(binary);
    assert_success(clReleaseProgram(program));
}

static void
missing_binaries_return_CL_INVALID_VALUE(void **state)
{
    struct fixture *f = *state;
    const unsigned char *none = NULL, *some = (const unsigned char *)"x";
    const size_t zero = 0, one = 1;
    cl_device_id foreign = foreign_handle();
    cl_int err, status = 0;

    assert_null(clCreateProgramWithBinary(f->context, 1, &f->device, &one, &none, &status, &err));
    assert_int_equal(err, CL_INVALID_VALUE);
    assert_int_equal(status, CL_INVALID_VALUE);
    assert_null(clCreateProgramWithBinary(f->context, 1, &f->device, &zero, &some, NULL, &err));
    assert_int_equal(err, CL_INVALID_VALUE);
    assert_null(clCreateProgramWithBinary(f->context, 0, NULL, &one, &some, NULL, &err));
    assert_int_equal(err, CL_INVALID_VALUE);
    assert_null(clCreateProgramWithBinary(f->context, 1, &f->device, NULL, &some, NULL, &err));
    assert_int_equal(err, CL_INVALID_VALUE);
    assert_null(clCreateProgramWithBinary(f->context, 1, &foreign, &one, &some, NULL, &err));
    assert_int_equal(err, CL_INVALID_DEVICE);
    assert_null(clCreateProgramWithBinary(foreign_handle(), 1, &f->device, &one, &some, NULL, &err));
    assert_int_equal(err, CL_INVALID_CONTEXT);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(executable_makes_the_round_trip),
        cmocka_unit_test(compiled_object_links_after_the_round_trip),
        cmocka_unit_test(what_is_linked_depends_on_time_as_its_parts_do),
        cmocka_unit_test(damaged_binaries_return_CL_INVALID_BINARY),
        cmocka_unit_test(what_is_told_of_kernels_must_fit_together),
        cmocka_unit_test(missing_binaries_return_CL_INVALID_VALUE),
    };

    return RUN_TESTS("program_binary");
}
