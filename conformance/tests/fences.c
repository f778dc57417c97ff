// SPDX-License-Identifier: Apache-2.0
// Fences with all arguments that they may have, wherever they stand; what they promise other work-items is in
// ../litmus.
#include <stdio.h>

#include "conformance/tests/support.h"

enum { ITEMS = 96, GROUP = 24 };

// Writes and reads back through memory with the fence between, in code that work-items go through differently.
#define KERNEL                                                                                                         \
    "#define K(n, F) kernel void k##n(volatile global int *out, volatile local int *s) {\\\n"                          \
    "  int g = get_global_id(0), l = get_local_id(0), own = g; out[g] = g; s[l] = l;\\\n"                              \
    "  for (int i = 0; i < l % 4; i++) { F; out[g] += s[l] + i; F; s[l] += 1; if (out[g] % 7 == 0) { F; out[g] += "    \
    "own; } F; } }\n"

static int
expected(int g)
{
    int l = g % GROUP, out = g, s = l;

    for (int i = 0; i < l % 4; i++) {
        out += s + i;
        s++;
        if (out % 7 == 0)
            out += g;
    }
    return out;
}

static void
check_kernels(const char *text, const char *options, int count)
{
    cl_program program = test_build(text, options);

    for (int k = 0; k < count; k++) {
        char name[20];
        cl_int out[ITEMS], err;
        const size_t items = ITEMS, group = GROUP;
        cl_kernel kernel;
        cl_mem buffer = clCreateBuffer(test_context, 0, sizeof out, NULL, &err);

        CHECK(err);
        snprintf(name, sizeof name, "k%d", k);
        kernel = clCreateKernel(program, name, &err);
        CHECK(err);
        CHECK(clSetKernelArg(kernel, 0, sizeof buffer, &buffer));
        CHECK(clSetKernelArg(kernel, 1, GROUP * sizeof(cl_int), NULL));
        CHECK(clEnqueueNDRangeKernel(test_queue, kernel, 1, NULL, &items, &group, 0, NULL, NULL));
        CHECK(clEnqueueReadBuffer(test_queue, buffer, CL_TRUE, 0, sizeof out, out, 0, NULL, NULL));
        for (int g = 0; g < ITEMS; g++)
            if (out[g] != expected(g))
                fail_msg("%s, item %d: %d, expected %d\n%s", name, g, out[g], expected(g), text);
        CHECK(clReleaseKernel(kernel));
        CHECK(clReleaseMemObject(buffer));
    }
    CHECK(clReleaseProgram(program));
}

static void
all_flags_orders_and_scopes(void **state)
{
    static const char *const flags[] = {"CLK_GLOBAL_MEM_FENCE", "CLK_LOCAL_MEM_FENCE",
                                        "CLK_GLOBAL_MEM_FENCE | CLK_LOCAL_MEM_FENCE"};
    static const char *const orders[] = {"relaxed", "acquire", "release", "acq_rel", "seq_cst"};
    static const char *const scopes[] = {"work_group", "device", "all_svm_devices", "all_devices"};

    (void)state;
    for (int scope = 0; scope < 4; scope++) {
        char text[5000];
        int used = snprintf(text, sizeof text, "%s", KERNEL), count = 0;

        for (int order = 0; order < 5; order++)
            for (int f = 0; f < 3; f++)
                used += snprintf(text + used, sizeof text - (size_t)used,
                                 "K(%d, atomic_work_item_fence(%s, memory_order_%s, memory_scope_%s))\n", count++,
                                 flags[f], orders[order], scopes[scope]);
        check_kernels(text, "-cl-std=CL3.0", count);
    }
}

// Of images alone, which have memory_scope_work_item as well, and together with other memory.
static void
fences_of_images(void **state)
{
    char text[3000];
    int used = snprintf(text, sizeof text, "%s", KERNEL), count = 0;
    static const char *const orders[] = {"acquire", "release", "acq_rel", "seq_cst"};

    (void)state;
    for (int order = 0; order < 4; order++) {
        used +=
            snprintf(text + used, sizeof text - (size_t)used,
                     "K(%d, atomic_work_item_fence(CLK_IMAGE_MEM_FENCE, memory_order_%s, memory_scope_work_item))\n",
                     count, orders[order]);
        used +=
            snprintf(text + used, sizeof text - (size_t)used,
                     "K(%d, atomic_work_item_fence(CLK_IMAGE_MEM_FENCE | CLK_GLOBAL_MEM_FENCE | CLK_LOCAL_MEM_FENCE,"
                     " memory_order_%s, memory_scope_work_group))\n",
                     count + 1, orders[order]);
        count += 2;
    }
    check_kernels(text, "-cl-std=CL3.0", count);
}

static void
fences_of_version_1(void **state)
{
    static const char *const names[] = {"mem_fence", "read_mem_fence", "write_mem_fence"};
    static const char *const flags[] = {"CLK_LOCAL_MEM_FENCE", "CLK_GLOBAL_MEM_FENCE",
                                        "CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE"};
    char text[3000];
    int used = snprintf(text, sizeof text, "%s", KERNEL), count = 0;

    (void)state;
    for (int n = 0; n < 3; n++)
        for (int f = 0; f < 3; f++)
            used += snprintf(text + used, sizeof text - (size_t)used, "K(%d, %s(%s))\n", count++, names[n], flags[f]);
    check_kernels(text, "", count);
    check_kernels(text, "-cl-std=CL3.0", count); // deprecated since 2.0, and there
    assert_int_equal(test_try_build("kernel void k(void) { atomic_work_item_fence(CLK_LOCAL_MEM_FENCE, 0, 0); }",
                                    "-cl-std=CL1.2", NULL, 0),
                     CL_BUILD_PROGRAM_FAILURE);
}

// What is stored before a fence is seen by a group that sees a store after it, and has a fence between its own loads.
// Nobody waits, so most groups see only those before them.
static void
fences_of_version_1_order_what_other_groups_see(void **state)
{
    enum { GROUPS = 600 };
    static const char *const pairs[][2] = {{"mem_fence", "mem_fence"}, {"write_mem_fence", "read_mem_fence"}};

    (void)state;
    for (int p = 0; p < 2; p++) {
        cl_int data[GROUPS] = {0}, raised[GROUPS] = {0}, wrong[1] = {0}, met[1] = {0};
        char options[100];

        snprintf(options, sizeof options, "-DSTORED=%s -DLOADED=%s", pairs[p][0], pairs[p][1]);
        test_run(
            "kernel void k(volatile global int *data, volatile global int *raised, global int *wrong, global int *met) "
            "{\n"
            "  int q = get_group_id(0), groups = get_num_groups(0);\n"
            "  data[q] = q + 1; STORED(CLK_GLOBAL_MEM_FENCE); raised[q] = 1;\n"
            "  for (int o = -30; o < 30; o++) {\n"
            "    int other = (q + o + groups) % groups; if (!raised[other]) continue;\n"
            "    LOADED(CLK_GLOBAL_MEM_FENCE); atomic_inc(met); if (data[other] != other + 1) atomic_inc(wrong); } }",
            options, "k", RANGE1(GROUPS, 1), BUFFER(data), BUFFER(raised), BUFFER(wrong), BUFFER(met));
        assert_int_equal(wrong[0], 0);
        assert_true(met[0] >= GROUPS); // their own at least
    }
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_flags_orders_and_scopes),
        cmocka_unit_test(fences_of_images),
        cmocka_unit_test(fences_of_version_1),
        cmocka_unit_test(fences_of_version_1_order_what_other_groups_see),
    };

    return cmocka_run_group_tests_name("fences", tests, test_begin, test_end);
}
