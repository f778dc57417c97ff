// SPDX-License-Identifier: Apache-2.0
// Programs of contexts with several devices: each has its own build status and binary.
#include "runtime/tests/support.h"

static const char source[] = "kernel void k(global int *a) { *a = 5; }";

struct pair {
    cl_device_id devices[2]; // sub-devices
    cl_context context;
};

// Two sub-devices of one compute unit each and their context; skips the test on a machine with one.
static struct pair
make_pair(const struct fixture *f)
{
    const cl_device_partition_property each[] = {CL_DEVICE_PARTITION_EQUALLY, 1, 0};
    struct pair pair;
    cl_device_id parts[256];
    cl_uint units = 0, count = 0;
    cl_int err;

    assert_success(clGetDeviceInfo(f->device, CL_DEVICE_MAX_COMPUTE_UNITS, sizeof(units), &units, NULL));
    if (units < 2 || units > 256)
        skip();
    assert_success(clCreateSubDevices(f->device, each, 256, parts, &count));
    for (cl_uint i = 2; i < count; i++)
        assert_success(clReleaseDevice(parts[i]));
    pair.devices[0] = parts[0];
    pair.devices[1] = parts[1];
    pair.context = clCreateContext(NULL, 2, pair.devices, NULL, NULL, &err);
    assert_success(err);
    return pair;
}

static void
drop_pair(struct pair pair)
{
    assert_success(clReleaseContext(pair.context));
    assert_success(clReleaseDevice(pair.devices[0]));
    assert_success(clReleaseDevice(pair.devices[1]));
}

static cl_program
create(struct pair pair)
{
    const char *text = source;
    cl_int err;
    cl_program program = clCreateProgramWithSource(pair.context, 1, &text, NULL, &err);

    assert_success(err);
    return program;
}

static cl_build_status
status_of(cl_program program, cl_device_id device)
{
    cl_build_status status = 99;

    assert_success(clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_STATUS, sizeof(status), &status, NULL));
    return status;
}

static void
build_is_for_the_devices_of_its_list(void **state)
{
    struct pair pair = make_pair(*state);
    cl_program program = create(pair);
    size_t sizes[2] = {9, 9};

    assert_success(clBuildProgram(program, 1, &pair.devices[1], NULL, NULL, NULL));
    assert_int_equal(status_of(program, pair.devices[0]), CL_BUILD_NONE);
    assert_int_equal(status_of(program, pair.devices[1]), CL_BUILD_SUCCESS);
    assert_success(clGetProgramInfo(program, CL_PROGRAM_BINARY_SIZES, sizeof(sizes), sizes, NULL));
    assert_int_equal(sizes[0], 0);
    assert_int_not_equal(sizes[1], 0);
    assert_success(clBuildProgram(program, 0, NULL, NULL, NULL, NULL));
    assert_int_equal(status_of(program, pair.devices[0]), CL_BUILD_SUCCESS);
    assert_success(clReleaseProgram(program));
    drop_pair(pair);
}

static void
every_device_runs_the_kernel(void **state)
{
    struct pair pair = make_pair(*state);
    cl_program program = create(pair);
    cl_int err;
    cl_mem buffer = clCreateBuffer(pair.context, 0, 4, NULL, &err);
    cl_kernel kernel;
    size_t one = 1, size;

    assert_success(err);
    assert_success(clBuildProgram(program, 2, pair.devices, NULL, NULL, NULL));
    kernel = clCreateKernel(program, "k", &err);
    assert_success(err);
    assert_success(clSetKernelArg(kernel, 0, sizeof(buffer), &buffer));
    for (int i = 0; i < 2; i++) {
        cl_command_queue queue = clCreateCommandQueue(pair.context, pair.devices[i], 0, &err);
        int value = 0;

        assert_success(err);
        assert_success(clEnqueueFillBuffer(queue, buffer, &value, 4, 0, 4, 0, NULL, NULL));
        assert_success(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &one, NULL, 0, NULL, NULL));
        assert_success(clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, 4, &value, 0, NULL, NULL));
        assert_int_equal(value, 5);
        assert_success(clReleaseCommandQueue(queue));
    }
    // "if device is NULL but there is more than one device associated with kernel"
    assert_error(clGetKernelWorkGroupInfo(kernel, NULL, CL_KERNEL_WORK_GROUP_SIZE, sizeof(size), &size, NULL),
                 CL_INVALID_DEVICE);
    assert_success(clReleaseKernel(kernel));
    assert_success(clReleaseMemObject(buffer));
    assert_success(clReleaseProgram(program));
    drop_pair(pair);
}

// What the kernel writes on the device; the launch must give `expected`.
static int
value_on(cl_kernel kernel, cl_context context, cl_device_id device, cl_int expected)
{
    cl_int err, value = 0;
    cl_mem buffer = clCreateBuffer(context, 0, 4, NULL, &err);
    cl_command_queue queue = clCreateCommandQueue(context, device, 0, &err);
    size_t one = 1;

    assert_success(err);
    assert_success(clSetKernelArg(kernel, 0, sizeof(buffer), &buffer));
    assert_success(clEnqueueFillBuffer(queue, buffer, &value, 4, 0, 4, 0, NULL, NULL));
    assert_error(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &one, NULL, 0, NULL, NULL), expected);
    assert_success(clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, 4, &value, 0, NULL, NULL));
    assert_success(clReleaseCommandQueue(queue));
    assert_success(clReleaseMemObject(buffer));
    return value;
}

// A program built for each of the devices with options of its own.
static cl_program
build_each(struct pair pair, const char *text, const char *first, const char *second)
{
    cl_int err;
    cl_program program = clCreateProgramWithSource(pair.context, 1, &text, NULL, &err);

    assert_success(err);
    assert_success(clBuildProgram(program, 1, &pair.devices[0], first, NULL, NULL));
    assert_success(clBuildProgram(program, 1, &pair.devices[1], second, NULL, NULL));
    return program;
}

static void
each_device_runs_its_own_build(void **state)
{
    struct pair pair = make_pair(*state);
    cl_program program = build_each(pair,
                                    "kernel void k(global int *a) { local int l[V]; l[0] = V; *a = l[0]; }\n"
                                    "#if V == 64\nkernel void only(global int *a) { *a = 9; }\n#endif\n",
                                    "-DV=16", "-DV=64");
    cl_int err;
    cl_kernel kernel = clCreateKernel(program, "k", &err), clone, only;
    cl_ulong bytes[2];

    assert_success(err);
    clone = clCloneKernel(kernel, &err);
    assert_success(err);
    only = clCreateKernel(program, "only", &err);
    assert_success(err);
    assert_int_equal(value_on(kernel, pair.context, pair.devices[0], CL_SUCCESS), 16);
    assert_int_equal(value_on(kernel, pair.context, pair.devices[1], CL_SUCCESS), 64);
    assert_int_equal(value_on(clone, pair.context, pair.devices[1], CL_SUCCESS), 64);
    assert_int_equal(value_on(only, pair.context, pair.devices[0], CL_INVALID_PROGRAM_EXECUTABLE), 0);
    assert_int_equal(value_on(only, pair.context, pair.devices[1], CL_SUCCESS), 9);
    for (int i = 0; i < 2; i++)
        assert_success(clGetKernelWorkGroupInfo(kernel, pair.devices[i], CL_KERNEL_LOCAL_MEM_SIZE, sizeof(bytes[i]),
                                                &bytes[i], NULL));
    assert_true(bytes[0] < bytes[1]);
    assert_success(clReleaseKernel(kernel));
    assert_success(clReleaseKernel(clone));
    assert_success(clReleaseKernel(only));
    assert_success(clBuildProgram(program, 0, NULL, "-DV=1", NULL, NULL)); // no kernel is attached any more
    assert_success(clReleaseProgram(program));
    drop_pair(pair);
}

static void
different_arguments_return_CL_INVALID_KERNEL_DEFINITION(void **state)
{
    struct pair pair = make_pair(*state);
    cl_program program = build_each(pair,
                                    "kernel void differs(global T *a) { *a = 1; }\n"
                                    "kernel void k(global int *a) { *a = 2; }\n",
                                    "-DT=int", "-DT=float");
    cl_kernel kernel = NULL;
    cl_uint count = 0;
    cl_int err;

    assert_null(clCreateKernel(program, "differs", &err));
    assert_int_equal(err, CL_INVALID_KERNEL_DEFINITION);
    assert_success(clCreateKernelsInProgram(program, 0, NULL, &count));
    assert_int_equal(count, 1);
    assert_error(clCreateKernelsInProgram(program, 0, &kernel, NULL), CL_INVALID_VALUE);
    assert_success(clCreateKernelsInProgram(program, 1, &kernel, NULL));
    assert_int_equal(value_on(kernel, pair.context, pair.devices[1], CL_SUCCESS), 2);
    assert_success(clReleaseKernel(kernel));
    assert_success(clReleaseProgram(program));
    drop_pair(pair);
}

static void
device_without_a_build_returns_CL_INVALID_PROGRAM_EXECUTABLE(void **state)
{
    struct pair pair = make_pair(*state);
    cl_program program = create(pair);
    cl_kernel kernel;
    cl_int err;

    assert_success(clBuildProgram(program, 1, &pair.devices[1], NULL, NULL, NULL));
    kernel = clCreateKernel(program, "k", &err);
    assert_success(err);
    assert_int_equal(value_on(kernel, pair.context, pair.devices[0], CL_INVALID_PROGRAM_EXECUTABLE), 0);
    assert_int_equal(value_on(kernel, pair.context, pair.devices[1], CL_SUCCESS), 5);
    assert_success(clReleaseKernel(kernel));
    assert_success(clReleaseProgram(program));
    drop_pair(pair);
}

// "A program executable built for a parent device can be used by all its sub-devices": from source, then from a binary
// that is the parent's alone.
static void
sub_devices_run_the_build_of_their_parent(void **state)
{
    struct fixture *f = *state;
    struct pair pair = make_pair(f);
    const cl_device_id devices[2] = {f->device, pair.devices[0]};
    const char *text = source;
    const unsigned char *given;
    unsigned char *binaries[2] = {NULL, NULL};
    size_t sizes[2];
    cl_int err;
    cl_context context = clCreateContext(NULL, 2, devices, NULL, NULL, &err);
    cl_program programs[2];

    programs[0] = clCreateProgramWithSource(context, 1, &text, NULL, &err);
    assert_success(err);
    assert_success(clBuildProgram(programs[0], 1, devices, NULL, NULL, NULL));
    assert_success(clGetProgramInfo(programs[0], CL_PROGRAM_BINARY_SIZES, sizeof(sizes), sizes, NULL));
    given = binaries[0] = malloc(sizes[0]);
    assert_non_null(given);
    assert_success(clGetProgramInfo(programs[0], CL_PROGRAM_BINARIES, sizeof(binaries), binaries, NULL));
    programs[1] = clCreateProgramWithBinary(context, 1, devices, sizes, &given, NULL, &err);
    assert_success(err);
    assert_success(clBuildProgram(programs[1], 0, NULL, NULL, NULL, NULL));
    for (int i = 0; i < 2; i++) {
        cl_kernel kernel = clCreateKernel(programs[i], "k", &err);

        assert_success(err);
        assert_int_equal(value_on(kernel, context, devices[0], CL_SUCCESS), 5);
        assert_int_equal(value_on(kernel, context, devices[1], CL_SUCCESS), 5);
        assert_success(clReleaseKernel(kernel));
        assert_success(clReleaseProgram(programs[i]));
    }
    free(binaries[0]);
    assert_success(clReleaseContext(context));
    drop_pair(pair);
}

static void
binaries_have_a_status_each(void **state)
{
    struct pair pair = make_pair(*state);
    cl_program program = create(pair), again;
    size_t sizes[2];
    unsigned char *binaries[2];
    const unsigned char *given[2];
    cl_int err, status[2] = {99, 99};

    assert_success(clBuildProgram(program, 0, NULL, NULL, NULL, NULL));
    assert_success(clGetProgramInfo(program, CL_PROGRAM_BINARY_SIZES, sizeof(sizes), sizes, NULL));
    binaries[0] = malloc(sizes[0]);
    binaries[1] = NULL; // left out
    assert_non_null(binaries[0]);
    assert_success(clGetProgramInfo(program, CL_PROGRAM_BINARIES, sizeof(binaries), binaries, NULL));
    given[0] = binaries[0];
    given[1] = (const unsigned char *)"damaged";
    sizes[1] = 7;
    assert_null(clCreateProgramWithBinary(pair.context, 2, pair.devices, sizes, given, status, &err));
    assert_int_equal(err, CL_INVALID_BINARY);
    assert_int_equal(status[0], CL_SUCCESS);
    assert_int_equal(status[1], CL_INVALID_BINARY);
    given[1] = given[0];
    sizes[1] = sizes[0];
    again = clCreateProgramWithBinary(pair.context, 2, pair.devices, sizes, given, status, &err);
    assert_success(err);
    assert_int_equal(status[1], CL_SUCCESS);
    assert_success(clBuildProgram(again, 0, NULL, NULL, NULL, NULL));
    assert_int_equal(status_of(again, pair.devices[1]), CL_BUILD_SUCCESS);
    free(binaries[0]);
    assert_success(clReleaseProgram(again));
    assert_success(clReleaseProgram(program));
    drop_pair(pair);
}

static void
kernels_are_asked_about_all_devices_of_their_context(void **state)
{
    struct fixture *f = *state;
    struct pair pair = make_pair(f);
    cl_program program = create(pair), one;
    size_t sizes[2], size = 0;
    unsigned char *binaries[2] = {NULL, NULL};
    const unsigned char *given;
    cl_kernel kernel;
    cl_int err;

    assert_success(clBuildProgram(program, 0, NULL, NULL, NULL, NULL));
    assert_success(clGetProgramInfo(program, CL_PROGRAM_BINARY_SIZES, sizeof(sizes), sizes, NULL));
    given = binaries[0] = malloc(sizes[0]);
    assert_non_null(given);
    assert_success(clGetProgramInfo(program, CL_PROGRAM_BINARIES, sizeof(binaries), binaries, NULL));
    one = clCreateProgramWithBinary(pair.context, 1, pair.devices, sizes, &given, NULL, &err);
    assert_success(err);
    assert_success(clBuildProgram(one, 0, NULL, NULL, NULL, NULL));
    kernel = clCreateKernel(one, "k", &err);
    assert_success(err);
#define ASK(device, size)                                                                                              \
    clGetKernelWorkGroupInfo(kernel, device, CL_KERNEL_WORK_GROUP_SIZE, sizeof(size), &(size), NULL)
#define ASK_SUB(device, size)                                                                                          \
    clGetKernelSubGroupInfo(kernel, device, CL_KERNEL_MAX_NUM_SUB_GROUPS, 0, NULL, sizeof(size), &(size), NULL)
    for (int i = 0; i < 2; i++) {
        assert_success(ASK(pair.devices[i], size));
        assert_success(ASK_SUB(pair.devices[i], size));
    }
    assert_error(ASK(NULL, size), CL_INVALID_DEVICE);
    assert_error(ASK(f->device, size), CL_INVALID_DEVICE);
    assert_error(ASK_SUB(NULL, size), CL_INVALID_DEVICE);
    assert_error(ASK_SUB(f->device, size), CL_INVALID_DEVICE);
#undef ASK
#undef ASK_SUB
    free(binaries[0]);
    assert_success(clReleaseKernel(kernel));
    assert_success(clReleaseProgram(one));
    assert_success(clReleaseProgram(program));
    drop_pair(pair);
}

static void
link_skips_devices_without_objects(void **state)
{
    struct pair pair = make_pair(*state);
    cl_program program = create(pair), linked;
    cl_int err;

    assert_success(clCompileProgram(program, 1, &pair.devices[0], NULL, 0, NULL, NULL, NULL, NULL));
    linked = clLinkProgram(pair.context, 0, NULL, NULL, 1, &program, NULL, NULL, &err);
    assert_success(err);
    assert_int_equal(status_of(linked, pair.devices[0]), CL_BUILD_SUCCESS);
    assert_int_equal(status_of(linked, pair.devices[1]), CL_BUILD_NONE);
    assert_success(clReleaseProgram(linked));
    assert_success(clReleaseProgram(program));
    drop_pair(pair);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(build_is_for_the_devices_of_its_list),
        cmocka_unit_test(every_device_runs_the_kernel),
        cmocka_unit_test(each_device_runs_its_own_build),
        cmocka_unit_test(different_arguments_return_CL_INVALID_KERNEL_DEFINITION),
        cmocka_unit_test(device_without_a_build_returns_CL_INVALID_PROGRAM_EXECUTABLE),
        cmocka_unit_test(sub_devices_run_the_build_of_their_parent),
        cmocka_unit_test(binaries_have_a_status_each),
        cmocka_unit_test(kernels_are_asked_about_all_devices_of_their_context),
        cmocka_unit_test(link_skips_devices_without_objects),
    };

    return RUN_TESTS("program_devices");
}
