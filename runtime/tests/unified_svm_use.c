// SPDX-License-Identifier: Apache-2.0
// cl_khr_unified_svm: commands and kernels with memory of all types, and what the extension changes about older calls.
#include "runtime/tests/unified_svm.h"

#include <pthread.h>
#include <stdatomic.h>

static void
commands_take_every_type(void **state)
{
    struct fixture *f = *state;
    int *memory[TYPES + 1], local[1024];

    for (cl_uint type = 0; type < TYPES; type++)
        memory[type] = allocate(f, type, sizeof(local));
    memory[TYPES] = malloc(sizeof(local));
    for (int from = 0; from <= TYPES; from++)
        for (int to = 0; to <= TYPES; to++) {
            const int value = from * 100 + to;
            const void *pointers[2] = {memory[from] + 1, memory[to]};
            const size_t sizes[2] = {sizeof(local) - sizeof(int), 0};

            if (from == to)
                continue;
            assert_success(
                clEnqueueSVMMemFill(f->queue, memory[from], &value, sizeof(value), sizeof(local), 0, NULL, NULL));
            assert_success(clEnqueueSVMMemcpy(f->queue, CL_FALSE, memory[to] + 1, memory[from], 4092, 0, NULL, NULL));
            assert_success(clEnqueueSVMMigrateMem(f->queue, 2, pointers, sizes, 0, 0, NULL, NULL));
            assert_success(
                clEnqueueSVMMigrateMem(f->queue, 2, pointers, NULL, CL_MIGRATE_MEM_OBJECT_HOST, 0, NULL, NULL));
            assert_success(clEnqueueSVMMemcpy(f->queue, CL_TRUE, local, memory[to], sizeof(local), 0, NULL, NULL));
            assert_int_equal(local[1], value);
            assert_int_equal(local[1023], value);
        }
    for (cl_uint type = 0; type < TYPES; type++) {
        const void *pointer = memory[type];
        const size_t too_long = sizeof(local) + 1;

        assert_error(clEnqueueSVMMemcpy(f->queue, CL_TRUE, local, memory[type], too_long, 0, NULL, NULL),
                     CL_INVALID_VALUE);
        assert_error(clEnqueueSVMMigrateMem(f->queue, 1, &pointer, &too_long, 0, 0, NULL, NULL), CL_INVALID_VALUE);
        release(f, memory[type]);
        assert_error(clEnqueueSVMMigrateMem(f->queue, 1, &pointer, NULL, 0, 0, NULL, NULL), CL_INVALID_VALUE);
    }
    free(memory[TYPES]);
}

// CL_INVALID_VALUE "if svm_ptr does not support mapping and unmapping for access on the host"
static void
types_are_mapped_that_say_so(void **state)
{
    struct fixture *f = *state;

    for (cl_uint type = 0; type < TYPES; type++) {
        char *p = allocate(f, type, 100);
        const cl_int code = capabilities[type] & CL_SVM_CAPABILITY_HOST_MAP_KHR ? CL_SUCCESS : CL_INVALID_VALUE;

        assert_int_equal(code != CL_SUCCESS, type == DEVICE);
        assert_error(clEnqueueSVMMap(f->queue, CL_TRUE, CL_MAP_WRITE, p + 4, 96, 0, NULL, NULL), code);
        assert_error(clEnqueueSVMUnmap(f->queue, p + 4, 0, NULL, NULL), code);
        assert_error(clEnqueueSVMMap(f->queue, CL_TRUE, CL_MAP_WRITE, p + 4, 97, 0, NULL, NULL), CL_INVALID_VALUE);
        assert_success(clFinish(f->queue));
        release(f, p);
    }
}

static cl_command_type
type_of(cl_event event)
{
    cl_command_type type = 0;
    cl_int status = 1;

    assert_success(clWaitForEvents(1, &event));
    assert_success(clGetEventInfo(event, CL_EVENT_COMMAND_TYPE, sizeof(type), &type, NULL));
    assert_success(clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof(status), &status, NULL));
    assert_int_equal(status, CL_COMPLETE);
    assert_success(clReleaseEvent(event));
    return type;
}

// "A size equal to zero is valid"; "A ptr equal to NULL is valid if and only if size is equal to zero".
static void
commands_of_no_bytes_take_any_pointer(void **state)
{
    struct fixture *f = *state;
    void *freed = allocate(f, FINE, 64), *pointers[] = {NULL, (void *)(uintptr_t)0xdead0000, freed, &pointers};
    const int value = 1;
    const void *none[1] = {NULL};
    const size_t zero[1] = {0}, one[1] = {1};
    cl_event event;

    release(f, freed);
    for (int i = 0; i < 4; i++) {
        assert_success(clEnqueueSVMMemcpy(f->queue, CL_TRUE, pointers[i], &value, 0, 0, NULL, &event));
        assert_int_equal(type_of(event), CL_COMMAND_SVM_MEMCPY);
        assert_success(clEnqueueSVMMemcpy(f->queue, CL_FALSE, pointers, pointers[i], 0, 0, NULL, &event));
        assert_int_equal(type_of(event), CL_COMMAND_SVM_MEMCPY);
        assert_success(clEnqueueSVMMemFill(f->queue, pointers[i], &value, sizeof(value), 0, 0, NULL, &event));
        assert_int_equal(type_of(event), CL_COMMAND_SVM_MEMFILL);
    }
    assert_success(clEnqueueSVMMigrateMem(f->queue, 1, none, NULL, 0, 0, NULL, &event));
    assert_int_equal(type_of(event), CL_COMMAND_SVM_MIGRATE_MEM);
    assert_success(clEnqueueSVMMigrateMem(f->queue, 1, none, zero, 0, 0, NULL, &event));
    assert_int_equal(type_of(event), CL_COMMAND_SVM_MIGRATE_MEM);
    assert_success(clEnqueueSVMFree(f->queue, 1, pointers, NULL, NULL, 0, NULL, &event)); // NULL
    assert_int_equal(type_of(event), CL_COMMAND_SVM_FREE);
    assert_error(clEnqueueSVMMigrateMem(f->queue, 1, none, one, 0, 0, NULL, NULL), CL_INVALID_VALUE);
    assert_error(clEnqueueSVMMemcpy(f->queue, CL_TRUE, NULL, &value, 1, 0, NULL, NULL), CL_INVALID_VALUE);
    assert_error(clEnqueueSVMMemcpy(f->queue, CL_TRUE, pointers, NULL, 1, 0, NULL, NULL), CL_INVALID_VALUE);
    assert_error(clEnqueueSVMMemFill(f->queue, NULL, &value, 4, 4, 0, NULL, NULL), CL_INVALID_VALUE);
    assert_error(clEnqueueSVMMemFill(f->queue, NULL, NULL, 4, 0, 0, NULL, NULL), CL_INVALID_VALUE);
    assert_error(clEnqueueSVMMemFill(f->queue, NULL, &value, 3, 0, 0, NULL, NULL), CL_INVALID_VALUE);
}

// "any pointer value is considered valid", if it is not dereferenced.
static void
kernels_take_any_pointer(void **state)
{
    struct fixture *f = *state;
    cl_kernel kernel = build_kernel(f, "kernel void k(global int *a, global ulong *b) { *b = (ulong)a; }", "k");
    cl_context other = other_context(f);
    void *freed = allocate(f, DEVICE, 64), *foreign = allocate_of(other, f->device, HOST, 64);
    void *const pointers[] = {NULL, (void *)(uintptr_t)0xdeadbeef, freed, foreign, &kernel};
    cl_ulong *b = allocate(f, FINE, sizeof(*b));
    const size_t one = 1;

    release(f, freed);
    assert_success(clSetKernelExecInfo(kernel, CL_KERNEL_EXEC_INFO_SVM_PTRS, sizeof(pointers), pointers));
    assert_success(clSetKernelExecInfo(kernel, CL_KERNEL_EXEC_INFO_SVM_PTRS, 0, NULL));
    assert_success(clSetKernelArgSVMPointer(kernel, 1, b));
    for (size_t i = 0; i < sizeof(pointers) / sizeof(pointers[0]); i++) {
        assert_success(clSetKernelArgSVMPointer(kernel, 0, pointers[i]));
        *b = 1;
        assert_success(clEnqueueNDRangeKernel(f->queue, kernel, 1, NULL, &one, NULL, 0, NULL, NULL));
        assert_success(clFinish(f->queue));
        assert_int_equal(*b, (uintptr_t)pointers[i]);
    }
    release(f, b);
    assert_success(svm_free(other, NULL, 0, foreign));
    assert_success(clReleaseContext(other));
    assert_success(clReleaseKernel(kernel));
}

// By an argument that leads into it, and by a pointer that lies in it.
static void
kernels_reach_every_type(void **state)
{
    struct fixture *f = *state;
    cl_kernel kernel = build_kernel(f,
                                    "struct link { global struct link *next; int value; };"
                                    "kernel void k(global struct link *at) {"
                                    " while (at) { atomic_inc(&at->value); at = at->next; } }",
                                    "k");
    struct link {
        struct link *next;
        int value;
    } *memory[TYPES], local;
    const size_t items = 100;
    const cl_bool switches[] = {CL_TRUE, CL_FALSE, CL_TRUE};

    for (cl_uint type = 0; type < TYPES; type++) {
        memory[type] = allocate(f, type, 2 * sizeof(local));
        local = (struct link){type ? memory[type - 1] + 1 : NULL, (int)type};
        assert_success(clEnqueueSVMMemcpy(f->queue, CL_TRUE, memory[type] + 1, &local, sizeof(local), 0, NULL, NULL));
    }
    for (int i = 0; i < 3; i++)
        assert_success(clSetKernelExecInfo(kernel, CL_KERNEL_EXEC_INFO_SVM_INDIRECT_ACCESS_KHR, sizeof(switches[i]),
                                           &switches[i]));
    assert_error(clSetKernelExecInfo(kernel, CL_KERNEL_EXEC_INFO_SVM_INDIRECT_ACCESS_KHR, 1, &switches[0]),
                 CL_INVALID_VALUE);
    assert_error(clSetKernelExecInfo(kernel, CL_KERNEL_EXEC_INFO_SVM_INDIRECT_ACCESS_KHR, sizeof(cl_bool), NULL),
                 CL_INVALID_VALUE);
    assert_success(clSetKernelArgSVMPointer(kernel, 0, memory[TYPES - 1] + 1));
    assert_success(clEnqueueNDRangeKernel(f->queue, kernel, 1, NULL, &items, NULL, 0, NULL, NULL));
    for (cl_uint type = 0; type < TYPES; type++) {
        assert_success(clEnqueueSVMMemcpy(f->queue, CL_TRUE, &local, memory[type] + 1, sizeof(local), 0, NULL, NULL));
        assert_int_equal(local.value, 100 + type);
    }
    for (cl_uint type = 0; type < TYPES; type++)
        release(f, memory[type]);
    assert_success(clReleaseKernel(kernel));
}

// Lets the kernel go on, while it runs.
static void *
answer(void *data)
{
    _Atomic int *words = data;

    while (atomic_load_explicit(&words[0], memory_order_acquire) != 1)
        ;
    words[2] = 7;
    atomic_store_explicit(&words[1], 1, memory_order_release);
    return NULL;
}

// CL_SVM_CAPABILITY_CONCURRENT_ATOMIC_ACCESS_KHR: host and device wait for each other.
static void
host_and_device_meet_in_memory(void **state)
{
    struct fixture *f = *state;
    cl_program program =
        build_program(f,
                      "kernel void k(global atomic_int *a) {"
                      " atomic_store_explicit(a, 1, memory_order_release, memory_scope_all_svm_devices);"
                      " while (!atomic_load_explicit(a + 1, memory_order_acquire, memory_scope_all_svm_devices)) ;"
                      " ((global int *)a)[3] = ((global int *)a)[2] + 1; }",
                      "-cl-std=CL3.0");
    const cl_svm_capabilities_khr needed = CL_SVM_CAPABILITY_CONCURRENT_ATOMIC_ACCESS_KHR |
                                           CL_SVM_CAPABILITY_HOST_READ_KHR | CL_SVM_CAPABILITY_HOST_WRITE_KHR;
    cl_int err;
    cl_kernel kernel = clCreateKernel(program, "k", &err);
    const size_t one = 1;
    unsigned met = 0;

    assert_success(err);
    for (cl_uint type = 0; type < TYPES; type++) {
        int *words = allocate(f, type, 4 * sizeof(int));
        pthread_t thread;

        if ((capabilities[type] & needed) == needed) {
            memset(words, 0, 4 * sizeof(int));
            assert_int_equal(pthread_create(&thread, NULL, answer, words), 0);
            assert_success(clSetKernelArgSVMPointer(kernel, 0, words));
            assert_success(clEnqueueNDRangeKernel(f->queue, kernel, 1, NULL, &one, NULL, 0, NULL, NULL));
            assert_success(clFinish(f->queue));
            pthread_join(thread, NULL);
            assert_int_equal(words[3], 8);
            met++;
        }
        release(f, words);
    }
    assert_int_equal(met, 4);
    assert_success(clReleaseKernel(kernel));
    assert_success(clReleaseProgram(program));
}

static void
buffers_lie_in_every_type(void **state)
{
    struct fixture *f = *state;

    for (cl_uint type = 0; type < TYPES; type++) {
        char *p = allocate(f, type, 4096);
        cl_bool uses = CL_FALSE;
        cl_int err;
        cl_mem buffer = clCreateBuffer(f->context, CL_MEM_USE_HOST_PTR, 4096, p, &err);

        assert_success(err);
        assert_success(clGetMemObjectInfo(buffer, CL_MEM_USES_SVM_POINTER, sizeof(uses), &uses, NULL));
        assert_int_equal(uses, CL_TRUE);
        assert_null(clCreateBuffer(f->context, CL_MEM_USE_HOST_PTR, 4097, p, &err));
        assert_error(err, CL_INVALID_BUFFER_SIZE);
        assert_success(clReleaseMemObject(buffer));
        release(f, p);
    }
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(commands_take_every_type),
        cmocka_unit_test(types_are_mapped_that_say_so),
        cmocka_unit_test(commands_of_no_bytes_take_any_pointer),
        cmocka_unit_test(kernels_take_any_pointer),
        cmocka_unit_test(kernels_reach_every_type),
        cmocka_unit_test(host_and_device_meet_in_memory),
        cmocka_unit_test(buffers_lie_in_every_type),
    };

    return cmocka_run_group_tests_name("unified_svm_use", tests, unified_svm_setup, fixture_teardown);
}
