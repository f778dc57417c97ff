// SPDX-License-Identifier: Apache-2.0
// WEFT_CPU: what the device says, what is built, and which CPUs are refused. The variable is read once in a process, so
// that each case has a process of its own.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "conformance/tests/support.h"

enum { ITEMS = 1000 };

static const char source[] = "kernel void k(global const float *a, global float *b, global const uchar *c) {\n"
                             "  int i = get_global_id(0);\n"
                             "  if (c[i] & 1) b[i] = fma(a[i], 2.0f, (float)c[c[i]]); }\n";

// A child process in which WEFT_CPU is so; it exits with what `check` returns: 0, or the line that failed.
static void
in_process_for(const char *cpu, int (*check)(const void *argument), const void *argument)
{
    int status;
    pid_t child = fork();

    assert_true(child >= 0);
    if (child == 0) {
        setenv("WEFT_CPU", cpu, 1);
        _exit(check(argument) != 0);
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 0)
        fail_msg("WEFT_CPU=%s: the process ended with status %#x", cpu, (unsigned)status);
}

#define EXPECT(condition)                                                                                              \
    do {                                                                                                               \
        if (!(condition)) {                                                                                            \
            printf("%s:%d: %s\n", __FILE__, __LINE__, #condition);                                                     \
            fflush(stdout);                                                                                            \
            return __LINE__;                                                                                           \
        }                                                                                                              \
    } while (0)

static int
open_device(void)
{
    EXPECT(clGetPlatformIDs(1, &test_platform, NULL) == CL_SUCCESS);
    EXPECT(clGetDeviceIDs(test_platform, CL_DEVICE_TYPE_CPU, 1, &test_device, NULL) == CL_SUCCESS);
    test_context = clCreateContext(NULL, 1, &test_device, NULL, NULL, NULL);
    EXPECT(test_context);
    test_queue = clCreateCommandQueueWithProperties(test_context, test_device, NULL, NULL);
    EXPECT(test_queue);
    return 0;
}

static int
run_kernel(cl_program program)
{
    static cl_float a[ITEMS], b[ITEMS];
    static cl_uchar c[ITEMS];
    const size_t items = ITEMS;
    cl_int err;
    cl_kernel kernel = clCreateKernel(program, "k", &err);
    cl_mem buffers[3];
    void *data[] = {a, b, c};
    const size_t sizes[] = {sizeof a, sizeof b, sizeof c};

    EXPECT(err == CL_SUCCESS);
    for (int i = 0; i < ITEMS; i++) {
        a[i] = (cl_float)i / 4;
        b[i] = -1;
        c[i] = (cl_uchar)(i * 7);
    }
    for (cl_uint i = 0; i < 3; i++) {
        buffers[i] = clCreateBuffer(test_context, CL_MEM_COPY_HOST_PTR, sizes[i], data[i], &err);
        EXPECT(err == CL_SUCCESS && clSetKernelArg(kernel, i, sizeof(cl_mem), &buffers[i]) == CL_SUCCESS);
    }
    EXPECT(clEnqueueNDRangeKernel(test_queue, kernel, 1, NULL, &items, NULL, 0, NULL, NULL) == CL_SUCCESS);
    EXPECT(clEnqueueReadBuffer(test_queue, buffers[1], CL_TRUE, 0, sizeof b, b, 0, NULL, NULL) == CL_SUCCESS);
    for (int i = 0; i < ITEMS; i++)
        EXPECT(b[i] == (c[i] & 1 ? (cl_float)i / 2 + (cl_float)c[c[i]] : -1));
    for (cl_uint i = 0; i < 3; i++)
        clReleaseMemObject(buffers[i]);
    clReleaseKernel(kernel);
    return 0;
}

static int
kernel_is_built_and_right(const void *unused)
{
    const char *text = source;
    cl_program program;
    int failed = open_device();

    (void)unused;
    EXPECT(!failed);
    program = clCreateProgramWithSource(test_context, 1, &text, NULL, NULL);
    EXPECT(clBuildProgram(program, 1, &test_device, "", NULL, NULL) == CL_SUCCESS);
    return run_kernel(program);
}

// The build fails and says so; the device is there all the same.
static int
build_is_refused(const void *argument)
{
    const char *wanted = argument;
    const char *text = source;
    char log[4096] = "";
    cl_uint lanes = 0;
    cl_program program;
    int failed = open_device();

    EXPECT(!failed);
    EXPECT(clGetDeviceInfo(test_device, CL_DEVICE_NATIVE_VECTOR_WIDTH_FLOAT, sizeof lanes, &lanes, NULL) == 0);
    EXPECT(lanes >= 4);
    program = clCreateProgramWithSource(test_context, 1, &text, NULL, NULL);
    EXPECT(clBuildProgram(program, 1, &test_device, "", NULL, NULL) == CL_BUILD_PROGRAM_FAILURE);
    EXPECT(clGetProgramBuildInfo(program, test_device, CL_PROGRAM_BUILD_LOG, sizeof log, log, NULL) == CL_SUCCESS);
    if (!strstr(log, wanted))
        printf("the log has no '%s': %s\n", wanted, log);
    EXPECT(strstr(log, wanted));
    return 0;
}

#ifdef __x86_64__
struct level {
    const char *name;
    cl_uint floats; // lanes
    bool is_here;
};

static int
device_follows(const void *argument)
{
    const struct level *level = argument;
    char text[4096];
    cl_uint lanes[3];
    cl_device_fp_config config;
    int failed = open_device();

    EXPECT(!failed);
    EXPECT(clGetDeviceInfo(test_device, CL_DEVICE_NAME, sizeof text, text, NULL) == CL_SUCCESS);
    EXPECT(strstr(text, level->name));
    EXPECT(clGetDeviceInfo(test_device, CL_DEVICE_NATIVE_VECTOR_WIDTH_FLOAT, sizeof(cl_uint), &lanes[0], NULL) == 0);
    EXPECT(clGetDeviceInfo(test_device, CL_DEVICE_PREFERRED_VECTOR_WIDTH_FLOAT, sizeof(cl_uint), &lanes[1], NULL) == 0);
    EXPECT(clGetDeviceInfo(test_device, CL_DEVICE_NATIVE_VECTOR_WIDTH_HALF, sizeof(cl_uint), &lanes[2], NULL) == 0);
    EXPECT(lanes[0] == level->floats && lanes[1] == 1); // work-items are packed in vectors, not their values
    EXPECT(lanes[2] == (level->floats > 8 ? 16 : level->floats * 2));
    EXPECT(clGetDeviceInfo(test_device, CL_DEVICE_EXTENSIONS, sizeof text, text, NULL) == CL_SUCCESS);
    EXPECT(strstr(text, "cl_khr_fp16"));
    EXPECT(clGetDeviceInfo(test_device, CL_DEVICE_SINGLE_FP_CONFIG, sizeof config, &config, NULL) == CL_SUCCESS);
    EXPECT(!(config & CL_FP_FMA) == (level->floats == 4));
    return 0;
}

static const struct level *
levels(void)
{
    static struct level all[] = {{"x86-64", 4, true},
                                 {"x86-64-v2", 4, false},
                                 {"x86-64-v3", 8, false},
                                 {"x86-64-v4", 16, false},
                                 {NULL, 0, false}};

    all[1].is_here = __builtin_cpu_supports("sse4.2") && __builtin_cpu_supports("popcnt");
    all[2].is_here = all[1].is_here && __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
    all[3].is_here = all[2].is_here && __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512bw") &&
                     __builtin_cpu_supports("avx512dq");
    return all;
}

static void
levels_that_the_machine_has(void **state)
{
    (void)state;
    for (const struct level *level = levels(); level->name; level++) {
        if (!level->is_here)
            continue;
        in_process_for(level->name, device_follows, level);
        in_process_for(level->name, kernel_is_built_and_right, NULL);
    }
}

static void
levels_that_it_lacks_are_refused(void **state)
{
    const struct level *level = levels();

    (void)state;
    while (level->name && level->is_here)
        level++;
    if (level->name)
        in_process_for(level->name, build_is_refused, "this machine's CPU lacks avx");
    // No CPU has both of these.
    in_process_for("native,+xop,+amx-tile", build_is_refused, "this machine's CPU lacks ");
}

static void
changes_are_taken(void **state)
{
    static const struct level without_fma = {"x86-64-v2,-sse4a", 4, true};

    (void)state;
    in_process_for("native,-avx512f", kernel_is_built_and_right, NULL);
    in_process_for(without_fma.name, device_follows, &without_fma);
    in_process_for("x86-64-v2,+nonsense", build_is_refused, "'+nonsense' is not");
}

static void
cpus_of_32_bits_are_refused(void **state)
{
    (void)state;
    in_process_for("pentium4", build_is_refused, "the CPU 'pentium4' has no 64 bits");
}
#define X86_TESTS                                                                                                      \
    cmocka_unit_test(levels_that_the_machine_has), cmocka_unit_test(levels_that_it_lacks_are_refused),                 \
        cmocka_unit_test(changes_are_taken), cmocka_unit_test(cpus_of_32_bits_are_refused),
#else
#define X86_TESTS
#endif

static void
native_is_the_machine(void **state)
{
    (void)state;
    in_process_for("native", kernel_is_built_and_right, NULL);
    in_process_for("", kernel_is_built_and_right, NULL);
}

static void
unknown_names_are_refused(void **state)
{
    (void)state;
    in_process_for("no-such-cpu", build_is_refused, "'no-such-cpu' is not the name of a CPU");
}

static void
cpus_of_other_architectures_are_refused(void **state)
{
    (void)state;
    in_process_for("sifive-u74", build_is_refused, "'sifive-u74' is not the name of a CPU");
#ifndef __aarch64__
    in_process_for("cortex-a72", build_is_refused, "'cortex-a72' is not the name of a CPU");
#else
    in_process_for("haswell", build_is_refused, "'haswell' is not the name of a CPU");
#endif
}

// What one process built for the machine itself, in a file.
static int
write_binary(const void *argument)
{
    const char *text = source;
    unsigned char *binary;
    size_t size;
    cl_program program;
    FILE *file;
    int failed = open_device();

    EXPECT(!failed);
    program = clCreateProgramWithSource(test_context, 1, &text, NULL, NULL);
    EXPECT(clBuildProgram(program, 1, &test_device, "", NULL, NULL) == CL_SUCCESS);
    EXPECT(clGetProgramInfo(program, CL_PROGRAM_BINARY_SIZES, sizeof size, &size, NULL) == CL_SUCCESS);
    binary = malloc(size);
    EXPECT(binary);
    EXPECT(clGetProgramInfo(program, CL_PROGRAM_BINARIES, sizeof binary, &binary, NULL) == CL_SUCCESS);
    file = fopen(argument, "wb");
    EXPECT(file && fwrite(binary, 1, size, file) == size && fclose(file) == 0);
    free(binary);
    return 0;
}

static cl_int
load_binary(const char *path)
{
    static unsigned char bytes[1 << 20];
    const unsigned char *binary = bytes;
    FILE *file = fopen(path, "rb");
    size_t size = file ? fread(bytes, 1, sizeof bytes, file) : 0;
    cl_int status = CL_SUCCESS, err;

    if (file)
        fclose(file);
    clCreateProgramWithBinary(test_context, 1, &test_device, &size, &binary, &status, &err);
    return err;
}

static int
binary_is_taken(const void *argument)
{
    EXPECT(open_device() == 0);
    EXPECT(load_binary(argument) == CL_SUCCESS);
    return 0;
}

static int
binary_is_refused(const void *argument)
{
    EXPECT(open_device() == 0);
    EXPECT(load_binary(argument) == CL_INVALID_BINARY);
    return 0;
}

static void
binaries_are_for_the_cpu_they_were_built_for(void **state)
{
    char path[] = "/tmp/weft-cpu-XXXXXX";
    int file = mkstemp(path);

    (void)state;
    assert_true(file >= 0);
    close(file);
    in_process_for("native", write_binary, path);
    in_process_for("native", binary_is_taken, path);
#ifdef __x86_64__
    in_process_for("x86-64", binary_is_refused, path);
#else
    in_process_for("generic", binary_is_refused, path);
#endif
    unlink(path);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        X86_TESTS cmocka_unit_test(native_is_the_machine),
        cmocka_unit_test(unknown_names_are_refused),
        cmocka_unit_test(cpus_of_other_architectures_are_refused),
        cmocka_unit_test(binaries_are_for_the_cpu_they_were_built_for),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
