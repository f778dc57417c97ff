// SPDX-License-Identifier: Apache-2.0
// C11 atomics: every operation of every type with every order and scope, on global, local and generic pointers, while
// work-items of several groups take part.
#include <stdio.h>
#include <stdlib.h>

#include "conformance/tests/support.h"

// Work-items and groups; a cell holds an atomic for each of the nine operations.
enum { ITEMS = 256, LOCAL_ITEMS = 32, GROUPS = ITEMS / LOCAL_ITEMS, ORDERS = 5, CELL = 9 };
// Cells shared by all: each order with each of two scopes, by their names and through a generic pointer. Cells of one
// group: each order with its scope, in both ways, in global and in local memory.
enum { SHARED = ORDERS * 2 * 2, OWN = ORDERS * 2 };

// Floats have no bitwise operations: those cells of theirs stay as they start.
static const char source[] =
    "#define ORDERS(M, scope, p) M(relaxed, scope, p) M(acquire, scope, p) M(release, scope, p) M(acq_rel, scope, p)"
    " M(seq_cst, scope, p)\n"
    "#ifdef INTEGER\n"
    "#define BITWISE(p, o, s)"
    "  atomic_fetch_or_explicit(p + 2, x, o, s); atomic_fetch_xor_explicit(p + 3, x, o, s);"
    "  atomic_fetch_and_explicit(p + 4, x, o, s);\n"
    "#else\n"
    "#define BITWISE(p, o, s)\n"
    "#endif\n"
    "#define ALL(p, o, s) { BITWISE(p, o, s)"
    "  got[0] += atomic_fetch_add_explicit(p, x, o, s) * 0; atomic_fetch_sub_explicit(p + 1, x, o, s);"
    "  atomic_fetch_min_explicit(p + 5, x, o, s); atomic_fetch_max_explicit(p + 6, x, o, s);"
    "  got[0] += atomic_exchange_explicit(p + 7, x, o, s); got++;"
    "  T seen = atomic_load_explicit(p + 8, memory_order_relaxed, s);"
    "  while (!atomic_compare_exchange_weak_explicit(p + 8, &seen, seen + x, o, memory_order_relaxed, s)); p += 9; }\n"
    "#define STEP(order, scope, p) ALL(p, memory_order_##order, memory_scope_##scope)\n"
    "#define START(p) for (int n = 0; n < 9; n++) atomic_init(p + n, (T)77);\n"
    "kernel void start(global A *cells) { START((cells + get_global_id(0) * 9)) }\n"
    "kernel void k(global A *shared, global A *own, global T *finals, global T *got) {\n"
    "  local A inner[OWN * 9];\n"
    "  size_t l = get_local_id(0), group = get_group_id(0);\n"
    "  T x = (T)((get_global_id(0) + 3) & 127);\n"
    "  got += get_global_id(0) * (SHARED + 2 * OWN);\n"
    "  for (size_t i = l; i < OWN; i += get_local_size(0)) START((inner + i * 9))\n"
    "  work_group_barrier(CLK_LOCAL_MEM_FENCE);\n"
    "  volatile global A *p = shared; ORDERS(STEP, device, p) ORDERS(STEP, all_svm_devices, p)\n"
    "  volatile A *any = p; ORDERS(STEP, device, any) ORDERS(STEP, all_devices, any)\n"
    "  p = own + group * OWN * 9; ORDERS(STEP, work_group, p) any = p; ORDERS(STEP, work_group, any)\n"
    "  volatile local A *q = inner; ORDERS(STEP, work_group, q) any = q; ORDERS(STEP, work_group, any)\n"
    "  work_group_barrier(CLK_LOCAL_MEM_FENCE);\n"
    "  for (size_t i = l; i < OWN * 9; i += get_local_size(0))\n"
    "    finals[group * OWN * 9 + i] = atomic_load_explicit(inner + i, memory_order_seq_cst, "
    "memory_scope_work_group);\n"
    "}\n";

struct fixture {
    cl_program program;
    cl_kernel start, k;
    cl_mem shared, own, finals, got;
};

static cl_mem
make(size_t bytes)
{
    const cl_uint zero = 0;
    cl_int err;
    cl_mem buffer = clCreateBuffer(test_context, 0, bytes, NULL, &err);

    CHECK(err);
    CHECK(clEnqueueFillBuffer(test_queue, buffer, &zero, sizeof zero, 0, bytes, 0, NULL, NULL));
    return buffer;
}

static void
fetch(cl_mem buffer, void *to, size_t bytes)
{
    CHECK(clEnqueueReadBuffer(test_queue, buffer, CL_TRUE, 0, bytes, to, 0, NULL, NULL));
    CHECK(clReleaseMemObject(buffer));
}

static void
start_cells(cl_kernel start, cl_mem cells, size_t count)
{
    CHECK(clSetKernelArg(start, 0, sizeof cells, &cells));
    CHECK(clEnqueueNDRangeKernel(test_queue, start, 1, NULL, &count, NULL, 0, NULL, NULL));
}

// The results of type `name`, of `bytes` each, in the order of the kernel's arguments.
static void
run(const char *name, size_t bytes, bool integer, void *shared, void *own, void *finals, void *got)
{
    char options[200];
    const size_t items = ITEMS, local = LOCAL_ITEMS;
    const size_t group_bytes = GROUPS * OWN * CELL * bytes;
    cl_int err;
    cl_program program;
    cl_kernel start, kernel;
    cl_mem buffers[4] = {make(SHARED * CELL * bytes), make(group_bytes), make(group_bytes),
                         make(ITEMS * (SHARED + 2 * OWN) * bytes)};

    snprintf(options, sizeof options, "-cl-std=CL3.0 -DT=%s -DA=atomic_%s -DSHARED=%d -DOWN=%d%s", name, name, SHARED,
             OWN, integer ? " -DINTEGER" : "");
    program = test_build(source, options);
    start = clCreateKernel(program, "start", &err);
    CHECK(err);
    kernel = clCreateKernel(program, "k", &err);
    CHECK(err);
    start_cells(start, buffers[0], SHARED);
    start_cells(start, buffers[1], GROUPS * OWN);
    for (cl_uint i = 0; i < 4; i++)
        CHECK(clSetKernelArg(kernel, i, sizeof buffers[i], &buffers[i]));
    CHECK(clEnqueueNDRangeKernel(test_queue, kernel, 1, NULL, &items, &local, 0, NULL, NULL));
    fetch(buffers[0], shared, SHARED * CELL * bytes);
    fetch(buffers[1], own, group_bytes);
    fetch(buffers[2], finals, group_bytes);
    fetch(buffers[3], got, ITEMS * (SHARED + 2 * OWN) * bytes);
    CHECK(clReleaseKernel(start));
    CHECK(clReleaseKernel(kernel));
    CHECK(clReleaseProgram(program));
}

static int64_t
value_of(int item)
{
    return (item + 3) & 127;
}

// What is left in an atomic that started as 77 when the work-items first..last have done operation `op`; 7, whose end
// depends on the order they come in, gives the sum of all that went through it.
static int64_t
expected(int op, int first, int last, bool integer)
{
    int64_t v = 77;

    if (!integer && op >= 2 && op <= 4)
        return v;
    for (int i = first; i <= last; i++) {
        int64_t x = value_of(i);

        switch (op) {
        case 1:
            v -= x;
            break;
        case 2:
            v |= x;
            break;
        case 3:
            v ^= x;
            break;
        case 4:
            v &= x;
            break;
        case 5:
            v = x < v ? x : v;
            break;
        case 6:
            v = x > v ? x : v;
            break;
        default:
            v += x;
            break;
        }
    }
    return v;
}

// `step` is the cell's place among those of a work-item.
#define CHECK_CELL(T, cell, step, first, last, got, integer)                                                           \
    do {                                                                                                               \
        T through = (cell)[7];                                                                                         \
                                                                                                                       \
        for (int i_ = (first); i_ <= (last); i_++)                                                                     \
            through += (got)[i_ * (SHARED + 2 * OWN) + (step)];                                                        \
        for (int op_ = 0; op_ < CELL; op_++) {                                                                         \
            T found = op_ == 7 ? through : (cell)[op_], want = (T)expected(op_, (first), (last), (integer));           \
                                                                                                                       \
            if (found != want)                                                                                         \
                fail_msg("step %d, operation %d: %g, expected %g", (step), op_, (double)found, (double)want);          \
        }                                                                                                              \
    } while (0)

#define ATOMIC_CASE(name, T, integer)                                                                                  \
    static void of_##name(void **state)                                                                                \
    {                                                                                                                  \
        static T shared[SHARED][CELL], own[GROUPS][OWN][CELL], finals[GROUPS][OWN][CELL];                              \
        static T got[ITEMS * (SHARED + 2 * OWN)];                                                                      \
                                                                                                                       \
        (void)state;                                                                                                   \
        run(#name, sizeof(T), integer, shared, own, finals, got);                                                      \
        for (int i = 0; i < SHARED; i++)                                                                               \
            CHECK_CELL(T, shared[i], i, 0, ITEMS - 1, got, integer);                                                   \
        for (int g = 0; g < GROUPS; g++)                                                                               \
            for (int i = 0; i < OWN; i++) {                                                                            \
                int first = g * LOCAL_ITEMS, last = first + LOCAL_ITEMS - 1;                                           \
                                                                                                                       \
                CHECK_CELL(T, own[g][i], SHARED + i, first, last, got, integer);                                       \
                CHECK_CELL(T, finals[g][i], SHARED + OWN + i, first, last, got, integer);                              \
            }                                                                                                          \
    }
ATOMIC_CASE(int, cl_int, true)
ATOMIC_CASE(uint, cl_uint, true)
ATOMIC_CASE(long, cl_long, true)
ATOMIC_CASE(ulong, cl_ulong, true)
ATOMIC_CASE(size_t, cl_ulong, true)
ATOMIC_CASE(ptrdiff_t, cl_long, true)
ATOMIC_CASE(intptr_t, cl_long, true)
ATOMIC_CASE(uintptr_t, cl_ulong, true)
ATOMIC_CASE(float, cl_float, false)
ATOMIC_CASE(double, cl_double, false)

// Orders that are known only at run time.
static void
orders_from_arguments(void **state)
{
    (void)state;
    for (int order = 0; order < ORDERS; order++) {
        cl_int out[2] = {0};
        char options[100];
        static const char *const names[ORDERS] = {"relaxed", "acquire", "release", "acq_rel", "seq_cst"};

        snprintf(options, sizeof options, "-cl-std=CL3.0 -DORDER=memory_order_%s", names[order]);
        test_run("void bump(volatile atomic_int *p, memory_order order) {\n"
                 "  atomic_fetch_add_explicit(p, 1, order); int e = 0;\n"
                 "  atomic_compare_exchange_strong_explicit(p + 1, &e, 9, order, memory_order_relaxed);\n"
                 "  atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, order, memory_scope_device); }\n"
                 "kernel void k(global int *out, int unused) {\n"
                 "  memory_order order = unused ? memory_order_seq_cst : ORDER;\n"
                 "  bump((global atomic_int *)out, order); }",
                 options, "k", RANGE1(1000, 50), BUFFER(out), VALUE((cl_int){0}));
        assert_int_equal(out[0], 1000);
        assert_int_equal(out[1], 9);
    }
}

// 2000 work-items of k(out) add their ids to out[1] and 1 to out[2], which are not atomic, each under a lock in the
// others. Of work-items side by side, one would hold it while others wait. Returns out[left].
static cl_int
run_locked(const char *kernel, const char *options, int left)
{
    static const char *const widths[] = {"", "1", "2", "4", "8", "16"};
    cl_int out[5];

    for (size_t w = 0; w < sizeof widths / sizeof *widths; w++) {
        for (size_t i = 0; i < sizeof out / sizeof *out; i++)
            out[i] = 0;
        setenv("WEFT_WIDTH", widths[w], 1);
        test_run(kernel, options, "k", RANGE1(2000, 25), BUFFER(out));
        assert_int_equal(out[1], 1999 * 1000);
        assert_int_equal(out[2], 2000);
    }
    unsetenv("WEFT_WIDTH");
    return out[left];
}

static void
flags(void **state)
{
    (void)state;
    run_locked("kernel void k(global int *out) {\n"
               "  volatile global atomic_flag *lock = (volatile global atomic_flag *)out;\n"
               "  for (int done = 0; !done;)\n"
               "    if (!atomic_flag_test_and_set_explicit(lock, memory_order_acquire, memory_scope_device)) {\n"
               "      out[1] += get_global_id(0); out[2]++; done = 1;\n"
               "      atomic_flag_clear_explicit(lock, memory_order_release, memory_scope_device); } }",
               "-cl-std=CL3.0", 0);
}

// The same with the functions of 1.x, waiting in a loop of its own.
static void
locks_of_older_programs(void **state)
{
    (void)state;
    assert_int_equal(run_locked("kernel void k(volatile global int *out) {\n"
                                "  while (atomic_cmpxchg(&out[3], 0, 1) != 0);\n"
                                "  out[1] += get_global_id(0); out[2]++;\n"
                                "  mem_fence(CLK_GLOBAL_MEM_FENCE);\n"
                                "  atomic_xchg(&out[3], 0); }",
                                "", 3),
                     0);
}

// Those who wait read only, whose turn it is.
static void
ticket_locks(void **state)
{
    (void)state;
    assert_int_equal(
        run_locked("kernel void k(global int *out) {\n"
                   "  volatile global atomic_int *next = (volatile global atomic_int *)&out[3], *served = next + 1;\n"
                   "  int mine = atomic_fetch_add_explicit(next, 1, memory_order_relaxed);\n"
                   "  while (atomic_load_explicit(served, memory_order_acquire) != mine);\n"
                   "  out[1] += get_global_id(0); out[2]++;\n"
                   "  atomic_fetch_add_explicit(served, 1, memory_order_release); }",
                   "-cl-std=CL3.0", 4),
        2000);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(of_int),
        cmocka_unit_test(of_uint),
        cmocka_unit_test(of_long),
        cmocka_unit_test(of_ulong),
        cmocka_unit_test(of_size_t),
        cmocka_unit_test(of_ptrdiff_t),
        cmocka_unit_test(of_intptr_t),
        cmocka_unit_test(of_uintptr_t),
        cmocka_unit_test(of_float),
        cmocka_unit_test(of_double),
        cmocka_unit_test(orders_from_arguments),
        cmocka_unit_test(flags),
        cmocka_unit_test(locks_of_older_programs),
        cmocka_unit_test(ticket_locks),
    };

    return cmocka_run_group_tests_name("atomics", tests, test_begin, test_end);
}
