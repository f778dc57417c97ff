// SPDX-License-Identifier: Apache-2.0
// dlclose after use leaves no thread, no child process and no mapping behind; the library can be loaded again.
#include <dirent.h>
#include <dlfcn.h>
#include <malloc.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

#include "runtime/tests/sanitizers.h"
#include "runtime/tests/support.h"

typedef void *(*lookup)(const char *);

static void *library;

static void *
call(const char *name)
{
    lookup find = (lookup)dlsym(library, "clGetExtensionFunctionAddress");
    void *address;

    assert_non_null(find);
    address = find(name);
    assert_non_null(address);
    return address;
}
#define CALL(name) ((__typeof__(&name))call(#name))

// Loads the library, runs commands on its threads, gives everything back and unloads.
static void
use_and_close(void)
{
    cl_platform_id platform;
    cl_device_id device;
    cl_context context;
    cl_command_queue queue;
    cl_mem buffer;
    void *shared[2];
    static char data[1 << 20];
    cl_int err;

    library = dlopen(WEFT_LIBRARY, RTLD_NOW | RTLD_LOCAL);
    assert_non_null(library);
    assert_success(CALL(clIcdGetPlatformIDsKHR)(1, &platform, NULL));
    assert_success(CALL(clGetDeviceIDs)(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL));
    context = CALL(clCreateContext)(NULL, 1, &device, NULL, NULL, &err);
    assert_success(err);
    queue = CALL(clCreateCommandQueueWithProperties)(context, device, NULL, &err);
    assert_success(err);
    buffer = CALL(clCreateBuffer)(context, CL_MEM_READ_WRITE, sizeof(data), NULL, &err);
    assert_success(err);
    for (int i = 0; i < 8; i++)
        assert_success(CALL(clEnqueueWriteBuffer)(queue, buffer, CL_FALSE, 0, sizeof(data), data, 0, NULL, NULL));
    for (int i = 0; i < 2; i++) {
        shared[i] = CALL(clSVMAlloc)(context, CL_MEM_READ_WRITE, i ? 8 << 20 : 1000, 0);
        assert_success(CALL(clEnqueueSVMMemFill)(queue, shared[i], data, 1, 1000, 0, NULL, NULL));
    }
    assert_success(CALL(clFlush)(queue));
    assert_success(CALL(clFinish)(queue));
    for (int i = 0; i < 2; i++)
        CALL(clSVMFree)(context, shared[i]);
    assert_success(CALL(clReleaseMemObject)(buffer));
    assert_success(CALL(clReleaseCommandQueue)(queue));
    assert_success(CALL(clReleaseContext)(context));
    assert_int_equal(dlclose(library), 0);
}

// What the library needs beside it is found from where it was loaded, not from where the process is by then.
static void
relative_path_survives_chdir(void **state)
{
    const char *source = "kernel void k(global int *a) { *a = 1; }", *slash = strrchr(WEFT_LIBRARY, '/');
    char directory[4096], before[4096], path[300];
    cl_platform_id platform;
    cl_device_id device;
    cl_context context;
    cl_program program;
    cl_int err;

    (void)state;
    setenv("WEFT_CACHE", "0", 1);
    snprintf(directory, sizeof(directory), "%.*s", (int)(slash - WEFT_LIBRARY), WEFT_LIBRARY);
    snprintf(path, sizeof(path), ".%s", slash);
    assert_non_null(getcwd(before, sizeof(before)));
    assert_int_equal(chdir(directory), 0);
    library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    assert_int_equal(chdir("/"), 0);
    assert_non_null(library);
    assert_success(CALL(clIcdGetPlatformIDsKHR)(1, &platform, NULL));
    assert_success(CALL(clGetDeviceIDs)(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL));
    context = CALL(clCreateContext)(NULL, 1, &device, NULL, NULL, &err);
    assert_success(err);
    program = CALL(clCreateProgramWithSource)(context, 1, &source, NULL, &err);
    assert_success(err);
    assert_success(CALL(clBuildProgram)(program, 1, &device, "", NULL, NULL));
    assert_success(CALL(clReleaseProgram)(program));
    assert_success(CALL(clReleaseContext)(context));
    assert_int_equal(dlclose(library), 0);
    assert_int_equal(chdir(before), 0);
}

static unsigned
entries(const char *directory)
{
    DIR *dir = opendir(directory);
    unsigned count = 0;

    assert_non_null(dir);
    for (struct dirent *entry; (entry = readdir(dir)) != NULL;)
        count += entry->d_name[0] != '.';
    closedir(dir);
    return count;
}

#ifndef WEFT_TSAN
// Of the mappings, not of VmSize: that is the emulator's under one.
static unsigned long
reserved_kilobytes(void)
{
    FILE *file = fopen("/proc/self/maps", "r");
    unsigned long bytes = 0, begin, end;
    char line[4096];

    assert_non_null(file);
    while (fgets(line, sizeof(line), file))
        if (sscanf(line, "%lx-%lx", &begin, &end) == 2)
            bytes += end - begin;
    fclose(file);
    return bytes / 1024;
}

static bool
is_mapped(const char *name)
{
    FILE *file = fopen("/proc/self/maps", "r");
    char line[4096];
    bool found = false;

    assert_non_null(file);
    while (fgets(line, sizeof(line), file))
        found = found || strstr(line, name);
    fclose(file);
    return found;
}
#endif

static void
no_thread_is_left(void **state)
{
    unsigned before;

    (void)state;
    use_and_close(); // a sanitizer may start a thread of its own
    before = entries("/proc/self/task");
    use_and_close();
    assert_int_equal(entries("/proc/self/task"), before);
}

static void
no_child_is_left(void **state)
{
    (void)state;
    use_and_close();
    assert_int_equal(waitpid(-1, NULL, WNOHANG), -1); // ECHILD: there is none
}

static void
no_descriptor_is_left(void **state)
{
    unsigned before;

    (void)state;
    use_and_close();
    before = entries("/proc/self/fd");
    use_and_close();
    assert_int_equal(entries("/proc/self/fd"), before);
}

#ifndef WEFT_TSAN
static void
no_mapping_is_left(void **state)
{
    unsigned long before;

    (void)state;
    use_and_close();
    assert_false(is_mapped("libweft"));
    before = reserved_kilobytes();
    for (int i = 0; i < 10; i++)
        use_and_close();
    // malloc may keep a little; the objects' address range and the stacks would be far more.
    assert_true(reserved_kilobytes() <= before + 4096);
}
#endif

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(relative_path_survives_chdir),
        cmocka_unit_test(no_thread_is_left),
        cmocka_unit_test(no_child_is_left),
        cmocka_unit_test(no_descriptor_is_left),
#ifndef WEFT_TSAN
        cmocka_unit_test(no_mapping_is_left),
#endif
    };

    mallopt(M_ARENA_MAX, 1); // else malloc reserves 64 MB for a new thread now and then, and keeps them
    return cmocka_run_group_tests_name("unload", tests, NULL, NULL);
}
