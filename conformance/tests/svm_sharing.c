// SPDX-License-Identifier: Apache-2.0
// Shared virtual memory: structures with pointers in them, built by the host and by kernels, any memory of the process
// as an argument, and atomics between host threads and kernels that run.
#define _GNU_SOURCE
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "conformance/tests/support.h"

#define FINE_ATOMICS (CL_MEM_READ_WRITE | CL_MEM_SVM_FINE_GRAIN_BUFFER | CL_MEM_SVM_ATOMICS)

static void *
allocate(cl_svm_mem_flags flags, size_t bytes)
{
    void *p = clSVMAlloc(test_context, flags, bytes, 0);

    assert_non_null(p);
    memset(p, 0, bytes);
    return p;
}

static cl_kernel
make_kernel(const char *source, cl_program *program)
{
    cl_int err;
    cl_kernel kernel;

    *program = test_build(source, "-cl-std=CL3.0");
    kernel = clCreateKernel(*program, "k", &err);
    CHECK(err);
    return kernel;
}

// Runs `source`'s kernel k over so many work-items, with pointers as arguments.
static void
run(const char *source, size_t items, void *first, void *second)
{
    cl_program program;
    cl_kernel kernel = make_kernel(source, &program);

    CHECK(clSetKernelArgSVMPointer(kernel, 0, first));
    if (second)
        CHECK(clSetKernelArgSVMPointer(kernel, 1, second));
    CHECK(clEnqueueNDRangeKernel(test_queue, kernel, 1, NULL, &items, NULL, 0, NULL, NULL));
    CHECK(clFinish(test_queue));
    CHECK(clReleaseKernel(kernel));
    CHECK(clReleaseProgram(program));
}

struct node {
    struct node *next;
    cl_long value;
};

#define NODE "typedef struct node { global struct node *next; long value; } node;\n"

static void
kernels_walk_a_list_of_the_hosts(void **state)
{
    struct node *first = NULL;
    cl_long *sum = allocate(CL_MEM_READ_WRITE, sizeof(*sum)), expected = 0;

    (void)state;
    for (int i = 0; i < 1000; i++) {
        struct node *node = allocate(CL_MEM_READ_WRITE, sizeof(*node));

        *node = (struct node){first, i * i};
        first = node;
        expected += i * i;
    }
    run(NODE
        "kernel void k(global node *n, global long *sum) { for (; n; n = n->next) { *sum += n->value; n->value++; } }",
        1, first, sum);
    assert_int_equal(*sum, expected);
    for (int i = 999; i >= 0; i--) {
        struct node *next = first->next;

        assert_int_equal(first->value, i * i + 1);
        clSVMFree(test_context, first);
        first = next;
    }
    assert_null(first);
    clSVMFree(test_context, sum);
}

static void
the_host_walks_a_list_of_a_kernels(void **state)
{
    enum { NODES = 5000 };
    struct node *nodes = allocate(FINE_ATOMICS, NODES * sizeof(*nodes));
    struct node **head = allocate(FINE_ATOMICS, sizeof(*head));
    unsigned char seen[NODES] = {0};
    int count = 0;

    (void)state;
    // All work-items push onto one list, which is an atomic pointer's worth of bits.
    run(NODE "kernel void k(global node *nodes, global atomic_ulong *head) {\n"
             "  global node *mine = nodes + get_global_id(0);\n"
             "  ulong old = atomic_load(head);\n"
             "  mine->value = get_global_id(0);\n"
             "  do mine->next = (global node *)old;\n"
             "  while (!atomic_compare_exchange_weak(head, &old, (ulong)mine));\n"
             "}",
        NODES, nodes, head);
    for (struct node *n = *head; n; n = n->next, count++) {
        assert_ptr_equal(n, &nodes[n->value]);
        assert_int_equal(seen[n->value]++, 0);
    }
    assert_int_equal(count, NODES);
    clSVMFree(test_context, nodes);
    clSVMFree(test_context, head);
}

static void
any_memory_of_the_process_is_an_argument(void **state)
{
    static cl_int global_memory[256];
    static const char source[] = "kernel void k(global int *a) { a[get_global_id(0)] = get_global_id(0) * 5 + 1; }";
    cl_int stack_memory[256], *pages = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    cl_int *memory[] = {malloc(1024), calloc(256, 4), stack_memory, global_memory, pages, NULL};

    (void)state;
    for (int i = 0; memory[i]; i++) {
        run(source, 256, memory[i], NULL);
        for (int j = 0; j < 256; j++)
            assert_int_equal(memory[i][j], j * 5 + 1);
    }
    free(memory[0]);
    free(memory[1]);
    munmap(pages, 4096);
}

static void
pointers_to_the_systems_memory_in_shared_memory(void **state)
{
    enum { ROWS = 100 };
    cl_int **rows = allocate(CL_MEM_READ_WRITE, ROWS * sizeof(*rows));

    (void)state;
    for (int i = 0; i < ROWS; i++) {
        rows[i] = malloc((size_t)(i + 1) * sizeof(cl_int));
        for (int j = 0; j <= i; j++)
            rows[i][j] = j;
    }
    run("kernel void k(global int * global *rows) {\n"
        "  int i = get_global_id(0);\n"
        "  for (int j = 0; j <= i; j++) rows[i][j] += i;\n"
        "}",
        ROWS, rows, NULL);
    for (int i = 0; i < ROWS; i++) {
        for (int j = 0; j <= i; j++)
            assert_int_equal(rows[i][j], i + j);
        free(rows[i]);
    }
    clSVMFree(test_context, rows);
}

// A kernel under way and the host take turns.
static void
host_and_kernel_take_turns(void **state)
{
    enum { ROUNDS = 2000 };
    cl_program program;
    cl_kernel kernel = make_kernel("kernel void k(global atomic_int *turn, global int *data) {\n"
                                   "  for (int i = 0; i < 2000; i++) {\n"
                                   "    while (atomic_load_explicit(turn, memory_order_acquire,"
                                   " memory_scope_all_svm_devices) != 2 * i + 1);\n"
                                   "    *data = *data * 3 + i;\n"
                                   "    atomic_store_explicit(turn, 2 * i + 2, memory_order_release,"
                                   " memory_scope_all_svm_devices);\n"
                                   "  }\n"
                                   "}",
                                   &program);
    _Atomic cl_int *turn = allocate(FINE_ATOMICS, 256);
    cl_int *data = allocate(FINE_ATOMICS, 256);
    cl_uint expected = 0, here = 0;
    const size_t one = 1;

    (void)state;
    CHECK(clSetKernelArgSVMPointer(kernel, 0, (void *)(uintptr_t)turn));
    CHECK(clSetKernelArgSVMPointer(kernel, 1, data));
    CHECK(clEnqueueNDRangeKernel(test_queue, kernel, 1, NULL, &one, NULL, 0, NULL, NULL));
    CHECK(clFlush(test_queue));
    for (cl_uint i = 0; i < ROUNDS; i++) {
        here = (cl_uint)*data ^ i;
        *data = (cl_int)here;
        expected = (expected ^ i) * 3 + i;
        atomic_store_explicit(turn, (cl_int)(2 * i + 1), memory_order_release);
        while (atomic_load_explicit(turn, memory_order_acquire) != (cl_int)(2 * i + 2))
            sched_yield();
        assert_int_equal((cl_uint)*data, expected);
    }
    CHECK(clFinish(test_queue));
    clSVMFree(test_context, (void *)(uintptr_t)turn);
    clSVMFree(test_context, data);
    CHECK(clReleaseKernel(kernel));
    CHECK(clReleaseProgram(program));
}

static void *
count_up(void *data)
{
    _Atomic cl_int *counter = data;

    for (int i = 0; i < 100000; i++)
        atomic_fetch_add(counter, 3);
    return NULL;
}

// In shared memory and in the system's.
static void
host_threads_and_kernels_count_together(void **state)
{
    _Atomic cl_int *counters[] = {allocate(FINE_ATOMICS, 64), calloc(1, 64)};

    (void)state;
    for (int i = 0; i < 2; i++) {
        pthread_t threads[2];

        for (int t = 0; t < 2; t++)
            assert_int_equal(pthread_create(&threads[t], NULL, count_up, (void *)(uintptr_t)counters[i]), 0);
        run("kernel void k(global atomic_int *c) { for (int i = 0; i < 100; i++) atomic_fetch_add(c, 1); }", 1000,
            (void *)(uintptr_t)counters[i], NULL);
        for (int t = 0; t < 2; t++)
            pthread_join(threads[t], NULL);
        assert_int_equal(atomic_load(counters[i]), 2 * 100000 * 3 + 1000 * 100);
    }
    clSVMFree(test_context, (void *)(uintptr_t)counters[0]);
    free((void *)(uintptr_t)counters[1]);
}

// The host hands out work while the kernel takes it.
#define SLOTS 64
struct work {
    _Atomic cl_uint filled, taken;
    cl_uint slots[SLOTS];
    _Atomic cl_ulong sum;
};

static void
a_kernel_takes_what_the_host_puts_in_a_ring(void **state)
{
    enum { ITEMS = 20000 };
    cl_program program;
    cl_kernel kernel = make_kernel(
        "typedef struct { atomic_uint filled, taken; uint slots[64]; atomic_ulong sum; } work;\n"
        "kernel void k(global work *w) {\n"
        "  for (uint i = 0; i < 20000; i++) {\n"
        "    while (atomic_load_explicit(&w->filled, memory_order_acquire, memory_scope_all_svm_devices) == i);\n"
        "    atomic_fetch_add_explicit(&w->sum, (ulong)w->slots[i % 64], memory_order_relaxed,"
        " memory_scope_all_svm_devices);\n"
        "    atomic_store_explicit(&w->taken, i + 1, memory_order_release, memory_scope_all_svm_devices);\n"
        "  }\n"
        "}",
        &program);
    struct work *work = allocate(FINE_ATOMICS, sizeof(*work));
    cl_ulong expected = 0;
    const size_t one = 1;

    (void)state;
    CHECK(clSetKernelArgSVMPointer(kernel, 0, work));
    CHECK(clEnqueueNDRangeKernel(test_queue, kernel, 1, NULL, &one, NULL, 0, NULL, NULL));
    CHECK(clFlush(test_queue));
    for (cl_uint i = 0; i < ITEMS; i++) {
        while (i - atomic_load_explicit(&work->taken, memory_order_acquire) >= SLOTS)
            sched_yield();
        work->slots[i % SLOTS] = i * 3;
        expected += i * 3;
        atomic_store_explicit(&work->filled, i + 1, memory_order_release);
    }
    CHECK(clFinish(test_queue));
    assert_int_equal(atomic_load(&work->sum), expected);
    clSVMFree(test_context, work);
    CHECK(clReleaseKernel(kernel));
    CHECK(clReleaseProgram(program));
}

static void
coarse_memory_is_mapped_and_unmapped(void **state)
{
    static const char source[] = "kernel void k(global int *a) { a[get_global_id(0)] *= 2; }";
    cl_int *p = allocate(CL_MEM_READ_WRITE, 4096);

    (void)state;
    for (int round = 0; round < 3; round++) {
        CHECK(clEnqueueSVMMap(test_queue, CL_TRUE, CL_MAP_WRITE, p, 4096, 0, NULL, NULL));
        for (int i = 0; i < 1024; i++)
            p[i] = i + round;
        CHECK(clEnqueueSVMUnmap(test_queue, p, 0, NULL, NULL));
        run(source, 1024, p, NULL);
        CHECK(clEnqueueSVMMap(test_queue, CL_TRUE, CL_MAP_READ, p, 4096, 0, NULL, NULL));
        for (int i = 0; i < 1024; i++)
            assert_int_equal(p[i], 2 * (i + round));
        CHECK(clEnqueueSVMUnmap(test_queue, p, 0, NULL, NULL));
    }
    CHECK(clFinish(test_queue));
    clSVMFree(test_context, p);
}

static void
an_image_in_shared_memory(void **state)
{
    const cl_image_format format = {CL_R, CL_UNSIGNED_INT32};
    cl_image_desc desc = {.image_type = CL_MEM_OBJECT_IMAGE2D, .image_width = 16, .image_height = 16};
    cl_uint *p = allocate(CL_MEM_READ_WRITE, 1024), *sum = allocate(CL_MEM_READ_WRITE, 4), expected = 0;
    cl_program program;
    cl_kernel kernel = make_kernel("kernel void k(read_only image2d_t i, global uint *sum) {\n"
                                   "  for (int y = 0; y < 16; y++) for (int x = 0; x < 16; x++)\n"
                                   "    *sum += read_imageui(i, (int2)(x, y)).x;\n"
                                   "}",
                                   &program);
    const size_t one = 1;
    cl_mem image;
    cl_int err;

    (void)state;
    for (cl_uint i = 0; i < 256; i++) {
        p[i] = i * 7;
        expected += i * 7;
    }
    desc.mem_object = clCreateBuffer(test_context, CL_MEM_USE_HOST_PTR, 1024, p, &err);
    CHECK(err);
    image = clCreateImage(test_context, 0, &format, &desc, NULL, &err);
    CHECK(err);
    CHECK(clSetKernelArg(kernel, 0, sizeof(image), &image));
    CHECK(clSetKernelArgSVMPointer(kernel, 1, sum));
    CHECK(clEnqueueNDRangeKernel(test_queue, kernel, 1, NULL, &one, NULL, 0, NULL, NULL));
    CHECK(clFinish(test_queue));
    assert_int_equal(*sum, expected);
    CHECK(clReleaseMemObject(image));
    CHECK(clReleaseMemObject(desc.mem_object));
    CHECK(clReleaseKernel(kernel));
    CHECK(clReleaseProgram(program));
    clSVMFree(test_context, p);
    clSVMFree(test_context, sum);
}

static void
two_queues_share_parts_of_one_allocation(void **state)
{
    cl_int *p = allocate(FINE_ATOMICS, 1 << 20), err;
    const int half = (1 << 20) / 8;
    const size_t items = (size_t)half;
    cl_program program;
    cl_kernel kernel =
        make_kernel("kernel void k(global int *a) { a[get_global_id(0)] = get_global_id(0); }", &program);
    cl_command_queue other = clCreateCommandQueueWithProperties(test_context, test_device, NULL, &err);

    (void)state;
    CHECK(err);
    CHECK(clSetKernelArgSVMPointer(kernel, 0, p));
    CHECK(clEnqueueNDRangeKernel(test_queue, kernel, 1, NULL, &items, NULL, 0, NULL, NULL));
    CHECK(clSetKernelArgSVMPointer(kernel, 0, p + half));
    CHECK(clEnqueueNDRangeKernel(other, kernel, 1, NULL, &items, NULL, 0, NULL, NULL));
    CHECK(clFinish(test_queue));
    CHECK(clFinish(other));
    for (int i = 0; i < 2 * half; i++)
        assert_int_equal(p[i], i % half);
    CHECK(clReleaseCommandQueue(other));
    CHECK(clReleaseKernel(kernel));
    CHECK(clReleaseProgram(program));
    clSVMFree(test_context, p);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(kernels_walk_a_list_of_the_hosts),
        cmocka_unit_test(the_host_walks_a_list_of_a_kernels),
        cmocka_unit_test(any_memory_of_the_process_is_an_argument),
        cmocka_unit_test(pointers_to_the_systems_memory_in_shared_memory),
        cmocka_unit_test(host_and_kernel_take_turns),
        cmocka_unit_test(host_threads_and_kernels_count_together),
        cmocka_unit_test(a_kernel_takes_what_the_host_puts_in_a_ring),
        cmocka_unit_test(coarse_memory_is_mapped_and_unmapped),
        cmocka_unit_test(an_image_in_shared_memory),
        cmocka_unit_test(two_queues_share_parts_of_one_allocation),
    };

    return cmocka_run_group_tests_name("svm_sharing", tests, test_begin, test_end);
}
