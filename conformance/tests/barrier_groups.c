// SPDX-License-Identifier: Apache-2.0
// Barriers in groups of every size and shape, with every combination of flags and scopes, and what memory they order.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "conformance/tests/support.h"

// Each work-item takes a number before and one after the barrier, and a value of its mirror image in the group.
static const char source[] =
    "kernel void k(global uint2 *out, local uint *s) {\n"
    "  local uint tickets[2]; const uint n = get_local_size(0) * get_local_size(1) * get_local_size(2);\n"
    "  const uint l = (get_local_id(2) * get_local_size(1) + get_local_id(1)) * get_local_size(0) + get_local_id(0);\n"
    "  const size_t g = ((get_global_id(2) - get_global_offset(2)) * get_global_size(1) + get_global_id(1)\n"
    "    - get_global_offset(1)) * get_global_size(0) + get_global_id(0) - get_global_offset(0);\n"
    "  if (l == 0) tickets[0] = 0;\n"
    "  barrier(CLK_LOCAL_MEM_FENCE);\n"
    "  uint before = atomic_inc(&tickets[0]); s[l] = g * 3 + 1;\n"
    "  barrier(CLK_LOCAL_MEM_FENCE);\n"
    "  uint after = atomic_inc(&tickets[0]);\n"
    "  out[g] = (uint2)(s[n - 1 - l], before < n && after >= n && after < 2 * n); }\n";

// The same in groups that are columns or planes, by kernels that ask for no local id of dimension 0; what a work-item
// keeps across the barriers is in out[g] as well.
static const char source_of_columns[] =
    "kernel void k(global uint2 *out, local uint *s) {\n"
    "  local uint tickets[2]; const uint n = get_local_size(1) * get_local_size(2);\n"
    "  const uint l = get_local_id(2) * get_local_size(1) + get_local_id(1);\n"
    "  const size_t g = ((get_global_id(2) - get_global_offset(2)) * get_global_size(1) + get_global_id(1)\n"
    "    - get_global_offset(1)) * get_global_size(0) + get_global_id(0) - get_global_offset(0);\n"
    "  if (l == 0) tickets[0] = 0;\n"
    "  uint kept = g * 5;\n"
    "  barrier(CLK_LOCAL_MEM_FENCE);\n"
    "  uint before = atomic_inc(&tickets[0]); s[l] = g * 3 + 1;\n"
    "  for (uint i = 0; i < 3; i++) {\n"
    "    barrier(CLK_LOCAL_MEM_FENCE);\n"
    "    const uint next = s[(l + 1) % n];\n"
    "    barrier(CLK_LOCAL_MEM_FENCE);\n"
    "    s[(l + 1) % n] = next; kept += i; }\n"
    "  barrier(CLK_LOCAL_MEM_FENCE);\n"
    "  uint after = atomic_inc(&tickets[0]);\n"
    "  if (kept != g * 5 + 3) return;\n"
    "  out[g] = (uint2)(s[n - 1 - l], before < n && after >= n && after < 2 * n); }\n";

struct group_run {
    cl_program program;
    cl_kernel kernel;
    cl_mem buffer;
    cl_uint (*out)[2];
};
enum { MOST_ITEMS = 3 * 4096 };

static struct group_run
begin(const char *text, const char *options)
{
    struct group_run r = {.program = test_build(text, options), .out = calloc(MOST_ITEMS, sizeof *r.out)};
    cl_int err;

    assert_non_null(r.out);
    r.kernel = clCreateKernel(r.program, "k", &err);
    CHECK(err);
    r.buffer = clCreateBuffer(test_context, 0, MOST_ITEMS * sizeof *r.out, NULL, &err);
    CHECK(err);
    CHECK(clSetKernelArg(r.kernel, 0, sizeof r.buffer, &r.buffer));
    return r;
}

static void
end(struct group_run *r)
{
    free(r->out);
    CHECK(clReleaseKernel(r->kernel));
    CHECK(clReleaseMemObject(r->buffer));
    CHECK(clReleaseProgram(r->program));
}

static void
check_groups(struct group_run *r, struct test_range range)
{
    size_t global[3] = {1, 1, 1}, local[3] = {1, 1, 1}, items;

    memcpy(global, range.global, range.dimensions * sizeof *global);
    memcpy(local, range.local, range.dimensions * sizeof *local);
    items = global[0] * global[1] * global[2];
    assert_true(items <= MOST_ITEMS);
    CHECK(clSetKernelArg(r->kernel, 1, local[0] * local[1] * local[2] * sizeof(cl_uint), NULL));
    CHECK(clEnqueueNDRangeKernel(test_queue, r->kernel, range.dimensions, range.offset, range.global, range.local, 0,
                                 NULL, NULL));
    CHECK(clEnqueueReadBuffer(test_queue, r->buffer, CL_TRUE, 0, items * sizeof *r->out, r->out, 0, NULL, NULL));
    for (size_t i = 0; i < items; i++) {
        size_t at[3] = {i % global[0], i / global[0] % global[1], i / global[0] / global[1]}, mirror = 0;

        for (int d = 2; d >= 0; d--) {
            size_t first = at[d] / local[d] * local[d];
            size_t size = global[d] - first < local[d] ? global[d] - first : local[d];

            mirror = mirror * global[d] + first + size - 1 - (at[d] - first);
        }
        if (r->out[i][0] != mirror * 3 + 1 || r->out[i][1] != 1)
            fail_msg("local size %zu x %zu x %zu, item %zu: %u %u, expected %zu 1", local[0], local[1], local[2], i,
                     r->out[i][0], r->out[i][1], mirror * 3 + 1);
    }
}

static size_t
largest_group(void)
{
    size_t most = 0;

    CHECK(clGetDeviceInfo(test_device, CL_DEVICE_MAX_WORK_GROUP_SIZE, sizeof most, &most, NULL));
    assert_true(most >= 4096);
    return 4096;
}

// Every one up to 300, then steps of a prime, and the neighbours of powers of two.
static void
groups_of_all_sizes(void **state)
{
    struct group_run r = begin(source, "");
    const size_t most = largest_group();

    (void)state;
    for (size_t size = 1; size <= most; size += size < 300 ? 1 : 61)
        check_groups(&r, RANGE1(size <= 1024 ? 3 * size : 2 * size, size));
    for (size_t power = 512; power <= most; power *= 2)
        for (size_t size = power - 1; size <= power + 1 && size <= most; size++)
            check_groups(&r, RANGE1(3 * size, size));
    end(&r);
}

static void
groups_of_two_and_three_dimensions(void **state)
{
    static const size_t shapes[][3] = {{1, 7, 1},   {7, 1, 1},    {1, 1, 7},   {3, 5, 1},    {5, 3, 2},    {2, 2, 2},
                                       {16, 16, 1}, {16, 16, 16}, {17, 3, 5},  {1, 4096, 1}, {1, 1, 4096}, {64, 64, 1},
                                       {4, 1, 33},  {31, 33, 4},  {13, 11, 7}, {1, 63, 65},  {2, 1, 2},    {455, 3, 3}};
    size_t largest[3];
    struct group_run r = begin(source, "");

    (void)state;
    CHECK(clGetDeviceInfo(test_device, CL_DEVICE_MAX_WORK_ITEM_SIZES, sizeof largest, largest, NULL));
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++) {
        const size_t *s = shapes[i];

        if (s[0] > largest[0] || s[1] > largest[1] || s[2] > largest[2])
            continue;
        if (s[2] == 1)
            check_groups(&r, RANGE2(s[0], 2 * s[1], s[0], s[1]));
        check_groups(&r, RANGE3(s[0], s[1], 2 * s[2], s[0], s[1], s[2]));
        check_groups(&r, RANGE3(3 * s[0], s[1], s[2], s[0], s[1], s[2]));
    }
    end(&r);
}

// The last groups have fewer work-items, and meet among themselves.
static void
non_uniform_groups(void **state)
{
    struct group_run r = begin(source, "-cl-std=CL3.0");
    static const struct test_range ranges[] = {
        {1, {100}, {32}, {0}},
        {1, {97}, {10}, {5}},
        {1, {7}, {16}, {0}},
        {1, {4097}, {4096}, {0}},
        {1, {8191}, {4096}, {0}},
        {1, {33}, {32}, {0}},
        {2, {33, 17}, {8, 4}, {1, 2}},
        {2, {5, 100}, {16, 64}, {0}},
        {3, {9, 7, 5}, {4, 4, 4}, {0}},
        {3, {17, 5, 9}, {16, 4, 8}, {3, 0, 1}},
        {3, {1, 3, 100}, {2, 2, 33}, {0}},
    };

    (void)state;
    for (size_t i = 0; i < sizeof ranges / sizeof *ranges; i++)
        check_groups(&r, ranges[i]);
    end(&r);
}

static void
columns_and_planes(void **state)
{
    struct group_run r = begin(source_of_columns, "-cl-std=CL3.0");
    static const struct test_range ranges[] = {
        {2, {3, 200}, {1, 67}, {2, 1}}, {2, {2, 4100}, {1, 4096}, {0}},     {2, {70, 9}, {1, 2}, {0}},
        {3, {5, 9, 7}, {1, 8, 2}, {0}}, {3, {4, 3, 50}, {1, 1, 16}, {0}},   {3, {2, 17, 33}, {1, 16, 16}, {1, 2, 3}},
        {1, {100}, {1}, {0}},           {3, {1, 33, 65}, {1, 32, 64}, {0}},
    };

    (void)state;
    for (size_t size = 1; size <= 300; size++)
        check_groups(&r, RANGE2(5, 2 * size, 1, size));
    for (size_t i = 0; i < sizeof ranges / sizeof *ranges; i++)
        check_groups(&r, ranges[i]);
    end(&r);
}

// Kernel `name`: `before` and `after` count who has been at the barrier; values go round by local and by global memory,
// as far as the flags say so.
#define FLAGS_KERNELS                                                                                                  \
    "#define K(name, flags, B) kernel void name(global uint *out, global uint *g, local uint *s) {\\\n"                \
    "  local uint ticket; const uint l = get_local_id(0), n = get_local_size(0), i = get_global_id(0), first = i - "   \
    "l;\\\n"                                                                                                           \
    "  const bool seen_local = (flags) & CLK_LOCAL_MEM_FENCE, seen_global = (flags) & CLK_GLOBAL_MEM_FENCE;\\\n"       \
    "  uint ok = 0; if (l == 0) ticket = 0; barrier(CLK_LOCAL_MEM_FENCE);\\\n"                                         \
    "  for (uint r = 0; r < 3; r++) {\\\n"                                                                             \
    "    s[l] = i * 10 + r; g[i] = i * 7 + r;\\\n"                                                                     \
    "    const uint before = atomic_inc(&ticket); B; const uint after = atomic_inc(&ticket);\\\n"                      \
    "    ok += before < (2 * r + 1) * n && after >= (2 * r + 1) * n;\\\n"                                              \
    "    ok += !seen_local || s[(l + 3) % n] == (first + (l + 3) % n) * 10 + r;\\\n"                                   \
    "    ok += !seen_global || g[first + (l + 5) % n] == (first + (l + 5) % n) * 7 + r;\\\n"                           \
    "    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE); }\\\n"                                                   \
    "  out[i] = ok; }\n"

static void
check_flags(const char *text, const char *options, int kernels)
{
    enum { ITEMS = 198, GROUP = 33 };
    cl_program program = test_build(text, options);

    for (int k = 0; k < kernels; k++) {
        char name[20];
        cl_uint out[ITEMS];
        const size_t items = ITEMS, group = GROUP;
        cl_int err;
        cl_kernel kernel;
        cl_mem results = clCreateBuffer(test_context, 0, sizeof out, NULL, &err), data;

        CHECK(err);
        data = clCreateBuffer(test_context, 0, sizeof out, NULL, &err);
        CHECK(err);
        snprintf(name, sizeof name, "k%d", k);
        kernel = clCreateKernel(program, name, &err);
        CHECK(err);
        CHECK(clSetKernelArg(kernel, 0, sizeof results, &results));
        CHECK(clSetKernelArg(kernel, 1, sizeof data, &data));
        CHECK(clSetKernelArg(kernel, 2, GROUP * sizeof(cl_uint), NULL));
        CHECK(clEnqueueNDRangeKernel(test_queue, kernel, 1, NULL, &items, &group, 0, NULL, NULL));
        CHECK(clEnqueueReadBuffer(test_queue, results, CL_TRUE, 0, sizeof out, out, 0, NULL, NULL));
        for (int i = 0; i < ITEMS; i++)
            if (out[i] != 9)
                fail_msg("%s, item %d: %u of 9\n%s", name, i, out[i], text);
        CHECK(clReleaseKernel(kernel));
        CHECK(clReleaseMemObject(results));
        CHECK(clReleaseMemObject(data));
    }
    CHECK(clReleaseProgram(program));
}

static const char *const flags[] = {
    "0",
    "CLK_LOCAL_MEM_FENCE",
    "CLK_GLOBAL_MEM_FENCE",
    "CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE",
    "CLK_IMAGE_MEM_FENCE",
    "CLK_IMAGE_MEM_FENCE | CLK_LOCAL_MEM_FENCE",
    "CLK_IMAGE_MEM_FENCE | CLK_GLOBAL_MEM_FENCE",
    "CLK_IMAGE_MEM_FENCE | CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE",
};

static void
all_flags(void **state)
{
    // barrier() of 1.2 and 3.0, and work_group_barrier() without a scope. CLK_IMAGE_MEM_FENCE came with 2.0.
    static const struct {
        const char *name, *options;
        int flags;
    } forms[] = {{"barrier", "", 4}, {"barrier", "-cl-std=CL3.0", 8}, {"work_group_barrier", "-cl-std=CL3.0", 8}};

    (void)state;
    for (size_t f = 0; f < sizeof forms / sizeof *forms; f++) {
        char text[8000];
        int used = snprintf(text, sizeof text, "%s", FLAGS_KERNELS);

        for (int k = 0; k < forms[f].flags; k++)
            used += snprintf(text + used, sizeof text - (size_t)used, "K(k%d, %s, %s(%s))\n", k, flags[k],
                             forms[f].name, flags[k]);
        check_flags(text, forms[f].options, forms[f].flags);
    }
}

// memory_scope_work_item is for fences of images alone, memory_scope_sub_group comes with sub-groups, and images have
// memory_scope_work_group.
static void
all_scopes(void **state)
{
    static const struct {
        const char *name;
        int flags;
    } scopes[] = {{"memory_scope_work_group", 8},
                  {"memory_scope_device", 4},
                  {"memory_scope_all_svm_devices", 4},
                  {"memory_scope_all_devices", 4}};

    (void)state;
    for (size_t s = 0; s < sizeof scopes / sizeof *scopes; s++) {
        char text[8000];
        int used = snprintf(text, sizeof text, "%s", FLAGS_KERNELS);

        for (int k = 0; k < scopes[s].flags; k++)
            used += snprintf(text + used, sizeof text - (size_t)used, "K(k%d, %s, work_group_barrier(%s, %s))\n", k,
                             flags[k], flags[k], scopes[s].name);
        check_flags(text, "-cl-std=CL3.0", scopes[s].flags);
    }
}

// Flags that only the run tells, the same for a whole group.
static void
flags_from_arguments(void **state)
{
    enum { ITEMS = 128, GROUP = 32 };
    cl_int out[ITEMS];

    (void)state;
    for (cl_uint extra = 0; extra < 4; extra++) {
        test_run("kernel void k(global int *out, uint extra, local int *s) {\n"
                 "  int g = get_global_id(0), l = get_local_id(0), n = get_local_size(0); s[l] = g;\n"
                 "  cl_mem_fence_flags flags = CLK_LOCAL_MEM_FENCE;\n"
                 "  if (extra & 1) flags |= CLK_GLOBAL_MEM_FENCE; if (get_group_id(0) & extra) flags |= "
                 "CLK_IMAGE_MEM_FENCE;\n"
                 "  barrier(flags); int v = s[n - 1 - l];\n"
                 "  work_group_barrier(flags, extra & 2 ? memory_scope_work_group : memory_scope_work_group);\n"
                 "  s[l] = v; work_group_barrier(flags); out[g] = s[(l + 1) % n]; }",
                 "-cl-std=CL3.0", "k", RANGE1(ITEMS, GROUP), BUFFER(out), VALUE(extra), LOCAL(GROUP * sizeof(cl_int)));
        for (int i = 0; i < ITEMS; i++)
            assert_int_equal(out[i], i / GROUP * GROUP + GROUP - 1 - (i % GROUP + 1) % GROUP);
    }
}

// An index in local memory leads to a value in global memory, one in global memory to local memory: both are there.
static void
orders_memory_across_address_spaces(void **state)
{
    enum { ITEMS = 160, GROUP = 40 };
    cl_int out[ITEMS], data[ITEMS] = {0};

    (void)state;
    test_run("global int kept[160];\n"
             "kernel void k(global int *out, global int *data, local int *s) {\n"
             "  int g = get_global_id(0), l = get_local_id(0), n = get_local_size(0), first = g - l;\n"
             "  data[first + (l + 7) % n] = g; s[l] = first + (l + 11) % n; kept[g] = l * 2;\n"
             "  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);\n"
             "  int a = data[s[(l + 1) % n]], b = s[kept[first + (l + 2) % n] / 2];\n"
             "  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);\n"
             "  int *to = l & 1 ? (int *)&s[(l + 1) % n] : (int *)&data[first + l]; *to = a * 1000 + b;\n"
             "  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);\n"
             "  out[g] = l & 1 ? data[first + l - 1] : s[l]; }",
             "-cl-std=CL3.0", "k", RANGE1(ITEMS, GROUP), BUFFER(out), BUFFER(data), LOCAL(GROUP * sizeof(cl_int)));
    for (int i = 0; i < ITEMS; i++) {
        int first = i / GROUP * GROUP, l = i % GROUP;
        // The work-item whose value arrives: the one before, round the group.
        int from = (l + GROUP - 1) % GROUP, a = first + ((from + 12) % GROUP + GROUP - 7) % GROUP;
        int b = first + ((from + 2) % GROUP + 11) % GROUP;

        assert_int_equal(out[i], a * 1000 + b);
    }
}

// Global memory that work-items write in turn, 50 barriers long, of types that are no wider than a byte as well.
static void
global_memory_goes_round(void **state)
{
    enum { ITEMS = 126, GROUP = 63, ROUNDS = 50 };
    cl_uchar bytes[ITEMS];
    cl_ulong longs[ITEMS];

    (void)state;
    for (int i = 0; i < ITEMS; i++)
        longs[i] = bytes[i] = (cl_uchar)i;
    test_run("kernel void k(global uchar *b, global ulong *w, int rounds) {\n"
             "  int l = get_local_id(0), n = get_local_size(0), first = get_group_id(0) * n;\n"
             "  for (int i = 0; i < rounds; i++) {\n"
             "    uchar x = b[first + (l + 1) % n]; ulong y = w[first + (l + n - 1) % n];\n"
             "    work_group_barrier(CLK_GLOBAL_MEM_FENCE);\n"
             "    b[first + l] = x; w[first + l] = y;\n"
             "    work_group_barrier(CLK_GLOBAL_MEM_FENCE, memory_scope_device); } }",
             "-cl-std=CL3.0", "k", RANGE1(ITEMS, GROUP), BUFFER(bytes), BUFFER(longs), VALUE((cl_int){ROUNDS}));
    for (int i = 0; i < ITEMS; i++) {
        int first = i / GROUP * GROUP, l = i % GROUP;

        assert_int_equal(bytes[i], first + (l + ROUNDS) % GROUP);
        assert_int_equal(longs[i], first + (l + GROUP - ROUNDS) % GROUP);
    }
}

// Scope device: what was written before the barrier is seen by a group that sees a flag raised after it, and has a
// barrier of this scope itself. Nobody waits, so a group may see no flags at all.
static void
a_wider_scope_reaches_other_groups(void **state)
{
    enum { GROUPS = 400, GROUP = 16, ITEMS = GROUPS * GROUP };
    static cl_uint data[ITEMS], raised[GROUPS], wrong[1], met[1];

    (void)state;
    memset(data, 0, sizeof data);
    memset(raised, 0, sizeof raised);
    wrong[0] = met[0] = 0;
    test_run("kernel void k(volatile global uint *data, global atomic_uint *raised, global uint *wrong, global uint "
             "*met) {\n"
             "  uint g = get_global_id(0), l = get_local_id(0), q = get_group_id(0), groups = get_num_groups(0);\n"
             "  local uint other_is_up;\n"
             "  data[g] = g + 1;\n"
             "  work_group_barrier(CLK_GLOBAL_MEM_FENCE, memory_scope_device);\n"
             "  if (l == 3) atomic_store_explicit(&raised[q], 1, memory_order_relaxed, memory_scope_device);\n"
             "  for (uint o = 1; o < 40 && o < groups; o++) {\n"
             "    uint other = (q + o * 7) % groups;\n"
             "    if (l == 5) other_is_up = atomic_load_explicit(&raised[other], memory_order_relaxed, "
             "memory_scope_device);\n"
             "    work_group_barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE, memory_scope_device);\n"
             // Work-item 3 raised the flag, so what it wrote itself must be here.
             "    if (other_is_up && l == 5) { atomic_inc(met); if (data[other * 16 + 3] != other * 16 + 4) "
             "atomic_inc(wrong); }\n"
             "    work_group_barrier(CLK_LOCAL_MEM_FENCE); } }",
             "-cl-std=CL3.0", "k", RANGE1(ITEMS, GROUP), BUFFER(data), BUFFER(raised), BUFFER(wrong), BUFFER(met));
    assert_int_equal(wrong[0], 0);
    assert_true(met[0] > 0); // the last group at the latest has had others before
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(groups_of_all_sizes),
        cmocka_unit_test(groups_of_two_and_three_dimensions),
        cmocka_unit_test(non_uniform_groups),
        cmocka_unit_test(columns_and_planes),
        cmocka_unit_test(all_flags),
        cmocka_unit_test(all_scopes),
        cmocka_unit_test(flags_from_arguments),
        cmocka_unit_test(orders_memory_across_address_spaces),
        cmocka_unit_test(global_memory_goes_round),
        cmocka_unit_test(a_wider_scope_reaches_other_groups),
    };

    return cmocka_run_group_tests_name("barrier_groups", tests, test_begin, test_end);
}
