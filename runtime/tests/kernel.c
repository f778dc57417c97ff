// SPDX-License-Identifier: Apache-2.0
// clCreateKernel, clCreateKernelsInProgram, clCloneKernel and the queries of kernels.
#include "runtime/tests/support.h"

static const char source[] =
    "kernel __attribute__((reqd_work_group_size(4, 2, 1))) void fixed(global int *a) { a[0] = 1; }\n"
    "kernel void many(global const float4 *restrict in, constant int *table, local uchar *scratch, uint n,\n"
    "                 volatile global int *out) { local int fixed_part[10]; fixed_part[0] = n;\n"
    "  barrier(CLK_LOCAL_MEM_FENCE); out[0] = table[0] + fixed_part[0] + scratch[0] + (int)in[0].x; }\n";

static cl_kernel
create(cl_program program, const char *name)
{
    cl_int err;
    cl_kernel kernel = clCreateKernel(program, name, &err);

    assert_success(err);
    assert_non_null(kernel);
    return kernel;
}

static void
unknown_name_returns_CL_INVALID_KERNEL_NAME(void **state)
{
    cl_program program = build_program(*state, source, "");
    cl_int err;

    assert_null(clCreateKernel(program, "nobody", &err));
    assert_int_equal(err, CL_INVALID_KERNEL_NAME);
    assert_null(clCreateKernel(program, NULL, &err));
    assert_int_equal(err, CL_INVALID_VALUE);
    assert_null(clCreateKernel(foreign_handle(), "many", &err));
    assert_int_equal(err, CL_INVALID_PROGRAM);
    assert_success(clReleaseProgram(program));
}

static void
all_kernels_of_a_program_are_created(void **state)
{
    cl_program program = build_program(*state, source, "");
    cl_kernel kernels[2] = {NULL, NULL};
    cl_uint count = 0;

    assert_success(clCreateKernelsInProgram(program, 0, NULL, &count));
    assert_int_equal(count, 2);
    assert_error(clCreateKernelsInProgram(program, 1, kernels, NULL), CL_INVALID_VALUE);
    assert_success(clCreateKernelsInProgram(program, 2, kernels, NULL));
    assert_success(clReleaseKernel(kernels[0]));
    assert_success(clReleaseKernel(kernels[1]));
    assert_error(clCreateKernelsInProgram(foreign_handle(), 2, kernels, NULL), CL_INVALID_PROGRAM);
    assert_success(clReleaseProgram(program));
}

static void
tells_about_itself(void **state)
{
    struct fixture *f = *state;
    cl_program program = build_program(f, source, ""), got = NULL;
    cl_kernel kernel = create(program, "many");
    cl_context context = NULL;
    char name[16] = "";
    cl_uint count = 0;

    assert_success(clGetKernelInfo(kernel, CL_KERNEL_FUNCTION_NAME, sizeof(name), name, NULL));
    assert_string_equal(name, "many");
    assert_success(clGetKernelInfo(kernel, CL_KERNEL_NUM_ARGS, sizeof(count), &count, NULL));
    assert_int_equal(count, 5);
    assert_success(clGetKernelInfo(kernel, CL_KERNEL_REFERENCE_COUNT, sizeof(count), &count, NULL));
    assert_int_equal(count, 1);
    assert_success(clGetKernelInfo(kernel, CL_KERNEL_CONTEXT, sizeof(context), &context, NULL));
    assert_ptr_equal(context, f->context);
    assert_success(clGetKernelInfo(kernel, CL_KERNEL_PROGRAM, sizeof(got), &got, NULL));
    assert_ptr_equal(got, program);
    assert_error(clGetKernelInfo(kernel, CL_PROGRAM_SOURCE, 0, NULL, NULL), CL_INVALID_VALUE);
    assert_error(clGetKernelInfo(foreign_handle(), CL_KERNEL_NUM_ARGS, 0, NULL, NULL), CL_INVALID_KERNEL);
    assert_success(clReleaseKernel(kernel));
    kernel = create(program, "fixed");
    {
        char attributes[128] = "";

        assert_success(clGetKernelInfo(kernel, CL_KERNEL_ATTRIBUTES, sizeof(attributes), attributes, NULL));
        assert_non_null(strstr(attributes, "reqd_work_group_size(4,2,1)"));
    }
    assert_success(clReleaseKernel(kernel));
    assert_success(clReleaseProgram(program));
}

struct expected_arg {
    cl_kernel_arg_address_qualifier address;
    cl_kernel_arg_type_qualifier type;
    const char *type_name, *name;
};

static void
tells_about_its_arguments(void **state)
{
    cl_kernel kernel = build_kernel(*state, source, "many");
    const struct expected_arg expected[] = {
        {CL_KERNEL_ARG_ADDRESS_GLOBAL, CL_KERNEL_ARG_TYPE_CONST | CL_KERNEL_ARG_TYPE_RESTRICT, "float4*", "in"},
        {CL_KERNEL_ARG_ADDRESS_CONSTANT, CL_KERNEL_ARG_TYPE_CONST, "int*", "table"},
        {CL_KERNEL_ARG_ADDRESS_LOCAL, CL_KERNEL_ARG_TYPE_NONE, "uchar*", "scratch"},
        {CL_KERNEL_ARG_ADDRESS_PRIVATE, CL_KERNEL_ARG_TYPE_NONE, "uint", "n"},
        {CL_KERNEL_ARG_ADDRESS_GLOBAL, CL_KERNEL_ARG_TYPE_VOLATILE, "int*", "out"},
    };

    for (cl_uint i = 0; i < 5; i++) {
        cl_kernel_arg_address_qualifier address = 0;
        cl_kernel_arg_access_qualifier access = 0;
        cl_kernel_arg_type_qualifier type = 99;
        char text[32] = "";

        assert_success(clGetKernelArgInfo(kernel, i, CL_KERNEL_ARG_ADDRESS_QUALIFIER, sizeof(address), &address, NULL));
        assert_int_equal(address, expected[i].address);
        assert_success(clGetKernelArgInfo(kernel, i, CL_KERNEL_ARG_ACCESS_QUALIFIER, sizeof(access), &access, NULL));
        assert_int_equal(access, CL_KERNEL_ARG_ACCESS_NONE);
        assert_success(clGetKernelArgInfo(kernel, i, CL_KERNEL_ARG_TYPE_QUALIFIER, sizeof(type), &type, NULL));
        assert_int_equal(type, expected[i].type);
        assert_success(clGetKernelArgInfo(kernel, i, CL_KERNEL_ARG_TYPE_NAME, sizeof(text), text, NULL));
        assert_string_equal(text, expected[i].type_name);
        assert_success(clGetKernelArgInfo(kernel, i, CL_KERNEL_ARG_NAME, sizeof(text), text, NULL));
        assert_string_equal(text, expected[i].name);
    }
    assert_error(clGetKernelArgInfo(kernel, 5, CL_KERNEL_ARG_NAME, 0, NULL, NULL), CL_INVALID_ARG_INDEX);
    assert_error(clGetKernelArgInfo(kernel, 0, CL_KERNEL_NUM_ARGS, 0, NULL, NULL), CL_INVALID_VALUE);
    assert_error(clGetKernelArgInfo(foreign_handle(), 0, CL_KERNEL_ARG_NAME, 0, NULL, NULL), CL_INVALID_KERNEL);
    assert_success(clReleaseKernel(kernel));
}

static void
tells_about_work_groups(void **state)
{
    struct fixture *f = *state;
    cl_kernel many = build_kernel(f, source, "many"), fixed = build_kernel(f, source, "fixed");
    size_t size = 0, sizes[3] = {9, 9, 9}, max = 0, of_device;
    cl_ulong bytes = 0;

    assert_success(clGetDeviceInfo(f->device, CL_DEVICE_MAX_WORK_GROUP_SIZE, sizeof(max), &max, NULL));
    assert_success(clGetKernelWorkGroupInfo(many, f->device, CL_KERNEL_WORK_GROUP_SIZE, sizeof(size), &size, NULL));
    assert_in_range(size, 1, max);
    assert_success(clGetKernelWorkGroupInfo(many, NULL, CL_KERNEL_COMPILE_WORK_GROUP_SIZE, sizeof(sizes), sizes, NULL));
    assert_int_equal(sizes[0] + sizes[1] + sizes[2], 0);
    assert_success(
        clGetKernelWorkGroupInfo(fixed, NULL, CL_KERNEL_COMPILE_WORK_GROUP_SIZE, sizeof(sizes), sizes, NULL));
    assert_int_equal(sizes[0], 4);
    assert_int_equal(sizes[1], 2);
    assert_int_equal(sizes[2], 1);
    assert_success(clGetKernelWorkGroupInfo(many, f->device, CL_KERNEL_LOCAL_MEM_SIZE, sizeof(bytes), &bytes, NULL));
    assert_int_equal(bytes, 40);
    assert_success(clSetKernelArg(many, 2, 100, NULL));
    assert_success(clGetKernelWorkGroupInfo(many, f->device, CL_KERNEL_LOCAL_MEM_SIZE, sizeof(bytes), &bytes, NULL));
    assert_int_equal(bytes, 140);
    assert_success(clGetKernelWorkGroupInfo(many, f->device, CL_KERNEL_PREFERRED_WORK_GROUP_SIZE_MULTIPLE, sizeof(size),
                                            &size, NULL));
    assert_success(
        clGetDeviceInfo(f->device, CL_DEVICE_PREFERRED_WORK_GROUP_SIZE_MULTIPLE, sizeof(of_device), &of_device, NULL));
    assert_int_equal(size, of_device);
    assert_int_not_equal(size, 0);
    assert_success(clGetKernelWorkGroupInfo(many, f->device, CL_KERNEL_PRIVATE_MEM_SIZE, sizeof(bytes), &bytes, NULL));
    assert_error(clGetKernelWorkGroupInfo(many, f->device, CL_KERNEL_GLOBAL_WORK_SIZE, sizeof(sizes), sizes, NULL),
                 CL_INVALID_VALUE);
    assert_error(clGetKernelWorkGroupInfo(many, foreign_handle(), CL_KERNEL_WORK_GROUP_SIZE, sizeof(size), &size, NULL),
                 CL_INVALID_DEVICE);
    assert_error(clGetKernelWorkGroupInfo(foreign_handle(), NULL, CL_KERNEL_WORK_GROUP_SIZE, sizeof(size), &size, NULL),
                 CL_INVALID_KERNEL);
    assert_success(clReleaseKernel(many));
    assert_success(clReleaseKernel(fixed));
}

static void
retain_and_release_count(void **state)
{
    cl_kernel kernel = build_kernel(*state, source, "fixed");
    cl_uint count = 0;

    assert_success(clRetainKernel(kernel));
    assert_success(clGetKernelInfo(kernel, CL_KERNEL_REFERENCE_COUNT, sizeof(count), &count, NULL));
    assert_int_equal(count, 2);
    assert_success(clReleaseKernel(kernel));
    assert_success(clReleaseKernel(kernel));
    assert_error(clRetainKernel(foreign_handle()), CL_INVALID_KERNEL);
    assert_error(clReleaseKernel(foreign_handle()), CL_INVALID_KERNEL);
}

static int
run_add(const struct fixture *f, cl_kernel kernel, cl_mem buffer)
{
    size_t one = 1;
    int value = 0;

    assert_success(clEnqueueNDRangeKernel(f->queue, kernel, 1, NULL, &one, NULL, 0, NULL, NULL));
    assert_success(clEnqueueReadBuffer(f->queue, buffer, CL_TRUE, 0, 4, &value, 0, NULL, NULL));
    return value;
}

static void
clone_has_arguments_of_its_own(void **state)
{
    struct fixture *f = *state;
    cl_kernel kernel = build_kernel(f, "kernel void put(global int *a, int v) { *a = v; }", "put"), clone;
    cl_mem buffer = make_buffer(f, 4);
    int five = 5, six = 6;
    cl_int err;

    assert_success(clSetKernelArg(kernel, 0, sizeof(buffer), &buffer));
    assert_success(clSetKernelArg(kernel, 1, sizeof(five), &five));
    clone = clCloneKernel(kernel, &err);
    assert_success(err);
    assert_success(clSetKernelArg(clone, 1, sizeof(six), &six));
    assert_int_equal(run_add(f, clone, buffer), 6);
    assert_int_equal(run_add(f, kernel, buffer), 5);
    assert_null(clCloneKernel(foreign_handle(), &err));
    assert_int_equal(err, CL_INVALID_KERNEL);
    assert_success(clReleaseKernel(kernel));
    assert_success(clReleaseKernel(clone));
    assert_success(clReleaseMemObject(buffer));
}

static void
kernels_keep_their_program(void **state)
{
    struct fixture *f = *state;
    cl_kernel kernel = build_kernel(f, "kernel void put(global int *a, int v) { *a = v; }", "put");
    cl_program program = NULL;
    cl_uint devices = 0;

    assert_success(clGetKernelInfo(kernel, CL_KERNEL_PROGRAM, sizeof(program), &program, NULL));
    assert_success(clGetProgramInfo(program, CL_PROGRAM_NUM_DEVICES, sizeof(devices), &devices, NULL));
    assert_int_equal(devices, 1);
    assert_success(clReleaseKernel(kernel));
}

static void
suggested_local_size_is_what_a_launch_chooses(void **state)
{
    struct fixture *f = *state;
    cl_kernel kernel = build_kernel(f, "kernel void size(global ulong *a) { a[0] = get_local_size(0); }", "size");
    clGetKernelSuggestedLocalWorkSizeKHR_fn suggest =
        (clGetKernelSuggestedLocalWorkSizeKHR_fn)clGetExtensionFunctionAddressForPlatform(
            f->platform, "clGetKernelSuggestedLocalWorkSizeKHR");
    cl_mem buffer = make_buffer(f, 8);
    size_t global = 1000, suggested = 0, zero = 0;
    cl_ulong chosen = 0;

    assert_non_null(suggest);
    assert_error(suggest(f->queue, kernel, 1, NULL, &global, &suggested), CL_INVALID_KERNEL_ARGS);
    assert_success(clSetKernelArg(kernel, 0, sizeof(buffer), &buffer));
    assert_success(suggest(f->queue, kernel, 1, NULL, &global, &suggested));
    assert_success(clEnqueueNDRangeKernel(f->queue, kernel, 1, NULL, &global, NULL, 0, NULL, NULL));
    assert_success(clEnqueueReadBuffer(f->queue, buffer, CL_TRUE, 0, sizeof(chosen), &chosen, 0, NULL, NULL));
    assert_int_equal(chosen, suggested);
    assert_error(suggest(f->queue, kernel, 4, NULL, &global, &suggested), CL_INVALID_WORK_DIMENSION);
    assert_error(suggest(f->queue, kernel, 1, NULL, &zero, &suggested), CL_INVALID_GLOBAL_WORK_SIZE);
    assert_error(suggest(f->queue, kernel, 1, NULL, NULL, &suggested), CL_INVALID_GLOBAL_WORK_SIZE);
    assert_error(suggest(f->queue, kernel, 1, NULL, &global, NULL), CL_INVALID_VALUE);
    assert_error(suggest(f->queue, foreign_handle(), 1, NULL, &global, &suggested), CL_INVALID_KERNEL);
    assert_success(clReleaseKernel(kernel));
    assert_success(clReleaseMemObject(buffer));
}

static void
sub_groups_have_a_fixed_size(void **state)
{
    struct fixture *f = *state;
    cl_kernel kernel = build_kernel(f, source, "fixed");
    size_t local[3] = {7, 5, 3}, size = 9, count, sizes[3] = {9, 9, 9};

#define ASK(name, in_size, in, out)                                                                                    \
    clGetKernelSubGroupInfo(kernel, f->device, name, in_size, in, sizeof(out), &(out), NULL)
    assert_success(ASK(CL_KERNEL_MAX_NUM_SUB_GROUPS, 0, NULL, size));
    assert_int_equal(size, 1); // of 4 x 2
    assert_success(ASK(CL_KERNEL_COMPILE_NUM_SUB_GROUPS, 0, NULL, size));
    assert_int_equal(size, 0);
    assert_success(ASK(CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE, 2 * sizeof(*local), local, size));
    assert_int_equal(size, 32);
    assert_success(ASK(CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE, sizeof(*local), local, size));
    assert_int_equal(size, 7);
    assert_success(ASK(CL_KERNEL_SUB_GROUP_COUNT_FOR_NDRANGE, sizeof(local), local, size));
    assert_int_equal(size, 4); // 105 work-items
    count = 1;
    assert_success(ASK(CL_KERNEL_LOCAL_SIZE_FOR_SUB_GROUP_COUNT, sizeof(count), &count, sizes));
    assert_true(sizes[0] == 4 && sizes[1] == 2 && sizes[2] == 1);
    count = 2; // what the kernel requires is one
    assert_success(ASK(CL_KERNEL_LOCAL_SIZE_FOR_SUB_GROUP_COUNT, sizeof(count), &count, sizes));
    assert_true(sizes[0] == 0 && sizes[1] == 0 && sizes[2] == 0);
    assert_error(ASK(CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE, 0, NULL, size), CL_INVALID_VALUE);
    assert_error(ASK(CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE, 3, local, size), CL_INVALID_VALUE);
    assert_error(ASK(CL_KERNEL_LOCAL_SIZE_FOR_SUB_GROUP_COUNT, 2, &count, sizes), CL_INVALID_VALUE);
    assert_error(ASK(CL_KERNEL_WORK_GROUP_SIZE, 0, NULL, size), CL_INVALID_VALUE);
    assert_success(clReleaseKernel(kernel));
    // A size that no launch may have is none to launch with; nor do its 2^64 work-items count as none.
    kernel = build_kernel(
        f, "kernel __attribute__((reqd_work_group_size(4194304, 2097152, 2097152))) void huge(void) {}", "huge");
    assert_success(ASK(CL_KERNEL_MAX_NUM_SUB_GROUPS, 0, NULL, count));
    assert_true(count > 128);
    assert_success(ASK(CL_KERNEL_LOCAL_SIZE_FOR_SUB_GROUP_COUNT, sizeof(count), &count, sizes));
    assert_true(sizes[0] == 0 && sizes[1] == 0 && sizes[2] == 0);
    assert_success(clReleaseKernel(kernel));
#undef ASK
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(unknown_name_returns_CL_INVALID_KERNEL_NAME),
        cmocka_unit_test(all_kernels_of_a_program_are_created),
        cmocka_unit_test(tells_about_itself),
        cmocka_unit_test(tells_about_its_arguments),
        cmocka_unit_test(tells_about_work_groups),
        cmocka_unit_test(retain_and_release_count),
        cmocka_unit_test(clone_has_arguments_of_its_own),
        cmocka_unit_test(kernels_keep_their_program),
        cmocka_unit_test(suggested_local_size_is_what_a_launch_chooses),
        cmocka_unit_test(sub_groups_have_a_fixed_size),
    };

    return RUN_TESTS("kernel");
}
