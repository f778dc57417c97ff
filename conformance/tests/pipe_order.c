// SPDX-License-Identifier: Apache-2.0
// The order of reservations in a pipe: that of the program, of a work-item and of a work-group.
#include <stdio.h>

#include "conformance/tests/pipe_support.h"

// Reads the whole pipe packet by packet, so in the order of the pipe; out[n] is how many there were.
#define DRAIN                                                                                                          \
    "kernel void drain(read_only pipe uint p, global uint *out) {\n"                                                   \
    "  uint n = 0, v; while (n < 1000 && read_pipe(p, &v) == 0) out[n++] = v; out[1000] = n; }\n"
enum { MOST = 1000 };

static cl_uint
drain(cl_program program, cl_mem pipe, cl_uint out[MOST + 1])
{
    run_once(program, "drain", pipe, 1, 1, out, (MOST + 1) * sizeof *out);
    return out[MOST];
}

// A work-item's reservations lie in the order it made them, whichever it commits first.
static void
a_work_items_reservations_are_in_program_order(void **state)
{
    enum { ITEMS = 96, EACH = 9 };
    cl_program program = test_build(
        "void fill(write_only pipe uint p, reserve_id_t id, uint n, uint tag) {\n"
        "  for (uint i = n; i-- > 0;) { uint v = tag + i; write_pipe(p, id, i, &v); } }\n"
        "kernel void put(write_only pipe uint p, global uint *out) {\n"
        "  uint g = get_global_id(0); reserve_id_t a = reserve_write_pipe(p, 3), b = reserve_write_pipe(p, 2);\n"
        "  reserve_id_t c = reserve_write_pipe(p, 4);\n"
        "  out[g] = is_valid_reserve_id(a) && is_valid_reserve_id(b) && is_valid_reserve_id(c);\n"
        "  fill(p, b, 2, g * 100 + 10); fill(p, c, 4, g * 100 + 20); commit_write_pipe(p, c);\n"
        "  fill(p, a, 3, g * 100); commit_write_pipe(p, a); commit_write_pipe(p, b); }\n" DRAIN,
        "-cl-std=CL3.0");
    cl_mem pipe = make_pipe(4, ITEMS * EACH);
    cl_uint ok[ITEMS], out[MOST + 1], next[ITEMS] = {0};
    static const cl_uint order[EACH] = {0, 1, 2, 10, 11, 20, 21, 22, 23};

    (void)state;
    for (size_t local = 1; local <= ITEMS; local *= local == 1 ? 4 : local == 4 ? 6 : 4) {
        run_once(program, "put", pipe, ITEMS, local, ok, sizeof ok);
        for (int g = 0; g < ITEMS; g++) {
            assert_int_equal(ok[g], 1);
            next[g] = 0;
        }
        assert_int_equal(drain(program, pipe, out), ITEMS * EACH);
        for (int i = 0; i < ITEMS * EACH; i++) {
            cl_uint item = out[i] / 100, inside = out[i] % 100;

            assert_in_range(item, 0, ITEMS - 1);
            assert_int_equal(inside, order[next[item]++]);
            if (inside % 10) // a reservation is one contiguous set
                assert_int_equal(out[i], out[i - 1] + 1);
        }
    }
    CHECK(clReleaseMemObject(pipe));
    CHECK(clReleaseProgram(program));
}

static void
a_work_groups_reservations_are_in_program_order(void **state)
{
    enum { GROUP = 24, GROUPS = 10, ITEMS = GROUP * GROUPS };
    cl_program program = test_build(
        "reserve_id_t reserve(write_only pipe uint p, uint n) { return work_group_reserve_write_pipe(p, n); }\n"
        "kernel void put(write_only pipe uint p, global uint *out) {\n"
        "  uint l = get_local_id(0), n = get_local_size(0), group = get_group_id(0), g = get_global_id(0);\n"
        "  reserve_id_t ids[4]; out[g] = 0;\n"
        "  for (uint i = 0; i < 4; i++) out[g] += is_valid_reserve_id(ids[i] = reserve(p, i == 2 ? 2 * n : n / 4));\n"
        "  for (uint i = 4; i-- > 0;) {\n"
        "    for (uint at = l; at < (i == 2 ? 2 * n : n / 4); at += n) {\n"
        "      uint v = group * 1000 + i * 100 + at; write_pipe(p, ids[i], at, &v); }\n"
        "    work_group_commit_write_pipe(p, ids[i]); } }\n" DRAIN,
        "-cl-std=CL3.0");
    cl_mem pipe = make_pipe(4, 1000);
    cl_uint ok[ITEMS], out[MOST + 1], next[GROUPS] = {0};

    (void)state;
    run_once(program, "put", pipe, ITEMS, GROUP, ok, sizeof ok);
    for (int g = 0; g < ITEMS; g++)
        assert_int_equal(ok[g], 4);
    assert_int_equal(drain(program, pipe, out), GROUPS * (2 * GROUP + 3 * (GROUP / 4)));
    for (cl_uint i = 0; i < out[MOST]; i++) {
        cl_uint group = out[i] / 1000, reservation = out[i] / 100 % 10, at = out[i] % 100;
        cl_uint *position = &next[group], step = GROUP / 4;
        // Where the reservation begins among the group's packets.
        cl_uint begin = reservation < 3 ? reservation * step : 2 * step + 2 * GROUP;

        assert_in_range(group, 0, GROUPS - 1);
        assert_int_equal((*position)++, begin + at);
        if (at)
            assert_int_equal(out[i], out[i - 1] + 1);
    }
    CHECK(clReleaseMemObject(pipe));
    CHECK(clReleaseProgram(program));
}

// Reservations for reading take the packets in the order of the pipe, whichever is read and committed first.
static void
reservations_for_reading_are_in_program_order(void **state)
{
    cl_program program = test_build(
        "kernel void put(write_only pipe uint p, global uint *out) {\n"
        "  for (uint i = 0; i < 60; i++) out[0] = write_pipe(p, &i); }\n"
        "kernel void take(read_only pipe uint p, global uint *out) {\n"
        "  reserve_id_t a = reserve_read_pipe(p, 5), b = reserve_read_pipe(p, 7);\n"
        "  for (uint i = 7; i-- > 0;) read_pipe(p, b, i, &out[5 + i]);\n"
        "  commit_read_pipe(p, b); out[12] = 0;\n"
        "  for (uint i = 0; i < 5; i++) read_pipe(p, a, i, &out[i]);\n"
        "  commit_read_pipe(p, a); }\n"
        "kernel void together(read_only pipe uint p, global uint *out) {\n"
        "  uint l = get_local_id(0);\n"
        "  reserve_id_t a = work_group_reserve_read_pipe(p, 12), b = work_group_reserve_read_pipe(p, 36);\n"
        "  for (int i = 2; i >= 0; i--) read_pipe(p, b, i * 12 + l, &out[12 + i * 12 + l]);\n"
        "  work_group_commit_read_pipe(p, b); read_pipe(p, a, l, &out[l]); work_group_commit_read_pipe(p, a); }",
        "-cl-std=CL3.0");
    cl_mem pipe = make_pipe(4, 60);
    cl_uint out[48];

    (void)state;
    for (int round = 0; round < 3; round++) {
        run_once(program, "put", pipe, 1, 1, out, sizeof out);
        assert_int_equal(out[0], 0);
        run_once(program, "take", pipe, 1, 1, out, sizeof out);
        for (cl_uint i = 0; i < 12; i++)
            assert_int_equal(out[i], i);
        run_once(program, "together", pipe, 12, 12, out, sizeof out);
        for (cl_uint i = 0; i < 48; i++)
            assert_int_equal(out[i], 12 + i);
    }
    CHECK(clReleaseMemObject(pipe));
    CHECK(clReleaseProgram(program));
}

static void
barriers_order_the_reservations_of_work_items(void **state)
{
    enum { GROUP = 40 };
    cl_program program = test_build("kernel void put(write_only pipe uint p, global uint *out) {\n"
                                    "  uint l = get_local_id(0), n = get_local_size(0); out[l] = 0;\n"
                                    "  for (uint turn = 0; turn < n; turn++) {\n"
                                    "    if (turn * 7 % n == l) {\n"
                                    "      reserve_id_t id = reserve_write_pipe(p, 2);\n"
                                    "      if (is_valid_reserve_id(id)) { uint v = l * 2; write_pipe(p, id, 0, &v); "
                                    "v++; write_pipe(p, id, 1, &v);\n"
                                    "        commit_write_pipe(p, id); out[l] = 1; } }\n"
                                    "    work_group_barrier(CLK_GLOBAL_MEM_FENCE); } }\n" DRAIN,
                                    "-cl-std=CL3.0");
    cl_mem pipe = make_pipe(4, 2 * GROUP);
    cl_uint ok[GROUP], out[MOST + 1];

    (void)state;
    run_once(program, "put", pipe, GROUP, GROUP, ok, sizeof ok);
    assert_int_equal(drain(program, pipe, out), 2 * GROUP);
    for (cl_uint i = 0; i < 2 * GROUP; i++) {
        assert_int_equal(ok[i / 2], 1);
        assert_int_equal(out[i], i / 2 * 7 % GROUP * 2 + i % 2);
    }
    CHECK(clReleaseMemObject(pipe));
    CHECK(clReleaseProgram(program));
}

// In conditionals and loops that run differently by group, with sizes that come from arguments and loops.
static void
work_groups_reserve_in_uniform_control_flow(void **state)
{
    enum { GROUP = 16, GROUPS = 9, PACKETS = 0 + 1 + 3 + 0 + 1 + 3 + 0 + 1 + 3 };
    cl_program program =
        test_build("kernel void put(write_only pipe uint p, global uint *out) {\n"
                   "  uint l = get_local_id(0), group = get_group_id(0), sent = 0;\n"
                   "  if (group == 100) return;\n"
                   "  for (uint n = 1; n <= group % 3; n++) {\n"
                   "    reserve_id_t id = work_group_reserve_write_pipe(p, n);\n"
                   "    if (!is_valid_reserve_id(id)) continue;\n"
                   "    if (l < n) { uint v = group * 100 + n * 10 + l; sent += write_pipe(p, id, l, &v) == 0; }\n"
                   "    work_group_commit_write_pipe(p, id); }\n"
                   "  out[get_global_id(0)] = sent; }\n" DRAIN,
                   "-cl-std=CL3.0");
    cl_mem pipe = make_pipe(4, PACKETS);
    cl_uint sent[GROUP * GROUPS], out[MOST + 1], sum = 0;

    (void)state;
    run_once(program, "put", pipe, GROUP * GROUPS, GROUP, sent, sizeof sent);
    for (int i = 0; i < GROUP * GROUPS; i++)
        sum += sent[i];
    assert_int_equal(sum, PACKETS);
    assert_int_equal(drain(program, pipe, out), PACKETS);
    for (int i = 0; i < PACKETS; i++)
        if (out[i] % 10)
            assert_int_equal(out[i], out[i - 1] + 1);
    CHECK(clReleaseMemObject(pipe));
    CHECK(clReleaseProgram(program));
}

static void
as_many_reservations_of_groups_as_the_device_says(void **state)
{
    enum { GROUP = 8, GROUPS = 4 };
    cl_uint most = 0, ok[GROUP * GROUPS], out[MOST + 1];
    char options[60];
    cl_program program;
    cl_mem pipe;

    (void)state;
    CHECK(clGetDeviceInfo(test_device, CL_DEVICE_PIPE_MAX_ACTIVE_RESERVATIONS, sizeof most, &most, NULL));
    if (most > MOST / GROUPS)
        most = MOST / GROUPS;
    snprintf(options, sizeof options, "-cl-std=CL3.0 -DMOST=%u", most);
    program = test_build(
        "kernel void put(write_only pipe uint p, global uint *out) {\n"
        "  reserve_id_t ids[MOST]; uint ok = 0, l = get_local_id(0);\n"
        "  for (int i = 0; i < MOST; i++) ok += is_valid_reserve_id(ids[i] = work_group_reserve_write_pipe(p, 1));\n"
        "  for (uint i = MOST; i-- > 0;) {\n"
        "    if (l == i % 8) { uint v = get_group_id(0) * 1000 + i; write_pipe(p, ids[i], 0, &v); }\n"
        "    work_group_commit_write_pipe(p, ids[i]); }\n"
        "  out[get_global_id(0)] = ok; }\n" DRAIN,
        options);
    pipe = make_pipe(4, most * GROUPS);
    run_once(program, "put", pipe, GROUP * GROUPS, GROUP, ok, sizeof ok);
    for (int i = 0; i < GROUP * GROUPS; i++)
        assert_int_equal(ok[i], most);
    assert_int_equal(drain(program, pipe, out), most * GROUPS);
    for (cl_uint i = 0, next[GROUPS] = {0}; i < most * GROUPS; i++)
        assert_int_equal(out[i] % 1000, next[out[i] / 1000]++);
    CHECK(clReleaseMemObject(pipe));
    CHECK(clReleaseProgram(program));
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_work_items_reservations_are_in_program_order),
        cmocka_unit_test(a_work_groups_reservations_are_in_program_order),
        cmocka_unit_test(reservations_for_reading_are_in_program_order),
        cmocka_unit_test(barriers_order_the_reservations_of_work_items),
        cmocka_unit_test(work_groups_reserve_in_uniform_control_flow),
        cmocka_unit_test(as_many_reservations_of_groups_as_the_device_says),
    };

    return cmocka_run_group_tests_name("pipe_order", tests, test_begin, test_end);
}
