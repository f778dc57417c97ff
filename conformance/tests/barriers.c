// SPDX-License-Identifier: Apache-2.0
// Barriers in every uniform control flow, with what must live across them.
#include <string.h>

#include "conformance/tests/support.h"

#define N 256
#define GROUP 32

// Runs a kernel (global int *out, local int *scratch) over N items in groups of `local`.
static void
run(const char *source, size_t local, cl_int *out)
{
    memset(out, 0, N * sizeof *out);
    test_run(source, "", "k", RANGE1(N, local), {TEST_BUFFER, out, N * sizeof *out}, LOCAL(local * sizeof(cl_int)));
}

// Each item gets its right neighbour's value through local memory: the base of most cases below.
static void
expect_neighbour(const cl_int *out, size_t local, int (*value)(int item))
{
    for (size_t i = 0; i < N; i++) {
        size_t group = i / local * local;
        int neighbour = (int)(group + (i - group + 1) % local);

        if (out[i] != value(neighbour))
            fail_msg("item %zu: %d, expected %d", i, out[i], value(neighbour));
    }
}

static int
identity(int item)
{
    return item;
}
static int
thrice(int item)
{
    return 3 * item;
}

#define HEAD                                                                                                           \
    "kernel void k(global int *out, local int *s) {\n"                                                                 \
    "  int g = get_global_id(0), l = get_local_id(0), n = get_local_size(0);\n"

static void
straight_line(void **state)
{
    cl_int out[N];
    static const size_t locals[] = {1, 2, 4, 8, 16, 32, 64, 128, 256};

    (void)state;
    for (size_t i = 0; i < sizeof locals / sizeof *locals; i++) {
        run(HEAD "s[l] = g; barrier(CLK_LOCAL_MEM_FENCE); out[g] = s[(l + 1) % n]; }", locals[i], out);
        expect_neighbour(out, locals[i], identity);
    }
}

static void
in_counted_loop(void **state)
{
    cl_int out[N];

    (void)state;
    run(HEAD "int v = g;\n"
             "for (int r = 0; r < 5; r++) {\n"
             "  s[l] = v; barrier(CLK_LOCAL_MEM_FENCE);\n"
             "  v = s[(l + 1) % n]; barrier(CLK_LOCAL_MEM_FENCE); }\n"
             "out[g] = v; }",
        GROUP, out);
    for (int i = 0; i < N; i++)
        assert_int_equal(out[i], i / GROUP * GROUP + (i % GROUP + 5) % GROUP);
}

static void
in_nested_loops_with_uniform_break(void **state)
{
    cl_int out[N];

    (void)state;
    run(HEAD "int v = g, rounds = 0;\n"
             "for (int a = 0; a < 4; a++) {\n"
             "  for (int b = 0; ; b++) {\n"
             "    if (b > a) break;\n"
             "    s[l] = v; barrier(CLK_LOCAL_MEM_FENCE);\n"
             "    v = s[(l + 1) % n]; barrier(CLK_LOCAL_MEM_FENCE); rounds++; }\n"
             "  if (a == 2) continue;\n"
             "  rounds += 100; }\n"
             "out[g] = v * 1000 + rounds; }",
        GROUP, out);
    for (int i = 0; i < N; i++)
        assert_int_equal(out[i], (i / GROUP * GROUP + (i % GROUP + 10) % GROUP) * 1000 + 310);
}

static void
in_while_loop_ending_by_local_memory(void **state)
{
    cl_int out[N];

    (void)state;
    run(HEAD "s[l] = 0; barrier(CLK_LOCAL_MEM_FENCE);\n"
             "int rounds = 0;\n"
             "while (s[0] < (int)get_group_id(0) + 1) {\n"
             "  barrier(CLK_LOCAL_MEM_FENCE);\n"
             "  if (l == 0) s[0] += 1;\n"
             "  rounds++;\n"
             "  barrier(CLK_LOCAL_MEM_FENCE); }\n"
             "out[g] = rounds; }",
        GROUP, out);
    for (int i = 0; i < N; i++)
        assert_int_equal(out[i], i / GROUP + 1);
}

static void
in_uniform_conditional(void **state)
{
    cl_int out[N];

    (void)state;
    run(HEAD "if (get_group_id(0) % 2) {\n"
             "  s[l] = g; barrier(CLK_LOCAL_MEM_FENCE); out[g] = s[(l + 1) % n];\n"
             "} else {\n"
             "  s[l] = -g; barrier(CLK_LOCAL_MEM_FENCE); out[g] = s[(l + 2) % n]; } }",
        GROUP, out);
    for (int i = 0; i < N; i++) {
        int base = i / GROUP * GROUP, l = i % GROUP;

        assert_int_equal(out[i], i / GROUP % 2 ? base + (l + 1) % GROUP : -(base + (l + 2) % GROUP));
    }
}

static void
in_switch_arms_with_fall_through(void **state)
{
    cl_int out[N];

    (void)state;
    run(HEAD "int v = g;\n"
             "switch (get_group_id(0) % 4) {\n"
             "case 0: s[l] = v; barrier(CLK_LOCAL_MEM_FENCE); v = s[(l + 1) % n]; barrier(CLK_LOCAL_MEM_FENCE);\n"
             "case 1: s[l] = v; barrier(CLK_LOCAL_MEM_FENCE); v = s[(l + 1) % n]; break;\n"
             "case 2: v = -1; break;\n"
             "default: s[l] = v; barrier(CLK_LOCAL_MEM_FENCE); v = s[n - 1 - l]; }\n"
             "out[g] = v; }",
        GROUP, out);
    for (int i = 0; i < N; i++) {
        int base = i / GROUP * GROUP, l = i % GROUP;
        const int want[4] = {base + (l + 2) % GROUP, base + (l + 1) % GROUP, -1, base + GROUP - 1 - l};

        assert_int_equal(out[i], want[i / GROUP % 4]);
    }
}

static void
after_uniform_early_return(void **state)
{
    cl_int out[N];

    (void)state;
    run(HEAD "out[g] = -7;\n"
             "if (get_group_id(0) == 3) return;\n"
             "s[l] = g; barrier(CLK_LOCAL_MEM_FENCE); out[g] = s[(l + 1) % n];\n"
             "if (get_group_id(0) == 5) return;\n"
             "barrier(CLK_LOCAL_MEM_FENCE); out[g] += 1000; }",
        GROUP, out);
    for (int i = 0; i < N; i++) {
        int next = i / GROUP * GROUP + (i % GROUP + 1) % GROUP, group = i / GROUP;

        assert_int_equal(out[i], group == 3 ? -7 : group == 5 ? next : next + 1000);
    }
}

static void
in_helper_functions_called_many_times(void **state)
{
    cl_int out[N];

    (void)state;
    run("int rotate_by(local int *s, int v, int step) {\n"
        "  int l = get_local_id(0), n = get_local_size(0);\n"
        "  s[l] = v; barrier(CLK_LOCAL_MEM_FENCE);\n"
        "  v = s[(l + step) % n]; barrier(CLK_LOCAL_MEM_FENCE); return v; }\n"
        "int twice(local int *s, int v) { return rotate_by(s, rotate_by(s, v, 2), 3); }\n" HEAD
        "out[g] = twice(s, twice(s, rotate_by(s, g, 1))); }",
        GROUP, out);
    for (int i = 0; i < N; i++)
        assert_int_equal(out[i], i / GROUP * GROUP + (i % GROUP + 11) % GROUP);
}

static void
in_irreducible_loop(void **state)
{
    cl_int out[N];

    (void)state;
    // Two entries into one cycle: groups with odd ids start in its middle.
    run(HEAD "int v = g, rounds = 0;\n"
             "if (get_group_id(0) & 1) goto middle;\n"
             "top: s[l] = v; barrier(CLK_LOCAL_MEM_FENCE); v = s[(l + 1) % n]; barrier(CLK_LOCAL_MEM_FENCE);\n"
             "middle: rounds++; s[l] = v; barrier(CLK_LOCAL_MEM_FENCE);\n"
             "v = s[(l + 1) % n]; barrier(CLK_LOCAL_MEM_FENCE);\n"
             "if (rounds < 3) goto top;\n"
             "out[g] = v; }",
        GROUP, out);
    for (int i = 0; i < N; i++) {
        int steps = i / GROUP & 1 ? 5 : 6;

        assert_int_equal(out[i], i / GROUP * GROUP + (i % GROUP + steps) % GROUP);
    }
}

static void
private_array_lives_across(void **state)
{
    cl_int out[N];

    (void)state;
    run(HEAD "int p[8];\n"
             "for (int i = 0; i < 8; i++) p[i] = g * 10 + i;\n"
             "s[l] = l; barrier(CLK_LOCAL_MEM_FENCE);\n"
             "p[s[(l + 1) % n] % 8] += 5;\n"
             "barrier(CLK_LOCAL_MEM_FENCE);\n"
             "int sum = 0; for (int i = 0; i < 8; i++) sum += p[i];\n"
             "out[g] = sum; }",
        GROUP, out);
    for (int i = 0; i < N; i++)
        assert_int_equal(out[i], 80 * i + 28 + 5);
}

static void
pointer_to_private_lives_across(void **state)
{
    cl_int out[N];

    (void)state;
    run(HEAD "int a = g, b = 2 * g; int *p = (l & 1) ? &a : &b;\n"
             "s[l] = 7; barrier(CLK_LOCAL_MEM_FENCE);\n"
             "*p += s[(l + 1) % n];\n"
             "barrier(CLK_LOCAL_MEM_FENCE);\n"
             "out[g] = a * 10000 + b; }",
        GROUP, out);
    for (int i = 0; i < N; i++)
        assert_int_equal(out[i], i & 1 ? (i + 7) * 10000 + 2 * i : i * 10000 + 2 * i + 7);
}

static void
vectors_and_structs_live_across(void **state)
{
    cl_int out[N];

    (void)state;
    run("typedef struct { char c; int3 v; long8 w; uchar tail; } mixed;\n" HEAD
        "mixed m; m.c = (char)l; m.v = (int3)(g, g + 1, g + 2); m.w = (long8)(g); m.tail = 3;\n"
        "float16 f = (float16)(g); char3 c3 = (char3)(1, 2, (char)l); bool odd = l & 1;\n"
        "s[l] = g; barrier(CLK_LOCAL_MEM_FENCE);\n"
        "int other = s[(l + 1) % n];\n"
        "barrier(CLK_LOCAL_MEM_FENCE);\n"
        "out[g] = m.v.z + (int)m.w.s7 + (int)f.sf + (c3.z == (char)l && odd == (l & 1) && m.c == (char)l) + m.tail"
        " + other; }",
        GROUP, out);
    for (int i = 0; i < N; i++)
        assert_int_equal(out[i], 3 * i + 2 + 1 + 3 + i / GROUP * GROUP + (i % GROUP + 1) % GROUP);
}

static void
static_local_arrays(void **state)
{
    cl_int out[N];

    (void)state;
    run("kernel void k(global int *out, local int *unused) {\n"
        "  local int a[64]; local char pad; local long b[64];\n"
        "  int g = get_global_id(0), l = get_local_id(0), n = get_local_size(0);\n"
        "  a[l] = g; b[l] = 3 * g; if (l == 0) pad = 1;\n"
        "  barrier(CLK_LOCAL_MEM_FENCE);\n"
        "  out[g] = pad ? (int)(b[(l + 1) % n] - a[(l + 1) % n] + a[(l + 1) % n]) : 0; }",
        GROUP, out);
    expect_neighbour(out, GROUP, thrice);
}

static void
at_the_very_end_and_start(void **state)
{
    cl_int out[N];

    (void)state;
    run(HEAD "barrier(CLK_GLOBAL_MEM_FENCE); barrier(0); s[l] = g;\n"
             "barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE); barrier(CLK_LOCAL_MEM_FENCE);\n"
             "out[g] = s[(l + 1) % n]; barrier(CLK_LOCAL_MEM_FENCE); }",
        GROUP, out);
    expect_neighbour(out, GROUP, identity);
}

static void
global_memory_is_seen_after_a_global_fence(void **state)
{
    cl_int out[N];

    (void)state;
    run(HEAD "out[g] = 3 * g; barrier(CLK_GLOBAL_MEM_FENCE);\n"
             "int v = out[g - l + (l + 1) % n]; barrier(CLK_GLOBAL_MEM_FENCE); out[g] = v; }",
        GROUP, out);
    expect_neighbour(out, GROUP, thrice);
}

static void
divergent_code_between(void **state)
{
    cl_int out[N];

    (void)state;
    run(HEAD "int v = 0;\n"
             "if (l % 3 == 0) v = 1; else if (l % 3 == 1) { for (int i = 0; i < l; i++) v += 2; } else v = -l;\n"
             "s[l] = v; barrier(CLK_LOCAL_MEM_FENCE);\n"
             "int w = 0; for (int i = 0; i <= l; i++) { if (i == 5) continue; w += s[i]; if (w > 500) break; }\n"
             "barrier(CLK_LOCAL_MEM_FENCE); out[g] = w + v; }",
        GROUP, out);
    for (int i = 0; i < N; i++) {
        int s[GROUP], w = 0, l = i % GROUP;

        for (int j = 0; j < GROUP; j++)
            s[j] = j % 3 == 0 ? 1 : j % 3 == 1 ? 2 * j : -j;
        for (int j = 0; j <= l; j++) {
            if (j == 5)
                continue;
            w += s[j];
            if (w > 500)
                break;
        }
        assert_int_equal(out[i], w + s[l]);
    }
}

// Items leave a loop in different rounds by a condition that all share: each keeps its own round behind the barrier.
static void
after_a_loop_left_at_different_times(void **state)
{
    cl_int out[N];

    (void)state;
    run(HEAD "volatile local int *t = s; int i = 0;\n"
             "for (;;) { i++; if (l < i) { t[0] = i; if (get_work_dim() & 1) break; } t[1] = i; if (i > 100) break; }\n"
             "barrier(CLK_LOCAL_MEM_FENCE); out[g] = i; }",
        GROUP, out);
    for (int i = 0; i < N; i++)
        assert_int_equal(out[i], i % GROUP + 1);
}

// Some leave it by one way, some by another one, which constants tell.
static void
after_two_ways_out_of_a_loop(void **state)
{
    cl_int out[N];

    (void)state;
    run(HEAD "int way, i = 0;\n"
             "first: if (i >= n / 2) { way = 3; goto end; }\n"
             "i++; if (l >= i) goto first; way = 5;\n"
             "end: barrier(CLK_LOCAL_MEM_FENCE); out[g] = way; }",
        GROUP, out);
    for (int i = 0; i < N; i++)
        assert_int_equal(out[i], i % GROUP < GROUP / 2 ? 5 : 3);
}

static void
three_dimensional_groups(void **state)
{
    static cl_int out[8 * 6 * 4];

    (void)state;
    test_run("kernel void k(global int *out, local int *s) {\n"
             "  int x = get_local_id(0), y = get_local_id(1), z = get_local_id(2);\n"
             "  int nx = get_local_size(0), ny = get_local_size(1), nz = get_local_size(2);\n"
             "  int g = (get_global_id(2) * get_global_size(1) + get_global_id(1)) * get_global_size(0)"
             "        + get_global_id(0);\n"
             "  s[(z * ny + y) * nx + x] = g; barrier(CLK_LOCAL_MEM_FENCE);\n"
             "  out[g] = s[((nz - 1 - z) * ny + ny - 1 - y) * nx + nx - 1 - x]; }",
             "", "k", RANGE3(8, 6, 4, 4, 3, 2), BUFFER(out), LOCAL(24 * sizeof(cl_int)));
    for (int z = 0; z < 4; z++)
        for (int y = 0; y < 6; y++)
            for (int x = 0; x < 8; x++) {
                int mx = x / 4 * 4 + 3 - x % 4, my = y / 3 * 3 + 2 - y % 3, mz = z / 2 * 2 + 1 - z % 2;

                assert_int_equal(out[(z * 6 + y) * 8 + x], (mz * 6 + my) * 8 + mx);
            }
}

static void
largest_group(void **state)
{
    enum { LARGE = 4096 };
    static cl_int out[2 * LARGE];
    size_t limit = 0;

    (void)state;
    CHECK(clGetDeviceInfo(test_device, CL_DEVICE_MAX_WORK_GROUP_SIZE, sizeof limit, &limit, NULL));
    assert_true(limit >= LARGE);
    test_run(HEAD "s[l] = g; barrier(CLK_LOCAL_MEM_FENCE); out[g] = s[n - 1 - l]; }", "", "k", RANGE1(2 * LARGE, LARGE),
             BUFFER(out), LOCAL(LARGE * sizeof(cl_int)));
    for (int i = 0; i < 2 * LARGE; i++)
        assert_int_equal(out[i], i / LARGE * LARGE + LARGE - 1 - i % LARGE);
}

static void
in_a_kernel_called_by_a_kernel(void **state)
{
    cl_int out[N];

    (void)state;
    run("kernel void inner(global int *out, local int *s) {\n"
        "  int g = get_global_id(0), l = get_local_id(0), n = get_local_size(0);\n"
        "  s[l] = out[g]; barrier(CLK_LOCAL_MEM_FENCE); out[g] = s[(l + 1) % n]; }\n" HEAD
        "out[g] = 3 * g; inner(out, s); }",
        GROUP, out);
    expect_neighbour(out, GROUP, thrice);
}

static void
async_copy_and_wait(void **state)
{
    cl_int out[N], in[N];

    (void)state;
    for (int i = 0; i < N; i++)
        in[i] = i * i;
    test_run("kernel void k(global int *out, global const int *in, local int *s) {\n"
             "  int n = get_local_size(0), base = get_group_id(0) * n, l = get_local_id(0);\n"
             "  event_t e = async_work_group_copy(s, in + base, n, 0);\n"
             "  wait_group_events(1, &e);\n"
             "  int v = s[n - 1 - l]; barrier(CLK_LOCAL_MEM_FENCE); s[l] = v; barrier(CLK_LOCAL_MEM_FENCE);\n"
             "  e = async_work_group_copy(out + base, s, n, 0);\n"
             "  wait_group_events(1, &e); }",
             "", "k", RANGE1(N, GROUP), BUFFER(out), BUFFER(in), LOCAL(GROUP * sizeof(cl_int)));
    for (int i = 0; i < N; i++) {
        int mirror = i / GROUP * GROUP + GROUP - 1 - i % GROUP;

        assert_int_equal(out[i], mirror * mirror);
    }
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(straight_line),
        cmocka_unit_test(in_counted_loop),
        cmocka_unit_test(in_nested_loops_with_uniform_break),
        cmocka_unit_test(in_while_loop_ending_by_local_memory),
        cmocka_unit_test(in_uniform_conditional),
        cmocka_unit_test(in_switch_arms_with_fall_through),
        cmocka_unit_test(after_uniform_early_return),
        cmocka_unit_test(in_helper_functions_called_many_times),
        cmocka_unit_test(in_irreducible_loop),
        cmocka_unit_test(private_array_lives_across),
        cmocka_unit_test(pointer_to_private_lives_across),
        cmocka_unit_test(vectors_and_structs_live_across),
        cmocka_unit_test(static_local_arrays),
        cmocka_unit_test(at_the_very_end_and_start),
        cmocka_unit_test(global_memory_is_seen_after_a_global_fence),
        cmocka_unit_test(divergent_code_between),
        cmocka_unit_test(after_a_loop_left_at_different_times),
        cmocka_unit_test(after_two_ways_out_of_a_loop),
        cmocka_unit_test(three_dimensional_groups),
        cmocka_unit_test(largest_group),
        cmocka_unit_test(in_a_kernel_called_by_a_kernel),
        cmocka_unit_test(async_copy_and_wait),
    };

    return cmocka_run_group_tests_name("barriers", tests, test_begin, test_end);
}
