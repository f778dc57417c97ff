// SPDX-License-Identifier: Apache-2.0
// cl_intel_unified_shared_memory: allocation, queries, commands and kernel arguments.
#include "runtime/tests/support.h"

#include <pthread.h>
#include <stdatomic.h>
#include <unistd.h>

// The extension's functions, as applications find them.
static clHostMemAllocINTEL_fn host_alloc;
static clDeviceMemAllocINTEL_fn device_alloc;
static clSharedMemAllocINTEL_fn shared_alloc;
static clMemFreeINTEL_fn mem_free;
static clMemBlockingFreeINTEL_fn blocking_free;
static clGetMemAllocInfoINTEL_fn alloc_info;
static clSetKernelArgMemPointerINTEL_fn set_pointer;
static clEnqueueMemFillINTEL_fn mem_fill;
static clEnqueueMemsetINTEL_fn mem_set;
static clEnqueueMemcpyINTEL_fn mem_copy;
static clEnqueueMigrateMemINTEL_fn migrate;
static clEnqueueMemAdviseINTEL_fn advise;

static int
setup(void **state)
{
    const struct fixture *f;
    int failed = fixture_setup(state);

    f = *state;
#define FIND(variable, name)                                                                                           \
    variable = (name##_fn)(uintptr_t)clGetExtensionFunctionAddressForPlatform(f->platform, #name);                     \
    assert_non_null(variable)
    FIND(host_alloc, clHostMemAllocINTEL);
    FIND(device_alloc, clDeviceMemAllocINTEL);
    FIND(shared_alloc, clSharedMemAllocINTEL);
    FIND(mem_free, clMemFreeINTEL);
    FIND(blocking_free, clMemBlockingFreeINTEL);
    FIND(alloc_info, clGetMemAllocInfoINTEL);
    FIND(set_pointer, clSetKernelArgMemPointerINTEL);
    FIND(mem_fill, clEnqueueMemFillINTEL);
    FIND(mem_set, clEnqueueMemsetINTEL);
    FIND(mem_copy, clEnqueueMemcpyINTEL);
    FIND(migrate, clEnqueueMigrateMemINTEL);
    FIND(advise, clEnqueueMemAdviseINTEL);
#undef FIND
    return failed;
}

static void
the_device_has_all_capabilities(void **state)
{
    static const cl_device_info names[] = {
        CL_DEVICE_HOST_MEM_CAPABILITIES_INTEL, CL_DEVICE_DEVICE_MEM_CAPABILITIES_INTEL,
        CL_DEVICE_SINGLE_DEVICE_SHARED_MEM_CAPABILITIES_INTEL, CL_DEVICE_CROSS_DEVICE_SHARED_MEM_CAPABILITIES_INTEL,
        CL_DEVICE_SHARED_SYSTEM_MEM_CAPABILITIES_INTEL};
    struct fixture *f = *state;

    for (int i = 0; i < 5; i++) {
        cl_device_unified_shared_memory_capabilities_intel has = 0;

        assert_success(clGetDeviceInfo(f->device, names[i], sizeof(has), &has, NULL));
        assert_int_equal(has, 15);
    }
}

struct answers {
    cl_unified_shared_memory_type_intel type;
    void *base;
    size_t size;
    cl_device_id device;
    cl_mem_alloc_flags_intel flags;
};

static struct answers
ask(cl_context context, const void *pointer)
{
    struct answers a;

    assert_success(alloc_info(context, pointer, CL_MEM_ALLOC_TYPE_INTEL, sizeof(a.type), &a.type, NULL));
    assert_success(alloc_info(context, pointer, CL_MEM_ALLOC_BASE_PTR_INTEL, sizeof(a.base), &a.base, NULL));
    assert_success(alloc_info(context, pointer, CL_MEM_ALLOC_SIZE_INTEL, sizeof(a.size), &a.size, NULL));
    assert_success(alloc_info(context, pointer, CL_MEM_ALLOC_DEVICE_INTEL, sizeof(a.device), &a.device, NULL));
    assert_success(alloc_info(context, pointer, CL_MEM_ALLOC_FLAGS_INTEL, sizeof(a.flags), &a.flags, NULL));
    return a;
}

static void
assert_unknown(cl_context context, const void *pointer)
{
    struct answers a = ask(context, pointer);

    assert_int_equal(a.type, CL_MEM_TYPE_UNKNOWN_INTEL);
    assert_null(a.base);
    assert_int_equal(a.size, 0);
    assert_null(a.device);
    assert_int_equal(a.flags, 0);
}

static void
queries_know_allocations(void **state)
{
    struct fixture *f = *state;
    const cl_mem_properties_intel combined[] = {CL_MEM_ALLOC_FLAGS_INTEL, CL_MEM_ALLOC_WRITE_COMBINED_INTEL, 0};
    const cl_mem_properties_intel placed[] = {CL_MEM_ALLOC_FLAGS_INTEL, CL_MEM_ALLOC_INITIAL_PLACEMENT_HOST_INTEL, 0};
    cl_context other = other_context(f);
    char *host, *device, *shared, *svm = clSVMAlloc(f->context, 0, 64, 0);
    struct answers a;
    size_t size = 0;
    cl_int err;

    host = host_alloc(f->context, NULL, 1000, 0, &err);
    assert_success(err);
    device = device_alloc(f->context, f->device, combined, 1 << 20, 128, &err);
    assert_success(err);
    shared = shared_alloc(f->context, NULL, placed, 5, 1, &err);
    assert_success(err);
    a = ask(f->context, host + 999); // inner pointers too
    assert_int_equal(a.type, CL_MEM_TYPE_HOST_INTEL);
    assert_ptr_equal(a.base, host);
    assert_int_equal(a.size, 1000);
    assert_null(a.device);
    assert_int_equal(a.flags, 0);
    a = ask(f->context, device + 70000);
    assert_int_equal(a.type, CL_MEM_TYPE_DEVICE_INTEL);
    assert_ptr_equal(a.base, device);
    assert_int_equal(a.size, 1 << 20);
    assert_ptr_equal(a.device, f->device);
    assert_int_equal(a.flags, CL_MEM_ALLOC_WRITE_COMBINED_INTEL);
    a = ask(f->context, shared);
    assert_int_equal(a.type, CL_MEM_TYPE_SHARED_INTEL);
    assert_null(a.device);
    assert_int_equal(a.flags, CL_MEM_ALLOC_INITIAL_PLACEMENT_HOST_INTEL);
    assert_unknown(f->context, NULL);
    assert_unknown(f->context, &size);
    assert_unknown(f->context, svm);
    assert_unknown(f->context, shared + 5);
    assert_unknown(other, host);
    assert_success(alloc_info(f->context, host, CL_MEM_ALLOC_SIZE_INTEL, 0, NULL, &size));
    assert_int_equal(size, sizeof(size_t));
    assert_error(alloc_info(f->context, host, CL_MEM_ALLOC_SIZE_INTEL, 1, &size, NULL), CL_INVALID_VALUE);
    assert_error(alloc_info(f->context, host, 1, sizeof(size), &size, NULL), CL_INVALID_VALUE);
    assert_success(mem_free(f->context, host));
    assert_unknown(f->context, host);
    assert_success(mem_free(f->context, device));
    assert_success(blocking_free(f->context, shared));
    clSVMFree(f->context, svm);
    assert_success(clReleaseContext(other));
}

static void
invalid_allocations_are_refused(void **state)
{
    struct fixture *f = *state;
    const cl_mem_properties_intel unknown[] = {1, 1, 0};
    const cl_mem_properties_intel bits[] = {CL_MEM_ALLOC_FLAGS_INTEL, 1 << 10, 0};
    const cl_mem_properties_intel twice[] = {CL_MEM_ALLOC_FLAGS_INTEL, 0, CL_MEM_ALLOC_FLAGS_INTEL, 0, 0};
    const cl_mem_properties_intel placed[] = {CL_MEM_ALLOC_FLAGS_INTEL, CL_MEM_ALLOC_INITIAL_PLACEMENT_DEVICE_INTEL, 0};
    const cl_mem_properties_intel both[] = {
        CL_MEM_ALLOC_FLAGS_INTEL,
        CL_MEM_ALLOC_INITIAL_PLACEMENT_DEVICE_INTEL | CL_MEM_ALLOC_INITIAL_PLACEMENT_HOST_INTEL, 0};
    cl_ulong most = 0;
    cl_int err;

    assert_success(clGetDeviceInfo(f->device, CL_DEVICE_MAX_MEM_ALLOC_SIZE, sizeof(most), &most, NULL));
#define REFUSED(call, code)                                                                                            \
    err = CL_SUCCESS;                                                                                                  \
    assert_null(call);                                                                                                 \
    assert_int_equal(err, code)
    REFUSED(host_alloc(foreign_handle(), NULL, 64, 0, &err), CL_INVALID_CONTEXT);
    REFUSED(device_alloc(f->context, NULL, NULL, 64, 0, &err), CL_INVALID_DEVICE);
    REFUSED(device_alloc(f->context, foreign_handle(), NULL, 64, 0, &err), CL_INVALID_DEVICE);
    REFUSED(shared_alloc(f->context, foreign_handle(), NULL, 64, 0, &err), CL_INVALID_DEVICE);
    REFUSED(host_alloc(f->context, NULL, 64, 3, &err), CL_INVALID_VALUE);
    REFUSED(host_alloc(f->context, NULL, 64, 256, &err), CL_INVALID_VALUE);
    REFUSED(host_alloc(f->context, unknown, 64, 0, &err), CL_INVALID_PROPERTY);
    REFUSED(host_alloc(f->context, bits, 64, 0, &err), CL_INVALID_PROPERTY);
    REFUSED(host_alloc(f->context, twice, 64, 0, &err), CL_INVALID_PROPERTY);
    REFUSED(host_alloc(f->context, placed, 64, 0, &err), CL_INVALID_PROPERTY);
    REFUSED(device_alloc(f->context, f->device, placed, 64, 0, &err), CL_INVALID_PROPERTY);
    REFUSED(shared_alloc(f->context, f->device, both, 64, 0, &err), CL_INVALID_PROPERTY);
    REFUSED(host_alloc(f->context, NULL, 0, 0, &err), CL_INVALID_BUFFER_SIZE);
    REFUSED(host_alloc(f->context, NULL, most + 1, 0, &err), CL_INVALID_BUFFER_SIZE);
    REFUSED(shared_alloc(f->context, f->device, NULL, most + 1, 0, &err), CL_INVALID_BUFFER_SIZE);
    assert_null(host_alloc(f->context, NULL, 0, 0, NULL));
#undef REFUSED
}

static void
invalid_frees_are_refused(void **state)
{
    struct fixture *f = *state;
    cl_context other = other_context(f);
    char *p = host_alloc(f->context, NULL, 64, 0, NULL), *svm = clSVMAlloc(f->context, 0, 64, 0);

    assert_success(mem_free(f->context, NULL));
    assert_success(blocking_free(f->context, NULL));
    assert_error(mem_free(f->context, p + 1), CL_INVALID_VALUE);
    assert_error(mem_free(f->context, svm), CL_INVALID_VALUE);
    assert_error(mem_free(f->context, &p), CL_INVALID_VALUE);
    assert_error(mem_free(other, p), CL_INVALID_VALUE);
    assert_error(blocking_free(other, p), CL_INVALID_VALUE);
    assert_success(mem_free(f->context, p));
    assert_error(mem_free(f->context, p), CL_INVALID_VALUE);
    assert_error(blocking_free(f->context, p), CL_INVALID_VALUE);
    clSVMFree(f->context, svm);
    assert_success(clReleaseContext(other));
}

static void
assert_type(cl_event event, cl_command_type expected)
{
    cl_command_type type = 0;

    assert_success(clWaitForEvents(1, &event));
    assert_success(clGetEventInfo(event, CL_EVENT_COMMAND_TYPE, sizeof(type), &type, NULL));
    assert_int_equal(type, expected);
    assert_success(clReleaseEvent(event));
}

static void
commands(void **state)
{
    struct fixture *f = *state;
    int *a = device_alloc(f->context, f->device, NULL, 4096, 0, NULL), local[1024], value = 77;
    cl_event event;

    assert_success(mem_fill(f->queue, a, &value, sizeof(value), 4096, 0, NULL, &event));
    assert_type(event, CL_COMMAND_MEMFILL_INTEL);
    assert_success(mem_copy(f->queue, CL_TRUE, local, a, 4096, 0, NULL, &event));
    assert_int_equal(local[1023], 77);
    assert_type(event, CL_COMMAND_MEMCPY_INTEL);
    assert_success(mem_set(f->queue, a, 0x101, 4096, 0, NULL, &event));
    assert_type(event, CL_COMMAND_MEMFILL_INTEL);
    assert_int_equal(a[1000], 0x01010101);
    assert_success(migrate(f->queue, a, 4096, 0, 0, NULL, &event));
    assert_type(event, CL_COMMAND_MIGRATEMEM_INTEL);
    assert_success(migrate(f->queue, a, 1, CL_MIGRATE_MEM_OBJECT_HOST, 0, NULL, NULL));
    assert_success(advise(f->queue, a, 4096, 0, 0, NULL, &event));
    assert_type(event, CL_COMMAND_MEMADVISE_INTEL);
    assert_error(mem_fill(f->queue, NULL, &value, 4, 4, 0, NULL, NULL), CL_INVALID_VALUE);
    assert_error(mem_fill(f->queue, a, NULL, 4, 4, 0, NULL, NULL), CL_INVALID_VALUE);
    assert_error(mem_fill(f->queue, a, &value, 3, 3, 0, NULL, NULL), CL_INVALID_VALUE);
    assert_error(mem_fill(f->queue, a, &value, 4, 5, 0, NULL, NULL), CL_INVALID_VALUE);
    assert_error(mem_fill(f->queue, (char *)a + 1, &value, 4, 4, 0, NULL, NULL), CL_INVALID_VALUE);
    assert_error(mem_copy(f->queue, CL_TRUE, NULL, a, 4, 0, NULL, NULL), CL_INVALID_VALUE);
    assert_error(mem_copy(f->queue, CL_TRUE, NULL, a, 0, 0, NULL, NULL), CL_INVALID_VALUE); // other than clEnqueueSVM*
    assert_error(mem_set(f->queue, NULL, 0, 0, 0, NULL, NULL), CL_INVALID_VALUE);
    assert_error(mem_copy(f->queue, CL_TRUE, a, a + 1, 8, 0, NULL, NULL), CL_MEM_COPY_OVERLAP);
    assert_error(mem_copy(f->queue, CL_TRUE, a, local, 4097, 0, NULL, NULL), CL_INVALID_VALUE);
    assert_error(mem_copy(f->queue, CL_TRUE, a, local, 4, 1, NULL, NULL), CL_INVALID_EVENT_WAIT_LIST);
    assert_error(mem_set(f->queue, a, 0, 4097, 0, NULL, NULL), CL_INVALID_VALUE);
    assert_error(migrate(f->queue, a, 1, 1 << 8, 0, NULL, NULL), CL_INVALID_VALUE);
    assert_error(migrate(f->queue, NULL, 1, 0, 0, NULL, NULL), CL_INVALID_VALUE);
    assert_error(advise(f->queue, a, 1, 1, 0, NULL, NULL), CL_INVALID_VALUE);
    assert_error(advise(f->queue, a, 4097, 0, 0, NULL, NULL), CL_INVALID_VALUE);
    assert_success(mem_free(f->context, a));
    assert_error(migrate(f->queue, a, 1, 0, 0, NULL, NULL), CL_INVALID_VALUE);
    assert_error(mem_set(f->queue, a, 0, 1, 0, NULL, NULL), CL_INVALID_VALUE);
}

static void
kernels_take_any_pointer(void **state)
{
    struct fixture *f = *state;
    cl_kernel kernel =
        build_kernel(f, "kernel void k(global int *a, constant int *b, int c) { if (b) *a = *b + c; }", "k");
    int *a = shared_alloc(f->context, f->device, NULL, 64, 0, NULL), *b = host_alloc(f->context, NULL, 64, 0, NULL);
    int c = 3;
    const size_t one = 1;

    *b = 4;
    assert_success(set_pointer(kernel, 0, a + 1));
    assert_success(set_pointer(kernel, 1, b));
    assert_success(clSetKernelArg(kernel, 2, sizeof(c), &c));
    assert_success(clEnqueueNDRangeKernel(f->queue, kernel, 1, NULL, &one, NULL, 0, NULL, NULL));
    assert_success(clFinish(f->queue));
    assert_int_equal(a[1], 7);
    assert_error(set_pointer(kernel, 2, a), CL_INVALID_ARG_INDEX);
    assert_error(set_pointer(kernel, 3, a), CL_INVALID_ARG_INDEX);
    assert_success(mem_free(f->context, a));
    assert_success(mem_free(f->context, b));
    // "any pointer value is valid and may be set as an argument", if it is not dereferenced
    assert_success(set_pointer(kernel, 0, a));
    assert_success(set_pointer(kernel, 1, NULL));
    assert_success(clEnqueueNDRangeKernel(f->queue, kernel, 1, NULL, &one, NULL, 0, NULL, NULL));
    assert_success(clFinish(f->queue));
    assert_success(clReleaseKernel(kernel));
}

static cl_event gate;
static _Atomic bool opened;

static void *
open_gate(void *data)
{
    (void)data;
    usleep(50000);
    opened = true;
    clSetUserEventStatus(gate, CL_COMPLETE);
    return NULL;
}

// It waits for all queues of the context, also for those whose commands wait for something else.
static void
a_blocking_free_waits(void **state)
{
    struct fixture *f = *state;
    cl_command_queue queues[20];
    char *p = shared_alloc(f->context, NULL, NULL, 64, 0, NULL);
    cl_int err;
    pthread_t thread;

    gate = clCreateUserEvent(f->context, &err);
    opened = false;
    for (int i = 0; i < 20; i++) {
        queues[i] =
            clCreateCommandQueue(f->context, f->device, i % 2 ? CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE : 0, &err);
        assert_success(err);
        assert_success(mem_set(queues[i], p + i, i, 1, i == 13, i == 13 ? &gate : NULL, NULL));
    }
    assert_int_equal(pthread_create(&thread, NULL, open_gate, NULL), 0);
    assert_success(blocking_free(f->context, p));
    assert_true(opened);
    pthread_join(thread, NULL);
    for (int i = 0; i < 20; i++)
        assert_success(clReleaseCommandQueue(queues[i]));
    assert_success(clReleaseEvent(gate));
}

// Others make and release queues meanwhile.
static void *
make_queues(void *data)
{
    struct fixture *f = data;

    for (int i = 0; i < 500; i++) {
        cl_command_queue queue = clCreateCommandQueue(f->context, f->device, 0, NULL);
        char *p = host_alloc(f->context, NULL, 64, 0, NULL);

        mem_set(queue, p, i, 64, 0, NULL, NULL);
        clFlush(queue);
        clReleaseCommandQueue(queue);
        if (blocking_free(f->context, p) != CL_SUCCESS)
            opened = false;
    }
    return NULL;
}

static void
blocking_frees_and_queues_come_and_go(void **state)
{
    pthread_t threads[4];

    opened = true;
    for (int i = 0; i < 4; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, make_queues, *state), 0);
    for (int i = 0; i < 4; i++)
        pthread_join(threads[i], NULL);
    assert_true(opened);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_device_has_all_capabilities),
        cmocka_unit_test(queries_know_allocations),
        cmocka_unit_test(invalid_allocations_are_refused),
        cmocka_unit_test(invalid_frees_are_refused),
        cmocka_unit_test(commands),
        cmocka_unit_test(kernels_take_any_pointer),
        cmocka_unit_test(a_blocking_free_waits),
        cmocka_unit_test(blocking_frees_and_queues_come_and_go),
    };

    return cmocka_run_group_tests_name("usm", tests, setup, fixture_teardown);
}
