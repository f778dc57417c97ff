// SPDX-License-Identifier: Apache-2.0
// Reservations of pipes: contiguous, gone with their commit, and none for what does not fit.
#include <stdio.h>
#include <stdlib.h>

#include "conformance/tests/pipe_support.h"

// Work-items reserve 1 to 4 packets; what one writes is found side by side.
static void
reservations_are_contiguous(void **state)
{
    enum { ITEMS = 300, PACKETS = 750 };
    static const char source[] =
        "kernel void put(write_only pipe int2 p, global int *failed) {\n"
        "  int g = get_global_id(0), n = g % 4 + 1; reserve_id_t id = reserve_write_pipe(p, n);\n"
        "  if (!is_valid_reserve_id(id)) { atomic_inc(failed); return; }\n"
        "  for (int i = n - 1; i >= 0; i--) { int2 v = (int2)(g, i); if (write_pipe(p, id, i, &v)) atomic_inc(failed); "
        "}\n"
        "  int2 v = 0; if (write_pipe(p, id, n, &v) == 0) atomic_inc(failed);\n"
        "  commit_write_pipe(p, id); }\n"
        "kernel void take(read_only pipe int2 p, global int2 *out) {\n"
        "  for (int i = 0; i < 750; i += 250) {\n"
        "    reserve_id_t id = reserve_read_pipe(p, 250);\n"
        "    if (is_valid_reserve_id(id)) {\n"
        "      for (int j = 0; j < 250; j++) read_pipe(p, id, j, &out[i + j]);\n"
        "      commit_read_pipe(p, id); } } }";
    cl_program program = test_build(source, "-cl-std=CL3.0");
    cl_mem pipe = make_pipe(8, PACKETS + 13);
    cl_int zero = 0, failed, (*out)[2] = calloc(PACKETS, sizeof *out);
    cl_mem failures = make_buffer(sizeof zero, &zero), results = make_buffer(PACKETS * sizeof *out, NULL);
    cl_kernel put = make_kernel(program, "put", pipe, failures), take = make_kernel(program, "take", pipe, results);

    (void)state;
    assert_non_null(out);
    for (int round = 0; round < 4; round++) {
        cl_uchar seen[ITEMS] = {0};

        launch(put, ITEMS, 20);
        launch(take, 1, 1);
        fetch(failures, &failed, sizeof failed);
        assert_int_equal(failed, 0);
        fetch(results, out, PACKETS * sizeof *out);
        for (int i = 0; i < PACKETS;) {
            int item = out[i][0];

            assert_in_range(item, 0, ITEMS - 1);
            assert_false(seen[item]++);
            for (int j = 0; j <= item % 4; j++, i++) {
                assert_int_equal(out[i][0], item);
                assert_int_equal(out[i][1], j);
            }
        }
    }
    free(out);
    CHECK(clReleaseKernel(put));
    CHECK(clReleaseKernel(take));
    for (cl_mem *m = (cl_mem[]){pipe, failures, results, NULL}; *m; m++)
        CHECK(clReleaseMemObject(*m));
    CHECK(clReleaseProgram(program));
}

// Each group's packets are one set, in the order of its work-items.
static void
work_groups_reserve_together(void **state)
{
    enum { GROUP = 40, GROUPS = 25, ITEMS = GROUP * GROUPS };
    static const char source[] =
        "kernel void put(write_only pipe uint p, global int *failed) {\n"
        "  uint l = get_local_id(0), v = get_global_id(0);\n"
        "  reserve_id_t id = work_group_reserve_write_pipe(p, get_local_size(0));\n"
        "  if (is_valid_reserve_id(id)) { write_pipe(p, id, l, &v); work_group_commit_write_pipe(p, id); }\n"
        "  else atomic_inc(failed); }\n"
        "kernel void take(read_only pipe uint p, global uint *out) {\n"
        "  uint l = get_local_id(0); reserve_id_t id = work_group_reserve_read_pipe(p, 40);\n"
        "  if (is_valid_reserve_id(id)) {\n"
        "    read_pipe(p, id, 39 - l, &out[get_group_id(0) * 40 + l]); work_group_commit_read_pipe(p, id); } }";
    cl_program program = test_build(source, "-cl-std=CL3.0");
    cl_mem pipe = make_pipe(4, ITEMS);
    cl_int zero = 0, failed;
    cl_uint out[ITEMS];
    cl_mem failures = make_buffer(sizeof zero, &zero), results = make_buffer(sizeof out, NULL);
    cl_kernel put = make_kernel(program, "put", pipe, failures), take = make_kernel(program, "take", pipe, results);
    cl_uchar seen[GROUPS] = {0};

    (void)state;
    launch(put, ITEMS, GROUP);
    launch(put, ITEMS, GROUP); // no room any more
    launch(take, ITEMS, GROUP);
    fetch(failures, &failed, sizeof failed);
    assert_int_equal(failed, ITEMS);
    fetch(results, out, sizeof out);
    for (int g = 0; g < GROUPS; g++) {
        cl_uint from = out[g * GROUP] / GROUP;

        assert_in_range(from, 0, GROUPS - 1);
        assert_false(seen[from]++);
        for (int l = 0; l < GROUP; l++)
            assert_int_equal(out[g * GROUP + l], from * GROUP + (GROUP - 1 - (cl_uint)l));
    }
    CHECK(clReleaseKernel(put));
    CHECK(clReleaseKernel(take));
    for (cl_mem *m = (cl_mem[]){pipe, failures, results, NULL}; *m; m++)
        CHECK(clReleaseMemObject(*m));
    CHECK(clReleaseProgram(program));
}

// As many as the device says it holds at a time, of work-items and of groups.
static void
as_many_reservations_as_the_device_says(void **state)
{
    cl_uint most = 0;
    char options[60];
    cl_int out[2];
    cl_mem pipe, buffer = make_buffer(sizeof out, NULL);
    cl_program program;
    cl_kernel kernel;

    (void)state;
    CHECK(clGetDeviceInfo(test_device, CL_DEVICE_PIPE_MAX_ACTIVE_RESERVATIONS, sizeof most, &most, NULL));
    assert_true(most >= 1);
    snprintf(options, sizeof options, "-cl-std=CL3.0 -DMOST=%u", most);
    program = test_build(
        "kernel void k(write_only pipe int p, global int *out) {\n"
        "  reserve_id_t ids[MOST]; out[0] = out[1] = 0;\n"
        "  for (int i = 0; i < MOST; i++) out[0] += is_valid_reserve_id(ids[i] = reserve_write_pipe(p, 1));\n"
        "  for (int i = MOST; i-- > 0;) { out[1] += write_pipe(p, ids[i], 0, &i) == 0;\n"
        "    commit_write_pipe(p, ids[i]); } }\n"
        "kernel void take(read_only pipe int p, global int *out) {\n"
        "  int v, i = 0; while (read_pipe(p, &v) == 0 && v == i) i++; out[0] = i; }",
        options);
    pipe = make_pipe(4, most);
    kernel = make_kernel(program, "k", pipe, buffer);
    launch(kernel, 1, 1);
    fetch(buffer, out, sizeof out);
    assert_int_equal(out[0], most);
    assert_int_equal(out[1], most);
    CHECK(clReleaseKernel(kernel));
    kernel = make_kernel(program, "take", pipe, buffer);
    launch(kernel, 1, 1);
    fetch(buffer, out, sizeof out);
    assert_int_equal(out[0], most);
    CHECK(clReleaseKernel(kernel));
    CHECK(clReleaseMemObject(pipe));
    CHECK(clReleaseMemObject(buffer));
    CHECK(clReleaseProgram(program));
}

// An index may be written more than once, and the last packet counts; reading takes nothing out of the reservation.
static void
an_index_may_be_written_and_read_again(void **state)
{
    cl_program program = test_build(
        "kernel void put(write_only pipe uint p, global uint *out) {\n"
        "  reserve_id_t id = reserve_write_pipe(p, 3);\n"
        "  for (uint round = 0; round < 4; round++)\n"
        "    for (uint i = 0; i < 3; i++) { uint v = round * 10 + i; out[round * 3 + i] = write_pipe(p, id, i, &v); }\n"
        "  commit_write_pipe(p, id); }\n"
        "kernel void take(read_only pipe uint p, global uint *out) {\n"
        "  reserve_id_t id = reserve_read_pipe(p, 3);\n"
        "  for (uint i = 0; i < 12; i++) read_pipe(p, id, i % 3, &out[i]);\n"
        "  commit_read_pipe(p, id); }",
        "-cl-std=CL3.0");
    cl_mem pipe = make_pipe(4, 3);
    cl_uint out[12];

    (void)state;
    run_once(program, "put", pipe, 1, 1, out, sizeof out);
    for (cl_uint i = 0; i < 12; i++)
        assert_int_equal(out[i], 0);
    run_once(program, "take", pipe, 1, 1, out, sizeof out);
    for (cl_uint i = 0; i < 12; i++)
        assert_int_equal(out[i], 30 + i % 3);
    CHECK(clReleaseMemObject(pipe));
    CHECK(clReleaseProgram(program));
}

// Neither for reading nor for writing, by work-items or groups; nothing is lost by the try, and what fits fits exactly.
static void
what_does_not_fit_is_no_reservation(void **state)
{
    enum { ROOM = 10, GROUP = 6 };
    cl_program program = test_build(
        "kernel void put(write_only pipe uint p, global uint *out) {\n"
        "  const uint sizes[4] = {11, 0xffffffff, 10, 1}; uint l = get_local_id(0); out += l * 8; reserve_id_t "
        "ids[4];\n"
        "  for (int i = 0; i < 4; i++) out[i] = is_valid_reserve_id(ids[i] = work_group_reserve_write_pipe(p, "
        "sizes[i]));\n"
        "  for (uint at = l; at < 10; at += get_local_size(0)) write_pipe(p, ids[2], at, &at);\n"
        "  work_group_commit_write_pipe(p, ids[2]);\n"
        "  out[4] = is_valid_reserve_id(reserve_write_pipe(p, 1)); uint v = 0; out[5] = write_pipe(p, &v) < 0; }\n"
        "kernel void take(read_only pipe uint p, global uint *out) {\n"
        "  const uint sizes[4] = {11, 0xffffffff, 10, 1}; uint l = get_local_id(0); out += l * 8; reserve_id_t "
        "ids[4];\n"
        "  for (int i = 0; i < 4; i++) out[i] = is_valid_reserve_id(ids[i] = work_group_reserve_read_pipe(p, "
        "sizes[i]));\n"
        "  out[6] = 0; for (uint at = l; at < 10; at += get_local_size(0)) {\n"
        "    uint v = 99; read_pipe(p, ids[2], at, &v); out[6] += v == at; }\n"
        "  work_group_commit_read_pipe(p, ids[2]);\n"
        "  out[4] = is_valid_reserve_id(reserve_read_pipe(p, 1)); uint v; out[5] = read_pipe(p, &v) < 0; }",
        "-cl-std=CL3.0");
    cl_mem pipe = make_pipe(4, ROOM);
    cl_uint out[GROUP][8];

    (void)state;
    for (int round = 0; round < 3; round++)
        for (int kernel = 0; kernel < 2; kernel++) {
            run_once(program, kernel ? "take" : "put", pipe, GROUP, GROUP, out, sizeof out);
            for (int l = 0; l < GROUP; l++) {
                assert_memory_equal(out[l], ((cl_uint[6]){0, 0, 1, 0, 0, 1}), 6 * sizeof(cl_uint));
                if (kernel)
                    assert_int_equal(out[l][6], (ROOM - l + GROUP - 1) / GROUP);
            }
        }
    CHECK(clReleaseMemObject(pipe));
    CHECK(clReleaseProgram(program));
}

// Sizes that do not divide the pipe's, so that reservations lie across its end; each commit gives its room back.
static void
commits_give_room_back(void **state)
{
    enum { ROOM = 11, ROUNDS = 40 };
    cl_program program = test_build(
        "kernel void put(write_only pipe uint p, global uint *out) {\n"
        "  uint n = out[0]; reserve_id_t id = reserve_write_pipe(p, n); out[1] = is_valid_reserve_id(id);\n"
        "  for (uint i = 0; i < n; i++) { uint v = out[2] + i; write_pipe(p, id, i, &v); }\n"
        "  commit_write_pipe(p, id); out[3] = get_pipe_num_packets(p); }\n"
        "kernel void take(read_only pipe uint p, global uint *out) {\n"
        "  uint n = out[0]; out[3] = get_pipe_num_packets(p); reserve_id_t id = reserve_read_pipe(p, n);\n"
        "  out[1] = is_valid_reserve_id(id);\n"
        "  for (uint i = 0; i < n; i++) { uint v = 0; read_pipe(p, id, i, &v); out[1] &= v == out[2] + i; }\n"
        "  commit_read_pipe(p, id); out[4] = get_pipe_num_packets(p); }",
        "-cl-std=CL3.0");
    cl_mem pipe = make_pipe(4, ROOM);

    (void)state;
    for (cl_uint round = 0; round < ROUNDS; round++) {
        cl_uint out[5] = {1 + round * 5 % ROOM, 0, round * 100, 0, 77};

        run_once(program, "put", pipe, 1, 1, out, sizeof out);
        assert_int_equal(out[1], 1);
        assert_int_equal(out[3], out[0]);
        run_once(program, "take", pipe, 1, 1, out, sizeof out);
        assert_int_equal(out[1], 1);
        assert_int_equal(out[3], out[0]);
        assert_int_equal(out[4], 0);
    }
    CHECK(clReleaseMemObject(pipe));
    CHECK(clReleaseProgram(program));
}

// Through variables, choices, arrays and functions.
static void
the_null_id_is_not_valid(void **state)
{
    enum { ITEMS = 32 };
    cl_program program = test_build(
        "bool ask(reserve_id_t id) { return is_valid_reserve_id(id); }\n"
        "reserve_id_t maybe(write_only pipe uint p, bool really) {\n"
        "  if (!really) return CLK_NULL_RESERVE_ID; return reserve_write_pipe(p, 1); }\n"
        "kernel void put(write_only pipe uint p, global uint *out) {\n"
        "  uint g = get_global_id(0); reserve_id_t ids[3]; ids[0] = CLK_NULL_RESERVE_ID;\n"
        "  ids[1] = maybe(p, g % 3 == 0); ids[2] = g % 2 ? ids[1] : CLK_NULL_RESERVE_ID;\n"
        "  out[g] = ask(ids[0]) + 2 * ask(ids[1]) + 4 * ask(ids[2]) + 8 * (is_valid_reserve_id(ids[1]) == true);\n"
        "  if (ask(ids[1])) { write_pipe(p, ids[1], 0, &g); commit_write_pipe(p, ids[1]); } }",
        "-cl-std=CL3.0");
    cl_mem pipe = make_pipe(4, ITEMS);
    cl_uint out[ITEMS];

    (void)state;
    run_once(program, "put", pipe, ITEMS, 8, out, sizeof out);
    for (int g = 0; g < ITEMS; g++)
        assert_int_equal(out[g], g % 3 ? 0 : g % 2 ? 14 : 10);
    CHECK(clReleaseMemObject(pipe));
    CHECK(clReleaseProgram(program));
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reservations_are_contiguous),
        cmocka_unit_test(work_groups_reserve_together),
        cmocka_unit_test(as_many_reservations_as_the_device_says),
        cmocka_unit_test(an_index_may_be_written_and_read_again),
        cmocka_unit_test(what_does_not_fit_is_no_reservation),
        cmocka_unit_test(commits_give_room_back),
        cmocka_unit_test(the_null_id_is_not_valid),
    };

    return cmocka_run_group_tests_name("pipe_reservations", tests, test_begin, test_end);
}
