// SPDX-License-Identifier: Apache-2.0
// Shared virtual memory: allocation, commands, kernel arguments, and buffers in it.
#include "runtime/tests/support.h"

#include <pthread.h>
#include <stdatomic.h>

#include "compiler/kernel_abi.h"

#define FINE CL_MEM_SVM_FINE_GRAIN_BUFFER

static void *
allocate(const struct fixture *f, size_t bytes)
{
    void *p = clSVMAlloc(f->context, CL_MEM_READ_WRITE, bytes, 0);

    assert_non_null(p);
    return p;
}

static cl_uint
event_type(cl_event event)
{
    cl_command_type type = 0;

    assert_success(clGetEventInfo(event, CL_EVENT_COMMAND_TYPE, sizeof(type), &type, NULL));
    return type;
}

static cl_int
event_status(cl_event event)
{
    cl_int status = 0;

    assert_success(clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof(status), &status, NULL));
    return status;
}

static void
the_device_has_all_of_it(void **state)
{
    struct fixture *f = *state;
    cl_device_svm_capabilities has = 0;

    assert_success(clGetDeviceInfo(f->device, CL_DEVICE_SVM_CAPABILITIES, sizeof(has), &has, NULL));
    assert_int_equal(has, CL_DEVICE_SVM_COARSE_GRAIN_BUFFER | CL_DEVICE_SVM_FINE_GRAIN_BUFFER |
                              CL_DEVICE_SVM_FINE_GRAIN_SYSTEM | CL_DEVICE_SVM_ATOMICS);
}

static void
valid_flags_and_alignments_give_memory(void **state)
{
    static const cl_svm_mem_flags flags[] = {0,
                                             CL_MEM_READ_WRITE,
                                             CL_MEM_READ_ONLY,
                                             CL_MEM_WRITE_ONLY,
                                             CL_MEM_READ_WRITE | FINE,
                                             CL_MEM_READ_ONLY | FINE | CL_MEM_SVM_ATOMICS};
    struct fixture *f = *state;

    for (size_t i = 0; i < sizeof(flags) / sizeof(flags[0]); i++)
        for (cl_uint alignment = 0; alignment <= 128; alignment = alignment ? alignment * 2 : 1) {
            unsigned char *p = clSVMAlloc(f->context, flags[i], 77, alignment);

            assert_non_null(p);
            assert_int_equal((uintptr_t)p % 128, 0);
            memset(p, 1, 77);
            clSVMFree(f->context, p);
        }
}

static void
invalid_allocations_return_NULL(void **state)
{
    struct fixture *f = *state;

    assert_null(clSVMAlloc(foreign_handle(), CL_MEM_READ_WRITE, 64, 0));
    assert_null(clSVMAlloc(f->context, CL_MEM_SVM_ATOMICS, 64, 0));
    assert_null(clSVMAlloc(f->context, CL_MEM_READ_WRITE | CL_MEM_READ_ONLY, 64, 0));
    assert_null(clSVMAlloc(f->context, CL_MEM_WRITE_ONLY | CL_MEM_READ_ONLY, 64, 0));
    assert_null(clSVMAlloc(f->context, CL_MEM_USE_HOST_PTR, 64, 0));
    assert_null(clSVMAlloc(f->context, CL_MEM_READ_ONLY | CL_MEM_IMMUTABLE_EXT, 64, 0));
    assert_null(clSVMAlloc(f->context, CL_MEM_READ_WRITE, 0, 0));
    assert_null(clSVMAlloc(f->context, CL_MEM_READ_WRITE, SIZE_MAX, 0));
    assert_null(clSVMAlloc(f->context, CL_MEM_READ_WRITE, WEFT_MAX_OBJECT_BYTES + 1, 0));
    assert_null(clSVMAlloc(f->context, CL_MEM_READ_WRITE, 64, 3));
    assert_null(clSVMAlloc(f->context, CL_MEM_READ_WRITE, 64, 256));
}

static unsigned notified;

static void CL_CALLBACK
count_notification(const char *text, const void *info, size_t size, void *data)
{
    (void)info, (void)size, (void)data;
    assert_non_null(text);
    notified++;
}

static void
the_context_hears_of_errors(void **state)
{
    struct fixture *f = *state;
    cl_int err;
    cl_context context = clCreateContext(NULL, 1, &f->device, count_notification, NULL, &err);
    void *p;

    assert_success(err);
    notified = 0;
    assert_null(clSVMAlloc(context, CL_MEM_READ_WRITE, 64, 3));
    assert_int_equal(notified, 1);
    p = clSVMAlloc(context, CL_MEM_READ_WRITE, 64, 0);
    clSVMFree(context, (char *)p + 8);
    assert_int_equal(notified, 2);
    clSVMFree(context, p);
    assert_int_equal(notified, 2);
    clSVMFree(context, p);
    assert_int_equal(notified, 3);
    clSVMFree(context, NULL);
    clSVMFree(context, &context);
    assert_int_equal(notified, 4);
    assert_success(clReleaseContext(context));
}

static void
memory_keeps_its_context(void **state)
{
    struct fixture *f = *state;
    cl_context context = other_context(f);
    void *p = clSVMAlloc(context, CL_MEM_READ_WRITE, 64, 0);

    clSVMFree(f->context, p); // not its context: nothing happens
    memset(p, 1, 64);
    clSVMFree(context, p);
    assert_success(clReleaseContext(context));
}

static void
memcpy_copies(void **state)
{
    struct fixture *f = *state;
    static const size_t sizes[] = {0, 1, 1000, 3 << 20};
    cl_event event;

    for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
        unsigned char *a = allocate(f, sizes[i] + 1), *b = malloc(sizes[i] + 1);

        for (size_t j = 0; j < sizes[i]; j++)
            a[j] = (unsigned char)(j * 7);
        memset(b, 0, sizes[i] + 1);
        assert_success(clEnqueueSVMMemcpy(f->queue, CL_TRUE, b, a, sizes[i], 0, NULL, &event));
        assert_int_equal(event_type(event), CL_COMMAND_SVM_MEMCPY);
        assert_memory_equal(a, b, sizes[i]);
        assert_success(clReleaseEvent(event));
        memset(a, 0, sizes[i] + 1);
        assert_success(clEnqueueSVMMemcpy(f->queue, CL_FALSE, a, b, sizes[i], 0, NULL, NULL));
        assert_success(clFinish(f->queue));
        assert_memory_equal(a, b, sizes[i]);
        clSVMFree(f->context, a);
        free(b);
    }
}

static void
invalid_copies_are_refused(void **state)
{
    struct fixture *f = *state;
    cl_context other = other_context(f);
    char *a = allocate(f, 100), *b = allocate(f, 100), *foreign = clSVMAlloc(other, CL_MEM_READ_WRITE, 100, 0);
    char local[100] = {0};
    cl_event event = foreign_handle();

    assert_error(clEnqueueSVMMemcpy(f->queue, CL_TRUE, NULL, a, 1, 0, NULL, NULL), CL_INVALID_VALUE);
    assert_error(clEnqueueSVMMemcpy(f->queue, CL_TRUE, a, NULL, 1, 0, NULL, NULL), CL_INVALID_VALUE);
    assert_error(clEnqueueSVMMemcpy(f->queue, CL_TRUE, a, a + 99, 100, 0, NULL, NULL), CL_INVALID_VALUE); // too long
    assert_error(clEnqueueSVMMemcpy(f->queue, CL_TRUE, a, a + 49, 50, 0, NULL, NULL), CL_MEM_COPY_OVERLAP);
    assert_error(clEnqueueSVMMemcpy(f->queue, CL_TRUE, a + 49, a, 50, 0, NULL, NULL), CL_MEM_COPY_OVERLAP);
    assert_error(clEnqueueSVMMemcpy(f->queue, CL_TRUE, a, a, 50, 0, NULL, NULL), CL_MEM_COPY_OVERLAP);
    assert_success(clEnqueueSVMMemcpy(f->queue, CL_TRUE, a, a + 50, 50, 0, NULL, NULL));
    assert_success(clEnqueueSVMMemcpy(f->queue, CL_TRUE, local, local + 50, 50, 0, NULL, NULL));
    assert_error(clEnqueueSVMMemcpy(f->queue, CL_TRUE, a, b, 101, 0, NULL, NULL), CL_INVALID_VALUE);
    assert_error(clEnqueueSVMMemcpy(f->queue, CL_TRUE, a, foreign, 10, 0, NULL, NULL), CL_INVALID_VALUE);
    assert_error(clEnqueueSVMMemcpy(f->queue, CL_TRUE, a, b, 10, 1, NULL, NULL), CL_INVALID_EVENT_WAIT_LIST);
    assert_error(clEnqueueSVMMemcpy(f->queue, CL_TRUE, a, b, 10, 1, &event, NULL), CL_INVALID_EVENT_WAIT_LIST);
    clSVMFree(f->context, b);
    assert_error(clEnqueueSVMMemcpy(f->queue, CL_TRUE, a, b, 10, 0, NULL, NULL), CL_INVALID_VALUE);
    clSVMFree(f->context, a);
    clSVMFree(other, foreign);
    assert_success(clReleaseContext(other));
}

static void
fills_of_every_pattern(void **state)
{
    struct fixture *f = *state;
    unsigned char pattern[128], *p = allocate(f, 5 << 20);
    cl_event event;

    for (size_t i = 0; i < sizeof(pattern); i++)
        pattern[i] = (unsigned char)(i + 3);
    for (size_t bytes = 1; bytes <= 128; bytes *= 2) {
        size_t size = bytes == 64 ? 5 << 20 : 128 * 9;

        assert_success(clEnqueueSVMMemFill(f->queue, p, pattern, bytes, size, 0, NULL, &event));
        assert_int_equal(event_type(event), CL_COMMAND_SVM_MEMFILL);
        assert_success(clWaitForEvents(1, &event));
        assert_success(clReleaseEvent(event));
        for (size_t i = 0; i < size; i += bytes)
            assert_memory_equal(p + i, pattern, bytes);
    }
    assert_success(clEnqueueSVMMemFill(f->queue, p, pattern, 4, 0, 0, NULL, NULL));
    assert_success(clFinish(f->queue));
    clSVMFree(f->context, p);
}

static void
invalid_fills_are_refused(void **state)
{
    struct fixture *f = *state;
    char *p = allocate(f, 256), pattern[256] = {0};

    assert_error(clEnqueueSVMMemFill(f->queue, NULL, pattern, 4, 4, 0, NULL, NULL), CL_INVALID_VALUE);
    assert_error(clEnqueueSVMMemFill(f->queue, p, NULL, 4, 4, 0, NULL, NULL), CL_INVALID_VALUE);
    assert_error(clEnqueueSVMMemFill(f->queue, p, pattern, 0, 4, 0, NULL, NULL), CL_INVALID_VALUE);
    assert_error(clEnqueueSVMMemFill(f->queue, p, pattern, 3, 3, 0, NULL, NULL), CL_INVALID_VALUE);
    assert_error(clEnqueueSVMMemFill(f->queue, p, pattern, 256, 256, 0, NULL, NULL), CL_INVALID_VALUE);
    assert_error(clEnqueueSVMMemFill(f->queue, p + 2, pattern, 4, 4, 0, NULL, NULL), CL_INVALID_VALUE);
    assert_error(clEnqueueSVMMemFill(f->queue, p, pattern, 4, 6, 0, NULL, NULL), CL_INVALID_VALUE);
    assert_error(clEnqueueSVMMemFill(f->queue, p, pattern, 4, 260, 0, NULL, NULL), CL_INVALID_VALUE);
    assert_error(clEnqueueSVMMemFill(f->queue, p, pattern, 4, 4, 1, NULL, NULL), CL_INVALID_EVENT_WAIT_LIST);
    clSVMFree(f->context, p);
    assert_error(clEnqueueSVMMemFill(f->queue, p, pattern, 4, 4, 0, NULL, NULL), CL_INVALID_VALUE);
}

static void
map_unmap_and_migrate(void **state)
{
    struct fixture *f = *state;
    char *p = allocate(f, 100), *q = allocate(f, 100), local[8];
    const void *pointers[] = {p + 10, q};
    size_t sizes[] = {90, 0};
    cl_event events[3];

    assert_success(clEnqueueSVMMap(f->queue, CL_TRUE, CL_MAP_READ | CL_MAP_WRITE, p, 100, 0, NULL, &events[0]));
    assert_success(clEnqueueSVMUnmap(f->queue, p, 0, NULL, &events[1]));
    assert_success(clEnqueueSVMMigrateMem(f->queue, 2, pointers, sizes, 0, 0, NULL, &events[2]));
    assert_success(clEnqueueSVMMigrateMem(f->queue, 2, pointers, NULL, CL_MIGRATE_MEM_OBJECT_HOST, 0, NULL, NULL));
    assert_success(clWaitForEvents(3, events));
    assert_int_equal(event_type(events[0]), CL_COMMAND_SVM_MAP);
    assert_int_equal(event_type(events[1]), CL_COMMAND_SVM_UNMAP);
    assert_int_equal(event_type(events[2]), CL_COMMAND_SVM_MIGRATE_MEM);
    for (int i = 0; i < 3; i++)
        assert_success(clReleaseEvent(events[i]));
    assert_error(clEnqueueSVMMap(f->queue, CL_TRUE, CL_MAP_READ, NULL, 1, 0, NULL, NULL), CL_INVALID_VALUE);
    assert_error(clEnqueueSVMMap(f->queue, CL_TRUE, CL_MAP_READ, p, 0, 0, NULL, NULL), CL_INVALID_VALUE);
    assert_error(clEnqueueSVMMap(f->queue, CL_TRUE, CL_MAP_READ, p, 101, 0, NULL, NULL), CL_INVALID_VALUE);
    assert_error(clEnqueueSVMMap(f->queue, CL_TRUE, 1 << 9, p, 1, 0, NULL, NULL), CL_INVALID_VALUE);
    assert_error(clEnqueueSVMMap(f->queue, CL_TRUE, CL_MAP_READ | CL_MAP_WRITE_INVALIDATE_REGION, p, 1, 0, NULL, NULL),
                 CL_INVALID_VALUE);
    assert_success(clEnqueueSVMMap(f->queue, CL_TRUE, CL_MAP_READ, local, 8, 0, NULL, NULL)); // system memory
    assert_success(clEnqueueSVMUnmap(f->queue, local, 0, NULL, NULL));
    assert_error(clEnqueueSVMUnmap(f->queue, NULL, 0, NULL, NULL), CL_INVALID_VALUE);
    assert_error(clEnqueueSVMUnmap(f->queue, p, 1, NULL, NULL), CL_INVALID_EVENT_WAIT_LIST);
    assert_error(clEnqueueSVMMigrateMem(f->queue, 0, pointers, NULL, 0, 0, NULL, NULL), CL_INVALID_VALUE);
    assert_error(clEnqueueSVMMigrateMem(f->queue, 1, NULL, NULL, 0, 0, NULL, NULL), CL_INVALID_VALUE);
    assert_error(clEnqueueSVMMigrateMem(f->queue, 1, pointers, NULL, 1 << 5, 0, NULL, NULL), CL_INVALID_VALUE);
    sizes[0] = 91;
    assert_error(clEnqueueSVMMigrateMem(f->queue, 1, pointers, sizes, 0, 0, NULL, NULL), CL_INVALID_VALUE);
    pointers[0] = local;
    assert_success(clEnqueueSVMMigrateMem(f->queue, 1, pointers, NULL, 0, 0, NULL, NULL)); // system memory
    assert_success(clFinish(f->queue));
    clSVMFree(f->context, q);
    assert_error(clEnqueueSVMMap(f->queue, CL_TRUE, CL_MAP_READ, q, 1, 0, NULL, NULL), CL_INVALID_VALUE);
    assert_error(clEnqueueSVMUnmap(f->queue, q, 0, NULL, NULL), CL_INVALID_VALUE);
    clSVMFree(f->context, p);
}

struct freed {
    cl_context context;
    cl_command_queue queue;
    cl_uint count;
    void *pointers[2];
};

static void CL_CALLBACK
free_them(cl_command_queue queue, cl_uint count, void *pointers[], void *data)
{
    struct freed *freed = data;

    freed->queue = queue;
    freed->count = count;
    for (cl_uint i = 0; i < count; i++)
        freed->pointers[i] = pointers[i];
    if (count) {
        clSVMFree(freed->context, pointers[0]);
        free(pointers[1]);
    }
}

static void
free_is_a_command(void **state)
{
    struct fixture *f = *state;
    void *pointers[2] = {allocate(f, 10), allocate(f, 1 << 20)}, *first = pointers[0], *second = pointers[1];
    struct freed freed = {.context = f->context};
    cl_event event;

    assert_success(clEnqueueSVMFree(f->queue, 2, pointers, NULL, NULL, 0, NULL, &event));
    pointers[0] = NULL; // may be reused
    assert_success(clWaitForEvents(1, &event));
    assert_int_equal(event_type(event), CL_COMMAND_SVM_FREE);
    assert_success(clReleaseEvent(event));
    assert_error(clEnqueueSVMMap(f->queue, CL_TRUE, CL_MAP_READ, first, 1, 0, NULL, NULL), CL_INVALID_VALUE);
    assert_error(clEnqueueSVMMap(f->queue, CL_TRUE, CL_MAP_READ, second, 1, 0, NULL, NULL), CL_INVALID_VALUE);
    pointers[0] = allocate(f, 10);
    pointers[1] = malloc(10);
    assert_success(clEnqueueSVMFree(f->queue, 2, pointers, free_them, &freed, 0, NULL, NULL));
    assert_success(clFinish(f->queue));
    assert_ptr_equal(freed.queue, f->queue);
    assert_int_equal(freed.count, 2);
    assert_memory_equal(freed.pointers, pointers, sizeof(pointers));
    assert_success(clEnqueueSVMFree(f->queue, 0, NULL, free_them, &freed, 0, NULL, NULL));
    assert_success(clEnqueueSVMFree(f->queue, 0, NULL, NULL, NULL, 0, NULL, NULL));
    assert_success(clFinish(f->queue));
    assert_int_equal(freed.count, 0);
}

static void
invalid_frees_are_refused(void **state)
{
    struct fixture *f = *state;
    void *p = allocate(f, 10), *pointers[1] = {p}, *inner[1] = {(char *)p + 1}, *local[1] = {&p};

    assert_error(clEnqueueSVMFree(f->queue, 0, pointers, NULL, NULL, 0, NULL, NULL), CL_INVALID_VALUE);
    assert_error(clEnqueueSVMFree(f->queue, 1, NULL, NULL, NULL, 0, NULL, NULL), CL_INVALID_VALUE);
    assert_error(clEnqueueSVMFree(f->queue, 1, inner, NULL, NULL, 0, NULL, NULL), CL_INVALID_VALUE);
    assert_error(clEnqueueSVMFree(f->queue, 1, local, NULL, NULL, 0, NULL, NULL), CL_INVALID_VALUE);
    assert_error(clEnqueueSVMFree(f->queue, 1, pointers, NULL, NULL, 1, NULL, NULL), CL_INVALID_EVENT_WAIT_LIST);
    assert_success(clEnqueueSVMFree(f->queue, 1, pointers, NULL, NULL, 0, NULL, NULL));
    assert_success(clFinish(f->queue));
    assert_error(clEnqueueSVMFree(f->queue, 1, pointers, NULL, NULL, 0, NULL, NULL), CL_INVALID_VALUE);
}

// Commands that wait for a user event, and whose memory is freed before it comes.
static void
memory_that_is_freed_too_early_is_the_events_error(void **state)
{
    struct fixture *f = *state;
    void *p = allocate(f, 64), *pointers[1] = {p};
    const void *const_pointers[1] = {p};
    char local[64] = {0};
    cl_kernel kernel = build_kernel(f, "kernel void k(global int *a) { *a = 1; }", "k");
    const size_t one = 1;
    cl_event gate, events[8];
    cl_int err;

    gate = clCreateUserEvent(f->context, &err);
    assert_success(err);
    assert_success(clSetKernelArgSVMPointer(kernel, 0, p));
    assert_success(clEnqueueSVMMemcpy(f->queue, CL_FALSE, local, p, 64, 1, &gate, &events[0]));
    assert_success(clEnqueueSVMMemcpy(f->queue, CL_FALSE, p, local, 64, 0, NULL, &events[1]));
    assert_success(clEnqueueSVMMemFill(f->queue, p, local, 4, 64, 0, NULL, &events[2]));
    assert_success(clEnqueueSVMMap(f->queue, CL_FALSE, CL_MAP_READ, p, 64, 0, NULL, &events[3]));
    assert_success(clEnqueueSVMUnmap(f->queue, p, 0, NULL, &events[4]));
    assert_success(clEnqueueSVMMigrateMem(f->queue, 1, const_pointers, NULL, 0, 0, NULL, &events[5]));
    assert_success(clEnqueueSVMFree(f->queue, 1, pointers, NULL, NULL, 0, NULL, &events[6]));
    assert_success(clEnqueueNDRangeKernel(f->queue, kernel, 1, NULL, &one, NULL, 0, NULL, &events[7]));
    clSVMFree(f->context, p);
    assert_success(clSetUserEventStatus(gate, CL_COMPLETE));
    assert_success(clFinish(f->queue));
    for (int i = 0; i < 8; i++) {
        assert_int_equal(event_status(events[i]), i < 7 ? CL_INVALID_VALUE : CL_INVALID_KERNEL_ARGS);
        assert_success(clReleaseEvent(events[i]));
    }
    assert_success(clReleaseEvent(gate));
    // and the next launch is refused at once
    assert_error(clEnqueueNDRangeKernel(f->queue, kernel, 1, NULL, &one, NULL, 0, NULL, NULL), CL_INVALID_KERNEL_ARGS);
    assert_success(clReleaseKernel(kernel));
}

static void
kernels_take_pointers(void **state)
{
    struct fixture *f = *state;
    cl_kernel kernel = build_kernel(f,
                                    "kernel void k(global int *a, constant int *b, int c, local int *d) {"
                                    " if (a) *a = b ? *b + c : c; }",
                                    "k");
    cl_kernel clone;
    int *a = allocate(f, 16), b = 40, c = 2, d = 5;
    const size_t one = 1;
    cl_int err;

    *a = 0;
    assert_success(clSetKernelArgSVMPointer(kernel, 0, a + 1)); // inside
    assert_success(clSetKernelArgSVMPointer(kernel, 1, &b));    // system memory
    assert_success(clSetKernelArg(kernel, 2, sizeof(c), &c));
    assert_success(clSetKernelArg(kernel, 3, 4, NULL));
    assert_success(clEnqueueNDRangeKernel(f->queue, kernel, 1, NULL, &one, NULL, 0, NULL, NULL));
    assert_success(clFinish(f->queue));
    assert_int_equal(a[1], 42);
    clone = clCloneKernel(kernel, &err);
    assert_success(err);
    assert_success(clSetKernelArgSVMPointer(kernel, 0, NULL));
    assert_success(clSetKernelArgSVMPointer(kernel, 1, NULL));
    assert_success(clEnqueueNDRangeKernel(f->queue, kernel, 1, NULL, &one, NULL, 0, NULL, NULL));
    b = 60;
    assert_success(clEnqueueNDRangeKernel(f->queue, clone, 1, NULL, &one, NULL, 0, NULL, NULL));
    assert_success(clFinish(f->queue));
    assert_int_equal(a[1], 62);
    // A buffer takes the pointer's place, and the other way round.
    {
        cl_mem buffer = clCreateBuffer(f->context, CL_MEM_USE_HOST_PTR, sizeof(d), &d, &err);

        assert_success(clSetKernelArg(clone, 0, sizeof(buffer), &buffer));
        assert_success(clSetKernelArgSVMPointer(clone, 0, a + 2));
        assert_success(clReleaseMemObject(buffer));
        assert_success(clEnqueueNDRangeKernel(f->queue, clone, 1, NULL, &one, NULL, 0, NULL, NULL));
        assert_success(clFinish(f->queue));
        assert_int_equal(a[2], 62);
    }
    assert_success(clSetKernelArgSVMPointer(clone, 0, a + 4)); // the end, which is no error
    assert_error(clSetKernelArgSVMPointer(clone, 4, a), CL_INVALID_ARG_INDEX);
    assert_error(clSetKernelArgSVMPointer(clone, 2, a), CL_INVALID_ARG_INDEX);
    assert_error(clSetKernelArgSVMPointer(clone, 3, a), CL_INVALID_ARG_INDEX);
    clSVMFree(f->context, a);
    assert_success(clSetKernelArgSVMPointer(clone, 0, a)); // any value is valid
    assert_success(clReleaseKernel(clone));
    assert_success(clReleaseKernel(kernel));
}

static void
kernels_say_what_else_they_reach(void **state)
{
    struct fixture *f = *state;
    cl_kernel kernel = build_kernel(f, "kernel void k(global int *a) { *a = 1; }", "k");
    void *p = allocate(f, 64);
    const void *pointers[2] = {p, &p};
    cl_bool yes = CL_TRUE, no = CL_FALSE;
    static const cl_kernel_exec_info switches[] = {
        CL_KERNEL_EXEC_INFO_SVM_INDIRECT_ACCESS_KHR, CL_KERNEL_EXEC_INFO_SVM_FINE_GRAIN_SYSTEM,
        CL_KERNEL_EXEC_INFO_INDIRECT_HOST_ACCESS_INTEL, CL_KERNEL_EXEC_INFO_INDIRECT_DEVICE_ACCESS_INTEL,
        CL_KERNEL_EXEC_INFO_INDIRECT_SHARED_ACCESS_INTEL};
    static const cl_kernel_exec_info sets[] = {CL_KERNEL_EXEC_INFO_SVM_PTRS, CL_KERNEL_EXEC_INFO_USM_PTRS_INTEL,
                                               CL_KERNEL_EXEC_INFO_DEVICE_PTRS_EXT};

    for (int i = 0; i < 5; i++) {
        assert_success(clSetKernelExecInfo(kernel, switches[i], sizeof(yes), &yes));
        assert_success(clSetKernelExecInfo(kernel, switches[i], sizeof(no), &no));
        assert_error(clSetKernelExecInfo(kernel, switches[i], 1, &no), CL_INVALID_VALUE);
        assert_error(clSetKernelExecInfo(kernel, switches[i], sizeof(no), NULL), CL_INVALID_VALUE);
    }
    for (int i = 0; i < 3; i++) {
        assert_success(clSetKernelExecInfo(kernel, sets[i], sizeof(pointers), pointers));
        assert_success(clSetKernelExecInfo(kernel, sets[i], 0, NULL));
        assert_error(clSetKernelExecInfo(kernel, sets[i], 7, pointers), CL_INVALID_VALUE);
        assert_error(clSetKernelExecInfo(kernel, sets[i], 8, NULL), CL_INVALID_VALUE);
    }
    assert_error(clSetKernelExecInfo(kernel, 1, sizeof(no), &no), CL_INVALID_VALUE);
    clSVMFree(f->context, p);
    for (int i = 0; i < 3; i++) // any value is valid
        assert_success(clSetKernelExecInfo(kernel, sets[i], sizeof(pointers), pointers));
    assert_success(clReleaseKernel(kernel));
}

static cl_bool
uses_svm(cl_mem memory)
{
    cl_bool uses = 2;

    assert_success(clGetMemObjectInfo(memory, CL_MEM_USES_SVM_POINTER, sizeof(uses), &uses, NULL));
    return uses;
}

static void
buffers_in_shared_memory(void **state)
{
    struct fixture *f = *state;
    unsigned char *p = allocate(f, 4096), local[64] = {0};
    const cl_buffer_region region = {128, 128};
    const cl_image_format format = {CL_R, CL_UNSIGNED_INT8};
    cl_image_desc desc = {.image_type = CL_MEM_OBJECT_IMAGE1D_BUFFER, .image_width = 64};
    cl_mem buffer, sub, image, copy, plain;
    void *mapped;
    cl_int err;

    buffer = clCreateBuffer(f->context, CL_MEM_USE_HOST_PTR, 4096, p, &err);
    assert_success(err);
    assert_int_equal(uses_svm(buffer), CL_TRUE);
    sub = clCreateSubBuffer(buffer, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, &err);
    assert_success(err);
    assert_int_equal(uses_svm(sub), CL_TRUE);
    desc.buffer = buffer;
    image = clCreateImage(f->context, 0, &format, &desc, NULL, &err);
    assert_success(err);
    assert_int_equal(uses_svm(image), CL_FALSE);
    copy = clCreateBuffer(f->context, CL_MEM_COPY_HOST_PTR, 4096, p, &err);
    assert_success(err);
    assert_int_equal(uses_svm(copy), CL_FALSE);
    plain = clCreateBuffer(f->context, CL_MEM_USE_HOST_PTR, 64, local, &err);
    assert_int_equal(uses_svm(plain), CL_FALSE);
    mapped = clEnqueueMapBuffer(f->queue, sub, CL_TRUE, CL_MAP_WRITE, 0, 128, 0, NULL, NULL, &err);
    assert_ptr_equal(mapped, p + 128);
    assert_success(clEnqueueUnmapMemObject(f->queue, sub, mapped, 0, NULL, NULL));
    assert_success(clFinish(f->queue));
    assert_null(clCreateBuffer(f->context, CL_MEM_USE_HOST_PTR, 4097, p, &err));
    assert_int_equal(err, CL_INVALID_BUFFER_SIZE);
    assert_null(clCreateBuffer(f->context, CL_MEM_COPY_HOST_PTR, 4096, p + 1, &err));
    assert_int_equal(err, CL_INVALID_BUFFER_SIZE);
    assert_success(clReleaseMemObject(image));
    assert_success(clReleaseMemObject(sub));
    assert_success(clReleaseMemObject(buffer));
    assert_success(clReleaseMemObject(copy));
    assert_success(clReleaseMemObject(plain));
    clSVMFree(f->context, p);
    assert_null(clCreateBuffer(f->context, CL_MEM_USE_HOST_PTR, 64, p, &err));
    assert_int_equal(err, CL_INVALID_HOST_PTR);
}

// Threads that allocate, launch and free, all in one context.
struct worker {
    const struct fixture *f;
    cl_program program;
    _Atomic bool failed;
};

static void *
allocate_launch_free(void *data)
{
    struct worker *worker = data;
    const struct fixture *f = worker->f;
    const size_t items = 64;
    cl_int err;
    cl_command_queue queue = clCreateCommandQueue(f->context, f->device, 0, &err);
    cl_kernel kernel = clCreateKernel(worker->program, "k", &err);
    bool ok = err == CL_SUCCESS;

    for (int i = 0; ok && i < 200; i++) {
        size_t bytes = i % 10 ? 256 : 1 << 20;
        int *p = clSVMAlloc(f->context, CL_MEM_READ_WRITE | FINE, bytes, 0);
        void *pointers[1] = {p};
        int pattern = i;

        ok = p && clEnqueueSVMMemFill(queue, p, &pattern, sizeof(pattern), bytes, 0, NULL, NULL) == CL_SUCCESS &&
             clSetKernelArgSVMPointer(kernel, 0, p) == CL_SUCCESS &&
             clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &items, NULL, 0, NULL, NULL) == CL_SUCCESS;
        if (i % 2) {
            ok = ok && clFinish(queue) == CL_SUCCESS && p[5] == i + 5;
            clSVMFree(f->context, p);
        } else {
            ok = ok && clEnqueueSVMFree(queue, 1, pointers, NULL, NULL, 0, NULL, NULL) == CL_SUCCESS;
        }
    }
    ok = clFinish(queue) == CL_SUCCESS && ok;
    clReleaseKernel(kernel);
    clReleaseCommandQueue(queue);
    if (!ok)
        worker->failed = true;
    return NULL;
}

static void
eight_threads_allocate_launch_and_free(void **state)
{
    struct fixture *f = *state;
    struct worker worker = {
        .f = f,
        .program = build_program(f, "kernel void k(global int *a) { a[get_global_id(0)] += get_global_id(0); }", "")};
    pthread_t threads[8];

    for (int i = 0; i < 8; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, allocate_launch_free, &worker), 0);
    for (int i = 0; i < 8; i++)
        pthread_join(threads[i], NULL);
    assert_false(worker.failed);
    assert_success(clReleaseProgram(worker.program));
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_device_has_all_of_it),
        cmocka_unit_test(valid_flags_and_alignments_give_memory),
        cmocka_unit_test(invalid_allocations_return_NULL),
        cmocka_unit_test(the_context_hears_of_errors),
        cmocka_unit_test(memory_keeps_its_context),
        cmocka_unit_test(memcpy_copies),
        cmocka_unit_test(invalid_copies_are_refused),
        cmocka_unit_test(fills_of_every_pattern),
        cmocka_unit_test(invalid_fills_are_refused),
        cmocka_unit_test(map_unmap_and_migrate),
        cmocka_unit_test(free_is_a_command),
        cmocka_unit_test(invalid_frees_are_refused),
        cmocka_unit_test(memory_that_is_freed_too_early_is_the_events_error),
        cmocka_unit_test(kernels_take_pointers),
        cmocka_unit_test(kernels_say_what_else_they_reach),
        cmocka_unit_test(buffers_in_shared_memory),
        cmocka_unit_test(eight_threads_allocate_launch_and_free),
    };

    return RUN_TESTS("svm");
}
